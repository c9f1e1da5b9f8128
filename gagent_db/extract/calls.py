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
from .sentences import ANNOUNCING, CALLED, LONGEST, RULES, SPLITTERS
from .vocabulary import U64, Ints, Keys, Words, ascii_bytes

USER, ASSISTANT, SOMEBODY = range(3)  # who speaks

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


def find_calls(text: str, words: Words, speakers: Ints) -> Calls:
    """The calls in a text that count when `speakers` say them: who says each of the words."""
    return _needed().find(text, words, speakers)


def calls_in(text: str) -> Calls:
    """The calls in a text, whoever speaks."""
    words = Words(ascii_bytes(text).lower())
    return find_calls(text, words, np.full(len(words.starts), SOMEBODY))


@cache
def _needed() -> _Needed:
    return _Needed(read_table())


class _Needed:
    """What rules need, as rows: up to three words in a row.

    Of each row: whether the first word begins a clause, perhaps `_BEHIND` interjections, on how many words one ends
    (0: anywhere), the number of the rule, which pattern matches from the first word on (0: not known), and which
    words stand beside it, in the same line (0: any).
    """

    def __init__(self, table: Iterable[Entry]) -> None:
        needs = [(number, *need) for number, entry in enumerate(table) for need in entry]
        rows = _read_rows([words for _, words, *_ in needs])
        self._rows, self._opens, self._ends = _Rows(rows.hashes), rows.opens, rows.ends
        self._numbers = np.array([number for number, *_ in needs])[rows.entries]
        self._heard = heard()[:, self._numbers]
        self._thens = np.array([place if then else 0 for place, (_, _, then, *_) in enumerate(needs, 1)])[rows.entries]
        self._patterns = [lazy(""), *(lazy(then) for _, _, then, *_ in needs)]
        self._reaches = np.array([0, *(min(width + _LOOKED_AHEAD, LONGEST) for *_, width, _ in needs)])
        groups = {beside: group for group, beside in enumerate(dict.fromkeys(["", *(need[-1] for need in needs)]))}
        self._besides = np.array([groups[need[-1]] for need in needs])[rows.entries]
        beside = _read_rows([*groups][1:])
        self._beside_rows, self._groups, self._most_groups = _Rows(beside.hashes), beside.entries + 1, len(groups)

    def find(self, text: str, words: Words, speakers: Ints) -> Calls:
        at, rows = self._rows_at(words, speakers)
        places, thens = words.starts[at], self._thens[rows]
        kept = np.flatnonzero(self._follow(text, words, places, thens))
        kept = kept[np.argsort(places[kept], kind="stable")]
        return Calls(places[kept], self._numbers[rows[kept]])

    def _rows_at(self, words: Words, speakers: Ints) -> tuple[Ints, Ints]:
        """(words, rows): where the words of each row stand that is heard, with what stands beside it."""
        keys = np.concatenate((words.keys & _MASK, _NO_WORD))
        hashes = _hashes(keys)
        at, rows = self._rows.found(hashes)
        kept = np.flatnonzero(self._heard[speakers[at], rows])
        at, rows = at[kept], rows[kept]
        bounds = _Bounds(words, keys)
        ends = self._ends[rows]
        kept = np.flatnonzero((ends == 0) | bounds.ends_before(at + ends))
        at, rows = at[kept], rows[kept]
        opens = self._opens[rows]
        kept = np.flatnonzero((opens == 0) | bounds.opens(at, opens == _BEHIND))
        at, rows = at[kept], rows[kept]
        kept = np.flatnonzero(self._stand_beside(words, hashes)[words.lines[at], self._besides[rows]])
        return at[kept], rows[kept]

    def _stand_beside(self, words: Words, hashes: Sequence[Keys]) -> Bools:
        """[line, group]: which words that stand beside others a line holds."""
        held = np.zeros((words.lines[-1] + 1 if len(words.lines) else 1, self._most_groups), np.bool_)
        held[:, 0] = True
        at, rows = self._beside_rows.found(hashes)
        held[words.lines[at], self._groups[rows]] = True
        return held

    def _follow(self, text: str, words: Words, places: Ints, thens: Ints) -> Bools:
        """Whether each of these patterns matches at its place, or may match once code and quotes are masked."""
        low = lowered(text).replace("’", "'").replace("*", " ").replace("_", " ")
        pairs = zip(places.tolist(), thens.tolist(), strict=True)
        patterns = self._patterns
        found = np.array([patterns[then].match(low, at, at + LONGEST) is not None for at, then in pairs], np.bool_)
        missed = np.flatnonzero(~found)
        found[missed] = _before_mask(words, places[missed], self._reaches[thens[missed]])
        return found


class _Rows:
    """Words in a row, by the number they make (`_hashes`)."""

    def __init__(self, hashes: Keys) -> None:
        slots = _slots(hashes)
        self._order = np.argsort(slots, kind="stable")
        self._hashes = hashes[self._order]
        used = np.bincount(slots, minlength=1 << _TABLE_BITS)
        self._taken = used > 0
        self._bounds = np.append(0, np.cumsum(used))

    def found(self, hashes: Sequence[Keys]) -> tuple[Ints, Ints]:
        """(words, rows): the rows that begin with each word; `hashes` of one, two and more words from each word on."""
        at, rows = zip(*map(self._found, hashes), strict=True)
        return np.concatenate(at), np.concatenate(rows)

    def _found(self, hashes: Keys) -> tuple[Ints, Ints]:
        slots = _slots(hashes)
        held = np.flatnonzero(self._taken[slots])
        slots = slots[held]
        first = self._bounds[slots]
        counts = self._bounds[slots + 1] - first
        ends = np.cumsum(counts)
        rows = np.arange(ends[-1] if len(ends) else 0) + np.repeat(first - ends + counts, counts)
        at = np.repeat(held, counts)
        same = np.flatnonzero(self._hashes[rows] == hashes[at])
        return at[same], self._order[rows[same]]


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
            waiting = waiting[_among(self._keys[words[waiting] - back], _INTERJECTIONS)]
            begun = self._begins(words[waiting] - back)
            found[waiting[begun]] = True
            waiting = waiting[~begun]
        found[waiting] = True  # behind more of them than are looked at
        return found

    def _begins(self, words: Ints) -> Bools:
        return self.ends_before(words) | _among(self._keys[words - 1], _SPLITS)

    def ends_before(self, words: Ints) -> Bools:
        """Whether a clause may end before each of these words."""
        return ~self._joined[words] | _among(self._keys[words], _SPLITS)


_SPLITS = np.unique(Words(" ".join(SPLITTERS).encode()).keys & _MASK)
_INTERJECTIONS = np.unique(Words(INTERJECTIONS.encode()).keys & _MASK)


def _among(keys: Keys, some: Keys) -> Bools:
    return some[np.minimum(np.searchsorted(some, keys), len(some) - 1)] == keys
