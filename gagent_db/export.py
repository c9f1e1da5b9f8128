"""Export sessions as JSONL that `import` reads back without loss.

The first line of a session is ``{"_type": "gagent-db.session", "version": 1, "session": {columns}, "totals"}``.
Then comes one line ``{"_type": "gagent-db.message", "session_id", ...}`` per message in order, including undone and
compacted ones, and one ``{"_type": "gagent-db.open_item", ...}`` per open item, with its status. Several sessions
follow each other in one file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from .models import Message, Session
from .store.database import Store
from .store.messages import get_messages, history
from .store.sessions import SELECT, find_session, session_filter
from .store.uids import name_rows, row_uid

SESSION, MESSAGE, ITEM = "gagent-db.session", "gagent-db.message", "gagent-db.open_item"
VERSION = 1
_LEAST_COST = 1e-9  # dollars; less than this is a rounding error
PAGE = 500  # messages read at a time
USAGE = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "cost_usd")
DERIVED = ("message_count", "tool_call_count", "source_format", "source_path", "metadata_json", *USAGE)


@dataclass(frozen=True, slots=True)
class ItemMark:
    """One mention of an open item and whether it is resolved, which extraction alone cannot tell."""

    session_id: str
    uid: str  # of its message
    value: str  # as normalized
    status: str  # open or resolved
    resolved_by_session: str | None = None
    resolved_by_uid: str | None = None


def pages(store: Store, session_id: str, *, undone: bool) -> Iterator[list[Message]]:
    """Yield all messages of a session in order, a page at a time."""
    last = 0
    while page := history(store, session_id, after=last, limit=PAGE, undone=undone):
        yield page
        last = page[-1].id


def find_all(store: Store, refs: Iterable[str]) -> list[Session]:
    """Return sessions by id, key or the beginning of an id, each once. Raises NotFound for an unknown one."""
    return list({session.id: session for session in (find_session(store, ref) for ref in refs)}.values())


def matching(store: Store, filters: Mapping[str, Any]) -> list[Session]:
    """Return the sessions that pass the filters (fields of SessionFilter), the oldest first; without any, all."""
    conn = store.read()
    where, values = session_filter(filters).where(conn)
    rows = conn.execute(f"{SELECT} WHERE {where} ORDER BY created_at, id", values)
    return [Session.from_row(row) for row in rows]


def jsonl(
    store: Store, sessions: Iterable[Session], shown: Callable[[dict[str, Any]], dict[str, Any]] = dict
) -> Iterator[bytes]:
    """Yield the lines of these sessions, each record passed through ``shown``.

    Messages without a uid get one first, so that importing the file again adds nothing.
    """
    for session in sessions:
        name_messages(store, session.id)
        head = {
            "_type": SESSION,
            "version": VERSION,
            "session": _session(store, session),
            "totals": _totals(store, session),
        }
        yield _line(shown(head))
        for page in pages(store, session.id, undone=True):
            results = [
                call.result_message_id for message in page for call in message.tool_calls if call.result_message_id
            ]
            uids = {number: _uid(found) for number, found in get_messages(store.read(), results).items()}
            for message in page:
                yield _line(shown(_message(message, uids)))
        for mark in item_marks(store, session.id):
            item = {name: value for name, value in asdict(mark).items() if value is not None}
            yield _line(shown({"_type": ITEM, **item}))


def item_marks(store: Store, session_id: str) -> Iterator[ItemMark]:
    """Yield every mention of an open item in a session."""
    rows = (
        store.read()
        .execute(
            """SELECT a.message_id, a.normalized, a.status, a.resolved_by_message_id FROM artifacts a
           WHERE a.session_id = ? AND a.kind = 'unresolved' ORDER BY a.id""",
            (session_id,),
        )
        .fetchall()
    )
    named = get_messages(store.read(), [number for row in rows for number in (row[0], row[3]) if number])
    for message_id, normalized, status, answer_id in rows:
        answer = named.get(answer_id)
        by = (answer.session_id, _uid(answer)) if answer else (None, None)
        yield ItemMark(session_id, _uid(named[message_id]), normalized, status, *by)


def name_messages(store: Store, session_id: str) -> None:
    """Store the uid under which each message without one is exported; do nothing if the store may not be written."""
    missing = "session_id = ? AND uid IS NULL"
    if not store.may_write:
        return
    if not store.read().execute(f"SELECT 1 FROM messages WHERE {missing}", (session_id,)).fetchone():
        return
    store.write(lambda conn: name_rows(conn, session_id))


def _uid(message: Message) -> str:
    return message.uid or row_uid(message.id, message.role, message.created_at, message.content)


def _totals(store: Store, session: Session) -> dict[str, int | float]:
    """Return the usage of a session beyond that of its messages: some sources count usage per session."""
    sums = ", ".join(f"coalesce(sum({column}), 0)" for column in USAGE)
    row = store.read().execute(f"SELECT {sums} FROM messages WHERE session_id = ?", (session.id,)).fetchone()
    beyond = {column: (getattr(session, column) or 0) - used for column, used in zip(USAGE, row, strict=True)}
    return {column: value for column, value in beyond.items() if value > _LEAST_COST}


def _session(store: Store, session: Session) -> dict[str, Any]:
    """Return the columns of a session.

    ``kept_from`` in its metadata, the first message that a compression kept in the context, is given by uid: in
    another file the message has another id.
    """
    columns = {name: value for name, value in session.to_dict().items() if name not in DERIVED}
    metadata = session.metadata
    if metadata and isinstance(kept := metadata.get("kept_from"), int):
        message = get_messages(store.read(), [kept]).get(kept)
        metadata = {**metadata, "kept_from": _uid(message) if message else None}
    return {**columns, "metadata": metadata}


def _message(message: Message, uids: dict[int, str]) -> dict[str, Any]:
    values = {**message.to_dict(), "uid": _uid(message)}
    for call in values["tool_calls"]:
        result = call.pop("result_message_id")
        call["result_uid"] = uids.get(result) if result else None
        del call["id"], call["message_id"]
    for media in values["media"]:
        del media["id"], media["message_id"]
    del values["id"]
    return {"_type": MESSAGE, **{name: value for name, value in values.items() if value not in (None, [], ())}}


def _line(value: dict[str, Any]) -> bytes:
    return orjson.dumps(value) + b"\n"
