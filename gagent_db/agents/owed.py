"""What SQLite has missed: a small journal beside the session files, shared by every process that uses them.

A step is noted while its file changes and struck out when SQLite has it, so neither an unreachable database nor a crash
in between loses one. One JSON object per line: ``{"n", "do", "key", "id", "at", ...}``; if nothing is owed there is no
file. It holds keys and ids, no text of a conversation.
"""

from __future__ import annotations

import fcntl
import json
import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..times import now

Step = dict[str, Any]
_LASTING = ("delete", "archive")  # their file is gone afterwards, so the note must outlive a power cut


class Journal:
    """The steps that are owed, in order."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def noting(self, do: str, key: str, session_id: str | None, **more: Any) -> Iterator[Step]:
        """Note a step, then let the caller change its file. Nobody sees the step before the file has changed; it
        replaces the same step if that is the last one owed for its key."""
        step: Step = {"n": uuid.uuid4().hex[:12], "do": do, "key": key, "id": session_id, "at": now(), **more}
        with self._locked() as steps:
            last = next((owed for owed in reversed(steps) if owed["key"] == key), None)
            if last and (last["do"], last["id"]) == (do, session_id):
                steps.remove(last)
            self._write([*steps, step], lasting=do in _LASTING)
            yield step

    def owed(self) -> list[Step]:
        """The steps that are owed, oldest first."""
        if not self.path.exists():
            return []
        with self._locked() as steps:
            return steps

    def done(self, step: Step) -> None:
        """Strike a step out."""
        with self._locked() as steps:
            self._write([owed for owed in steps if owed["n"] != step["n"]])

    @contextmanager
    def _locked(self) -> Iterator[list[Step]]:
        """The content of the file, while no other process or thread may change it.

        The folder is locked, not the journal, because the journal is replaced while the lock must hold.
        """
        handle = os.open(self.path.parent, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield _steps(self.path.read_bytes() if self.path.exists() else b"")
        finally:
            os.close(handle)  # gives the lock back

    def _write(self, steps: list[Step], *, lasting: bool = False) -> None:
        if not steps:
            self.path.unlink(missing_ok=True)
            return
        handle, draft = tempfile.mkstemp(dir=self.path.parent, prefix=self.path.name, suffix=".tmp")  # 0600
        try:
            with os.fdopen(handle, "w") as stream:
                stream.writelines(json.dumps(step) + "\n" for step in steps)
                if lasting:
                    stream.flush()
                    os.fsync(handle)
            os.replace(draft, self.path)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise


def _steps(text: bytes) -> list[Step]:
    """The steps in a journal; a line that cannot be read is passed over."""
    steps: list[Step] = []
    for line in text.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if isinstance(entry, dict) and all(isinstance(entry.get(name), str) for name in ("n", "do", "key", "at")):
            steps.append({"id": None, **entry})
    return steps
