"""Which rules a text calls: where the words stand that a pattern cannot match without (`needs`).

A rule's anchors are known at once, what its pattern needs only after reading it. So a rule is first called by its
anchors, and learns its needs when these have called it often enough for that to pay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from string import ascii_lowercase, digits
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gagent_db.extract.needs import ANY, LETTERS, Need, Words, needs, width
from gagent_db.extract.rules import FLAGS, Speaker, lowered
from gagent_db.extract.sentences import ANNOUNCES, ANNOUNCING, GATE, RULES, SPLITTERS
from gagent_db.extract.vocabulary import U64, Ints, eight_bytes, padded

_FIRST_CUE = ANNOUNCING + 1  # of the numbers that stand for anchors, beside those of rules
_SPEAKERS: tuple[Speaker, ...] = ("user", "assistant", "people", "tool")
LONGEST = 1500  # characters of a sentence that is judged
OFTEN = 64  # calls of an anchor after which its rules learn what they need: that costs as much as so many sentences

_IN_WORD = bytes(1 if chr(code).isascii() and chr(code).isalnum() else 0 for code in range(256))
_MASKING = bytes(1 if chr(code) in '`"/\n' else 0 for code in range(256))
_MASKS = np.array([(1 << (8 * size)) - 1 for size in range(LETTERS + 1)], U64)
_TABLE_BITS = 16
_SPREAD = U64(0xD6E8FEB86659FD93)
_SECOND = U64(8 * LETTERS)
_FAR = 1 << 60
_SCHEME = 8  # characters of an address before its slashes
_LOOKED_AHEAD = 20  # characters that the end of a clause is told by
Keys = npt.NDArray[np.uint64]
Speakers = Callable[[Ints], Ints]
Match = Callable[[str, int, int], re.Match[str] | None]


def _key(word: str) -> int:
    return int.from_bytes(word.encode(), "little")


_SPLITS = np.array(sorted({_key(word[:LETTERS]) for word in SPLITTERS}), U64)


@cache
def _applying() -> npt.NDArray[np.bool_]:
    """[speaker, rule]: whether a user (0), an assistant (1), somebody (2), nobody (3) is read by it."""
    said = np.array([[rule.applies(speaker) for rule in RULES] for speaker in _SPEAKERS])
    return np.array([said[0], said[1], said.any(0), np.zeros_like(said[0])])


def _heard(learned: frozenset[int]) -> npt.NDArray[np.bool_]:
    """[speaker, call]: whether a call counts. An anchor counts where a rule that has not learned what it needs, or no
    rule, hangs on it."""
    applying = _applying()
    heard = np.zeros((len(applying), _FIRST_CUE + len(GATE.held)), np.bool_)
    heard[:, :ANNOUNCING] = applying
    heard[0, ANNOUNCING] = True
    waiting = applying.copy()
    waiting[:, list(learned - {ANNOUNCING})] = False
    numbers, starts = _held()
    heard[:, _FIRST_CUE:] = np.logical_or.reduceat(waiting[:, numbers], starts, 1)
    heard[:, _FIRST_CUE:][:, [not held for held in GATE.held]] = True
    heard[-1] = False
    return heard


@cache
def _held() -> tuple[Ints, Ints]:
    """The rules that hang on each anchor in a row, where no rule does the first; and where those of each begin."""
    held = [numbers or [0] for numbers in GATE.held]
    return np.concatenate([np.array(numbers) for numbers in held]), np.cumsum([0, *map(len, held[:-1])])


class Rows(NamedTuple):
    """What rules need, one row for each of the words, sorted by the slot of the first two of them."""

    keys: Keys  # first word, second
    thirds: Keys  # 0: any
    opens: npt.NDArray[np.bool_]
    ends: Ints  # how many words on a clause ends; 0: anywhere
    numbers: Ints  # of rules
    thens: Ints  # which of the patterns matches from the first word on


def _as_rows(columns: Iterable[Any]) -> Rows:
    return Rows(*map(np.asarray, columns, (U64, U64, np.bool_, np.int64, np.int64, np.int64)))


class Called:
    """Which rules are called by more than their anchors, and by what.

    `learned` has the numbers of these rules. `heard[speaker, call]`: whether a call counts when a user (0), an
    assistant (1), somebody (2), nobody (3) says it.
    """

    def __init__(self, learned: frozenset[int], rows: Rows, thens: Sequence[str]) -> None:
        self.learned = learned
        self.heard = _heard(learned)
        self._thens = thens
        self._matches = [_matching(then) for then in thens]
        self._reaches = np.array([_reach(then) for then in thens], np.int64)
        slots = _slots(rows.keys)
        order = np.argsort(slots, kind="stable")
        self._rows = _as_rows(column[order] for column in rows)
        self._slots = np.searchsorted(slots[order], np.arange((1 << _TABLE_BITS) + 1))

    @classmethod
    def by_anchors(cls) -> Called:
        """Nothing is called by anything else."""
        return cls(frozenset(), _as_rows([()] * len(Rows._fields)), [""])

    def knowing(self, needed: Mapping[int, Sequence[Need]]) -> Called:
        """The same with more rules and what each needs."""
        thens = list(self._thens)
        new: list[tuple[int, int, bool, int, int, int]] = []
        for number, several in needed.items():
            for need in several:
                then = len(thens) if need.then else 0
                thens += [need.then] if need.then else []
                new += [row for words in need.words for row in _rows(words, number, then)]
        if not new:
            return self
        both = zip(self._rows, _as_rows(zip(*new, strict=True)), strict=True)
        return Called(self.learned | needed.keys(), _as_rows(map(np.concatenate, both)), thens)

    def find(self, text: str, low: bytes, cued: Ints, cues: Ints, speakers: Speakers) -> tuple[Ints, Ints]:
        """(places, calls), ascending: the numbers of rules where `text` holds what they need, and `_FIRST_CUE` plus
        that of the anchor for the `cues` found at `cued` that call others. `low`: the text as `ascii_bytes` in lower
        case; `speakers`: who speaks at each of some places."""
        calls = _FIRST_CUE + cues
        calling = self.heard[2, calls]
        places, calls = cued[calling], calls[calling]
        if self.learned:
            at, rows = self._needed(_Words(low))
            numbers = self._rows.numbers[rows]
            # What nobody here can call is not read on; notes, where everybody is heard, read it all.
            heard = np.flatnonzero(self.heard[speakers(at), numbers] & (self._rows.thens[rows] > 0))
            meant = np.ones(len(at), np.bool_)
            meant[heard] = self._follow(text, low, at[heard], self._rows.thens[rows[heard]])
            places, calls = np.concatenate((places, at[meant])), np.concatenate((calls, numbers[meant]))
        order = np.argsort(places, kind="stable")
        return places[order], calls[order]

    def _follow(self, text: str, plain: bytes, places: Ints, thens: Ints) -> npt.NDArray[np.bool_]:
        """Whether each of these patterns matches at its place, or may match once code and quotes are masked."""
        low = lowered(text).replace("’", "'").replace("*", " ").replace("_", " ")
        match = self._matches
        found = [
            match[then](low, at, at + LONGEST) is not None
            for at, then in zip(places.tolist(), thens.tolist(), strict=True)
        ]
        return np.array(found, np.bool_) | _before_mask(plain, places, self._reaches[thens])

    def _needed(self, words: _Words) -> tuple[Ints, Ints]:
        """(places, rows): where the words of each row stand."""
        rows_of = self._rows
        pairs = words.keys[:-1] | words.keys[1:] << _SECOND
        at, rows = (np.concatenate(both) for both in zip(self._found(pairs), self._found(words.keys[:-1]), strict=True))
        thirds = rows_of.thirds[rows]
        kept = (thirds == 0) | (thirds == words.keys[np.minimum(at + 2, len(words.keys) - 1)])
        at, rows = at[kept], rows[kept]
        kept = ~rows_of.opens[rows] | words.opens(at)
        at, rows = at[kept], rows[kept]
        kept = (rows_of.ends[rows] == 0) | words.ends_before(at + rows_of.ends[rows])
        return words.starts[at[kept]], rows[kept]

    def _found(self, keys: Keys) -> tuple[Ints, Ints]:
        """(words, rows): the rows of each word that has some."""
        slots = _slots(keys)
        first = self._slots[slots]
        counts = self._slots[slots + 1] - first
        held = np.flatnonzero(counts)
        counts = counts[held]
        ends = np.cumsum(counts)
        rows = np.arange(ends[-1] if len(ends) else 0) + np.repeat(first[held] - ends + counts, counts)
        at = np.repeat(held, counts)
        same = self._rows.keys[rows] == keys[at]
        return at[same], rows[same]


@cache
def _matching(then: str) -> Match:
    return re.compile(then).match


@cache
def _reach(then: str) -> int:
    """Characters that a pattern may look at."""
    return min(width(then) + _LOOKED_AHEAD, LONGEST)


class Learner:
    """Counts what is called, and has rules that are called often learn what they need."""

    def __init__(self) -> None:
        self.called = Called.by_anchors()
        self._counts = np.zeros(len(GATE.held), np.int64)
        self._asked: set[int] = set()

    def count(self, cues: Ints) -> None:
        """Anchors that were found."""
        self._counts += np.bincount(cues, minlength=len(self._counts))
        often = np.flatnonzero(self._counts >= OFTEN)
        self._counts[often] = -_FAR
        numbers = {number for cue in often.tolist() for number in GATE.held[cue]} - self._asked
        if numbers:
            self.learn(numbers | {ANNOUNCING})

    def learn(self, numbers: Iterable[int]) -> None:
        """Have these rules (or `ANNOUNCING`) learn what they need."""
        new = set(numbers) - self._asked
        self._asked |= new
        found = {number: _needs(number) for number in new}
        self.called = self.called.knowing({number: several for number, several in found.items() if several})


def _needs(number: int) -> list[Need]:
    if number == ANNOUNCING:
        return needs(ANNOUNCES, 0)
    return needs(RULES[number].source, FLAGS, RULES[number].anchors)


def _before_mask(plain: bytes, places: Ints, reaches: Ints) -> npt.NDArray[np.bool_]:
    """Whether code, an address or quoted speech may begin so shortly behind each place, in the same line."""
    letters = np.frombuffer(plain + b"\n", np.uint8)
    marks = np.flatnonzero(np.frombuffer(plain.translate(_MASKING), np.bool_))
    address = (letters[marks - 1] == 58) & (letters[marks + 1] == 47)
    marks = np.append(marks[(letters[marks] != 47) | address], len(plain))
    following = marks[np.searchsorted(marks, places)]
    return (letters[following] != 10) & (following - _SCHEME < places + reaches)


def _slots(keys: Keys) -> Ints:
    return ((keys * _SPREAD) >> U64(64 - _TABLE_BITS)).astype(np.int64)


def _rows(found: Words, rule: int, then: int) -> Iterable[tuple[int, int, bool, int, int, int]]:
    """A row of `Rows` for each letter that `ANY` stands for."""
    *known, last = found.words
    letters = ("", *ascii_lowercase, *digits) if last.endswith(ANY) else ("",)
    for letter in letters:
        words: Sequence[str] = (*known, last.rstrip(ANY) + letter, "", "")
        key = _key(words[0]) | _key(words[1]) << 8 * LETTERS
        yield key, _key(words[2]), found.opens, len(found.words) if found.ends else 0, rule, then


class _Words:
    """The words of a text, apart from each other at anything but letters and digits, by their first letters.

    One without letters stands behind the last.
    """

    def __init__(self, low: bytes) -> None:
        text = padded(low)
        inside = np.frombuffer(text.translate(_IN_WORD), np.uint8)
        edges = np.flatnonzero(inside[1:] != inside[:-1]) + 1
        if inside[0]:
            edges = np.concatenate((np.zeros(1, np.int64), edges))
        self.letters = np.frombuffer(text, np.uint8)
        self.starts, self.stops = edges[::2], edges[1::2]
        keys = eight_bytes(np.frombuffer(text, "<u8"), self.starts)
        keys &= _MASKS[np.minimum(self.stops - self.starts, LETTERS)]
        self.keys = np.append(keys, U64(0))
        # Whether no more than a space stands before a word.
        self.joined = np.zeros(len(self.keys), np.bool_)
        self.joined[1:-1] = (self.starts[1:] - self.stops[:-1] == 1) & (self.letters[self.stops[:-1]] == 32)

    def opens(self, words: Ints) -> npt.NDArray[np.bool_]:
        """Whether a clause may begin with each of these words."""
        return self.ends_before(words) | _among(self.keys[words - 1], _SPLITS)

    def ends_before(self, words: Ints) -> npt.NDArray[np.bool_]:
        """Whether a clause may end before each of these words."""
        return ~self.joined[words] | _among(self.keys[words], _SPLITS)


def _among(keys: Keys, some: Keys) -> npt.NDArray[np.bool_]:
    return some[np.minimum(np.searchsorted(some, keys), len(some) - 1)] == keys
