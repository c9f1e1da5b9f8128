"""Another gagent-db database, read as its own export would be: never written, even while others write to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from .. import export
from ..errors import GagentError
from ..schema.version import is_current
from ..store.database import Store
from ..store.opening import Connection, open_frozen
from ..store.sessions import require_session
from .base import Item
from .own_export import read_back
from .sources import Source
from .sqlite_source import OWN_TABLES, SqliteImporter, open_source


class _Other(Store):
    """Another database, opened to be read as it is."""

    read_only = True

    def _open_writer(self) -> Connection:
        return open_frozen(self.path)


class OwnDatabase(SqliteImporter):
    name = "gagent-database"
    tells_status = True
    usual_name = ""  # one that cannot be read is reported like any other
    needed = (OWN_TABLES,)
    whole_sessions = True
    only_named = True

    def parse(self, source: Source) -> Iterator[Item]:
        with open_source(source) as conn:
            if not is_current(conn):
                raise GagentError("it is of an older gagent-db: bring it up to date with gagent-db --db FILE index")
        with _Other(source.path) as other, other.snapshot():
            yield from read_back(_records(other), source)


def _records(other: Store) -> Iterator[dict[str, Any]]:
    """The records of its export."""
    conn = other.read()
    ids = conn.execute("SELECT id FROM sessions ORDER BY created_at, id").fetchall()
    return map(orjson.loads, export.jsonl(other, (require_session(conn, row[0]) for row in ids)))


importer = OwnDatabase()
