"""How far the indexing has come. Stored in the table ``meta``, read before every search."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace

import orjson

from ..store import meta

KEY = "recall"
DEFAULT = "static"  # the embedder that ships with the package
STATIC_VERSION = 3  # of its vectors: raise it with every change to them, and every index is built anew
_KEPT = ("embedder", "dimension", "first", "last", "generation", "version")


@dataclass(frozen=True, slots=True)
class Progress:
    """Messages with ids from ``first`` to ``last`` are indexed (first > last: none yet), except ``recall_changed``."""

    embedder: str | None = None
    dimension: int = 0
    first: int = 1
    last: int = 0
    generation: str = ""
    version: int = 1
    total: int = 0
    pending: int = 0

    @property
    def foreign(self) -> bool:
        """Whether another version of the embedder made the vectors, so that they cannot be compared with new ones."""
        return self.embedder is not None and self.version != version_of(self.embedder)


def version_of(embedder: str) -> int:
    """Return the version of the vectors that an embedder makes."""
    return STATIC_VERSION if embedder == DEFAULT else 1


def read(conn: sqlite3.Connection, *, exact: bool = False) -> Progress:
    """Return how far the vectors and the lexicon have come, and how much is left to do.

    Without ``exact`` the counts are computed from the ids as if there were no gaps: quick, and 0 when all is done.
    """
    kept = orjson.loads(meta.get(conn, KEY) or "{}")
    first, last = kept.get("first", 1), kept.get("last", 0)
    low, high = conn.execute("SELECT (SELECT min(id) FROM messages), (SELECT max(id) FROM messages)").fetchone()
    total = pending = 0
    if high is not None:
        newer, older = max(0, high - max(last, low - 1)), max(0, first - low) if first <= last else 0
        changed = conn.execute("SELECT count(*) FROM recall_changed").fetchone()[0]
        total, pending = high - low + 1, newer + older + changed
        if exact:
            total = _count(conn, "1")
            newer, older = _count(conn, f"id > {int(last)}"), _count(conn, f"id < {int(first)}") if first <= last else 0
            pending = newer + older + changed
    known = {name: kept[name] for name in _KEPT if name in kept}
    progress = Progress(**known, total=total, pending=pending)
    return replace(progress, pending=total) if progress.foreign else progress


def write(conn: sqlite3.Connection, progress: Progress) -> None:
    """Store the progress, without the counts. Call it in the transaction that stores the work."""
    value = {name: getattr(progress, name) for name in _KEPT}
    meta.put(conn, KEY, orjson.dumps(value).decode())


def _count(conn: sqlite3.Connection, condition: str) -> int:
    return int(conn.execute(f"SELECT count(*) FROM messages WHERE {condition}").fetchone()[0])
