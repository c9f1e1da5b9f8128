"""A terminal: plain text, or objects a program prints (``{"role", "content", ...}``)."""

from __future__ import annotations

from typing import Any

from ...coerce import mapping, text_or_none
from .base import ChannelMessage, build

_ROLES = ("user", "assistant", "system", "tool")


def inbound(event: Any, *, chat_id: str = "default") -> ChannelMessage | None:
    """What was typed."""
    return _message(event, "user", chat_id)


def outbound(event: Any, *, chat_id: str = "default") -> ChannelMessage | None:
    """What was answered."""
    return _message(event, "assistant", chat_id)


def _message(event: Any, role: str, chat_id: str) -> ChannelMessage | None:
    given = mapping(event)
    stated = given.get("role")
    content = event if isinstance(event, str) else text_or_none(given.get("content"))
    return build(
        "cli",
        given.get("chat_id") or chat_id,
        stated if stated in _ROLES else role,
        content.strip("\r\n") if content else None,
        uid=given.get("uid") or given.get("id"),
        at=given.get("created_at") or given.get("timestamp"),
        model=text_or_none(given.get("model")),
    )
