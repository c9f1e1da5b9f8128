"""The tools for conversations and what was extracted from them: search, read, append, artifacts.

Recalled text is data with its origin (session, role, time), and every answer keeps to ``max_chars``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from pydantic import Field

from ..errors import GagentError
from ..extract.items import Listed
from ..recall.results import WINDOW, size
from ..store import messages as stored
from ..store.database import Store
from . import reading, shortened
from .live import live_session
from .shortened import NOTE, NOTE_FROM
from .toolbox import tool
from .types import Appended, ArtifactAnswer, Resolved, SearchAnswer

LEAST_CHARS = 200
_MESSAGES = (
    'Objects like {"role": "user", "content": "...", "uid": "...", "created_at": "...", "tool_calls": [...]}; '
    "only content is required"
)


# -- conversations -------------------------------------------------------------------------------------


@tool("messages", read_only=True)
def session_search(
    store: Store,
    query: Annotated[
        str, Field(description="Words, a pasted path, URL, command or error; empty: recent sessions")
    ] = "",
    limit: Annotated[int, Field(description="Conversations to return", ge=1, le=50)] = 3,
    sort: Annotated[Literal["relevance", "newest", "oldest"] | None, Field(description="Default: relevance")] = None,
    channel: Annotated[str | None, Field(description="Only this channel: telegram, cli, claude-code, ...")] = None,
    role: Annotated[str | None, Field(description="Only messages of this role: user, assistant, tool")] = None,
    session_id: Annotated[str | None, Field(description="Alone: read this session. With a query: search in it")] = None,
    around_message_id: Annotated[int | None, Field(description="Show this message and its neighbours")] = None,
    window: Annotated[int | None, Field(description="Neighbours on each side of a hit or anchor")] = None,
    exclude_session: Annotated[str | None, Field(description="Leave out the current session (id or key)")] = None,
    project: Annotated[str | None, Field(description="Only this folder (path or name) and below")] = None,
    since: Annotated[str | None, Field(description="From this day or time: 2026-05-01, yesterday, 7d")] = None,
    until: Annotated[str | None, Field(description="Up to and including this day or time")] = None,
    cursor: Annotated[str | None, Field(description="next of the page before")] = None,
    max_chars: Annotated[int, Field(description="Most characters of the answer, as JSON", ge=LEAST_CHARS)] = 8000,
) -> SearchAnswer:
    """Search past conversations, or read one. No other source knows what was said there.

    With `query`: the conversations that answer, best first, each with its best messages and their neighbours. Without
    any argument: the recent conversations. With `session_id` alone: that conversation (head and tail when it is long).
    With `around_message_id`: that message and its neighbours; to page, give the first or last id shown as the next
    anchor. Use it whenever the user refers to something said before, before asking again.
    """
    if around_message_id is not None:
        answer = reading.scroll(
            store, around_message_id, ref=session_id, window=window, max_chars=_room(max_chars), role=role
        )
    elif session_id and not query.strip():
        answer = reading.read(store, session_id, max_chars=_room(max_chars), role=role)
    else:
        answer = _find(
            store,
            query,
            sort=sort or "relevance",
            limit=limit,
            window=WINDOW if window is None else max(0, min(20, window)),
            cursor=cursor,
            max_chars=_room(max_chars),
            filters={
                "channel": channel,
                "role": role,
                "session": session_id,
                "exclude_session": exclude_session,
                "project": project,
                "since": since,
                "until": until,
            },
        )
    return {**answer, "note": NOTE} if _room(max_chars) < max_chars else answer


def _room(max_chars: int) -> int:
    """Characters left for the answer beside the note; a very small answer has no note."""
    return max_chars if max_chars < NOTE_FROM else max_chars - size({"note": NOTE})


def _find(store: Store, query: str, *, max_chars: int, filters: Mapping[str, Any], **options: Any) -> SearchAnswer:
    """Search within the limit."""
    from ..recall.search import search

    answer = cast(SearchAnswer, search(store, query, max_chars=max_chars, **options, **filters).to_dict())
    return answer if size(answer) <= max_chars else _bare(answer, max_chars)


def _bare(answer: SearchAnswer, max_chars: int) -> SearchAnswer:
    """The answer when not even one whole hit fits: the text goes first, then the conversations."""
    sessions = answer["sessions"]
    answer["truncated"] = True
    while size(answer) > max_chars and len(sessions) > 1:
        sessions.pop()
    if size(answer) > max_chars:
        for session in sessions:
            session["hits"] = []
    if size(answer) > max_chars:
        answer["sessions"] = []
    if (over := size(answer) - max_chars) > 0:
        answer["query"] = answer["query"][:-over]
    return answer


@tool("messages")
def session_append(
    store: Store,
    messages: Annotated[list[dict[str, Any]], Field(description=_MESSAGES)],
    session_id: Annotated[str | None, Field(description="Id or key of the session; created if missing")] = None,
    channel: Annotated[str | None, Field(description="Where the conversation takes place: cli, telegram, ...")] = None,
    chat_id: Annotated[str | None, Field(description="The chat in that channel; its live session is used")] = None,
    user_id: str | None = None,
    title: str | None = None,
    model: str | None = None,
    project: Annotated[str | None, Field(description="Working directory")] = None,
    parent_session_id: str | None = None,
) -> Appended:
    """Record messages of the conversation that is going on, so that it can be recalled later.

    A channel alone begins a new session: continue with the returned session_id. Give each message a `uid` when a retry
    is possible: the same uid is never stored twice.
    """
    if not messages:
        raise GagentError("There are no messages to record.", hint="Give at least one, with its content.")
    new = stored.prepare(messages)
    for number, message in enumerate(messages, 1):
        if not any(message.get(name) for name in ("content", "tool_calls", "media")):
            raise GagentError(f"Message {number} says nothing.", hint="Give at least its content.")
    if not (session_id or channel):
        raise GagentError("Name the session: session_id (an id or a key), or channel (and chat_id).")

    def work(conn: sqlite3.Connection) -> Appended:
        session = live_session(
            store, session_id=session_id, channel=channel, chat_id=chat_id, create_as="mcp", user_id=user_id,
            title=title, model=model, project=project, parent_session_id=parent_session_id,
        )  # fmt: skip
        ids = stored.insert_messages(conn, session.id, new)
        return {"ok": True, "session_id": session.id, "key": session.key, "message_ids": ids}

    return store.write(work)


# -- artifacts -----------------------------------------------------------------------------------------

_KIND = Literal[Listed, "error"]


@tool("artifacts", read_only=True)
def artifacts(
    store: Store,
    kind: Annotated[_KIND, Field(description="What to list; error: what was run next after the error in query")] = (
        "decision"
    ),
    query: Annotated[str | None, Field(description="Words in the value; or the error as it was shown")] = None,
    status: Annotated[
        str | None, Field(description="unresolved: open (default), resolved, all; command: ok, failed")
    ] = None,
    channel: str | None = None,
    role: Annotated[str | None, Field(description="Who said it: user, assistant, tool (several: user,tool)")] = None,
    session_id: Annotated[str | None, Field(description="Only this session (id or key)")] = None,
    exclude_session: str | None = None,
    project: Annotated[str | None, Field(description="Only this folder (path or name) and below")] = None,
    since: Annotated[str | None, Field(description="From this day or time: 2026-05-01, yesterday, 7d")] = None,
    until: str | None = None,
    limit: Annotated[int, Field(ge=1, le=100)] = 10,
    cursor: Annotated[str | None, Field(description="next of the page before")] = None,
    max_chars: Annotated[int, Field(ge=LEAST_CHARS)] = 8000,
) -> ArtifactAnswer:
    """What was decided, which commands were run (and whether they worked), links, paths, open items, fixes of errors.

    Grouped by value, the last seen first, each with the latest messages that hold it. Ask this before repeating a
    decision, before guessing how something is run here, for what is still open, and when an error may be an old one.
    """
    from .. import answers
    from ..fixes import known_fixes

    filters = {"channel": channel, "role": role, "session": session_id, "exclude_session": exclude_session,
               "project": project, "since": since, "until": until}  # fmt: skip
    if kind == "error":
        if given := [name for name, value in filters.items() if value]:
            raise GagentError(f"kind error takes query and limit only, not {given[0]}.")
        return shortened.fixes(known_fixes(store, query or "", limit=limit), max_chars)
    page = answers.artifacts(store, kind, query, limit=limit, cursor=cursor, status=status, **filters)
    return shortened.page(page, max_chars, narrowed=bool(query) or any(filters.values()))


@tool("artifacts", idempotent=True)
def artifact_resolve(
    store: Store,
    artifact_id: Annotated[int, Field(description="artifact_id of a mention of an open item")],
    message_id: Annotated[int | None, Field(description="The message that answers it")] = None,
    reopen: bool = False,
) -> Resolved:
    """Close an open item, or open it again."""
    from ..answers import resolve

    row = resolve(store, artifact_id, status="open" if reopen else "resolved", by_message=message_id)
    return {"ok": True, "artifact": row}
