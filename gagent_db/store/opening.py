"""Open a database file: its address and pragmas, a new one, one that cannot be written, what is made again at once."""

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
    """One that can be referred to weakly: it is closed when nobody has it any more."""

    opening = 0  # which of the files that stood in the place of its store's it reads


def identity(path: Path) -> tuple[int, int] | None:
    """Tells one file from another that takes its place; None where there is none."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


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
    for part in (path, *companions(path)):
        try:
            if stat.S_IMODE(part.stat().st_mode) & 0o077 and os.access(part, os.W_OK):
                part.chmod(0o600)
        except FileNotFoundError:
            continue


def _give_back(path: Path) -> None:
    """Companions that were made while the database could not be written would keep it so for ever."""
    for part in companions(path) if os.access(path, os.W_OK) else ():
        try:
            if not part.stat().st_mode & stat.S_IWUSR:
                part.chmod(0o600)
        except OSError:
            continue  # there is none, or it is another user's


def companions(path: Path) -> tuple[Path, ...]:
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def open_frozen(path: Path) -> Connection:
    """A connection to a file that cannot be written, as long as its schema is the present one.

    Reading a file in WAL mode needs a -shm file beside it. Where none can be made and there is no -wal file, nobody
    has it open, and it is read as it stands.
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
    """Build a new database beside its place and put it there whole.

    Programs that start together never see one that is half made; the first to finish wins.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}-{random.getrandbits(48):012x}.new")
    create_private(draft)
    try:
        with closing(open_prepared(draft)) as conn:
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


def open_prepared(path: Path) -> Connection:
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
    if objects.unlike(conn) or fts.stale(conn):
        _mend(conn)


def _mend(conn: sqlite3.Connection) -> None:
    """Make again what was dropped or is of another version, and stale indexes when that is quick; those of a large file
    wait for ``doctor --repair``."""
    try:
        conn.execute("BEGIN IMMEDIATE")
        fts.put_back(conn)
        if largest_id(conn) <= REBUILD_AT_OPEN:
            for name in fts.stale(conn):
                fts.recreate(conn, name)
        conn.execute("COMMIT")
    except sqlite3.DatabaseError:
        # Locked or beyond a rebuild: searching says that it is degraded, doctor repairs it.
        if conn.in_transaction:
            conn.execute("ROLLBACK")


def largest_id(conn: sqlite3.Connection) -> int:
    return int(conn.execute("SELECT coalesce(max(id), 0) FROM messages").fetchone()[0])


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
    return code_of(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def code_of(error: sqlite3.Error) -> int:
    """SQLite's primary result code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def readable(error: sqlite3.DatabaseError, path: Path) -> Exception:
    """Errors of the file itself become a sentence; errors of our SQL stay what they are."""
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
