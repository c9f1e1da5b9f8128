"""What the Hermes formats share: one session may come from state.db, its gateway JSONL, its snapshot and an export.

The session id is Hermes' own (``20260102_100405_ab12cd34``). Only state.db has message ids, so a message's uid is
computed from what all of them hold: role, call ids and text, numbered where a session repeats itself. Live rows are
numbered first, so that copies with only live rows agree with the database.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..coerce import float_or_none, int_or_none, mapping, sequence
from ..models import NewMessage, ToolCall
from ..times import to_iso
from .base import Item, ParsedMessage, ParsedSession, guarded_at, stable_id
from .sources import Source
from .values import (
    TOKENS,
    decode_json,
    exit_code,
    function_call,
    message,
    rest,
    result,
    split_thinking,
    text,
)

_JSON_CONTENT = "\x00json:"
# Snapshots may mask secrets: words that may have been masked do not take part in a uid.
_MASKED = re.compile(r"\*\*\*|[\w-]{4}\.\.\.[\w-]{4}|(?:key|token|secret|passw|credential|auth|bearer)", re.IGNORECASE)
_LONG_WORD = 18
_TEXTS = ("title", "model", "end_reason", "system_prompt", "cwd", "chat_id", "user_id")
_SESSION_COLUMNS = frozenset({
    "id", "source", "platform", "user_id", "chat_id", "model", "parent_session_id", "started_at", "ended_at",
    "end_reason", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "cwd", "title",
    "estimated_cost_usd", "actual_cost_usd", "archived", "message_count", "tool_call_count", "messages", "segments",
    "lineage_session_ids", "timings", "system_prompt", "model_config", "origin_json", "last_active",
    "expiry_finalized", "tools", "last_updated", "session_id", "session_start", "created_at", "updated_at",
    "cost_status", "total_tokens", "last_prompt_tokens",
})  # fmt: skip
_MESSAGE_COLUMNS = frozenset({
    "id", "session_id", "role", "content", "tool_calls", "tool_call_id", "timestamp", "reasoning",
    "reasoning_content", "active", "compacted", "name", "reasoning_details", "codex_reasoning_items",
    "codex_message_items", "api_content",
})  # fmt: skip


def hermes_home() -> Path:
    return Path(os.environ.get("HERMES_HOME") or "~/.hermes").expanduser()


def parsed_session(session_id: str, row: Mapping[str, Any]) -> ParsedSession:
    """A session from a row of state.db, an export line or a routing entry."""
    config = mapping(decode_json(row.get("model_config")))
    origin = {**mapping(decode_json(row.get("origin_json"))), **mapping(row.get("origin"))}
    channel = text(row.get("source")) or text(row.get("platform")) or text(origin.get("platform")) or "hermes"
    chat = text(row.get("chat_id")) or text(origin.get("chat_id"))
    thread = text(row.get("thread_id")) or text(origin.get("thread_id"))
    metadata = _session_metadata(row, config)
    reason = text(row.get("end_reason"))
    lineage = _lineage(config, channel)
    if lineage:
        metadata["lineage"] = lineage
        if reason not in ("compression", lineage):
            metadata["end_reason"] = reason
            reason = lineage
    parent = text(row.get("parent_session_id")) or text(config.get("_delegate_from") or config.get("_branched_from"))
    archived = bool(row.get("archived"))
    ended = row.get("ended_at")
    live = chat and not archived and not ended and not lineage
    cost = float_or_none(row.get("actual_cost_usd"))
    updated = row.get("last_active") or ended or row.get("started_at")
    totals: dict[str, Any] = {name: _counted(row, name) for name in TOKENS}
    return ParsedSession(
        session_id,
        channel,
        key=f"{channel}:{chat}" + (f":{thread}" if thread else "") if live else None,
        chat_id=chat,
        user_id=text(row.get("user_id")) or text(origin.get("user_id")),
        title=text(row.get("title")),
        parent_session_id=parent if parent != session_id else None,
        created_at=to_iso(row.get("started_at") or row.get("session_start") or row.get("created_at")),
        ended_at=to_iso(ended),
        end_reason=reason,
        model=text(row.get("model")),
        cwd=text(row.get("cwd")),
        archived_at=to_iso(updated) if archived else None,
        **totals,
        cost_usd=cost if cost is not None else float_or_none(row.get("estimated_cost_usd")) or None,
        metadata={key: value for key, value in metadata.items() if value is not None},
    )


def _session_metadata(row: Mapping[str, Any], config: dict[str, Any]) -> dict[str, Any]:
    """What has no column in a session. ``config`` is the decoded model_config."""
    given = {**row, "model_config": config or row.get("model_config")}
    metadata = said_by(given, _SESSION_COLUMNS, texts=_TEXTS, objects=["model_config"])
    metadata["system"] = "hermes"
    metadata["system_prompt"] = text(row.get("system_prompt"))
    if config:
        metadata["model_config"] = rest(config, {"_branched_from", "_delegate_from"})
    return metadata


def _lineage(config: dict[str, Any], channel: str) -> str | None:
    """How the session came from its parent, unless by a compression."""
    if config.get("_branched_from"):
        return "branch"
    return "subagent" if config.get("_delegate_from") or channel == "subagent" else None


def _counted(row: Mapping[str, Any], name: str) -> int | None:
    """A counter of the session or, if none was kept, the sum over the models it used."""
    models = map(mapping, sequence(row.get("model_usage")))
    return int_or_none(row.get(name)) or sum(int_or_none(used.get(name)) or 0 for used in models) or None


def said_by(row: Mapping[str, Any], taken: Collection[str], **typed: Iterable[str]) -> dict[str, Any]:
    """``rest`` of a row, without flags and counters that are 0, their columns' default."""
    return {key: value for key, value in rest(row, taken, **typed).items() if value != 0}


