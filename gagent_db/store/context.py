"""The context of a compressed conversation, that is what a model still sees of it, and branches, which copy it."""

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
    """Return ``rows``, all messages of ``session``; those of a continuation with the messages of earlier sessions that
    its compression kept, which stand behind the summary."""
    mark = _kept_from(session)
    if mark is None:
        return rows
    kept: list[Message] = []
    seen = {session.id}
    while _kept_from(session) is not None and session.parent_session_id not in (None, *seen):
        session = require_session(store.read(), str(session.parent_session_id))
        seen.add(session.id)
        messages = history(store, session.id, after=mark - 1)
        kept[:0] = [message for message in messages if message.status == "active"]
        if messages and messages[0].id == mark:
            break
    first = summary(rows)
    return [*first, *kept, *rows[len(first) :]]


def _kept_from(session: Session) -> int | None:
    """Return the id of the first message that a continuation keeps from the sessions before it; None without any."""
    mark = (session.metadata or {}).get("kept_from")
    return mark if isinstance(mark, int) else None


def summary(rows: list[Message]) -> list[Message]:
    """Return the summary with which the messages of a continuation begin, as a list; [] without one."""
    return [message for message in rows[:1] if (message.metadata or {}).get("compaction_summary")]


def fork_session(store: Store, ref: str, *, at_message: int | None = None, **columns: Any) -> Session:
    """Copy a session, up to and including a message if one is given, into a new branch; returns that session.

    ``columns``: as for ``create_session``. Of a continuation, what its compression kept is copied too. Raises
    GagentError if the message is not in the session.
    """
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
        # Copies have no usage: it was paid for once, in the original session. A uid is only unique within one session,
        # so messages kept from an earlier one lose theirs.
        copies = [
            as_new(message) if message.session_id == parent.id else replace(as_new(message), uid=None)
            for message in context(store, parent, own)
        ]
        insert_messages(conn, child.id, copies, lines=True)
        return require_session(conn, child.id)

    return store.write(work)
