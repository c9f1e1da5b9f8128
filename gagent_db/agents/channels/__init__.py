"""From what a chat gateway already has to messages that can be recorded.

Every module has two pure functions: ``inbound(event)`` for what people send and ``outbound(event)`` for what the
agent sent. Both return a ``ChannelMessage``, or None for events that are no message (typing, joins, receipts).
They never raise on a malformed event and never touch the network or the disk.
"""

from __future__ import annotations

from types import ModuleType

from . import cli, discord, slack, telegram, whatsapp
from .base import ChannelMessage

ADAPTERS: dict[str, ModuleType] = {
    "cli": cli,
    "discord": discord,
    "slack": slack,
    "telegram": telegram,
    "whatsapp": whatsapp,
}

__all__ = ["ADAPTERS", "ChannelMessage"]
