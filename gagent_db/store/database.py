"""Open a database file, read from it, write to it.

One writer connection a process (its threads take turns), one read connection a thread. Every write runs in
``BEGIN IMMEDIATE`` and is tried again, with jitter, while another process holds the lock.
"""

from __future__ import annotations

import errno
import os
import random
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import get_ident
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import quote
from weakref import WeakSet, finalize, ref

from ..errors import GagentError, os_reason
from ..paths import named_path
from ..schema import fts, objects
from ..schema.version import is_current

T = TypeVar("T")

WRITE_TIMEOUT = 30.0  # seconds a write waits for other writers before it gives up
READ_TIMEOUT = 10.0
FOLD_TIMEOUT = 2.0
REBUILD_AT_OPEN = 20_000  # messages: up to here a stale index is rebuilt when the file is opened

PRAGMAS = """
PRAGMA foreign_keys = ON;
PRAGMA recursive_triggers = ON;
PRAGMA synchronous = NORMAL;
PRAGMA secure_delete = ON;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -32000;
PRAGMA journal_size_limit = 67108864;
PRAGMA wal_autocheckpoint = 500;
"""


class Connection(sqlite3.Connection):
    """One that can be referred to weakly: it is closed when nobody has it any more."""

    opening = 0  # which of the files that stood in the place of its store's it reads


class _Held:
    """What goes with its thread at once, as a connection does not: its cache of statements refers to itself."""


_OPEN: WeakSet[Store] = WeakSet()  # in this process


