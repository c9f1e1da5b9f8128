"""Words for people: numbers with their nouns, text on one line."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """``1 message``, ``2 messages``, ``1,000 messages``; ``plural`` where an s does not make it."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def one_line(text: str, length: int | None = None) -> str:
    """``text`` with single spaces for all white space; of more than ``length`` characters the beginning and ``…``."""
    line = " ".join(text.split())
    return line if length is None or len(line) <= length else line[: length - 1].rstrip() + "…"


def located(path: str, line: int | None, reason: str) -> str:
    """``file:7: reason``: what is told of a line; without ``line`` of the file, without ``path`` of all."""
    if not path:
        return reason
    return f"{path}:{line}: {reason}" if line else f"{path}: {reason}"
