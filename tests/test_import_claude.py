"""Claude Code: every record arrives once, in the right session, with its tools, usage and title."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from import_fixtures import (
    COPY,
    MAIN,
    add_lines,
    answer,
    claude,
    claude_session,
    prompt,
    result,
    text_block,
    tool_block,
    uuid,
    write_lines,
)

from gagent_db.api import Database
from gagent_db.importers import writer
from gagent_db.importers.report import ImportReport


def bring(db: Database, folder: Path) -> ImportReport:
    report = db.import_paths([folder])
    assert report.skipped == []
    return report


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return tmp_path / "projects" / "-home-rina-kebun"


def messages(db: Database, session_id: str = MAIN) -> list[Any]:
    return db.history(session_id, undone=True)


def test_a_session_arrives_with_tools_results_usage_and_title(db: Database, project: Path) -> None:
    write_lines(project / f"{MAIN}.jsonl", claude_session())
    bring(db, project)
    session = db.get_session(MAIN)
    assert session is not None
    assert (session.title, session.channel, session.model) == ("Irrigation test", "claude-code", "claude-test-1")
    assert session.project == "/home/rina/kebun" and session.metadata is not None
    assert session.metadata["cwd"] == "/home/rina/kebun/" and session.metadata["git_branch"] == "main"
    assert session.source_format == "claude-code"
    found = messages(db)
    assert [m.role for m in found] == [
        "user",
        "user",
        "assistant",
        "assistant",
        "tool",
        "assistant",
        "tool",
        "assistant",
    ]
    assert [m.uid for m in found] == [uuid(n) for n in ("u1", "u2", "a1", "a2", "r1", "a3", "r2", "a4")]
    assert found[2].reasoning == "I should run it" and found[2].content == ""
    failed, worked = found[3].tool_calls[0], found[5].tool_calls[0]
    assert (failed.arguments, failed.status, failed.exit_code) == ({"command": "pytest -q"}, "error", 2)
    assert (worked.result_summary, worked.status, worked.exit_code) == ("north\nsouth", "success", 0)
    assert (failed.result_message_id, worked.result_message_id) == (found[4].id, found[6].id)


def test_usage_is_counted_once_for_each_message_of_the_api(db: Database, project: Path) -> None:
    write_lines(project / f"{MAIN}.jsonl", claude_session())
    bring(db, project)
    session = db.get_session(MAIN)
    assert session is not None
    # msg_1 is two lines that end at 631 tokens, msg_2 and msg_3 one each.
    assert session.output_tokens == 631 + 40 + 12
    assert (session.input_tokens, session.cache_read_tokens, session.cache_write_tokens) == (18, 42000, 3600)


def test_line_by_line_gives_the_same_as_all_at_once(db: Database, tmp_path: Path, project: Path) -> None:
    records = claude_session()
    path = write_lines(project / f"{MAIN}.jsonl", records[:1])
    for record in records[1:]:
        add_lines(path, [record])
        db.import_paths([project])
    with Database(tmp_path / "whole.db") as whole:
        whole.import_paths([project])
        assert everything(db) == everything(whole)


def test_many_small_transactions_give_the_same_as_one(
    db: Database, tmp_path: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    side = {"isSidechain": True, "agentId": "ab12cd34"}
    write_lines(project / f"{MAIN}.jsonl", claude_session())
    agent = project / MAIN / "subagents" / "agent-ab12cd34.jsonl"
    write_lines(agent, [prompt("s1", None, "Count the valves", **side), answer("s2", "s1", text_block("12"), **side)])
    db.import_paths([project])
    with Database(tmp_path / "small.db") as small:
        for name in ("FIRST_BATCH", "SMALLEST_BATCH", "LARGEST_BATCH"):
            monkeypatch.setattr(writer, name, 1)
        small.import_paths([project])
        assert everything(small) == everything(db)


def everything(db: Database) -> list[tuple[Any, ...]]:
    """All that an import writes about conversations."""
    tables = {
        "sessions": "id, title, parent_session_id, end_reason, created_at, updated_at, model, message_count, "
        "tool_call_count, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, metadata_json",
        "messages": "uid, role, content, content_type, reasoning, status, created_at, output_tokens, metadata_json",
        "tool_calls": "call_id, tool_name, arguments_json, result_summary, status, exit_code, result_message_id",
    }
    return [
        tuple(row)
        for table, columns in tables.items()
        for row in db.read().execute(f"SELECT {columns} FROM {table} ORDER BY rowid")
    ]


def test_sub_agents_become_child_sessions(db: Database, project: Path) -> None:
    write_lines(project / f"{MAIN}.jsonl", claude_session())
    side = {"isSidechain": True, "agentId": "ab12cd34"}
    agent = project / MAIN / "subagents" / "agent-ab12cd34.jsonl"
    write_lines(agent, [prompt("s1", None, "Count the valves", **side), answer("s2", "s1", text_block("12"), **side)])
    agent.with_suffix(".meta.json").write_text(json.dumps({"agentType": "Explore", "description": "Valve count"}))
    flow = project / MAIN / "subagents" / "workflows" / "wf_1" / "agent-ee.jsonl"
    write_lines(flow, [prompt("w1", None, "Part of a workflow", isSidechain=True, agentId="ee")])
    bring(db, project)
    child = db.get_session(f"{MAIN}-agent-ab12cd34")
    assert child is not None and child.metadata is not None
    assert (child.parent_session_id, child.end_reason, child.title) == (MAIN, "subagent", "Valve count")
    assert child.metadata["lineage"] == "subagent" and child.metadata["agent_type"] == "Explore"
    worker = db.get_session(f"{MAIN}-agent-ee")
    assert worker is not None and worker.metadata is not None
    assert worker.parent_session_id == MAIN and worker.metadata["workflow_id"] == "wf_1"


def test_side_chains_of_older_versions_become_child_sessions(db: Database, project: Path) -> None:
    records = claude_session()
    records[5:5] = [
        prompt("s1", None, "Look around", isSidechain=True),
        answer("s2", "s1", text_block("seen"), isSidechain=True),
    ]
    write_lines(project / f"{MAIN}.jsonl", records)
    bring(db, project)
    (child,) = db.read().execute("SELECT * FROM sessions WHERE parent_session_id = ?", (MAIN,)).fetchall()
    assert (child["message_count"], child["end_reason"]) == (2, "subagent")
    assert len(messages(db)) == 8


def test_a_child_that_comes_before_its_parent_is_linked_later(db: Database, project: Path) -> None:
    agent = project / MAIN / "subagents" / "agent-x1.jsonl"
    write_lines(agent, [prompt("s1", None, "Early", isSidechain=True, agentId="x1")])
    bring(db, project)
    write_lines(project / f"{MAIN}.jsonl", claude_session())
    bring(db, project)
    child = db.get_session(f"{MAIN}-agent-x1")
    assert child is not None and child.parent_session_id == MAIN


def test_a_resumed_copy_adds_only_what_is_new(db: Database, project: Path) -> None:
    original = claude_session()
    write_lines(project / f"{MAIN}.jsonl", original)
    bring(db, project)
    copied = [{**record, "sessionId": COPY} for record in original if "sessionId" in record]
    write_lines(project / f"{COPY}.jsonl", [*copied, prompt("u9", "a4", "And the south valve?", session=COPY)])
    report = bring(db, project)
    assert report.messages == 1
    copy = db.get_session(COPY)
    assert copy is not None
    assert (copy.message_count, copy.parent_session_id, copy.end_reason) == (1, MAIN, "branch")
    assert copy.output_tokens == 0


def test_a_resumed_copy_closes_what_the_original_left_open(db: Database, project: Path) -> None:
    opened = claude("user", "u8", "a4", message={"role": "user", "content": "We need to order new valves."})
    original = [*claude_session(), opened]
    write_lines(project / f"{MAIN}.jsonl", original)
    copied = [{**record, "sessionId": COPY} for record in original if "sessionId" in record]
    later = prompt("u9", "u8", "The valves are ordered.", session=COPY) | {"timestamp": "2026-01-14T09:00:00.000Z"}
    write_lines(project / f"{COPY}.jsonl", [*copied, later])
    bring(db, project)
    db.index()
    assert [item.value for item in db.artifacts("unresolved", query="valves").items] == []
    assert db.artifacts("unresolved", query="valves", status="resolved").items


def test_a_copy_without_anything_new_is_no_session(db: Database, project: Path) -> None:
    original = claude_session()
    write_lines(project / f"{MAIN}.jsonl", original)
    bring(db, project)
    write_lines(project / f"{COPY}.jsonl", [{**r, "sessionId": COPY} for r in original if "sessionId" in r])
    report = bring(db, project)
    assert (report.messages, len(report.sessions_added)) == (0, 0)
    assert db.get_session(COPY) is None
    assert bring(db, project).files_unchanged == 2


def test_every_branch_of_a_fork_is_kept(db: Database, project: Path) -> None:
    records = [
        prompt("u1", None, "Plan the garden"),
        answer("a1", "u1", text_block("Roses first")),
        prompt("u2", "a1", "Rather herbs"),
        answer("a2", "u2", text_block("Herbs it is"), api="msg_2"),
        prompt("u3", "a1", "Rather tomatoes"),
        answer("a3", "u3", text_block("Tomatoes it is"), api="msg_3"),
    ]
    write_lines(project / f"{MAIN}.jsonl", records)
    bring(db, project)
    found = messages(db)
    assert [m.content for m in found][2:] == ["Rather herbs", "Herbs it is", "Rather tomatoes", "Tomatoes it is"]
    assert found[4].metadata is not None and found[4].metadata["parent_uid"] == uuid("a1")
    assert not db.search_messages("herbs") and db.search_messages("tomatoes")


def test_compaction_marks_what_came_before(db: Database, project: Path) -> None:
    records = [
        *claude_session()[:-1],
        claude(
            "system", "b1", None, subtype="compact_boundary", content="Conversation compacted",
            logicalParentUuid=uuid("a4"), compactMetadata={"trigger": "auto", "preTokens": 155123},
        ),
        prompt("c1", "b1", "This session is being continued: the valves were renamed.", isCompactSummary=True),
        prompt("u5", "c1", "Go on"),
    ]  # fmt: skip
    write_lines(project / f"{MAIN}.jsonl", records)
    bring(db, project)
    found = messages(db)
    assert {m.status for m in found[:8]} == {"compacted"}
    assert [(m.role, m.content_type, m.status) for m in found[8:]] == [
        ("system", "compaction", "active"),
        ("system", "compaction_summary", "active"),
        ("user", "text", "active"),
    ]
    session = db.get_session(MAIN)
    assert session is not None and session.title == "Why does the irrigation test fail?"


def test_a_compaction_that_goes_on_in_another_file_is_one_lineage(db: Database, project: Path) -> None:
    write_lines(project / f"{MAIN}.jsonl", claude_session())
    boundary = claude(
        "system",
        "b1",
        None,
        session=COPY,
        subtype="compact_boundary",
        content="Compacted",
        logicalParentUuid=uuid("a4"),
    )
    write_lines(project / f"{COPY}.jsonl", [boundary, prompt("u7", "b1", "Go on here", session=COPY)])
    bring(db, project)
    following, first = db.get_session(COPY), db.get_session(MAIN)
    assert following is not None and first is not None
    assert following.parent_session_id == MAIN and first.end_reason == "compression"


@pytest.mark.parametrize(
    ("records", "title"),
    [
        ([{"type": "ai-title", "aiTitle": "Named by the agent", "sessionId": MAIN}], "Named by the agent"),
        (
            [
                {"type": "custom-title", "customTitle": "Named by me", "sessionId": MAIN},
                {"type": "ai-title", "aiTitle": "Named by the agent", "sessionId": MAIN},
            ],
            "Named by me",
        ),
        ([], "Irrigation test"),
    ],
)
def test_the_best_title_wins(db: Database, project: Path, records: list[Any], title: str) -> None:
    write_lines(project / f"{MAIN}.jsonl", [*claude_session(), *records])
    bring(db, project)
    session = db.get_session(MAIN)
    assert session is not None and session.title == title


def test_a_summary_names_the_session_of_its_leaf_in_another_file(db: Database, project: Path) -> None:
    write_lines(project / f"{MAIN}.jsonl", claude_session()[:-1])
    summary = {"type": "summary", "summary": "Valves renamed", "leafUuid": uuid("a4")}
    write_lines(project / f"{COPY}.jsonl", [summary, prompt("u8", None, "Something else", session=COPY)])
    bring(db, project)
    session, other = db.get_session(MAIN), db.get_session(COPY)
    assert session is not None and other is not None
    assert (session.title, other.title) == ("Valves renamed", "Something else")


def test_machine_text_is_no_title_and_a_command_is_called_by_its_arguments(db: Database, project: Path) -> None:
    records = [
        prompt("u1", None, "Caveat: The messages below were generated by the user", isMeta=True),
        prompt("u2", "u1", "<local-command-stdout></local-command-stdout>"),
        prompt(
            "u3", "u2",
            "<command-message>review</command-message><command-name>/review</command-name>"
            "<command-args>check the pump code</command-args>",
        ),
    ]  # fmt: skip
    write_lines(project / f"{MAIN}.jsonl", records)
    bring(db, project)
    session = db.get_session(MAIN)
    assert session is not None and session.title == "check the pump code"
    assert [m.content_type for m in messages(db)] == ["meta", "meta", "command"]


def test_images_and_several_results_in_one_record(db: Database, project: Path) -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}}
    both = [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": "one"},
        {"type": "tool_result", "tool_use_id": "toolu_2", "content": [text_block("two"), image]},
        text_block("and go on"),
    ]
    records = [
        prompt("u1", None, [text_block("See this"), image]),
        answer("a1", "u1", tool_block("toolu_1", "a"), tool_block("toolu_2", "b")),
        prompt("r1", "a1", both),
    ]
    write_lines(project / f"{MAIN}.jsonl", records)
    bring(db, project)
    found = messages(db)
    assert [(m.role, m.content) for m in found] == [
        ("user", "See this"), ("assistant", ""), ("tool", "one"), ("tool", "two"), ("user", "and go on"),
    ]  # fmt: skip
    assert found[0].media[0].mime_type == "image/png" and found[0].media[0].bytes == 5
    assert [call.result_message_id for call in found[1].tool_calls] == [found[2].id, found[3].id]
    assert len(found[3].media) == 1


def test_a_result_that_arrives_in_a_later_run_finds_its_call(db: Database, project: Path) -> None:
    path = write_lines(project / f"{MAIN}.jsonl", claude_session()[:5])
    bring(db, project)
    add_lines(path, claude_session()[5:6])
    bring(db, project)
    row = db.read().execute("SELECT status, exit_code, result_message_id, result_summary FROM tool_calls").fetchone()
    assert (row[0], row[1]) == ("error", 2) and row[2] and row[3].startswith("Exit code 2")
    matching = "SELECT 1 FROM messages_fts WHERE messages_fts MATCH 'failed' AND rowid = ?"
    assert db.read().execute(matching, (row[2],)).fetchone()


@pytest.mark.parametrize("copy_first", [False, True])
def test_a_copy_that_says_something_new_later_is_a_whole_session(db: Database, project: Path, copy_first: bool) -> None:
    """``--resume`` writes the old records first; what is new comes when somebody says it."""
    old = claude_session()
    copied = [{**record, "sessionId": COPY} if "sessionId" in record else record for record in old]
    first, then = [(MAIN, old), (COPY, copied)][:: -1 if copy_first else 1]
    write_lines(project / f"{first[0]}.jsonl", first[1])
    bring(db, project)
    path = write_lines(project / f"{then[0]}.jsonl", then[1])
    bring(db, project)
    assert [session.id for session in db.list_sessions()] == [first[0]]
    add_lines(path, [prompt("u9", "a4", "And the pump?", session=then[0])])
    bring(db, project)
    add_lines(path, [answer("a9", "u9", text_block("It runs."), api="msg_9", session=then[0])])
    bring(db, project)
    new = db.get_session(then[0])
    assert (new.channel, new.project, new.parent_session_id, new.end_reason, new.message_count) == (
        "claude-code", "/home/rina/kebun", first[0], "branch", 2,
    )  # fmt: skip
    assert new.metadata["git_branch"] == "main" and new.title == "Why does the irrigation test fail?"


def test_queued_prompts_arrive_and_bookkeeping_does_not(db: Database, project: Path) -> None:
    records = [
        *claude_session(),
        {"type": "queue-operation", "operation": "enqueue", "content": "x", "sessionId": MAIN},
        claude("attachment", "q1", "a4", attachment={"type": "queued_command", "prompt": "Also check the pump"}),
        claude("attachment", "q2", "q1", attachment={"type": "todo_reminder", "content": []}),
        claude("progress", "q3", "q2", data={"type": "hook_progress"}),
        claude("user", "q4", "q3", message={"role": "human", "content": "old role name"}),
    ]
    write_lines(project / f"{MAIN}.jsonl", records)
    bring(db, project)
    assert [(m.role, m.content) for m in messages(db)][8:] == [
        ("user", "Also check the pump"),
        ("user", "old role name"),
    ]


def test_wrong_types_are_reported_and_the_rest_arrives(db: Database, project: Path) -> None:
    records: list[Any] = [
        *claude_session(),
        {"type": 5},
        {**prompt("x1", "a4", "no"), "message": "not an object"},
        {**prompt("x2", "a4", None)},
        {**answer("x3", "a4"), "message": {"role": "assistant", "content": 7, "usage": "many", "model": []}},
        result("x4", "a4", "toolu_1", {"odd": ["shape"]}, toolUseResult=[1, 2]),
        prompt("u9", "a4", "The end"),
    ]
    write_lines(project / f"{MAIN}.jsonl", records)
    report = db.import_paths([project])
    assert [(skip.line, skip.reason) for skip in report.skipped] == [
        (11, "unknown record type '5'"),
        (12, "user record without a message"),
    ]
    assert messages(db)[-1].content == "The end"


def test_the_shared_sessions_arrive_without_a_skipped_line(db: Database, shared_data: Path) -> None:
    report = db.import_paths([shared_data / name for name in ("claude-code", "swe-agent", "g-agent")])
    assert (report.files, len(report.sessions_added), report.skipped) == (12, 12, [])
    again = db.import_paths([shared_data / name for name in ("claude-code", "swe-agent", "g-agent")])
    assert (again.messages, len(again.sessions_added), again.unchanged) == (0, 0, 12)
    assert again.to_dict()["sessions"] == {"added": 0, "updated": 0, "unchanged": 12}
