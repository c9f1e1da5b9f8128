"""What the database notes about itself, by name: budgets, turns, how far background work has come (table ``meta``)."""

from __future__ import annotations

import sqlite3


def get(conn: sqlite3.Connection, name: str) -> str | None:
    """The value noted under a name, or None."""
    row = conn.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return row[0] if row else None


def put(conn: sqlite3.Connection, name: str, value: object) -> None:
    """Note a value, as text, in the place of what the name had."""
    conn.execute(
        "INSERT INTO meta(name, value) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
        (name, str(value)),
    )
