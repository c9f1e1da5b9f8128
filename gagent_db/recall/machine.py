"""Text that machines write into conversations: it repeats a topic's words without being about it."""

from __future__ import annotations

from ..machine_text import TYPES, is_automatic

CHANNELS = frozenset(("cron", "automation", "scheduler", "heartbeat", "system", "kanban", "monitor"))

LEAST_HUMAN = 0.75  # weights below it are machinery's, tools aside


def weight(*, role: str, content: str, content_type: str, channel: str, key: str | None) -> float:
    """1 for what people and agents say, less for what machinery says."""
    value = 1.0
    if channel in CHANNELS or (key or "").startswith("cron"):
        value *= 0.7
    if content_type in TYPES or is_automatic(content):
        value *= 0.6
    if role == "system":
        value *= 0.6
    elif role == "tool":
        value *= 0.9
    return value
