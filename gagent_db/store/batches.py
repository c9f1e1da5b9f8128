"""Messages in batches, for background work that writes in short transactions."""

from __future__ import annotations

import sqlite3

BATCH_MESSAGES = 400
BATCH_CHARS = 1_000_000  # one write stays below a tenth of a second


def next_batch(conn: sqlite3.Connection, sql: str, start: int) -> list[sqlite3.Row]:
    """The next rows of a query with a ``content``, bounded in number and size; its parameters are start and limit."""
    rows: list[sqlite3.Row] = []
    size = 0
    cursor = conn.execute(sql, (start, BATCH_MESSAGES))
    for row in cursor:
        rows.append(row)
        size += len(row["content"])
        if size > BATCH_CHARS:
            break
    cursor.close()
    return rows
