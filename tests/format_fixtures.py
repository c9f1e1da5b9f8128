"""Invented transcripts of every format, written by code. ``BUILDERS[name](folder) -> path to import``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agent_fixtures import aider, copilot, crush_db, goose_db
from fixture_files import database, document, lines, zipped
from pi_fixtures import openclaw, pi

HERMES_ID = "20260102_100405_ab12cd34"
HERMES_START = 1767323045.0  # 2026-01-02T03:04:05Z


# -- Hermes ------------------------------------------------------------------------------------------

HERMES_CALL = {
    "id": "call_7",
    "type": "function",
    "function": {"name": "terminal", "arguments": '{"command": "df -h /srv"}'},
}
HERMES_RESULT = '{"output": "/dev/vda 91%", "exit_code": 0}'

HERMES_SCHEMA_22 = """
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version VALUES (22);
CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, session_key TEXT, chat_id TEXT,
  chat_type TEXT, thread_id TEXT, display_name TEXT, origin_json TEXT, model TEXT, model_config TEXT,
  system_prompt TEXT, parent_session_id TEXT, started_at REAL NOT NULL, ended_at REAL, end_reason TEXT,
  message_count INTEGER, tool_call_count INTEGER, input_tokens INTEGER, output_tokens INTEGER,
  cache_read_tokens INTEGER, cache_write_tokens INTEGER, reasoning_tokens INTEGER, cwd TEXT, git_branch TEXT,
  git_repo_root TEXT, estimated_cost_usd REAL, actual_cost_usd REAL, title TEXT, rewind_count INTEGER DEFAULT 0,
  archived INTEGER NOT NULL DEFAULT 0);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL,
  content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL NOT NULL, token_count INTEGER,
  finish_reason TEXT, reasoning TEXT, reasoning_content TEXT, platform_message_id TEXT,
  observed INTEGER DEFAULT 0, active INTEGER NOT NULL DEFAULT 1, compacted INTEGER NOT NULL DEFAULT 0);
CREATE TABLE session_model_usage (session_id TEXT, model TEXT, task TEXT, input_tokens INTEGER);
"""
HERMES_SCHEMA_11 = """
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version VALUES (11);
CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, model TEXT, model_config TEXT,
  system_prompt TEXT, parent_session_id TEXT, started_at REAL NOT NULL, ended_at REAL, end_reason TEXT,
  message_count INTEGER, tool_call_count INTEGER, input_tokens INTEGER, output_tokens INTEGER, title TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL,
  content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL NOT NULL, token_count INTEGER,
  finish_reason TEXT, reasoning TEXT);
