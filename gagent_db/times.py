"""Convert times to and from the stored form: UTC, ISO 8601, milliseconds and ``Z`` (``2026-05-01T09:30:00.000Z``)."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from .errors import GagentError

# Numbers from each of these on are in this unit: 1e11 seconds would be past the year 5000.
_MILLISECONDS = 1e11
_MICROSECONDS = 1e14
_NANOSECONDS = 1e17
_CANONICAL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_PUNCTUATION = "--T::."  # every third character of 2026-05-01T09:30:00.000, from the fifth on
_UTC_ENDS = ("+00:00", "Z")
_AGO = re.compile(r"-?(\d+)\s*(min|mo|[mhdwy]|[a-z]{3,}?)s?(?:\s+(?:ago|(?:yang )?lalu))?")
_CALENDAR = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")
_DAYS_AGO = {"today": 0, "yesterday": 1, "hari ini": 0, "kemarin": 1}
_UNITS = {
    60: "m min minute menit", 3600: "h hour jam", 86400: "d day hari", 604800: "w week minggu",
    2592000: "mo month bulan", 31536000: "y year tahun",
}  # fmt: skip
_AGO_SECONDS = {name: seconds for seconds, names in _UNITS.items() for name in names.split()}
_PERIOD = re.compile(r"(this|last) (week|month|year)|(minggu|bulan|tahun) (ini|lalu|kemarin)")


class Moment(str):
    """A time in the stored form that knows how it was typed; ``end``: as the first moment after what was meant."""

    typed: str = ""
    end: bool = False

    @property
    def told(self) -> str:
        """What a person typed, with the day it means in local time where that is no date (``7d (2026-11-21)``)."""
        if self.typed[:4].isdecimal() and not self.typed.isdecimal():
            return self.typed
        day = datetime.fromisoformat(self).astimezone() - timedelta(milliseconds=self.end)
        return f"{self.typed} ({day:%Y-%m-%d})" if self.typed else local(self)


def now() -> str:
    """Return the current time in the stored form."""
    return _format(datetime.now(UTC))


def local(stored: str, *, seconds: bool = False) -> str:
    """Return a stored time as local time, ``2026-05-01 16:30``; text that is no time (put in by hand) unchanged."""
    try:
        moment = datetime.fromisoformat(stored).astimezone()
    except (ValueError, OverflowError):
        return stored
    return moment.strftime("%Y-%m-%d %H:%M:%S" if seconds else "%Y-%m-%d %H:%M")


def to_iso(value: object) -> str | None:
    """Return a time in the stored form; None for a value that is no time.

    Takes a number of seconds, milliseconds, microseconds or nanoseconds since 1970, an ISO string or a datetime. A
    string or datetime without a zone is local time, which is what the agents that write them mean.
    """
    if isinstance(value, str):
        return _from_text(value.strip())
    if isinstance(value, datetime):
        return _format(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _from_number(float(value))
    return None


def parse_when(value: object, *, end: bool = False) -> Moment:
    """Return a time, or a date as typed (``2026-05-01``, ``yesterday``, ``last week``, ``7d``), in the stored form.

    A bare date means its first moment, or with ``end`` the first moment after it, in local time.
    Raises GagentError for anything else.
    """
    if isinstance(value, Moment):
        return value
    if isinstance(value, date) and not isinstance(value, datetime):
        value = value.isoformat()
    typed = value.strip().lower() if isinstance(value, str) else ""
    try:
        moment = _named(typed, end) or _age(typed) or _period(typed, end) or _calendar(typed, end)
        stored = _format(moment) if moment else to_iso(value)
    except (ValueError, OverflowError):
        stored = None
    if stored is None:
        raise GagentError(
            f"{value!r} is not a date.",
            hint="Use 2026-05-01, 2026-05-01T09:30, yesterday, last week, or an age such as 7d or 3h.",
        )
    found = Moment(stored)
    found.typed, found.end = (value.strip() if isinstance(value, str) else ""), end
    return found


def _named(typed: str, end: bool) -> datetime | None:
    if typed == "now":
        return datetime.now(UTC)
    if typed not in _DAYS_AGO:
        return None
    today = datetime.now().replace(hour=0, minute=0, second=0, microsecond=0)
    return today - timedelta(days=_DAYS_AGO[typed] - end)


def _age(typed: str) -> datetime | None:
    ago = _AGO.fullmatch(typed)
    seconds = _AGO_SECONDS.get(ago[2]) if ago else None
    return datetime.now(UTC) - timedelta(seconds=int(ago[1]) * seconds) if ago and seconds else None


def _period(typed: str, end: bool) -> datetime | None:
    """Return the first moment of this or the last week (from Monday), month or year, or the first moment after it."""
    match = _PERIOD.fullmatch(typed)
    if match is None:
        return None
    name, which = match[2] or match[3], match[1] or match[4]
    later = end - (which not in ("this", "ini"))  # how many periods after the current one
    today = datetime.now().replace(hour=0, minute=0, second=0, microsecond=0)
    if name in ("week", "minggu"):
        return today - timedelta(days=today.weekday() - 7 * later)
    if name in ("year", "tahun"):
        return today.replace(year=today.year + later, month=1, day=1)
    months = today.year * 12 + today.month - 1 + later
    return datetime(months // 12, months % 12 + 1, 1)


def _calendar(typed: str, end: bool) -> datetime | None:
    """Return the first moment of a year, month or day, or the first one after it.

    None for text that is no such date; raises ValueError for a date that does not exist.
    """
    match = _CALENDAR.fullmatch(typed)
    if match is None:
        return None
    year, month, day = (int(part) if part else 0 for part in match.groups())
    first = datetime(year, month if match[2] else 1, day if match[3] else 1)
    if not end:
        return first
    if day:
        return first + timedelta(days=1)
    return datetime(year, month + 1, 1) if 0 < month < 12 else datetime(year + 1, 1, 1)


def _from_number(value: float) -> str | None:
    """Return the stored form of a number of seconds or a smaller unit, told by its size; None for no such time."""
    if value >= _NANOSECONDS:
        value /= 1e9
    elif value >= _MICROSECONDS:
        value /= 1e6
    elif value >= _MILLISECONDS:
        value /= 1e3
    try:
        return _format(datetime.fromtimestamp(value, UTC)) if value > 0 else None
    except (ValueError, OverflowError, OSError):
        return None


def _from_text(text: str) -> str | None:
    if len(text) == 24 and _CANONICAL.fullmatch(text):
        return text
    try:
        moment = datetime.fromisoformat(text)
        if text[4:20:3] == _PUNCTUATION and (text[23:] in _UTC_ENDS or text[26:] in _UTC_ENDS) and text[11:13] < "24":
            return f"{text[:23]}Z"  # already UTC: this is faster than formatting
        return _format(moment)
    except (ValueError, OverflowError):
        pass
    try:
        return _from_number(float(text))
    except ValueError:
        spelled = _spelled(text)
        return _from_text(spelled) if spelled != text else None


def _spelled(text: str) -> str:
    """Return a time in ISO 8601 spelling: "UTC" or "GMT" at the end becomes an offset, a small z a capital one."""
    upper = text.upper()
    bare = upper.removesuffix("UTC").removesuffix("GMT").rstrip()
    return f"{bare}+00:00" if bare != upper else upper


def _format(moment: datetime) -> str:
    if moment.tzinfo is not UTC:
        moment = moment.astimezone(UTC)
    return moment.isoformat(timespec="milliseconds")[:-6] + "Z"
