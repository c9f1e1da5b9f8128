"""Turn what callers hand in (dicts of many shapes) into ``NewMessage``. No SQL here.

Nothing that a caller sends may make a write fail half way. Text is cleaned of what SQLite or UTF-8 cannot hold, content
parts become text and media references, media inside any text becomes a marker and a reference, and unknown keys go to
``metadata``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from ..errors import GagentError
from ..models import MediaRef, MessageLike, NewMessage, ToolCall
from ..times import to_iso
from .inline import lift_message
from .media import media_ref

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_KNOWN = {
    "id", "role", "content", "content_type", "provider", "model", "created_at", "timestamp", "input_tokens",
    "output_tokens", "cache_read_tokens", "cache_write_tokens", "cost_usd", "reasoning", "status", "uid",
    "metadata", "tool_calls", "media",
}  # fmt: skip
_STATUSES = ("active", "compacted", "undone")
_TEXT_PARTS = {"text", "input_text", "output_text"}
_SUMMARY = 500  # characters of a tool result that are kept with its call
_SUMMARY_OF_MESSAGE = 24  # the same if the result is a message too: tool results are most of what an agent writes
SHOWN_SUMMARY = 120  # characters of the latter when it is read, taken from that message


def clean_text(text: str) -> str:
    """Return the text with U+FFFD for NUL and lone surrogates, which SQLite text and UTF-8 cannot hold."""
    if "\x00" not in text:
        if text.isascii():
            return text
        try:
            text.encode()
            return text
        except UnicodeEncodeError:
            pass
    return _UNSTORABLE.sub("\ufffd", text)


def clean_json(value: Any) -> Any:
    """Return a JSON value with every string cleaned as by :func:`clean_text`.

    Keys become strings, and what JSON or a 64-bit integer cannot hold becomes its text.
    """
    if isinstance(value, str):
        return clean_text(value)
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, int):
        return value if -(2**63) <= value < 2**63 else str(value)
    if isinstance(value, (dict, Mapping)):  # dict first: asking an abstract class takes time
        return {clean_text(str(key)): clean_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [clean_json(item) for item in value]
    return clean_text(str(value))


def dump_json(value: Any) -> str | None:
    """Return a value as JSON text for a ``*_json`` column; None stays None (NULL)."""
    if value is None:
        return None
    try:
        return orjson.dumps(value).decode()
    except (TypeError, orjson.JSONEncodeError):
        return orjson.dumps(clean_json(value)).decode()


def to_message(given: MessageLike) -> NewMessage:
    """Return one message in normal form. Raises GagentError naming a field that cannot be understood."""
    if isinstance(given, NewMessage):
        given.content = clean_text(given.content)
        given.uid = given.uid or None
        given.media = [media_ref(item) for item in given.media]
        lift_message(given)
        return given
    if not isinstance(given, Mapping):
        raise GagentError(f"A message must be an object, not {type(given).__name__}.")
    text, media = split_content(_content(given))
    media += [media_ref(item) for item in _list(given.get("media"), "media")]
    uid = given.get("uid")
    message = NewMessage(
        role=_role(given),
        content=text,
        content_type=clean_text(str(given.get("content_type") or ("media" if media and not text else "text"))),
        provider=_text(given.get("provider")),
        model=_text(given.get("model")),
        created_at=_time(given.get("created_at") if "created_at" in given else given.get("timestamp")),
        input_tokens=_integer(given, "input_tokens"),
        output_tokens=_integer(given, "output_tokens"),
        cache_read_tokens=_integer(given, "cache_read_tokens"),
        cache_write_tokens=_integer(given, "cache_write_tokens"),
        cost_usd=_number(given, "cost_usd"),
        reasoning=_text(given.get("reasoning")),
        status=_status(given),
        uid=None if uid in (None, "") else clean_text(str(uid)),
        metadata=_metadata(given),
        tool_calls=[to_tool_call(item) for item in _list(given.get("tool_calls"), "tool_calls")],
        media=media,
    )
    lift_message(message)
    return message


def to_messages(given: Iterable[MessageLike], *, first: int = 1) -> list[NewMessage]:
    """Return messages in normal form. Raises GagentError naming the message, counted from ``first``, and the field that
    cannot be understood."""
    found: list[NewMessage] = []
    for number, message in enumerate(given, first):
        try:
            found.append(to_message(message))
        except GagentError as error:
            raise GagentError(f"Message {number}: {error.message}", hint=error.hint) from error
    return found


def _content(given: Mapping[str, Any]) -> Any:
    """The content of a message, as ``split_content`` takes it: text, or parts."""
    content = given.get("content")
    content = list(content) if isinstance(content, tuple) else content
    if not isinstance(content, str | Mapping | list | None):
        raise GagentError(f"content must be text or a list of parts, not {type(content).__name__}.")
    for number, part in enumerate(content if isinstance(content, list) else (), 1):
        if not isinstance(part, str | Mapping | None):
            raise GagentError(f"Part {number} of content must be text or an object, not {type(part).__name__}.")
    return content


def _role(given: Mapping[str, Any]) -> str:
    role = given.get("role") or "user"
    if not isinstance(role, str):
        raise GagentError(f"role must be text, not {type(role).__name__}.")
    return clean_text(role)


def _status(given: Mapping[str, Any]) -> str:
    status = given.get("status") or "active"
    if status not in _STATUSES:
        raise GagentError(f"status must be one of {', '.join(_STATUSES)}, not {status!r}.")
    return str(status)


def _metadata(given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the metadata, with every field that has no place of its own added."""
    metadata = given.get("metadata")
    if metadata is not None and not isinstance(metadata, Mapping):
        raise GagentError(f"metadata must be an object, not {type(metadata).__name__}.")
    extra = {key: value for key, value in given.items() if key not in _KNOWN}
    return clean_json({**(metadata or {}), **extra}) or None


