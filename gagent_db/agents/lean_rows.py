"""Memories and facts for a model that pays for every character: empty fields are left out, times are dates."""

from __future__ import annotations

from typing import Any

from ..memory.scan import withheld
from ..recall.results import size
from ..times import to_iso
from ..wording import counted
from .reading import that_fit

MOST = 24_000  # characters of an answer
_FOR_HINT = 160  # and of the hint when they are not enough
_LISTS = ("memories", "facts", "history")
_INTERNAL = frozenset(
    ("rid", "created_at", "last_accessed_at", "forgotten", "written_turn", "last_referenced_turn", "line")
)

Row = dict[str, Any]


def lean(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer of a memory tool as sent over MCP; ``hint`` says how much had no room.

    An export whose rows do not fit keeps only its ``text``, which says the same.
    """
    name = next((name for name in _LISTS if name in answer), None)
    if name is None:
        return answer
    answer = {**answer, name: [_lean(row) for row in answer[name]]}
    if size(answer) <= MOST:
        return answer
    rows, room = answer[name], MOST - _FOR_HINT
    if "text" in answer:
        lines = answer["text"].splitlines()
        lines = that_fit(lines, room - size({**answer, name: [], "text": ""})) or lines[:1]
        left_out, what_to_do = len(rows) - len(lines), "The text alone has room: give a scope or status."
        answer |= {name: [], "text": "\n".join(lines)}
    else:
        answer[name] = that_fit(rows, room - size({**answer, name: []})) or rows[:1]
        left_out, what_to_do = len(rows) - len(answer[name]), "Ask for less at once."
    missing = f"{counted(left_out, 'entry', 'entries')} had no room. " if left_out else ""
    return {**answer, "truncated": True, "hint": missing + what_to_do}


def _lean(row: Row) -> Row:
    told = {name: _told(value) for name, value in row.items() if name not in _INTERNAL}
    if "content" in told:
        told["content"] = withheld(told["content"])  # it may have got in past the scanner
    if "updated_at" in told:
        told["updated_at"] = f"{(to_iso(row['updated_at']) or '')[:16]}Z"
    return {name: value for name, value in told.items() if value not in (None, [], {})}


def _told(value: Any) -> Any:
    """The place where something was said, without unknown fields."""
    return {name: part for name, part in value.items() if part is not None} if isinstance(value, dict) else value
