"""Discord: gateway dispatches (``MESSAGE_CREATE``, ``MESSAGE_UPDATE``) or bare message objects."""

from __future__ import annotations

from typing import Any

from ...coerce import mapping, sequence, text_or_none
from ...store.inline import kind_of
from .base import ChannelDeletion, ChannelMessage, build, deletion, media_item

_EVENTS = (None, "MESSAGE_CREATE", "MESSAGE_UPDATE")
_SAID = (None, 0, 19, 20, 23)  # default, reply, slash command, context menu command


def inbound(event: Any, *, bot_user_id: str | None = None) -> ChannelMessage | None:
    """A message or an edit. With ``bot_user_id`` the agent's own messages come back as ``assistant``."""
    event = mapping(event)
    if event.get("t") not in _EVENTS:
        return None
    message = mapping(event.get("d")) if "d" in event else event
    author = mapping(message.get("author"))
    if event.get("t") == "MESSAGE_UPDATE" and not message.get("edited_timestamp"):
        return None  # Discord added a link preview; nobody edited anything
    if not author or message.get("type") not in _SAID:
        return None
    own = bot_user_id is not None and text_or_none(author.get("id")) == bot_user_id
    return _message(message, author, "assistant" if own else "user")


def outbound(message: Any) -> ChannelMessage | None:
    """The message object that ``POST /channels/{id}/messages`` answered."""
    message = mapping(message)
    return _message(message, {}, "assistant")


def deleted(event: Any) -> ChannelDeletion | None:
    """``MESSAGE_DELETE`` or ``MESSAGE_DELETE_BULK``."""
    event = mapping(event)
    gone = mapping(event.get("d"))
    if event.get("t") == "MESSAGE_DELETE":
        return deletion("discord", gone.get("channel_id"), [gone.get("id")])
    if event.get("t") == "MESSAGE_DELETE_BULK":
        return deletion("discord", gone.get("channel_id"), sequence(gone.get("ids")))
    return None


def _message(message: dict[str, Any], author: dict[str, Any], role: str) -> ChannelMessage | None:
    member = mapping(message.get("member"))
    names = (member.get("nick"), author.get("global_name"), author.get("username"))
    return build(
        "discord",
        message.get("channel_id"),  # in a thread: the thread's own id
        role,
        text_or_none(message.get("content")),
        uid=text_or_none(message.get("id")),
        at=message.get("timestamp"),
        edited=text_or_none(message.get("edited_timestamp")),
        user_id=author.get("id") if role == "user" else None,
        media=[_attachment(mapping(item)) for item in sequence(message.get("attachments"))],
        metadata={
            "sender": next((text_or_none(name) for name in names if name), None) if role == "user" else None,
            "guild_id": text_or_none(message.get("guild_id")),
            "reply_to": text_or_none(mapping(message.get("message_reference")).get("message_id")),
        },
    )


def _attachment(item: dict[str, Any]) -> dict[str, Any]:
    mime = text_or_none(item.get("content_type"))
    return media_item(
        kind_of(mime),
        item.get("url") or item.get("filename"),
        mime_type=mime,
        size=item.get("size"),
        file_id=text_or_none(item.get("id")),
        file_name=text_or_none(item.get("filename")),
    )
