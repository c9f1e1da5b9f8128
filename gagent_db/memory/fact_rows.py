"""One fact as a typed value, the clock of turns, and the SQL both facts and tiers use."""

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

_SESSIONS = 16  # whose turn numbers are known at a time
ROOT = "/"  # the scope of facts that belong to no unit of work; it never closes


@dataclass(frozen=True, slots=True)
class Fact:
    """One row of ``facts``. Times are epoch seconds, turns are counts of user messages."""

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
        """The columns of the table, by name."""
        return asdict(self)


def scope_name(scope: str | None) -> str:
    """A scope's name without surrounding or repeated blanks; None and blanks are the root."""
    return " ".join((scope or "").split()) or ROOT


def select(conn: sqlite3.Connection, where: str = "1", values: Sequence[Any] = (), limit: int = -1) -> list[Fact]:
    """Facts matching a condition, oldest first."""
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
    now, (turn, *said_in) = time.time(), origin
    row = conn.execute(
        """INSERT INTO facts(kind, target, content, scope, tier, created_at, updated_at, written_turn,
                             last_referenced_turn, session_id, message_id, source)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id""",
        (*astuple(notation), scope, tier, now, now, turn, turn, *said_in),
    ).fetchone()
    return str(row["id"])


def hot(conn: sqlite3.Connection) -> list[Fact]:
    """The facts an agent sees all the time, oldest first."""
    return select(conn, "tier = 'hot' AND status = 'active' AND kind NOT IN ('✓', '~')")


def set_tier(conn: sqlite3.Connection, ids: Sequence[str], tier: str) -> None:
    """Move facts to a tier. Nothing about them changes, so ``updated_at`` stays."""
    conn.execute("UPDATE facts SET tier = ? WHERE id IN (SELECT value FROM json_each(?))", (tier, json_list(ids)))


def supersede(conn: sqlite3.Connection, ids: Sequence[str], by: str, *, status: str = "superseded") -> None:
    """Older facts give way to fact ``by``; they stay in the history and can be searched."""
    conn.execute(
        """UPDATE facts SET status = ?, superseded_by = ?, tier = iif(tier = 'hot', 'cold', tier), updated_at = ?
           WHERE id IN (SELECT value FROM json_each(?))""",
        (status, by, time.time(), json_list(ids)),
    )


# -- turns ---------------------------------------------------------------------------------------------


def current_turn(conn: sqlite3.Connection) -> int:
    """User messages counted so far, over all sessions."""
    return int(meta.get(conn, "fact_turn") or 0)


def advance(conn: sqlite3.Connection, turn: int) -> int:
    """Take in a session's own turn number and return the overall count.

    Several sessions may take turns. A number goes on from the nearest one below it that a session has told, and moves
    the count by the difference; the one told last again moves nothing; one below all is a new session and moves it by
    one.
    """
    told: list[int] = json.loads(meta.get(conn, "fact_session_turns") or "[0]")  # of each session, the latest first
    count = current_turn(conn)
    if turn == told[0]:
        return count
    before = max((number for number in told if number < turn), default=None)
    if before is not None:
        told.remove(before)
    meta.put(conn, "fact_session_turns", json.dumps([turn, *told][:_SESSIONS]))
    meta.put(conn, "fact_turn", count := count + (1 if before is None else turn - before))
    return count
