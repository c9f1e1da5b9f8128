"""Invented transcripts of Copilot CLI, aider, goose and Crush, written by code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fixture_files import database, lines

# -- GitHub Copilot CLI ------------------------------------------------------------------------------

COPILOT_ID = "c0910000-1111-4222-8333-444455556666"


def copilot_event(number: int, kind: str, agent: str | None = None, **data: Any) -> dict[str, Any]:
    ids = [f"c0910000-0000-4000-8000-{one:012d}" if one else None for one in (number, number - 1)]
    record = {"type": kind, "data": data, "id": ids[0], "timestamp": f"2026-02-06T08:00:{number:02d}.000Z"}
    return {**record, "parentId": ids[1], **({"agentId": agent} if agent else {})}


def copilot_used(number: int, agent: str | None = None) -> dict[str, Any]:
    used = {"inputTokens": 900, "outputTokens": 40, "cacheReadTokens": 300, "cacheWriteTokens": 0, "cost": 0}
    return copilot_event(number, "session.usage_record", agent, usage=used)


def copilot(folder: Path) -> Path:
    """A prompt with an attached selection, a command that fails, a sub-agent, a compaction."""
    context = {"cwd": "/home/sari/toko", "gitRoot": "/home/sari/toko", "branch": "main"}
    picked = {"type": "selection", "filePath": "/home/sari/toko/tax.py", "displayName": "tax.py", "text": "RATE = 11"}
    run = {"toolCallId": "call_4", "name": "bash", "arguments": {"command": "pytest tests/test_tax.py"}}
    ask = {"toolCallId": "call_5", "name": "task", "arguments": {"prompt": "Which files name the rate?"}}
    failed = {"content": "1 failed\n<shellId: 0 completed with exit code 1>"}
    place = folder / ".copilot" / "session-state" / COPILOT_ID
    path = lines(
        place / "events.jsonl",
        [
            copilot_event(1, "session.start", sessionId=COPILOT_ID, copilotVersion="1.0.102", context=context,
                          startTime="2026-02-06T08:00:00.000Z", selectedModel="vela-4"),
            copilot_event(2, "user.message", content="Why is the tax wrong?", attachments=[picked]),
            copilot_event(3, "assistant.turn_start", turnId="0"),
            copilot_used(4),
            copilot_event(5, "assistant.message", content="I run the test.", reasoningText="The rate is old",
                          model="vela-4", toolRequests=[run, ask]),
            copilot_event(6, "tool.execution_start", toolCallId="call_4", toolName="bash"),
            copilot_event(7, "tool.execution_complete", toolCallId="call_4", success=True, result=failed,
                          shellExecution={"exitCode": 1}),
            copilot_event(8, "subagent.started", "a1", toolCallId="call_5", agentName="explore",
                          agentDescription="Look for the rate", model="vela-mini"),
            copilot_event(9, "user.message", "a1", content="Which files name the rate?", source=f"agent-{COPILOT_ID}"),
            copilot_used(10, "a1"),
            copilot_event(11, "assistant.message", "a1", content="Only tax.py.", model="vela-mini", toolRequests=[]),
            copilot_event(12, "tool.execution_complete", toolCallId="call_5", success=True,
                          result={"content": "Only tax.py."}),
            copilot_event(13, "session.compaction_complete", success=True, summaryContent="The rate is 12 now."),
            copilot_event(14, "assistant.message", content="The rate is 12 since January.", toolRequests=[]),
            copilot_event(15, "session.shutdown", modelMetrics={"vela-4": {"usage": {"inputTokens": 900}}}),
        ],
    )  # fmt: skip
    (place / "workspace.yaml").write_text(f"id: {COPILOT_ID}\nname: Tax of the shop\n", encoding="utf-8")
    return path


# -- aider -------------------------------------------------------------------------------------------

AIDER_CHATS = """
# aider chat started at 2026-02-07 10:00:00

> /usr/bin/aider --model vela/vela-4 menu.py··
> Main model: vela/vela-4 with diff edit format··
> Added menu.py to the chat.··

#### sort the menu··
#### by price··

I sort it:

> cheapest first

#### Steps

```bash
python menu.py --check
```

> Tokens: 2.1k sent, 1.2M cache hit, 150 received. Cost: $0.0021 message, $0.01 session.··
> Applied edit to menu.py··
> Commit ab12cd3 sort the menu by price··

#### /run pytest tests/test_menu.py··
> Add 0.1k tokens of command output to the chat? (Y)es/(N)o [Yes]: y··

# aider chat started at 2026-02-07 11:00:00

> Aider v0.86.2··
""".replace("··", "  ")


def aider(folder: Path) -> Path:
    path = folder / "warung" / ".aider.chat.history.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(AIDER_CHATS, encoding="utf-8")
    return path


# -- goose -------------------------------------------------------------------------------------------

GOOSE_SCHEMA = """
CREATE TABLE schema_version (version INTEGER PRIMARY KEY);
CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
  user_set_name BOOLEAN DEFAULT FALSE, session_type TEXT NOT NULL DEFAULT 'user', working_dir TEXT NOT NULL,
  created_at TIMESTAMP, updated_at TIMESTAMP, extension_data TEXT DEFAULT '{}', total_tokens INTEGER,
  input_tokens INTEGER, output_tokens INTEGER, accumulated_total_tokens INTEGER, accumulated_input_tokens INTEGER,
  accumulated_output_tokens INTEGER, schedule_id TEXT, recipe_json TEXT, user_recipe_values_json TEXT,
  provider_name TEXT, model_config_json TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT NOT NULL,
  role TEXT NOT NULL, content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL, timestamp TIMESTAMP,
  tokens INTEGER, metadata_json TEXT);
