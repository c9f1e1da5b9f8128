"""Encode values as JSON for SQL parameters, and decode JSON columns."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import orjson


def json_list(values: Iterable[Any]) -> str:
    """Return many values as one SQL parameter, for ``IN (SELECT value FROM json_each(?))``.

    Raises UnicodeEncodeError for lone surrogates, as SQLite does for text.
    """
    items = list(values)
    try:
        return orjson.dumps(items).decode()
    except TypeError:
        return json.dumps(items, ensure_ascii=False).encode().decode()


def loads_or_none(text: str | None) -> Any:
    """Decode a JSON column; None for NULL. A lone surrogate, which SQLite accepts in JSON, becomes a question mark."""
    try:
        return orjson.loads(text) if text else None
    except orjson.JSONDecodeError:
        return orjson.loads(dumps_whole(json.loads(text or "")))


def dumps_whole(value: object) -> str:
    """JSON of a value, with ``?`` for lone surrogates."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()


def without_halves(text: bytes) -> bytes:
    """JSON with ``?`` for lone surrogates (``\\ud83d``), which strict parsers refuse; as it is where it has none."""
    if b"\\ud" not in text.lower():
        return text
    try:
        return dumps_whole(json.loads(text)).encode()
    except (ValueError, RecursionError):
        return text
