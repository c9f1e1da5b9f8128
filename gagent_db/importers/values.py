"""What the formats share: leftover fields for ``metadata``, exit codes, messages with cleaned values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from ..coerce import float_or_none, int_or_none, mapping, sequence, text_or_none
from ..models import MediaRef, NewMessage, ToolCall
from ..store.incoming import clean_json, clean_text, decode_arguments, dump_json, split_content
from ..times import to_iso
from .base import SUMMARY_CHARS, Item, ParsedMessage, ToolResult
from .sources import Source

_EXIT_KEYS = ("exit_code", "exitCode", "exit", "returncode")
_EXIT_TEXT = re.compile(
    r"^(?:Exit code|Exit Code|Process exited with code|\(?exit code"
    r"|[\[(<](?i:(?:the )?(?:command|process) \w+ with exit (?:code|status)|exit (?:code|status)))"
    r"[:= ]\s*(-?\d{1,10})\b",
    re.MULTILINE,
)
_THINKING = re.compile(r"<(think|thinking|REASONING_SCRATCHPAD)>(.*?)</\1>\s*", re.DOTALL)


def text(value: object) -> str | None:
    """Non-empty storable text, a number as text, else None."""
    found = value if type(value) is str else text_or_none(value)
    return clean_text(found) if found else None


TOKENS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")
# Columns of a message that some sources name as we do, and how each is read.
COLUMNS: dict[str, Callable[[object], Any]] = {
    "provider": text, "model": text, **dict.fromkeys(TOKENS, int_or_none), "cost_usd": float_or_none,
}  # fmt: skip


def said(value: object) -> str:
    """Text as it is, nothing for None, any other value as its JSON: an odd value is kept, not lost."""
    if value is None:
        return ""
    return clean_text(value if isinstance(value, str) else dump_json(value) or "")


def decode_json(value: Any) -> Any:
    """JSON text -> its value, lone surrogates and raw control characters in it aside; anything else stays as it is."""
    if not isinstance(value, (str, bytes)):
        return value
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        pass
    words = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    try:
        return json.loads(words, strict=False) if words[:1] + words[-1:] in ("{}", "[]") else value
    except (ValueError, RecursionError):
        return value


def rest(record: Mapping[str, Any], taken: Collection[str] = (), **typed: Iterable[str]) -> dict[str, Any]:
    """Fields without a column: every key not ``taken`` that has a value. ``typed``: see ``unexpected``."""
    left = {
        clean_text(str(key)): clean_json(value)
        for key, value in record.items()
        if key not in taken and (value or (value == 0 and value is not False))
    }
    return left | unexpected(record, **typed) if typed else left


def unexpected(
    record: Mapping[str, Any], *, texts: Iterable[str] = (), lists: Iterable[str] = (), objects: Iterable[str] = ()
) -> dict[str, Any]:
    """Fields that have a column but a value of another type: they are kept as metadata."""
    found = {}
    for names, fits in ((texts, (str, int, float)), (lists, list), (objects, dict)):
        for name in names:
            value = record.get(name)
            if value and (value is True or not isinstance(value, fits)):
                found[name] = clean_json(value)
    return {"unexpected": found} if found else {}


def listed(value: Any, source: Source, what: str) -> list[Any]:
    """A list of records; any other value is reported."""
    if value is not None and not isinstance(value, list):
        source.skip(f"{what}: {type(value).__name__} where a list was expected")
    return sequence(value)


def words_and_media(content: Any) -> tuple[str, list[MediaRef]]:
    """``split_content``, with parts that are neither text nor an object as their JSON."""
    if isinstance(content, list):
        content = [part if isinstance(part, (dict, str)) else said(part) for part in content]
    return split_content(content)


def message(role: str, content: Any = None, *, uid: str, at: object = None, **fields: Any) -> NewMessage:
    """A message from a content value of any shape; ``fields`` are those of NewMessage.

    Media inside ``content`` are kept beside those in ``media``; empty ``metadata`` becomes None.
    """
    words, media = (content, []) if type(content) is str else words_and_media(content)
    media += fields.pop("media", None) or []
    metadata = fields.pop("metadata", None) or None
    kind = fields.pop("content_type", None) or ("media" if media and not words else "text")
    return NewMessage(role, words, kind, created_at=to_iso(at), uid=uid, metadata=metadata, media=media, **fields)


@dataclass(slots=True)
class Parts:
    """What the parts of one message hold, sorted by what becomes of it."""

    words: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    media: list[MediaRef] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    answers: list[Item] = field(default_factory=list)  # of tools, which are messages of their own

    @property
    def says(self) -> bool:
        """Is there anything for the message itself?"""
        return bool(any(self.words) or any(self.thoughts) or self.media or self.calls)

    def message(self, role: str, *, uid: str, at: object, **fields: Any) -> NewMessage:
        """The message without the answers; ``fields`` are those of NewMessage."""
        words, thoughts = filter(None, self.words), filter(None, self.thoughts)
        return message(
            role, "\n".join(words), uid=uid, at=at, reasoning="\n\n".join(thoughts) or None, media=self.media,
            tool_calls=self.calls, **fields,
        )  # fmt: skip


def unknown_part(kind: str, source: Source) -> None:
    """Account for a part of a message that is of no kind which the format knows."""
    if kind:
        source.pass_over(f"part {kind[:40]}")
    else:
        source.skip("a part of a message without a type")


def attachment_text(name: str | None, words: str) -> str:
    """The content of an attachment's row: its name, and its text below."""
    return "\n\n".join(part for part in (name, words.strip()) if part)


