"""Write the sessions of a batch: new ones, changed ones, and what ties them to each other."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from typing import Any

import orjson

from ..naming import FORMER
from ..sql_json import json_list
from ..store.incoming import clean_json, dump_json
from ..store.messages import first_title
from .base import OWN_FORMATS, stable_id
from .batch import SessionRow


def write_sessions(
    conn: sqlite3.Connection, sessions: Iterable[SessionRow], added: set[str], updated: set[str]
) -> None:
    """Insert or update these sessions; their ids go to ``added`` or, when a reader sees a change, ``updated``."""
    rows = list(sessions)
    sql = "SELECT * FROM sessions WHERE id IN (SELECT value FROM json_each(?))"
    known = {stored["id"]: stored for stored in conn.execute(sql, (json_list(row.id for row in rows),))}
    for row in rows:
        if row.parent and (row.id not in known or known[row.id]["parent_session_id"] != row.parent):
            row.metadata.setdefault("parent_session_id", row.parent)  # it may still come
        if row.id in known:
            if _update_session(conn, row, known[row.id]):
                updated.add(row.id)
        else:
            _insert_session(conn, row)
            added.add(row.id)
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
    if (begun := row.columns.get("created_at")) and begun < known["created_at"]:
        values["created_at"] = begun  # so far there was no better time than that of the file
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
    if FORMER in stored and "title" in values:  # a person's name for it stays
        title = values.pop("title")
        merged[FORMER] = stored[FORMER] if FORMER in row.metadata else title  # an export gives it as the title
    if merged != stored:
        values["metadata_json"] = dump_json(merged)
    changed = {name: value for name, value in values.items() if known[name] != value}
    values = dict(changed)
    if _takes_over(known, row):
        values |= {"source_path": row.source_path, "source_format": row.source_format}
    if values:
        sets = ", ".join(f"{name} = :{name}" for name in values)
        conn.execute(f"UPDATE sessions SET {sets} WHERE id = :id", {**values, "id": row.id})
    return bool(changed)


def _takes_over(known: sqlite3.Row, row: SessionRow) -> bool:
    """Does this source become the session's source? Yes if there was none, or only an export or database of ours and
    this is something else; otherwise only when the known file is gone. A session without a file (a live one) is not
    taken over by an export or database of ours."""
    if known["source_format"] is None:
        return True
    ours, place = row.source_format in OWN_FORMATS, known["source_path"]
    if known["source_format"] in OWN_FORMATS and not ours:
        return True
    return not ours if place is None else place != row.source_path and not os.path.exists(place)


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
    """Apply titles and continuations that name a message of another source, if that message is already in.

    Returns the sessions that changed. May be repeated when more has come in.
    """
    titles, continued = list(titles), list(continued)
    owner = owners(conn, [uid for uid, _ in titles] + [uid for _, uid in continued])
    changed = set()
    for uid, title in titles:
        done = conn.execute(
            f"""UPDATE sessions SET title = ?1 WHERE id = ?2 AND title IS NOT ?1
               AND json_type(metadata_json, '$.{FORMER}') IS NULL
               AND coalesce(json_extract(metadata_json, '$.title_source'), 'summary') = 'summary'
               AND NOT EXISTS (SELECT 1 FROM tombstones WHERE session_id = ?2 AND uid = ?3)""",
            (title, owner.get(uid), text_mark(title)),
        )
        if done.rowcount:
            changed.add(owner[uid])
    for session_id, uid in continued:
        parent = owner.get(uid)
        if parent is None or parent == session_id:
            continue
        link_parents(conn, [(session_id, parent)])
        conn.execute(
            "UPDATE sessions SET end_reason = 'compression' WHERE id = ?1 AND end_reason IS NULL "
            "AND EXISTS (SELECT 1 FROM sessions WHERE id = ?2 AND parent_session_id = ?1)",
            (parent, session_id),
        )
    return changed


def text_mark(text: str) -> str:
    """The ``uid`` of the tombstone for a forgotten title or other text about a session."""
    return f"text:{stable_id(text)}"


def without_texts(value: Any, forgotten: set[str]) -> Any:
    """A JSON value without the strings of these marks."""
    if isinstance(value, str):
        return None if text_mark(value) in forgotten else value
    if isinstance(value, dict):
        return {key: without_texts(item, forgotten) for key, item in value.items()}
    return [without_texts(item, forgotten) for item in value] if isinstance(value, list) else value


def name_by_prompt(conn: sqlite3.Connection, sessions: Iterable[str]) -> set[str]:
    """Name the untitled among these sessions after their first prompt; returns which ones were named."""
    sql = "SELECT 1 FROM sessions WHERE id = ? AND title IS NULL"
    titles = {id_: first_title(conn, id_) for id_ in sessions if conn.execute(sql, (id_,)).fetchone()}
    named = [(title, id_) for id_, title in titles.items() if title]
    conn.executemany("UPDATE sessions SET title = ? WHERE id = ?", named)
    return {id_ for _, id_ in named}


def link_orphans(conn: sqlite3.Connection) -> None:
    """Link sessions that came in before their parents."""
    sql = """SELECT id, json_extract(metadata_json, '$.parent_session_id') AS parent FROM sessions
             WHERE parent_session_id IS NULL AND metadata_json LIKE '%"parent_session_id"%'"""
    link_parents(conn, [(row[0], row[1]) for row in conn.execute(sql) if isinstance(row[1], str)])


def owners(conn: sqlite3.Connection, uids: Iterable[str]) -> dict[str, str]:
    """The session each of these messages is in."""
    found_in: dict[str, str] = {}
    uuids: list[str] = []
    others: list[str] = []
    for uid in uids:
        (uuids if len(uid) >= 36 else others).append(uid)
    # Real ids are UUIDs and have an index of their own; others are found by one scan of all messages.
    for found, condition in ((uuids, "AND length(uid) >= 36"), (others, "")):
        if found:
            sql = f"SELECT uid, session_id FROM messages WHERE uid IN (SELECT value FROM json_each(?)) {condition}"
            found_in.update((row[0], row[1]) for row in conn.execute(sql, (json_list(found),)))
    return found_in
