"""What a pattern cannot match without: the words one of its parts begins with, and what follows them.

Read off the pattern itself. The texts that a part can begin with are written with letters, digits and `SPACE` (anything
between two words), `HARD` (there more than one space), `EDGE` (a bound of the clause) and `BOUND` (a bound of a word).
What can't be told (gaps, look-arounds) is left out: what is read says too little, never too much.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import fsum
from typing import Any, NamedTuple

from .items import word_set
from .needs_table import ANY, BEHIND, ENDS, IN_A_ROW, LETTERS, OPENS
from .phrases import START
from .rules import FLAGS
from .spelling import PARSER, Parts, spelt_again
from .vocabulary import SIGN

SPACE, HARD, EDGE, BOUND = " ", "|", "^", "\b"
_MOST = 500  # texts of one set; of more, only the last character is kept
_ENOUGH = 100  # texts to look for: of more, what follows tells them apart
_MOST_CHARS = 12  # of a class that is spelt out
_TRIED = 0.02  # what it costs to try a pattern at one place, where 1 is to judge a sentence
_NEARBY = 30  # words that one of those that are looked for further on may be
_ADDED = "because"[:LETTERS]  # clauses that give a reason are read with this word, whatever theirs is
_COMMON = 0.05  # share of texts from which on words keep nothing away
_TOLD = 0.08  # of places with the right words, those where what follows is right, too
# Words so frequent that to look for one alone keeps hardly anything away.
_FREQUENT = frozenset(
    word[:LETTERS]
    for word in word_set("""
    a about ada again ah aja akan aku all already also am an and any are as at atau back be because been before bisa but
    by can come could d dah dan dari day days dengan di did do does don done error every first for fix from get go going
    good got had harus has have he her here him his how i if in ini into is issue it its itu jadi just kalau karena ke
    keep kita know lagi last let like ll looks m make masih mau me more much must my nanti need never next no not now of
    on one only open or our out over pada people please re really right s same saya she should since so some still sudah
    sure t take than that the their them then there these they thing things think this those tidak time to too two
    udah until untuk up use ve very want was way we well were what when where which while who why will with work would
    yang yeah year yes yet you your
    """)
)

Texts = frozenset[str]


class Words(NamedTuple):
    """Up to `IN_A_ROW` words, by their first `LETTERS`. `opens`: whether the first begins a clause (`OPENS`), perhaps
    behind interjections (`BEHIND`), or may stand anywhere (""); `ends`: whether the last ends one."""

    words: tuple[str, ...]
    opens: str
    ends: bool

    def __str__(self) -> str:
        return self.opens + " ".join(self.words) + (ENDS if self.ends else "")


class Need(NamedTuple):
    """One of `words`, and `then` matches from its first letter on ("" where that is not known).

    They stand in what the pattern matches, or `anywhere` in the sentence. One of `beside` stands in the same sentence
    (empty where that goes without saying).
    """

    words: frozenset[Words]
    then: str
    anywhere: bool = False
    beside: frozenset[Words] = frozenset()


@dataclass(frozen=True, slots=True)
class _Piece:
    """What a part matches: exactly one of `texts`, or (None) something that begins with one of `begins` and ends with
    one of `ends`. `empty`: or nothing at all."""

    texts: Texts | None
    begins: Texts = frozenset(("",))
    ends: Texts = frozenset(("",))
    empty: bool = False


_NO_WORDS: frozenset[Words] = frozenset()
_NONE: Texts = frozenset()
_EMPTY: Texts = frozenset(("",))
_NOTHING = _Piece(_EMPTY)
_GAP = _Piece(None)
_BETWEEN = frozenset((SPACE, HARD))
_BOUNDS = (EDGE, HARD)


def needs(source: str, flags: int, anchors: Sequence[str] = ()) -> list[Need]:
    """What stands in everything that a pattern matches: one of these. Empty where that is not known.

    `anchors`: other words of which one stands there, too; taken where fewer texts hold them.
    """
    known = _in_words([_anchor(one) for one in anchors])
    found = [_need(parts) for parts in _alternatives(list(PARSER.parse(source, flags)))]
    told = [need for need in found if need]
    complete = len(told) == len(found)
    if complete and (not known or fsum(_share(need.words) for need in told) * _TOLD <= _share(known)):
        return [need._replace(beside=_beside(need.words, [known or _NO_WORDS]) or need.beside) for need in told]
    if not known:
        return []
    others = _NO_WORDS.union(*(need.beside or need.words for need in told)) if complete else _NO_WORDS
    return [Need(known, _spelt_anchors(anchors), anywhere=True, beside=_beside(known, [others]))]


def _beside(words: frozenset[Words], others: Iterable[frozenset[Words]]) -> frozenset[Words]:
    """The rarest of `others`, wherever they stand in a sentence; empty where all are frequent, or each of `words`
    holds one of them."""
    parts = [{one.words, *pairwise(one.words), *((word,) for word in one.words)} for one in words]
    found = [frozenset(Words(one.words, "", False) for one in some) for some in others]
    telling = [some for some in found if any(map({one.words for one in some}.isdisjoint, parts))]
    rarest = min(telling, key=_share, default=_NO_WORDS)
    return rarest if _share(rarest) < _COMMON else _NO_WORDS


def _need(parts: Parts) -> Need | None:
    """What one alternative of a pattern needs."""
    size = len(_start()[0])
    if repr(parts[:size]) != _start()[1]:
        return _Reading().rarest(_spaced(parts))
    need = _Reading().rarest(_spaced([*parts[:1], *parts[size:]]))
    return need and need._replace(words=frozenset(one._replace(opens=one.opens and BEHIND) for one in need.words))


@cache
def _start() -> tuple[Parts, str]:
    """The parse tree of what clauses may begin with, and how it looks."""
    parts = list(PARSER.parse(START, FLAGS))
    return parts, repr(parts)


def _anchor(words: str) -> str:
    """An anchor as the texts of a part are written; one that is not ASCII is a sign."""
    return "".join(_written(ord(letter)) or "" for letter in f" {words} ") if words.isascii() else f" {SIGN} "


def _spelt_anchors(anchors: Sequence[str]) -> str:
    """The words of anchors in full, behind the first bound of a word."""
    spelt = (r"\W+".join(map(re.escape, one.lstrip("'").split())) for one in anchors)
    return rf"(?:{'|'.join(spelt)})(?!\w)" if all(map(str.isascii, anchors)) else ""


def width(source: str) -> int:
    """Characters of the longest text that a pattern matches."""
    widest: int = PARSER.parse(source).getwidth()[1]
    return widest


def _alternatives(parts: Parts) -> list[Parts]:
    """A pattern of alternatives, one by one."""
    if parts and parts[-1][0] is PARSER.BRANCH and all(op is PARSER.AT for op, _ in parts[:-1]):
        return [[*parts[:-1], *one] for one in parts[-1][1][1]]
    return [parts]


def _spaced(parts: Parts) -> list[tuple[Any, Any]]:
    """The same with the letters of each word in one part, and what stands between two words in another."""
    found: list[tuple[Any, Any]] = []
    for op, value in parts:
        if op is not PARSER.LITERAL:
            found.append((op, value))
            continue
        letter = chr(value)
        if found and found[-1][0] == "TEXT" and found[-1][1][-1].isalnum() == letter.isalnum():
            found[-1] = ("TEXT", found[-1][1] + letter)
        else:
            found.append(("TEXT", letter))
    return found


def _cost(found: Sequence[tuple[float, int, frozenset[Words]]], place: int, parts: Parts) -> float:
    """What it costs to cut where the words at a place in `found` stand: to try there what follows, and to judge where
    that matches, the less often the rarer the words behind."""
    share, at, _ = found[place]
    end = next((index for index, part in enumerate(parts[at:], at) if not spelt_again([part], set())[1]), len(parts))
    behind = min((other for other, index, _ in found[place + 1 :] if index < end), default=1.0)
    return share * (_TRIED + min(1.0, _NEARBY * behind))


def _share(words: Iterable[Words]) -> float:
    """How many texts hold one of these, roughly."""
    return fsum(map(_frequency, words))  # the same in whatever order


def _frequency(found: Words) -> float:
    share = 0.1 if found.opens or found.ends else 1.0
    for word in found.words:
        share *= 0.008 if word in _FREQUENT else 0.0005 if len(word) < LETTERS or ANY in word else 0.0001
    return share


# -- the texts a part begins and ends with -------------------------------------------------------------


class _Reading:
    """Reads the parse tree of one pattern; remembers what it has read, as parts are read again from each cut on."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, Texts], _Piece] = {}

    def rarest(self, parts: Parts) -> Need | None:
        """Of the places where parts can be cut in two, that whose second half begins with the rarest words."""
        before = _EMPTY
        found: list[tuple[float, int, frozenset[Words]]] = []
        for at, part in enumerate(parts):
            begun = self._beginning(parts[at:], before)
            if all(one.lstrip(BOUND)[:1].isalnum() for one in begun) and (words := _in_words(_behind(before, begun))):
                found.append((_share(words), at, words))
            piece = self._piece(*part, before)
            if piece.texts is not None:
                before = _last(_behind(before, piece.texts))
            else:
                before = (before if piece.empty else _NONE) | _last(piece.ends)
        if not found:
            return None
        _, at, words = min((_cost(found, place, parts), at, words) for place, (_, at, words) in enumerate(found))
        others = [some for _, _, some in found if not any(_ADDED in one.words for one in some)]
        return Need(words, spelt_again(parts[at:], set())[0], beside=_beside(words, others))

    def _beginning(self, parts: Parts, before: Texts) -> Texts:
        """What parts in a row begin with, as far as that can be told; `before`: how what stands before them ends."""
        begun, ended = _EMPTY, _NONE
        for part in parts:
            piece = self._piece(*part, _last(_behind(before, begun)))
            joined = _joined(begun, piece.begins if piece.texts is None else piece.texts)
            if joined is None or (begun != _EMPTY and len(joined) + len(ended) > _ENOUGH):
                break
            if piece.empty:
                ended = ended | joined
                continue
            begun = joined
            if piece.texts is None:
                break
        return ended | begun

    def _sequence(self, parts: Parts, before: Texts) -> _Piece:
        """One part after the other."""
        now, exact = _EMPTY, True
        for part in parts:
            piece = self._piece(*part, _last(_behind(before, now) if exact else now))
            if piece.texts is not None:
                joined = _joined(now, piece.texts)
                exact = exact and joined is not None
                now = _behind(_last(now), piece.texts) if joined is None else joined
            else:
                exact = False
                now = now | piece.ends if piece.empty else piece.ends
                now = _last(now) if len(now) > _MOST else now
        return _Piece(now) if exact else _Piece(None, self._beginning(parts, before), now)

    def _piece(self, op: Any, value: Any, before: Texts) -> _Piece:
        if op == "TEXT":
            return _text(value)
        if op is PARSER.AT:
            return _NOTHING if str(value) == "AT_NON_BOUNDARY" else _MARKS[str(value) == "AT_BOUNDARY"]
        if op in (PARSER.ASSERT, PARSER.ASSERT_NOT):
            return _NOTHING
        key = id(value), before
        if key not in self._known:
            self._known[key] = self._group(str(op), value, before)
        return self._known[key]

    def _group(self, name: str, value: Any, before: Texts) -> _Piece:
        if name == "IN":
            return _characters(_class(value))
        if name == "SUBPATTERN":
            return self._sequence(_spaced(value[3]), before)
        if name == "ATOMIC_GROUP":
            return self._sequence(_spaced(value), before)
        if name == "BRANCH":
            return _either([self._sequence(_spaced(one), before) for one in value[1]])
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, parts = value
            return _repeated(least, most, self._sequence(_spaced(parts), before if most == 1 else _EMPTY), before)
        return _GAP


