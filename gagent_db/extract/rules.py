"""Cue rules.

A rule names its anchors: words, or word_pairs written with an underscore, of which one must stand in the sentence.
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
    """`who` may say it: "any", "people" (not tool output), "user" or "assistant"."""

    kind: Kind
    anchors: frozenset[str]
    pattern: re.Pattern[str]
    who: str
    source: str

    @cached_property
    def find(self) -> Callable[[str], re.Match[str] | None]:
        """Where the pattern matches a clause. What matches at its beginning only is not tried anywhere else."""
        return self.pattern.match if _is_initial(self.source) else self.pattern.search

    def applies(self, speaker: Speaker) -> bool:
        """Whether this speaker's words are read by this rule."""
        if self.who in ("any", speaker):
            return True
        return (self.who == "people" and speaker != "tool") or (self.who == "user" and speaker == "people")


def rule(kind: Kind, anchors: str, pattern: str, who: str = "people") -> Rule:
    """A rule; `pattern` sees one clause in lower case, straight apostrophes, code masked out (re.VERBOSE).

    Where it begins with what must not stand before a word, the first letter of that word before it, `(?=n)`, spares
    looking back from every other letter.
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


def anchors_in(low: str, known: KeysView[Anchor]) -> set[Anchor]:
    """Which of the known anchors a sentence in lower case holds: words, two words in a row, and signs."""
    words = spaced(low).split()
    found = known & words | known & pairwise(words)
    return found if low.isascii() else found | known & low
