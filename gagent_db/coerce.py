"""Read values from foreign JSON as the type we need, or as nothing: other programs change shapes without notice."""

from __future__ import annotations

import math
from typing import Any


def encodable(text: str) -> str:
    """Return the text with ``?`` for lone surrogates, which no database or file accepts.

    They come from bytes of a terminal that are not UTF-8, or from ``\\ud800`` in JSON.
    """
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def text_or_none(value: object) -> str | None:
    """Return a non-empty string, or a number as a string; else None."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return None


def int_or_none(value: object) -> int | None:
    """Return a non-negative number, also one given as text, cut to a whole one that fits SQLite; else None."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 2**63:
        return int(value)
    return None


def float_or_none(value: object) -> float | None:
    """Return a finite number, also one given as text; else None."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def mapping(value: object) -> dict[str, Any]:
    """Return the value if it is a dict, else an empty one."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> list[Any]:
    """Return the value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []
