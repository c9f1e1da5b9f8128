"""Record a conversation while it happens: one commit per step, so a crash between two steps loses neither."""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Collection, Iterable, Mapping
from types import TracebackType
from typing import Any, Self

from ..checks import check, check_list
from ..errors import GagentError
from ..models import Message, Session
from ..sql_json import json_list
from ..store import messages as stored
from ..store import sessions
from ..store.database import Store
from ..times import now
from .channels import ChannelDeletion, ChannelMessage
from .live import live_session


def record(store: Store, message: ChannelMessage) -> int:
    """Store one message of a channel in the chat's live session; returns its id. Storing it twice adds nothing.

    An edit changes the message it edits, wherever in the chat's sessions that is (what a person said first stays in
    ``metadata.original``); the latest edit wins, in whatever order they arrive. A message that was deleted before it
    came is stored hidden, like one that is deleted later.
    """
    new = stored.prepare([message.to_message()])

    def work(conn: sqlite3.Connection) -> int:
        session = live_session(store, channel=message.channel, chat_id=message.chat_id, user_id=message.user_id)
        within = None if message.edited else sessions.lineage(conn, session.id)
        before = next(iter(_recorded(conn, message.channel, message.chat_id, [message.uid], within)), None)
        if before is None or not (message.edited or _edited(before) or _rewritten(message, before)):
            message_id = stored.insert_messages(conn, before.session_id if before else session.id, new)[0]
            if message.uid and _was_deleted(conn, message.channel, message.chat_id, message.uid):
                _hide(store, conn, stored.get_messages(conn, [message_id]).values())
            return message_id
        if message.content != before.content and (message.edited or "") >= _edited(before):
            marks = {**(before.metadata or {}), **(message.to_message()["metadata"] or {})}
            if before.role == "user":
                marks.setdefault("original", before.content)
            stored.change_text(conn, before.id, message.content, marks)
        return before.id

    return store.write(work)


def remove(store: Store, deletion: ChannelDeletion) -> int:
    """Hide messages that were deleted in a chat from transcripts, searches and models; returns how many were there.

    Those that are not there yet are hidden when they come.
    """

    def work(conn: sqlite3.Connection) -> int:
        gone = _recorded(conn, deletion.channel, deletion.chat_id, deletion.uids)
        _hide(store, conn, gone)
        chat = _chat(deletion.channel, deletion.chat_id)
        conn.executemany(
            "INSERT OR IGNORE INTO tombstones(session_id, uid) VALUES (?, ?)", [(chat, uid) for uid in deletion.uids]
        )
        return len(gone)

    return store.write(work)


def _hide(store: Store, conn: sqlite3.Connection, messages: Collection[Message]) -> None:
    stored.set_status(store, [message.id for message in messages], "undone")
    for message in messages:
        stored.retitle(conn, message)


def _was_deleted(conn: sqlite3.Connection, channel: str, chat_id: str, uid: str) -> bool:
    sql = "SELECT 1 FROM tombstones WHERE session_id = ? AND uid = ?"
    return conn.execute(sql, (_chat(channel, chat_id), uid)).fetchone() is not None


def _chat(channel: str, chat_id: str) -> str:
    """The ``session_id`` of a tombstone that applies to all sessions of a chat."""
    return f"chat {channel}:{chat_id}"


def _recorded(
    conn: sqlite3.Connection, channel: str, chat_id: str, uids: Iterable[str | None], within: list[str] | None = None
) -> list[Message]:
    """The messages with these uids in all sessions of a chat (or only ``within`` some), the latest session first."""
    rows = conn.execute(
        """SELECT m.id FROM sessions s JOIN messages m ON m.session_id = s.id
           WHERE s.channel = ?1 AND s.chat_id = ?2 AND (?3 IS NULL OR s.id IN (SELECT value FROM json_each(?3)))
             AND m.uid IN (SELECT value FROM json_each(?4))
           ORDER BY s.created_at DESC, m.id""",
        (channel, chat_id, within and json_list(within), json_list(uid for uid in uids if uid is not None)),
    ).fetchall()
    return list(stored.get_messages(conn, [row["id"] for row in rows]).values())


def _edited(message: Message) -> str:
    """When the stored text was edited, '' if never."""
    return str((message.metadata or {}).get("edited") or "")


def _rewritten(message: ChannelMessage, before: Message) -> bool:
    """Is this the agent's own message with another text? Not every API says that it was edited."""
    return message.role == before.role == "assistant" and message.content != before.content


