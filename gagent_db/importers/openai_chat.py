"""OpenAI-chat JSONL, one conversation a line: ``{"messages": [{"role", "content", ...}]}``.

The same as one JSON document: such an object, a list of them, or the bare list of messages. A conversation has no time
and seldom an id. Without one its session is named by the hash of what it says when it comes in first, with a number
where a file repeats a conversation; the order is that of the list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..coerce import float_or_none, mapping, sequence
from ..models import NewMessage
from ..times import to_iso
from .base import Importer, Item, ParsedMessage, ParsedSession, guarded, guarded_at
from .continued import name_of, numbered
from .sources import Source, head_of, head_records, most
from .values import exit_code, function_call, message, rest, result, text, tool_call, unexpected, usage

ROLES = {"system", "developer", "user", "assistant", "tool", "function"}
_SESSION = {"messages", "id", "conversation_id", "title", "model", "created", "created_at", "timestamp", "usage"}
_MESSAGE = {"role", "content", "tool_calls", "function_call", "tool_call_id", "reasoning", "reasoning_content",
            "created_at", "timestamp", "model", "id", "usage"}  # fmt: skip
_TEXTS = ("model", "reasoning_content", "reasoning", "tool_call_id")
_OTHER_FORMATS = {"session_start", "started_at", "sessionId", "uuid", "mapping", "conversations"}
_DOCUMENT = re.compile(
    rb'(?:(?:\[\s*)?\{[^{}\[\]]*"messages"\s*:\s*\[|\[)\s*\{\s*"role"\s*:\s*'
    rb'"(?:system|developer|user|assistant|tool)"\s*,\s*"(?:content|tool_calls)"'
)
_OPEN = (b"{", b"[", b",")  # how the first line of a document ends that is spread over many


class OpenAiChat(Importer):
    name = "openai-chat"

    def sniff(self, path: Path, head: bytes) -> bool:
        if b'"role"' not in head:
            return False
        if records := head_records(head)[:5]:
            return not any(record.keys() & _OTHER_FORMATS for record in records) and most(_is_conversation, records)
        if path.suffix == ".jsonl" and b"\n" in head:
            return False
        start = _DOCUMENT.match(head[:4096])  # or a first line longer than the head
        return start is not None and not any(b'"%s"' % name.encode() in start[0] for name in _OTHER_FORMATS)

    def parse(self, source: Source) -> Iterator[Item]:
        seen: Counter[str] = Counter()
        for record in _records(source):
            yield from guarded(source, lambda given, where: _conversation(given, where, seen), record)

    def names(self, source: Source) -> Iterator[str]:
        seen: Counter[str] = Counter()
        return (_name(record, messages, source, seen) for record in _records(source) if (messages := _messages(record)))


def _records(source: Source) -> Iterator[dict[str, Any]]:
    """The conversations of a file."""
    with source.path.open("rb") as stream:
        first = head_of(stream).split(b"\n", 1)[0].rstrip()
    if source.path.suffix == ".jsonl" or not (first.startswith(b"[") or first.endswith(_OPEN)):
        yield from source.records()
    elif first.startswith(b"{"):
        yield mapping(source.document())
    else:
        spoken = []  # messages of a list that holds no conversations
        for one in source.elements():
            if isinstance(one, dict) and "messages" in one:
                yield one
            else:
                spoken.append(one)
        if spoken:
            yield {"messages": spoken}


def _is_conversation(record: dict[str, Any]) -> bool:
    messages = sequence(record.get("messages"))
    return bool(messages) and str(mapping(messages[0]).get("role")) in ROLES


def _messages(record: dict[str, Any]) -> list[Any]:
    return sequence(record.get("messages"))


def _name(record: dict[str, Any], messages: list[Any], source: Source, seen: Counter[str]) -> str:
    named = text(record.get("conversation_id")) or text(record.get("id"))
    return numbered(named or name_of(source, "openai-chat", *messages), seen)


def _conversation(record: dict[str, Any], source: Source, seen: Counter[str]) -> Iterator[Item]:
    messages = _messages(record)
    if not messages:
        source.skip("no list of messages in this line")
        return
    session_id = _name(record, messages, source, seen)
    yield ParsedSession(
        session_id,
        "openai-chat",
        title=text(record.get("title")),
        model=text(record.get("model")),
        created_at=to_iso(record.get("created_at") or record.get("created") or record.get("timestamp")),
        metadata={**rest(record, _SESSION), **unexpected(record, texts=["title", "model"])},
        **_usage_of(record),
    )
    for place, given in enumerate(messages):
        yield from guarded_at(
            f"message {place + 1}", source,
            lambda one, where, place=place: chat_message(session_id, one, str(place), where), given,
        )  # fmt: skip


def _usage_of(record: dict[str, Any]) -> dict[str, Any]:
    """Usage in OpenAI's words."""
    told = mapping(record.get("usage"))
    given = told.get("prompt_tokens", told.get("input_tokens"))
    output = told.get("completion_tokens", told.get("output_tokens"))
    details = mapping(told.get("prompt_tokens_details") or told.get("input_tokens_details"))
    return {**usage(given, output, details.get("cached_tokens")), "cost_usd": float_or_none(told.get("cost"))}


def chat_message(session_id: str, given: Any, uid: str, source: Source) -> Iterator[Item]:
    """One message in OpenAI's shape; what is none is reported."""
    if not isinstance(given, dict) or not isinstance(given.get("role"), str):
        source.skip("a message without a role")
        return
    role = given["role"]
    at = given.get("created_at") or given.get("timestamp")
    parsed: NewMessage = message(
        "tool" if role == "function" else role,
        given.get("content"),
        uid=uid,
        at=at,
        model=text(given.get("model")),
        reasoning=text(given.get("reasoning_content")) or text(given.get("reasoning")),
        metadata={**rest(given, _MESSAGE), **unexpected(given, texts=_TEXTS, lists=["tool_calls"])},
        **_usage_of(given),
    )
    if parsed.role == "tool":
        call_id = given.get("tool_call_id") or given.get("name")
        yield from result(session_id, call_id, parsed, exit_code=exit_code(parsed.content))
        return
    parsed.tool_calls += [function_call(call) for call in sequence(given.get("tool_calls"))]
    if old := mapping(given.get("function_call")):  # the API before November 2023: the name stands for the id
        parsed.tool_calls.append(tool_call(old.get("name"), old.get("arguments"), old.get("name")))
    yield ParsedMessage(session_id, parsed)


importer = OpenAiChat()
