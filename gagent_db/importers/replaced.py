"""What neither UTF-8 nor SQLite text can hold, and U+FFFD stands for when a line of JSON is read. Pure functions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import orjson

OnReplaced = Callable[[str, int], None]  # called with what was replaced, and where in the bytes the first of it stood

_BOM = b"\xef\xbb\xbf"
_NUL_ESCAPE, _REPLACEMENT = b"\\u0000", "\ufffd"
# Every escape is a match, so that the "\\u0000" in "C:\\\\u0000" is none.
_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|"
    rb"(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})|(?P<nul>u0000)|.)",
    re.DOTALL,
)


def decode(raw: bytes, told: OnReplaced | None = None) -> Any:
    """JSON from bytes as they come: with a BOM, invalid UTF-8, control characters, lone surrogates.

    Raises ValueError with a short reason. ``told`` hears what was, or will be when it is stored, replaced.
    """
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        value = _decode_leniently(raw)
    else:
        if told is None or _NUL_ESCAPE not in raw:
            return value
    if told is not None and (found := replaced(raw)):
        told(*found)
    return value


def _decode_leniently(raw: bytes) -> Any:
    text = raw.removeprefix(_BOM).decode("utf-8", "replace").strip("\x00 \t\r\n\ufeff")
    try:
        return json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None


def replaced(raw: bytes) -> tuple[str, int] | None:
    """What of this JSON text cannot be kept as it is, and where the first of it stands; None when all can."""
    found: list[tuple[str, int, int]] = []  # what, how often, where the first
    if raw.startswith(_BOM):
        found.append(("a byte order mark", 1, 0))
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        count = raw.decode("utf-8", "replace").count(_REPLACEMENT) - raw.count(_REPLACEMENT.encode())
        found.append(("invalid UTF-8", count, error.start))
    if count := raw.count(b"\x00"):
        found.append(("NUL", count, raw.index(b"\x00")))
    escapes = list(_ESCAPE.finditer(raw))
    for what, places in (
        ("escaped NUL", [match.start() for match in escapes if match["nul"]]),
        ("lone surrogate", [match.start() for match in escapes if match["lone"]]),
    ):
        if places:
            found.append((what, len(places), places[0]))
    if not found:
        return None
    told = ", ".join(what if count == 1 else f"{what} ({count:,} times)" for what, count, _ in found)
    return told, min(place for _, _, place in found)
