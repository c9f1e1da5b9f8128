"""Qwen Code: ``~/.qwen/projects/<project>/chats/<sessionId>.jsonl``.

One record a line, in a tree like Claude Code's (``uuid``, ``parentUuid``), around messages in the shape of the Gemini
API (``{"role", "parts"}``). Records of type ``system`` say things of the session in ``systemPayload``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..coerce import int_or_none, mapping, sequence
from ..models import ToolCall
from ..times import to_iso
from .base import Item, LineImporter, ParsedMessage, ParsedSession, guarded
from .gemini import FAILED, api_parts, output_of, shown
from .sources import Source, head_records, most
from .values import attachment, exit_code, message, rest, result, text, tool_call, undone, unexpected, usage

_BEGINS = re.compile(rb'"systemPayload"\s*:|"message"\s*:\s*\{[^{}\[\]]*?"(parts|content)"\s*:')
_SPOKEN = {"parts", "content"}
_MESSAGES = ("user", "assistant", "tool_result")
_RECORD = {"uuid", "parentUuid", "sessionId", "timestamp", "type"}
_SESSION_FACTS = {"version": "version", "gitBranch": "git_branch", "agentId": "agent_id", "agentName": "agent_name"}
_OBJECTS = {"usageMetadata", "toolCallResult", "systemPayload", "forkedFrom"}
_TAKEN = {*_RECORD, *_SESSION_FACTS, *_OBJECTS, "cwd", "message", "model", "isSidechain"}
_COUNTS = {
    "promptTokenCount", "cachedContentTokenCount", "candidatesTokenCount", "thoughtsTokenCount", "totalTokenCount",
}  # fmt: skip
_OUTCOME = {"callId", "status", "responseParts", "resultDisplay"}  # its words are in the message
_PROMPT = {"displayText", "hookContext"}  # what was typed, and what hooks put behind it: both are in the message
# Words in the user's place that no user wrote.
_BY_MACHINE = {"notification", "cron", "goal_runtime"}


class QwenCode(LineImporter):
    name = "qwen-code"
    global_uids = True

    def sniff(self, path: Path, head: bytes) -> bool:
        return is_qwen(head)

    def discover(self) -> Iterable[Path]:
        return (Path(os.environ.get("QWEN_RUNTIME_DIR") or "~/.qwen").expanduser() / "projects",)

    def record(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        kind = text(record.get("type"))
        if kind in _MESSAGES:
            yield from _message(record, source)
        elif kind == "system":
            yield from _system(record, source)
        else:
            source.skip(f"unknown record type {kind[:40]!r}" if kind else "no record type")


def is_qwen(head: bytes) -> bool:
    """Does a file begin with records that only look like Claude Code's?"""
    if b'"parentUuid"' not in head or (b'"parts"' not in head and b'"systemPayload"' not in head):
        return False
    records = [record for record in head_records(head) if "systemPayload" in record or _SPOKEN & _said(record).keys()]
    if records:
        return most(_is_record, records)
    begins = _BEGINS.search(head)  # for a first prompt longer than the head
    return begins is not None and begins[1] != b"content"


def _is_record(record: dict[str, Any]) -> bool:
    return record.keys() >= _RECORD and ("systemPayload" in record or "content" not in _said(record))


def _said(record: dict[str, Any]) -> dict[str, Any]:
    return mapping(record.get("message"))


def _session(record: dict[str, Any], source: Source) -> tuple[str, list[Item]]:
    """The session of a record, yielded with its first record."""
    base = session_id = text(record.get("sessionId")) or source.path.stem
    agent, fork = text(record.get("agentId")), text(mapping(record.get("forkedFrom")).get("sessionId"))
    lineage, parent = ("branch", fork) if fork else (None, None)
    if agent and record.get("isSidechain") is True:
        session_id, lineage, parent = f"{base}-agent-{agent}", "subagent", base
    known = source.state.setdefault("sessions", [])
    if session_id in known:
        return session_id, []
    known.append(session_id)
    facts = rest({ours: text(record.get(theirs)) for theirs, ours in _SESSION_FACTS.items()})
    session = ParsedSession(
        session_id,
        "qwen-code",
        parent_session_id=parent,
        end_reason=lineage,
        created_at=to_iso(record.get("timestamp")),
        cwd=text(record.get("cwd")),
        metadata={**facts, "lineage": lineage} if lineage else facts,
    )
    return session_id, [session]


