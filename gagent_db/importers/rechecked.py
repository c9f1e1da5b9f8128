"""Rows that another program changes in place, although neither a count nor a time of their session shows it.

Looking at every row with each change of a large database would cost more than the import. So each import that finds the
file changed compares a bounded number of rows with what they were: those of the newest sessions, which agents and
people work on, and then of the others in turn.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

ROWS = 2000  # compared in one import, or one whole session if that has more


class Rechecked:
    """Remembers a checksum of the rows of each session, as they were when they were read or compared last.

    ``state`` is kept until the next import. Each of ``queries`` takes the id of a session and gives its rows as blobs:
    see ``all_of``.
    """

    def __init__(self, conn: sqlite3.Connection, state: dict[str, Any], queries: Sequence[str]) -> None:
        self.conn = conn
        self.state = state
        self.known: dict[str, int] = state.setdefault("rows", {})
        self.queries = queries

    def note(self, session_id: str) -> None:
        """The session has been read."""
        self.known[session_id] = self._sum(session_id)

    def changed(self, sizes: Mapping[str, int]) -> set[str]:
        """The sessions whose rows are found to have changed. ``sizes``: rows of each session, the newest first."""
        newest = list(_up_to(ROWS // 2, sizes, sizes))
        others = sorted(sizes.keys() - newest)
        start = bisect_right(others, self.state.get("rows_until", ""))
        turn = list(_up_to(ROWS // 2, others[start:] + others[:start], sizes))
        self.state["rows_until"] = turn[-1] if turn else ""
        found = set()
        for session_id in newest + turn:
            now = self._sum(session_id)
            if self.known.setdefault(session_id, now) != now:
                found.add(session_id)
        return found

    def _sum(self, session_id: str) -> int:
        total = 0
        for query in self.queries:
            for row in self.conn.execute(query, (session_id,)):
                total = crc32(row[0], total)
        return total


def all_of(columns: Iterable[str], table: str) -> str:
    """SQL for the values of these columns as one blob: decoding each value would cost more than comparing them."""
    values = " || char(0) || ".join(f"""coalesce({table}."{name}", '')""" for name in sorted(columns))
    return f"CAST({values} AS BLOB)"


def _up_to(rows: int, ids: Iterable[str], sizes: Mapping[str, int]) -> Iterator[str]:
    """The first of these sessions, at least one, until they have so many rows."""
    for session_id in ids:
        yield session_id
        rows -= sizes[session_id]
        if rows <= 0:
            return
