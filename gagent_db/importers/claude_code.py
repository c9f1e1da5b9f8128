"""Claude Code: ``<project>/<sessionId>.jsonl``, sub-agents in ``<sessionId>/subagents/agent-<id>.jsonl``.

One record a line. A message of the API is several lines with one ``message.id``; each becomes a message here,
and its usage is counted once. The records form a tree (``parentUuid``): every branch is kept, in file order.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..coerce import float_or_none, int_or_none, sequence
from ..coerce import mapping as as_dict
from ..models import MediaRef, NewMessage, ToolCall
from ..store.incoming import clean_json, split_content
from ..times import to_iso
from .base import Item, LineImporter, ParsedMessage, ParsedSession, ParsedTitle, Uids
from .claude_parts import attached, tool_results
from .claude_queue import never_sent, queue_operation, sent
from .claude_rewinds import asked, follow, is_typed, rewound
from .lenient_json import decode
from .qwen_code import is_qwen
from .sources import Source
from .values import message, said, text, tool_call, unexpected

_AGENT_FILE = re.compile(r"agent-([\w-]+)")
# Text in the user's place that no user wrote.
_MACHINE = re.compile(
    r"\s*(?:<local-command-|<task-notification>|<system-reminder>|<ide_opened_file>|<ide_selection>|"
    r"Caveat: The messages below|\[Request interrupted|<bash-std)"
)
_QUEUE = re.compile(rb'"type":\s*"queue-operation"')
_COMMAND = re.compile(r"\s*<command-(?:name|message)>")
# Records that name their session: how good the name is, and the fields that may hold it.
_TITLES = {
    "custom-title": (3, ("customTitle", "title")), "ai-title": (2, ("aiTitle", "title")),
    "agent-name": (1, ("agentName",)),
}  # fmt: skip
_SESSION_FACTS = {
    "gitBranch": "git_branch", "version": "version", "slug": "slug", "sessionKind": "session_kind",
    "teamName": "team", "entrypoint": "entrypoint", "agentId": "agent_id", "cwd": "cwd",
}  # fmt: skip
_MESSAGE_FACTS = {
    "requestId": "request_id", "isApiErrorMessage": "api_error", "promptSource": "prompt_source", "isMeta": "meta",
    "imagePasteIds": "image_paste_ids", "userType": "user_type", "level": "level", "subtype": "subtype",
    "isVisibleInTranscriptOnly": "transcript_only", "origin": "origin", "error": "error",
}  # fmt: skip
# Who wrote the words in the user's place, when no user did: the program, or another agent.
_MACHINE_ORIGINS = {
    "auto-continuation", "coordinator", "observer", "observer-activity", "peer", "task-notification",
}  # fmt: skip
# Records that say one thing about their session: the field that holds it, and its name here.
_SAID_OF_SESSION = {
    "pr-link": ("prUrl", "pr_url"), "frame-link": ("frameUrl", "artifact_url"),
    "relocated": ("relocatedCwd", "moved_to"), "continued-in": ("continuedInSessionId", "continued_in"),
}  # fmt: skip
# The program's own notes; what people and agents said is in other records.
_BOOKKEEPING = {
    "file-history-snapshot", "file-history-delta", "attribution-snapshot", "progress", "last-prompt",
    "permission-mode", "mode", "tag", "task-summary", "agent-color", "agent-setting", "worktree-state",
    "content-replacement", "speculation-accept", "bridge-session", "saved_hook_context", "started", "result",
    "atis-latch", "isolation-latch", "fork-context-ref", "history-suppression", "artifact-autoreact-ledger",
    "artifact-comment-monitor", "marble-origami-commit", "marble-origami-snapshot", "marble-origami-reset",
}  # fmt: skip
_REMEMBERED = 400  # API messages and side-chain records kept in the state between two imports


class ClaudeCode(LineImporter):
    name = "claude-code"
    global_uids = True

    def sniff(self, path: Path, head: bytes) -> bool:
        if head[:1] != b"{" or b'"mapping"' in head[:2000] or is_qwen(head):
            return False
        if b'"sessionId"' in head and (b'"parentUuid"' in head or _QUEUE.search(head)):
            return True
        if all(name in head for name in (b'"sessionId"', b'"uuid"', b'"type"', b'"message"')):
            return True  # a tool that rewrites transcripts may leave out the parents
        return (b'"leafUuid"' in head and b'"summary"' in head) or b'"type":"file-history-snapshot"' in head

    def discover(self) -> Iterable[Path]:
        configured = os.environ.get("CLAUDE_CONFIG_DIR")
        for base in configured.split(",") if configured else ["~/.claude", "~/.config/claude"]:
            yield Path(base.strip()).expanduser() / "projects"

    def record(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        kind = text(record.get("type"))
        follow(record, source)
        if kind is None:
            source.skip("no record type")
        elif kind in ("user", "human", "assistant"):
            yield from self._message(record, source)
        elif kind == "system":
            yield from self._system(record, source)
        elif kind == "attachment":
            yield from self._attachment(record, source)
        elif kind == "summary":
            if (leaf := text(record.get("leafUuid"))) and (title := text(record.get("summary"))):
                yield ParsedTitle(leaf, title)
        elif kind in _TITLES:
            yield from self._title(record, kind, source)
        elif kind in _SAID_OF_SESSION:
            field, name = _SAID_OF_SESSION[kind]
            if said_of_it := text(record.get(field)):
                yield ParsedSession(_session_id(record, source), "claude-code", metadata={name: said_of_it})
            else:
                source.pass_over(kind)
        elif kind == "cost-state":
            yield from self._cost(record, source)
        elif kind == "queue-operation":
            yield from queue_operation(record, _session_id(record, source), source)
        elif kind in _BOOKKEEPING:
            source.pass_over(kind)
        else:
            source.skip(f"unknown record type {kind[:40]!r}")

    def finish(self, source: Source) -> Iterable[Item]:
        yield from never_sent(source)
        yield from rewound(source, self.record)

    # -- sessions --------------------------------------------------------------------------------------

    def _session(self, record: dict[str, Any], source: Source) -> tuple[str, list[Item]]:
        """The session of a record, and what the record adds to what is known about it."""
        base = _session_id(record, source)
        session_id, agent = _subagent(record, base, source)
        sessions = source.state.setdefault("sessions", {})
        first = session_id not in sessions
        told = sessions.setdefault(session_id, [])
        facts: dict[str, Any] = {
            ours: value
            for theirs, ours in _SESSION_FACTS.items()
            if theirs in record and ours not in told and (value := text(record[theirs]))
        }
        if not (first or facts):
            return session_id, []
        told += facts
        cwd = facts.pop("cwd", None)
        if first and agent:
            facts |= {"lineage": "subagent", **_agent_facts(source.path)}
        session = ParsedSession(
            id=session_id,
            channel="hermes" if record.get("version") == "hermes-agent" else "claude-code",
            title=text(facts.pop("description", None)),
            parent_session_id=base if agent else None,
            end_reason="subagent" if agent else None,
            created_at=to_iso(record.get("timestamp")) if first else None,
            cwd=cwd,
            metadata=facts,
        )
        return session_id, [session]

    def _title(self, record: dict[str, Any], kind: str, source: Source) -> Iterable[Item]:
        session_id, (rank, fields) = _session_id(record, source), _TITLES[kind]
        title = next((found for name in fields if (found := text(record.get(name)))), None)
        ranks = source.state.setdefault("titles", {})
        if title and rank >= ranks.get(session_id, 0):
            ranks[session_id] = rank
            yield ParsedSession(session_id, "claude-code", title=title, metadata={"title_source": kind})
        elif title:
            source.pass_over(kind)  # a better one is known

    def _cost(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        """The running cost of the session, stated again and again. A restarted program may begin at 0."""
        session_id, total = _session_id(record, source), float_or_none(record.get("totalCostUSD"))
        largest = source.state.setdefault("costs", {})
        if not total or total <= largest.get(session_id, 0):
            source.pass_over("cost-state")
            return
        largest[session_id] = total
        usage = {"model_usage": clean_json(as_dict(record.get("modelUsage")))}
        yield ParsedSession(session_id, "claude-code", cost_usd=total, metadata=usage)

    # -- messages --------------------------------------------------------------------------------------

    def _message(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        given = record.get("message")
        if not isinstance(given, dict) or "content" not in given:
            source.skip(f"{record['type']} record without a message")
            return
        session_id, items = self._session(record, source)
        yield from items
        if (text(given.get("role")) or record["type"]) == "assistant":
            yield ParsedMessage(session_id, self._assistant(record, given, source))
        else:
            yield from self._user(record, given["content"], session_id, source)
        _remember_uuid(record, session_id, source)

    def _assistant(self, record: dict[str, Any], given: dict[str, Any], source: Source) -> NewMessage:
        blocks = given.get("content")
        texts, thoughts, calls, others = _sort_blocks(blocks if isinstance(blocks, list) else [blocks])
        words, media = split_content(others) if others else ("", [])
        content = "\n\n".join([*texts, words] if words else texts)
        model = text(given.get("model"))
        api = {"api_id": text(given.get("id")), "stop_reason": text(given.get("stop_reason"))}
        metadata = {**_facts(record), **unexpected(given, texts=["model"], objects=["usage"])}
        metadata |= {name: value for name, value in api.items() if value}
        return message(
            "assistant",
            content,
            uid=_uid(record, "assistant", content, source),
            at=record.get("timestamp"),
            content_type="thinking" if thoughts and not (content or calls or media) else "text",
            provider="anthropic" if model and model.startswith("claude") else None,
            model=None if model == "<synthetic>" else model,
            reasoning="\n\n".join(thoughts) or None,
            metadata=metadata,
            tool_calls=calls,
            media=media,
            **_usage(record, given, source),
        )

    def _user(self, record: dict[str, Any], given: Any, session_id: str, source: Source) -> Iterable[Item]:
        blocks = given if isinstance(given, list) else [given]
        results = [block for block in blocks if isinstance(block, dict) and block.get("type") == "tool_result"]
        others = [block for block in blocks if not (isinstance(block, dict) and block.get("type") == "tool_result")]
        content, media = split_content([block if isinstance(block, dict) else said(block) for block in others])
        uid = _uid(record, "user", content or str(results)[:2000], source)
        at = record.get("timestamp")
        yield from tool_results(session_id, results, record.get("toolUseResult"), uid, at)
        if not content and not media and results:
            return
        summary = record.get("isCompactSummary") is True
        metadata = _facts(record)
        yield from sent(session_id, content, source)
        parent = text(record.get("parentUuid"))
        if parent and parent != source.state.get("last", {}).get(session_id, parent):
            metadata["parent_uid"] = parent  # a branch: an earlier prompt was edited or answered anew
        role, kind = ("system", "compaction_summary") if summary else ("user", _user_type(record, content, media))
        uid = f"{uid}:text" if results else uid
        spoken = message(role, content, uid=uid, at=at, content_type=kind, metadata=metadata, media=media)
        parsed = ParsedMessage(session_id, spoken, compacts=summary and not source.state.pop("compacted", False))
        if is_typed(record, parsed):
            asked(record, source)
        yield parsed

    def _system(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        words, media = split_content(record.get("content"))
        boundary = record.get("subtype") == "compact_boundary"
        if not (boundary or media or words.strip()):
            source.pass_over("system")  # durations, retries, the outcome of hooks
            _remember_uuid(record, _thread(record, source), source)
            return
        session_id, items = self._session(record, source)
        _remember_uuid(record, session_id, source)
        yield from items
        if boundary:
            source.state["compacted"] = True
            if before := text(record.get("logicalParentUuid")):
                yield ParsedSession(session_id, "claude-code", continues_uid=before)
        metadata = _facts(record)
        compacted = as_dict(record.get("compactMetadata"))
        kept = as_dict(compacted.get("preservedMessages")).get("uuids")
        if record.get("compactMetadata"):
            metadata["compact"] = clean_json(record["compactMetadata"])
        uid, kind = _uid(record, "system", words, source), "compaction" if boundary else "meta"
        note = message(
            "system", words, uid=uid, at=record.get("timestamp"), content_type=kind, metadata=metadata, media=media
        )
        keeps = [uid for uid in sequence(kept) if isinstance(uid, str)]
        yield ParsedMessage(session_id, note, compacts=boundary, keeps=keeps)

    def _attachment(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        """A prompt that was queued while the agent worked, or a file the user pointed at."""
        attachment = as_dict(record.get("attachment"))
        kind = text(attachment.get("type")) or "attachment"
        words, media = attached(attachment, kind)
        if not (words or media):
            if isinstance(attachment.get("type"), str):
                source.pass_over("attachment")  # a reminder of the program to the model
            _remember_uuid(record, _thread(record, source), source)
            return
        session_id, items = self._session(record, source)
        yield from items
        if kind == "queued_command":
            yield from sent(session_id, words, source)
        role, form = "system", "attachment"
        if kind == "queued_command":
            role, form = "user", "meta" if _by_machine(record, words) or _by_machine(attachment, words) else "text"
        metadata, uid = {**_facts(record), "attachment": kind}, _uid(record, kind, words, source)
        added = message(
            role, words, uid=uid, at=record.get("timestamp"), content_type=form, metadata=metadata, media=media
        )
        yield ParsedMessage(session_id, added)
        _remember_uuid(record, session_id, source)


# -- which session -------------------------------------------------------------------------------------


def _session_id(record: dict[str, Any], source: Source) -> str:
    if found := text(record.get("sessionId")):
        source.state["session"] = found
        return found
    if source.path.parent.name == "subagents":
        return source.path.parent.parent.name
    return str(source.state.get("session") or source.path.stem)


def _thread(record: dict[str, Any], source: Source) -> str:
    """Id of the session of a record without a message."""
    return _subagent(record, _session_id(record, source), source)[0]


def _subagent(record: dict[str, Any], base: str, source: Source) -> tuple[str, bool]:
    """Session id of the record's thread and whether it is a sub-agent's."""
    in_agent_file = _AGENT_FILE.fullmatch(source.path.stem)
    if record.get("isSidechain") is not True and not in_agent_file:
        return base, False
    agent = text(record.get("agentId")) or (in_agent_file[1] if in_agent_file else None)
    if agent:
        return f"{base}-agent-{agent}", True
    # Older versions wrote side chains without a name into the main file: follow the tree to their root.
    chains = source.state.setdefault("chains", {})
    uuid, parent = text(record.get("uuid")) or "", text(record.get("parentUuid"))
    root = chains.get(parent) or f"{base}-side-{uuid[:8] or len(chains)}"
    chains[uuid] = root
    _forget_old(chains)
    return root, True


def _agent_facts(path: Path) -> dict[str, Any]:
    """Facts from beside a sub-agent's file: ``agent-<id>.meta.json``, and the workflow it belongs to."""
    facts: dict[str, Any] = {}
    if "workflows" in path.parts[-4:-1] and path.parent.name != "workflows":
        facts["workflow_id"] = path.parent.name
    try:
        beside = as_dict(decode(path.with_suffix(".meta.json").read_bytes()[:100_000]))
    except (OSError, ValueError):
        return facts
    for theirs, ours in (("agentType", "agent_type"), ("description", "description")):
        if value := text(beside.get(theirs)):
            facts[ours] = value
    return facts


