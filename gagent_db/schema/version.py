"""Which schema a file has, and whether it is ours. Light on purpose: every open runs it."""

from __future__ import annotations

import sqlite3

from ..errors import GagentError

APPLICATION_ID = 0x67616764  # 'gagd': tells our files from other programs' databases
NAMES = ("m001_sessions", "m002_artifacts", "m003_memories", "m004_facts", "m005_recall")
_OUR_TABLES = ("sessions", "messages", "tool_calls", "memories", "facts", "artifacts", "imports")


def applied_names(conn: sqlite3.Connection) -> list[str]:
    """Names of the migrations this file has, oldest first."""
    if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone():
        return []
    sql = "SELECT name FROM _sqlite_migrations WHERE migration_set = 'gagent_db' ORDER BY id"
    return [row[0] for row in conn.execute(sql)]


def is_current(conn: sqlite3.Connection) -> bool:
    """True when every migration has been applied. Raises GagentError for a file that is not ours to touch."""
    applied = applied_names(conn)
    unknown = [name for name in applied if name not in NAMES]
    if unknown or (applied and conn.execute("PRAGMA user_version").fetchone()[0] > len(NAMES)):
        detail = f" (it has {unknown[-1]})" if unknown else ""
        raise GagentError(
            f"This database was written by a newer gagent-db than this one{detail}.",
            hint="Upgrade with: pip install --upgrade gagent-db",
        )
    if not applied:
        _refuse_other_programs(conn)
    return len(applied) == len(NAMES)


def _refuse_other_programs(conn: sqlite3.Connection) -> None:
    marks = ", ".join("?" * len(_OUR_TABLES))
    clash = conn.execute(f"SELECT name FROM sqlite_master WHERE name IN ({marks})", _OUR_TABLES).fetchall()
    if clash:
        names = ", ".join(sorted(row[0] for row in clash))
        raise GagentError(
            f"This file is another program's database: it already has tables named {names}.",
            hint="Give gagent-db its own file with --db, and bring the other one in with: gagent-db import FILE",
        )
