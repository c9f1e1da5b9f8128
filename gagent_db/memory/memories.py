"""Add, change, forget and restore memories. Every text is scanned before it is stored; every change is recorded.

An entry is named by its id or by a part of its text that no other entry contains.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from ..checks import check
from ..errors import GagentError, NotFound
from ..sql_json import json_list
from ..store.database import Store
from ..store.merging import erase
from ..wording import one_line
from .budgets import usage
from .memory_rows import TARGETS, Memory, before, check_target, normal_scope, select, set_forgotten, where_said
from .scan import ensure_clean, harm

PREVIEW = 80
MAX_PREVIEWS = 20
_FIELDS = ("target", "scope", "importance", "categories")  # the options of an operation in a batch


class MemoryNotFound(NotFound):
    """No entry matches, or several do. ``details`` lists previews of the entries."""

    def __init__(self, message: str, *, hint: str, entries: Sequence[Memory]) -> None:
        shown = [preview(memory.content) for memory in entries[:MAX_PREVIEWS]]
        super().__init__(message, hint=hint, details={"entries": shown})


@dataclass(frozen=True, slots=True)
class Change:
    """What a write did. ``changed`` is False when there was nothing to do."""

    id: str
    changed: bool
    note: str
    usage: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        return {"ok": True, **asdict(self)}


# -- writing -------------------------------------------------------------------------------------------


def add(
    store: Store,
    content: str,
    *,
    target: str | None = None,
    scope: str | None = None,
    importance: float | None = None,
    categories: Sequence[str] | None = None,
    source: str | None = None,
    session_id: str | None = None,
    message_id: int | None = None,
) -> Change:
    """Save a memory. The same text again changes nothing; a forgotten memory with this text comes back.

    Raises BlockedWrite for harmful text, GagentError for an empty one.
    """
    text = _clean(content)
    target, scope = check_target(target), normal_scope(scope)
    _check_details(importance, scope=scope, source=source, categories=categories)

    def work(conn: sqlite3.Connection) -> Change:
        if known := _twin(conn, text, target, scope):
            return _change(conn, known.id, target, "This is already remembered.", changed=False)
        if known := _twin(conn, text, target, scope, forgotten=True):
            set_forgotten(conn, known.id, False, source)
            _set(conn, known, importance=importance, categories=categories)
            return _change(conn, known.id, target, "This was forgotten and is remembered again.")
        place = where_said(conn, session_id, message_id)
        weight, now = 0.5 if importance is None else importance, time.time()
        row = conn.execute(
            """INSERT INTO memories(content, target, scope, categories, importance, created_at, updated_at,
                                    source, session_id, message_id)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id""",
            (text, target, scope, json_list(categories or ()), weight, now, now, source, *place),
        ).fetchone()
        return _change(conn, row["id"], target, "Remembered.")

    return store.write(work)


def replace(
    store: Store,
    old_text: str | None,
    content: str,
    *,
    target: str | None = None,
    scope: str | None = None,
    importance: float | None = None,
    categories: Sequence[str] | None = None,
    source: str | None = None,
) -> Change:
    """Replace the text of the one entry that contains ``old_text`` by ``content``.

    When another entry already has this text, it supersedes the old entry.
    """
    text = _clean(content)
    _check_details(importance, source=source, categories=categories)

    def work(conn: sqlite3.Connection) -> Change:
        memory = find_one(conn, old_text, target=target, scope=scope)
        given = {"content": text, "importance": importance, "categories": categories}
        return _rewrite(conn, memory, "Replaced.", source, **given)

    return store.write(work)


def remove(
    store: Store,
    old_text: str | None,
    *,
    target: str | None = None,
    scope: str | None = None,
    source: str | None = None,
) -> Change:
    """Forget the one entry that contains ``old_text``. It can be restored until it is purged."""
    _check_details(source=source)

    def work(conn: sqlite3.Connection) -> Change:
        memory = find_one(conn, old_text, target=target, scope=scope)
        set_forgotten(conn, memory.id, True, source)
        return _change(conn, memory.id, memory.target, "Forgotten. It can be restored.")

    return store.write(work)


def restore(store: Store, ref: str | None, *, target: str | None = None, source: str | None = None) -> Change:
    """Restore a forgotten entry; ``ref`` is its id or a part of its text."""
    _check_details(source=source)

    def work(conn: sqlite3.Connection) -> Change:
        memory = find_one(conn, ref, target=target, forgotten=True)
        if twin := _twin(conn, memory.content, memory.target, memory.scope):
            return _change(conn, twin.id, twin.target, "This is already remembered.", changed=False)
        set_forgotten(conn, memory.id, False, source)
        return _change(conn, memory.id, memory.target, "Restored.")

    return store.write(work)


def update(
    store: Store,
    ref: str,
    *,
    target: str | None = None,
    scope: str | None = None,
    importance: float | None = None,
    categories: Sequence[str] | None = None,
    source: str | None = None,
) -> Change:
    """Change the details of an entry, not its text; ``target`` and ``scope`` are the new ones."""
    new_target = None if target is None else check_target(target)
    new_scope = None if scope is None else normal_scope(scope)
    _check_details(importance, scope=new_scope, source=source, categories=categories)

    def work(conn: sqlite3.Connection) -> Change:
        memory = find_one(conn, ref, forgotten=None)
        given = {"target": new_target, "scope": new_scope, "importance": importance, "categories": categories}
        return _rewrite(conn, memory, "Changed.", source, **given)

    return store.write(work)


def purge(store: Store, ref: str | None = None, *, older_than_days: float | None = None) -> list[str]:
    """Permanently delete one entry, or without ``ref`` all forgotten ones (older than so many days); return the ids.

    Their text is also removed from the history and from every stored prompt; only the record of the purge stays.
    """

    def work(conn: sqlite3.Connection) -> list[str]:
        if ref is not None:
            ids = [find_one(conn, ref, forgotten=None).id]
        else:
            sql = "SELECT id FROM memories WHERE forgotten AND updated_at <= ?"
            rows = conn.execute(sql, (before(older_than_days),))
            ids = [row["id"] for row in rows]
        conn.execute("DELETE FROM memories WHERE id IN (SELECT value FROM json_each(?))", (json_list(ids),))
        return ids

    ids = store.write(work)
    erase(store, "memories_fts")  # even if nothing was deleted: an earlier purge may have been killed before this
    return ids


def batch(
    store: Store,
    operations: Sequence[Mapping[str, Any]],
    *,
    target: str | None = None,
    scope: str | None = None,
    source: str | None = None,
) -> list[Change]:
    """Carry out several operations, all or none.

    Each is ``{"action", "content"?, "old_text"?, "target"?, "scope"?, "importance"?, "categories"?}`` with the action
    add, replace or remove; its own target and scope win over the given ones.
    """
    if not operations:
        raise GagentError(
            "There are no operations to carry out.", hint='Give a list such as [{"action": "add", "content": "..."}].'
        )
    for number, operation in enumerate(operations, 1):
        _check_operation(number, operation)

    def work(_: sqlite3.Connection) -> list[Change]:
        return [
            _apply(store, number, operation, target=target, scope=scope, source=source)
            for number, operation in enumerate(operations, 1)
        ]

    return store.write(work)


def _check_operation(number: int, operation: object) -> None:
    """Check one operation of a batch before any is carried out. Raises GagentError."""
    if not isinstance(operation, Mapping):
        raise GagentError(
            f"Operation {number} must be an object, not {type(operation).__name__}; nothing was written.",
            hint='Such as {"action": "add", "content": "..."}.',
        )
    action = operation.get("action")
    if action not in ("add", "replace", "remove"):
        raise GagentError(
            f"Operation {number} has no known action ({action!r}); nothing was written.",
            hint="Use add, replace or remove.",
        )
    with _named(number):
        check(**{name: operation.get(name) for name in (*_FIELDS, "old_text")})
    if action != "remove":
        _clean(operation.get("content"), what=f"Operation {number}")


def _apply(store: Store, number: int, operation: Mapping[str, Any], **common: Any) -> Change:
    options = common | {name: operation[name] for name in _FIELDS if operation.get(name) is not None}
    with _named(number):
        if operation["action"] == "add":
            return add(store, operation["content"], **options)
        if operation["action"] == "replace":
            return replace(store, operation.get("old_text"), operation["content"], **options)
        where = {name: options[name] for name in ("target", "scope", "source")}
        return remove(store, operation.get("old_text"), **where)


@contextmanager
def _named(number: int) -> Iterator[None]:
    """Make errors inside say which operation they are about, and that nothing was written."""
    try:
        yield
    except GagentError as error:
        error.message = f"Operation {number}: {error.message} Nothing was written."
        error.args = (error.message,)
        raise


# -- reading -------------------------------------------------------------------------------------------


def list_memories(
    store: Store,
    *,
    target: str | None = None,
    scope: str | None = None,
    forgotten: bool | None = False,
    category: str | None = None,
    limit: int | None = None,
) -> list[Memory]:
    """Return memories by importance, then recency; with ``forgotten`` True only the forgotten ones, None all."""
    return select(store.read(), target=target, scope=scope, forgotten=forgotten, category=category, limit=limit)


def get(store: Store, ref: str) -> Memory:
    """Return one memory, forgotten or not, by its id or a part of its text."""
    return find_one(store.read(), ref, forgotten=None)


def history(store: Store, ref: str) -> list[dict[str, Any]]:
    """Return every change of a memory, oldest first: ``{"action", "old_content", "new_content", "at", "source"}``."""
    sql = "SELECT * FROM memory_history WHERE memory_id = ? ORDER BY id"
    with store.snapshot() as conn:
        rows = conn.execute(sql, (ref,)).fetchall() or conn.execute(sql, (get(store, ref).id,)).fetchall()
    return [dict(row) for row in rows]


def find_one(
    conn: sqlite3.Connection,
    ref: str | None,
    *,
    target: str | None = None,
    scope: str | None = None,
    forgotten: bool | None = False,
) -> Memory:
    """Return the memory with this id, or the only one whose text contains ``ref``. Raises MemoryNotFound.

    Without a target the agent's notes come first, then the user's profile; with a scope its own entries come first,
    then those of its ancestors.
    """
    visible = partial(select, conn, target=target, scope=scope, forgotten=forgotten)
    wanted = (ref or "").strip()
    if known := visible(memory_id=wanted):
        return known[0]
    entries = visible()
    if not wanted:
        raise MemoryNotFound(
            "It was not said which entry is meant.",
            hint="Give old_text: a part of the entry that no other entry contains.",
            entries=entries,
        )
    for store_name in (target,) if target else TARGETS:
        found = [memory for memory in entries if memory.target == store_name and wanted in memory.content]
        if scope is not None and (own := [memory for memory in found if memory.scope == normal_scope(scope)]):
            found = own
        if len(found) == 1:
            return found[0]
        if found:
            raise _several(found)
    raise _none(entries, "forgotten entry" if forgotten else "entry")


def _several(found: Sequence[Memory]) -> MemoryNotFound:
    scoped = len({memory.scope for memory in found}) > 1
    listed = " | ".join(
        f"{preview(memory.content)}{f' (scope {memory.scope})' if scoped else ''} [{memory.id}]"
        for memory in found[:MAX_PREVIEWS]
    )
    return MemoryNotFound(
        f"{len(found)} entries contain that text; it must match exactly one.",
        hint=f"Use a longer part of the entry, or its id. They are: {listed}",
        entries=found,
    )


def _none(entries: Sequence[Memory], what: str) -> MemoryNotFound:
    listed = " | ".join(preview(memory.content) for memory in entries[:MAX_PREVIEWS])
    hint = f"The entries are: {listed}" if entries else f"There is no {what} yet."
    return MemoryNotFound(f"No {what} contains that text.", hint=hint, entries=entries)


def preview(content: str) -> str:
    """Return the beginning of an entry, for messages; the text of a harmful entry is not repeated."""
    if blocked := harm(content):
        return f"[blocked: {', '.join(blocked)}]"
    return one_line(content, PREVIEW)


# -- helpers -------------------------------------------------------------------------------------------


def _clean(content: object, *, what: str = "This text") -> str:
    """Return the text as it is stored: stripped, without a byte order mark, with plain newlines. Raises GagentError."""
    text = content if isinstance(content, str) else ""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip().removeprefix("\ufeff").strip()
    if not text:
        raise GagentError(f"{what} is empty, so there is nothing to remember.", hint="Give the text of the entry.")
    return ensure_clean(text, what=what)


def _check_details(
    importance: float | None = None,
    *,
    scope: str | None = None,
    source: str | None = None,
    categories: Sequence[str] | None = None,
) -> None:
    """Check the details of an entry. They are read back with it, so they are scanned like its text."""
    if importance is not None and not 0 <= importance <= 1:
        raise GagentError(f"Importance {importance} is out of range.", hint="Use a number from 0 to 1.")
    for what, text in (
        ("This scope", scope),
        ("This source", source),
        *(("This category", c) for c in categories or ()),
    ):
        if text is not None:
            ensure_clean(str(text), what=what)


def _twin(
    conn: sqlite3.Connection, content: str, target: str, scope: str, *, forgotten: bool = False, but: str = ""
) -> Memory | None:
    """Return the entry with this text in this target and scope, other than the id ``but``; None if there is none."""
    sql = "SELECT * FROM memories WHERE content = ? AND target = ? AND scope = ? AND forgotten = ? AND id <> ?"
    row = conn.execute(sql, (content, target, scope, int(forgotten), but)).fetchone()
    return Memory.from_row(row) if row else None


def _rewrite(conn: sqlite3.Connection, memory: Memory, note: str, source: str | None, **given: Any) -> Change:
    """Give an entry the values that are not None; if another entry then says the same, that one supersedes it."""
    new = memory.to_dict() | {name: value for name, value in given.items() if value is not None}
    twin = None if memory.forgotten else _twin(conn, new["content"], new["target"], new["scope"], but=memory.id)
    if twin is None:
        return _change(conn, memory.id, new["target"], note, changed=_set(conn, memory, source=source, **given))
    set_forgotten(conn, memory.id, True, source, superseded_by=twin.id)
    if given["importance"] is None:
        given["importance"] = max(memory.importance, twin.importance)
    _set(conn, twin, importance=given["importance"], categories=given["categories"])
    return _change(conn, twin.id, new["target"], "Another entry says this already; the old one is gone.")


def _set(conn: sqlite3.Connection, memory: Memory, *, source: str | None = None, **columns: Any) -> bool:
    """Set columns to the values that are not None; return whether any of them changed."""
    new = {name: value for name, value in columns.items() if value is not None and value != getattr(memory, name)}
    if "categories" in new:
        new["categories"] = json_list(new["categories"])
    settings = "".join(f"{name} = :{name}, " for name in new)
    conn.execute(
        f"UPDATE memories SET {settings}updated_at = :now, source = coalesce(:source, source) WHERE id = :id",
        {**new, "now": time.time(), "source": source, "id": memory.id},
    )
    return bool(new)


def _change(conn: sqlite3.Connection, memory_id: str, target: str, note: str, *, changed: bool = True) -> Change:
    return Change(memory_id, changed, note, usage(conn, target))
