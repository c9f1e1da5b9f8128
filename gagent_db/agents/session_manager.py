"""Drop-in for G-Agent's session manager: the same classes and JSONL files, mirrored into SQLite.

The JSONL file is what counts. If SQLite cannot be used, everything works as before; what it misses is noted in a
journal beside the files and done by the next load or save that reaches the database, also after a restart.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
import weakref
from datetime import datetime
from pathlib import Path
from typing import Any

from ..api import Database
from ..store.uids import file_stem, gagent_session_id, key_of_stem
from . import session_files as files
from .mirror import Mirror
from .session_files import Session
from .sqlite_store import SessionSQLiteStore

__all__ = ["Session", "SessionManager", "SessionSQLiteStore"]


class SessionManager:
    """Sessions as JSONL files in ``sessions_dir``, each also in the database.

    ``db`` is an open ``Database`` or the path of one; without it ``$GAGENT_DB`` is used, else ``gagent.db``
    beside the JSONL files.
    """

    def __init__(
        self,
        workspace: str | os.PathLike[str],
        db: Database | str | os.PathLike[str] | None = None,
        *,
        sessions_dir: str | os.PathLike[str] | None = None,
    ) -> None:
        self.workspace = Path(workspace)
        folder = Path(sessions_dir) if sessions_dir else self.workspace / "sessions"
        folder.mkdir(parents=True, exist_ok=True)
        files.sweep(folder)
        self._mirror = Mirror(db or os.environ.get("GAGENT_DB") or folder / "gagent.db", folder)
        self._cache: weakref.WeakValueDictionary[str, Session] = weakref.WeakValueDictionary()
        self._lock = threading.RLock()

    @property
    def sessions_dir(self) -> Path:
        """The folder of the files. A host may set another one; the database stays where it is."""
        return self._mirror.folder

    @sessions_dir.setter
    def sessions_dir(self, folder: str | os.PathLike[str]) -> None:
        with self._lock:
            self._mirror.use(Path(folder))
            self._cache.clear()

    @property
    def sqlite_store(self) -> SessionSQLiteStore:
        """The store behind the mirror. Raises GagentError when the database cannot be opened."""
        with self._lock:
            return self._mirror.settled_store()

    # -- the interface of G-Agent --------------------------------------------------------------------

    def get_or_create(self, key: str) -> Session:
        """The session of a key: from memory, from its file, or new."""
        with self._lock:
            session = self._cache.get(key)
            if session is None or session.seen != files.stamp(self._get_session_path(key)):
                session = self._load(key) or self._new(key)
                self._cache[key] = session
            return session

    def save(self, session: Session) -> None:
        """Write the file, then bring SQLite up to date (this session and whatever it has missed)."""
        with self._lock:
            path = self._get_session_path(session.key)
            session.id = files.session_id(session)
            with self._mirror.owing("save", session.key, session.id, path):
                files.write(path, session)
                self._cache[session.key] = session

    def delete(self, key: str) -> bool:
        """Delete a session, file and rows. False when there was none."""
        with self._lock:
            path = self._get_session_path(key)
            store = self._mirror.try_store()
            existed = path.exists() or (store is not None and store.has_key(key))
            with self._mirror.owing("delete", key, files.id_in(path, key), path):
                path.unlink(missing_ok=True)
                self._cache.pop(key, None)
            return existed

    def archive(self, key: str) -> bool:
        """Move the file into ``archive/`` and free the key. What was said stays searchable in the database,
        but no longer under this key. False when there is no file."""
        with self._lock:
            path = self._get_session_path(key)
            session = self._load(key)
            if session is None:
                return False
            archive = files.archive_path(self.sessions_dir, path.stem)
            with self._mirror.owing("archive", key, session.id, path, file=archive.name):
                shutil.move(path, archive)
                self._cache.pop(key, None)
            return True

    def archive_all(self) -> int:
        """Archive every session; returns how many."""
        return sum(self.archive(str(info["key"])) for info in self.list_sessions())

    def list_sessions(self) -> list[dict[str, Any]]:
        """``key, created_at, updated_at, path`` of every live file, the latest first."""
        found = []
        for path in self.sessions_dir.glob("*.jsonl"):
            head = files.first_line(path)
            if head is not None:
                found.append(
                    {
                        "key": head.get("key") or key_of_stem(path.stem),
                        "created_at": head.get("created_at"),
                        "updated_at": head.get("updated_at"),
                        "path": str(path),
                    }
                )
        return sorted(found, key=lambda info: str(info["updated_at"] or ""), reverse=True)

    def fork(self, parent_key: str, new_key: str, title: str | None = None) -> Session:
        """A new session that begins with a copy of another one; a session that holds its key is archived."""
        with self._lock:
            parent = self.get_or_create(parent_key)
            self.save(parent)
            self.archive(new_key)
            child = Session(key=new_key, metadata=json.loads(json.dumps(parent.metadata)))
            if title:
                child.metadata["title"] = title
            child.messages = [dict(message) for message in parent.messages]
            self.save(child)
            with self._mirror.owing("fork", new_key, child.id, self._get_session_path(new_key), parent=parent.id):
                return child

    # -- files ---------------------------------------------------------------------------------------

    def _get_session_path(self, key: str) -> Path:
        return files.path_of(self.sessions_dir, key)

    def _load(self, key: str) -> Session | None:
        """The session in the file of a key."""
        session = files.read(self._get_session_path(key), key)
        if session is not None:
            self._mirror.catch_up()
        return session

    def _new(self, key: str) -> Session:
        """A new session. If SQLite is there, so is its row at once, and two processes agree on it."""
        moment = datetime.now()
        # Whole milliseconds, as the row keeps them: another process finds the same id from the row.
        moment = moment.replace(microsecond=moment.microsecond // 1000 * 1000)
        session = Session(key=key, created_at=moment, updated_at=moment)
        if row := self._mirror.new_row(key, moment.isoformat()):
            if row["message_count"] and (begun := self._load(key)):
                return begun  # by another process, since we looked for its file
            local = datetime.fromisoformat(row["created_at"]).astimezone().replace(tzinfo=None)
            ours = row["id"] == gagent_session_id(file_stem(key), local.isoformat())
            if ours and not row["message_count"]:
                session.created_at = local
        session.id = files.session_id(session)
        return session