"""
GOOSE_START = 1770537600  # 2026-02-08T08:00:00Z


def goose_message(number: int, role: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    shown = {"userVisible": True, "agentVisible": True, **more}
    return {"message_id": f"msg_20260208_1_{number}", "session_id": "20260208_1", "role": role,
            "content_json": json.dumps(list(parts)), "created_timestamp": GOOSE_START + number,
            "metadata_json": json.dumps(shown)}  # fmt: skip


def goose_messages() -> list[dict[str, Any]]:
    call = {"status": "success", "value": {"name": "developer__shell", "arguments": {"command": "make report"}}}
    told = [{"type": "text", "text": "42 rows", "annotations": {"audience": ["assistant"]}},
            {"type": "text", "text": "Made it!", "annotations": {"audience": ["user"]}}]  # fmt: skip
    answer = {"status": "success", "value": {"content": told, "isError": False}}
    return [
        goose_message(1, "user", {"type": "text", "text": "Make the report of January"}),
        goose_message(2, "assistant", {"type": "thinking", "thinking": "A make target", "signature": "x"},
                      {"type": "text", "text": "I run it."}, {"type": "toolRequest", "id": "call_1", "toolCall": call}),
        goose_message(3, "user", {"type": "toolResponse", "id": "call_1", "toolResult": answer}),
        goose_message(4, "assistant", {"type": "text", "text": "The report has 42 rows."}),
    ]  # fmt: skip


def goose_db(folder: Path, messages: list[dict[str, Any]] | None = None) -> Path:
    session = {
        "id": "20260208_1", "name": "January report", "session_type": "user", "working_dir": "/home/sari/toko",
        "created_at": "2026-02-08 08:00:00", "updated_at": "2026-02-08 08:00:04", "accumulated_input_tokens": 900,
        "accumulated_output_tokens": 60, "provider_name": "openai",
        "model_config_json": json.dumps({"model_name": "vela-4", "context_limit": 128000}),
    }  # fmt: skip
    rows = {"sessions": [session], "messages": goose_messages() if messages is None else messages}
    return database(folder / "goose" / "sessions" / "sessions.db", GOOSE_SCHEMA, rows)


# -- Crush -------------------------------------------------------------------------------------------

CRUSH_SCHEMA = """
CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT NOT NULL,
  message_count INTEGER DEFAULT 0, prompt_tokens INTEGER DEFAULT 0, completion_tokens INTEGER DEFAULT 0,
  cost REAL DEFAULT 0, updated_at INTEGER, created_at INTEGER, summary_message_id TEXT, todos TEXT);
CREATE TABLE files (id TEXT PRIMARY KEY, session_id TEXT, path TEXT, content TEXT, version INTEGER);
CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL, parts BLOB DEFAULT '[]',
  model TEXT, created_at INTEGER, updated_at INTEGER, finished_at INTEGER, provider TEXT,
  is_summary_message INTEGER NOT NULL DEFAULT 0);
"""
CRUSH_START = 1770624000  # 2026-02-09T08:00:00Z


def crush_message(number: int, role: str, *parts: tuple[str, dict[str, Any]], **more: Any) -> dict[str, Any]:
    told = [{"type": kind, "data": data} for kind, data in parts]
    return {"id": f"m{number}", "session_id": "c1", "role": role, "parts": json.dumps(told),
            "created_at": CRUSH_START + number, **more}  # fmt: skip


def crush_db(folder: Path, messages: list[dict[str, Any]] | None = None) -> Path:
    call = {"id": "call_1", "name": "bash", "input": '{"command": "go test ./..."}', "finished": True}
    answer = {"tool_call_id": "call_1", "name": "bash", "content": "FAIL\nExit code 1", "is_error": False}
    usual = [
        crush_message(1, "user", ("text", {"text": "Why does the cart fail?"})),
        crush_message(2, "assistant", ("reasoning", {"thinking": "Run the tests"}), ("text", {"text": "I test it."}),
                      ("tool_call", call), ("finish", {"reason": "tool_use", "time": 1}),
                      model="vela-4", provider="vela"),
        crush_message(3, "tool", ("tool_result", answer)),
        crush_message(4, "assistant", ("text", {"text": "The price is nil."}), model="vela-4"),
        crush_message(5, "user", ("text", {"text": "Where is it set?"}), session_id="c1-task"),
    ]  # fmt: skip
    rows = {
        "sessions": [
            {"id": "c1", "title": "Failing cart", "prompt_tokens": 900, "completion_tokens": 60, "cost": 0.02,
             "created_at": CRUSH_START, "updated_at": CRUSH_START + 4},
            {"id": "c1-task", "parent_session_id": "c1", "title": "Look for the price", "created_at": CRUSH_START + 3},
        ],
        "messages": usual if messages is None else messages,
    }  # fmt: skip
    return database(folder / "toko" / ".crush" / "crush.db", CRUSH_SCHEMA, rows)
