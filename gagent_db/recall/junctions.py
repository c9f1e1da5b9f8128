"""Index what stands on both sides of signs, to find fragments with only a few letters around one (``n_v``, ``or')``).

A "meeting" is a sign with the letters beside it; the table ``junctions`` has the newest message for each.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable

from ..sql_json import json_list

LETTERS = 3  # letters kept of the word on either side
_SHORTEST, _MOST_SIGNS = 3, 6  # characters of a meeting at least; a longer row of signs is known by its two ends
_SIGNS = re.compile(r"(?:[^\w\s]|_)+")
_LEFT = re.compile(rf"[^\W_]{{0,{LETTERS}}}\Z")
_RIGHT = re.compile(rf"[^\W_]{{0,{LETTERS}}}")


def meetings(text: str) -> set[str]:
    """Return for each row of signs the last letters before and the first after it: ``main_view`` -> ``ain_vie``."""
    text = text.lower()
    found: set[str] = set()
    for signs in _SIGNS.finditer(text):
        start, end = signs.span()
        around = _LEFT.search(text, max(0, start - LETTERS), start), _RIGHT.match(text, end)
        left, right = (match[0] if match else "" for match in around)
        row = signs[0]
        ends = {left + row[:_MOST_SIGNS], row[-_MOST_SIGNS:] + right}
        found |= {left + row + right} if len(row) <= _MOST_SIGNS else ends
    return {meeting for meeting in found if len(meeting) >= _SHORTEST}


def begins_a_key(meeting: str) -> bool:
    """Whether the meeting of a fragment has all letters on its left, so that the stored keys begin with it."""
    return meeting[:LETTERS].isalnum()


def newest(texts: Iterable[tuple[int, str]]) -> dict[str, int]:
    """Return for each meeting the last of the messages (id, text) that contains it."""
    return {key: message_id for message_id, text in texts for key in meetings(text)}


def store(conn: sqlite3.Connection, found: dict[str, int]) -> None:
    """Store these meetings; a message stored earlier for the same meeting is replaced."""
    conn.executemany(
        """INSERT INTO junctions(meeting, message_id) VALUES (?, ?)
           ON CONFLICT(meeting) DO UPDATE SET message_id = excluded.message_id""",
        sorted(found.items()),
    )


def forget(conn: sqlite3.Connection, changed: Iterable[int] = ()) -> None:
    """Delete the meetings whose message is gone, and those of the ``changed`` messages."""
    conn.execute(
        """DELETE FROM junctions
           WHERE message_id NOT IN (SELECT id FROM messages) OR message_id IN (SELECT value FROM json_each(?))""",
        (json_list(changed),),
    )