"""
HERMES_SCHEMA_30 = (
    HERMES_SCHEMA_22.replace("VALUES (22)", "VALUES (30)")
    .replace("system_prompt TEXT", "system_prompt_hash TEXT")
    .replace("archived INTEGER", "pinned INTEGER DEFAULT 0, title_source TEXT, archived INTEGER")
    .replace("compacted INTEGER", "display_kind TEXT, compacted INTEGER")
)


def hermes_session(**more: Any) -> dict[str, Any]:
    return {
        "id": HERMES_ID, "source": "telegram", "user_id": "777", "session_key": "agent:main:telegram:dm:777",
        "chat_id": "777", "chat_type": "dm", "display_name": "Ratna", "model": "vela-4",
        "model_config": '{"max_tokens": 4096}', "system_prompt": "You are a farm helper.",
        "started_at": HERMES_START, "ended_at": HERMES_START + 600, "end_reason": "user_exit", "message_count": 4,
        "tool_call_count": 1, "input_tokens": 120, "output_tokens": 9, "cache_read_tokens": 40,
        "cache_write_tokens": 8, "reasoning_tokens": 3, "cwd": "/srv/kebun", "git_branch": "main",
        "estimated_cost_usd": 0.0004, "title": "Farm disk check", "archived": 1, **more,
    }  # fmt: skip


def hermes_messages(**more: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {"role": "user", "content": "cek sisa ruang di server kebun", "platform_message_id": "991"},
        {"role": "assistant", "content": "", "reasoning": "need df", "finish_reason": "tool_calls",
         "tool_calls": json.dumps([HERMES_CALL])},
        {"role": "tool", "content": HERMES_RESULT, "tool_call_id": "call_7", "tool_name": "terminal"},
        {"role": "assistant", "content": "Ruang tersisa 9 %.", "finish_reason": "stop", "token_count": 9},
    ]  # fmt: skip
    return [{"session_id": HERMES_ID, "timestamp": HERMES_START + 4 + n, **row, **more} for n, row in enumerate(rows)]


def hermes_db(folder: Path) -> Path:
    return database(
        folder / ".hermes" / "state.db",
        HERMES_SCHEMA_22,
        {"sessions": [hermes_session()], "messages": hermes_messages()},
    )


def hermes_gateway(folder: Path) -> Path:
    sessions = folder / ".hermes" / "sessions"
    stamp = "2026-01-02T10:04:09.501000"
    document(
        sessions / "sessions.json",
        {
            "_README": "LEGACY MIRROR",
            "agent:main:telegram:dm:777": {
                "session_key": "agent:main:telegram:dm:777", "session_id": HERMES_ID,
                "created_at": "2026-01-02T10:04:05.120000", "updated_at": "2026-01-02T10:09:44.000500",
                "display_name": "Ratna", "platform": "telegram", "chat_type": "dm", "input_tokens": 120,
                "output_tokens": 9, "total_tokens": 129, "estimated_cost_usd": 0.0004,
                "origin": {"platform": "telegram", "chat_id": "777", "chat_type": "dm", "user_id": "777"},
            },
        },
    )  # fmt: skip
    return lines(
        sessions / f"{HERMES_ID}.jsonl",
        [
            {"role": "session_meta", "tools": [{"type": "function", "function": {"name": "terminal"}}],
             "model": "vela-4", "platform": "telegram", "timestamp": "2026-01-02T10:04:05.120000"},
            {"role": "user", "content": "cek sisa ruang di server kebun", "timestamp": stamp, "message_id": "991"},
            {"role": "assistant", "content": "", "reasoning": "need df", "finish_reason": "tool_calls",
             "tool_calls": [HERMES_CALL], "timestamp": stamp},
            {"role": "tool", "name": "terminal", "tool_name": "terminal", "tool_call_id": "call_7",
             "content": HERMES_RESULT, "timestamp": stamp},
            {"role": "assistant", "content": "Ruang tersisa 9 %.", "finish_reason": "stop", "timestamp": stamp},
        ],
    )  # fmt: skip


def hermes_snapshot(folder: Path) -> Path:
    return document(
        folder / ".hermes" / "sessions" / f"session_{HERMES_ID}.json",
        {
            "session_id": HERMES_ID, "model": "vela-4", "base_url": "https://llm.example.org/v1",
            "platform": "telegram", "session_start": "2026-01-02T10:04:05.120000",
            "last_updated": "2026-01-02T10:09:44.000500", "system_prompt": "You are a farm helper.", "tools": [],
            "message_count": 4,
            "messages": [
                {"role": "user", "content": "cek sisa ruang di server kebun"},
                {"role": "assistant", "content": "<think>\nneed df\n</think>\n", "tool_calls": [HERMES_CALL]},
                {"role": "tool", "tool_call_id": "call_7", "content": HERMES_RESULT},
                {"role": "assistant", "content": "Ruang tersisa 9 %.", "finish_reason": "stop"},
            ],
        },
    )  # fmt: skip


def hermes_export(folder: Path) -> Path:
    messages = [
        {"id": n, **row, "tool_calls": json.loads(row["tool_calls"]) if row.get("tool_calls") else None,
         "observed": 0, "active": 1, "compacted": 0}
        for n, row in enumerate(hermes_messages(), 1)
    ]  # fmt: skip
    return lines(folder / "out.jsonl", [{**hermes_session(), "last_active": HERMES_START + 7, "messages": messages}])


def hermes_save(folder: Path) -> Path:
    """``/save json``: one object over many lines, with the rows that a compaction archived and one taken back."""
    stamp = {"id": 1, "session_id": HERMES_ID, "tool_calls": None, "timestamp": HERMES_START}
    messages = [
        {**stamp, "role": "user", "content": "cek sisa ruang di server kebun", "active": 0, "compacted": 1},
        {**stamp, "id": 2, "role": "user", "content": "hapus semua", "timestamp": HERMES_START + 1, "active": 0,
         "compacted": 0},
        {**stamp, "id": 3, "role": "user", "content": "[CONTEXT COMPACTION] disk", "timestamp": HERMES_START + 9,
         "active": 1, "compacted": 0},
    ]  # fmt: skip
    return document(folder / "hermes_session.json", {**hermes_session(), "messages": messages, "timings": {"a": 1}})


def hermes_prompts(folder: Path) -> Path:
    return lines(
        folder / "prompts.jsonl",
        [
            {"session_id": HERMES_ID, "index": 1, "created_at": "2026-01-02T03:04:09Z", "role": "user",
             "text": "cek sisa ruang di server kebun", "message_id": 1, "event_id": "991"},
            {"session_id": "20260103_000000_ffee01", "index": 1, "created_at": "2026-01-03T00:00:01Z",
             "role": "user", "text": "where is the pump manual?", "message_id": 9, "event_id": None},
        ],
    )  # fmt: skip


def hermes_trajectories(folder: Path) -> Path:
    return lines(
        folder / "trajectory_samples.jsonl",
        [
            {
                "conversations": [
                    {"from": "system", "value": "You are a function calling AI model."},
                    {"from": "human", "value": "check disk"},
                    {"from": "gpt", "value": "<think>\nneed df\n</think>\n<tool_call>\n"
                     '{"name": "terminal", "arguments": {"command": "df -h"}}\n</tool_call>'},
                    {"from": "tool", "value": "<tool_response>\n"
                     '{"tool_call_id": "call_1", "name": "terminal", "content": {"output": "91%", "exit_code": 0}}'
                     "\n</tool_response>"},
                    {"from": "gpt", "value": "<think>\n</think>\nIt is at 91 %."},
                ],
                "timestamp": "2026-01-02T10:09:44.000500", "model": "vela-4", "completed": True,
            }
        ],
    )  # fmt: skip


# -- Codex -------------------------------------------------------------------------------------------

CODEX_ID = "01990000-aaaa-7bbb-8ccc-000000000001"
CODEX_CHILD = "01990000-aaaa-7bbb-8ccc-000000000002"


def codex_line(kind: str, second: int, payload: dict[str, Any]) -> dict[str, Any]:
    return {"timestamp": f"2026-02-03T09:00:{second:02d}.000Z", "type": kind, "payload": payload}


def codex_meta(session: str = CODEX_ID, **more: Any) -> dict[str, Any]:
    return codex_line(
        "session_meta",
        0,
        {
            "id": session, "timestamp": "2026-02-03T09:00:00.000Z", "cwd": "/home/dewi/api",
            "originator": "codex_cli_rs", "cli_version": "0.147.0", "source": "cli", "model_provider": "openai",
            "git": {"commit_hash": "a1b2", "branch": "rate-limit", "repository_url": "https://git.example.org/api"},
            **more,
        },
    )  # fmt: skip


def codex_turn(turn: str, second: int, prompt: str) -> list[dict[str, Any]]:
    usage = {"input_tokens": 5200, "cached_input_tokens": 4100, "output_tokens": 310, "reasoning_output_tokens": 64,
             "total_tokens": 5510}  # fmt: skip
    return [
        codex_line("turn_context", second, {
            "turn_id": turn, "cwd": "/home/dewi/api", "model": "gpt-5-codex", "effort": "medium",
            "approval_policy": "on-request", "sandbox_policy": {"type": "workspace-write"}}),
        codex_line("response_item", second + 1, {
            "type": "message", "role": "user", "content": [{"type": "input_text", "text": prompt}]}),
        codex_line("event_msg", second + 1, {"type": "user_message", "message": prompt}),
        codex_line("response_item", second + 2, {
            "type": "reasoning", "summary": [{"type": "summary_text", "text": "**Looking** at middleware"}],
            "encrypted_content": "gAAAA"}),
        codex_line("event_msg", second + 2, {"type": "agent_reasoning", "text": "**Looking** at middleware"}),
        codex_line("response_item", second + 3, {
            "type": "function_call", "name": "shell", "call_id": f"call_{turn}",
            "arguments": '{"command":["bash","-lc","rg limit"]}'}),
        codex_line("response_item", second + 4, {
            "type": "function_call_output", "call_id": f"call_{turn}",
            "output": '{"output":"src/app.py: limit","metadata":{"exit_code":2,"duration_seconds":0.1}}'}),
        codex_line("response_item", second + 5, {
            "type": "message", "role": "assistant",
            "content": [{"type": "output_text", "text": f"Done with {turn}."}]}),
        codex_line("event_msg", second + 5, {"type": "agent_message", "message": f"Done with {turn}."}),
        codex_line("event_msg", second + 5, {"type": "token_count", "info": {
            "total_token_usage": {**usage, "input_tokens": 90000 + second}, "last_token_usage": usage}}),
        codex_line("event_msg", second + 5, {"type": "token_count", "info": {
            "total_token_usage": {**usage, "input_tokens": 90000 + second}, "last_token_usage": usage}}),
    ]  # fmt: skip


CODEX_INJECTED = codex_line(
    "response_item",
    1,
    {
        "type": "message",
        "role": "user",
        "content": [
            {"type": "input_text", "text": "<environment_context>\n<cwd>/home/dewi/api</cwd>\n</environment_context>"}
        ],
    },
)


def codex(folder: Path) -> Path:
    home = folder / ".codex"
    lines(home / "session_index.jsonl", [{"id": CODEX_ID, "thread_name": "Rate limits", "updated_at": "x"}])
    path = home / "sessions" / "2026" / "02" / "03" / f"rollout-2026-02-03T09-00-00-{CODEX_ID}.jsonl"
    return lines(path, [codex_meta(), CODEX_INJECTED, *codex_turn("t1", 2, "Add rate limiting to the API")])


# -- Gemini ------------------------------------------------------------------------------------------

GEMINI_ID = "5a5b0000-1111-4222-8333-444455556666"


def gemini_messages() -> list[dict[str, Any]]:
    return [
        {"id": "g1", "timestamp": "2026-02-04T08:00:01.000Z", "type": "user", "content": "Summarise the quota doc"},
        {
            "id": "g2", "timestamp": "2026-02-04T08:00:05.000Z", "type": "gemini", "model": "gemini-2.5-pro",
            "content": "The quota is 40.",
            "thoughts": [{"subject": "Reading", "description": "opening the file", "timestamp": "x"}],
            "tokens": {"input": 900, "output": 40, "cached": 300, "thoughts": 22, "tool": 0, "total": 962},
            "toolCalls": [
                {"id": "read_file_1", "name": "read_file", "displayName": "ReadFile", "status": "success",
                 "args": {"file_path": "docs/q.md"},
                 "result": [{"functionResponse": {"id": "read_file_1", "name": "read_file",
                                                  "response": {"output": "# Quota\n40"}}}]},
                {"id": "run_1", "name": "run_shell_command", "status": "error", "args": {"command": "lychee docs/"},
                 "result": [{"functionResponse": {"id": "run_1", "name": "run_shell_command",
                                                  "response": {"output": "Output: 2 errors\nExit Code: 2"}}}]},
            ],
        },
    ]  # fmt: skip


def gemini_json(folder: Path) -> Path:
    return document(
        folder / ".gemini" / "tmp" / "9f8e" / "chats" / "session-2026-02-04T08-00-5a5b0000.json",
        {
            "sessionId": GEMINI_ID, "projectHash": "9f8e", "startTime": "2026-02-04T08:00:00.000Z",
            "lastUpdated": "2026-02-04T08:00:06.000Z", "summary": "Quota summary", "messages": gemini_messages(),
        },
    )  # fmt: skip


def gemini_jsonl(folder: Path) -> Path:
    first, second = gemini_messages()
    bare = {key: value for key, value in second.items() if key != "tokens"}
    return lines(
        folder / ".gemini" / "tmp" / "9f8e" / "chats" / "session-2026-02-04T08-00-5a5b0000.jsonl",
        [
            {"sessionId": GEMINI_ID, "projectHash": "9f8e", "startTime": "2026-02-04T08:00:00.000Z",
             "lastUpdated": "2026-02-04T08:00:00.000Z", "kind": "main", "directories": ["/home/dewi/docs"]},
            first,
            bare,
            second,
            {"id": "g3", "timestamp": "2026-02-04T08:01:00.000Z", "type": "user", "content": "delete everything"},
            {"$rewindTo": "g3"},
            {"$set": {"summary": "Quota summary", "lastUpdated": "2026-02-04T08:01:30.000Z"}},
        ],
    )  # fmt: skip


QWEN_ID = "7c7d0000-1111-4222-8333-444455556666"


def qwen_line(number: int, kind: str, parent: int | None, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    uuids = [None if one is None else f"7c7d0000-0000-4000-8000-{one:012d}" for one in (number, parent)]
    spoken = {"message": {"role": "model" if kind == "assistant" else "user", "parts": list(parts)}} if parts else {}
    return {
        "uuid": uuids[0], "parentUuid": uuids[1], "sessionId": QWEN_ID, "type": kind,
        "timestamp": f"2026-02-05T08:00:{number:02d}.000Z", "cwd": "/home/dewi/docs", "version": "0.14.0",
        "gitBranch": "main", **spoken, **more,
    }  # fmt: skip


def qwen_code(folder: Path) -> Path:
    call = {"functionCall": {"id": "call_9", "name": "run_shell_command", "args": {"command": "lychee docs/"}}}
    answer = {"functionResponse": {"id": "call_9", "name": "run_shell_command",
                                   "response": {"output": "2 errors\nExit Code: 2"}}}  # fmt: skip
    tokens = {"promptTokenCount": 900, "cachedContentTokenCount": 300, "candidatesTokenCount": 40,
              "thoughtsTokenCount": 22, "totalTokenCount": 940}  # fmt: skip
    asked, file = "Which links are broken?", "--- quota.md ---\n# Quota"
    shown = {"systemPayload": {"displayText": asked, "hookContext": ""}}
    return lines(
        folder / ".qwen" / "projects" / "-home-dewi-docs" / "chats" / f"{QWEN_ID}.jsonl",
        [
            qwen_line(1, "user", None, {"text": asked}, {"text": file}, **shown),
            qwen_line(2, "assistant", 1, {"text": "A link checker", "thought": True}, {"text": "I look."}, call,
                      model="qwen3-coder-plus", usageMetadata=tokens),
            qwen_line(3, "tool_result", 2, answer, toolCallResult={"callId": "call_9", "status": "success"}),
            qwen_line(4, "system", 3, subtype="ui_telemetry"),
            qwen_line(5, "assistant", 4, {"text": "Two of them."}, model="qwen3-coder-plus"),
            qwen_line(6, "user", 5, {"text": "Delete the docs"}),
            qwen_line(7, "assistant", 6, {"text": "All of them?"}, model="qwen3-coder-plus"),
            qwen_line(8, "system", 5, subtype="rewind"),
            qwen_line(9, "user", 8, {"text": "Mend the links"}),
            qwen_line(10, "system", 9, subtype="custom_title", systemPayload={"customTitle": "Broken links"}),
        ],
    )  # fmt: skip


def gemini_contents(folder: Path) -> Path:
    return document(
        folder / "checkpoint-quota.json",
        {
            "contents": [
                {"role": "user", "parts": [{"text": "Which port does it use?"}]},
                {"role": "model", "parts": [{"functionCall": {"name": "read_file", "args": {"path": "a.toml"}}}]},
                {"role": "user", "parts": [{"functionResponse": {"name": "read_file",
                                                                 "response": {"output": "port = 8001"}}}]},
                {"role": "model", "parts": [{"text": "Thinking about it", "thought": True}, {"text": "Port 8001."}]},
            ]
        },
    )  # fmt: skip


def gemini_logs(folder: Path) -> Path:
    entries = [
        ("1f1f0000-1111-4222-8333-444455556666", 0, "user", "2025-07-01T08:00:00.000Z", "Which tides are high today?"),
        ("1f1f0000-1111-4222-8333-444455556666", 1, "user", "2025-07-01T08:02:00.000Z", "/quit"),
    ]
    names = ("sessionId", "messageId", "type", "timestamp", "message")
    return document(folder / ".gemini" / "tmp" / "9f8e" / "logs.json",
                    [dict(zip(names, entry, strict=True)) for entry in entries])  # fmt: skip


# -- OpenCode ----------------------------------------------------------------------------------------

OPENCODE_SCHEMA = """
CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT NOT NULL, time_created INTEGER);
CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, directory TEXT NOT NULL,
  title TEXT NOT NULL, version TEXT, time_created INTEGER, time_updated INTEGER, time_archived INTEGER);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER, time_updated INTEGER,
  data TEXT NOT NULL);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL, time_created INTEGER,
  time_updated INTEGER, data TEXT NOT NULL);
