"""One memory as a typed value, the names of stores and scopes, and the SQL that all of the room use."""

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
BUDGETS = {"memory": 800, "user": 500}  # tokens of a prompt, where a database says nothing else
ROOT = "/"  # scopes are paths: / is everywhere, /project/x sees its own entries and its ancestors'
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
        """The columns of the table, by name."""
        return asdict(self)


def check_target(target: str | None) -> str:
    """A target by its name; None means memory. Raises GagentError for another one."""
    if target is None:
        return "memory"
    if target not in TARGETS:
        raise GagentError(
            f"There is no memory store named {target!r}.",
            hint=f"Use {' or '.join(f'{name} ({about})' for name, about in ABOUT.items())}.",
        )
    return target


def normal_scope(scope: str | None) -> str:
    """One spelling: a leading slash, no trailing or double ones, no line breaks; None and blanks are the root."""
    parts = (" ".join(part.split()) for part in re.split(r"[/\\]+", scope or ""))
    return ROOT + "/".join(filter(None, parts))


def visible_from(scope: str | None) -> list[str]:
    """The scope itself, then its ancestors up to the root."""
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
    """Memories by importance, then recency. ``scope`` gives what is visible from it; ``forgotten`` None both kinds."""
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
    """Forget a memory, which can be restored, or remember it again."""
    conn.execute(
        """UPDATE memories SET forgotten = ?, superseded_by = ?, updated_at = ?, source = coalesce(?, source)
           WHERE id = ?""",
        (int(forgotten), superseded_by, time.time(), source, memory_id),
    )


def where_said(conn: sqlite3.Connection, session: str | None, message_id: int | None) -> tuple[str | None, int | None]:
    """Where something was said, as (session id, message id): a message stands in the session it is of, whatever session
    is named. Raises NotFound."""
    if message_id is None:
        return (resolve_session(conn, session).id if session else None), None
    row = conn.execute("SELECT session_id FROM messages WHERE id = ?", (message_id,)).fetchone()
    if row is None:
        raise NotFound(f"There is no message {message_id}.", hint="Leave the message out when it is not known.")
    return row["session_id"], message_id


def before(days: float | None) -> float:
    """The latest time of change of what is older than so many days; without days, of all there is, also where the clock
    was set back since."""
    return time.time() - days * 86400 if days else math.inf


def touch(store: Store, ids: Sequence[str]) -> None:
    """Note that these memories were read. Never waits: when a long write is going on, the note is left out."""
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
