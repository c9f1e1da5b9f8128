"""Files no format recognises: what they are, and which of them were meant as transcripts or are damaged.

These are reported one by one; the others are counted by kind, with the first of each.
"""

from __future__ import annotations

import os
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from .lenient_json import decode
from .registry import importers
from .sources import HEAD_BYTES
from .sqlite_source import MAGIC, OWN_TABLES, is_database, problem_of

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


_SQLITE_NAMES = {".db", ".sqlite", ".sqlite3", ".db3", ".vscdb"}
_SPACE = b" \t\r\n\x00\xef\xbb\xbf"
FOREIGN_SQLITE = "SQLite file of another program"
OWN_SQLITE = "databases of gagent-db; one that is named is imported"
_PACKED = {
    b"\xff\xfe": "UTF-16 text; convert it to UTF-8 to import it",
    b"\xfe\xff": "UTF-16 text; convert it to UTF-8 to import it",
    b"\x1f\x8b": "compressed with gzip; unpack it to import it",
    b"\x28\xb5\x2f\xfd": "compressed with zstd; unpack it to import it",
    b"\xfd7zXZ": "compressed with xz; unpack it to import it",
    b"BZh": "compressed with bzip2; unpack it to import it",
}
TOLD = {FOREIGN_SQLITE, *_PACKED.values()}  # worth telling a person who has named the file
CUT_SHORT = "not valid JSON: the file ends in the middle (cut short?)"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an unrecognised file is."""

    reason: str
    problem: bool = False  # damaged, or meant as a transcript: worth a person's look
    line: int | None = None


def unclaimed(path: Path) -> Verdict:
    """Why this file is not read. Raises OSError when it cannot be opened."""
    suffix = path.suffix.lower()
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    if head.startswith(MAGIC):
        problem = problem_of(path)
        whose = OWN_SQLITE if is_database(path, head, "", OWN_TABLES) else FOREIGN_SQLITE
        return Verdict(problem or whose, problem=problem is not None)
    if packed := next((reason for mark, reason in _PACKED.items() if head.startswith(mark)), None):
        return Verdict(packed, problem=suffix in (".jsonl", ".json", ".traj"))
    if suffix in _SQLITE_NAMES:
        return Verdict("named like a SQLite file, but it is none (damaged or encrypted?)", problem=True)
    if suffix == ".jsonl":
        return _lines(head)
    if suffix == ".traj":
        return Verdict(_broken(path, head) or f"a .traj file without a trajectory; {_NO_FORMAT}", problem=True)
    if suffix == ".json":
        return _document(path, head)
    if suffix == ".zip":
        return _zip(path)
    return Verdict("files of other kinds")


def _lines(head: bytes) -> Verdict:
    """The verdict on JSON lines: is the first one broken, or does it look like a message?"""
    other = Verdict("JSON lines of another kind")
    number, first = next(((n, line) for n, line in enumerate(head.split(b"\n"), 1) if line.strip()), (1, b""))
    if len(head) == HEAD_BYTES and b"\n" not in head:
        return other  # one very long line: nothing can be said of it
    try:
        record = decode(first)
    except ValueError as error:
        return Verdict(f"not valid JSON: {error}; {_NO_FORMAT}", problem=True, line=number)
    if isinstance(record, dict) and any(names <= record.keys() for names in _SPOKEN):
        return Verdict(f"JSON lines with {_fields(record)}; {_NO_FORMAT}", problem=True, line=number)
    return other


def _document(path: Path, head: bytes) -> Verdict:
    """The verdict on a JSON file: is it cut short or, where agents keep sessions, broken or with a list of messages?"""
    ours = _is_agent_folder(path.parent)
    if problem := _broken(path, head):
        return Verdict(problem, problem=ours or problem == CUT_SHORT)
    if ours and path.stat().st_size <= _WHOLE:
        value = decode(path.read_bytes())
        if isinstance(value, dict) and any(isinstance(value.get(name), list) for name in _HELD):
            return Verdict(f"JSON with {_fields(value)}; {_NO_FORMAT}", problem=True)
    return Verdict("JSON of another kind")


def _broken(path: Path, head: bytes) -> str | None:
    """Why a JSON file cannot be read; None when it can, or is too large to try."""
    if head.strip(_SPACE)[:1] in (b"{", b"[") and _tail(path).strip(_SPACE)[-1:] not in (b"}", b"]"):
        return CUT_SHORT
    if path.stat().st_size > _WHOLE:
        return None
    try:
        decode(path.read_bytes())
    except ValueError as error:
        return f"not valid JSON: {error}"
    return None


def _tail(path: Path) -> bytes:
    with path.open("rb") as stream:
        stream.seek(max(0, os.fstat(stream.fileno()).st_size - 4096))
        return stream.read()


def _zip(path: Path) -> Verdict:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        return Verdict(f"the zip is damaged or cut short: {error}", problem=True)
    if any(name.lower().endswith((".jsonl", ".traj")) for name in names):
        return Verdict(f"none of its members is a transcript; {_NO_FORMAT}", problem=True)
    return Verdict("zip files without transcripts")


def _fields(record: dict[str, Any]) -> str:
    return f"the fields {', '.join(sorted(map(str, record))[:6])}"


@lru_cache(maxsize=1)  # files of one folder are met together
def _is_agent_folder(folder: Path) -> bool:
    return any(folder.is_relative_to(place.absolute()) for one in importers().values() for place in one.discover())
