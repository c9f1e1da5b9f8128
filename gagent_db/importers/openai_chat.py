"""OpenAI-chat JSONL, one conversation a line: ``{"messages": [{"role", "content", ...}]}``.

The same as one JSON document: such an object, a list of them, or the bare list of messages. A conversation has no time
and seldom an id. Without an id its session is named by the hash of its content at the first import, with a number if a
file repeats a conversation. The order is that of the list.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..coerce import float_or_none, mapping, sequence
from ..errors import GagentError
from ..models import NewMessage
from ..times import to_iso
from .base import Importer, Item, ParsedMessage, ParsedSession, guarded, guarded_at
from .continued import name_of, numbered
from .sources import MAX_LINE, Source, head_of, head_records, is_object, most
from .values import exit_code, function_call, message, rest, result, text, tool_call, usage

ROLES = {"system", "developer", "user", "assistant", "tool", "function"}
_SESSION = {"messages", "id", "conversation_id", "title", "model", "created", "created_at", "timestamp", "usage"}
_MESSAGE = {"role", "content", "tool_calls", "function_call", "tool_call_id", "reasoning", "reasoning_content",
            "created_at", "timestamp", "model", "id", "usage"}  # fmt: skip
_TEXTS = ("model", "reasoning_content", "reasoning", "tool_call_id")
_OTHER_FORMATS = {"session_start", "started_at", "sessionId", "uuid", "mapping", "conversations"}
_DECODER = json.JSONDecoder()
_DOCUMENT = re.compile(rb'(?:(?:\[\s*)?\{[^{}\[\]]*"messages"\s*:\s*\[|\[)\s*(?=\{)')  # up to its first message
_ROLE = re.compile(rf'"role"\s*:\s*"(?:{"|".join(sorted(ROLES))})"')
_SAYS = {"content", "tool_calls"}


class OpenAiChat(Importer):
    name = "openai-chat"

    def sniff(self, path: Path, head: bytes) -> bool:
        if b'"role"' not in head:
            return False
        if (path.suffix != ".jsonl" or b"\n" not in head) and _is_document(head):
            return True
        records = head_records(head)[:5]
        return not any(record.keys() & _OTHER_FORMATS for record in records) and most(_is_conversation, records)

    def parse(self, source: Source) -> Iterator[Item]:
        seen: Counter[str] = Counter()
        for record in _records(source):
            yield from guarded(source, lambda given, where: _conversation(given, where, seen), record)

    def names(self, source: Source) -> Iterator[str]:
        seen: Counter[str] = Counter()
        with suppress(GagentError):  # a file cut short: reading it reports that
            for record in _records(source):
                if messages := _messages(record):
                    yield _name(record, messages, source, seen)


def _is_document(head: bytes) -> bool:
    """Is this one JSON value of conversations? It may span lines, or be longer than the head."""
    start = _DOCUMENT.match(head)
    if start is None or any(b'"%s"' % name.encode() in start[0] for name in _OTHER_FORMATS):
        return False
    if is_object(head.split(b"\n", 1)[0]):  # more may follow, one a line
        return False
    shown = head[start.end() :].decode(errors="replace")
    try:
        first: dict[str, Any] = _DECODER.raw_decode(shown)[0]
    except (ValueError, RecursionError):  # the first message is longer than the head
        return _ROLE.search(shown) is not None and any(f'"{name}"' in shown for name in _SAYS)
    return str(first.get("role")) in ROLES and bool(first.keys() & _SAYS) and not first.keys() & _OTHER_FORMATS


def _records(source: Source) -> Iterator[dict[str, Any]]:
    """The conversations of a file."""
    with source.path.open("rb") as stream:
        head = head_of(stream)
        line, end, _ = head.partition(b"\n")
        first = line if end else head + stream.readline(MAX_LINE)
    if head.startswith(b"[") and source.path.suffix != ".jsonl":
        yield from _listed(source)
    elif source.path.suffix == ".jsonl" or any(map(_is_conversation, head_records(head))) or is_object(first):
        yield from source.records()
    else:
        yield mapping(source.document())


def _listed(source: Source) -> Iterator[dict[str, Any]]:
    """The conversations of a list, or the one conversation of a list of messages; of a list cut short what is there."""
    spoken, failed = [], None
    try:
        for one in source.elements():
            if isinstance(one, dict) and "messages" in one:
                yield one
            else:
                spoken.append(one)
    except GagentError as error:
        failed = error
    if spoken:
        source.line = 0  # a message is located by its place
        yield {"messages": spoken}
    if failed:
        raise failed


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
        metadata=rest(record, _SESSION, texts=["title", "model"]),
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
    """One message in OpenAI's shape; anything else is reported."""
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
        metadata=rest(given, _MESSAGE, texts=_TEXTS, lists=["tool_calls"]),
        **_usage_of(given),
    )
    if parsed.role == "tool":
        call_id = given.get("tool_call_id") or given.get("name")
        yield from result(session_id, call_id, parsed, exit_code=exit_code(parsed.content))
        return
    parsed.tool_calls += [function_call(call) for call in sequence(given.get("tool_calls"))]
    if old := mapping(given.get("function_call")):  # the API before November 2023: the name serves as the id
        parsed.tool_calls.append(tool_call(old.get("name"), old.get("arguments"), old.get("name")))
    yield ParsedMessage(session_id, parsed)


importer = OpenAiChat()
