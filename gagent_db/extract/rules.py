"""Cue rules, and which of them a text can match at all.

A rule names the anchors without which its pattern cannot match: words, or word_pairs written with an underscore. A
text is lower-cased and split once; only around the anchors it holds are sentences cut out and patterns tried.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Literal

from gagent_db.extract.items import Kind, word_set
from gagent_db.extract.lazy import lazy

Speaker = Literal["user", "assistant", "people", "tool"]

_SPLIT = str.maketrans({mark: " " for mark in '.,;:!?()[]{}<>"`*_/\\|=+#@~^&%$-\t\r—–…“”‘•→\xa0'} | {"’": "'"})

# Of a pair the other word is looked up first: these stand in every text.
_COMMON = word_set("the a an our my your i we it is are was be to of in on at has have not no only one as and")


@dataclass(frozen=True, slots=True)
class Rule:
    """`who` may say it: "any", "people" (not tool output), "user" or "assistant". `firm`: also after a hedge."""

    kind: Kind
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    who: str
    firm: bool

    def applies(self, speaker: Speaker) -> bool:
        """Whether this speaker's words are read by this rule."""
        if self.who in ("any", speaker):
            return True
        return (self.who == "people" and speaker != "tool") or (self.who == "user" and speaker == "people")


def rule(kind: Kind, anchors: str, pattern: str, who: str = "people", firm: bool = False) -> Rule:
    """A rule; `pattern` sees one clause in lower case, straight apostrophes, code masked out (re.VERBOSE)."""
    words = tuple(anchor.replace("_", " ") for anchor in anchors.split())
    return Rule(kind, words, lazy(pattern, re.X), who, firm)


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
    """The anchors of a set of rules, by what a speaker may trigger."""

    def __init__(self, rules: Iterable[Rule], extra: Iterable[str] = ()) -> None:
        self.vocabulary: frozenset[str] = frozenset()
        self._singles: dict[Speaker, frozenset[str]] = {}
        self._pairs: dict[Speaker, dict[str, dict[str, list[str]]]] = {}
        self._others: dict[Speaker, dict[str, frozenset[str]]] = {}
        self._keys: dict[Speaker, frozenset[str]] = {}
        self.by_anchor: dict[str, list[Rule]] = defaultdict(list)
        self._order: dict[int, int] = {}
        for number, one in enumerate(rules):
            self._order[id(one)] = number
            for anchor in one.anchors:
                self.by_anchor[anchor].append(one)
        for anchor in extra:
            self.by_anchor.setdefault(anchor, [])
        extras = frozenset(extra)
        for speaker in ("user", "assistant", "people", "tool"):
            mine = [
                anchor
                for anchor, found in self.by_anchor.items()
                if anchor in extras or any(one.applies(speaker) for one in found)
            ]
            pairs: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
            for anchor in mine:
                if " " in anchor:
                    first, second = anchor.split()
                    key, other = (second, first) if first in _COMMON else (first, second)
                    pairs[key][other].append(anchor)
            self._singles[speaker] = frozenset(a for a in mine if " " not in a)
            self._pairs[speaker] = dict(pairs)
            self._others[speaker] = {key: frozenset(others) for key, others in pairs.items()}
            self._keys[speaker] = frozenset(pairs)
        self.vocabulary = frozenset(word for anchor in self.by_anchor for word in anchor.split())

    def present(self, words: Set[str], plain: str, speaker: Speaker) -> list[str]:
        """The anchors that stand in a text, given its word set and its `spaced` form."""
        found = list(words & self._singles[speaker])
        others = self._others[speaker]
        for key in words & self._keys[speaker]:
            for other in words & others[key]:
                found += [anchor for anchor in self._pairs[speaker][key][other] if anchor in plain]
        return found

    def rules(self, words: Set[str], plain: str, speaker: Speaker) -> list[Rule]:
        """The rules that can match a clause, in their order: the first of them to match says where the cue stands."""
        found: dict[int, Rule] = {}
        for anchor in self.present(words, plain, speaker):
            for one in self.by_anchor[anchor]:
                if one.applies(speaker):
                    found[self._order[id(one)]] = one
        return [found[number] for number in sorted(found)]


def spots(plain: str, anchors: Iterable[str]) -> list[int]:
    """Where the anchors stand, ascending."""
    found: list[int] = []
    for anchor in anchors:
        size = len(anchor)
        at = plain.find(anchor)
        while at >= 0:
            before, after = plain[at - 1 : at], plain[at + size : at + size + 1]
            if (not before or before.isspace()) and (not after or after.isspace()):
                found.append(at)
            at = plain.find(anchor, at + size)
    found.sort()
    return found
