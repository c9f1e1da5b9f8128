"""How a session came from its parent, as a sub-agent's or a branch: by its ``end_reason``, or by ``lineage`` in its
metadata if it ended otherwise. Continuations after a compression are in the view ``session_continues``."""

from __future__ import annotations

from typing import Literal

from ..models import Session

Kind = Literal["subagent", "branch"]


def came_as(kind: Kind) -> str:
    """Return an SQL condition on a row of ``sessions AS s``; it is never NULL."""
    return f"'{kind}' IN (coalesce(s.end_reason, ''), coalesce(json_extract(s.metadata_json, '$.lineage'), ''))"


def is_subagent(session: Session) -> bool:
    """Whether it is a sub-agent's session."""
    return "subagent" in (session.end_reason, (session.metadata or {}).get("lineage"))
