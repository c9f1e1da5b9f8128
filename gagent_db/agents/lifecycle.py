"""The life of a conversation: resume it, compress it, spawn from it, and remind the agent to remember."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from ..checks import check
from ..models import Message, Session, ToolCall
from ..sql_json import json_list
from ..store import messages as stored
from ..store import sessions
from ..store.context import context
from ..store.context import summary as summary_of
from ..store.database import Store

NUDGE_EVERY = 10  # user turns
_CALL_WITHIN = 100  # messages before a cut in which the call is looked for
NUDGE_MINIMUM = 6  # user turns a conversation must have before the first reminder
NUDGE = (
    "[Reminder from the host, not from the user: {turns} turns have passed since something was last saved to memory. "
    "If the user stated a lasting preference, correction or fact since then, save it with the memory tool now; "
    "otherwise go on.]"
)


# -- resume --------------------------------------------------------------------------------------------


def resume(store: Store, ref: str, *, limit: int | None = None) -> list[dict[str, Any]]:
    """The conversation as a model takes it: ``{"role", "content", "tool_calls"?, "tool_call_id"?}``.

    Tool calls are decoded and every call has exactly one result, right behind it; a call that was never answered
    (the agent crashed) is left out. A continuation after a compression begins with the summary and the tail
    that was kept. ``limit`` counts stored messages, from the end; the cut is moved to a legal place.
    """
    return [turn for turn, _ in turns(store, ref, limit=limit)]


def turns(store: Store, ref: str, *, limit: int | None = None) -> list[tuple[dict[str, Any], Message]]:
    """``resume`` with the message each turn comes from; a tool's turn comes from the message that called it."""
    check(ref=ref, **({} if limit is None else {"limit": limit}))
    with store.snapshot() as conn:
        session = sessions.resolve_session(conn, ref)
        rows = stored.history(store, session.id, limit=limit)
        if limit is None or len(rows) < limit or summary_of(rows):
            rows = context(store, session, rows)
            rows = rows[_legal_start(rows, 0 if limit is None else max(0, len(rows) - limit)) :]
        elif rows and rows[0].role == "tool":  # the call it answers was cut off
            earlier = stored.history(store, session.id, before=rows[0].id, limit=_CALL_WITHIN)
            rows = earlier[_legal_start(earlier, len(earlier) - 1) :] + rows
    return _legal([message for message in rows if message.status == "active"])


def _legal(messages: Sequence[Message]) -> list[tuple[dict[str, Any], Message]]:
    """Messages as chat turns, with calls and results paired."""
    results = {call_id: message for message in messages if (call_id := _answers(message))}
    found: list[tuple[dict[str, Any], Message]] = []
    for message in messages:
        if message.role == "tool":
            continue  # it comes right after the call it answers; a model refuses one without a call
        if message.role != "assistant":
            found.append(({"role": message.role, "content": message.content}, message))
            continue
        answered = [(call, text) for call in message.tool_calls if (text := _result(call, results)) is not None]
        if not answered and not message.content:
            continue
        turn: dict[str, Any] = {"role": "assistant", "content": message.content}
        if answered:
            turn["tool_calls"] = [
                {"id": _call_id(call), "name": call.tool_name, "arguments": call.arguments} for call, _ in answered
            ]
        found.append((turn, message))
        found += [
            ({"role": "tool", "tool_call_id": _call_id(call), "content": text}, message) for call, text in answered
        ]
    return found


def _answers(message: Message) -> str | None:
    call_id = (message.metadata or {}).get("tool_call_id") if message.role == "tool" else None
    return str(call_id) if call_id else None


def _call_id(call: ToolCall) -> str:
    return call.call_id or f"call_{call.id}"


def _result(call: ToolCall, results: dict[str, Message]) -> str | None:
    """The whole result if it was stored, else the summary kept with the call, else None."""
    message = results.get(_call_id(call))
    return message.content if message else call.result_summary


# -- compress, spawn -----------------------------------------------------------------------------------


