"""Write artifact rows: what was extracted from each message, and which open items later messages closed.

``artifact_values`` holds each distinct text once, ``artifact_mentions`` the messages it occurs in, with a status; the
view ``artifacts`` joins them.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from ..errors import GagentError, NotFound
from ..extract import EXTRACTOR_VERSION
from ..models import ToolCall
from ..sql_json import json_list, loads_or_none
from . import meta
from .batches import next_batch
from .closing import close_open_items
from .database import Store
from .doubts import without_doubtful
from .extraction import STATEMENTS, Found, MessageRow, find

Progress = Callable[[int, int], None]


def store_artifacts(conn: sqlite3.Connection, session_id: str, messages: Sequence[MessageRow]) -> None:
    """Extract and store the items of new messages of one session, inside a running write.

    `messages`: (message_id, role, content, content_type, tool_calls), in order.
    """
    write_found(conn, find([(session_id, message) for message in messages]))


# -- writing -------------------------------------------------------------------------------------------

SLOTS = 1024  # the id of a mention is SLOTS * message id + its place in the message; the SQL of this project says 1024
_INSERT_VALUE = """INSERT INTO artifact_values(key, kind, value, normalized, last_seen)
VALUES (?, ?, ?, ?, max(0, coalesce(CAST(strftime('%s', ?) AS INTEGER), 0)))
ON CONFLICT(key) DO UPDATE SET last_seen = excluded.last_seen WHERE excluded.last_seen > last_seen"""
_INSERT_MENTION = "INSERT INTO artifact_mentions(id, value_id, status) VALUES (?, ?, ?)"
# CROSS JOIN makes SQLite go from the few messages asked for to their mentions, never the other way round.
_OF_MESSAGES = """FROM json_each(?) wanted
CROSS JOIN artifact_mentions a ON a.id BETWEEN wanted.value * 1024 AND wanted.value * 1024 + 1023"""


def write_found(conn: sqlite3.Connection, batch: Sequence[Found]) -> None:
    """Store the items of messages (ascending ids) in place of those they had, and close the open items they settle."""
    batch = without_doubtful(conn, batch)
    ids = json_list(found.message_id for found in batch)
    kept = _kept_answers(conn, ids)
    conn.execute(f"DELETE FROM artifact_mentions WHERE id IN (SELECT a.id {_OF_MESSAGES})", (ids,))
    values = _store_values(conn, batch, ids)
    mentions = []
    for found in batch:
        for place, (kind, normalized, _, status) in enumerate(found.rows):
            mentions.append((found.message_id * SLOTS + place, values[_key(kind, normalized)], status))
    conn.executemany(_INSERT_MENTION, mentions)
    conn.executemany(
        """UPDATE artifact_mentions SET status = 'resolved', resolved_by_message_id = ?
           WHERE id BETWEEN ? * 1024 AND ? * 1024 + 1023 AND value_id = ?""",
        [(by, message_id, message_id, values[key]) for message_id, key, by in kept if key in values],
    )
    conn.execute(
        "UPDATE messages SET extracted = ?1 WHERE id IN (SELECT value FROM json_each(?2)) AND extracted <> ?1",
        (EXTRACTOR_VERSION, ids),
    )
    close_open_items(conn, batch)


def _store_values(conn: sqlite3.Connection, batch: Sequence[Found], ids: str) -> dict[int, int]:
    """Store the distinct texts of a batch; returns key -> id of its row in ``artifact_values``."""
    times = dict(
        conn.execute("SELECT id, created_at FROM messages WHERE id IN (SELECT value FROM json_each(?))", (ids,))
    )
    values: dict[int, tuple[str, str, str | None, str | None]] = {}
    for found in batch:
        at = times.get(found.message_id)
        for kind, normalized, value, _ in found.rows:
            key = _key(kind, normalized)
            known = values.get(key)
            if known is None:
                # `normalized` is only stored if it cannot be derived from the value again.
                derived = normalized[:1] != "[" if kind in STATEMENTS else normalized == value
                values[key] = (kind, value, None if derived else normalized, at)
            elif at and at > (known[3] or ""):
                values[key] = (*known[:3], at)
    conn.executemany(_INSERT_VALUE, [(key, *value) for key, value in values.items()])
    rows = conn.execute(
        "SELECT key, id FROM artifact_values WHERE key IN (SELECT value FROM json_each(?))", (json_list(values),)
    )
    return {row[0]: row[1] for row in rows}


def _key(kind: str, normalized: str) -> int:
    """Return a 64-bit hash that equal mentions share."""
    digest = hashlib.blake2b(f"{kind} {normalized}".encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _kept_answers(conn: sqlite3.Connection, ids: str) -> list[tuple[int, int, int | None]]:
    """Return (message, key, closed by) of open items that are already closed, so that a new extraction does not reopen
    them."""
    rows = conn.execute(
        f"""SELECT wanted.value, v.key, a.resolved_by_message_id {_OF_MESSAGES}
            CROSS JOIN artifact_values v ON v.id = a.value_id
            WHERE a.status = 'resolved' AND v.kind = 'unresolved' AND v.key IS NOT NULL""",
        (ids,),
    )
    return [(row[0], row[1], row[2]) for row in rows]


def set_resolved(
    store: Store, artifact_id: int, *, resolved: bool = True, by_message: int | None = None
) -> dict[str, Any]:
    """Close an open item by hand, or reopen it; returns its row of `artifacts` afterwards.

    Closing it again without ``by_message`` keeps the message that is known to have closed it. Raises NotFound for an
    unknown artifact or message, GagentError for one that is not an open item.
    """

    def work(conn: sqlite3.Connection) -> dict[str, Any]:
        row = conn.execute("SELECT kind FROM artifacts WHERE id = ?", (artifact_id,)).fetchone()
        if row is None:
            raise NotFound(f"There is no artifact {artifact_id}.", hint="Find its number with: gagent-db unresolved")
        if row["kind"] != "unresolved":
            raise GagentError(f"Artifact {artifact_id} is a {row['kind']}; only open items can be resolved.")
        if by_message is not None and not conn.execute("SELECT 1 FROM messages WHERE id = ?", (by_message,)).fetchone():
            raise NotFound(f"There is no message {by_message}.")
        conn.execute(
            """UPDATE artifact_mentions SET status = iif(?1, 'resolved', 'open'),
               resolved_by_message_id = iif(?1, coalesce(?2, resolved_by_message_id), NULL) WHERE id = ?3""",
            (resolved, by_message, artifact_id),
        )
        return dict(conn.execute("SELECT * FROM artifacts WHERE id = ?", (artifact_id,)).fetchone())

    return store.write(work)


# -- in the background ---------------------------------------------------------------------------------

_SELECT = "SELECT id, session_id, role, content, content_type FROM messages"
_MARKED = f"{_SELECT} WHERE extracted = 0 AND id > ? ORDER BY id LIMIT ?"
_OLD = f"{_SELECT} WHERE extracted <> {EXTRACTOR_VERSION} AND id > ? ORDER BY id LIMIT ?"
_FROM = f"{_SELECT} WHERE id >= ? ORDER BY id LIMIT ?"
_DONE = "artifacts_version"  # in meta: the version of the extractor that has read every message
_UNREAD = "artifacts_unread"  # in meta: messages with this id or a higher one are still to be read


def leave_unread(conn: sqlite3.Connection, first: int) -> None:
    """Leave messages with ids from ``first`` on to :func:`extract_pending`; called inside the write that adds them.

    Such messages are stored with EXTRACTOR_VERSION from the start: marking each as unread would write an index entry
    now, and write every row and entry once more when it is read.
    """
    if _unread_from(conn) is None:
        meta.put(conn, _UNREAD, first)


def pending(conn: sqlite3.Connection) -> int:
    """Return how many messages this extractor has not read yet."""
    sql = f"SELECT count(*) FROM messages WHERE extracted <> {EXTRACTOR_VERSION} OR id >= coalesce(?, 9e18)"
    return int(conn.execute(sql, (_unread_from(conn),)).fetchone()[0])


def extract_pending(store: Store, progress: Progress | None = None) -> int:
    """Extract from every message this extractor has not read, in short writes; returns how many there were.

    May be stopped and run again, and may run in two processes: each message is done once.
    """
    conn = store.read()
    upgrade = int(meta.get(conn, _DONE) or 0) != EXTRACTOR_VERSION
    total = _estimate(conn, upgrade)
    done = last = 0
    while True:
        first = _unread_from(conn)
        rows = _next(conn, _OLD if upgrade else _MARKED, last)
        if rows and (first is None or rows[0][1][0] < first):
            last = rows[-1][1][0]
            work = partial(_write_marked, rows=rows, batch=find(rows))
        elif first is not None:
            rows = _next(conn, _FROM, first)
            work = partial(_write_unread, rows=rows, batch=find(rows), first=first)
        else:
            break
        done += store.write(work)
        if progress:
            progress(done, max(total, done))
    if upgrade:
        store.write(lambda conn: meta.put(conn, _DONE, EXTRACTOR_VERSION))
    return done


def _estimate(conn: sqlite3.Connection, upgrade: bool) -> int:
    """Return about how many messages are to be read, assuming that no id is missing among the unread."""
    first = _unread_from(conn)
    marked = f"extracted <> {EXTRACTOR_VERSION}" if upgrade else "extracted = 0"
    sql = f"SELECT (SELECT count(*) FROM messages WHERE {marked} AND id < ?1), (SELECT max(id) FROM messages)"
    total, highest = conn.execute(sql, (2**62 if first is None else first,)).fetchone()
    return int(total if first is None else total + max(0, (highest or 0) - first + 1))


_Rows = Sequence[tuple[str, MessageRow]]  # messages with their sessions


def _next(conn: sqlite3.Connection, sql: str, start: int) -> _Rows:
    """Return the next messages with their sessions and tool calls."""
    return _with_calls(conn, next_batch(conn, sql, start))


def _with_calls(conn: sqlite3.Connection, rows: Sequence[sqlite3.Row]) -> _Rows:
    calls = _calls(conn, [row["id"] for row in rows])
    return [
        (row["session_id"], (row["id"], row["role"], row["content"], row["content_type"], calls.get(row["id"], ())))
        for row in rows
    ]


def _calls(conn: sqlite3.Connection, ids: Iterable[int]) -> dict[int, list[ToolCall]]:
    calls: dict[int, list[ToolCall]] = {}
    for row in conn.execute(
        """SELECT message_id, tool_name, arguments_json, status, exit_code FROM tool_calls
           WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY id""",
        (json_list(ids),),
    ):
        call = ToolCall(
            row["tool_name"], loads_or_none(row["arguments_json"]), status=row["status"], exit_code=row["exit_code"]
        )
        calls.setdefault(row["message_id"], []).append(call)
    return calls


def _as_it_is(conn: sqlite3.Connection, rows: _Rows, batch: Sequence[Found], condition: str) -> list[Found]:
    """Return what was found in those messages that still exist and meet the SQL ``condition``.

    Messages that changed since they were read, or got a result for one of their calls, are extracted from again.
    """
    sql = f"{_SELECT} WHERE id IN (SELECT value FROM json_each(?)) AND {condition}"
    existing = conn.execute(sql, (json_list(found.message_id for found in batch),)).fetchall()
    now = {row[1][0]: row for row in _with_calls(conn, existing)}
    pairs = [(row, found, now[found.message_id]) for row, found in zip(rows, batch, strict=True) if row[1][0] in now]
    return [found if row == current else find([current])[0] for row, found, current in pairs]


def _write_marked(conn: sqlite3.Connection, rows: _Rows, batch: Sequence[Found]) -> int:
    """Write those of the batch that no other process has done or deleted meanwhile; returns how many."""
    mine = _as_it_is(conn, rows, batch, f"extracted <> {EXTRACTOR_VERSION}")
    if mine:
        write_found(conn, mine)
    return len(mine)


def _write_unread(conn: sqlite3.Connection, rows: _Rows, batch: Sequence[Found], first: int) -> int:
    """Write those of the batch that still exist, and note from which id on messages are unread now; returns how many.

    Writes nothing if another process has read from ``first`` on meanwhile. An empty batch means that nothing is unread
    any more.
    """
    if _unread_from(conn) != first:
        return 0
    if not batch:
        conn.execute(
            "DELETE FROM meta WHERE name = ? AND NOT EXISTS (SELECT 1 FROM messages WHERE id >= ?)", (_UNREAD, first)
        )
        return 0
    mine = _as_it_is(conn, rows, batch, "1")
    write_found(conn, mine)
    meta.put(conn, _UNREAD, batch[-1].message_id + 1)
    return len(mine)


def _unread_from(conn: sqlite3.Connection) -> int | None:
    value = meta.get(conn, _UNREAD)
    return None if value is None else int(value)
