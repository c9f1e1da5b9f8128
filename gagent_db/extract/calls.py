"""Which rules a text calls: where the words stand that a pattern cannot match without (`needs`), read from a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .lazy import lazy
from .needs_table import (
    ANY,
    BEHIND,
    BETWEEN,
    ENDS,
    IN_A_ROW,
    LETTERS,
    OPENS,
    Entry,
    read_table,
)
from .phrases import INTERJECTIONS
from .rules import lowered
from .sentences import ABBREVIATIONS, ANNOUNCING, CALLED, LONGEST, RULES, SPLITTERS
from .vocabulary import U64, Ints, Keys, Words, ascii_bytes
from .votes import KINDS, SOMEBODY

_MASKING = bytes(1 if chr(code) in '`"/\n' else 0 for code in range(256))
_MASK = U64((1 << (8 * LETTERS)) - 1)
_LAST_LETTER = U64(8 * (LETTERS - 1))
_ANY_LETTER = np.frombuffer(b"\0abcdefghijklmnopqrstuvwxyz0123456789", np.uint8).astype(U64) << _LAST_LETTER
_NO_WORD = np.full(IN_A_ROW - 1, ~_MASK)  # behind the last
_TABLE_BITS = 17
_BEHIND = 2
_MOST_INTERJECTIONS = 6
_SPREADS = np.array([0xD6E8FEB86659FD93, 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], U64)
_SCHEME = 8  # characters of an address before its slashes
_LOOKED_AHEAD = 20  # characters that the end of a clause is told by
Bools = npt.NDArray[np.bool_]


class Calls(NamedTuple):
    """Where rules are called, ascending, and which: their numbers, behind them those of `CALLED`."""

    places: Ints
    numbers: Ints


@cache
def heard() -> Bools:
    """[speaker, number]: whether a call counts when this speaker makes it."""
    user, assistant = ([rule.applies(who) for rule in RULES] for who in ("user", "assistant"))
    others = [number != ANNOUNCING for number in range(len(RULES), len(RULES) + len(CALLED))]
    said = np.array([user + [True] * len(CALLED), assistant + others])
    return np.array([said[0], said[1], said.any(0)])


def find_calls(text: str, words: Words, speakers: Ints, sentences: Ints, judged: Bools) -> Calls:
    """The calls in a text that count when `speakers` say them: who says each of the words. `sentences`: which of them
    each word stands in; `judged`: [sentence, kind of `votes.KINDS`], what rules may find there."""
    return _needed().find(text, words, speakers, sentences, judged)


def calls_in(text: str) -> Calls:
    """The calls in a text, whoever speaks."""
    words = Words(ascii_bytes(text).lower())
    sentences = sentences_of(words)
    judged = np.ones((len(sentences) and sentences[-1] + 1, len(KINDS)), np.bool_)
    return find_calls(text, words, np.full(len(words.starts), SOMEBODY), sentences, judged)


@cache
def _needed() -> _Needed:
    return _Needed(read_table())


class _Needed:
    """What rules need, as rows: up to three words in a row.

    Of each row: whether the first word begins a clause, perhaps `_BEHIND` interjections, on how many words one ends
    (0: anywhere), the number of the rule, which pattern matches from the first word on (0: not known), and which
    group of words stands beside it, in the same sentence (0: any).
    """

    def __init__(self, table: Iterable[Entry]) -> None:
        needs = [(number, *need) for number, entry in enumerate(table) for need in entry]
        groups = {beside: group for group, beside in enumerate(dict.fromkeys(["", *(need[-1] for need in needs)]))}
        rows, others = _read_rows([words for _, words, *_ in needs]), _read_rows([*groups][1:])
        self._opens, self._ends = rows.opens, rows.ends
        self._numbers = np.array([number for number, *_ in needs])[rows.entries]
        kinds = [KINDS.index(rule.kind) for rule in RULES] + [KINDS.index("decision")] * len(CALLED)
        self._kinds = np.array(kinds)[self._numbers]
        self._thens = np.array([place if then else 0 for place, (_, _, then, *_) in enumerate(needs, 1)])[rows.entries]
        self._patterns = [lazy(""), *(lazy(then) for _, _, then, *_ in needs)]
        self._reaches = np.array([0, *(min(width + _LOOKED_AHEAD, LONGEST) for *_, width, _ in needs)])
        self._besides, self._most_groups = np.array([groups[need[-1]] for need in needs])[rows.entries], len(groups)
        self._known = _Known(np.concatenate((rows.hashes, others.hashes)))
        self._groups = _Lists(self._known.find(others.hashes)[1], others.entries + 1, self._known.size)
        speakers, heard_rows = np.nonzero(heard()[:, self._numbers])
        places = self._known.find(rows.hashes)[1][heard_rows] + speakers * self._known.size
        self._heard_rows = _Lists(places, heard_rows, (SOMEBODY + 1) * self._known.size)

    def find(self, text: str, words: Words, speakers: Ints, sentences: Ints, judged: Bools) -> Calls:
        at, rows = self._rows_at(words, speakers, sentences, judged)
        places, thens = words.starts[at], self._thens[rows]
        kept = np.flatnonzero(self._follow(text, words, places, thens))
        kept = kept[np.argsort(places[kept], kind="stable")]
        return Calls(places[kept], self._numbers[rows[kept]])

    def _rows_at(self, words: Words, speakers: Ints, sentences: Ints, judged: Bools) -> tuple[Ints, Ints]:
        """(words, rows): where the words of each row stand that is heard, with what stands beside it."""
        keys = np.concatenate((words.keys & _MASK, _NO_WORD))
        found = [self._known.find(hashes) for hashes in _hashes(keys)]
        known, places = (np.concatenate(parts) for parts in zip(*found, strict=True))
        which, rows = self._heard_rows.of(places + speakers[known] * self._known.size)
        at = known[which]
        kept = np.flatnonzero(judged.ravel()[sentences[at] * len(KINDS) + self._kinds[rows]])
        at, rows = at[kept], rows[kept]
        bounds = _Bounds(words, keys)
        ends = self._ends[rows]
        kept = np.flatnonzero((ends == 0) | bounds.ends_before(at + ends))
        at, rows = at[kept], rows[kept]
        opens = self._opens[rows]
        kept = np.flatnonzero((opens == 0) | bounds.opens(at, opens == _BEHIND))
        at, rows = at[kept], rows[kept]
        held = np.zeros((len(judged), self._most_groups), np.bool_)
        held[:, 0] = True
        which, groups = self._groups.of(places)
        held[sentences[known[which]], groups] = True
        kept = np.flatnonzero(held[sentences[at], self._besides[rows]])
        return at[kept], rows[kept]

    def _follow(self, text: str, words: Words, places: Ints, thens: Ints) -> Bools:
        """Whether each of these patterns matches at its place, or may match once code and quotes are masked."""
        low = lowered(text).replace("’", "'").replace("*", " ").replace("_", " ")
        pairs = zip(places.tolist(), thens.tolist(), strict=True)
        patterns = self._patterns
        found = np.array([patterns[then].match(low, at, at + LONGEST) is not None for at, then in pairs], np.bool_)
        missed = np.flatnonzero(~found)
        found[missed] = _before_mask(words, places[missed], self._reaches[thens[missed]])
        return found


class _Known:
    """Numbers, each of which has its place among them."""

    def __init__(self, numbers: Keys) -> None:
        ascending = np.sort(numbers)  # as their slots are
        self._numbers = ascending[np.append(True, ascending[1:] != ascending[:-1])]  # np.unique imports numpy.ma
        self.size = len(self._numbers)
        used = np.bincount(_slots(self._numbers), minlength=1 << _TABLE_BITS)
        self._taken, self._most = used > 0, int(used.max())
        self._first = np.cumsum(used) - used
        self._numbers = np.append(self._numbers, np.zeros(self._most, U64))

    def find(self, numbers: Keys) -> tuple[Ints, Ints]:
        """(which, places) of the numbers that are known."""
        slots = _slots(numbers)
        which = np.flatnonzero(self._taken[slots])
        places, numbers = self._first[slots[which]], numbers[which]
        for _ in range(self._most - 1):
            places += self._numbers[places] != numbers
        same = np.flatnonzero(self._numbers[places] == numbers)
        return which[same], places[same]


class _Lists:
    """Lists of numbers, one for each key."""

    def __init__(self, keys: Ints, numbers: Ints, size: int) -> None:
        self._numbers = numbers[np.argsort(keys)]
        self._bounds = np.append(0, np.cumsum(np.bincount(keys, minlength=size)))

    def of(self, keys: Ints) -> tuple[Ints, Ints]:
        """(which of the keys, number) for each number in the list of each."""
        first = self._bounds[keys]
        counts = self._bounds[keys + 1] - first
        which = np.repeat(np.arange(len(keys)), counts)
        return which, self._numbers[np.arange(len(which)) + (first - np.cumsum(counts) + counts)[which]]


def _hashes(keys: Keys) -> list[Keys]:
    """One number for the first, the first two and the first three words from each on; behind the last stands
    `_NO_WORD`."""
    size = len(keys) - len(_NO_WORD)
    found = [keys[:size] * _SPREADS[0]]
    for at in range(1, IN_A_ROW):
        found.append(found[-1] ^ keys[at : size + at] * _SPREADS[at])
    return found


class _ReadRows(NamedTuple):
    """Rows of a table: the entry each belongs to, its words as a number, whether it begins a clause (1, or `_BEHIND`
    interjections), on how many words it ends one (0: anywhere)."""

    entries: Ints
    hashes: Keys
    opens: Ints
    ends: Ints


def _read_rows(entries: Sequence[str]) -> _ReadRows:
    """The rows that each entry lists. One with `ANY` letter is one for each of them."""
    written = BETWEEN.join(entries)
    words = Words(written.encode())
    bars = np.flatnonzero(words.letters == ord(BETWEEN))
    starts, ends = np.append(0, bars + 1), np.append(bars, len(written))
    first = np.searchsorted(words.starts, starts)
    sizes = np.diff(np.append(first, len(words.starts)))
    keys = np.zeros((len(starts), IN_A_ROW), U64)
    for at in range(IN_A_ROW):
        held = sizes > at
        keys[held, at] = words.keys[first[held] + at]
    opens = (words.letters[starts] == ord(OPENS)) + _BEHIND * (words.letters[starts] == ord(BEHIND))
    ended = words.letters[ends - 1] == ord(ENDS)
    last = words.letters[words.ends[first + sizes - 1]] == ord(ANY)
    counts = np.where(last, len(_ANY_LETTER), 1)
    rows = np.repeat(np.arange(len(starts)), counts)
    place = np.arange(len(rows))
    keys = keys[rows]
    keys[place, sizes[rows] - 1] |= _ANY_LETTER[place - (np.cumsum(counts) - counts)[rows]]
    entry = np.repeat(np.arange(len(entries)), [one.count(BETWEEN) + 1 for one in entries])
    return _ReadRows(entry[rows], np.bitwise_xor.reduce(keys * _SPREADS, 1), opens[rows], (ended * sizes)[rows])


def _before_mask(words: Words, places: Ints, reaches: Ints) -> Bools:
    """Whether code, an address or quoted speech may begin so shortly behind each place, in the same line."""
    letters = words.letters
    marks = np.flatnonzero(np.frombuffer(letters.tobytes().translate(_MASKING), np.bool_))
    address = (letters[marks - 1] == 58) & (letters[marks + 1] == 47)
    marks = np.append(marks[(letters[marks] != 47) | address], len(letters) - 1)
    following = marks[np.searchsorted(marks, places)]
    return (letters[following] != 10) & (following - _SCHEME < places + reaches)


def sentences_of(words: Words) -> Ints:
    """In which sentence each word stands, where one ends for sure: with a line, behind "!" or behind a full stop that
    is no abbreviation's."""
    letters, ends = words.letters, words.ends
    mark = letters[ends]
    stops = np.flatnonzero(((mark == ord(".")) | (mark == ord("!"))) & (letters[ends + 1] == ord(" ")))
    short = (ends[stops] - words.starts[stops] < 2) | (letters[words.starts[stops]] < ord("a"))
    short |= _SHORT[_slots_of_keys(words.keys[stops] & _MASK)]
    sure = stops[(mark[stops] == ord("!")) | ~short]
    begins = np.zeros(len(ends) + 1, np.int64)
    begins[sure + 1] = 1
    begins[np.searchsorted(words.starts, np.flatnonzero(letters == ord("\n")))] = 1
    begins[0] = 0  # the first sentence is that of the first word
    return np.cumsum(begins[:-1])


