"""ChatGPT's data export: ``conversations.json`` or ``conversations-000.json``, in a folder or in the zip.

A conversation is a tree. The way up from ``current_node`` is its main line; messages of other branches are in
the same session with ``"branch": "abandoned"`` in their metadata.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..coerce import int_or_none, mapping, sequence, text_or_none
from ..models import MediaRef
from ..times import to_iso
from .archives import conversations, export_head, is_cut_short
from .base import Importer, Item, ParsedMessage, ParsedSession, guarded, guarded_at, stable_id
from .branches import in_order
from .sources import Source
from .values import message, references, rest, result, said, text, tool_call, unexpected

_SESSION = {"id", "conversation_id", "title", "create_time", "update_time", "mapping", "current_node", "is_archived",
            "default_model_slug"}  # fmt: skip
_MESSAGE_METADATA = {"model_slug", "attachments", "is_visually_hidden_from_conversation", "parent_id", "request_id",
                     "timestamp_", "can_save"}  # fmt: skip
_HIDDEN = "is_visually_hidden_from_conversation"
# The model's own notes about the person ("user_editable_context") are machine text, kept but not as a prompt. Fields
# with the words of other content types: a quoted page, the result of a search, an error, those notes.
_TEXTS = ("name", "title", "url", "text", "result", "summary", "snippet", "user_profile", "user_instructions",
          "model_set_context")  # fmt: skip
_NO_TEXT = {"content_type", "parts", "language", "response_format_name", "domain", "tether_id", *_TEXTS}
_KINDS = {"code": "code", "execution_output": "output", "user_editable_context": "context"}


class ChatGpt(Importer):
    name = "chatgpt"

    def sniff(self, path: Path, head: bytes) -> bool:
        if is_cut_short(path, head):
            return True
        start = export_head(path, head)
        return (
            start[:1] in (b"[", b"{")
            and b'"mapping"' in start
            and b'"create_time"' in start
            and b'"children"' in start
            and not start.startswith(b'{"timestamp"')
        )

    def parse(self, source: Source) -> Iterator[Item]:
        for conversation in conversations(source):
            yield from guarded(source, _conversation, conversation)


def _conversation(given: Any, source: Source) -> Iterator[Item]:
    conversation = mapping(given)
    every = mapping(conversation.get("mapping"))
    nodes = {key: node for key, node in every.items() if isinstance(node, dict)}
    for _ in range(len(every) - len(nodes)):
        source.skip("a message that is not an object")
    if not nodes:
        source.skip("a conversation without messages" if "mapping" in conversation else "not a conversation")
        return
    named = text(conversation.get("conversation_id")) or text(conversation.get("id"))
    session_id = named or stable_id("chatgpt", conversation.get("create_time"), *sorted(nodes))
    archived = conversation.get("is_archived") is True
    yield ParsedSession(
        session_id,
        "chatgpt",
        title=text(conversation.get("title")),
        created_at=to_iso(conversation.get("create_time")),
        model=text(conversation.get("default_model_slug")),
        archived_at=to_iso(conversation.get("update_time")) or source.modified_at if archived else None,
        metadata=rest(conversation, _SESSION, texts=["title", "default_model_slug"]),
    )
    tip = text_or_none(conversation.get("current_node"))
    before: str | None = None
    pending: list[str] = []  # calls that have no answer yet
    parents = {key: text_or_none(node.get("parent")) for key, node in nodes.items()}
    for key, abandoned in in_order(parents, tip):
        node = nodes[key].get("message")
        if node is None and "message" in nodes[key]:
            continue  # the root
        notes: dict[str, Any] = {"branch": "abandoned"} if abandoned else {}
        if parents[key] != before and before is not None and parents[key]:
            notes["parent_uid"] = parents[key]
        yield from guarded_at(
            f"message {key}", source,
            lambda one, where, key=key, notes=notes: _message(session_id, key, one, notes, pending, where), node,
        )  # fmt: skip
        before = key


def _message(
    session_id: str, key: str, given: Any, notes: dict[str, Any], pending: list[str], source: Source
) -> list[Item]:
    if not isinstance(given, dict):
        source.skip("a message that is not an object")
        return []
    if "content" not in given:
        source.skip("a message without content")
        return []
    uid = text(given.get("id")) or key
    author, extra = mapping(given.get("author")), mapping(given.get("metadata"))
    role = text(author.get("role")) or "user"
    content = given.get("content")
    words, media, reasoning, kind = _content(content) if isinstance(content, dict) else (said(content), [], None, None)
    media += references(extra.get("attachments"))
    if not words and not media and not reasoning:
        source.pass_over("empty message")
        return []
    metadata = {**rest(extra, _MESSAGE_METADATA), **notes, **rest({"channel": given.get("channel")})}
    metadata |= unexpected(given, texts=["status"], objects=["metadata", "author"])
    metadata |= unexpected(extra, texts=["model_slug"], lists=["attachments"])
    if (state := text(given.get("status"))) and state != "finished_successfully":
        metadata["status"] = state
    if extra.get(_HIDDEN):
        metadata["hidden"] = True
    recipient = text(given.get("recipient"))
    calls = []
    if role == "assistant" and recipient and recipient != "all":
        pending.append(uid)
        calls = [tool_call(recipient, words, uid)]
    parsed = message(
        role, words, uid=uid, at=given.get("create_time"), model=text(extra.get("model_slug")), media=media,
        reasoning=reasoning, tool_calls=calls, metadata=metadata, content_type=kind,
        provider="openai" if role == "assistant" else None,
    )  # fmt: skip
    if role != "tool":
        return [ParsedMessage(session_id, parsed, update=True)]
    if name := text(author.get("name")):
        parsed.metadata = {**(parsed.metadata or {}), "tool_name": name}
    outcome = mapping(extra.get("aggregate_result")).get("status")
    failed = True if outcome in ("failed_with_in_kernel_exception", "error") else None
    return result(session_id, pending.pop() if pending else None, parsed, failed=failed, update=True)


def _content(content: dict[str, Any]) -> tuple[str, list[MediaRef], str | None, str | None]:
    """(words, media, reasoning, content type) of a message's content, whatever its type."""
    kind = text(content.get("content_type")) or "text"
    if kind in ("thoughts", "reasoning_recap"):
        thoughts = [t if isinstance(t, dict) else {"content": t} for t in sequence(content.get("thoughts"))]
        lines = [": ".join(filter(None, (said(t.get("summary")), said(t.get("content"))))) for t in thoughts]
        return "", [], "\n".join(lines) or said(content.get("content", content.get("thoughts"))), None
    words: list[str] = []
    media: list[MediaRef] = []
    parts = content.get("parts")
    for part in parts if isinstance(parts, list) else [parts]:
        if isinstance(part, dict):
            _part(part, words, media)
        else:
            words.append(said(part))
    words += [said(content.get(name)) for name in _TEXTS]
    if not any(words) and not media and (left := rest(content, _NO_TEXT)):
        words = [said(left)]  # of an unknown type: as it is, rather than not at all
    return "\n".join(filter(None, words)), media, None, _KINDS.get(kind)


def _part(part: dict[str, Any], words: list[str], media: list[MediaRef]) -> None:
    kind = text(part.get("content_type")) or ""
    pointer = text(part.get("asset_pointer")) or text(mapping(part.get("audio_asset_pointer")).get("asset_pointer"))
    if pointer:
        form = "audio" if "audio" in kind else "video" if "video" in kind else "image"
        left = rest(part, {"content_type", "asset_pointer", "size_bytes"})
        media.append(MediaRef(form, pointer, None, None, int_or_none(part.get("size_bytes")), left or None))
    else:
        words.append(text(part.get("text")) or said(part))  # the transcript of what was spoken


importer = ChatGpt()