def compress(store: Store, ref: str, summary: str, *, keep_last: int = 20, **columns: Any) -> Session:
    """End a session with a summary and continue in a child that takes its key.

    The last ``keep_last`` messages of the context stay in it (``resume`` shows them after the summary); they are not
    copied. The older ones, and the summary of an earlier compression, become ``compacted``: out of the context, still
    found by a search.

    The first compression of a session counts: one that has been compressed already (a host tries again, another process
    was quicker) is not compressed again, its live continuation is returned as it is.
    """
    check(ref=ref, content=summary, keep_last=keep_last)

    def work(conn: sqlite3.Connection) -> Session:
        parent = sessions.resolve_session(conn, ref)
        if there := sessions.compressed_already(conn, parent, ref):
            return there
        whole = context(store, parent, stored.history(store, parent.id))
        former = summary_of(whole)
        rows = [message for message in whole[len(former) :] if message.status == "active"]
        start = _legal_start(rows, max(0, len(rows) - keep_last)) if keep_last > 0 else len(rows)
        stored.set_status(store, [message.id for message in [*former, *rows[:start]]], "compacted")
        marks: dict[str, Any] = {"lineage": "compression"}
        if start < len(rows):
            marks["kept_from"] = rows[start].id
        child = sessions.compress_session(store, parent.id, **columns)
        child = sessions.update_session(store, child.id, metadata={**(child.metadata or {}), **marks})
        said = {"role": "system", "content": summary, "metadata": {"compaction_summary": True}}
        stored.append(store, child.id, [said])
        return child

    return store.write(work)


def _legal_start(rows: Sequence[Message], start: int) -> int:
    """The nearest place at or before ``start`` where a context may begin: never at a tool's result."""
    while start > 0 and rows[start].role == "tool":
        start -= 1
    return start


def spawn(store: Store, parent_ref: str, **columns: Any) -> Session:
    """Start a session for a sub-agent: a child that is deleted with its parent and left out of the parent's own
    recall."""
    check(ref=parent_ref)

    def work(conn: sqlite3.Connection) -> Session:
        parent = sessions.resolve_session(conn, parent_ref)
        given = {"channel": parent.channel, "user_id": parent.user_id, "project": parent.project, **columns}
        given |= {"parent_session_id": parent.id, "metadata": {**(given.get("metadata") or {}), "lineage": "subagent"}}
        return sessions.create_session(store, **given)

    return store.write(work)


# -- memory nudge --------------------------------------------------------------------------------------


def nudge_due(user_turns: int, turns_since: int, *, every: int = NUDGE_EVERY, minimum: int = NUDGE_MINIMUM) -> bool:
    """Is it time to remind? After ``every`` turns without one, in a conversation of at least ``minimum`` turns."""
    return user_turns >= minimum and turns_since >= every


def memory_nudge(store: Store, ref: str, *, every: int = NUDGE_EVERY, minimum: int = NUDGE_MINIMUM) -> str | None:
    """The reminder for a session, or None. Counts user turns over the whole conversation since the last memory
    written from it or the last reminder, and notes that it has reminded."""
    check(ref=ref, every=every, minimum=minimum)
    user_turns, since = _turns(store.read(), ref)
    if not nudge_due(user_turns, since, every=every, minimum=minimum):
        return None

    def work(conn: sqlite3.Connection) -> str | None:
        session = sessions.resolve_session(conn, ref)
        now_turns, now_since = _turns(conn, ref)
        if not nudge_due(now_turns, now_since, every=every, minimum=minimum):
            return None  # another process has just reminded
        sessions.update_session(store, session.id, metadata={**(session.metadata or {}), "nudged_at_turn": now_turns})
        return NUDGE.format(turns=now_since)

    return store.write(work)


def _turns(conn: sqlite3.Connection, ref: str) -> tuple[int, int]:
    """User turns of the conversation, and how many of them since the last memory or reminder."""
    session = sessions.resolve_session(conn, ref)
    ids = json_list(sessions.lineage(conn, session.id))
    turns = conn.execute(
        """SELECT count(*) FROM messages WHERE session_id IN (SELECT value FROM json_each(?))
           AND role = 'user' AND status <> 'undone'""",
        (ids,),
    ).fetchone()[0]
    saved = conn.execute(
        """SELECT max(updated_at) FROM memories WHERE session_id IN (SELECT value FROM json_each(?))""", (ids,)
    ).fetchone()[0]
    after_memory = turns
    if saved is not None:
        after_memory = conn.execute(
            """SELECT count(*) FROM messages WHERE session_id IN (SELECT value FROM json_each(?))
               AND role = 'user' AND status <> 'undone'
               AND (julianday(created_at) - 2440587.5) * 86400 > ?""",
            (ids, saved),
        ).fetchone()[0]
    reminded = (session.metadata or {}).get("nudged_at_turn")
    after_reminder = turns - reminded if isinstance(reminded, int) else turns
    return turns, min(after_memory, after_reminder)
