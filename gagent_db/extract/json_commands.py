"""Find commands in tool calls that a message quotes as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from ..coerce import encodable
from .items import Item, word_set
from .lazy import lazy
from .markup import Line
from .shell_lines import Span, as_line, is_shell_call, logical_end, normalize_command

_KEYS = "command|cmd|shell_command|shell|bash|script|commandline|command_line|run"
KEY_WORDS = word_set(_KEYS.replace("|", " ").replace("_", " "))
_JSON_COMMAND = lazy(
    rf'"(?:{_KEYS})"\s*:\s*(?:"((?:[^"\\]|\\.)*+)"|'
    r'\[((?:\s*"(?:[^"\\]|\\.)*+"\s*,?)+)\])'
)
_ESCAPED = lazy(r"((?:\\u[\da-fA-F]{4})+)|\\(.)")


def json_commands(text: str, keys: Iterable[int]) -> Iterator[Item]:
    """Yield the commands in tool calls that the text quotes as JSON. `keys`: offsets of words that may end a key."""
    done = 0
    for place in keys:
        match = _JSON_COMMAND.match(text, text.rfind('"', max(0, place - 16), place)) if place >= done else None
        if not match:
            continue
        done = match.end()
        if match[2] is not None:
            words = re.findall(r'"((?:[^"\\]|\\.)*+)"', match[2])
            if not is_shell_call(words):
                value = as_line([_decode(word) for word in words])
                yield Item("command", value, normalize_command(value), match.start(2), match.end(2))
                continue
            raw = words[-1]
            start = match.start(2) + match[2].rfind('"' + raw + '"') + 1
        else:
            raw, start = match[1], match.start(1)
        for left, right in _json_lines(raw):
            value = _decode(raw[left:right])
            if value.strip() and not value.lstrip().startswith("#"):
                yield Item("command", value, normalize_command(value), start + left, start + right)


def _json_lines(raw: str) -> Iterator[Span]:
    """Yield the spans of the logical command lines in a JSON string, where a newline is written `\\n`."""
    at = 0
    pieces: list[Span] = []
    for match in re.finditer(r"\\n|\\.", raw):
        if match[0] == "\\n":
            pieces.append((at, match.start()))
            at = match.end()
    pieces.append((at, len(raw)))
    decoded = "\n".join(_decode(raw[left:right]) for left, right in pieces)
    offset = 0
    lines = []
    for left, right in pieces:
        size = len(_decode(raw[left:right]))
        lines.append(Line("code", offset, offset + size))
        offset += size + 1
    index = 0
    while index < len(lines):
        last = logical_end(decoded, lines, index)
        left, right = pieces[index][0], pieces[last][1]
        while left < right and raw[left] == " ":
            left += 1
        while right > left and raw[right - 1] == " ":
            right -= 1
        if right > left:
            yield left, right
        index = last + 1


def _decode(raw: str) -> str:
    return _ESCAPED.sub(_character, raw)


def _character(escaped: re.Match[str]) -> str:
    if escaped[1]:  # half a character, as of a text that was cut, becomes a question mark
        return encodable(str(json.loads(f'"{escaped[1]}"')).replace("\0", "\ufffd"))
    return {"n": "\n", "t": "\t", "r": ""}.get(escaped[2], escaped[2])
