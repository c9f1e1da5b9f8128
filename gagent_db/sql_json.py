"""JSON on its way into SQL and out of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import orjson


def json_list(values: Iterable[Any]) -> str:
    """Many values as one parameter of SQL: ``IN (SELECT value FROM json_each(?))``."""
    return orjson.dumps(list(values)).decode()


def loads_or_none(text: str | None) -> Any:
    """Decode a JSON column; None for NULL. Half a character, which SQLite takes for JSON, becomes a question mark."""
    try:
        return orjson.loads(text) if text else None
    except orjson.JSONDecodeError:
        whole = json.dumps(json.loads(text or ""), ensure_ascii=False)
        return orjson.loads(whole.encode("utf-8", "replace"))
