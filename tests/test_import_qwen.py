"""Qwen Code: records like Claude Code's around messages in the shape of the Gemini API."""

from __future__ import annotations

from pathlib import Path

import pytest
from format_fixtures import QWEN_ID, lines, qwen_code, qwen_line
from import_fixtures import add_lines

from gagent_db.api import Database


def _rows(db: Database) -> list[tuple[str, ...]]:
    sql = "SELECT role, content_type, content, status FROM messages WHERE session_id = ? ORDER BY id"
    return [tuple(row) for row in db.read().execute(sql, (QWEN_ID,))]


def test_a_session_of_qwen_code(db: Database, tmp_path: Path) -> None:
    report = db.import_paths([qwen_code(tmp_path)])
    assert not report.skipped and report.passed_over == {"rewind": 1, "system ui_telemetry": 1}
    session = db.get_session(QWEN_ID)
    assert session is not None and (session.channel, session.title) == ("qwen-code", "Broken links")
    assert session.metadata == {"cwd": "/home/dewi/docs", "version": "0.14.0", "git_branch": "main"}
    assert (session.input_tokens, session.cache_read_tokens, session.output_tokens) == (600, 300, 40)
    assert _rows(db) == [
        ("user", "text", "Which links are broken?", "active"),
        ("system", "attachment", "--- quota.md ---\n# Quota", "active"),
        ("assistant", "text", "I look.", "active"),
        ("tool", "text", "2 errors\nExit Code: 2", "active"),
        ("assistant", "text", "Two of them.", "active"),
        ("user", "text", "Delete the docs", "undone"),
        ("assistant", "text", "All of them?", "undone"),
        ("user", "text", "Mend the links", "active"),
    ]
    spoken = next(m for m in db.history(QWEN_ID) if m.tool_calls)
    call = spoken.tool_calls[0]
    assert (spoken.model, spoken.reasoning) == ("qwen3-coder-plus", "A link checker")
    assert (call.tool_name, call.arguments, call.status, call.exit_code) == (
        "run_shell_command", {"command": "lychee docs/"}, "error", 2,
    )  # fmt: skip


def test_a_rewind_that_comes_later_undoes_what_is_there(db: Database, tmp_path: Path) -> None:
    path = lines(
        tmp_path / "a.jsonl", [qwen_line(1, "user", None, {"text": "One"}), qwen_line(2, "user", 1, {"text": "2"})]
    )
    db.import_paths([path])
    add_lines(path, [qwen_line(3, "system", None, subtype="rewind", systemPayload={"truncatedCount": 2})])
    add_lines(path, [qwen_line(4, "user", 3, {"text": "Uno"})])
    db.import_paths([path])
    states = [(content, status) for _, _, content, status in _rows(db)]
    assert states == [("One", "undone"), ("2", "undone"), ("Uno", "active")]


def test_sub_agents_forks_and_compressions(db: Database, tmp_path: Path) -> None:
    fork = {
        "sessionId": "other",
        "forkedFrom": {"sessionId": QWEN_ID, "messageUuid": "7c7d0000-0000-4000-8000-000000000001"},
    }
    first = qwen_line(1, "user", None, {"text": "Where are the hoses?"})
    summary = {"compressedHistory": [{"role": "user", "parts": [{"text": "They spoke of hoses."}]}], "info": {}}
    lines(tmp_path / "a.jsonl", [
        first, qwen_line(2, "system", 1, subtype="chat_compression", systemPayload=summary),
        qwen_line(3, "user", 2, {"text": "A notice"}, subtype="notification"),
    ])  # fmt: skip
    lines(tmp_path / "b.jsonl", [{**first, **fork}, {**qwen_line(7, "user", 1, {"text": "And the taps?"}), **fork}])
    side = {"isSidechain": True, "agentId": "explore-7f3c", "agentName": "Explore"}
    lines(tmp_path / "c.jsonl", [{**qwen_line(8, "user", None, {"text": "Look for hoses"}), **side}])
    db.import_paths([tmp_path])
    found = {s.id: (s.parent_session_id, s.end_reason, s.message_count) for s in db.list_sessions()}
    assert found == {
        QWEN_ID: (None, None, 3), "other": (QWEN_ID, "branch", 1),
        f"{QWEN_ID}-agent-explore-7f3c": (QWEN_ID, "subagent", 1),
    }  # fmt: skip
    assert _rows(db) == [
        ("user", "text", "Where are the hoses?", "compacted"),
        ("system", "summary", "They spoke of hoses.", "active"),
        ("user", "meta", "A notice", "active"),
    ]


@pytest.mark.parametrize("title_first", [False, True])
def test_a_first_prompt_longer_than_what_is_looked_at(title_first: bool, db: Database, tmp_path: Path) -> None:
    title = qwen_line(9, "system", None, subtype="custom_title", systemPayload={"customTitle": "Hoses"})
    records = [qwen_line(1, "user", None, {"text": "hose " * 20_000}), qwen_line(2, "assistant", 1, {"text": "Long."})]
    report = db.import_paths([lines(tmp_path / "a.jsonl", [title] * title_first + records)])
    assert (report.messages, report.skipped) == (2, [])
    assert [session.source_format for session in db.list_sessions()] == ["qwen-code"]


def test_records_without_a_message_do_not_hide_what_a_file_is(db: Database, tmp_path: Path) -> None:
    bare = [qwen_line(number, "system", None, subtype="file_history_snapshot") for number in (1, 2, 3)]
    path = lines(tmp_path / "a.jsonl", [*bare, qwen_line(4, "user", 3, {"text": "Where are the hoses?"})])
    assert db.import_paths([path]).messages == 1
    assert [session.source_format for session in db.list_sessions()] == ["qwen-code"]


def test_a_long_first_prompt_of_claude_code_is_none_of_qwen_code(db: Database, tmp_path: Path) -> None:
    answer = {"parts": [{"type": "file"}]}
    spoken = {"role": "user", "content": [{"parts": []}, {"type": "text", "text": "hose " * 20_000}]}
    record = {**qwen_line(1, "user", None), "toolUseResult": answer, "message": spoken}
    db.import_paths([lines(tmp_path / "a.jsonl", [record])])
    assert [session.source_format for session in db.list_sessions()] == ["claude-code"]
