"""What conversations used: sessions, messages, tool calls, tokens and cost by day, model, project, channel or tool.

A session counts where it began, with all that it used; that of tools counts calls and those that failed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .errors import GagentError
from .store.database import Store
from .store.sessions import session_filter

_SESSION = {
    "day": "date(created_at, 'localtime')",
    "month": "strftime('%Y-%m', created_at, 'localtime')",
    "model": "model",
    "project": "project",
    "channel": "channel",
}
KINDS = (*_SESSION, "tool")
_TIMES = ("day", "month")  # the latest first; of the others what was used most
_SUMS = """count(*) AS sessions, sum(message_count) AS messages, sum(tool_call_count) AS tool_calls,
       sum(input_tokens) AS input_tokens, sum(cache_read_tokens) AS cache_read_tokens,
       sum(output_tokens) AS output_tokens, round(sum(cost_usd), 4) AS cost_usd"""
_CALLS = """count(*) AS tool_calls, sum(coalesce(status, '') = 'error' OR coalesce(exit_code, 0) <> 0) AS failed,
       count(DISTINCT session_id) AS sessions"""


def query(by: str, where: str) -> str:
    """A SELECT of what was used by one of ``KINDS``; ``where`` is a condition on ``sessions``."""
    order = "1" if by in _TIMES else "tool_calls" if by == "tool" else "messages"
    name = "tool_name" if by == "tool" else _SESSION[by]
    return f"SELECT {name} AS {by}, {_sums(by, where)}\nGROUP BY 1 ORDER BY {order} DESC, 1"


def _sums(by: str, where: str) -> str:
    if by == "tool":
        return f"{_CALLS}\nFROM tool_calls WHERE session_id IN (SELECT id FROM sessions WHERE {where})"
    return f"{_SUMS}\nFROM sessions WHERE {where}"


def usage(store: Store, by: str = "day", *, limit: int = 30, **filters: Any) -> dict[str, Any]:
    """``{"ok", "by", "rows": [{by: name or None, "sessions": 3, ...}], "total": {...}, "truncated"}``.

    ``filters`` are those of sessions; ``since`` and ``until`` ask when a session began. Raises GagentError.
    """
    if by not in KINDS:
        raise GagentError(f"There is no usage by {by!r}.", hint=f"By: {', '.join(KINDS)}.")
    if limit < 1:
        raise GagentError(f"The limit must be at least 1, not {limit}.")
    asked = session_filter(filters)
    with store.snapshot() as conn:
        where, values = replace(asked, since=None, until=None).where(conn)
        where += " AND (:since IS NULL OR created_at >= :since) AND (:until IS NULL OR created_at < :until)"
        values |= {"since": asked.since, "until": asked.until}
        rows = [dict(row) for row in conn.execute(query(by, where), values)]
        total = dict(conn.execute(f"SELECT {_sums(by, where)}", values).fetchone())
    if not rows:
        total = dict.fromkeys(total, 0)
    return {"ok": True, "by": by, "rows": rows[:limit], "total": total, "truncated": len(rows) > limit}
