"""Artifact rows. (Placeholder until the extraction room lands: stores nothing.)"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from ..models import ToolCall


def store_artifacts(
    conn: sqlite3.Connection, session_id: str, messages: Sequence[tuple[int, str, str, str, list[ToolCall]]]
) -> None:
    """``messages``: (message_id, role, content, created_at, tool_calls)."""