def _remember_uuid(record: dict[str, Any], session_id: str, source: Source) -> None:
    if uuid := text(record.get("uuid")):
        source.state.setdefault("last", {})[session_id] = uuid


# -- parts of a message --------------------------------------------------------------------------------


def _sort_blocks(blocks: list[Any]) -> tuple[list[str], list[str], list[ToolCall], list[Any]]:
    """Texts, thoughts, tool calls, and blocks of other kinds (images)."""
    texts: list[str] = []
    thoughts: list[str] = []
    calls: dict[str, ToolCall] = {}
    others: list[Any] = []
    for number, block in enumerate(blocks):
        if isinstance(block, str):
            texts.append(block)
        elif isinstance(block, dict):
            kind = block.get("type")
            if kind == "text":
                texts.append(said(block.get("text")))
            elif kind in ("thinking", "redacted_thinking"):
                thoughts.append(said(block.get("thinking")))
            elif kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
                call = tool_call(block.get("name"), block.get("input"), block.get("id"))
                calls[call.call_id or f"#{number}"] = call
            elif isinstance(kind, str) and kind.endswith("_tool_result"):
                # The API ran this tool itself; its result is beside the call.
                words, _ = split_content(block.get("content"))
                if (known := calls.get(text(block.get("tool_use_id")) or "")) is not None:
                    calls[known.call_id or ""] = tool_call(
                        known.tool_name, known.arguments, known.call_id, result_summary=words[:500], status="success"
                    )
                else:
                    texts.append(words)
            else:
                others.append(block)
        elif block is not None:
            texts.append(said(block))
    return [t for t in texts if t], [t for t in thoughts if t], list(calls.values()), others