"""
OPENCODE_MS = 1770200000000


def opencode_parts() -> dict[str, tuple[dict[str, Any], list[dict[str, Any]]]]:
    """message id -> (message data, part data)"""
    return {
        "msg_01": (
            {"role": "user", "time": {"created": OPENCODE_MS + 1000}, "agent": "build"},
            [{"type": "text", "text": "Check the links in the docs"},
             {"type": "file", "mime": "image/png", "filename": "shot.png", "url": "data:image/png;base64,aGVsbG8="}],
        ),
        "msg_02": (
            {"role": "assistant", "modelID": "claude-sonnet-4-5", "providerID": "anthropic", "cost": 0.0123,
             "time": {"created": OPENCODE_MS + 2000, "completed": OPENCODE_MS + 9000},
             "tokens": {"input": 800, "output": 90, "reasoning": 0, "cache": {"read": 500, "write": 20}}},
            [{"type": "step-start"},
             {"type": "reasoning", "text": "lychee can do it"},
             {"type": "tool", "tool": "bash", "callID": "oc1",
              "state": {"status": "completed", "input": {"command": "lychee docs/"}, "output": "2 errors",
                        "title": "links", "metadata": {"exit": 2}}},
             {"type": "tool", "tool": "invalid", "callID": "oc2",
              "state": {"status": "completed", "input": {"tool": "grp"}, "output": "unknown tool grp"}},
             {"type": "text", "text": "Two links are broken."},
             {"type": "step-finish", "cost": 0.0123}],
        ),
    }  # fmt: skip


def opencode_db(folder: Path) -> Path:
    rows: dict[str, list[dict[str, Any]]] = {
        "project": [{"id": "global", "worktree": "/"}],
        "session": [
            {"id": "ses_01", "project_id": "global", "directory": "/home/dewi/docs", "title": "Broken links",
             "version": "1.2.0", "time_created": OPENCODE_MS, "time_updated": OPENCODE_MS + 9000},
            {"id": "ses_02", "project_id": "global", "parent_id": "ses_01", "directory": "/home/dewi/docs",
             "title": "Explore (@explore subagent)", "time_created": OPENCODE_MS + 3000,
             "time_updated": OPENCODE_MS + 4000},
        ],
        "message": [{"id": "msg_03", "session_id": "ses_02", "time_created": OPENCODE_MS + 3000,
                     "data": json.dumps({"role": "user", "time": {"created": OPENCODE_MS + 3000}})}],
        "part": [{"id": "prt_09", "message_id": "msg_03", "session_id": "ses_02", "time_created": OPENCODE_MS + 3000,
                  "data": json.dumps({"type": "text", "text": "List every markdown file"})}],
    }  # fmt: skip
    number = 0
    for message, (data, parts) in opencode_parts().items():
        stamp = data["time"]["created"]
        rows["message"].append({"id": message, "session_id": "ses_01", "time_created": stamp, "data": json.dumps(data)})
        for part in parts:
            number += 1
            rows["part"].append({"id": f"prt_{number:02d}", "message_id": message, "session_id": "ses_01",
                                 "time_created": stamp, "data": json.dumps(part)})  # fmt: skip
    return database(folder / "opencode" / "opencode.db", OPENCODE_SCHEMA, rows)


def opencode_tree(folder: Path) -> Path:
    storage = folder / "opencode" / "storage"
    document(storage / "project" / "global.json", {"id": "global", "worktree": "/"})
    document(storage / "session" / "global" / "ses_01.json", {
        "id": "ses_01", "version": "0.9.0", "projectID": "global", "directory": "/home/dewi/docs",
        "title": "Broken links", "time": {"created": OPENCODE_MS, "updated": OPENCODE_MS + 9000}})  # fmt: skip
    document(storage / "session" / "global" / "ses_02.json", {
        "id": "ses_02", "projectID": "global", "parentID": "ses_01", "directory": "/home/dewi/docs",
        "title": "Explore (@explore subagent)",
        "time": {"created": OPENCODE_MS + 3000, "updated": OPENCODE_MS + 4000}})  # fmt: skip
    document(storage / "message" / "ses_02" / "msg_03.json", {
        "id": "msg_03", "sessionID": "ses_02", "role": "user", "time": {"created": OPENCODE_MS + 3000}})  # fmt: skip
    document(storage / "part" / "msg_03" / "prt_09.json", {
        "id": "prt_09", "messageID": "msg_03", "sessionID": "ses_02", "type": "text",
        "text": "List every markdown file"})  # fmt: skip
    number = 0
    for message, (data, parts) in opencode_parts().items():
        document(storage / "message" / "ses_01" / f"{message}.json", {"id": message, "sessionID": "ses_01", **data})
        for part in parts:
            number += 1
            name = f"prt_{number:02d}"
            document(storage / "part" / message / f"{name}.json",
                     {"id": name, "messageID": message, "sessionID": "ses_01", **part})  # fmt: skip
    return storage


def opencode_export(folder: Path) -> Path:
    """``opencode export``: the same ids as the database, prettily printed."""
    messages, number = [], 0
    for message, (data, parts) in opencode_parts().items():
        told = []
        for part in parts:
            number += 1
            told.append({"id": f"prt_{number:02d}", "messageID": message, "sessionID": "ses_01", **part})
        messages.append({"info": {"id": message, "sessionID": "ses_01", **data}, "parts": told})
    info = {"id": "ses_01", "slug": "calm-reef", "version": "1.4.0", "projectID": "global",
            "directory": "/home/dewi/docs", "title": "Broken links",
            "time": {"created": OPENCODE_MS, "updated": OPENCODE_MS + 9000}}  # fmt: skip
    return document(folder / "session.json", {"info": info, "messages": messages, "todos": []})


# -- ChatGPT and Claude.ai ---------------------------------------------------------------------------


def chatgpt_node(name: str, parent: str | None, children: list[str], message: Any) -> dict[str, Any]:
    return {"id": name, "parent": parent, "children": children, "message": message}


def chatgpt_message(name: str, role: str, second: float | None, content: Any, **more: Any) -> dict[str, Any]:
    return {"id": name, "author": {"role": role, "name": None, "metadata": {}}, "create_time": second,
            "update_time": None, "content": content, "status": "finished_successfully", "end_turn": True,
            "weight": 1.0, "metadata": {}, "recipient": "all", **more}  # fmt: skip


def chatgpt_conversations() -> list[dict[str, Any]]:
    start = 1768820000.0
    mapping = [
        chatgpt_node("root", None, ["n0"], None),
        chatgpt_node("n0", "root", ["n1"], chatgpt_message(
            "n0", "system", None, {"content_type": "text", "parts": [""]},
            metadata={"is_visually_hidden_from_conversation": True})),
        chatgpt_node("n1", "n0", ["n2", "n3"], chatgpt_message(
            "n1", "user", start, {"content_type": "multimodal_text", "parts": [
                {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-cat",
                 "size_bytes": 1024, "width": 10, "height": 10}, "Suggest a name for this cat"]})),
        chatgpt_node("n2", "n1", [], chatgpt_message(
            "n2", "assistant", start + 5, {"content_type": "text", "parts": ["Abandoned answer: Mochi"]},
            metadata={"model_slug": "gpt-5"})),
        chatgpt_node("n3", "n1", ["n4"], chatgpt_message(
            "n3", "assistant", start + 20, {"content_type": "thoughts", "thoughts": [
                {"summary": "Colours", "content": "It is orange."}]}, metadata={"model_slug": "gpt-5"})),
        chatgpt_node("n4", "n3", ["n5"], chatgpt_message(
            "n4", "assistant", start + 21, {"content_type": "code", "language": "python", "text": "print('Jeruk')"},
            recipient="python", metadata={"model_slug": "gpt-5"})),
        chatgpt_node("n5", "n4", ["n6"], chatgpt_message(
            "n5", "tool", start + 22, {"content_type": "execution_output", "text": "Jeruk"},
            author={"role": "tool", "name": "python", "metadata": {}})),
        chatgpt_node("n6", "n5", [], chatgpt_message(
            "n6", "assistant", start + 23, {"content_type": "text", "parts": ["Call it Jeruk."]},
            metadata={"model_slug": "gpt-5"})),
    ]  # fmt: skip
    return [
        {"conversation_id": "cgpt-1", "id": "cgpt-1", "title": "Name ideas", "create_time": start,
         "update_time": start + 60, "current_node": "n6", "default_model_slug": "gpt-5", "is_archived": False,
         "gizmo_id": None, "mapping": {node["id"]: node for node in mapping}},
        {"conversation_id": "cgpt-2", "id": "cgpt-2", "title": None, "create_time": None, "update_time": None,
         "current_node": None, "mapping": {"only": chatgpt_node("only", None, [], chatgpt_message(
             "only", "user", None, {"content_type": "text", "parts": ["How long do cats sleep?", None, 7]}))}},
    ]  # fmt: skip


def chatgpt_json(folder: Path) -> Path:
    return document(folder / "conversations.json", chatgpt_conversations())


def chatgpt_zip(folder: Path) -> Path:
    first, second = chatgpt_conversations()
    return zipped(
        folder / "chatgpt-export.zip",
        {"conversations-000.json": [first], "conversations-001.json": [second], "chat.html": b"<html></html>",
         "user.json": {"id": "user-1", "email": "dewi@example.org"}},
    )  # fmt: skip


def claude_conversations() -> list[dict[str, Any]]:
    stamp = "2026-03-01T10:00:0{}.123456Z"
    return [
        {
            "uuid": "c1a00000-0000-4000-8000-000000000001", "name": "Sourdough timing", "summary": "About bread",
            "created_at": stamp.format(0), "updated_at": stamp.format(9), "account": {"uuid": "acc-1"},
            "chat_messages": [
                {"uuid": "m-1", "text": "When do I feed it?", "sender": "human", "created_at": stamp.format(1),
                 "updated_at": stamp.format(1), "parent_message_uuid": "00000000-0000-4000-8000-000000000000",
                 "content": [{"type": "text", "text": "When do I feed it?"}],
                 "attachments": [{"file_name": "log.txt", "file_size": 12, "file_type": "text/plain",
                                  "extracted_content": "fed at 7 am"}],
                 "files": [{"file_name": "starter.jpg", "file_uuid": "f-1"}]},
                {"uuid": "m-2", "text": "Every morning.", "sender": "assistant", "created_at": stamp.format(3),
                 "parent_message_uuid": "m-1",
                 "content": [{"type": "thinking", "thinking": "the log says 7 am"},
                             {"type": "tool_use", "name": "web_search", "input": {"query": "feeding"}, "id": "tu1"},
                             {"type": "tool_result", "tool_use_id": "tu1", "name": "web_search", "is_error": False,
                              "content": [{"type": "text", "text": "daily"}]},
                             {"type": "text", "text": "Every morning."}],
                 "attachments": [], "files": []},
                {"uuid": "m-3", "text": "Edited away", "sender": "human", "created_at": stamp.format(4),
                 "parent_message_uuid": "m-2", "content": [{"type": "text", "text": "Edited away"}]},
                {"uuid": "m-4", "text": "And in winter?", "sender": "human", "created_at": stamp.format(5),
                 "parent_message_uuid": "m-2", "content": [{"type": "text", "text": "And in winter?"}]},
                {"uuid": "m-5", "text": "Every other day.", "sender": "assistant", "created_at": stamp.format(6),
                 "parent_message_uuid": "m-4", "content": [{"type": "text", "text": "Every other day."}]},
            ],
        },
        {"uuid": "c1a00000-0000-4000-8000-000000000002", "name": "", "created_at": stamp.format(0),
         "updated_at": stamp.format(0), "chat_messages": []},
    ]  # fmt: skip


def claude_json(folder: Path) -> Path:
    return document(folder / "claude" / "conversations.json", claude_conversations())


def claude_zip(folder: Path) -> Path:
    return zipped(
        folder / "data-2026-03-02.zip",
        {"conversations.json": claude_conversations(), "users.json": [{"uuid": "acc-1"}], "projects.json": []},
    )


# -- OpenAI chat, llm --------------------------------------------------------------------------------


def openai_conversations(folder: Path) -> Path:
    return lines(
        folder / "train.jsonl",
        [
            {"messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": [
                    {"type": "text", "text": "Which ports are open?"},
                    {"type": "image_url", "image_url": {"url": "file:///srv/scan.png"}}]},
                {"role": "assistant", "content": None, "tool_calls": [
                    {"id": "call_1", "type": "function",
                     "function": {"name": "run", "arguments": '{"cmd":"ss -ltn"}'}}]},
                {"role": "tool", "tool_call_id": "call_1", "content": "LISTEN 0.0.0.0:22"},
                {"role": "assistant", "content": "Only 22."}]},
            {"messages": [{"role": "user", "content": "ping"}, {"role": "assistant", "content": "pong"}],
             "model": "gpt-4.1"},
        ],
    )  # fmt: skip


def openai_document(folder: Path) -> Path:
    return document(folder / "chats.json", [json.loads(line) for line in openai_conversations(folder).open()])


def openai_messages(folder: Path) -> Path:
    return lines(
        folder / "chatlog.jsonl",
        [
            {"role": "developer", "content": "Answer in Indonesian."},
            {"role": "user", "content": "Where is the key?", "name": "ratna"},
            {"role": "assistant", "content": "Di laci.", "refusal": None},
        ],
    )


LLM_SCHEMA_OLD = """
CREATE TABLE conversations (id TEXT PRIMARY KEY, name TEXT, model TEXT);
CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, system TEXT, prompt_json TEXT,
  options_json TEXT, response TEXT, response_json TEXT, conversation_id TEXT REFERENCES conversations(id),
  duration_ms INTEGER, datetime_utc TEXT, input_tokens INTEGER, output_tokens INTEGER, token_details TEXT,
  schema_id TEXT, resolved_model TEXT, reasoning TEXT);
