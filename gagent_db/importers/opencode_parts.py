"""OpenCode's sessions, messages and parts, which are the same in its database and in its older files.

A user's message is one row, named by the message. An assistant's message becomes one row per text or tool part, named
by the part (parts are added while it works); the first row has the usage of the whole message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..coerce import float_or_none, int_or_none, mapping, sequence
from ..models import MediaRef
from ..store.media import media_ref
from ..times import to_iso
from .base import Item, ParsedMessage, ParsedSession
from .sources import Source
from .values import exit_code, message, rest, result, said, signed_int, text, tool_call, unexpected

_SESSION = {
    "id", "title", "parent_id", "parentID", "directory", "time", "time_created", "time_updated", "time_archived",
    "forked_from", "copied",
}  # fmt: skip
_MESSAGE = {
    "id", "sessionID", "role", "time", "modelID", "providerID", "cost", "tokens", "parentID", "model", "path",
}  # fmt: skip
# Parts without words of their own: the steps of the model, states of the work tree, retries, who was mentioned.
_SILENT = {"step-start", "step-finish", "snapshot", "patch", "retry", "agent", "compaction"}


Given = tuple[str, dict[str, Any], list[dict[str, Any]]]  # session id, message, its parts in order


def parsed_session(row: Mapping[str, Any], worktree: str | None) -> ParsedSession:
    """A session row or session file. ``worktree`` is the project's folder ("/" stands for none)."""
    time = mapping(row.get("time"))
    parent, origin = text(row.get("parent_id") or row.get("parentID")), text(row.get("forked_from"))
    lineage = "subagent" if parent else "branch" if origin else None
    metadata = rest(row, _SESSION, texts=["title", "directory"])
    if lineage:
        metadata["lineage"] = lineage
    return ParsedSession(
        str(row["id"]),
        "opencode",
        title=text(row.get("title")),
        parent_session_id=parent or origin,
        end_reason=lineage,
        created_at=to_iso(row.get("time_created") or time.get("created")),
        archived_at=to_iso(row.get("time_archived") or time.get("archived")),
        cwd=text(row.get("directory")) or (worktree if worktree != "/" else None),
        metadata=metadata,
    )


def messages(given: Given, source: Source) -> Iterator[Item]:
    """The rows of one message: (session id, message, its parts in order)."""
    session_id, body, parts = given
    role = text(body.get("role")) or "assistant"
    if role == "assistant":
        yield from _assistant(session_id, body, parts, source)
    else:
        yield from _user(session_id, role, body, parts, source)


def objects(session_id: str, body: Any, parts: list[Any], source: Source) -> Given:
    """What ``messages`` takes, made from values that should be objects."""
    if not isinstance(body, dict):
        source.skip("a message that is not an object")
    for part in parts:
        if not isinstance(part, dict) or "type" not in part:
            source.skip("a part of a message that is not an object with a type")
    return session_id, mapping(body), [part for part in parts if isinstance(part, dict) and "type" in part]


def _user(
    session_id: str, role: str, body: dict[str, Any], parts: list[dict[str, Any]], source: Source
) -> Iterator[Item]:
    words: list[str] = []
    added: list[str] = []
    media: list[MediaRef] = []
    for part in parts:
        kind, spoken = said(part["type"]), said(part.get("text", part.get("prompt")))
        if kind in ("text", "subtask"):
            (added if part.get("synthetic") else words).append(spoken)
        elif kind == "file":
            media.append(_file(part))
        elif kind not in _SILENT:
            source.skip(f"unknown type of part: {kind[:40]!r}")
        if kind == "compaction" and part.get("tail_start_id"):
            source.state["keeps_tail"] = body.get("id")  # its latest turns stay in the model's context
    words, added = [one for one in words if one], [one for one in added if one]
    metadata = rest(body, _MESSAGE)
    if added:
        metadata["added_by_opencode"] = added
    if not (words or media or added):
        source.pass_over("message without a text")
        return
    model = text(mapping(body.get("model")).get("modelID"))
    yield ParsedMessage(
        session_id,
        message(
            role, "\n".join(words), uid=str(body["id"]), at=_created(body), media=media, metadata=metadata, model=model
        ),
        update=True,
    )


