"""What stands beside signs, for fragments that hold only a few letters of the words around them (``n_v``, ``or')``)."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable

from ..sql_json import json_list

LETTERS = 3  # of a word on either side
_SHORTEST, _MOST_SIGNS = 3, 6  # a longer row of signs is known by its ends
_SIGNS = re.compile(r"(?:[^\w\s]|_)+")
_LEFT = re.compile(rf"[^\W_]{{0,{LETTERS}}}\Z")
_RIGHT = re.compile(rf"[^\W_]{{0,{LETTERS}}}")


def meetings(text: str) -> set[str]:
    """The last letters of one word, the signs, and the first letters of the next: ``main_view`` -> ``ain_vie``."""
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
    """Does the meeting of a fragment have all letters on its left, so that what is listed begins with it?"""
    return meeting[:LETTERS].isalnum()


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


def forget(conn: sqlite3.Connection, changed: Iterable[int] = ()) -> None:
    """Drop the meetings whose message is gone, and those of messages that have changed."""
    conn.execute(
        """DELETE FROM junctions
           WHERE message_id NOT IN (SELECT id FROM messages) OR message_id IN (SELECT value FROM json_each(?))""",
        (json_list(changed),),
    )
