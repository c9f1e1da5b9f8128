"""G-Agent's session files: one JSONL file per conversation, read and written as G-Agent does.

First line ``{"_type": "metadata", "key", "created_at", "updated_at", "metadata"}``, then one message a line:
``{"role", "content", "timestamp", ...}``. Times are local ones without an offset, as G-Agent has them.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from ..errors import GagentError
from ..store.uids import file_stem, gagent_session_id

_LEFT_BEHIND = 3600  # seconds after which a draft is abandoned; no write takes that long
log = logging.getLogger(__name__)


@dataclass
class Session:
    """One conversation. ``messages`` are the lines of its file: role, content, timestamp and what else is known."""

    key: str  # channel:chat_id
    id: str | None = None  # of its row in SQLite
    messages: list[dict[str, Any]] = field(default_factory=list)
    created_at: datetime = field(default_factory=datetime.now)
    updated_at: datetime = field(default_factory=datetime.now)
    metadata: dict[str, Any] = field(default_factory=dict)
    # Its file when it was last read or written: the file's state, and how many of the messages it held.
    seen: tuple[int, int] | None = field(default=None, init=False, repr=False, compare=False)
    stored: int = field(default=0, init=False, repr=False, compare=False)

    def add_message(self, role: str, content: str, **extra: Any) -> None:
        """Add a message; ``extra`` (media, model, metadata, ...) goes into its line as it is."""
        moment = self._now()
        line: dict[str, Any] = {"role": role, "content": content, "timestamp": moment.isoformat()}
        if self.messages and "raw_timestamp" in self.messages[-1]:  # newer versions of G-Agent write the time twice
            line["raw_timestamp"] = moment.timestamp()
        self.messages.append({**line, **extra})
        self.updated_at = moment

    def get_history(self, max_messages: int = 50) -> list[dict[str, Any]]:
        """The last messages as the model takes them: role and content."""
        recent = self.messages[-max_messages:] if max_messages > 0 else []
        return [{"role": message.get("role", "user"), "content": message.get("content", "")} for message in recent]

    def clear(self) -> None:
        """Forget all messages."""
        self.messages = []
        self.updated_at = self._now()

    def _now(self) -> datetime:
        return datetime.now(self.created_at.tzinfo)


def session_id(session: Session) -> str:
    """The id of its row: what the importer computes for the same file."""
    return gagent_session_id(file_stem(session.key), session.created_at.isoformat())


def path_of(folder: Path, key: str) -> Path:
    """The file of a key. Raises GagentError for a key that cannot be a file name."""
    stem = file_stem(key)
    try:
        usable = bool(stem.encode()) and "\x00" not in stem
    except UnicodeEncodeError:
        usable = False
    if not usable:
        raise GagentError(
            f"The session key {key!r} cannot name a file: it is empty, holds a NUL or is no valid text.",
            hint="Use channel:chat_id, for example telegram:777.",
        )
    return folder / f"{stem}.jsonl"


def archive_path(folder: Path, stem: str) -> Path:
    """A free name ``archive/<stem>_YYYYMMDD_HHMMSS.jsonl``; a second archive in the same second takes the next one."""
    archive = folder / "archive"
    archive.mkdir(parents=True, exist_ok=True)
    moment = datetime.now()
    while (path := archive / f"{stem}_{moment:%Y%m%d_%H%M%S}.jsonl").exists():
        moment += timedelta(seconds=1)
    return path


def stamp(path: Path) -> tuple[int, int] | None:
    """A mark that differs between two states of a file; None without a file."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def read(path: Path, key: str) -> Session | None:
    """The session in a file, or None. Lines that are not JSON are left out and a copy of the file is kept."""
    seen = stamp(path)
    if seen is None:
        return None
    head: dict[str, Any] = {}
    messages: list[dict[str, Any]] = []
    bad = 0
    for line in path.read_text("utf-8", errors="replace").removeprefix("\ufeff").split("\n"):
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
        copy = path.with_name(f"{path.name}.damaged-{seen[0]}")
        shutil.copy2(path, copy)
        log.warning("%s: %d damaged lines left out, the file is kept as %s", path, bad, copy.name)
    session = _with_head(key, head, seen)
    session.messages, session.seen, session.stored = messages, seen, len(messages)
    return session


def id_in(path: Path, key: str) -> str | None:
    """The id of the session a file holds now, from its first line; None without a file."""
    seen = stamp(path)
    return None if seen is None else _with_head(key, first_line(path) or {}, seen).id


def _with_head(key: str, head: dict[str, Any], seen: tuple[int, int]) -> Session:
    created = _moment(head.get("created_at")) or datetime.fromtimestamp(seen[0] / 1e9)
    metadata = head.get("metadata")
    session = Session(
        key=key,
        created_at=created,
        updated_at=_moment(head.get("updated_at")) or created,
        metadata=metadata if isinstance(metadata, dict) else {},
    )
    session.id = session_id(session)
    return session


def first_line(path: Path) -> dict[str, Any] | None:
    """The metadata line of a file; None when it has none."""
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            head = json.loads(stream.readline().removeprefix("\ufeff"))
    except (OSError, ValueError):
        return None
    return head if isinstance(head, dict) and head.get("_type") == "metadata" else None


def write(path: Path, session: Session) -> None:
    """Replace the file in one step, so that a crash leaves the old one or the new one. Messages that somebody else
    added meanwhile go before the new ones."""
    _take_in(path, session)
    head = {
        "_type": "metadata",
        "key": session.key,
        "created_at": session.created_at.isoformat(),
        "updated_at": session.updated_at.isoformat(),
        "metadata": session.metadata,
    }
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
    session.seen, session.stored = stamp(path), len(session.messages)


def _take_in(path: Path, session: Session) -> None:
    """Take over the messages that were added to the file since it was read; a history that the host changed stays
    so."""
    there = read(path, session.key) if stamp(path) != session.seen else None
    known = session.messages[: session.stored]
    if there and there.id == session.id and there.messages[: session.stored] == known:
        session.messages[session.stored : session.stored] = there.messages[session.stored :]


def sweep(folder: Path) -> None:
    """Remove drafts of files that a killed process left behind; they hold conversations."""
    for draft in folder.glob(".*.tmp"):
        with suppress(OSError):  # another process may be quicker
            if time.time() - draft.stat().st_mtime > _LEFT_BEHIND:
                draft.unlink()


def _moment(text: Any) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