def _assistant(session_id: str, body: dict[str, Any], parts: list[dict[str, Any]], source: Source) -> Iterator[Item]:
    usage = _usage(body)
    metadata = rest(body, _MESSAGE)
    reasoning: list[str] = []
    origin = {"model": text(body.get("modelID")), "provider": text(body.get("providerID"))}
    summary = body.get("summary") is True and not body.get("error")  # of what has left the model's context
    compacts = summary and (body.get("parentID") is None or body["parentID"] != source.state.get("keeps_tail"))
    told = source.told
    for place, part in enumerate(parts):
        kind, uid = said(part["type"]), said(part.get("id")) or f"{body.get('id')}:{place}"
        at = mapping(part.get("time")).get("start") or mapping(mapping(part.get("state")).get("time")).get("start")
        fields: dict[str, Any] = {**origin, **usage, "metadata": metadata, "reasoning": "\n\n".join(reasoning) or None}
        if kind == "reasoning":
            reasoning += [thought] if (thought := said(part.get("text"))) else []
            continue
        if kind in ("text", "file"):
            media = [_file(part)] if kind == "file" else []
            form = "summary" if summary and not media else None
            spoken = message("assistant", part.get("text"), uid=uid, at=at or _created(body), media=media,
                             content_type=form, **fields)  # fmt: skip
            yield ParsedMessage(session_id, spoken, update=True, compacts=compacts)
        elif kind == "tool":
            yield from _tool(session_id, part, uid, at or _created(body), fields)
        else:
            if kind not in _SILENT:
                source.skip(f"unknown type of part: {kind[:40]!r}")
            continue
        usage, metadata, reasoning, told = {}, {}, [], -1
    if usage or metadata.get("error") or (reasoning and mapping(body.get("time")).get("completed")):
        # It said nothing (an error, an interruption), but what it thought and cost counts.
        fields = {**origin, **usage, "metadata": metadata, "reasoning": "\n\n".join(reasoning) or None}
        yield ParsedMessage(
            session_id, message("assistant", uid=str(body["id"]), at=_created(body), **fields), update=True
        )
    elif told == source.told:
        source.pass_over("message without a text")


def _tool(session_id: str, part: dict[str, Any], uid: str, at: Any, fields: dict[str, Any]) -> Iterator[Item]:
    """A call and, when it is over, its result. A call of an unknown tool, or with an error as its exit status, has
    failed although its status is 'completed'."""
    state = mapping(part.get("state"))
    call_id = text(part.get("callID")) or uid
    made = tool_call(part.get("tool"), state.get("input"), call_id)
    fields["metadata"] = {**fields["metadata"], **unexpected(part, objects=["state"])}
    yield ParsedMessage(session_id, message("assistant", uid=uid, at=at, tool_calls=[made], **fields), update=True)
    status = state.get("status")
    if status not in ("completed", "error"):
        return
    told = mapping(state.get("metadata"))
    content = state.get("output")
    if status == "error":  # what a tool had printed before it was interrupted is beside the error
        content = "\n\n".join(filter(None, (said(told.get("output")), said(state.get("error")))))
    code = signed_int(told.get("exit"))
    code = exit_code(content) if code is None else code
    failed = status == "error" or part.get("tool") == "invalid" or bool(code)
    ended = mapping(state.get("time")).get("end") or at
    media = [_file(mapping(one)) for one in sequence(state.get("attachments"))]
    title = rest({"title": state.get("title")})
    output = message("tool", content, uid=f"{uid}:result", at=ended, media=media, metadata=title)
    yield from result(session_id, call_id, output, failed=failed, exit_code=code, update=True)


def _usage(body: dict[str, Any]) -> dict[str, Any]:
    """Usage of one API message; OpenCode counts cached tokens apart already."""
    tokens = mapping(body.get("tokens"))
    cache = mapping(tokens.get("cache"))
    found = {
        "input_tokens": int_or_none(tokens.get("input")),
        "output_tokens": int_or_none(tokens.get("output")),
        "cache_read_tokens": int_or_none(cache.get("read")),
        "cache_write_tokens": int_or_none(cache.get("write")),
        "cost_usd": float_or_none(body.get("cost")),
    }
    return found if any(found.values()) else {}


def _file(part: dict[str, Any]) -> MediaRef:
    name = text(part.get("filename"))
    found = media_ref({"mime_type": text(part.get("mime")), "path": text(part.get("url")) or name})
    return replace(found, path=found.path or name)


def _created(body: dict[str, Any]) -> Any:
    return mapping(body.get("time")).get("created")
