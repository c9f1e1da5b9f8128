"""Read the full-text indexes: where a term occurs, exact literals, scans. Every read is bounded in rows and time.

Ids are message ids throughout. Nothing here ranks.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.ma  # np.unique would import it at its first call, which costs 20 ms in the middle of a search

from ..sql_json import json_list
from .filters import Scope
from .literals import quote
from .query import MIN_PREFIX, Term
from .words import NO_WORD, for_glob

Ranges = np.ndarray | None  # rows of (first id, last id), ascending; None: all ids

# Times are seconds of processor time.
POSTINGS = 5_000  # newest messages read for one term; a term with more is "common"
TOOL_POSTINGS = 2_000  # newest tool calls read for one term
AUTHORED = 20_000  # newest messages read of one author
BUDGET = 0.030  # for all time boxes of one search together
RESERVE = 0.004  # for all boxes together once that is used up: each may take half of what is left of it
STEPS = 200  # SQLite steps between two looks at the clock: FTS5 may read 200 KB of an index in as many
TERM_SECONDS = 0.010  # for the postings of one term; phrases of very common words take longer
AUTHOR_SECONDS = 0.003  # for the newest messages that begin with a name
STRICT = 300  # newest messages read that contain all words
MATCH_SECONDS = 0.020  # for them; half of it for tool calls
FEW_RANGES = 64  # up to this many ranges are read one by one
RANGE_GAP = 200  # sessions this close in id are read as one range
EXACT = 60  # newest messages read that contain a literal
TITLED, TITLE_SECONDS = 20, 0.004  # sessions found by title
_NEWEST = """SELECT rowid FROM messages_fts WHERE messages_fts MATCH ? AND rowid BETWEEN ? AND ?
             ORDER BY rowid DESC LIMIT ?"""
JOINS = r"a-z0-9_./\\:@#$%&+~*-"  # characters that continue a literal, to be put into [] of a GLOB or a regex
_NEWEST_CALLS = """SELECT c.message_id FROM tool_calls_fts f CROSS JOIN tool_calls c ON c.id = f.rowid
                   WHERE tool_calls_fts MATCH ? AND c.message_id BETWEEN ? AND ? ORDER BY f.rowid DESC LIMIT ?"""

_IN_TEXT = "messages_fts f CROSS JOIN messages m ON m.id = f.rowid WHERE messages_fts MATCH :match"
_CALLS = "tool_calls_fts f CROSS JOIN tool_calls c ON c.id = f.rowid CROSS JOIN messages m ON m.id = c.message_id"
_IN_CALLS = f"{_CALLS} WHERE tool_calls_fts MATCH :match"
_IN_CALL_TEXT = f"{_CALLS} CROSS JOIN tool_calls_text t ON t.id = f.rowid WHERE tool_calls_fts MATCH :match"


@dataclass(slots=True)
class Box:
    """One time box; ``done`` when all of it ran to the end."""

    done: bool = False


class Clock:
    """The time boxes of one search, which together take no more than BUDGET and RESERVE. ``hit``: one was cut short."""

    def __init__(self) -> None:
        self.hit = False
        self._end = time.thread_time() + BUDGET
        self._reserve = RESERVE

    @contextmanager
    def box(self, conn: sqlite3.Connection, seconds: float) -> Iterator[Box]:
        """Stop the statements inside after ``seconds`` of processor time; rows read one by one until then are kept."""
        now = time.thread_time()
        end = max(self._end, now)
        stop = now + min(seconds, max(end - now, self._reserve / 2))
        conn.set_progress_handler(lambda: time.thread_time() > stop, STEPS)
        box = Box()
        try:
            yield box
            box.done = True
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
                raise
            self.hit = True
        finally:
            conn.set_progress_handler(None, 0)
            self._reserve -= min(self._reserve, max(0.0, time.thread_time() - end))


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a search may read and for how long: the messages of a scope, within id ranges if it has few sessions."""

    conn: sqlite3.Connection
    scope: Scope
    ranges: Ranges
    clock: Clock
    total: int  # the largest message id


@dataclass(frozen=True, slots=True)
class Posting:
    """Where a term occurs: message ids, ascending. ``common``: only the newest ids are here and ``df`` is estimated."""

    term: Term
    ids: np.ndarray
    df: int
    common: bool


