"""Drop items that a message seems to state by itself but its conversation makes unlikely.

Items that a label, a heading or notation calls what they are stay.

The message that opens a conversation reports something or asks for it: "500s on the checkout page, only in
safari" looks like "max 3 retries, only mobile", and only its place shows that it is no choice. A note that no agent
answers keeps all that it states.

In a conversation where few messages state anything, the first texts tell how things are and hardly anything else, and
what an agent says is mostly an explanation ("Data stays UTC") to the end.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from ..extract.least_votes import EARLY, Stage
from .extraction import Found
from .open_items import find_again

_HEAD = 20  # messages at the beginning of a session in which its opening and the agent's answer are looked for
_BEFORE = 12  # texts before a message that are looked at, at most
_FEW = 1 / 3  # share of these texts
_LOOK_BACK = 200  # messages in which these texts are looked for: an agent may run many tools without a word
_SPEAKERS = ("user", "assistant")
_SPEAKS = f"role IN {_SPEAKERS} AND content <> ''"


def without_doubtful(conn: sqlite3.Connection, batch: Sequence[Found]) -> list[Found]:
    """Return the messages of a batch (ascending ids) without the items their conversation makes unlikely.

    If the batch has an agent's first answer, the messages stored before it come along, provided that the first of them
    states something, which may be doubtful now.
    """
    known = {found.message_id: found for found in batch}
    for session_id in {found.session_id for found in batch}:
        opening, answer = _opening(conn, session_id)
        if answer in known and opening not in known and opening and _states(conn, opening):
            before = _said_between(conn, session_id, opening, answer)
            known |= {found.message_id: found for found in find_again(conn, before - known.keys())}
        if answer and opening in known:
            _drop(known[opening], "opening")
    kept = [known[message_id] for message_id in sorted(known)]
    for found in kept:
        if found.doubts and _little_is_stated(conn, found, known):
            _drop(found, "early" if _is_early(conn, found) else "later")
    return kept


def _drop(found: Found, stage: Stage) -> None:
    """Drop the rows of a message that are doubtful at this stage of a conversation."""
    doubtful = found.doubts.get(stage, ())
    found.rows = [row for row in found.rows if row not in doubtful]


def _little_is_stated(conn: sqlite3.Connection, found: Found, known: Mapping[int, Found]) -> bool:
    """Whether a message stands in a conversation of a person and an agent, and few of the texts before it state
    anything; of those in `known`, what is found there counts."""
    before = conn.execute(
        f"""SELECT m.id, m.role, EXISTS (
              SELECT 1 FROM artifact_mentions a CROSS JOIN artifact_values v ON v.id = a.value_id
              WHERE a.id BETWEEN m.id * 1024 AND m.id * 1024 + 1023 AND v.kind IN ('decision', 'unresolved'))
            FROM (SELECT id, role, {_SPEAKS} AS speaks FROM messages WHERE session_id = ? AND id < ?
                  ORDER BY id DESC LIMIT ?) m
            WHERE m.speaks ORDER BY m.id DESC LIMIT ?""",
        (found.session_id, found.message_id, _LOOK_BACK, _BEFORE),
    ).fetchall()
    stating = sum(known[message_id].states if message_id in known else stored for message_id, _, stored in before)
    speakers = {found.role, *(role for _, role, _ in before)}
    return len(speakers) == len(_SPEAKERS) and stating <= len(before) * _FEW


def _is_early(conn: sqlite3.Connection, found: Found) -> bool:
    """Whether a message is among the first texts of a conversation, which a session with a parent only continues."""
    sql = f"""SELECT s.parent_session_id IS NULL AND
                (SELECT count(*) FROM (SELECT 1 FROM messages
                 WHERE session_id = s.id AND id < ? AND {_SPEAKS} LIMIT ?)) < ?
              FROM sessions s WHERE s.id = ?"""
    return bool(conn.execute(sql, (found.message_id, EARLY, EARLY, found.session_id)).fetchone()[0])


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


def _states(conn: sqlite3.Connection, message_id: int) -> bool:
    """Whether a decision or an open item of this message is stored."""
    return bool(
        conn.execute(
            """SELECT 1 FROM artifact_mentions a CROSS JOIN artifact_values v ON v.id = a.value_id
               WHERE a.id BETWEEN ?1 * 1024 AND ?1 * 1024 + 1023 AND v.kind IN ('decision', 'unresolved')""",
            (message_id,),
        ).fetchone()
    )
