"""The message that opens a conversation reports something or asks for it: what nothing calls a decision there is none.

"401 on every call since the deploy, only mobile" looks like "max 3 retries, only mobile", and only its place tells that
it is no choice. A note that no agent answers keeps all that it states.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from .extraction import Found
from .open_items import find_again

_HEAD = 20  # messages at the beginning of a session, in which a person opens it and an agent answers


def without_doubtful(conn: sqlite3.Connection, batch: Sequence[Found]) -> list[Found]:
    """The messages of a batch (ascending ids), those that open a conversation without doubtful decisions.

    With an agent's first answer the message before it comes along that was stored with some.
    """
    known = {found.message_id: found for found in batch}
    for session_id in {found.session_id for found in batch}:
        opening, answer = _opening(conn, session_id)
        if answer in known and opening not in known and opening and _has_decisions(conn, opening):
            known |= {found.message_id: found for found in find_again(conn, [opening])}
        if answer and opening in known and (doubtful := known[opening].doubtful):
            known[opening].rows = [row for row in known[opening].rows if row not in doubtful]
    return [known[message_id] for message_id in sorted(known)]


def _opening(conn: sqlite3.Connection, session_id: str) -> tuple[int | None, int | None]:
    """The message with which a person opens a conversation, and an agent's first answer to it."""
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
