"""What a model has before it of a conversation that was compressed, and branches, which begin with it."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import Any

from ..errors import GagentError
from ..models import Message, Session
from ..sql_json import loads_or_none
from .database import Store
from .incoming import dump_json
from .messages import as_new, history, insert_messages
from .sessions import column_values, insert_session, require_session, resolve_session


def context(store: Store, session: Session, rows: list[Message]) -> list[Message]:
    """All messages of a continuation (``rows``) with those of the sessions before it that its compression kept, behind
    the summary; the rows of any other session."""
    mark = _kept_from(session)
    if mark is None:
        return rows
    kept: list[Message] = []
    seen = {session.id}
    while _kept_from(session) is not None and session.parent_session_id not in (None, *seen):
        session = require_session(store.read(), str(session.parent_session_id))
        seen.add(session.id)
        there = history(store, session.id, after=mark - 1)
        kept[:0] = [message for message in there if message.status == "active"]
        if there and there[0].id == mark:
            break
    first = summary(rows)
    return [*first, *kept, *rows[len(first) :]]


def _kept_from(session: Session) -> int | None:
    """The first message of the sessions before it that a continuation has in its context."""
    mark = (session.metadata or {}).get("kept_from")
    return mark if isinstance(mark, int) else None


def summary(rows: list[Message]) -> list[Message]:
    """The summary that the messages of a continuation begin with, if they do."""
    return [message for message in rows[:1] if (message.metadata or {}).get("compaction_summary")]


def fork_session(store: Store, ref: str, *, at_message: int | None = None, **columns: Any) -> Session:
    """Copy a session up to and including a message (all of it by default) into a branch of its own; ``columns``
    as for ``create_session``. Of a continuation what its compression kept is copied, too."""
    given = column_values(columns)
    marks = loads_or_none(given.pop("metadata_json", None)) or {}

    def work(conn: sqlite3.Connection) -> Session:
        parent = resolve_session(conn, ref)
        own = [m for m in history(store, parent.id, undone=True) if at_message is None or m.id <= at_message]
        if at_message is not None and (not own or own[-1].id != at_message):
            raise GagentError(f"Message {at_message} is not in session {parent.id}.")
        child = insert_session(
            conn,
            {
                "channel": parent.channel, "user_id": parent.user_id, "character_id": parent.character_id,
                "model": parent.model, "project": parent.project, "title": parent.title,
                "parent_session_id": parent.id, "end_reason": "branch",
                "metadata_json": dump_json(
                    {"lineage": "branch", "branched_at_message": own[-1].id if own else None, **marks}
                ),
                **given,
            },
        )  # fmt: skip
        # The usage was paid for once, in the session it comes from. A uid is one in its own session only.
        copies = [
            as_new(message) if message.session_id == parent.id else replace(as_new(message), uid=None)
            for message in context(store, parent, own)
        ]
        insert_messages(conn, child.id, copies, lines=True)
        return require_session(conn, child.id)

    return store.write(work)
