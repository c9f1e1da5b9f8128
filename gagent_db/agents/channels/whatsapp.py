"""WhatsApp through G-Agent's bridge (Baileys): its ``message`` events and the ``send`` commands it takes."""

from __future__ import annotations

from typing import Any

from ...coerce import mapping, text_or_none
from .base import ChannelMessage, build, media_item

_KINDS = {"image": "image", "video": "video", "audio": "audio", "voice": "voice", "sticker": "sticker"}


def inbound(event: Any) -> ChannelMessage | None:
    """``{"type": "message", "id", "sender", "chatId", "content", "timestamp", "mediaPath"?, ...}``."""
    event = mapping(event)
    if event.get("type") != "message":
        return None
    sender = text_or_none(event.get("sender"))
    return build(
        "whatsapp",
        event.get("chatId") or sender,
        "user",
        text_or_none(event.get("content")),
        uid=event.get("id"),
        at=event.get("timestamp"),
        user_id=_identity(sender),
        media=_media(event),
        metadata={"is_group": event.get("isGroup") is True or None, "from_me": event.get("fromMe") is True or None},
    )


def outbound(command: Any, *, message_id: str | None = None, at: Any = None) -> ChannelMessage | None:
    """``{"type": "send", "to", "text", "mediaPath"?, "caption"?, ...}``; the bridge answers with no id, so the
    gateway's own may be given."""
    command = mapping(command)
    if command.get("type") != "send":
        return None
    return build(
        "whatsapp",
        command.get("to"),
        "assistant",
        text_or_none(command.get("text")) or text_or_none(command.get("caption")),
        uid=message_id or command.get("id"),
        at=at or command.get("timestamp"),
        media=_media(command),
    )


def _media(event: dict[str, Any]) -> list[dict[str, Any]]:
    kind, path = text_or_none(event.get("mediaType")), text_or_none(event.get("mediaPath"))
    if path is None and kind is None:
        return []
    return [
        media_item(
            _KINDS.get(kind or "", "file"),
            path,
            mime_type=event.get("mimeType"),
            caption=text_or_none(event.get("caption")),
        )
    ]


def _identity(jid: str | None) -> str | None:
    """``6281200000:12@s.whatsapp.net`` -> ``6281200000``: the person, whichever device."""
    return jid.partition("@")[0].partition(":")[0] or None if jid else None
