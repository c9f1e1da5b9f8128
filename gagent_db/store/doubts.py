"""Drop items that a message seems to state by itself but its conversation makes unlikely.

Items that words, labels or notation call what they are stay.

The message that opens a conversation reports something or asks for it: "500s on the checkout page, only in
safari" looks like "max 3 retries, only mobile", and only its place shows that it is no choice. A note that no agent
answers keeps all that it states.

In a conversation where few messages state anything, what an agent says is mostly an explanation ("Data stays UTC"), and
what seems to be open is mostly just how things are.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from .extraction import Found
from .open_items import find_again

_HEAD = 20  # messages at the beginning of a session in which its opening and the agent's answer are looked for
_BEFORE, _LEAST = 12, 3  # texts before a message that are looked at, at most; fewer than the second show nothing
_FEW = 1 / 3  # share of these texts
_LOOK_BACK = 200  # messages in which these texts are looked for: an agent may run many tools without a word
_SPEAKS = "role IN ('user', 'assistant') AND content <> ''"


def without_doubtful(conn: sqlite3.Connection, batch: Sequence[Found]) -> list[Found]:
    """Return the messages of a batch (ascending ids) without the items their conversation makes unlikely.

    If the batch has an agent's first answer, the messages stored before it come along, provided that the first of them
    has decisions, which may be doubtful now.
    """
    known = {found.message_id: found for found in batch}
    for session_id in {found.session_id for found in batch}:
        opening, answer = _opening(conn, session_id)
        if answer in known and opening not in known and opening and _has_decisions(conn, opening):
            before = _said_between(conn, session_id, opening, answer)
            known |= {found.message_id: found for found in find_again(conn, before - known.keys())}
        if answer and opening in known and (doubtful := known[opening].doubtful):
            known[opening].rows = [row for row in known[opening].rows if row not in doubtful]
    kept = [known[message_id] for message_id in sorted(known)]
    for found in kept:
        if found.unlikely and _little_is_stated(conn, found, known):
            found.rows = [row for row in found.rows if row not in found.unlikely]
    return kept


def _little_is_stated(conn: sqlite3.Connection, found: Found, known: Mapping[int, Found]) -> bool:
    """Whether few of the texts before a message state anything; of those in `known`, what is found there counts."""
    before = conn.execute(
        f"""SELECT m.id, EXISTS (SELECT 1 FROM artifact_mentions a CROSS JOIN artifact_values v ON v.id = a.value_id
              WHERE a.id BETWEEN m.id * 1024 AND m.id * 1024 + 1023 AND v.kind IN ('decision', 'unresolved'))
            FROM (SELECT id, {_SPEAKS} AS speaks FROM messages WHERE session_id = ? AND id < ?
                  ORDER BY id DESC LIMIT ?) m
            WHERE m.speaks ORDER BY m.id DESC LIMIT ?""",
        (found.session_id, found.message_id, _LOOK_BACK, _BEFORE),
    ).fetchall()
    stating = sum(known[message_id].states if message_id in known else stored for message_id, stored in before)
    return len(before) >= _LEAST and stating <= len(before) * _FEW


def _said_between(conn: sqlite3.Connection, session_id: str, first: int, end: int) -> set[int]:
    """Return the ids of the texts of a session with ``first <= id < end``."""
    sql = f"SELECT id FROM messages WHERE session_id = ? AND id >= ? AND id < ? AND {_SPEAKS}"
    return {row[0] for row in conn.execute(sql, (session_id, first, end))}


def _opening(conn: sqlite3.Connection, session_id: str) -> tuple[int | None, int | None]:
    """Return the ids of the message with which a person opens a session and of the agent's first answer to it; None for
    what is missing, and for both in a session with a parent."""
    opening = None
    for message_id, role in conn.execute(
        """SELECT m.id, m.role FROM sessions s CROSS JOIN messages m ON m.session_id = s.id
           WHERE s.id = ? AND s.parent_session_id IS NULL ORDER BY m.id LIMIT ?""",
        (session_id, _HEAD),
    ):
        if role == "assistant" and opening:
            return opening, message_id
        if role == "user" and opening is None:
            opening = message_id
    return opening, None


def _has_decisions(conn: sqlite3.Connection, message_id: int) -> bool:
    return bool(
        conn.execute(
            """SELECT 1 FROM artifact_mentions a CROSS JOIN artifact_values v ON v.id = a.value_id
               WHERE a.id BETWEEN ?1 * 1024 AND ?1 * 1024 + 1023 AND v.kind = 'decision'""",
            (message_id,),
        ).fetchone()
    )
