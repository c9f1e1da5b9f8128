"""The full-text indexes: their names, how to check one and how to rebuild it; what is derived is put back with them."""

from __future__ import annotations

import sqlite3

from . import objects

# index -> the table it follows
INDEXES = {
    "messages_fts": "messages",
    "tool_calls_fts": "tool_calls",
    "memories_fts": "memories",
    "facts_fts": "facts",
}
_UNRANKED = {"messages_fts", "tool_calls_fts"}  # indexes that keep no lengths of their rows (columnsize=0)


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
    """``rebuild``, also for an index that SQLite cannot even open any more."""
    try:
        rebuild(conn, index)
    except sqlite3.DatabaseError as error:
        if not is_index_damage(error):
            raise
        empty(conn, index)
        rebuild(conn, index)


def empty(conn: sqlite3.Connection, index: str) -> None:
    """Write the tables behind an index as those of a new one, so that SQLite can open it again.

    The rows are what FTS5 itself writes for an empty index (file format 4). An index that was dropped is declared anew.
    """
    if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (index,)).fetchone():
        for table in _parts(index):
            conn.execute(f"DROP TABLE IF EXISTS {table}")
        objects.recreate(conn, [index])
        return
    conn.execute(f"CREATE TABLE IF NOT EXISTS {index}_data(id INTEGER PRIMARY KEY, block BLOB)")
    conn.execute(f"CREATE TABLE IF NOT EXISTS {index}_idx(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID")
    if index not in _UNRANKED:
        conn.execute(f"CREATE TABLE IF NOT EXISTS {index}_docsize(id INTEGER PRIMARY KEY, sz BLOB)")
    conn.execute(f"CREATE TABLE IF NOT EXISTS {index}_config(k PRIMARY KEY, v) WITHOUT ROWID")
    for table in _parts(index):
        conn.execute(f"DELETE FROM {table}")
    conn.execute(f"INSERT INTO {index}_data(id, block) VALUES (1, x''), (10, x'00000000000000')")
    conn.execute(f"INSERT INTO {index}_config(k, v) VALUES ('version', 4)")


def opens(conn: sqlite3.Connection, index: str) -> bool:
    """Can SQLite open the index, and are the tables behind it there?"""
    try:
        for table in (index, *_parts(index)):
            conn.execute(f"SELECT 1 FROM {table} LIMIT 0")
    except sqlite3.DatabaseError:
        return False
    return True


def _parts(index: str) -> list[str]:
    """The tables behind an index."""
    parts = ("data", "idx", "config") if index in _UNRANKED else ("data", "idx", "docsize", "config")
    return [f"{index}_{part}" for part in parts]


def mark_stale(conn: sqlite3.Connection, index: str, reason: str) -> None:
    """Take an index out of use: its triggers stand back until it is rebuilt."""
    if not opens(conn, index):
        empty(conn, index)
    conn.execute(
        """INSERT INTO index_state(name, stale, reason) VALUES (?, 1, ?)
           ON CONFLICT(name) DO UPDATE SET stale = 1, reason = excluded.reason""",
        (index, reason),
    )


def put_back(conn: sqlite3.Connection) -> list[str]:
    """Make the triggers, indexes and views again that were dropped, or that another version made, inside a running
    write; returns their names.

    A word index that missed changes meanwhile is stale.
    """
    gone, unlike = objects.missing(conn), objects.unlike(conn)
    objects.drop(conn, unlike)
    for index in INDEXES:
        lost = [name for name in unlike if name == index or (name.startswith(index) and name in gone)]
        if lost:
            mark_stale(conn, index, f"{lost[0]} was missing or of another version")
    objects.recreate(conn, objects.missing(conn))
    return unlike


def stale(conn: sqlite3.Connection) -> dict[str, str]:
    """Indexes that do not match their tables, with the reason."""
    rows = conn.execute("SELECT name, coalesce(reason, 'unknown') FROM index_state WHERE stale")
    return {row[0]: row[1] for row in rows}


def is_index_damage(error: sqlite3.DatabaseError) -> bool:
    """Did this error come from a full-text index rather than from the tables themselves?"""
    corrupt_vtab = sqlite3.SQLITE_CORRUPT | (1 << 8)
    text = str(error).lower()
    if getattr(error, "sqlite_errorcode", 0) == corrupt_vtab or "fts5" in text or "sql logic error" in text:
        return True
    if text == "constraint failed":  # one of our tables would be named; this one stands behind an index
        return True
    return any(name in text for name in (*INDEXES, "tool_calls_text"))
