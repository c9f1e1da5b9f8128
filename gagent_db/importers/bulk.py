"""Write a batch in one short transaction.

A trigger that fires row by row makes the full-text index write one segment per row. Here the triggers stand back
(``index_state.suspended``, set and cleared inside the transaction) and each index is filled by one statement, each
counter by one. A batch is bounded so that other writers wait for a tenth of a second, not more.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Any

from ..extract import EXTRACTOR_VERSION
from ..sql_json import json_list
from ..store.artifacts import leave_unread
from ..store.incoming import clean_text, dump_json, own_time
from ..store.messages import MESSAGE_COLUMNS
from ..store.opening import largest_id
from ..store.titles import title_from
from ..store.uids import name_copied
from . import rewritten
from .base import OWN_FORMATS, ToolResult
from .batch import (
    CONTENT,
    ROLE,
    SESSION,
    STATUS,
    UID,
    Batch,
    ImportRow,
    Key,
    MessageRow,
    Ranges,
    SessionRow,
)
from .bulk_sessions import (
    name_and_continue,
    name_by_prompt,
    owners,
    text_mark,
    without_texts,
    write_sessions,
)

_CALL_COLUMNS = (
    "session_id", "message_id", "call_id", "tool_name", "arguments_json", "result_summary", "status", "exit_code",
    "result_message_id", "created_at",
)  # fmt: skip
_MEDIA_COLUMNS = ("session_id", "message_id", "kind", "path", "mime_type", "sha256", "bytes", "metadata_json")
# Calls that wait for one of these results, or may hold an older version of it.
_CALLS_OF_RESULTS = """
WITH found AS (
    SELECT id FROM tool_calls
    WHERE session_id = ?1 AND call_id IN (SELECT value FROM json_each(?2)) AND result_message_id IS NULL
    UNION
    SELECT id FROM tool_calls
    WHERE result_message_id IN (SELECT id FROM messages
                                WHERE session_id = ?1 AND uid IN (SELECT value FROM json_each(?3))))
