"""A small invented archive for ``serve --demo``: what gagent-db looks like with something in it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import yaml

from ..errors import GagentError
from ..memory.facts import memory_write
from ..memory.memories import add
from ..store.database import Store
from ..store.messages import append
from ..store.sessions import compress_session, create_session, get_session, update_session

DATA = Path(__file__).with_name("demo.yaml")
MEMORIES = (
    ("Tests first: write the failing test, show it, then fix.", "user", "/", 0.8),
    ("Rina reads English and Indonesian; answer in the language of the question.", "user", "/", 0.9),
    ("warung-api: run the tests with pytest -q; never touch the production database.", "memory", "/warung-api", 0.7),
    ("The server kebun has 1 GB of memory and 2 GB of swap; restart the bot with systemctl.", "memory", "/kebun", 0.6),
)
FACTS = """C[payments]: book each provider event once
D[webhooks.idempotency]: event id as primary key, same transaction as the charge
V[webhooks.timeout]: provider retries after 10 s
?[webhooks.refund]: refund_issued() books twice, fix before Friday"""
_SECONDS = {"user": 95}  # between a message and the one before it; 40 for other roles


def fill(store: Store, *, today: datetime | None = None) -> int:
    """Write the demo, dated back from ``today``. Returns how many sessions were added; existing ones stay.

    Raises GagentError if something else is stored: agents would believe what is invented.
    """
    today = today or datetime.now(UTC)
    demos = yaml.safe_load(DATA.read_text("utf-8"))
    missing = [demo for demo in demos if get_session(store, demo["id"]) is None]
    if len(missing) == len(demos) and any(
        store.read().execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in ("sessions", "memories", "facts")
    ):
        raise GagentError(
            f"{store.path} holds something already; the invented sessions would mix with it.",
            hint="Leave --db out: the demo has a file of its own.",
        )
    for demo in missing:
        _write(store, demo, today)
    if missing:
        for content, target, scope, importance in MEMORIES:
            add(store, content, target=target, scope=scope, importance=importance, source="demo")
        memory_write(store, FACTS, "payments", source="demo")
    return len(missing)


def _write(store: Store, demo: dict[str, Any], today: datetime) -> None:
    at = today - timedelta(days=demo.get("days_ago", 0), minutes=demo.get("minutes_ago", 0))
    columns = {name: demo.get(name) for name in ("id", "title", "model", "project", "channel", "chat_id")}
    columns |= {"created_at": at.isoformat(), "updated_at": at.isoformat(), "source_format": "demo"}
    metadata = demo.get("metadata")
    if demo.get("continues"):
        compress_session(store, demo["continues"], **columns)
    else:
        create_session(store, **columns, parent_session_id=demo.get("parent"), metadata=metadata)
    messages: list[dict[str, Any]] = []
    for number, step in enumerate(demo["steps"]):
        at += timedelta(seconds=step.get("seconds", _SECONDS.get(step["role"], 40)))
        messages.extend(_messages(demo, number, step, at))
    append(store, demo["id"], messages)
    if (metadata or {}).get("lineage") == "subagent":
        update_session(store, demo["id"], end_reason="subagent", ended_at=at.isoformat())


def _messages(demo: dict[str, Any], number: int, step: dict[str, Any], at: datetime) -> list[dict[str, Any]]:
    """The message of a step, then one for each tool result."""
    calls, results = [], []
    for index, call in enumerate(step.get("calls", ())):
        call_id = call.get("call_id") or f"{demo['id']}-{number}-{index}"
        calls.append(
            {
                "call_id": call_id,
                "tool_name": call["name"],
                "arguments": call["arguments"],
                "result_summary": call.get("result", "")[:500],
                "status": "error" if call.get("exit_code") else "success",
                "exit_code": call.get("exit_code"),
            }
        )
        results.append(
            {
                "role": "tool",
                "content": call.get("result", ""),
                "uid": f"{number}-{index}",
                "created_at": (at + timedelta(seconds=2 + index)).isoformat(),
                "metadata": {"tool_call_id": call_id},
            }
        )
    is_agent = step["role"] == "assistant"
    message = {
        "role": step["role"],
        "content": step["text"],
        "uid": str(number),
        "created_at": at.isoformat(),
        "reasoning": step.get("thinking"),
        "model": demo.get("model") if is_agent else None,
        "input_tokens": 900 + 37 * len(step["text"]) % 4000 if is_agent else None,
        "output_tokens": max(12, len(step["text"]) // 4) if is_agent else None,
        "tool_calls": calls,
        "media": step.get("media", []),
        "status": step.get("status", "active"),
    }
    return [message, *results]
