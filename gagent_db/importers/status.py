"""What ``gagent-db status`` says about sources: what is in, what is behind, what was skipped and why."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import orjson

from ..store.database import Store
from .files import look
from .registry import importers
from .report import SourceStatus

_REASONS = 20  # skipped lines shown for one place


def status(store: Store) -> list[SourceStatus]:
    """Every place that was ever imported from, by format and folder."""
    places: dict[tuple[str, str], SourceStatus] = {}
    roots = {name: [path.absolute() for path in importer.discover()] for name, importer in importers().items()}
    for row in store.read().execute("SELECT * FROM imports ORDER BY format, path"):
        path = Path(row["path"])
        folder = next((root for root in roots.get(row["format"], ()) if path.is_relative_to(root)), path.parent)
        place = places.setdefault((row["format"], str(folder)), SourceStatus(str(folder), row["format"]))
        _add(place, row, path)
    return list(places.values())


def _add(place: SourceStatus, row: sqlite3.Row, path: Path) -> None:
    importer = importers().get(row["format"])
    place.files += 1
    place.sessions += len(orjson.loads(row["session_ids"]))
    place.messages += row["messages"]
    place.imported_at = max(place.imported_at, row["imported_at"])
    place.skipped_lines += row["skipped_lines"]
    for skip in orjson.loads(row["skipped_json"])[: _REASONS - len(place.skipped)]:
        place.skipped.append({name: skip[name] for name in ("path", "line", "reason")})
    now = look(path, tuple(importer.companions(path)) if importer else ())
    if now is None:
        place.gone += 1
    elif (now.size, now.mtime, now.inode) != (row["size"], row["mtime"], row["inode"]):
        read = row["offset"] if importer is not None and importer.kind == "lines" else row["size"]
        place.behind += 1
        place.behind_bytes += max(0, now.size - read)