def posting(bounds: Bounds, term: Term) -> Posting:
    """Return the newest messages that contain a term, in their text or their tool calls."""
    conn, clock, ranges = bounds.conn, bounds.clock, bounds.ranges
    low, high = span(ranges)
    ids: list[int] = []
    with clock.box(conn, TERM_SECONDS) as whole:
        _collect(conn, _NEWEST, (term.match, low, high, POSTINGS), ids)
    common = len(ids) >= POSTINGS or not whole.done
    df = len(ids)
    if common and ids:
        reach = max(1, min(bounds.total, high) - ids[-1] + 1)
        df = max(len(ids), int(len(ids) * bounds.total / reach))
        if ranges is not None and len(ranges) <= FEW_RANGES:
            ids = _in_ranges(conn, term.match, ranges)
    elif not common:
        with clock.box(conn, TERM_SECONDS):
            _collect(conn, _NEWEST_CALLS, (term.match, low, high, TOOL_POSTINGS), ids)
        df = len(set(ids))
    found = np.unique(np.array(ids, dtype=np.int64))
    if ranges is not None:
        found = found[inside(found, ranges)]
    return Posting(term, found, df, common)


def author_ids(bounds: Bounds, name: str, *, above: int = 0, limit: int = AUTHORED) -> list[int]:
    """Return the newest messages with ids above ``above`` whose first word is ``name``, as far as time allows."""
    low, high = span(bounds.ranges)
    low = max(low, above + 1)
    ids: list[int] = []
    with bounds.clock.box(bounds.conn, AUTHOR_SECONDS if above else TERM_SECONDS):
        _collect(bounds.conn, _NEWEST, (f"content : ^ {quote(name)}", low, high, limit), ids)
    return ids


def matching(
    bounds: Bounds, expression: str, limit: int, *, newest: bool = True, seconds: float = MATCH_SECONDS
) -> list[int]:
    """Return messages whose text matches an FTS5 expression, newest (or oldest) first, as far as time allows."""
    ranges = bounds.ranges
    pairs = [span(ranges)] if ranges is None or len(ranges) > FEW_RANGES else [tuple(pair) for pair in ranges]
    found: list[int] = []
    for low, high in pairs[::-1] if newest else pairs:
        values = {"match": expression, "low": int(low), "high": int(high)}
        with bounds.clock.box(bounds.conn, seconds):
            found.extend(_matches(bounds, _IN_TEXT, values, limit - len(found), newest=newest))
        if len(found) >= limit:
            break
    return found


def matching_calls(
    bounds: Bounds, expression: str, limit: int, *, newest: bool = True, seconds: float = MATCH_SECONDS / 2
) -> list[int]:
    """Return messages with a tool call that matches an FTS5 expression, newest (or oldest) first."""
    found: list[int] = []
    with bounds.clock.box(bounds.conn, seconds):
        found.extend(_matches(bounds, _IN_CALLS, {"match": expression}, limit, newest=newest))
    return list(dict.fromkeys(found))


def _matches(
    bounds: Bounds, source: str, values: dict[str, Any], limit: int, *, newest: bool = True, holds: str = "1"
) -> Iterator[int]:
    """Yield messages of the scope that match in one source (texts or tool calls), one by one."""
    first, last = span(bounds.ranges)
    sql = f"""SELECT m.id, f.rowid FROM {source} AND f.rowid BETWEEN :low AND :high
                AND m.id BETWEEN :first AND :last AND {bounds.scope.where} AND {holds}
              ORDER BY f.rowid {"DESC" if newest else "ASC"} LIMIT :limit"""
    places = {"low": first, "high": last} if source == _IN_TEXT else {}  # the rowid of a tool call is no message id
    values = {**bounds.scope.values, "first": first, "last": last, **places, **values}
    return one_by_one(bounds.conn, sql, values, limit, newest=newest)


def matching_anywhere(
    bounds: Bounds, expression: str, limit: int, *, newest: bool = True, seconds: float = MATCH_SECONDS
) -> list[int]:
    """Return messages that match in their text or in one tool call, newest (or oldest) first."""
    in_text = matching(bounds, expression, limit, newest=newest, seconds=seconds)
    in_calls = matching_calls(bounds, expression, limit, newest=newest, seconds=seconds / 2)
    return sorted({*in_text, *in_calls}, reverse=newest)[:limit]


def id_ranges(conn: sqlite3.Connection, scope: Scope) -> Ranges:
    """Return the id ranges that contain the messages of a scope; None for one not narrowed down to a few sessions."""
    return None if scope.sessions is None else ranges_of(conn, scope.sessions)


