"""The distinct words of the archive, for what the index cannot do: a piece of a word, a close spelling.

``index`` collects them in chunks of newline-separated words, searched as plain bytes. Messages that it has
not seen yet are read directly.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable

from . import state
from .query import quote

MAX_TERMS = 60
MAX_ENDS = 12  # words that may stand at one end of a fragment
LONGEST = 64  # longer runs are keys and encodings; a piece of them is found by reading
_WORD = re.compile(r"[^\W_]+")
_SMALL = 24  # more chunks than this are merged into one


def fragment_terms(conn: sqlite3.Connection, literal: str) -> tuple[list[str], int]:
    """FTS5 strings that stand where a literal begins or ends inside a word, and the last message covered.

    Of a literal of several words they are phrases: the words that end as it begins, then those that begin as it
    ends. Of one word, the words that hold it.
    """
    pieces = _WORD.findall(literal.lower())
    if not pieces:
        return [], 0
    phrases: list[str] = []
    if len(pieces) > 1:
        begins = _cut_off(conn, pieces[0], literal[0].isalnum(), lambda word: word.endswith(pieces[0]))
        ends = _cut_off(conn, pieces[-1], literal[-1].isalnum(), lambda word: word.startswith(pieces[-1]))
        phrases = [" ".join((*first, *pieces[1:-1], *last)) for first in begins for last in ends]
    if not any(phrases):
        phrases = sorted(_search(conn, max(pieces, key=len).encode()), key=len)[:MAX_TERMS]
    return [quote(phrase) for phrase in phrases], covered(conn)


def _cut_off(conn: sqlite3.Connection, piece: str, cut: bool, fits: Callable[[str], bool]) -> list[tuple[str, ...]]:
    """The words that a piece at an end of a literal may be part of; one empty place where they are too many."""
    if not cut:
        return [(piece,)]
    found = {piece, *filter(fits, _search(conn, piece.encode()))} if len(piece) > 1 else set()
    return [(word,) for word in sorted(found)] if 0 < len(found) <= MAX_ENDS else [()]


def close_spellings(conn: sqlite3.Connection, word: str, *, slips: int | None = None) -> list[str]:
    """Words of the archive at most so many slips away from ``word``: else one, two for long words."""
    if len(word) < 4:
        return []
    half = len(word) // 2
    slips = slips or (1 if len(word) < 8 else 2)
    near: set[str] = set()
    for piece in (word[:half], word[half:]):
        if len(piece) >= 2:
            near |= _search(conn, piece.encode(), length=(len(word) - slips, len(word) + slips))
    return sorted(
        (other for other in near if _distance(word, other, slips) <= slips), key=lambda w: _distance(word, w, slips)
    )[:8]


def covered(conn: sqlite3.Connection) -> int:
    """Every message up to this id has its words in the lexicon; 0 while older ones are missing."""
    row = conn.execute("SELECT min(id) FROM messages").fetchone()
    progress = state.read(conn)
    return progress.last if progress.last and progress.first <= (row[0] or 0) else 0


def new_words(texts: Iterable[str], known: set[str], *, skip: Callable[[str], bool]) -> bytes:
    """The words of ``texts`` that are not in ``known`` (they are added to it), as one chunk."""
    found: set[str] = set()
    for text in texts:
        found.update(_WORD.findall(text.lower()))
    fresh = sorted(w for w in found - known if 3 <= len(w) <= LONGEST and not skip(w))
    known.update(fresh)
    return ("\n" + "\n".join(fresh) + "\n").encode("utf-8", "replace") if fresh else b""


def merge_words(conn: sqlite3.Connection) -> None:
    """Many chunks, or those that hold more than the largest, become one without repeats."""
    sizes = [row[0] for row in conn.execute("SELECT length(words) FROM lexicon")]
    if len(sizes) <= _SMALL and sum(sizes) <= 2 * max(sizes, default=0):
        return
    words: set[bytes] = set()
    for (chunk,) in conn.execute("SELECT words FROM lexicon"):
        words.update(chunk.split())
    conn.execute("DELETE FROM lexicon")
    conn.execute("INSERT INTO lexicon(words) VALUES (?)", (b"\n" + b"\n".join(sorted(words)) + b"\n",))


def _search(conn: sqlite3.Connection, piece: bytes, length: tuple[int, int] = (0, 200)) -> set[str]:
    found: set[str] = set()
    for (words,) in conn.execute("SELECT words FROM lexicon"):
        at = words.find(piece)
        while at != -1 and len(found) < 5000:
            start, end = words.rfind(b"\n", 0, at) + 1, words.find(b"\n", at)
            word = words[start:end].decode()
            if length[0] <= len(word) <= length[1]:
                found.add(word)
            at = words.find(piece, end)
    return found


def _distance(a: str, b: str, limit: int) -> int:
    """Edits between two words, a swap of neighbours counting one; anything above ``limit`` is limit + 1."""
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
