"""Put the messages of a session into the order of its source, by new ids: a session is ordered by them."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from ..schema import fts
from ..sql_json import json_list

# Messages and characters renumbered in one transaction. Most of the time goes into the word index, which FTS5 also
# merges now and then.
_ROWS, _CHARS = 500, 100_000

Write = Callable[[Callable[[sqlite3.Connection], Any]], Any]
Keep = Callable[[sqlite3.Connection, dict[int, int]], None]


def out_of_order(rows: array[int], seen: array[int]) -> list[int]:
    """Return the ids of the messages that need a new id, in the order they are to have; empty if all is in order.

    ``rows``: all ids of the session, ascending; ``seen``: those in the source, in its order. Messages that are not in
    the source keep their place behind the message they followed.
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


def renumber(conn: sqlite3.Connection, write: Write, ids: list[int], keep: Keep) -> Iterator[dict[int, int]]:
    """Give messages new ids above all others, in this order, and change everything that refers to them.

    Yields old id -> new id after each transaction; ``keep`` is called with the same inside it.
    """
    start = 0
    while start < len(ids):
        part = ids[start : start + _fitting(conn, ids[start : start + _ROWS])]
        yield write(partial(_move_and_keep, ids=part, keep=keep))
        start += len(part)


def _move_and_keep(conn: sqlite3.Connection, ids: Sequence[int], keep: Keep) -> dict[int, int]:
    moved = move(conn, ids)
    keep(conn, moved)
    return moved


def _fitting(conn: sqlite3.Connection, ids: Sequence[int]) -> int:
    """Return how many of these messages (at least one) can be moved in one transaction while others wait."""
    sql = "SELECT length(content) FROM json_each(?) AS ids JOIN messages ON messages.id = ids.value ORDER BY ids.key"
    sizes = accumulate(row[0] for row in conn.execute(sql, (json_list(ids),)))
    return max(1, sum(1 for size in sizes if size <= _CHARS))


def move(conn: sqlite3.Connection, ids: Sequence[int]) -> dict[int, int]:
    """Give messages new ids above all others, inside a running write; returns old id -> new id.

    Each table takes one statement; one for each row would write a segment of the word index each.
    """
    conn.execute("PRAGMA defer_foreign_keys = ON")
    last = conn.execute("SELECT max(seq, (SELECT max(id) FROM messages)) FROM sqlite_sequence WHERE name = 'messages'")
    first = int(last.fetchone()[0]) + 1
    given = {"ids": json_list(ids), "first": first}
    indexed = "FROM json_each(:ids) AS ids CROSS JOIN messages ON messages.id = ids.value"
    usable = "messages_fts" not in fts.stale(conn)
    if usable:
        conn.execute(
            f"""INSERT INTO messages_fts(messages_fts, rowid, content, search_text)
                SELECT 'delete', messages.id, content, search_text {indexed}""",
            given,
        )
    # The next `index` makes these again, as for new messages: the packed signs still have the old ids.
    conn.execute("DELETE FROM message_vectors WHERE message_id IN (SELECT value FROM json_each(:ids))", given)
    for table, column in [*_references(conn), ("messages", "id")]:
        conn.execute(
            f"""UPDATE "{table}" SET "{column}" = ids.key + :first FROM json_each(:ids) AS ids
                WHERE "{table}"."{column}" = ids.value""",
            given,
        )
    conn.execute(
        """UPDATE artifact_mentions SET id = artifact_mentions.id + (ids.key + :first - ids.value) * 1024
           FROM json_each(:ids) AS ids
           WHERE artifact_mentions.id BETWEEN ids.value * 1024 AND ids.value * 1024 + 1023""",
        given,
    )
    if usable:
        conn.execute(
            """INSERT INTO messages_fts(rowid, content, search_text)
               SELECT id, content, search_text FROM messages WHERE id >= :first""",
            given,
        )
    conn.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'messages'", (first + len(ids) - 1,))
    return dict(zip(ids, range(first, first + len(ids)), strict=True))


def _references(conn: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return (table, column) for every foreign key to the id of a message."""
    rows = conn.execute(
        """SELECT m.name, f."from" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
           WHERE m.type = 'table' AND f."table" = 'messages' AND coalesce(f."to", 'id') = 'id'"""
    )
    return [(row[0], row[1]) for row in rows]