def ranges_of(conn: sqlite3.Connection, sessions: Iterable[str]) -> np.ndarray:
    """Return the first and last message ids of sessions as ascending rows; ranges close to each other are joined."""
    rows = conn.execute(
        """SELECT (SELECT min(id) FROM messages WHERE session_id = s.value) AS first,
                  (SELECT max(id) FROM messages WHERE session_id = s.value)
           FROM json_each(?) s WHERE first IS NOT NULL ORDER BY first""",
        (json_list(sessions),),
    )
    ranges: list[list[int]] = []
    for low, high in rows:
        if ranges and low <= ranges[-1][1] + RANGE_GAP:
            ranges[-1][1] = max(ranges[-1][1], high)
        else:
            ranges.append([low, high])
    return np.array(ranges, dtype=np.int64).reshape(-1, 2)


def span(ranges: Ranges) -> tuple[int, int]:
    """Return the smallest and largest id that may match."""
    if ranges is None:
        return 0, 2**62
    return (int(ranges[0, 0]), int(ranges[-1, 1])) if len(ranges) else (1, 0)


def inside(ids: np.ndarray, ranges: np.ndarray) -> np.ndarray:
    """Return for each id whether it lies in one of the ranges."""
    if not len(ranges):
        return np.zeros(len(ids), bool)
    at = np.searchsorted(ranges[:, 0], ids, side="right") - 1
    return np.asarray((at >= 0) & (ids <= ranges[at, 1]))


def _in_ranges(conn: sqlite3.Connection, match: str, ranges: np.ndarray) -> list[int]:
    ids: list[int] = []
    for low, high in ranges[::-1]:
        _collect(conn, _NEWEST, (match, int(low), int(high), POSTINGS - len(ids)), ids)
        if len(ids) >= POSTINGS:
            break
    return ids


# -- literals ----------------------------------------------------------------------------------------


def holding(
    bounds: Bounds, expression: str | None, literal: str, *, seconds: float, globs: Sequence[str] = ()
) -> tuple[list[int], bool]:
    """Return the newest messages that match an FTS5 expression and contain a literal, and whether all were checked.

    Both must hold for the text, or for one tool call. With ``globs`` the text has to match one of these patterns, too.
    Tool calls get their own time, half as much, since texts that contain only the words may use up all of theirs.
    """
    found: list[int] = []
    if not expression:
        return found, True
    with bounds.clock.box(bounds.conn, seconds) as texts:
        found.extend(_verified(bounds, _IN_TEXT, "m.content", expression, literal, globs))
    with bounds.clock.box(bounds.conn, seconds / 2) as calls:
        found.extend(_verified(bounds, _IN_CALL_TEXT, "t.text", expression, literal, globs))
    return list(dict.fromkeys(found)), texts.done and calls.done


def as_word(word: str) -> list[str]:
    """Return the GLOB patterns of a text that contains a word by itself."""
    return [f"*{NO_WORD}{word.lower()}{NO_WORD}*"]


def by_itself(literal: str) -> list[str]:
    """Return the GLOB patterns of a text in which a literal is not part of a longer one; it may end a sentence."""
    inner, apart = for_glob(literal.lower()), f"[^{JOINS}]"
    return [f"*{apart}{inner}{apart}*", f"*{apart}{inner}[.:]{apart}*"]


def _verified(
    bounds: Bounds, source: str, text: str, expression: str, literal: str, globs: Sequence[str]
) -> Iterator[int]:
    """Yield messages that match in one source (texts or tool calls) and contain a literal there."""
    values = {"match": expression, "literal": literal} | {f"glob{at}": glob for at, glob in enumerate(globs)}
    holds = f"(instr({text}, :literal) > 0 OR instr(lower({text}), lower(:literal)) > 0)"
    if globs:
        like = " OR ".join(f"' ' || lower({text}) || ' ' GLOB :glob{at}" for at in range(len(globs)))
        holds += f" AND ({like})"
    yield from _matches(bounds, source, values, EXACT, holds=holds)


def titled(bounds: Bounds, words: list[str]) -> list[tuple[int, str]]:
    """Return (first message id, session id) of the newest sessions whose title has all of these words.

    A word of MIN_PREFIX letters or more may be the beginning of a longer one.
    """
    holds, globs = [], []
    values: dict[str, Any] = {}
    for i, word in enumerate(map(str.lower, words)):
        alike = _either_case(word)
        if alike == word:
            holds.append(f"instr(lower(s.title), :word{i}) > 0")
            values[f"word{i}"] = word
        globs.append(f"' ' || lower(s.title) || ' ' GLOB :glob{i}")  # slow, so last
        values[f"glob{i}"] = f"*{NO_WORD}{alike}{'' if len(word) >= MIN_PREFIX else NO_WORD}*"
    return newest_sessions(bounds, " AND ".join(holds + globs), values)


