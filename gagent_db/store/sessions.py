"""Create, find, list, compress, archive and delete sessions. Messages: ``messages.py``; branches: ``context.py``."""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from ..coerce import encodable
from ..errors import Conflict, GagentError, NotFound, bad_cursor
from ..models import Session
from ..paths import normal_project
from ..sql_json import json_list
from ..times import now, parse_when, to_iso
from . import tags
from .database import Store
from .incoming import clean_json, clean_text, dump_json, number, whole_number
from .inline import lift_value
from .relations import came_as

COLUMNS = tuple(name if name != "metadata" else "metadata_json" for name in Session.__slots__ if name != "tags")
_RANDOM = re.compile(r"(?:[a-z-]+-)?[0-9a-f]{8}(?=[0-9a-f-]{8,}\Z)", re.IGNORECASE)  # how a UUID or a hash begins
_TIMES = ("created_at", "updated_at", "ended_at", "archived_at")
_SETTABLE = frozenset(COLUMNS) | {"metadata"}
_NUMBERS = frozenset(
    {"message_count", "tool_call_count", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"}
    | {"cost_usd"}
)
_FIRST_DAY = date(2020, 1, 1)
_ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # without letters that are easily mistaken for others
SELECT = f"SELECT {', '.join(COLUMNS)}, {tags.OF_SESSION} AS tags FROM sessions"


def new_session_id(created_at: str) -> str:
    """Return an id like ``2eq7f2k9mx``: three letters for the day, by which ids sort, and seven random ones.

    It is short because the file holds it two or three times for every message.
    """
    days = max(0, (date.fromisoformat(created_at[:10]) - _FIRST_DAY).days)
    base = len(_ID_LETTERS)
    day = "".join(_ID_LETTERS[days // base**place % base] for place in (2, 1, 0))
    return day + "".join(secrets.choice(_ID_LETTERS) for _ in range(7))


# -- create and change ---------------------------------------------------------------------------------


def create_session(store: Store, **columns: Any) -> Session:
    """Insert a session and return it; any column may be given (``metadata`` as an object).

    ``key`` defaults to ``channel:chat_id``. The newest session of a chat holds that key; the one that held it before
    keeps everything else. Raises Conflict if a ``key`` is given that another session has.
    """
    values = column_values(columns)
    return store.write(lambda conn: insert_session(conn, values))


def insert_session(conn: sqlite3.Connection, columns: Mapping[str, Any], *, take_key: bool = True) -> Session:
    """Insert a session inside a running write. ``take_key``: if no key is given, take that of its chat from whoever has
    it."""
    values = dict(columns)
    values.setdefault("created_at", now())
    values.setdefault("updated_at", values["created_at"])
    values.setdefault("id", new_session_id(values["created_at"]))
    values.setdefault("channel", "cli")
    if take_key and values.get("key") is None and values.get("chat_id") and not values.get("archived_at"):
        values["key"] = f"{values['channel']}:{values['chat_id']}"
        conn.execute("UPDATE sessions SET key = NULL WHERE key = ?", (values["key"],))
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    try:
        conn.execute(f"INSERT INTO sessions({names}) VALUES ({marks})", values)
    except sqlite3.IntegrityError as error:
        raise _integrity(error, values) from error
    return require_session(conn, values["id"])


def update_session(store: Store, session_id: str, **columns: Any) -> Session:
    """Change columns of a session and return it; None clears a column. Raises NotFound and Conflict."""
    values = column_values(columns)

    def work(conn: sqlite3.Connection) -> Session:
        require_session(conn, session_id)
        if values:
            changes = ", ".join(f"{name} = :{name}" for name in values)
            try:
                conn.execute(f"UPDATE sessions SET {changes} WHERE id = :_id", {**values, "_id": session_id})
            except sqlite3.IntegrityError as error:
                raise _integrity(error, values) from error
        return require_session(conn, values.get("id", session_id))

    return store.write(work)


def archive_session(store: Store, ref: str, *, reason: str = "new") -> Session:
    """End a session, free its key and return it. Its messages stay searchable."""

    def work(conn: sqlite3.Connection) -> Session:
        session = resolve_session(conn, ref)
        conn.execute(
            """UPDATE sessions SET key = NULL, archived_at = coalesce(archived_at, ?1),
               ended_at = coalesce(ended_at, ?1), end_reason = coalesce(end_reason, ?2) WHERE id = ?3""",
            (now(), reason, session.id),
        )
        return require_session(conn, session.id)

    return store.write(work)


def delete_session(store: Store, ref: str) -> list[str]:
    """Delete a session, its messages and its sub-agents' sessions; returns the ids of the deleted sessions.

    Continuations and branches stay, but no longer have a parent.
    """

    def work(conn: sqlite3.Connection) -> list[str]:
        doomed = with_subagents(conn, resolve_session(conn, ref).id)
        conn.executemany("DELETE FROM sessions WHERE id = ?", [(session_id,) for session_id in doomed])
        return doomed

    return store.write(work)


def compress_session(store: Store, ref: str, **columns: Any) -> Session:
    """Return a new child session in which a conversation goes on after a compression.

    The child takes over key, chat, user and title. For a session that is compressed already, the session in which it
    goes on is returned (``compressed_already``).
    """
    given = column_values(columns)

    def work(conn: sqlite3.Connection) -> Session:
        parent = resolve_session(conn, ref)
        if there := compressed_already(conn, parent, ref):
            return there
        conn.execute(
            """UPDATE sessions SET key = NULL, ended_at = coalesce(ended_at, ?), end_reason = 'compression',
               metadata_json = CASE WHEN end_reason IN ('branch', 'subagent')
                   THEN json_set(coalesce(metadata_json, '{}'), '$.lineage', end_reason) ELSE metadata_json END
               WHERE id = ?""",
            (now(), parent.id),
        )
        values = {**_inherited(parent), "key": parent.key, "title": parent.title, **given}
        return insert_session(conn, values, take_key=False)  # an older session of a chat has none to pass on

    return store.write(work)


def compressed_already(conn: sqlite3.Connection, session: Session, ref: str) -> Session | None:
    """Return where a session named ``ref`` goes on if a host compresses it again, or two hosts do at once; else None.

    A session that has a continuation goes on in it. A key names the continuation as soon as there is one, so one that
    is named by its key and holds nothing but its summary has just been made by another host.
    """
    live = goes_on_in(conn, session)
    if live.id != session.id:
        return live
    if ref != session.key or ref == session.id:
        return None
    begun = conn.execute(
        """SELECT 1 FROM session_continues WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM messages
           WHERE session_id = ?1 AND json_extract(metadata_json, '$.compaction_summary') IS NULL)""",
        (session.id,),
    ).fetchone()
    return session if begun else None


def goes_on_in(conn: sqlite3.Connection, session: Session) -> Session:
    """Return the session in which a conversation goes on if a compression ended this one, else this one."""
    if session.end_reason != "compression":
        return session
    row = conn.execute(
        f"""{SELECT} WHERE id = (
              WITH RECURSIVE down(id, depth) AS (
                SELECT ?, 0 UNION
                SELECT c.id, depth + 1 FROM session_continues c JOIN down ON c.continues_id = down.id
                WHERE depth < 1000)
              SELECT id FROM sessions JOIN down USING (id)
              ORDER BY ended_at IS NULL DESC, depth DESC, created_at DESC LIMIT 1)""",
        (session.id,),
    ).fetchone()
    return Session.from_row(row)


def _inherited(parent: Session) -> dict[str, Any]:
    names = ("channel", "chat_id", "user_id", "character_id", "model", "project")
    return {"parent_session_id": parent.id, **{name: getattr(parent, name) for name in names}}


# -- find ----------------------------------------------------------------------------------------------


def get_session(store: Store, session_id_or_key: str) -> Session | None:
    """Return the session with this exact id, else with this key, else None."""
    return lookup(store.read(), session_id_or_key)


def lookup(conn: sqlite3.Connection, ref: str) -> Session | None:
    """``get_session`` on a given connection: inside a write it also finds a session that was just made."""
    sql = f"{SELECT} WHERE id = ?1 OR key = ?1 ORDER BY id = ?1 DESC LIMIT 1"
    row = conn.execute(sql, (encodable(ref),)).fetchone()
    return Session.from_row(row) if row else None


def find_session(store: Store, ref: str) -> Session:
    """Return the session with this id or key, or the only one whose id begins so. Raises NotFound."""
    return resolve_session(store.read(), ref)


def resolve_session(conn: sqlite3.Connection, ref: str) -> Session:
    """``find_session`` on a given connection."""
    ref = encodable(ref)
    if session := lookup(conn, ref):
        return session
    # A range instead of LIKE, so that % and _ mean themselves and the primary key is used.
    rows = conn.execute(f"{SELECT} WHERE id >= ?1 AND id < ?1 || char(1114111) ORDER BY id LIMIT 4", (ref,)).fetchall()
    if ref and len(rows) == 1:
        return Session.from_row(rows[0])
    if ref and rows:
        listed = ", ".join(row["id"] for row in rows[:3]) + (" and others" if len(rows) > 3 else "")
        raise NotFound(
            f"More than one session id begins with {ref!r}: {listed}.",
            hint="Give more of the id.",
        )
    raise NotFound(f"There is no session {ref!r}.", hint="List them with: gagent-db sessions")


def short_id(store: Store, session_id: str) -> str:
    """Return an id shortened for ``find_session``: of a UUID or a hash, a beginning that no other session's id has and
    that is no session's key; other ids as they are."""
    if random := _RANDOM.match(session_id):
        sql = """SELECT count(*) FROM (SELECT 1 FROM sessions WHERE id >= ?1 AND id < ?1 || char(1114111)
                 UNION ALL SELECT 1 FROM sessions WHERE key = ?1 LIMIT 2)"""
        for length in range(random.end(), len(session_id), 4):
            if store.read().execute(sql, (session_id[:length],)).fetchone()[0] == 1:
                return session_id[:length]
    return session_id


def require_session(conn: sqlite3.Connection, session_id: str) -> Session:
    """Return the session with this exact id. Raises NotFound."""
    row = conn.execute(f"{SELECT} WHERE id = ?", (session_id,)).fetchone()
    if row is None:
        raise NotFound(f"There is no session {session_id!r}.", hint="Create it first, or list: gagent-db sessions")
    return Session.from_row(row)


@dataclass(frozen=True, slots=True)
class SessionFilter:
    """A choice of sessions: every field that is not None must match.

    ``project`` also matches projects below it; a name without a slash is any folder so named. ``since`` and ``until``
    are times as they are stored, between which a session must have been active. ``exclude_session`` leaves out its
    whole conversation and its sub-agents. ``role`` (one or several, separated by commas) keeps sessions that have a
    message of one of them; ``tag`` (likewise) those whose conversation has all of them. ``title`` is a part of the
    title.
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
    title: str | None = None
    archived: bool | None = None

    def where(self, conn: sqlite3.Connection) -> tuple[str, dict[str, Any]]:
        """Return an SQL condition on ``sessions`` and its parameters. Raises NotFound for a ``session`` that does not
        exist, and GagentError for an invalid tag."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        clauses = ["1", *(_CLAUSES[name] for name, value in values.items() if value is not None)]
        values["project"] = normal_project(self.project)
        values["role"] = json_list(roles_in(self.role))
        values["tag"] = json_list(tags.tag_names(self.tag or ""))
        if self.session is not None:
            values["session"] = resolve_session(conn, self.session).id
        if self.exclude_session is not None:
            values["exclude_session"] = json_list(_conversation(conn, self.exclude_session))
        return " AND ".join(clauses), values


_CLAUSES = {
    "channel": "channel = :channel",
    "chat_id": "chat_id = :chat_id",
    "session": "id = :session",
    "exclude_session": "id NOT IN (SELECT value FROM json_each(:exclude_session))",
    "role": "EXISTS (SELECT 1 FROM messages m WHERE m.session_id = sessions.id "
    "AND m.role IN (SELECT value FROM json_each(:role)))",
    "user": "user_id = :user",
    "project": """(project = :project OR substr(project, 1, length(:project) + 1) = :project || '/'
        OR (instr(:project, '/') = 0 AND instr('/' || project || '/', '/' || :project || '/')))""",
    "since": "updated_at >= :since",
    "until": "created_at < :until",
    "tag": tags.HAVING,
    "title": "instr(lower(title), lower(:title))",
    "archived": "(archived_at IS NOT NULL) = :archived",
}


def roles_in(text: str | None) -> list[str]:
    """Return the roles in ``user, assistant`` as a list; [] stands for all."""
    return [role.strip() for role in (text or "").split(",") if role.strip()]


def _conversation(conn: sqlite3.Connection, ref: str) -> list[str]:
    """Return the ids of a session's conversation and its sub-agents' sessions; [] if there is no such session."""
    session = lookup(conn, ref)
    line = lineage(conn, session.id) if session else []
    return sorted({member for part in line for member in with_subagents(conn, part)})


def list_sessions(
    store: Store, *, sort: str = "newest", limit: int = 20, cursor: str | None = None, **filters: Any
) -> tuple[list[Session], str | None]:
    """Return one page of sessions by last activity, and the cursor of the next page (None on the last).

    ``sort`` is ``newest`` (``relevance`` means the same) or ``oldest``; ``filters`` are the fields of SessionFilter.
    """
    if sort not in ("relevance", "newest", "oldest"):
        raise GagentError(f"sort must be relevance, newest or oldest, not {sort!r}.")
    conn = store.read()
    where, values = session_filter(filters).where(conn)
    return page_of_sessions(conn, where, values, sort=sort, limit=limit, cursor=cursor)


def page_of_sessions(
    conn: sqlite3.Connection, where: str, values: Mapping[str, Any], *, sort: str, limit: int, cursor: str | None
) -> tuple[list[Session], str | None]:
    """Return one page of the sessions that match an SQL condition, by last activity, and the cursor of the next page
    (None on the last)."""
    order, beyond = ("ASC", ">") if sort == "oldest" else ("DESC", "<")
    values = {**values, "limit": limit + 1}
    if cursor:
        values |= _place_of(cursor)
        where += f" AND (updated_at, id) {beyond} (:at, :id)"
    ordered = f"ORDER BY updated_at {order}, id {order}"
    page = f"SELECT id FROM sessions WHERE {where} {ordered} LIMIT :limit"  # so that only their tags are read
    sql = f"{SELECT} WHERE id IN ({page}) {ordered}"
    found = [Session.from_row(row) for row in conn.execute(sql, values)]
    shown = found[:limit]
    return shown, cursor_after(shown[-1].updated_at, shown[-1].id) if shown and len(found) > limit else None


def cursor_after(updated_at: str, session_id: str) -> str:
    """Return the cursor of the page that begins after this session."""
    return f"{updated_at}|{session_id}"


def _place_of(cursor: str) -> dict[str, str]:
    """Return ``at`` and ``id`` from a cursor. Raises GagentError if it is not the ``next`` of a page."""
    at, _, session_id = cursor.partition("|")
    if not session_id or not at[:4].isdecimal():
        raise bad_cursor(cursor)
    return {"at": at, "id": session_id}


def session_filter(filters: Mapping[str, Any]) -> SessionFilter:
    """Return named filters as a SessionFilter. An empty text does not filter; ``since`` and ``until`` are dates as
    people and programs write them. Raises GagentError for an unknown name or an invalid date."""
    names = [field.name for field in fields(SessionFilter)]
    unknown = sorted(set(filters) - set(names))
    if unknown:
        raise GagentError(f"Sessions cannot be filtered by {', '.join(unknown)}.", hint=f"Filters: {', '.join(names)}.")
    given = {name: value for name, value in filters.items() if value not in (None, "")}
    given |= {name: parse_when(given[name], end=name == "until") for name in ("since", "until") if name in given}
    return SessionFilter(**given)


# -- lineage -------------------------------------------------------------------------------------------


def lineage(conn: sqlite3.Connection, session_id: str) -> list[str]:
    """Return the ids of the conversation a session belongs to: its root, then its continuations in order."""
    root = conn.execute(
        """WITH RECURSIVE up(id, depth) AS (
             SELECT ?1, 0 UNION
             SELECT c.continues_id, depth + 1 FROM session_continues c JOIN up ON c.id = up.id WHERE depth < 1000
           ) SELECT id FROM up ORDER BY depth DESC LIMIT 1""",
        (session_id,),
    ).fetchone()[0]
    return [
        row[0]
        for row in conn.execute(
            """WITH RECURSIVE down(id, depth) AS (
                 SELECT ?1, 0 UNION
                 SELECT c.id, depth + 1 FROM session_continues c JOIN down ON c.continues_id = down.id
                 WHERE depth < 1000
               ) SELECT id FROM down GROUP BY id ORDER BY min(depth), id""",
            (root,),
        )
    ]


def with_subagents(conn: sqlite3.Connection, session_id: str) -> list[str]:
    """Return the ids of a session and of all its sub-agents' sessions, their continuations included."""
    return [
        row[0]
        for row in conn.execute(
            f"""WITH RECURSIVE tree(id, below) AS (
                 SELECT ?1, 0 UNION
                 SELECT s.id, 1 FROM sessions s JOIN tree ON s.parent_session_id = tree.id
                 WHERE {came_as("subagent")}
                    OR (tree.below AND EXISTS (
                          SELECT 1 FROM session_continues c WHERE c.id = s.id AND c.continues_id = tree.id))
               ) SELECT id FROM tree""",
            (session_id,),
        )
    ]


# -- what callers give ---------------------------------------------------------------------------------


def column_values(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns of a session that a caller gave, checked and normalised. Raises GagentError."""
    unknown = sorted(set(columns) - _SETTABLE)
    if unknown:
        raise GagentError(
            f"A session has no {', '.join(unknown)}.",
            hint=f"Its columns are: {', '.join(sorted(_SETTABLE))}.",
        )
    values = dict(columns)
    if "metadata" in values:
        metadata = values.pop("metadata")
        if metadata is not None and not isinstance(metadata, Mapping):
            raise GagentError(f"metadata must be an object, not {type(metadata).__name__}.")
        values["metadata_json"] = dump_json(lift_value(clean_json(metadata), []))
    for name in _TIMES:
        if values.get(name) is not None:
            iso = to_iso(values[name])
            if iso is None:
                raise GagentError(f"{name} {values[name]!r} is not a time.", hint="Use ISO 8601 or seconds since 1970.")
            values[name] = iso
    for name, value in values.items():
        if name in _NUMBERS:
            values[name] = (number if name == "cost_usd" else whole_number)(value, name)
        elif value is not None:
            values[name] = clean_text(str(value))
    if values.get("key") == "":
        values["key"] = None
    if values.get("id", "") is None:
        del values["id"]
    if values.get("id", "?") == "":
        raise GagentError("A session needs an id that is not empty.", hint="Leave id out to have one made.")
    if values.get("project"):
        values["project"] = normal_project(values["project"])
    if values.get("created_at", "") is None:
        del values["created_at"]
    return values


def _integrity(error: sqlite3.IntegrityError, values: Mapping[str, Any]) -> GagentError:
    """Return the error to raise for a constraint that ``values`` violate."""
    text = str(error)
    if "sessions.key" in text:
        return Conflict(
            f"The key {values.get('key')!r} belongs to another session.",
            hint="Archive that session first; it frees the key.",
        )
    if "sessions.id" in text:
        return Conflict(f"There is already a session {values.get('id')!r}.")
    if "FOREIGN KEY" in text:
        return NotFound(f"There is no session {values.get('parent_session_id')!r} to be the parent.")
    return GagentError(f"The session cannot be stored: {text}.")