_MARKS = (_Piece(frozenset((EDGE,))), _Piece(frozenset((BOUND,))))


def _either(pieces: Sequence[_Piece]) -> _Piece:
    if all(piece.texts is not None for piece in pieces):
        texts = _NONE.union(*(piece.texts or _NONE for piece in pieces))
        if len(texts) <= 4 * _MOST:
            return _Piece(texts)
    begins = (piece.begins if piece.texts is None else piece.texts for piece in pieces)
    ends = (piece.ends if piece.texts is None else piece.texts for piece in pieces)
    return _Piece(None, _NONE.union(*begins), _NONE.union(*ends))


def _repeated(least: int, most: Any, piece: _Piece, before: Texts) -> _Piece:
    texts = piece.texts
    if least == most == 1:
        return piece
    if texts is not None and texts <= _BETWEEN:  # any number of what stands between two words is one
        return _Piece(texts | _EMPTY if least == 0 else texts)
    if texts is not None and least == 0 and most == 1:
        return _Piece(texts | _EMPTY)
    if texts is None:
        return _Piece(None, piece.begins, piece.ends, least == 0)
    # Behind what stands before, or behind itself.
    return _Piece(None, texts, _behind(before | _last(texts), texts), least == 0)


def _text(text: str) -> _Piece:
    """Letters of a word, or what stands between two."""
    written = [_written(ord(letter)) for letter in text]
    if None in written:
        return _GAP
    if text[0].isalnum():
        return _Piece(frozenset(("".join(map(str, written)),)))
    return _Piece(frozenset((SPACE if written == [SPACE] else HARD,)))


