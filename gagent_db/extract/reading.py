"""One pass over a message, shared by every extractor: its lower-cased form, the words that matter, its lines."""

from __future__ import annotations

from functools import cached_property

from gagent_db.extract.markup import Line, read_lines
from gagent_db.extract.rules import lowered, spaced


class Reading:
    """What the extractors share of one text, each part made when the first of them asks.

    `low` and `plain` (punctuation as spaces) have the length of `text`; `words` are those of `plain` that stand in
    `vocabulary`.
    """

    def __init__(self, text: str, vocabulary: frozenset[str]) -> None:
        self.text = text
        self.vocabulary = vocabulary

    @cached_property
    def low(self) -> str:
        return lowered(self.text)

    @cached_property
    def plain(self) -> str:
        return spaced(self.low)

    @cached_property
    def words(self) -> frozenset[str]:
        return self.vocabulary.intersection(self.plain.split())

    @cached_property
    def lines(self) -> list[Line]:
        return read_lines(self.text)
