"""Slash commands for a chat (``COMMANDS``): plain-text replies that fit one message.

``/search`` means recall only when the host says so; any other command returns None and stays the host's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..answers import artifacts
from ..checks import check
from ..coerce import encodable
from ..errors import GagentError, NotFound
from ..recall.query import parse
from ..recall.results import Hit, SessionHits
from ..recall.search import search
from ..recall.snippets import as_text, shorter
from ..store.database import Store
from ..times import local
from ..wording import counted, one_line
from . import reading, tools
from .context import context

MAX_CHARS = 3500  # Telegram takes 4096; hosts often add a line of their own
_COMMAND = re.compile(r"/([A-Za-z_]+)(?:@\w+)?(?:\s+(.*))?\Z", re.DOTALL)
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'"})
_LEAST_BLOCK, _ROOMY, _SECOND = 130, 400, 640  # characters of a conversation found: in brief, in full, with two hits
_LEAST_SAID, _SAID = 30, 200  # characters of a hit
_GAP = "\n\n"
_REST = len(_GAP + "... and 100 more") + len(_GAP)
_MESSAGE_ID = re.compile(r"(?:#|m)?(\d{1,18})\Z")


@dataclass(frozen=True, slots=True)
class Request:
    """One command as it was typed."""

    store: Store
    command: str
    argument: str
    session_key: str | None
    max_chars: int


def handle(
    text: str | None,
    session_key: str | None = None,
    db: Store | None = None,
    *,
    search_is_recall: bool = False,
    max_chars: int = MAX_CHARS,
) -> str | None:
    """The reply to a slash command, or None if it is not ours. Never raises for what a person typed.

    ``session_key`` is the chat the command came from; ``/recall`` leaves that conversation out.
    """
    check(message=text, max_chars=max_chars)
    typed = _COMMAND.match(encodable(text or "").strip())
    if typed is None:
        return None
    command = typed[1].lower()
    if command == "search" and search_is_recall:
        command = "history"
    answer = COMMANDS.get(command)
    if answer is None:
        return None
    argument = (typed[2] or "").strip().translate(_QUOTES)
    if len(argument) > 1 and argument[0] == argument[-1] == "'":
        argument = f'"{argument[1:-1]}"'
    if argument.count('"') % 2:  # the closing quotation mark was forgotten
        argument = argument.replace('"', " ").strip()
    try:
        reply = answer(Request(db or tools.default_store(), command, argument, session_key, max_chars))
    except GagentError as error:
        reply = f"{error.message} {error.hint or ''}".strip()
    return _fitted(reply, max_chars)


def _history(request: Request) -> str:
    if not request.argument:
        return f'Usage: /{request.command} <words>   for example: /{request.command} "database schema"'
    result = search(request.store, request.argument, limit=5, window=0, hits_per_session=2)
    if not result.sessions:
        return f"Nothing found for: {request.argument}\n{result.hint or ''}".strip()
    head = f"{counted(result.total_sessions, 'conversation')} for: {request.argument}"
    if result.mode in ("relaxed", "semantic"):
        head += "\n(not these very words; these come closest)"
    head = "\n".join(filter(None, [head, result.hint, result.degraded]))
    room = request.max_chars - len(head) - _REST
    shown = min(len(result.sessions), max(1, room // _LEAST_BLOCK))
    blocks = [_found(number, item, room // shown) for number, item in enumerate(result.sessions, 1)]
    return _grouped([head], blocks, request.max_chars)


def _found(number: int, item: SessionHits, room: int) -> str:
    """A conversation with its hits or, with little room, its best hit cut around the match."""
    if not item.hits:  # only filters were given, so nothing in it is a hit
        return f"{number}. {_title(item)}\n   {_where(item)}\n   /open {item.key or item.session_id}"
    if room < _ROOMY:
        hit = item.hits[0]
        head = f"{number}. {_time(hit.created_at)} {hit.role}, {counted(item.hit_count, 'hit')}: "
        tail = f"\n   /open {hit.message_id}"
        return f"{head}{_said(hit, room - len(head) - len(tail) - len(_GAP))}{tail}"
    lines = [f"{number}. {_title(item)}", f"   {_where(item)}, {counted(item.hit_count, 'hit')}"]
    for hit in item.hits[: 2 if room >= _SECOND else 1]:
        lines.append(f"   {_time(hit.created_at)} {hit.role}: {_said(hit, _SAID)}\n   /open {hit.message_id}")
    return "\n".join(lines)


def _said(hit: Hit, length: int) -> str:
    """The words around what matched, in one line of at most ``length`` characters but never less than a few."""
    length = max(_LEAST_SAID, min(length, _SAID))
    return one_line(as_text(shorter(hit.snippet, length + len("<mark></mark>"))), length)


def _sessions(request: Request) -> str:
    """The recent conversations: all, those of a channel, or those that a query finds."""
    channel = _channel(request)
    query = "" if channel else request.argument
    result = search(request.store, query, limit=10, window=0, hits_per_session=1, channel=channel)
    blocks = [_found(number, item, _ROOMY) for number, item in enumerate(result.sessions, 1)]
    if not blocks:
        return f"Nothing found for: {request.argument}" if request.argument else "No conversations are recorded yet."
    head = "Recent conversations" if result.mode == "recent" else "Conversations"
    about = f" for: {request.argument}" if request.argument else ""
    return _grouped([f"{head}{about}"], blocks, request.max_chars)


def _channel(request: Request) -> str | None:
    """The intended channel, however a phone has written it."""
    named = "SELECT channel FROM sessions WHERE channel = ? COLLATE NOCASE LIMIT 1"
    row = request.store.read().execute(named, (request.argument,)).fetchone() if request.argument else None
    return row["channel"] if row else None


def _recall(request: Request) -> str:
    if not request.argument:
        return "Usage: /recall <question>   for example: /recall what did we decide about the schema?"
    block = context(
        request.store,
        request.argument,
        budget=max(100, request.max_chars // 4),
        exclude_session=request.session_key,
        wrap=False,
    )
    return block or f"Nothing is known about: {request.argument}"


def _decisions(request: Request) -> str:
    return _artifacts(request, "decision", "decision")


def _open(request: Request) -> str:
    """Open items or, with a message or session id, that transcript."""
    request = replace(request, argument=request.argument.strip('"'))
    if request.argument and (transcript := _transcript(request)):
        return transcript
    return _artifacts(request, "unresolved", "open item")


def _artifacts(request: Request, kind: str, name: str) -> str:
    typed = parse(request.argument)  # channel:x and the like
    page = artifacts(request.store, kind, typed.text.replace('"', " "), limit=10, **typed.filters)
    about = f" for: {request.argument}" if request.argument else ""
    if not page.items:
        return f"No {name}s{about}."
    blocks = []
    for number, item in enumerate((group.to_dict() for group in page.items), 1):
        place = item["mentions"][-1]["message_id"]
        later = item.get("superseded_by")
        gone = f"\n   superseded by: {one_line(str(later['value']), 200)} /open {later['message_id']}" if later else ""
        said = one_line(str(item["value"]), 300)
        blocks.append(f"{number}. {said}{gone}\n   {_time(item['last_seen'])} /open {place}")
    more = " (the newest of them)" if page.next else ""
    return _grouped([f"{counted(len(blocks), name)}{about}{more}"], blocks, request.max_chars)


def _transcript(request: Request) -> str | None:
    number = _MESSAGE_ID.match(request.argument)
    try:
        if number:
            answer = reading.scroll(
                request.store, int(number[1]), ref=None, window=3, max_chars=max(800, request.max_chars - 400)
            )
        else:
            answer = reading.read(request.store, request.argument, max_chars=max(800, request.max_chars - 400))
    except NotFound:
        return None
    session = answer["session"]
    gaps = {gap["after_message_id"]: gap["messages"] for gap in answer.get("omitted", [])}
    lines = [session.get("title") or session["id"], f"{session['channel']}, {session['id']}", ""]
    for message in answer["messages"]:
        mark = ">" if message.get("anchor") else " "
        told = filter(None, [_time(message.get("created_at")), message["role"], f"[{message['message_id']}]"])
        lines.append(f"{mark} {' '.join(told)}")
        lines += [message["content"]] if message["content"] else []
        lines += [
            one_line(f"{call['tool_name']}: {_given(call['arguments'])}", 200) for call in message.get("tool_calls", [])
        ]
        if hidden := gaps.get(message["message_id"]):
            lines.append(f"... {counted(hidden, 'message')} not shown ...")
    return "\n".join(lines)


def _given(arguments: Any) -> str:
    """The arguments of a call for a person: the values, with names if there are several."""
    if not isinstance(arguments, Mapping):
        return str(arguments or "")
    if len(arguments) == 1:
        return str(next(iter(arguments.values())))
    return ", ".join(f"{name}: {value}" for name, value in arguments.items())


COMMANDS: dict[str, Callable[[Request], str]] = {
    "history": _history,
    "hists": _history,
    "sessions": _sessions,
    "recall": _recall,
    "decisions": _decisions,
    "open": _open,
}


# -- text ----------------------------------------------------------------------------------------------


def _grouped(head: Iterable[str], blocks: list[str], max_chars: int) -> str:
    """The head and as many whole blocks as fit (the first is cut if it must be); the others are counted."""
    parts = ["\n".join(line for line in head if line)]
    room = max_chars - len(parts[0]) - _REST
    for shown, block in enumerate(blocks):
        if len(block) > room and shown:
            parts.append(f"... and {len(blocks) - shown} more")
            break
        parts.append(_fitted(block, max(room, _LEAST_SAID)))  # the first one is shown in any case
        room -= len(parts[-1]) + len(_GAP)
    return _GAP.join(parts)


def _fitted(reply: str, max_chars: int) -> str:
    return reply if len(reply) <= max_chars else reply[: max(0, max_chars - 2)].rstrip() + " …"


def _title(item: SessionHits) -> str:
    return one_line(item.title or item.session_id, 80)


def _where(item: SessionHits) -> str:
    return f"{item.key or item.channel}, {_time(item.updated_at)}, {counted(item.message_count, 'message')}"


def _time(iso: str | None) -> str:
    """A stored time in the machine's zone, to the minute."""
    return local(iso) if iso else ""