def _characters(written: Iterable[str | None]) -> _Piece:
    """One character of these; None is one that cannot be told."""
    texts = set()
    for one in written:
        if one is None:
            return _GAP
        texts.add(one)
    if SPACE in texts:  # which may be more than one
        texts.discard(HARD)
    return _Piece(frozenset(texts))


def _written(code: int) -> str | None:
    letter = chr(code).lower()
    if letter.isascii():
        return letter if letter.isalnum() else SPACE if letter == " " else HARD
    return None if letter.isalnum() else HARD


def _class(parts: Parts) -> Iterable[str | None]:
    for op, value in parts:
        name = str(op)
        if name == "LITERAL":
            yield _written(value)
        elif name == "RANGE" and value[1] - value[0] < _MOST_CHARS:
            yield from map(_written, range(value[0], value[1] + 1))
        elif name == "CATEGORY" and str(value) in ("CATEGORY_SPACE", "CATEGORY_NOT_WORD"):
            yield SPACE
        else:
            yield None


# -- texts ---------------------------------------------------------------------------------------------


def _joined(left: Texts, right: Texts) -> Texts | None:
    """Each of `left` with each of `right` behind it; None where these are too many."""
    if len(left) * len(right) > _MOST:
        return None
    if left == _EMPTY:
        return right
    found = (_glued(one, other) for one in left for other in right)
    return frozenset(one for one in found if one is not None)


