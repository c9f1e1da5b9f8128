"""SWE-agent trajectories: one ``.traj`` file, a JSON object with ``history`` and/or ``trajectory``.

A command is in ``action`` (its result is the next user message) or in ``tool_calls``. There are no times and no ids: a
session is known by its run folder, instance and task; all its messages have the time of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..coerce import float_or_none, int_or_none
from ..coerce import mapping as as_dict
from ..coerce import sequence as as_list
from ..errors import GagentError
from ..models import ToolCall
from ..store.incoming import split_content
from .base import Importer, Item, ParsedMessage, ParsedSession, ToolResult, guarded_at, stable_id
from .sources import Source
from .values import (
    decode_json,
    exit_code,
    function_call,
    listed,
    message,
    rest,
    said,
    text,
    unexpected,
    words_and_media,
)

_ISSUE = re.compile(r"^ISSUE:\s*(\S.*)$|<pr_description>\s*(\S.*)", re.MULTILINE)
_TAKEN = {
    "role", "content", "action", "tool_calls", "tool_call_ids", "thinking_blocks", "thought", "agent", "cache_control",
}  # fmt: skip


class SweAgent(Importer):
    name = "swe-agent"
    named_by = "beginning"

    def sniff(self, path: Path, head: bytes) -> bool:
        if not head.startswith(b"{"):
            return False
        if b'"trajectory"' in head and b'"action"' in head and b'"observation"' in head:
            return True
        return b'"history"' in head and b'"role"' in head and (b'"agent"' in head or b'"message_type"' in head)

    def parse(self, source: Source) -> Iterator[Item]:
        document = source.document()
        if not isinstance(document, dict):
            raise GagentError("not a trajectory: the file holds no JSON object")
        every = listed(document.get("history"), source, "history") or as_list(document.get("trajectory"))
        history = [entry for entry in every if isinstance(entry, dict)]
        for _ in range(len(every) - len(history)):
            source.skip("an entry that is not an object")
        if not as_list(document.get("history")):
            history = _from_trajectory(history)
        if not history:
            raise GagentError("the trajectory has no messages")
        task = next((split_content(e.get("content"))[0] for e in history if e.get("role") == "user"), "")
        session = _session(document, source, task)
        yield session
        run = _Run(session.id)
        if as_list(document.get("history")):
            history += _unheard(history, as_list(document.get("trajectory")), source)
        for number, entry in enumerate(history):
            yield from guarded_at(f"entry {number + 1}", source, run.entry, (number, entry))


class _Run:
    """Reads the history of one session; remembers which call the next message answers."""

    def __init__(self, session_id: str) -> None:
        self.session_id = session_id
        self.waiting: str | None = None  # call id of an action whose result comes next

    def entry(self, numbered: tuple[int, dict[str, Any]], source: Source) -> Iterable[Item]:
        number, entry = numbered
        role = text(entry.get("role")) or "user"
        words, media = words_and_media(entry.get("content"))
        answers, self.waiting = self.waiting, None
        calls = [function_call(call) for call in as_list(entry.get("tool_calls"))]
        action = text(entry.get("action"))
        if role == "assistant" and action and not calls and not entry.get("is_demo"):
            self.waiting = f"step-{number}"
            calls = [ToolCall("bash", {"command": action.strip()}, self.waiting)]
        if role == "user" and answers:
            role = "tool"
        named = [found for call_id in as_list(entry.get("tool_call_ids")) if (found := text(call_id))]
        metadata = rest(entry, _TAKEN, texts=["action", "agent"], lists=["tool_calls"])
        if (agent := text(entry.get("agent"))) and agent not in ("main", "primary"):
            metadata["agent"] = agent
        uid = stable_id(number, role, words)
        thoughts = [text(as_dict(block).get("thinking")) for block in as_list(entry.get("thinking_blocks"))]
        reasoning = "\n\n".join(filter(None, thoughts)) or None
        spoken = message(role, words, uid=uid, reasoning=reasoning, metadata=metadata, tool_calls=calls, media=media)
        yield ParsedMessage(self.session_id, spoken)
        if role == "tool":
            for call_id in named or ([answers] if answers else []):
                code = exit_code(words)
                status = None if code is None else "error" if code else "success"
                yield ToolResult(self.session_id, call_id, words, status, code, uid)


def _session(document: dict[str, Any], source: Source, task: str) -> ParsedSession:
    info = as_dict(document.get("info"))
    stats = as_dict(info.get("model_stats"))
    config = as_dict(decode_json(document.get("replay_config")))
    issue = _ISSUE.search(task)
    metadata = {
        "instance": source.path.stem,
        "environment": text(document.get("environment")),
        "submission": text(info.get("submission")),
        "api_calls": int_or_none(stats.get("api_calls")) or None,
    }
    metadata |= unexpected(document, texts=["environment"], objects=["info"])
    metadata |= unexpected(info, texts=["submission", "exit_status"], objects=["model_stats"])
    return ParsedSession(
        id=f"swe-{stable_id('swe-agent', source.path.parent.name, source.path.stem, task)[:20]}",
        channel="swe-agent",
        title=(issue[1] or issue[2]).strip()[:200] if issue else source.path.stem,
        end_reason=text(info.get("exit_status")),
        model=text(as_dict(as_dict(config.get("agent")).get("model")).get("name")),
        input_tokens=int_or_none(stats.get("tokens_sent")) or None,
        output_tokens=int_or_none(stats.get("tokens_received")) or None,
        cost_usd=float_or_none(stats.get("instance_cost")) or None,
        metadata={name: value for name, value in metadata.items() if value is not None},
    )


def _unheard(history: list[dict[str, Any]], steps: list[Any], source: Source) -> list[dict[str, Any]]:
    """The answer to the last command: the run ended there, so only its step has it. Attempts that the run took back are
    also only in steps; they are counted."""
    actions = [said(entry.get("action")).strip() for entry in history if entry.get("role") == "assistant"]
    told = [as_dict(step) for step in steps]
    for step in told:
        if said(step.get("action")).strip() not in actions:
            source.pass_over("attempt that the run took back")
    answer = said(told[-1].get("observation")) if told and history[-1].get("role") == "assistant" else ""
    same = bool(actions and told) and said(told[-1].get("action")).strip() == actions[-1] != ""
    return [{"role": "user", "content": answer}] if answer.strip() and same else []


def _from_trajectory(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Messages from the steps, for a file without ``history``."""
    history: list[dict[str, Any]] = []
    for step in steps:
        history.append({"role": "assistant", "content": step.get("response"), "action": step.get("action")})
        history.append({"role": "user", "content": step.get("observation")})
    return history


importer = SweAgent()
