"""Take media out of text: a ``data:`` URI, or base64 that JSON declares as media, is replaced by a short marker.

The marker has its type, size and hash: ``data:image/png;bytes=6000;sha256=9f86d0...``. Base64 that nothing declares as
media (keys, hashes, encodings) stays. No SQL here; the time is linear in the length of the text.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import orjson

from ..models import MediaRef, NewMessage, ToolCall

SMALLEST = 32  # bytes; the smallest pictures have forty, anything shorter is an example
# Every JSON that declares media holds one of these ("mime": mimeType, mime_type). Looking for them is faster than a
# pattern.
_MARKS = ("base64", "mime", "b64_json", "input_audio")

# Base64 as it stands in JSON and URLs (escaped slashes, %2B for +), also wrapped into lines. A word on the next line is
# not part of it: following lines are long, and a short one can only be the last after such.
_RUN, _LINE_END = "[A-Za-z0-9+/=_-]", r"(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)"
_BODY = (
    rf"{_RUN}+(?:(?:\\{{1,4}}/|%(?:2[BbFf]|3[Dd]|0[AaDd])){_RUN}*)*"
    rf"(?:(?:{_LINE_END}{_RUN}{{57,}})+(?:{_LINE_END}{_RUN}{{1,76}}(?=[\s\"')\]>\\]|$))?(?:{_LINE_END}(?=\\{{0,8}}\"))?)?"
)
_URI = re.compile(
    rf"data:([\w.+-]{{1,80}}\\{{0,4}}/[\w.+-]{{1,80}})?(?:;[\w.+-]{{1,80}}=[\w.+-]{{1,80}}){{0,4}};base64,({_BODY})",
    re.IGNORECASE,
)
_QUOTE, _COLON = r"\\{0,8}\"", r"\s{0,8}:\s{0,8}"  # also in JSON inside JSON
_FIELD = re.compile(
    rf'("(data|blob|base64|b64_json|file_data|image_data|audio_data|bytes|content){_QUOTE}{_COLON}{_QUOTE})({_BODY})'
    rf"(?={_QUOTE})"
)
_DECLARED = re.compile(
    rf'"(media_?type|mime_?type|content_?type|type|format|encoding){_QUOTE}{_COLON}{_QUOTE}([^"\\]{{1,80}})',
    re.IGNORECASE,
)
_AROUND = 300  # characters on each side of base64 in which its JSON object may say what it is
_KINDS = frozenset(("base64", "image", "audio", "video", "file", "document"))
_FORMATS = {
    "wav": "audio/wav", "mp3": "audio/mpeg", "ogg": "audio/ogg", "opus": "audio/opus", "flac": "audio/flac",
    "aac": "audio/aac", "m4a": "audio/mp4", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "webp": "image/webp", "gif": "image/gif", "mp4": "video/mp4", "pdf": "application/pdf",
}  # fmt: skip


def lift(text: str, found: list[MediaRef]) -> str:
    """Return the text with markers in place of its media, which are appended to ``found``."""
    if len(text) < SMALLEST or ('"' not in text and ";" not in text):
        return text
    for mark in _MARKS:  # any() over a generator takes three times as long
        if mark in text:
            break
    else:
        return text

    def uri(match: re.Match[str]) -> str:
        enough = len(match[2]) >= SMALLEST
        return (_marker(match[2], match[1], None, found) if enough else None) or match[0]

    def field(match: re.Match[str]) -> str:
        declared = _declared(match) if len(match[3]) >= SMALLEST else None
        marker = _marker(match[3], *declared, found) if declared else None
        return f"{match[1]}{marker}" if marker else match[0]

    if ";base64," in text:
        text = _URI.sub(uri, text)
    return _FIELD.sub(field, text)


def lift_message(message: NewMessage) -> None:
    """Take the media out of all texts of a message, in place, and add a reference for each to its ``media``, once."""
    found: list[MediaRef] = []
    message.content = lift(message.content, found)
    if message.reasoning:
        message.reasoning = lift(message.reasoning, found)
    if message.metadata:
        message.metadata = lift_value(message.metadata, found)
    if message.tool_calls:
        message.tool_calls = [_lift_call(call, found) for call in message.tool_calls]
    if not found:
        return
    known = {ref.sha256 for ref in message.media}
    message.media += {ref.sha256: ref for ref in found if ref.sha256 not in known}.values()


def _lift_call(call: ToolCall, found: list[MediaRef]) -> ToolCall:
    before = len(found)
    arguments = lift_value(call.arguments, found) if call.arguments else call.arguments
    summary = lift(call.result_summary, found) if call.result_summary else call.result_summary
    return replace(call, arguments=arguments, result_summary=summary) if len(found) > before else call


def lift_value(value: Any, found: list[MediaRef]) -> Any:
    """Return a JSON value with ``lift`` applied to its strings."""
    try:
        text = orjson.dumps(value).decode()
    except TypeError:  # not JSON yet; it is made so when it is stored
        return value
    lifted = lift(text, found)
    return value if lifted is text else orjson.loads(lifted)


def decode(text: str) -> bytes | None:
    """Return the bytes of base64 in either alphabet (line ends and missing padding are fine); None if it is invalid."""
    body = re.sub(r"\s+", "", text).replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4))
    except (binascii.Error, ValueError):
        return None


def kind_of(mime: str | None) -> str:
    """Return ``image``, ``audio``, ``video`` or ``file`` for a mime type."""
    major = (mime or "").partition("/")[0]
    return major if major in ("image", "audio", "video") else "file"


def _marker(body: str, mime: str | None, kind: str | None, found: list[MediaRef]) -> str | None:
    """Return the marker for this base64 and append its reference to ``found``; None if it is too short or invalid."""
    mime = mime and mime.replace("\\", "")
    if "\\" in body:
        body = re.sub(r"\\+[nr]?", "", body)
    raw = decode(unquote(body) if "%" in body else body)
    if raw is None or len(raw) < SMALLEST:
        return None
    ref = MediaRef(kind or kind_of(mime), None, mime, hashlib.sha256(raw).hexdigest(), len(raw))
    found.append(ref)
    return f"data:{mime or ref.kind};bytes={ref.bytes};sha256={ref.sha256}"


def _declared(match: re.Match[str]) -> tuple[str | None, str | None] | None:
    """Return (mime type, kind) that the JSON object around a field gives its base64; None if it is not called media."""
    text = match.string
    left = re.split("[{}]", text[max(0, match.start() - _AROUND) : match.start()])[-1]
    right = re.split("[{}]", text[match.end() : match.end() + _AROUND])[0]
    fields = {name.lower().replace("_", ""): value for name, value in _DECLARED.findall(left + right)}
    if match[2] == "content" and "base64" not in (fields.get("encoding"), fields.get("type")):
        return None
    mime = next(
        (fields[name] for name in ("mediatype", "mimetype", "contenttype", "type") if "/" in fields.get(name, "")), None
    )
    mime = mime or _FORMATS.get(fields.get("format", "").lower())
    word = fields.get("type", "").removeprefix("input_")
    if mime:
        return mime, None
    if match[2] == "b64_json":
        return None, "image"
    if word in _KINDS or fields.get("encoding") == "base64":
        return None, word if word in ("image", "audio", "video") else None
    return None
