"""Scopes are units of work. They open with their first fact, and close when a message says they are done or when
nobody mentions them for some turns."""

from __future__ import annotations

import re
import sqlite3
import time
from typing import Any

from ..errors import GagentError
from ..store.database import Store
from . import tiers
from .fact_rows import ROOT, advance, scope_name
from .notation import Notation
from .signals import closing_clauses

IDLE_TURNS = 6  # a scope closes when it was not used for so many turns
ELSEWHERE_TURNS = 3  # or when facts were written only to other scopes in so many turns in a row
MAX_TURN = 10**9


def memory_tick(store: Store, turn: int, message: str | None = None) -> dict[str, Any]:
    """Count a user message and close the scopes that it ends.

    ``turn`` is the number of the message in its session. Returns ``{"ok", "turn", "closed": [names], "reasons":
    {name: reason}, "pressure"}``, where ``turn`` is the count over all sessions.
    """
    if turn > MAX_TURN:
        raise GagentError(
            f"turn must be the number of a user message, not {turn}.", hint="Count the turns of a session from 1."
        )

    def work(conn: sqlite3.Connection) -> tuple[int, list[dict[str, str]]]:
        now = advance(conn, turn)
        text = message or ""
        in_use = _open_scopes(conn)
        _refer(conn, text, now)
        closed = _close_signalled(conn, text, in_use, now)
        closed += _close_idle(conn, now)
        closed += close_left_behind(conn, now)
        tiers.relieve(conn)
        return now, closed

    now, closed = store.write(work)
    return {
        "ok": True,
        "turn": now,
        "closed": [entry["scope"] for entry in closed],
        "reasons": {entry["scope"]: entry["reason"] for entry in closed},
        "pressure": tiers.gauge(store.read()).pressure,
    }


def list_scopes(store: Store) -> list[dict[str, Any]]:
    """Return every scope with the number of its facts, the open ones first."""
    sql = """SELECT scopes.*, count(facts.rid) AS facts, coalesce(sum(facts.status = 'active'), 0) AS active
             FROM scopes LEFT JOIN facts ON facts.scope = scopes.name
             GROUP BY scopes.name ORDER BY scopes.status DESC, scopes.last_turn DESC, scopes.name"""
    return [dict(row) for row in store.read().execute(sql)]


# -- opening and referring -----------------------------------------------------------------------------


def open_scope(conn: sqlite3.Connection, scope: str, now: int) -> None:
    """Open or reopen a scope and record the turn."""
    conn.execute(
        """INSERT INTO scopes(name, opened_turn, last_turn, opened_at) VALUES (?, ?, ?, ?)
           ON CONFLICT(name) DO UPDATE SET last_turn = excluded.last_turn,
               opened_turn = iif(status = 'closed', excluded.opened_turn, opened_turn),
               opened_at = iif(status = 'closed', excluded.opened_at, opened_at),
               status = 'open', closed_turn = NULL, close_reason = NULL, closed_at = NULL""",
        (scope, now, now, time.time()),
    )
    conn.execute("INSERT OR IGNORE INTO scope_writes(turn, scope) VALUES (?, ?)", (now, scope))
    conn.execute("DELETE FROM scope_writes WHERE turn < ?", (now - IDLE_TURNS,))


def known_name(conn: sqlite3.Connection, scope: str) -> str:
    """Return the name of an existing scope that differs at most in capitals, else the given name."""
    sql = "SELECT name FROM scopes WHERE name = ?1 COLLATE NOCASE ORDER BY name <> ?1, status DESC LIMIT 1"
    row = conn.execute(sql, (scope,)).fetchone()
    return str(row["name"]) if row else scope


def _refer(conn: sqlite3.Connection, message: str, now: int) -> None:
    """Mark the open scopes that a message names, by their name or by a target in them, as in use now."""
    for scope in _open_scopes(conn):
        hits = [target for target in _targets(conn, scope) if _names(message, target)]
        if hits or _names(message, scope):
            conn.execute("UPDATE scopes SET last_turn = ? WHERE name = ?", (now, scope))
            conn.executemany(
                "UPDATE facts SET last_referenced_turn = ? WHERE scope = ? AND target = ? AND status = 'active'",
                [(now, scope, target) for target in hits],
            )


