"""goose: its database of sessions, with calls, answers of tools and compactions."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from agent_fixtures import goose_db, goose_message, goose_messages

from gagent_db import Database

ID = "20260208_1"


def _rows(db: Database) -> list[tuple[Any, ...]]:
    query = "SELECT role, content_type, content, status FROM messages ORDER BY id"
    return [tuple(row) for row in db.read().execute(query)]


def test_a_session_of_goose(db: Database, tmp_path: Path) -> None:
    report = db.import_paths([goose_db(tmp_path)])
    assert not report.skipped and not report.passed_over
    session = db.get_session(ID)
    assert session is not None and (session.channel, session.title, session.model) == (
        "goose",
        "January report",
        "vela-4",
    )
    assert (session.created_at, session.project) == ("2026-02-08T08:00:00.000Z", "/home/sari/toko")
    assert (session.input_tokens, session.output_tokens) == (900, 60)
    assert _rows(db) == [
        ("user", "text", "Make the report of January", "active"),
        ("assistant", "text", "I run it.", "active"),
        ("tool", "text", "42 rows", "active"),
        ("assistant", "text", "The report has 42 rows.", "active"),
    ]
    spoken = next(m for m in db.history(ID) if m.tool_calls)
    call = spoken.tool_calls[0]
    assert (spoken.reasoning, call.tool_name, call.status) == ("A make target", "developer__shell", "success")
    assert call.arguments == {"command": "make report"}


def test_a_call_that_failed(db: Database, tmp_path: Path) -> None:
    failed = {
        "type": "toolResponse",
        "id": "call_1",
        "toolResult": {"status": "error", "error": "-32603: no such tool"},
    }
    broken = {"type": "toolRequest", "id": "call_2", "toolCall": {"status": "error", "error": "-32602: bad arguments"}}
    db.import_paths([goose_db(tmp_path, [*goose_messages()[:2], goose_message(3, "user", failed),
                                         goose_message(4, "assistant", broken)])])  # fmt: skip
    calls = [call for m in db.history(ID) for call in m.tool_calls]
    assert [(call.tool_name, call.status) for call in calls] == [("developer__shell", "error"), ("unknown", None)]
    assert _rows(db)[2][:3] == ("tool", "text", "-32603: no such tool")


def test_a_compaction_hides_nothing_and_its_summary_is_no_prompt(db: Database, tmp_path: Path) -> None:
    path = goose_db(tmp_path)
    db.import_paths([path])
    with closing(sqlite3.connect(path)) as conn:
        conn.execute('UPDATE messages SET metadata_json = \'{"userVisible": true, "agentVisible": false}\'')
        summary = goose_message(5, "user", {"type": "text", "text": "January: 42 rows."}, userVisible=False)
        note = goose_message(6, "assistant", {"type": "systemNotification", "notificationType": "inlineMessage",
                                              "msg": "Compacted."}, agentVisible=False)  # fmt: skip
        for row in (summary, note):
            conn.execute(
                f"INSERT INTO messages({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values())
            )
        conn.commit()
    report = db.import_paths([path])
    assert (report.messages, report.undone) == (2, 0)
    assert [row[3] for row in _rows(db)] == ["compacted"] * 4 + ["active", "compacted"]
    assert [row[:3] for row in _rows(db)][4:] == [
        ("user", "meta", "January: 42 rows."), ("system", "meta", "Compacted."),
    ]  # fmt: skip


def test_a_conversation_that_goes_on_adds_what_is_new(db: Database, tmp_path: Path) -> None:
    path = goose_db(tmp_path)
    db.import_paths([path])
    with closing(sqlite3.connect(path)) as conn:
        row = goose_message(5, "user", {"type": "text", "text": "And February?"})
        conn.execute(f"INSERT INTO messages({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", list(row.values()))
        conn.commit()
    assert db.import_paths([path]).messages == 1
    assert db.import_paths([path]).messages == 0


def test_an_older_goose_gives_no_ids_and_what_is_said_twice_in_a_second_counts_twice(
    db: Database, tmp_path: Path
) -> None:
    said = {**goose_message(1, "user", {"type": "text", "text": "yes"}), "message_id": None}
    path = goose_db(tmp_path, [said] * 3)
    assert db.import_paths([path]).messages == 3
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("UPDATE sessions SET name = 'Consent'")
        conn.commit()
    assert db.import_paths([path]).messages == 0
    assert [row[2] for row in _rows(db)] == ["yes"] * 3
