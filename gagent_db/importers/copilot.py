"""GitHub Copilot CLI: ``~/.copilot/session-state/<sessionId>/events.jsonl``, the session's name in ``workspace.yaml``.

One event a line: ``{"type", "data", "id", "timestamp", "parentId"}``; those of a sub-agent have its ``agentId``. A
rewind cuts events off the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..coerce import mapping, sequence
from ..models import MediaRef, ToolCall
from ..times import to_iso
from .base import Item, LineImporter, ParsedMessage, ParsedSession
from .sources import Source, head_records
from .values import TOKENS, attachment, message, rest, result, said, signed_int, text, tool_call, unexpected, usage

_PROMPT = {"content", "attachments", "transformedContent", "source", "messageId", "supportedNativeDocumentMimeTypes"}
_ANSWER = {
    "content", "toolRequests", "reasoningText", "reasoningOpaque", "encryptedContent", "model", "messageId",
    "originatingMessageId", "outputTokens", "apiCallId", "requestId", "serviceRequestId",
}  # fmt: skip
_OUTCOME = {"toolCallId", "success", "result", "error", "toolTelemetry", "shellExecution", "model", "fileEdits"}
_TURN = {"interactionId", "turnId", "parentAgentTaskId", "parentToolCallId", "rte", "delivery"}
_NAMES = ("path", "filePath", "url", "displayName")  # names of an attachment, the most telling first
_COUNTS = ("inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens")


class Copilot(LineImporter):
    name = "copilot"
    global_uids = True

    def sniff(self, path: Path, head: bytes) -> bool:
        if b'"session.start"' not in head[:4096] or b'"parentId"' not in head:
            return False
        first = next(iter(head_records(head)), {})
        return first.get("type") == "session.start" and "sessionId" in mapping(first.get("data"))

    def discover(self) -> Iterable[Path]:
        return (Path(os.environ.get("COPILOT_HOME") or "~/.copilot").expanduser() / "session-state",)

    def companions(self, path: Path) -> Iterable[Path]:
        return (path.with_name("workspace.yaml"),)

    def record(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        kind, data = text(record.get("type")), record.get("data")
        if kind is None or not isinstance(data, dict):
            source.skip("event without data" if kind else "no event type")
        elif read := _EVENTS.get(kind):
            if text(record.get("id")) is None:
                source.skip(f"{kind} without an id")
                return
            yield from _session(record, source)
            yield from read(record, data, source)
        else:
            source.pass_over(kind)

    def finish(self, source: Source) -> Iterable[Item]:
        """Yield the name that the agent or a person gave the session."""
        if (session_id := source.state.get("session")) and (name := _name(source.path.with_name("workspace.yaml"))):
            yield ParsedSession(session_id, "copilot", title=name)


def _name(path: Path) -> str | None:
    import yaml

    try:
        return text(mapping(yaml.safe_load(path.read_bytes())).get("name"))
    except (OSError, yaml.YAMLError, ValueError):
        return None


def _session_id(record: dict[str, Any], source: Source) -> str:
    """The session that an event belongs to: a sub-agent has its own."""
    base: str = source.state.setdefault("session", source.path.parent.name)
    agent = text(record.get("agentId"))
    return f"{base}-agent-{agent}" if agent else base


def _session(record: dict[str, Any], source: Source) -> Iterator[ParsedSession]:
    """The session of an event, yielded with its first event."""
    session_id = _session_id(record, source)
    known = source.state.setdefault("known", [])
    if session_id in known:
        return
    known.append(session_id)
    agent = text(record.get("agentId"))
    yield ParsedSession(
        session_id,
        "copilot",
        parent_session_id=source.state["session"] if agent else None,
        end_reason="subagent" if agent else None,
        created_at=to_iso(record.get("timestamp")),
        metadata={"lineage": "subagent"} if agent else {},
    )


def _pending(record: dict[str, Any], source: Source) -> dict[str, Any]:
    """What is known of an answer before it comes; answers of several agents may interleave."""
    pending: dict[str, Any] = source.state.setdefault("pending", {}).setdefault(_session_id(record, source), {})
    return pending


def _start(record: dict[str, Any], data: dict[str, Any], source: Source) -> Iterator[Item]:
    context = mapping(data.get("context"))
    facts = {"version": text(data.get("copilotVersion")), "git_branch": text(context.get("branch"))}
    metadata = {
        **rest(facts),
        **rest(context, {"cwd", "branch"}),
        **unexpected(
            {**data, **context}, texts=["copilotVersion", "selectedModel", "cwd", "branch"], objects=["context"]
        ),
    }
    yield ParsedSession(
        _session_id(record, source),
        "copilot",
        created_at=to_iso(data.get("startTime")),
        model=text(data.get("selectedModel")),
        cwd=text(context.get("cwd")),
        metadata=metadata,
    )


def _prompt(record: dict[str, Any], data: dict[str, Any], source: Source) -> Iterator[Item]:
    """What the person said; a prompt of a program (a skill, a schedule) has a ``source``."""
    session_id, origin = _session_id(record, source), text(data.get("source"))
    attached = sequence(data.get("attachments"))
    media = [_media(mapping(one)) for one in attached]
    unnamed = [one for one, found in zip(attached, media, strict=True) if found is None]
    spoken = message(
        "user",
        data.get("content"),
        uid=text(record["id"]) or "",
        at=record.get("timestamp"),
        content_type="meta" if origin and not origin.startswith(("user", "agent-")) else None,
        media=[found for found in media if found],
        metadata={
            **rest(data, _PROMPT | _TURN),
            **rest({"source": origin, "attachments": unnamed}),
            **unexpected(data, texts=["source"], lists=["attachments"]),
        },
    )
    yield ParsedMessage(session_id, spoken)
    for number, one in enumerate(map(mapping, attached)):
        if words := text(one.get("text")):
            yield attachment(session_id, spoken, number, text(one.get("displayName")), words)


def _media(attached: dict[str, Any]) -> MediaRef | None:
    """A file, link or picture; None for what has no name."""
    name = next(filter(None, (text(attached.get(key)) for key in _NAMES)), None)
    mime = text(attached.get("mimeType"))
    odd = unexpected(attached, texts=[*_NAMES, "mimeType", "text"])
    more = {**rest(attached, {*_NAMES, "type", "mimeType", "text", "data"}), **odd}
    return MediaRef(text(attached.get("type")) or "file", name, mime, metadata=more or None) if name or mime else None


def _answer(record: dict[str, Any], data: dict[str, Any], source: Source) -> Iterator[Item]:
    pending = _pending(record, source)
    thoughts = [*pending.pop("thoughts", []), *filter(None, [text(data.get("reasoningText"))])]
    spoken = message(
        "assistant",
        data.get("content"),
        uid=text(record["id"]) or "",
        at=record.get("timestamp"),
        reasoning="\n\n".join(dict.fromkeys(thoughts)) or None,
        model=text(data.get("model")),
        tool_calls=[_call(call) for call in sequence(data.get("toolRequests"))],
        metadata={
            **rest(data, _ANSWER | _TURN),
            **unexpected(data, texts=["model", "reasoningText"], lists=["toolRequests"]),
        },
        **pending.pop("usage", {}),
    )
    if spoken.content or spoken.tool_calls or spoken.reasoning or spoken.input_tokens:
        yield ParsedMessage(_session_id(record, source), spoken)
    else:
        source.pass_over("message without a text")


def _call(given: Any) -> ToolCall:
    call = mapping(given)
    name = text(call.get("name")) or text(call.get("toolName"))
    return tool_call(name, call.get("arguments") if name else given, call.get("toolCallId"))


def _thought(record: dict[str, Any], data: dict[str, Any], source: Source) -> Iterator[Item]:
    """Thoughts that come before their message."""
    if thought := text(data.get("content")):
        _pending(record, source).setdefault("thoughts", []).append(thought)
    source.hold()
    yield from ()


def _usage(record: dict[str, Any], data: dict[str, Any], source: Source) -> Iterator[Item]:
    """The usage of the model call whose answer comes next."""
    if not (used := mapping(data.get("usage"))):
        source.pass_over("session.usage_record without usage")
        return
    _pending(record, source)["usage"] = usage(*map(used.get, _COUNTS))
    source.state["counted"] = True
    source.hold()
    yield from ()


def _totals(record: dict[str, Any], data: dict[str, Any], source: Source) -> Iterator[Item]:
    """The usage of the whole session, where its calls do not state theirs."""
    used = [mapping(mapping(one).get("usage")) for one in mapping(data.get("modelMetrics")).values()]
    source.pass_over("session.shutdown" if used else "session.shutdown without usage")
    if used and not source.state.get("counted"):
        sums = [usage(*map(one.get, _COUNTS)) for one in used]
        totals = [sum(one[name] or 0 for one in sums) for name in TOKENS]
        session = ParsedSession(_session_id(record, source), "copilot")
        session.input_tokens, session.output_tokens, session.cache_read_tokens, session.cache_write_tokens = totals
        yield session


def _by_person(record: dict[str, Any], data: dict[str, Any], source: Source) -> Iterator[Item]:
    """A tool that the person called, not the agent."""
    uid, at = text(record["id"]) or "", record.get("timestamp")
    yield ParsedMessage(_session_id(record, source), message("user", uid=uid, at=at, tool_calls=[_call(data)]))


def _outcome(record: dict[str, Any], data: dict[str, Any], source: Source) -> Iterator[Item]:
    """The answer of a tool. (The tool reports success even when its command failed.)"""
    given, shell, well = data.get("result"), data.get("shellExecution"), data.get("success")
    parts = [mapping(part) for part in sequence(mapping(given).get("contents"))]
    codes = (signed_int(mapping(one).get("exitCode")) for one in (shell, *parts))
    code = next((code for code in codes if code is not None), None)
    answers = (mapping(given).get("content", given), mapping(data.get("error")).get("message"), data.get("error"))
    words = said(next((answer for answer in answers if answer is not None), None))
    odd = {"success": None if isinstance(well, bool) else well, "shellExecution": shell if code is None else None}
    metadata = {**rest(data, _OUTCOME | _TURN), **rest(odd)}
    answer = message("tool", words, uid=text(record["id"]) or "", at=record.get("timestamp"), metadata=metadata)
    failed = True if code else not well if isinstance(well, bool) else None
    call_id = data.get("toolCallId")
    yield from result(_session_id(record, source), call_id, answer, failed=failed, exit_code=code)


def _compaction(record: dict[str, Any], data: dict[str, Any], source: Source) -> Iterator[Item]:
    """A summary that takes the place of what was said before it."""
    if not (summary := text(data.get("summaryContent"))):
        source.pass_over("session.compaction_complete without a summary")
        return
    uid, at = text(record["id"]) or "", record.get("timestamp")
    told = message("system", summary, uid=uid, at=at, content_type="summary")
    yield ParsedMessage(_session_id(record, source), told, compacts=True)


def _error(record: dict[str, Any], data: dict[str, Any], source: Source) -> Iterator[Item]:
    uid, at = text(record["id"]) or "", record.get("timestamp")
    told = message("system", data.get("message"), uid=uid, at=at, content_type="meta", metadata=rest(data, {"message"}))
    yield ParsedMessage(_session_id(record, source), told)


def _agent(record: dict[str, Any], data: dict[str, Any], source: Source) -> Iterator[Item]:
    """A sub-agent begins. (Those of older versions speak in the session itself.)"""
    source.pass_over("subagent.started" if "agentName" in data else "subagent.started without a name")
    if text(record.get("agentId")):
        names = {"agent_type": text(data.get("agentName")), "agent_name": text(data.get("agentDisplayName"))}
        title, model = text(data.get("agentDescription")), text(data.get("model"))
        odd = unexpected(data, texts=["agentName", "agentDisplayName", "agentDescription", "model"])
        yield ParsedSession(
            _session_id(record, source), "copilot", title=title, model=model, metadata={**rest(names), **odd}
        )


_EVENTS = {
    "session.start": _start,
    "session.usage_record": _usage,
    "session.shutdown": _totals,
    "session.compaction_complete": _compaction,
    "session.error": _error,
    "user.message": _prompt,
    "assistant.reasoning": _thought,
    "assistant.message": _answer,
    "tool.user_requested": _by_person,
    "tool.execution_complete": _outcome,
    "subagent.started": _agent,
}

importer = Copilot()
