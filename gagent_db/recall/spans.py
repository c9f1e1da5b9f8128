"""Days and stretches of days, and the numbers, months and weekdays that words tell."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta

from ..times import parse_when
from . import calendar_words as names

WEEK = 7  # days


@dataclass(frozen=True, slots=True)
class Span:
    """Days from ``first`` to ``last`` inclusive, the last ``slack`` of them after those that the question tells.

    A message is often about the days before it was written.
    """

    first: date
    last: date
    slack: int = 0

    @property
    def told(self) -> date:
        """The last of the days that the question tells."""
        return self.last - timedelta(days=self.slack)

    @property
    def bounds(self) -> tuple[str, str]:
        """The stored-form time at which the days that are told begin here, and that at which they are over."""
        return parse_when(self.first), parse_when(self.told, end=True)


def part_of(span: Span, name: str) -> Span:
    """A third or a week of a span; all of one that is shorter than a week."""
    days, slack = (span.told - span.first).days + 1, min(span.slack, 3)
    if days < WEEK:
        return span
    if name.isdecimal() or name == "last":
        start = days - WEEK if name == "last" else WEEK * (int(name) - 1)
        start, end = min(start, days - 1), min(start + WEEK, days)
    else:
        third = {"early": 0, "middle": 1, "late": 2}[name]
        start, end = days * third // 3, days * (third + 1) // 3
    first = span.first + timedelta(days=start)
    return Span(first, span.first + timedelta(days=end - 1 + slack), slack)


def number_of(typed: str | None) -> int | None:
    """The number that a word or digits tell; None for a few."""
    if typed is None or typed == "":
        return 1
    return None if typed in names.FEW else names.NUMBERS.get(typed) or names.CJK_NUMBERS.get(typed) or int(typed)


def month_of(name: str) -> int:
    return names.MONTHS.get(name) or number_of(name) or 0


def weekday_of(name: str) -> int:
    """0 for Monday."""
    return names.WEEKDAYS[name] if name in names.WEEKDAYS else names.CJK_WEEKDAY[name]


def day_of(year: int, month: int, day: int) -> date | None:
    """That day; None where there is none, or where a span could not reach 999 years past it."""
    try:
        return date(year, month, day) if MINYEAR + 999 <= year < MAXYEAR - 999 else None
    except ValueError:
        return None


def month_end(first: date) -> date:
    following = first.replace(day=28) + timedelta(days=4)
    return following.replace(day=1) - timedelta(days=1)
