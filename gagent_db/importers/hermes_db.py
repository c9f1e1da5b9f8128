"""Hermes' state.db, schema 11 to 30, read by column name.

Only sessions that changed are read again: see ``rechecked``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from glob import glob
from pathlib import Path
from typing import Any

from .base import Item, guarded
from .hermes import hermes_home, parsed_session, said_by, stored_messages, survey
from .rechecked import Rechecked, all_of
from .sources import Source
from .sqlite_source import SqliteImporter, columns_of, open_source


class HermesDb(SqliteImporter):
    name = "hermes-db"
    whole_sessions = True
    trims = True
    usual_name = "state.db"
    needed = (
        {
            "sessions": {"id", "source", "started_at"},
            "messages": {"id", "session_id", "role", "content", "timestamp"},
        },
    )

    def discover(self) -> Iterable[Path]:
        profiles = hermes_home() / "profiles"
        return (
            hermes_home() / "state.db",
            *(profiles / found for found in sorted(glob("*/state.db", root_dir=profiles))),
        )

    def parse(self, source: Source) -> Iterator[Item]:
        with open_source(source) as conn:
            columns = columns_of(conn)
            counts = _counts(conn, columns["messages"])
            prompts = _prompts(conn, columns)
            usage = _usage(conn, columns)
            query = f"SELECT {all_of(columns['messages'], 'messages')} FROM messages WHERE session_id = ? ORDER BY id"
            rows = Rechecked(conn, source, [query], {id_: told[0] for id_, told in counts.items()})
            sessions = conn.execute("SELECT * FROM sessions ORDER BY started_at, id")
            telling = ((row, (counts.get(row["id"], ()), usage.get(row["id"]) or "")) for row in sessions)
            for row in rows.changed(telling):
                prompt = prompts.get(dict(row).get("system_prompt_hash"), {})
                session = {**dict(row), "model_usage": usage.get(row["id"]), **prompt}
                yield from guarded(source, lambda given, _: [parsed_session(given["id"], given)], session)
                yield from _messages(conn, source, row["id"], counts.get(row["id"], ()))


def _counts(conn: sqlite3.Connection, columns: set[str]) -> dict[Any, tuple[Any, ...]]:
    """session id -> (rows, live rows, last row), the newest first. Hermes' own index answers this without reading
    messages."""
    active = "total(active)" if "active" in columns else "count(*)"
    rows = conn.execute(
        f"SELECT session_id, count(*), {active}, max(id) FROM messages GROUP BY session_id ORDER BY max(id) DESC"
    )
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
        found.setdefault(row["session_id"], []).append(said_by(dict(row), {"session_id"}))
    return found


importer = HermesDb()
