"""``Store``: an open database file, to read from and to write to.

Each store has one connection for writing (threads take turns) and one for reading in each thread. Every write runs in
``BEGIN IMMEDIATE`` and is tried again, with jitter, while another process holds the lock.
"""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_ident
from types import TracebackType
from typing import Self, TypeVar
from weakref import WeakSet, finalize, ref

from ..errors import GagentError
from ..paths import named_path
from ..schema import fts
from .opening import (
    READ_TIMEOUT,
    REBUILD_AT_OPEN,
    Connection,
    begin,
    cannot_open,
    code_of,
    companions,
    connect,
    create,
    identity,
    largest_id,
    open_frozen,
    open_prepared,
    readable,
)

T = TypeVar("T")

FOLD_TIMEOUT = 2.0  # seconds to wait for readers before the log is left as it is


class _Held:
    """An object that is freed as soon as its thread ends. A connection is not: its statement cache refers to itself."""


_OPEN: WeakSet[Store] = WeakSet()  # the open stores of this process


class Store:
    """A gagent-db file. Safe to share between threads; one per process is enough.

    ``read_only``: the file can be read but not written (its permissions or its folder's, a read-only medium).
    """

    read_only = False

    def __init__(self, path: str | os.PathLike[str]) -> None:
        named = named_path(path)
        if named == Path(":memory:"):  # every thread has a connection of its own, which would see another database
            raise GagentError("A database of gagent-db is a file, not ':memory:'.", hint="Name a file, such as a.db.")
        self.path = named.absolute()
        self._local = threading.local()
        self._readers: list[ref[Connection]] = []  # of threads that still run
        self._lock = threading.RLock()
        self._writing: int | None = None  # id of the thread that is inside a write
        self._closed = False
        self._writer = self._open_writer()
        self._file = identity(self.path)
        self._opening = self._writer.opening = 1  # counts the files opened here: another may take this one's place
        _OPEN.add(self)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """Open a file, creating and migrating it as needed."""
        return cls(path)

    # -- reading -----------------------------------------------------------------------------------

    def read(self) -> Connection:
        """Return this thread's read connection (``query_only``, rows by name); inside a write, the connection of the
        write, which sees what it has written."""
        self._check_open()
        if self.in_write:
            return self._writer
        conn: Connection | None = getattr(self._local, "conn", None)
        if conn is not None and conn.in_transaction:  # a snapshot stays with the file it began on
            return conn
        self._follow()
        opening = self._opening
        if conn is None or conn.opening != opening:
            conn = open_frozen(self.path) if self.read_only else connect(self.path, timeout=READ_TIMEOUT)
            conn.execute("PRAGMA query_only = ON")
            conn.opening = opening
            self._keep(conn)
        return conn

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Yield this thread's read connection, which sees the database unchanged until the end of the block.

        It sees what its first statement finds: neither what others commit afterwards nor what this thread writes in the
        block. Raises GagentError for a read after the store was closed.
        """
        conn = self.read()
        if conn.in_transaction:
            yield conn
            return
        try:
            conn.execute("BEGIN")
            yield conn
        except sqlite3.ProgrammingError:
            self._check_open()
            raise
        finally:
            with suppress(sqlite3.ProgrammingError):  # it was closed meanwhile
                if conn.in_transaction:
                    conn.execute("ROLLBACK")  # nothing was written

    def _keep(self, conn: Connection) -> None:
        """Keep ``conn`` as this thread's read connection; it is closed when the thread ends."""
        self._local.conn = conn
        self._local.held = held = _Held()
        finalize(held, conn.close).atexit = False
        # Without the lock: a writer holds it while it waits for the file.
        self._readers.append(ref(conn, self._readers.remove))

    # -- writing -----------------------------------------------------------------------------------

    @property
    def may_write(self) -> bool:
        """Whether the file can be written and this thread may do so."""
        return not self.read_only and not getattr(self._local, "only_reads", False)

    @contextmanager
    def only_reading(self) -> Iterator[None]:
        """Refuse this thread every write until the end of the block: it works for somebody who may only read."""
        before = getattr(self._local, "only_reads", False)
        self._local.only_reads = True
        try:
            yield
        finally:
            self._local.only_reads = before

    @property
    def in_write(self) -> bool:
        """Whether this thread is inside a write; what it reads there may still be rolled back."""
        return self._writing == get_ident()

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``work(conn)`` in one immediate transaction, commit, and return its value.

        ``work`` may be called again after a damaged index was set aside, so it must do nothing but SQL. A write inside
        another one of the same thread joins its transaction.
        """
        with self._lock:
            self._check_open()
            self._follow()
            if self.read_only:
                raise GagentError(
                    f"The database {self.path} cannot be written.",
                    hint="Check the permissions of the file and its folder.",
                )
            if not self.may_write:
                raise GagentError("This may only read.", hint="It needs the permission to write.")
            if self._writer.in_transaction:
                return work(self._writer)
            for _ in range(2):  # the first failure puts back what was dropped, the second sets aside what is damaged
                try:
                    return self._transaction(work)
                except sqlite3.DatabaseError as error:
                    if not fts.is_index_damage(error):
                        raise readable(error, self.path) from error
                    self._set_indexes_aside(error)
            return self._transaction(work)

    def _transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        begin(self._writer, self.path)
        try:
            self._writing = get_ident()
            value = work(self._writer)
            self._writer.execute("COMMIT")
            return value
        except BaseException:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise
        finally:
            self._writing = None

    def fold_log(self) -> None:
        """Move the changes in the -wal file into the database and empty it: deleted text is still in that file.

        Waits for readers up to ``FOLD_TIMEOUT`` seconds, then leaves it to the next checkpoint.
        """
        deadline = time.monotonic() + FOLD_TIMEOUT
        with self._lock:
            self._check_open()
            while self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:  # 1: a reader is in the way
                if time.monotonic() > deadline:
                    return
                time.sleep(random.uniform(0.005, 0.02))

    def _set_indexes_aside(self, error: sqlite3.DatabaseError) -> None:
        """Mark damaged indexes stale, so that their triggers do nothing: a damaged index must never lose a message."""

        def mark(conn: sqlite3.Connection) -> None:
            # Comparing a large index with its table takes minutes; marking a sound one stale only costs a rebuild.
            gone = fts.put_back(conn)
            small = largest_id(conn) <= REBUILD_AT_OPEN
            damaged = [name for name in fts.INDEXES if not fts.opens(conn, name) or (small and fts.check(conn, name))]
            for name in damaged or (() if gone else fts.INDEXES):
                fts.mark_stale(conn, name, str(error))

        self._transaction(mark)

    # -- opening and closing -----------------------------------------------------------------------

    def close(self) -> None:
        """Close every connection. The last one to close folds the WAL into the file."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            _OPEN.discard(self)
            for reader in [*self._readers]:
                if (conn := reader()) is not None:
                    conn.close()
            self._writer.close()

    def size(self) -> int:
        """Return the bytes of the file and of the -wal and -shm files beside it."""
        total = 0
        for part in (self.path, *companions(self.path)):
            with suppress(FileNotFoundError):
                total += part.stat().st_size
        return total

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check_open(self) -> None:
        if self._closed:
            raise GagentError(f"The database {self.path} is closed.", hint="Open it again with gagent_db.open().")

    def _follow(self) -> None:
        """If another file has taken the place of ours (a backup was put back), open that one.

        SQLite would go on with the old file, and nobody would see what is written there. Raises GagentError while there
        is no file.
        """
        there = identity(self.path)
        if there is None:
            raise GagentError(
                f"The database {self.path} is gone.", hint="Put it back, or open it again to begin a new one."
            )
        if there == self._file or self._writer.in_transaction:
            return
        with self._lock:
            if there != self._file:
                old, self.read_only = self._writer, False
                self._writer = self._open_writer()
                self._file = identity(self.path)
                self._writer.opening = self._opening + 1
                self._opening += 1  # other threads may be reading; they change to the new file with their next read
                old.close()

    def _open_writer(self) -> Connection:
        """Return a connection for writing, creating the file as needed; for a file that cannot be written, one for
        reading, and set ``read_only``. Raises GagentError if it cannot be opened."""
        try:
            if self.path.is_dir():
                raise GagentError(
                    f"{self.path} is a folder, not a database file.", hint="Give --db the path of a file."
                )
            if not self.path.exists():
                create(self.path)
            return open_prepared(self.path)
        except sqlite3.DatabaseError as error:
            if code_of(error) in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN) and self.path.is_file():
                self.read_only = True
                return open_frozen(self.path)
            raise readable(error, self.path) from error
        except OSError as error:
            raise cannot_open(self.path, error) from error


def open_files() -> dict[int, Path]:
    """Return the database files that this process has open, with the files beside them, by inode.

    Do not open one of them as an ordinary file: closing it again ends the locks of every connection to it in this
    process (that is how POSIX locks work). Another process that closes the database would then delete its -wal and -shm
    files.
    """
    found = {}
    for path in [store.path for store in list(_OPEN)]:
        for part in (path, *companions(path)):
            try:
                found[part.stat().st_ino] = part
            except OSError:
                continue
    return found


def is_open_here(path: Path) -> bool:
    """Whether this is one of ``open_files``, under whatever name."""
    try:
        part = open_files().get(path.stat().st_ino)
        return part is not None and part.samefile(path)
    except OSError:
        return False
