"""What fixed an error here before: the command that was run next, when the error did not come back."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import asdict, dataclass
from typing import Any

from .coerce import encodable
from .errors import GagentError
from .sql_json import json_list
from .store.database import Store

_SEEN = 60  # messages with an error that are looked at, the latest
_AFTER = 6  # messages after a command in which its error may come back
_READ = 100_000  # characters of each


@dataclass(slots=True)
class Fix:
    """A command that was run after an error, in the session where the error stood."""

    command: str
    status: str | None
    session_id: str
    message_id: int
    created_at: str
    error: str
    error_message_id: int
    came_back: bool
    times: int = 1


def known_fixes(store: Store, text: str, *, limit: int = 10) -> dict[str, Any]:
    """What was run next after an error, those first after which it did not come back.

    `{"ok", "error": the line that was looked for, "seen": messages with it, "fixes": [...]}`.
    """
    line = error_line(encodable(text))
    if not line:
        raise GagentError("No line of an error was given.", hint="Paste the message, such as: no such table: foo")
    with store.snapshot() as conn:
        hits = _messages_with(conn, line)
        followed = [_run_next(conn, hit, line) for hit in hits]
    fixes: dict[str, Fix] = {}
    for found in followed:
        if found is None:
            continue
        known = fixes.get(found.command)
        if known is None or (known.came_back and not found.came_back):
            found.times += known.times if known else 0
            fixes[found.command] = found
        else:
            known.times += 1
    ranked = sorted(fixes.values(), key=lambda fix: fix.created_at, reverse=True)
    ranked.sort(key=lambda fix: (fix.came_back, fix.status not in ("0", "success", None), -fix.times))
    return {"ok": True, "error": line, "seen": len(hits), "fixes": [asdict(fix) for fix in ranked[:limit]]}


_ERROR_WORDS = (
    "error", "exception", "failed", "fatal", "denied", "not found", "no such", "cannot", "can't", "unable", "refused",
    "timed out", "unexpected", "invalid", "undefined", "missing", "panic", "traceback", "gagal", "galat",
    "tidak ditemukan",
)  # fmt: skip


def error_line(text: str) -> str:
    """The most telling line of a pasted error: the last that names one, else the longest."""
    lines = [line.strip() for line in text.splitlines() if len(line.strip()) > 5]
    if not lines:
        return text.strip()
    named = [line for line in lines if any(word in line.lower() for word in _ERROR_WORDS)]
    named = [line for line in named if not line.lower().startswith("traceback")] or named
    return (named[-1] if named else max(lines, key=len))[:300]


def _messages_with(conn: sqlite3.Connection, line: str) -> list[sqlite3.Row]:
    """Messages that hold the line in their text or in the result of a tool call, its changing numbers aside, the
    latest first."""
    runs = [run for run in re.findall(r"[^\W_]+", line) if len(run) > 1 and not run.isdigit()]
    if not runs:
        return []
    match = " AND ".join('"' + word.replace('"', '""') + '"' for word in runs[:16])
    in_text = _newest(conn, "SELECT rowid FROM messages_fts WHERE messages_fts MATCH ?", f"content: ({match})")
    in_calls = _newest(
        conn,
        """SELECT c.message_id FROM tool_calls_fts f CROSS JOIN tool_calls c ON c.id = f.rowid
           WHERE tool_calls_fts MATCH ?""",
        match,
    )
    ids = in_text | {i for i in in_calls if i + 1 not in in_text}  # its result may stand behind it once more
    return conn.execute(
        f"""SELECT id, session_id, created_at FROM messages
            WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'undone' ORDER BY id DESC LIMIT {_SEEN}""",
        (json_list(ids),),
    ).fetchall()


def _newest(conn: sqlite3.Connection, sql: str, match: str) -> set[int]:
    return {row[0] for row in conn.execute(f"{sql} ORDER BY 1 DESC LIMIT {_SEEN}", (match,))}


def _run_next(conn: sqlite3.Connection, hit: sqlite3.Row, line: str) -> Fix | None:
    row = conn.execute(
        """SELECT v.value, a.status, m.id, m.created_at
           FROM messages m CROSS JOIN artifact_mentions a ON a.id BETWEEN m.id * 1024 AND m.id * 1024 + 1023
           CROSS JOIN artifact_values v ON v.id = a.value_id AND v.kind = 'command'
           WHERE m.session_id = ? AND m.id > ? AND m.id <= ? + 200 AND m.status <> 'undone'
           ORDER BY m.id, a.id LIMIT 1""",
        (hit["session_id"], hit["id"], hit["id"]),
    ).fetchone()
    if row is None:
        return None
    back = _comes_back(conn, hit["session_id"], row["id"], line)
    return Fix(row["value"], row["status"], hit["session_id"], row["id"], row["created_at"], line, hit["id"], back)


def _comes_back(conn: sqlite3.Connection, session_id: str, message_id: int, line: str) -> bool:
    """Does the line stand in what a command answered, or in the messages right after it?"""
    texts = conn.execute(
        f"""SELECT id > :id, substr(content, 1, {_READ}),
                   (SELECT group_concat(substr(result_summary, 1, {_READ}), char(10))
                    FROM tool_calls WHERE message_id = messages.id)
            FROM messages WHERE session_id = :session AND id >= :id ORDER BY id LIMIT {_AFTER + 1}""",
        {"session": session_id, "id": message_id},
    )
    wanted = _without_numbers(line)
    return any(
        wanted in _without_numbers(f"{content if behind else ''}\n{results or ''}")
        for behind, content, results in texts
    )


def _without_numbers(text: str) -> str:
    return re.sub(r"\d+", "0", text.lower())
