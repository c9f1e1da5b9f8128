"""Putting the parts of a word index together after much was added at once.

FTS5 writes an index in parts (segments) and merges them little by little as more is written. After a large import
many are left: merged they take a twentieth less room, a search reads one instead of many, and no later append has to
merge them.
"""

from __future__ import annotations

import sqlite3

from ..schema import fts
from .database import Store

LARGE = 20_000  # messages; after fewer the usual merging is enough
SHARE = 0.1  # of the archive: the parts are put together anew only when so much of it is new
PAGES = 500  # of the index (4 KB each) one step writes: others wait for it


def merge_indexes(store: Store, added: int) -> None:
    """Merge the indexes of messages and tool calls, in short writes, when ``added`` messages are many of all."""
    if added < LARGE or added < SHARE * (store.read().execute("SELECT max(id) FROM messages").fetchone()[0] or 0):
        return
    stale = fts.stale(store.read())
    for index in ("messages_fts", "tool_calls_fts"):
        pages = -PAGES  # the first step takes all parts, whatever their size
        while index not in stale and store.write(lambda conn, i=index, n=pages: _step(conn, i, n)):  # type: ignore[misc]
            pages = PAGES


def _step(conn: sqlite3.Connection, index: str, pages: int) -> bool:
    """One step; False when nothing was left to merge."""
    before = conn.total_changes
    conn.execute(f"INSERT INTO {index}({index}, rank) VALUES ('merge', ?)", (pages,))
    return conn.total_changes - before >= 2
