"""Other programs' SQLite files, opened read-only. They are never written, migrated or checkpointed."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from ..errors import GagentError
from ..wording import counted
from .base import Importer
from .sources import Source

MAGIC = b"SQLite format 3\x00"
OWN_TABLES = {"tombstones": {"session_id", "uid"}, "artifact_mentions": {"value_id"}}  # of gagent-db
TIMEOUT = 5.0  # seconds to wait for the program that is writing
_GLANCE = 0.5  # the same when a file is only looked at, to tell what it is
_REMEMBER = 2.0  # seconds for which the tables of the last file are remembered


@contextmanager
def open_source(source: Source) -> Iterator[sqlite3.Connection]:
    """A read-only connection, rows by name, text decoded leniently. Raises GagentError with the reason."""
    damaged: set[int] = set()

    def lenient(raw: bytes) -> str:
        try:
            return raw.decode()
        except UnicodeDecodeError:
            damaged.add(hash(raw))  # one value may be read more than once
            return raw.decode("utf-8", "replace")

    with _opened(source.path, TIMEOUT) as conn:
        conn.text_factory = lenient
        yield conn
    if damaged:
        source.replace(f"invalid UTF-8 in {counted(len(damaged), 'value')}")


@contextmanager
def _opened(path: Path, timeout: float) -> Iterator[sqlite3.Connection]:
    conn = None
    try:
        conn = _connect(path, timeout)
        yield conn
    except sqlite3.Error as error:
        raise readable(error) from error
    finally:
        if conn is not None:
            conn.close()


def _connect(path: Path, timeout: float) -> sqlite3.Connection:
    """Open one consistent view of the file while its owner goes on writing.

    A file in WAL mode needs a -shm file beside it even to be read. In a read-only folder none can be made; but without
    a -wal file nobody has the file open, so it is read as it is.
    """
    try:
        return _begin(f"file:{quote(str(path))}?mode=ro", timeout)
    except sqlite3.OperationalError as error:
        alone = not path.with_name(path.name + "-wal").exists()
        if alone and _code(error) in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN) and path.exists():
            return _begin(f"file:{quote(str(path))}?mode=ro&immutable=1", timeout)
        raise


def _begin(uri: str, timeout: float) -> sqlite3.Connection:
    conn = sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None)
    try:
        conn.row_factory = sqlite3.Row
        conn.text_factory = lambda raw: raw.decode("utf-8", "replace")
        conn.execute("PRAGMA query_only = ON")
        conn.execute("PRAGMA trusted_schema = OFF")
        conn.execute("BEGIN")
        conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except BaseException:
        conn.close()
        raise
    return conn


def _code(error: sqlite3.Error) -> int:
    return (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def readable(error: sqlite3.Error) -> GagentError:
    """What is wrong with the file, in one sentence."""
    known = {
        sqlite3.SQLITE_BUSY: "locked by another program; import again when it has finished",
        sqlite3.SQLITE_LOCKED: "locked by another program; import again when it has finished",
        sqlite3.SQLITE_CORRUPT: "damaged SQLite file",
        sqlite3.SQLITE_NOTADB: "not a SQLite file",
        sqlite3.SQLITE_CANTOPEN: "cannot be opened (permissions, or its -wal file is missing)",
        sqlite3.SQLITE_IOERR: "cannot be read (disk error)",
        sqlite3.SQLITE_PERM: "permission denied",
    }
    return GagentError(known.get(_code(error), str(error)))


def is_database(path: Path, head: bytes, usual_name: str, needed: Mapping[str, set[str]]) -> bool:
    """Is this a SQLite file with these columns in these tables? A locked or damaged one is recognised by its name, so
    that its importer can say why it cannot be read."""
    if not head.startswith(MAGIC):
        return False
    tables = _glance(path).tables
    if tables is None:
        return path.name == usual_name
    return all(columns <= tables.get(table, set()) for table, columns in needed.items())


class SqliteImporter(Importer):
    """A format of SQLite files: recognised by the tables and columns it needs, read with the -wal file beside it."""

    kind = "database"
    usual_name: ClassVar[str]
    needed: ClassVar[Sequence[Mapping[str, set[str]]]]  # alternatives: table -> columns that it must have

    def sniff(self, path: Path, head: bytes) -> bool:
        return any(is_database(path, head, self.usual_name, needed) for needed in self.needed)

    def companions(self, path: Path) -> Iterable[Path]:
        return (path.with_name(path.name + "-wal"),)


def problem_of(path: Path) -> str | None:
    """Why a SQLite file cannot be read; None when it can."""
    return _glance(path).problem


@dataclass(frozen=True, slots=True)
class _Glance:
    """What one look at a file has shown, because every format asks about the same file in turn."""

    path: Path
    tables: dict[str, set[str]] | None
    problem: str | None
    at: float


_latest = _Glance(Path(), None, None, 0.0)


def _glance(path: Path) -> _Glance:
    global _latest
    if _latest.path != path or time.monotonic() - _latest.at > _REMEMBER:
        tables, problem = None, None
        try:
            with _opened(path, _GLANCE) as conn:
                tables = columns_of(conn)
        except GagentError as error:
            problem = error.message
        _latest = _Glance(path, tables, problem, time.monotonic())
    return _latest


def columns_of(conn: sqlite3.Connection) -> dict[str, set[str]]:
    """Table -> its columns, without virtual tables."""
    rows = conn.execute(
        "SELECT m.name AS table_name, c.name AS column_name"
        " FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
        " AND m.sql NOT LIKE 'CREATE VIRTUAL%'"
    )
    tables: dict[str, set[str]] = {}
    for row in rows:
        tables.setdefault(row["table_name"], set()).add(row["column_name"])
    return tables
