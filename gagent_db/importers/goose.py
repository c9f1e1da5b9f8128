"""goose: ``~/.local/share/goose/sessions/sessions.db`` with the tables sessions and messages.

``content_json`` holds the parts of a message, ``metadata_json`` whom they are shown to. A compaction rewrites all
messages of its session. Only sessions that changed are read again: see ``rechecked``.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ..coerce import int_or_none, mapping
from ..models import ToolCall
from ..store.media import media_ref
from ..times import to_iso
from .base import Item, ParsedMessage, ParsedSession, Uids, guarded, guarded_at
from .rechecked import changed_sessions
from .sources import Source
from .sqlite_source import SqliteImporter, open_source
from .values import (
    Parts,
    decode_json,
    exit_code,
    listed,
    message,
    rest,
    result,
    said,
    text,
    tool_call,
    unknown_part,
    words_and_media,
)

_LINEAGE = {"sub_agent": "subagent"}
_CALLS = {"toolRequest", "frontendToolRequest"}
_SPOKEN = {"text", "image", "thinking", *_CALLS}
_TAKEN = {
    "id", "name", "description", "working_dir", "created_at", "updated_at", "session_type", "model_config_json",
    "total_tokens", "input_tokens", "output_tokens", "accumulated_total_tokens", "accumulated_input_tokens",
    "accumulated_output_tokens", "extension_data", "recipe_json", "user_recipe_values_json", "user_set_name",
}  # fmt: skip


class Goose(SqliteImporter):
    name = "goose"
    whole_sessions = True
    usual_name = "sessions.db"
    needed = (
        {
            "sessions": {"id", "working_dir", "extension_data"},
            "messages": {"id", "session_id", "role", "content_json", "created_timestamp"},
        },
    )

    def discover(self) -> Iterable[Path]:
        root = os.environ.get("GOOSE_PATH_ROOT")
        share = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "goose"
        return ((Path(root) / "data" if root else share) / "sessions" / "sessions.db",)

    def parse(self, source: Source) -> Iterator[Item]:
        with open_source(source) as conn:
            for row in changed_sessions(conn, source):
                yield from guarded(source, _session, dict(row))
                yield from _messages(conn, source, str(row["id"]))


def _session(row: dict[str, Any], source: Source) -> list[Item]:
    config = mapping(decode_json(row.get("model_config_json")))
    lineage = _LINEAGE.get(str(row.get("session_type")))
    kind = text(row.get("session_type"))
    return [
        ParsedSession(
            str(row["id"]),
            "goose",
            title=text(row.get("name")) or text(row.get("description")),
            created_at=_utc(row.get("created_at")),
            end_reason=lineage,
            model=text(config.get("model_name")),
            cwd=text(row.get("working_dir")),
            input_tokens=int_or_none(row.get("accumulated_input_tokens") or row.get("input_tokens")),
            output_tokens=int_or_none(row.get("accumulated_output_tokens") or row.get("output_tokens")),
            metadata={**rest(row, _TAKEN), **rest({"lineage": lineage, "type": None if kind == "user" else kind})},
        )
    ]


def _utc(moment: object) -> str | None:
    """SQLite's ``2026-01-31 08:00:00`` is UTC."""
    plain = text(moment)
    return to_iso(f"{plain}Z" if plain and len(plain) == 19 else moment)


def _messages(conn: sqlite3.Connection, source: Source, session_id: str) -> Iterator[Item]:
    parse = partial(_message, uids=Uids())
    for row in conn.execute("SELECT * FROM messages WHERE session_id = ? ORDER BY id", (session_id,)).fetchall():
        yield from guarded_at(f"message {row['id']}", source, parse, dict(row))


def _message(row: dict[str, Any], source: Source, uids: Uids) -> Iterator[Item]:
    """What tools answered, in the user's place, and what was said."""
    session_id, at = str(row["session_id"]), row.get("created_timestamp")
    uid = text(row.get("message_id")) or uids.make(str(row.get("role")), str(row.get("content_json")), at)
    shown = mapping(decode_json(row.get("metadata_json")))
    parts = Parts()
    notices: list[str] = []  # of goose itself to the person
    for number, part in enumerate(listed(decode_json(row.get("content_json")), source, "content_json")):
        given = mapping(part)
        kind = said(given.get("type"))
        if kind == "toolResponse":
            parts.answers += _answer(session_id, given, f"{uid}:{number}", at)
        elif "msg" in given and kind not in _SPOKEN:
            notices.append(said(given["msg"]))
        else:
            _take(parts, kind, given, source)
    noticed = bool(notices and not parts.words)
    parts.words += notices
    items = parts.answers
    if parts.says:
        role = "system" if noticed else said(row.get("role")) or "user"
        by_machine = noticed or shown.get("userVisible") is False
        spoken = parts.message(role, uid=uid, at=at, content_type="meta" if by_machine else None)
        items.append(ParsedMessage(session_id, spoken, update=True))
    elif not items:
        source.pass_over("message without a text")
    compacted = shown.get("agentVisible") is False and shown.get("userVisible") is not False
    for item in items:
        if compacted and isinstance(item, ParsedMessage):
            item.message.status = "compacted"
        yield item


def _take(parts: Parts, kind: str, given: dict[str, Any], source: Source) -> None:
    """Sort one part of what was said."""
    if kind == "text":
        parts.words.append(said(given.get("text")))
    elif kind == "image":
        parts.media.append(media_ref({"kind": "image", "mime_type": given.get("mimeType"), "data": given.get("data")}))
    elif kind in _CALLS:
        parts.calls.append(_call(given))
    elif kind == "thinking":
        parts.thoughts.append(said(given.get("thinking")))
    else:
        unknown_part(kind, source)


def _call(given: dict[str, Any]) -> ToolCall:
    """``{"id", "toolCall": {"status", "value": {"name", "arguments"}}}``; one that could not be read says why."""
    call = mapping(given.get("toolCall"))
    value = mapping(call.get("value"))
    return tool_call(value.get("name"), value.get("arguments") if value else call, given.get("id"))


def _answer(session_id: str, given: dict[str, Any], uid: str, at: object) -> list[Item]:
    """``{"id", "toolResult": {"status", "value": {"content": [...], "isError"}}}``; older: the content alone."""
    outcome = mapping(given.get("toolResult"))
    value = outcome.get("value", outcome.get("error"))
    parts = mapping(value).get("content", value)
    words, media = words_and_media(_for_agent(parts))
    code = exit_code(words)
    failed = outcome.get("status") == "error" or mapping(value).get("isError") is True or bool(code)
    answer = message("tool", words, uid=uid, at=at, media=media)
    return result(session_id, given.get("id"), answer, failed=failed, exit_code=code, update=True)


def _for_agent(parts: Any) -> Any:
    """The words of a tool's answer for the agent; those for the person may differ."""
    if not isinstance(parts, list):
        return parts
    told = [part for part in parts if mapping(mapping(part).get("annotations")).get("audience") != ["user"]]
    return told or parts


importer = Goose()
