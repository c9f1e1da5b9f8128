"""Complete messages that were inserted or changed by hand (``sqlite-utils``, ``sqlite3``), without our own code.

They have ``search_text`` '', and a partial index lists them, so looking for them costs nothing.
"""

from __future__ import annotations

import sqlite3
from functools import partial

from ..sql_json import json_list
from .batches import next_batch
from .database import Store
from .messages import first_title
from .search_text import search_text

_UNFINISHED = "SELECT id, session_id, content FROM messages WHERE search_text = '' AND id > ? ORDER BY id LIMIT ?"


def complete(store: Store) -> int:
    """Give such messages their extra search words and their sessions a title, and note whose vectors are missing.

    Returns how many messages there were. May be stopped and run again.
    """
    done = last = 0
    while rows := next_batch(store.read(), _UNFINISHED, last):
        done += store.write(partial(_save, rows=rows))
        last = rows[-1]["id"]
    return done


def _save(conn: sqlite3.Connection, rows: list[sqlite3.Row]) -> int:
    done = conn.executemany(
        "UPDATE messages SET search_text = ? WHERE id = ? AND search_text = '' AND content = ?",
        [(search_text(row["content"]), row["id"], row["content"]) for row in rows],
    ).rowcount
    # The search for messages without vectors only looks behind the highest id that has them, so lower ones are noted.
    conn.execute(
        """INSERT INTO recall_changed(message_id)
           SELECT m.id FROM json_each(?) wanted JOIN messages m ON m.id = wanted.value
           WHERE m.id < (SELECT max(message_id) FROM message_vectors)
             AND NOT EXISTS (SELECT 1 FROM message_vectors WHERE message_id = m.id)
           ON CONFLICT DO NOTHING""",
        (json_list(row["id"] for row in rows),),
    )
    for session_id in {row["session_id"] for row in rows}:
        if title := first_title(conn, session_id):
            conn.execute("UPDATE sessions SET title = ? WHERE id = ? AND title IS NULL", (title, session_id))
    return done
