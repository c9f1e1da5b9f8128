"""Prompts that were typed while Claude Code worked, and wait in its queue (``queue-operation`` records).

A prompt that is sent becomes a record of its own; one that is never sent is only here. After an hour it counts as never
sent: the source is read again at that time, and if it is sent after all, its row becomes undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from ..store.incoming import split_content
from ..times import now, to_iso
from .base import Item, ParsedMessage, ParsedSession, stable_id
from .sources import Source
from .values import message

_WAITS = timedelta(hours=1)  # an agent seldom works longer before it looks at the queue
_ENVELOPE = re.compile(r"\s*(?:<[a-z][\w-]*>|/\S*\s*$)")  # a notification of the program, a command without a text

Waiting = dict[str, Any]  # {"content", "at", "row"}: the text, when it was typed, and whether it has a row


def queue_operation(record: dict[str, Any], session_id: str, source: Source) -> Iterator[Item]:
    """Remember a prompt that begins to wait; drop one that is sent, or all that the person took back to edit."""
    waiting: list[Waiting] = source.state.setdefault("queue", {}).setdefault(session_id, [])
    operation, content = record.get("operation"), split_content(record.get("content"))[0]
    if operation == "enqueue" and content.strip() and not _ENVELOPE.match(content):
        waiting.append({"content": content, "at": to_iso(record.get("timestamp")), "row": False})
        source.hold()
        return
    source.pass_over("queue-operation")
    if operation == "popAll":
        gone, waiting[:] = list(waiting), []
    elif operation in ("dequeue", "remove"):
        gone = [next((one for one in waiting if one["content"] == content), waiting[0])] if waiting else []
        waiting[:] = [one for one in waiting if one not in gone]
    else:
        return
    yield from _taken_back(session_id, gone)


def sent(session_id: str, content: str, source: Source) -> Iterator[Item]:
    """A prompt has a record of its own now: it no longer waits."""
    waiting: list[Waiting] = source.state.get("queue", {}).get(session_id, [])
    gone = next((one for one in waiting if one["content"].strip() == content.strip()), None)
    if gone is not None:
        waiting.remove(gone)
        yield from _taken_back(session_id, [gone])


def never_sent(source: Source) -> Iterator[Item]:
    """Prompts that have waited too long to be sent any more, as messages of the person."""
    for session_id, waiting in source.state.get("queue", {}).items():
        for one in waiting:
            typed = one["at"] or source.modified_at
            until = typed and to_iso(datetime.fromisoformat(typed) + _WAITS)
            if not one["row"] and until and until > now():
                source.look_again_at(until)
            elif not one["row"]:
                one["row"] = True
                yield ParsedSession(session_id, "claude-code")
                yield _row(session_id, one)


def _taken_back(session_id: str, gone: list[Waiting]) -> Iterator[Item]:
    for one in gone:
        if one["row"]:
            yield _row(session_id, one, status="undone")


def _row(session_id: str, one: Waiting, *, status: str = "active") -> ParsedMessage:
    uid = stable_id("queued", session_id, one["at"], one["content"])
    metadata = {"queued": "never sent"}
    typed = message("user", one["content"], uid=uid, at=one["at"], status=status, metadata=metadata)
    return ParsedMessage(session_id, typed, update=True)
