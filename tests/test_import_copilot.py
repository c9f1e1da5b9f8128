"""GitHub Copilot CLI: prompts, answers, tools, sub-agents, compactions and usage of its event log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from agent_fixtures import COPILOT_ID, copilot, copilot_event, copilot_used
from fixture_files import lines
from import_fixtures import add_lines

from gagent_db import Database

CHILD = f"{COPILOT_ID}-agent-a1"


def _rows(db: Database, session_id: str = COPILOT_ID) -> list[tuple[Any, ...]]:
    query = "SELECT role, content_type, content, status FROM messages WHERE session_id = ? ORDER BY id"
    return [tuple(row) for row in db.read().execute(query, (session_id,))]


def test_a_session_of_copilot(db: Database, tmp_path: Path) -> None:
    report = db.import_paths([copilot(tmp_path)])
    assert not report.skipped
    assert report.passed_over == {
        "assistant.turn_start": 1, "tool.execution_start": 1, "subagent.started": 1, "session.shutdown": 1,
    }  # fmt: skip
    session = db.get_session(COPILOT_ID)
    assert session is not None and (session.channel, session.title) == ("copilot", "Tax of the shop")
    assert (session.project, session.created_at) == ("/home/sari/toko", "2026-02-06T08:00:00.000Z")
    assert (session.metadata or {})["git_branch"] == "main"
    assert (session.input_tokens, session.cache_read_tokens, session.output_tokens) == (600, 300, 40)
    assert _rows(db) == [
        ("user", "text", "Why is the tax wrong?", "compacted"),
        ("system", "attachment", "tax.py\n\nRATE = 11", "compacted"),
        ("assistant", "text", "I run the test.", "compacted"),
        ("tool", "text", "1 failed\n<shellId: 0 completed with exit code 1>", "compacted"),
        ("tool", "text", "Only tax.py.", "compacted"),
        ("system", "summary", "The rate is 12 now.", "active"),
        ("assistant", "text", "The rate is 12 since January.", "active"),
    ]
    spoken = next(m for m in db.history(COPILOT_ID) if m.tool_calls)
    assert (spoken.model, spoken.reasoning) == ("vela-4", "The rate is old")
    assert [(call.tool_name, call.status, call.exit_code) for call in spoken.tool_calls] == [
        ("bash", "error", 1), ("task", "success", None),
    ]  # fmt: skip


def test_a_sub_agent_is_a_session_of_its_own(db: Database, tmp_path: Path) -> None:
    db.import_paths([copilot(tmp_path)])
    child = db.get_session(CHILD)
    assert child is not None and (child.parent_session_id, child.end_reason) == (COPILOT_ID, "subagent")
    assert (child.title, child.model, child.input_tokens) == ("Look for the rate", "vela-mini", 600)
    assert [row[:3] for row in _rows(db, CHILD)] == [
        ("user", "text", "Which files name the rate?"), ("assistant", "text", "Only tax.py."),
    ]  # fmt: skip


def test_what_is_appended_goes_on(db: Database, tmp_path: Path) -> None:
    path = copilot(tmp_path)
    db.import_paths([path])
    add_lines(path, [copilot_used(16)])
    assert db.import_paths([path]).messages == 0
    add_lines(path, [copilot_event(17, "assistant.message", content="Shall I change it?", toolRequests=[])])
    assert db.import_paths([path]).messages == 1
    session = db.get_session(COPILOT_ID)
    assert session is not None and session.output_tokens == 80


def test_what_a_rewind_cut_off_is_undone(db: Database, tmp_path: Path) -> None:
    start = copilot_event(1, "session.start", sessionId=COPILOT_ID, context={})
    said = [copilot_event(number, "user.message", content=f"Prompt {number}") for number in (2, 3)]
    path = lines(tmp_path / COPILOT_ID / "events.jsonl", [start, *said])
    db.import_paths([path])
    lines(path, [start, said[0], copilot_event(4, "user.message", content="Better so")])
    db.import_paths([path])
    assert [row[2:] for row in _rows(db)] == [("Prompt 2", "active"), ("Prompt 3", "undone"), ("Better so", "active")]


def test_usage_of_versions_that_only_tell_the_whole(db: Database, tmp_path: Path) -> None:
    used = {name: {"usage": {"inputTokens": 500, "cacheReadTokens": 100, "outputTokens": 7}} for name in ("a", "b")}
    path = lines(
        tmp_path / COPILOT_ID / "events.jsonl",
        [
            copilot_event(1, "session.start", sessionId=COPILOT_ID, context={}),
            copilot_event(2, "assistant.message", content="Hello", outputTokens=14),
            copilot_event(3, "session.shutdown", modelMetrics=used),
        ],
    )
    db.import_paths([path])
    session = db.get_session(COPILOT_ID)
    assert session is not None
    assert (session.input_tokens, session.cache_read_tokens, session.output_tokens) == (800, 200, 14)


def test_a_prompt_of_the_program_is_no_prompt_of_the_person(db: Database, tmp_path: Path) -> None:
    start = copilot_event(1, "session.start", sessionId=COPILOT_ID, context={})
    path = lines(
        tmp_path / COPILOT_ID / "events.jsonl",
        [
            start,
            copilot_event(2, "user.message", content="You can read PDF files.", source="skill-pdf"),
            copilot_event(3, "user.message", content="Read the lease"),
            copilot_event(4, "tool.user_requested", toolCallId="c", toolName="bash", arguments={"command": "ls"}),
            copilot_event(5, "session.error", message="Too many requests", errorType="rate_limit"),
        ],
    )
    db.import_paths([path])
    assert [row[:3] for row in _rows(db)] == [
        ("user", "meta", "You can read PDF files."), ("user", "text", "Read the lease"), ("user", "text", ""),
        ("system", "meta", "Too many requests"),
    ]  # fmt: skip
    session = db.get_session(COPILOT_ID)
    assert session is not None and session.title == "Read the lease"
