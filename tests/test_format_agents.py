"""Gemini CLI, OpenCode and llm: fields, upserts, rewinds, failures that say 'completed', threads that fork."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import (
    GEMINI_ID,
    LLM_CONVERSATION,
    OPENCODE_MS,
    gemini_contents,
    gemini_json,
    gemini_jsonl,
    gemini_messages,
    lines,
    llm_logs,
    llm_threads,
    opencode_db,
    opencode_parts,
    opencode_tree,
)

import gagent_db
from gagent_db.importers.run import import_paths
from gagent_db.store import by_hand


def rows(db: gagent_db.Database, sql: str, *values: Any) -> list[Any]:
    return [tuple(row) for row in db.read().execute(sql, values)]


# -- Gemini ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("build", [gemini_json, gemini_jsonl])
def test_gemini_fields_land_in_their_columns(build: Any, tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [build(tmp_path)])
    session = db.get_session(GEMINI_ID)
    assert session is not None
    assert (session.channel, session.title, session.model) == ("gemini", "Quota summary", "gemini-2.5-pro")
    assert (session.input_tokens, session.cache_read_tokens, session.output_tokens) == (600, 300, 40)
    messages = db.history(GEMINI_ID)
    assert [(m.role, m.content) for m in messages] == [
        ("user", "Summarise the quota doc"), ("assistant", "The quota is 40."), ("assistant", ""),
        ("tool", "# Quota\n40"), ("assistant", ""), ("tool", "Output: 2 errors\nExit Code: 2"),
    ]  # fmt: skip
    assert messages[1].reasoning == "Reading: opening the file"
    assert (messages[1].metadata or {})["reasoning_tokens"] == 22
    read, run = messages[2].tool_calls[0], messages[4].tool_calls[0]
    assert (read.tool_name, read.arguments, read.status) == ("read_file", {"file_path": "docs/q.md"}, "success")
    assert (run.status, run.exit_code, run.result_message_id) == ("error", 2, messages[5].id)


def test_gemini_json_and_its_later_log_are_one_session(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [gemini_json(tmp_path)])
    report = import_paths(db, [gemini_jsonl(tmp_path)])
    assert report.messages == 1  # the prompt that was rewound
    assert rows(db, "SELECT content, status FROM messages WHERE status <> 'active'") == [
        ("delete everything", "undone")
    ]
    session = db.get_session(GEMINI_ID)
    assert session is not None and (session.project, session.output_tokens) == ("/home/dewi/docs", 40)


def test_gemini_upserts_arrive_one_by_one(tmp_path: Path, db: gagent_db.Database) -> None:
    """Live: the text first, then the call, then its result and the usage."""
    first, second = gemini_messages()
    header = {"sessionId": GEMINI_ID, "projectHash": "9f8e", "startTime": "2026-02-04T08:00:00.000Z"}
    text = {key: value for key, value in second.items() if key not in ("tokens", "toolCalls")}
    running = [{**call, "status": "executing", "result": None} for call in second["toolCalls"]]
    steps: list[list[Any]] = [[header, first], [text], [{**text, "toolCalls": running}], [second]]
    path, written = tmp_path / ".gemini" / "tmp" / "x" / "chats" / "session-1.jsonl", list[Any]()
    for step in steps:
        written += step
        import_paths(db, [lines(path, written)])
    messages = db.history(GEMINI_ID)
    assert [m.role for m in messages].count("tool") == 2
    assert [call.exit_code for m in messages for call in m.tool_calls] == [None, 2]
    session = db.get_session(GEMINI_ID)
    assert session is not None and (session.input_tokens, session.tool_call_count) == (600, 2)


def test_gemini_partial_updates_and_replaced_context(tmp_path: Path, db: gagent_db.Database) -> None:
    first, second = gemini_messages()
    path = lines(
        tmp_path / "session-2.jsonl",
        [
            {
                "type": "session_metadata",
                "sessionId": GEMINI_ID,
                "projectHash": "9f8e",
                "startTime": "2026-02-04T08:00:00Z",
            },
            first,
            {"id": "g2", "timestamp": second["timestamp"], "type": "gemini", "content": "The quota is 40."},
            {"type": "message_update", "id": "g2", "tokens": second["tokens"], "model": "gemini-2.5-pro"},
            {"type": "message_update", "id": "g1", "content": "Summarise the quota document"},
            {
                "$set": {
                    "messages": [
                        {"id": "g9", "type": "user", "content": "compressed", "timestamp": "2026-02-04T08:09:00Z"}
                    ]
                }
            },
        ],
    )
    assert not import_paths(db, [path]).skipped
    assert [(m.role, m.content, m.input_tokens) for m in db.history(GEMINI_ID)] == [
        ("user", "Summarise the quota document", None), ("assistant", "The quota is 40.", 600),
        ("user", "compressed", None),
    ]  # fmt: skip


def test_a_message_gemini_writes_anew_later_is_whole_when_the_import_ends(
    tmp_path: Path, db: gagent_db.Database
) -> None:
    first, _ = gemini_messages()
    head = {"type": "session_metadata", "sessionId": GEMINI_ID, "projectHash": "9f8e", "startTime": first["timestamp"]}
    changed = {"type": "message_update", "id": "g1", "content": "Summarise the storage document"}
    import_paths(db, [lines(tmp_path / "session-2.jsonl", [head, first])])
    import_paths(db, [lines(tmp_path / "session-2.jsonl", [head, first, changed])])
    assert [message.content for message in db.history(GEMINI_ID)] == ["Summarise the storage document"]
    session = db.get_session(GEMINI_ID)
    assert session is not None and session.title == "Summarise the storage document"
    assert by_hand.complete(db) == 0 and db.search("storage").sessions


def gemini_resumed() -> list[dict[str, Any]]:
    """The lines of a chat of Gemini CLI 0.61 that was resumed: the model is told again, in parts of the API."""

    def at(second: int) -> str:
        return f"2026-11-23T18:55:{second:02}.000Z"

    setup = {
        "id": "s0",
        "timestamp": at(11),
        "type": "user",
        "content": [{"text": "<session_context>\nThis is the Gemini CLI. We are setting up the context"}],
    }
    answer = {
        "functionResponse": {
            "id": "run_1",
            "name": "run_shell_command",
            "response": {"output": "Output: hello\nExit Code: 3"},
        }
    }
    called = {
        "id": "g1",
        "timestamp": at(12),
        "type": "gemini",
        "content": "",
        "model": "gemini-2.5-pro",
        "thoughts": [{"subject": "", "description": "Pondering it", "timestamp": at(12)}],
        "tokens": {"input": 100, "output": 20, "cached": 60, "thoughts": 5, "tool": 0, "total": 125},
    }
    done = {
        "id": "run_1",
        "name": "run_shell_command",
        "args": {"command": "echo hello; exit 3"},
        "result": [answer],
        "status": "success",
        "timestamp": at(12),
    }
    header = {"sessionId": GEMINI_ID, "projectHash": "cfe0", "startTime": at(11), "lastUpdated": at(11), "kind": "main"}
    told_again = [
        {**setup, "timestamp": at(20)},
        {"id": "u1", "timestamp": at(20), "type": "user", "content": [{"text": "How should we water?"}]},
        {
            "id": "g1",
            "timestamp": at(20),
            "type": "gemini",
            "content": [
                {"text": "Pondering it", "thought": True},
                {"functionCall": {"id": "run_1", "name": "run_shell_command", "args": done["args"]}},
            ],
        },
        {"id": "g1_response", "timestamp": at(20), "type": "user", "content": [answer]},
        {"id": "g2", "timestamp": at(20), "type": "gemini", "content": [{"text": "With drip hoses."}]},
        {
            "id": "g8",
            "timestamp": at(21),
            "type": "gemini",
            "content": [
                {"text": "Looking it up", "thought": True},
                {"text": "One moment."},
                {"functionCall": {"id": "read_1", "name": "read_file", "args": {"path": "a.md"}}},
            ],
        },
        {
            "id": "g8_response",
            "timestamp": at(21),
            "type": "user",
            "content": [{"functionResponse": {"id": "read_1", "name": "read_file", "response": {"output": "# Hoses"}}}],
        },
    ]
    return [
        header,
        {"$set": {"messages": [setup]}},
        {"id": "u1", "timestamp": at(11), "type": "user", "content": [{"text": "How should we water?"}]},
        called,
        {**called, "toolCalls": [done]},
        {"id": "u2", "timestamp": at(13), "type": "user", "content": [answer]},
        {**called, "id": "g2", "timestamp": at(13), "content": "With drip hoses.", "thoughts": []},
        {**header, "startTime": at(20)},
        {"$set": {"messages": told_again}},
        {"$set": {"sessionId": GEMINI_ID}},
        {"id": "u3", "timestamp": at(22), "type": "user", "content": [{"text": "And then?"}]},
    ]  # fmt: skip


@pytest.mark.parametrize("at_once", [True, False])
def test_gemini_resumed_chats_keep_what_they_said(at_once: bool, tmp_path: Path, db: gagent_db.Database) -> None:
    written = gemini_resumed()
    path = tmp_path / ".gemini" / "tmp" / "x" / "chats" / "session-1.jsonl"
    for end in [len(written)] if at_once else range(1, len(written) + 1):
        assert not import_paths(db, [lines(path, written[:end])]).skipped
    messages = db.history(GEMINI_ID)
    assert [(m.role, m.content, m.content_type, m.output_tokens) for m in messages] == [
        ("user", "<session_context>\nThis is the Gemini CLI. We are setting up the context", "meta", None),
        ("user", "How should we water?", "text", None),
        ("assistant", "", "text", 20),
        ("assistant", "", "text", None),  # the call
        ("tool", "Output: hello\nExit Code: 3", "text", None),
        ("assistant", "With drip hoses.", "text", 20),
        ("assistant", "One moment.", "text", None),
        ("assistant", "", "text", None),
        ("tool", "# Hoses", "text", None),
        ("user", "And then?", "text", None),
    ]
    assert [m.reasoning for m in messages if m.reasoning] == ["Pondering it", "Looking it up"]
    calls = [(c.tool_name, c.status, c.exit_code) for m in messages for c in m.tool_calls]
    assert calls == [("run_shell_command", "error", 3), ("read_file", None, None)]
    session = db.get_session(GEMINI_ID)
    assert session is not None and (session.output_tokens, session.title) == (40, "How should we water?")


def test_gemini_sub_agents_are_children(tmp_path: Path, db: gagent_db.Database) -> None:
    path = gemini_jsonl(tmp_path)
    lines(path.parent / GEMINI_ID / "sub.jsonl", [
        {"sessionId": "sub-1", "projectHash": "9f8e", "startTime": "2026-02-04T08:00:10.000Z", "kind": "subagent"},
        {"id": "s1", "type": "user", "content": "Look into it", "timestamp": "2026-02-04T08:00:11.000Z"}])  # fmt: skip
    import_paths(db, [tmp_path])
    assert rows(db, "SELECT parent_session_id, end_reason FROM sessions WHERE id = 'sub-1'") == [
        (GEMINI_ID, "subagent")
    ]


def test_gemini_projects_are_found_by_hash(tmp_path: Path, db: gagent_db.Database) -> None:
    path = gemini_json(tmp_path)
    (tmp_path / ".gemini" / "projects.json").write_text(json.dumps({"projects": {"/srv/quota": "9f8e"}}))
    import_paths(db, [path])
    session = db.get_session(GEMINI_ID)
    assert session is not None and session.project == "/srv/quota"


def test_api_contents_become_messages_and_calls(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [gemini_contents(tmp_path)])
    user, asked, tool, answer = db.history(db.list_sessions()[0].id)
    assert (user.content, tool.content, answer.content) == ("Which port does it use?", "port = 8001", "Port 8001.")
    assert (answer.role, answer.reasoning) == ("assistant", "Thinking about it")
    assert asked.tool_calls[0].result_message_id == tool.id


# -- OpenCode --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("build", [opencode_db, opencode_tree])
def test_opencode_fields_land_in_their_columns(build: Any, tmp_path: Path, db: gagent_db.Database) -> None:
    build(tmp_path)
    assert not import_paths(db, [tmp_path / "opencode"]).skipped
    session = db.get_session("ses_01")
    assert session is not None
    assert (session.channel, session.title, session.project) == ("opencode", "Broken links", "/home/dewi/docs")
    usage = (session.input_tokens, session.output_tokens, session.cache_read_tokens, session.cache_write_tokens)
    assert usage == (800, 90, 500, 20) and session.cost_usd == pytest.approx(0.0123)
    assert session.created_at == "2026-02-04T10:13:20.000Z"
    messages = db.history("ses_01")
    assert [(m.role, m.content) for m in messages] == [
        ("user", "Check the links in the docs"), ("assistant", ""), ("tool", "2 errors"), ("assistant", ""),
        ("tool", "unknown tool grp"), ("assistant", "Two links are broken."),
    ]  # fmt: skip
    assert messages[0].media[0].mime_type == "image/png" and messages[0].media[0].bytes == 5
    assert (messages[1].reasoning, messages[1].model, messages[1].provider) == (
        "lychee can do it", "claude-sonnet-4-5", "anthropic",
    )  # fmt: skip
    calls = [message.tool_calls[0] for message in messages if message.tool_calls]
    assert [(c.tool_name, c.status, c.exit_code) for c in calls] == [("bash", "error", 2), ("invalid", "error", None)]
    child = db.get_session("ses_02")
    assert child is not None and (child.parent_session_id, child.end_reason) == ("ses_01", "subagent")


def test_opencode_moved_from_files_to_its_database_is_not_doubled(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [opencode_tree(tmp_path)])
    assert import_paths(db, [opencode_db(tmp_path)]).messages == 0


def test_opencode_parts_that_arrive_later_are_added(tmp_path: Path, db: gagent_db.Database) -> None:
    path = opencode_db(tmp_path)
    data, parts = opencode_parts()["msg_02"]
    started = {**data, "tokens": {}, "cost": 0, "time": {"created": data["time"]["created"]}}
    with sqlite3.connect(path) as conn:
        conn.execute("UPDATE message SET data = ? WHERE id = 'msg_02'", (json.dumps(started),))
        conn.execute("DELETE FROM part WHERE id > 'prt_04' AND session_id = 'ses_01'")
    import_paths(db, [path])
    with sqlite3.connect(path) as conn:
        conn.execute("UPDATE message SET data = ? WHERE id = 'msg_02'", (json.dumps(data),))
        for number, part in enumerate(parts[2:], 5):
            conn.execute("INSERT INTO part(id, message_id, session_id, data) VALUES (?, 'msg_02', 'ses_01', ?)",
                         (f"prt_{number:02d}", json.dumps(part)))  # fmt: skip
    import_paths(db, [path])
    session = db.get_session("ses_01")
    assert session is not None and (session.input_tokens, session.message_count) == (800, 6)
    assert session.cost_usd == pytest.approx(0.0123)


def test_opencode_keeps_pictures_and_the_output_of_a_tool_that_was_interrupted(
    tmp_path: Path, db: gagent_db.Database
) -> None:
    path = opencode_db(tmp_path)
    picture = {"type": "file", "mime": "image/png", "filename": "plan.png", "url": "data:image/png;base64,aGVsbG8="}
    seen = {"status": "completed", "input": {"filePath": "plan.png"}, "output": "Image read", "attachments": [picture]}
    stopped = {"status": "error", "input": {"command": "make"}, "error": "Tool execution aborted",
               "metadata": {"interrupted": True, "output": "compiled 3 of 9"}}  # fmt: skip
    with sqlite3.connect(path) as conn:
        for number, (tool, state) in enumerate((("read", seen), ("bash", stopped)), 20):
            part = {"type": "tool", "tool": tool, "callID": f"oc{number}", "state": state}
            conn.execute("INSERT INTO part(id, message_id, session_id, data) VALUES (?, 'msg_02', 'ses_01', ?)",
                         (f"prt_{number}", json.dumps(part)))  # fmt: skip
    import_paths(db, [path])
    read, made = [m for m in db.history("ses_01") if m.role == "tool"][2:]
    assert (read.content, [(ref.mime_type, ref.bytes) for ref in read.media]) == ("Image read", [("image/png", 5)])
    assert made.content == "compiled 3 of 9\n\nTool execution aborted"


def _forked(path: Path) -> None:
    """A fork as OpenCode makes it: copies under new ids with the times of the originals, and a prompt of its own."""
    with sqlite3.connect(path) as conn:
        conn.execute("""INSERT INTO session(id, project_id, directory, title, version, time_created, time_updated)
            SELECT 'ses_03', project_id, directory, title || ' (fork #1)', version, ?, ? FROM session
            WHERE id = 'ses_01'""", (OPENCODE_MS + 60000, OPENCODE_MS + 60000))  # fmt: skip
        conn.execute("""INSERT INTO message(id, session_id, time_created, data)
            SELECT 'fork_' || id, 'ses_03', time_created, data FROM message WHERE session_id = 'ses_01'""")
        conn.execute("""INSERT INTO part(id, message_id, session_id, time_created, data)
            SELECT 'fork_' || id, 'fork_' || message_id, 'ses_03', time_created, data FROM part
            WHERE session_id = 'ses_01'""")
        own = json.dumps({"role": "user", "time": {"created": OPENCODE_MS + 61000}})
        conn.execute("INSERT INTO message(id, session_id, time_created, data) VALUES ('msg_31', 'ses_03', ?, ?)",
                     (OPENCODE_MS + 61000, own))  # fmt: skip
        conn.execute("INSERT INTO part(id, message_id, session_id, data) VALUES ('prt_31', 'msg_31', 'ses_03', ?)",
                     (json.dumps({"type": "text", "text": "And the images?"}),))  # fmt: skip


@pytest.mark.parametrize("at_once", [True, False])
def test_an_opencode_fork_holds_only_what_it_added(at_once: bool, tmp_path: Path, db: gagent_db.Database) -> None:
    path = opencode_db(tmp_path)
    if not at_once:
        import_paths(db, [path])
    _forked(path)
    for _ in range(2):
        report = import_paths(db, [path])
        assert not report.skipped and [m.content for m in db.history("ses_03")] == ["And the images?"]
    fork = db.get_session("ses_03")
    assert fork is not None and (fork.parent_session_id, fork.end_reason, fork.output_tokens) == ("ses_01", "branch", 0)
    assert (fork.metadata or {})["lineage"] == "branch"


def test_an_opencode_session_that_only_brings_older_messages_is_whole(tmp_path: Path, db: gagent_db.Database) -> None:
    path = opencode_db(tmp_path)
    with sqlite3.connect(path) as conn:  # as ``opencode import`` leaves it
        conn.execute("UPDATE session SET time_created = time_created + 90000")
    import_paths(db, [path])
    session = db.get_session("ses_01")
    assert session is not None and (session.message_count, session.parent_session_id) == (6, None)


def test_what_opencode_has_taken_back_is_undone_until_it_is_back(tmp_path: Path, db: gagent_db.Database) -> None:
    path = opencode_db(tmp_path)

    def revert(**target: str) -> list[str]:
        with sqlite3.connect(path) as conn:
            value = json.dumps(target) if target else None
            conn.execute("UPDATE session SET revert = ?, time_updated = time_updated + 1 WHERE id = 'ses_01'", (value,))
        import_paths(db, [path])
        return [message.content for message in db.history("ses_01")]

    with sqlite3.connect(path) as conn:
        conn.execute("ALTER TABLE session ADD COLUMN revert TEXT")
    whole = revert()
    assert len(whole) == 6
    assert revert(messageID="msg_02") == whole[:1]
    assert revert(messageID="msg_02", partID="prt_06") == whole[:3]
    assert revert(messageID="msg_01") == []
    assert revert() == whole
    session = db.get_session("ses_01")
    assert session is not None and session.message_count == 6


# -- llm -------------------------------------------------------------------------------------------------


def test_llm_responses_become_prompts_answers_and_calls(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [llm_logs(tmp_path)])
    session = db.get_session(LLM_CONVERSATION)
    assert session is not None
    assert (session.channel, session.title, session.model) == ("llm", "What is the tide today?", "gpt-4.1-mini")
    assert (session.input_tokens, session.cache_read_tokens, session.output_tokens) == (56 + 160, 64, 20)
    system, user, asked, tool, answer = db.history(LLM_CONVERSATION)
    assert (system.content, user.content) == ("Be exact.", "Harbour: north.\nWhat is the tide today?")
    assert (user.media[0].mime_type, user.media[0].bytes) == ("image/png", 5)
    assert asked.model == "gpt-4.1-mini-2025-04-14" and (asked.metadata or {})["options"] == {"temperature": 0}
    call = asked.tool_calls[0]
    assert (call.tool_name, call.arguments, call.result_message_id) == ("tides", {"day": "today"}, tool.id)
    assert (answer.content, answer.reasoning) == ("High at 05:40.", "read the table")


def test_llm_threads_are_sessions_and_a_fork_holds_what_it_added(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [llm_threads(tmp_path)])
    assert [(m.role, m.content) for m in db.history("t-main")] == [
        ("system", "Be exact."), ("user", "Harbour: north.\nWhat is the tide?"), ("assistant", ""),
        ("tool", "05:40 high"), ("assistant", "High at 05:40."),
    ]  # fmt: skip
    assert [(m.role, m.content) for m in db.history("t-fork")] == [("assistant", "Ask the harbour master.")]
    main, fork = db.get_session("t-main"), db.get_session("t-fork")
    assert main is not None and fork is not None
    assert (main.title, main.input_tokens, main.output_tokens) == ("Tide", 250, 21)
    assert (fork.parent_session_id, fork.end_reason, fork.output_tokens) == ("t-main", "branch", 5)
    call = db.history("t-main")[2].tool_calls[0]
    assert (call.tool_name, call.result_summary) == ("tides", "05:40 high")
    assert db.history("t-main")[1].media[0].bytes == 5
    assert db.get_session(LLM_CONVERSATION) is not None  # the older tables beside them


def test_llm_reads_only_responses_that_are_new(tmp_path: Path, db: gagent_db.Database) -> None:
    path = llm_logs(tmp_path)
    import_paths(db, [path])
    with sqlite3.connect(path) as conn:
        conn.execute(
            "INSERT INTO responses(id, model, prompt, system, response, conversation_id, datetime_utc)"
            " VALUES ('01jz0000000000000000000r03', 'gpt-4.1-mini', 'And low?', 'Be exact.', '11:52.', ?, ?)",
            (LLM_CONVERSATION, "2026-04-01T06:01:00+00:00"),
        )
    assert import_paths(db, [path]).messages == 2
    assert [m.content for m in db.history(LLM_CONVERSATION)][-2:] == ["And low?", "11:52."]