def fingerprint(record: Mapping[str, Any]) -> str:
    """What every copy of a message has in common."""
    role = str(record.get("role"))
    if role == "tool" and (call := text(record.get("tool_call_id"))):
        return stable_id("hermes", role, call)
    calls = [call.call_id or call.tool_name for call in calls_of(record)]
    words, _ = split_thinking(plain(record.get("content")))
    kept = [
        word for word in words.replace("[screenshot]", " ").split() if not (_MASKED.search(word[:200]) or _is_key(word))
    ]
    return stable_id("hermes", role, *calls, " ".join(kept))


def _is_key(word: str) -> bool:
    return len(word) >= _LONG_WORD and any(c.isdigit() for c in word) and any(c.isalpha() for c in word)


def content_of(value: Any) -> Any:
    """Content as it was before Hermes stored it: a list or object sits behind a NUL prefix."""
    if isinstance(value, str) and value.startswith(_JSON_CONTENT):
        return decode_json(value[len(_JSON_CONTENT) :])
    return value


def plain(value: Any) -> str:
    """Only the words of a content value, whatever its shape."""
    value = content_of(value)
    if isinstance(value, str):
        return value
    parts = value if isinstance(value, list) else [value]
    return "\n".join(
        part if isinstance(part, str) else str(part.get("text"))
        for part in parts
        if isinstance(part, str) or (isinstance(part, Mapping) and isinstance(part.get("text"), str))
    )


def calls_of(record: Mapping[str, Any]) -> list[ToolCall]:
    """Calls in OpenAI's shape or ``{"name", "arguments"}``; a list or its JSON text."""
    return [function_call(call) for call in sequence(decode_json(record.get("tool_calls")))]


def items(session_id: str, record: Mapping[str, Any], uid: str, *, status: str = "active",
          update: bool = False) -> Iterator[Item]:  # fmt: skip
    """The message of one row or line, and the outcome of the call it answers."""
    role = text(record.get("role")) or "user"
    parsed = _message(record, role, uid, status)
    if role != "tool":
        yield ParsedMessage(session_id, parsed, update=update)
        return
    code = exit_code(parsed.content)
    failed = bool(mapping(decode_json(parsed.content)).get("error")) or None if code is None else code != 0
    yield from result(session_id, record.get("tool_call_id"), parsed, failed=failed, exit_code=code, update=update)


