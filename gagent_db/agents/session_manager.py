"""Drop-in for G-Agent's session manager: the same classes and JSONL files, mirrored into SQLite.

The JSONL file is what counts. When SQLite cannot be used, everything works on as before and the next save that
succeeds brings the database up to date.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import sqlite3
import tempfile
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from ..api import Database
from ..errors import GagentError
from ..store.uids import file_stem, gagent_session_id, key_of_stem
from .lifecycle import archive as archive_session
from .sqlite_store import SessionSQLiteStore

__all__ = ["Session", "SessionManager", "SessionSQLiteStore"]

log = logging.getLogger(__name__)


def _now() -> datetime:
    return datetime.now().astimezone()


@dataclass
class Session:
    """One conversation. ``messages`` are the lines of its file: role, content, timestamp and what else is known."""

    key: str  # channel:chat_id
    id: str | None = None  # of its row in SQLite
    messages: list[dict[str, Any]] = field(default_factory=list)
    created_at: datetime = field(default_factory=_now)
    updated_at: datetime = field(default_factory=_now)
    metadata: dict[str, Any] = field(default_factory=dict)

    def add_message(self, role: str, content: str, **extra: Any) -> None:
        """Add a message; ``extra`` (media, model, metadata, ...) goes into its line as it is."""
        moment = _now()
        self.messages.append({"role": role, "content": content, "timestamp": moment.isoformat(), **extra})
        self.updated_at = moment

    def get_history(self, max_messages: int = 50) -> list[dict[str, Any]]:
        """The last messages as the model takes them: role and content."""
        recent = self.messages[-max_messages:] if max_messages > 0 else []
        return [{"role": message.get("role", "user"), "content": message.get("content", "")} for message in recent]

    def clear(self) -> None:
        """Forget all messages."""
        self.messages = []
        self.updated_at = _now()


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
        self.sessions_dir = Path(sessions_dir) if sessions_dir else self.workspace / "sessions"
        self.sessions_dir.mkdir(parents=True, exist_ok=True)
        self._db = db or os.environ.get("GAGENT_DB") or self.sessions_dir / "gagent.db"
        self._store: SessionSQLiteStore | None = None
        self._cache: weakref.WeakValueDictionary[str, Session] = weakref.WeakValueDictionary()
        self._seen: dict[str, tuple[int, int] | None] = {}  # key -> its file as last read or written
        self._owed: dict[str, Callable[[SessionSQLiteStore], object]] = {}  # what SQLite has missed, in order
        self._lock = threading.RLock()

    @property
    def sqlite_store(self) -> SessionSQLiteStore:
        """The store behind the mirror. Raises GagentError when the database cannot be opened."""
        if self._store is None:
            self._store = SessionSQLiteStore(self._db)
        return self._store

    # -- the interface of G-Agent --------------------------------------------------------------------

    def get_or_create(self, key: str) -> Session:
        """The session of a key: from memory, from its file, or new."""
        with self._lock:
            session = self._cache.get(key)
            if session is None or self._seen.get(key) != _stamp(self._get_session_path(key)):
                session = self._load(key) or self._new(key)
                self._cache[key] = session
            return session

    def save(self, session: Session) -> None:
        """Write the file, then bring SQLite up to date (this session and whatever it has missed)."""
        with self._lock:
            self._write_file(session)
            session.id = self._id(session)
            self._cache[session.key] = session
            lines = [dict(message) for message in session.messages]
            columns: dict[str, Any] = {
                "created_at": session.created_at.isoformat(),
                "updated_at": session.updated_at.isoformat(),
                "metadata": dict(session.metadata),
            }
            self._mirror(f"save {session.id}", lambda store: store.mirror(session.key, lines, **columns))

    def delete(self, key: str) -> bool:
        """Delete a session, file and rows. False when there was none."""
        with self._lock:
            path = self._get_session_path(key)
            existed = path.exists()
            self._forget(key, path)
            found: list[bool] = []
            self._mirror(f"delete {key}", lambda store: found.append(store.delete_session_by_key(key)))
            return existed or any(found)

    def archive(self, key: str) -> bool:
        """Move the file into ``archive/`` and free the key. What was said stays searchable in the database,
        but no longer under this key. False when there is no file."""
        with self._lock:
            path = self._get_session_path(key)
            session = self._load(key)
            if session is None:
                return False
            archive = self._archive_path(path.stem)
            shutil.copy2(path, archive)
            self._forget(key, path)
            columns: dict[str, Any] = {
                "created_at": session.created_at.isoformat(),
                "updated_at": session.updated_at.isoformat(),
                "metadata": session.metadata,
            }

            def free(store: SessionSQLiteStore) -> None:
                session_id = store.mirror(key, session.messages, **columns)
                archive_session(store.db, session_id)
                store.db.update_session(session_id, source_path=str(archive))

            self._mirror(f"archive {session.id}", free)
            return True

    def archive_all(self) -> int:
        """Archive every session; returns how many."""
        return sum(self.archive(str(info["key"])) for info in self.list_sessions())

    def list_sessions(self) -> list[dict[str, Any]]:
        """``key, created_at, updated_at, path`` of every live file, the latest first."""
        found = []
        for path in self.sessions_dir.glob("*.jsonl"):
            head = _metadata_line(path)
            if head is not None:
                found.append(
                    {
                        "key": head.get("key") or key_of_stem(path.stem),
                        "created_at": head.get("created_at"),
                        "updated_at": head.get("updated_at"),
                        "path": str(path),
                    }
                )
        return sorted(found, key=lambda info: info["updated_at"] or "", reverse=True)

    def fork(self, parent_key: str, new_key: str, title: str | None = None) -> Session:
        """A new session that begins with a copy of another one."""
        with self._lock:
            parent = self.get_or_create(parent_key)
            self.save(parent)
            child = Session(key=new_key, metadata=json.loads(json.dumps(parent.metadata)))
            if title:
                child.metadata["title"] = title
            child.messages = [dict(message) for message in parent.messages]
            self.save(child)
            link = {"parent_session_id": parent.id, "end_reason": "branch"}
            self._mirror(f"fork {new_key}", lambda store: store.db.update_session(str(child.id), **link))
            return child

    # -- files ---------------------------------------------------------------------------------------

    def _get_session_path(self, key: str) -> Path:
        return self.sessions_dir / f"{file_stem(key)}.jsonl"

    def _archive_path(self, stem: str) -> Path:
        """A free name ``<stem>_YYYYMMDD_HHMMSS.jsonl``; a second archive within a second takes the next one."""
        folder = self.sessions_dir / "archive"
        folder.mkdir(parents=True, exist_ok=True)
        moment = datetime.now()
        while (path := folder / f"{stem}_{moment:%Y%m%d_%H%M%S}.jsonl").exists():
            moment += timedelta(seconds=1)
        return path

    def _load(self, key: str) -> Session | None:
        """The session in the file of a key. Lines that are not JSON are left out and a copy of the file is kept."""
        path = self._get_session_path(key)
        stamp = _stamp(path)
        if stamp is None:
            return None
        head: dict[str, Any] = {}
        messages: list[dict[str, Any]] = []
        bad = 0
        for line in path.read_text("utf-8", errors="replace").split("\n"):
            try:
                data = json.loads(line) if line.strip() else {}
            except ValueError:
                bad += 1
                continue
            if not isinstance(data, dict):
                bad += 1
            elif data.get("_type") == "metadata":
                head = data
            elif data:
                messages.append(data)
        if bad:
            copy = path.with_name(f"{path.name}.damaged-{stamp[0]}")
            shutil.copy2(path, copy)
            log.warning("%s: %d damaged lines left out, the file is kept as %s", path, bad, copy.name)
        created = _moment(head.get("created_at")) or datetime.fromtimestamp(stamp[0] / 1e9).astimezone()
        metadata = head.get("metadata")
        session = Session(
            key=key,
            messages=messages,
            created_at=created,
            updated_at=_moment(head.get("updated_at")) or created,
            metadata=metadata if isinstance(metadata, dict) else {},
        )
        session.id = self._id(session)
        self._seen[key] = stamp
        return session

    def _write_file(self, session: Session) -> None:
        """Replace the file in one step, so that a crash leaves the old one or the new one."""
        head = {
            "_type": "metadata",
            "key": session.key,
            "created_at": session.created_at.isoformat(),
            "updated_at": session.updated_at.isoformat(),
            "metadata": session.metadata,
        }
        path = self._get_session_path(session.key)
        path.parent.mkdir(parents=True, exist_ok=True)
        body = "".join(json.dumps(line) + "\n" for line in [head, *session.messages])
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(body)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        self._seen[session.key] = _stamp(path)

    def _forget(self, key: str, path: Path) -> None:
        self._cache.pop(key, None)
        self._seen.pop(key, None)
        path.unlink(missing_ok=True)

    # -- SQLite --------------------------------------------------------------------------------------

    def _new(self, key: str) -> Session:
        """A new session; its row is there at once when SQLite is, and two processes agree on it."""
        session = Session(key=key)
        try:
            row = self.sqlite_store.get_or_create_session(key)
            ours = row["id"] == gagent_session_id(file_stem(key), row["created_at"])
            if ours and not row["message_count"]:
                session.created_at = datetime.fromisoformat(row["created_at"]).astimezone()
        except (GagentError, sqlite3.Error, OSError) as error:
            log.warning("SQLite is not available, %s lives in its file only: %s", key, error)
        session.id = self._id(session)
        self._seen[key] = None
        return session

    def _id(self, session: Session) -> str:
        return gagent_session_id(file_stem(session.key), session.created_at.isoformat())

    def _mirror(self, name: str, step: Callable[[SessionSQLiteStore], object]) -> None:
        """Do a step in SQLite, after all that are owed. One that fails is owed until the next; a newer step of
        the same name takes its place."""
        self._owed.pop(name, None)
        self._owed[name] = step
        for owed in list(self._owed):
            try:
                self._owed[owed](self.sqlite_store)
            except (GagentError, sqlite3.Error, OSError) as error:
                log.warning("SQLite is behind the session files (%s): %s", owed, error)
                return
            del self._owed[owed]


def _stamp(path: Path) -> tuple[int, int] | None:
    """Tells one state of a file from another; None when it is not there."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def _moment(text: Any) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None


def _metadata_line(path: Path) -> dict[str, Any] | None:
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            head = json.loads(stream.readline())
    except (OSError, ValueError):
        return None
    return head if isinstance(head, dict) and head.get("_type") == "metadata" else None
