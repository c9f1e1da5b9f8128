"""Open a database file: pragmas, new files, files that cannot be written, and repairs quick enough to do at once."""

from __future__ import annotations

import errno
import os
import random
import sqlite3
import stat
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from ..errors import GagentError, os_reason
from ..schema import fts, objects
from ..schema.version import is_current

WRITE_TIMEOUT = 30.0  # seconds a write waits for other writers before it gives up
READ_TIMEOUT = 10.0
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
    """A connection that can be referred to weakly; sqlite3's own cannot."""

    opening = 0  # which of the files opened at its store's path it reads, see ``Store._opening``


def identity(path: Path) -> tuple[int, int] | None:
    """Return (device, inode), which tell a file from another that takes its place; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def address(path: Path, mode: str, *, immutable: bool = False) -> str:
    """Return the SQLite URI of a file. ``immutable``: nobody writes it while it is open."""
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
    """Return a connection with our pragmas, in autocommit mode, rows by name. It does not create a file."""
    conn = _connect(address(path, "rw"), timeout)
    for pragma in PRAGMAS.strip().splitlines():
        conn.execute(pragma)
    return conn


def create_private(path: Path) -> None:
    """Make an empty file (and its folder) that only its owner may read. Raises OSError, also if the file exists."""
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def make_private(path: Path) -> None:
    """Make the database and its companions readable by their owner only."""
    for part in (path, *companions(path)):
        try:
            if stat.S_IMODE(part.stat().st_mode) & 0o077 and os.access(part, os.W_OK):
                part.chmod(0o600)
        except FileNotFoundError:
            continue


def _make_writable(path: Path) -> None:
    """Make read-only companions of a writable database writable again.

    Those made while the database itself could not be written would keep it read-only for ever.
    """
    for part in companions(path) if os.access(path, os.W_OK) else ():
        try:
            if not part.stat().st_mode & stat.S_IWUSR:
                part.chmod(0o600)
        except OSError:
            continue  # there is none, or it is another user's


def companions(path: Path) -> tuple[Path, ...]:
    """Return the paths of the -wal and -shm files beside a database, whether they exist or not."""
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def open_frozen(path: Path) -> Connection:
    """Return a connection to a file that cannot be written. Raises GagentError if its schema is not the current one.

    Reading a file in WAL mode needs a -shm file beside it. If none can be made and there is no -wal file, nobody has
    the file open, and it is read as it stands.
    """
    if not os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        raise cannot_open(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    ways = [False] if path.with_name(path.name + "-wal").exists() else [False, True]
    for immutable in ways:
        conn = _connect(address(path, "ro", immutable=immutable), READ_TIMEOUT)
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
        f"The database {path} cannot be written ({reason}).",
        hint="Check the permissions of the file and its folder.",
    )


def cannot_open(path: Path, error: OSError) -> GagentError:
    return GagentError(
        f"Cannot open the database {path}: {os_reason(error)}.",
        hint="Choose another place with --db PATH or the GAGENT_DB variable.",
    )


def create(path: Path) -> None:
    """Build a new database beside its place and move it there when it is complete.

    Programs that start together never see a half-made one; the first to finish wins.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}-{random.getrandbits(48):012x}.new")
    create_private(draft)
    try:
        with closing(open_prepared(draft)) as conn:
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # a full disk raises an error here, but not in close()
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:
            # A file system without hard links: the last to finish wins, while there is nothing in it yet.
            if not path.exists():
                os.replace(draft, path)
    finally:
        for suffix in ("", "-wal", "-shm"):
            draft.with_name(draft.name + suffix).unlink(missing_ok=True)


def open_prepared(path: Path) -> Connection:
    """Return a connection for writing to an existing file, migrated and mended as needed."""
    _make_writable(path)
    conn = connect(path, timeout=WRITE_TIMEOUT)
    try:
        is_current(conn)  # refuses another program's file before anything in it is changed
        make_private(path)
        _prepare(conn)
    except BaseException:
        conn.close()
        raise
    return conn


def _prepare(conn: sqlite3.Connection) -> None:
    """Make a file ready for writing: page size and WAL mode of a new one, migrations, and quick repairs."""
    if not conn.execute("PRAGMA page_count").fetchone()[0]:  # a new file; later these have no effect, or write
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
    conn.execute("PRAGMA busy_timeout = 0")  # from here on begin() does the waiting
    if objects.unlike(conn) or fts.stale(conn):
        _mend(conn)


def _mend(conn: sqlite3.Connection) -> None:
    """Recreate what was dropped or is of another version, and rebuild stale indexes if that is quick; those of a large
    file wait for ``doctor --repair``."""
    try:
        conn.execute("BEGIN IMMEDIATE")
        fts.put_back(conn)
        if largest_id(conn) <= REBUILD_AT_OPEN:
            for name in fts.stale(conn):
                fts.recreate(conn, name)
        conn.execute("COMMIT")
    except sqlite3.DatabaseError:
        # Locked, or too damaged for a rebuild: search reports that it is degraded, and doctor repairs it.
        if conn.in_transaction:
            conn.execute("ROLLBACK")


def largest_id(conn: sqlite3.Connection, table: str = "messages") -> int:
    """Return the newest id of a table; 0 if it is empty."""
    return int(conn.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0])


def begin(conn: sqlite3.Connection, path: Path) -> None:
    """Begin a write as soon as no other program is writing. Raises GagentError after ``WRITE_TIMEOUT`` seconds."""
    try:
        _retry(lambda: conn.execute("BEGIN IMMEDIATE"))
    except sqlite3.OperationalError as error:
        if not _is_locked(error):
            raise
        raise GagentError(
            f"Another program has held the write lock of {path} for {WRITE_TIMEOUT:.0f} seconds.",
            hint="Find and stop it (lsof lists who has the file open), then try again.",
        ) from error


def _retry(step: Callable[[], object]) -> None:
    """Run a step, again while other processes hold a lock, for ``WRITE_TIMEOUT`` seconds at most.

    Short random pauses are fairer than SQLite's own growing ones, and SQLite does not wait at all when two processes
    switch to WAL together.
    """
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
    return code_of(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def code_of(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code of an error; 0 if it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def readable(error: sqlite3.DatabaseError, path: Path) -> Exception:
    """Return a GagentError for an error of the file itself; an error of our SQL is returned as it is."""
    code = code_of(error)
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