def _message(record: Mapping[str, Any], role: str, uid: str, status: str) -> NewMessage:
    content = content_of(record.get("content"))
    thought = None
    if isinstance(content, str):
        content, thought = split_thinking(content)
    calls = decode_json(record.get("tool_calls"))
    given = {**record, "tool_calls": calls}
    metadata = said_by(given, _MESSAGE_COLUMNS, texts=["reasoning", "reasoning_content"], lists=["tool_calls"])
    if name := text(record.get("name")):
        metadata["name"] = name
    if "message_id" in metadata:
        metadata["platform_message_id"] = str(metadata.pop("message_id"))
    return message(
        role,
        content,
        uid=uid,
        at=record.get("timestamp"),
        status=status,
        reasoning=text(record.get("reasoning")) or text(record.get("reasoning_content")) or thought,
        tool_calls=calls_of(record),
        metadata=metadata,
    )


# -- the messages of a session in the order they were stored ------------------------------------------------

_BATCH = 50e-6  # seconds; a compaction writes its copies one microsecond apart, appended rows are further apart

Survey = tuple[Counter[str], set[int]]  # how often each live message occurs; places of rows that a later row repeats


class Numbering:
    """Uids of one session's messages. ``reserved`` counts the live rows if there are also rows that are not live."""

    def __init__(self, reserved: Counter[str] | None = None) -> None:
        self.live: Counter[str] = Counter()
        self.other: Counter[str] = Counter(reserved or ())

    def uid(self, record: Mapping[str, Any], live: bool = True) -> str:
        base = fingerprint(record)
        counter = self.live if live else self.other
        counter[base] += 1
        return base if counter[base] == 1 else f"{base}-{counter[base]}"


def stored_messages(
    session_id: str, rows: Iterable[Any], source: Source, known: Survey | None = None, *, update: bool = False
) -> Iterator[Item]:
    """The messages of these rows with their status. ``known`` is needed if some are not live."""
    live, dropped = known or (None, ())
    numbering = Numbering(live)

    def one(given: tuple[int, Any], where: Source) -> list[Item]:
        place, record = given
        if not isinstance(record, dict):
            where.skip("a message that is not an object")
            return []
        if record.get("role") == "session_meta" or place in dropped:
            where.pass_over("repeated by a compaction" if place in dropped else "session_meta")
            return []
        status = status_of(record)
        uid = numbering.uid(record, status == "active")
        return list(items(session_id, record, uid, status=status, update=update))

    for given in enumerate(rows):
        yield from guarded_at(f"message {given[0] + 1} of {session_id}", source, one, given)


def survey(rows: Iterable[Any]) -> Survey:
    """A first look at all rows of a session.

    A compaction marks all rows compacted and writes those it keeps once more; the later row stands for both.
    """
    objects = (row if isinstance(row, dict) else {} for row in rows)
    known = [(fingerprint(row), row.get("timestamp"), status_of(row)) for row in objects]
    live = Counter(base for base, _, status in known if status == "active")
    earlier: defaultdict[str, list[tuple[int, Any]]] = defaultdict(list)
    dropped = set()
    for place, (base, moment, status) in enumerate(known):
        if earlier[base] and (earlier[base][-1][1] == moment or _in_batch(known, place)):
            dropped.add(earlier[base].pop()[0])
        if status == "compacted":
            earlier[base].append((place, moment))
    return live, dropped


def _in_batch(known: list[tuple[str, Any, str]], place: int) -> bool:
    moment = known[place][1]
    beside = [known[other][1] for other in (place - 1, place + 1) if 0 <= other < len(known)]
    return isinstance(moment, float) and any(
        isinstance(other, float) and abs(other - moment) < _BATCH for other in beside
    )


def status_of(record: Mapping[str, Any]) -> str:
    if record.get("active", 1) in (1, None, True):
        return "active"
    return "compacted" if record.get("compacted") else "undone"
