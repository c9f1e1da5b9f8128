"""The owner's questions over what was extracted: what was decided, which command, which link, what is still open."""

from __future__ import annotations

import sqlite3
from dataclasses import asdict, dataclass, field
from typing import Any

import orjson

from .errors import GagentError
from .extract.matching import TARGET, content_words
from .fixes import errors
from .recall.filters import Filters, Scope
from .recall.filters import resolve as resolve_filters
from .store.artifacts import set_resolved
from .store.database import Store

__all__ = ["ArtifactPage", "artifacts", "errors", "reopen", "resolve"]

KINDS = ("decision", "command", "url", "path", "unresolved")
_PLURALS = {"decisions": "decision", "commands": "command", "urls": "url", "paths": "path", "open": "unresolved"}
_MENTIONS = 10  # of one group, the latest
_CONTEXT = 160  # characters of the message around a mention
_NEAR = 10  # messages between a path and a decision made there
_WORKED = "('0', 'success')"
_REVERSALS = (
    "changed my mind", "on second thought", "scratch that", "instead", "no longer", "not anymore", "reverse",
    "actually", "after all", "berubah pikiran", "nggak jadi", "gak jadi", "ga jadi", "tidak jadi", "batal", "ganti",
    "ternyata",
)  # fmt: skip


@dataclass(slots=True)
class Mention:
    """One place where a value stands."""

    artifact_id: int
    session_id: str
    message_id: int
    role: str
    created_at: str
    value: str
    status: str | None
    resolved_by_message_id: int | None
    channel: str
    chat_id: str | None
    project: str | None
    session_title: str | None
    context: str


@dataclass(slots=True)
class Group:
    """Equal mentions. `count`, `first_seen` and `last_seen` are over all that pass the filters; `mentions` holds the
    latest, oldest first. `more` holds what belongs to the kind: `works_as`, `where`, `sessions`, `decisions`,
    `superseded_by`, `resolved_by_message_id`."""

    value: str
    normalized: str
    status: str | None
    count: int
    sessions: int
    first_seen: str
    last_seen: str
    mentions: list[Mention] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        values = asdict(self)
        more = values.pop("more")
        values["session_count"] = values.pop("sessions")
        return {**values, **more}


