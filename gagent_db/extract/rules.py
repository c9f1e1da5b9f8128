"""Cue rules, and which of them a text can match at all.

A rule names the anchors without which its pattern cannot match: words, or word_pairs written with an underscore. Only
around the anchors that `scan` finds are sentences cut out and patterns tried, and only where a pattern can match by
what `needs` reads off it, once it has been called often.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from gagent_db.extract.items import Kind
from gagent_db.extract.lazy import lazy

_PARTS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]|[^\\\[()|]+", re.S)
Speaker = Literal["user", "assistant", "people", "tool"]
FLAGS = re.VERBOSE

_SPLIT = str.maketrans({mark: " " for mark in '.,;:!?()[]{}<>"`*_/\\|=+#@~^&%$-\t\r—–…“”‘•→\xa0'} | {"’": "'"})


@dataclass(frozen=True, slots=True)
class Rule:
    """`who` may say it: "any", "people" (not tool output), "user" or "assistant". `firm`: also after a hedge."""

    kind: Kind
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    who: str
    firm: bool
    initial: bool
    source: str

    def find(self, clause: str) -> re.Match[str] | None:
        """Where the pattern matches a clause. What matches at its beginning only is not tried anywhere else."""
        return self.pattern.match(clause) if self.initial else self.pattern.search(clause)

    def applies(self, speaker: Speaker) -> bool:
        """Whether this speaker's words are read by this rule."""
        if self.who in ("any", speaker):
            return True
        return (self.who == "people" and speaker != "tool") or (self.who == "user" and speaker == "people")


def rule(kind: Kind, anchors: str, pattern: str, who: str = "people", firm: bool = False) -> Rule:
    """A rule; `pattern` sees one clause in lower case, straight apostrophes, code masked out (re.VERBOSE)."""
    words = tuple(anchor.replace("_", " ") for anchor in anchors.split())
    return Rule(kind, words, lazy(pattern, FLAGS), who, firm, _is_initial(pattern), pattern)


def _is_initial(pattern: str) -> bool:
    """Whether every alternative of a pattern begins with `^`."""
    alternatives, depth = [""], 0
    for part in _PARTS.findall(pattern):
        depth += (part == "(") - (part == ")")
        if part == "|" and not depth:
            alternatives.append("")
        else:
            alternatives[-1] += part
    return all(one.lstrip().startswith("^") for one in alternatives)


def lowered(text: str) -> str:
    """`text` in lower case with the same length, whatever the letters."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return low


def spaced(low: str) -> str:
    """Lower-cased text with punctuation as spaces, same length: words stand between spaces or line ends."""
    return low.translate(_SPLIT)


class Gate:
    """The anchors of a set of rules: which rules a text can match that holds some of them.

    `held` has the numbers of the rules that each anchor calls for.
    """

    def __init__(self, rules: Iterable[Rule], extra: Iterable[str] = ()) -> None:
        """`extra`: anchors without a rule, where a sentence is looked at all the same."""
        held: dict[str, list[int]] = {anchor: [] for anchor in extra}
        self._rules = list(rules)
        for number, one in enumerate(self._rules):
            for anchor in one.anchors:
                held.setdefault(anchor, []).append(number)
        self.anchors = list(held)
        self.held = list(held.values())
        cues = {anchor: cue for cue, anchor in enumerate(held)}
        self._anchors = [frozenset(map(cues.__getitem__, one.anchors)) for one in self._rules]

    def rules(self, cues: Iterable[int], speaker: Speaker) -> list[Rule]:
        """The rules some of these anchors (indexes into `anchors`) call for, in their order: the first of them to
        match says where the cue stands."""
        return self._in_order({number for cue in cues for number in self.held[cue]}, speaker)

    def called(
        self, calls: Iterable[int], cues: Sequence[int], speaker: Speaker, learned: Container[int]
    ) -> list[Rule]:
        """The same of the rules that are called: the `learned` ones by their number, where one of their anchors is
        among the `cues`, the others by that of an anchor behind the numbers of all rules."""
        numbers: set[int] = set()
        for call in {*calls}:
            if call > len(self._rules):
                numbers.update(number for number in self.held[call - len(self._rules) - 1] if number not in learned)
            elif call < len(self._rules) and not self._anchors[call].isdisjoint(cues):
                numbers.add(call)
        return self._in_order(numbers, speaker) if numbers else []

    def _in_order(self, numbers: set[int], speaker: Speaker) -> list[Rule]:
        return [one for one in map(self._rules.__getitem__, sorted(numbers)) if one.applies(speaker)]