def _message(record: dict[str, Any], source: Source) -> Iterator[Item]:
    """What was said, and what tools answered (in the user's place)."""
    given, uid, at = record.get("message", {}), text(record.get("uuid")), record.get("timestamp")
    if uid is None or not isinstance(given, dict):
        source.skip(f"{record['type']} record without a {'message' if uid else 'uuid'}")
        return
    session_id, items = _session(record, source)
    yield from items
    parts = given.get("parts")
    spoken, thoughts, calls, answers = api_parts(parts if isinstance(parts, list) else [parts])
    outcome, payload = mapping(record.get("toolCallResult")), mapping(record.get("systemPayload"))
    tokens = mapping(record.get("usageMetadata"))
    metadata = {
        **rest(record, _TAKEN), **rest(outcome, _OUTCOME), **rest(payload, _PROMPT), **rest(tokens, _COUNTS),
        **rest(given, {"role", "parts"}),
        **unexpected({**payload, **tokens, **record}, texts=["model", *_PROMPT, *_COUNTS], objects=_OBJECTS),
        **rest({"reasoning_tokens": int_or_none(tokens.get("thoughtsTokenCount")) or None}),
    }  # fmt: skip
    for number, part in enumerate(answers):
        code = exit_code(words := output_of(part))  # the tool reports success even when its command failed
        failed = True if code else FAILED.get(str(outcome.get("status")))
        answer = message("tool", words, uid=f"{uid}:{number}" if number else uid, at=at, metadata=metadata)
        call_id = part["functionResponse"].get("id")
        yield from result(session_id, call_id, answer, failed=failed, exit_code=code)
    content, around = shown({"content": spoken, "displayContent": payload.get("displayText")})
    said = message(
        "assistant" if record["type"] == "assistant" else "user",
        content,
        uid=f"{uid}:text" if answers else uid,
        at=at,
        content_type="meta" if record.get("subtype") in _BY_MACHINE else None,
        reasoning="\n".join(thoughts) or None,
        tool_calls=[_call(call) for call in calls],
        metadata=metadata,
        model=text(record.get("model")),
        **usage(
            tokens.get("promptTokenCount"), tokens.get("candidatesTokenCount"), tokens.get("cachedContentTokenCount")
        ),
    )
    if said.content or said.media or said.tool_calls or said.reasoning or said.input_tokens:
        yield ParsedMessage(session_id, said)
        if around:
            yield attachment(session_id, said, 0, None, around)
    elif not answers:
        source.pass_over("message without a text")


def _call(call: dict[str, Any]) -> ToolCall:
    return tool_call(call.get("name"), call.get("args", rest(call, {"name", "id"}) or None), call.get("id"))


def _system(record: dict[str, Any], source: Source) -> Iterator[Item]:
    subtype, payload = text(record.get("subtype")) or "system", mapping(record.get("systemPayload"))
    title = text(payload.get("customTitle")) if subtype == "custom_title" else None
    parent = text(payload.get("parentSessionId")) if subtype == "parent_session" else None
    if title or parent:
        session_id, items = _session(record, source)
        lineage = {"lineage": "subagent"} if parent else {}
        yield from items
        yield ParsedSession(
            session_id, "qwen-code", title=title, parent_session_id=parent, end_reason=lineage.get("lineage"),
            metadata=lineage,
        )  # fmt: skip
    elif subtype == "chat_compression":
        yield from _compression(record, payload, source)
    elif subtype == "rewind":
        source.pass_over("rewind")
        yield from _taken_back(record, source)
    else:
        source.pass_over(f"system {subtype}")


def _compression(record: dict[str, Any], payload: dict[str, Any], source: Source) -> Iterator[Item]:
    """What the model was told instead of everything before: a summary comes first."""
    session_id, items = _session(record, source)
    yield from items
    first = mapping(next(iter(sequence(payload.get("compressedHistory"))), None))
    content = api_parts(first.get("parts"))[0] or "Conversation compressed"
    about = {"compression": payload.get("info")}
    uid = text(record.get("uuid")) or f"compression:{record.get('timestamp')}"
    summary = message("system", content, uid=uid, at=record.get("timestamp"), content_type="summary", metadata=about)
    yield ParsedMessage(session_id, summary, compacts=True)


def _taken_back(record: dict[str, Any], source: Source) -> Iterator[Item]:
    """The session goes on from the parent of this record: everything after that is undone, and read once more."""
    kept = text(record.get("parentUuid"))
    again = source.before()
    after = kept is None
    for earlier in again.records():
        if after and earlier.get("sessionId") == record.get("sessionId") and earlier.get("type") in _MESSAGES:
            yield from undone(guarded(again, _message, earlier))
        after = after or text(earlier.get("uuid")) == kept


importer = QwenCode()
