"""Find or start the live session of a chat, in one write, so that two writers never start two."""

from __future__ import annotations

import sqlite3
from typing import Any

from ..errors import GagentError
from ..models import Session
from ..store import sessions
from ..store.database import Store


def live_session(
    store: Store,
    *,
    session_id: str | None = None,
    key: str | None = None,
    channel: str | None = None,
    chat_id: str | None = None,
    create_as: str | None = None,
    **columns: Any,
) -> Session:
    """The session named by an id, a key, or a channel and chat; created if it does not exist yet.

    A ``session_id`` without a channel must exist, unless ``create_as`` names the channel to create it in.
    ``columns`` (title, project, a parent by its id or key, ...) are given to a new session only. Raises NotFound or
    GagentError.
    """
    if session_id and not channel:
        if create_as is None:
            return sessions.find_session(store, session_id)
        channel = create_as
    if key is None and channel and chat_id and not session_id:
        key = f"{channel}:{chat_id}"
    if not (session_id or key or channel):
        raise GagentError("Name the session: session_id, key, or channel (and chat_id).")
    if key and not channel:
        channel, _, chat_id = key.partition(":")
    given = {"id": session_id, "key": key, "channel": channel, "chat_id": chat_id or None, **columns}
    values = {name: value for name, value in given.items() if value is not None}
    if key == f"{channel}:{chat_id}":
        del values["key"]  # the newest session of a chat takes over the key of an ended one
    name = session_id or key
    if name and (found := _going_on(sessions.get_session(store, name), session_id)):
        return found

    def work(conn: sqlite3.Connection) -> Session:
        if name and (found := _going_on(sessions.lookup(conn, name), session_id)):
            return found
        if parent := values.get("parent_session_id"):
            values["parent_session_id"] = sessions.resolve_session(conn, parent).id
        return sessions.create_session(store, **values)

    return store.write(work)


def _going_on(session: Session | None, session_id: str | None) -> Session | None:
    """The session, if it can be continued: an ended one only when it is named by its id."""
    return session if session and (session.ended_at is None or session.id == session_id) else None
