"""Codex CLI rollouts: ``sessions/YYYY/MM/DD/rollout-<time>-<uuid>.jsonl`` and ``archived_sessions/``.

``response_item`` lines are the conversation; ``event_msg`` lines repeat it, but add the usage and rollbacks. A fork or
sub-agent starts with a copy of its parent's turns, which is left out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..coerce import int_or_none, mapping
from ..errors import GagentError
from ..models import NewMessage
from ..times import to_iso
from .base import Item, LineImporter, ParsedMessage, ParsedSession, Uids, guarded, stable_id
from .codex_parts import (
    INJECTED,
    call_of,
    media_of,
    output_of,
    reasoning_of,
    typed,
    without_editor_context,
    words_of,
)
from .codex_rollouts import codex_home, enter_turn, ids_in_name, is_copy, rollouts, taken_back
from .codex_zstd import MAGIC, is_compressed, place_of, plain
from .sources import Source, head_records
from .values import message, rest, result, text, undone, usage

_LINE_TYPES = {"session_meta", "response_item", "event_msg", "turn_context", "compacted"}
_META = {"id", "session_id", "cwd", "timestamp", "instructions", "base_instructions", "dynamic_tools"}
_TURN = {"turn_id", "cwd", "model", "user_instructions", "developer_instructions", "summary"}
_INDEX = "session_index.jsonl"
# Lines and items of the program itself; what was said is in others.
_BOOKKEEPING = {
    "world_state", "inter_agent_communication_metadata", "compacted", "additional_tools", "compaction",
    "compaction_summary", "compaction_trigger", "context_compaction", "ghost_snapshot", "other", "retained_context",
    "rollout_reference", "security_risk_score",
}  # fmt: skip
_ITEMS = {"message", "reasoning", "function_call", "function_call_output"}


class Codex(LineImporter):
    name = "codex"

    def sniff(self, path: Path, head: bytes) -> bool:
        if path.name == _INDEX:
            return b'"thread_name"' in head
        if is_compressed(path):
            return path.name.startswith("rollout-") and head.startswith(MAGIC)
        if b'"payload"' not in head and not path.name.startswith("rollout-"):
            return False
        if re.search(rb'"type":\s*"session_meta"', head[:400]):
            return True  # its instructions may be longer than the head
        records = head_records(head)
        if any(str(record.get("type")) in _LINE_TYPES and "payload" in record for record in records):
            return True
        # Before September 2025 the lines had no envelope.
        return bool(records) and {"id", "timestamp", "instructions"} <= records[0].keys()

    def discover(self) -> Iterable[Path]:
        home = Path(os.environ.get("CODEX_HOME") or "~/.codex").expanduser()
        return (home / "sessions", home / "archived_sessions", home / _INDEX)

    def parse(self, source: Source) -> Iterator[Item]:
        if source.path.name == _INDEX:
            yield from _names(source)
            return
        if is_compressed(source.path):
            yield from self._compressed(source)
            return
        yield from _title(source)
        yield from super().parse(source)

    def _compressed(self, source: Source) -> Iterator[Item]:
        """All items of a compressed rollout, unless the uncompressed rollout lies beside it."""
        if os.path.exists(place_of(source)):
            source.pass_over("compressed copy of a rollout")
            return
        with plain(source.path) as path:
            own = Source(path, source.modified_at, shown=source.path)
            yield from self.parse(own)
        source.absorb(own)
        source.offset = source.path.stat().st_size

    def record(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        kind, payload = text(record.get("type")), mapping(record.get("payload"))
        if "payload" in record and not isinstance(record["payload"], dict):
            source.skip(f"the payload of a {kind or 'nameless'} line is no object")
            return
        if kind == "session_meta" or ("instructions" in record and "payload" not in record):
            own = "session" not in source.state
            yield from _meta(payload or record, source)
            for path, ordinal in taken_back(place_of(source), payload) if own else ():
                yield from self._take_back(path, ordinal, source)
            return
        if kind in _ITEMS and "payload" not in record:
            kind, payload = "response_item", record
        if "session" not in source.state:
            yield from _meta({"id": _id_in_name(source.path)}, source)
        at = to_iso(record.get("timestamp"))
        if kind == "response_item":
            yield from self._item(payload, at, source)
        elif kind == "turn_context":
            source.pass_over("turn_context")  # what is new in it is noted on the session
            yield from _turn(payload, source)
        elif kind == "event_msg":
            yield from self._event(payload, at, source)
        elif kind == "token_usage_record":
            source.pass_over(kind)  # it belongs to the message it was paid for
            yield from self._recorded(payload, source)
        elif kind == "realtime_item":
            yield from self._spoken(payload, at, source)
        elif kind == "inter_agent_communication":
            yield from self._between_agents(payload, at, source)
        elif kind == "compacted" and not source.state.get("replaying"):
            yield from _flush(source)
            yield _compaction(payload, at, source)
        elif kind in _BOOKKEEPING or "record_type" in record:
            source.pass_over(kind or "state")
        else:
            source.skip(f"unknown type of line: {kind[:40]!r}" if kind else "no type of line")

    def finish(self, source: Source) -> Iterable[Item]:
        yield from _flush(source)
        if last := source.state.pop("last", None):
            source.state["owed"] = last["place"]  # its usage may still come; then the line is read once more

    # -- lines -------------------------------------------------------------------------------------

    def _item(self, payload: dict[str, Any], at: str | None, source: Source) -> Iterator[Item]:
        kind = text(payload.get("type"))
        if is_copy(payload, source):
            source.pass_over("copied from the parent")
        elif kind == "reasoning":
            if thought := reasoning_of(payload):
                source.state.setdefault("thoughts", []).append(thought)
                source.state.setdefault("thought_at", [source.offset, source.line])
                source.hold()  # until the model says something
            else:
                source.pass_over("encrypted reasoning")
        elif kind == "message":
            yield from self._message(payload, at, source)
        elif kind and kind.endswith("_output"):
            yield from _flush(source)
            output, code, failed = output_of(payload)
            call_id = text(payload.get("call_id"))
            uid = _uid("tool", f"{call_id}\n{output}", at, source)
            parsed = message("tool", output, uid=uid, at=at)
            yield from result(source.state["session"], call_id, parsed, failed=failed, exit_code=code)
        elif call := call_of(payload):
            uid = _uid("assistant", f"{call.call_id}\n{call.tool_name}\n{call.arguments}", at, source)
            yield from self._say(
                message("assistant", uid=uid, at=at, tool_calls=[call], media=media_of(payload)), source
            )
        elif kind == "agent_message":
            yield from self._between_agents(payload, at, source)
        elif kind and kind in _BOOKKEEPING:
            source.pass_over(kind)
        else:
            source.skip(f"unknown type of item: {kind[:40]!r}" if kind else "an item without a type")

    def _message(self, payload: dict[str, Any], at: str | None, source: Source) -> Iterator[Item]:
        role = text(payload.get("role")) or "assistant"
        words = words_of(payload.get("content"))
        content = payload.get("content") if role == "assistant" else typed(payload)
        if role != "assistant" and (content == [] or words_of(content).lstrip().startswith(INJECTED)):
            source.pass_over("injected context")
            return
        metadata = rest(payload, {"type", "role", "content", "status"})
        parsed = message(role, content, uid=_uid(role, words, at, source), at=at)
        if role == "assistant":
            parsed.metadata = metadata or None
            yield from self._say(parsed, source)
            return
        yield from self._interrupted(at, source)
        yield from _flush(source)
        if role == "user":
            source.state.setdefault("turns", []).append([source.offset, source.line])
            parsed.content, around = without_editor_context(parsed.content)
            if around:
                metadata["editor_context"] = around
        parsed.metadata = metadata or None
        yield ParsedMessage(source.state["session"], parsed)

    def _between_agents(self, payload: dict[str, Any], at: str | None, source: Source) -> Iterator[Item]:
        """What one agent writes to another; encrypted text cannot be read here."""
        words = words_of(payload.get("content"))
        if source.state.get("replaying") or not words.strip():
            source.pass_over("copied from the parent" if words.strip() else "encrypted message to an agent")
            return
        yield from _flush(source)
        metadata = rest(payload, {"type", "content", "encrypted_content", "internal_chat_message_metadata_passthrough"})
        uid = _uid("agent", words, at, source)
        parsed = message("user", words, uid=uid, at=at, content_type="agent_message", metadata=metadata)
        yield ParsedMessage(source.state["session"], parsed)

    def _spoken(self, payload: dict[str, Any], at: str | None, source: Source) -> Iterator[Item]:
        """What was said aloud in a voice conversation; no item holds it."""
        told = {**payload, **mapping(payload.get("data"))}
        words, role = text(told.get("text")), text(told.get("role")) or "user"
        if words is None or payload.get("type") != "transcript_segment" or source.state.get("replaying"):
            source.pass_over("realtime_item")
            return
        yield from _flush(source)
        voice = rest({"voice_session": told.get("realtime_session_id")})
        parsed = message(role, words, uid=_uid(role, words, at, source), at=at, metadata=voice)
        yield ParsedMessage(source.state["session"], parsed)

    def _interrupted(self, at: str | None, source: Source) -> Iterator[Item]:
        """Keep the thoughts of a model that was stopped before it said anything."""
        if thoughts := source.state.get("thoughts"):
            yield from self._say(message("assistant", uid=_uid("assistant", str(thoughts), at, source), at=at), source)

    def _say(self, said: NewMessage, source: Source) -> Iterator[Item]:
        """Hold back what the model said until its usage is known (the next ``token_count``)."""
        yield from _flush(source)
        source.hold()
        state = source.state
        said.model, said.provider = state.get("model"), state.get("provider")
        said.reasoning = "\n\n".join(state.pop("thoughts", [])) or None
        state.pop("owed", None)
        state.pop("last", None)
        state["held"] = {"message": said, "place": state.pop("thought_at", [source.offset, source.line])}

    def _event(self, payload: dict[str, Any], at: str | None, source: Source) -> Iterator[Item]:
        kind, state = text(payload.get("type")), source.state
        if kind is None:
            source.skip("an event without a type")
            return
        source.pass_over(f"event {kind}")  # an item says the same
        if kind == "task_started" and (turn := text(payload.get("turn_id"))):
            enter_turn(turn, source)
        elif state.get("replaying"):
            return
        elif kind == "token_count":
            info = mapping(payload.get("info"))
            told, total = mapping(info.get("last_token_usage")), stable_id(info.get("total_token_usage"))
            # The same count is repeated with every rate limit, and after the record of a response.
            if told and state.get("total") != total and not state.get("recorded"):
                state["total"] = total
                yield from self._usage(told, source)
        elif kind == "turn_aborted":
            yield from self._interrupted(at, source)
        elif kind == "item_completed":
            yield from self._plan(mapping(payload.get("item")), at, source)
        elif kind == "thread_rolled_back":
            yield from _flush(source)
            yield from self._undo(int_or_none(payload.get("num_turns")) or 0, source)

    def _recorded(self, payload: dict[str, Any], source: Source) -> Iterator[Item]:
        """The usage of one response of this session, as Codex writes it since September 2026."""
        own = text(payload.get("thread_id")) in (None, source.state["session"]) and not source.state.get("replaying")
        if own and (told := mapping(payload.get("usage"))):
            source.state["recorded"] = True
            yield from self._usage(told, source)

    def _plan(self, item: dict[str, Any], at: str | None, source: Source) -> Iterator[Item]:
        """A proposed plan: the one thing that only an event holds."""
        if str(item.get("type")).lower() == "plan" and (words := text(item.get("text"))):
            uid = _uid("assistant", words, at, source)
            yield from self._say(message("assistant", words, uid=uid, at=at, metadata={"plan": True}), source)

    def _usage(self, told: dict[str, Any], source: Source) -> Iterator[Item]:
        held, last = source.state.get("held"), source.state.pop("last", None)
        owed = source.state.pop("owed", None)
        if held:
            _count(held["message"], told)
            yield from _flush(source)
            del source.state["last"]
        elif last:
            _count(last["message"], told)
            yield ParsedMessage(source.state["session"], last["message"], update=True)
        elif owed:
            for item in self._again(source, owed):
                if isinstance(item, ParsedMessage) and item.message.role == "assistant":
                    _count(item.message, told)
                    yield replace(item, update=True)
                    return

    def _undo(self, turns: int, source: Source) -> Iterator[Item]:
        """Take back the last turns: their lines are read again and marked."""
        places = source.state.get("turns", [])
        if turns < 1 or not places:
            return
        start = places[-min(turns, len(places))]
        del places[-min(turns, len(places)) :]
        source.state.pop("last", None)
        yield from undone(self._again(source, start))

    def _take_back(self, path: Path, ordinal: int, source: Source) -> Iterator[Item]:
        """The messages of another rollout of this session from a line on, as undone."""
        with suppress(GagentError), plain(path) as file:
            part = Source(file, state={key: source.state.get(key) for key in ("session", "provider")})
            late = False
            for record in part.records():
                place = int_or_none(record.get("ordinal"))
                if not late and place is not None and place >= ordinal:
                    late = True
                    part.state.pop("held", None)  # said in the turn before
                items = guarded(part, self.record, record)
                yield from undone(items if late else ())
            yield from undone(_flush(part) if late else ())

    def _again(self, source: Source, start: list[int]) -> Iterator[Item]:
        """The items of the lines from ``start`` to the current one, read once more."""
        keep = {key: source.state.get(key) for key in ("session", "model", "provider", "cwd")}
        part = source.before(start[0], start[1] - 1, keep)
        for record in part.records():
            yield from self.record(record, part)
        yield from _flush(part)


# -- session ---------------------------------------------------------------------------------------------


def _meta(payload: dict[str, Any], source: Source) -> Iterator[Item]:
    """The first ``session_meta`` is the session's own; a second one is its parent's, copied into a fork."""
    state = source.state
    if "session" in state:
        source.pass_over("session_meta")
        return
    state["session"] = text(payload.get("id")) or text(payload.get("session_id")) or _id_in_name(source.path)
    state["provider"] = text(payload.get("model_provider"))
    spawned = mapping(mapping(mapping(payload.get("source")).get("subagent")).get("thread_spawn"))
    child = text(spawned.get("parent_thread_id")) or text(payload.get("parent_thread_id"))
    fork = text(payload.get("forked_from_id"))
    parent = child or fork
    lineage = "subagent" if child or "subagent" in mapping(payload.get("source")) else "branch" if fork else None
    metadata = rest(payload, _META)
    if branch := text(mapping(payload.get("git")).get("branch")):
        metadata["git_branch"] = branch
    if lineage:
        metadata["lineage"] = lineage
    if parent:
        state["parent"] = parent
        state["replaying"] = "forked_from_ordinal_exclusive" not in payload  # that copies nothing
    archived = "archived_sessions" in place_of(source).parts
    yield ParsedSession(
        state["session"],
        "codex",
        parent_session_id=parent,
        end_reason=lineage,
        created_at=to_iso(payload.get("timestamp")),
        cwd=text(payload.get("cwd")),
        archived_at=source.modified_at if archived else None,
        metadata=metadata,
    )


def _id_in_name(path: Path) -> str:
    ids = ids_in_name(path) if path.name.startswith("rollout-") else None
    return ids[0] if ids else stable_id("codex", path.name)


def _turn(payload: dict[str, Any], source: Source) -> Iterator[Item]:
    state = source.state
    turn = text(payload.get("turn_id"))
    if turn:
        enter_turn(turn, source)
    model, cwd = text(payload.get("model")), text(payload.get("cwd"))
    if state.get("replaying") or (model, cwd) == (state.get("model"), state.get("cwd")):
        state["model"] = model or state.get("model")
        return
    yield from _flush(source)
    first = "cwd" not in state
    state["model"], state["cwd"] = model or state.get("model"), cwd
    settings = rest(payload, _TURN, texts=["model", "cwd"])
    yield ParsedSession(
        state["session"], "codex", model=model, cwd=cwd if first else None, metadata={"settings": settings}
    )


def _title(source: Source) -> Iterator[Item]:
    """The name of this session in ``session_index.jsonl``; its last entry counts."""
    home = codex_home(place_of(source))
    index = home / _INDEX if home else None
    if "session" in source.state or index is None or not os.path.isfile(index):
        return  # a later name is read from the index itself
    session_id = _id_in_name(source.path)
    for record in Source(index).records():
        if record.get("id") == session_id and (name := text(record.get("thread_name"))):
            yield ParsedSession(session_id, "codex", title=name)


def _names(source: Source) -> Iterator[Item]:
    """Names that were given since the last import, for sessions whose rollouts are there."""
    folders = (source.path.parent / "sessions", source.path.parent / "archived_sessions")
    known = {_id_in_name(Path(path.name.removesuffix(".zst"))) for folder in folders for path in rollouts(folder)}
    for record in source.records():
        session_id, name = text(record.get("id")), text(record.get("thread_name"))
        if session_id in known and session_id and name:
            yield ParsedSession(session_id, "codex", title=name)


# -- messages --------------------------------------------------------------------------------------------


def _uid(role: str, content: str, at: str | None, source: Source) -> str:
    return Uids(source.state.setdefault("uids", {})).make(role, content, at)


def _flush(source: Source) -> Iterator[Item]:
    """Yield what was held back; its usage may still come later."""
    held = source.state.pop("held", None)
    if held:
        source.state["last"] = held
        yield ParsedMessage(source.state["session"], held["message"])


def _count(said: NewMessage, told: dict[str, Any]) -> None:
    """Usage of one API call."""
    cached, written = told.get("cached_input_tokens"), told.get("cache_write_input_tokens") or None
    for name, value in usage(told.get("input_tokens"), told.get("output_tokens"), cached, written).items():
        setattr(said, name, value)
    if thought := int_or_none(told.get("reasoning_output_tokens")):
        said.metadata = {**(said.metadata or {}), "reasoning_tokens": thought}


def _compaction(payload: dict[str, Any], at: str | None, source: Source) -> ParsedMessage:
    words = text(payload.get("message")) or "Conversation compacted"
    parsed = message("system", words, uid=_uid("compacted", words, at, source), at=at, content_type="summary")
    return ParsedMessage(source.state["session"], parsed, compacts=True)


importer = Codex()
