"""The lexicon: all distinct words of the archive, to find a piece of a word or a close spelling.

The full-text index can do neither. ``index`` collects the words in chunks separated by newlines, which are searched
as plain bytes. Messages not indexed yet are read directly (see ``fragments``).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..schema import fts
from ..store.search_text import by_script, is_unspaced
from . import junctions, state
from .literals import TELLING
from .query import quote
from .words import WORD

MAX_PIECED = 60  # words that contain a fragment of one word, the shortest first
MAX_ENDS = 200  # words that may complete one end of a fragment of several words
MAX_PHRASES = 24  # phrases made of such a fragment with a word for either end: each costs a search
MOST = 20_000  # words with a piece that are looked at
LONGEST = 64  # longer runs are keys and encodings and not listed; a piece of one is found by reading messages
_LOOKED_AT = 100  # texts read to see whether they still contain a word that was deleted elsewhere
_LEAST, _SHORT, _LONG = 4, 5, 8  # letters: shortest word that may be misspelled, longest short one, shortest long one
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_ALIKE = ("aeio", "iy", "ou", "ck", "sz", "fv")  # letters that are confused by their sound
_SMALL = 24  # more chunks than this are merged into one


@dataclass(frozen=True, slots=True)
class CutOff:
    """How to look for a literal whose first and last words may be cut off.

    ``expression`` is an FTS5 expression that matches all that may contain it (None: nothing may). ``complete`` says
    that no other message up to the id ``covered`` can contain it.
    """

    expression: str | None
    complete: bool
    covered: int


def cut_off(conn: sqlite3.Connection, literal: str) -> CutOff:
    """Return an FTS5 expression of the words that a literal may have been cut from.

    For a single word these are all words that contain it. For several they are phrases, made with the words that end
    as the literal begins and those that begin as it ends; where that is too many phrases, each end by itself.
    """
    pieces = WORD.findall(literal.lower())
    if not pieces:
        return CutOff(None, False, 0)
    begins, ends = literal[0].isalnum(), literal[-1].isalnum()
    if len(pieces) == 1:
        found = sorted({pieces[0], *_holding(conn, pieces[0], start=not begins, end=not ends)}, key=len)
        complete = len(pieces[0]) > 1 and len(found) <= MAX_PIECED  # a letter may be of a word too short to be listed
        return CutOff(_any(found[:MAX_PIECED]), complete, covered(conn))
    first = _few(conn, pieces[0], end=True) if begins else [""]
    last = _few(conn, pieces[-1], start=True) if ends else [""]
    inner = " ".join(pieces[begins : len(pieces) - ends])
    if first and last and (not (begins and ends) or len(first) * len(last) <= MAX_PHRASES):
        phrases = [f"{before} {inner} {after}" for before in first for after in last]
        return CutOff(_any(phrases), True, covered(conn))
    sides = [(pieces[0], [f"{before} {inner}" for before in first or ()])]
    sides.append((pieces[-1], [f"{inner} {after}" for after in last or ()]))
    known = sorted((side for side in sides if side[1]), key=lambda side: -len(side[0]))
    asked = known[:1] if known and len(known[0][0]) >= TELLING else known
    return CutOff(" AND ".join(f"({_any(phrases)})" for _, phrases in asked) or None, bool(known), covered(conn))


def _few(conn: sqlite3.Connection, piece: str, *, start: bool = False, end: bool = False) -> list[str] | None:
    """Return the words that begin (or end) with a piece, itself included; None when they are too many.

    None also for a single letter: words of two letters are not listed.
    """
    if len(piece) < 2:
        return None
    found = {piece, *_holding(conn, piece, start=start, end=end, most=MAX_ENDS + 1)}
    return sorted(found) if len(found) <= MAX_ENDS else None


def _any(phrases: Iterable[str]) -> str | None:
    return " OR ".join(map(quote, phrases)) or None


def close_spellings(conn: sqlite3.Connection, word: str, *, slips: int | None = None) -> list[str]:
    """Return up to 8 words of the archive that ``word`` may be a misspelling of, closest first.

    They are at most ``slips`` edits away (default: one, two for long words). Words that are more likely a different
    word are left out: hardly anybody mistypes the first letter and another one, and in a short word a wrong letter is
    next to the right one on the keyboard or sounds like it.
    """
    if len(word) < _LEAST:
        return []
    half = len(word) // 2
    slips = slips or (1 if len(word) < _LONG else 2)
    near: set[str] = set()
    for piece in (word[:half], word[half:]):
        if len(piece) >= 2:
            near |= _holding(conn, piece)
    near = {other for other in near if len(other) >= _LEAST and abs(len(other) - len(word)) <= slips}
    distances = {other: _distance(word, other, slips) for other in near if _may_be_slip(word, other)}
    return sorted((other for other in distances if distances[other] <= slips), key=lambda other: distances[other])[:8]


def _may_be_slip(word: str, other: str) -> bool:
    """Whether ``word`` is more likely ``other`` mistyped than a word of its own."""
    if len(word) > _SHORT:
        return len(word) < _LONG or word[0] == other[0] or _distance(word, other, 1) == 1
    apart = [(x, y) for x, y in zip(word, other, strict=False) if x != y]
    if len(other) != len(word) or len(apart) != 1 or not f"{word}{other}".isascii():
        return True  # one letter more or less, or two swapped
    return _are_neighbours(*apart[0]) or any(letters.issuperset(apart[0]) for letters in map(set, _ALIKE))


def _are_neighbours(x: str, y: str) -> bool:
    """Whether two letters are neighbours on the keyboard; True for a character that is no letter on it."""
    at = {key: (row, column + row / 2) for row, keys in enumerate(_KEYS) for column, key in enumerate(keys)}
    if x not in at or y not in at:
        return True
    return abs(at[x][0] - at[y][0]) <= 1 and abs(at[x][1] - at[y][1]) <= 1


def covered(conn: sqlite3.Connection) -> int:
    """Return the id up to which all messages have their words in the lexicon; 0 while older ones are missing."""
    row = conn.execute("SELECT min(id) FROM messages").fetchone()
    progress = state.read(conn)
    return progress.last if progress.last and progress.first <= (row[0] or 0) else 0


def words_in(texts: Iterable[str]) -> set[str]:
    """Return the words of ``texts`` that are listed by their length, cut where they touch a script without spaces."""
    found: set[str] = set()
    for text in texts:
        found.update(WORD.findall(text.lower()))
    for word in [word for word in found if is_unspaced(word)]:
        found.update(by_script(word))
    return {word for word in found if 3 <= len(word) <= LONGEST}


def new_words(texts: Iterable[str], known: set[str], *, skip: Callable[[str], bool]) -> bytes:
    """Return a chunk of the words of ``texts`` that are not in ``known``, and add them to it; b"" for none."""
    fresh = sorted(word for word in words_in(texts) - known if not skip(word))
    known.update(fresh)
    return ("\n" + "\n".join(fresh) + "\n").encode("utf-8", "replace") if fresh else b""


def merge_words(conn: sqlite3.Connection) -> None:
    """Merge the chunks into one without repeats, if they are many or more than twice as long as the largest one."""
    sizes = [row[0] for row in conn.execute("SELECT length(words) FROM lexicon")]
    if len(sizes) <= _SMALL and sum(sizes) <= 2 * max(sizes, default=0):
        return
    words: set[bytes] = set()
    for (chunk,) in conn.execute("SELECT words FROM lexicon"):
        words.update(chunk.split())
    conn.execute("DELETE FROM lexicon")
    conn.execute("INSERT INTO lexicon(words) VALUES (?)", (b"\n" + b"\n".join(sorted(words)) + b"\n",))


def unlearn(conn: sqlite3.Connection, words: Iterable[str]) -> None:
    """Take words off the lexicon that no message and no tool call contains any more, and drop orphaned junctions."""
    junctions.forget(conn)
    listed = {word.encode() for word in words} & {
        word for (chunk,) in conn.execute("SELECT words FROM lexicon") for word in chunk.split(b"\n")
    }
    gone = {word.encode() for word in unheld(conn, map(bytes.decode, listed))}
    for number, chunk in conn.execute("SELECT id, words FROM lexicon").fetchall() if gone else ():
        kept = [word for word in chunk.split(b"\n") if word not in gone]
        conn.execute("UPDATE lexicon SET words = ? WHERE id = ?", (b"\n".join(kept), number))


def unheld(conn: sqlite3.Connection, words: Iterable[str]) -> set[str]:
    """Return those of the words that no message and no tool call contains. Slow for many words."""
    return {word for word in words if not _is_held(conn, word)}


_HOLDERS = (
    ("messages_fts", "SELECT m.content FROM messages_fts f JOIN messages m ON m.id = f.rowid"),
    ("tool_calls_fts", "SELECT t.text FROM tool_calls_fts f JOIN tool_calls_text t ON t.id = f.rowid"),
)


def _is_held(conn: sqlite3.Connection, word: str) -> bool:
    """Whether some text contains this word. True also in doubt: too many texts match, or there is no usable index.

    The index matches other forms of the word, too, so the texts have to be read.
    """
    if not fts.stale(conn).keys().isdisjoint(index for index, _ in _HOLDERS):
        return True
    for index, select in _HOLDERS:
        texts = conn.execute(f"{select} WHERE {index} MATCH ? LIMIT {_LOOKED_AT}", (quote(word),))
        if any(word in words_in(text) or seen == _LOOKED_AT for seen, text in enumerate(texts, 1)):
            return True
    return False


def _holding(
    conn: sqlite3.Connection, piece: str, *, start: bool = False, end: bool = False, most: int = MOST
) -> set[str]:
    """Return up to ``most`` listed words that contain a piece: anywhere, or at their start or end."""
    wanted = b"\n" * start + piece.encode() + b"\n" * end
    found: set[str] = set()
    for (words,) in conn.execute("SELECT words FROM lexicon"):
        at = words.find(wanted)
        while at != -1 and len(found) < most:
            low = at + 1 if start else words.rfind(b"\n", 0, at) + 1
            high = words.find(b"\n", at + start)
            found.add(words[low:high].decode())
            at = words.find(wanted, high)
    return found


def _distance(a: str, b: str, limit: int) -> int:
    """Return the edit distance of two words (a swap of neighbours counts as one), at most ``limit`` + 1."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return min(last[-1], limit + 1)
