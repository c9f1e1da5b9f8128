"""Putting indexes in order after much was added at once.

FTS5 writes an index in parts (segments) and merges them little by little as more is written. After a large import
many are left: merged they take a twentieth less room, a search reads one instead of many, and no later append has to
merge them. The indexes by session are filled in no order, which leaves an eighth to a quarter of their pages empty.
Merging leaves the pages free that held the parts, up to a quarter of a small file: they are given back.
"""

from __future__ import annotations

import sqlite3
from functools import partial

from ..schema import fts
from . import meta
from .database import Store

LARGE = 2_000  # messages; after fewer the usual merging is enough
SHARE = 0.1  # of the archive: indexes are put in order only when so much of it is new
PAGES = 500  # of the word index (4 KB each; larger ones save 0.005 of the text and slow searches down) in one step
ERASED = 200  # the same when deleted words are taken out
REPACKED = 150_000  # messages whose indexes are built anew in a time that others can wait
REPACKED_ALONE = 2_000_000  # and while nobody else writes: one or two seconds a million
FREED = 250  # free pages given back in one write
_PACKED = (
    "idx_messages_uid", "idx_messages_session", "idx_tool_calls_message", "idx_tool_calls_result",
    "idx_tool_calls_open",
)  # fmt: skip
_MERGED = "merged_to"  # in meta: the largest message id when the indexes were put in order


def tidy(store: Store) -> None:
    """Put the indexes in order when many messages were added since that was done, and give free pages back."""
    merged = int(meta.get(store.read(), _MERGED) or 0)
    merge_indexes(store, _largest_id(store) - merged)
    give_pages_back(store)


def give_pages_back(store: Store) -> None:
    """Let the file shrink by its free pages, in short writes (a file without ``auto_vacuum`` keeps them for later)."""
    while store.write(_give_back):
        pass


def _give_back(conn: sqlite3.Connection) -> bool:
    """One step; False when nothing is left to do."""
    free = conn.execute("PRAGMA freelist_count").fetchone()[0]
    if not free:
        return False
    conn.execute(f"PRAGMA incremental_vacuum({FREED})").fetchall()  # a row a page: what is not fetched is not freed
    return bool(conn.execute("PRAGMA freelist_count").fetchone()[0] < free)


def merge_indexes(store: Store, added: int, *, alone: bool = False) -> None:
    """Put the indexes in order, in short writes, when ``added`` messages are many of all.

    ``alone``: nobody else has been writing, a longer write may be risked.
    """
    total = _largest_id(store)
    if added < LARGE or added < SHARE * total:
        return
    for index in ("messages_fts", "tool_calls_fts"):
        _merge(store, index, PAGES)
    if total <= (REPACKED_ALONE if alone else REPACKED):
        for name in _PACKED:
            store.write(lambda conn, name=name: conn.execute(f"REINDEX {name}"))  # type: ignore[misc]
    store.write(lambda conn: meta.put(conn, _MERGED, total))
    give_pages_back(store)


def erase(store: Store, *indexes: str) -> None:
    """Deleted words stay in the parts of an index until these are merged, and in the -wal file: take them out."""
    for index in indexes:
        _merge(store, index, ERASED)
    store.fold_log()


def _merge(store: Store, index: str, step: int) -> None:
    """Make one part of all, in writes of ``step`` pages. An index that is stale is left: it is made anew."""
    if index in fts.stale(store.read()):
        return
    pages = -step  # the first step takes all parts, whatever their size
    while store.write(partial(_step, index=index, pages=pages)):
        pages = step


def _largest_id(store: Store) -> int:
    return int(store.read().execute("SELECT coalesce(max(id), 0) FROM messages").fetchone()[0])


def _step(conn: sqlite3.Connection, index: str, pages: int) -> bool:
    """One step; False when nothing was left to merge."""
    before = conn.total_changes
    conn.execute(f"INSERT INTO {index}({index}, rank) VALUES ('merge', ?)", (pages,))
    return conn.total_changes - before >= 2
