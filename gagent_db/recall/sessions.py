"""Group ranked messages into conversations; a session and its continuations after a compression are one."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote as url_quote

from ..models import Session
from ..sql_json import json_list
from ..store.sessions import lineage
from .results import SessionHits

if TYPE_CHECKING:
    from .candidates import Found
    from .ordering import Ranked

_KNOWN = (
    "key", "channel", "chat_id", "user_id", "title", "project", "created_at", "updated_at", "message_count", "tags"
)  # fmt: skip


@dataclass(slots=True)
class Conversation:
    """A lineage (ids of its sessions, root first) with its ranked messages, best first."""

    lineage: list[str]
    score: float
    messages: list[Ranked] = field(default_factory=list)

    @property
    def session_id(self) -> str:
        """The session of the best message."""
        return self.messages[0].session_id


def conversations(conn: sqlite3.Connection, found: Found, *, by_time: bool = False) -> list[Conversation]:
    """Group ranked messages by lineage: the best conversation first, or ``by_time`` in the order of the messages.

    Conversations that others crowded out come last.
    """
    from . import rank  # needs numpy, which callers that only need a URL do without

    lines = _lines(conn, {message.session_id for message in found.messages})
    groups: dict[str, Conversation] = {}
    root_of: dict[int, str] = {}
    for message in found.messages:
        root = root_of[message.message_id] = lines[message.session_id][0]
        groups.setdefault(root, Conversation(lines[message.session_id], 0.0)).messages.append(message)
    by_score = sorted(found.messages, key=lambda message: -message.score)
    scores = rank.session_scores([(m.message_id, root_of[m.message_id], m.score) for m in by_score])
    for root, conversation in groups.items():
        conversation.score = scores[root]
    if by_time:
        return list(groups.values())
    by_meaning, slots = [root_of[i] for i in found.by_meaning if i in root_of], rank.SESSION_SLOTS
    if found.doubt:
        near = _nearness(conn, found, groups)
        for root, conversation in groups.items():
            conversation.score += found.doubt * near[root]
        by_meaning, slots = sorted(near, key=lambda root: -near[root]), rank.SLOTS_IN_DOUBT
    best = sorted(groups, key=lambda root: (groups[root].score, groups[root].messages[0].created_at), reverse=True)
    if found.standing and len(best) > rank.BY_BEST:
        broad = _breadth(conn, found, groups)
        best[rank.BY_BEST :] = sorted(
            best[rank.BY_BEST :], key=lambda root: -(groups[root].score + rank.BREADTH * broad[root])
        )
    named = next((root for root in best if not found.named.isdisjoint(groups[root].lineage)), None)
    if named in best[rank.BY_TITLE :]:
        best.remove(named)
        best.insert(rank.BY_TITLE - 1, named)
    ordered = [groups[root] for root in rank.with_slots(best, by_meaning, slots)]
    return [*ordered, *_behind(conn, found, groups)]


def _behind(conn: sqlite3.Connection, found: Found, groups: dict[str, Conversation]) -> list[Conversation]:
    """Return the crowded-out conversations, which have no message among the ranked ones."""
    lines = _lines(conn, {message.session_id for message in found.behind}) if found.behind else {}
    others: dict[str, Conversation] = {}
    for message in found.behind:
        lineage = lines[message.session_id]
        if lineage[0] not in groups:
            others.setdefault(lineage[0], Conversation(lineage, 0.0)).messages.append(message)
    return list(others.values())


def _nearness(conn: sqlite3.Connection, found: Found, groups: dict[str, Conversation]) -> dict[str, float]:
    """Return how close each conversation as a whole is to the question, by its root."""
    from . import rank

    rows = conn.execute(
        "SELECT id, session_id FROM messages WHERE id IN (SELECT value FROM json_each(?))",
        (json_list(found.by_meaning),),
    )
    cosines: dict[str, list[float]] = defaultdict(list)
    for message_id, session_id in rows:
        cosines[session_id].append(found.by_meaning[message_id])
    sizes = dict(
        conn.execute(
            "SELECT id, message_count FROM sessions WHERE id IN (SELECT value FROM json_each(?))",
            (json_list(session_id for group in groups.values() for session_id in group.lineage),),
        ).fetchall()
    )
    return {
        root: rank.nearness(
            [value for session_id in group.lineage for value in cosines[session_id]],
            sum(sizes.get(session_id, 0) for session_id in group.lineage),
        )
        for root, group in groups.items()
    }


def _breadth(conn: sqlite3.Connection, found: Found, groups: dict[str, Conversation]) -> dict[str, float]:
    """Return how much of each conversation is about the words of the query, by its root: the most of any session."""
    from . import rank

    root_of = {session_id: root for root, group in groups.items() for session_id in group.lineage}
    rows = conn.execute(
        """SELECT id, (SELECT min(id) FROM messages WHERE session_id = s.id),
                  (SELECT max(id) FROM messages WHERE session_id = s.id), message_count
           FROM sessions s WHERE message_count > 0 AND id IN (SELECT value FROM json_each(?))""",
        (json_list(root_of),),
    ).fetchall()
    broad = dict.fromkeys(groups, 0.0)
    for row, value in zip(rows, rank.breadth(found.standing, [row[1:] for row in rows]), strict=True):
        root = root_of[row[0]]
        broad[root] = max(broad[root], value)
    return broad


def _lines(conn: sqlite3.Connection, session_ids: set[str]) -> dict[str, list[str]]:
    """Return the lineage of each session. One query finds the few sessions that are not alone."""
    rows = conn.execute(
        """WITH given(id) AS (SELECT value FROM json_each(?))
           SELECT c.id FROM given JOIN session_continues c ON c.id = given.id UNION
           SELECT c.continues_id FROM given JOIN session_continues c ON c.continues_id = given.id""",
        (json_list(session_ids),),
    )
    lines = {session_id: [session_id] for session_id in session_ids}
    for row in rows:
        line = lineage(conn, row[0])
        lines.update(dict.fromkeys(line, line))
    return lines


def session_url(db_name: str, session_id: str, message_id: int | None = None) -> str:
    """Return the URL of the page of a session, or of one of its messages there."""
    anchor = f"#m{message_id}" if message_id is not None else ""
    return f"/{url_quote(db_name)}/-/sessions/{url_quote(session_id, safe='')}{anchor}"


def session_hits(session: Session, line: list[str], score: float, db_name: str) -> SessionHits:
    """Return the entry of a session in a result, without hits yet."""
    url = session_url(db_name, session.id)
    known = {name: getattr(session, name) for name in _KNOWN}
    return SessionHits(session_id=session.id, hit_count=0, score=round(score, 4), lineage=line, url=url, **known)
