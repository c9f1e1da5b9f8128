"""Where two words meet at a sign, for fragments that hold only a letter or two of each (``n_v``)."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable

_MEETING = re.compile(r"[^\W_]{1,2}(?:[^\w\s]|_){1,3}(?=([^\W_]{1,2}))")


def meetings(text: str) -> set[str]:
    """The last letters of one word, the signs, and the first letters of the next: ``main_view`` -> ``in_vi``."""
    return {match[0] + match[1] for match in _MEETING.finditer(text.lower())}


def newest(texts: Iterable[tuple[int, str]]) -> dict[str, int]:
    """For each meeting of words the last of the messages (id, text) that holds it."""
    return {key: message_id for message_id, text in texts for key in meetings(text)}


def store(conn: sqlite3.Connection, found: dict[str, int]) -> None:
    """Remember these meetings; the message of an earlier batch gives way to that of a later one."""
    conn.executemany(
        """INSERT INTO junctions(meeting, message_id) VALUES (?, ?)
           ON CONFLICT(meeting) DO UPDATE SET message_id = excluded.message_id""",
        sorted(found.items()),
    )


def forget(conn: sqlite3.Connection) -> None:
    """Drop the meetings whose message is gone."""
    conn.execute("DELETE FROM junctions WHERE message_id NOT IN (SELECT id FROM messages)")
