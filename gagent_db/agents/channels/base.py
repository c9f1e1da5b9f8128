"""The one shape every channel adapter produces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...coerce import text_or_none
from ...times import to_iso


@dataclass(frozen=True, slots=True)
class ChannelMessage:
    """A message of a chat, ready to be recorded. ``uid`` is the channel's own id, so recording twice adds nothing;
    an edit has the uid of what it changes and the time it was ``edited``."""

    channel: str
    chat_id: str
    role: str
    content: str
    uid: str | None = None
    created_at: str | None = None
    user_id: str | None = None
    content_type: str = "text"
    model: str | None = None
    media: tuple[dict[str, Any], ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    edited: str | None = None

    @property
    def session_key(self) -> str:
        """``channel:chat_id``, the key of the chat's live session."""
        return f"{self.channel}:{self.chat_id}"

    def to_message(self) -> dict[str, Any]:
        """The shape ``Database.append`` takes."""
        return {
            "role": self.role,
            "content": self.content,
            "content_type": self.content_type,
            "model": self.model,
            "created_at": self.created_at,
            "uid": self.uid,
            "media": list(self.media),
            "metadata": {**self.metadata, **({"edited": self.edited} if self.edited else {})} or None,
        }


@dataclass(frozen=True, slots=True)
class ChannelDeletion:
    """Messages that were deleted in a chat, by their uids."""

    channel: str
    chat_id: str
    uids: tuple[str, ...]


def deletion(channel: str, chat_id: Any, uids: Iterable[Any]) -> ChannelDeletion | None:
    """A ChannelDeletion from untrusted values; None without a chat or a message."""
    chat = text_or_none(chat_id)
    known = tuple(uid for given in uids if (uid := text_or_none(given)))
    return ChannelDeletion(channel, chat, known) if chat and known else None


def build(
    channel: str,
    chat_id: Any,
    role: str,
    content: str | None,
    *,
    uid: Any = None,
    at: Any = None,
    user_id: Any = None,
    model: str | None = None,
    media: list[dict[str, Any]] | None = None,
    metadata: Mapping[str, Any] | None = None,
    edited: Any = None,
) -> ChannelMessage | None:
    """A ChannelMessage from untrusted values; None without a chat or any content."""
    chat = text_or_none(chat_id)
    media = media or []
    if chat is None or not (content or media):
        return None
    return ChannelMessage(
        channel=channel,
        chat_id=chat,
        role=role,
        content=content or "",
        uid=text_or_none(uid),
        created_at=to_iso(at),
        user_id=text_or_none(user_id),
        content_type="media" if media else "text",
        model=model,
        media=tuple(media),
        metadata={key: value for key, value in (metadata or {}).items() if value not in (None, "", [], {})},
        edited=to_iso(edited),
    )


def media_item(kind: str, path: Any, *, mime_type: Any = None, size: Any = None, **extra: Any) -> dict[str, Any]:
    """A media reference: where the file is, never its bytes. ``extra`` becomes its metadata."""
    item: dict[str, Any] = {"kind": kind, "path": text_or_none(path), "mime_type": text_or_none(mime_type)}
    if isinstance(size, int) and not isinstance(size, bool):
        item["bytes"] = size
    metadata = {key: value for key, value in extra.items() if value not in (None, "")}
    return {**item, "metadata": metadata} if metadata else item
