"""Read a session, or a place in it, within a number of characters: whole messages first, cuts marked."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from typing import TypeVar

from ..errors import GagentError
from ..models import Message, Session, ToolCall
from ..recall.results import size
from ..store import messages as stored
from ..store import sessions
from ..store.database import Store
from .types import CalledTool, Gap, ReadMessage, SearchAnswer

T = TypeVar("T")
HEAD, TAIL = 40, 40  # messages fetched from each end of a session
WINDOW, WIDEST = 5, 50  # messages shown on each side of an anchor
_SMALL = 1000  # characters below which an answer says less about the session
_LEAST = 160  # least characters of text in a cut message
_TINY = 400  # and below which it has only its id
_WORTH = 32  # least characters of text for which a cut message is worth its mark
_FOR_NEXT = 120  # characters kept for the beginning of a message
_FOR_GAP = 120  # characters kept for the gap between head and tail
_SESSION = ("id", "key", "channel", "chat_id", "title", "project", "parent_session_id", "created_at", "updated_at",
            "message_count", "model")  # fmt: skip


def that_fit(items: list[T], room: int) -> list[T]:
    """The first items of a list, as many as ``room`` characters hold."""
    for at, item in enumerate(items):
        room -= size(item) + 2 * (at > 0)
        if room < 0:
            return items[:at]
    return items


def read(store: Store, ref: str, *, max_chars: int, role: str | None = None) -> SearchAnswer:
    """A whole session, or its head and tail when it is long."""
    with store.snapshot():
        session = sessions.find_session(store, ref)
        rows = stored.history(store, session.id, after=0, limit=HEAD)
        tail = [m for m in stored.history(store, session.id, limit=TAIL) if not rows or m.id > rows[-1].id]
    rows = _of_role([*rows, *tail], role)
    answer = _answer("read", session, max_chars)
    middle = (len(rows) + 1) // 2
    room = max_chars - size(answer) - (_FOR_GAP if max_chars >= _SMALL else 0)
    shown = _fill([_shown(row) for row in rows], range(middle), range(len(rows) - 1, middle - 1, -1), room)
    answer["messages"] = [message for _, message in shown]
    hidden = session.message_count - len(shown)
    answer["truncated"] = (hidden > 0 and role is None) or any("cut" in message for _, message in shown)
    if hidden > 0 and role is None and len(shown) > 1:
        answer["omitted"] = [_gap([rows[index] for index, _ in shown], hidden)]
        if size(answer) > max_chars:
            del answer["omitted"]
    return answer


def scroll(
    store: Store, message_id: int, *, ref: str | None, window: int | None, max_chars: int, role: str | None = None
) -> SearchAnswer:
    """A message with its neighbours. Use the first or last id shown as the next anchor to go on."""
    wanted = max(1, min(WIDEST, WINDOW if window is None else window))
    with store.snapshot() as conn:
        rows = stored.window(store, message_id, wanted + 1)
        if not rows:
            raise GagentError(f"There is no message {message_id}.", hint="Take message ids from a search.")
        session = sessions.find_session(store, rows[0].session_id)
        meant = session if ref is None else sessions.find_session(store, ref)
        if meant.id != session.id and meant.id not in sessions.lineage(conn, session.id):
            raise GagentError(f"Message {message_id} is in session {session.id}, not in {meant.id}.")
    at = next(index for index, row in enumerate(rows) if row.id == message_id)
    first, last = max(0, at - wanted), min(len(rows), at + wanted + 1)
    near = _of_role(rows[first:last], role, keep=message_id)
    at = next(index for index, row in enumerate(near) if row.id == message_id)
    answer = _answer("scroll", session, max_chars)
    if max_chars >= _TINY:
        answer["has_earlier"], answer["has_later"] = first > 0, last < len(rows)
    room = max_chars - size(answer) - len(', "anchor": true')
    shown = _fill([_shown(row) for row in near], range(at, len(near)), range(at - 1, -1, -1), room)
    for _, message in shown:
        if message["message_id"] == message_id:
            message["anchor"] = True
    answer["messages"] = [message for _, message in shown]
    if max_chars >= _TINY and shown:
        answer["has_earlier"] |= shown[0][0] > 0
        answer["has_later"] |= shown[-1][0] < len(near) - 1
    answer["truncated"] = len(shown) < len(near) or any("cut" in message for _, message in shown)
    return answer


def _answer(mode: str, session: Session, max_chars: int) -> SearchAnswer:
    columns = session.to_dict()
    names = _SESSION if max_chars >= _SMALL else ("id", "channel") if max_chars >= _TINY else ("id",)
    return {
        "ok": True,
        "mode": mode,
        "truncated": False,
        "session": {name: columns[name] for name in names},
        "messages": [],
    }


def _of_role(rows: Sequence[Message], role: str | None, keep: int | None = None) -> list[Message]:
    wanted = sessions.roles_in(role)
    return [row for row in rows if not role or row.role in wanted or row.id == keep]


def _gap(shown: Sequence[Message], hidden: int) -> Gap:
    """Where messages are missing between head and tail: the widest step in ids."""
    pairs = list(itertools.pairwise(shown))
    before, after = max(pairs, key=lambda pair: pair[1].id - pair[0].id)
    return {"after_message_id": before.id, "before_message_id": after.id, "messages": hidden}


def _fill(
    whole: Sequence[ReadMessage], forth: Sequence[int], back: Sequence[int], room: int
) -> list[tuple[int, ReadMessage]]:
    """Take messages alternately from both sequences of positions until ``room`` characters are used up.

    If not all fit whole, long ones are cut to a share of the room, so that one log does not hide the rest, and a little
    is always left for the next one on each side, from which a reader pages on. The first one is always shown, as far as
    it fits.
    """
    share, kept = room, 0
    if sum(size(whole[index]) + 2 for index in (*forth, *back)) > room:
        share = max(_LEAST, room // 5)
        kept = min(2, len(forth) + len(back) - 1)
    taken: list[tuple[int, ReadMessage]] = []
    sides = [iter(forth), iter(back)]
    while sides:
        side = sides.pop(0)
        index = next(side, None)
        if index is None:
            continue
        between = 2 if taken else 0
        given = room - between - max(0, kept - len(taken)) * _FOR_NEXT
        message = _cut(whole[index], min(share + _envelope(whole[index], share), given))
        if size(message) > given or _nothing_left(message):
            message = _least(whole[index], max(given, min(_FOR_NEXT, room - between)))
        cost = size(message) + between
        if cost > room or (taken and _nothing_left(message)):
            continue  # this side ends here: anything further would leave a hole
        room -= cost
        taken.append((index, message))
        sides.append(side)
    return sorted(taken, key=lambda item: item[0])


def _envelope(message: ReadMessage, share: int) -> int:
    """Characters that a message takes besides its text; its tool calls count up to a share of their own."""
    calls = min(size(message.get("tool_calls", [])), share)
    return size({**message, "content": "", "tool_calls": []}) + calls


def _least(message: ReadMessage, room: int) -> ReadMessage:
    """The beginning of a message for which there is hardly any room; for one that only calls tools, their names."""
    calls = message.get("tool_calls", [])
    text = message["content"] or ", ".join(call["tool_name"] for call in calls)
    whole = len(text) + (size(calls) if calls else 0)
    least: ReadMessage = {"message_id": message["message_id"], "role": message["role"], "content": "", "cut": whole}
    for length in range(min(len(text), room - size(least)), 0, -1):
        mark = "…" if length < whole else ""
        least["content"], least["cut"] = f"{text[:length]}{mark}", whole - length
        if size(least) <= room:
            break
    if least["content"] and not least["cut"] and "media" not in message:
        del least["cut"]
    return least


def _nothing_left(message: ReadMessage) -> bool:
    """Was all of its text cut away?"""
    text = message["content"]
    return "cut" in message and (not text or text.startswith(" …")) and not message.get("tool_calls")


def _shown(message: Message) -> ReadMessage:
    shown: ReadMessage = {
        "message_id": message.id,
        "role": message.role,
        "created_at": message.created_at,
        "content": message.content,
    }
    if message.tool_calls:
        shown["tool_calls"] = [_called(call) for call in message.tool_calls]
    if message.media:
        shown["media"] = [{"kind": ref.kind, "path": ref.path, "mime_type": ref.mime_type} for ref in message.media]
    return shown


def _called(call: ToolCall) -> CalledTool:
    """A tool call with its known fields."""
    called: CalledTool = {"tool_name": call.tool_name, "arguments": call.arguments}
    if call.result_summary:
        called["result_summary"] = call.result_summary
    if call.status is not None:
        called["status"] = call.status
    if call.exit_code is not None:
        called["exit_code"] = call.exit_code
    return called


def _cut(message: ReadMessage, room: int) -> ReadMessage:
    """The message, with first its tool calls and then its text shortened until it fits; a mark says by how much."""
    if size(message) <= room:
        return message
    cut: ReadMessage = {**message}
    lost = 0
    if "tool_calls" in cut:
        calls = cut["tool_calls"]
        each = max(40, room // (4 * len(calls)))
        cut["tool_calls"] = [_cut_call(call, each) for call in calls]
        lost += size(message["tool_calls"]) - size(cut["tool_calls"])
    content = message["content"]
    cut["cut"] = lost
    if size(cut) > room:
        # Escapes lengthen each text differently, so search for the longest beginning that fits.
        none, most = 0, min(len(content), room)
        while none < most:
            keep = (none + most + 1) // 2
            cut["content"], cut["cut"] = _short(content, keep), lost + len(content) - keep
            none, most = (keep, most) if size(cut) <= room else (none, keep - 1)
        keep = none if none >= _WORTH else 0
        cut["content"], cut["cut"] = _short(content, keep), lost + len(content) - keep
    return cut


def _cut_call(call: CalledTool, length: int) -> CalledTool:
    cut: CalledTool = {**call}
    if size(call["arguments"]) > length:
        cut["arguments"] = _within(json.dumps(call["arguments"], ensure_ascii=False), length)
    if "result_summary" in call:
        cut["result_summary"] = _within(call["result_summary"], length)
    return cut


def _within(text: str, length: int) -> str:
    """The text cut to about ``length`` characters of JSON."""
    return _short(text, max(1, length * len(text) // size(text)))


def _short(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    return f"{text[:length].rstrip()} … [cut: {len(text) - length} more characters]"
