"""Turn what a chat gateway already has into messages that can be recorded.

Every module has two pure functions: ``inbound(event)`` for what people send and ``outbound(event)`` for what the agent
sent. Both return a ``ChannelMessage``, or None for events that are no message (typing, joins, receipts). If a channel
reports deletions, ``deleted(event)`` gives a ``ChannelDeletion``, or None for any other event. They never raise on a
malformed event and never touch the network or the disk.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from . import cli, discord, slack, telegram, whatsapp
from .base import ChannelDeletion, ChannelMessage

ADAPTERS: dict[str, ModuleType] = {
    "cli": cli,
    "discord": discord,
    "slack": slack,
    "telegram": telegram,
    "whatsapp": whatsapp,
}
DELETIONS: dict[str, Callable[[Any], ChannelDeletion | None]] = {
    "discord": discord.deleted,
    "slack": slack.deleted,
    "telegram": telegram.deleted,
}

__all__ = ["ADAPTERS", "DELETIONS", "ChannelDeletion", "ChannelMessage"]