class Store:
    """A gagent-db file. Safe to share between threads; one per process is enough.

    ``read_only``: the file cannot be written (permissions of it or its folder, a read-only medium); it can be read.
    """

    read_only = False

    def __init__(self, path: str | os.PathLike[str]) -> None:
        named = named_path(path)
        if named == Path(":memory:"):  # each thread has connections of its own, which would see nothing of it
            raise GagentError("A database of gagent-db is a file, not ':memory:'.", hint="Name a file, such as a.db.")
        self.path = named.absolute()
        self._local = threading.local()
        self._readers: list[ref[Connection]] = []  # of threads that still run
        self._lock = threading.RLock()
        self._writing: int | None = None  # the thread that does
        self._closed = False
        self._writer = self._open_writer()
        self._file = _identity(self.path)
        self._opening = 1  # of files: another one may take its place
        _OPEN.add(self)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """Open a file, creating and migrating it as needed."""
        return cls(path)

    # -- reading -----------------------------------------------------------------------------------

    def read(self) -> Connection:
        """This thread's read connection (``query_only``, rows by name); inside a write that of the write, which shows
        what it has written."""
        self._check_open()
        if self._writing == get_ident():
            return self._writer
        conn: Connection | None = getattr(self._local, "conn", None)
        if conn is not None and conn.in_transaction:  # a snapshot stays with its file
            return conn
        self._follow()
        opening = self._opening
        if conn is None or conn.opening != opening:
            conn = self._open_frozen() if self.read_only else connect(self.path, timeout=READ_TIMEOUT)
            conn.execute("PRAGMA query_only = ON")
            conn.opening = opening
            self._keep(conn)
        return conn

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """This thread's read connection, with the database as it is now until the end of the block: what others commit
        meanwhile does not come between two statements."""
        conn = self.read()
        if conn.in_transaction:
            yield conn
            return
        conn.execute("BEGIN")
        try:
            yield conn
        finally:
            if conn.in_transaction:
                conn.execute("ROLLBACK")  # nothing was written

    def _keep(self, conn: Connection) -> None:
        """This thread's connection from now on. It is closed when its thread ends."""
        self._local.conn = conn
        self._local.held = held = _Held()
        finalize(held, conn.close).atexit = False
        # Without the lock: a writer holds it while it waits for the file.
        self._readers.append(ref(conn, self._readers.remove))

    # -- writing -----------------------------------------------------------------------------------

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``work(conn)`` in one immediate transaction, commit, return its value.

        ``work`` may be called again (after a lock, after a damaged index was set aside), so it must do
        nothing but SQL. Called inside another write of the same thread it joins that transaction.
        """
        with self._lock:
            self._check_open()
            self._follow()
            if self.read_only:
                raise GagentError(
                    f"The database {self.path} cannot be written.",
                    hint="Check the permissions of the file and its folder.",
                )
            if self._writer.in_transaction:
                return work(self._writer)
            for _ in range(2):  # what was dropped is put back first, then what is damaged set aside
                try:
                    return self._transaction(work)
                except sqlite3.DatabaseError as error:
                    if not fts.is_index_damage(error):
                        raise _readable(error, self.path) from error
                    self._set_indexes_aside(error)
            return self._transaction(work)

    def _transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        self._begin()
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

    def _begin(self) -> None:
        try:
            _retry(lambda: self._writer.execute("BEGIN IMMEDIATE"))
        except sqlite3.OperationalError as error:
            if not _is_locked(error):
                raise
            raise GagentError(
                f"Another program has held the write lock of {self.path} for {WRITE_TIMEOUT:.0f} seconds.",
                hint="Find and stop it (lsof lists who has the file open), then try again.",
            ) from error

    def fold_log(self) -> None:
        """Write the changes in the -wal file into the database and empty it: what was deleted still stands there.

        Readers that are at work put that off; after a while it is left to the next checkpoint.
        """
        deadline = time.monotonic() + FOLD_TIMEOUT
        with self._lock:
            self._check_open()
            while self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:  # 1: somebody is in the way
                if time.monotonic() > deadline:
                    return
                time.sleep(random.uniform(0.005, 0.02))

    def _set_indexes_aside(self, error: sqlite3.DatabaseError) -> None:
        """A damaged index must never lose a message: mark it stale so that its triggers stand back."""

        def mark(conn: sqlite3.Connection) -> None:
            # Comparing a large index with its table takes minutes; setting a sound one aside costs a rebuild.
            gone = put_back(conn)
            small = _largest_id(conn) <= REBUILD_AT_OPEN
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
        """Bytes of the file and of the -wal and -shm files beside it."""
        total = 0
        for part in (self.path, *_companions(self.path)):
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
        """Open the file that took the place of the one that was opened (a backup was put back): SQLite would go on with
        the old one, and nobody would see what is written there. Raises GagentError while there is none."""
        there = _identity(self.path)
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
                self._file = _identity(self.path)
                self._opening += 1  # other threads may be reading: they follow with their next read
                old.close()

    def _open_writer(self) -> Connection:
        try:
            if self.path.is_dir():
                raise GagentError(
                    f"{self.path} is a folder, not a database file.", hint="Give --db the path of a file."
                )
            if not self.path.exists():
                _create(self.path)
            return _open_prepared(self.path)
        except sqlite3.DatabaseError as error:
            if _code(error) in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN) and self.path.is_file():
                self.read_only = True
                return self._open_frozen()
            raise _readable(error, self.path) from error
        except OSError as error:
            raise _cannot_open(self.path, error) from error

    def _open_frozen(self) -> Connection:
        """A connection to a file that cannot be written, as long as its schema is the present one.

        Reading a file in WAL mode needs a -shm file beside it. Where none can be made and there is no -wal file, nobody
        has it open, and it is read as it stands.
        """
        if not os.access(self.path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
            raise _cannot_open(self.path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
        ways = [False] if self.path.with_name(self.path.name + "-wal").exists() else [False, True]
        for immutable in ways:
            conn = _connect(address(self.path, "ro", immutable=immutable), READ_TIMEOUT)
            try:
                if is_current(conn):
                    return conn
                reason = "it is of an older version and cannot be brought up to date"
            except sqlite3.DatabaseError as error:
                reason = str(error)
            except BaseException:
                conn.close()
                raise
            conn.close()
        raise GagentError(
            f"The database {self.path} cannot be written ({reason}).",
            hint="Check the permissions of the file and its folder.",
        )


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def open_files() -> dict[int, Path]:
    """The databases that this process has open, and the files beside them, by inode.

    Whoever opens one of them as a file and closes it again ends the locks of every connection to it in this process
    (POSIX locks do that): another process that closes the database then takes its -wal and -shm files away.
    """
    found = {}
    for path in [store.path for store in list(_OPEN)]:
        for part in (path, *_companions(path)):
            try:
                found[part.stat().st_ino] = part
            except OSError:
                continue
    return found


def is_open_here(path: Path) -> bool:
    """Is this one of ``open_files``, under whatever name?"""
    try:
        part = open_files().get(path.stat().st_ino)
        return part is not None and part.samefile(path)
    except OSError:
        return False


def address(path: Path, mode: str, *, immutable: bool = False) -> str:
    """A file as SQLite's URIs name it. ``immutable``: nobody writes it meanwhile."""
    return f"file:{quote(os.fsencode(path))}?mode={mode}{'&immutable=1' if immutable else ''}"


