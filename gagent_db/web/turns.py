"""A page of messages -> what the transcript template shows, in order. All ``html`` is safe."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Any

from ..models import MediaRef, Message, Session
from ..store.titles import title_from
from ..wording import printable
from . import tool_calls
from .data import Transcript
from .excerpt import excerpt
from .filters import cut, local
from .highlight import mark
from .markdown import render
from .tool_calls import CallView

FOLD_SYSTEM = 280  # characters up to which a system message stays open
LONGEST_MESSAGE = 200_000  # characters shown; the row page has the rest
_LABELS = {"user": "You", "assistant": "Agent", "tool": "Tool result", "system": "System", "developer": "System"}


@dataclass(slots=True)
class Turn:
    """One message, or a divider (``role`` is then ``divider``)."""

    id: int
    role: str
    label: str = ""
    created_at: str = ""
    model: str | None = None
    tokens: int | None = None
    html: str = ""
    cut: int = 0
    folded: str | None = None  # shown while the body is folded; None: not folded
    thinking: str = ""
    calls: list[CallView] = field(default_factory=list)
    media: list[MediaRef] = field(default_factory=list)
    artifacts: list[dict[str, Any]] = field(default_factory=list)
    subagents: list[Session] = field(default_factory=list)
    continues: bool = False  # same speaker as the turn before: no header
    compacted: bool = False
    abandoned: bool = False  # on a branch that was left: the agent went on from an earlier message
    prompt: bool = False
    hits: int = 0


def turns(page: Transcript, query: str | None = None) -> list[Turn]:
    """The turns of a page, with dividers, hits marked and sub-agents in place."""
    out: list[Turn] = []
    for message in page.messages:
        if message.role == "tool" and message.id in page.shown_results and message.id in page.results:
            continue  # its call is on this page and shows it
        turn = _turn(message, page, query)
        previous = out[-1] if out else None
        if divider := _divider(previous, message):
            out.append(divider)
            previous = None
        turn.continues = bool(
            previous
            and (previous.role, previous.abandoned) == (turn.role, turn.abandoned)
            and turn.role in ("assistant", "tool")
            and not turn.prompt
        )
        out.append(turn)
    _place_subagents(out, page)
    return out


def _turn(message: Message, page: Transcript, query: str | None) -> Turn:
    turn = Turn(
        id=message.id,
        role=_role(message.role),
        label=_LABELS.get(message.role, message.role),
        created_at=message.created_at,
        model=message.model,
        tokens=message.output_tokens,
        media=list(message.media),
        artifacts=page.artifacts.get(message.id, []),
        compacted=message.status == "compacted",
        abandoned=(message.metadata or {}).get("branch") == "abandoned",
    )
    content, turn.cut = excerpt(message.content, LONGEST_MESSAGE, query)
    turn.html, turn.hits = mark(_body(message.role, content), query)
    if message.reasoning:
        turn.thinking, hits = mark(render(excerpt(message.reasoning, LONGEST_MESSAGE, query)[0]), query)
        turn.hits += hits
    for call in message.tool_calls:
        shown = _call(call, page, query)
        turn.hits += shown.hits
        turn.calls.append(shown)
    turn.folded = _fold(message, turn)
    turn.prompt = turn.role == "user" and turn.folded is None
    return turn


def _role(role: str) -> str:
    return {"developer": "system", "function": "tool"}.get(role, role if role in _LABELS else "system")


def _body(role: str, content: str) -> str:
    if not content.strip():
        return ""
    if role == "tool":
        return f'<pre class="result">{escape(printable(content))}</pre>'
    return render(content)


def _fold(message: Message, turn: Turn) -> str | None:
    """The summary line of a message that is machine text or long instructions; None keeps it open."""
    if not turn.html:
        return None
    if turn.role == "system" and len(message.content) > FOLD_SYSTEM:
        return _first_line(message.content)
    if turn.role == "tool":
        return _first_line(message.content)
    if turn.role == "user" and title_from(message.content) is None:
        turn.label, turn.role = "Note to the agent", "system"
        return _first_line(message.content)
    return None


def _first_line(text: str) -> str:
    return cut(text[:1000], 160)


def _call(call: Any, page: Transcript, query: str | None) -> CallView:
    result = page.results.get(call.result_message_id) if call.result_message_id else None
    shown = tool_calls.view(call, result.content if result else None, project=page.session.project, query=query)
    shown.line, hits_line = mark(escape(shown.line), query)
    shown.details, hits_details = mark(shown.details, query)
    shown.result, hits_result = mark(shown.result, query)
    shown.hits = hits_details + hits_result if hits_details or hits_result else hits_line
    return shown


def _divider(previous: Turn | None, message: Message) -> Turn | None:
    metadata = message.metadata or {}
    compaction = metadata.get("subtype") == "compact_boundary" or metadata.get("compaction")
    if compaction or (previous and previous.compacted and message.status != "compacted"):
        return Turn(message.id, "divider", label="Context compacted: what is above was summarised for the agent")
    day = _day(message.created_at)
    if previous and day and _day(previous.created_at) != day:
        return Turn(message.id, "divider", label=day)
    return None


def _day(created_at: str) -> str:
    """The day in this machine's time zone, as ``Friday, 1 May 2026``."""
    at = local(created_at)
    return f"{at:%A}, {at.day} {at:%B %Y}" if at else ""


# -- sub-agents ----------------------------------------------------------------------------------------


def _place_subagents(out: list[Turn], page: Transcript) -> None:
    """Put each sub-agent's session below the call that started it, else after the message it followed in time."""
    if not out:
        return
    taken: set[int] = set()
    for child in page.subagents:
        call = _call_of(out, child, taken)
        if call is not None:
            call.subagents.append(child)
            taken.add(id(call))
            continue
        host = [turn for turn in out if turn.role != "divider" and turn.created_at <= child.created_at]
        is_later = page.later and page.messages[-1].created_at < child.created_at
        if host and not is_later:
            host[-1].subagents.append(child)
        elif not page.earlier and not host:
            out[0].subagents.append(child)


def _call_of(out: list[Turn], child: Session, taken: set[int]) -> CallView | None:
    values = {str(value) for value in _flat((child.metadata or {}).values())}
    calls = [call for turn in out for call in turn.calls if id(call) not in taken]
    for call in calls:
        if call.call_id and call.call_id in values:
            return call
    started = [call for call in calls if call.starts_agent and (call.created_at or "") <= child.created_at]
    return started[-1] if started else None


def _flat(values: Iterable[Any]) -> Iterable[Any]:
    for value in values:
        if isinstance(value, dict):
            yield from _flat(value.values())
        else:
            yield value
