"""A small invented archive for ``serve --demo``: what gagent-db looks like with something in it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from ..store.database import Store
from ..store.messages import append
from ..store.sessions import compress_session, create_session, get_session, update_session
from .demo_data import SESSIONS, DemoSession, Step


def fill(store: Store, *, today: datetime | None = None) -> int:
    """Write the demo sessions, dated back from ``today``. Returns how many were added; those there stay."""
    today = today or datetime.now(UTC)
    return sum(_write(store, demo, today) for demo in SESSIONS if get_session(store, demo.id) is None)


def _write(store: Store, demo: DemoSession, today: datetime) -> int:
    at = today - timedelta(days=demo.days_ago, minutes=demo.minutes_ago)
    columns: dict[str, Any] = {"id": demo.id, "title": demo.title, "model": demo.model, "project": demo.project}
    columns |= {"channel": demo.channel, "chat_id": demo.chat_id, "created_at": at.isoformat()}
    columns |= {"source_format": "demo", "updated_at": at.isoformat()}
    if demo.continues:
        compress_session(store, demo.continues, **columns)
    else:
        create_session(store, **columns, parent_session_id=demo.parent, metadata=demo.metadata)
    messages: list[dict[str, Any]] = []
    for number, step in enumerate(demo.steps):
        at += timedelta(seconds=step.seconds)
        messages.extend(_messages(demo, number, step, at))
    append(store, demo.id, messages)
    if demo.parent and (demo.metadata or {}).get("lineage") == "subagent":
        update_session(store, demo.id, end_reason="subagent", ended_at=at.isoformat())
    return 1


def _messages(demo: DemoSession, number: int, step: Step, at: datetime) -> list[dict[str, Any]]:
    """The message of a step, then one for each tool result."""
    calls, results = [], []
    for index, call in enumerate(step.calls):
        call_id = call.call_id or f"{demo.id}-{number}-{index}"
        failed = bool(call.exit_code) or call.failed
        calls.append(
            {
                "call_id": call_id,
                "tool_name": call.name,
                "arguments": call.arguments,
                "result_summary": call.result[:500],
                "status": "error" if failed else "success",
                "exit_code": call.exit_code,
            }
        )
        results.append(
            {
                "role": "tool",
                "content": call.result,
                "uid": f"{number}-{index}",
                "created_at": (at + timedelta(seconds=2 + index)).isoformat(),
                "metadata": {"tool_call_id": call_id},
            }
        )
    message = {
        "role": step.role,
        "content": step.text,
        "uid": str(number),
        "created_at": at.isoformat(),
        "reasoning": step.thinking,
        "model": demo.model if step.role == "assistant" else None,
        "input_tokens": 900 + 37 * len(step.text) % 4000 if step.role == "assistant" else None,
        "output_tokens": max(12, len(step.text) // 4) if step.role == "assistant" else None,
        "tool_calls": calls,
        "media": step.media,
        "status": step.status,
    }
    return [message, *results]
