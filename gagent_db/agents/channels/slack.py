"""Slack: Events API envelopes (or bare events), and what ``chat.postMessage`` answered."""

from __future__ import annotations

import re
from typing import Any

from ...coerce import mapping, sequence, text_or_none
from ...store.inline import kind_of
from .base import ChannelDeletion, ChannelMessage, build, deletion, media_item

_SAID = (None, "file_share", "bot_message", "thread_broadcast", "me_message")
_REFERENCE = re.compile(r"<([^<>|]*)(?:\|([^<>]*))?>")


def inbound(event: Any, *, bot_user_id: str | None = None) -> ChannelMessage | None:
    """A ``message`` or ``app_mention``; both carry the same ``ts``, so a mention is recorded once.

    With ``bot_user_id`` the agent's own messages come back as ``assistant``.
    """
    event = _bare(event)
    if event.get("type") not in ("message", "app_mention"):
        return None
    edited = None
    if event.get("subtype") == "message_changed":
        changed = mapping(event.get("message"))
        edited = text_or_none(mapping(changed.get("edited")).get("ts"))
        event = {"channel": event.get("channel"), **changed, "subtype": changed.get("subtype")}
        if edited is None:  # an unfurled link, not an edit
            return None
    if event.get("subtype") not in _SAID:
        return None
    own = bot_user_id is not None and event.get("user") == bot_user_id
    return _message(event, "assistant" if own else "user", edited)


def outbound(response: Any) -> ChannelMessage | None:
    """``{"ok": true, "channel", "ts", "message": {"text", ...}}``, or the arguments of the call."""
    response = mapping(response)
    if response.get("ok") is False:
        return None
    sent = mapping(response.get("message"))
    edited = text_or_none(mapping(sent.get("edited")).get("ts"))
    return _message({**response, **sent, "channel": response.get("channel")}, "assistant", edited)


def deleted(event: Any) -> ChannelDeletion | None:
    """``message_deleted``, or a message that became a tombstone because its thread stays."""
    event = _bare(event)
    if event.get("type") != "message":
        return None
    changed = mapping(event.get("message"))
    if event.get("subtype") == "message_changed" and changed.get("subtype") == "tombstone":
        return deletion("slack", event.get("channel"), [changed.get("ts")])
    if event.get("subtype") != "message_deleted":
        return None
    was = mapping(event.get("previous_message"))
    return deletion("slack", event.get("channel"), [event.get("deleted_ts") or was.get("ts")])


def _bare(event: Any) -> dict[str, Any]:
    """The event without the envelopes of the Events API and of Socket Mode."""
    event = mapping(event)
    event = mapping(event.get("payload")) or event
    return mapping(event.get("event")) or event


def _message(event: dict[str, Any], role: str, edited: str | None) -> ChannelMessage | None:
    ts = text_or_none(event.get("ts"))
    return build(
        "slack",
        event.get("channel"),
        role,
        plain_text(text_or_none(event.get("text")) or ""),
        uid=ts,
        at=ts,
        edited=edited,
        user_id=event.get("user") if role == "user" else None,
        media=[_file(mapping(file)) for file in sequence(event.get("files"))],
        metadata={
            "thread_ts": text_or_none(event.get("thread_ts")),
            "team": text_or_none(event.get("team")),
            "bot_id": text_or_none(event.get("bot_id")) if role == "user" else None,
        },
    )


def plain_text(text: str) -> str:
    """mrkdwn as a person reads it: links written out, ``&amp;`` undone."""

    def readable(match: re.Match[str]) -> str:
        target, label = match[1], match[2]
        if target[:1] in ("@", "#", "!"):
            name = label or target[1:].partition("^")[0]
            return name if name[:1] in ("@", "#") else ("#" if target[0] == "#" else "@") + name
        return f"{label} ({target})" if label and label != target else target

    text = _REFERENCE.sub(readable, text)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _file(file: dict[str, Any]) -> dict[str, Any]:
    mime = text_or_none(file.get("mimetype"))
    return media_item(
        kind_of(mime),
        file.get("url_private") or file.get("permalink"),
        mime_type=mime,
        size=file.get("size"),
        file_id=text_or_none(file.get("id")),
        file_name=text_or_none(file.get("name")),
    )
