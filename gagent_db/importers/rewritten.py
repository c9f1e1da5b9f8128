"""Sources that were rewritten: what they no longer hold, hold with other words, or hold in another order.

While such a source is read again its messages are matched with the stored ones by uid. A stored message whose words
have changed is set aside as undone, and the new wording is inserted. When everything is read, ``settle`` marks what the
source brought and no longer holds, and renumbers what is in the wrong order: the order of a session is that of the ids.
Marked rows say so in ``metadata_json`` under ``gone`` and are active again when they come back.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

import orjson

from ..sql_json import json_list
from ..store.titles import title_from
from .batch import CONTENT, REASONING, ROLE, SESSION, STATUS, UID, Batch, Compaction, Key, MessageRow, Ranges, Reading

_SESSION_OF, _UID_OF = itemgetter(SESSION), itemgetter(UID)
GONE = "json_extract(metadata_json, '$.gone')"
MARK = """UPDATE messages SET status = ?2, metadata_json = json_set(coalesce(metadata_json, '{}'), '$.gone',
    json_object('from', ?3, 'at', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'status', status)) WHERE id = ?1"""

_FOLLOW = f"""UPDATE messages SET status = ?2, extracted = 0
    WHERE id = ?1 AND status <> ?2 AND (status = 'active' OR ?2 = 'undone') AND {GONE} IS NULL"""


@dataclass(slots=True)
class Taken:
    """What a batch stored of one reading; ``note`` passes it on to the reading once the batch is committed."""

    reading: Reading
    held: Ranges  # of the sessions in this batch, with what earlier ones brought
    ids: list[tuple[str, int]]  # read again: (session_id, id) of each message, in the source's order

    def note(self) -> None:
        self.reading.held.update(self.held)
        if self.reading.is_due(count := len(self.reading.held)):
            self.reading.noted = count
        for session_id, id_ in self.ids:
            if id_ not in self.reading.met:
                self.reading.met.add(id_)
                self.reading.seen.setdefault(session_id, array("q")).append(id_)


# -- while it is read: inside the transaction of a batch -------------------------------------------------


def set_edited_aside(conn: sqlite3.Connection, batch: Batch, messages: Sequence[MessageRow]) -> dict[Key, int]:
    """Set aside stored messages that have other words now; returns the ids of the unchanged ones, by key.

    When a source has a message twice, the first one counts, as it does when both are new.
    """
    there: dict[Key, int] = {}
    again = [(reading, rows) for reading, rows in batch.readings() if reading.again]
    if not again:
        return there
    wanted = {(row[SESSION], row[UID]) for row in messages}
    updated = {(row[SESSION], row[UID]) for row in batch.updates}
    calls: dict[Key, list[tuple[str, str | None]]] = {}
    for session_id, uid, _, call, arguments in batch.calls:
        calls.setdefault((session_id, uid), []).append((call.tool_name, arguments))
    for reading, rows in again:
        first: dict[Key, MessageRow] = {}
        for row in rows:
            if (key := (row[SESSION], row[UID])) in wanted:
                first.setdefault(key, row)
        edited: dict[int, str] = {}
        for stored in _stored(conn, first):
            key = (stored["session_id"], stored["uid"])
            same = (stored["role"], stored["content"], stored["reasoning"]) == _words(first[key])
            if key in updated or stored["id"] in reading.met or (same and _same_calls(conn, stored, calls.get(key))):
                there[key] = stored["id"]
            else:
                edited[stored["id"]] = key[0]
        _set_aside(conn, list(edited), reading.path)
        for id_, session_id in edited.items():
            if named_after(conn, session_id, [id_]):
                conn.execute("UPDATE sessions SET title = NULL WHERE id = ?", (session_id,))
    return there


def _words(row: MessageRow) -> tuple[Any, ...]:
    return row[ROLE], row[CONTENT], row[REASONING]


def _same_calls(conn: sqlite3.Connection, stored: sqlite3.Row, calls: list[tuple[str, str | None]] | None) -> bool:
    if not stored["calls"] or not calls:
        return True  # a source may hold the calls elsewhere
    sql = "SELECT tool_name, arguments_json FROM tool_calls WHERE message_id = ? ORDER BY id"
    return [tuple(row) for row in conn.execute(sql, (stored["id"],))] == calls[: stored["calls"]]


def _stored(conn: sqlite3.Connection, keys: Iterable[Key]) -> Iterator[sqlite3.Row]:
    by_session: dict[str, list[str]] = {}
    for session_id, uid in keys:
        by_session.setdefault(session_id, []).append(uid)
    for session_id, uids in by_session.items():
        yield from conn.execute(
            """SELECT id, session_id, uid, role, content, reasoning,
                 (SELECT count(*) FROM tool_calls WHERE message_id = messages.id) AS calls
               FROM messages WHERE session_id = ? AND uid IN (SELECT value FROM json_each(?))""",
            (session_id, json_list(uids)),
        ).fetchall()


def _set_aside(conn: sqlite3.Connection, ids: Sequence[int], path: str) -> None:
    """Mark messages as undone and free their uids for the new wording."""
    conn.executemany(MARK, [(id_, "undone", path) for id_ in ids])
    conn.executemany("UPDATE messages SET uid = uid || ':' || id WHERE id = ?", [(id_,) for id_ in ids])
    conn.executemany(
        "UPDATE tool_calls SET result_message_id = NULL WHERE result_message_id = ?", [(id_,) for id_ in ids]
    )
    reopen(conn, ids)


def bring_back(conn: sqlite3.Connection, messages: Sequence[MessageRow], new: dict[Key, int]) -> list[Key]:
    """Restore messages that were marked as gone and are back in a source; returns their keys."""
    waiting: dict[str, dict[str, str]] = {}
    for row in messages:
        if (row[SESSION], row[UID]) not in new:
            waiting.setdefault(row[SESSION], {}).setdefault(row[UID], row[STATUS])
    back: list[Key] = []
    for session_id, uids in waiting.items():
        found = conn.execute(
            f"""SELECT id, uid, json_extract(metadata_json, '$.gone.status') AS was FROM messages
                WHERE session_id = ? AND uid IN (SELECT value FROM json_each(?)) AND status <> 'active'
                  AND {GONE} IS NOT NULL""",
            (session_id, json_list(uids)),
        ).fetchall()
        conn.executemany(
            """UPDATE messages SET status = ?2, extracted = 0,
               metadata_json = nullif(json_remove(metadata_json, '$.gone'), '{}') WHERE id = ?1""",
            [(row["id"], row["was"] if uids[row["uid"]] == "active" else uids[row["uid"]]) for row in found],
        )
        back += [(session_id, row["uid"]) for row in found]
    return back


def follow_statuses(conn: sqlite3.Connection, batch: Batch, there: dict[Key, int]) -> set[str]:
    """Follow a source that states its statuses: mark what was taken back or compacted there since the last reading;
    returns the sessions that changed. Only messages that it brought are touched, and what is undone here stays so."""
    changed = set()
    for reading, rows in batch.readings():
        for row in rows if reading.tells_status else ():
            id_, status = there.get((row[SESSION], row[UID]), 0), row[STATUS]
            own = any(first <= id_ <= last for first, last in reading.held.get(row[SESSION], ()))
            if own and status != "active" and conn.execute(_FOLLOW, (id_, status)).rowcount:
                changed.add(row[SESSION])
                reopen(conn, [id_] if status == "undone" else [])
    return changed


def taken(conn: sqlite3.Connection, batch: Batch, new: dict[Key, int], there: dict[Key, int]) -> list[Taken]:
    """Which messages of this batch belong to which reading."""
    found = []
    for reading, rows in batch.readings():
        spans: dict[str, tuple[int, int]] = {}
        ids: list[tuple[str, int]] = []
        for session_id, run in groupby(rows, _SESSION_OF):
            keys = [(session_id, uid) for uid in map(_UID_OF, run)]
            if fresh := _fresh(keys, new):
                known = spans.get(session_id, fresh)
                spans[session_id] = (min(known[0], fresh[0]), max(known[1], fresh[1]))
            if reading.again:
                stored = (there.get(key, new.get(key)) for key in keys)
                ids += [(session_id, id_) for id_ in stored if id_ is not None]
        held = {session_id: list(reading.held.get(session_id, ())) for session_id in spans}
        for session_id, span in spans.items():
            _extend(conn, held[session_id], session_id, span)
        found.append(Taken(reading, held, ids))
    return found


def _fresh(keys: list[Key], new: dict[Key, int]) -> tuple[int, int] | None:
    """The smallest and the largest id of the messages that are new. A source may name a message more than once."""
    first, last = new.get(keys[0]), new.get(keys[-1])
    if first is not None and last is not None and last - first == len(keys) - 1:
        return first, last  # the usual case: each was inserted after the one before it
    ids = [id_ for key in keys if (id_ := new.get(key)) is not None]
    return (min(ids), max(ids)) if ids else None


def _extend(conn: sqlite3.Connection, ranges: list[tuple[int, int]], session_id: str, span: tuple[int, int]) -> None:
    """Add a run of ids, or extend the last run if no message of another source lies between."""
    if ranges:
        begin, last = ranges[-1]
        sql = "SELECT EXISTS (SELECT 1 FROM messages WHERE session_id = ? AND id > ? AND id < ?)"
        if last + 1 == span[0] or not conn.execute(sql, (session_id, last, span[0])).fetchone()[0]:
            ranges[-1] = (begin, span[1])
            return
    ranges.append(span)


def write_held(conn: sqlite3.Connection, reading: Reading, held: Ranges) -> None:
    """Note what a source has brought so far, in case this import is killed before its end."""
    conn.execute(
        """INSERT INTO imports(path, format, state_json) VALUES (?1, ?2, json_object('held', json(?3)))
           ON CONFLICT(path) DO UPDATE SET state_json = json_set(coalesce(state_json, '{}'), '$.held', json(?3))""",
        (reading.path, reading.format, orjson.dumps(held).decode()),
    )


def compact(conn: sqlite3.Connection, compactions: Iterable[Compaction]) -> None:
    """Mark everything before a summary as compacted, except what the agent keeps beside it."""
    conn.executemany(
        """UPDATE messages SET status = 'compacted' WHERE session_id = ?1 AND status = 'active'
           AND id < (SELECT id FROM messages WHERE session_id = ?1 AND uid = ?2)
           AND coalesce(uid, '') NOT IN (SELECT value FROM json_each(?3))""",
        [(session_id, uid, json_list(keeps)) for session_id, uid, keeps in compactions],
    )


def reopen(conn: sqlite3.Connection, undone: Sequence[int]) -> None:
    """Reopen the items that these messages had closed."""
    conn.executemany(
        "UPDATE artifact_mentions SET status = 'open', resolved_by_message_id = NULL WHERE resolved_by_message_id = ?",
        [(id_,) for id_ in undone],
    )


def named_after(conn: sqlite3.Connection, session_id: str, ids: Sequence[int]) -> bool:
    """Is the title of the session made from one of these messages?"""
    title = conn.execute("SELECT title FROM sessions WHERE id = ?", (session_id,)).fetchone()[0]
    sql = "SELECT content FROM messages WHERE role = 'user' AND id IN (SELECT value FROM json_each(?))"
    return title is not None and any(title_from(row[0]) == title for row in conn.execute(sql, (json_list(ids),)))
