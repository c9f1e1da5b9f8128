"""OpenCode's ``opencode.db``: tables project, session, message and part (JSON in ``data``), times in milliseconds.

Only sessions that changed are read again: see ``rechecked``.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..coerce import mapping, text_or_none
from .base import Item, ParsedMessage, guarded, guarded_at
from .lenient_json import decode
from .opencode_parts import messages, objects, parsed_session
from .rechecked import Rechecked, all_of
from .sources import Source
from .sqlite_source import SqliteImporter, columns_of, open_source
from .values import decode_json


def opencode_home() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "opencode"


class OpenCode(SqliteImporter):
    name = "opencode"
    whole_sessions = True
    usual_name = "opencode.db"
    needed = (
        {
            "session": {"id", "project_id", "directory", "title"},
            "message": {"id", "session_id", "data"},
            "part": {"id", "message_id", "data"},
        },
    )

    def discover(self) -> Iterable[Path]:
        return (opencode_home() / "opencode.db",)

    def parse(self, source: Source) -> Iterator[Item]:
        with open_source(source) as conn:
            columns = columns_of(conn)
            counts = _counts(conn, columns)
            worktrees = dict(conn.execute("SELECT id, worktree FROM project")) if "project" in columns else {}
            order = "time_created, id" if "time_created" in columns["session"] else "id"
            rows = Rechecked(conn, source, _rows(columns), {id_: told[-1] for id_, told in counts.items()})
            sessions = conn.execute(f"SELECT * FROM session ORDER BY {order}")
            for row in rows.changed((row, (counts.get(row["id"], ()),)) for row in sessions):
                session = {**dict(row), **_fork(conn, row, columns)}
                worktree = text_or_none(worktrees.get(row["project_id"]))
                yield from guarded(source, lambda given, _, tree=worktree: [parsed_session(given, tree)], session)
                yield from _session_messages(conn, source, session, columns)


def _counts(conn: sqlite3.Connection, columns: dict[str, set[str]]) -> dict[Any, tuple[Any, ...]]:
    """session id -> values that change with its messages or parts: the latest change (or all lengths) and the number.
    The newest session comes first."""
    part = "max(p.time_updated)" if "time_updated" in columns["part"] else "total(length(p.data))"
    message = "max(m.time_updated)" if "time_updated" in columns["message"] else "total(length(m.data))"
    rows = conn.execute(
        f"SELECT m.session_id, coalesce({message}, 0), coalesce({part}, 0), count(*)"
        " FROM message m LEFT JOIN part p ON p.message_id = m.id GROUP BY m.session_id ORDER BY 2 DESC, 3 DESC, 4 DESC"
    )
    return {row[0]: tuple(row)[1:] for row in rows}


def _rows(columns: dict[str, set[str]]) -> list[str]:
    message, part = (all_of(columns[table], table) for table in ("message", "part"))
    return [
        f"SELECT {message} FROM message WHERE session_id = ? ORDER BY message.id",
        f"SELECT {part} FROM message JOIN part ON part.message_id = message.id WHERE message.session_id = ?"
        " ORDER BY part.id",
    ]


# The messages of a session that are older than it and are in another session too: a fork has those of its parent.
_COPIED = """
SELECT own.id AS id, other.session_id AS origin FROM message AS own
JOIN message AS other ON other.time_created = own.time_created AND other.session_id <> own.session_id
  AND json_extract(other.data, '$.role') = json_extract(own.data, '$.role')
JOIN session ON session.id = other.session_id
WHERE own.session_id = ?1 AND own.time_created < ?2 AND session.time_created < ?2 AND json_valid(own.data)
  AND json_valid(other.data) ORDER BY session.time_created
"""


def _fork(conn: sqlite3.Connection, row: sqlite3.Row, columns: dict[str, set[str]]) -> dict[str, Any]:
    """For a fork, which nothing else marks as one: the session it was made from, and the ids of the copied messages."""
    if "time_created" not in columns["message"] & columns["session"]:
        return {}
    begun = row["time_created"]
    first = conn.execute("SELECT min(time_created) FROM message WHERE session_id = ?", (row["id"],)).fetchone()[0]
    if not (isinstance(first, int) and isinstance(begun, int) and first < begun):
        return {}
    copies = conn.execute(_COPIED, (row["id"], begun)).fetchall()
    origins = Counter(copy["origin"] for copy in copies)
    return {"forked_from": origins.most_common(1)[0][0], "copied": {copy["id"] for copy in copies}} if copies else {}


def _session_messages(
    conn: sqlite3.Connection, source: Source, session: dict[str, Any], columns: dict[str, set[str]]
) -> Iterator[Item]:
    """The messages of a session. Those taken back stay there until the next prompt: they are undone."""
    order = "time_created, id" if "time_created" in columns["message"] else "id"
    revert = mapping(decode_json(session.get("revert")))
    undone = False
    rows = conn.execute(f"SELECT * FROM message WHERE session_id = ? ORDER BY {order}", (session["id"],)).fetchall()
    for row in rows:
        if row["id"] in session.get("copied", ()):
            source.pass_over("copied from the parent")
            continue
        parts = conn.execute("SELECT * FROM part WHERE message_id = ? ORDER BY id", (row["id"],)).fetchall()
        reverted = row["id"] == revert.get("messageID")
        for item in guarded_at(f"message {row['id']}", source, _message, (str(session["id"]), row, parts)):
            if isinstance(item, ParsedMessage):
                part = (item.message.uid or "").partition(":")[0]
                undone = undone or (reverted and revert.get("partID") in (None, part))
                item.message.status = "undone" if undone else item.message.status
            yield item
        undone = undone or reverted


def _message(given: tuple[str, sqlite3.Row, list[sqlite3.Row]], source: Source) -> Iterator[Item]:
    session_id, row, parts = given
    found = objects(session_id, _object(row, source), [_object(part, source) for part in parts], source)
    _, body, _ = found
    body.setdefault("id", row["id"])
    body.setdefault("time", {"created": dict(row).get("time_created")})
    return messages(found, source)


def _object(row: sqlite3.Row, source: Source) -> Any:
    """What ``data`` holds, with the id of its row."""
    value = row["data"]
    try:
        value = decode(value.encode(), source.replace) if isinstance(value, str) else decode_json(value)
    except ValueError:
        pass  # no object: ``objects`` says so
    return {**value, "id": row["id"]} if isinstance(value, dict) else value


importer = OpenCode()