class Recorder:
    """The recording of one agent loop.

    >>> with Recorder(db, channel="cli", chat_id="default", model="some-model") as talk:
    ...     talk.user("Which disk is full?")
    ...     call = talk.tool_call("shell", {"command": "df -h"})
    ...     talk.tool_result(call, "91% /srv", exit_code=0)
    ...     talk.assistant("The disk /srv is at 91 %.", input_tokens=900, output_tokens=20, cost_usd=0.001)

    A recorder for the same channel and chat continues the same session, also after a crash, or its continuation after
    ``lifecycle.compress``. ``uid`` makes a step repeatable: the second time adds nothing. Leaving the block because of
    an exception leaves the session open; ``end()`` closes it.
    """

    def __init__(
        self,
        store: Store,
        *,
        session_id: str | None = None,
        channel: str = "cli",
        chat_id: str | None = None,
        model: str | None = None,
        provider: str | None = None,
        **columns: Any,
    ) -> None:
        if session_id is not None:
            check(session_id=session_id)
        self.store = store
        self.model = model
        self.provider = provider
        known = sessions.get_session(store, session_id) if session_id else None
        self.session: Session = known or live_session(
            store, session_id=session_id, channel=channel, chat_id=chat_id, model=model, **columns
        )

    @property
    def session_id(self) -> str:
        return self.session.id

    def user(self, content: Any, *, media: Iterable[Any] | None = None, uid: str | None = None, **more: Any) -> int:
        """What the person said; returns the message id."""
        return self._append({"role": "user", "content": content, "media": _listed("media", media), "uid": uid, **more})

    def assistant(
        self,
        content: Any = "",
        *,
        tool_calls: Iterable[Mapping[str, Any]] | None = None,
        media: Iterable[Any] | None = None,
        uid: str | None = None,
        **more: Any,
    ) -> int:
        """What the agent said, with its usage (``input_tokens``, ``output_tokens``, ``cost_usd``, ...)."""
        message = {"role": "assistant", "content": content, "media": _listed("media", media), "uid": uid}
        return self._append({**self._model(), **message, "tool_calls": _listed("tool_calls", tool_calls), **more})

    def system(self, content: Any, **more: Any) -> int:
        """A message of the host itself."""
        return self._append({"role": "system", "content": content, **more})

    def tool_call(
        self, tool_name: str, arguments: Any = None, *, content: str = "", call_id: str | None = None, **more: Any
    ) -> str:
        """Record that the agent called a tool; returns the call id for ``tool_result``."""
        call = {
            "call_id": call_id or f"call_{uuid.uuid4().hex[:12]}",
            "tool_name": tool_name,
            "arguments": arguments,
            "status": "pending",
        }
        self.assistant(content, tool_calls=[call], uid=more.pop("uid", None) or call["call_id"], **more)
        return str(call["call_id"])

    def tool_result(
        self,
        call_id: str,
        result: Any = "",
        *,
        status: str | None = None,
        exit_code: int | None = None,
        media: Iterable[Any] | None = None,
        **more: Any,
    ) -> int:
        """Record a call's result: all of it as a tool message, its beginning and status with the call."""
        parts = isinstance(result, list) and all(isinstance(part, str | Mapping) for part in result)
        text = result if parts or isinstance(result, str) else json.dumps(result, ensure_ascii=False, default=str)
        outcome: dict[str, Any] = {"tool_call_id": call_id, "status": status or ("error" if exit_code else "success")}
        if exit_code is not None:
            outcome["exit_code"] = exit_code
        message = {
            "role": "tool",
            "content": text,
            "media": _listed("media", media),
            "metadata": {**(more.pop("metadata", None) or {}), **outcome},
            "uid": more.pop("uid", None) or f"{call_id}.result",
        }
        return self._append({**message, **more})

    def end(self, reason: str = "finished") -> Session:
        """Close the session; the next recorder for this chat begins a new one, which takes over the key."""

        def work(conn: sqlite3.Connection) -> Session:
            return sessions.update_session(self.store, self._now_at(conn).id, ended_at=now(), end_reason=reason)

        self.session = self.store.write(work)
        return self.session

    def new_session(self) -> Session:
        """Archive this session and start the next one of the same chat (``/new``)."""

        def work(conn: sqlite3.Connection) -> Session:
            old = self._now_at(conn)
            sessions.archive_session(self.store, old.id)
            columns = {name: getattr(old, name) for name in ("user_id", "character_id", "model", "project")}
            if old.chat_id is None:
                return sessions.create_session(self.store, channel=old.channel, **columns)
            return live_session(self.store, channel=old.channel, chat_id=old.chat_id, **columns)

        self.session = self.store.write(work)
        return self.session

    def _model(self) -> dict[str, Any]:
        return {"model": self.model, "provider": self.provider}

    def _now_at(self, conn: sqlite3.Connection) -> Session:
        """The session that is current now: another part of the host may have compressed the conversation."""
        return sessions.goes_on_in(conn, sessions.require_session(conn, self.session.id))

    def _append(self, message: Mapping[str, Any]) -> int:
        new = stored.prepare([message])

        def work(conn: sqlite3.Connection) -> tuple[Session, int]:
            session = self._now_at(conn)
            return session, stored.insert_messages(conn, session.id, new)[0]

        self.session, message_id = self.store.write(work)
        return message_id

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, GagentError):
            error.add_note(f"While recording session {self.session.id}.")


def _listed(name: str, items: Iterable[Any] | None) -> list[Any]:
    if items is not None:
        check_list(name, items)
    return list(items or ())