def _user_type(record: dict[str, Any], content: str, media: list[MediaRef]) -> str:
    if _by_machine(record, content):
        return "meta"
    if content.startswith("This session is being continued from a previous conversation"):
        return "compaction_summary"
    if _COMMAND.match(content):
        return "command"
    return "media" if media else "text"


def _by_machine(record: dict[str, Any], words: str) -> bool:
    """Are these words not a person's, although they are in the user's place?"""
    origin = text(as_dict(record.get("origin")).get("kind"))
    return record.get("isMeta") is True or origin in _MACHINE_ORIGINS or _MACHINE.match(words) is not None


def _facts(record: dict[str, Any]) -> dict[str, Any]:
    facts = {ours: clean_json(record[theirs]) for theirs, ours in _MESSAGE_FACTS.items() if record.get(theirs)}
    if facts.get("user_type") == "external":
        del facts["user_type"]
    return facts


def _uid(record: dict[str, Any], role: str, content: str, source: Source) -> str:
    # A branched conversation repeats records, under the same id or naming the record they copy.
    copied = text(as_dict(record.get("forkedFrom")).get("messageUuid"))
    if uuid := copied or text(record.get("uuid")):
        return uuid
    return Uids(source.state.setdefault("uids", {})).make(role, content, record.get("timestamp"))


