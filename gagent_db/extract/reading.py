"""One text as the extractors see it: its lines, and the spots where a judge is worth calling."""

from __future__ import annotations

from collections.abc import Mapping

from .markup import Lines

Column = tuple[list[int], list[int]]  # offsets of many texts, and where those of each text begin

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
    "heard": "where rules are called, of what people said, that count when this speaker says it; which is in calls",
    "labels": "words of labels shortly before a colon or dash",
    "terse": "what a person's directive or `key: value` hangs on",
    "todos": "TODO and its like",
    "specs": "colons after a closing bracket",
    "structure": "headings, tables, boxes, lines above lists, signs, states in JSON",
    "speakers": '"user:" and its like',
}
COLUMNS = {name: 1 << bit for bit, name in enumerate(_NAMES)}
COMMANDS = sum(COLUMNS[name] for name in ("ticks", "begins", "runs", "prompts", "indents", "keys"))
STATEMENTS = sum(COLUMNS[name] for name in ("heard", "labels", "terse", "todos", "specs", "structure", "speakers"))
ADDRESSES = COLUMNS["addresses"] | COLUMNS["hosts"]


class Spots:
    """Where a text may hold something, by column: ascending offsets into it. A spot promises nothing.

    `told`: whether the text is what people said.
    """

    __slots__ = ("_columns", "_index", "flags", "told")

    def __init__(self, flags: int, index: int, columns: Mapping[str, Column], told: bool) -> None:
        self.flags = flags
        self.told = told
        self._index = index
        self._columns = columns

    def __getitem__(self, name: str) -> list[int]:
        if name not in self._columns:
            return []
        places, cuts = self._columns[name]
        return places[cuts[self._index] : cuts[self._index + 1]]


class Reading:
    """What the extractors share of one text."""

    def __init__(self, text: str, spots: Spots) -> None:
        self.text = text
        self.spots = spots
        self.lines = Lines(text)