CREATE TABLE attachments (id TEXT PRIMARY KEY, type TEXT, path TEXT, url TEXT, content BLOB);
CREATE TABLE prompt_attachments (response_id TEXT, attachment_id TEXT, "order" INTEGER);
CREATE TABLE fragments (id INTEGER PRIMARY KEY, hash TEXT, content TEXT, datetime_utc TEXT, source TEXT);
CREATE TABLE prompt_fragments (response_id TEXT, fragment_id INTEGER, "order" INTEGER);
CREATE TABLE system_fragments (response_id TEXT, fragment_id INTEGER, "order" INTEGER);
CREATE TABLE tools (id INTEGER PRIMARY KEY, hash TEXT, name TEXT, description TEXT, input_schema TEXT, plugin TEXT);
CREATE TABLE tool_calls (id INTEGER PRIMARY KEY, response_id TEXT, tool_id INTEGER, name TEXT, arguments TEXT,
  tool_call_id TEXT);
CREATE TABLE tool_results (id INTEGER PRIMARY KEY, response_id TEXT, tool_id INTEGER, name TEXT, output TEXT,
  tool_call_id TEXT, instance_id INTEGER, exception TEXT);
"""
LLM_SCHEMA_NEW = (
    LLM_SCHEMA_OLD
    + """