def _either_case(word: str) -> str:
    """Return the GLOB pattern of a lower-case word in both cases of letters that ``lower`` of SQLite leaves alone."""
    return "".join(
        f"[{c}{c.upper()}]" if not c.isascii() and len(c.upper()) == 1 and c != c.upper() else c for c in word
    )


def newest_sessions(bounds: Bounds, holds: str, values: dict[str, Any]) -> list[tuple[int, str]]:
    """Return (first message id, session id) of the newest sessions for which a condition on ``sessions s`` holds."""
    sql = f"""SELECT (SELECT min(m.id) FROM messages m WHERE m.session_id = s.id AND {bounds.scope.where}), s.id
              FROM sessions s WHERE {holds} ORDER BY s.updated_at DESC LIMIT :limit"""
    found: list[tuple[int, str]] = []
    with bounds.clock.box(bounds.conn, TITLE_SECONDS):
        for row in bounds.conn.execute(sql, {**bounds.scope.values, **values, "limit": TITLED}):
            if row[0] is not None:
                found.append((row[0], row[1]))
    return found


def attached(bounds: Bounds, literal: str) -> list[int]:
    """Return the newest messages with an attachment whose path contains a literal."""
    sql = f"""SELECT m.id, r.message_id FROM media_refs r CROSS JOIN messages m ON m.id = r.message_id
              WHERE r.message_id BETWEEN :low AND :high AND {bounds.scope.where}
                AND instr(lower(r.path), lower(:literal)) > 0 ORDER BY r.message_id DESC LIMIT :limit"""
    low, high = span(bounds.ranges)
    return list(dict.fromkeys(_scanned(bounds, sql, {"low": low, "high": high, "literal": literal}, TITLE_SECONDS)))


def scan(bounds: Bounds, literal: str, *, above: int = 0, seconds: float) -> list[int]:
    """Return messages with an id above ``above`` that contain a literal, newest first, without using an index."""
    sql = f"""SELECT m.id, m.id FROM messages m WHERE m.id BETWEEN :low AND :high
              AND {bounds.scope.where} AND instr(lower(m.content), lower(:literal)) > 0
              ORDER BY m.id DESC LIMIT :limit"""
    first, last = span(bounds.ranges)
    return _scanned(bounds, sql, {"low": max(first, above + 1), "high": last, "literal": literal}, seconds)


def scan_calls(bounds: Bounds, literal: str, *, seconds: float) -> list[int]:
    """Return messages whose tool calls contain a literal, newest first, without using an index."""
    sql = f"""SELECT m.id, c.id FROM tool_calls c CROSS JOIN messages m ON m.id = c.message_id
              CROSS JOIN tool_calls_text t ON t.id = c.id WHERE c.id BETWEEN :low AND :high
              AND m.id BETWEEN :first AND :last AND {bounds.scope.where} AND instr(lower(t.text), lower(:literal)) > 0
              ORDER BY c.id DESC LIMIT :limit"""
    first, last = span(bounds.ranges)
    return _scanned(bounds, sql, {"first": first, "last": last, "literal": literal}, seconds)


def _scanned(bounds: Bounds, sql: str, values: dict[str, Any], seconds: float) -> list[int]:
    found: list[int] = []
    with bounds.clock.box(bounds.conn, seconds):
        found.extend(one_by_one(bounds.conn, sql, {**bounds.scope.values, **values}, EXACT))
    return found


def _collect(conn: sqlite3.Connection, sql: str, values: object, into: list[int]) -> None:
    """Append the first column of a query to ``into``, row by row: what was read stays when a time box closes."""
    cursor = conn.cursor()
    cursor.row_factory = None
    into.extend(value for (value,) in cursor.execute(sql, values))  # type: ignore[arg-type]


def one_by_one(
    conn: sqlite3.Connection, sql: str, values: dict[str, Any], limit: int, *, newest: bool = True
) -> Iterator[int]:
    """Yield the message ids that a statement finds, at most ``limit``.

    Its rows are (message id, place), ordered by place, which the parameters `:low` and `:high` bound. The first row
    gets a statement of its own: `sqlite3` steps ahead of the row it hands out, so if the time box closed during the
    search for a second row, the first would be lost, too.
    """
    low, high = values.get("low", 0), values.get("high", 2**62)
    for count in (1, limit - 1):
        last = None
        for row in conn.execute(sql, {**values, "low": low, "high": high, "limit": count}):
            yield row[0]
            last = row[1]
        if last is None:
            return
        low, high = (low, last - 1) if newest else (last + 1, high)
