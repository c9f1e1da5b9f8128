"""Invented transcripts of G-Agent, Claude Code and SWE-agent for the import tests."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gagent_db.api import Database
from gagent_db.importers.report import ImportReport
from gagent_db.importers.watch import watch

MAIN = "7d1f0c52-0000-4000-8000-00000000aaaa"
COPY = "7d1f0c52-0000-4000-8000-00000000bbbb"


def uuid(name: str) -> str:
    """A UUID that shows what it stands for: ``uuid("a1")``."""
    return f"00000000-0000-4000-8000-{name.encode().hex():0>12}"


def write_lines(path: Path, records: Iterable[Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def add_lines(path: Path, records: Iterable[Any]) -> None:
    with path.open("a", encoding="utf-8") as stream:
        stream.write("".join(json.dumps(record) + "\n" for record in records))


# -- G-Agent -------------------------------------------------------------------------------------------


def gagent(count: int = 4, *, key: str | None = None, created: str = "2026-03-01T08:00:00.000001") -> list[Any]:
    """A metadata line and ``count`` messages that name their number."""
    head: dict[str, Any] = {"_type": "metadata", "created_at": created, "updated_at": created, "metadata": {}}
    if key:
        head["key"] = key
    return [head, *(gagent_message(number) for number in range(count))]


def gagent_message(number: int) -> dict[str, Any]:
    role = "assistant" if number % 2 else "user"
    at = f"2026-03-01T08:{number // 60 % 60:02d}:{number % 60:02d}.000000"
    return {"role": role, "content": f"greenhouse reading number{number}", "timestamp": at}


# -- Claude Code ---------------------------------------------------------------------------------------


def claude(kind: str, name: str, parent: str | None, session: str = MAIN, **more: Any) -> dict[str, Any]:
    """A record of Claude Code; names become UUIDs."""
    return {
        "parentUuid": uuid(parent) if parent else None, "isSidechain": False, "userType": "external",
        "cwd": "/home/rina/kebun/", "sessionId": session, "version": "2.0.37", "gitBranch": "main", "type": kind,
        "uuid": uuid(name), "timestamp": f"2026-01-12T09:00:{len(name) + int(name[1:] or 0) % 50:02d}.000Z", **more,
    }  # fmt: skip


def prompt(name: str, parent: str | None, content: Any, **more: Any) -> dict[str, Any]:
    return claude("user", name, parent, message={"role": "user", "content": content}, **more)


def answer(
    name: str, parent: str | None, *blocks: Any, api: str = "msg_1", out: int = 5, **more: Any
) -> dict[str, Any]:
    usage = {
        "input_tokens": 6, "cache_creation_input_tokens": 1200, "cache_read_input_tokens": 14000, "output_tokens": out,
    }  # fmt: skip
    message = {"id": api, "type": "message", "role": "assistant", "model": "claude-test-1", "content": list(blocks)}
    return claude("assistant", name, parent, requestId="req_" + api, message={**message, "usage": usage}, **more)


def text_block(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def tool_block(call: str, command: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}


def result(name: str, parent: str, call: str, content: Any, *, failed: bool = False, **more: Any) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": call, "content": content, "is_error": failed}
    return prompt(name, parent, [block], **more)


def claude_session() -> list[dict[str, Any]]:
    """A prompt, thinking, a failing and a working command, an answer, and a title."""
    return [
        {"type": "file-history-snapshot", "messageId": uuid("u1"), "snapshot": {}},
        prompt("u1", None, "<command-name>/clear</command-name>"),
        prompt("u2", "u1", "Why does the irrigation test fail?"),
        answer("a1", "u2", {"type": "thinking", "thinking": "I should run it", "signature": "x"}),
        answer("a2", "a1", text_block("I run the tests."), tool_block("toolu_1", "pytest -q"), out=631),
        result(
            "r1", "a2", "toolu_1", "Exit code 2\n1 failed", failed=True, toolUseResult="Error: Exit code 2\n1 failed"
        ),
        answer("a3", "r1", tool_block("toolu_2", "ls valves"), api="msg_2", out=40),
        result(
            "r2", "a3", "toolu_2", [text_block("north\nsouth")],
            toolUseResult={"stdout": "north\nsouth", "stderr": "", "interrupted": False},
        ),
        answer("a4", "r2", text_block("Valve names changed."), api="msg_3", out=12),
        {"type": "summary", "summary": "Irrigation test", "leafUuid": uuid("a4")},
    ]  # fmt: skip


# -- what has to hold of a database ---------------------------------------------------------------------


def contents(db: Database) -> list[str]:
    return [row[0] for row in db.read().execute("SELECT content FROM messages ORDER BY id")]


def check_indexes(db: Database) -> None:
    for index in ("messages_fts", "tool_calls_fts"):
        db.write(
            lambda conn, name=index: conn.execute(f"INSERT INTO {name}({name}, rank) VALUES ('integrity-check', 1)")
        )
    flags = db.read().execute("SELECT max(suspended), max(stale) FROM index_state").fetchone()
    assert tuple(flags) == (0, 0)
    for table, column in (("messages", "message_count"), ("tool_calls", "tool_call_count")):
        wrong = f"SELECT id FROM sessions s WHERE {column} <> (SELECT count(*) FROM {table} WHERE session_id = s.id)"
        assert db.read().execute(wrong).fetchall() == []


# -- while it is watched -------------------------------------------------------------------------------


@contextmanager
def watching(db: Database, root: Path) -> Iterator[list[ImportReport]]:
    """``--watch`` on this folder, in a thread; the reports so far."""
    stop = threading.Event()
    reports: list[ImportReport] = []
    thread = threading.Thread(target=watch, args=(db, [root], stop, reports.append))
    thread.start()
    try:
        yield reports
    finally:
        stop.set()
        thread.join(60)
        assert not thread.is_alive()


def wait_until(holds: Callable[[], bool]) -> None:
    """For at most a minute."""
    deadline = time.monotonic() + 60
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert holds()
