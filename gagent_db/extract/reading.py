"""One pass over a message, shared by every extractor: its lower-cased form, the words that matter, its lines."""

from __future__ import annotations

from functools import cached_property

from gagent_db.extract.markup import Line, read_lines
from gagent_db.extract.prose_commands import COMMAND_WORDS
from gagent_db.extract.rules import lowered, spaced
from gagent_db.extract.statements import STATEMENT_WORDS

_VOCABULARY = STATEMENT_WORDS | COMMAND_WORDS


class Reading:
    """`low` and `plain` (punctuation as spaces) have the length of `text`; `words` are those some extractor knows."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.low = lowered(text)
        self.plain = spaced(self.low)
        self.words = _VOCABULARY.intersection(self.plain.split())

    @cached_property
    def lines(self) -> list[Line]:
        """The lines with their parts; read when the first extractor asks."""
        return read_lines(self.text)
