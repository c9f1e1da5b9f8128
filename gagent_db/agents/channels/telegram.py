"""Telegram Bot API: updates as ``getUpdates`` or a webhook delivers them, and messages the bot sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...importers.values import as_dict, as_int, as_list, as_text
from .base import ChannelMessage, build, media_item

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
    update = as_dict(update)
    if press := as_dict(update.get("callback_query")):
        return _button(press)
    message = next((as_dict(update[name]) for name in _MESSAGES if as_dict(update.get(name))), {})
    return _message(message, "user", files or {})


def outbound(sent: Any, *, files: Files | None = None) -> ChannelMessage | None:
    """What ``sendMessage``/``sendPhoto``/... answered: the whole response or its ``result``."""
    sent = as_dict(sent)
    return _message(as_dict(sent.get("result")) or sent, "assistant", files or {})


def _message(message: dict[str, Any], role: str, files: Files) -> ChannelMessage | None:
    chat, sender = as_dict(message.get("chat")), as_dict(message.get("from"))
    uid = as_text(message.get("message_id"))
    edited = as_int(message.get("edit_date"))
    media = [item for kind in _KINDS for item in _media(kind, message.get(kind), files)]
    return build(
        "telegram",
        chat.get("id") or message.get("chat_id"),
        role,
        _text(message) or _other(message),
        uid=f"{uid}.{edited}" if uid and edited else uid,
        at=edited or message.get("date"),
        user_id=sender.get("id") if role == "user" else None,
        media=media,
        metadata={
            "sender": as_text(sender.get("username")) or as_text(sender.get("first_name")) if role == "user" else None,
            "chat_title": as_text(chat.get("title")),
            "thread_id": as_text(message.get("message_thread_id")),
            "reply_to": as_text(as_dict(message.get("reply_to_message")).get("message_id")),
            "edits": uid if edited else None,
        },
    )


def _button(press: dict[str, Any]) -> ChannelMessage | None:
    chat = as_dict(as_dict(press.get("message")).get("chat"))
    press_id = as_text(press.get("id"))
    return build(
        "telegram",
        chat.get("id"),
        "user",
        as_text(press.get("data")),
        uid=f"button-{press_id}" if press_id else None,
        user_id=as_dict(press.get("from")).get("id"),
        metadata={"button": True},
    )


def _text(message: dict[str, Any]) -> str | None:
    """Text or caption, with the addresses of hidden links written out behind their words."""
    text = as_text(message.get("text")) or as_text(message.get("caption"))
    entities = as_list(message.get("entities")) or as_list(message.get("caption_entities"))
    if text is None:
        return None
    units = text.encode("utf-16-le")  # offsets count UTF-16 code units
    for entity in reversed([as_dict(entity) for entity in entities]):
        url = as_text(entity.get("url"))
        end = 2 * ((as_int(entity.get("offset")) or 0) + (as_int(entity.get("length")) or 0))
        if entity.get("type") == "text_link" and url and 0 <= end <= len(units):
            units = units[:end] + f" ({url})".encode("utf-16-le", "surrogatepass") + units[end:]
    return units.decode("utf-16-le", "replace")


def _other(message: dict[str, Any]) -> str | None:
    """Messages whose content is neither text nor a file."""
    if place := as_dict(message.get("location")):
        return f"[location {place.get('latitude')}, {place.get('longitude')}]"
    if contact := as_dict(message.get("contact")):
        return f"[contact {contact.get('first_name')} {contact.get('phone_number')}]"
    if poll := as_dict(message.get("poll")):
        options = ", ".join(str(as_dict(option).get("text")) for option in as_list(poll.get("options")))
        return f"[poll {poll.get('question')}: {options}]"
    return None


def _media(kind: str, value: Any, files: Files) -> list[dict[str, Any]]:
    """A file, or for a photo the largest of its sizes."""
    sizes = [as_dict(size) for size in as_list(value)] if isinstance(value, list) else [as_dict(value)]
    file = sizes[-1] if sizes else {}
    file_id = as_text(file.get("file_id"))
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
            file_name=as_text(file.get("file_name")),
        )
    ]
