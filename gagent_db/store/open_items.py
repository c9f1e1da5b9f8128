"""Read what is open, or was closed, in the conversation a session belongs to. Nothing is written here."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..extract.marks import normalize_statement
from ..sql_json import json_list
from .extraction import END, Found, Row, find
from .relations import came_as
from .sessions import lineage

LOOK_BACK_MESSAGES = 2000  # messages of each session of a conversation that are looked through
LOOK_BACK = 500  # open items of a conversation that a later message may close, or closed ones it may open again
_MOST_BRANCHES = 100  # sessions that branched off one another, at most
# When a branch began to say something of its own: where a program repeats what came before, and it was stored once,
# the session's own time is that of the conversation it repeats.
_BEGAN = """max(s.created_at, coalesce(
    (SELECT created_at FROM messages WHERE session_id = s.id ORDER BY id LIMIT 1), s.created_at))"""


@dataclass(frozen=True, slots=True)
class Open:
    """An item that a message left open, or the same once it was closed. `mention`: its id in ``artifact_mentions``."""

    mention: int
    message_id: int
    role: str
    normalized: str
    value: str


@dataclass(frozen=True, slots=True)
class Said:
    """A message: its id and the end of its text."""

    message_id: int
    end: str


def open_items(conn: sqlite3.Connection, session_id: str) -> list[Open]:
    """Return the latest open items in the conversation a session belongs to, the newest first."""
    return _items(conn, session_id, "a.status = 'open'")


def closed_items(conn: sqlite3.Connection, session_id: str, before: int) -> list[Open]:
    """Return the latest items of the conversation that a message with an id below `before` closed, the newest first.

    What a person closed by hand is not among them.
    """
    return _items(conn, session_id, "a.status = 'resolved' AND a.resolved_by_message_id < ?", before)


def closed_by(conn: sqlite3.Connection, message_id: int) -> list[Open]:
    """Return the items that one message closed, the newest first."""
    return _opened(
        conn.execute(
            """SELECT a.id, a.id / 1024, m.role, v.normalized, v.value FROM artifact_mentions a
               CROSS JOIN messages m ON m.id = a.id / 1024 CROSS JOIN artifact_values v ON v.id = a.value_id
               WHERE a.resolved_by_message_id = ? AND a.status = 'resolved' ORDER BY a.id DESC LIMIT ?""",
            (message_id, LOOK_BACK),
        )
    )


def opened_by(conn: sqlite3.Connection, message_ids: Iterable[int]) -> list[Open]:
    """Return the items that these messages opened and that are still open."""
    return _opened(
        conn.execute(
            """SELECT a.id, said.value, (SELECT role FROM messages WHERE id = said.value), v.normalized, v.value
               FROM json_each(?) said
               CROSS JOIN artifact_mentions a ON a.id BETWEEN said.value * 1024 AND said.value * 1024 + 1023
                   AND a.status = 'open'
               CROSS JOIN artifact_values v ON v.id = a.value_id""",
            (json_list(message_ids),),
        )
    )


def copies_of(conn: sqlite3.Connection, found: Found, mentions: Iterable[int]) -> list[int]:
    """Return the open mentions of the same items in copies of their messages, in sessions that branched off that of
    `found` or that it branched off. [] if `found` is such a copy itself, as it says nothing new."""
    family = _family(conn, found.session_id)
    if len(family) < 2:
        return []
    rows = conn.execute(
        """SELECT other.id FROM json_each(?1) one CROSS JOIN artifact_mentions a ON a.id = one.value
           CROSS JOIN messages m ON m.id = a.id / 1024
           CROSS JOIN artifact_mentions other ON other.value_id = a.value_id AND other.status = 'open'
           CROSS JOIN messages copy ON copy.id = other.id / 1024 AND copy.content = m.content AND copy.role = m.role
           WHERE copy.session_id IN (SELECT value FROM json_each(?2)) AND copy.session_id <> m.session_id
             AND NOT EXISTS (
               SELECT 1 FROM messages said CROSS JOIN messages before ON before.content = said.content
               WHERE said.id = ?3 AND before.id < ?3 AND before.role = said.role
                 AND before.session_id <> said.session_id
                 AND before.session_id IN (SELECT value FROM json_each(?2)))""",
        (json_list(mentions), json_list(family), found.message_id),
    )
    return [row[0] for row in rows]


def said_before(conn: sqlite3.Connection, found: Found) -> str:
    """Return the end of the message before this one; "" if there is none."""
    row = conn.execute(
        "SELECT substr(content, ?) FROM messages WHERE session_id = ? AND id < ? ORDER BY id DESC LIMIT 1",
        (-END, found.session_id, found.message_id),
    ).fetchone()
    return row[0] if row else ""


def answered_by(conn: sqlite3.Connection, found: Found) -> Said | None:
    """Return the other side's (agent's or person's) last message before this one; None if there is none near."""
    other = "assistant" if found.role == "user" else "user"
    row = conn.execute(
        f"""SELECT id, substr(content, -{END}) FROM
              (SELECT id, role, content FROM messages WHERE session_id = ? AND id < ? ORDER BY id DESC LIMIT 50)
            WHERE role = ? AND content <> '' ORDER BY id DESC LIMIT 1""",
        (found.session_id, found.message_id, other),
    ).fetchone()
    return Said(row[0], row[1]) if row else None


