"""Snippets of what a message has besides its text: tool calls and attachments, with the match in them marked."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from typing import Any

import orjson

from .candidates import Found
from .snippets import highlighted, literal_spans, snippet

MAX_CALLS = 20
_FIRST = ("command", "cmd", "path", "file_path", "url", "query", "pattern")  # arguments shown first


def tool_snippet(conn: sqlite3.Connection, message_id: int, found: Found) -> str:
    """Return the snippet of the tool call of a message that matches, else of its first one; '' when it has none."""
    calls = conn.execute(
        "SELECT id, tool_name, arguments_json, result_summary FROM tool_calls WHERE message_id = ? ORDER BY id LIMIT ?",
        (message_id, MAX_CALLS),
    ).fetchall()
    texts = [readable(name, arguments, result) for _, name, arguments, result in calls]
    stored = [raw_text(arguments) for _, _, arguments, _ in calls]
    for text in (*texts, *stored):
        if spans := literal_spans(text, found.literals):
            return snippet(text, spans)
    for shown in (texts, stored):  # the name of an argument occurs only in the stored form
        for text, (call_id, *_) in zip(shown, calls, strict=True):
            wanted = _matched(conn, call_id, found.expression)
            if spans := _word_spans(text, wanted) or literal_spans(text, found.words):
                return snippet(text, spans)
    return snippet(texts[0], []) if texts else ""


def attached_snippet(conn: sqlite3.Connection, message_id: int, content: str, found: Found) -> str:
    """Return the snippet of the attachment whose name matches, followed by the message; '' when there is none."""
    for name in _attached(conn, message_id):
        if spans := literal_spans(name, [*found.literals, *found.words]):
            return snippet(f"{name}\n{content}", spans)
    return ""


def unsaid(conn: sqlite3.Connection, message_id: int) -> str:
    """Return what to show for a message without text: its tool calls and attachments, one per line; '' for neither."""
    rows = conn.execute(
        "SELECT tool_name, arguments_json, result_summary FROM tool_calls WHERE message_id = ? ORDER BY id LIMIT ?",
        (message_id, MAX_CALLS),
    )
    return "\n".join([*(readable(*row) for row in rows), *_attached(conn, message_id)])


def _attached(conn: sqlite3.Connection, message_id: int) -> list[str]:
    """Return the kinds and names of the attachments of a message: ``[document] lease.pdf``."""
    sql = "SELECT kind, path FROM media_refs WHERE message_id = ? AND path <> '' ORDER BY id LIMIT ?"
    return [f"[{kind}] {path}" for kind, path in conn.execute(sql, (message_id, MAX_CALLS))]


def readable(name: str, arguments: str | None, result: str | None) -> str:
    """Return a tool call as its name, argument values and result: ``terminal: kubectl get pods → error: no host``."""
    try:
        values = orjson.loads(arguments or "{}")
    except orjson.JSONDecodeError:  # SQLite accepts JSON with half of an emoji (a lone surrogate)
        values = arguments
    shown = " ".join(_values(values))
    return f"{name}: {shown}".rstrip(" :") + (f" → {result}" if result else "")


def raw_text(arguments: str | None) -> str:
    """Return the arguments as they are stored, with the escapes undone."""
    text = (arguments or "").replace("\\\\", "\x01").replace("\\n", "\n").replace("\\t", "\t").replace('\\"', '"')
    return text.replace("\x01", "\\")


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key in sorted(value, key=lambda key: _FIRST.index(key) if key in _FIRST else len(_FIRST)):
            yield from _values(value[key])
    elif isinstance(value, list):
        for item in value:
            yield from _values(item)
    elif value is not None:
        yield value if isinstance(value, str) else orjson.dumps(value).decode()


def _word_spans(text: str, wanted: list[str]) -> list[tuple[int, int]]:
    """Return the spans of these as whole words in the sense of the index: also parts of ``snake_case``."""
    if not wanted:
        return []
    word = rf"(?<![^\W_])(?:{'|'.join(map(re.escape, wanted))})(?![^\W_])"
    return [found.span() for found in re.finditer(word, text)]


def _matched(conn: sqlite3.Connection, call_id: int, expression: str | None) -> list[str]:
    """Return the words of a tool call that an FTS5 expression matches, as they are written there."""
    matches = highlighted(conn, "tool_calls_fts", call_id, expression) if expression else ()
    return sorted({match[1] for match in matches})
