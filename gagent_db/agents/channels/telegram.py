"""Telegram Bot API: updates as ``getUpdates`` or a webhook delivers them, and messages the bot sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...coerce import int_or_none, mapping, sequence, text_or_none
from .base import ChannelDeletion, ChannelMessage, build, deletion, media_item

_MESSAGES = (
    "message", "edited_message", "channel_post", "edited_channel_post", "business_message", "edited_business_message",
)  # fmt: skip
_KINDS = {
    "photo": "image", "video": "video", "animation": "video", "video_note": "video", "audio": "audio",
    "voice": "voice", "document": "file", "sticker": "sticker",
}  # fmt: skip
Files = Mapping[str, str]


def inbound(update: Any, *, files: Files | None = None) -> ChannelMessage | None:
    """A message, edit, channel post or button press. ``files``: file_id -> local path of what was downloaded."""
    update = mapping(update)
    if press := mapping(update.get("callback_query")):
        return _button(press)
    message = next((mapping(update[name]) for name in _MESSAGES if mapping(update.get(name))), {})
    return _message(message, "user", files or {})


def outbound(sent: Any, *, files: Files | None = None) -> ChannelMessage | None:
    """What ``sendMessage``/``sendPhoto``/... answered: the whole response or its ``result``."""
    sent = mapping(sent)
    return _message(mapping(sent.get("result")) or sent, "assistant", files or {})


def deleted(update: Any) -> ChannelDeletion | None:
    """``deleted_business_messages``, the only deletions that bots learn of."""
    gone = mapping(mapping(update).get("deleted_business_messages"))
    return deletion("telegram", mapping(gone.get("chat")).get("id"), sequence(gone.get("message_ids")))


def _message(message: dict[str, Any], role: str, files: Files) -> ChannelMessage | None:
    chat, sender = mapping(message.get("chat")), mapping(message.get("from"))
    media = [item for kind in _KINDS for item in _media(kind, message.get(kind), files)]
    return build(
        "telegram",
        chat.get("id") or message.get("chat_id"),
        role,
        _text(message) or _other(message),
        uid=text_or_none(message.get("message_id")),
        at=message.get("date"),
        edited=int_or_none(message.get("edit_date")),
        user_id=sender.get("id") if role == "user" else None,
        media=media,
        metadata={
            "sender": text_or_none(sender.get("username") or sender.get("first_name")) if role == "user" else None,
            "chat_title": text_or_none(chat.get("title")),
            "thread_id": text_or_none(message.get("message_thread_id")),
            "reply_to": text_or_none(mapping(message.get("reply_to_message")).get("message_id")),
        },
    )


def _button(press: dict[str, Any]) -> ChannelMessage | None:
    chat = mapping(mapping(press.get("message")).get("chat"))
    press_id = text_or_none(press.get("id"))
    return build(
        "telegram",
        chat.get("id"),
        "user",
        text_or_none(press.get("data")),
        uid=f"button-{press_id}" if press_id else None,
        user_id=mapping(press.get("from")).get("id"),
        metadata={"button": True},
    )


def _text(message: dict[str, Any]) -> str | None:
    """Text or caption, with the addresses of hidden links written out after their words."""
    text = text_or_none(message.get("text")) or text_or_none(message.get("caption"))
    entities = sequence(message.get("entities")) or sequence(message.get("caption_entities"))
    if text is None:
        return None
    units = text.encode("utf-16-le", "surrogatepass")  # offsets count UTF-16 code units
    for entity in reversed([mapping(entity) for entity in entities]):
        url = text_or_none(entity.get("url"))
        end = 2 * ((int_or_none(entity.get("offset")) or 0) + (int_or_none(entity.get("length")) or 0))
        if entity.get("type") == "text_link" and url and 0 <= end <= len(units):
            units = units[:end] + f" ({url})".encode("utf-16-le", "surrogatepass") + units[end:]
    return units.decode("utf-16-le", "replace")


def _other(message: dict[str, Any]) -> str | None:
    """Messages whose content is neither text nor a file."""
    if place := mapping(message.get("location")):
        return f"[location {place.get('latitude')}, {place.get('longitude')}]"
    if contact := mapping(message.get("contact")):
        return f"[contact {contact.get('first_name')} {contact.get('phone_number')}]"
    if poll := mapping(message.get("poll")):
        options = ", ".join(str(mapping(option).get("text")) for option in sequence(poll.get("options")))
        return f"[poll {poll.get('question')}: {options}]"
    return None


def _media(kind: str, value: Any, files: Files) -> list[dict[str, Any]]:
    """A file, or for a photo the largest of its sizes."""
    sizes = [mapping(size) for size in sequence(value)] if isinstance(value, list) else [mapping(value)]
    file = sizes[-1] if sizes else {}
    file_id = text_or_none(file.get("file_id"))
    if file_id is None:
        return []
    mime = file.get("mime_type") or {"photo": "image/jpeg", "voice": "audio/ogg"}.get(kind)
    return [
        media_item(
            _KINDS[kind],
            files.get(file_id) or f"tg://file/{file_id}",
            mime_type=mime,
            size=file.get("file_size"),
            file_id=file_id,
            file_name=text_or_none(file.get("file_name")),
        )
    ]
