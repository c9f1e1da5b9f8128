"""What another process does between two statements of ours: at each place where it can."""

from __future__ import annotations

from collections.abc import Callable

from gagent_db.store.database import Store


def before_statement(store: Store, number: int, change: Callable[[], object]) -> list[str]:
    """Run ``change`` when this thread's connection is about to run its n-th statement (from 0); -> those it ran, a list
    that grows."""
    seen: list[str] = []

    def trace(sql: str) -> None:
        if not sql.startswith("--"):  # those are SQLite's own, inside of one
            seen.append(sql)
            if len(seen) == number + 1:
                change()

    store.read().set_trace_callback(trace)
    return seen
