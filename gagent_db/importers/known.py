"""What is known about a source from the imports before: whether it moved, grew, or lost a session here."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import orjson

from .base import Importer
from .files import Found, tail_hash
from .registry import importers


def moved_from(conn: sqlite3.Connection, found: Found, importer: Importer) -> sqlite3.Row | None:
    """What is known of a file under its old name, when it was renamed or moved."""
    sql = "SELECT * FROM imports WHERE inode = ? AND path <> ? AND format = ?"
    rows = conn.execute(sql, (found.inode, str(found.path), importer.name))
    return next((row for row in rows if not Path(row["path"]).exists()), None)


def sources_of(conn: sqlite3.Connection, path: Path) -> list[Path]:
    """Known sources that have this file, or its folder, beside them (a -wal file, a folder of messages)."""
    beside = {path, *path.parents[:2]}
    formats = [name for name, importer in importers().items() if type(importer).companions is not Importer.companions]
    marks = ", ".join("?" * len(formats))
    rows = conn.execute(f"SELECT path, format FROM imports WHERE format IN ({marks})", formats)
    return [
        Path(row["path"])
        for row in rows
        if not beside.isdisjoint(importers()[row["format"]].companions(Path(row["path"])))
    ]


def lost_sessions(conn: sqlite3.Connection, known: sqlite3.Row) -> bool:
    """Has a session of this source been deleted here (and not forgotten on purpose)?"""
    sql = """SELECT EXISTS (SELECT 1 FROM json_each(?) AS ids
             WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = ids.value)
               AND NOT EXISTS (SELECT 1 FROM tombstones WHERE session_id = ids.value AND uid = ''))"""
    return bool(conn.execute(sql, (known["session_ids"],)).fetchone()[0])


def is_unchanged(found: Found, known: sqlite3.Row) -> bool:
    """Has nothing happened to the file since it was read?"""
    return (found.size, found.mtime, found.inode) == (known["size"], known["mtime"], known["inode"])


def appended(importer: Importer, found: Found, known: sqlite3.Row) -> bool:
    """Is the file what it was, with lines added at its end?"""
    if importer.kind != "lines" or not known["tail_hash"] or found.size <= known["offset"]:
        return False
    return holds_the_same(found.path, known)


def fingerprint(importer: Importer, path: Path, offset: int) -> tuple[int, str]:
    """How far a file has been read, and a hash of what stands there; of one that is read whole all of it."""
    try:
        if importer.kind == "whole":
            offset = path.stat().st_size
        return offset, tail_hash(path, offset) if importer.kind != "database" else ""
    except OSError:
        return offset, ""


def holds_the_same(path: Path, known: sqlite3.Row) -> bool:
    """Does the file begin with what was read from it, perhaps under another name?"""
    try:
        return bool(known["tail_hash"]) and tail_hash(path, known["offset"]) == known["tail_hash"]
    except OSError:
        return False


def state_of(row: sqlite3.Row) -> dict[str, Any]:
    return orjson.loads(row["state_json"]) if row["state_json"] else {}
