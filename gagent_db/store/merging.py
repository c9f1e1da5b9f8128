"""Merge and repack indexes after many messages were added at once.

FTS5 writes an index in segments and merges them little by little as more is written. After a large import many are
left. Merged, they take a twentieth less room, a search reads one instead of many, and no later append has to merge
them. The indexes by session are filled in random order, which leaves an eighth to a quarter of their pages empty.
Merging frees the pages that held the segments, up to a quarter of a small file; these are given back.
"""

from __future__ import annotations

import sqlite3
from functools import partial

from ..schema import fts
from . import meta
from .database import Store
from .opening import largest_id

LARGE = 2_000  # new messages; after fewer the usual merging is enough
SHARE = 0.1  # share of all messages that must be new
PAGES = 500  # of the word index, merged in one step (4 KB each; larger ones save 0.005 of the text and slow searches)
ERASED = 200  # the same when deleted words are taken out
REPACKED = 150_000  # messages, at most, whose indexes are rebuilt while others may have to wait for it
REPACKED_ALONE = 2_000_000  # the same while nobody else writes: a million take one or two seconds
FREED = 250  # free pages given back in one write
_PACKED = (
    "idx_messages_uid", "idx_messages_session", "idx_tool_calls_message", "idx_tool_calls_result",
    "idx_tool_calls_open",
)  # fmt: skip
_MERGED = "merged_to"  # in meta: the largest message id when the indexes were last put in order


def tidy(store: Store) -> None:
    """Put the indexes in order if many messages were added since that was last done, and give free pages back."""
    merged = int(meta.get(store.read(), _MERGED) or 0)
    merge_indexes(store, largest_id(store.read()) - merged)
    give_pages_back(store)


def give_pages_back(store: Store) -> None:
    """Shrink the file by its free pages, in short writes (a file without ``auto_vacuum`` keeps them for later use)."""
    while store.write(_give_back):
        pass


def _give_back(conn: sqlite3.Connection) -> bool:
    """Give back at most ``FREED`` pages; False when nothing is left to do."""
    free = conn.execute("PRAGMA freelist_count").fetchone()[0]
    if not free:
        return False
    conn.execute(f"PRAGMA incremental_vacuum({FREED})").fetchall()  # frees one page for each row that is fetched
    return bool(conn.execute("PRAGMA freelist_count").fetchone()[0] < free)


def merge_indexes(store: Store, added: int, *, alone: bool = False) -> None:
    """Put the indexes in order, in short writes, if the ``added`` messages are many and a large part of all.

    ``alone``: nobody else is writing, so one longer write may be risked.
    """
    total = largest_id(store.read())
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
    """Remove deleted words for good: they stay in an index until its segments are merged, and in the -wal file."""
    for index in indexes:
        _merge(store, index, ERASED)
    store.fold_log()


def _merge(store: Store, index: str, step: int) -> None:
    """Merge all segments into one, in writes of ``step`` pages. A stale index is left, as it will be rebuilt."""
    if index in fts.stale(store.read()):
        return
    pages = -step  # negative in the first step: FTS5 then merges all segments, whatever their size
    while store.write(partial(_step, index=index, pages=pages)):
        pages = step


def _step(conn: sqlite3.Connection, index: str, pages: int) -> bool:
    """Merge about ``pages`` pages; False when nothing was left to merge."""
    before = conn.total_changes
    conn.execute(f"INSERT INTO {index}({index}, rank) VALUES ('merge', ?)", (pages,))
    return conn.total_changes - before >= 2
