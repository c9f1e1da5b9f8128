"""``SessionSQLiteStore``: G-Agent's low-level store with its interface, on the shared database."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import fields
from hashlib import blake2b
from typing import Any

from ..api import Database
from ..coerce import float_or_none, int_or_none, mapping, sequence, text_or_none
from ..errors import GagentError, NotFound
from ..importers.values import words_and_media
from ..models import Message, MessageLike, NewMessage, Session
from ..naming import FORMER, told
from ..sql_json import json_list
from ..store import messages as stored
from ..store import sessions
from ..store.context import fork_session
from ..store.media import media_ref
from ..store.titles import LENGTH, title_from
from ..store.uids import OWN_UID, file_stem, gagent_message_uid, gagent_session_id, like_a_line
from ..times import now, to_iso
from ..wording import one_line
from .lifecycle import turns
from .session_files import Session as SessionFile


class SessionSQLiteStore:
    """Sessions by key (``channel:chat_id``) in one gagent-db file. Rows are dicts with the columns of the tables.

    It shows live sessions only, as G-Agent expects: what was archived is found with ``Database.search``.
    """

    def __init__(self, path: str | os.PathLike[str] | Database) -> None:
        self.db = path if isinstance(path, Database) else Database(path)
        self._mirrored: dict[str, bytes] = {}  # session id -> digest of the lines its rows were made from

    def close(self) -> None:
        self.db.close()

    # -- sessions ------------------------------------------------------------------------------------

    def init_schema(self) -> None:
        """Create the tables and indexes. Opening the store has done that already; doing it again changes nothing."""
        Database(self.db.path).close()

    def get_or_create_session(self, key: str, created_at: str | None = None) -> dict[str, Any]:
        """The live session of a key, begun now (or at ``created_at``); two processes that ask at once get the same."""
        if found := sessions.get_session(self.db, key):
            return found.to_dict()
        columns = _columns(key, created_at or now())

        def work(conn: sqlite3.Connection) -> Session:
            return sessions.lookup(conn, key) or sessions.insert_session(conn, columns)

        return self.db.write(work).to_dict()

    def get_session(self, session_id_or_key: str) -> dict[str, Any] | None:
        """One session by id or key."""
        found = sessions.get_session(self.db, session_id_or_key)
        return found.to_dict() if found else None

    def list_sessions(self, limit: int = 50) -> list[dict[str, Any]]:
        """Live sessions, the latest activity first."""
        return [row.to_dict() for row in sessions.list_sessions(self.db, archived=False, limit=limit)[0]]

    def fork_session(
        self,
        parent_id: str,
        key: str | None = None,
        channel: str | None = None,
        chat_id: str | None = None,
        user_id: str | None = None,
        title: str | None = None,
        character_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """A new session, under ``key`` if given, that begins with a copy of everything in the parent and points back to
        it."""
        columns = _columns(key, now()) if key else {"source_format": "gagent"}
        given: dict[str, Any] = {
            "channel": channel, "chat_id": chat_id, "user_id": user_id, "title": title,
            "character_id": character_id, "metadata": metadata,
        }  # fmt: skip
        columns.update({name: value for name, value in given.items() if value is not None})
        return fork_session(self.db, parent_id, **columns).to_dict()

    def delete_session(self, session_id: str) -> bool:
        """Delete a session by id with all that belongs to it, and all remains of its text in the file; False if it does
        not exist."""
        try:
            return bool(self.db.delete_session(session_id))
        except NotFound:
            return False

    def delete_session_by_key(self, key: str) -> bool:
        """Delete the live session of a key; False when there is none."""
        return self.has_key(key) and self.delete_session(sessions.find_session(self.db, key).id)

    def has_key(self, key: str) -> bool:
        """Is there a live session of this key?"""
        found = sessions.get_session(self.db, key)
        return found is not None and found.key == key

    # -- messages ------------------------------------------------------------------------------------

    def append_message(
        self,
        session_id: str,
        role: str,
        content: str,
        content_type: str = "text",
        provider: str | None = None,
        model: str | None = None,
        input_tokens: int = 0,
        output_tokens: int = 0,
        metadata: Mapping[str, Any] | None = None,
    ) -> int:
        """Append one message, its ``metadata["tool_calls"]`` as calls; returns its id. It is searchable at once.
        Raises NotFound without the session."""
        rest = dict(metadata or {})
        calls = sequence(rest.pop("tool_calls", None))
        message = {
            "role": role, "content": content, "content_type": content_type, "provider": provider, "model": model,
            "input_tokens": input_tokens or None, "output_tokens": output_tokens or None, "metadata": rest or None,
            "tool_calls": [call for call in calls if isinstance(call, Mapping)],
        }  # fmt: skip
        return self.db.append(self._id(session_id), [message])[0]

    def append_media_ref(
        self,
        session_id: str,
        message_id: int | None = None,
        kind: str = "file",
        path: str = "",
        mime_type: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> int:
        """Refer to a media file by path and SHA-256; returns the id of the reference."""
        if not path:
            raise GagentError("A media reference needs the path of its file.", hint='Give path="...".')
        media = media_ref({"path": path, "kind": kind, "mime_type": mime_type, "metadata": metadata})
        return stored.add_media(self.db, self._id(session_id), message_id, media)

    def replace_messages(
        self, session_id: str, messages: Iterable[Mapping[str, Any]], metadata: Mapping[str, Any] | None = None
    ) -> None:
        """Replace all messages of the session by these (JSONL shape). ``metadata`` None keeps the session's own."""
        session_id, lines = self._id(session_id), list(messages)

        def work(conn: sqlite3.Connection) -> None:
            stored.replace_messages(self.db, session_id, from_lines(lines))
            session = sessions.require_session(conn, session_id)
            kept = session.metadata if metadata is None else metadata
            former = (session.metadata or {}).get(FORMER, session.title)
            values = told(session, title_of(lines, kept) or former, kept)
            sessions.update_session(self.db, session_id, **values)

        self.db.write(work)

    def mirror(self, session: SessionFile, *, archived: bool = False) -> None:
        """Make the rows of a session match its JSONL file, besides what came in through other doors.

        A live one takes its key: another session that still holds it (its file was archived or removed) is
        archived first. An ``archived`` one frees it.
        """
        lines, metadata = session.messages, dict(session.metadata)
        columns = _columns(session.key, session.created_at.isoformat())
        session_id: str = columns["id"]
        mirrored = self._mirrored.pop(session_id, None)

        def work(conn: sqlite3.Connection) -> None:
            if archived:
                if sessions.lookup(conn, session_id) is None:
                    ended = {"key": None, "archived_at": now(), "ended_at": now(), "end_reason": "new"}
                    sessions.insert_session(conn, {**columns, **ended})
                sessions.archive_session(self.db, session_id)
            else:
                self._take_key(conn, columns)
            self._bring_up_to_date(conn, session_id, lines, mirrored)
            values = told(sessions.require_session(conn, session_id), title_of(lines, metadata), metadata)
            sessions.update_session(self.db, session_id, updated_at=session.updated_at, **values)

        self.db.write(work)
        self._mirrored[session_id] = _digest(lines)

    def _take_key(self, conn: sqlite3.Connection, columns: dict[str, Any]) -> None:
        """Make the session the live one of its key."""
        session_id, key = columns["id"], columns["key"]
        holder = sessions.lookup(conn, key)
        if holder and holder.id == session_id:
            return
        if holder:
            sessions.archive_session(self.db, holder.id)
        if sessions.lookup(conn, session_id):
            back = {"key": key, "archived_at": None, "ended_at": None, "end_reason": None}
            sessions.update_session(self.db, session_id, **back)
        else:
            sessions.insert_session(conn, columns)

    def _bring_up_to_date(
        self, conn: sqlite3.Connection, session_id: str, lines: list[dict[str, Any]], mirrored: bytes | None
    ) -> None:
        """Append new lines; if an older line has changed, compare row by row."""
        seen: Counter[str] = Counter()
        uids = [gagent_message_uid(line, seen) for line in lines]
        rows = conn.execute("SELECT id, uid FROM messages WHERE session_id = ? ORDER BY id", (session_id,)).fetchall()
        foreign = _foreign(conn, rows, set(uids))
        known = [row["uid"] for row in rows if row["id"] not in foreign]
        others = _said_elsewhere(conn, rows, foreign, lines, uids) if foreign else {}
        old = len(known)
        if uids[:old] == known and mirrored == _digest(lines[:old]) and old + len(others) == len(rows):
            new = [_from_line(line, uid) for line, uid in zip(lines[old:], uids[old:], strict=True)]
            stored.append(self.db, session_id, new, lines=True)
        else:
            stored.replace_messages(self.db, session_id, _with_others(conn, rows, others, from_lines(lines)))

    def get_history(
        self, session_id_or_key: str, limit: int = 50, *, max_messages: int | None = None
    ) -> list[dict[str, Any]]:
        """The last ``limit`` (or ``max_messages``) messages in order, as the model sees them: role, content,
        content_type, of an assistant also ``tool_calls`` (``id, name, arguments``), each with its result right behind
        it (role tool, ``tool_call_id``). A cut never leaves a result without its call."""
        with self.db.snapshot() as conn:
            found = sessions.lookup(conn, session_id_or_key)
            if found is None:
                return []
            shown = turns(self.db, found.id, limit=limit if max_messages is None else max_messages)
        return [
            {**turn, "content_type": "text" if turn["role"] == "tool" else message.content_type}
            for turn, message in shown
        ]

    def search_messages(
        self,
        query: str,
        limit: int = 20,
        channel: str | None = None,
        *,
        session_key: str | None = None,
        exclude_session_key: str | None = None,
    ) -> list[dict[str, Any]]:
        """Messages of live sessions that hold the query literally or all its words, best first.

        Rows: ``message_id, session_id, session_key, channel, role, content, created_at``. Nothing relaxed or
        similar is returned; ``Database.search`` does that.
        """
        # The recall room (numpy) is loaded by those who search, not by every gateway that records.
        from ..recall.search import search_messages

        filters: dict[str, Any] = {"channel": channel, "session": session_key, "exclude_session": exclude_session_key}
        wanted = max(limit, min(4 * limit, 200))  # those of archived sessions are left out below
        with self.db.snapshot() as conn:
            if not query or (session_key is not None and sessions.lookup(conn, session_key) is None):
                return []
            ids = [hit.message_id for hit in search_messages(self.db, query, mode="exact", limit=wanted, **filters)]
            words = [hit.message_id for hit in search_messages(self.db, query, mode="lexical", limit=wanted, **filters)]
            ids += _with_all_words(conn, query, words)
            rows = _live_rows(conn, ids)
            if len(rows) < limit:  # archived sessions may have taken all places
                rows = _live_rows(conn, [*ids, *_newest_live(conn, query, limit, filters)])
            return rows[:limit]

    def _id(self, session_id_or_key: str) -> str:
        found = sessions.get_session(self.db, session_id_or_key)
        return found.id if found else session_id_or_key


