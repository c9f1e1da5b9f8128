"""``logs.db`` of the llm command: conversations and responses, and since llm 0.36 threads, turns and messages.

One file may have both. A prompt, its answer and the results of tools are rows of their own, named after the response or
by llm's hash of the message.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .base import Item, ParsedMessage, ParsedSession, guarded_at, stable_id
from .llm_threads import attachment, fields_of, threads
from .sources import Source
from .sqlite_source import SqliteImporter, columns_of, open_source
from .values import exit_code, message, result, text, tool_call

_TAKEN = {
    "id", "model", "resolved_model", "prompt", "system", "prompt_json", "response", "response_json", "reasoning",
    "conversation_id", "datetime_utc", "input_tokens", "output_tokens", "token_details", "options_json", "schema_id",
}  # fmt: skip


class LlmLogs(SqliteImporter):
    name = "llm"
    usual_name = "logs.db"
    needed = (
        {"responses": {"id", "model", "prompt", "response", "conversation_id"}},
        {"turns": {"thread_id", "parent_message_hash"}},
    )

    def discover(self) -> Iterable[Path]:
        named = os.environ.get("LLM_USER_PATH")
        if named:
            return (Path(named).expanduser() / "logs.db",)
        mac = "~/Library/Application Support/io.datasette.llm"
        base = mac if sys.platform == "darwin" else os.environ.get("XDG_CONFIG_HOME", "~/.config") + "/io.datasette.llm"
        return (Path(base).expanduser() / "logs.db",)

    def parse(self, source: Source) -> Iterator[Item]:
        with open_source(source) as conn:
            columns = columns_of(conn)
            if "turns" in columns:
                yield from threads(conn, columns, source)
            if "responses" in columns:
                yield from _responses(conn, columns, source)


def _responses(conn: sqlite3.Connection, columns: dict[str, set[str]], source: Source) -> Iterator[Item]:
    """The older tables; responses that were moved into turns are left out. Ids are ULIDs, so they sort by time."""
    after = text(source.state.get("response")) or ""
    also = "AND r.id NOT IN (SELECT id FROM turns)" if "turns" in columns else ""
    rows = conn.execute(f"SELECT r.* FROM responses r WHERE r.id > ? {also} ORDER BY r.id", (after,))
    names = (
        {row["id"]: row["name"] for row in conn.execute("SELECT id, name FROM conversations")}
        if "conversations" in columns
        else {}
    )
    more = conn.cursor()  # the rows above are still being read
    system = source.state.setdefault("system", {})  # session id -> mark of its latest instructions

    def one(row: dict[str, Any], _: Source) -> list[Item]:
        session_id = text(row["conversation_id"]) or str(row["id"])
        items: list[Item] = [ParsedSession(session_id, "llm", title=text(names.get(session_id)))]
        items += _response(more, columns, session_id, row, system)
        return items

    for row in rows:
        yield from guarded_at(f"response {row['id']}", source, one, dict(row))
        source.state["response"] = str(row["id"])


def _response(
    conn: sqlite3.Cursor, columns: dict[str, set[str]], session_id: str, row: dict[str, Any], system: dict[str, str]
) -> Iterator[Item]:
    uid, at = str(row["id"]), row.get("datetime_utc")
    instructions = text(row.get("system")) or ""
    instructions = "\n".join([*_fragments(conn, columns, "system_fragments", uid), instructions]).strip()
    mark = stable_id(instructions)[:12]
    if instructions and system.get(session_id) != mark:
        system[session_id] = mark
        yield ParsedMessage(session_id, message("system", instructions, uid=f"{uid}:system", at=at))
    for answer in _rows(conn, columns, "tool_results", uid):
        output = message("tool", answer.get("output"), uid=f"{uid}:result:{answer['id']}", at=at)
        failed = bool(answer.get("exception"))
        if failed:
            output.metadata = {"exception": text(answer["exception"])}
        call_id = answer.get("tool_call_id") or answer.get("name")
        yield from result(session_id, call_id, output, failed=failed, exit_code=exit_code(output.content))
    media = [attachment(row) for row in _linked(conn, columns, "attachments", "prompt_attachments", uid)]
    prompt = "\n".join([*_fragments(conn, columns, "prompt_fragments", uid), text(row.get("prompt")) or ""]).strip()
    if prompt or media:
        yield ParsedMessage(session_id, message("user", prompt, uid=f"{uid}:prompt", at=at, media=media))
    calls = [
        tool_call(call.get("name"), call.get("arguments"), call.get("tool_call_id") or call.get("name"))
        for call in _rows(conn, columns, "tool_calls", uid)
    ]
    yield ParsedMessage(
        session_id,
        message(
            "assistant", row.get("response"), uid=uid, at=at, reasoning=text(row.get("reasoning")), tool_calls=calls,
            **fields_of(row, _TAKEN),
        ),
    )  # fmt: skip


def _rows(conn: sqlite3.Cursor, columns: dict[str, set[str]], table: str, response: str) -> list[dict[str, Any]]:
    if "response_id" not in columns.get(table, set()):
        return []
    found = conn.execute(f"SELECT * FROM {table} WHERE response_id = ? ORDER BY id", (response,)).fetchall()
    return [dict(row) for row in found]


def _fragments(conn: sqlite3.Cursor, columns: dict[str, set[str]], table: str, response: str) -> list[str]:
    return [found for row in _linked(conn, columns, "fragments", table, response) if (found := text(row["content"]))]


def _linked(
    conn: sqlite3.Cursor, columns: dict[str, set[str]], table: str, links: str, response: str
) -> list[dict[str, Any]]:
    """The rows of a table to which ``links`` links a response, in order."""
    if not {table, links} <= columns.keys():
        return []
    sql = f"""SELECT t.* FROM {links} AS l JOIN {table} AS t ON t.id = l.{table.removesuffix("s")}_id
              WHERE l.response_id = ? ORDER BY l."order" """
    return [dict(row) for row in conn.execute(sql, (response,)).fetchall()]


importer = LlmLogs()
