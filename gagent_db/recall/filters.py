"""Turn the filters of a search into SQL conditions on the messages it may return."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ..coerce import encodable
from ..errors import GagentError
from ..sql_json import json_list
from ..store.sessions import SessionFilter, lineage, resolve_session, roles_in
from ..times import Moment, parse_when

ALIASES = {"session_id": "session", "user_id": "user", "exclude_session_id": "exclude_session"}


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of a search, all optional. ``since`` and ``until`` are stored-form times; ``until`` is exclusive.

    ``role`` and ``tag`` may name several, separated by commas: any of the roles, all of the tags.
    """

    channel: str | None = None
    chat_id: str | None = None
    session: str | None = None
    exclude_session: str | None = None
    role: str | None = None
    user: str | None = None
    project: str | None = None
    since: str | None = None
    until: str | None = None
    tag: str | None = None
    without: tuple[tuple[str, str], ...] = ()  # (name, value) of filters that must not hold; only from typed queries

    @classmethod
    def of(cls, **given: Any) -> Filters:
        """Return the given filters, checked. Raises GagentError for an unknown filter or a bad date."""
        for other, name in ALIASES.items():
            if other in given:
                value = given.pop(other)
                given[name] = given.get(name) if value in (None, "") else value
        unknown = sorted(set(given) - set(NAMES))
        if unknown:
            raise GagentError(f"There is no search filter {unknown[0]!r}.", hint=f"Known filters: {', '.join(NAMES)}.")
        values = {name: value for name, value in given.items() if value not in (None, "")}
        for name in ("since", "until"):
            if name in values:
                values[name] = parse_when(values[name], end=name == "until")
        checked: dict[str, Any] = {name: _text(value) for name, value in values.items()}
        return cls(**checked)

    def merged(self, typed: dict[str, str], without: tuple[tuple[str, str], ...] = ()) -> Filters:
        """Return these filters plus those typed in the query (``channel:x``, ``-role:y``); a caller's own ones win."""
        wanted: dict[str, Any] = {name: value for name, value in typed.items() if getattr(self, name) is None}
        return replace(self, without=without, **wanted)

    @property
    def roles(self) -> list[str]:
        """The wanted roles; [] for all."""
        return roles_in(self.role)

    @property
    def unwanted_roles(self) -> list[str]:
        """The roles that must not be returned."""
        return [role for name, value in self.without if name == "role" for role in roles_in(value)]


NAMES = tuple(item.name for item in fields(Filters) if item.name != "without")
# Filters that SessionFilter has too, but that mean something else for a list of sessions.
_MEANT_OTHERWISE = ("session", "exclude_session", "role")


@dataclass(frozen=True, slots=True)
class Scope:
    """Filters resolved against one database.

    ``where`` is a condition on ``messages m`` with ``:name`` parameters in ``values``; ``sessions`` is
    the set of session ids when few enough are left to read them one by one, else None.
    """

    where: str
    values: dict[str, Any] = field(default_factory=dict)
    sessions: frozenset[str] | None = None
    roles: frozenset[str] = frozenset()  # empty: all
    unwanted_roles: frozenset[str] = frozenset()

    def within(self, conn: sqlite3.Connection, condition: str, values: dict[str, Any]) -> Scope:
        """Return this scope without the sessions that do not meet a condition on columns of ``sessions``."""
        values = {**self.values, **values}
        known = "" if self.sessions is None else "id IN (SELECT value FROM json_each(:known)) AND "
        sql = f"SELECT id FROM sessions WHERE {known}{condition} LIMIT {FEW_SESSIONS + 1}"
        found = conn.execute(sql, {**values, "known": json_list(self.sessions or ())}).fetchall()
        return replace(
            self,
            where=f"{self.where} AND m.session_id IN (SELECT id FROM sessions WHERE {condition})",
            values=values,
            sessions=frozenset(row[0] for row in found) if len(found) <= FEW_SESSIONS else None,
        )


FEW_SESSIONS = 2000  # up to this many, a scope lists its sessions
FEW_MESSAGES = 5000  # up to this many, the sessions of a scope are read whole
MOST_COPIED = 200  # messages that a compression is expected to copy at most


def few_messages(conn: sqlite3.Connection, sessions: frozenset[str]) -> bool:
    """Whether the sessions of a scope have few enough messages to be read whole."""
    total = "SELECT sum(message_count) FROM sessions WHERE id IN (SELECT value FROM json_each(?))"
    return (conn.execute(total, (json_list(sorted(sessions)),)).fetchone()[0] or 0) <= FEW_MESSAGES


