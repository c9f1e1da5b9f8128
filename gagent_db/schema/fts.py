"""The full-text indexes: their names, how to check one and how to rebuild it."""

from __future__ import annotations

import sqlite3

# index -> the table it follows
INDEXES = {
    "messages_fts": "messages",
    "tool_calls_fts": "tool_calls",
    "memories_fts": "memories",
    "facts_fts": "facts",
}


def check(conn: sqlite3.Connection, index: str) -> str | None:
    """Compare an index with its table (rank 1 check). None when they agree, else what is wrong."""
    try:
        conn.execute(f"INSERT INTO {index}({index}, rank) VALUES ('integrity-check', 1)")
    except sqlite3.DatabaseError as error:
        return str(error)
    return None


def rebuild(conn: sqlite3.Connection, index: str) -> None:
    """Build an index anew from its table and clear its stale mark."""
    conn.execute(f"INSERT INTO {index}({index}) VALUES ('rebuild')")
    conn.execute("UPDATE index_state SET stale = 0, reason = NULL WHERE name = ?", (index,))


def recreate(conn: sqlite3.Connection, index: str) -> None:
    """``rebuild``, for an index too damaged for it: drop its tables, declare it again, fill it."""
    try:
        conn.execute("SAVEPOINT rebuild_index")
        rebuild(conn, index)
        if wrong := check(conn, index):
            raise sqlite3.DatabaseError(wrong)
        conn.execute("RELEASE rebuild_index")
    except sqlite3.DatabaseError:
        conn.execute("ROLLBACK TO rebuild_index")
        conn.execute("RELEASE rebuild_index")
        declaration = conn.execute("SELECT sql FROM sqlite_master WHERE name = ?", (index,)).fetchone()[0]
        conn.execute(f"DROP TABLE {index}")
        conn.execute(declaration)
        rebuild(conn, index)


def stale(conn: sqlite3.Connection) -> dict[str, str]:
    """Indexes that do not match their tables, with the reason."""
    rows = conn.execute("SELECT name, coalesce(reason, 'unknown') FROM index_state WHERE stale")
    return {row[0]: row[1] for row in rows}


def is_index_damage(error: sqlite3.DatabaseError) -> bool:
    """Did this error come from a full-text index rather than from the tables themselves?"""
    code = getattr(error, "sqlite_errorcode", 0)
    corrupt_vtab = sqlite3.SQLITE_CORRUPT | (1 << 8)
    return code == corrupt_vtab or "fts5" in str(error).lower() or "missing row" in str(error).lower()
