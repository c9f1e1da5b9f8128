"""What earlier imports know about a source: whether it was moved, has grown, or lost a session in our database."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Literal

import orjson

from ..errors import GagentError
from ..sql_json import json_list
from ..store.database import Store
from ..times import now, to_iso
from .base import SHAPE_ERRORS, Importer, ParsedSession
from .continued import PROOF, Stored, beginning
from .files import Found, is_gone, tail_hash, with_companions
from .registry import importers
from .sources import Source
from .standard_input import came_in


def sources_of(conn: sqlite3.Connection, path: Path) -> list[Path]:
    """Known sources to which this file, or its folder, belongs (a -wal file, a folder of messages)."""
    beside = {path, *path.parents[:2]}
    formats = [name for name, importer in importers().items() if type(importer).companions is not Importer.companions]
    sql = "SELECT path, format FROM imports WHERE format IN (SELECT value FROM json_each(?))"
    rows = conn.execute(sql, (json_list(formats),))
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


LOOK_AGAIN = "look_again"  # in the state of a source: see ``Source.look_again``
Since = Literal["unchanged", "appended", "rewritten"]
Mark = tuple[str, int, str]  # format, size, hash of the beginning and the end


def is_unchanged(found: Found, known: sqlite3.Row) -> bool:
    """Has nothing happened to the file since it was read?"""
    return (found.size, found.mtime, found.inode) == (known["size"], known["mtime"], known["inode"])


def since_read(importer: Importer, found: Found, known: sqlite3.Row) -> Since:
    """What happened to the file since it was last read as this format.

    Its companions count as part of it. If only a companion of a file of lines has changed, the file counts as appended:
    reading continues where the last import stopped.
    """
    whole = with_companions(found, importer.companions(found.path))
    unchanged = is_unchanged(whole, known)
    if unchanged and (look_again(known) or "9999") > now():
        return "unchanged"
    # If it has not grown, it was rewritten, unless it had grown while it was read: then all of it was read. What comes
    # from standard input again comes unchanged.
    same = whole.size == known["offset"] and (known["offset"] > known["size"] or came_in(known["path"]))
    more = whole.size > known["offset"] or same
    goes_on = importer.kind == "lines" and (unchanged or more)
    return "appended" if goes_on and holds_the_same(found.path, known) else "rewritten"


def look_again(known: sqlite3.Row) -> str | None:
    """The moment from which the source is to be read again, even if nothing in it has changed."""
    told = LOOK_AGAIN in (known["state_json"] or "")  # states may be long, and few of them say so
    return state_of(known).get(LOOK_AGAIN) if told else None


def fingerprint(importer: Importer, path: Path, offset: int) -> tuple[int, str]:
    """How far a file has been read, and a hash of what it holds up to there."""
    try:
        if importer.kind == "whole":
            offset = path.stat().st_size
        return offset, tail_hash(path, offset) if importer.kind != "database" else ""
    except OSError:
        return offset, ""


def holds_the_same(path: Path, known: sqlite3.Row) -> bool:
    """Does the file begin with what was read then, perhaps under another name?"""
    try:
        return bool(known["tail_hash"]) and tail_hash(path, known["offset"]) == known["tail_hash"]
    except OSError:
        return False


class Known:
    """The sources of earlier imports and of this one, by what they hold, to recognise copies and files that were moved.

    They are read from the table ``imports`` when the first new file comes.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._loaded = False
        self._by_content: dict[Mark, tuple[str, str | None]] = {}  # path, and its session when that is proof enough
        self._by_name: dict[tuple[str, str], list[str]] = {}  # (format, file name) -> paths
        self._vanished: dict[str, tuple[dict[str, sqlite3.Row], Stored]] = {}  # by format: see ``_find_vanished``

    def moved(self, found: Found, importer: Importer) -> sqlite3.Row | None:
        """The row of ``imports`` of a file that was renamed or moved.

        It is recognised by its content or, if it has grown since, by its name and beginning; else by its inode, which
        it keeps on the same disk.
        """
        path, _ = self._same(found, importer)
        others = [path] if path else self._by_name.get((importer.name, found.path.name), ())
        alike = [row for other in others if (row := self._gone("path = ?", other)) and holds_the_same(found.path, row)]
        if alike:
            return alike[0]
        # An inode is reused when its file is deleted, so the content counts more.
        return self._gone("inode = ? AND format = ? AND path <> ?", found.inode, importer.name, str(found.path))

    def _gone(self, where: str, *values: object) -> sqlite3.Row | None:
        """The row of a matching source whose file is gone."""
        rows = self.store.read().execute(f"SELECT * FROM imports WHERE {where}", values)
        return next((row for row in rows if is_gone(row["path"])), None)

    def copied(self, found: Found, importer: Importer) -> str | None:
        """The session of another file with the same bytes, also where the format names sessions after their files."""
        return self._same(found, importer)[1]

    def edited(self, found: Found, importer: Importer, taken: set[str]) -> sqlite3.Row | None:
        """The row of a file that was edited and renamed at once, in a format that names sessions after their files.

        It must be the only one with the same messages among those whose file is gone (and that are not ``taken``).
        """
        if self.copied(found, importer):
            return None
        if importer.name not in self._vanished:
            self._vanished[importer.name] = self._find_vanished(importer)
        rows, stored = self._vanished[importer.name]
        if not rows:
            return None
        try:
            given = beginning(importer.parse(Source(found.path, to_iso(found.modified))))
        except (GagentError, OSError, *SHAPE_ERRORS):
            return None  # it is reported when it is read
        row = rows.get(stored.take(given, proof=PROOF) or "")
        return row if row and row["path"] not in taken else None

    def renamed_itself(self, found: Found, importer: Importer, known: sqlite3.Row) -> str | None:
        """The session of a file that was edited in the place that names its session; None when the name is the same."""
        ids = orjson.loads(known["session_ids"])
        if len(ids) != 1:
            return None
        try:
            state = state_of(known)
            items = importer.parse(Source(found.path, to_iso(found.modified), earlier=state.get("parser") or {}))
            first = next((item for item in items if isinstance(item, ParsedSession)), None)
            if first is None or first.id in (*ids, *state.get("names", {})):
                return None
            return Stored(self.store.read(), ids).take(beginning(items))
        except (GagentError, OSError, *SHAPE_ERRORS):
            return None  # it is reported when it is read

    def _find_vanished(self, importer: Importer) -> tuple[dict[str, sqlite3.Row], Stored]:
        """Sources of this format with one session and a file that is gone, by that session."""
        sql = "SELECT * FROM imports WHERE format = ? AND json_array_length(session_ids) = 1"
        every = self.store.read().execute(sql, (importer.name,))
        rows = {orjson.loads(row["session_ids"])[0]: row for row in every if is_gone(row["path"])}
        return rows, Stored(self.store.read(), rows)

    def _same(self, found: Found, importer: Importer) -> tuple[str | None, str | None]:
        if not self._loaded:
            self._load()
        if not self._by_content or importer.kind == "database":
            return None, None
        try:
            mark = (importer.name, found.size, tail_hash(found.path, found.size))
        except OSError:
            return None, None
        return self._by_content.get(mark, (None, None))

    def _load(self) -> None:
        self._loaded = True
        columns = "path, format, offset, tail_hash, session_ids, messages"
        for row in self.store.read().execute(f"SELECT {columns} FROM imports ORDER BY imported_at DESC"):
            path, form, offset, mark, ids, messages = row
            self.note(path, (form, offset, mark), orjson.loads(ids), messages)

    def note(self, path: str, mark: Mark, sessions: list[str], messages: int) -> None:
        """Remember a source that was read: what it held, and the sessions it brought."""
        form, offset, hashed = mark
        if hashed and offset:
            proof = len(sessions) == 1 and messages >= PROOF  # two conversations may begin alike
            if self._by_content.get(mark, (path, None))[1] is None:
                self._by_content[mark] = (path, sessions[0] if proof else None)
            self._by_name.setdefault((form, Path(path).name), []).append(path)


def state_of(row: sqlite3.Row) -> dict[str, Any]:
    return orjson.loads(row["state_json"]) if row["state_json"] else {}
