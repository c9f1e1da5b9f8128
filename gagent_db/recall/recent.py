"""The answer to a search without a query: the recent conversations, with the same filters."""

from __future__ import annotations

import sqlite3
from typing import Any

from ..sql_json import json_list
from ..store.database import Store
from ..store.sessions import lineage, page_of_sessions, resolve_session
from ..wording import one_line
from .filters import Filters, live, session_conditions
from .results import SearchResult
from .sessions import session_hits

PREVIEW = 160


def recent_result(
    store: Store, filters: Filters, *, limit: int, cursor: str | None, sort: str, db_name: str, raw: str
) -> SearchResult:
    """Return sessions by last activity in the shape of a search result, with a preview instead of hits.

    Of a conversation in several sessions only the last one that passes the filters is shown. ``role`` keeps the
    sessions with such a message; ``exclude_session`` leaves out the conversation an agent is in and what is live
    around it. Raises NotFound for an unknown ``session``.
    """
    conn = store.read()
    where, values = _where(conn, filters)
    rows, following = page_of_sessions(conn, where, values, sort=sort, limit=limit, cursor=cursor)
    result = SearchResult(query=raw, mode="recent", next=following)
    for session in rows:
        item = session_hits(session, lineage(conn, session.id), 0.0, db_name)
        item.preview = _preview(conn, session.id)
        result.sessions.append(item)
    result.total_sessions = int(conn.execute(f"SELECT count(*) FROM sessions WHERE {where}", values).fetchone()[0])
    return result


def _where(conn: sqlite3.Connection, filters: Filters) -> tuple[str, dict[str, Any]]:
    """Return the condition on ``sessions`` with its values: the filters, and that no continuation passes them, too."""
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
    """Return the ids of the conversation of a session and of what is live around it; [] for an unknown session."""
    around = live(conn, ref)
    return sorted({*around, *lineage(conn, resolve_session(conn, ref).id)}) if around else []


def _preview(conn: sqlite3.Connection, session_id: str) -> str:
    row = conn.execute(
        """SELECT substr(content, 1, 400) FROM messages
           WHERE session_id = ? AND role = 'user' AND status <> 'undone' AND content <> '' ORDER BY id LIMIT 1""",
        (session_id,),
    ).fetchone()
    return one_line(row[0], PREVIEW) if row else ""
