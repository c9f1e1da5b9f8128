"""Values out of foreign JSON as the type we need, or nothing: other programs change their shapes without notice."""

from __future__ import annotations

from typing import Any


def encodable(text: str) -> str:
    """The text with ``?`` for halves of characters, which no database or file takes: a terminal's bytes that are no
    UTF-8, ``\\ud800`` in JSON."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def text_or_none(value: object) -> str | None:
    """A non-empty string, a number as a string, else None."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return None


def int_or_none(value: object) -> int | None:
    """A count that fits SQLite: a whole number, also as text, that is not negative; else None."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 2**63:
        return int(value)
    return None


def float_or_none(value: object) -> float | None:
    """A finite number, also as text, else None."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if number - number == 0 else None


def mapping(value: object) -> dict[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []
