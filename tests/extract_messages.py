"""Invented messages with what they state, in English and Indonesian: what the extractor must find and must not."""

from __future__ import annotations

import json
from pathlib import Path

from gagent_db.extract import extract

ROWS = map(json.loads, Path(__file__).with_suffix(".jsonl").read_text("utf-8").splitlines())
# (role, tool name, text, items by kind that must be found, items that may be found too)
MESSAGES: list[tuple[str, str | None, str, dict[str, list[str]], dict[str, list[str]]]] = [
    (row["role"], row.get("tool"), row["text"], row.get("states", {}), row.get("may_state", {})) for row in ROWS
]


def values(text: str, kind: str, role: str = "assistant", tool: str | None = None) -> list[str]:
    return [item.value for item in extract(text, role, tool) if item.kind == kind]
