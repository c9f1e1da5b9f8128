"""Without a query: the recent conversations, under the same filters as a search."""

from __future__ import annotations

import sqlite3
from typing import Any

from ..models import Session
from ..sql_json import json_list
from ..store.database import Store
from ..store.sessions import SELECT, lineage, place_of, resolve_session
from ..wording import one_line
from .filters import Filters, live, session_conditions
from .results import SearchResult, SessionHits
from .sessions import session_hits

PREVIEW = 160


def recent_sessions(
    store: Store, filters: Filters, *, limit: int = 20, cursor: str | None = None, sort: str = "newest"
) -> tuple[list[Session], str | None]:
    """Sessions by last activity and the cursor of the next page; of a conversation only its last part that is left.

    ``role`` leaves the sessions with such a message, ``exclude_session`` leaves out the conversation an agent is in
    and what is live around it. Raises NotFound for a ``session`` that is not there.
    """
    conn = store.read()
    where, values = _where(conn, filters)
    order, beyond = ("ASC", ">") if sort == "oldest" else ("DESC", "<")
    if cursor:
        values |= place_of(cursor)
        where += f" AND (updated_at, id) {beyond} (:at, :id)"
    rows = conn.execute(
        f"{SELECT} WHERE {where} ORDER BY updated_at {order}, id {order} LIMIT :limit", {**values, "limit": limit + 1}
    ).fetchall()
    found = [Session.from_row(row) for row in rows[:limit]]
    return found, f"{found[-1].updated_at}|{found[-1].id}" if len(rows) > limit else None


def recent_result(
    store: Store, filters: Filters, *, limit: int, cursor: str | None, sort: str, db_name: str, raw: str
) -> SearchResult:
    """Recent sessions in the shape of a search result: no hits, a preview of each."""
    order = "oldest" if sort == "oldest" else "newest"
    rows, following = recent_sessions(store, filters, limit=limit, cursor=cursor, sort=order)
    conn = store.read()
    result = SearchResult(query=raw, mode="recent", next=following)
    for session in rows:
        item = session_hits(conn, session, [session.id], 0.0, db_name)
        item.preview = _preview(conn, session.id)
        result.sessions.append(item)
    where, values = _where(conn, filters)
    result.total_sessions = int(conn.execute(f"SELECT count(*) FROM sessions WHERE {where}", values).fetchone()[0])
    return result


def cursor_after(item: SessionHits) -> str:
    """The cursor of the page that begins after this session."""
    return f"{item.updated_at}|{item.session_id}"


def _where(conn: sqlite3.Connection, filters: Filters) -> tuple[str, dict[str, Any]]:
    """The condition on ``sessions``: the filters, and no later part of the conversation that passes them too."""
    conditions, values = session_conditions(conn, filters)
    if filters.exclude_session and (hidden := _around(conn, filters.exclude_session)):
        conditions.append("id NOT IN (SELECT value FROM json_each(:hidden))")
        values["hidden"] = json_list(hidden)
    if filters.roles:
        conditions.append(
            """EXISTS (SELECT 1 FROM messages m WHERE m.session_id = sessions.id AND m.status <> 'undone'
                         AND m.role IN (SELECT value FROM json_each(:role)))"""
        )
    passes = " AND ".join(conditions) or "1"
    later = "SELECT c.id FROM session_continues c WHERE c.continues_id = sessions.id"
    return f"{passes} AND NOT EXISTS (SELECT 1 FROM ({later}) JOIN sessions USING (id) WHERE {passes})", values


def _around(conn: sqlite3.Connection, ref: str) -> list[str]:
    """The conversation of a session and what is live around it; nothing when there is no such session."""
    around = live(conn, ref)
    return sorted({*around, *lineage(conn, resolve_session(conn, ref).id)}) if around else []


def _preview(conn: sqlite3.Connection, session_id: str) -> str:
    row = conn.execute(
        """SELECT substr(content, 1, 400) FROM messages
           WHERE session_id = ? AND role = 'user' AND status <> 'undone' AND content <> '' ORDER BY id LIMIT 1""",
        (session_id,),
    ).fetchone()
    return one_line(row[0], PREVIEW) if row else ""
