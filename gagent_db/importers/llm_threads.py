"""The message store of llm 0.36: messages in a tree, named by their hash; threads point at their last one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from ..coerce import int_or_none, mapping, sequence
from ..models import MediaRef, ToolCall
from ..store.media import media_ref
from ..times import to_iso
from .base import Item, ParsedMessage, ParsedSession, guarded, stable_id
from .sources import Source
from .values import decode_json, exit_code, message, rest, result, text, tool_call, usage

_TURN = {
    "id", "thread_id", "parent_message_hash", "tip_message_hash", "model", "resolved_model", "options_json",
    "schema_id", "input_tokens", "output_tokens", "token_details", "datetime_utc", "response_json",
}  # fmt: skip
_LONGEST = 100_000  # messages of one thread


def threads(conn: sqlite3.Connection, columns: dict[str, set[str]], source: Source) -> Iterator[Item]:
    """Every thread that changed. A fork has only what it added; the shared part is its parent's."""
    rows = conn.execute("SELECT * FROM threads ORDER BY datetime_utc, id").fetchall() if "threads" in columns else []
    tips = {row["id"]: row["tip_message_hash"] for row in rows}
    done = source.state.setdefault("threads", {})
    for row in rows:
        mark = stable_id(*row)[:12]
        if done.get(str(row["id"])) != mark:
            shared = set(_chain(conn, tips.get(dict(row).get("forked_from"))))
            yield from guarded(source, lambda given, _, shared=shared: list(_thread(conn, given, shared)), dict(row))
            done[str(row["id"])] = mark


def _chain(conn: sqlite3.Connection, tip: Any) -> list[str]:
    """Hashes from the first message to ``tip``."""
    chain: list[str] = []
    seen: set[str] = set()
    while isinstance(tip, str) and tip not in seen and len(chain) < _LONGEST:
        row = conn.execute("SELECT parent_hash FROM messages WHERE hash = ?", (tip,)).fetchone()
        if row is None:
            break
        seen.add(tip)
        chain.append(tip)
        tip = row[0]
    return chain[::-1]


def _thread(conn: sqlite3.Connection, row: dict[str, Any], shared: set[str]) -> Iterator[Item]:
    session_id, parent = str(row["id"]), text(row.get("forked_from"))
    yield ParsedSession(
        session_id,
        "llm",
        title=text(row.get("name")),
        parent_session_id=parent,
        end_reason="branch" if parent else None,
        created_at=to_iso(row.get("datetime_utc")),
        metadata={"lineage": "branch"} if parent else {},
    )
    turns = conn.execute("SELECT * FROM turns WHERE thread_id = ? ORDER BY id", (row["id"],)).fetchall()
    made = {turn["tip_message_hash"]: dict(turn) for turn in turns}
    chain = _chain(conn, row.get("tip_message_hash"))
    # Only turns have a time: a question gets that of its answer.
    times: dict[str, Any] = {}
    for name in reversed(chain):
        times[name] = made[name]["datetime_utc"] if name in made else next(reversed(times.values()), None)
    for name in chain:
        if name not in shared:
            yield from _message(conn, session_id, name, made.get(name), times[name])


def _message(
    conn: sqlite3.Connection, session_id: str, name: str, turn: dict[str, Any] | None, at: Any
) -> Iterator[Item]:
    """A message, with the usage of the turn that it ends."""
    role = text(conn.execute("SELECT role FROM messages WHERE hash = ?", (name,)).fetchone()[0]) or "user"
    words: list[str] = []
    thoughts: list[str] = []
    media: list[MediaRef] = []
    calls: list[ToolCall] = []
    answers: list[dict[str, Any]] = []
    for part in conn.execute("SELECT * FROM parts WHERE message_hash = ? ORDER BY position", (name,)).fetchall():
        payload = mapping(decode_json(part["payload"]))
        said = text(part["text"]) or _referenced(conn, payload)
        if part["type"] == "text":
            words += [said] if said else []
        elif part["type"] == "reasoning":
            thoughts += [said] if said else []
        elif part["type"] == "tool_call":
            calls.append(tool_call(payload.get("name"), payload.get("arguments"), payload.get("tool_call_id")))
        elif part["type"] == "tool_result":
            answers.append({**payload, "position": part["position"]})
        elif part["type"] == "attachment":
            media += _attached(conn, [payload.get("attachment")])
        else:
            words.append(said or text(part["payload"]) or "")
    for answer in answers:
        parsed = message("tool", answer.get("output"), uid=f"{name}:{answer['position']}", at=at)
        parsed.media += _attached(conn, sequence(answer.get("attachments")))
        failed = bool(answer.get("exception"))
        code = exit_code(parsed.content)
        yield from result(session_id, answer.get("tool_call_id"), parsed, failed=failed, exit_code=code)
    if words or thoughts or media or calls or not answers:
        fields: dict[str, Any] = {}
        if turn:
            fields = fields_of(turn, _TURN)
        said = "\n".join(words)
        thought = "\n".join(thoughts) or None
        yield ParsedMessage(
            session_id,
            message(role, said, uid=name, at=at, reasoning=thought, media=media, tool_calls=calls, **fields),
        )


def _referenced(conn: sqlite3.Connection, payload: dict[str, Any]) -> str | None:
    """Text put together from pieces: literals and ids of fragments."""
    found = []
    for piece in map(mapping, sequence(payload.get("text_ref"))):
        if (number := int_or_none(piece.get("fragment"))) is not None:
            row = conn.execute("SELECT content FROM fragments WHERE id = ?", (number,)).fetchone()
            found.append(text(row[0]) or "" if row else "")
        else:
            found.append(text(piece.get("literal")) or "")
    return "".join(found) or text(payload.get("text"))


def _attached(conn: sqlite3.Connection, references: list[Any]) -> list[MediaRef]:
    found = []
    for reference in references:
        named = text(mapping(reference).get("id"))
        row = conn.execute("SELECT * FROM attachments WHERE id = ?", (named,)).fetchone() if named else None
        found.append(attachment(dict(row)) if row else media_ref({"kind": "file", "path": named}))
    return found


def fields_of(row: dict[str, Any], taken: set[str]) -> dict[str, Any]:
    """Fields of a turn's or response's answer: the model, the usage, and as metadata what is not ``taken``."""
    options = rest({"options": mapping(decode_json(row.get("options_json")))})
    model = text(row.get("resolved_model")) or text(row.get("model"))
    return {**_usage(row), "model": model, "metadata": {**rest(row, taken), **options}}


def _usage(row: dict[str, Any]) -> dict[str, int | None]:
    """Usage of one call. Anthropic does not count cached tokens as input."""
    details = mapping(decode_json(row.get("token_details")))
    inner = mapping(details.get("prompt_tokens_details") or details.get("input_tokens_details"))
    found = usage(row.get("input_tokens"), row.get("output_tokens"), inner.get("cached_tokens"))
    outside = int_or_none(details.get("cache_read_input_tokens"))
    found["cache_read_tokens"] = found["cache_read_tokens"] if outside is None else outside
    found["cache_write_tokens"] = int_or_none(details.get("cache_creation_input_tokens"))
    return found


def attachment(row: dict[str, Any]) -> MediaRef:
    """A row of ``attachments``: a path, an address, or the bytes themselves (which stay where they are)."""
    content = row.get("content")
    given = {"path": text(row.get("path")) or text(row.get("url")), "mime_type": text(row.get("type"))}
    return media_ref({**given, "data": content} if isinstance(content, (bytes, str)) and content else given)
