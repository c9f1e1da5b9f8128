"""Characters that UTF-8 or SQLite text cannot hold become U+FFFD when JSON is read. No I/O."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import orjson

OnReplaced = Callable[[str, int], None]  # called with what was replaced, and the byte where the first one was

_BOM = b"\xef\xbb\xbf"
_NUL_ESCAPE, _REPLACEMENT = b"\\u0000", "\ufffd"
_COUNTED = 1 << 20  # bytes up to which replacements are counted; reading a line once more takes memory
# Everything up to the next escape that cannot be kept; other escapes and pairs of surrogates count as one.
_NEXT = re.compile(
    rb"(?:[^\\]++|\\[^u]|\\u(?!0000|[dD][89a-fA-F])|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})*+"
    rb"\\(?:(?P<NUL>u0000)|(?P<surrogate>u[dD][89a-fA-F][0-9a-fA-F]{2}))"
)


def decode(raw: bytes, told: OnReplaced | None = None) -> Any:
    """JSON from bytes as they come: with a BOM, invalid UTF-8, control characters, lone surrogates.

    Raises ValueError with a short reason. ``told`` is called with what was replaced, or will be when it is stored.
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
        where = f"line {error.lineno}, character {error.colno}" if error.lineno > 1 else f"character {error.colno}"
        raise ValueError(f"{error.msg.removesuffix(' at')} at {where}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None


def replaced(raw: bytes) -> tuple[str, int] | None:
    """What in this JSON text cannot be kept, and where it occurs first; None if everything can."""
    found: list[tuple[str, int, int]] = []  # what, how often, where the first
    if raw.startswith(_BOM):
        found.append(("a byte order mark", 1, 0))
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        count = 1
        if len(raw) <= _COUNTED:
            count = raw.decode("utf-8", "replace").count(_REPLACEMENT) - raw.count(_REPLACEMENT.encode())
        found.append(("invalid UTF-8", count, error.start))
    if count := raw.count(b"\x00"):
        found.append(("NUL", count, raw.index(b"\x00")))
    counts: Counter[str] = Counter()
    first: dict[str, int] = {}
    place = 0
    while match := _NEXT.match(raw, place):
        place, name = match.end(), match.lastgroup or ""
        counts[name] += 1
        first.setdefault(name, match.start(name))
    for what, name in (("escaped NUL", "NUL"), ("lone surrogate", "surrogate")):
        if counts[name]:
            found.append((what, counts[name], first[name]))
    if not found:
        return None
    told = ", ".join(what if count == 1 else f"{what} ({count:,} times)" for what, count, _ in found)
    return told, min(place for _, _, place in found)
