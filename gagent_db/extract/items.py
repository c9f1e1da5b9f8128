"""`Item`, the one value every extractor returns, and the kinds of items and sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

Listed = Literal["decision", "command", "url", "path", "unresolved"]  # what is kept, and listed at every door
Kind = Literal[Listed, "resolved"]
# The kinds that clauses state; items of the other kinds are copied from the text as they are.
STATED: Final[Sequence[Kind]] = ("decision", "unresolved", "resolved")
# What a heading or a lead-in line says about the lines below it; "" where it says nothing.
Section = Literal["open", "decision", "done", "neutral", "notes", "minutes", "retold", ""]

# What an item below such a heading is, whatever its own words say.
SAYING: Final[Mapping[Section, Kind]] = {
    "open": "unresolved",
    "decision": "decision",
    "minutes": "decision",
    "done": "resolved",
}

# What says that an item is one: a label, heading, box or notation; the words of a rule; or votes alone, or that it is a
# fragment.
How = Literal["named", "cue", "votes"]


class Item(NamedTuple):
    """One thing found in a text.

    `value` is what a list shows, `normalized` is the same for equal mentions. `start` and `end` are character
    offsets into the text given to `extract`; -1 where the item came from a tool call's arguments. `how`: what
    says that it is one.
    """

    kind: Kind
    value: str
    normalized: str
    start: int
    end: int
    how: How = "named"


def fold_spaces(text: str) -> str:
    """Return `text` on one line, with single spaces."""
    return " ".join(text.split())


def word_set(text: str) -> frozenset[str]:
    """Return the words of a list that is separated by white space."""
    return frozenset(text.split())


def phrase_set(text: str) -> frozenset[str]:
    """Return the entries of a list that is separated by "|"."""
    return frozenset(text.split("|"))