def _connect(uri: str, timeout: float) -> Connection:
    conn = sqlite3.connect(
        uri,
        uri=True,
        timeout=timeout,
        isolation_level=None,
        check_same_thread=False,
        factory=Connection,
    )
    conn.row_factory = sqlite3.Row
    return conn


def connect(path: Path, *, timeout: float) -> Connection:
    """A plain connection with our pragmas, in autocommit mode, rows by name. Where there is no file it makes none."""
    conn = _connect(address(path, "rw"), timeout)
    for pragma in PRAGMAS.strip().splitlines():
        conn.execute(pragma)
    return conn


def create_private(path: Path) -> None:
    """Make an empty file (and its folder) that only its owner may read. Raises OSError, also where there is one."""
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def make_private(path: Path) -> None:
    """Take the database and its companions away from other users."""
    for part in (path, *_companions(path)):
        try:
            if stat.S_IMODE(part.stat().st_mode) & 0o077 and os.access(part, os.W_OK):
                part.chmod(0o600)
        except FileNotFoundError:
            continue


def _give_back(path: Path) -> None:
    """Companions that were made while the database could not be written would keep it so for ever."""
    for part in _companions(path) if os.access(path, os.W_OK) else ():
        try:
            if not part.stat().st_mode & stat.S_IWUSR:
                part.chmod(0o600)
        except OSError:
            continue  # there is none, or it is another user's


def _companions(path: Path) -> tuple[Path, ...]:
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def _cannot_open(path: Path, error: OSError) -> GagentError:
    return GagentError(
        f"Cannot open the database {path}: {os_reason(error)}.",
        hint="Choose another place with --db PATH or the GAGENT_DB variable.",
    )