def to_tool_call(given: Any) -> ToolCall:
    """Return a tool call given in our own shape or in OpenAI's: ``{"id", "function": {"name", "arguments"}}``."""
    if isinstance(given, ToolCall):
        return given
    if not isinstance(given, Mapping):
        raise GagentError(f"A tool call must be an object, not {type(given).__name__}.")
    function = given.get("function")
    function = function if isinstance(function, Mapping) else {}
    name = given.get("tool_name") or given.get("name") or function.get("name") or "unknown"
    arguments = given.get("arguments", function.get("arguments", given.get("input")))
    call_id = given.get("call_id") or given.get("id")
    summary = given.get("result_summary")
    return ToolCall(
        tool_name=clean_text(str(name)),
        arguments=decode_arguments(arguments),
        call_id=None if call_id is None else clean_text(str(call_id)),
        result_summary=None if summary is None else clean_text(str(summary)),
        status=_text(given.get("status")),
        exit_code=_integer(given, "exit_code"),
        created_at=_time(given.get("created_at")),
    )


def decode_arguments(arguments: Any) -> Any:
    """Return a call's arguments, given as an object or as JSON text; text that is not JSON stays text."""
    if not isinstance(arguments, str):
        return clean_json(arguments)
    try:
        return clean_json(orjson.loads(arguments))
    except orjson.JSONDecodeError:
        return clean_text(arguments)


def result_summary(text: str, *, stands: bool) -> str:
    """Return the beginning of a tool result, as kept with its call: less of it if it ``stands`` as a message too."""
    return cut(text, _SUMMARY_OF_MESSAGE if stands else _SUMMARY)


def own_time(called_at: str | None, at: str) -> str | None:
    """Return the time of a tool call as stored: None if it is that of its message (``at``)."""
    return called_at if called_at not in ("", at) else None


def cut(text: str, length: int) -> str:
    """Return the text cut to ``length`` characters, of which the last is then "…"."""
    return text if len(text) <= length else text[: length - 1] + "…"


def split_content(content: Any) -> tuple[str, list[MediaRef]]:
    """Return the text of a content value (string, list of parts or object) and the media in it.

    Of inline base64 and data: URIs only hash, size and type are kept; the bytes are dropped.
    """
    if content is None:
        return "", []
    if isinstance(content, str):
        return clean_text(content), []
    if isinstance(content, Mapping):
        content = [content]
    if not isinstance(content, list):
        return clean_text(str(content)), []
    texts: list[str] = []
    media: list[MediaRef] = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping):
            if str(part.get("type")) in _TEXT_PARTS or (isinstance(part.get("text"), str) and "source" not in part):
                texts.append(str(part.get("text") or ""))
            elif ref := _media_part(part):
                media.append(ref)
            else:
                texts.append(dump_json(part) or "")
    return clean_text("\n".join(text for text in texts if text)), media


def _media_part(part: Mapping[str, Any]) -> MediaRef | None:
    """Return the media of a content part, in OpenAI's shape (``image_url``, ``input_audio``, ``file``) or Anthropic's
    (``source``); None if it is something else."""
    named = part.get("type")
    source = part.get("source")
    if isinstance(source, Mapping):
        return media_ref(
            {"type": named, "path": source.get("url") or source.get("file_id"), "mime_type": source.get("media_type"),
             "data": source.get("data")}
        )  # fmt: skip
    for key in ("image_url", "input_audio", "file", "audio_url", "video_url"):
        value = part.get(key)
        if isinstance(value, str):
            return media_ref({"type": named, "path": value})
        if isinstance(value, Mapping):
            path = value.get("url") or value.get("filename") or value.get("file_id")
            return media_ref({"type": named, "path": path, "data": value.get("data") or value.get("file_data")})
    if part.get("path") or part.get("data"):
        return media_ref(part)
    return None


def _list(value: Any, field: str) -> Iterable[Any]:
    if value is None:
        return ()
    if isinstance(value, (list, tuple)):
        return value
    raise GagentError(f"{field} must be a list, not {type(value).__name__}.")


def _text(value: Any) -> str | None:
    return None if value is None else clean_text(str(value))


def _time(value: Any) -> str | None:
    if value is None:
        return None
    iso = to_iso(value)
    if iso is None:
        raise GagentError(f"created_at {value!r} is not a time.", hint="Use ISO 8601 or seconds since 1970.")
    return iso


def _integer(given: Mapping[str, Any], field: str) -> int | None:
    return whole_number(given.get(field), field)


def _number(given: Mapping[str, Any], field: str) -> float | None:
    return number(given.get(field), field)


def whole_number(value: Any, field: str) -> int | None:
    """Return a value as an INTEGER column holds it; None stays None. Raises GagentError naming the field."""
    if value is None:
        return None
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not whole or abs(value) >= 2**63:
        raise GagentError(f"{field} must be a whole number below 2**63, not {value!r}.")
    return int(value)


def number(value: Any, field: str) -> float | None:
    """Return a value as a REAL column holds it; None stays None. Raises GagentError naming the field."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise GagentError(f"{field} must be a number, not {value!r}.")
    try:
        return float(value)
    except OverflowError:
        raise GagentError(f"{field} is too large a number.") from None
