"""Read messages in batches, for background work that writes in short transactions."""

from __future__ import annotations

import sqlite3

BATCH_MESSAGES = 400
BATCH_CHARS = 1_000_000  # so that one write takes less than a tenth of a second


def next_batch(conn: sqlite3.Connection, sql: str, start: int) -> list[sqlite3.Row]:
    """Return the next rows of a query, bounded in number and size. Its parameters are start and limit, and its rows
    have a ``content``."""
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