def _with_all_words(conn: sqlite3.Connection, query: str, ids: list[int]) -> list[int]:
    """Those messages that hold every word of the query; all of them if the index cannot tell."""
    from ..recall.query import parse

    strict = parse(query).strict
    if strict is None or not ids:
        return []
    sql = "SELECT rowid FROM messages_fts WHERE messages_fts MATCH ? AND rowid IN (SELECT value FROM json_each(?))"
    try:
        strictly = {row[0] for row in conn.execute(sql, (strict, json_list(ids)))}
    except sqlite3.DatabaseError:
        return ids
    return [message_id for message_id in ids if message_id in strictly]


def _newest_live(conn: sqlite3.Connection, query: str, limit: int, filters: Mapping[str, Any]) -> list[int]:
    """The newest messages of live sessions that hold every word of the query."""
    from ..recall.filters import Filters, resolve
    from ..recall.query import parse

    asked = parse(query)
    sql = """SELECT m.id FROM messages_fts CROSS JOIN messages m ON m.id = messages_fts.rowid
             CROSS JOIN sessions s ON s.id = m.session_id
             WHERE messages_fts MATCH :strict AND s.archived_at IS NULL AND {}
             ORDER BY messages_fts.rowid DESC LIMIT :limit"""
    try:
        scope = resolve(conn, Filters.of(**filters).merged(asked.filters))
        values = {**scope.values, "strict": asked.strict, "limit": limit}
        return [row["id"] for row in conn.execute(sql.format(scope.where), values)] if asked.strict else []
    except (NotFound, sqlite3.DatabaseError):
        return []


