"""Gemini CLI chats: ``~/.gemini/tmp/<project>/chats/session-*.json`` (one object) and ``.jsonl`` (a log of upserts).

In the log a message is written again, whole, whenever it changes; ``$rewindTo`` takes back a message and all after it.
A call and its result are rows of their own, named after the message and the call.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from ..coerce import mapping, sequence
from ..store.incoming import split_content
from ..times import to_iso
from .base import Item, LineImporter, ParsedMessage, ParsedSession, guarded, guarded_at, stable_id
from .sources import Source, head_records
from .values import (
    attachment,
    exit_code,
    listed,
    message,
    rest,
    result,
    said,
    text,
    tool_call,
    undone,
    usage,
)

_ROLES = {"user": "user", "gemini": "assistant", "model": "assistant", "assistant": "assistant"}
_SESSION = {"sessionId", "startTime", "lastUpdated", "messages", "summary", "type", "directories"}
_MESSAGE = {"id", "timestamp", "type", "content", "model", "tokens", "thoughts", "toolCalls", "displayContent"}
_TYPED = re.compile(rb'"messages"\s*:\s*\[\s*\{[^{}\[\]]{0,2000}"type"\s*:\s*"(?:user|gemini|info|error|warning)"')
FAILED = {"error": True, "cancelled": True, "success": False}
# What the program tells the model before the first prompt, as the user.
_CONTEXT = ("<session_context>", "This is the Gemini CLI. We are setting up the context")


class Gemini(LineImporter):
    name = "gemini"

    def sniff(self, path: Path, head: bytes) -> bool:
        start = head[:8192]
        if b'"sessionId"' not in start or b'"uuid"' in start:
            return False
        if b'"projectHash"' in start or _TYPED.search(head):
            return b'"messageId"' not in start  # that would be the log of prompts
        first = next(iter(head_records(head)), {})
        return first.get("type") == "session_metadata" or {"sessionId", "startTime"} <= first.keys()

    def discover(self) -> Iterable[Path]:
        return (Path("~/.gemini/tmp").expanduser(),)

    def parse(self, source: Source) -> Iterator[Item]:
        if source.path.suffix == ".jsonl":
            yield from super().parse(source)
            return
        source.state.clear()
        chat = mapping(source.document())
        yield from _session(chat, source)
        for number, record in enumerate(listed(chat.get("messages"), source, "messages"), 1):
            yield from guarded_at(f"message {number}", source, _message, record)

    def record(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        if "$rewindTo" in record:
            yield from _rewind(text(record["$rewindTo"]), source)
        elif "$set" in record or record.get("type") == "session_metadata" or _is_header(record):
            patch = mapping(record.get("$set")) or record
            yield from _session(patch, source)
            for told in sequence(patch.get("messages")):  # what the model is told from here on; it has no usage
                if text(mapping(told).get("id")) in source.state.get("order", ()):
                    source.pass_over("message told again")
                else:
                    yield from guarded(source, _message, told)
        elif record.get("type") == "message_update":
            yield from _message(_merged(record, source), source)
        else:
            yield from _message(record, source)


def _is_header(record: dict[str, Any]) -> bool:
    return "sessionId" in record and "id" not in record


def _session(record: dict[str, Any], source: Source) -> Iterator[Item]:
    state = source.state
    named = text(record.get("sessionId"))
    state.setdefault("session", named or stable_id("gemini", source.path.name))
    child = record.get("kind") == "subagent"
    metadata = rest(record, _SESSION, texts=["summary"], lists=["directories"])
    if child:
        metadata["lineage"] = "subagent"
    yield ParsedSession(
        state["session"],
        "gemini",
        title=text(record.get("summary")),
        created_at=to_iso(record.get("startTime")),
        cwd=_chat_folder(record, source.path),
        parent_session_id=source.path.parent.name if child and source.path.parent.name != "chats" else None,
        end_reason="subagent" if child else None,
        metadata=metadata,
    )


def _message(given: Any, source: Source) -> Iterable[Item]:
    record, state = mapping(given), source.state
    if "session" not in state:
        yield from _session({}, source)
    kind, uid = text(record.get("type")), text(record.get("id"))
    if uid is None or kind is None:
        source.skip("neither a message nor a note of a Gemini chat")
        return
    order = state.setdefault("order", [])
    if uid not in order[-50:]:
        order.append(uid)
    if kind in ("gemini", "message_update"):
        state["latest"] = {key: value for key, value in record.items() if key != "toolCalls"}
    role, tokens = _ROLES.get(kind, "system"), mapping(record.get("tokens"))
    spoken, thoughts, calls, answers = api_parts(record.get("content"))
    yield from _answers(answers, uid, record, source)
    if answers and not spoken:
        return
    content, around = shown({**record, "content": spoken})
    setting_up = role == "user" and split_content(content)[0].lstrip().startswith(_CONTEXT)
    parsed = message(
        role,
        content,
        uid=uid,
        at=record.get("timestamp"),
        model=text(record.get("model")),
        provider="google" if role == "assistant" else None,
        content_type="meta" if setting_up else None,
        reasoning=_thoughts(record.get("thoughts") or thoughts),
        metadata=_metadata(record, tokens, kind if role == "system" else None),
        **usage(tokens.get("input"), tokens.get("output"), tokens.get("cached")),
    )
    yield ParsedMessage(state["session"], parsed, update=True)
    if around:
        yield attachment(state["session"], parsed, 0, None, around)
    for number, call in enumerate(_calls(record, calls, state.get("calls", ()))):
        yield from _call(call, number, uid, record, source)


def _metadata(record: dict[str, Any], tokens: dict[str, Any], kind: str | None) -> dict[str, Any]:
    """What has no column in a message; ``kind`` is the type of a note of the program."""
    return {
        **rest(record, _MESSAGE, texts=["model"], lists=["thoughts", "toolCalls"]),
        **({"type": kind} if kind else {}),
        **rest({"reasoning_tokens": tokens.get("thoughts"), "tool_tokens": tokens.get("tool")}),
    }


def _calls(record: dict[str, Any], spoken: list[dict[str, Any]], told: Iterable[str]) -> list[dict[str, Any]]:
    """The calls that a message lists, then those in its content (``spoken``) that it does not list and that were not
    ``told`` before."""
    listed = sequence(record.get("toolCalls"))
    known = [one if isinstance(one, dict) and "name" in one else {"args": one} for one in listed]
    made = {*told, *(text(call.get("id")) for call in known)} - {None}
    return known + [call for call in spoken if text(call.get("id")) not in made]


def api_parts(content: Any) -> tuple[Any, list[str], list[dict[str, Any]], list[Any]]:
    """Split a message: (content, thoughts, calls, answers to calls)."""
    if not isinstance(content, list):
        return content, [], [], []
    spoken: list[Any] = []
    thoughts, calls, answers = [], [], []
    for part in content:
        given = mapping(part)
        if call := mapping(given.get("functionCall")):
            calls.append(call)
        elif mapping(given.get("functionResponse")):
            answers.append(given)
        elif given.get("thought") is True and isinstance(given.get("text"), str):
            thoughts.append(given["text"])
        else:
            spoken.append(part)
    return spoken, thoughts, calls, answers


def _answers(answers: list[Any], uid: str, record: dict[str, Any], source: Source) -> Iterator[Item]:
    """What tools answered, in the user's place; most answers are on their call already."""
    for number, part in enumerate(answers):
        call_id = text(part["functionResponse"].get("id"))
        if call_id in source.state.get("answered", ()):
            source.pass_over("tool result told again")
            continue
        code = exit_code(content := output_of(part))
        output = message("tool", content, uid=f"{uid}:{number}", at=record.get("timestamp"))
        yield from result(source.state["session"], call_id, output, failed=True if code else None, exit_code=code)


