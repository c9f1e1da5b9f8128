"""Count how much the words of a text speak for a decision, an open item or a closed one.

This is a linear classifier with hashed features. Each word votes: by itself, by the words and marks around it, and by
who speaks. The votes of a clause are the sum of its words' votes, as log odds. The weights are learned from invented,
labelled messages (`training/` in the sources of this project) and stored in `votes.u4`: a table of slots, each with a
check byte (whose feature it holds) and one weight per kind.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from operator import sub
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from .items import SAYING, STATED, Kind, Section
from .least_votes import LEAST_ALONE
from .vocabulary import Ints, Words, ascii_bytes

Marks = npt.NDArray[np.uint8]
Letters = npt.NDArray[np.uint8]
Hashes = npt.NDArray[np.uint32]
Scores = npt.NDArray[np.float64]

KINDS = STATED  # in the order of the table's columns
TABLE = Path(__file__).with_name("votes.u4")
SLOT_BITS = 20
NEUTRAL = 128  # the byte in the table for a weight of 0
SCALE = 32  # steps in the table for a weight of 1
USER, ASSISTANT, SOMEBODY, TOOL = range(4)  # who speaks; SOMEBODY: a person whom a tool's output retells
LENGTHS = (0, 3, 6, 9, 12, 16, 20, 30)  # classes of clause length: from this many words on

# How many votes fewer (or, in output, more) than `LEAST_ALONE` a clause needs.
IN_SECTION = 1.0  # fewer below a heading that says what its items are
ALL_SAID = 0.5  # fewer where the clause is all that somebody says
IN_OUTPUT = 0.3  # more in a tool's output: most of it states nothing

U8, U32 = np.uint8, np.uint32
_COMMA, _BREAK, _QUOTE, _STOP, _ASKED, _LOUD, _LINE, _BULLET = range(1, 9)
_CLASSES = np.zeros(256, U8)
for _class, _marks in enumerate((",", ":;()/|=>-", "`\"*_'", ".", "?", "!", "\n"), _COMMA):
    _CLASSES[[ord(mark) for mark in _marks]] = _class
_OPENING, _NUMBER, _LONG, _NAME = U32(1), U32(0x9E3779B1), U32(0x85EBCA77), U32(0xC2B2AE3D)
_LONG_LETTERS = 4  # a word with more letters is long
_SEEDS = [U32(pow(0x9E3779B1, power, 1 << 32)) for power in range(1, 29)]  # odd multipliers, which spread hashes
_LONG_TEXT = 9  # the bit length of a text's word count is its class, this at most: longer texts are rare and alike
_PLACES, _SIZES, SECTIONS = 16, 32, 96  # where these rows begin, behind the bias and the lengths: see `clause_rows`
_SECTION_NAMES: Final[Sequence[Section]] = ("open", "decision", "done", "neutral", "notes", "minutes", "retold")
ROWS = SECTIONS + len(_SECTION_NAMES)
# The weights of all kinds are summed in one integer, in which each kind has a lane of bits.
_LANE = 20  # bits of a lane
_SHIFTS = range(0, len(KINDS) * _LANE, _LANE)
_LANES = np.array(_SHIFTS)
_LANE_MASK, _HALF_LANE = (1 << _LANE) - 1, 1 << (_LANE - 1)
_BIAS = sum(_HALF_LANE << lane * _LANE for lane in range(len(KINDS)))  # added to a sum so that no lane is negative


def features(words: Words, speakers: Ints, before: Marks, names: Ints) -> Iterator[tuple[Ints | None, Hashes]]:
    """Yield, for each kind of feature, the indexes of the words that have it (None: all) and their hashes.

    `speakers`: who says each word; `before`: `marks_before` the words; `names`: which of them are names (`names_in`).
    """
    if not len(words.starts):
        return
    keys, first = words.hashes("whole"), words.letters[words.starts]
    keys[(first >= ord("0")) & (first <= ord("9"))] = _NUMBER
    long = np.flatnonzero(words.sizes > _LONG_LETTERS)
    endings, little = keys.copy(), keys.copy()
    endings[long] = words.hashes("ending", long)  # a long word counts only by its ending: "-ed", "-ing", "-kan"
    little[long] = _LONG  # a long word counts only as a long word
    opens = np.flatnonzero(before >= _STOP)
    who, s = (speakers + 1).astype(U32), _SEEDS
    yield None, keys * s[0] + who * s[1]
    previous, gap = _previous(keys, opens), _previous(little, opens)
    yield None, previous * s[2] + keys * s[3] + before.astype(U32) * s[4]
    yield None, previous * s[20] + keys * s[11] + who * s[17]
    earlier = _previous(previous, opens)
    yield None, earlier * s[5] + previous * s[6] + keys * s[7]
    yield None, earlier * s[19] + keys * s[20]
    yield None, _previous(endings, opens) * s[8] + endings * s[9]
    wider = _previous(gap, opens)
    yield None, _previous(wider, opens) * s[10] + wider * s[11] + gap * s[12] + little * s[13]
    marked = np.flatnonzero(before)
    yield marked, before[marked].astype(U32) * s[14] + keys[marked] * s[15] + who[marked] * s[16]
    marked, after = _marks_after(words, before)
    yield marked, after * s[17] + keys[marked] * s[18]
    closed = np.flatnonzero(after >= _STOP)
    yield marked[closed], after[closed] * s[5] + who[marked[closed]] * s[12]
    yield long, words.hashes("beginning", long) * s[9]
    yield long, endings[long] * s[21] + who[long] * s[22]
    named = keys.copy()
    named[names] = _NAME
    previous = _previous(named, opens)
    earlier = _previous(previous, opens)
    near = (named == _NAME) | (previous == _NAME)
    beside = np.flatnonzero(near)
    yield beside, previous[beside] * s[23] + named[beside] * s[24]
    around = np.flatnonzero(near | (earlier == _NAME))
    yield around, earlier[around] * s[25] + previous[around] * s[26] + named[around] * s[27]


def speaker(role: str, *, told: bool = True) -> int:
    """Return who speaks in a message of this role. `told`: whether people said it, themselves or retold by a tool."""
    return USER if role == "user" else ASSISTANT if role == "assistant" else SOMEBODY if told else TOOL


def clause_rows(first: int, last: int, size: int, speaker: int, section: Section) -> tuple[int, ...]:
    """Return the rows (behind the slots of the table) by which a clause votes as a whole: for its length, whether it
    begins or ends the text, how long the text is, and its section. It is the words `first:last` of `size` words."""
    place = _PLACES + 4 * speaker + 2 * (first == 0) + (last == size)
    length = min(size.bit_length(), _LONG_TEXT)
    rows = bisect_right(LENGTHS, last - first), place, _SIZES + 16 * speaker + length
    return (*rows, SECTIONS + _SECTION_NAMES.index(section)) if section else rows


def against(sizes: Ints, speakers: Ints) -> Scores:
    """Return [text, kind]: the votes against any clause amid the text, from how many words it has and who says them."""
    lengths = np.searchsorted(1 << np.arange(_LONG_TEXT), sizes, "right")  # as `bit_length`
    rows = _table().rows
    output: Scores = np.where(speakers == TOOL, IN_OUTPUT, 0)[:, None]
    return output - (rows[_SIZES + 16 * speakers + lengths] + rows[_PLACES + 4 * speakers]) / SCALE


def marks_before(words: Words) -> Marks:
    """Return the strongest mark between each word and the one before it, as a class; 0 for none.

    The first word of a line has `_LINE`, or `_BULLET` behind a bullet.
    """
    starts, letters = words.starts, words.letters
    last = np.append(0, words.ends[:-1])[: len(starts)]
    gap = starts - last
    found = _CLASSES[letters[last]]
    wide = np.flatnonzero(gap > 1)
    found[wide] = np.maximum(found[wide], _CLASSES[letters[starts[wide] - 1]])
    wide = wide[gap[wide] > 2]
    inner = np.maximum(_CLASSES[letters[starts[wide] - 2]], _CLASSES[letters[last[wide] + 1]])
    found[wide] = np.maximum(found[wide], inner)
    found[gap <= 1] = 0  # "e-mail", "on/off", "3:30"
    first = np.searchsorted(starts, np.append(0, np.flatnonzero(letters == ord("\n"))))
    first = first[first < len(starts)]
    signs = letters[np.maximum(starts[first] - 2, 0)]
    bullets = ((signs == ord("-")) | (signs == ord("*"))) & (letters[starts[first] - 1] == ord(" "))
    found[first] = np.where(bullets, _BULLET, _LINE)
    return found


def names_in(words: Words, letters: Letters, before: Marks) -> Ints:
    """Return the indexes of the words with a capital letter that do not begin a sentence. `letters`: as written, before
    lower-casing."""
    first = letters[words.starts]
    return np.flatnonzero((first >= ord("A")) & (first <= ord("Z")) & (before < _STOP))


def _marks_after(words: Words, before: Marks) -> tuple[Ints, Hashes]:
    """Return the words that a mark follows, and that mark: the one right behind the word, or else the strongest."""
    following = np.minimum(np.append(before[1:], U8(_LINE)), _LINE)  # whatever sign the next line begins with
    marked = np.flatnonzero(following)
    after = _CLASSES[words.letters[words.ends[marked]]]
    return marked, np.where(after > 0, after, following[marked]).astype(U32)


def _previous(values: Hashes, opens: Ints) -> Hashes:
    """Return the value of the word before each word; `_OPENING` for the words `opens`, which begin a sentence."""
    found = np.empty_like(values)
    found[1:] = values[:-1]
    found[opens] = _OPENING
    return found


def count(words: Words, speakers: Ints, before: Marks, names: Ints) -> Ints:
    """Return the votes of each word, those of all kinds in one integer. The arguments are those of `features`."""
    table = _table()
    votes = np.zeros(len(words.starts), np.int64)
    for which, hashes in features(words, speakers, before, names):
        slots = (hashes >> U32(32 - SLOT_BITS)).astype(np.intp)
        known = np.flatnonzero(table.checks.take(slots) == hashes.astype(U8))  # `take` is faster than an index
        votes[known if which is None else which.take(known)] += table.weights.take(slots.take(known))
    return votes


class Tally:
    """The votes of the words of a long text, made to be summed over any stretch. `starts`: where each word begins."""

    def __init__(self, starts: Ints, votes: Ints) -> None:
        self._starts = starts
        self._sums = np.append(0, np.cumsum(votes))  # may overflow, but their differences are right

    def of_words(self, first: Ints, last: Ints) -> Scores:
        """Return [clause, kind]: the votes of the clauses of words `first:last`, apart from where they stand."""
        sums, rows = self._sums[last] - self._sums[first] + _BIAS, _table().rows
        lanes = (sums[:, None] >> _LANES & _LANE_MASK) - _HALF_LANE
        return (lanes + rows[0] + rows[np.searchsorted(LENGTHS, last - first, "right")]) / SCALE

    def within(self, first: int, last: int, base: int, speaker: int) -> Votes:
        """Return the votes of one of the texts: words `first:last`, beginning at offset `base`, said by `speaker`."""
        return Votes(self._starts[first:last].tolist(), self._sums[first : last + 1].tolist(), base, speaker)


class Votes:
    """The votes of one text, which begins at offset `base` of a long one. Clauses are given by offsets into it."""

    LONGEST = 160  # characters of a clause that votes alone may decide about

    def __init__(self, starts: list[int], sums: list[int], base: int, speaker: int) -> None:
        self._starts, self._sums, self._base, self._speaker = starts, sums, base, speaker
        self._rows = _table().row_sums

    def of(self, start: int, end: int, section: Section = "") -> list[float]:
        """Return the votes of a clause for each of `KINDS`."""
        first = bisect_left(self._starts, self._base + start)
        last = bisect_left(self._starts, self._base + end, first)
        votes = self._sums[last] - self._sums[first] + _BIAS
        for row in (0, *clause_rows(first, last, len(self._starts), self._speaker, section)):
            votes += self._rows[row]
        return [((votes >> lane & _LANE_MASK) - _HALF_LANE) / SCALE for lane in _SHIFTS]

    def elect(self, start: int, end: int, section: Section) -> Kind | None:
        """Return what a clause states by its votes alone, or None; None for any long one, whose sum says little."""
        if end - start > self.LONGEST:
            return None
        surplus, kind = max(zip(map(sub, self.of(start, end, section), LEAST_ALONE.values()), KINDS, strict=True))
        least = IN_OUTPUT if self._speaker == TOOL else -ALL_SAID if self._is_all(start, end) else 0
        least -= IN_SECTION if section in SAYING else 0
        return kind if surplus > least else None

    def _is_all(self, start: int, end: int) -> bool:
        """Whether all words of the text are in this range."""
        starts = self._starts
        return bool(starts) and starts[0] >= self._base + start and starts[-1] < self._base + end


def heard(text: str) -> tuple[Words, Marks, Ints]:
    """Return the words of one text, `marks_before` them, and which of them are names."""
    plain = ascii_bytes(text)
    words = Words(plain.lower())
    before = marks_before(words)
    return words, before, names_in(words, np.frombuffer(plain, np.uint8), before)


def votes_of(text: str, role: str) -> Votes:
    """Return the votes of one text by itself."""
    words, before, names = heard(text)
    size, who = len(words.starts), speaker(role)
    return Tally(words.starts, count(words, np.full(size, who), before, names)).within(0, size, 0, who)


class _Table:
    """The learned weights. `checks` and `weights`: of each slot, the weights of all kinds in one integer. `rows`: [row,
    kind], first the bias, then those of `clause_rows`; `row_sums`: the same with all kinds in one integer."""

    def __init__(self, path: Path) -> None:
        table = np.fromfile(path, U8).reshape(-1, 1 + len(KINDS))
        slots, rows = table[: 1 << SLOT_BITS], table[1 << SLOT_BITS :, 1:]
        self.checks = slots[:, 0].copy()
        self.weights: Ints = np.zeros(len(slots), np.int64)
        for kind, lane in enumerate(_SHIFTS, 1):
            self.weights += (slots[:, kind].astype(np.int64) - NEUTRAL) << lane
        self.rows: Ints = rows.astype(np.int64) - NEUTRAL
        self.row_sums: list[int] = (self.rows << _LANES).sum(1).tolist()


@cache
def _table() -> _Table:
    return _Table(TABLE)
