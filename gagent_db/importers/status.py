"""What ``gagent-db status`` says about sources: what is in, what is behind, what was skipped and why."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import orjson

from ..store import meta
from ..store.database import Store
from .files import BORING, look, printable
from .known import is_unchanged
from .registry import importers
from .report import OtherFiles, SourceStatus
from .standard_input import came_in

_REASONS = 20  # skipped lines shown for one place
_OTHERS = "other files: "  # prefix of a folder's path in ``meta``: what was not read in it


def status(store: Store) -> list[SourceStatus]:
    """Every place that was ever imported from, by format and folder."""
    places: dict[tuple[str, str], SourceStatus] = {}
    roots = {name: [path.absolute() for path in importer.discover()] for name, importer in importers().items()}
    for row in store.read().execute("SELECT * FROM imports ORDER BY format, path"):
        path = Path(row["path"])
        folder = next((root for root in roots.get(row["format"], ()) if path.is_relative_to(root)), path.parent)
        place = places.setdefault((row["format"], str(folder)), SourceStatus(str(folder), row["format"]))
        _add(place, row, path)
    return [*places.values(), *_others(store)]


def remember_others(store: Store, folder: Path, others: OtherFiles) -> None:
    """Note what was not read in a folder, and why, until it is imported again."""
    name = _OTHERS + printable(folder)
    kinds = [kind for kind in others.to_list() if kind["reason"] != BORING]
    value = orjson.dumps(kinds).decode() if kinds else None
    known = meta.get(store.read(), name)
    if value is None and known is not None:
        store.write(lambda conn: conn.execute("DELETE FROM meta WHERE name = ?", (name,)))
    elif value is not None and known != value:
        store.write(lambda conn: meta.put(conn, name, value))


def _others(store: Store) -> Iterator[SourceStatus]:
    """A place for each imported folder with files in it that were not read."""
    rows = store.read().execute("SELECT name, value FROM meta WHERE name GLOB ? ORDER BY name", (_OTHERS + "*",))
    for name, value in rows:
        folder = Path(name.removeprefix(_OTHERS))
        if os.path.isdir(folder):
            kinds = orjson.loads(value)
            shown = [{"path": path, "line": None, "reason": kind["reason"]} for kind in kinds for path in kind["paths"]]
            count = sum(kind["count"] for kind in kinds)
            yield SourceStatus(str(folder), "other files", count, skipped=shown[:_REASONS], passed_over=kinds)


def _add(place: SourceStatus, row: sqlite3.Row, path: Path) -> None:
    importer = importers().get(row["format"])
    place.files += 1
    place.sessions += len(orjson.loads(row["session_ids"]))
    place.messages += row["messages"]
    place.imported_at = max(place.imported_at, row["imported_at"])
    place.skipped_lines += row["skipped_lines"]
    for skip in orjson.loads(row["skipped_json"])[: _REASONS - len(place.skipped)]:
        place.skipped.append({name: skip[name] for name in ("path", "line", "reason")})
    if row["state_json"] and (replaced := orjson.loads(row["state_json"]).get("replaced")):
        place.replaced_lines += replaced["lines"]
        place.replaced += replaced["first"][: _REASONS - len(place.replaced)]
    if came_in(path):
        return
    now = look(path, importer.companions(path) if importer else ())
    if now is None:
        place.gone += 1
    elif not is_unchanged(now, row):
        read = row["offset"] if importer is not None and importer.kind == "lines" else row["size"]
        place.behind += 1
        place.behind_bytes += max(0, now.size - read)
