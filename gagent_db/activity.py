"""Count the sessions on each day of the last year."""

from __future__ import annotations

import sqlite3
from collections import Counter
from datetime import date, timedelta

WEEKS = 53  # weeks shown, this one included: a year, beginning on a Monday

_SPANS = """
SELECT date(created_at, 'localtime'), date(updated_at, 'localtime'), count(*)
FROM sessions WHERE updated_at >= :since GROUP BY 1, 2
"""


def first_day(today: date) -> date:
    """Return the Monday on which the last ``WEEKS`` weeks begin."""
    return today - timedelta(days=today.weekday(), weeks=WEEKS - 1)


def active_days(conn: sqlite3.Connection, today: date) -> dict[str, int]:
    """Return the number of sessions on each day of the last ``WEEKS`` weeks: ``{"2026-05-01": 3}``.

    Days are local ones; those without a session are left out. A session counts on each day from its beginning to its
    end, as in a search with ``since`` and ``until`` of that day.
    """
    first = first_day(today)
    changes: Counter[date] = Counter()  # how many sessions more or fewer than on the day before
    since = (first - timedelta(days=1)).isoformat()  # local time may be a day ahead of UTC
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
    """Return the date that SQLite gives as text; None for text that is no date, which a person may have put in."""
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        return None
