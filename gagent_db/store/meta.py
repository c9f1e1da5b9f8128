"""The table ``meta``: values the database keeps about itself, by name (budgets, turns, progress of background work)."""

from __future__ import annotations

import sqlite3


def get(conn: sqlite3.Connection, name: str) -> str | None:
    """Return the value noted under a name, or None."""
    row = conn.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return row[0] if row else None


def put(conn: sqlite3.Connection, name: str, value: object) -> None:
    """Note a value under a name, as text, replacing any earlier one."""
    conn.execute(
        "INSERT INTO meta(name, value) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
        (name, str(value)),
    )
