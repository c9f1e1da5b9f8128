"""Tell which schema a file has and whether the file is ours. Kept light, because every open runs this."""

from __future__ import annotations

import sqlite3

from ..errors import GagentError

OLDEST_SQLITE = (3, 37)  # STRICT tables
APPLICATION_ID = 0x67616764  # 'gagd': tells our files from other programs' databases
NAMES = ("m001_sessions", "m002_artifacts", "m003_memories", "m004_facts", "m005_recall", "m006_tags")


def applied_names(conn: sqlite3.Connection) -> list[str]:
    """Return the names of the migrations this file has, oldest first."""
    if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone():
        return []
    sql = "SELECT name FROM _sqlite_migrations WHERE migration_set = 'gagent_db' ORDER BY id"
    return [row[0] for row in conn.execute(sql)]


def is_current(conn: sqlite3.Connection) -> bool:
    """Whether every migration has been applied. Raises GagentError for a file of another program or of a newer version,
    and if SQLite is too old for our tables."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        needed = ".".join(map(str, OLDEST_SQLITE))
        raise GagentError(
            f"This Python brings SQLite {sqlite3.sqlite_version}, and gagent-db needs {needed} or newer.",
            hint="Use a Python with a newer one, such as python.org's, or uv's (uv python install).",
        )
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
    """Raise GagentError if a file without our schema is not empty: it has tables or another program's version."""
    sql = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name"
    names = [row[0] for row in conn.execute(sql)]
    marked = conn.execute("SELECT * FROM pragma_application_id, pragma_user_version").fetchone()
    if not names and not any(marked):
        return
    detail = f": it already has tables named {', '.join(names[:4])}{', ...' if len(names) > 4 else ''}" if names else ""
    raise GagentError(
        f"This file is another program's database{detail}.",
        hint="Give gagent-db its own file with --db, and bring the other one in with: gagent-db import FILE",
    )