def shown(record: dict[str, Any]) -> tuple[Any, str]:
    """(what was said, text of files that was put after it for the model)."""
    content, shown = _media_parts(record.get("content")), _media_parts(record.get("displayContent"))
    whole, typed = split_content(content)[0], split_content(shown)[0]
    if typed and whole.startswith(typed) and (around := whole[len(typed) :].strip()):
        return shown, around
    return content, ""


def _media_parts(content: Any) -> Any:
    """Parts of the API with inline data or a file, in the shape that ``split_content`` takes for media."""
    parts = []
    for part in content if isinstance(content, list) else [content]:
        given = mapping(part)
        if blob := mapping(given.get("inlineData")):
            part = {"source": {"media_type": blob.get("mimeType"), "data": said(blob.get("data"))}}
        elif file := mapping(given.get("fileData")):
            part = {"path": said(file.get("fileUri")), "mime_type": file.get("mimeType")}
        parts.append(part if part is None or isinstance(part, dict) else said(part))
    return [part for part in parts if part is not None]


def _call(call: dict[str, Any], number: int, uid: str, record: dict[str, Any], source: Source) -> Iterator[Item]:
    """A call as an assistant row and, once it is over, its result as a tool row."""
    session, at = source.state["session"], call.get("timestamp") or record.get("timestamp")
    call_id = text(call.get("id")) or f"{uid}-{number}"
    made = tool_call(call.get("name"), call.get("args"), call_id)
    _remember(source, "calls", call_id)
    yield ParsedMessage(
        session,
        message("assistant", uid=f"{uid}:{call_id}", at=at, model=text(record.get("model")), provider="google",
                tool_calls=[made], metadata=rest({"display_name": call.get("displayName")})),
    )  # fmt: skip
    outputs = [output_of(part) for part in _parts(call.get("result"))]
    if not outputs and str(call.get("status")) not in FAILED:
        return
    content = "\n".join(output for output in outputs if output) or text(call.get("resultDisplay")) or ""
    output = message("tool", content, uid=f"{uid}:{call_id}:result", at=at)
    _remember(source, "answered", call_id)
    code = exit_code(content)  # the tool reports success even when its command failed
    failed = True if code else FAILED.get(str(call.get("status")))
    yield from result(session, call_id, output, failed=failed, exit_code=code)


