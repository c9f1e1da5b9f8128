"""Putting indexes in order after much was added at once.

FTS5 writes an index in parts (segments) and merges them little by little as more is written. After a large import
many are left: merged they take a twentieth less room, a search reads one instead of many, and no later append has to
merge them. The indexes by session are filled in no order, which leaves an eighth to a quarter of their pages empty.
"""

from __future__ import annotations

import sqlite3
from functools import partial

from ..schema import fts
from .database import Store

LARGE = 2_000  # messages; after fewer the usual merging is enough
SHARE = 0.1  # of the archive: indexes are put in order only when so much of it is new
PAGES = 500  # of the word index (4 KB each; larger ones save 0.005 of the text and slow searches down) in one step
REPACKED = 150_000  # messages whose indexes are built anew in a time that others can wait
REPACKED_ALONE = 2_000_000  # and while nobody else writes: one or two seconds a million
_PACKED = ("idx_messages_uid", "idx_messages_session", "idx_tool_calls_session", "idx_tool_calls_message")


def merge_indexes(store: Store, added: int, *, alone: bool = False) -> None:
    """Put the indexes in order, in short writes, when ``added`` messages are many of all.

    ``alone``: nobody else has been writing, a longer write may be risked.
    """
    total = store.read().execute("SELECT max(id) FROM messages").fetchone()[0] or 0
    if added < LARGE or added < SHARE * total:
        return
    stale = fts.stale(store.read())
    for index in ("messages_fts", "tool_calls_fts"):
        pages = -PAGES  # the first step takes all parts, whatever their size
        while index not in stale and store.write(partial(_step, index=index, pages=pages)):
            pages = PAGES
    if total <= (REPACKED_ALONE if alone else REPACKED):
        for name in _PACKED:
            store.write(lambda conn, name=name: conn.execute(f"REINDEX {name}"))  # type: ignore[misc]


def _step(conn: sqlite3.Connection, index: str, pages: int) -> bool:
    """One step; False when nothing was left to merge."""
    before = conn.total_changes
    conn.execute(f"INSERT INTO {index}({index}, rank) VALUES ('merge', ?)", (pages,))
    return conn.total_changes - before >= 2
