"""Claude.ai's data export: ``conversations.json``, in a folder or in the zip.

Edited prompts and regenerated answers make a tree (``parent_message_uuid``); the branch of the latest message is
the main line, messages of other branches carry ``"branch": "abandoned"`` in their metadata.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..coerce import mapping, sequence
from ..models import ToolCall
from ..times import to_iso
from .archives import conversations, export_head
from .base import Importer, Item, ParsedMessage, ParsedSession, guarded, guarded_at, stable_id
from .branches import in_order
from .sources import Source
from .values import attachment, exit_code, message, references, rest, result, said, text, tool_call

_NAMED = {"file_name", "file_uuid", "id", "extracted_content"}  # an attachment has one of them
_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}
_SESSION = {"uuid", "name", "created_at", "updated_at", "chat_messages", "model", "current_leaf_message_uuid"}
_MESSAGE = {"uuid", "text", "content", "sender", "created_at", "updated_at", "attachments", "files", "index",
            "parent_message_uuid"}  # fmt: skip


class ClaudeAi(Importer):
    name = "claude-ai"

    def sniff(self, path: Path, head: bytes) -> bool:
        start = export_head(path, head)
        return start[:1] in (b"[", b"{") and b'"chat_messages"' in start and b'"uuid"' in start

    def parse(self, source: Source) -> Iterator[Item]:
        for conversation in conversations(source):
            yield from guarded(source, _conversation, conversation)


def _conversation(given: Any, source: Source) -> Iterator[Item]:
    conversation = mapping(given)
    if not isinstance(conversation.get("chat_messages"), list):
        source.skip("not a conversation")
        return
    every = conversation["chat_messages"]
    listed = [one for one in every if isinstance(one, dict)]
    for _ in range(len(every) - len(listed)):
        source.skip("a message that is not an object")
    session_id = text(conversation.get("uuid")) or stable_id("claude-ai", conversation.get("created_at"), listed[:1])
    if not any(one.get("text") or one.get("content") or one.get("attachments") for one in listed):
        source.pass_over("conversation that was opened and never used")
        return
    yield ParsedSession(
        session_id,
        "claude.ai",
        title=text(conversation.get("name")),
        created_at=to_iso(conversation.get("created_at")),
        model=text(conversation.get("model")),
        metadata=rest(conversation, _SESSION, texts=["name", "model"]),
    )
    named = {text(one.get("uuid")) or f"{session_id}:{place}": one for place, one in enumerate(listed)}
    before: str | None = None
    for uid, abandoned in in_order(_parents(named), text(conversation.get("current_leaf_message_uuid"))):
        parent = text(named[uid].get("parent_message_uuid"))
        notes: dict[str, Any] = {"branch": "abandoned"} if abandoned else {}
        if before is not None and parent in named and parent != before:
            notes["parent_uid"] = parent
        yield from guarded_at(
            f"message {uid}", source, lambda one, _, uid=uid, notes=notes: _message(session_id, uid, one, notes),
            named[uid],
        )  # fmt: skip
        before = uid


def _parents(named: dict[str, dict[str, Any]]) -> dict[str, str | None]:
    """Exports before 2025 name no parents: then the list is the conversation."""
    if any(text(one.get("parent_message_uuid")) in named for one in named.values()):
        return {uid: text(one.get("parent_message_uuid")) for uid, one in named.items()}
    uids = list(named)
    return dict(zip(uids, [None, *uids], strict=False))


def _message(session_id: str, uid: str, given: dict[str, Any], notes: dict[str, Any]) -> list[Item]:
    role = _ROLES.get(str(given.get("sender")), text(given.get("sender")) or "user")
    words: list[str] = []
    thoughts: list[str] = []
    calls: list[ToolCall] = []
    answers: list[dict[str, Any]] = []
    other: list[Any] = []
    blocks = given.get("content")
    for one in blocks if isinstance(blocks, list) else [blocks]:
        block = mapping(one)
        kind = block.get("type")
        if not block or kind == "text":
            words += [found] if (found := said(block.get("text") if block else one)) else []
        elif kind == "thinking":
            thoughts += [found] if (found := said(block.get("thinking"))) else []
        elif kind == "tool_use":
            calls.append(tool_call(block.get("name"), block.get("input"), block.get("id") or f"{uid}:{len(calls)}"))
        elif kind == "tool_result":
            answers.append(block)
        elif kind != "token_budget":
            other.append(block)
    named = sequence(given.get("attachments")), sequence(given.get("files"))
    attachments = [one for one in named[0] if isinstance(one, dict)]
    other += [one for listed in named for one in listed if not _NAMED & mapping(one).keys()]
    metadata = {**rest(given, _MESSAGE, texts=["sender"], lists=["attachments", "files"]), **notes}
    if other:
        metadata["blocks"] = other
    parsed = message(
        role, "\n".join(words) or said(given.get("text")), uid=uid, at=given.get("created_at"), tool_calls=calls,
        media=references(attachments) + references(given.get("files")), reasoning="\n".join(thoughts) or None,
        metadata=metadata, provider="anthropic" if role == "assistant" else None,
    )  # fmt: skip
    items: list[Item] = [ParsedMessage(session_id, parsed, update=True)]
    for place, one in enumerate(attachments):
        if extracted := said(one.get("extracted_content")):
            items.append(attachment(session_id, parsed, place, text(one.get("file_name")), extracted))
    for place, block in enumerate(answers):
        call_id = text(block.get("tool_use_id")) or (calls[place].call_id if place < len(calls) else None)
        output = message("tool", block.get("content"), uid=f"{uid}:result:{place}", at=given.get("created_at"))
        failed = bool(block["is_error"]) if isinstance(block.get("is_error"), bool) else None
        items += result(session_id, call_id, output, failed=failed, exit_code=exit_code(output.content))
    return items


importer = ClaudeAi()
