"""How many tokens of memories a prompt may hold, and how many the stores have in use."""

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
    """The configured budget of a target in tokens."""
    return int(meta.get(conn, f"memory_budget_{target}") or BUDGETS[target])


def set_budget(store: Store, target: str, tokens: int) -> None:
    """Change the budget of a target for this database."""
    check_target(target)
    if tokens < 1:
        raise GagentError(f"A budget of {tokens} tokens holds nothing.", hint="Give a number of 1 or more.")
    if tokens > MOST:
        raise GagentError(
            f"A budget of {tokens:,} tokens is more than a prompt can hold.", hint=f"Give a number up to {MOST:,}."
        )
    store.write(lambda conn: meta.put(conn, f"memory_budget_{target}", tokens))


def tokens_of(entries: Iterable[str]) -> int:
    """Tokens of entries joined as the prompt joins them."""
    sizes = [estimate_tokens(entry) for entry in entries]
    return sum(sizes) + DELIMITER_TOKENS * max(0, len(sizes) - 1)


def usage(conn: sqlite3.Connection, target: str) -> dict[str, int]:
    """``{"tokens", "budget", "entries"}`` of everything a target remembers, whatever its scope."""
    rows = conn.execute("SELECT content FROM memories WHERE target = ? AND NOT forgotten", (target,)).fetchall()
    return {
        "tokens": tokens_of(row["content"] for row in rows),
        "budget": budget_of(conn, target),
        "entries": len(rows),
    }


def all_usage(store: Store) -> dict[str, dict[str, int]]:
    """Usage of every target."""
    with store.snapshot() as conn:
        return {target: usage(conn, target) for target in TARGETS}
