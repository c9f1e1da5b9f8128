"""Cue rules: patterns that find decisions, open and closed items in a clause.

A rule names its anchors: words, or word_pairs written with an underscore. It is only tried on sentences that hold one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, KeysView
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from .items import Kind
from .lazy import lazy

_PARTS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]|[^\\\[()|]+", re.S)
Anchor = str | tuple[str, str]  # a word or sign, or two words in a row
Speaker = Literal["user", "assistant", "people", "tool"]

_SPLIT = str.maketrans({mark: " " for mark in '.,;:!?()[]{}<>"`*_/\\|=+#@~^&%$-\t\r—–…“”‘•→\xa0'} | {"’": "'"})


@dataclass(frozen=True)
class Rule:
    """A pattern and the `kind` of item it finds. `who` may say it: "any", "people" (no tool), "user" or "assistant"."""

    kind: Kind
    anchors: frozenset[str]
    pattern: re.Pattern[str]
    who: str
    source: str

    @cached_property
    def find(self) -> Callable[[str], re.Match[str] | None]:
        """The function that tries the pattern on a clause: `match` if it can only match at the beginning, else
        `search`."""
        return self.pattern.match if _is_initial(self.source) else self.pattern.search

    def applies(self, speaker: Speaker) -> bool:
        """Whether this rule reads what this speaker says."""
        if self.who in ("any", speaker):
            return True
        return (self.who == "people" and speaker != "tool") or (self.who == "user" and speaker == "people")


def rule(kind: Kind, anchors: str, pattern: str, who: str = "people") -> Rule:
    """Return a rule. `pattern` (re.VERBOSE) sees one clause in lower case, with straight apostrophes and code masked.

    Put `(?=n)`, the first letter of the word, before a look-behind at the beginning of a pattern: then the engine looks
    back only from that letter, not from every one.
    """
    words = frozenset(anchor.replace("_", " ") for anchor in anchors.split())
    return Rule(kind, words, lazy(pattern, re.VERBOSE), who, pattern)


def _is_initial(pattern: str) -> bool:
    """Whether every alternative of a pattern begins with `^`."""
    alternatives, depth = [""], 0
    for part in _PARTS.findall(pattern):
        depth += (part == "(") - (part == ")")
        if part == "|" and not depth:
            alternatives.append("")
        else:
            alternatives[-1] += part
    return all(alternative.lstrip().startswith("^") for alternative in alternatives)


def lowered(text: str) -> str:
    """Return `text` in lower case, always of the same length (letters whose lower case is longer stay)."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return low


def spaced(low: str) -> str:
    """Return lower-cased text with spaces for punctuation, of the same length: spaces and line ends part its words."""
    return low.translate(_SPLIT)


def anchors_in(low: str, known: KeysView[Anchor]) -> set[Anchor]:
    """Return the known anchors that a sentence in lower case holds: words, two words in a row, and signs."""
    words = spaced(low).split()
    found = known & words | known & pairwise(words)
    return found if low.isascii() else found | known & low
