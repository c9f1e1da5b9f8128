"""Check, rebuild and set aside the full-text indexes, and put back dropped triggers, indexes and views."""

from __future__ import annotations

import sqlite3

from . import objects

# index -> the table whose text it holds
INDEXES = {
    "messages_fts": "messages",
    "tool_calls_fts": "tool_calls",
    "memories_fts": "memories",
    "facts_fts": "facts",
}
_UNRANKED = {"messages_fts", "tool_calls_fts"}  # indexes that do not store the lengths of their rows (columnsize=0)


def check(conn: sqlite3.Connection, index: str) -> str | None:
    """Compare an index with its table (FTS5's integrity-check of rank 1); returns what is wrong, None if they agree."""
    try:
        conn.execute(f"INSERT INTO {index}({index}, rank) VALUES ('integrity-check', 1)")
    except sqlite3.DatabaseError as error:
        return str(error)
    return None


def rebuild(conn: sqlite3.Connection, index: str) -> None:
    """Rebuild an index from its table and clear its stale mark."""
    conn.execute(f"INSERT INTO {index}({index}) VALUES ('rebuild')")
    conn.execute("UPDATE index_state SET stale = 0, reason = NULL WHERE name = ?", (index,))


def recreate(conn: sqlite3.Connection, index: str) -> None:
    """Like ``rebuild``, but also works for an index that SQLite cannot open any more."""
    try:
        rebuild(conn, index)
    except sqlite3.DatabaseError as error:
        if not is_index_damage(error):
            raise
        empty(conn, index)
        rebuild(conn, index)


def empty(conn: sqlite3.Connection, index: str) -> None:
    """Make an index empty, so that SQLite can open it again.

    The tables behind it get the rows that FTS5 itself writes for an empty index (file format 4). An index that was
    dropped is created anew.
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
    """Whether SQLite can open the index and the tables behind it exist."""
    try:
        for table in (index, *_parts(index)):
            conn.execute(f"SELECT 1 FROM {table} LIMIT 0")
    except sqlite3.DatabaseError:
        return False
    return True


def _parts(index: str) -> list[str]:
    """Return the names of the tables behind an index (FTS5's shadow tables)."""
    parts = ("data", "idx", "config") if index in _UNRANKED else ("data", "idx", "docsize", "config")
    return [f"{index}_{part}" for part in parts]


def mark_stale(conn: sqlite3.Connection, index: str, reason: str) -> None:
    """Take an index out of use: its triggers do nothing until it is rebuilt."""
    if not opens(conn, index):
        empty(conn, index)
    conn.execute(
        """INSERT INTO index_state(name, stale, reason) VALUES (?, 1, ?)
           ON CONFLICT(name) DO UPDATE SET stale = 1, reason = excluded.reason""",
        (index, reason),
    )


def put_back(conn: sqlite3.Connection) -> list[str]:
    """Recreate, inside a running write, triggers, indexes and views that were dropped or that another version made;
    returns their names.

    A full-text index that may have missed changes meanwhile is marked stale.
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
    """Return the indexes that are out of use, each with the reason."""
    rows = conn.execute("SELECT name, coalesce(reason, 'unknown') FROM index_state WHERE stale")
    return {row[0]: row[1] for row in rows}


def is_index_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether this error came from a full-text index rather than from the tables themselves."""
    corrupt_vtab = sqlite3.SQLITE_CORRUPT | (1 << 8)
    text = str(error).lower()
    if getattr(error, "sqlite_errorcode", 0) == corrupt_vtab or "fts5" in text or "sql logic error" in text:
        return True
    if text == "constraint failed":  # of our own tables the column would be named; so it is a table behind an index
        return True
    return any(name in text for name in (*INDEXES, "tool_calls_text"))
