"""The days that a question names: "in July 2023", "last Friday", "between 3 and 7 May", "vor zwei Wochen".

Beside a topic they are hints that raise what was said then; a question for nothing but a time is answered from it.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from datetime import date, datetime

from . import calendar_words as names
from .spans import Span

DATE_PARTS = 3  # day, month and year
_DIGIT, _WORD = re.compile(r"\d"), re.compile("[a-z]+")


@dataclass(frozen=True, slots=True)
class Times:
    """The times in a question. ``words``: those that tell them. ``relative``: of these, those that count from the day
    of the question, so that nobody said them then. ``dates``: the days and months it names, as it names them.
    ``rest``: the question without them. ``vague``: it only tells that it was not long ago."""

    spans: tuple[Span, ...] = ()
    words: frozenset[str] = frozenset()
    relative: frozenset[str] = frozenset()
    dates: tuple[str, ...] = ()
    rest: str = ""
    vague: bool = False

    @property
    def bounded(self) -> bool:
        """Do they tell from when to when?"""
        return bool(self.spans) and not self.vague


def understood(question: str, *, today: date | None = None, years: tuple[int, ...] = ()) -> Times:
    """The times of a question. A date without a year stands for that date in each of ``years``."""
    text = question.lower().replace("’", "'")
    if not _may_name_a_time(text):
        return Times(rest=text)
    from .date_reader import read  # has many patterns to compile, which most questions do without

    return read(text, today or datetime.now().astimezone().date(), years)


def _may_name_a_time(text: str) -> bool:
    """Whether a question in lower case has a digit, a letter beyond ASCII, or a word of a time."""
    return not text.isascii() or _DIGIT.search(text) is not None or not names.WORDS.isdisjoint(_WORD.findall(text))


def words_of_dates(question: str) -> frozenset[str]:
    """The words of the times that a question names."""
    return understood(question).words


def is_of_date(term: str) -> bool:
    """May this word or phrase be a part of a date: names of months and numbers?"""
    return all(part in names.MONTHS or part.isdecimal() for part in re.findall(r"\w+", term.lower()))


def written(named: str) -> list[str]:
    """A date as it is named and with its parts in other orders: "june 5", "5 june", "june 5th", "5th of june"."""
    parts = [part for part in re.findall(r"\d+|[^\W\d_]+", named) if is_of_date(part)]
    orders = [*map(" ".join, itertools.permutations(parts))] if 1 < len(parts) <= DATE_PARTS else []
    counted = [re.sub(r"\b\d{1,2}\b", _ordinal, order) for order in orders]
    of = [re.sub(r"(?<=st|nd|rd|th) (?=[a-z])", " of ", order) for order in counted]
    return list(dict.fromkeys([named, *orders, *counted, *of]))


def _ordinal(day: re.Match[str]) -> str:
    number = int(day[0])
    last = number % 10 if number // 10 != 1 else 0
    return day[0] + {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
