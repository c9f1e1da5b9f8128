"""One text as the extractors see it: its lines, and the spots where it is worth looking closer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from .markup import Lines

if TYPE_CHECKING:
    from .votes import Tally, Votes

Column = tuple[list[int], list[int]]  # offsets for many texts in one list, and where in it those of each text begin

_NAMES = {
    "addresses": "schemes, www, git@",
    "hosts": "domains and ports before a slash",
    "tokens": "words with a slash or backslash; where they end is in token_ends",
    "ticks": "backticks",
    "begins": "lines whose first word may be a command's",
    "runs": 'programs after "run", flags, colons of labels',
    "prompts": "in lines that may begin with a prompt",
    "indents": "deeply indented lines that may be commands",
    "keys": "keys of JSON that name a command",
    "heard": "anchors of rules, in sentences whose votes allow what those rules find",
    "likely": "words behind marks, in sentences that votes speak for",
    "labels": "words of labels shortly before a colon or dash",
    "terse": "what a person's directive or `key: value` needs: its words, digits, colons",
    "todos": "TODO and its like",
    "specs": "colons after a closing bracket",
    "structure": "headings, tables, boxes, lines above lists, signs, states in JSON",
    "speakers": '"user:" and its like',
}
COLUMNS = {name: 1 << bit for bit, name in enumerate(_NAMES)}
COMMANDS = sum(COLUMNS[name] for name in ("ticks", "begins", "runs", "prompts", "indents", "keys"))
_STATING = ("heard", "likely", "labels", "terse", "todos", "specs", "structure", "speakers")
STATEMENTS = sum(COLUMNS[name] for name in _STATING)
ADDRESSES = COLUMNS["addresses"] | COLUMNS["hosts"]


class Spots:
    """Where a text may hold something: ascending offsets into it, by column (`_NAMES`). A spot promises nothing.

    `flags`: bits of the columns that have spots; `index`: which text of `columns` this is; `told`: whether people said
    it (themselves, or retold by a tool). `tally`: the votes of the buffer of all texts; `range_`: (first word, last
    word + 1, offset, speaker) of this text in it, as `Tally.within` takes them.
    """

    def __init__(
        self,
        flags: int,
        index: int,
        columns: Mapping[str, Column],
        *,
        told: bool,
        tally: Tally | None = None,
        range_: tuple[int, int, int, int] = (0, 0, 0, 0),
    ) -> None:
        self.flags = flags
        self.told = told
        self._index = index
        self._columns = columns
        self._tally = tally
        self._range = range_

    @cached_property
    def votes(self) -> Votes | None:
        """How much the text's clauses speak for decisions, open and closed items; None if votes were not counted."""
        return self._tally.within(*self._range) if self._tally else None

    def __getitem__(self, name: str) -> list[int]:
        if column := self._columns.get(name):
            places, cuts = column
            return places[cuts[self._index] : cuts[self._index + 1]]
        return []


class Reading:
    """What the extractors share of one text. `written`: as it was before wrapped lines were joined in `text`."""

    def __init__(self, text: str, spots: Spots, written: str = "") -> None:
        self.text = text
        self.written = written or text
        self.spots = spots
        self.lines = Lines(text)
