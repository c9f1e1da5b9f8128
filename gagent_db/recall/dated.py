"""Find the messages of a day or month that a question names: they are candidates whatever their words.

A few sessions are read whole. Of many, only the messages that contain words of the question are taken, and the first
messages of sessions spread over that time. Every read is bounded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..sql_json import json_list
from . import dates, lexical, rank
from .spans import WEEK, Span

if TYPE_CHECKING:
    from .look import Look

FEW_SESSIONS = 40  # up to this many sessions are read whole
FEW_MESSAGES = 2000  # messages read of these at most
MANY_SESSIONS = 1000  # newest sessions of that time in which words are looked for
OPENING = 3  # first messages taken from each of FEW_SESSIONS sessions, where there are many
_SCOPED = "(:scoped IS NULL OR id IN (SELECT value FROM json_each(:scoped)))"


def times(conn: sqlite3.Connection, question: str) -> dates.Times:
    """Return the times a question speaks of. A date without a year means every year in the database, the last 12."""
    if not dates.understood(question).spans:
        return dates.Times()
    low, high = conn.execute(
        "SELECT substr(min(created_at), 1, 4), substr(max(updated_at), 1, 4) FROM sessions"
    ).fetchone()
    known = f"{low}{high}".isdecimal()  # false without sessions, or when the time of one is no date
    years = tuple(range(max(int(low), int(high) - 11), int(high) + 1)) if known else ()
    return dates.understood(question, years=years)


def named(times: dates.Times) -> bool:
    """Whether the question names a day, a month, or a span of no more than a week."""
    return bool(times.dates) or any((span.told - span.first).days < WEEK for span in times.spans)


def candidates(look: Look, spans: Sequence[Span], evidence: list[rank.Evidence]) -> tuple[np.ndarray, bool]:
    """Return ids of messages of the spans, ascending, and whether there are too many sessions to read them whole."""
    few = _sessions(look, spans)
    if len(few) > FEW_SESSIONS:
        return _of_many(look, spans, evidence), True
    rows = look.conn.execute(
        "SELECT id FROM messages WHERE session_id IN (SELECT value FROM json_each(?)) LIMIT ?",
        (json_list(few), FEW_MESSAGES),
    )
    return np.unique(np.array([row[0] for row in rows], np.int64)), False


def among(look: Look, spans: Sequence[Span], ids: Collection[int]) -> list[int]:
    """Return those of the messages that were written on the very days that the question names."""
    days = {span.bounds for span in spans}
    rows = look.conn.execute(
        "SELECT id, created_at FROM messages WHERE id IN (SELECT value FROM json_each(?))",
        (json_list(ids),),
    )
    return [row[0] for row in rows if any(start <= row[1] < end for start, end in days)]


def _sessions(look: Look, spans: Sequence[Span]) -> set[str]:
    """Return the sessions active within the spans, slack included; only some where there are more than FEW_SESSIONS."""
    found: set[str] = set()
    for span in spans:
        rows = look.conn.execute(
            f"""SELECT id FROM sessions WHERE updated_at >= :first AND created_at <= :last || 'T99' AND {_SCOPED}
                LIMIT :n""",
            {**_values(look, span), "last": span.last.isoformat(), "n": FEW_SESSIONS * 4},
        )
        found.update(row[0] for row in rows)
    return found


def _of_many(look: Look, spans: Sequence[Span], evidence: list[rank.Evidence]) -> np.ndarray:
    """Return the best messages of the spans by their own words, and the first ones of sessions spread over them."""
    sessions: list[str] = []
    for span in spans:
        rows = look.conn.execute(
            f"""SELECT id FROM sessions WHERE updated_at BETWEEN :first AND :told || 'T99' AND {_SCOPED}
                ORDER BY updated_at DESC LIMIT :n""",
            {**_values(look, span), "told": span.told.isoformat(), "n": MANY_SESSIONS // len(spans)},
        )
        sessions += [row[0] for row in rows]
    ranges = lexical.ranges_of(look.conn, sessions)
    inside = [rank.Evidence(item.ids[lexical.inside(item.ids, ranges)], item.weight) for item in evidence]
    spread = sessions[:: -(-len(sessions) // FEW_SESSIONS) or 1]
    rows = look.conn.execute(
        """SELECT m.id FROM json_each(?) s JOIN messages m
           ON m.id IN (SELECT id FROM messages WHERE session_id = s.value ORDER BY id LIMIT ?)""",
        (json_list(spread), OPENING),
    )
    opening = np.array([row[0] for row in rows], np.int64)
    return np.union1d(rank.pool(inside)[0], opening)


def _values(look: Look, span: Span) -> dict[str, str | None]:
    scoped = look.scope.sessions
    return {"first": span.first.isoformat(), "scoped": None if scoped is None else json_list(scoped)}
