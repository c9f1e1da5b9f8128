"""Restore what an export knows better than an import can derive it.

That is: the columns of a session as they were, which result belongs to which call, and which open items are closed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ..errors import GagentError
from ..export import DERIVED, ItemMark
from ..store import tags
from ..store.database import Store
from ..store.incoming import dump_json
from ..store.sessions import COLUMNS

# Columns that the import itself settles: which session it is, where it belongs, what is counted and summed.
_SETTLED = {"id", "key", "channel", "parent_session_id", "created_at", *DERIVED}
# For the others an import falls back on the messages; an export states them exactly, NULL included.
RESTORED = tuple(name for name in COLUMNS if name not in _SETTLED)


_AT_LEAST = """UPDATE sessions SET {0} = max(coalesce({0}, 0), ?2 + (
    SELECT coalesce(sum({0}), 0) FROM messages WHERE session_id = ?1)) WHERE id = ?1"""


# The first message that a compression kept in the context: found by its uid, in the sessions before this one.
_KEPT = """WITH RECURSIVE up(id, far) AS (
    SELECT parent_session_id, 1 FROM sessions WHERE id = ?1
    UNION SELECT s.parent_session_id, far + 1 FROM up JOIN sessions s ON s.id = up.id WHERE far < 100)
SELECT m.id FROM up JOIN messages m ON m.session_id = up.id
WHERE m.uid = (SELECT metadata_json ->> '$.kept_from' FROM sessions WHERE id = ?1) ORDER BY far LIMIT 1"""


class ResultLink(NamedTuple):
    """The message that holds the result of the call at ``place`` of a message; ``result_uid`` None: there is none."""

    session_id: str
    uid: str
    place: int
    result_uid: str | None


def restore_sessions(store: Store, sessions: Mapping[str, dict[str, Any]], added: Collection[str]) -> None:
    """Give sessions their tags, and new ones their columns and metadata too; remove the import's own note from the
    others.

    ``totals`` is the usage beyond that of the messages: a session gets at least that, and keeps more if it has more.
    """

    def work(conn: sqlite3.Connection) -> None:
        for session_id, given in sessions.items():
            _restore(conn, session_id, given, is_new=session_id in added)
        _find_kept(conn)

    if sessions:
        store.write(work)


def _restore(conn: sqlite3.Connection, session_id: str, given: dict[str, Any], *, is_new: bool) -> None:
    for name, beyond in given["totals"].items():
        if beyond:
            conn.execute(_AT_LEAST.format(name), (session_id, beyond))
    with suppress(GagentError):  # too many together with its own tags, which stay
        tags.add(conn, session_id, given["tags"])
    metadata = given.get("metadata")
    if not is_new:
        _without_note(conn, session_id, metadata)
        return
    row = conn.execute("SELECT parent_session_id FROM sessions WHERE id = ?", (session_id,)).fetchone()
    if row and given.get("parent_session_id") not in (None, row[0]):
        metadata = {**(metadata or {}), "parent_session_id": given["parent_session_id"]}  # it may still come
    values = {name: given.get(name) for name in RESTORED if given.get("updated_at") or name != "updated_at"}
    values["metadata_json"] = dump_json(metadata)
    sets = ", ".join(f"{name} = :{name}" for name in values)
    conn.execute(f"UPDATE sessions SET {sets} WHERE id = :id", {**values, "id": session_id})


def _find_kept(conn: sqlite3.Connection) -> None:
    """Point to the message here that begins what a compression kept; an export names it by uid. Its session may come
    before or after."""
    named = """SELECT id FROM sessions WHERE metadata_json LIKE '%"kept_from"%'
               AND json_type(metadata_json, '$.kept_from') = 'text'"""
    for (session_id,) in conn.execute(named).fetchall():
        conn.execute(
            f"""UPDATE sessions SET metadata_json = json_set(metadata_json, '$.kept_from', ({_KEPT}))
                WHERE id = ?1 AND ({_KEPT}) IS NOT NULL""",
            (session_id,),
        )


def _without_note(conn: sqlite3.Connection, session_id: str, metadata: dict[str, Any] | None) -> None:
    """Remove the note of the parent that an import keeps in the metadata until the parent comes: it is there
    already."""
    note = "json_extract(metadata_json, '$.parent_session_id')"
    bare = "json_remove(metadata_json, '$.parent_session_id')"
    if "parent_session_id" not in (metadata or {}):
        left = bare if metadata is not None else f"nullif({bare}, '{{}}')"
        conn.execute(
            f"UPDATE sessions SET metadata_json = {left} WHERE id = ? AND parent_session_id = {note}", (session_id,)
        )


def restore_links(store: Store, links: Sequence[ResultLink]) -> None:
    """Link results to calls that have no id, or that share their id with another call of the session."""
    message = "(SELECT id FROM messages WHERE session_id = ? AND uid = ?)"
    sql = f"""UPDATE tool_calls SET result_message_id = {message} WHERE id = (
                SELECT id FROM tool_calls WHERE message_id = {message} ORDER BY id LIMIT 1 OFFSET ?)"""
    rows = [(link.session_id, link.result_uid, link.session_id, link.uid, link.place) for link in links]
    if rows:
        store.write(lambda conn: conn.executemany(sql, rows))


def restore_marks(store: Store, marks: Sequence[ItemMark], sessions: Collection[str]) -> None:
    """Give the mentions of open items in these (new) sessions the status they had."""
    wanted = [mark for mark in marks if mark.session_id in sessions]

    def work(conn: sqlite3.Connection) -> None:
        for mark in wanted:
            message_id = _message(conn, mark.session_id, mark.uid)
            answer = _message(conn, mark.resolved_by_session, mark.resolved_by_uid)
            conn.execute(
                """UPDATE artifacts SET status = ?, resolved_by_message_id = ?
                   WHERE message_id = ? AND kind = 'unresolved' AND normalized = ?""",
                (mark.status, answer, message_id, mark.value),
            )

    if wanted:
        store.write(work)


def _message(conn: sqlite3.Connection, session_id: str | None, uid: str | None) -> int | None:
    row = conn.execute("SELECT id FROM messages WHERE session_id = ? AND uid = ?", (session_id, uid)).fetchone()
    return int(row[0]) if row else None
