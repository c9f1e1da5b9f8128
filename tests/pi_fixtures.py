"""Invented transcripts of pi and OpenClaw, written by code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fixture_files import lines

PI_ID = "01a10000-1111-7222-8333-444455556666"
CLAW_ID = "01a10000-2222-7222-8333-444455556666"
TOLD = """Conversation info (untrusted metadata):
```json
{
  "message_id": "12",
  "sender": "Sari"
}
```

Sender (untrusted metadata):
```json
{
  "label": "Sari (41)"
}
```

"""


def pi_header(session_id: str = PI_ID, **more: Any) -> dict[str, Any]:
    told = {"type": "session", "version": 3, "id": session_id, "timestamp": "2026-02-10T08:00:00.000Z"}
    return {**told, "cwd": "/home/sari/toko", **more}


def pi_entry(number: int, kind: str, parent: int | None = None, **data: Any) -> dict[str, Any]:
    """An entry that goes on from the one before it, or from ``parent``."""
    before = number - 1 if parent is None else parent
    return {"type": kind, "id": f"e{number:07d}", "parentId": f"e{before:07d}" if before else None,
            "timestamp": f"2026-02-10T08:00:{number:02d}.000Z", **data}  # fmt: skip


def pi_said(number: int, role: str, *blocks: dict[str, Any] | str, parent: int | None = None, **more: Any) -> Any:
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    return pi_entry(number, "message", parent, message={"role": role, "content": content, **more})


def pi_answer(number: int, *blocks: dict[str, Any] | str, parent: int | None = None, **more: Any) -> Any:
    used = {"input": 600, "output": 40, "cacheRead": 300, "cacheWrite": 0, "totalTokens": 940, "cost": {"total": 0.002}}
    model = {"api": "openai-completions", "provider": "vela", "model": "vela-4", "usage": used, "stopReason": "stop"}
    return pi_said(number, "assistant", *blocks, parent=parent, **{**model, **more})


def pi_records() -> list[dict[str, Any]]:
    """A prompt with a picture, a command that fails, one that the person runs, a compaction that keeps a turn."""
    picture = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
    call = {"type": "toolCall", "id": "call_1", "name": "bash", "arguments": {"command": "pytest tests/test_tax.py"}}
    thought = {"type": "thinking", "thinking": "The rate is old", "thinkingSignature": "reasoning_content"}
    ran = {"role": "bashExecution", "command": "git status", "output": "clean", "exitCode": 0, "cancelled": False}
    return [
        pi_header(),
        pi_entry(1, "model_change", provider="vela", modelId="vela-4"),
        pi_said(2, "user", "Why is the tax wrong?", picture),
        pi_answer(3, thought, "I run the test.", call, stopReason="toolUse"),
        pi_said(4, "toolResult", "1 failed\n\nCommand exited with code 1", toolCallId="call_1", toolName="bash",
                isError=True, details={}),
        pi_answer(5, "The rate is 12 since January."),
        pi_entry(6, "message", message=ran),
        pi_said(7, "user", "Change it"),
        pi_answer(8, "Changed."),
        pi_entry(9, "compaction", summary="The rate is 12 now.", firstKeptEntryId="e0000007", tokensBefore=900),
        pi_entry(10, "session_info", name="Tax of the shop"),
        pi_entry(11, "custom_message", customType="todo", content="Two to-dos are left.", display=True),
        pi_entry(12, "label", targetId="e0000008", label="changed"),
    ]  # fmt: skip


def pi(folder: Path) -> Path:
    place = folder / ".pi" / "agent" / "sessions" / "--home-sari-toko--"
    return lines(place / f"2026-02-10T08-00-00-000Z_{PI_ID}.jsonl", pi_records())


def openclaw(folder: Path) -> Path:
    """A group of Telegram, and what its list of sessions says."""
    place = folder / ".openclaw" / "agents" / "main" / "sessions"
    path = lines(
        place / f"{CLAW_ID}.jsonl",
        [
            pi_header(CLAW_ID, cwd="/home/sari/.openclaw/workspace"),
            pi_said(1, "user", f"{TOLD}[Tue 2026-02-10 15:00 GMT+7] Who feeds the cat on Friday?"),
            pi_answer(2, "Budi does."),
            pi_said(3, "user", "Read HEARTBEAT.md if it exists (workspace context). Follow it strictly."),
            pi_answer(4, "HEARTBEAT_OK"),
        ],
    )
    chat = {"sessionId": CLAW_ID, "updatedAt": 1770714000000, "chatType": "group", "subject": "Family"}
    listed = {"agent:main:main": {"sessionId": "another"}, "agent:main:telegram:group:-1001": chat}
    (place / "sessions.json").write_text(json.dumps(listed), encoding="utf-8")
    return path