def _slots(hashes: Keys) -> Ints:
    return (hashes >> U64(64 - _TABLE_BITS)).astype(np.int64)


class _Bounds:
    """Where clauses may begin and end. `keys`: the first letters of the words, and of those behind the last."""

    def __init__(self, words: Words, keys: Keys) -> None:
        self._keys = keys
        # Whether no more than a space stands before a word.
        self._joined = np.zeros(len(keys), np.bool_)
        self._joined[1 : len(words.starts)] = (words.starts[1:] - words.ends[:-1] == 1) & (
            words.letters[words.ends[:-1]] == 32
        )

    def opens(self, words: Ints, behind: Bools) -> Bools:
        """Whether a clause may begin with each of these words, or before the interjections it stands `behind`."""
        found = self._begins(words)
        waiting = np.flatnonzero(behind & ~found)
        for back in range(1, _MOST_INTERJECTIONS + 1):
            waiting = waiting[_INTERJECTIONS[_slots_of_keys(self._keys[words[waiting] - back])]]
            begun = self._begins(words[waiting] - back)
            found[waiting[begun]] = True
            waiting = waiting[~begun]
        found[waiting] = True  # behind more of them than are looked at
        return found

    def _begins(self, words: Ints) -> Bools:
        return self.ends_before(words) | _SPLITS[_slots_of_keys(self._keys[words - 1])]

    def ends_before(self, words: Ints) -> Bools:
        """Whether a clause may end before each of these words."""
        return ~self._joined[words] | _SPLITS[_slots_of_keys(self._keys[words])]


def _slots_of_keys(keys: Keys) -> Ints:
    return _slots(keys * _SPREADS[0])


def _table(words: str) -> Bools:
    """Whether a word may be one of these, by its slot."""
    table = np.zeros(1 << _TABLE_BITS, np.bool_)
    table[_slots_of_keys(Words(words.encode()).keys & _MASK)] = True
    return table


_SPLITS, _INTERJECTIONS, _SHORT = _table(" ".join(SPLITTERS)), _table(INTERJECTIONS), _table(" ".join(ABBREVIATIONS))
