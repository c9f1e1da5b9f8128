"""Times of sessions and messages: UTC, ISO 8601, milliseconds and ``Z`` (``2026-05-01T09:30:00.000Z``)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from .errors import GagentError

# Numbers above this are milliseconds (seconds would be past the year 5000), above the next microseconds.
_MILLISECONDS = 1e11
_MICROSECONDS = 1e14
_CANONICAL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_PUNCTUATION = "--T::."  # every third character of 2026-05-01T09:30:00.000, from the fifth on
_UTC_ENDS = ("+00:00", "Z")
_AGO = re.compile(r"-?(\d+)\s*(m|min|h|d|w|mo|y)")
_CALENDAR = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")
_DAYS_AGO = {"today": 0, "yesterday": 1, "hari ini": 0, "kemarin": 1}
_AGO_SECONDS = {"m": 60, "min": 60, "h": 3600, "d": 86400, "w": 604800, "mo": 2592000, "y": 31536000}


def now() -> str:
    """The current time in the stored form."""
    return _format(datetime.now(UTC))


def to_iso(value: object) -> str | None:
    """Seconds, milliseconds, microseconds, an ISO string or a datetime -> the stored form, else None.

    A naive string or datetime is local time, as the agents that write them mean it.
    """
    if isinstance(value, str):
        return _from_text(value.strip())
    if isinstance(value, datetime):
        return _format(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _from_number(float(value))
    return None


def parse_when(text: str, *, end: bool = False) -> str:
    """A date a person typed (``2026-05-01``, ``2026-05``, ``yesterday``, ``7d``, ISO time) -> the stored form.

    A bare date means its first moment, or with ``end`` the first moment after it (local time).
    Raises GagentError for anything else.
    """
    typed = text.strip().lower()
    try:
        moment = _named(typed, end) or _age(typed) or _calendar(typed, end)
        stored = _format(moment) if moment else to_iso(text)
    except (ValueError, OverflowError):
        stored = None
    if stored is None:
        raise GagentError(
            f"{text!r} is not a date.",
            hint="Use 2026-05-01, 2026-05-01T09:30, yesterday, or an age such as 7d or 3h.",
        )
    return stored


def _named(typed: str, end: bool) -> datetime | None:
    if typed == "now":
        return datetime.now(UTC)
    if typed not in _DAYS_AGO:
        return None
    today = datetime.now().replace(hour=0, minute=0, second=0, microsecond=0)
    return today - timedelta(days=_DAYS_AGO[typed] - end)


def _age(typed: str) -> datetime | None:
    ago = _AGO.fullmatch(typed)
    return datetime.now(UTC) - timedelta(seconds=int(ago[1]) * _AGO_SECONDS[ago[2]]) if ago else None


def _calendar(typed: str, end: bool) -> datetime | None:
    """The first moment of a year, month or day, or the first one after it. Raises ValueError for none there is."""
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
    if value >= _MICROSECONDS:
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
            return f"{text[:23]}Z"  # nothing to be computed
        return _format(moment)
    except (ValueError, OverflowError):
        pass
    try:
        return _from_number(float(text))
    except ValueError:
        return None


def _format(moment: datetime) -> str:
    if moment.tzinfo is not UTC:
        moment = moment.astimezone(UTC)
    return moment.isoformat(timespec="milliseconds")[:-6] + "Z"
