"""Hermes' state.db, schema 11 to 30, read by column name.

``source.state`` keeps a mark of every session, so that only sessions that changed are read again.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from .base import Importer, Item, Kind, guarded, stable_id, text_or_none
from .hermes import Numbering, fingerprint, hermes_home, items, parsed_session
from .sources import Source
from .sqlite_source import columns_of, is_database, open_source

_NEEDED = {
    "sessions": {"id", "source", "started_at"},
    "messages": {"id", "session_id", "role", "content", "timestamp"},
}
_BATCH = 50e-6  # seconds: a compaction writes its copies one microsecond apart, appended rows are further apart


class HermesDb(Importer):
    name: ClassVar[str] = "hermes-db"
    kind: ClassVar[Kind] = "database"

    def sniff(self, path: Path, head: bytes) -> bool:
        return is_database(path, head, "state.db", _NEEDED)

    def discover(self) -> Iterable[Path]:
        return (hermes_home() / "state.db", *sorted((hermes_home() / "profiles").glob("*/state.db")))

    def companions(self, path: Path) -> Iterable[Path]:
        return (path.with_name(path.name + "-wal"),)

    def parse(self, source: Source) -> Iterator[Item]:
        with open_source(source.path) as conn:
            columns = columns_of(conn)
            marks = _marks(conn, columns["messages"])
            prompts = _prompts(conn, columns)
            done = source.state.setdefault("sessions", {})
            for row in conn.execute("SELECT * FROM sessions ORDER BY started_at, id"):
                session = dict(row)
                session_id = text_or_none(session["id"])
                counts = marks.get(session["id"], ())
                mark = stable_id(*row, counts)[:12]
                if session_id is None:
                    source.skip(f"a session without a usable id: {session['id']!r:.40}")
                elif done.get(session_id) != mark:
                    session.update(prompts.get(session.get("system_prompt_hash"), {}))
                    yield from guarded(source, lambda given, _: [parsed_session(given["id"], given)], session)
                    yield from _messages(conn, source, session["id"], counts)
                    done[session_id] = mark


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
    live, dropped = Counter[str](), set[Any]()
    if counts and counts[0] != counts[1]:
        live, dropped = _survey(dict(row) for row in conn.execute(query, (session_id,)))
    numbering = Numbering(live)

    def one(record: dict[str, Any], _: Source) -> list[Item]:
        if record.get("role") == "session_meta" or record["id"] in dropped:
            return []
        status = _status(record)
        uid = numbering.uid(record, status == "active")
        return list(items(str(session_id), record, uid, status=status, update=True))

    for row in conn.execute(query, (session_id,)):
        yield from guarded(source, one, dict(row))


def _survey(rows: Iterable[dict[str, Any]]) -> tuple[Counter[str], set[Any]]:
    """How often each live message occurs, and the ids of rows that a later row repeats.

    A compaction marks all rows compacted and writes those it keeps once more; the later row stands for both.
    """
    known = [(row["id"], fingerprint(row), row.get("timestamp"), _status(row)) for row in rows]
    live = Counter(base for _, base, _, status in known if status == "active")
    earlier: defaultdict[str, list[tuple[Any, Any]]] = defaultdict(list)
    dropped = set()
    for place, (row_id, base, moment, status) in enumerate(known):
        if earlier[base] and (earlier[base][-1][1] == moment or _in_batch(known, place)):
            dropped.add(earlier[base].pop()[0])
        if status == "compacted":
            earlier[base].append((row_id, moment))
    return live, dropped


def _in_batch(known: list[tuple[Any, str, Any, str]], place: int) -> bool:
    moment = known[place][2]
    beside = [known[other][2] for other in (place - 1, place + 1) if 0 <= other < len(known)]
    return isinstance(moment, float) and any(
        isinstance(other, float) and abs(other - moment) < _BATCH for other in beside
    )


def _status(record: dict[str, Any]) -> str:
    if record.get("active", 1) in (1, None):
        return "active"
    return "compacted" if record.get("compacted") else "undone"


importer = HermesDb()
