"""Find messages for a question that asks for a kind of item: a decision, a command, what is still open, or just
what was said at some time.

A message from which such an item was extracted answers it, even in other words ("let's go with WAL").
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from ..sql_json import json_list
from . import asked, dated, dates, rank
from .filters import few_messages
from .look import Look, Words
from .places import NOWHERE, Places
from .query import Query

SAID = ""  # not a kind of item: whatever was said at the time that the question names
OPENING = 3  # first messages read of a session on these days
FOUND = 50  # newest messages about the topic behind which items are looked for
BEHIND = 12  # messages that are read behind each
LATEST = 100  # newest messages with an item that are read where the question has no other word
SECONDS = 0.05  # of processor time for that


@dataclass(frozen=True, slots=True)
class Wanted:
    """The kind of item a question asks for. ``alone``: the question names no topic."""

    kind: str
    alone: bool


@dataclass(slots=True)
class Items:
    """Messages with items of the wanted kind."""

    kind: str | None = None
    raised: dict[int, float] = field(default_factory=dict)  # message id -> what its item adds to the score
    values: dict[int, list[str]] = field(default_factory=dict)  # message id -> its items, as they were written


def wanted(query: Query, places: Places = NOWHERE) -> Wanted | None:
    """Return the kind a question asks for; None for any other query, and for one with operators or a quoted part.

    ``places``: those that the question names.
    """
    if not query.plain:
        return None
    where = places.words if places.only else frozenset[str]()
    if found := asked.kind(query.text):
        kind, rest = found
        return Wanted(kind, asked.names_no_topic(rest, query.text, where))
    return Wanted(SAID, alone=True) if asked.only_time(query.text, where) else None


def among(look: Look, kind: str, lexis: Words, cosines: Mapping[int, float]) -> Items:
    """Return the items of a kind in messages about the topic, and what each adds to the score of its message.

    It adds less to a message found only by meaning, and half to one that follows a message with the words of the
    question. Items that were open count only while they still are.
    """
    values = _values(look.conn, kind, [*lexis.scores, *cosines])
    raised = {i: rank.of_kind(cosines.get(i, 0.0), by_words=i in lexis.scores) for i in values}
    least = max(lexis.scores.values(), default=0.0) / 2
    found = [i for i in sorted(lexis.own, reverse=True) if lexis.scores.get(i, 0.0) >= least][:FOUND]
    if behind := [i for i in _behind(look, found) if i not in values]:
        near = _values(look.conn, kind, behind)
        values |= near
        raised |= dict.fromkeys(near, rank.OF_KIND / 2)
    return Items(kind, raised, values)


def _behind(look: Look, ids: list[int]) -> list[int]:
    """Return the messages within BEHIND ids after these in the same sessions."""
    rows = look.conn.execute(
        f"""SELECT DISTINCT m.id FROM json_each(:ids) found CROSS JOIN messages one ON one.id = found.value
            CROSS JOIN messages m ON m.id BETWEEN one.id + 1 AND one.id + {BEHIND} AND m.session_id = one.session_id
            WHERE {look.scope.where}""",
        {**look.scope.values, "ids": json_list(ids)},
    )
    return [row[0] for row in rows]


def latest(look: Look, kind: str) -> Items:
    """Return the latest messages of the scope with an item of a kind, the newest raised most.

    Items that were open count only while they still are. Where the question names a time or a place, only messages of
    that time and place count; if none of them has such an item, whatever was said there then.
    """
    times = dated.times(look.conn, look.query.text)
    look = look.there if look.places.only else look
    if kind != SAID and (found := _items(look, kind, times)).raised:
        return found
    return _of_days(look, times) if kind == SAID or times.bounded or look.places.only else Items(kind)


def _items(look: Look, kind: str, times: dates.Times) -> Items:
    """Return the latest messages with an item of a kind, within the times if there are any, as far as time allows."""
    rows: list[tuple[int, str]] = []
    sessions = look.scope.sessions
    sql = _OF_SESSIONS if sessions is not None and few_messages(look.conn, sessions) else _OF_ALL
    where = f"{look.scope.where} AND {_THEN}" if times.bounded else look.scope.where
    values = {**look.scope.values, "kind": kind, "n": LATEST, "sessions": json_list(sorted(sessions or ()))}
    values["days"] = json.dumps([span.bounds for span in times.spans])
    with look.clock.box(look.conn, SECONDS):
        rows.extend((row[0], row[1]) for row in look.conn.execute(sql.format(where=where), values))
    rows.sort(key=lambda row: (row[1], row[0]), reverse=True)
    ids = list(dict.fromkeys(row[0] for row in rows))
    return Items(kind, _falling(ids), _values(look.conn, kind, ids))


def _of_days(look: Look, times: dates.Times) -> Items:
    """Return the first messages of each session on the days the question names (any, if it names none), the newest
    session raised most."""
    rows: list[tuple[int, str, str]] = []
    values = {**look.scope.values, "scoped": None, "limit": OPENING, "most": LATEST}
    if look.scope.sessions is not None:
        values["scoped"] = json_list(sorted(look.scope.sessions))
    with look.clock.box(look.conn, SECONDS):
        for values["first"], values["end"] in [span.bounds for span in times.spans] or [_EVER]:
            rows.extend(map(tuple, look.conn.execute(_OF_DAYS.format(where=look.scope.where), values)))
    newest: dict[str, str] = {}
    for _, session, at in rows:
        newest[session] = max(at, newest.get(session, ""))
    rows.sort(key=lambda row: row[0])
    rows.sort(key=lambda row: (newest[row[1]], row[1]), reverse=True)
    return Items(SAID, _falling(list(dict.fromkeys(row[0] for row in rows))))


def _falling(ids: list[int]) -> dict[int, float]:
    """Return what each of these messages is raised by: OF_KIND_ONLY for the first, falling to half of it."""
    return {i: rank.OF_KIND_ONLY * (1 - at / len(ids) / 2) for at, i in enumerate(ids)}


_EVER = ("", "a")  # times are digits
_OF_DAYS = """
    SELECT m.id, m.session_id, m.created_at FROM (
      SELECT id FROM sessions WHERE updated_at >= :first AND created_at < :end
        AND (:scoped IS NULL OR id IN (SELECT value FROM json_each(:scoped))) ORDER BY updated_at DESC LIMIT :most) s
    CROSS JOIN messages m ON m.id IN (
      SELECT m.id FROM messages m WHERE m.session_id = s.id AND m.created_at >= :first AND m.created_at < :end
        AND {where} AND m.role IN ('user', 'assistant') AND m.content <> '' ORDER BY m.id LIMIT :limit)"""
_THEN = """EXISTS (SELECT 1 FROM json_each(:days) d WHERE m.created_at >= json_extract(d.value, '$[0]')
             AND m.created_at < json_extract(d.value, '$[1]'))"""
_STILL = "(:kind <> 'unresolved' OR a.status = 'open')"
# The latest mention of each text, the texts in the order of their latest mention.
_OF_ALL = f"""
    SELECT m.id, m.created_at FROM artifact_values v CROSS JOIN messages m ON m.id = (
        SELECT m.id FROM artifact_mentions a CROSS JOIN messages m ON m.id = a.id / 1024
        WHERE a.value_id = v.id AND {_STILL} AND {{where}} ORDER BY a.id DESC LIMIT 1)
    WHERE v.kind = :kind ORDER BY v.last_seen DESC LIMIT :n"""
_OF_SESSIONS = f"""
    SELECT m.id, m.created_at FROM json_each(:sessions) one
    CROSS JOIN messages m ON m.session_id = one.value
    CROSS JOIN artifact_mentions a ON a.id BETWEEN m.id * 1024 AND m.id * 1024 + 1023
    CROSS JOIN artifact_values v ON v.id = a.value_id
    WHERE v.kind = :kind AND {_STILL} AND {{where}} ORDER BY m.created_at DESC, m.id DESC LIMIT :n"""


def _values(conn: sqlite3.Connection, kind: str, ids: Collection[int]) -> dict[int, list[str]]:
    """Return the items of a kind in these messages, by message id."""
    found: dict[int, list[str]] = {}
    rows = conn.execute(
        """SELECT m.value, v.value FROM json_each(:ids) m
           CROSS JOIN artifact_mentions a ON a.id BETWEEN m.value * 1024 AND m.value * 1024 + 1023
           CROSS JOIN artifact_values v ON v.id = a.value_id
           WHERE v.kind = :kind AND (:kind <> 'unresolved' OR a.status = 'open') ORDER BY a.id""",
        {"ids": json_list(ids), "kind": kind},
    )
    for message_id, value in rows:
        found.setdefault(message_id, []).append(value)
    return found