CREATE TABLE messages (hash TEXT PRIMARY KEY, parent_hash TEXT, role TEXT, provider_metadata TEXT);
CREATE TABLE parts (id INTEGER PRIMARY KEY, message_hash TEXT, position INTEGER, type TEXT, tool_name TEXT,
  text TEXT, payload TEXT);
CREATE TABLE threads (id TEXT PRIMARY KEY, name TEXT, tip_message_hash TEXT, forked_from TEXT, datetime_utc TEXT);
CREATE TABLE turns (id TEXT PRIMARY KEY, thread_id TEXT, parent_message_hash TEXT, tip_message_hash TEXT, model TEXT,
  resolved_model TEXT, options_json TEXT, schema_id TEXT, input_tokens INTEGER, output_tokens INTEGER,
  token_details TEXT, duration_ms INTEGER, datetime_utc TEXT, response_json TEXT);
"""
)
LLM_CONVERSATION = "01jz0000000000000000000001"


def llm_old_rows() -> dict[str, list[dict[str, Any]]]:
    return {
        "conversations": [{"id": LLM_CONVERSATION, "name": "What is the tide today?", "model": "gpt-4.1-mini"}],
        "responses": [
            {"id": "01jz0000000000000000000r01", "model": "gpt-4.1-mini", "prompt": "What is the tide today?",
             "system": "Be exact.", "options_json": '{"temperature": 0}', "response": "",
             "conversation_id": LLM_CONVERSATION, "duration_ms": 900,
             "datetime_utc": "2026-04-01T06:00:00.000000+00:00", "input_tokens": 120, "output_tokens": 12,
             "token_details": '{"prompt_tokens_details": {"cached_tokens": 64}}',
             "resolved_model": "gpt-4.1-mini-2025-04-14"},
            {"id": "01jz0000000000000000000r02", "model": "gpt-4.1-mini", "prompt": "", "system": None,
             "response": "High at 05:40.", "conversation_id": LLM_CONVERSATION, "duration_ms": 700,
             "datetime_utc": "2026-04-01T06:00:03.000000+00:00", "input_tokens": 160, "output_tokens": 8,
             "reasoning": "read the table"},
        ],
        "attachments": [{"id": "sha-png", "type": "image/png", "path": None, "url": None, "content": b"hello"}],
        "prompt_attachments": [{"response_id": "01jz0000000000000000000r01", "attachment_id": "sha-png", "order": 0}],
        "fragments": [{"id": 1, "hash": "f", "content": "Harbour: north.", "source": "/srv/harbour.txt"}],
        "prompt_fragments": [{"response_id": "01jz0000000000000000000r01", "fragment_id": 1, "order": 0}],
        "tool_calls": [{"id": 1, "response_id": "01jz0000000000000000000r01", "name": "tides",
                        "arguments": '{"day": "today"}', "tool_call_id": "call_t"}],
        "tool_results": [{"id": 1, "response_id": "01jz0000000000000000000r02", "name": "tides", "output": "05:40 high",
                          "tool_call_id": "call_t"}],
    }  # fmt: skip


def llm_logs(folder: Path) -> Path:
    return database(folder / "io.datasette.llm" / "logs.db", LLM_SCHEMA_OLD, llm_old_rows())


def llm_threads(folder: Path) -> Path:
    """The message store of llm 0.36: two threads that share their first messages, and one old response."""
    stamp = "2026-05-01T06:00:0{}.000000+00:00"
    chain = [
        ("h1", None, "system", "text", "Be exact.", None),
        ("h2", "h1", "user", "text", None, {"text_ref": [{"fragment": 1}, {"literal": "\nWhat is the tide?"}]}),
        ("h3", "h2", "assistant", "tool_call", None,
         {"name": "tides", "arguments": {"day": "today"}, "tool_call_id": "c1"}),
        ("h4", "h3", "tool", "tool_result", None, {"name": "tides", "output": "05:40 high", "tool_call_id": "c1"}),
        ("h5", "h4", "assistant", "text", "High at 05:40.", None),
        ("h6", "h2", "assistant", "text", "Ask the harbour master.", None),
    ]  # fmt: skip
    rows = llm_old_rows()
    rows["messages"] = [{"hash": row[0], "parent_hash": row[1], "role": row[2]} for row in chain]
    rows["parts"] = [
        {"id": n, "message_hash": row[0], "position": 0, "type": row[3], "text": row[4],
         "payload": json.dumps(row[5]) if row[5] else None}
        for n, row in enumerate(chain, 1)
    ]  # fmt: skip
    rows["parts"].append({"id": 90, "message_hash": "h5", "position": 1, "type": "reasoning", "text": "table row 3"})
    rows["parts"].append({"id": 91, "message_hash": "h2", "position": 1, "type": "attachment",
                          "payload": json.dumps({"attachment": {"id": "sha-png"}})})  # fmt: skip
    rows["threads"] = [
        {"id": "t-main", "name": "Tide", "tip_message_hash": "h5", "datetime_utc": stamp.format(0)},
        {"id": "t-fork", "name": "Tide again", "tip_message_hash": "h6", "forked_from": "t-main",
         "datetime_utc": stamp.format(6)},
    ]  # fmt: skip
    turn = {"model": "gpt-5", "resolved_model": "gpt-5-2026-01-01"}
    rows["turns"] = [
        {"id": "turn1", "thread_id": "t-main", "parent_message_hash": "h2", "tip_message_hash": "h3",
         "datetime_utc": stamp.format(1), "input_tokens": 100, "output_tokens": 10, **turn},
        {"id": "turn2", "thread_id": "t-main", "parent_message_hash": "h4", "tip_message_hash": "h5",
         "datetime_utc": stamp.format(3), "input_tokens": 150, "output_tokens": 11, **turn},
        {"id": "turn3", "thread_id": "t-fork", "parent_message_hash": "h2", "tip_message_hash": "h6",
         "datetime_utc": stamp.format(7), "input_tokens": 100, "output_tokens": 5, **turn},
    ]  # fmt: skip
    return database(folder / "io.datasette.llm" / "logs.db", LLM_SCHEMA_NEW, rows)


# -- ours and the neighbours' -----------------------------------------------------------------------


def own_export(folder: Path) -> Path:
    message = {"_type": "gagent-db.message", "session_id": "s-1", "status": "active", "content_type": "text"}
    at = "2026-05-01T09:30:0{}.000Z"
    call = {"tool_name": "exec", "arguments": {"command": "uptime"}, "call_id": "c", "status": "success",
            "exit_code": 0, "result_uid": "m3", "created_at": at.format(1)}  # fmt: skip
    path = folder / "export.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    records = [
        {"_type": "gagent-db.session", "version": 1, "totals": {"cost_usd": 0.5}, "session": {
            "id": "s-1", "channel": "telegram", "chat_id": "7", "key": "telegram:7", "title": "Load",
            "created_at": at.format(0), "project": "/srv", "metadata": {"mood": "calm"}}},
        {**message, "role": "user", "content": "How is the load?", "created_at": at.format(0), "uid": "m1"},
        {**message, "role": "assistant", "created_at": at.format(1), "uid": "m2", "tool_calls": [call]},
        {**message, "role": "tool", "content": "0.1", "created_at": at.format(2), "uid": "m3"},
    ]  # fmt: skip
    path.write_text("".join(json.dumps(r, separators=(",", ":")) + "\n" for r in records), encoding="utf-8")
    return path


def g_agent(folder: Path) -> Path:
    return lines(
        folder / "telegram_777.jsonl",
        [
            {"_type": "metadata", "key": "telegram:777", "created_at": "2026-05-01T09:30:00",
             "updated_at": "2026-05-01T09:31:00", "metadata": {}},
            {"role": "user", "content": "cek server", "timestamp": "2026-05-01T09:30:00"},
            {"role": "assistant", "content": "aman", "timestamp": "2026-05-01T09:30:05", "model": "vela-4"},
        ],
    )  # fmt: skip


def claude_code(folder: Path) -> Path:
    line = {"isSidechain": False, "userType": "external", "cwd": "/srv/app", "version": "2.0.37", "gitBranch": "main",
            "sessionId": "7d1f0000-0000-4000-8000-00000000000a"}  # fmt: skip
    return lines(
        folder / "7d1f0000-0000-4000-8000-00000000000a.jsonl",
        [
            {**line, "parentUuid": None, "type": "user", "uuid": "7d1f0000-0000-4000-8000-0000000000u1",
             "timestamp": "2026-01-12T09:00:07.000Z", "message": {"role": "user", "content": "Fix it"}},
            {**line, "parentUuid": "7d1f0000-0000-4000-8000-0000000000u1", "type": "assistant", "requestId": "req_1",
             "uuid": "7d1f0000-0000-4000-8000-0000000000a1", "timestamp": "2026-01-12T09:00:09.000Z",
             "message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5",
                         "content": [{"type": "text", "text": "Done."}], "usage": {"input_tokens": 6,
                                                                                  "output_tokens": 5}}},
        ],
    )  # fmt: skip


def swe_agent(folder: Path) -> Path:
    return document(
        folder / "task-1.traj",
        {
            "environment": "swe_main",
            "trajectory": [{"action": "ls -F", "observation": "a.py", "response": "List files", "thought": "look"}],
            "history": [
                {"role": "system", "content": "You fix bugs.", "agent": "primary"},
                {"role": "user", "content": "ISSUE: it fails", "agent": "primary"},
                {"role": "assistant", "content": "List files\n```\nls -F\n```", "thought": "List files",
                 "action": "ls -F", "agent": "primary"},
                {"role": "user", "content": "a.py", "agent": "primary"},
            ],
            "info": {"exit_status": "submitted", "submission": "diff", "model_stats": {"instance_cost": 0.1}},
        },
    )  # fmt: skip


BUILDERS: dict[str, tuple[str, Callable[[Path], Path]]] = {
    "hermes state.db": ("hermes-db", hermes_db),
    "hermes gateway jsonl": ("hermes-gateway", hermes_gateway),
    "hermes session json": ("hermes-snapshot", hermes_snapshot),
    "hermes export": ("hermes-export", hermes_export),
    "hermes save": ("hermes-export", hermes_save),
    "hermes prompts": ("hermes-export", hermes_prompts),
    "hermes trajectories": ("sharegpt", hermes_trajectories),
    "codex": ("codex", codex),
    "gemini json": ("gemini", gemini_json),
    "gemini jsonl": ("gemini", gemini_jsonl),
    "gemini logs": ("gemini-logs", gemini_logs),
    "gemini contents": ("gemini-contents", gemini_contents),
    "qwen code": ("qwen-code", qwen_code),
    "copilot": ("copilot", copilot),
    "pi": ("pi", pi),
    "openclaw": ("openclaw", openclaw),
    "opencode db": ("opencode", opencode_db),
    "opencode tree": ("opencode-tree", opencode_tree),
    "opencode export": ("opencode-export", opencode_export),
    "chatgpt json": ("chatgpt", chatgpt_json),
    "chatgpt zip": ("chatgpt", chatgpt_zip),
    "claude.ai json": ("claude-ai", claude_json),
    "claude.ai zip": ("claude-ai", claude_zip),
    "openai conversations": ("openai-chat", openai_conversations),
    "openai document": ("openai-chat", openai_document),
    "openai messages": ("openai-messages", openai_messages),
    "llm logs": ("llm", llm_logs),
    "llm threads": ("llm", llm_threads),
    "our export": ("gagent-db", own_export),
    "g-agent": ("gagent", g_agent),
    "claude code": ("claude-code", claude_code),
    "swe-agent": ("swe-agent", swe_agent),
    "aider": ("aider", aider),
    "goose db": ("goose", goose_db),
    "crush db": ("crush", crush_db),
}
