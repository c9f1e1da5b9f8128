"""On which days there were conversations."""

from __future__ import annotations

import sqlite3
from collections import Counter
from datetime import date, timedelta

WEEKS = 53  # with this one: a year back, from a Monday on

_SPANS = """
SELECT date(created_at, 'localtime'), date(updated_at, 'localtime'), count(*)
FROM sessions WHERE updated_at >= :since GROUP BY 1, 2
"""


def first_day(today: date) -> date:
    """The Monday that a year of whole weeks begins with."""
    return today - timedelta(days=today.weekday(), weeks=WEEKS - 1)


def active_days(conn: sqlite3.Connection, today: date) -> dict[str, int]:
    """``{"2026-05-01": 3}``: the days of the last ``WEEKS`` weeks, as clocks here show them, and how many sessions
    ``since`` and ``until`` of that day find: begun, ended or going on."""
    first = first_day(today)
    changes: Counter[date] = Counter()
    since = (first - timedelta(days=1)).isoformat()  # clocks here may be a day ahead
    for begun, last, count in conn.execute(_SPANS, {"since": since}):
        begins, ends = _day(begun), _day(last)
        if begins and ends and max(begins, first) <= min(ends, today):
            changes[max(begins, first)] += count
            changes[min(ends, today) + timedelta(days=1)] -= count
    days: dict[str, int] = {}
    sessions = 0
    for day in (first + timedelta(days=number) for number in range((today - first).days + 1)):
        sessions += changes[day]
        if sessions:
            days[day.isoformat()] = sessions
    return days


def _day(text: str | None) -> date | None:
    """A date as SQLite gives it; None for what is none, as it may be put in by hand."""
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return None
