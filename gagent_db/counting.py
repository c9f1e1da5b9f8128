"""Numbers in sentences."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """``1 message``, ``2 messages``, ``1,000 messages``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
