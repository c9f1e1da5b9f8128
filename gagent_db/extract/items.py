"""The one value every extractor returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

Listed = Literal["decision", "command", "url", "path", "unresolved"]  # what is kept, and listed at every door
Kind = Literal[Listed, "resolved"]
# What clauses state; the other kinds stand in a text as they are listed.
STATED: Final[Sequence[Kind]] = ("decision", "unresolved", "resolved")
# What a heading or a lead-in says of what stands below it; "" where it says nothing.
Section = Literal["open", "decision", "done", "neutral", "notes", "minutes", "retold", ""]

# What an item is below a heading that says so, whatever its words.
SAYING: Final[Mapping[Section, Kind]] = {
    "open": "unresolved",
    "decision": "decision",
    "minutes": "decision",
    "done": "resolved",
}


class Item(NamedTuple):
    """One thing found in a text.

    `value` is what a list shows, `normalized` what equal mentions share. `start` and `end` are character
    offsets into the text given to `extract`; -1 where the item came from a tool call's arguments. `called`: whether
    words, a label or notation say what it is; if not, votes alone do or that it is a fragment.
    """

    kind: Kind
    value: str
    normalized: str
    start: int
    end: int
    called: bool = True


def fold_spaces(text: str) -> str:
    """`text` on one line, with single spaces."""
    return " ".join(text.split())


def word_set(text: str) -> frozenset[str]:
    """The words of a word list."""
    return frozenset(text.split())


def phrase_set(text: str) -> frozenset[str]:
    """The entries of a list with bars between them."""
    return frozenset(text.split("|"))
