"""Find the words of a vocabulary in a long text at once: word bounds and hashes as arrays, one table lookup a word.

Words are those of `rules.spaced`. The text is given as ASCII bytes in lower case, one byte a character.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gagent_db.extract.rules import spaced

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.uint32]
U64 = np.uint64
_LONGEST = 16  # bytes of a word that are compared
_PAD = b" " * 32
_MASKS = np.array([(1 << (8 * size)) - 1 for size in range(9)], dtype=U64)
_SECOND_HALF, _SPREAD = U64(0x9E3779B97F4A7C15), U64(0xD6E8FEB86659FD93)
_TABLE_BITS = 16
_IN_WORD = bytes(0 if (code < 128 and spaced(chr(code)).isspace()) or chr(code) == "?" else 1 for code in range(256))
_APOSTROPHE = ord("'")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text: where each begins and ends, and its hash."""

    starts: Ints
    ends: Ints
    keys: npt.NDArray[np.uint64]


def ascii_bytes(text: str) -> bytes:
    """`text` with one byte a character: what is not ASCII is `?`, typographic apostrophes and dashes are plain."""
    if not text.isascii():
        text = text.replace("’", "'").replace("—", "-").replace("–", "-").replace("\u212a", "k")
    return text.encode("ascii", "replace")


def padded(low: bytes) -> bytes:
    """With spaces behind it, so that eight bytes can be read from any place."""
    return low + _PAD[: 24 + -len(low) % 8]


def split_words(low: bytes) -> Words:
    """All words of a lower-cased ASCII text."""
    text = padded(low)
    inside = np.frombuffer(text.translate(_IN_WORD), np.uint8)
    edges = np.flatnonzero(inside[1:] != inside[:-1]) + 1
    if inside[0]:
        edges = np.concatenate((np.zeros(1, np.int64), edges))
    letters = np.frombuffer(text, np.uint8)
    starts, ends = edges[::2], edges[1::2]
    starts = starts + (letters[starts] == _APOSTROPHE)
    ends = np.maximum(ends - (letters[ends - 1] == _APOSTROPHE), starts)
    blocks = np.frombuffer(text, "<u8")
    sizes = np.minimum(ends - starts, _LONGEST)
    keys = eight_bytes(blocks, starts) & _MASKS[np.minimum(sizes, 8)]
    long = np.flatnonzero(sizes > 8)
    keys[long] ^= (eight_bytes(blocks, starts[long] + 8) & _MASKS[sizes[long] - 8]) * _SECOND_HALF
    return Words(starts, ends, keys)


def eight_bytes(blocks: npt.NDArray[Any], at: Ints) -> npt.NDArray[np.uint64]:
    """The eight bytes from each offset on."""
    block = at >> 3
    shift = ((at & 7) << 3).astype(U64)
    head: npt.NDArray[np.uint64] = blocks[block] >> shift
    return head | ((blocks[block + 1] << (U64(63) - shift)) << U64(1))


class Vocabulary:
    """Words with a number each, from 1; 0 is any other word."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = ["", *sorted(set(words))]
        self.numbers = {word: number for number, word in enumerate(self.words)}
        self._keys = np.concatenate(
            (np.zeros(1, U64), split_words(ascii_bytes("\n".join(self.words[1:])).lower()).keys)
        )
        self._order = np.argsort(self._keys).astype(np.int16)
        self._sorted = self._keys[self._order]
        self._table = np.zeros(1 << _TABLE_BITS, np.int16)
        self._table[_slots(self._keys[1:])] = np.arange(1, len(self._keys))

    def find(self, words: Words) -> npt.NDArray[np.int16]:
        """The number of each word."""
        numbers = self._table[_slots(words.keys)]
        held = np.flatnonzero(numbers != 0)
        other = held[self._keys[numbers[held]] != words.keys[held]]
        keys = words.keys[other]
        nearest = np.minimum(np.searchsorted(self._sorted, keys), len(self._sorted) - 1)
        numbers[other] = np.where(self._sorted[nearest] == keys, self._order[nearest], 0)
        return numbers


def _slots(keys: npt.NDArray[np.uint64]) -> Ints:
    return ((keys * _SPREAD) >> U64(64 - _TABLE_BITS)).astype(np.int64)
