"""The body of a POST: JSON from agents, a form from our own pages."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

import orjson
from datasette.utils.asgi import PayloadTooLarge, Request

from ..errors import GagentError
from ..sql_json import without_halves

MAX_BYTES = 32 * 1024 * 1024
_HINT = "Send Content-Type: application/json."


class TooLarge(GagentError):
    """A body beyond MAX_BYTES."""


async def json_body(request: Request) -> Any:
    """The body as JSON, whatever its content type claims. Raises GagentError."""
    return _json(await _read(request))


async def fields(request: Request) -> dict[str, Any]:
    """The body as named values: a JSON object, a form, or nothing. Raises GagentError."""
    raw = (await _read(request)).strip()
    # `curl -d '{...}'` claims to be a form; no form begins with a brace.
    if raw[:1] not in (b"{", b"[") and (not raw or is_form(request)):
        try:
            return dict(parse_qsl(raw.decode(), keep_blank_values=True))
        except UnicodeDecodeError as error:
            raise GagentError("The form is not UTF-8 text.", hint=_HINT) from error
    value = _json(raw)
    if not isinstance(value, dict):
        raise GagentError("The body must be an object.", hint=_HINT)
    return value


def is_form(request: Request) -> bool:
    """Does a request say that its body is a form?"""
    kind = (request.headers.get("content-type") or "").partition(";")[0].strip().lower()
    return kind == "application/x-www-form-urlencoded"


async def _read(request: Request) -> bytes:
    try:
        return bytes(await request.post_body(max_bytes=MAX_BYTES))
    except PayloadTooLarge as error:
        raise TooLarge(
            f"The body is larger than {MAX_BYTES // 1024 // 1024} MB.", hint="Send it in several requests."
        ) from error


def _json(raw: bytes) -> Any:
    try:
        return orjson.loads(without_halves(raw))
    except orjson.JSONDecodeError as error:
        raise GagentError(f"The body is not JSON: {error}.", hint=_HINT) from error
