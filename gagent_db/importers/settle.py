"""Bring the sessions of a source that was read again in line with it: see ``rewritten``."""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from ..sql_json import json_list
from ..store.messages import first_title
from ..store.order import Write, out_of_order, renumber
from .batch import Reading
from .rewritten import GONE, MARK, compact, named_after, reopen, write_held
from .standard_input import FOLDER

_AT_ONCE = 500  # rows marked in one transaction
_IDS = "SELECT id FROM messages WHERE session_id = ? ORDER BY id"
_UNMARKED = f"SELECT id, status FROM messages WHERE id IN (SELECT value FROM json_each(?)) AND {GONE} IS NULL"


@dataclass(slots=True)
class Settled:
    """What was marked as gone from a source, and which sessions changed."""

    undone: int = 0
    compacted: int = 0
    sessions: set[str] = field(default_factory=set)


def settle(conn: sqlite3.Connection, write: Write, reading: Reading, *, judge: bool, trims: bool) -> Settled:
    """Bring the sessions of a source that was read again in line with it; ``write`` runs short transactions.

    Without ``judge`` (something could not be read) nothing is marked as gone. ``trims``: see ``Importer``. A session of
    which the source no longer holds anything stays as it is, like that of a deleted file.
    """
    settled = Settled()
    for session_id, seen in reading.seen.items():
        rows = array("q", (row[0] for row in conn.execute(_IDS, (session_id,))))
        own = _within(rows, reading.held.get(session_id, []))
        missing = [id_ for id_ in own if id_ not in reading.met]
        unnamed = False
        if missing and judge and not _elsewhere(conn, session_id, reading):
            unnamed = _mark(conn, write, reading, session_id, missing, trims, settled)
        moved = _put_in_order(conn, write, reading, session_id, out_of_order(rows, seen), set(own))
        if unnamed:
            write(partial(_name_anew, session_id=session_id))
        if moved:
            settled.sessions.add(session_id)
            own, rows = _renamed(own, moved), _renamed(rows, moved)
        reading.held[session_id] = _runs(rows, own)
    if reading.compactions:
        write(partial(compact, compactions=reading.compactions))
    return settled


def _put_in_order(
    conn: sqlite3.Connection, write: Write, reading: Reading, session_id: str, ids: list[int], own: set[int]
) -> dict[int, int]:
    """Renumber these messages; returns old id -> new id.

    Each step also notes which of them are the source's own, so that a killed import leaves none without an owner.
    """
    moved: dict[int, int] = {}
    runs = list(reading.held.get(session_id, []))

    def keep(conn: sqlite3.Connection, part: dict[int, int]) -> None:
        write_held(conn, reading, {**reading.held, session_id: [*runs, *spans(part)]})

    def spans(part: dict[int, int]) -> list[tuple[int, int]]:
        return _runs(part.values(), (new for old, new in part.items() if old in own))

    for part in renumber(conn, write, ids, keep):
        moved.update(part)
        runs += spans(part)
    return moved


def _renamed(ids: array[int], moved: dict[int, int]) -> array[int]:
    changed: Iterable[int] = (moved.get(id_, id_) for id_ in ids)
    return array("q", sorted(changed))


def _within(rows: array[int], ranges: Iterable[tuple[int, int]]) -> array[int]:
    """The ids that lie in one of the ranges."""
    found = array("q")
    for first, last in ranges:
        found.extend(rows[bisect_left(rows, first) : bisect_left(rows, last + 1)])
    return found


def _runs(rows: Iterable[int], own: Iterable[int]) -> list[tuple[int, int]]:
    """The source's own messages among these (by id, ascending), as runs without any others."""
    groups = (list(group) for mine, group in groupby(rows, set(own).__contains__) if mine)
    return [(group[0], group[-1]) for group in groups]


def _elsewhere(conn: sqlite3.Connection, session_id: str, reading: Reading) -> bool:
    """May another source still hold what this one lost (a second file of the session, a branch that repeats it)?"""
    sql = """SELECT EXISTS (SELECT 1 FROM imports, json_each(imports.session_ids) AS ids
                            WHERE imports.path NOT IN (?2, ?3) AND imports.path NOT GLOB ?4 AND ids.value = ?1)
                 OR EXISTS (SELECT 1 FROM sessions WHERE parent_session_id = ?1 AND source_path NOT IN (?2, ?3)
                            AND json_extract(metadata_json, '$.lineage') = 'branch')"""
    paths = reading.path, reading.old_path or reading.path, f"{FOLDER}*"  # a stream no longer holds anything
    return bool(conn.execute(sql, (session_id, *paths)).fetchone()[0])


def _mark(
    conn: sqlite3.Connection,
    write: Write,
    reading: Reading,
    session_id: str,
    missing: list[int],
    trims: bool,
    settled: Settled,
) -> bool:
    """Mark rows as gone: undone, or compacted where the agent has shortened its file from the front.

    True if the session is named after one that became undone.
    """
    unnamed = False
    old = [id_ for id_ in reading.seen[session_id] if id_ <= reading.before]
    kept_from = min(old, default=missing[-1] + 1)
    # The same speaker and moment with other words: an edit, not a compaction.
    new = (id_ for id_ in reading.seen[session_id] if id_ > reading.before)
    edits = set(_who_and_when(conn, new).values()) if trims else set()
    for start in range(0, len(missing), _AT_ONCE):
        part = missing[start : start + _AT_ONCE]
        was = _who_and_when(conn, part) if trims else {}
        trimmed = {id_ for id_ in part if trims and id_ < kept_from and was.get(id_) not in edits}

        def work(
            conn: sqlite3.Connection, part: list[int] = part, trimmed: set[int] = trimmed
        ) -> tuple[int, int, bool]:
            rows = conn.execute(_UNMARKED, (json_list(part),)).fetchall()
            compacted = [row["id"] for row in rows if row["id"] in trimmed and row["status"] == "active"]
            undone = [row["id"] for row in rows if row["id"] not in trimmed and row["status"] != "undone"]
            conn.executemany(MARK, [(id_, "compacted", reading.path) for id_ in compacted])
            conn.executemany(MARK, [(id_, "undone", reading.path) for id_ in undone])
            reopen(conn, undone)
            return len(undone), len(compacted), named_after(conn, session_id, undone)

        undone, compacted, named = write(work)
        unnamed |= named
        settled.undone += undone
        settled.compacted += compacted
        if undone or compacted:
            settled.sessions.add(session_id)
    return unnamed


def _who_and_when(conn: sqlite3.Connection, ids: Iterable[int]) -> dict[int, tuple[str, str]]:
    sql = "SELECT id, role, created_at FROM messages WHERE id IN (SELECT value FROM json_each(?))"
    return {row[0]: (row[1], row[2]) for row in conn.execute(sql, (json_list(ids),))}


def _name_anew(conn: sqlite3.Connection, session_id: str) -> None:
    conn.execute("UPDATE sessions SET title = ? WHERE id = ?", (first_title(conn, session_id), session_id))
