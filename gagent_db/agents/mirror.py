"""SQLite behind G-Agent's session files: carries out owed steps, in order, as soon as the database can be used."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from ..api import Database
from ..errors import GagentError
from ..store import sessions
from ..store.opening import identity
from . import session_files as files
from .owed import Journal, Step
from .sqlite_store import SessionSQLiteStore

T = TypeVar("T")
JOURNAL = ".gagent-db.owed"
_REST = 5  # after a failed try, wait this many times as long as it took: turns must not hang each time
_OUT_OF_REACH = (sqlite3.OperationalError, sqlite3.DatabaseError, OSError)
_AT_FAULT = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.DataError)

log = logging.getLogger(__name__)


class Mirror:
    """The database of one folder of session files, and the journal of what it has missed."""

    def __init__(self, db: Database | str | os.PathLike[str], folder: Path) -> None:
        self._db = db
        self.use(folder)
        self._store: SessionSQLiteStore | None = None
        self._file: tuple[int, int] | None = None  # device and inode the store was opened on
        self._rest_until = 0.0

    def use(self, folder: Path) -> None:
        """Mirror this folder from now on."""
        self.folder = folder
        self._journal = Journal(folder / JOURNAL)

    def store(self) -> SessionSQLiteStore:
        """The open store; opened anew when its file was removed or replaced, or could not be written. Raises
        GagentError."""
        if self._store is None or (not isinstance(self._db, Database) and self._outdated(self._store)):
            self._store = SessionSQLiteStore(self._db)
            self._file = identity(self._store.db.path)
        return self._store

    def _outdated(self, store: SessionSQLiteStore) -> bool:
        return store.db.read_only or self._file != identity(store.db.path)

    def try_store(self) -> SessionSQLiteStore | None:
        """The open store, with all owed steps done; None while the database is out of reach."""
        self.catch_up()
        return self._reached(self.store)

    def settled_store(self) -> SessionSQLiteStore:
        """``try_store`` for callers that ask for SQLite itself: without waiting after a failure. Raises GagentError."""
        self._rest_until = 0.0
        return self.try_store() or self.store()

    def catch_up(self) -> None:
        """Do what is owed, if anything is."""
        if self._journal.owed():
            self.settle()

    def new_row(self, key: str, created_at: str) -> dict[str, Any] | None:
        """The row of a new session; None while the database is out of reach."""
        self.catch_up()
        return self._reached(lambda: self.store().get_or_create_session(key, created_at))

    @contextmanager
    def owing(self, do: str, key: str, session_id: str | None, path: Path, **more: Any) -> Iterator[None]:
        """Change a session's file (``path``) in this block; then SQLite is brought up to date, or the step stays
        owed."""
        with self._journal.noting(do, key, session_id, path=os.path.relpath(path, self.folder), **more):
            yield
        self.settle()

    def settle(self) -> None:
        """Do all owed steps, as long as the database can be reached."""

        def work() -> None:
            store = self.store()
            for step in self._journal.owed():
                try:
                    _DO[step["do"]](store, self.folder, step)
                except KeyError as missing:  # another version noted it, and can do it
                    log.warning("%s of %s stays owed: %s is not known here", step["do"], step["key"], missing)
                    continue
                except (GagentError, sqlite3.Error) as error:
                    if _out_of_reach(error, store):
                        raise
                    log.error("SQLite cannot take %s of %s: %s", step["do"], step["key"], error)
                self._journal.done(step)

        self._reached(work)

    def _reached(self, work: Callable[[], T]) -> T | None:
        """The result of ``work``; None when the database is out of reach, or was a moment ago."""
        started = time.monotonic()
        if started < self._rest_until:
            return None
        try:
            return work()
        except (GagentError, sqlite3.Error, OSError) as error:
            finished = time.monotonic()
            self._rest_until = finished + _REST * (finished - started)
            log.warning("SQLite is behind the session files in %s: %s", self.folder, error)
            return None


def _out_of_reach(error: Exception, store: SessionSQLiteStore) -> bool:
    """Is it the database that failed, and not what was to be stored?"""
    if store.db.read_only:
        return True
    cause = error.__cause__ or error
    if isinstance(cause, _AT_FAULT):
        return False
    if isinstance(cause, _OUT_OF_REACH):
        return True
    try:
        store.db.read().execute("SELECT 1 FROM sessions LIMIT 1").fetchone()
    except (GagentError, sqlite3.Error):
        return True
    return False


# -- steps: each may be done twice ----------------------------------------------------------


def _file(folder: Path, step: Step) -> Path:
    """The file of the step's session; an earlier version noted none, since the file was named after the key."""
    return folder / step["path"] if "path" in step else files.path_of(folder, step["key"])


def _save(store: SessionSQLiteStore, folder: Path, step: Step) -> None:
    """Make the rows match the file, if it still holds that session."""
    key, session_id = step["key"], step["id"]

    def work(_: sqlite3.Connection) -> None:
        # Read within the write: the file then has what another process stored meanwhile.
        session = files.read(_file(folder, step), key)
        if session and session.id == session_id:
            store.mirror(session)

    store.db.write(work)


def _archive(store: SessionSQLiteStore, folder: Path, step: Step) -> None:
    """Store the archived file and free the key."""
    key, session_id = step["key"], step["id"]
    path = folder / "archive" / str(step["file"])
    if files.id_in(_file(folder, step), key) == session_id:
        return  # a crash came before the file was moved
    session = files.read(path, key)

    def work(_: sqlite3.Connection) -> None:
        if session:
            store.mirror(session, archived=True)
            sessions.update_session(store.db, session_id, source_path=str(path))
        elif sessions.get_session(store.db, session_id):
            sessions.archive_session(store.db, session_id)

    store.db.write(work)


def _delete(store: SessionSQLiteStore, folder: Path, step: Step) -> None:
    """Delete the intended session, and any older one that holds its key."""
    key, session_id = step["key"], step["id"]
    here = files.id_in(_file(folder, step), key)
    if session_id and here != session_id:  # the same: a crash came before the file was removed
        store.delete_session(session_id)
    holder = sessions.get_session(store.db, key)
    if holder and holder.key == key and holder.id != here and holder.created_at <= step["at"]:
        store.delete_session(holder.id)


def _fork(store: SessionSQLiteStore, folder: Path, step: Step) -> None:
    """Note where a branch comes from."""
    if all(sessions.get_session(store.db, ref) for ref in (step["id"], step["parent"])):
        sessions.update_session(store.db, step["id"], parent_session_id=step["parent"], end_reason="branch")


_DO: dict[str, Callable[[SessionSQLiteStore, Path, Step], None]] = {
    "save": _save,
    "archive": _archive,
    "delete": _delete,
    "fork": _fork,
}
