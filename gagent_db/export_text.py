"""Render sessions as documents for people: Markdown, or one self-contained HTML page. No SQL here.

Undone messages and control codes are left out. In HTML all text of a session is escaped; there is no script, and
nothing is fetched.
"""

from __future__ import annotations

import html as html_text
import re
from collections.abc import Callable, Iterable, Iterator

import orjson

from .models import MediaRef, Message, Session, ToolCall
from .wording import counted, one_line, printable

Pages = Callable[[str], Iterable[list[Message]]]

_RUNS = re.compile(r"`+")
_LONGEST_HINT = 80
_LONGEST_RESULT = 2000  # characters of a tool's output in Markdown
_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --ink: #595959; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #b0b0b0; --bad: #ffb4ab; } }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem;
  overflow-wrap: anywhere; background: Canvas; color: CanvasText; }
h1 { font-size: 1.5rem; margin: 2.5rem 0 .25rem; } .about { color: var(--ink); margin: 0 0 1.5rem; }
article { border-top: 1px solid var(--line); padding: .75rem 0; }
article > header { color: var(--ink); font-size: .85rem; margin-bottom: .35rem; }
article > header b { color: inherit; text-transform: capitalize; }
.text { white-space: pre-wrap; }
article.user .text { background: var(--soft); border-radius: .4rem; padding: .5rem .75rem; }
pre { white-space: pre-wrap; font-size: .85rem; }
pre { background: var(--soft); padding: .5rem .75rem; }
details { margin: .4rem 0; } summary { cursor: pointer; color: var(--ink); }
article.compacted { opacity: .75; } .failed { color: var(--bad); }
@media print { details > * { display: block; } }
"""


def markdown(sessions: Iterable[Session], pages: Pages) -> Iterator[str]:
    """Yield the Markdown of these sessions in pieces; ``pages`` returns the messages of a session id."""
    for session in sessions:
        yield printable(f"# {one_line(session.title or 'Untitled session')}\n\n")
        yield printable("".join(f"- {name}: {one_line(value)}\n" for name, value in _about(session)))
        for page in pages(session.id):
            for message in page:
                yield printable(_markdown_message(message))
        yield "\n"


def html(sessions: Iterable[Session], pages: Pages) -> Iterator[str]:
    """Yield one self-contained HTML page of these sessions in pieces."""
    listed = list(sessions)
    title = listed[0].title or "Untitled session" if len(listed) == 1 else counted(len(listed), "session")
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
    )
    for session in listed:
        about = " · ".join(f"{escape(name)}: {escape(value)}" for name, value in _about(session))
        yield f'<section>\n<h1>{escape(session.title or "Untitled session")}</h1>\n<p class="about">{about}</p>\n'
        for page in pages(session.id):
            for message in page:
                yield _html_message(message)
        yield "</section>\n"
    yield "</body>\n</html>\n"


def _about(session: Session) -> list[tuple[str, str]]:
    named = [
        ("Session", session.id), ("Channel", session.key or session.channel), ("Project", session.project),
        ("Model", session.model), ("Started", _when(session.created_at)), ("Last active", _when(session.updated_at)),
        ("Messages", str(session.message_count)), ("Tags", ", ".join(session.tags)),
    ]  # fmt: skip
    return [(name, value) for name, value in named if value]


def _when(time: str) -> str:
    return time[:16].replace("T", " ") + " UTC"


# -- Markdown --------------------------------------------------------------------------------------------


def _markdown_message(message: Message) -> str:
    """Return a message with its reasoning, tool calls and media as a section of Markdown."""
    marks = "".join(f" ({mark})" for mark in _marks(message))
    parts = [f"\n## {message.role.capitalize()} · {_when(message.created_at)}{marks}\n"]
    if message.reasoning:
        parts.append("\n".join(f"> {line}" for line in message.reasoning.splitlines()) + "\n")
    if message.content:
        shown = _fenced(_short(message.content)) if message.role == "tool" else message.content
        parts.append(shown + "\n")
    for call in message.tool_calls:
        parts.append(f"**{one_line(call.tool_name)}**{_outcome(call)}\n\n{_fenced(_arguments(call))}\n")
    parts += [f"- {one_line(_media(item))}\n" for item in message.media]
    return "\n".join(parts)


def _fenced(text: str) -> str:
    """Return a code block whose fence is longer than any run of backticks in the text."""
    fence = "`" * max(3, *(len(run) + 1 for run in _RUNS.findall(text)), 3)
    return f"{fence}\n{text}\n{fence}\n"


# -- HTML ------------------------------------------------------------------------------------------------


def escape(text: str) -> str:
    """Return the text escaped for HTML, without control codes: removed later, some would take tags with them."""
    return html_text.escape(printable(text))


def _html_message(message: Message) -> str:
    """Return a message with its reasoning, tool calls and media as an HTML article; long parts are folded."""
    marks = "".join(f" · {escape(mark)}" for mark in _marks(message))
    role = message.role if message.role in ("user", "assistant", "tool", "system") else "other"
    parts = [
        f'<article class="{role} {message.status}">\n<header><b>{escape(message.role)}</b> · '
        f'<time datetime="{escape(message.created_at)}">{escape(_when(message.created_at))}</time>{marks}</header>\n'
    ]
    if message.reasoning:
        thought = escape(message.reasoning)
        parts.append(f'<details><summary>Reasoning</summary><div class="text">{thought}</div></details>\n')
    if message.content and message.role == "tool":
        parts.append(
            f"<details><summary>Output{_hint(message.content)}</summary><pre>{escape(message.content)}</pre></details>\n"
        )
    elif message.content:
        parts.append(f'<div class="text">{escape(message.content)}</div>\n')
    for call in message.tool_calls:
        css = ' class="failed"' if call.status == "error" or call.exit_code else ""
        parts.append(
            f"<details><summary{css}>{escape(call.tool_name)}{_hint(_subject(call))}{escape(_outcome(call))}</summary>"
            f"<pre>{escape(_arguments(call))}</pre></details>\n"
        )
    parts += [f'<p class="about">{escape(_media(item))}</p>\n' for item in message.media]
    return "".join(parts) + "</article>\n"


def _hint(text: str) -> str:
    """Return the beginning of a text, to show on the summary line of the part that it is folded into."""
    line = one_line(text[:400], _LONGEST_HINT)
    return f" · <code>{escape(line)}</code>" if line else ""


def _subject(call: ToolCall) -> str:
    """Return what a tool call is about, the first text among its arguments: its command, file or query."""
    given = call.arguments
    if isinstance(given, dict):
        return next((value for value in given.values() if isinstance(value, str)), "")
    return given if isinstance(given, str) else ""


# -- both ------------------------------------------------------------------------------------------------


def _marks(message: Message) -> list[str]:
    marks = [message.model] if message.model else []
    if message.status != "active":
        marks.append(message.status)
    if (message.metadata or {}).get("branch") == "abandoned":
        marks.append("abandoned branch")
    return marks


def _outcome(call: ToolCall) -> str:
    if call.exit_code is not None:
        return f" · exit {call.exit_code}"
    return f" · {one_line(call.status)}" if call.status else ""


def _arguments(call: ToolCall) -> str:
    """Return the command of a tool call if that is its only argument, else its arguments as JSON or text."""
    given = call.arguments
    if isinstance(given, str):
        return given
    if isinstance(given, dict):
        command = given.get("command", given.get("cmd"))
        if isinstance(command, str) and len(given) == 1:
            return command
    return orjson.dumps(given, option=orjson.OPT_INDENT_2).decode()


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_RESULT else text[:_LONGEST_RESULT] + f"\n… ({len(text)} characters)"


def _media(item: MediaRef) -> str:
    named = [item.kind, item.path, item.mime_type, f"{item.bytes} bytes" if item.bytes is not None else None]
    return " · ".join(part for part in named if part)