@dataclass(slots=True)
class ArtifactPage:
    """One page of groups, the last seen first; `next` continues it."""

    kind: str
    items: list[Group]
    next: str | None

    def to_dict(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {"ok": True, "kind": self.kind, "items": [item.to_dict() for item in self.items], "next": self.next}


def artifacts(
    store: Store,
    kind: str,
    query: str | None = None,
    *,
    channel: str | None = None,
    chat_id: str | None = None,
    session: str | None = None,
    exclude_session: str | None = None,
    role: str | None = None,
    user: str | None = None,
    project: str | None = None,
    since: str | None = None,
    until: str | None = None,
    status: str | None = None,
    limit: int = 20,
    cursor: str | None = None,
) -> ArtifactPage:
    """What was extracted, grouped by normalised value, the last seen first.

    `query`: words that must all stand in the value. `status`: of open items `open` or `resolved`, of commands `ok`,
    `failed` or an exit status. `cursor` is the `next` of the page before.
    """
    kind = _PLURALS.get(kind, kind)
    if kind not in KINDS:
        raise GagentError(f"There are no artifacts of kind {kind!r}.", hint=f"Kinds: {', '.join(KINDS)}.")
    conn = store.read()
    filters = Filters.of(
        channel=channel, chat_id=chat_id, session=session, exclude_session=exclude_session, role=role, user=user,
        project=project, since=since, until=until,
    )  # fmt: skip
    scope = resolve_filters(conn, filters)
    where, values = _conditions(kind, query, status, scope)
    offset = _offset(cursor)
    rows = _page(conn, where, {**values, "limit": limit + 1, "offset": offset})
    more = len(rows) > limit
    groups = [_group(conn, row, where, values) for row in rows[:limit]]
    _complete(conn, kind, groups)
    return ArtifactPage(kind, groups, str(offset + limit) if more else None)


def resolve(
    store: Store, artifact_id: int, *, status: str = "resolved", by_message: int | None = None
) -> dict[str, Any]:
    """Close an open item (`status="open"` reopens it), naming the message that answers it where there is one.

    Returns the row of `artifacts`. Raises GagentError for an unknown id or another kind.
    """
    if status not in ("open", "resolved"):
        raise GagentError(f"status must be open or resolved, not {status!r}.")
    return set_resolved(store, artifact_id, resolved=status == "resolved", by_message=by_message)


def reopen(store: Store, artifact_id: int) -> dict[str, Any]:
    """Open an item again; returns the row of `artifacts`."""
    return set_resolved(store, artifact_id, resolved=False)


# -- the page ------------------------------------------------------------------------------------------


def _conditions(kind: str, query: str | None, status: str | None, scope: Scope) -> tuple[str, dict[str, Any]]:
    where = ["v.kind = :kind", scope.where]
    values: dict[str, Any] = {**scope.values, "kind": kind}
    for number, word in enumerate((query or "").lower().split()[:12]):
        where.append(f"instr(lower(coalesce(v.value, v.normalized)), :word{number})")
        values[f"word{number}"] = word
    if status in ("ok", "worked"):
        where.append(f"a.status IN {_WORKED}")
    elif status == "failed":
        where.append(f"a.status NOT IN {_WORKED}")
    elif status and status != "all":
        where.append("a.status = :status")
        values["status"] = status
    return " AND ".join(where), values


def _offset(cursor: str | None) -> int:
    if not cursor:
        return 0
    if not str(cursor).isdecimal():
        raise GagentError(f"{cursor!r} does not continue a page.", hint="Use the value of next as it was printed.")
    return int(cursor)


def _page(conn: sqlite3.Connection, where: str, values: dict[str, Any]) -> list[sqlite3.Row]:
    return conn.execute(
        f"""SELECT v.id, v.normalized, coalesce(v.value, v.normalized) AS value, count(*) AS count,
                   count(DISTINCT m.session_id) AS sessions, min(m.created_at) AS first_seen,
                   max(m.created_at) AS last_seen
            FROM artifact_values v
            JOIN artifact_mentions a ON a.value_id = v.id
            JOIN messages m ON m.id = a.message_id
            WHERE {where}
            GROUP BY v.id ORDER BY last_seen DESC, max(a.id) DESC LIMIT :limit OFFSET :offset""",
        values,
    ).fetchall()


def _group(conn: sqlite3.Connection, row: sqlite3.Row, where: str, values: dict[str, Any]) -> Group:
    found = conn.execute(
        f"""SELECT a.id, m.session_id, a.message_id, m.role, m.created_at, a.status, a.resolved_by_message_id,
                   s.channel, s.chat_id, s.project, s.title,
                   substr(m.content, max(1, instr(m.content, :value) - {_CONTEXT // 2}),
                          length(:value) + {_CONTEXT}) AS context
            FROM artifact_values v
            JOIN artifact_mentions a ON a.value_id = v.id
            JOIN messages m ON m.id = a.message_id
            JOIN sessions s ON s.id = m.session_id
            WHERE v.id = :value_id AND {where}
            ORDER BY m.created_at DESC, a.id DESC LIMIT {_MENTIONS}""",
        {**values, "value_id": row["id"], "value": row["value"]},
    ).fetchall()
    mentions = [
        Mention(
            artifact_id=mention["id"], session_id=mention["session_id"], message_id=mention["message_id"],
            role=mention["role"], created_at=mention["created_at"], value=row["value"], status=mention["status"],
            resolved_by_message_id=mention["resolved_by_message_id"], channel=mention["channel"],
            chat_id=mention["chat_id"], project=mention["project"], session_title=mention["title"],
            context=" ".join(mention["context"].split()),
        )
        for mention in reversed(found)
    ]  # fmt: skip
    known = next((mention.status for mention in reversed(mentions) if mention.status), None)
    return Group(
        row["value"], row["normalized"], known, row["count"], row["sessions"], row["first_seen"], row["last_seen"],
        mentions,
    )  # fmt: skip


# -- what belongs to a kind ----------------------------------------------------------------------------


def _complete(conn: sqlite3.Connection, kind: str, groups: list[Group]) -> None:
    for group in groups:
        if kind == "command":
            group.more = {"where": _places(group), "works_as": _working_form(conn, group)}
        elif kind == "path":
            group.more = {"touched_by": _sessions(conn, group), "decisions": _decided_near(conn, group)}
        elif kind == "unresolved":
            group.more = {"resolved_by_message_id": group.mentions[-1].resolved_by_message_id}
    if kind == "decision":
        _supersede(conn, groups)


def _places(group: Group) -> list[str]:
    """The projects a command was run in, the latest first."""
    return list(dict.fromkeys(mention.project for mention in reversed(group.mentions) if mention.project))


def _working_form(conn: sqlite3.Connection, group: Group) -> dict[str, Any] | None:
    """The most recent command of the same program and subcommand that succeeded; None when nothing is known."""
    words = group.normalized.split()
    if group.status in ("0", "success") or not words:
        last = next((m for m in reversed(group.mentions) if m.status in ("0", "success")), None)
        return (
            None if last is None else _form(group.value, last.status, last.session_id, last.message_id, last.created_at)
        )
    prefix = " ".join(words[:2])
    row = conn.execute(
        f"""SELECT coalesce(v.value, v.normalized) AS value, a.status, m.session_id, a.message_id, m.created_at
            FROM artifact_values v JOIN artifact_mentions a ON a.value_id = v.id JOIN messages m ON m.id = a.message_id
            WHERE v.kind = 'command' AND v.normalized >= :prefix AND v.normalized < :prefix || char(0x10ffff)
              AND a.status IN {_WORKED} AND m.status <> 'undone'
            ORDER BY m.created_at DESC LIMIT 1""",
        {"prefix": prefix},
    ).fetchone()
    return None if row is None else _form(*row)


def _form(value: str, status: str | None, session_id: str, message_id: int, created_at: str) -> dict[str, Any]:
    return {
        "value": value, "status": status, "session_id": session_id, "message_id": message_id, "created_at": created_at,
    }  # fmt: skip


def _sessions(conn: sqlite3.Connection, group: Group) -> list[dict[str, Any]]:
    """Every session that touched a path, the latest first."""
    rows = conn.execute(
        """SELECT s.id AS session_id, s.title, s.channel, s.project, count(*) AS count, min(m.created_at) AS first_seen,
                  max(m.created_at) AS last_seen, max(m.id) AS message_id
           FROM artifact_values v JOIN artifact_mentions a ON a.value_id = v.id
           JOIN messages m ON m.id = a.message_id JOIN sessions s ON s.id = m.session_id
           WHERE v.kind = 'path' AND v.normalized = ? AND m.status <> 'undone'
           GROUP BY s.id ORDER BY last_seen DESC LIMIT 50""",
        (group.normalized,),
    )
    return [dict(row) for row in rows]


def _decided_near(conn: sqlite3.Connection, group: Group) -> list[dict[str, Any]]:
    """Decisions made within a few messages of where a path stands."""
    rows = conn.execute(
        f"""SELECT DISTINCT coalesce(v.value, v.normalized) AS value, d.session_id, d.id AS message_id, d.created_at
            FROM json_each(:mentions) near
            JOIN messages p ON p.id = near.value
            JOIN messages d ON d.session_id = p.session_id AND d.id BETWEEN p.id - {_NEAR} AND p.id + {_NEAR}
            JOIN artifact_mentions a ON a.message_id = d.id
            JOIN artifact_values v ON v.id = a.value_id AND v.kind = 'decision'
            WHERE d.status <> 'undone' ORDER BY d.id DESC LIMIT 5""",
        {"mentions": orjson.dumps([mention.message_id for mention in group.mentions]).decode()},
    )
    return [dict(row) for row in rows]


def _supersede(conn: sqlite3.Connection, groups: list[Group]) -> None:
    """Name the later decision that took the place of each: the same MEMORY_SPEC target, or the same matter in the
    same conversation or project, said again with other words or with a word of reversal."""
    if not groups:
        return
    oldest = min(group.last_seen for group in groups)
    later = conn.execute(
        """SELECT v.normalized, coalesce(v.value, v.normalized) AS value, m.id AS message_id, m.session_id,
                  m.created_at,
                  substr(lower(m.content), 1, 2000) AS content, s.channel, s.chat_id, s.project
           FROM artifact_values v JOIN artifact_mentions a ON a.value_id = v.id
           JOIN messages m ON m.id = a.message_id JOIN sessions s ON s.id = m.session_id
           WHERE v.kind = 'decision' AND m.created_at >= ? AND m.status <> 'undone' ORDER BY m.created_at LIMIT 3000""",
        (oldest,),
    ).fetchall()
    words = {row["normalized"]: content_words(row["normalized"]) for row in later}
    for group in groups:
        mine = content_words(group.normalized)
        last = group.mentions[-1]
        group.more = {"superseded_by": None}
        for row in later:
            if (row["created_at"], row["message_id"]) <= (last.created_at, last.message_id):
                continue
            if row["normalized"] == group.normalized or not _same_place(last, row):
                continue
            if _takes_over(group.normalized, mine, row, words[row["normalized"]]):
                group.more["superseded_by"] = {
                    key: row[key] for key in ("value", "session_id", "message_id", "created_at")
                }


def _same_place(mention: Mention, row: sqlite3.Row) -> bool:
    if row["session_id"] == mention.session_id:
        return True
    if mention.project and row["project"] == mention.project:
        return True
    return bool(mention.chat_id and (row["channel"], row["chat_id"]) == (mention.channel, mention.chat_id))


def _takes_over(old: str, mine: frozenset[str], row: sqlite3.Row, theirs: frozenset[str]) -> bool:
    target, other = TARGET.match(old), TARGET.match(row["normalized"])
    if target or other:
        return bool(target and other and target[1] == other[1])
    common = len(mine & theirs)
    reversed_ = any(word in row["content"] for word in _REVERSALS)
    smaller = min(len(mine), len(theirs))
    return common > 0 and (common * 4 >= smaller if reversed_ else common >= 2 and common * 10 >= smaller * 6)