def _live_rows(conn: sqlite3.Connection, ids: list[int]) -> list[dict[str, Any]]:
    """The messages of live sessions among these, in this order."""
    found = stored.get_messages(conn, list(dict.fromkeys(ids)))
    rows = []
    for message in (found[message_id] for message_id in dict.fromkeys(ids) if message_id in found):
        session = sessions.require_session(conn, message.session_id)
        if session.archived_at is None:
            rows.append(_row(message, session))
    return rows


def _row(message: Message, session: Session) -> dict[str, Any]:
    return {
        "message_id": message.id,
        "session_id": session.id,
        "session_key": session.key,
        "channel": session.channel,
        "role": message.role,
        "content": message.content,
        "created_at": message.created_at,
    }


def _columns(key: str, created_at: str) -> dict[str, Any]:
    channel, mark, chat_id = key.partition(":")
    return {
        "id": gagent_session_id(file_stem(key), created_at),
        "key": key,
        "channel": channel if mark else "cli",
        "chat_id": chat_id if mark else key,
        "created_at": to_iso(created_at),
        "source_format": "gagent",
    }


# -- JSONL lines -> messages ---------------------------------------------------------------------------


def from_lines(lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """JSONL message lines as ``append`` takes them, with the uids the importer gives the same lines."""
    seen: Counter[str] = Counter()
    return [_from_line(line, gagent_message_uid(line, seen)) for line in lines]


def _from_line(line: Mapping[str, Any], uid: str) -> dict[str, Any]:
    metadata = dict(mapping(line.get("metadata")))
    calls = sequence(line.get("tool_calls")) or sequence(metadata.pop("tool_calls", None))
    words, media = words_and_media(line.get("content"))
    return {
        "content": words,
        **{name: line.get(name) for name in _SAME},
        **{name: int_or_none(line.get(name)) for name in _COUNTS},
        "cost_usd": float_or_none(line.get("cost_usd")),
        "role": text_or_none(line.get("role")) or "user",
        "created_at": _moment(line),
        "uid": uid,
        "metadata": {**metadata, **{name: line[name] for name in line if name not in _TAKEN}} or None,
        "tool_calls": [call for call in calls if isinstance(call, Mapping)],
        "media": [*media, *(item for item in sequence(line.get("media")) if item)],
    }


def _moment(line: Mapping[str, Any]) -> str | None:
    return to_iso(line.get("timestamp")) or to_iso(line.get("raw_timestamp"))


_SAME = ("content_type", "provider", "model", "reasoning")
_COUNTS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")
_TAKEN = {
    *_SAME, *_COUNTS, "content", "role", "timestamp", "raw_timestamp", "cost_usd", "metadata", "tool_calls", "media",
    "uid",
}  # fmt: skip


def _foreign(conn: sqlite3.Connection, rows: Sequence[sqlite3.Row], there: Set[str]) -> set[int]:
    """The rows, by id, that are not and never were a line of the file (``there``: its uids)."""
    strange = {row["id"]: row["uid"] for row in rows if row["uid"] not in there}
    former = {id_ for id_, uid in strange.items() if like_a_line(uid)}
    marked = "SELECT id FROM messages WHERE id IN (SELECT value FROM json_each(?)) AND json_extract(metadata_json, ?)"
    own = {row["id"] for row in conn.execute(marked, (json_list(former), f"$.{OWN_UID}"))} if former else set()
    return strange.keys() - former | own


def _said_elsewhere(
    conn: sqlite3.Connection,
    rows: Sequence[sqlite3.Row],
    foreign: Set[int],
    lines: Iterable[Mapping[str, Any]],
    uids: Sequence[str],
) -> dict[int, Message]:
    """Messages that another door (MCP, HTTP, a recorder) stored in the session, by id, unless a line says the same.

    A line stands for at most one message with its role and text: one of the same time or, for a new line, one without a
    uid that came after all stored lines.
    """
    there, stored_uids = set(uids), {row["uid"] for row in rows}
    last = max((row["id"] for row in rows if row["uid"] in there), default=0)
    others = stored.get_messages(conn, [row["id"] for row in rows if row["id"] in foreign])
    alike: defaultdict[tuple[str, str], list[Message]] = defaultdict(list)
    for message in others.values():
        alike[message.role, message.content].append(message)
    for line, uid in zip(lines, uids, strict=True):
        content = line.get("content")
        same = alike[str(line.get("role")), content] if isinstance(content, str) else []
        twins = [message for message in same if message.created_at == _moment(line)]
        if uid not in stored_uids:
            twins += [message for message in same if message.uid is None and message.id > last]
        if twins:
            same.remove(twins[0])
            del others[twins[0].id]
    return others


def _with_others(
    conn: sqlite3.Connection,
    rows: Iterable[sqlite3.Row],
    others: Mapping[int, Message],
    lines: list[dict[str, Any]],
) -> list[MessageLike]:
    """The lines, each followed by the messages of others that came after it."""
    named = "UPDATE messages SET uid = 'kept-' || id WHERE id = ? AND uid IS NULL"  # rows are kept by uid
    conn.executemany(named, [(message_id,) for message_id in others])
    there = {line["uid"] for line in lines}
    behind: defaultdict[str, list[MessageLike]] = defaultdict(list)
    last = ""
    for row in rows:
        if row["id"] in others:
            behind[last].append(_as_it_is(others[row["id"]]))
        elif row["uid"] in there:
            last = row["uid"]
    return [*behind[""], *(message for line in lines for message in (line, *behind[line["uid"]]))]


def _as_it_is(message: Message) -> NewMessage:
    """A message as ``replace_messages`` takes it; with uid, role and content unchanged its row stays."""
    uid = message.uid or f"kept-{message.id}"
    values = {field.name: getattr(message, field.name) for field in fields(NewMessage)} | {"uid": uid}
    return NewMessage(**{**values, "tool_calls": list(message.tool_calls), "media": list(message.media)})


def _digest(lines: Iterable[Mapping[str, Any]]) -> bytes:
    return blake2b(json.dumps(list(lines), default=str).encode(), digest_size=16).digest()


def title_of(lines: Iterable[Mapping[str, Any]], metadata: Mapping[str, Any] | None) -> str | None:
    """The host's title, cut to 80 characters, else one made from the first prompts, as an import does it."""
    if metadata and (given := text_or_none(metadata.get("title"))):
        return one_line(given, LENGTH)
    said = (text_or_none(line.get("content")) for line in lines if line.get("role") == "user")
    return next((title for text in said if text and (title := title_from(text))), None)
