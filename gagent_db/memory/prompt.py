"""The memory blocks of a system prompt: the format of the file-based tool, filled to a token budget.

A session keeps the block it started with, so that the model's prompt cache stays valid.
"""

from __future__ import annotations

import sqlite3
import time
from dataclasses import asdict, dataclass
from typing import Any

from ..store.database import Store
from .budgets import DEFAULTS, DELIMITER, DELIMITER_TOKENS, budget_of, tokens_of
from .rows import TARGETS, Memory, check_target, select, touch
from .scan import harm
from .scopes import normal_scope
from .tokens import estimate_tokens

RULE = "═" * 46
TITLES = {"memory": "MEMORY (your personal notes)", "user": "USER PROFILE (who the user is)"}
SNAPSHOT_DAYS = 90


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text to put into a system prompt, and what it holds."""

    prompt: str
    tokens: int
    shown: int
    hidden: int
    frozen: bool = False

    def to_dict(self) -> dict[str, Any]:
        return {"ok": True, **asdict(self)}


@dataclass(frozen=True, slots=True)
class Block:
    """One target's entries as they were chosen for a budget."""

    target: str
    budget: int
    entries: list[str]
    shown: list[str]
    hidden: int

    @property
    def text(self) -> str:
        """The block, or nothing when the target has no entries."""
        if not self.shown and not self.hidden:
            return ""
        used = tokens_of(self.entries)
        state = f"{round(100 * used / self.budget)}% — {used:,}/{self.budget:,} tokens"
        if self.hidden:
            state += f"; {self.hidden} more not shown, find them with memory search"
        body = DELIMITER.join(self.entries)
        return f"{RULE}\n{TITLES[self.target]} [{state}]\n{RULE}" + (f"\n{body}" if body else "")


def memory_prompt(
    store: Store,
    *,
    budget_tokens: int | None = None,
    target: str | None = None,
    scope: str | None = None,
    session: str | None = None,
) -> Prompt:
    """The blocks of ``memory`` and ``user`` (or one of them) as seen from ``scope``.

    ``budget_tokens`` is for all entries together; without it each target has its own configured budget.
    With ``session`` the first answer is kept and given again until another session asks.
    """
    targets = TARGETS if target in (None, "all") else (check_target(target),)
    scope = normal_scope(scope)
    request = f"{'+'.join(targets)} {scope} {budget_tokens or ''}"
    if session and (frozen := _snapshot(store, session, request)) is not None:
        return Prompt(frozen, estimate_tokens(frozen), 0, 0, frozen=True)
    conn = store.read()
    blocks = [
        _fill(select(conn, target=name, scope=scope), name, tokens)
        for name, tokens in _shares(conn, targets, budget_tokens).items()
    ]
    text = "\n\n".join(block.text for block in blocks if block.text)
    touch(store, [memory_id for block in blocks for memory_id in block.shown])
    if session:
        store.write(lambda conn: _freeze(conn, session, request, text))
        text = _snapshot(store, session, request) or text  # another process may have been first
    return Prompt(
        text, estimate_tokens(text), sum(len(block.shown) for block in blocks), sum(block.hidden for block in blocks)
    )


def _shares(conn: sqlite3.Connection, targets: tuple[str, ...], total: int | None) -> dict[str, int]:
    if total is None:
        return {target: budget_of(conn, target) for target in targets}
    weight = sum(DEFAULTS[target] for target in targets)
    return {target: max(1, total * DEFAULTS[target] // weight) for target in targets}


def _fill(memories: list[Memory], target: str, budget: int) -> Block:
    """Take entries in order while they fit; a repeated text is taken once."""
    entries: list[str] = []
    shown: list[str] = []
    seen: set[str] = set()
    used = 0
    for memory in memories:
        if memory.content in seen:
            continue
        seen.add(memory.content)
        if used + _cost(memory.content, entries) > budget:
            continue  # before the scan: what is not shown need not be judged
        entry = _safe(memory.content)
        cost = _cost(entry, entries)
        if used + cost <= budget:
            entries.append(entry)
            shown.append(memory.id)
            used += cost
    return Block(target, budget, entries, shown, len(seen) - len(entries))


def _cost(entry: str, before: list[str]) -> int:
    """Tokens an entry adds to those before it, the delimiter included."""
    return estimate_tokens(entry) + (DELIMITER_TOKENS if before else 0)


def _safe(content: str) -> str:
    """The entry, or a note in its place when it was put in by hand and would not have passed the scanner."""
    blocked = harm(content)
    if not blocked:
        return content
    return f"[BLOCKED: entry contained threat pattern(s): {', '.join(blocked)}. Look at it with: gagent-db memory list]"


def _snapshot(store: Store, session: str, request: str) -> str | None:
    row = (
        store.read()
        .execute("SELECT block FROM memory_snapshots WHERE session = ? AND request = ?", (session, request))
        .fetchone()
    )
    return row["block"] if row else None


def _freeze(conn: sqlite3.Connection, session: str, request: str, block: str) -> None:
    now = time.time()
    conn.execute("DELETE FROM memory_snapshots WHERE created_at < ?", (now - SNAPSHOT_DAYS * 86400,))
    conn.execute("INSERT OR IGNORE INTO memory_snapshots VALUES (?, ?, ?, ?)", (session, request, block, now))


def end_session(store: Store, session: str) -> None:
    """Forget the snapshot of a session that has ended."""
    store.write(lambda conn: conn.execute("DELETE FROM memory_snapshots WHERE session = ?", (session,)))