_USAGE = {
    "input_tokens": "input_tokens", "output_tokens": "output_tokens",
    "cache_read_input_tokens": "cache_read_tokens", "cache_creation_input_tokens": "cache_write_tokens",
}  # fmt: skip


def _usage(record: dict[str, Any], message: dict[str, Any], source: Source) -> dict[str, Any]:
    """What this line adds to the usage of its API message, so that their sum is the largest value seen."""
    usage = as_dict(message.get("usage"))
    values: dict[str, float | None] = {ours: int_or_none(usage.get(theirs)) for theirs, ours in _USAGE.items()}
    values["cost_usd"] = float_or_none(record.get("costUSD"))
    api_id = text(message.get("id"))
    if api_id is None:
        return values
    counted = source.state.setdefault("usage", {})
    key = f"{api_id} {text(record.get('requestId')) or ''}"
    before = as_dict(counted.get(key))
    added: dict[str, Any] = {}
    for name, value in values.items():
        more = None if value is None else value - before.get(name, 0)
        added[name] = more if more is not None and (more > 0 or name not in before) else None
    largest = {name: max(value, before.get(name, 0)) for name, value in values.items() if value is not None}
    counted[key] = {**before, **largest}
    _forget_old(counted)
    return added


def _forget_old(remembered: dict[str, Any]) -> None:
    """Keep the state small: the oldest half goes when there are too many."""
    if len(remembered) > 2 * _REMEMBERED:
        for key in list(remembered)[:_REMEMBERED]:
            del remembered[key]


importer = ClaudeCode()
