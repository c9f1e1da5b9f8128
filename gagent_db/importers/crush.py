"""Crush: ``.crush/crush.db`` in the folder it works in, with the tables sessions and messages.

The column ``parts`` holds the parts of a message: ``[{"type", "data"}]``. Only sessions that changed are read again:
see ``rechecked``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from ..coerce import float_or_none, int_or_none, mapping
from ..models import NewMessage
from ..store.media import media_ref
from ..times import to_iso
from .base import Item, ParsedMessage, ParsedSession, guarded, guarded_at
from .rechecked import changed_sessions
from .sources import Source
from .sqlite_source import SqliteImporter, open_source
from .values import Parts, decode_json, exit_code, listed, message, rest, result, said, text, tool_call, unknown_part

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
    return _Message(row, source).items()


class _Message:
    """One row of ``messages`` while its parts are read."""

    def __init__(self, row: dict[str, Any], source: Source) -> None:
        self.row, self.source = row, source
        self.session_id, self.uid, self.at = str(row["session_id"]), str(row["id"]), row.get("created_at")
        self.parts = Parts()
        self.ended: dict[str, Any] = {}  # how and why the model stopped

    def items(self) -> Iterator[Item]:
        for number, part in enumerate(listed(decode_json(self.row.get("parts")), self.source, "parts")):
            self._take(number, said(mapping(part).get("type")), mapping(mapping(part).get("data")))
        if self.parts.says:
            summary = bool(self.row.get("is_summary_message"))
            yield ParsedMessage(self.session_id, self._spoken(summary), update=True, compacts=summary)
        elif not self.parts.answers:
            self.source.pass_over("message without a text")
        yield from self.parts.answers

    def _take(self, number: int, kind: str, data: dict[str, Any]) -> None:
        parts, place = self.parts, f"{self.uid}:{number}"
        if kind == "text":
            parts.words.append(said(data.get("text")))
        elif kind == "reasoning":
            parts.thoughts.append(said(data.get("thinking")))
        elif kind == "tool_call":
            parts.calls.append(tool_call(data.get("name"), data.get("input"), data.get("id")))
        elif kind == "tool_result":
            parts.answers += self._answer(data, place if number else self.uid)
        elif kind == "shell_command":  # typed by the person
            parts.calls.append(tool_call("bash", {"command": data.get("command")}, place))
            parts.answers += self._typed_answer(data, place)
        elif kind in ("image_url", "binary"):
            path = data.get("url") or data.get("Path")
            parts.media.append(media_ref({"kind": "file", "path": path, "mime_type": data.get("MIMEType")}))
        elif kind == "finish":
            self.ended = rest({"finish": said(data.get("reason")), "error": data.get("message")})
        else:
            unknown_part(kind, self.source)

    def _spoken(self, summary: bool) -> NewMessage:
        return self.parts.message(
            "system" if summary else said(self.row.get("role")) or "user",
            uid=self.uid,
            at=self.at,
            content_type="summary" if summary else None,
            model=text(self.row.get("model")),
            provider=text(self.row.get("provider")),
            metadata=self.ended if self.ended.get("finish") not in ("end_turn", "tool_use") else None,
        )

    def _answer(self, data: dict[str, Any], uid: str) -> list[Item]:
        code = exit_code(decode_json(data.get("metadata"))) or exit_code(data.get("content"))
        answer = message("tool", said(data.get("content")), uid=uid, at=self.at)
        failed = data.get("is_error") is True or bool(code)
        return result(self.session_id, data.get("tool_call_id"), answer, failed=failed, exit_code=code, update=True)

    def _typed_answer(self, data: dict[str, Any], call_id: str) -> list[Item]:
        answer = message("tool", said(data.get("output")), uid=call_id, at=self.at)
        code = int_or_none(data.get("exit_code"))
        return result(self.session_id, call_id, answer, exit_code=code, update=True)


importer = Crush()
