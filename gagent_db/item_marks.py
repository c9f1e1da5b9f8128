"""Which open items are resolved, as an export carries it: extraction alone cannot know what a person has closed."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from .store.database import Store


@dataclass(frozen=True, slots=True)
class ItemMark:
    """One mention of an open item, named so that it is found again in another file."""

    session_id: str
    uid: str  # of its message
    value: str  # as normalized
    status: str  # open or resolved
    resolved_by_session: str | None = None
    resolved_by_uid: str | None = None


def item_marks(store: Store, session_id: str) -> Iterator[ItemMark]:
    """Every mention of an open item in a session; messages without a uid are left out."""
    rows = store.read().execute(
        """SELECT a.session_id, m.uid, a.normalized, a.status, answer.session_id, answer.uid
           FROM artifacts a
           JOIN messages m ON m.id = a.message_id
           LEFT JOIN messages answer ON answer.id = a.resolved_by_message_id
           WHERE m.session_id = ? AND m.uid IS NOT NULL AND a.kind = 'unresolved'
           ORDER BY a.id""",
        (session_id,),
    )
    return (ItemMark(*row) for row in rows)


def restore_marks(store: Store, marks: Sequence[ItemMark], sessions: Collection[str]) -> None:
    """Give the mentions in these sessions (those that are new here) the status they had."""
    wanted = [mark for mark in marks if mark.session_id in sessions]

    def work(conn: sqlite3.Connection) -> None:
        for mark in wanted:
            message_id = _message(conn, mark.session_id, mark.uid)
            answer = _message(conn, mark.resolved_by_session, mark.resolved_by_uid)
            conn.execute(
                """UPDATE artifacts SET status = ?, resolved_by_message_id = ?
                   WHERE message_id = ? AND kind = 'unresolved' AND normalized = ?""",
                (mark.status, answer, message_id, mark.value),
            )

    if wanted:
        store.write(work)


def _message(conn: sqlite3.Connection, session_id: str | None, uid: str | None) -> int | None:
    row = conn.execute("SELECT id FROM messages WHERE session_id = ? AND uid = ?", (session_id, uid)).fetchone()
    return int(row[0]) if row else None
