"""The one value every extractor returns."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["decision", "command", "url", "path", "unresolved", "resolved"]


class Item(NamedTuple):
    """One thing found in a text.

    `value` is what a list shows, `normalized` what equal mentions share. `start` and `end` are character
    offsets into the text given to `extract`; -1 where the item came from a tool call's arguments.
    """

    kind: Kind
    value: str
    normalized: str
    start: int
    end: int


def fold_spaces(text: str) -> str:
    """`text` on one line, with single spaces."""
    return " ".join(text.split())


def word_set(text: str) -> frozenset[str]:
    """The words of a word list."""
    return frozenset(text.split())


def phrase_set(text: str) -> frozenset[str]:
    """The entries of a list with bars between them."""
    return frozenset(text.split("|"))