def _named(conn: sqlite3.Connection, text: str, scopes: list[str]) -> list[str]:
    """Return those of the scopes that a text names: by their name, or if there are none, by a target."""
    by_name = [scope for scope in scopes if _names(text, scope)]
    return by_name or [scope for scope in scopes if any(_names(text, target) for target in _targets(conn, scope))]


def _targets(conn: sqlite3.Connection, scope: str) -> list[str]:
    sql = "SELECT DISTINCT target FROM facts WHERE scope = ? AND status = 'active'"
    return [row["target"] for row in conn.execute(sql, (scope,))]


def _names(message: str, name: str) -> bool:
    """Whether the message contains the name as a word of its own, however its parts are joined."""
    parts = re.findall(r"[^\W_]+", name)
    if not parts or parts[0].lower() not in message.lower():  # the usual case, and faster than the pattern
        return False
    joined = r"[\W_]{0,3}".join(re.escape(part) for part in parts)
    return re.search(rf"(?<![^\W_]){joined}(?![^\W_])", message, re.IGNORECASE) is not None


def _open_scopes(conn: sqlite3.Connection) -> list[str]:
    sql = "SELECT name FROM scopes WHERE status = 'open' AND name <> ? ORDER BY last_turn DESC, opened_at DESC, name"
    return [row["name"] for row in conn.execute(sql, (ROOT,))]


# -- closing -------------------------------------------------------------------------------------------


def close_scope(conn: sqlite3.Connection, scope: str, now: int, reason: str) -> dict[str, str]:
    """Close a scope and move its hot facts to the cold tier, where search still finds them."""
    conn.execute(
        "UPDATE scopes SET status = 'closed', closed_turn = ?, close_reason = ?, closed_at = ? WHERE name = ?",
        (now, reason, time.time(), scope),
    )
    conn.execute("UPDATE facts SET tier = 'cold' WHERE scope = ? AND tier = 'hot'", (scope,))
    return {"scope": scope, "reason": reason}


def close_done(conn: sqlite3.Connection, notation: Notation, now: int) -> list[str]:
    """Close the scope that a done mark names, and return the names closed: ``✓[auth]`` closes ``auth`` or ``/auth``."""
    if notation.kind != "✓":
        return []
    wanted = scope_name(notation.target).casefold()
    done = [name for name in _open_scopes(conn) if wanted in (name.casefold(), name.strip("/").casefold())]
    return [close_scope(conn, name, now, "done")["scope"] for name in done]


def _close_signalled(conn: sqlite3.Connection, message: str, in_use: list[str], now: int) -> list[dict[str, str]]:
    """Close the scopes that a message says are done.

    Each closing clause ends the scopes it names, else the only scope that the message names, else the one used last.
    """
    ended: list[str] = []
    everywhere = _named(conn, message, in_use)
    for clause in closing_clauses(message):
        ended += _named(conn, clause, in_use) or (everywhere if len(everywhere) == 1 else in_use[:1])
    return [close_scope(conn, scope, now, "signal") for scope in dict.fromkeys(ended)]


def _close_idle(conn: sqlite3.Connection, now: int) -> list[dict[str, str]]:
    rows = conn.execute(
        "SELECT name FROM scopes WHERE status = 'open' AND name <> ? AND ? - last_turn >= ?", (ROOT, now, IDLE_TURNS)
    ).fetchall()
    return [close_scope(conn, row["name"], now, "idle") for row in rows]


def close_left_behind(conn: sqlite3.Connection, now: int) -> list[dict[str, str]]:
    """Close the scopes to which nothing was written in ELSEWHERE_TURNS turns in a row with facts for other scopes."""
    closed = []
    for scope in _open_scopes(conn):
        rows = conn.execute(
            "SELECT turn FROM scope_writes WHERE scope <> ? AND turn > (SELECT last_turn FROM scopes WHERE name = ?)",
            (scope, scope),
        )
        turns = {row["turn"] for row in rows}
        if any(turns >= set(range(last - ELSEWHERE_TURNS + 1, last + 1)) for last in (now, now - 1)):
            closed.append(close_scope(conn, scope, now, "elsewhere"))
    return closed
