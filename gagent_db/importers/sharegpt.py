"""ShareGPT trajectories: ``{"conversations": [{"from", "value"}]}`` a line, as Hermes writes them.

Nothing in them names a session: its id is the hash of its content at the first import, with a number if a file repeats
it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..coerce import mapping, sequence
from .base import Importer, Item, ParsedMessage, ParsedSession, guarded
from .continued import name_of, numbered
from .sources import Source, head_records
from .values import decode_json, exit_code, message, rest, result, split_thinking, text, tool_call

_ROLES = {"human": "user", "user": "user", "gpt": "assistant", "assistant": "assistant", "tool": "tool",
          "system": "system", "function": "tool", "observation": "tool"}  # fmt: skip
_CALL = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.DOTALL)
_RESPONSE = re.compile(r"<tool_response>\s*(.*?)\s*</tool_response>", re.DOTALL)


class ShareGpt(Importer):
    name = "sharegpt"

    def sniff(self, path: Path, head: bytes) -> bool:
        if b'"conversations"' not in head or b'"from"' not in head:
            return False
        return head.startswith(b"{") and (
            any(isinstance(record.get("conversations"), list) for record in head_records(head)[:5])
            or re.match(rb'\{\s*("[^"]*"\s*:\s*[^\[{]{0,300},\s*)*"conversations"\s*:\s*\[\s*\{', head[:2048])
            is not None
        )

    def parse(self, source: Source) -> Iterator[Item]:
        seen: Counter[str] = Counter()
        for record in source.records():
            yield from guarded(source, lambda given, where: _conversation(given, where, seen), record)

    def names(self, source: Source) -> Iterator[str]:
        seen: Counter[str] = Counter()
        return (_name(turns, source, seen) for record in source.records() if (turns := _turns(record)))


def _turns(record: dict[str, Any]) -> list[dict[str, Any]]:
    return [turn for turn in map(mapping, sequence(record.get("conversations"))) if isinstance(turn.get("value"), str)]


def _name(turns: list[dict[str, Any]], source: Source, seen: Counter[str]) -> str:
    return numbered(name_of(source, "sharegpt", *(f"{turn.get('from')}\n{turn['value']}" for turn in turns)), seen)


def _conversation(record: dict[str, Any], source: Source, seen: Counter[str]) -> Iterable[Item]:
    turns = _turns(record)
    if not turns:
        source.skip("no conversations in this line")
        return
    for _ in range(len(sequence(record["conversations"])) - len(turns)):
        source.skip("a turn without a text")
    session_id = _name(turns, source, seen)
    yield ParsedSession(
        session_id,
        "hermes" if "completed" in record or "toolsets_used" in record else "sharegpt",
        title=text(record.get("title")),
        model=text(record.get("model")),
        end_reason=None if record.get("completed", True) else "failed",
        metadata=rest(record, {"conversations", "model", "timestamp", "title"}, texts=["model", "title"]),
    )
    waiting: list[str] = []  # calls that have no answer yet
    for place, turn in enumerate(turns):
        yield from _turn(session_id, turn, place, record.get("timestamp"), waiting)


def _turn(session_id: str, turn: dict[str, Any], place: int, at: Any, waiting: list[str]) -> Iterator[Item]:
    role = _ROLES.get(str(turn.get("from")), "user")
    if role == "tool":
        bodies = _RESPONSE.findall(turn["value"]) or [turn["value"]]
        for number, body in enumerate(bodies):
            answer = mapping(decode_json(body))
            content = answer.get("content", body)
            output = message("tool", content, uid=f"{place}.{number}", at=at, metadata=_named(answer))
            call_id = waiting.pop(0) if waiting else text(answer.get("tool_call_id"))
            yield from result(session_id, call_id, output, exit_code=exit_code(content))
        return
    words, thought = split_thinking(turn["value"])
    calls = []
    for number, body in enumerate(_CALL.findall(words) if role == "assistant" else ()):
        call = mapping(decode_json(body))
        call_id = text(call.get("id")) or f"{place}.{number}"
        waiting.append(call_id)
        calls.append(tool_call(call.get("name"), call.get("arguments", body), call_id))
    said = _CALL.sub("", words).strip() if calls else words
    yield ParsedMessage(session_id, message(role, said, uid=str(place), at=at, reasoning=thought, tool_calls=calls))


def _named(answer: dict[str, Any]) -> dict[str, Any]:
    return {"tool_name": answer["name"]} if isinstance(answer.get("name"), str) else {}


importer = ShareGpt()
