"""Put the messages of a session in the order its source has: the order of a session is that of the ids."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ..schema import fts

_AT_ONCE = 200  # rows renumbered in one transaction

Write = Callable[[Callable[[sqlite3.Connection], Any]], Any]


def out_of_order(rows: array[int], seen: array[int]) -> list[int]:
    """The rows of a session that need a new id, in the order they are to have; empty when all is in order.

    ``rows`` are all ids of the session, ascending; ``seen`` those in the source, in its order. Rows that the
    source does not hold stay behind the row they stood behind.
    """
    highest, start = 0, len(seen)
    for place, id_ in enumerate(seen):
        if id_ < highest:
            start = place
            break
        highest = id_
    if start == len(seen):
        return []
    lowest = min(seen[start:])
    place_of = {id_: place for place, id_ in enumerate(seen)}
    order: list[tuple[int, int]] = []
    anchor = -1
    for id_ in rows:
        known = place_of.get(id_)
        anchor = anchor if known is None else known
        if id_ >= lowest and (known is None or known >= start):
            order.append((anchor, id_))
    return [id_ for _, id_ in sorted(order)]


def renumber(write: Write, ids: list[int]) -> dict[int, int]:
    """Give messages the highest ids, in this order; everything that refers to them follows."""
    moved: dict[int, int] = {}
    for start in range(0, len(ids), _AT_ONCE):
        moved.update(write(partial(_move, ids=ids[start : start + _AT_ONCE])))
    return moved


def _move(conn: sqlite3.Connection, ids: Sequence[int]) -> dict[int, int]:
    conn.execute("PRAGMA defer_foreign_keys = ON")
    last = conn.execute("SELECT max(seq, (SELECT max(id) FROM messages)) FROM sqlite_sequence WHERE name = 'messages'")
    first = int(last.fetchone()[0]) + 1
    moved = dict(zip(ids, range(first, first + len(ids)), strict=True))
    pairs = [(old, new) for old, new in moved.items()]
    usable = "messages_fts" not in fts.stale(conn)
    if usable:
        conn.executemany(
            """INSERT INTO messages_fts(messages_fts, rowid, content, search_text)
               SELECT 'delete', id, content, search_text FROM messages WHERE id = ?1""",
            [(old,) for old in ids],
        )
    for table, column in _references(conn):
        conn.executemany(f'UPDATE "{table}" SET "{column}" = ?2 WHERE "{column}" = ?1', pairs)
    conn.executemany(
        "UPDATE artifact_mentions SET id = id + (?2 - ?1) * 1024 WHERE id BETWEEN ?1 * 1024 AND ?1 * 1024 + 1023", pairs
    )
    conn.executemany("UPDATE messages SET id = ?2 WHERE id = ?1", pairs)
    if usable:
        conn.executemany(
            """INSERT INTO messages_fts(rowid, content, search_text)
               SELECT id, content, search_text FROM messages WHERE id = ?1""",
            [(new,) for new in moved.values()],
        )
    conn.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'messages'", (first + len(ids) - 1,))
    return moved


def _references(conn: sqlite3.Connection) -> list[tuple[str, str]]:
    """Every column that holds the id of a message."""
    rows = conn.execute(
        """SELECT m.name, f."from" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
           WHERE m.type = 'table' AND f."table" = 'messages' AND coalesce(f."to", 'id') = 'id'"""
    )
    return [(row[0], row[1]) for row in rows]
