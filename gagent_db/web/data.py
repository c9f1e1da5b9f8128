"""The SQL behind the transcript and home pages. Plain rows out; no HTML."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from ..errors import NotFound
from ..models import Message, Session
from ..sql_json import json_list
from ..store.database import Store
from ..store.messages import get_messages, history
from ..store.relations import came_as, is_subagent
from ..store.sessions import find_session, get_session, lineage, require_session
from ..store.titles import title_from

PAGE = 120  # messages on one transcript page
OUTLINE = 400  # prompts in the outline, around the page
LATEST = 6  # artifacts of a kind on the home page
_PROMPT_CHARS = 1000


@dataclass(slots=True)
class Outline:
    """What the person asked, around one page of a session."""

    prompts: list[dict[str, Any]]  # {"id", "title"}
    earlier: int  # prompts before these
    later: int


@dataclass(slots=True)
class Transcript:
    """One page of a session and what surrounds it."""

    session: Session
    messages: list[Message]
    results: dict[int, Message]  # result messages of the calls on this page, wherever they are
    shown_results: set[int]  # messages that any call of the session shows as its result
    subagents: list[Session]
    branches: list[Session]
    lineage: list[Session]
    parent: Session | None
    artifacts: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    outline: Outline = field(default_factory=lambda: Outline([], 0, 0))
    earlier: int = 0  # messages before this page
    later: int = 0

    @property
    def first_id(self) -> int | None:
        return self.messages[0].id if self.messages else None

    @property
    def last_id(self) -> int | None:
        return self.messages[-1].id if self.messages else None


def session_of(store: Store, candidates: list[str]) -> Session:
    """The session that one of these names means: exact ids and keys first, then the beginning of an id."""
    return _named(store, candidates) or find_session(store, candidates[0])


def session_to_change(store: Store, candidates: list[str]) -> Session:
    """The session with one of these as its whole id or key, so that a write-only caller learns no ids from their
    beginnings."""
    if session := _named(store, candidates):
        return session
    raise NotFound(f"There is no session {candidates[0]!r}.", hint="Name it by its whole id or key.")


def _named(store: Store, candidates: list[str]) -> Session | None:
    return next(filter(None, (get_session(store, candidate) for candidate in candidates)), None)


def transcript(
    store: Store, session: Session, *, at: int | None = None, before: int | None = None, after: int | None = None
) -> Transcript:
    """The page around message ``at``, before or after a message (the nearest if there is none), or the beginning."""
    with store.snapshot() as conn:
        session = require_session(conn, session.id)
        messages = _page(store, session, at, before, after)
        results = [call.result_message_id for message in messages for call in message.tool_calls]
        children = _children(conn, session.id)
        chain = [require_session(conn, other) for other in lineage(conn, session.id)]
        in_chain = {other.id for other in chain}
        page = Transcript(
            session=session,
            messages=messages,
            results=get_messages(conn, [result for result in results if result is not None]),
            shown_results=_shown_results(conn, [message.id for message in messages if message.role == "tool"]),
            subagents=[child for child in children if is_subagent(child)],
            branches=[child for child in children if not is_subagent(child) and child.id not in in_chain],
            lineage=chain if len(chain) > 1 else [],
            parent=get_session(store, session.parent_session_id) if session.parent_session_id else None,
            artifacts=_artifacts(conn, [message.id for message in messages]),
        )
        page.outline = _outline(conn, session.id, page.first_id or 0)
        if page.first_id is not None:
            page.earlier, page.later = conn.execute(
                """SELECT coalesce(sum(id < ?2), 0), coalesce(sum(id > ?3), 0) FROM messages
                   WHERE session_id = ?1 AND status <> 'undone'""",
                (session.id, page.first_id, page.last_id),
            ).fetchone()
    return page


def part(
    store: Store, session: Session, *, at: int | None, before: int | None, after: int | None, limit: int
) -> tuple[Session, list[Message], bool]:
    """A session as it is now, ``limit`` of its messages around, before or after one, and whether more follow. Raises
    NotFound for a message of another session."""
    with store.snapshot() as conn:
        session = require_session(conn, session.id)
        if at is not None:
            if session_of_message(store, at) != session.id:
                raise NotFound(f"Message {at} is not in session {session.id}.")
            messages = around(store, session.id, at, limit)
        elif before is not None:
            messages = history(store, session.id, limit=limit, before=before, after=after)
        else:
            messages = history(store, session.id, limit=limit, after=after or 0)
        more = bool(messages and history(store, session.id, limit=1, after=messages[-1].id))
    return session, messages, more


def session_of_message(store: Store, message_id: int) -> str | None:
    """The session a message is in."""
    row = store.read().execute("SELECT session_id FROM messages WHERE id = ?", (message_id,)).fetchone()
    return row[0] if row else None


def _page(store: Store, session: Session, at: int | None, before: int | None, after: int | None) -> list[Message]:
    found: list[Message] = []
    if before is not None and at is None:
        found = history(store, session.id, limit=PAGE, before=before)
    elif at is None:
        found = history(store, session.id, limit=PAGE, after=after or 0)
    return found or around(store, session.id, at or before or after or 0, PAGE)


def around(store: Store, session_id: str, at: int, size: int) -> list[Message]:
    """Up to ``size`` messages of a session with message ``at`` in the middle, or nearer to an end of it."""
    with store.snapshot():
        earlier = history(store, session_id, limit=size // 2, before=at) if size > 1 else []
        later = history(store, session_id, limit=size - len(earlier), after=at - 1)
        if len(earlier) + len(later) < size and earlier:
            earlier = history(store, session_id, limit=size - len(later), before=at)
    return earlier + later


def _children(conn: sqlite3.Connection, session_id: str) -> list[Session]:
    rows = conn.execute("SELECT id FROM sessions WHERE parent_session_id = ? ORDER BY created_at, id", (session_id,))
    return [require_session(conn, row[0]) for row in rows.fetchall()]


def _shown_results(conn: sqlite3.Connection, message_ids: list[int]) -> set[int]:
    sql = """SELECT result_message_id FROM tool_calls
             WHERE result_message_id IN (SELECT value FROM json_each(?)) AND message_id IS NOT NULL"""
    return {row[0] for row in conn.execute(sql, (json_list(message_ids),))}


def _artifacts(conn: sqlite3.Connection, message_ids: list[int]) -> dict[int, list[dict[str, Any]]]:
    """Decisions and open items of these messages. The + keeps SQLite's planner from reading every decision."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    sql = """SELECT id, message_id, kind, value, status, resolved_by_message_id FROM artifacts
             WHERE message_id IN (SELECT value FROM json_each(?)) AND +kind IN ('decision', 'unresolved') ORDER BY id"""
    for row in conn.execute(sql, (json_list(message_ids),)):
        found[row["message_id"]].append(dict(row))
    return found


def _outline(conn: sqlite3.Connection, session_id: str, first_id: int) -> Outline:
    """Prompts of a session, from a quarter of the outline before message ``first_id``."""
    asked = "SELECT id FROM messages WHERE session_id = ? AND role = 'user' AND status <> 'undone' ORDER BY id"
    ids = [row[0] for row in conn.execute(asked, (session_id,))]
    start = max(0, min(bisect_left(ids, first_id) - OUTLINE // 4, len(ids) - OUTLINE))
    shown = ids[start : start + OUTLINE]
    sql = f"""SELECT id, substr(content, 1, {_PROMPT_CHARS}) AS content FROM messages
              WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"""
    titles = [(row["id"], title_from(row["content"])) for row in conn.execute(sql, (json_list(shown),))]
    prompts = [{"id": message_id, "title": title} for message_id, title in titles if title]
    return Outline(prompts, start, len(ids) - start - len(shown))


# -- home ----------------------------------------------------------------------------------------------


def channels(store: Store) -> list[str]:
    """All channels, most used first."""
    sql = "SELECT channel FROM sessions GROUP BY channel ORDER BY count(*) DESC, channel LIMIT 40"
    return [row[0] for row in store.read().execute(sql)]


def projects(store: Store) -> list[str]:
    """The working directories used last."""
    sql = """SELECT project FROM sessions WHERE project IS NOT NULL
             GROUP BY project ORDER BY max(updated_at) DESC LIMIT 60"""
    return [row[0] for row in store.read().execute(sql)]


def relations(store: Store, session_ids: list[str]) -> dict[str, str]:
    """``sub-agent`` or ``branch`` for those of these sessions that are one."""
    sql = f"""SELECT id, iif({came_as("subagent")}, 'sub-agent', 'branch') FROM sessions s
              WHERE id IN (SELECT value FROM json_each(?)) AND parent_session_id IS NOT NULL
                AND ({came_as("subagent")} OR {came_as("branch")})"""
    return {row[0]: row[1] for row in store.read().execute(sql, (json_list(session_ids),))}


def is_empty(store: Store) -> bool:
    """Whether nothing has been stored yet."""
    return store.read().execute("SELECT 1 FROM sessions LIMIT 1").fetchone() is None


def totals(store: Store) -> dict[str, Any]:
    """``{"sessions", "messages", "last_activity"}``; messages come from the counters, so it is instant."""
    sql = """SELECT count(*) AS sessions, coalesce(sum(message_count), 0) AS messages,
             max(updated_at) AS last_activity FROM sessions"""
    return dict(store.read().execute(sql).fetchone())


def latest_artifacts(store: Store, kind: str, status: str | None) -> list[dict[str, Any]]:
    """The newest of one kind in the sessions active last, each value once. Reads only those sessions."""
    sql = """WITH recent AS (SELECT id FROM sessions ORDER BY updated_at DESC LIMIT 40)
             SELECT a.value, a.session_id, a.message_id, a.created_at
             FROM recent
             CROSS JOIN messages m ON m.session_id = recent.id
             CROSS JOIN artifacts a ON a.message_id = m.id
             WHERE +a.kind = :kind AND (:status IS NULL OR a.status = :status) AND m.status <> 'undone'
             ORDER BY a.created_at DESC, a.id DESC LIMIT 60"""
    found: dict[str, dict[str, Any]] = {}
    for row in store.read().execute(sql, {"kind": kind, "status": status}):
        found.setdefault(row["value"], dict(row))
    return list(found.values())[:LATEST]