def nth_before(conn: sqlite3.Connection, found: Found, number: int) -> int:
    """Return the id of the message that is `number` messages before this one in its session.

    If the session has fewer, earlier messages stand in another session: the id of its first message is returned, or
    this one's less `number` if that is lower.
    """
    row = conn.execute(
        "SELECT id FROM messages WHERE session_id = ? AND id < ? ORDER BY id DESC LIMIT 1 OFFSET ?",
        (found.session_id, found.message_id, number - 1),
    ).fetchone()
    if row:
        return int(row[0])
    (first,) = conn.execute("SELECT min(id) FROM messages WHERE session_id = ?", (found.session_id,)).fetchone()
    return min(int(first), found.message_id - number)


def between(conn: sqlite3.Connection, found: Found, after: int, most: int) -> list[int]:
    """Return the ids of the session's messages between `after` and this one: the latest `most`, newest first."""
    rows = conn.execute(
        "SELECT id FROM messages WHERE session_id = ? AND id > ? AND id < ? ORDER BY id DESC LIMIT ?",
        (found.session_id, after, found.message_id, most),
    )
    return [row[0] for row in rows]


def find_again(conn: sqlite3.Connection, message_ids: Iterable[int]) -> list[Found]:
    """Return what stored messages hold, extracted again; their commands are read as stored, with how they ended."""
    ids = json_list(message_ids)
    rows = conn.execute(
        """SELECT session_id, id, role, content, content_type FROM messages
           WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id""",
        (ids,),
    ).fetchall()
    founds = find([(row[0], (row[1], row[2], row[3], row[4], ())) for row in rows])
    commands: dict[int, list[Row]] = {}
    for message_id, value, status in conn.execute(
        """SELECT wanted.value, v.value, a.status FROM json_each(?) wanted
           CROSS JOIN artifact_mentions a ON a.id BETWEEN wanted.value * 1024 AND wanted.value * 1024 + 1023
           CROSS JOIN artifact_values v ON v.id = a.value_id AND v.kind = 'command'""",
        (ids,),
    ):
        commands.setdefault(message_id, []).append(("command", value, value, status))
    for found in founds:
        found.rows = [*(row for row in found.rows if row[0] != "command"), *commands.get(found.message_id, ())]
    return founds


def agents_last(conn: sqlite3.Connection, found: Found) -> list[int] | None:
    """Return the ids of the agent's messages since the person's last message before this one, newest first; None if the
    person said nothing before."""
    answers: list[int] = []
    for message_id, role in conn.execute(
        "SELECT id, role FROM messages WHERE session_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
        (found.session_id, found.message_id, LOOK_BACK_MESSAGES),
    ):
        if role == "user":
            return answers
        if role == "assistant":
            answers.append(message_id)
    return None


def _items(conn: sqlite3.Connection, session_id: str, state: str, *values: int) -> list[Open]:
    """Return the latest items of a conversation, the newest first. `state`: an SQL condition on `a`, with `values`."""
    members = lineage(conn, session_id)
    found: list[Open] = []
    for member, until in [*((member, None) for member in reversed(members)), *_branched_off(conn, members[0])]:
        # Only added where it is needed: with it, the index of a session's messages is not enough.
        early, least = ("AND created_at <= ?", (until,)) if until else ("", ())
        # CROSS JOIN keeps SQLite to this order of loops: it reads the messages of one session, never all there are.
        rows = conn.execute(
            f"""SELECT a.id, recent.id, (SELECT role FROM messages WHERE id = recent.id), v.normalized, v.value
                FROM (SELECT id FROM messages WHERE session_id = ? {early} ORDER BY id DESC LIMIT ?) recent
                CROSS JOIN artifact_mentions a ON a.id BETWEEN recent.id * 1024 AND recent.id * 1024 + 1023
                    AND {state}
                CROSS JOIN artifact_values v ON v.id = a.value_id
                ORDER BY a.id DESC LIMIT ?""",
            (member, *least, LOOK_BACK_MESSAGES, *values, LOOK_BACK - len(found)),
        )
        found += _opened(rows)
        if len(found) >= LOOK_BACK:
            break
    return found


def _branched_off(conn: sqlite3.Connection, session_id: str) -> list[tuple[str, str]]:
    """Return the sessions a branch continues, nearest first, each with the time up to which its messages count.

    [] if the branch has copies of their messages.
    """
    rows = conn.execute(
        f"""WITH RECURSIVE up(id, until, depth) AS (
             SELECT parent_session_id, {_BEGAN}, 1 FROM sessions s WHERE id = ? AND {came_as("branch")}
                AND json_extract(metadata_json, '$.branched_at_message') IS NULL UNION
             SELECT s.parent_session_id, min(up.until, {_BEGAN}), depth + 1 FROM up JOIN sessions s ON s.id = up.id
             WHERE depth < 20 AND NOT {came_as("subagent")}
           ) SELECT id, until FROM up WHERE id IS NOT NULL ORDER BY depth""",
        (session_id,),
    )
    return [(row[0], row[1]) for row in rows]


def _family(conn: sqlite3.Connection, session_id: str) -> list[str]:
    """Return the sessions that branched off one another, this one among them."""
    rows = conn.execute(
        f"""WITH RECURSIVE kin(id) AS (
             SELECT ?1 UNION
             SELECT CASE WHEN s.id = kin.id THEN s.parent_session_id ELSE s.id END
             FROM kin JOIN sessions s ON s.id = kin.id OR s.parent_session_id = kin.id
             WHERE s.parent_session_id IS NOT NULL AND NOT {came_as("subagent")}
           ) SELECT id FROM kin LIMIT ?2""",
        (session_id, _MOST_BRANCHES),
    )
    return [row[0] for row in rows]


def _opened(rows: Iterable[Sequence[Any]]) -> list[Open]:
    return [Open(row[0], row[1], row[2], row[3] or _normalized(row[4]), row[4]) for row in rows]


_normalized = lru_cache(maxsize=4096)(normalize_statement)
