"""Crush: its database of sessions, with calls, typed commands, summaries and sub-agents."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from agent_fixtures import crush_db, crush_message

from gagent_db import Database


def _rows(db: Database, session_id: str = "c1") -> list[tuple[Any, ...]]:
    query = "SELECT role, content_type, content, status FROM messages WHERE session_id = ? ORDER BY id"
    return [tuple(row) for row in db.read().execute(query, (session_id,))]


def test_a_session_of_crush(db: Database, tmp_path: Path) -> None:
    report = db.import_paths([crush_db(tmp_path)])
    assert not report.skipped and not report.passed_over
    session = db.get_session("c1")
    assert session is not None and (session.channel, session.title) == ("crush", "Failing cart")
    assert (session.project, session.created_at) == (str(tmp_path / "toko"), "2026-02-09T08:00:00.000Z")
    assert (session.input_tokens, session.output_tokens, session.cost_usd) == (900, 60, 0.02)
    assert _rows(db) == [
        ("user", "text", "Why does the cart fail?", "active"),
        ("assistant", "text", "I test it.", "active"),
        ("tool", "text", "FAIL\nExit code 1", "active"),
        ("assistant", "text", "The price is nil.", "active"),
    ]
    spoken = next(m for m in db.history("c1") if m.tool_calls)
    call = spoken.tool_calls[0]
    assert (spoken.model, spoken.provider, spoken.reasoning) == ("vela-4", "vela", "Run the tests")
    assert (call.arguments, call.status, call.exit_code) == ({"command": "go test ./..."}, "error", 1)
    child = db.get_session("c1-task")
    assert child is not None and (child.parent_session_id, child.end_reason) == ("c1", "subagent")


def test_a_command_that_the_person_typed(db: Database, tmp_path: Path) -> None:
    typed = ("shell_command", {"command": "ls carts", "output": "no carts", "exit_code": 2})
    db.import_paths([crush_db(tmp_path, [crush_message(1, "user", typed)])])
    assert [row[:3] for row in _rows(db)] == [("user", "text", ""), ("tool", "text", "no carts")]
    (call,) = db.history("c1")[0].tool_calls
    assert (call.tool_name, call.arguments, call.exit_code) == ("bash", {"command": "ls carts"}, 2)
    assert [item.value for item in db.artifacts("command").items] == ["ls carts"]


def test_a_summary_compacts_what_came_before_it(db: Database, tmp_path: Path) -> None:
    path = crush_db(tmp_path)
    db.import_paths([path])
    with closing(sqlite3.connect(path)) as conn:
        row = crush_message(6, "assistant", ("text", {"text": "The price was nil."}), is_summary_message=1)
        conn.execute(f"INSERT INTO messages({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values()))
        conn.commit()
    db.import_paths([path])
    assert [row[3] for row in _rows(db)] == ["compacted"] * 4 + ["active"]
    assert _rows(db)[-1][:3] == ("system", "summary", "The price was nil.")


def test_parts_that_cannot_be_read_are_reported(db: Database, tmp_path: Path) -> None:
    packed = crush_message(1, "user") | {"parts": b"\x28\xb5\x2f\xfd packed"}
    plain = crush_message(2, "user", ("text", {"text": "Hello"}), ("hologram", {"size": 3}))
    report = db.import_paths([crush_db(tmp_path, [packed, plain])])
    assert [skip.reason for skip in report.skipped] == ["message m1: parts: bytes where a list was expected"]
    assert report.passed_over["part hologram"] == 1
    assert [row[2] for row in _rows(db)] == ["Hello"]
