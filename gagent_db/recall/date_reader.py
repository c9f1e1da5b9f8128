"""Read the times of a question. Its patterns take long to import: `dates` does so where there may be a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache, partial

from . import calendar_words as names
from . import date_patterns as patterns
from .dates import Times
from .spans import Span, day_of, month_end, month_of, number_of, part_of, weekday_of
from .words import words

_UNIT_WORDS = frozenset(words("day month year date hari bulan tahun tanggal tgl"))
_LENGTH = {"day": 1, "week": 7, "month": 30, "year": 365}
FEW = (2, 7)  # from so many to so many
RECENT = 21  # days
_EVER = date(1970, 1, 1)  # before anything was said


@lru_cache(maxsize=32)
def read(text: str, today: date, years: tuple[int, ...]) -> Times:
    """Return the times of a question in lower case; see `dates.understood`."""
    return _Reader(text, today, years or (today.year, today.year - 1)).read()


_Read = Callable[[re.Match[str]], "list[Span] | None"]


@dataclass(slots=True)
class _Reader:
    """Takes one time after another out of a question: "minggu kemarin" is not also "kemarin"."""

    text: str
    today: date
    years: tuple[int, ...]
    spans: list[Span] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    relative: set[str] = field(default_factory=set)
    dates: list[str] = field(default_factory=list)
    vague: bool = False
    dated: bool = False  # a day of a year is named
    begun: list[Span] = field(default_factory=list)  # of the spans, those from a time on

    def read(self) -> Times:
        for pattern in patterns.DAYS:
            self._take(pattern, self._days)
        self._take(patterns.RANGE, self._range)
        if "月" in self.text:
            self._take(patterns.CJK_DAYS, self._days)
            self._take(patterns.CJK_RANGE, self._range)
        for pattern in patterns.DATES:
            self._take(pattern, self._date)
        self._take(patterns.BARE_MONTH, self._date)
        self._take(patterns.NUMERIC, self._numeric)
        self._take(patterns.SEASON, self._season)
        self._take(patterns.CJK_SEASON, self._cjk_season)
        if not self.spans:
            self._take(patterns.YEAR, self._year)
        for pattern in patterns.PAST:
            self._take(pattern, self._past)
        for pattern in patterns.AGO:
            self._take(pattern, self._ago)
        for pattern in patterns.OF_WEEK:
            self._take(pattern, self._of_week)
        for pattern in patterns.THAT_DAY:
            self._take(pattern, self._that_day)
        for pattern in patterns.A_DAY:
            self._take(pattern, self._a_day)
        for (unit, back), pattern in patterns.PERIODS.items():
            self._take(pattern, partial(self._period, unit, back))
        self._take(patterns.NIGHT, partial(self._days_back, 1, 0))
        for back, pattern in patterns.DAYS_BACK:
            self._take(pattern, partial(self._days_back, back, back))
        self._take(patterns.HIER, self._hier)
        if not self.spans:
            self._take(patterns.RECENTLY, self._recently)
        self._between()
        spoken = self.words | _UNIT_WORDS if self.words else self.words
        relative = self.relative - {*words(" ".join(self.dates)), *words(self.text)}
        return Times(
            tuple(self.spans), frozenset(spoken), frozenset(relative), tuple(self.dates), self.text, self.vague
        )

    def _take(self, pattern: re.Pattern[str], read: _Read) -> None:
        """Take out each match that is a time, with what stands before it and changes it: "since", "early"."""
        ranges = read in (self._range, self._days)
        dated = ranges or read in (self._date, self._numeric, self._year)
        kept, at = [], 0
        for match in pattern.finditer(self.text):
            if (self.dated and not dated) or (spans := read(match)) is None:
                continue  # "last week" beside a day counts from that day
            named = (dated and not ranges) or read == self._a_day
            core = _core(match) if named else match.start()
            changed = patterns.MODIFIER.search(self.text, at, core)
            start, end = min(match.start(), changed.start() if changed else core), match.end()
            modifiers = {name for name, said in changed.groupdict().items() if said} if changed else set()
            if behind := patterns.CJK_MODIFIER.match(self.text, end):
                modifiers |= {name for name, said in behind.groupdict().items() if said}
                end = behind.end()
            if modifiers & {"before", "after"} and (away := patterns.AWAY.search(self.text, at, start)):
                start = away.start()
                self.spans += [_away(span, away, after="after" in modifiers) for span in spans]
            else:
                self.spans += self._changed(spans, modifiers)
            told = self.text[start:end]
            season = read in (self._season, self._cjk_season)
            said = self._beside(match, told) if season else words(told)
            self.words.update(said, names.SINCE_WORDS if "since" in modifiers else ())
            if not dated:
                self.relative.update(() if read == self._a_day else (word for word in said if not word.isdecimal()))
            elif modifiers.isdisjoint(("before", "until", "after")):
                self.dates.append(match[0].strip())
            kept += [self.text[at:start], " "]
            at = end
        self.text = "".join([*kept, self.text[at:]])

    def _beside(self, match: re.Match[str], told: str) -> list[str]:
        """The words of a season but its name, which is often said of what was done then: "in summer we swim"."""
        return [word for word in words(told) if word not in words(match["season"] or match["other"])]

    def _changed(self, spans: list[Span], modifiers: set[str]) -> list[Span]:
        """The spans as a part of them, and as what is before, after, until or since the latest that has begun."""
        for name in modifiers:
            if name.startswith("p_"):
                spans = [part_of(span, name[2:]) for span in spans]
        relation = modifiers & names.RELATIONS.keys()
        if not relation:
            return spans
        begun = [span for span in spans if span.first <= self.today] or spans
        span = max(begun, key=lambda span: span.first)
        if "since" in relation:
            return self._from(span.first)
        if "after" in relation:
            over = [span for span in spans if span.told < self.today]
            return self._from(max(over, key=lambda span: span.first).told + timedelta(days=1) if over else self.today)
        return [Span(_EVER, span.told if "until" in relation else span.first - timedelta(days=1))]

    def _from(self, first: date) -> list[Span]:
        self.begun.append(Span(first, max(first, self.today)))
        return self.begun[-1:]

    def _between(self) -> None:
        """After one time and before another: what lies between them."""
        ended = [span for span in self.spans if span.first == _EVER]
        if len(ended) == len(self.begun) == 1 and self.begun[0].first <= ended[0].last:
            others = [span for span in self.spans if span not in (*ended, *self.begun)]
            self.spans = [*others, Span(self.begun[0].first, ended[0].last)]

    # Each of these reads one kind of match: its spans, None where it is no time after all.

    def _date(self, match: re.Match[str]) -> list[Span] | None:
        given = match.groupdict()
        name = given["month"] if "month" in given else given["en"] or given["any"]
        month = month_of(name)
        day = given.get("day")
        self.dated = self.dated or bool(day and given.get("year"))
        spans = []
        for year in self._years(given.get("year"), last=match[0].startswith(("last ", "letzten ")), month=month):
            if first := day_of(year, month, number_of(day) or 0):
                last, slack = (first, 3) if day else (month_end(first), 7)
                spans.append(Span(first, last + timedelta(days=slack), slack))
        return spans or None

    def _range(self, match: re.Match[str]) -> list[Span] | None:
        """From one month to another, the latest that has begun where no year is named."""
        start, end = month_of(match["from"]), month_of(match["to"])
        over = start > end  # the end of a year
        if match["year"] or not match["from_year"]:
            latest = self.today.year - (not over and start > self.today.month)
            year = self._years(match["year"], last=False, month=end)[0] if match["year"] else latest
            begun = year - over
        if match["from_year"]:
            begun = self._years(match["from_year"], last=False, month=start)[0]
            year = year if match["year"] else begun + over
        first, last = day_of(begun, start, 1), day_of(year, end, 1)
        return [Span(first, month_end(last) + timedelta(days=7), 7)] if first and last and first <= last else None

    def _days(self, match: re.Match[str]) -> list[Span] | None:
        """From one day to another; two days that are only joined ("3 and 7 May") are no range."""
        given = match.groupdict()
        if given.get("both") and not given["between"]:
            return None
        start, end = (month_of(given[name] or given[other]) for name, other in (("from", "month"), ("month", "from")))
        from_day, to_day = (number_of(given[name]) or 0 for name in ("from_day", "day"))
        over = start > end  # the end of a year
        if typed := given["from_year"] or given["year"]:
            begun = self._years(typed, last=False, month=start)[0] - (over and not given["from_year"])
            ended = self._years(given["year"], last=False, month=end)[0] if given["year"] else begun + over
            years = [(begun, ended)]
        else:
            years = [(year, year + over) for year in self.years]
        days = [(day_of(begun, start, from_day), day_of(ended, end, to_day)) for begun, ended in years]
        spans = [Span(first, last + timedelta(days=3), 3) for first, last in days if first and last and first <= last]
        self.dated = self.dated or bool(spans and typed)
        return spans or None

    def _years(self, typed: str | None, *, last: bool, month: int) -> tuple[int, ...]:
        if not typed:
            return (self.today.year - (month >= self.today.month),) if last else self.years
        if typed.isdecimal():
            return (int(typed),)
        this = re.fullmatch(patterns.THIS_YEAR, typed) or typed == "今"
        return (self.today.year - (not this),)

    def _numeric(self, match: re.Match[str]) -> list[Span] | None:
        either = {(int(match[1]), int(match[3])), (int(match[3]), int(match[1]))}
        days = [first for day, month in either if (first := day_of(int(match[4]), month, day))]
        return [Span(first, first + timedelta(days=3), 3) for first in days] or None

    def _year(self, match: re.Match[str]) -> list[Span]:
        year = int(match[1] or match[2])
        return [Span(date(year, 1, 1), date(year, 12, 31))]

    def _season(self, match: re.Match[str]) -> list[Span] | None:
        """Only where it is said like a time: "in spring", "last fall", "since the summer", "winter 2025"."""
        month = names.SEASONS[match["season"]]
        if match["year"]:
            return self._seasons(month, self._years(match["year"], last=False, month=month), whole=bool(match["end"]))
        over = match["last"] or match["back"]
        if over or match["this"]:
            spans = self._seasons(month, (self.today.year, self.today.year - 1))
            spans = [span for span in spans if not over or span.told < self.today]
            return [max(spans, key=lambda span: span.first)]
        return self._seasons(month, self.years) if _is_season(match) else None

    def _cjk_season(self, match: re.Match[str]) -> list[Span]:
        month = names.CJK_SEASONS[match["season"] or match["other"]]
        years = self._years(match["year"], last=False, month=month) if match["year"] else self.years
        return self._seasons(month, years)

    def _seasons(self, month: int, years: tuple[int, ...], *, whole: bool = False) -> list[Span]:
        """The three months of each year from this one on that have begun. The winter of a year may be either of the two
        that have months of it, unless it is named after both years."""
        winters = {year - 1 for year in years} if month == names.WINTER and not whole else set[int]()
        spans = []
        for year in sorted({*years, *winters}):
            if first := day_of(year, month, 1):
                end = month_end(first + timedelta(days=62))
                spans.append(Span(first, end + timedelta(days=7), 7))
        return [span for span in spans if span.first <= self.today] or spans

    def _past(self, match: re.Match[str]) -> list[Span]:
        number = number_of(match.groupdict().get("n", "1"))
        most = FEW[1] if number is None else number
        return [self._back(most * _LENGTH.get(names.UNITS[match["u"]], 1), 0)]

    def _ago(self, match: re.Match[str]) -> list[Span]:
        """A number of days is meant as it is said, of weeks and more about that long ago."""
        unit, number = names.UNITS[match["u"]], number_of(match["n"])
        if unit == "hour":
            hours = FEW[1] if number is None else number
            return [self._back((hours + 23) // 24, hours // 24)]
        length = _LENGTH[unit]
        if number is None:
            return [self._back(FEW[1] * length, FEW[0] * length if length > 1 else 1)]
        days, around = number * length, max(length // 2, number * length // 7)
        return [self._back(days + around, max(0, days - around), slack=length == 1)]

    def _of_week(self, match: re.Match[str]) -> list[Span]:
        monday = self.today - timedelta(days=self.today.weekday() + 7 * (not match["this"]))
        day = monday + timedelta(days=weekday_of(match["day"]))
        return [Span(day, day + timedelta(days=1), 1)]

    def _that_day(self, match: re.Match[str]) -> list[Span] | None:
        if _is_any(match):
            return None
        return self._weekday_before(match["day"])

    def _a_day(self, match: re.Match[str]) -> list[Span] | None:
        """Only where the question asks about the past, or since then, or ends with it: on Fridays, a day may be any."""
        at = match.groupdict().get("at")
        past = at in names.SINCE_WORDS or (at and not re.search(r"\w", match.string[match.end() :]))
        if _is_any(match) or not (past or _asks_past(match.string)):
            return None
        return self._weekday_before(match["day"] or match["cjk"])

    def _hier(self, match: re.Match[str]) -> list[Span] | None:
        return [self._back(1, 1)] if patterns.FRENCH.search(match.string) else None

    def _recently(self, _: re.Match[str]) -> list[Span]:
        self.vague = True
        return [self._back(RECENT, 0)]

    def _weekday_before(self, name: str) -> list[Span]:
        back = (self.today.weekday() - weekday_of(name) - 1) % 7 + 1
        return [self._back(back, back, slack=True)]

    def _back(self, first: int, last: int, *, slack: bool = False) -> Span:
        """From so many days ago to so many, a day more of slack if there is one."""
        slack = slack and last > 0
        return Span(self.today - timedelta(days=first), self.today - timedelta(days=last - slack), int(slack))

    def _days_back(self, first: int, last: int, _: re.Match[str]) -> list[Span]:
        return [self._back(first, last)]

    def _period(self, unit: str, back: int, _: re.Match[str]) -> list[Span]:
        """This week, month or year (0), the last one (1) or the one before (2); a week begins on Monday."""
        monday = self.today - timedelta(days=self.today.weekday() + 7 * back)
        if unit == "week":
            return [Span(monday, monday + timedelta(days=6 + (back > 0)), int(back > 0))]
        if unit == "weekend":
            return [Span(monday + timedelta(days=5), monday + timedelta(days=6 + (back > 0)), int(back > 0))]
        if unit == "year":
            return [Span(date(self.today.year - back, 1, 1), date(self.today.year - back, 12, 31))]
        months = self.today.year * 12 + self.today.month - 1 - back
        first = date(months // 12, months % 12 + 1, 1)
        slack = 3 * (back > 0)
        return [Span(first, month_end(first) + timedelta(days=slack), slack)]


def _is_any(day: re.Match[str]) -> bool:
    """ "Every Friday", "next Friday": is it another day than the last of its name?"""
    return patterns.EVERY.search(day.string, max(0, day.start() - 40), day.start()) is not None


def _is_season(match: re.Match[str]) -> bool:
    """Whether what stands before the name of a season makes it a time: "since the summer", not "the summer of love"."""
    before, behind = match.string[: match.start()], match.string[match.end() :]
    changed = patterns.MODIFIER.search(before)
    falls = match["season"] == "fall" and changed is not None and (changed["before"] or changed["after"])
    told = bool(changed and changed[0].strip()) or patterns.IN_SEASON.search(before) is not None
    return told and not falls and not behind.startswith(" of ")


@lru_cache(maxsize=4)  # every weekday of a text asks
def _asks_past(text: str) -> bool:
    return patterns.ASKS_PAST.search(text) is not None


def _core(match: re.Match[str]) -> int:
    """Where the name of a day or a month begins, behind the word that tells a month from a verb."""
    named = [name for name in ("year", "day", "month", "en", "any") if name in match.re.groupindex]
    return min(start for start in map(match.start, named or range(1, match.re.groups + 1)) if start >= 0)


def _away(span: Span, away: re.Match[str], *, after: bool) -> Span:
    """So many days, weeks or months before or after a time, or the weekday or weekend next to it. What was done then
    may be told at the time that is named."""
    at, sign = (span.told, 1) if after else (span.first, -1)
    unit = names.UNITS.get(away["u"])
    if unit is None:
        weekday = weekday_of(away["day"]) if away["day"] else names.SATURDAY + (not after)
        near = far = at + timedelta(days=sign * ((sign * (weekday - at.weekday()) - 1) % 7 + 1))
        far += timedelta(days=sign * (away["day"] is None))
    else:
        number, length = number_of(away["n"]) or FEW[0], _LENGTH.get(unit, 1)
        whole = away["n"] in (None, "the") and not away["se"] and length > 1  # the week before, all of it
        near = at + timedelta(days=sign if whole else sign * (number * length - length // 2))
        far = at + timedelta(days=sign * (number * length + (0 if whole else length // 2)))
    first, last = sorted((near, far))
    slack = 3 if after else max(0, (at - last).days) + 3
    return Span(first, last + timedelta(days=slack), slack)
