"""Append, replace and read messages with their tool calls and media. Only this module and the bulk importer write these
three tables."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from ..errors import Conflict, GagentError, NotFound
from ..models import MediaRef, Message, MessageLike, NewMessage, Session, ToolCall
from ..sql_json import json_list, loads_or_none
from ..times import now
from .database import Store
from .incoming import SHOWN_SUMMARY, clean_json, clean_text, cut, dump_json, own_time, result_summary, to_messages
from .inline import lift_message
from .order import move
from .search_text import search_text
from .sessions import require_session, resolve_session
from .titles import title_from
from .uids import OWN_UID, like_a_line

if TYPE_CHECKING:
    from .extraction import MessageRow

MESSAGE_COLUMNS = (
    "session_id", "role", "content", "content_type", "provider", "model", "created_at", "input_tokens",
    "output_tokens", "cache_read_tokens", "cache_write_tokens", "cost_usd", "reasoning", "status", "uid",
    "search_text", "metadata_json",
)  # fmt: skip
_INSERT = f"""INSERT INTO messages({", ".join(MESSAGE_COLUMNS)})
              VALUES ({", ".join(":" + name for name in MESSAGE_COLUMNS)})"""
_DETAILS = (
    "content_type", "provider", "model", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens",
    "cost_usd", "reasoning", "metadata",
)  # fmt: skip


# -- write ---------------------------------------------------------------------------------------------


def append(store: Store, session_id: str, messages: Iterable[MessageLike], *, lines: bool = False) -> list[int]:
    """Append messages in one transaction; returns their ids, in order.

    A message whose ``uid`` the session already has is not written again: with the same role and content its old id is
    returned, with others Conflict is raised (and nothing of the batch is written). ``lines``: the messages are lines of
    a session file of G-Agent. Raises NotFound for an unknown session.
    """
    new = prepare(messages)
    return store.write(lambda conn: insert_messages(conn, session_id, new, lines=lines))


def prepare(messages: Iterable[MessageLike], *, first: int = 1) -> list[NewMessage]:
    """Return messages in the form in which they are stored, and extract from them, so that the write lock is only held
    for writing. Raises GagentError naming what cannot be understood, and in which message, counted from ``first``."""
    from .extraction import read_ahead

    new = to_messages(messages, first=first)
    read_ahead((message.role, message.content, message.content_type) for message in new)
    return new


def insert_messages(
    conn: sqlite3.Connection, session_id: str, messages: Sequence[NewMessage], *, lines: bool = False
) -> list[int]:
    """``append`` inside a running write."""
    session = require_session(conn, session_id)
    if session.source_format == "gagent" and not lines:
        for message in messages:
            if like_a_line(message.uid):  # else the next save would take it for a line that its file no longer holds
                message.metadata = {**(message.metadata or {}), OWN_UID: True}
    ids: list[int] = []
    written: list[tuple[int, NewMessage]] = []
    for message in messages:
        known = _known(conn, session_id, message)
        if known is None:
            known = _insert(conn, session_id, message)
            written.append((known, message))
        ids.append(known)
    if written:
        _extract(conn, session_id, [_extractable(message_id, message) for message_id, message in written])
        _extract_outcomes(conn, session_id, written)
        _fill_session(conn, session, [message for _, message in written])
    return ids


def replace_messages(store: Store, session_id: str, messages: Iterable[MessageLike]) -> list[int]:
    """Replace all messages of a session by these, atomically; returns their ids, in order.

    A row whose uid, role and content are unchanged stays, with everything that refers to it; its other details become
    those given. Behind the first new message it gets a new id, because the order of a session is that of the ids.
    """
    new = to_messages(messages)

    def work(conn: sqlite3.Connection) -> list[int]:
        require_session(conn, session_id)
        rows: dict[tuple[str | None, str, str], Message] = {
            (row.uid, row.role, row.content): row for row in _select(conn, session_id) if row.uid is not None
        }
        stay = [rows.pop((message.uid, message.role, message.content), None) for message in new]
        kept = {row.id for row in stay if row}
        stale = conn.execute("SELECT id FROM messages WHERE session_id = ?", (session_id,)).fetchall()
        conn.executemany("DELETE FROM messages WHERE id = ?", [(row["id"],) for row in stale if row["id"] not in kept])
        for row, message in zip(stay, new, strict=True):
            if row and _differs(row, message):
                _rewrite(conn, row, message)
        return _arrange(conn, session_id, [row.id if row else None for row in stay], new)

    return store.write(work)


def _arrange(
    conn: sqlite3.Connection, session_id: str, ids: Sequence[int | None], messages: Sequence[NewMessage]
) -> list[int]:
    """Bring messages into this order, stored ones (with an id) and new ones (None); returns all ids."""
    done = 0
    while done < len(ids) and (ids[done] or 0) > (ids[done - 1] or 0 if done else 0):
        done += 1
    arranged = [id_ for id_ in ids[:done] if id_]
    while done < len(ids):
        end = done + 1
        while end < len(ids) and (ids[end] is None) == (ids[done] is None):
            end += 1
        run = [id_ for id_ in ids[done:end] if id_]
        if run:
            arranged += move(conn, run).values()
        else:
            arranged += insert_messages(conn, session_id, messages[done:end], lines=True)
        done = end
    return arranged


def _differs(old: Message, new: NewMessage) -> bool:
    """Whether the details of a message differ from those of its row, which has the same text."""
    return (
        any(getattr(old, name) != getattr(new, name) for name in _DETAILS)
        or new.created_at not in (None, old.created_at)
        or [_comparable(call, old_call) for call, old_call in zip_longest(new.tool_calls, old.tool_calls)]
        != [_comparable(old_call, old_call) for old_call in old.tool_calls]
        or [(m.kind, m.path or m.sha256, m.mime_type) for m in new.media]
        != [(m.kind, m.path or m.sha256, m.mime_type) for m in old.media]
    )


def _comparable(call: ToolCall | None, known: ToolCall | None) -> tuple[Any, ...] | None:
    """Return what is compared of a call. Its outcome counts only if the stored one is not taken from a tool message."""
    if call is None:
        return None
    outcome = (call.result_summary, call.status, call.exit_code)
    answered = known is not None and known.result_message_id is not None
    return (call.tool_name, call.call_id, call.arguments, *(() if answered else outcome))


def _rewrite(conn: sqlite3.Connection, old: Message, new: NewMessage) -> None:
    """Give a row the details of a message with the same text, and extract from it again."""
    values = {name: getattr(new, name) for name in _DETAILS if name != "metadata"}
    values |= {"metadata_json": dump_json(new.metadata), "created_at": new.created_at or old.created_at}
    changes = ", ".join(f"{name} = :{name}" for name in values)
    conn.execute(f"UPDATE messages SET {changes} WHERE id = :_id", {**values, "_id": old.id})
    known = {(media.kind, media.path): media for media in old.media if media.sha256}
    answers = [call.result_message_id for call in old.tool_calls if call.result_message_id]
    conn.execute("DELETE FROM tool_calls WHERE message_id = ?", (old.id,))
    conn.execute("DELETE FROM media_refs WHERE message_id = ?", (old.id,))
    for call in new.tool_calls:
        _insert_tool_call(conn, old.session_id, old.id, call, values["created_at"])
    for media in new.media:  # known ones are kept, as their file may be gone by now
        _insert_media(conn, old.session_id, old.id, known.get((media.kind, media.path), media))
    for answer in get_messages(conn, answers).values():
        _pair_result(conn, old.session_id, answer.id, as_new(answer))
    rewritten = get_messages(conn, [old.id])[old.id]
    _extract(conn, old.session_id, [(old.id, old.role, old.content, new.content_type, list(rewritten.tool_calls))])


def set_status(store: Store, message_ids: Iterable[int], status: str) -> int:
    """Mark messages ``active``, ``compacted`` or ``undone``; returns how many there were."""
    if status not in ("active", "compacted", "undone"):
        raise GagentError(f"status must be active, compacted or undone, not {status!r}.")
    pairs = [(status, message_id) for message_id in message_ids]
    return store.write(lambda conn: conn.executemany("UPDATE messages SET status = ? WHERE id = ?", pairs).rowcount)


def change_text(conn: sqlite3.Connection, message_id: int, content: str, metadata: dict[str, Any] | None) -> None:
    """Replace the text and metadata of a message, inside a running write; a title made from the old text is renewed."""
    old = get_messages(conn, [message_id])[message_id]
    new = NewMessage(old.role, clean_text(content), metadata=clean_json(metadata), media=list(old.media))
    lift_message(new)
    for media in new.media[len(old.media) :]:
        _insert_media(conn, old.session_id, message_id, media)
    content = new.content
    words = search_text(content)
    conn.execute(
        "UPDATE messages SET content = ?, search_text = ?, metadata_json = ? WHERE id = ?",
        (content, words, dump_json(new.metadata), message_id),
    )
    # If the search words are the same as before, the trigger takes this for a change by hand and clears them.
    conn.execute("UPDATE messages SET search_text = ? WHERE id = ? AND search_text = ''", (words, message_id))
    _extract(conn, old.session_id, [(message_id, old.role, content, old.content_type, list(old.tool_calls))])
    retitle(conn, old)


def retitle(conn: sqlite3.Connection, was: Message) -> None:
    """Renew the title of a session if it was made from the old text of this message."""
    title = title_from(was.content) if was.role == "user" else None
    if title is not None and require_session(conn, was.session_id).title in (title, None):
        new = first_title(conn, was.session_id)
        conn.execute("UPDATE sessions SET title = ? WHERE id = ?", (new, was.session_id))


def first_title(conn: sqlite3.Connection, session_id: str, *, among: int = -1) -> str | None:
    """Return the title that the first prompt which says something gives a session; None if there is none.

    ``among``: so many prompts are read (-1: all).
    """
    prompts = conn.execute(
        """SELECT content FROM messages WHERE session_id = ? AND role = 'user' AND status <> 'undone'
             AND content_type IN ('text', 'media', 'command') ORDER BY id LIMIT ?""",
        (session_id, among),
    )
    return next((title for row in prompts if (title := title_from(row[0]))), None)


def add_media(store: Store, session_id: str, message_id: int | None, media: MediaRef) -> int:
    """Attach a media reference to a message, or to the session as a whole; returns its id. Raises NotFound."""

    def work(conn: sqlite3.Connection) -> int:
        require_session(conn, session_id)
        owner = "SELECT 1 FROM messages WHERE id = ? AND session_id = ?"
        if message_id is not None and not conn.execute(owner, (message_id, session_id)).fetchone():
            raise NotFound(f"There is no message {message_id} in session {session_id!r}.")
        return _insert_media(conn, session_id, message_id, media)

    return store.write(work)


def _known(conn: sqlite3.Connection, session_id: str, message: NewMessage) -> int | None:
    """Return the id of the stored message with the same uid, or None. Raises Conflict if that has other content."""
    if message.uid is None:
        return None
    row = conn.execute(
        "SELECT id, role, content FROM messages WHERE session_id = ? AND uid = ?", (session_id, message.uid)
    ).fetchone()
    if row is None:
        return None
    if (row["role"], row["content"]) != (message.role, message.content):
        raise Conflict(
            f"Session {session_id} already has a message with uid {message.uid!r} and other content.",
            hint="Use another uid for another message.",
        )
    return int(row["id"])


def _insert(conn: sqlite3.Connection, session_id: str, message: NewMessage) -> int:
    message.created_at = message.created_at or now()
    row = {name: getattr(message, name, None) for name in MESSAGE_COLUMNS}
    row["session_id"] = session_id
    row["search_text"] = search_text(message.content)
    row["metadata_json"] = dump_json(message.metadata)
    message_id = conn.execute(_INSERT, row).lastrowid or 0
    for call in message.tool_calls:
        _insert_tool_call(conn, session_id, message_id, call, message.created_at)
    for media in message.media:
        _insert_media(conn, session_id, message_id, media)
    _pair_result(conn, session_id, message_id, message)
    return message_id


def _insert_tool_call(conn: sqlite3.Connection, session_id: str, message_id: int, call: ToolCall, at: str) -> None:
    conn.execute(
        """INSERT INTO tool_calls(session_id, message_id, call_id, tool_name, arguments_json, result_summary, status,
           exit_code, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            session_id, message_id, call.call_id, call.tool_name, dump_json(call.arguments),
            call.result_summary, call.status, call.exit_code,
            own_time(call.created_at, at),
        ),
    )  # fmt: skip


