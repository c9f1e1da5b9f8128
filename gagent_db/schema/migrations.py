"""Build and upgrade the schema with sqlite-utils migrations.

Append only: a migration that has been released is never edited. Each one runs the SQL file of its name in
``gagent_db/schema/sql``, which can be pasted into any SQLite shell.
"""

from __future__ import annotations

import sqlite3
from importlib.resources import files

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from .version import APPLICATION_ID, NAMES, is_current

migrations = Migrations("gagent_db")


def _register(name: str) -> None:
    @migrations(name=name)
    def migration(db: Database) -> None:
        db.executescript(files(__package__).joinpath("sql", f"{name}.sql").read_text("utf-8"))


for _name in NAMES:
    _register(_name)


def migrate(conn: sqlite3.Connection) -> None:
    """Apply what is pending, all or nothing. Safe when many processes do it at the same moment.

    The caller holds no transaction; the connection is in autocommit mode.
    """
    conn.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while this one waited for the lock.
        if not is_current(conn):
            migrations.apply(Database(conn, execute_plugins=False))
            conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            conn.execute(f"PRAGMA user_version = {len(NAMES)}")
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise
