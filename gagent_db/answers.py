"""Answer questions from extracted artifacts: what was decided, which command worked, which link, what is still open."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import asdict, dataclass, field
from typing import Any, get_args

from .command_forms import WORKED, working_form
from .errors import GagentError, bad_cursor
from .extract.items import Listed
from .extract.matching import content_words
from .recall import list_words
from .recall.filters import Filters, Scope, few_messages
from .recall.filters import resolve as resolve_filters
from .sql_json import json_list
from .store.artifacts import set_resolved
from .store.database import Store
from .superseding import moves_dates, sets_anew, takes_over
from .wording import one_line, printable

KINDS = get_args(Listed)
PLURALS = {"decisions": "decision", "commands": "command", "urls": "url", "paths": "path", "open": "unresolved"}
SORTS = ("newest", "oldest", "relevance")  # the last is the same as the first
_STATUSES = {"unresolved": ("open", "resolved"), "command": ("ok", "worked", "failed")}
_STORED = {"success": "ok", "error": "failed"}  # what the column says of a command without an exit status
_MENTIONS = 10  # latest mentions shown of each group
_CONTEXT = 160  # characters of the message shown around a mention
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$", re.MULTILINE)
_FIRST_PART, _LAST_PART = re.compile(r"\A\S{1,79}(?=\s)"), re.compile(r"(?<=\s)\S{1,79}\Z")  # words cut in two
_NEAR = 10  # message ids between a path and a decision made near it, at most
_COUNTED = 2000  # latest mentions of one value that are counted
_LATER = 3000  # later decisions that are compared with those of a page
_SOON = 24  # message ids between two dates for one thing, at most
_NORMALIZED = """coalesce(v.normalized, CASE WHEN v.kind IN ('decision', 'unresolved')
                      THEN lower(v.value) ELSE v.value END)"""


@dataclass(slots=True)
class Mention:
    """One place where a value occurs."""

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
    """All mentions of the same value.

    `count`, `first_seen` and `last_seen` are over all mentions that pass the filters; `mentions` has the latest ones,
    oldest first. `more` has what is special to the kind: `works_as`, `where`, `touched_by`, `decisions`,
    `superseded_by`, `resolved_by_message_id`. `cursor` gets the page that begins after this group.
    """

    value: str
    normalized: str
    status: str | None
    count: int
    sessions: int
    first_seen: str
    last_seen: str
    mentions: list[Mention] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)
    value_id: int = 0
    cursor: str = ""

    def to_dict(self) -> dict[str, Any]:
        values = asdict(self)
        more = values.pop("more")
        del values["value_id"], values["cursor"]
        values["session_count"] = values.pop("sessions")
        return {**values, **more}


@dataclass(slots=True)
class ArtifactPage:
    """One page of groups. `next` is the cursor of the next page, None on the last one."""

    kind: str
    items: list[Group]
    next: str | None
    hint: str | None = None  # where the words were found, if no value has them as they were typed

    def to_dict(self) -> dict[str, Any]:
        """Return the page as `--json` prints it."""
        page = {"ok": True, "kind": self.kind, "items": [item.to_dict() for item in self.items], "next": self.next}
        return page | {"hint": self.hint} if self.hint else page


def artifacts(
    store: Store,
    kind: str,
    query: str | None = None,
    *,
    status: str | None = None,
    sort: str | None = None,
    limit: int = 20,
    cursor: str | None = None,
    **filters: Any,
) -> ArtifactPage:
    """Return one page of extracted items, grouped by normalised value, the last seen first (`sort="oldest"`: last).

    `query` has words that must all occur in the value, except those that only ask. Where no decision or open item has
    them, they are looked for in other ways (see `recall.list_words`; `hint` tells).
    `status` is `open` (the default), `resolved` or `all` for open items; `ok`, `failed` or an exit status for commands.
    `cursor` is `next` of the previous page. The filters are those of `recall.search.search`. Raises GagentError for an
    unknown kind, status, sort or filter.
    """
    kind = PLURALS.get(kind, kind)
    if kind not in KINDS:
        raise GagentError(f"There are no artifacts of kind {kind!r}.", hint=f"Kinds: {', '.join(KINDS)}.")
    with store.snapshot() as conn:
        scope = resolve_filters(conn, Filters.of(**filters))
        wanted, order = _status(kind, status), _order(sort)
        for way in list_words.ways(kind, query, cursor):
            asked = _asked(kind, query, wanted, scope, way)
            rows, following = _page(conn, asked, scope, max(1, limit), cursor and cursor[1:], order)
            if rows:
                break
        groups = [_group(conn, row, asked) for row in rows]
        for group in groups:
            group.cursor = f"{way}{group.cursor}"
        _complete(conn, kind, groups)
    hint = list_words.hint(kind, query, way, len(groups), whole=not (cursor or following))
    return ArtifactPage(kind, groups, f"{way}{following}" if following else None, hint)


def resolve(
    store: Store, artifact_id: int, *, status: str = "resolved", by_message: int | None = None
) -> dict[str, Any]:
    """Close an open item (`status="open"` reopens it); `by_message` is the id of the message that answers it.

    Returns the row of `artifacts`. Raises GagentError for an unknown id or an item of another kind.
    """
    if status not in ("open", "resolved"):
        raise GagentError(f"status must be open or resolved, not {status!r}.")
    return set_resolved(store, artifact_id, resolved=status == "resolved", by_message=by_message)


# -- the page ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Asked:
    """The caller's conditions as SQL: on values (`v`) and on mentions (`a`) with their messages (`m`)."""

    of_value: str
    of_mention: str
    values: dict[str, Any]


def _status(kind: str, status: str | None) -> str | None:
    """Return the status to filter by; None for all. Raises GagentError for one that items of this kind cannot have."""
    usual = "open" if kind == "unresolved" else "all"
    word = str("" if status is None else status).strip().lower() or usual
    if word in ("all", "any"):
        return None
    if kind == "command":
        word = _STORED.get(word, word)
    if word in _STATUSES.get(kind, ()) or (kind == "command" and word.lstrip("-").isdecimal()):
        return word
    known = _STATUSES.get(kind)
    raise GagentError(
        f"status of {kind} items is {' or '.join(known)}, not {status!r}."
        if known
        else f"{kind} items have no status.",
        hint="Use all for all of them." if known else "Leave status out.",
    )


def _order(sort: str | None) -> str:
    """Return the SQL order, `DESC` or, for the oldest first, `ASC`. Raises GagentError for an unknown sort."""
    word = str(sort or "newest").strip().lower()
    if word not in SORTS:
        raise GagentError(f"sort must be {', '.join(SORTS[:-1])} or {SORTS[-1]}, not {sort!r}.")
    return "ASC" if word == "oldest" else "DESC"


def _asked(kind: str, query: str | None, status: str | None, scope: Scope, way: str = "") -> _Asked:
    """Turn the caller's conditions into SQL."""
    of_value, of_mention, words = list_words.conditions(kind, query or "", way)
    of_value, of_mention = ["v.kind = :kind", *of_value], [scope.where, *of_mention]
    values: dict[str, Any] = {**scope.values, "kind": kind, **words}
    if values.get("since"):
        of_value.append("v.last_seen >= CAST(strftime('%s', :since) AS INTEGER)")
    if status in ("ok", "worked"):
        of_mention.append(f"a.status IN {WORKED}")
    elif status == "failed":
        of_mention.append(f"a.status NOT IN {WORKED}")
    elif status:
        of_mention.append("a.status = :status")
        values["status"] = status
    return _Asked(" AND ".join(of_value), " AND ".join(of_mention), values)


def _page(
    conn: sqlite3.Connection, asked: _Asked, scope: Scope, limit: int, cursor: str | None, order: str
) -> tuple[list[dict[str, Any]], str | None]:
    """Return the values of one page with their counts, and the cursor of the next page.

    Values are read in the order of their latest mention until the page is full, so a page costs the same in an archive
    of any size, unless the filters skip most of it. Where they leave few messages, these are read instead.
    """
    if scope.sessions is not None and few_messages(conn, scope.sessions):
        return _page_of_sessions(conn, asked, scope.sessions, limit, _place(cursor)[0] if cursor else 0, order)
    oldest = order == "ASC"
    seen, value_id = _place(cursor) if cursor else ((-(2**62) if oldest else 2**62), 0)
    rows = conn.execute(
        f"""SELECT v.id, v.value, {_NORMALIZED} AS normalized, v.last_seen AS place FROM artifact_values v
            WHERE {asked.of_value} AND (v.last_seen, v.id) {">" if oldest else "<"} (:seen, :value_id)
              AND EXISTS (SELECT 1 FROM artifact_mentions a CROSS JOIN messages m ON m.id = a.id / 1024
                          WHERE a.value_id = v.id AND {asked.of_mention})
            ORDER BY v.last_seen {order}, v.id {order} LIMIT :limit""",
        {**asked.values, "seen": seen, "value_id": value_id, "limit": limit + 1},
    ).fetchall()
    found = [
        {**dict(row), **_tally(conn, row["id"], asked), "cursor": f"{row['place']}-{row['id']}"} for row in rows[:limit]
    ]
    return found, found[-1]["cursor"] if len(rows) > limit else None


def _tally(conn: sqlite3.Connection, value_id: int, asked: _Asked) -> dict[str, Any]:
    """Return count, sessions, first_seen and last_seen of the mentions of a value that pass the filters."""
    row = conn.execute(
        f"""SELECT count(*) AS count, count(DISTINCT session_id) AS sessions, min(created_at) AS first_seen,
                   max(created_at) AS last_seen
            FROM (SELECT m.session_id, m.created_at
                  FROM artifact_mentions a CROSS JOIN messages m ON m.id = a.id / 1024
                  WHERE a.value_id = :value_id AND {asked.of_mention} ORDER BY a.id DESC LIMIT {_COUNTED})""",
        {**asked.values, "value_id": value_id},
    ).fetchone()
    return dict(row)


def _page_of_sessions(
    conn: sqlite3.Connection, asked: _Asked, sessions: frozenset[str], limit: int, offset: int, order: str
) -> tuple[list[dict[str, Any]], str | None]:
    """The same for few sessions: read all of their mentions, and count pages by offset."""
    rows = conn.execute(
        f"""SELECT v.id, v.value, {_NORMALIZED} AS normalized, count(*) AS count,
                   count(DISTINCT m.session_id) AS sessions, min(m.created_at) AS first_seen,
                   max(m.created_at) AS last_seen
            FROM json_each(:sessions) one
            CROSS JOIN messages m ON m.session_id = one.value
            CROSS JOIN artifact_mentions a ON a.id BETWEEN m.id * 1024 AND m.id * 1024 + 1023
            CROSS JOIN artifact_values v ON v.id = a.value_id
            WHERE {asked.of_value} AND {asked.of_mention}
            GROUP BY v.id ORDER BY last_seen {order}, max(a.id) {order} LIMIT :limit OFFSET :offset""",
        {**asked.values, "sessions": json_list(sorted(sessions)), "limit": limit + 1, "offset": offset},
    ).fetchall()
    found = [{**dict(row), "cursor": str(offset + at)} for at, row in enumerate(rows[:limit], 1)]
    return found, found[-1]["cursor"] if len(rows) > limit else None


def _place(cursor: str) -> tuple[int, int]:
    """Return where a page begins: (groups to skip, 0), or (last_seen, id) of the last value of the previous page.

    Raises GagentError for a cursor that is neither.
    """
    place, _, value_id = str(cursor).partition("-")
    value_id = value_id or "0"
    if not place.isdecimal() or not value_id.isdecimal() or max(int(place), int(value_id)) >= 2**63:
        raise bad_cursor(cursor)
    return int(place), int(value_id)


def _group(conn: sqlite3.Connection, row: dict[str, Any], asked: _Asked) -> Group:
    """Return a value of the page as a group with its latest mentions; its status is that of the latest with one."""
    found = conn.execute(
        f"""SELECT a.id, m.session_id, m.id AS message_id, m.role, m.created_at, a.status, a.resolved_by_message_id,
                   s.channel, s.chat_id, s.project, s.title, length(m.content) AS length,
                   max(0, instr(m.content, :text) - 1 - {_CONTEXT // 2}) AS start,
                   substr(m.content, max(1, instr(m.content, :text) - {_CONTEXT // 2}),
                          length(:text) + {_CONTEXT}) AS context
            FROM (SELECT a.* FROM artifact_mentions a CROSS JOIN messages m ON m.id = a.id / 1024
                  WHERE a.value_id = :value_id AND {asked.of_mention} ORDER BY a.id DESC LIMIT {_COUNTED}) a
            CROSS JOIN messages m ON m.id = a.id / 1024
            CROSS JOIN sessions s ON s.id = m.session_id
            ORDER BY m.created_at DESC, a.id DESC LIMIT {_MENTIONS}""",
        {**asked.values, "value_id": row["id"], "text": row["value"]},
    ).fetchall()
    mentions = [
        Mention(
            artifact_id=mention["id"], session_id=mention["session_id"], message_id=mention["message_id"],
            role=mention["role"], created_at=mention["created_at"], value=row["value"], status=mention["status"],
            resolved_by_message_id=mention["resolved_by_message_id"], channel=mention["channel"],
            chat_id=mention["chat_id"], project=mention["project"], session_title=mention["title"],
            context=_excerpt(mention["context"], mention["start"], mention["length"]),
        )
        for mention in reversed(found)
    ]  # fmt: skip
    known = next((mention.status for mention in reversed(mentions) if mention.status), None)
    return Group(
        row["value"], row["normalized"], known, row["count"], row["sessions"], row["first_seen"], row["last_seen"],
        mentions, value_id=row["id"], cursor=row["cursor"],
    )  # fmt: skip


def _excerpt(text: str, start: int, length: int) -> str:
    """Return ``text`` as one line of whole words. It begins at ``start`` of a message of ``length`` characters."""
    before, after = start > 0, start + len(text) < length
    text = _FENCE.sub(" ", printable(_FIRST_PART.sub("", text) if before else text))
    return f"{'… ' * before}{one_line(_LAST_PART.sub('', text) if after else text)}{' …' * after}"


# -- what belongs to a kind ----------------------------------------------------------------------------


def _complete(conn: sqlite3.Connection, kind: str, groups: list[Group]) -> None:
    """Fill in `more` of each group."""
    alike: dict[str, list[int]] = {}
    for group in groups:
        if kind == "command":
            group.more = {"where": _places(group), "works_as": _works_as(conn, group, alike)}
        elif kind == "path":
            group.more = {"touched_by": _sessions(conn, group), "decisions": _decided_near(conn, group)}
        elif kind == "unresolved":
            group.more = {"resolved_by_message_id": group.mentions[-1].resolved_by_message_id}
    if kind == "decision":
        _supersede(conn, groups)


def _places(group: Group) -> list[str]:
    """Return the projects a command was run in, the latest first."""
    return list(dict.fromkeys(mention.project for mention in reversed(group.mentions) if mention.project))


def _works_as(conn: sqlite3.Connection, group: Group, alike: dict[str, list[int]]) -> dict[str, Any] | None:
    """Return the last mention of the command itself if it works, else the most recent form of it that worked."""
    if group.status in ("0", "success"):
        last = next((mention for mention in reversed(group.mentions) if mention.status == group.status), None)
        if last:
            keys = ("value", "status", "session_id", "message_id", "created_at")
            return {key: getattr(last, key) for key in keys}
    return working_form(conn, group.value, [mention.message_id for mention in group.mentions], alike)


def _sessions(conn: sqlite3.Connection, group: Group) -> list[dict[str, Any]]:
    """Return up to 50 sessions that touched a path, the latest first."""
    rows = conn.execute(
        f"""SELECT s.id AS session_id, s.title, s.channel, s.project, count(*) AS count,
                  min(m.created_at) AS first_seen, max(m.created_at) AS last_seen, max(m.id) AS message_id
           FROM (SELECT id FROM artifact_mentions WHERE value_id = ? ORDER BY id DESC LIMIT {_COUNTED}) a
           CROSS JOIN messages m ON m.id = a.id / 1024 CROSS JOIN sessions s ON s.id = m.session_id
           WHERE m.status <> 'undone'
           GROUP BY s.id ORDER BY last_seen DESC LIMIT 50""",
        (group.value_id,),
    )
    return [dict(row) for row in rows]


def _decided_near(conn: sqlite3.Connection, group: Group) -> list[dict[str, Any]]:
    """Return the latest 5 decisions made within a few messages of where a path occurs."""
    rows = conn.execute(
        f"""SELECT DISTINCT v.value, d.session_id, d.id AS message_id, d.created_at
            FROM json_each(:mentions) near
            CROSS JOIN messages p ON p.id = near.value
            CROSS JOIN messages d ON d.id BETWEEN p.id - {_NEAR} AND p.id + {_NEAR} AND d.session_id = p.session_id
            CROSS JOIN artifact_mentions a ON a.id BETWEEN d.id * 1024 AND d.id * 1024 + 1023
            CROSS JOIN artifact_values v ON v.id = a.value_id AND v.kind = 'decision'
            WHERE d.status <> 'undone' ORDER BY d.id DESC LIMIT 5""",
        {"mentions": json_list([mention.message_id for mention in group.mentions])},
    )
    return [dict(row) for row in rows]


def _supersede(conn: sqlite3.Connection, groups: list[Group]) -> None:
    """Set `superseded_by` of each decision to the latest one that took its place, if any.

    That one has the same MEMORY_SPEC target, or is about the same matter in the same conversation, chat or project and
    says something else, or says it with a word of reversal; or it says the same with another number, anywhere.
    """
    if not groups:
        return
    oldest = min(group.last_seen for group in groups)
    later = conn.execute(
        f"""SELECT {_NORMALIZED} AS normalized, v.value, m.id AS message_id, m.session_id, m.created_at,
                  lower(substr(m.content, 1, 2000)) AS content, s.channel, s.chat_id, s.project
           FROM (SELECT * FROM artifact_values WHERE kind = 'decision'
                 AND last_seen >= CAST(strftime('%s', :oldest) AS INTEGER) ORDER BY last_seen LIMIT {_LATER}) v
           CROSS JOIN artifact_mentions a ON a.value_id = v.id
           CROSS JOIN messages m ON m.id = a.id / 1024
           CROSS JOIN sessions s ON s.id = m.session_id
           WHERE m.created_at >= :oldest AND m.status <> 'undone' ORDER BY m.created_at LIMIT {_LATER}""",
        {"oldest": oldest},
    ).fetchall()
    for group in groups:
        last = group.mentions[-1]
        group.more = {"superseded_by": None}
        for row in later:
            if (row["created_at"], row["message_id"]) <= (last.created_at, last.message_id):
                continue
            if row["normalized"] != group.normalized and _gives_way(group.normalized, last, row):
                group.more["superseded_by"] = {
                    key: row[key] for key in ("value", "session_id", "message_id", "created_at")
                }


def _gives_way(old: str, last: Mention, row: sqlite3.Row) -> bool:
    """Whether a decision, mentioned last there, is superseded by the later one of this row."""
    new = row["normalized"]
    if _same_place(last, row):
        if takes_over(old, content_words(old), new, content_words(new), row["content"]):
            return True
        soon = row["session_id"] == last.session_id and row["message_id"] - last.message_id <= _SOON
        return soon and moves_dates(old, new)
    of_two_projects = last.project and row["project"]
    return not of_two_projects and sets_anew(old, new)


def _same_place(mention: Mention, row: sqlite3.Row) -> bool:
    if row["session_id"] == mention.session_id:
        return True
    if mention.project and row["project"] == mention.project:
        return True
    return bool(mention.chat_id and (row["channel"], row["chat_id"]) == (mention.channel, mention.chat_id))
