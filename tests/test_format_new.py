"""Shapes that newer versions of the agents write, files they write beside, and text that came attached."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import (
    CODEX_ID,
    GEMINI_ID,
    HERMES_ID,
    HERMES_SCHEMA_22,
    chatgpt_message,
    chatgpt_node,
    claude_conversations,
    codex_line,
    codex_meta,
    database,
    document,
    gemini_json,
    gemini_logs,
    gemini_messages,
    hermes_messages,
    hermes_save,
    hermes_session,
    lines,
    opencode_db,
    opencode_export,
    swe_agent,
)
from import_fixtures import answer, claude, contents, prompt, text_block, write_lines

import gagent_db
from gagent_db.importers.run import import_paths
from gagent_db.importers.sources import MAX_LINE


def told(db: gagent_db.Database) -> list[tuple[str, str, str]]:
    rows = db.read().execute("SELECT role, content, status FROM messages ORDER BY id")
    return [tuple(row) for row in rows]


def _log(path: Path, entries: list[tuple[str, str]]) -> None:
    document(path, [
        {"sessionId": session, "messageId": number, "type": "user", "timestamp": f"2026-02-04T0{number}:00:00.000Z",
         "message": words}
        for number, (session, words) in enumerate(entries)
    ])  # fmt: skip


def test_the_log_of_gemini_adds_only_what_no_chat_holds(tmp_path: Path, db: gagent_db.Database) -> None:
    chat = gemini_json(tmp_path)
    log = gemini_logs(tmp_path)
    (chat.parents[1] / ".project_root").write_text("/home/dewi/docs")
    older, newest = "1f1f0000-1111-4222-8333-444455556666", "2e2e0000-1111-4222-8333-444455556666"
    _log(log, [(older, "Which tides are high today?"), (GEMINI_ID, "Summarise the quota doc"), (newest, "not yet")])
    report = import_paths(db, [tmp_path])
    assert [row[1] for row in told(db) if row[0] == "user"].count("Summarise the quota doc") == 1
    titles = {session.id: (session.title, session.project) for session in db.list_sessions()}
    assert titles[older] == ("Which tides are high today?", "/home/dewi/docs") and newest not in titles
    assert report.passed_over["prompt that stands in a chat file"] == 2
    # The chat is cleaned up, the next session begins: the log is read again and doubles nothing.
    chat.unlink()
    _log(log, [(older, "Which tides are high today?"), (GEMINI_ID, "Summarise the quota doc"), (newest, "not yet"),
               ("3d3d0000-1111-4222-8333-444455556666", "open")])  # fmt: skip
    import_paths(db, [log])
    assert [row[1] for row in told(db) if row[0] == "user"].count("Summarise the quota doc") == 1
    assert newest in {session.id for session in db.list_sessions()}


def test_a_gemini_chat_is_known_by_its_messages(tmp_path: Path, db: gagent_db.Database) -> None:
    path = document(tmp_path / "chat.json", {"sessionId": GEMINI_ID, "messages": gemini_messages()})
    assert not import_paths(db, [path]).skipped
    assert [row[0] for row in told(db)][:2] == ["user", "assistant"]


def test_what_gemini_put_behind_a_prompt_is_an_attachment(tmp_path: Path, db: gagent_db.Database) -> None:
    content = [{"text": "Explain @q.md"}, {"text": "--- Content from q.md ---\nquota is 40 barrels"}]
    message = {"id": "g1", "type": "user", "content": content, "displayContent": [{"text": "Explain @q.md"}]}
    path = document(tmp_path / "chat.json", {"sessionId": GEMINI_ID, "projectHash": "9f8e", "messages": [message]})
    import_paths(db, [path])
    assert told(db)[0][:2] == ("user", "Explain @q.md") and "40 barrels" in told(db)[1][1]


def test_an_opencode_export_and_the_database_are_one_session(tmp_path: Path, db: gagent_db.Database) -> None:
    first = import_paths(db, [opencode_export(tmp_path)])
    assert first.messages == 6 and not first.skipped
    sanitized = json.loads(opencode_export(tmp_path).read_text())
    sanitized["messages"][0]["parts"][0]["text"] = "[redacted]"
    document(tmp_path / "clean.json", sanitized)
    import_paths(db, [opencode_db(tmp_path), tmp_path / "clean.json"])
    rows = [row for row in told(db) if row[1] != "List every markdown file"]
    assert len(rows) == 6 and rows[0][1] == "Check the links in the docs"


def test_a_saved_hermes_session_keeps_the_status_of_its_rows(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [hermes_save(tmp_path)])
    assert [(content[:5], status) for _, content, status in told(db)] == [
        ("cek s", "compacted"), ("hapus", "undone"), ("[CONT", "active"),
    ]  # fmt: skip


def test_a_hermes_lineage_is_taken_apart_again(tmp_path: Path, db: gagent_db.Database) -> None:
    parts = [
        {**hermes_session(end_reason="compression"), "messages": hermes_messages()[:1]},
        {**hermes_session(id="20260102_110405_ab12cd35", parent_session_id=HERMES_ID), "messages":
         [{"role": "user", "content": "and the pump?", "timestamp": 1767330000.0}]},
    ]  # fmt: skip
    whole = {**parts[-1], "segments": parts, "lineage_session_ids": [part["id"] for part in parts],
             "messages": [message for part in parts for message in part["messages"]]}  # fmt: skip
    import_paths(db, [lines(tmp_path / "out.jsonl", [whole])])
    assert {session.id: session.message_count for session in db.list_sessions()} == {
        HERMES_ID: 1, "20260102_110405_ab12cd35": 1,
    }  # fmt: skip


def test_what_each_model_used_in_a_hermes_session(tmp_path: Path, db: gagent_db.Database) -> None:
    used = [{"session_id": HERMES_ID, "model": name, "input_tokens": tokens} for name, tokens in (("a", 5), ("b", 7))]
    session = hermes_session(input_tokens=None)
    import_paths(db, [database(tmp_path / "state.db", HERMES_SCHEMA_22, {
        "sessions": [session], "messages": hermes_messages(), "session_model_usage": used})])  # fmt: skip
    stored = db.list_sessions()[0]
    assert stored.input_tokens == 12
    assert (stored.metadata or {})["model_usage"] == [
        {"model": "a", "input_tokens": 5}, {"model": "b", "input_tokens": 7},
    ]  # fmt: skip


def test_plans_agents_and_pictures_of_newer_codex(tmp_path: Path, db: gagent_db.Database) -> None:
    def item(second: int, **payload: Any) -> dict[str, Any]:
        return codex_line("response_item", second, payload)

    records = [
        codex_meta(),
        codex_line("world_state", 1, {"agents": []}),
        item(2, type="message", role="user", content=[{"type": "input_text", "text": "Plan the pump"}]),
        codex_line("event_msg", 3, {"type": "item_completed", "item": {"type": "Plan", "id": "p", "text": "1. Dig"}}),
        codex_line("inter_agent_communication", 4, {"author": "/root/a", "recipient": "/root", "content": "Dug it",
                                                    "trigger_turn": True}),
        item(5, type="agent_message", author="/root", recipient="/root/a", content=[
            {"type": "encrypted_content", "encrypted_content": "gAAA"}]),
        item(6, type="image_generation_call", id="ig_1", status="completed", result="aGVsbG8="),
        item(7, type="additional_tools", role="developer", tools=[]),
        item(8, type="reasoning", summary=[{"type": "summary_text", "text": "wait, deeper"}]),
        codex_line("event_msg", 9, {"type": "turn_aborted", "reason": "interrupted"}),
    ]  # fmt: skip
    path = lines(tmp_path / "sessions" / f"rollout-2026-02-03T09-00-00-{CODEX_ID}.jsonl", records)
    report = import_paths(db, [path])
    assert not report.skipped and report.passed_over["encrypted message to an agent"] == 1
    messages = db.history(CODEX_ID)
    assert [(m.role, m.content) for m in messages] == [
        ("user", "Plan the pump"), ("assistant", "1. Dig"), ("user", "Dug it"), ("assistant", ""), ("assistant", ""),
    ]  # fmt: skip
    assert (messages[2].content_type, (messages[2].metadata or {})["author"]) == ("agent_message", "/root/a")
    assert messages[3].media[0].bytes == 5 and messages[4].reasoning == "wait, deeper"
    assert db.list_sessions()[0].title == "Plan the pump"


def test_claude_attachments_are_found_and_lose_no_session_facts(tmp_path: Path, db: gagent_db.Database) -> None:
    file = {"type": "file", "filename": "/home/rina/notes.md",
            "content": {"type": "text", "file": {"filePath": "notes.md", "content": "valve seven leaks"}}}  # fmt: skip
    path = write_lines(tmp_path / "c.jsonl", [
        claude("attachment", "h1", None, attachment={"type": "hook_success", "hookName": "SessionStart"}),
        claude("system", "s1", "h1", subtype="turn_duration", durationMs=3),
        prompt("u1", "s1", [text_block("See the notes"), 7]),
        claude("attachment", "f1", "u1", attachment=file),
    ])  # fmt: skip
    report = import_paths(db, [path])
    assert report.passed_over == {"attachment": 1, "system": 1} and not report.skipped
    session = db.list_sessions()[0]
    assert (session.project, session.title) == ("/home/rina/kebun", "See the notes")
    assert told(db)[1][:2] == ("system", "/home/rina/notes.md\n\nvalve seven leaks")
    assert db.search("valve seven").sessions


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"content_type": "tether_quote", "url": "https://a.example/x", "title": "Tides", "text": "high at five"},
         "high at five"),
        ({"content_type": "system_error", "name": "TimeoutError", "text": "the tool was slow"}, "TimeoutError"),
        ({"content_type": "brand_new", "body": {"deep": "otters sleep"}}, "otters sleep"),
        ({"content_type": "text", "parts": [{"odd": "seals bark"}]}, "seals bark"),
    ],
)  # fmt: skip
def test_chatgpt_content_of_any_type_is_found(
    content: dict[str, Any], found: str, tmp_path: Path, db: gagent_db.Database
) -> None:
    nodes = [
        chatgpt_node("root", None, ["n1"], None),
        chatgpt_node("n1", "root", [], chatgpt_message("n1", "tool", 1768820000.0, content)),
    ]
    path = document(tmp_path / "conversations.json", [
        {"id": "c", "create_time": 1768820000.0, "mapping": {node["id"]: node for node in nodes}}])  # fmt: skip
    assert not import_paths(db, [path]).skipped
    assert found in told(db)[0][1]


def test_the_last_answer_of_a_swe_agent_run_is_in_its_last_step(tmp_path: Path, db: gagent_db.Database) -> None:
    path = swe_agent(tmp_path)
    run = json.loads(path.read_text())
    run["history"].append({"role": "assistant", "content": "done", "action": "submit"})
    run["trajectory"] += [
        {"action": "rm -r /", "observation": "no"},
        {"action": "submit\n", "observation": "diff --git a"},
    ]
    report = import_paths(db, [document(path, run)])
    assert told(db)[-1][:2] == ("tool", "diff --git a")
    assert report.passed_over == {"attempt that the run took back": 1}


def test_media_in_the_shape_of_the_gemini_api_are_kept_without_their_bytes(
    db: gagent_db.Database, tmp_path: Path
) -> None:
    parts = [
        {"text": "Look"},
        {"inlineData": {"mimeType": "image/png", "data": "aGVsbG8="}},
        {"fileData": {"mimeType": "video/mp4", "fileUri": "https://files.example/1"}},
    ]
    db.import_paths([document(tmp_path / "chat.json", {"contents": [{"role": "user", "parts": parts}]})])
    assert [tuple(row) for row in db.read().execute("SELECT kind, path, mime_type, bytes FROM media_refs")] == [
        ("image", None, "image/png", 5),
        ("video", "https://files.example/1", "video/mp4", None),
    ]


def test_what_the_api_of_claude_ran_itself_is_a_call_with_its_result(db: gagent_db.Database, tmp_path: Path) -> None:
    found = [{"type": "text", "text": "Basil likes sun."}]
    blocks = [
        {"type": "server_tool_use", "id": "srv_1", "name": "web_search", "input": {"query": "basil"}},
        {"type": "web_search_tool_result", "tool_use_id": "srv_1", "content": found},
        {"type": "web_search_tool_result", "tool_use_id": "srv_9", "content": [{"type": "text", "text": "Alone."}]},
    ]
    db.import_paths([write_lines(tmp_path / "x.jsonl", [prompt("u1", None, "Sun?"), answer("a1", "u1", *blocks)])])
    calls = db.read().execute("SELECT tool_name, result_summary, status FROM tool_calls").fetchall()
    assert [tuple(call) for call in calls] == [("web_search", "Basil likes sun.", "success")]
    assert contents(db) == ["Sun?", "Alone."]


def test_a_call_of_the_api_before_tools_finds_its_result(db: gagent_db.Database, tmp_path: Path) -> None:
    messages = [
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "content": None, "function_call": {"name": "weather", "arguments": '{"in": "Solo"}'}},
        {"role": "function", "name": "weather", "content": "rain"},
    ]
    db.import_paths([lines(tmp_path / "x.jsonl", [{"messages": messages}])])
    [call] = db.read().execute("SELECT tool_name, call_id, result_summary, result_message_id FROM tool_calls")
    assert tuple(call)[:3] == ("weather", "weather", "rain") and call["result_message_id"] is not None


def test_an_element_longer_than_the_limit_hides_no_other(db: gagent_db.Database, tmp_path: Path) -> None:
    one, two = claude_conversations()[0], {**claude_conversations()[0], "uuid": "c2"}
    two["chat_messages"] = [{**said, "uuid": f"c2-{said['uuid']}"} for said in two["chat_messages"]]
    path = document(tmp_path / "conversations.json", [one, {**one, "name": 'x\\"[' * (MAX_LINE // 5)}, two])
    report = db.import_paths([path])
    assert [(skip.line, skip.reason) for skip in report.skipped] == [
        (2, "element of 38 MB is too long (the limit is 32 MB)")
    ]
    assert len(report.sessions_added) == 2
