"""Build and upgrade the schema with sqlite-utils migrations.

Append only: never edit a migration that has been released. Each one runs the SQL file of its name in
``gagent_db/schema/sql``, which can be pasted into any SQLite shell.
"""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from ..errors import GagentError
from . import fts, objects
from .version import APPLICATION_ID, NAMES, is_current

migrations = Migrations("gagent_db")


def _register(name: str) -> None:
    @migrations(name=name)
    def migration(db: Database) -> None:
        for statement in objects.statements(name):  # Database.executescript is slow: it looks for ends everywhere
            db.conn.execute(statement)


for _name in NAMES:
    _register(_name)


def migrate(conn: sqlite3.Connection) -> None:
    """Apply the pending migrations, all or none. Safe if many processes do it at the same time.

    The connection must be in autocommit mode, without a transaction.
    """
    conn.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while this one waited for the lock.
        if not is_current(conn):
            migrations.apply(Database(conn, execute_plugins=False))
            conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            conn.execute(f"PRAGMA user_version = {len(NAMES)}")
            fts.put_back(conn)  # what an earlier version made differently, or not at all
            _verify(conn)
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise


def _verify(conn: sqlite3.Connection) -> None:
    """Raise GagentError if something is missing; mark full-text indexes stale that do not match their tables."""
    if missing := objects.missing(conn):
        raise GagentError(
            f"The database could not be upgraded: {', '.join(missing)} did not come to be; it stays as it was.",
            hint="Put back a backup (gagent-db restore) and report this.",
        )
    for index in fts.INDEXES:
        if wrong := fts.check(conn, index):
            fts.mark_stale(conn, index, wrong)
