"""Hermes' state.db, schema 11 to 30, read by column name.

``source.state`` keeps a mark of every session, so that only sessions that changed are read again, and a sum of its
rows: see ``rechecked``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from glob import glob
from pathlib import Path
from typing import Any, ClassVar

from ..coerce import text_or_none
from ..wording import counted
from .base import Importer, Item, Kind, guarded, stable_id
from .hermes import hermes_home, parsed_session
from .hermes_rows import stored_messages, survey
from .rechecked import Rechecked, all_of
from .sources import Source
from .sqlite_source import columns_of, is_database, open_source
from .values import rest

_NEEDED = {
    "sessions": {"id", "source", "started_at"},
    "messages": {"id", "session_id", "role", "content", "timestamp"},
}


class HermesDb(Importer):
    name: ClassVar[str] = "hermes-db"
    kind: ClassVar[Kind] = "database"
    whole_sessions: ClassVar[bool] = True
    trims: ClassVar[bool] = True

    def sniff(self, path: Path, head: bytes) -> bool:
        return is_database(path, head, "state.db", _NEEDED)

    def discover(self) -> Iterable[Path]:
        profiles = hermes_home() / "profiles"
        return (
            hermes_home() / "state.db",
            *(profiles / found for found in sorted(glob("*/state.db", root_dir=profiles))),
        )

    def companions(self, path: Path) -> Iterable[Path]:
        return (path.with_name(path.name + "-wal"),)

    def parse(self, source: Source) -> Iterator[Item]:
        with open_source(source) as conn:
            columns = columns_of(conn)
            marks = _marks(conn, columns["messages"])
            prompts = _prompts(conn, columns)
            usage = _usage(conn, columns)
            done = source.state.setdefault("sessions", {})
            values = all_of(columns["messages"], "messages")
            rows = Rechecked(
                conn, source.state, [f"SELECT {values} FROM messages WHERE session_id = ? ORDER BY messages.id"]
            )
            newest = sorted((id_ for id_ in marks if id_ in done), key=lambda id_: marks[id_][-1], reverse=True)
            edited = rows.changed({id_: marks[id_][0] for id_ in newest})
            for row in conn.execute("SELECT * FROM sessions ORDER BY started_at, id"):
                session = dict(row)
                session_id = text_or_none(session["id"])
                counts = marks.pop(session["id"], ())
                session["model_usage"] = usage.get(session["id"])
                mark = stable_id(*row, counts, session["model_usage"] or "")[:12]
                if session_id is None:
                    source.skip(f"a session without a usable id: {session['id']!r:.40}")
                elif done.get(session_id) != mark or session_id in edited:
                    session.update(prompts.get(session.get("system_prompt_hash"), {}))
                    yield from guarded(source, lambda given, _: [parsed_session(given["id"], given)], session)
                    yield from _messages(conn, source, session["id"], counts)
                    done[session_id] = mark
                    rows.note(session_id)
            for orphan, counts in marks.items():
                source.skip(f"{counted(counts[0], 'message')} of a session that is not there: {orphan!r:.40}")


def _marks(conn: sqlite3.Connection, columns: set[str]) -> dict[Any, tuple[Any, ...]]:
    """session id -> (rows, live rows, last row). Answered from Hermes' own index, without reading the messages."""
    active = "total(active)" if "active" in columns else "count(*)"
    rows = conn.execute(f"SELECT session_id, count(*), {active}, max(id) FROM messages GROUP BY session_id")
    return {row[0]: tuple(row)[1:] for row in rows}


def _prompts(conn: sqlite3.Connection, columns: dict[str, set[str]]) -> dict[Any, dict[str, Any]]:
    """Later schemas store each system prompt once: its hash -> the columns to add to the session."""
    for table, names in columns.items():
        body = next((name for name in ("content", "prompt", "system_prompt", "text") if name in names), None)
        if table.startswith("system_prompt") and "hash" in names and body:
            return {row[0]: {"system_prompt": row[1]} for row in conn.execute(f'SELECT hash, "{body}" FROM "{table}"')}
    return {}


def _messages(conn: sqlite3.Connection, source: Source, session_id: Any, counts: tuple[Any, ...]) -> Iterator[Item]:
    """Every row of a session in the order of its ids, with its status."""
    query = "SELECT * FROM messages WHERE session_id = ? ORDER BY id"
    all_live = not counts or counts[0] == counts[1]
    known = None if all_live else survey(dict(row) for row in conn.execute(query, (session_id,)))
    rows = (dict(row) for row in conn.execute(query, (session_id,)))
    yield from stored_messages(str(session_id), rows, source, known, update=True)


def _usage(conn: sqlite3.Connection, columns: dict[str, set[str]]) -> dict[Any, list[dict[str, Any]]]:
    """session id -> what each model (and each task) used in it."""
    if not {"session_id", "model"} <= columns.get("session_model_usage", set()):
        return {}
    found: dict[Any, list[dict[str, Any]]] = {}
    for row in conn.execute("SELECT * FROM session_model_usage ORDER BY session_id, model"):
        used = {name: value for name, value in rest(dict(row), {"session_id"}).items() if value != 0}
        found.setdefault(row["session_id"], []).append(used)
    return found


importer = HermesDb()