def _create(path: Path) -> None:
    """Build a new database beside its place and put it there whole.

    Programs that start together never see one that is half made; the first to finish wins.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}-{random.getrandbits(48):012x}.new")
    create_private(draft)
    try:
        with closing(_open_prepared(draft)) as conn:
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # a disk that is full is an error here, not in close()
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:
            # A file system without hard links: the last to finish wins, before anything is in it.
            if not path.exists():
                os.replace(draft, path)
    finally:
        for suffix in ("", "-wal", "-shm"):
            draft.with_name(draft.name + suffix).unlink(missing_ok=True)


def _open_prepared(path: Path) -> Connection:
    _give_back(path)
    conn = connect(path, timeout=WRITE_TIMEOUT)
    try:
        is_current(conn)  # another program's file is refused before anything of it is changed
        make_private(path)
        _prepare(conn)
    except BaseException:
        conn.close()
        raise
    return conn


def _prepare(conn: sqlite3.Connection) -> None:
    if not conn.execute("PRAGMA page_count").fetchone()[0]:  # a new file: later these say nothing, or write
        # Messages of one or two KB waste a sixth of SQLite's usual 4 KB pages; pages that become free can be given back
        # (store/merging.py).
        conn.execute("PRAGMA page_size = 16384")
        conn.execute("PRAGMA auto_vacuum = INCREMENTAL")
    if conn.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        _retry(lambda: conn.execute("PRAGMA journal_mode = WAL"))
    if not is_current(conn):
        # Only a new or old file needs sqlite-utils, which takes a while to import.
        from ..schema.migrations import migrate

        migrate(conn)
    conn.execute("PRAGMA busy_timeout = 0")  # from here on _begin() does the waiting
    if objects.missing(conn) or fts.stale(conn):
        _mend(conn)


def _mend(conn: sqlite3.Connection) -> None:
    """Make again what was dropped, and stale indexes when that is quick; a large file waits for ``doctor --repair``."""
    try:
        conn.execute("BEGIN IMMEDIATE")
        put_back(conn)
        if _largest_id(conn) <= REBUILD_AT_OPEN:
            for name in fts.stale(conn):
                fts.recreate(conn, name)
        conn.execute("COMMIT")
    except sqlite3.DatabaseError:
        # Locked or beyond a rebuild: searching says that it is degraded, doctor repairs it.
        if conn.in_transaction:
            conn.execute("ROLLBACK")


def put_back(conn: sqlite3.Connection) -> list[str]:
    """Make the triggers, indexes and views again that were dropped, inside a running write; returns their names.

    A word index that missed changes meanwhile is stale.
    """
    gone = objects.missing(conn)
    for index in fts.INDEXES:
        lost = [name for name in gone if name.startswith(index)]
        if lost:
            fts.mark_stale(conn, index, f"{lost[0]} was missing")
    objects.recreate(conn, objects.missing(conn))
    return gone


def _largest_id(conn: sqlite3.Connection) -> int:
    return int(conn.execute("SELECT coalesce(max(id), 0) FROM messages").fetchone()[0])


def _retry(step: Callable[[], object]) -> None:
    """Run a statement, again while others are in the way. Short random pauses are fairer than SQLite's own growing
    ones, and it does not wait at all where two processes switch to WAL together."""
    deadline = time.monotonic() + WRITE_TIMEOUT
    while True:
        try:
            step()
            return
        except sqlite3.OperationalError as error:
            if not _is_locked(error) or time.monotonic() > deadline:
                raise
            time.sleep(random.uniform(0.0005, 0.006))


def _is_locked(error: sqlite3.OperationalError) -> bool:
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _readable(error: sqlite3.DatabaseError, path: Path) -> Exception:
    """Errors of the file itself become a sentence; errors of our SQL stay what they are."""
    code = _code(error)
    hints = {
        sqlite3.SQLITE_NOTADB: (
            "is not a SQLite database",
            "Choose another file with --db PATH. If it was one before, put a backup back: gagent-db restore FILE",
        ),
        sqlite3.SQLITE_CORRUPT: (
            "is damaged",
            "Run: gagent-db doctor --repair. If that cannot open it either, put a backup back: gagent-db restore FILE",
        ),
        sqlite3.SQLITE_READONLY: ("cannot be written", "Check the permissions of the file and its folder."),
        sqlite3.SQLITE_FULL: (
            "cannot grow: the disk is full",
            "Free some space and try again; nothing was lost.",
        ),
        sqlite3.SQLITE_CANTOPEN: ("cannot be opened", "Check that the folder exists and is yours."),
        sqlite3.SQLITE_IOERR: (
            "cannot be read or written (disk error)",
            "Check the disk, then run gagent-db doctor.",
        ),
        sqlite3.SQLITE_BUSY: ("is locked by another program", "Try again when it has finished."),
    }
    if code not in hints:
        return error
    what, hint = hints[code]
    return GagentError(f"The database {path} {what} ({error}).", hint=hint)
