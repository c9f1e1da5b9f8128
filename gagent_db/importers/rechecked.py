"""Sessions of another program's database that changed since they were read last.

Usually a count or a time shows that. But rows may also change in place, and looking at every row after each change of a
large database would cost more than the import. So each import that finds the file changed compares a bounded number of
rows with what they were: first those of the newest sessions, which agents and people work on, then of the others in
turn.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

from ..coerce import text_or_none
from ..wording import counted
from .base import stable_id
from .sources import Source
from .sqlite_source import columns_of

ROWS = 2000  # compared in one import, or one whole session if that has more


class Rechecked:
    """Keeps in ``source.state``, for each session, a mark of its row and a checksum of its message rows, as they were
    when last read or compared.

    ``sizes``: how many rows of messages each session has, the newest session first. Each of ``queries`` takes the id of
    a session and gives those rows as blobs: see ``all_of``.
    """

    def __init__(
        self, conn: sqlite3.Connection, source: Source, queries: Sequence[str], sizes: Mapping[Any, int]
    ) -> None:
        self.conn = conn
        self.source = source
        self.queries = queries
        self.sizes = sizes
        self.done: dict[str, str] = source.state.setdefault("sessions", {})
        self.known: dict[str, int] = source.state.setdefault("rows", {})

    def changed(self, sessions: Iterable[tuple[sqlite3.Row, Sequence[Any]]]) -> Iterator[sqlite3.Row]:
        """The rows of the sessions that are new or have changed; each is given with whatever else shows a change.

        A session counts as read when the next one is asked for. Sessions without an id, and messages without a session,
        are reported.
        """
        edited = self._edited()
        orphans = dict(self.sizes)
        for row, told in sessions:
            orphans.pop(row["id"], None)
            session_id, mark = text_or_none(row["id"]), stable_id(*row, *told)[:12]
            if session_id is None:
                self.source.skip(f"a session without a usable id: {row['id']!r:.40}")
            elif self.done.get(session_id) != mark or session_id in edited:
                yield row
                self.done[session_id], self.known[session_id] = mark, self._sum(session_id)
        for orphan, count in orphans.items():
            self.source.skip(f"{counted(count, 'message')} of a session that is not there: {orphan!r:.40}")

    def _edited(self) -> set[str]:
        """The sessions found to have rows that changed in place."""
        sizes = {id_: size for id_, size in self.sizes.items() if id_ in self.done}
        newest = list(_up_to(ROWS // 2, sizes, sizes))
        others = sorted(sizes.keys() - newest)
        start = bisect_right(others, self.source.state.get("rows_until", ""))
        turn = list(_up_to(ROWS // 2, others[start:] + others[:start], sizes))
        self.source.state["rows_until"] = turn[-1] if turn else ""
        now = {session_id: self._sum(session_id) for session_id in newest + turn}
        return {session_id for session_id, sum_ in now.items() if self.known.setdefault(session_id, sum_) != sum_}

    def _sum(self, session_id: str) -> int:
        total = 0
        for query in self.queries:
            for row in self.conn.execute(query, (session_id,)):
                total = crc32(row[0], total)
        return total


def changed_sessions(conn: sqlite3.Connection, source: Source) -> Iterator[sqlite3.Row]:
    """The rows of ``sessions`` that are new or have changed, in a database with one row of ``messages`` per message."""
    counts = dict(conn.execute("SELECT session_id, count(*) FROM messages GROUP BY 1 ORDER BY max(rowid) DESC"))
    values = all_of(columns_of(conn)["messages"], "messages")
    query = f"SELECT {values} FROM messages WHERE session_id = ? ORDER BY rowid"
    sessions = conn.execute("SELECT * FROM sessions ORDER BY created_at, id")
    rows = Rechecked(conn, source, [query], counts)
    yield from rows.changed((row, (counts.get(row["id"], 0),)) for row in sessions)


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
