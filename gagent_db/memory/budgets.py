"""The token budgets of memories in a prompt, and how much of them is in use."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from ..errors import GagentError
from ..store import meta
from ..store.database import Store
from .memory_rows import BUDGETS, TARGETS, check_target
from .tokens import estimate_tokens

MOST = 100_000_000
DELIMITER = "\n§\n"
DELIMITER_TOKENS = estimate_tokens(DELIMITER)


def budget_of(conn: sqlite3.Connection, target: str) -> int:
    """Return the budget of a target in tokens: the configured one, or the default."""
    return int(meta.get(conn, f"memory_budget_{target}") or BUDGETS[target])


def set_budget(store: Store, target: str, tokens: int) -> None:
    """Set the budget of a target in this database. Raises GagentError for an unknown target or a useless number."""
    check_target(target)
    if tokens < 1:
        raise GagentError(f"A budget of {tokens} tokens holds nothing.", hint="Give a number of 1 or more.")
    if tokens > MOST:
        raise GagentError(
            f"A budget of {tokens:,} tokens is more than a prompt can hold.", hint=f"Give a number up to {MOST:,}."
        )
    store.write(lambda conn: meta.put(conn, f"memory_budget_{target}", tokens))


def tokens_of(entries: Iterable[str]) -> int:
    """Return the tokens of entries joined as in the prompt."""
    sizes = [estimate_tokens(entry) for entry in entries]
    return sum(sizes) + DELIMITER_TOKENS * max(0, len(sizes) - 1)


def usage(conn: sqlite3.Connection, target: str) -> dict[str, int]:
    """Return ``{"tokens", "budget", "entries"}`` of all memories of a target, in every scope."""
    rows = conn.execute("SELECT content FROM memories WHERE target = ? AND NOT forgotten", (target,)).fetchall()
    return {
        "tokens": tokens_of(row["content"] for row in rows),
        "budget": budget_of(conn, target),
        "entries": len(rows),
    }


def all_usage(store: Store) -> dict[str, dict[str, int]]:
    """Return the usage of every target, by its name."""
    with store.snapshot() as conn:
        return {target: usage(conn, target) for target in TARGETS}
