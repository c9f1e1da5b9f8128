"""Account exports come as JSON files or as one zip; either way a stream of conversations."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from ..errors import GagentError
from .sources import BLANK, Source, head_of

_MEMBER = re.compile(r"conversations(-\d+)?\.json")
# Other JSON files of an export. A zip with more in it, or with several exports, is left to ``zip_files``.
_BESIDE = {
    "user.json", "users.json", "message_feedback.json", "model_comparisons.json", "shared_conversations.json",
    "group_chats.json", "projects.json", "memories.json", "sora.json",
}  # fmt: skip
_TELLING = {".json", ".jsonl", ".traj", ".zip", ".db", ".sqlite", ".sqlite3", ".db3", ".zst"}
ZIP = b"PK\x03\x04"


def export_head(path: Path, head: bytes) -> bytes:
    """The first bytes of the conversations in a file or in the zip of an export; ``head`` itself for a file, empty for
    another zip."""
    if not head.startswith(ZIP):
        return head
    try:
        with zipfile.ZipFile(path) as archive:
            names = _members(archive)
            if not names or not _is_export(archive):
                return b""
            with archive.open(names[0]) as stream:
                return head_of(stream)
    except (OSError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError):
        return b""


def is_cut_short(path: Path, head: bytes) -> bool:
    """Does a zip begin like an account export, but lack the directory at its end?"""
    if not head.startswith(ZIP) or zipfile.is_zipfile(path):
        return False
    with path.open("rb") as stream:
        return b"conversations" in stream.read(4096)


def conversations(source: Source) -> Iterator[Any]:
    """Yield the conversations one at a time. Raises GagentError when the zip cannot be read."""
    with source.path.open("rb") as stream:
        start = stream.read(64)
    if not start.startswith(ZIP):
        if start.lstrip(BLANK).startswith(b"{"):
            yield source.document()
        else:
            yield from source.elements()
        return
    try:
        with zipfile.ZipFile(source.path) as archive:
            for name in _members(archive):
                with archive.open(name) as member:
                    yield from source.elements(member)  # type: ignore[arg-type]
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise GagentError(f"the zip is damaged or cut short: {error}") from error
    except (NotImplementedError, RuntimeError) as error:
        raise GagentError(f"the zip cannot be read: {error}") from error


def _is_export(archive: zipfile.ZipFile) -> bool:
    """Does it hold one export and no other transcripts?"""
    paths = map(PurePosixPath, archive.namelist())
    telling = [path for path in paths if path.suffix.lower() in _TELLING]
    known = all(_MEMBER.fullmatch(path.name) or path.name in _BESIDE for path in telling)
    return known and len({path.parent for path in telling}) == 1


def _members(archive: zipfile.ZipFile) -> list[str]:
    return sorted(name for name in archive.namelist() if _MEMBER.fullmatch(PurePosixPath(name).name))
