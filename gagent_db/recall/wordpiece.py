"""WordPiece, as BERT cuts text (uncased): words into the pieces of a fixed vocabulary."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

DATA = Path(__file__).parent / "data"
UNKNOWN, START, END = 100, 101, 102  # [UNK], [CLS], [SEP] of the vocabulary
_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")
_CJK = re.compile("([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])")
_MAX_WORD = 100
_CACHE_SIZE = 300_000


class WordPiece:
    """A vocabulary and a cache of the words already cut."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.vocabulary = {line.rstrip("\n"): number for number, line in enumerate(lines)}
        self._cache: dict[str, tuple[int, ...]] = {}

    @classmethod
    def load(cls) -> WordPiece:
        """The BERT uncased vocabulary of 30,522 pieces."""
        with (DATA / "vocab.txt").open(encoding="utf-8") as lines:
            return cls(lines)

    def pieces(self, text: str) -> list[int]:
        """The numbers of the pieces of a text, without [CLS] and [SEP]."""
        numbers: list[int] = []
        for word in _TOKEN.findall(normalized(text)):
            numbers.extend(self._cache.get(word) or self._word(word))
        return numbers

    def _word(self, word: str) -> tuple[int, ...]:
        found = self._cut(word)
        if len(self._cache) >= _CACHE_SIZE:
            self._cache.clear()
        self._cache[word] = found
        return found

    def _cut(self, word: str) -> tuple[int, ...]:
        """Longest piece first; a word with a part that is in no piece is unknown as a whole."""
        if len(word) > _MAX_WORD:
            return (UNKNOWN,)
        numbers = []
        start = 0
        while start < len(word):
            for end in range(len(word), start, -1):
                number = self.vocabulary.get(word[start:end] if start == 0 else "##" + word[start:end])
                if number is not None:
                    numbers.append(number)
                    start = end
                    break
            else:
                return (UNKNOWN,)
        return tuple(numbers)


def normalized(text: str) -> str:
    """Lower case, no accents, CJK characters apart."""
    text = text.lower()
    if text.isascii():
        return text
    folded = "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char) != "Mn")
    return _CJK.sub(r" \1 ", folded)
