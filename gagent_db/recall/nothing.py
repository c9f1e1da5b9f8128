"""Explain in one sentence, for every door, why a search found nothing, where the query itself is the reason, or that it
was read in another way than typed."""

from __future__ import annotations

import re
import sqlite3

from ..times import Moment, local
from ..wording import NOTHING_YET
from . import asked, dated, dates, lexical
from .filters import NAMES, Filters, resolve, session_conditions
from .query import MIN_PREFIX, Query

MIN_FRAGMENT = 3
MOST_SHOWN = 3  # spans named in the sentence, the last ones
SECONDS = 0.02  # of processor time to see whether the filters leave anything
_SHORT_PREFIX = re.compile(rf"(?<!\S)(\w{{1,{MIN_PREFIX - 1}}})\*(?!\S)")


def read_otherwise(plan: Query) -> str | None:
    """Return a sentence that an operator was read as text; None if none was."""
    if not plan.nothing_left:
        return None
    return "NOT and - take away from what other words find (harbour NOT ferry); without any, they were read as text."


def why_nothing(conn: sqlite3.Connection, plan: Query, filters: Filters, mode: str) -> str | None:
    """Return a sentence, or None when the query is fine and its words just occur nowhere."""
    if not conn.execute("SELECT 1 FROM messages LIMIT 1").fetchone():
        return NOTHING_YET
    if filters != Filters() and not _anything_left(conn, filters):
        return f"The filters leave no message: {_named(filters)}."
    if not plan.text or plan.nothing_left:
        return read_otherwise(plan)
    if asked.only_time(plan.text) and (then := dated.times(conn, plan.text)).bounded:
        return _not_then(conn, then, filters)
    if not plan.terms and plan.boolean is None:
        if plan.literal:
            return f"There is no word in {plan.text[:40]!r}, only signs, and the newest messages do not hold them so."
        return f"There is no word in {plan.text[:40]!r}; type one, or several signs together (->, &&)."
    if plan.boolean is not None:
        return "No message has what AND, OR, NOT and parentheses ask for; words without them find parts of it, too."
    if short := _SHORT_PREFIX.search(plan.text):
        return f"A prefix needs {MIN_PREFIX} letters: {short[0]!r} was searched for as the word {short[1]!r}."
    if len(plan.text) < MIN_FRAGMENT and plan.text.isascii():
        return f"No word is {plan.text!r}; parts of words are looked for from {MIN_FRAGMENT} characters on."
    if mode == "exact":
        return "Mode exact finds only the text exactly as typed; the other modes find its words, too."
    return None


def _not_then(conn: sqlite3.Connection, times: dates.Times, filters: Filters) -> str:
    """Return a sentence that nothing was said at a time, with the nearest days before and after it with a session."""
    named = [f"{span.first}" if span.first == span.told else f"{span.first} to {span.told}" for span in times.spans]
    shown = ", ".join(named[-MOST_SHOWN:])
    start, end = max(span.bounds for span in times.spans)
    conditions, values = session_conditions(conn, filters)
    where = " AND ".join([*conditions, "message_count > 0"])
    near = [
        conn.execute(sql, {**values, "start": start, "end": end}).fetchone()[0]
        for sql in (
            f"SELECT max(updated_at) FROM sessions WHERE updated_at < :start AND {where}",
            f"SELECT min(created_at) FROM sessions WHERE created_at >= :end AND {where}",
        )
    ]
    days = " and ".join(local(at)[:10] for at in near if at)
    return f"Nothing was said then ({shown})" + (f"; the nearest days with a session: {days}." if days else ".")


def _anything_left(conn: sqlite3.Connection, filters: Filters) -> bool:
    """Whether any message passes the filters; True when that takes too long to find out."""
    scope = resolve(conn, filters)
    with lexical.Clock().box(conn, SECONDS):
        found = conn.execute(f"SELECT 1 FROM messages m WHERE {scope.where} LIMIT 1", scope.values).fetchone()
        return found is not None
    return True


def _named(filters: Filters) -> str:
    given = [(name, getattr(filters, name)) for name in NAMES]
    given += [(f"not {name}", value) for name, value in filters.without]
    return ", ".join(f"{name} {value.told if isinstance(value, Moment) else value}" for name, value in given if value)
