"""One tool call -> the line that says what it did, and the details that unfold below it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

import orjson
from pygments.lexers import get_lexer_for_filename
from pygments.util import ClassNotFound

from ..models import ToolCall
from ..wording import one_line, printable
from .excerpt import excerpt
from .markdown import code

LONGEST_RESULT = 12_000  # characters of a result shown; the row page has the rest
LONGEST_DIFF = 40_000
LONGEST_LINE = 240
_FAILED = frozenset({"error", "failed", "failure", "denied", "rejected", "cancelled", "interrupted", "timeout"})
_COMMANDS = ("command", "cmd", "script")
_PATHS = ("file_path", "path", "notebook_path", "filename", "file", "target_file")
_SAYING = (
    "description",
    "query",
    "url",
    "pattern",
    "prompt",
    "title",
    "subject",
    "message",
    "text",
    "question",
    "name",
)
_AGENT = re.compile(r"task|agent|delegate|spawn", re.IGNORECASE)


@dataclass(slots=True)
class CallView:
    """What the transcript shows of a call. ``html`` fields are safe."""

    name: str
    line: str
    starts_agent: bool = False
    note: str = ""  # right of the line: "exit 1", "+3 −2", "42 lines"
    failed: bool = False
    details: str = ""  # html
    result: str = ""  # html
    cut: int = 0  # characters of the result not shown
    result_id: int | None = None
    call_id: str | None = None
    created_at: str | None = None
    hits: int = 0
    subagents: list[Any] = field(default_factory=list)


def view(call: ToolCall, result: str | None, *, project: str | None = None, query: str | None = None) -> CallView:
    """``result`` is the whole text of the result message; the stored summary stands in for it. Paths below ``project``
    are shown relative to it; long texts also show what ``query`` finds."""
    arguments = call.arguments if isinstance(call.arguments, Mapping) else {"": call.arguments}
    command = _command(arguments)
    path = _first(arguments, _PATHS)
    text = printable(result if result is not None else call.result_summary or "").rstrip()
    shown = CallView(
        name=printable(call.tool_name),
        line=printable(_line(arguments, command, _below(path, project))),
        starts_agent=command is None and path is None and bool(_AGENT.search(call.tool_name)),
        failed=is_failed(call),
        call_id=call.call_id,
        created_at=call.created_at,
        result_id=call.result_message_id,
    )
    shown.details = _details(arguments, command, path, query)
    shown.note = _note(call, arguments, text)
    part, shown.cut = excerpt(text, LONGEST_RESULT, query)
    shown.result = escape(part)
    return shown


def is_failed(call: ToolCall) -> bool:
    """Did the call fail?"""
    if call.exit_code is not None:
        return call.exit_code != 0
    return (call.status or "").lower() in _FAILED


def _below(path: str | None, project: str | None) -> str | None:
    return path[len(project) + 1 :] if path and project and path.startswith(f"{project}/") else path


def _line(arguments: Mapping[str, Any], command: str | None, path: str | None) -> str:
    if command is not None:
        return one_line(command, LONGEST_LINE)
    pattern = _first(arguments, ("pattern", "regex", "search"))
    if pattern and path:
        return one_line(f"{pattern}  in {path}", LONGEST_LINE)
    if path:
        return one_line(path, LONGEST_LINE)
    todos = arguments.get("todos") or arguments.get("plan")
    if isinstance(todos, list) and todos:
        done = sum(1 for todo in todos if isinstance(todo, Mapping) and todo.get("status") in ("completed", "done"))
        return f"{done} of {len(todos)} done"
    return one_line(_first(arguments, _SAYING) or _pairs(arguments), LONGEST_LINE)


def _pairs(arguments: Mapping[str, Any]) -> str:
    values = [(name, value) for name, value in arguments.items() if value not in (None, "", [], {})]
    if len(values) == 1 and isinstance(values[0][1], str):
        return values[0][1]
    return ", ".join(f"{name}={value if isinstance(value, str) else _json(value)}" for name, value in values)


def _note(call: ToolCall, arguments: Mapping[str, Any], text: str) -> str:
    if call.exit_code:
        return f"exit {call.exit_code}"
    if is_failed(call):
        return (call.status or "failed").lower()
    changed = _change_counts(arguments)
    if changed:
        return changed
    lines = text.strip().count("\n") + 1 if text.strip() else 0
    if lines == 1 and len(text.strip()) <= 48:
        return text.strip()
    return f"{lines} lines" if lines > 1 else ""


def _change_counts(arguments: Mapping[str, Any]) -> str:
    diff = _diff(arguments)
    if not diff:
        return ""
    added = sum(1 for line in diff if line.startswith("+"))
    removed = sum(1 for line in diff if line.startswith("-"))
    return f"+{added} −{removed}"


def _diff(arguments: Mapping[str, Any]) -> list[str]:
    """The lines that an edit (or several) removes and adds, with two around them; ⋯ marks omitted lines. Empty for
    other calls and for very long edits."""
    edits = arguments.get("edits")
    pairs = [pair for edit in (edits if isinstance(edits, list) else [arguments]) if (pair := _texts(edit))]
    if sum(len(old) + len(new) for old, new in pairs) > LONGEST_DIFF:
        return []
    lines: list[str] = []
    for old, new in pairs:
        found = difflib.unified_diff(old.splitlines(), new.splitlines(), n=2, lineterm="")
        lines += ["⋯" if line.startswith("@@") else line for line in islice(found, 2, None)]  # after two file names
    return lines[1:]


def _texts(edit: Any) -> tuple[str, str] | None:
    """(the text that an edit replaces, its replacement)."""
    if not isinstance(edit, Mapping):
        return None
    old = _first(edit, ("old_string", "old_str", "old_text"))
    new = edit.get("new_string", edit.get("new_str", edit.get("new_text")))
    return (old, new) if old is not None and isinstance(new, str) else None


def _details(arguments: Mapping[str, Any], command: str | None, path: str | None, query: str | None) -> str:
    """The arguments, in the form that reads best."""

    def part(text: str) -> str:
        return excerpt(printable(text), LONGEST_RESULT, query)[0]

    if command is not None:
        return _pre(code(part(command), "bash"), "command") if "\n" in command or len(command) > 90 else ""
    if diff := _diff(arguments):
        return _pre(code("\n".join(diff), "diff"), "diff")
    body = _first(arguments, ("content", "contents", "file_text", "patch", "input"))
    if path and body:
        return _pre(code(part(body), _language(path)), "content")
    todos = arguments.get("todos") or arguments.get("plan")
    if isinstance(todos, list):
        return _todo_list(todos)
    rest = {name: value for name, value in arguments.items() if value not in (None, "") and name}
    if list(rest) == ["path"] or list(rest) == ["file_path"] or not rest:
        return ""
    long_text = [(name, value) for name, value in rest.items() if isinstance(value, str) and "\n" in value]
    if len(rest) <= 4 and long_text:
        return "".join(
            f'<p class="argument-name">{escape(name)}</p>{_pre(escape(part(str(value))), "content")}'
            for name, value in rest.items()
        )
    pretty = orjson.dumps(rest, option=orjson.OPT_INDENT_2, default=str).decode()
    return _pre(code(part(pretty), "json"), "arguments") if len(pretty) > 60 else ""


def _todo_list(todos: list[Any]) -> str:
    rows = []
    for todo in todos[:100]:
        item = todo if isinstance(todo, Mapping) else {"content": todo}
        text = str(item.get("content") or item.get("step") or item.get("text") or "")
        state = str(item.get("status") or "pending")
        rows.append(f'<li class="todo-{escape(state, quote=True)}">{escape(text)}</li>')
    return f'<ul class="todos">{"".join(rows)}</ul>'


def _language(path: str) -> str | None:
    try:
        return str(get_lexer_for_filename(PurePosixPath(path).name).aliases[0])
    except (ClassNotFound, IndexError):
        return None


def _command(arguments: Mapping[str, Any]) -> str | None:
    for name in _COMMANDS:
        value = arguments.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, list) and value:
            parts = [str(part) for part in value]
            return parts[-1] if len(parts) == 3 and parts[1] in ("-lc", "-c") else " ".join(parts)
    return None


def _first(arguments: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    for name in names:
        value = arguments.get(name)
        if isinstance(value, str) and value.strip():
            return value
    return None


def _json(value: Any) -> str:
    return orjson.dumps(value, default=str).decode()


def _pre(html: str, kind: str) -> str:
    return f'<pre class="{kind}"><code>{html}</code></pre>'
