"""Write a batch in one short transaction.

A trigger fired row by row makes the full-text index write one segment a row. Here the triggers stand back
(``index_state.suspended``, set and cleared inside the transaction) and each index is filled by one statement,
each counter by one. A batch is bounded so that other writers wait for a tenth of a second, not more.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeVar

import orjson

from ..store.incoming import clean_json, clean_text, dump_json
from .base import ToolResult
from .batch import Batch, ImportRow, MessageRow, SessionRow

T = TypeVar("T")

MESSAGE_COLUMNS = (
    "session_id", "role", "content", "content_type", "provider", "model", "created_at", "input_tokens",
    "output_tokens", "cache_read_tokens", "cache_write_tokens", "cost_usd", "reasoning", "status", "uid",
    "search_text", "metadata_json",
)  # fmt: skip
_SESSION, _UID = MESSAGE_COLUMNS.index("session_id"), MESSAGE_COLUMNS.index("uid")
_CALL_COLUMNS = (
    "session_id", "message_id", "call_id", "tool_name", "arguments_json", "result_summary", "status", "exit_code",
    "result_message_id", "created_at",
)  # fmt: skip
_MEDIA_COLUMNS = ("session_id", "message_id", "kind", "path", "mime_type", "sha256", "bytes", "metadata_json")
_CHUNK = 500
_ROWS = 50  # of one INSERT: a statement with triggers opens a savepoint, which costs more than inserting a row
_INDEXES = ("messages_fts", "tool_calls_fts")

Key = tuple[str, str]  # (session_id, uid)


@dataclass(slots=True)
class Outcome:
    """What one batch changed."""

    added: set[str] = field(default_factory=set)  # sessions
    updated: set[str] = field(default_factory=set)
    messages: int = 0
    forgotten: int = 0  # messages and sessions left out because a person asked to forget them


def apply(conn: sqlite3.Connection, batch: Batch) -> Outcome:
    """Write a batch inside a running write. May be called again with the same batch."""
    outcome = Outcome()
    sessions, messages = _without_forgotten(conn, batch, outcome)
    messages = _without_copies(conn, sessions, messages)
    _suspend(conn, True)
    _write_sessions(conn, sessions.values(), outcome)
    new = _insert_messages(conn, messages)
    outcome.messages = len(new)
    answered = _insert_calls(conn, batch, new)
    _insert_media(conn, batch, new)
    _index_and_count(conn, sessions, new, outcome)
    _suspend(conn, False)
    _update_messages(conn, batch.updates, messages, new, sessions, outcome)
    _answer_older_calls(conn, batch, new, answered, sessions)
    _compact(conn, batch.compactions, sessions)
    outcome.updated |= name_and_continue(conn, batch.titles, batch.continued)
    for source in batch.sources:
        _write_source(conn, source, outcome)
    outcome.updated -= outcome.added
    return outcome


# -- what is left out ----------------------------------------------------------------------------------


def _without_forgotten(
    conn: sqlite3.Connection, batch: Batch, outcome: Outcome
) -> tuple[dict[str, SessionRow], list[MessageRow]]:
    forgotten: set[Key] = set()
    for part in _chunks(list(batch.sessions)):
        sql = f"SELECT session_id, uid FROM tombstones WHERE session_id IN ({_marks(part)})"
        forgotten.update((row[0], row[1]) for row in conn.execute(sql, part))
    if not forgotten:
        return dict(batch.sessions), batch.messages
    sessions = {id_: row for id_, row in batch.sessions.items() if (id_, "") not in forgotten}
    for session_id in {session_id for session_id, _ in forgotten} & sessions.keys():
        sessions[session_id].first_prompt = None  # it may be what was to be forgotten
    messages = [
        row for row in batch.messages if row[_SESSION] in sessions and (row[_SESSION], row[_UID]) not in forgotten
    ]
    outcome.forgotten = len(batch.messages) - len(messages)
    return sessions, messages


def _without_copies(
    conn: sqlite3.Connection, sessions: dict[str, SessionRow], messages: list[MessageRow]
) -> list[MessageRow]:
    """Drop messages that another session has already (a resumed conversation copies the one before it)."""
    uids = [row[_UID] for row in messages if sessions[row[_SESSION]].global_uids]
    if not uids:
        return messages
    owner = _owners(conn, uids)
    kept = []
    for row in messages:
        session = sessions[row[_SESSION]]
        first = owner.setdefault(row[_UID], session.id) if session.global_uids else session.id
        if first == session.id:
            kept.append(row)
        elif session.parent is None and "parent_session_id" not in session.metadata:
            session.parent = first
            session.columns.setdefault("end_reason", "branch")
            session.metadata["lineage"] = "branch"
    return kept


def _owners(conn: sqlite3.Connection, uids: Iterable[str]) -> dict[str, str]:
    """The session each of these messages is in."""
    owners: dict[str, str] = {}
    uuids: list[str] = []
    others: list[str] = []
    for uid in uids:
        (uuids if len(uid) >= 36 else others).append(uid)
    # Real ids are UUIDs and have an index of their own; others are looked for one scan a batch.
    for found, condition in ((uuids, "AND length(uid) >= 36"), (others, "")):
        for part in _chunks(found):
            sql = f"SELECT uid, session_id FROM messages WHERE uid IN ({_marks(part)}) {condition}"
            owners.update((row[0], row[1]) for row in conn.execute(sql, part))
    return owners


# -- sessions ------------------------------------------------------------------------------------------


def _write_sessions(conn: sqlite3.Connection, sessions: Iterable[SessionRow], outcome: Outcome) -> None:
    rows = list(sessions)
    known: dict[str, sqlite3.Row] = {}
    for part in _chunks([row.id for row in rows]):
        sql = f"SELECT * FROM sessions WHERE id IN ({_marks(part)})"
        known.update((row["id"], row) for row in conn.execute(sql, part))
    for row in rows:
        if row.parent:
            row.metadata.setdefault("parent_session_id", row.parent)
        if row.id in known:
            if _update_session(conn, row, known[row.id]):
                outcome.updated.add(row.id)
        else:
            _insert_session(conn, row)
            outcome.added.add(row.id)
    link_parents(conn, [(row.id, row.parent) for row in rows if row.parent])


def _insert_session(conn: sqlite3.Connection, row: SessionRow) -> None:
    values = dict(row.columns)
    values.setdefault("created_at", "9999")  # the first message's time comes in with the counters
    values.update(
        id=row.id,
        updated_at="",
        title=values.get("title") or row.first_prompt,
        model=values.get("model") or row.last_model,
        source_format=row.source_format,
        source_path=row.source_path,
        metadata_json=dump_json(clean_json(row.metadata) or None),
    )
    if values.get("key"):
        values["key"] = _claim_key(conn, row.id, values["key"], values["created_at"])
    names = ", ".join(values)
    conn.execute(f"INSERT INTO sessions({names}) VALUES ({', '.join(f':{name}' for name in values)})", values)


def _update_session(conn: sqlite3.Connection, row: SessionRow, known: sqlite3.Row) -> bool:
    """Bring a stored session up to date; True when something a reader sees has changed."""
    values = {name: value for name, value in row.columns.items() if name not in ("created_at", "channel")}
    if known["title"] is None and row.first_prompt:
        values.setdefault("title", row.first_prompt)
    if row.last_model:
        values.setdefault("model", row.last_model)
    if values.get("archived_at"):
        values["key"] = None
    elif values.get("key") and values["key"] != known["key"]:
        values["key"] = _claim_key(conn, row.id, values["key"], known["created_at"])
    stored = orjson.loads(known["metadata_json"]) if known["metadata_json"] else {}
    merged = {**stored, **clean_json(row.metadata)}
    if merged != stored:
        values["metadata_json"] = dump_json(merged)
    changed = {name: value for name, value in values.items() if known[name] != value}
    if known["source_path"] != row.source_path or known["source_format"] is None:
        values = {**changed, "source_path": row.source_path, "source_format": row.source_format}
    else:
        values = changed
    if values:
        sets = ", ".join(f"{name} = :{name}" for name in values)
        conn.execute(f"UPDATE sessions SET {sets} WHERE id = :id", {**values, "id": row.id})
    return bool(changed)


def _claim_key(conn: sqlite3.Connection, session_id: str, key: str, created_at: str) -> str | None:
    """The newest session of a chat holds its key."""
    holder = conn.execute("SELECT id, created_at FROM sessions WHERE key = ?", (key,)).fetchone()
    if holder is None or holder["id"] == session_id:
        return key
    if holder["created_at"] > created_at:
        return None
    conn.execute("UPDATE sessions SET key = NULL WHERE id = ?", (holder["id"],))
    return key


def link_parents(conn: sqlite3.Connection, pairs: Iterable[tuple[str, str]]) -> None:
    """Set the parent of each (session, parent) whose parent is there and does not descend from it."""
    conn.executemany(
        """UPDATE sessions SET parent_session_id = ?2
           WHERE id = ?1 AND ?1 <> ?2 AND parent_session_id IS NOT ?2 AND EXISTS (SELECT 1 FROM sessions WHERE id = ?2)
             AND ?1 NOT IN (WITH RECURSIVE up(id) AS (
                 SELECT ?2 UNION SELECT s.parent_session_id FROM sessions s JOIN up ON s.id = up.id
                 WHERE s.parent_session_id IS NOT NULL) SELECT id FROM up)""",
        list(pairs),
    )


def name_and_continue(
    conn: sqlite3.Connection, titles: Iterable[tuple[str, str]], continued: Iterable[tuple[str, str]]
) -> set[str]:
    """Titles and continuations that name a message of another source, where that is already in.

    Returns the sessions that changed. May be repeated when more has come in.
    """
    titles, continued = list(titles), list(continued)
    owners = _owners(conn, [uid for uid, _ in titles] + [uid for _, uid in continued])
    changed = set()
    for uid, title in titles:
        done = conn.execute(
            """UPDATE sessions SET title = ?1 WHERE id = ?2 AND title IS NOT ?1
               AND coalesce(json_extract(metadata_json, '$.title_source'), 'summary') = 'summary'""",
            (title, owners.get(uid)),
        )
        if done.rowcount:
            changed.add(owners[uid])
    for session_id, uid in continued:
        parent = owners.get(uid)
        if parent is None or parent == session_id:
            continue
        link_parents(conn, [(session_id, parent)])
        conn.execute(
            "UPDATE sessions SET end_reason = 'compression' WHERE id = ?1 AND end_reason IS NULL "
            "AND EXISTS (SELECT 1 FROM sessions WHERE id = ?2 AND parent_session_id = ?1)",
            (parent, session_id),
        )
    return changed


def link_orphans(conn: sqlite3.Connection) -> None:
    """Link sessions that came in before their parents."""
    sql = """SELECT id, json_extract(metadata_json, '$.parent_session_id') AS parent FROM sessions
             WHERE parent_session_id IS NULL AND metadata_json LIKE '%"parent_session_id"%'"""
    link_parents(conn, [(row[0], row[1]) for row in conn.execute(sql) if isinstance(row[1], str)])


# -- messages and what hangs on them -------------------------------------------------------------------


def _insert_messages(conn: sqlite3.Connection, messages: Sequence[MessageRow]) -> dict[Key, int]:
    """Insert what is not there yet; ids of the new rows by (session_id, uid)."""
    last = conn.execute("SELECT coalesce(max(id), 0) FROM messages").fetchone()[0]
    _insert_rows(conn, "messages", MESSAGE_COLUMNS, messages, "ON CONFLICT(session_id, uid) DO NOTHING")
    rows = conn.execute("SELECT session_id, uid, id FROM messages WHERE id > ?", (last,))
    return {(row[0], row[1]): row[2] for row in rows}


def _insert_calls(conn: sqlite3.Connection, batch: Batch, new: dict[Key, int]) -> set[Key]:
    """Calls of new messages, with the results that are in the same batch; returns the answered (session, call)s."""
    answered: set[Key] = set()
    rows = []
    times = {(row[_SESSION], row[_UID]): row[6] for row in batch.messages} if batch.calls else {}
    for session_id, uid, call in batch.calls:
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
                session_id, message_id, call_id, clean_text(call.tool_name) or "unknown", dump_json(call.arguments),
                clean_text(summary) if summary else summary, status, exit_code, result_id,
                call.created_at or times[(session_id, uid)],
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


def _index_and_count(
    conn: sqlite3.Connection, sessions: dict[str, SessionRow], new: dict[Key, int], outcome: Outcome
) -> None:
    first = min(new.values(), default=None)
    if first is not None:
        usable = {row[0] for row in conn.execute("SELECT name FROM index_state WHERE NOT stale")}
        if "messages_fts" in usable:
            conn.execute(
                "INSERT INTO messages_fts(rowid, content, search_text) "
                "SELECT id, content, search_text FROM messages WHERE id >= ?",
                (first,),
            )
        call = conn.execute("SELECT min(id) FROM tool_calls WHERE message_id >= ?", (first,)).fetchone()[0]
        if call is not None and "tool_calls_fts" in usable:
            conn.execute(
                "INSERT INTO tool_calls_fts(rowid, text) SELECT id, text FROM tool_calls_text WHERE id >= ?", (call,)
            )
        _count(conn, first, call or 2**62)
        outcome.updated.update(session_id for session_id, _ in new)
    fallbacks = [(row.modified_at, row.id) for row in sessions.values() if row.id in outcome.added]
    conn.executemany(
        """UPDATE sessions SET created_at = iif(created_at = '9999', ?1, created_at),
           updated_at = iif(updated_at = '', iif(created_at = '9999', ?1, created_at), updated_at) WHERE id = ?2""",
        fallbacks,
    )


def _count(conn: sqlite3.Connection, first: int, first_call: int) -> None:
    """What the counting triggers would have done for the messages and calls from these ids on."""
    conn.execute(
        """UPDATE sessions SET
             message_count = message_count + n, tool_call_count = tool_call_count + calls,
             created_at = min(created_at, first_at),
             updated_at = iif(message_count = 0, last_at, max(updated_at, last_at)),
             input_tokens = input_tokens + new_input, output_tokens = output_tokens + new_output,
             cache_read_tokens = cache_read_tokens + new_read, cache_write_tokens = cache_write_tokens + new_write,
             cost_usd = iif(new_cost IS NULL, cost_usd, coalesce(cost_usd, 0) + new_cost)
           FROM (SELECT session_id AS sid, count(*) AS n, min(created_at) AS first_at, max(created_at) AS last_at,
                   coalesce(sum(input_tokens), 0) AS new_input, coalesce(sum(output_tokens), 0) AS new_output,
                   coalesce(sum(cache_read_tokens), 0) AS new_read,
                   coalesce(sum(cache_write_tokens), 0) AS new_write, sum(cost_usd) AS new_cost,
                   (SELECT count(*) FROM tool_calls c WHERE c.session_id = m.session_id AND c.id >= ?2) AS calls
                 FROM messages m WHERE id >= ?1 GROUP BY session_id) AS added
           WHERE sessions.id = added.sid""",
        (first, first_call),
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
    inserted = {(row[_SESSION], row[_UID]): row for row in reversed(messages)} if updates else {}
    for row in updates:
        key = (row[_SESSION], row[_UID])
        if row[_SESSION] not in sessions or (key in new and inserted.get(key) is row):
            continue  # inserted just now as it is; a later version in the same batch still counts
        values = dict(zip(MESSAGE_COLUMNS, row, strict=True))
        changed = conn.execute(
            f"UPDATE messages SET {sets}, extracted = 0 WHERE session_id = :session_id AND uid = :uid AND ({differs})",
            values,
        )
        if changed.rowcount:
            outcome.updated.add(row[_SESSION])


def _answer_older_calls(
    conn: sqlite3.Connection,
    batch: Batch,
    new: dict[Key, int],
    answered: set[Key],
    sessions: dict[str, SessionRow],
) -> None:
    """Results whose call was written by an earlier batch or import."""
    waiting: dict[str, dict[str, ToolResult]] = {}
    for (session_id, call_id), result in batch.results.items():
        if (session_id, call_id) not in answered and session_id in sessions:
            waiting.setdefault(session_id, {})[call_id] = result
    for session_id, results in waiting.items():
        calls = conn.execute(
            "SELECT id, call_id, result_summary, status, exit_code, result_message_id FROM tool_calls "
            "WHERE session_id = ? AND call_id IS NOT NULL",
            (session_id,),
        ).fetchall()
        for call in calls:
            if (late := results.get(call["call_id"])) is None:
                continue
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


def _compact(conn: sqlite3.Connection, compactions: Iterable[Key], sessions: dict[str, SessionRow]) -> None:
    conn.executemany(
        """UPDATE messages SET status = 'compacted' WHERE session_id = ?1 AND status = 'active'
           AND id < (SELECT id FROM messages WHERE session_id = ?1 AND uid = ?2)""",
        [key for key in compactions if key[0] in sessions],
    )


# -- bookkeeping ---------------------------------------------------------------------------------------


def _insert_rows(
    conn: sqlite3.Connection, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], clause: str = ""
) -> None:
    head, row = f"INSERT INTO {table}({', '.join(columns)}) VALUES ", f"({_marks(columns)})"
    whole = len(rows) - len(rows) % _ROWS
    sql = f"{head}{', '.join([row] * _ROWS)} {clause}"
    for start in range(0, whole, _ROWS):
        conn.execute(sql, list(chain.from_iterable(rows[start : start + _ROWS])))
    conn.executemany(f"{head}{row} {clause}", rows[whole:])


def _suspend(conn: sqlite3.Connection, suspended: bool) -> None:
    conn.execute(f"UPDATE index_state SET suspended = ? WHERE name IN ({_marks(_INDEXES)})", (suspended, *_INDEXES))


def _write_source(conn: sqlite3.Connection, row: ImportRow, outcome: Outcome) -> None:
    session_ids = dump_json(row.session_ids)
    # A copy of another conversation to which nothing was added is no session of its own.
    copies = conn.execute(
        """DELETE FROM sessions WHERE id IN (SELECT value FROM json_each(?)) AND message_count = 0
           AND json_extract(metadata_json, '$.lineage') = 'branch' RETURNING id""",
        (session_ids,),
    ).fetchall()
    outcome.added -= {copy[0] for copy in copies}
    if row.moved_from:
        conn.execute("DELETE FROM imports WHERE path = ?", (row.moved_from,))
    conn.execute(
        """INSERT INTO imports(path, format, size, mtime, inode, offset, tail_hash, session_ids, messages,
             skipped_lines, skipped_json, state_json)
           VALUES (?, ?, ?, ?, ?, ?, ?,
             (SELECT json_group_array(id) FROM sessions WHERE id IN (SELECT value FROM json_each(?))), ?, ?, ?, ?)
           ON CONFLICT(path) DO UPDATE SET format = excluded.format, size = excluded.size, mtime = excluded.mtime,
             inode = excluded.inode, offset = excluded.offset, tail_hash = excluded.tail_hash,
             session_ids = excluded.session_ids, messages = excluded.messages,
             imported_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), skipped_lines = excluded.skipped_lines,
             skipped_json = excluded.skipped_json, state_json = excluded.state_json""",
        (
            row.path, row.format, row.size, row.mtime, row.inode, row.offset, row.tail_hash,
            session_ids, row.messages, row.skipped, dump_json(row.skips), dump_json(row.state),
        ),
    )  # fmt: skip


def _chunks(items: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), _CHUNK):
        yield items[start : start + _CHUNK]


def _marks(items: Sequence[Any]) -> str:
    return ", ".join("?" * len(items))
