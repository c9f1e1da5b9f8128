"""Conversations: hits grouped, continuations after a compression folded into one, recent ones listed."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote as url_quote

import orjson

from ..models import Session
from ..store.database import Store
from ..store.sessions import lineage, list_sessions
from . import rank
from .candidates import Found, Ranked
from .filters import Filters, resolve
from .results import SearchResult, SessionHits

PREVIEW = 160


@dataclass(slots=True)
class Conversation:
    """A lineage with its ranked messages, best first."""

    lineage: list[str]
    score: float
    messages: list[Ranked] = field(default_factory=list)

    @property
    def session_id(self) -> str:
        """The session of the best message."""
        return self.messages[0].session_id


def conversations(conn: sqlite3.Connection, found: Found, *, by_time: bool = False) -> list[Conversation]:
    """Group ranked messages by lineage; best conversation first, or by the time of the first hit."""
    lines = _lines(conn, {message.session_id for message in found.messages})
    groups: dict[str, Conversation] = {}
    root_of: dict[int, str] = {}
    for message in found.messages:
        root = root_of[message.message_id] = lines[message.session_id][0]
        groups.setdefault(root, Conversation(lines[message.session_id], 0.0)).messages.append(message)
    scores = rank.session_scores([(m.message_id, root_of[m.message_id], m.score) for m in found.messages])
    for root, conversation in groups.items():
        conversation.score = scores[root]
    if by_time:
        return list(groups.values())
    best = sorted(groups, key=lambda root: (-groups[root].score, -groups[root].messages[0].message_id))
    by_meaning = [root_of[i] for i in found.by_meaning if i in root_of]
    return [groups[root] for root in rank.with_slots(best, by_meaning, rank.SESSION_SLOTS)]


def _lines(conn: sqlite3.Connection, session_ids: set[str]) -> dict[str, list[str]]:
    """The lineage of each session; most are alone, which one query tells."""
    rows = conn.execute(
        """WITH given(id) AS (SELECT value FROM json_each(?))
           SELECT c.id FROM given JOIN session_continues c ON c.id = given.id UNION
           SELECT c.continues_id FROM given JOIN session_continues c ON c.continues_id = given.id""",
        (orjson.dumps(list(session_ids)).decode(),),
    )
    lines = {session_id: [session_id] for session_id in session_ids}
    for row in rows:
        line = lineage(conn, row[0])
        lines.update(dict.fromkeys(line, line))
    return lines


def session_url(db_name: str, session_id: str, message_id: int | None = None) -> str:
    """The page of a session, at one of its messages."""
    anchor = f"#m{message_id}" if message_id is not None else ""
    return f"/{url_quote(db_name)}/-/sessions/{url_quote(session_id, safe='')}{anchor}"


def recent_sessions(
    store: Store, filters: Filters, *, limit: int = 20, cursor: str | None = None, sort: str = "newest"
) -> tuple[list[Session], str | None]:
    """Sessions by last activity and the cursor of the next page. A role filter does not apply to sessions."""
    hidden: frozenset[str] = frozenset()
    if filters.exclude_session:
        hidden = resolve(store.read(), Filters(exclude_session=filters.exclude_session)).excluded
    found: list[Session] = []
    while True:
        page, cursor = list_sessions(
            store,
            channel=filters.channel,
            chat_id=filters.chat_id,
            user=filters.user,
            project=filters.project,
            since=filters.since,
            until=filters.until,
            sort=sort,
            limit=limit - len(found) if not filters.session else 200,
            cursor=cursor,
        )
        wanted = [s for s in page if s.id not in hidden and (not filters.session or filters.session in (s.id, s.key))]
        found += wanted
        if cursor is None or len(found) >= limit:
            return found[:limit], cursor


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
    result.total_sessions = _count(conn, filters)
    return result


def session_hits(
    conn: sqlite3.Connection, session: Session, line: list[str], score: float, db_name: str
) -> SessionHits:
    """The head of a result: what is known about a session, no hits yet."""
    return SessionHits(
        session_id=session.id,
        key=session.key,
        channel=session.channel,
        chat_id=session.chat_id,
        user_id=session.user_id,
        title=session.title,
        project=session.project,
        created_at=session.created_at,
        updated_at=session.updated_at,
        message_count=session.message_count,
        hit_count=0,
        score=round(score, 4),
        lineage=line if len(line) > 1 else lineage(conn, session.id),
        url=session_url(db_name, session.id),
    )


def _preview(conn: sqlite3.Connection, session_id: str) -> str:
    row = conn.execute(
        """SELECT substr(content, 1, 400) FROM messages
           WHERE session_id = ? AND role = 'user' AND status <> 'undone' AND content <> '' ORDER BY id LIMIT 1""",
        (session_id,),
    ).fetchone()
    text = " ".join(row[0].split()) if row else ""
    return text if len(text) <= PREVIEW else text[:PREVIEW].rstrip() + " …"


def _count(conn: sqlite3.Connection, filters: Filters) -> int:
    clauses: dict[str, Any] = {
        "channel = ?": filters.channel,
        "chat_id = ?": filters.chat_id,
        "user_id = ?": filters.user,
        "updated_at >= ?": filters.since,
        "created_at < ?": filters.until,
    }
    where = " AND ".join(clause for clause, value in clauses.items() if value is not None) or "1"
    given = [value for value in clauses.values() if value is not None]
    values = list(given)
    if filters.project:
        where += " AND (project = ? OR substr(project, 1, ?) = ?)"
        values += [filters.project, len(filters.project) + 1, filters.project + "/"]
    return int(conn.execute(f"SELECT count(*) FROM sessions WHERE {where}", values).fetchone()[0])
