"""One memory as a typed value, the names of targets and scopes, and the SQL that the other modules share."""

from __future__ import annotations

import math
import re
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from ..errors import GagentError, NotFound
from ..sql_json import json_list, loads_or_none
from ..store.database import Store
from ..store.opening import connect
from ..store.sessions import resolve_session

Target = Literal["memory", "user"]
TARGETS = get_args(Target)
ABOUT = {"memory": "notes of the agent", "user": "who the person is"}
TITLES = {"memory": "MEMORY (your personal notes)", "user": "USER PROFILE (who the user is)"}  # above their entries
BUDGETS = {"memory": 800, "user": 500}  # default tokens in a prompt
ROOT = "/"  # scopes are paths: entries in / are visible everywhere; /project/x also sees those of its ancestors
_ORDER = "importance DESC, updated_at DESC, rid DESC"


@dataclass(frozen=True, slots=True)
class Memory:
    """One row of ``memories``. Times are epoch seconds; ``categories`` is the decoded list."""

    rid: int
    id: str
    content: str
    target: str
    scope: str
    categories: list[str]
    importance: float
    created_at: float
    updated_at: float
    last_accessed_at: float | None
    source: str | None
    forgotten: int
    session_id: str | None
    message_id: int | None
    superseded_by: str | None

    @classmethod
    def from_row(cls, row: sqlite3.Row) -> Memory:
        values = {name: row[name] for name in cls.__slots__}
        categories = loads_or_none(row["categories"])
        return cls(**{**values, "categories": categories if isinstance(categories, list) else []})

    def to_dict(self) -> dict[str, Any]:
        """Return the columns of the table, by name."""
        return asdict(self)


def check_target(target: str | None) -> str:
    """Return a valid target; None means memory. Raises GagentError for an unknown one."""
    if target is None:
        return "memory"
    if target not in TARGETS:
        raise GagentError(
            f"There is no memory store named {target!r}.",
            hint=f"Use {' or '.join(f'{name} ({about})' for name, about in ABOUT.items())}.",
        )
    return target


def normal_scope(scope: str | None) -> str:
    """Return a scope with a leading slash, none trailing or doubled, and no line breaks; the root for None or blank."""
    parts = (" ".join(part.split()) for part in re.split(r"[/\\]+", scope or ""))
    return ROOT + "/".join(filter(None, parts))


def visible_from(scope: str | None) -> list[str]:
    """Return the scope itself, then its ancestors up to the root."""
    parts = normal_scope(scope).strip("/").split("/")
    paths = [ROOT + "/".join(parts[:length]) for length in range(len(parts), 0, -1) if parts[0]]
    return [*paths, ROOT]


def select(
    conn: sqlite3.Connection,
    *,
    memory_id: str | None = None,
    target: str | None = None,
    scope: str | None = None,
    forgotten: bool | None = False,
    category: str | None = None,
    limit: int | None = None,
) -> list[Memory]:
    """Return memories by importance, then recency: those visible from ``scope``; with ``forgotten`` None both kinds."""
    where: list[str] = []
    values: list[Any] = []
    if memory_id is not None:
        where.append("id = ?")
        values.append(memory_id)
    if target is not None:
        where.append("target = ?")
        values.append(check_target(target))
    if scope is not None:
        where.append("scope IN (SELECT value FROM json_each(?))")
        values.append(json_list(visible_from(scope)))
    if forgotten is not None:
        where.append("forgotten = ?")
        values.append(int(forgotten))
    if category is not None:
        where.append("EXISTS (SELECT 1 FROM json_each(memories.categories) WHERE value = ?)")
        values.append(category)
    condition = f" WHERE {' AND '.join(where)}" if where else ""
    sql = f"SELECT * FROM memories{condition} ORDER BY {_ORDER} LIMIT ?"
    return [Memory.from_row(row) for row in conn.execute(sql, (*values, -1 if limit is None else limit))]


def set_forgotten(
    conn: sqlite3.Connection, memory_id: str, forgotten: bool, source: str | None, *, superseded_by: str | None = None
) -> None:
    """Mark a memory as forgotten, or as remembered again."""
    conn.execute(
        """UPDATE memories SET forgotten = ?, superseded_by = ?, updated_at = ?, source = coalesce(?, source)
           WHERE id = ?""",
        (int(forgotten), superseded_by, time.time(), source, memory_id),
    )


def where_said(conn: sqlite3.Connection, session: str | None, message_id: int | None) -> tuple[str | None, int | None]:
    """Return where something was said, as (session id, message id). Raises NotFound for an unknown one.

    The session of the message counts, even if another session is named.
    """
    if message_id is None:
        return (resolve_session(conn, session).id if session else None), None
    row = conn.execute("SELECT session_id FROM messages WHERE id = ?", (message_id,)).fetchone()
    if row is None:
        raise NotFound(f"There is no message {message_id}.", hint="Leave the message out when it is not known.")
    return row["session_id"], message_id


def before(days: float | None) -> float:
    """Return the time, in epoch seconds, so many days ago.

    Without days it is infinity, so that everything is older, even what was written before the clock was set back.
    """
    return time.time() - days * 86400 if days else math.inf


def touch(store: Store, ids: Sequence[str]) -> None:
    """Record that these memories were read. Never waits: while another write is running, it records nothing."""
    if not ids or not store.may_write:
        return
    conn = connect(store.path, timeout=0)
    try:
        conn.execute(
            "UPDATE memories SET last_accessed_at = ? WHERE id IN (SELECT value FROM json_each(?))",
            (time.time(), json_list(ids)),
        )
    except sqlite3.OperationalError:
        pass
    finally:
        conn.close()