def resolve(conn: sqlite3.Connection, filters: Filters) -> Scope:
    """Turn filters into a scope. Raises NotFound for an unknown ``session``."""
    outer = ["m.status <> 'undone'"]
    inner, values = session_conditions(conn, filters)
    if filters.roles:
        outer.append("m.role IN (SELECT value FROM json_each(:role))")
    if filters.unwanted_roles:
        outer.append("m.role NOT IN (SELECT value FROM json_each(:unwanted_roles))")
        values["unwanted_roles"] = json_list(filters.unwanted_roles)
    if filters.since:
        outer.append("m.created_at >= :since")
    if filters.until:
        outer.append("m.created_at < :until")
    excluded = live(conn, filters.exclude_session) if filters.exclude_session else []
    if excluded:
        outer.append("NOT (m.status = 'active' AND m.session_id IN (SELECT value FROM json_each(:excluded)))")
        values["excluded"] = json_list(excluded)
        if kept := kept_tail(conn, excluded):
            outer.append("m.id NOT IN (SELECT value FROM json_each(:kept))")
            values["kept"] = json_list(kept)
    whole = Scope(" AND ".join(outer), values, None, frozenset(filters.roles), frozenset(filters.unwanted_roles))
    return whole.within(conn, " AND ".join(inner), {}) if inner else whole


def session_conditions(conn: sqlite3.Connection, filters: Filters) -> tuple[list[str], dict[str, Any]]:
    """Return conditions on the columns of ``sessions`` and the SQL parameters of all filters, role included.

    ``session`` means the whole conversation of that session. Raises NotFound when it is unknown.
    """
    plain = SessionFilter(**{name: getattr(filters, name) for name in NAMES if name not in _MEANT_OTHERWISE})
    condition, values = plain.where(conn)
    inner = [condition] if plain != SessionFilter() else []
    if filters.session:
        inner.append("id IN (SELECT value FROM json_each(:session))")
        values["session"] = json_list(lineage(conn, resolve_session(conn, filters.session).id))
    if filters.roles:
        values["role"] = json_list(filters.roles)
    for at, (name, value) in enumerate(filters.without):
        if name != "role":
            conditions, its = session_conditions(conn, Filters().merged({name: value}))
            renamed = re.sub(r":(?=[a-z])", f":not{at}_", " AND ".join(conditions))
            inner.append(f"({renamed}) IS NOT TRUE")
            values |= {f"not{at}_{key}": its[key] for key in its}
    return inner, values


def live(conn: sqlite3.Connection, ref: str) -> list[str]:
    """Return the sessions whose text an agent in session ``ref`` still has in its context; [] for an unknown one.

    These are the session itself, the sessions it was branched from or spawned by, and those it branched or
    spawned, unless they ended in a compression: what a compression took out of the context (a compacted message, or
    an ancestor that ended so) can still be recalled, except for its :func:`kept_tail`.
    """
    try:
        start = resolve_session(conn, ref).id
    except GagentError:
        return []
    rows = conn.execute(
        """WITH RECURSIVE
             up(id) AS (SELECT :id UNION
               SELECT s.parent_session_id FROM sessions s JOIN up ON s.id = up.id
               WHERE s.parent_session_id IS NOT NULL),
             tree(id) AS (SELECT id FROM up UNION
               SELECT s.id FROM sessions s JOIN tree ON s.parent_session_id = tree.id)
           SELECT s.id FROM tree JOIN sessions s ON s.id = tree.id
           WHERE s.id = :id OR s.end_reason IS NOT 'compression'""",
        {"id": start},
    )
    return [row[0] for row in rows]


def kept_tail(conn: sqlite3.Connection, live_ids: list[str]) -> list[int]:
    """Return the messages of compressed sessions that an agent in one of the ``live_ids`` still has in its context.

    A compression may keep the last messages in the context: in their old place (``kept_from`` in the metadata of
    the continuing session) or as copies in that session.
    """
    rows = conn.execute(
        """WITH RECURSIVE
             live(id) AS (SELECT value FROM json_each(:live)),
             up(id) AS (SELECT id FROM live UNION
               SELECT s.parent_session_id FROM sessions s JOIN up ON s.id = up.id
               WHERE s.parent_session_id IS NOT NULL),
             kept(id, mark) AS (
               SELECT s.parent_session_id, json_extract(s.metadata_json, '$.kept_from')
               FROM live JOIN sessions s ON s.id = live.id
               UNION SELECT s.parent_session_id, mark FROM sessions s JOIN kept ON s.id = kept.id
               WHERE json_extract(s.metadata_json, '$.kept_from') <= mark),
             copied(role, content) AS MATERIALIZED (
               SELECT m.role, m.content FROM live JOIN messages m ON m.id IN (
                 SELECT id FROM messages WHERE session_id = live.id ORDER BY id LIMIT :most)
               WHERE m.status = 'active' AND m.content <> '')
           SELECT m.id FROM kept JOIN messages m ON m.session_id = kept.id
           WHERE m.status = 'active' AND m.id >= kept.mark
           UNION
           SELECT m.id FROM up JOIN messages m ON m.id IN (
             SELECT id FROM messages WHERE session_id = up.id AND status = 'active' ORDER BY id DESC LIMIT :most)
           WHERE up.id NOT IN live AND (m.role, m.content) IN copied""",
        {"live": json_list(live_ids), "most": MOST_COPIED},
    )
    return [row[0] for row in rows]


def _text(value: Any) -> str:
    if isinstance(value, Moment):
        return value
    return encodable(",".join(map(str, value)) if isinstance(value, list | tuple | set | frozenset) else str(value))