def _remember(source: Source, what: str, call_id: str) -> None:
    if call_id not in (known := source.state.setdefault(what, [])):
        known.append(call_id)


def _parts(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if value else []


def output_of(part: Any) -> str:
    """The text of a ``functionResponse`` part."""
    if isinstance(part, str):
        return part
    given = mapping(part)
    response = mapping(given.get("functionResponse")).get("response")
    for value in (mapping(response).get("output"), mapping(response).get("error"), given.get("text")):
        if isinstance(value, str):
            return value
    return said(response or part)


def _thoughts(value: Any) -> str | None:
    found = []
    for thought in sequence(value):
        parts = [thought.get(key) for key in ("subject", "description")] if isinstance(thought, dict) else [thought]
        words = [said(part) for part in parts]
        found.append(": ".join(one for one in words if one))
    return "\n".join(found) or None


def _merged(record: dict[str, Any], source: Source) -> dict[str, Any]:
    """Merge a partial update into its message."""
    target = record.get("id") or record.get("messageId")
    latest = mapping(source.state.get("latest"))
    if latest.get("id") != target:
        same = (earlier for earlier in source.before().records() if earlier.get("id") == target)
        latest = {key: value for earlier in same for key, value in earlier.items()}
    patch = {**record, **mapping(record.get("update"))}
    return {**latest, **patch, "type": latest.get("type", "gemini"), "id": target}


def _rewind(target: str | None, source: Source) -> Iterator[Item]:
    """Mark a message and all after it as taken back; their lines are read once more."""
    order = source.state.get("order", [])
    if target not in order:
        source.skip("a rewind to a message that is not there")
        return
    gone = set(order[order.index(target) :])
    source.state["order"] = order[: order.index(target)]
    again = source.before(state={"session": source.state.get("session")})
    for record in again.records():
        if text(record.get("id")) in gone and record.get("type") != "message_update":
            yield from undone(guarded(again, _message, record))


def _chat_folder(record: dict[str, Any], path: Path) -> str | None:
    """The project's directory, named in the chat or found from the chat's folder."""
    for directory in sequence(record.get("directories")):
        if found := text(directory):
            return found
    chats = next((parent for parent in path.parents if parent.name == "chats"), None)
    return project_folder(chats.parent, text(record.get("projectHash"))) if chats else None


def project_folder(place: Path, hashed_name: str | None = None) -> str | None:
    """The project whose chats are in ``place``: named in ``.project_root``, or found by its hash or short name."""
    try:
        return (place / ".project_root").read_text(encoding="utf-8", errors="replace").strip() or None
    except OSError:
        pass
    try:
        known = mapping(mapping(orjson.loads((place.parents[1] / "projects.json").read_bytes())).get("projects"))
    except (OSError, ValueError, IndexError):
        return None
    wanted = (hashed_name, place.name)
    names = ((folder, short, hashlib.sha256(folder.encode()).hexdigest()) for folder, short in known.items())
    return next((folder for folder, short, hashed in names if short in wanted or hashed in wanted), None)


importer = Gemini()
