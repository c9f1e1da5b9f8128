"""How a session came from its parent: its ``end_reason`` says so, or ``lineage`` in its metadata where it ended
otherwise. A compression is the view ``session_continues``."""

from __future__ import annotations

from typing import Literal

from ..models import Session

Kind = Literal["subagent", "branch"]


def came_as(kind: Kind) -> str:
    """The condition on a row of ``sessions AS s``; never NULL."""
    return f"'{kind}' IN (coalesce(s.end_reason, ''), coalesce(json_extract(s.metadata_json, '$.lineage'), ''))"


def is_subagent(session: Session) -> bool:
    """Is it a sub-agent's?"""
    return "subagent" in (session.end_reason, (session.metadata or {}).get("lineage"))
