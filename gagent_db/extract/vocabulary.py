"""The words of a long text as numpy arrays, and a vocabulary that looks each of them up in one table.

A word is a run of ASCII letters and digits. The text is given as bytes in lower case, one byte per character.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.uint64]
Keys = npt.NDArray[np.uint64]
U64 = np.uint64
APART = 32  # what a word may be takes the lower 32 bits; the same for its contraction ("didn" of "didn't"), the upper
SIGN = "\x01"  # stands for any of the signs that tick something off; counts as a word
_SIGNS = "✔✅✓☑"
_PLAIN = {"’": "'", "—": "-", "–": "-", "\u212a": "k"} | dict.fromkeys(_SIGNS, SIGN)
_PAD = b" " * 16
_ALL = slice(None)
_MASKS = np.array([(1 << (8 * size)) - 1 for size in range(9)], dtype=U64)
_SECOND_HALF, _SPREAD = U64(0x9E3779B97F4A7C15), U64(0xD6E8FEB86659FD93)
_TABLE_BITS = 16
_APART, _UNCONTRACTED = U64(APART), U64((1 << APART) - 1)
_APOSTROPHE = ord("'")
_IN_WORD = bytes(1 if (code < 128 and chr(code).isalnum()) or chr(code) == SIGN else 0 for code in range(256))
_WORD_LETTERS = np.frombuffer(_IN_WORD, np.bool_)


def ascii_bytes(text: str) -> bytes:
    """Return `text` with one byte per character: `?` for what is not ASCII, except that typographic apostrophes and
    dashes become plain ones and signs that tick off become `SIGN`."""
    if not text.isascii():
        for letter, plain in _PLAIN.items():
            text = text.replace(letter, plain)
    return text.encode("ascii", "replace")


class Words:
    """The words of a text: where each begins and ends (`starts`, `ends`), its size, and its first eight letters as a
    number (`keys`). `letters`: the text's bytes with some spaces appended, so that looking ahead needs no check."""

    __slots__ = ("_eight", "ends", "keys", "letters", "sizes", "starts")

    def __init__(self, low: bytes) -> None:
        text = low + _PAD
        self.letters = np.frombuffer(text, np.uint8)
        inside = np.frombuffer(text.translate(_IN_WORD), np.bool_)
        edges = np.flatnonzero(inside[1:] != inside[:-1]) + 1
        if inside[0]:
            edges = np.concatenate((np.zeros(1, np.int64), edges))
        self.starts, self.ends = np.ascontiguousarray(edges[::2]), np.ascontiguousarray(edges[1::2])
        self._eight: Keys = np.ndarray((len(text) - 7,), "<u8", text, 0, (1,))  # the eight letters from each offset on
        self.sizes = self.ends - self.starts
        self.keys = self._eight[self.starts] & _MASKS[np.minimum(self.sizes, 8)]

    def whole(self, some: Ints | slice = _ALL) -> Keys:
        """Return a number for each of some words, made of its first sixteen letters."""
        keys, starts, rest = self.keys[some].copy(), self.starts[some], self.sizes[some] - 8
        long = np.flatnonzero(rest > 0)
        keys[long] ^= (self._eight[starts[long] + 8] & _MASKS[np.minimum(rest[long], 8)]) * _SECOND_HALF
        return keys

    def contracted(self, some: Ints) -> npt.NDArray[np.bool_]:
        """Return whether each of these words goes on behind an apostrophe, as "didn" of "didn't" does."""
        ends = self.ends[some]
        return (self.letters[ends] == _APOSTROPHE) & _WORD_LETTERS[self.letters[ends + 1]]

    def hashes(
        self, part: Literal["whole", "beginning", "ending"], some: Ints | slice = _ALL
    ) -> npt.NDArray[np.uint32]:
        """Return a hash of each of some words: of its first sixteen, its first four or its last three letters."""
        if part == "whole":
            letters = self.whole(some)
        elif part == "beginning":
            letters = self.keys[some] & _MASKS[4]
        else:
            letters = self._eight[np.maximum(self.ends[some] - 3, 0)] & _MASKS[3]
        return ((letters * _SPREAD) >> U64(32)).astype(np.uint32)


class Vocabulary:
    """A set of words with what each may be, as bits: a hash table in arrays, asked for many words at once."""

    def __init__(self, kinds: Mapping[str, int]) -> None:
        words = Words("\n".join(kinds).encode())
        keys, slots = words.whole(), _slots(words.keys)
        self._kinds = np.zeros(1 << _TABLE_BITS, U64)
        np.bitwise_or.at(self._kinds, slots, np.array(list(kinds.values()), U64))
        self._taken = self._kinds != 0
        self._keys = np.zeros(1 << _TABLE_BITS, U64)
        self._keys[slots] = keys
        self._keys[slots[self._keys[slots] != keys]] = 0  # several words share the slot: any word counts as known there

    def find(self, words: Words) -> Flags:
        """Return the bits of each word; 0 for a word that is not in the vocabulary."""
        slots = _slots(words.keys)
        held = np.flatnonzero(self._taken[slots])
        slots = slots[held]
        letters, starts = words.letters, words.starts[held]
        known = self._kinds[slots]
        known = np.where(words.contracted(held), known >> _APART, known & _UNCONTRACTED)
        known[(letters[starts - 1] == _APOSTROPHE) & _WORD_LETTERS[letters[starts - 2]]] = 0  # the "t" of "didn't"
        keys = self._keys[slots]
        known[(keys != words.whole(held)) & (keys != 0)] = 0
        kinds = np.zeros(len(words.keys), U64)
        kinds[held] = known
        return kinds


class Pairs:
    """A set of word pairs (two words in a row). A contracted word counts by its beginning: "don" of "don't"."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        words = Words("\n".join(f"{first} {second}" for first, second in pairs).encode())
        self._keys = np.sort(_paired(words, np.arange(0, len(words.keys), 2), np.arange(1, len(words.keys), 2)))

    def begun_by(self, words: Words, first: Ints) -> Ints:
        """Return those of the words `first` (indexes) that begin a pair of the set; a contracted word may too."""
        second = np.minimum(first + 1 + words.contracted(first), len(words.keys) - 1)
        keys = _paired(words, first, second)
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return first[self._keys[places] == keys]


def _paired(words: Words, first: Ints, second: Ints) -> Keys:
    """Return a number for each pair of words."""
    return words.whole(first) * _SPREAD ^ words.whole(second)


def _slots(keys: Keys) -> Ints:
    return ((keys * _SPREAD) >> U64(64 - _TABLE_BITS)).astype(np.int64)