def _insert_media(conn: sqlite3.Connection, session_id: str, message_id: int | None, media: MediaRef) -> int:
    cursor = conn.execute(
        """INSERT INTO media_refs(session_id, message_id, kind, path, mime_type, sha256, bytes, metadata_json)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            session_id, message_id, media.kind, media.path, media.mime_type, media.sha256, media.bytes,
            dump_json(clean_json(media.metadata)),
        ),
    )  # fmt: skip
    return cursor.lastrowid or 0


def _pair_result(conn: sqlite3.Connection, session_id: str, message_id: int, message: NewMessage) -> None:
    """Make a tool message that names its call (``metadata.tool_call_id``) the result of that call.

    ``status`` and ``exit_code`` of its metadata become the outcome of the call.
    """
    metadata = message.metadata or {}
    call_id, code = metadata.get("tool_call_id"), metadata.get("exit_code")
    if message.role != "tool" or not call_id:
        return
    conn.execute(
        """UPDATE tool_calls SET result_message_id = ?, result_summary = coalesce(result_summary, ?),
           status = coalesce(?, nullif(status, 'pending')), exit_code = coalesce(?, exit_code)
           WHERE session_id = ? AND call_id = ? AND result_message_id IS NULL""",
        (
            message_id, result_summary(message.content, stands=True),
            metadata.get("status") and str(metadata["status"]),
            code if type(code) is int and abs(code) < 2**63 else None, session_id, clean_text(str(call_id)),
        ),
    )  # fmt: skip


def _extract_outcomes(conn: sqlite3.Connection, session_id: str, written: Sequence[tuple[int, NewMessage]]) -> None:
    """Extract again from the messages whose calls these tool messages answer: now the outcome of commands is known."""
    results = [message_id for message_id, message in written if (message.metadata or {}).get("tool_call_id")]
    if not results:
        return
    rows = conn.execute(
        """SELECT DISTINCT message_id FROM tool_calls WHERE result_message_id IN (SELECT value FROM json_each(?))
           AND message_id IS NOT NULL AND (status IS NOT NULL OR exit_code IS NOT NULL) ORDER BY message_id""",
        (json_list(results),),
    ).fetchall()
    calling = get_messages(conn, [row[0] for row in rows])
    _extract(
        conn, session_id, [(m.id, m.role, m.content, m.content_type, list(m.tool_calls)) for m in calling.values()]
    )


def _extract(conn: sqlite3.Connection, session_id: str, messages: Sequence[MessageRow]) -> None:
    # Imported only to write: a program that only reads need not wait for the extractor to be loaded.
    from .artifacts import store_artifacts

    store_artifacts(conn, session_id, messages)


def _extractable(message_id: int, message: NewMessage) -> MessageRow:
    return message_id, message.role, message.content, message.content_type, message.tool_calls


def _fill_session(conn: sqlite3.Connection, session: Session, messages: Sequence[NewMessage]) -> None:
    """Set the title and model of a session that has none yet from its new messages."""
    title = session.title or next(
        (title for m in messages if m.role == "user" and (title := title_from(m.content))), None
    )
    model = session.model or next((m.model for m in reversed(messages) if m.model), None)
    if (title, model) != (session.title, session.model):
        conn.execute("UPDATE sessions SET title = ?, model = ? WHERE id = ?", (title, model, session.id))


def as_new(message: Message) -> NewMessage:
    """Return a copy of a message to be stored anew, without its usage (tokens and cost)."""
    return NewMessage(
        role=message.role, content=message.content, content_type=message.content_type, provider=message.provider,
        model=message.model, created_at=message.created_at, reasoning=message.reasoning, status=message.status,
        uid=message.uid, metadata=message.metadata, tool_calls=list(message.tool_calls), media=list(message.media),
    )  # fmt: skip


# -- read ----------------------------------------------------------------------------------------------


def history(
    store: Store,
    ref: str,
    *,
    limit: int | None = None,
    before: int | None = None,
    after: int | None = None,
    undone: bool = False,
) -> list[Message]:
    """Return messages of a session (given by id, key or the beginning of an id) in order.

    These are the last ``limit`` with ``after < id < before``, or the first ``limit`` if only ``after`` is given.
    ``undone``: with those marked so. Raises NotFound.
    """
    with store.snapshot() as conn:
        session = resolve_session(conn, ref)
        return _select(conn, session.id, limit=limit, before=before, after=after, undone=undone)


def window(store: Store, message_id: int, size: int) -> list[Message]:
    """Return a message with up to ``size`` neighbours on each side; [] if it does not exist."""
    with store.snapshot() as conn:
        row = conn.execute("SELECT session_id FROM messages WHERE id = ?", (message_id,)).fetchone()
        if row is None:
            return []
        earlier = _select(conn, row[0], limit=size, before=message_id) if size else []
        return earlier + _select(conn, row[0], limit=size + 1, after=message_id - 1)


def get_messages(conn: sqlite3.Connection, ids: Sequence[int]) -> dict[int, Message]:
    """Return the messages that exist of these, by id, with tool calls and media."""
    sql = "SELECT * FROM messages WHERE id IN (SELECT value FROM json_each(?))"
    return {message.id: message for message in _complete(conn, conn.execute(sql, (json_list(ids),)).fetchall())}


def _select(
    conn: sqlite3.Connection,
    session_id: str,
    *,
    limit: int | None = None,
    before: int | None = None,
    after: int | None = None,
    undone: bool = True,
) -> list[Message]:
    """Return messages of a session in order; the arguments are those of ``history``."""
    where = ["session_id = :session_id"]
    if not undone:
        where.append("status <> 'undone'")
    if before is not None:
        where.append("id < :before")
    if after is not None:
        where.append("id > :after")
    order = "ASC" if after is not None and before is None else "DESC"
    rows = conn.execute(
        f"SELECT * FROM messages WHERE {' AND '.join(where)} ORDER BY id {order} LIMIT :limit",
        {"session_id": session_id, "before": before, "after": after, "limit": -1 if limit is None else limit},
    ).fetchall()
    return _complete(conn, rows if order == "ASC" else rows[::-1])


def _complete(conn: sqlite3.Connection, rows: Sequence[sqlite3.Row]) -> list[Message]:
    """Return the messages of these rows, each with its tool calls and media."""
    these = "message_id IN (SELECT value FROM json_each(?)) ORDER BY id"
    times = {row["id"]: row["created_at"] for row in rows}
    ids = (json_list(times),)
    calls: dict[int, list[ToolCall]] = defaultdict(list)
    media: dict[int, list[MediaRef]] = defaultdict(list)
    for row in conn.execute(f"SELECT * FROM tool_calls WHERE {these}", ids):
        calls[row["message_id"]].append(_tool_call(row, times[row["message_id"]]))
    for row in conn.execute(f"SELECT * FROM media_refs WHERE {these}", ids):
        media[row["message_id"]].append(_media(row))
    _lengthen_summaries(conn, calls.values())
    return [_message(row, tuple(calls[row["id"]]), tuple(media[row["id"]])) for row in rows]


def _lengthen_summaries(conn: sqlite3.Connection, calls: Iterable[list[ToolCall]]) -> None:
    """Lengthen result summaries from the tool messages they are taken from: little is kept with the calls.

    ``calls``: lists that are changed in place.
    """
    short = {call.result_message_id for of_message in calls for call in of_message if _is_cut(call)}
    if not short:
        return
    rows = conn.execute(
        "SELECT id, substr(content, 1, ?) FROM messages WHERE id IN (SELECT value FROM json_each(?))",
        (SHOWN_SUMMARY + 1, json_list(sorted(short))),
    )
    texts = {row[0]: row[1] for row in rows}
    for of_message in calls:
        for at, call in enumerate(of_message):
            text = texts.get(call.result_message_id or 0)
            if text and _is_cut(call) and text.startswith((call.result_summary or "")[:-1]):
                of_message[at] = replace(call, result_summary=cut(text, SHOWN_SUMMARY))


def _is_cut(call: ToolCall) -> bool:
    return call.result_message_id is not None and (call.result_summary or "").endswith("…")


def _message(row: sqlite3.Row, calls: tuple[ToolCall, ...], media: tuple[MediaRef, ...]) -> Message:
    values = {name: row[name] for name in Message.__slots__ if name not in ("metadata", "tool_calls", "media")}
    return Message(**values, metadata=loads_or_none(row["metadata_json"]), tool_calls=calls, media=media)


def _tool_call(row: sqlite3.Row, at: str) -> ToolCall:
    """Return the tool call of a row. ``at``: the time of its message, used if the call has none of its own."""
    names = (
        "tool_name", "call_id", "result_summary", "status", "exit_code", "id", "message_id", "result_message_id",
    )  # fmt: skip
    values = {name: row[name] for name in names}
    return ToolCall(arguments=loads_or_none(row["arguments_json"]), created_at=row["created_at"] or at, **values)


def _media(row: sqlite3.Row) -> MediaRef:
    names = ("kind", "path", "mime_type", "sha256", "bytes", "id", "message_id")
    return MediaRef(metadata=loads_or_none(row["metadata_json"]), **{name: row[name] for name in names})
