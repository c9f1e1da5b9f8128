"""Conversations in the shape of the Gemini API: ``{"contents" | "history": [{"role", "parts"}]}`` or the bare list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..coerce import mapping, sequence
from ..errors import GagentError
from ..models import MediaRef
from ..store.media import media_ref
from .base import Importer, Item, ParsedMessage, ParsedSession, Uids, guarded_at, stable_id
from .sources import Source
from .values import exit_code, message, rest, result, said, text, tool_call

_START = re.compile(
    rb'\s*(?:\{\s*(?:"[^"]{1,40}"\s*:\s*(?:"[^"]*"|[\w.-]+)\s*,\s*)*"(?:contents|history)"\s*:\s*)?\[\s*\{\s*'
    rb'(?:"role"\s*:\s*"(?:user|model)"\s*,\s*"parts"\s*:|"parts"\s*:\s*\[)'
)


class GeminiContents(Importer):
    name = "gemini-contents"
    named_by = "beginning"

    def sniff(self, path: Path, head: bytes) -> bool:
        return _START.match(head[:8192]) is not None

    def parse(self, source: Source) -> Iterator[Item]:
        document = source.document()
        given = mapping(document)
        contents = sequence(document) or sequence(given.get("contents")) or sequence(given.get("history"))
        if not contents:
            raise GagentError("no contents in it")
        # Nothing in it names the conversation; when the file grows, its beginning stays.
        session_id = stable_id("gemini-contents", source.path.name, contents[0])
        yield ParsedSession(session_id, "gemini", model=text(given.get("model")))
        uids = Uids()
        calls: dict[str, list[str]] = {}

        def one(content: Any, _: Source) -> list[Item]:
            return list(_content(session_id, mapping(content), uids, calls))

        for number, content in enumerate(contents, 1):
            yield from guarded_at(f"entry {number}", source, one, content)


def _content(session_id: str, content: dict[str, Any], uids: Uids, calls: dict[str, list[str]]) -> Iterator[Item]:
    """One entry; ``calls`` are those waiting for an answer, by the function's name (the API may give no ids)."""
    words: list[str] = []
    thoughts: list[str] = []
    media: list[MediaRef] = []
    made, answers = [], []
    given = content.get("parts")
    for one in given if isinstance(given, list) else [given]:
        part = mapping(one)
        if isinstance(part.get("text"), str):
            (thoughts if part.get("thought") else words).append(part["text"])
        elif call := mapping(part.get("functionCall") or part.get("function_call")):
            name = text(call.get("name")) or "unknown"
            waiting = calls.setdefault(name, [])
            call_id = text(call.get("id")) or f"{name}-{uids.state.get('position', 0)}-{len(waiting)}"
            waiting.append(call_id)
            made.append(tool_call(name, call.get("args", rest(call, {"name", "id"}) or None), call_id))
        elif answer := mapping(part.get("functionResponse") or part.get("function_response")):
            answers.append(answer)
        elif blob := mapping(part.get("inlineData") or part.get("inline_data")):
            kind = text(blob.get("mimeType") or blob.get("mime_type"))
            media.append(media_ref({"mime_type": kind, "data": text(blob.get("data")) or ""}))
        elif file := mapping(part.get("fileData") or part.get("file_data")):
            media.append(media_ref({"mime_type": text(file.get("mimeType")), "path": text(file.get("fileUri"))}))
        elif one:
            words.append(said(one))  # code that the API ran itself, or an unknown part
    for answer in answers:
        yield from _answer(session_id, answer, uids, calls)
    if words or thoughts or media or made:
        role = "assistant" if content.get("role") == "model" else text(content.get("role")) or "user"
        spoken = "\n".join(words)
        yield ParsedMessage(
            session_id,
            message(role, spoken, uid=uids.make(role, spoken, None), reasoning="\n".join(thoughts) or None, media=media,
                    tool_calls=made),
        )  # fmt: skip


def _answer(session_id: str, answer: dict[str, Any], uids: Uids, calls: dict[str, list[str]]) -> Iterator[Item]:
    """A ``functionResponse``: the result of the call that waits for it."""
    waiting = calls.get(text(answer.get("name")) or "unknown", [])
    known = text(answer.get("id")) or (waiting.pop(0) if waiting else None)
    response = answer.get("response", rest(answer, {"name", "id"}) or None)
    output = mapping(response).get("output", mapping(response).get("result", response))
    parsed = message("tool", output, uid=uids.make("tool", str(output), None))
    failed = True if "error" in mapping(response) else None
    yield from result(session_id, known, parsed, failed=failed, exit_code=exit_code(output))


importer = GeminiContents()
