"""WordPiece tokenizer, as in uncased BERT: cuts words into the pieces of a fixed vocabulary."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "data"
UNKNOWN, START, END = 100, 101, 102  # [UNK], [CLS], [SEP] of the vocabulary
_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")
_CJK = re.compile("([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])")
_MAX_WORD = 100
_LONGEST_PIECE = 18
_CACHE_SIZE = 300_000


class WordPiece(dict[str, tuple[int, ...]]):
    """A vocabulary, and a cache of words -> the numbers of their pieces; a missing word is cut when looked up."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__()
        self.vocabulary = {line.rstrip("\n"): number for number, line in enumerate(lines)}

    @classmethod
    @cache
    def load(cls) -> WordPiece:
        """Return the uncased BERT vocabulary of 30,522 pieces, read once."""
        with (DATA / "vocab.txt").open(encoding="utf-8") as lines:
            return cls(lines)

    @property
    def foreign(self) -> list[int]:
        """The numbers of the pieces in other scripts than Latin: mostly single letters, which mean nothing alone."""
        others = ((piece, number) for piece, number in self.vocabulary.items() if not piece.isascii())
        return [number for piece, number in others if any(map(_is_foreign, piece))]

    def knows(self, word: str) -> bool:
        """Whether a lower-case word is a single piece, as common English words and names are."""
        return self[word] != (UNKNOWN,) and len(self[word]) == 1

    def pieces(self, text: str) -> list[int]:
        """Return the numbers of the pieces of a text, without [CLS] and [SEP]."""
        if len(self) > _CACHE_SIZE:
            self.clear()
        return [number for word in _TOKEN.findall(normalized(text)) for number in self[word]]

    def __missing__(self, word: str) -> tuple[int, ...]:
        found = self[word] = self._cut(word)
        return found

    def _cut(self, word: str) -> tuple[int, ...]:
        """Cut a word, longest piece first; a word with a part that is no piece is unknown as a whole."""
        if len(word) > _MAX_WORD:
            return (UNKNOWN,)
        numbers = []
        start = 0
        while start < len(word):
            for end in range(min(len(word), start + _LONGEST_PIECE), start, -1):
                number = self.vocabulary.get(word[start:end] if start == 0 else "##" + word[start:end])
                if number is not None:
                    numbers.append(number)
                    start = end
                    break
            else:
                return (UNKNOWN,)
        return tuple(numbers)


def _is_foreign(char: str) -> bool:
    """Whether this is a letter, or a mark on one, of another script than Latin."""
    return char > "\u024f" and unicodedata.category(char)[0] in "LM"


def normalized(text: str) -> str:
    """Return the text in lower case, without accents, with spaces around CJK characters."""
    text = text.lower()
    if text.isascii():
        return text
    folded = "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char) != "Mn")
    return _CJK.sub(r" \1 ", folded)
