"""What another process does between two statements of ours: at each place where it can."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from gagent_db.api import Database
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


def before_write(store: Store, number: int, change: Callable[[], object]) -> list[None]:
    """Run ``change`` when a store is about to begin its n-th write (from 0); -> one for each of them, a list that
    grows."""
    seen: list[None] = []
    write = store.write

    def after_change(work: Callable[..., object]) -> object:
        seen.append(None)
        if len(seen) == number + 1:
            change()
        return write(work)

    store.write = after_change  # type: ignore[method-assign, assignment]
    return seen


def copied(original: Path, folder: Path) -> tuple[Database, Database]:
    """A copy of a closed database in a new folder, opened twice, as two processes have it."""
    folder.mkdir()
    copy = shutil.copy(original, folder)
    return Database(copy), Database(copy)