SELECT id, call_id, result_summary, status, exit_code, result_message_id FROM found JOIN tool_calls USING (id)
WHERE session_id = ?1 AND call_id IN (SELECT value FROM json_each(?2)) ORDER BY id
"""
_ROWS = 50  # of one INSERT: a statement with triggers opens a savepoint, which costs more than inserting a row
_LARGE = 500  # messages from which on a batch is worth changing a setting of the index
# Bytes of words that FTS5 gathers before it writes a segment: a whole batch, so that it writes one and merges less.
_LARGE_HASH, _USUAL_HASH = 8 << 20, 1 << 20
_INDEXES = ("messages_fts", "tool_calls_fts")


@dataclass(slots=True)
class Outcome:
    """What one batch changed."""

    added: set[str] = field(default_factory=set)  # sessions
    updated: set[str] = field(default_factory=set)
    messages: int = 0
    forgotten: int = 0  # messages and sessions left out because a person asked to forget them
    returned: list[Key] = field(default_factory=list)  # messages that had been marked as gone
    unnamed: set[str] = field(default_factory=set)  # sessions whose first prompt may be gone
    taken: list[rewritten.Taken] = field(default_factory=list)  # what belongs to which source; note it when committed


def apply(conn: sqlite3.Connection, batch: Batch) -> Outcome:
    """Write a batch inside a running write. May be called again with the same batch."""
    outcome = Outcome()
    sessions, messages = _without_forgotten(conn, batch, outcome)
    messages = _without_copies(conn, sessions, messages)
    own = {id_ for id_, row in sessions.items() if row.source_format in OWN_FORMATS}
    name_copied(conn, ((row[SESSION], row[UID], row[ROLE], row[CONTENT]) for row in messages if row[SESSION] in own))
    there = rewritten.set_edited_aside(conn, batch, messages)
    _suspend(conn, True)
    write_sessions(conn, sessions.values(), outcome.added, outcome.updated)
    new = _insert_messages(conn, messages)
    outcome.messages = len(new)
    first_call = largest_id(conn, "tool_calls") + 1
    answered = _insert_calls(conn, batch, new)
    _insert_media(conn, batch, new)
    if new:
        first = next(iter(new.values()))
        leave_unread(conn, first)
        grown = {session_id for session_id, _ in new}
        _index(conn, first, first_call)
        _count(conn, grown, first)
        outcome.updated |= grown
    _date(conn, (row for row in sessions.values() if row.id in outcome.added))
    _suspend(conn, False)
    if len(new) < len(messages):
        outcome.returned = rewritten.bring_back(conn, messages, new)
        outcome.updated |= {session_id for session_id, _ in outcome.returned}
    _update_messages(conn, batch.updates, messages, new, sessions, outcome)
    _answer_older_calls(conn, batch, new, answered, sessions)
    rewritten.compact(conn, (one for one in batch.compactions if one[0] in sessions))
    outcome.updated |= rewritten.follow_statuses(conn, batch, there)
    outcome.updated |= name_and_continue(conn, batch.titles, batch.continued)
    outcome.updated |= name_by_prompt(conn, outcome.unnamed)
    outcome.taken = rewritten.taken(conn, batch, new, there)
    held = {taken.reading: taken.held for taken in outcome.taken}
    for source in batch.sources:
        _write_source(conn, source, {**source.reading.held, **held.pop(source.reading, {})}, outcome)
    for reading, changed in held.items():
        if reading.is_due(len(reading.held) + sum(id_ not in reading.held for id_ in changed)):
            rewritten.write_held(conn, reading, {**reading.held, **changed})
    outcome.updated -= outcome.added
    return outcome


# -- what is left out ----------------------------------------------------------------------------------


def _without_forgotten(
    conn: sqlite3.Connection, batch: Batch, outcome: Outcome
) -> tuple[dict[str, SessionRow], list[MessageRow]]:
    sql = "SELECT session_id, uid FROM tombstones WHERE session_id IN (SELECT value FROM json_each(?))"
    forgotten: set[Key] = {(row[0], row[1]) for row in conn.execute(sql, (json_list(batch.sessions),))}
    gone = _forgotten_anywhere(conn, batch)
    if not forgotten and not gone:
        return dict(batch.sessions), batch.messages
    sessions = {id_: row for id_, row in batch.sessions.items() if (id_, "") not in forgotten}
    touched = {session_id for session_id, _ in forgotten}
    touched |= {row[SESSION] for row in batch.messages if row[UID] in gone}
    outcome.unnamed = touched & sessions.keys()
    for session_id in outcome.unnamed:
        row = sessions[session_id]
        row.first_prompt = None  # it may be what was to be forgotten
        texts = {uid for about, uid in forgotten if about == session_id and uid.startswith("text:")}
        row.metadata = without_texts(row.metadata, texts)
        if text_mark(row.columns.get("title") or "") in texts:
            del row.columns["title"]
    messages = [
        row
        for row in batch.messages
        if row[SESSION] in sessions and (row[SESSION], row[UID]) not in forgotten and row[UID] not in gone
    ]
    outcome.forgotten = len(batch.messages) - len(messages)
    for (session_id, _), result in batch.results.items():
        if (session_id, result.message_uid) in forgotten or result.message_uid in gone:
            result.summary = None
    return sessions, messages


def _forgotten_anywhere(conn: sqlite3.Connection, batch: Batch) -> set[str]:
    """Worldwide ids in this batch that were forgotten in any session: a resumed copy replays them."""
    sessions = {id_ for id_, row in batch.sessions.items() if row.global_uids}
    if not sessions:
        return set()
    uids = {row[UID] for row in batch.messages if row[SESSION] in sessions}
    uids |= {result.message_uid for (id_, _), result in batch.results.items() if id_ in sessions and result.message_uid}
    sql = "SELECT uid FROM tombstones WHERE uid <> '' AND uid IN (SELECT value FROM json_each(?))"
    return {row[0] for row in conn.execute(sql, (json_list(uids),))}


def _without_copies(
    conn: sqlite3.Connection, sessions: dict[str, SessionRow], messages: list[MessageRow]
) -> list[MessageRow]:
    """Drop messages that another session has already (a resumed conversation copies the one before it)."""
    if not any(session.global_uids for session in sessions.values()):
        return messages
    uids = [row[UID] for row in messages if sessions[row[SESSION]].global_uids]
    owner = owners(conn, uids)
    kept = []
    for row in messages:
        session = sessions[row[SESSION]]
        first = owner.setdefault(row[UID], session.id) if session.global_uids else session.id
        if first == session.id:
            kept.append(row)
        elif session.parent is None and "parent_session_id" not in session.metadata:
            session.parent = first
            session.columns.setdefault("end_reason", "branch")
            session.metadata["lineage"] = "branch"
    return kept


# -- messages and what hangs on them -------------------------------------------------------------------


def _insert_messages(conn: sqlite3.Connection, messages: Sequence[MessageRow]) -> dict[Key, int]:
    """Insert what is not there yet; ids of the new rows by (session_id, uid), in their order."""
    last = largest_id(conn)
    clause = "ON CONFLICT(session_id, uid) WHERE uid IS NOT NULL DO NOTHING"
    inserted = _insert_rows(conn, "messages", MESSAGE_COLUMNS, messages, clause, {"extracted": EXTRACTOR_VERSION})
    if inserted == len(messages):  # none was there before: the ids have no gap
        first = largest_id(conn) - inserted + 1
        return {(row[SESSION], row[UID]): id_ for id_, row in enumerate(messages, first)}
    rows = conn.execute("SELECT session_id, uid, id FROM messages WHERE id > ?", (last,))
    return {(row[0], row[1]): row[2] for row in rows}


def _insert_calls(conn: sqlite3.Connection, batch: Batch, new: dict[Key, int]) -> set[Key]:
    """Calls of new messages, with the results that are in the same batch; returns the answered (session, call)s."""
    answered: set[Key] = set()
    rows = []
    for session_id, uid, created_at, call, arguments in batch.calls:
        message_id = new.get((session_id, uid))
        if message_id is None:
            continue
        call_id = clean_text(call.call_id) if call.call_id else None
        summary, status, exit_code, result_id = call.result_summary, call.status, call.exit_code, None
        result = batch.results.get((session_id, call_id)) if call_id else None
        if result is not None and call_id:
            answered.add((session_id, call_id))
            summary, status, exit_code = _merged(result, summary, status, exit_code)
            result_id = new.get((session_id, result.message_uid or ""))
        rows.append(
            (
                session_id, message_id, call_id, clean_text(call.tool_name) or "unknown", arguments,
                clean_text(summary) if summary else summary, status, exit_code, result_id,
                own_time(call.created_at, created_at),
            )
        )  # fmt: skip
    _insert_rows(conn, "tool_calls", _CALL_COLUMNS, rows)
    return answered


def _merged(result: ToolResult, summary: str | None, status: str | None, exit_code: int | None) -> tuple[Any, ...]:
    return (
        summary if result.summary is None else result.summary,
        status if result.status is None else result.status,
        exit_code if result.exit_code is None else result.exit_code,
    )


def _insert_media(conn: sqlite3.Connection, batch: Batch, new: dict[Key, int]) -> None:
    rows = [
        (session_id, new[session_id, uid], ref.kind, ref.path and clean_text(ref.path), ref.mime_type, ref.sha256,
         ref.bytes, dump_json(ref.metadata))
        for session_id, uid, ref in batch.media
        if (session_id, uid) in new
    ]  # fmt: skip
    _insert_rows(conn, "media_refs", _MEDIA_COLUMNS, rows)


def _index(conn: sqlite3.Connection, first: int, first_call: int) -> None:
    """Fill the full-text indexes with the messages and calls from these ids on."""
    usable = {row[0] for row in conn.execute("SELECT name FROM index_state WHERE NOT stale")}
    for index, first_id, select in (
        ("messages_fts", first, "(rowid, content, search_text) SELECT id, content, search_text FROM messages"),
        ("tool_calls_fts", first_call, "(rowid, text) SELECT id, text FROM tool_calls_text"),
    ):
        rows = largest_id(conn, "messages" if index == "messages_fts" else "tool_calls") - first_id + 1
        if rows and index in usable:
            large = rows > _LARGE
            if large:
                conn.execute(f"INSERT INTO {index}({index}, rank) VALUES ('hashsize', {_LARGE_HASH})")
            conn.execute(f"INSERT INTO {index}{select} WHERE id >= ?", (first_id,))
            if large:
                conn.execute(f"INSERT INTO {index}({index}, rank) VALUES ('hashsize', {_USUAL_HASH})")


def _count(conn: sqlite3.Connection, sessions: Iterable[str], first: int) -> None:
    """Do what the counting triggers would have done for the messages from this id on, and for their calls."""
    conn.executemany(
        """UPDATE sessions SET
             message_count = message_count + n,
             tool_call_count = tool_call_count
               + (SELECT count(*) FROM messages m JOIN tool_calls c ON c.message_id = m.id
                  WHERE m.session_id = ?1 AND m.id >= ?2),
             created_at = min(created_at, first_at),
             updated_at = iif(message_count = 0, last_at, max(updated_at, last_at)),
             input_tokens = input_tokens + new_input, output_tokens = output_tokens + new_output,
             cache_read_tokens = cache_read_tokens + new_read, cache_write_tokens = cache_write_tokens + new_write,
             cost_usd = iif(new_cost IS NULL, cost_usd, coalesce(cost_usd, 0) + new_cost)
           FROM (SELECT count(*) AS n, min(created_at) AS first_at, max(created_at) AS last_at,
                   coalesce(sum(input_tokens), 0) AS new_input, coalesce(sum(output_tokens), 0) AS new_output,
                   coalesce(sum(cache_read_tokens), 0) AS new_read,
                   coalesce(sum(cache_write_tokens), 0) AS new_write, sum(cost_usd) AS new_cost
                 FROM messages WHERE session_id = ?1 AND id >= ?2)
           WHERE sessions.id = ?1""",
        [(session_id, first) for session_id in sessions],
    )


def _date(conn: sqlite3.Connection, sessions: Iterable[SessionRow]) -> None:
    """Give new sessions in which no message has a time the time of their source."""
    conn.executemany(
        """UPDATE sessions SET created_at = iif(created_at = '9999', ?1, created_at),
           updated_at = iif(updated_at = '', iif(created_at = '9999', ?1, created_at), updated_at) WHERE id = ?2""",
        [(row.modified_at, row.id) for row in sessions],
    )


def _update_messages(
    conn: sqlite3.Connection,
    updates: Sequence[MessageRow],
    messages: Sequence[MessageRow],
    new: dict[Key, int],
    sessions: dict[str, SessionRow],
    outcome: Outcome,
) -> None:
    """Bring messages that the source has rewritten up to date; the indexes follow by trigger."""
    names = [name for name in MESSAGE_COLUMNS if name not in ("session_id", "uid", "created_at")]
    sets = ", ".join(f"{name} = :{name}" for name in names)
    differs = " OR ".join(f"{name} IS NOT :{name}" for name in names)
    inserted = {(row[SESSION], row[UID]): row for row in reversed(messages)} if updates else {}
    for row in updates:
        key = (row[SESSION], row[UID])
        if row[SESSION] not in sessions or (key in new and inserted.get(key) is row):
            continue  # just inserted like this; a later version in the same batch still counts
        values = dict(zip(MESSAGE_COLUMNS, row, strict=True))
        changed = conn.execute(
            f"UPDATE messages SET {sets}, extracted = 0 WHERE session_id = :session_id AND uid = :uid AND ({differs})",
            values,
        )
        if changed.rowcount:
            outcome.updated.add(row[SESSION])
            if row[STATUS] == "undone" and row[ROLE] == "user":  # the session may be named after it
                sql = "UPDATE sessions SET title = NULL WHERE id = ? AND title = ?"
                if conn.execute(sql, (row[SESSION], title_from(row[CONTENT]))).rowcount:
                    outcome.unnamed.add(row[SESSION])


def _answer_older_calls(
    conn: sqlite3.Connection,
    batch: Batch,
    new: dict[Key, int],
    answered: set[Key],
    sessions: dict[str, SessionRow],
) -> None:
    """Store results whose call was written by an earlier batch or import."""
    waiting: dict[str, dict[str, ToolResult]] = {}
    for (session_id, call_id), result in batch.results.items():
        if (session_id, call_id) not in answered and session_id in sessions:
            waiting.setdefault(session_id, {})[call_id] = result
    for session_id, results in waiting.items():
        uids = (result.message_uid for result in results.values() if result.message_uid)
        for call in conn.execute(_CALLS_OF_RESULTS, (session_id, json_list(results), json_list(uids))).fetchall():
            late = results[call["call_id"]]
            merged = _merged(late, call["result_summary"], call["status"], call["exit_code"])
            message_id = call["result_message_id"]
            if message_id is None and late.message_uid:
                message_id = new.get((session_id, late.message_uid)) or _message_id(conn, session_id, late.message_uid)
            if (*merged, message_id) != tuple(call)[2:]:
                conn.execute(
                    "UPDATE tool_calls SET result_summary = ?, status = ?, exit_code = ?, result_message_id = ? "
                    "WHERE id = ?",
                    (*merged, message_id, call["id"]),
                )


def _message_id(conn: sqlite3.Connection, session_id: str, uid: str) -> int | None:
    row = conn.execute("SELECT id FROM messages WHERE session_id = ? AND uid = ?", (session_id, uid)).fetchone()
    return row[0] if row else None


# -- bookkeeping ---------------------------------------------------------------------------------------


def _insert_rows(
    conn: sqlite3.Connection,
    table: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    clause: str = "",
    fixed: Mapping[str, int] = MappingProxyType({}),
) -> int:
    """Insert rows, many in a statement, all with the same ``fixed`` numbers; returns how many went in."""
    head = f"INSERT INTO {table}({', '.join((*columns, *fixed))}) VALUES "
    row = f"({', '.join(['?'] * len(columns) + [*map(str, fixed.values())])})"
    whole = len(rows) - len(rows) % _ROWS
    sql = f"{head}{', '.join([row] * _ROWS)} {clause}"
    inserted = 0
    for start in range(0, whole, _ROWS):
        inserted += conn.execute(sql, list(chain.from_iterable(rows[start : start + _ROWS]))).rowcount
    return inserted + max(0, conn.executemany(f"{head}{row} {clause}", rows[whole:]).rowcount)


def _suspend(conn: sqlite3.Connection, suspended: bool) -> None:
    sql = "UPDATE index_state SET suspended = ? WHERE name IN (SELECT value FROM json_each(?))"
    conn.execute(sql, (suspended, json_list(_INDEXES)))


def _write_source(conn: sqlite3.Connection, row: ImportRow, held: Ranges, outcome: Outcome) -> None:
    these = json_list(row.session_ids)
    # A copy of another conversation with nothing added is no session of its own.
    copies = conn.execute(
        """DELETE FROM sessions WHERE id IN (SELECT value FROM json_each(?)) AND message_count = 0
           AND json_extract(metadata_json, '$.lineage') = 'branch' RETURNING id""",
        (these,),
    ).fetchall()
    outcome.added -= {copy[0] for copy in copies}
    if row.reading.old_path:
        conn.execute("DELETE FROM imports WHERE path = ?", (row.reading.old_path,))
    there = "SELECT json_group_array(id) FROM sessions WHERE id IN (SELECT value FROM json_each(?))"
    values = {
        **row.columns,
        "path": row.reading.path,
        "format": row.reading.format,
        "session_ids": conn.execute(there, (these,)).fetchone()[0],
        "state_json": dump_json({**row.state, "held": held}),
    }
    if copies:
        values["tail_hash"] = ""  # it is read from the start when it says something new
    names, marks = ", ".join(values), ", ".join(f":{name}" for name in values)
    sets = ", ".join(f"{name} = excluded.{name}" for name in (*values, "imported_at") if name != "path")
    sql = f"INSERT INTO imports({names}) VALUES ({marks}) ON CONFLICT(path) DO UPDATE SET {sets}"
    conn.execute(sql, values)  # columns that a person added keep what is in them
