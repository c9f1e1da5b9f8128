"""What a question says of time: days ("in July 2023", "3 May", "minggu lalu") as spans, and "first" or "latest".

They are hints that raise what was said around that time, never filters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import MAXYEAR, date, datetime, timedelta

from .words import words

_ENGLISH = words("january february march april may june july august september october november december")
_INDONESIAN = words("januari februari maret april mei juni juli agustus september oktober november desember")
_MONTHS = {name: i % 12 + 1 for i, name in enumerate([*_ENGLISH, *_INDONESIAN])} | {
    name[:3]: i + 1 for i, name in enumerate(_ENGLISH) if name != "may"
}
_NAMES = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_NAMES})\b(?:,? (\d{{4}}))?")
_MONTH_DAY = re.compile(rf"\b({_NAMES}) (\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (\d{{4}}))?")
_MONTH = re.compile(rf"\b({_NAMES})\b(?:,? (\d{{4}}))?")
_ISO = re.compile(r"\b(\d{4})[-/](\d\d)(?:[-/](\d\d))?\b")
_YEAR = re.compile(r"\b(?:in|during|since|of|tahun) (20\d\d)\b")
_AGO = re.compile(r"\b(\d{1,3}|an?|one|two|three|four|five|six) (day|week|month|year)s? ago\b")
_AGO_ID = re.compile(r"\b(\d{1,3}|dua|tiga|empat|lima|enam|se)\s?(hari|minggu|bulan|tahun) (?:yang )?lalu\b")
_NUMERIC = re.compile(r"(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?![\d/])")  # 3/5/2026: the day or the month first
EXPLICIT = re.compile(  # a day or month is named
    rf"\b(?:{_NAMES})\b|\b\d{{4}}[-/]\d\d\b|\b\d{{1,2}}([/.])\d{{1,2}}\1\d{{4}}\b"
)
_MONTH_WORD = re.compile(r"\b(?:in|last|since|during|early|late|mid|of|by|this|until|bulan)\s+$")
_WEEKDAYS = words("monday tuesday wednesday thursday friday saturday sunday")
_WEEKDAYS_ID = words("senin selasa rabu kamis jumat sabtu minggu")
_WEEKDAY = re.compile(
    rf"\b(?:last|on) ({'|'.join(_WEEKDAYS)})\b|\bhari ({'|'.join(_WEEKDAYS_ID)})\b"
    rf"|\b({'|'.join(_WEEKDAYS_ID[:-1])}) (?:yang )?(?:lalu|kemarin)\b"
)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "se": 1, "dua": 2,
            "tiga": 3, "empat": 4, "lima": 5, "enam": 6}  # fmt: skip
_UNITS = {"day": 1, "week": 7, "month": 30, "year": 365, "hari": 1, "minggu": 7, "bulan": 30, "tahun": 365}
_UNIT_WORDS = frozenset(words("day month year date hari bulan tahun tanggal tgl"))
_NAMED = {
    "today": (0, 0), "hari ini": (0, 0), "yesterday": (1, 1), "kemarin": (1, 2), "day before yesterday": (2, 2),
    "last week": (5, 13), "minggu lalu": (5, 13), "this week": (0, 6), "minggu ini": (0, 6),
    "last month": (20, 61), "bulan lalu": (20, 61), "this month": (0, 30), "bulan ini": (0, 30),
    "last year": (180, 700), "tahun lalu": (180, 700), "last night": (0, 1), "recently": (0, 21),
    "this morning": (0, 0), "tadi pagi": (0, 0), "tadi siang": (0, 0), "tadi malam": (0, 1), "semalam": (0, 1),
    "minggu kemarin": (5, 13), "bulan kemarin": (20, 61), "tahun kemarin": (180, 700), "kemarin lusa": (2, 2),
    "a few days ago": (1, 7), "beberapa hari lalu": (1, 7), "beberapa hari yang lalu": (1, 7),
}  # fmt: skip
_FIRST = re.compile(
    r"\b(?:first|earliest|originally|initially|at the (?:start|beginning)|"
    r"pertama|mula-mula|awalnya|semula|pada awal|sejak kapan)\b"
)
_LATEST = re.compile(
    r"\b(?:latest|newest|most recent(?:ly)?|last time|currently|at the moment|"
    r"terakhir|terbaru|terkini|paling baru|saat ini|sekarang)\b"
)


@dataclass(frozen=True, slots=True)
class Span:
    """Days from ``first`` to ``last`` inclusive, the last ``slack`` of them after those that the question tells."""

    first: date
    last: date
    slack: int = 0

    @property
    def told(self) -> date:
        """The last of the days that the question tells."""
        return self.last - timedelta(days=self.slack)


def date_hints(question: str, *, today: date | None = None, years: tuple[int, ...] = ()) -> list[Span]:
    """Spans the question speaks of. A date without a year stands for that date in each of ``years``.

    A message is often about the days before it was written, so a span reaches some days past its end.
    """
    text = question.lower()
    today = today or datetime.now().astimezone().date()
    years = years or (today.year, today.year - 1)
    spans: list[Span] = []

    def add(year: str | None, month: str, day: str | None) -> None:
        for number in [int(year)] if year else years:
            first = _date(number, _MONTHS[month], int(day) if day else 1)
            if first:
                last = first if day else _month_end(first)
                slack = 3 if day else 7
                spans.append(Span(first, last + timedelta(days=slack), slack))

    for match in _DAY_MONTH.finditer(text):
        add(match[3], match[2], match[1])
    text = _DAY_MONTH.sub(" ", text)
    for match in _MONTH_DAY.finditer(text):
        add(match[3], match[1], match[2])
    text = _MONTH_DAY.sub(" ", text)
    for match in _MONTH.finditer(text):
        if match[2] or _MONTH_WORD.search(text[: match.start()]):
            add(match[2], match[1], None)
    for match in _ISO.finditer(text):
        first = _date(int(match[1]), int(match[2]), int(match[3] or 1))
        if first:
            spans.append(Span(first, first + timedelta(days=3), 3) if match[3] else Span(first, _month_end(first)))
    for match in _NUMERIC.finditer(text):
        for day, month in {(int(match[1]), int(match[3])), (int(match[3]), int(match[1]))}:
            if first := _date(int(match[4]), month, day):
                spans.append(Span(first, first + timedelta(days=3), 3))
    if not spans:
        for match in _YEAR.finditer(text):
            spans.append(Span(date(int(match[1]), 1, 1), date(int(match[1]), 12, 31)))
    spans.extend(_relative(text, today))
    return spans


def words_of_dates(question: str) -> set[str]:
    """The words of the days and months that a question names."""
    text = question.lower()
    named = [match[0] for pattern in (_DAY_MONTH, _MONTH_DAY, _ISO, _NUMERIC) for match in pattern.finditer(text)]
    named += [match[0] for match in _MONTH.finditer(text) if match[2] or _MONTH_WORD.search(text[: match.start()])]
    found = set(words(" ".join(named)))
    return found | _UNIT_WORDS if found else found


def is_of_date(term: str) -> bool:
    """May this word or phrase be a part of a date: names of months and numbers?"""
    return all(part in _MONTHS or part.isdecimal() for part in re.findall(r"\w+", term.lower()))


def asks_first(question: str) -> bool:
    """Does it ask how something began?"""
    return _FIRST.search(question.lower()) is not None


def asks_latest(question: str) -> bool:
    """Does it ask how something is by now?"""
    return _LATEST.search(question.lower()) is not None


def _relative(text: str, today: date) -> list[Span]:
    """Spans counted from today. What was understood is taken out: "minggu kemarin" is not also "kemarin"."""
    spans = []
    for pattern in (_AGO, _AGO_ID):
        for match in pattern.finditer(text):
            unit = _UNITS[match[2]]
            days = unit * (_NUMBERS.get(match[1]) or int(match[1]))
            slack = max(1, unit // 2, days // 7)
            spans.append(Span(today - timedelta(days=days + slack), today - timedelta(days=max(0, days - slack))))
        text = pattern.sub(" ", text)
    for match in _WEEKDAY.finditer(text):
        name = next(part for part in match.groups() if part)
        weekday = (_WEEKDAYS if name in _WEEKDAYS else _WEEKDAYS_ID).index(name)
        back = (today.weekday() - weekday - 1) % 7 + 1
        spans.append(Span(today - timedelta(days=back), today - timedelta(days=back - 1)))
    text = _WEEKDAY.sub(" ", text)
    for name in sorted(_NAMED, key=len, reverse=True):
        text, count = re.subn(rf"\b{name}\b", " ", text)
        if count:
            near, far = _NAMED[name]
            spans.append(Span(today - timedelta(days=far), today - timedelta(days=near)))
    return spans


def _date(year: int, month: int, day: int) -> date | None:
    """That day; None where there is none, or where no span could reach past it."""
    try:
        return date(year, month, day) if year < MAXYEAR else None
    except ValueError:
        return None


def _month_end(first: date) -> date:
    following = first.replace(day=28) + timedelta(days=4)
    return following.replace(day=1) - timedelta(days=1)
