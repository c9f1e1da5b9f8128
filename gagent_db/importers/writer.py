"""Short transactions with pauses between them, so that other programs can write while an import goes on."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from typing import TypeVar

from ..store.database import Store

# (seconds one transaction should hold the write lock, least pause after it), while nobody else writes and once somebody
# does. Larger batches cost less, but nobody must wait for a quarter of a second.
LOCK_SECONDS_ALONE, PAUSE_SECONDS_ALONE = 0.2, 0.01
LOCK_SECONDS, PAUSE_SECONDS = 0.08, 0.03
ALONE_AFTER = 60.0  # seconds without a write of anybody else
FIRST_BATCH, SMALLEST_BATCH, LARGEST_BATCH = 1_000_000, 100_000, 4_000_000  # bytes

T = TypeVar("T")


class Writer:
    """Writes batches. ``limit``: bytes of the next batch with which it should hold the lock for the intended time."""

    def __init__(self, store: Store) -> None:
        self.limit = FIRST_BATCH
        self._store = store
        self._locked = self._released = 0.0  # when the last transaction began and ended
        self._version: int | None = None  # of the data, as others change it
        self._met = time.monotonic() - ALONE_AFTER  # when another connection was last seen to have written

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """One transaction, after a pause for others."""
        pause = self._released + (PAUSE_SECONDS_ALONE if self.alone() else PAUSE_SECONDS) - time.monotonic()
        if pause > 0:
            time.sleep(pause)

        def timed(conn: sqlite3.Connection) -> T:
            self._locked = time.monotonic()
            self._look_for_others(conn)
            return work(conn)

        try:
            return self._store.write(timed)
        finally:
            self._released = time.monotonic()

    def adapt(self, weight: int) -> None:
        """Set ``limit`` by how long the last transaction took, which wrote a batch of this many bytes."""
        if weight > SMALLEST_BATCH // 2:
            wanted = LOCK_SECONDS_ALONE if self.alone() else LOCK_SECONDS
            factor = min(1.5, max(0.4, wanted / max(self._released - self._locked, 0.001)))
            self.limit = int(min(LARGEST_BATCH, max(SMALLEST_BATCH, weight * factor)))

    def alone(self) -> bool:
        """Has nobody else written for a while?"""
        return time.monotonic() - self._met >= ALONE_AFTER

    def _look_for_others(self, conn: sqlite3.Connection) -> None:
        """SQLite counts the changes that other connections commit."""
        version = conn.execute("PRAGMA data_version").fetchone()[0]
        if self._version not in (None, version):
            self._met = time.monotonic()
        self._version = version