def _behind(left: Texts, right: Texts) -> Texts:
    """The same; where these are too many, only the last character of each of `left` is kept."""
    joined = _joined(left, right)
    if joined is None:
        joined = _joined(_last(left), right)
    return right if joined is None else joined


def _glued(left: str, right: str) -> str | None:
    """`right` behind `left`, one mark between two words at most; None where that cannot be."""
    if not left or not right:
        return left or right
    last, first = left[-1], right[0]
    if last.isalnum() and first.isalnum():
        return left + right
    if BOUND in (last, first):
        return _bounded(left, right)
    if first == EDGE and last != EDGE:  # the end of a clause, perhaps behind a space
        return (left if last.isalnum() else left[:-1]) + right
    if last == EDGE and first in (*_BETWEEN, EDGE):
        return left + right[1:]
    if last in _BETWEEN and first in _BETWEEN:
        return left[:-1] + (HARD if HARD in (last, first) else SPACE) + right[1:]
    return left + right


def _bounded(left: str, right: str) -> str | None:
    """The same where a bound of a word stands between the two."""
    before, after = left.rstrip(BOUND), right.lstrip(BOUND)
    if not before:
        return BOUND + after
    if not after:
        return before + BOUND
    if EDGE in (before[-1], after[0]):
        return before + after
    return before + after if before[-1].isalnum() != after[0].isalnum() else None


def _last(texts: Texts) -> Texts:
    """What is known of the end of texts that are no longer kept: whether a word ends there."""
    ends = frozenset(one[-1] if one and not one[-1].isalnum() else "" for one in texts)
    return next((frozenset((weak,)) for weak in ("", SPACE) if weak in ends), ends)


# -- words ---------------------------------------------------------------------------------------------


def _in_words(texts: Iterable[str]) -> frozenset[Words] | None:
    """The words each text begins with; None where one has none that can be looked for."""
    found = [_words(text) for text in texts]
    known = frozenset(one for one in found if one)
    return known if known and None not in found else None


def _words(text: str) -> Words | None:
    if text[:1].isalnum() or not text:  # how its first word begins is not known
        return None
    parts = text.replace(HARD, SPACE).replace(EDGE, SPACE).replace(BOUND, SPACE).split()
    ends = text[-1] in _BOUNDS
    if parts and text[-1].isalnum() and len(parts[-1]) < LETTERS:
        short = parts.pop()
        if len(short) == LETTERS - 1:  # any letter may follow; of less, too little is known
            parts.append(short + ANY)
    if not parts:
        return None
    known = tuple(part[:LETTERS] for part in parts[:IN_A_ROW])
    return Words(known, OPENS if text[0] in _BOUNDS else "", ends and len(parts) <= IN_A_ROW)
