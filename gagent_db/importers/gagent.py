"""G-Agent (and nanobot) sessions: ``<channel>_<chat>.jsonl``, and below ``archive/`` with a time in the name.

The first line is ``{"_type": "metadata", "key"?, "created_at", "updated_at", "metadata"}``; then one message
a line: ``{"role", "content", "timestamp", "content_type"?, "media"?, "metadata"?, "model"?, ...}``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from ..coerce import mapping, sequence
from ..errors import GagentError
from ..models import MediaRef, NewMessage, ToolCall
from ..paths import gagent_folder
from ..store.media import media_ref
from ..store.uids import file_stem, gagent_message_uid, gagent_session_id, key_of_stem
from ..times import to_iso
from .base import Item, LineImporter, ParsedMessage, ParsedSession, ToolResult
from .sources import Source, head_records
from .values import COLUMNS, rest, signed_int, text, tool_call, words_and_media

_ARCHIVED = re.compile(r"(?P<stem>.+)_(?P<at>\d{8}_\d{6})")
_MESSAGE = {"role", "content", "timestamp"}
_OTHERS = {"finish_reason", "message_id", "tool_call_id", "tools", "mirror", "messages", "sessionId", "id"}
_TAKEN_SESSION = {"_type", "key", "created_at", "updated_at", "metadata"}
_TAKEN = {
    "role", "content", "content_type", "timestamp", "raw_timestamp", "reasoning", "reasoning_content", "metadata",
    "media", "tool_calls", "uid", *COLUMNS,
}  # fmt: skip
_COLUMN_NAMES = frozenset(COLUMNS)
_REASONING = {"reasoning", "reasoning_content"}
_MOMENTS = 2  # times of lines whose uids are remembered, to tell equal lines of one moment apart


class GAgent(LineImporter):
    name = "gagent"
    trims = True
    begins = b'{"_type": "metadata"'
    named_by = "file"

    def sniff(self, path: Path, head: bytes) -> bool:
        if b'"role"' not in head and b'"_type"' not in head:
            return False
        records = head_records(head)
        if any(record.get("_type") == "metadata" for record in records[:3]):
            return True
        # The metadata line is damaged or lost: nothing but G-Agent's message lines may follow.
        return bool(records) and all(record.keys() >= _MESSAGE and not record.keys() & _OTHERS for record in records)

    def discover(self) -> Iterable[Path]:
        nanobot = Path(os.environ.get("NANOBOT_HOME") or Path.home() / ".nanobot").expanduser()
        for base in (gagent_folder(), nanobot):
            yield base / "sessions"
            yield base / "workspace" / "sessions"

    def record(self, record: dict[str, Any], source: Source) -> list[Item]:
        if "_type" in record and record["_type"] == "metadata":
            return [self._session(record, source)]
        begin: list[Item] = [] if "session" in source.state else [self._session({}, source)]
        if not isinstance(record.get("role"), str):
            source.skip("no role: neither metadata nor a message")
            return begin
        items = _message(record, source)
        return begin + items if begin else items

    def _session(self, record: dict[str, Any], source: Source) -> ParsedSession:
        stem, archived_at = source.path.stem, None
        if source.path.parent.name == "archive" and (match := _ARCHIVED.fullmatch(stem)):
            stem = match["stem"]
            archived_at = _local(match["at"]) or source.modified_at
        key = text(record.get("key")) or key_of_stem(stem)
        channel, _, chat_id = key.partition(":")
        metadata = mapping(record.get("metadata"))
        # The key names the session wherever its file went; without a key the file's name does.
        named = file_stem(key) if text(record.get("key")) else stem
        session_id = gagent_session_id(named, text(record.get("created_at")))
        source.state["session"] = session_id
        return ParsedSession(
            id=session_id,
            channel=channel or "cli",
            key=key if archived_at is None else None,
            chat_id=chat_id or None,
            user_id=text(metadata.get("user_id")),
            character_id=text(metadata.get("character_id")) or text(metadata.get("character")),
            title=text(metadata.get("title")),
            created_at=to_iso(record.get("created_at")),
            ended_at=archived_at,
            end_reason="new" if archived_at else None,
            archived_at=archived_at,
            metadata=metadata | rest(record, _TAKEN_SESSION, objects=["metadata"]),
        )


def _message(record: dict[str, Any], source: Source) -> list[Item]:
    """The message of one line. Most lines hold only who, what and when, so absent fields cost nothing."""
    session_id, role = source.state["session"], record["role"]
    content = record.get("content")
    words, media = (content, []) if type(content) is str else words_and_media(content)
    message = NewMessage(role, words, created_at=_at(record), uid=_uid(record, source))
    items: list[Item] = [ParsedMessage(session_id, message)]
    more = record.keys() - _MESSAGE
    if more or media:
        metadata = dict(mapping(record["metadata"])) if "metadata" in more else {}
        odd: list[Any] = []
        kept = metadata.get("tool_calls")
        calls = sequence(record.get("tool_calls")) or sequence(kept)
        if calls is kept or not kept:
            metadata.pop("tool_calls", None)
        if calls:
            message.tool_calls = [_tool_call(mapping(call)) for call in calls]
        if media or "media" in more:
            read, odd = _media_of(record, source)
            message.media = media + read
        if message.media or "content_type" in more:
            message.content_type = text(record.get("content_type")) or ("media" if message.media else "text")
        if not more.isdisjoint(_REASONING):
            message.reasoning = text(record.get("reasoning") or record.get("reasoning_content"))
        for name in more & _COLUMN_NAMES:
            setattr(message, name, COLUMNS[name](record[name]))
        if role == "tool" and (call_id := text(record.get("tool_call_id")) or text(metadata.get("tool_call_id"))):
            items.append(ToolResult(session_id, call_id, summary=words, message_uid=message.uid))
        metadata |= rest(
            record, _TAKEN, texts=["model", "provider"], lists=["tool_calls", "media"], objects=["metadata"]
        )
        if odd:
            metadata["unexpected"] = {**mapping(metadata.get("unexpected")), "media": odd}
        message.metadata = metadata or None
    return items


def _at(record: dict[str, Any]) -> str | None:
    """The time of a line; newer versions write it a second time, in seconds."""
    return to_iso(record.get("timestamp")) or to_iso(record.get("raw_timestamp"))


def _tool_call(call: dict[str, Any]) -> ToolCall:
    function = mapping(call.get("function"))
    return tool_call(
        call.get("tool_name") or call.get("name") or function.get("name"),
        call.get("arguments", function.get("arguments")),
        call.get("call_id") or call.get("id"),
        result_summary=text(call.get("result_summary")),
        status=text(call.get("status")),
        exit_code=signed_int(call.get("exit_code")),
    )


def _media_of(record: dict[str, Any], source: Source) -> tuple[list[MediaRef], list[Any]]:
    """Return the media of a line, and the entries of its list that are no media."""
    read, odd = [], []
    for item in filter(None, sequence(record.get("media"))):
        try:
            read.append(_media(item, source))
        except GagentError:
            odd.append(item)
    return read, odd


def _media(item: Any, source: Source) -> MediaRef:
    """Media paths are kept as written; a relative one is relative to G-Agent's home, where the file is hashed."""
    path = item.get("path") if isinstance(item, dict) else item
    if isinstance(path, str) and not os.path.isabs(path) and ":" not in path and "\x00" not in path[:1000]:
        for base in source.path.parents[:4]:
            if len(path) < 1000 and os.path.isfile(base / path):
                there = {**(item if isinstance(item, dict) else {}), "path": str(base / path)}
                return replace(media_ref(there), path=path)
    return media_ref(item)


def _uid(record: dict[str, Any], source: Source) -> str:
    """The uid of a message, as the live session manager computes it. Only the latest moments are remembered, because
    the state of every file is kept."""
    moments, at = source.state.setdefault("moments", {}), str(record.get("timestamp"))
    if at not in moments and len(moments) >= _MOMENTS:
        del moments[next(iter(moments))]
    return gagent_message_uid(record, moments.setdefault(at, {}))


def _local(stamp: str) -> str | None:
    try:
        return to_iso(datetime.strptime(stamp, "%Y%m%d_%H%M%S"))
    except ValueError:
        return None


importer = GAgent()
