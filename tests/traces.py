"""What a database file still holds of a text that was deleted."""

from __future__ import annotations

import sqlite3

import gagent_db


def left_of(db: gagent_db.Database, word: str) -> list[str]:
    """Where in the database a word still stands: in a table, among the words of an index, in the files as bytes."""
    conn = db.read()
    tables = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = ((table, row) for table in tables for row in conn.execute(f'SELECT * FROM "{table}"'))
    found = {table for table, row in rows if word in "\n".join(map(str, row)).lower()}
    with sqlite3.connect(db.path) as own:
        for index in ("messages_fts", "tool_calls_fts", "memories_fts", "facts_fts"):
            own.execute(f"CREATE VIRTUAL TABLE temp.{index}_words USING fts5vocab(main, {index}, row)")
            if own.execute(f"SELECT 1 FROM temp.{index}_words WHERE term = ?", (word,)).fetchone():
                found.add(f"the words of {index}")
    own.close()
    for path in db.path.parent.glob(db.path.name + "*"):
        if word.encode() in path.read_bytes().lower():
            found.add(path.name)
    return sorted(found)