def attachment(session_id: str, to: NewMessage, number: int, name: str | None, words: str) -> ParsedMessage:
    """The text of a file that came with the message ``to``, as a row after it, so that it is found and not taken for
    what the person said."""
    content = attachment_text(name, words)
    row = message("system", content, uid=f"{to.uid}:attachment:{number}", at=to.created_at, content_type="attachment",
                  metadata={"attachment_of": to.uid})  # fmt: skip
    return ParsedMessage(session_id, row, update=True)


def tool_call(name: object, arguments: Any, call_id: object = None, **fields: Any) -> ToolCall:
    """A call with its arguments decoded. Empty lists and objects of arguments are kept."""
    return ToolCall(text(name) or said(name)[:200] or "unknown", decode_arguments(arguments), text(call_id), **fields)


def function_call(call: Any) -> ToolCall:
    """A call in OpenAI's shape, ``{"id", "function": {"name", "arguments"}}`` or without the inner object.

    A call without a readable name is kept whole, as arguments."""
    given = mapping(call)
    function = mapping(given.get("function")) or mapping(given.get("custom")) or given
    name = text(function.get("name"))
    if name is None:
        return tool_call(None, call, given.get("id"))
    arguments = function.get("arguments", function.get("input"))
    return tool_call(name, arguments, given.get("id") or given.get("call_id"))


def result(
    session_id: str,
    call_id: object,
    output: NewMessage,
    *,
    failed: bool | None = None,
    exit_code: int | None = None,
    update: bool = False,
) -> list[Item]:
    """The message of a tool and, when it names its call, the outcome for that call.

    ``failed`` None means "the source does not say": then the exit code decides; without one the status is unknown.
    """
    items: list[Item] = [ParsedMessage(session_id, output, update=update)]
    if named := text(call_id):
        if failed is None and exit_code is not None:
            failed = exit_code != 0
        status = None if failed is None else ("error" if failed else "success")
        items.append(ToolResult(session_id, named, output.content[:SUMMARY_CHARS], status, exit_code, output.uid))
    return items


def undone(items: Iterable[Item]) -> Iterator[ParsedMessage]:
    """The messages among these, marked as taken back."""
    for item in items:
        if isinstance(item, ParsedMessage):
            item.message.status = "undone"
            yield replace(item, update=True, compacts=False)


def usage(given: object, output: object, cached: object = None, written: object = None) -> dict[str, int | None]:
    """Usage from a source that counts cache reads and writes as input, too: here they are counted apart."""
    whole, read, wrote = int_or_none(given), int_or_none(cached), int_or_none(written)
    return {
        "input_tokens": None if whole is None else max(0, whole - (read or 0) - (wrote or 0)),
        "output_tokens": int_or_none(output),
        "cache_read_tokens": read,
        "cache_write_tokens": wrote,
    }


def exit_code(value: Any) -> int | None:
    """The exit status in a tool result: a field of its JSON, or a line of its text."""
    if isinstance(value, str):
        head = value[:2000]
        if match := _EXIT_TEXT.search(head) or _EXIT_TEXT.search(value[-500:]):
            return int(match[1])
        value = decode_json(value) if head.lstrip().startswith("{") else None
    if not isinstance(value, Mapping):
        return None
    for key in _EXIT_KEYS:
        if key in value:
            return signed_int(value[key])
    nested = value.get("metadata")
    return exit_code(nested) if isinstance(nested, Mapping) else None


def signed_int(value: object) -> int | None:
    """A whole number with its sign (exit codes may be negative)."""
    if isinstance(value, (int, float)) and value == value and value < 0:
        size = int_or_none(-value)
        return None if size is None else -size
    return int_or_none(value)


def split_thinking(content: str) -> tuple[str, str | None]:
    """Text without its ``<think>`` blocks, and what they said."""
    if "<think" not in content and "<REASONING" not in content:
        return content, None
    thoughts = [match[2].strip() for match in _THINKING.finditer(content)]
    return _THINKING.sub("", content).strip(), "\n\n".join(thought for thought in thoughts if thought) or None


def references(items: Any) -> list[MediaRef]:
    """Media named by attachments such as ``{"file_name", "file_type", "file_uuid"}``."""
    found = []
    for item in items if isinstance(items, list) else []:
        if not isinstance(item, Mapping):
            continue
        name = text(item.get("file_name") or item.get("name") or item.get("filename"))
        place = text(item.get("path") or item.get("url"))
        if not name and not place and not item.get("file_uuid") and not item.get("id"):
            continue
        taken = {"file_name", "name", "filename", "path", "url", "file_type", "mime_type", "mimeType", "file_size",
                 "size", "extracted_content", "content"}  # fmt: skip
        mime = text(item.get("file_type") or item.get("mime_type") or item.get("mimeType"))
        size = int_or_none(item.get("file_size", item.get("size")))
        found.append(MediaRef("file", place or name, mime, None, size, rest(item, taken) or None))
    return found
