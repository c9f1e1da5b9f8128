"""One fact as a typed value, the count of turns, and the SQL that both facts and tiers use."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass
from typing import Any

from ..sql_json import json_list
from ..store import meta
from .notation import Notation, write

_SESSIONS = 16  # sessions whose last turn number is kept
ROOT = "/"  # the scope of facts that belong to no unit of work; it never closes


@dataclass(frozen=True, slots=True)
class Fact:
    """One row of ``facts``. Times are epoch seconds; turns are counts of user messages over all sessions."""

    rid: int
    id: str
    kind: str
    target: str
    content: str
    scope: str
    tier: str
    status: str
    created_at: float
    updated_at: float
    written_turn: int
    last_referenced_turn: int
    superseded_by: str | None
    session_id: str | None
    message_id: int | None
    source: str | None

    @classmethod
    def from_row(cls, row: sqlite3.Row) -> Fact:
        return cls(**{name: row[name] for name in cls.__slots__})

    @property
    def line(self) -> str:
        """The fact in notation."""
        return write(self.kind, self.target, self.content)

    @property
    def critical(self) -> bool:
        """Marked with ``!``: the last to leave the hot tier."""
        return self.content.startswith("!")

    def to_dict(self) -> dict[str, Any]:
        """Return the columns of the table, by name."""
        return asdict(self)


def scope_name(scope: str | None) -> str:
    """Return the name of a scope without surrounding or repeated blanks; the root for None and blanks."""
    return " ".join((scope or "").split()) or ROOT


def select(conn: sqlite3.Connection, where: str = "1", values: Sequence[Any] = (), limit: int = -1) -> list[Fact]:
    """Return the facts that match an SQL condition, oldest first."""
    sql = f"SELECT * FROM facts WHERE {where} ORDER BY created_at, rid LIMIT ?"
    return [Fact.from_row(row) for row in conn.execute(sql, (*values, limit))]


def insert(
    conn: sqlite3.Connection,
    notation: Notation,
    scope: str,
    origin: tuple[int, str | None, int | None, str | None],
    *,
    tier: str = "hot",
) -> str:
    """Add a fact; ``origin`` is (turn, session id, message id, source). Returns its id."""
    now, (turn, *provenance) = time.time(), origin
    row = conn.execute(
        """INSERT INTO facts(kind, target, content, scope, tier, created_at, updated_at, written_turn,
                             last_referenced_turn, session_id, message_id, source)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id""",
        (*astuple(notation), scope, tier, now, now, turn, turn, *provenance),
    ).fetchone()
    return str(row["id"])


def hot(conn: sqlite3.Connection) -> list[Fact]:
    """Return the facts in the hot tier, which an agent sees all the time, oldest first."""
    return select(conn, "tier = 'hot' AND status = 'active' AND kind NOT IN ('✓', '~')")


def set_tier(conn: sqlite3.Connection, ids: Sequence[str], tier: str) -> None:
    """Move facts to a tier. Their content does not change, so ``updated_at`` stays."""
    conn.execute("UPDATE facts SET tier = ? WHERE id IN (SELECT value FROM json_each(?))", (tier, json_list(ids)))


def supersede(conn: sqlite3.Connection, ids: Sequence[str], by: str, *, status: str = "superseded") -> None:
    """Mark older facts as replaced by the fact ``by``; they stay in the history and can be searched."""
    conn.execute(
        """UPDATE facts SET status = ?, superseded_by = ?, tier = iif(tier = 'hot', 'cold', tier), updated_at = ?
           WHERE id IN (SELECT value FROM json_each(?))""",
        (status, by, time.time(), json_list(ids)),
    )


# -- turns ---------------------------------------------------------------------------------------------


def current_turn(conn: sqlite3.Connection) -> int:
    """Return how many user messages were counted so far, over all sessions."""
    return int(meta.get(conn, "fact_turn") or 0)


def advance(conn: sqlite3.Connection, turn: int) -> int:
    """Record a session's own turn number and return the overall count of turns.

    Sessions may alternate, and a number does not say which one it is from. It is taken to continue the nearest lower
    number reported before, and advances the count by the difference. The number reported last, again, advances
    nothing. A number below all others is from a new session and advances the count by one.
    """
    reported: list[int] = json.loads(meta.get(conn, "fact_session_turns") or "[0]")  # one per session, latest first
    count = current_turn(conn)
    if turn == reported[0]:
        return count
    before = max((number for number in reported if number < turn), default=None)
    if before is not None:
        reported.remove(before)
    meta.put(conn, "fact_session_turns", json.dumps([turn, *reported][:_SESSIONS]))
    meta.put(conn, "fact_turn", count := count + (1 if before is None else turn - before))
    return count
