"""Crush: ``.crush/crush.db`` in the folder it works in, with the tables sessions and messages.

The column ``parts`` holds the parts of a message: ``[{"type", "data"}]``. Only sessions that changed are read again:
see ``rechecked``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from ..coerce import float_or_none, int_or_none, mapping
from ..models import MediaRef, ToolCall
from ..store.media import media_ref
from ..times import to_iso
from .base import Item, ParsedMessage, ParsedSession, guarded, guarded_at
from .rechecked import changed_sessions
from .sources import Source
from .sqlite_source import SqliteImporter, open_source
from .values import decode_json, exit_code, listed, message, rest, result, said, text, tool_call

_TAKEN = {
    "id", "parent_session_id", "title", "message_count", "prompt_tokens", "completion_tokens", "cost", "created_at",
    "updated_at", "summary_message_id",
}  # fmt: skip


class Crush(SqliteImporter):
    name = "crush"
    whole_sessions = True
    usual_name = "crush.db"
    needed = (
        {
            "sessions": {"id", "parent_session_id", "title", "prompt_tokens", "completion_tokens", "cost"},
            "messages": {"id", "session_id", "role", "parts", "created_at"},
        },
    )

    def parse(self, source: Source) -> Iterator[Item]:
        with open_source(source) as conn:
            for row in changed_sessions(conn, source):
                yield from guarded(source, _session, dict(row))
                yield from _messages(conn, source, str(row["id"]))


def _session(row: dict[str, Any], source: Source) -> list[Item]:
    place, parent = source.path.absolute().parent, text(row.get("parent_session_id"))
    return [
        ParsedSession(
            str(row["id"]),
            "crush",
            title=text(row.get("title")),
            parent_session_id=parent,
            end_reason="subagent" if parent else None,
            created_at=to_iso(row.get("created_at")),
            cwd=str(place.parent) if place.name == ".crush" else None,
            input_tokens=int_or_none(row.get("prompt_tokens")) or None,
            output_tokens=int_or_none(row.get("completion_tokens")) or None,
            cost_usd=float_or_none(row.get("cost")) or None,
            metadata={**rest(row, _TAKEN), **rest({"lineage": "subagent" if parent else None})},
        )
    ]


def _messages(conn: sqlite3.Connection, source: Source, session_id: str) -> Iterator[Item]:
    query = "SELECT * FROM messages WHERE session_id = ? ORDER BY created_at, rowid"
    for row in conn.execute(query, (session_id,)).fetchall():
        yield from guarded_at(f"message {row['id']}", source, _message, dict(row))


def _message(row: dict[str, Any], source: Source) -> Iterator[Item]:
    session_id, uid, at = str(row["session_id"]), str(row["id"]), row.get("created_at")
    words: list[str] = []
    thoughts: list[str] = []
    media: list[MediaRef] = []
    calls: list[ToolCall] = []
    answers: list[Item] = []
    told: dict[str, Any] = {}
    for number, part in enumerate(listed(decode_json(row.get("parts")), source, "parts")):
        kind, data = said(mapping(part).get("type")), mapping(mapping(part).get("data"))
        if kind == "text":
            words.append(said(data.get("text")))
        elif kind == "reasoning":
            thoughts.append(said(data.get("thinking")))
        elif kind == "tool_call":
            calls.append(tool_call(data.get("name"), data.get("input"), data.get("id")))
        elif kind == "tool_result":
            answers += _answer(session_id, data, f"{uid}:{number}" if number else uid, at)
        elif kind == "shell_command":  # typed by the person
            calls.append(_typed(data, f"{uid}:{number}"))
            answers += _typed_answer(session_id, data, f"{uid}:{number}", at)
        elif kind in ("image_url", "binary"):
            place = data.get("url") or data.get("Path")
            media.append(media_ref({"kind": "file", "path": place, "mime_type": data.get("MIMEType")}))
        elif kind == "finish":
            told = rest({"finish": said(data.get("reason")), "error": data.get("message")})
        elif kind:
            source.pass_over(f"part {kind[:40]}")
        else:
            source.skip("a part of a message without a type")
    summary = bool(row.get("is_summary_message"))
    spoken = message(
        "system" if summary else said(row.get("role")) or "user",
        "\n".join(filter(None, words)),
        uid=uid,
        at=at,
        content_type="summary" if summary else None,
        reasoning="\n\n".join(filter(None, thoughts)) or None,
        model=text(row.get("model")),
        provider=text(row.get("provider")),
        media=media,
        tool_calls=calls,
        metadata=told if told.get("finish") not in ("end_turn", "tool_use") else None,
    )
    if spoken.content or spoken.media or spoken.tool_calls or spoken.reasoning:
        yield ParsedMessage(session_id, spoken, update=True, compacts=summary)
    elif not answers:
        source.pass_over("message without a text")
    yield from answers


def _answer(session_id: str, data: dict[str, Any], uid: str, at: object) -> list[Item]:
    code = exit_code(decode_json(data.get("metadata"))) or exit_code(data.get("content"))
    answer = message("tool", said(data.get("content")), uid=uid, at=at)
    failed = data.get("is_error") is True or bool(code)
    return result(session_id, data.get("tool_call_id"), answer, failed=failed, exit_code=code, update=True)


def _typed(data: dict[str, Any], call_id: str) -> ToolCall:
    return tool_call("bash", {"command": data.get("command")}, call_id)


def _typed_answer(session_id: str, data: dict[str, Any], call_id: str, at: object) -> list[Item]:
    answer = message("tool", said(data.get("output")), uid=call_id, at=at)
    return result(session_id, call_id, answer, exit_code=int_or_none(data.get("exit_code")), update=True)


importer = Crush()
