"""Count sessions, messages, tool calls, tokens and cost by day, month, model, project or channel.

A message counts on the day it was said, since a chat may go on for months. Usage that a source reports for a session
as a whole, beyond that of its messages, counts when the session began. By tool, calls and failed calls are counted.
"""

from __future__ import annotations

from typing import Any

from .errors import GagentError
from .store.database import Store
from .store.sessions import session_filter

_NAMES = {
    "day": "date({at}, 'localtime')",
    "month": "strftime('%Y-%m', {at}, 'localtime')",
    "model": "model",
    "project": "project",
    "channel": "channel",
}
KINDS = (*_NAMES, "tool")
_TIMES = ("day", "month")  # ordered by time, the latest first; the others by how much was used
# A session that is wholly within one group and period counts as it is; of the others every message is looked at.
_USED = """WITH chosen AS (
  SELECT *, {whole} AS whole FROM sessions WHERE {where}
), used AS (
  SELECT id AS session_id, created_at AS at, model, project, channel, message_count AS messages,
         tool_call_count AS tool_calls, input_tokens, cache_read_tokens, output_tokens, cost_usd
  FROM chosen WHERE whole
  UNION ALL
  SELECT s.id, m.created_at, coalesce(m.model, s.model), s.project, s.channel, 1,
         (SELECT count(*) FROM tool_calls WHERE message_id = m.id),
         m.input_tokens, m.cache_read_tokens, m.output_tokens, m.cost_usd
  FROM chosen s JOIN messages m ON m.session_id = s.id WHERE NOT whole
  UNION ALL
  SELECT NULL, s.created_at, s.model, s.project, s.channel, 0, 0,
         max(0, s.input_tokens - total(m.input_tokens)), max(0, s.cache_read_tokens - total(m.cache_read_tokens)),
         max(0, s.output_tokens - total(m.output_tokens)), nullif(max(0, s.cost_usd - total(m.cost_usd)), 0)
  FROM chosen s LEFT JOIN messages m ON m.session_id = s.id WHERE NOT whole GROUP BY s.id
)"""
_ONE_MODEL = """NOT EXISTS (
  SELECT 1 FROM messages m WHERE m.session_id = sessions.id AND m.model <> coalesce(sessions.model, ''))"""
_SUMS = """count(DISTINCT session_id) AS sessions, sum(messages) AS messages, sum(tool_calls) AS tool_calls,
       CAST(sum(input_tokens) AS INTEGER) AS input_tokens, CAST(sum(cache_read_tokens) AS INTEGER) AS cache_read_tokens,
       CAST(sum(output_tokens) AS INTEGER) AS output_tokens, round(sum(cost_usd), 4) AS cost_usd
FROM used WHERE {inside}"""
_CALLS = """count(*) AS tool_calls, sum(coalesce(status, '') = 'error' OR coalesce(exit_code, 0) <> 0) AS failed,
       count(DISTINCT session_id) AS sessions
FROM tool_calls c WHERE session_id IN (SELECT id FROM sessions WHERE {where})
  AND ({since} IS NULL AND {until} IS NULL OR EXISTS (SELECT 1 FROM messages WHERE id = c.message_id AND {inside}))"""


def query(by: str, where: str, *, since: str = ":since", until: str = ":until") -> str:
    """Return the SELECT of what was used, grouped by one of ``KINDS``.

    ``where`` is a condition on ``sessions``; ``since`` and ``until`` are SQL for a time or NULL.
    """
    order = "1" if by in _TIMES else "tool_calls" if by == "tool" else "messages"
    name = "tool_name" if by == "tool" else _NAMES[by].format(at="at")
    used, sums = _parts(by, where, since, until)
    return f"{used}SELECT {name} AS {by}, {sums}\nGROUP BY 1 ORDER BY {order} DESC, 1"


def _parts(by: str, where: str, since: str, until: str) -> tuple[str, str]:
    """Return the WITH clause to put before the SELECT, and the sums to select with their FROM and WHERE."""

    def inside(first: str, last: str) -> str:
        return f"({since} IS NULL OR {first} >= {since}) AND ({until} IS NULL OR {last} < {until})"

    if by == "tool":
        return "", _CALLS.format(where=where, since=since, until=until, inside=inside("created_at", "created_at"))
    whole = inside("created_at", "updated_at")
    if by in _TIMES:
        whole += f" AND {_NAMES[by].format(at='created_at')} = {_NAMES[by].format(at='updated_at')}"
    if by == "model":
        whole += f" AND {_ONE_MODEL}"
    return _USED.format(where=where, whole=whole) + "\n", _SUMS.format(inside=inside("at", "at"))


def usage(store: Store, by: str = "day", *, limit: int = 30, **filters: Any) -> dict[str, Any]:
    """Return ``{"ok", "by", "rows": [{by: name or None, "sessions": 3, ...}], "total": {...}, "truncated"}``.

    ``filters`` are those of sessions, where ``since`` and ``until`` mean the time of use. Raises GagentError for an
    unknown ``by`` or filter, or a bad limit.
    """
    if by not in KINDS:
        raise GagentError(f"There is no usage by {by!r}.", hint=f"Choose one of: {', '.join(KINDS)}.")
    if limit < 1:
        raise GagentError(f"The limit must be at least 1, not {limit}.")
    with store.snapshot() as conn:
        where, values = session_filter(filters).where(conn)
        rows = [dict(row) for row in conn.execute(query(by, where), values)]
        # For the total, group by channel: fewer sessions have to be looked into than for days.
        used, sums = _parts(by if by == "tool" else "channel", where, ":since", ":until")
        total = dict(conn.execute(f"{used}SELECT {sums}", values).fetchone())
    if not rows:
        total = dict.fromkeys(total, 0)
    return {"ok": True, "by": by, "rows": rows[:limit], "total": total, "truncated": len(rows) > limit}
