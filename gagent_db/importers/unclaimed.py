"""Files no format recognises: which of them were meant as transcripts, so that a person is told and not left guessing.

Other files (labels, configuration, data) are only counted.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from .base import Skip
from .registry import importers
from .sources import HEAD_BYTES, decode

_NO_FORMAT = "no format known here recognises it"
_SPOKEN = (
    {"role", "content"},
    {"type", "message"},
    {"sessionId", "type"},
    {"session_id", "content"},
    {"role", "parts"},
)
_HELD = ("messages", "history", "trajectory", "conversation", "turns", "contents")
_WHOLE = 4 << 20  # bytes up to which a JSON file is read to say what is wrong with it


def unclaimed(path: Path) -> Skip | None:
    """Why this file should be reported; None when nothing says that it is a transcript. Raises OSError."""
    suffix = path.suffix.lower()
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    if suffix == ".jsonl":
        return _lines(path, head)
    if suffix == ".traj":
        return Skip(str(path), None, _broken(path) or f"a .traj file without a trajectory; {_NO_FORMAT}")
    if suffix == ".json" and _in_agent_folder(path):
        return _document(path)
    if suffix == ".zip" and _holds_lines(path):
        return Skip(str(path), None, f"none of its members is a transcript; {_NO_FORMAT}")
    return None


def _lines(path: Path, head: bytes) -> Skip | None:
    """JSON lines: the first one is broken, or speaks like a message."""
    number, first = next(((n, line) for n, line in enumerate(head.split(b"\n"), 1) if line.strip()), (1, b""))
    if len(head) == HEAD_BYTES and b"\n" not in head:
        return None  # one very long line: nothing can be said of it
    try:
        record = decode(first)
    except ValueError as error:
        return Skip(str(path), number, f"not valid JSON: {error}; {_NO_FORMAT}")
    if isinstance(record, dict) and any(names <= record.keys() for names in _SPOKEN):
        return Skip(str(path), number, f"JSON lines with {_fields(record)}; {_NO_FORMAT}")
    return None


def _document(path: Path) -> Skip | None:
    """A JSON file where agents keep sessions: broken, or with a list of messages."""
    if problem := _broken(path):
        return Skip(str(path), None, problem)
    if path.stat().st_size > _WHOLE:
        return None
    value = decode(path.read_bytes())
    if isinstance(value, dict) and any(isinstance(value.get(name), list) for name in _HELD):
        return Skip(str(path), None, f"JSON with {_fields(value)}; {_NO_FORMAT}")
    return None


def _broken(path: Path) -> str | None:
    """Why a JSON file cannot be read; None when it can, or is too large to try."""
    if path.stat().st_size > _WHOLE:
        return None
    try:
        decode(path.read_bytes())
    except ValueError as error:
        return f"not valid JSON: {error}"
    return None


def _fields(record: dict[str, Any]) -> str:
    return f"the fields {', '.join(sorted(map(str, record))[:6])}"


def _in_agent_folder(path: Path) -> bool:
    return any(path.is_relative_to(place.absolute()) for one in importers().values() for place in one.discover())


def _holds_lines(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.lower().endswith((".jsonl", ".traj")) for name in archive.namelist())
    except (OSError, zipfile.BadZipFile, ValueError):
        return False
