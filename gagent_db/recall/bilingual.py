"""Cut Indonesian words into the word pieces of their English meaning, since the vectors know only English.

``data/indonesian.txt`` has a word and its meaning on each line: ``bocor leak``. Words that are common in English
(``air``, ``jam``) are not in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from .wordpiece import DATA, WordPiece
from .words import indonesian_roots

_PLURALS = (("ies", "y"), ("s", ""), ("es", ""))
_LEAST_PLURAL = 4  # letters


class Bilingual(WordPiece):
    """The vocabulary, extended by the English meaning of Indonesian words, whatever their affixes."""

    def __init__(self, lines: Iterable[str], meanings: Iterable[str]) -> None:
        super().__init__(lines)
        self.meanings = dict(line.rstrip("\n").split(" ", 1) for line in meanings)
        self.named: defaultdict[str, list[str]] = defaultdict(list)  # an English word -> Indonesian words for it
        for word, meaning in self.meanings.items():
            self.named[meaning].append(word)

    @classmethod
    @cache
    def load(cls) -> Bilingual:
        """Return the vocabulary and word list that ship with the package, read once."""
        with (
            (DATA / "vocab.txt").open(encoding="utf-8") as lines,
            (DATA / "indonesian.txt").open(encoding="utf-8") as meanings,
        ):
            return cls(lines, meanings)

    def knows(self, word: str) -> bool:
        """Whether a lower-case word is a common English or Indonesian one."""
        return super().knows(word) or self._meaning(word) is not None

    def translations(self, word: str) -> tuple[str, ...]:
        """Return the words of the other language that mean the same as a lower-case word; () where none is known."""
        if (meaning := self._meaning(word)) is not None:
            return () if " " in meaning else (meaning,)
        forms = (word, *_singular(word))
        return next((tuple(self.named[form]) for form in forms if form in self.named), ())

    def _meaning(self, word: str) -> str | None:
        """Return the meaning of an Indonesian word, whatever its affixes; None for any other word."""
        roots = (word, *indonesian_roots(word)) if word.isascii() and word.isalpha() else ()
        return next((self.meanings[root] for root in roots if root in self.meanings), None)

    def _cut(self, word: str) -> tuple[int, ...]:
        cut = super()._cut
        english = word not in self.meanings and len(cut(word)) == 1
        meaning = None if english else self._meaning(word)
        return tuple(number for part in (meaning or word).split() for number in cut(part))


def _singular(word: str) -> list[str]:
    """Return what an English word may be the plural of."""
    if len(word) < _LEAST_PLURAL or word.endswith("ss"):
        return []
    return [word.removesuffix(ending) + last for ending, last in _PLURALS if word.endswith(ending)]
