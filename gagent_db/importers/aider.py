"""aider: ``.aider.chat.history.md`` in the folder it works in holds all chats of that folder, one after another.

A chat begins with ``# aider chat started at TIME``. The person's lines begin with ``####``, aider's own with ``>``, and
both end with two spaces (similar lines of an answer do not); the rest is the answer of the model. Only the chat has a
time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from ..coerce import float_or_none
from ..models import ToolCall
from ..store.incoming import clean_text
from ..times import to_iso
from .base import Importer, Item, ParsedMessage, ParsedSession, stable_id
from .files import AIDER_HISTORY
from .sources import MAX_LINE, Source
from .values import message

_BEGINS = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*\Z")
_MARKED = re.compile(r"(####|>)(?: (.*?))?  \Z")
_MODEL = re.compile(r"(?:Main model|Model): (\S+)")
_USED = re.compile(
    r"Tokens: (?P<input>[\d.]+[kM]?) sent, "
    r"(?:(?P<written>[\d.]+[kM]?) cache write, )?(?:(?P<read>[\d.]+[kM]?) cache hit, )?"
    r"(?P<output>[\d.]+[kM]?) received\.(?: Cost: \$(?P<cost>[\d.]+) message)?"
)
_RUN = re.compile(r"(?:/run |/test |!)\s*(.+)", re.DOTALL)
_SPOKEN = {"####": "user", ">": "tool", "": "assistant"}
_UNITS = {"k": 1_000, "M": 1_000_000}
_Line = tuple[str, str]  # (what it begins with, or nothing for a line of the model; what it says)


@dataclass(slots=True)
class _Chat:
    """One chat: when it began, and its lines."""

    started: str
    lines: list[_Line] = field(default_factory=list)


class Aider(Importer):
    name = "aider"

    def sniff(self, path: Path, head: bytes) -> bool:
        return head.lstrip().startswith(b"# aider chat started at ")

    def parse(self, source: Source) -> Iterator[Item]:
        for chat in _chats(source):
            yield from _messages(chat, source)


def _chats(source: Source) -> Iterator[_Chat]:
    chat: _Chat | None = None
    before = ""  # the last line: aider begins a chat after an empty one
    with source.path.open("rb") as stream:
        while raw := stream.readline(MAX_LINE):
            source.line += 1
            line = raw.decode("utf-8-sig" if source.line == 1 else "utf-8", "replace").rstrip("\r\n")
            if "\ufffd" in line:
                source.replace("invalid UTF-8")
            begins = None if before.strip() else _BEGINS.match(line)
            before = line
            if begins:
                if chat:
                    yield chat
                chat = _Chat(begins[1])
            elif chat:
                marked = _MARKED.match(line)
                chat.lines.append((marked[1], marked[2] or "") if marked else ("", line))
    if chat:
        yield chat


def _messages(chat: _Chat, source: Source) -> Iterator[Item]:
    """The session of a chat and what was said in it; a chat in which nobody spoke is counted."""
    first = next((number for number, (mark, _) in enumerate(chat.lines) if mark == "####"), None)
    if first is None:
        source.pass_over("chat without a prompt")
        return
    banner = _text(chat.lines[:first])
    spoken = [(mark, _text(lines)) for mark, lines in groupby(chat.lines[first:], key=itemgetter(0))]
    session_id = f"aider-{stable_id('aider', chat.started, spoken[0][1])[:20]}"
    model = _MODEL.search(banner)
    yield ParsedSession(
        session_id,
        "aider",
        created_at=to_iso(chat.started),
        model=model[1] if model else None,
        cwd=str(source.path.absolute().parent) if source.path.name == AIDER_HISTORY else None,
    )
    if banner:
        told = message("system", banner, uid=stable_id(session_id, 0), at=chat.started, content_type="meta")
        yield ParsedMessage(session_id, told, update=True)
    found = [(mark, words) for mark, words in spoken if words]
    for number, (mark, words) in enumerate(found, 1):
        ran = _RUN.match(words) if mark == "####" else None
        calls = [ToolCall("bash", {"command": ran[1]})] if ran else []
        used = {} if mark else _usage(found[number : number + 1])
        uid = stable_id(session_id, number)
        said = message(_SPOKEN[mark], words, uid=uid, at=chat.started, tool_calls=calls, **used)
        yield ParsedMessage(session_id, said, update=True)


def _text(lines: Iterable[_Line]) -> str:
    return clean_text("\n".join(words for _, words in lines).strip())


def _usage(following: list[_Line]) -> dict[str, Any]:
    """The tokens and cost of an answer, rounded, as aider prints them after it."""
    used = _USED.search(following[0][1]) if following and following[0][0] == ">" else None
    if used is None:
        return {}
    read, written = _number(used["read"]), _number(used["written"])
    return {
        "input_tokens": _number(used["input"]),
        "output_tokens": _number(used["output"]),
        "cache_read_tokens": read,
        "cache_write_tokens": written,
        "cost_usd": float_or_none(used["cost"]),
    }


def _number(text: str | None) -> int | None:
    """``950``, ``2.1k``, ``1.3M``."""
    if not text:
        return None
    return round(float(text.rstrip("kM")) * _UNITS.get(text[-1], 1)) if text.count(".") < 2 else None


importer = Aider()
