"""What a conversation is made of: sessions, messages, tool calls, media, as plain typed values. No SQL here."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import orjson

from .sql_json import loads_or_none


@dataclass(frozen=True, slots=True)
class Session:
    """One row of ``sessions``, with the tags of its conversation."""

    id: str
    key: str | None
    channel: str
    chat_id: str | None
    user_id: str | None
    character_id: str | None
    title: str | None
    parent_session_id: str | None
    created_at: str
    updated_at: str
    ended_at: str | None
    end_reason: str | None
    model: str | None
    message_count: int
    tool_call_count: int
    input_tokens: int
    output_tokens: int
    cache_read_tokens: int
    cache_write_tokens: int
    cost_usd: float | None
    project: str | None
    source_format: str | None
    source_path: str | None
    archived_at: str | None
    metadata: dict[str, Any] | None
    tags: tuple[str, ...] = ()  # of its conversation, in order

    @classmethod
    def from_row(cls, row: sqlite3.Row) -> Session:
        values = {name: row[name] for name in cls.__slots__ if name not in ("metadata", "tags")}
        return cls(**values, metadata=loads_or_none(row["metadata_json"]), tags=tuple((row["tags"] or "").split()))

    def to_dict(self) -> dict[str, Any]:
        """Return the columns of the table, by name, and the tags."""
        values = asdict(self)
        metadata = values.pop("metadata")
        values["metadata_json"] = orjson.dumps(metadata).decode() if metadata is not None else None
        return values


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call made by an assistant message. ``arguments`` is the decoded JSON value."""

    tool_name: str
    arguments: Any = None
    call_id: str | None = None
    result_summary: str | None = None
    status: str | None = None
    exit_code: int | None = None
    id: int | None = None
    message_id: int | None = None
    result_message_id: int | None = None
    created_at: str | None = None


@dataclass(frozen=True, slots=True)
class MediaRef:
    """A file that a message refers to: its place and hash, never its content."""

    kind: str
    path: str | None = None
    mime_type: str | None = None
    sha256: str | None = None
    bytes: int | None = None
    metadata: dict[str, Any] | None = None
    id: int | None = None
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One stored message with its tool calls and media."""

    id: int
    session_id: str
    role: str
    content: str
    content_type: str
    provider: str | None
    model: str | None
    created_at: str
    input_tokens: int | None
    output_tokens: int | None
    reasoning: str | None
    status: str
    uid: str | None
    metadata: dict[str, Any] | None
    tool_calls: tuple[ToolCall, ...] = ()
    media: tuple[MediaRef, ...] = ()
    cache_read_tokens: int | None = None
    cache_write_tokens: int | None = None
    cost_usd: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields by name, as ``show --format json``, the web's JSON and exports print them."""
        return asdict(self)


@dataclass(slots=True)
class NewMessage:
    """A message to be written, already normalised (see ``gagent_db.store.incoming``)."""

    role: str = "user"
    content: str = ""
    content_type: str = "text"
    provider: str | None = None
    model: str | None = None
    created_at: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_tokens: int | None = None
    cache_write_tokens: int | None = None
    cost_usd: float | None = None
    reasoning: str | None = None
    status: str = "active"
    uid: str | None = None
    metadata: dict[str, Any] | None = None
    tool_calls: list[ToolCall] = field(default_factory=list)
    media: list[MediaRef] = field(default_factory=list)


MessageLike = Mapping[str, Any] | NewMessage
