"""Template filters: times, numbers and paths as people read them, in this machine's time zone."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from datasette.utils import tilde_encode

from ..wording import counted, one_line, printable

_WEB = re.compile(
    r"(?P<scheme>(?:https?|ftp)://)?(?(scheme)\S|[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:/|\Z))\S*\Z", re.IGNORECASE
)
_MARK = re.compile(r"(</?mark>)")
_MARKED = re.compile(r"<mark>[^<]*</mark>")
_LINES, _LINES_BEFORE = 8, 2  # lines of a snippet, and those before its first match
_FENCE = re.compile(r"^(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)
_CODE = re.compile(r"`([^`\n]+)`")
_STRONG = re.compile(r"(?<![\w*])\*\*(\S(?:[^*\n]*\S)?)\*\*(?![\w*])")
_HEADING = re.compile(r"^#{2,6} (.+)$", re.MULTILINE)  # a single # also begins comments
_ROW = re.compile(r"^[ \t]*\|([^\n]*\|[^\n]*)(?:(?<=\|)[ \t]*|(?<= …))$", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*\|[ \t]*:?-{3,}[-:| \t]*(?:\n|\Z)", re.MULTILINE)


def local(value: str | float | None) -> datetime | None:
    """A stored time (ISO text, or epoch seconds) as local time; None when it is not one."""
    try:
        if isinstance(value, (int, float)):
            return datetime.fromtimestamp(value, UTC).astimezone()
        return datetime.fromisoformat(value).astimezone() if value else None
    except (ValueError, OverflowError, OSError):
        return None


def date_time(value: str | float | None) -> str:
    """``1 May 2026, 09:30``."""
    at = local(value)
    return f"{at.day} {at:%b %Y, %H:%M}" if at else ""


def day(value: str) -> str:
    """``1 May 2026``, of ``2026-05-01``."""
    at = date.fromisoformat(value)
    return f"{at.day} {at:%b %Y}"


def iso(value: str | float | None) -> str:
    """``2026-05-01T09:30:00+02:00``."""
    at = local(value)
    return at.isoformat(timespec="seconds") if at else ""


def clock(value: str | float | None) -> str:
    """``09:30``."""
    at = local(value)
    return f"{at:%H:%M}" if at else ""


def ago(value: str | float | None) -> str:
    """``5 min ago``, ``3 h ago``, ``yesterday 18:20``, ``12 Mar``, ``12 Mar 2024``."""
    at = local(value)
    if at is None:
        return ""
    now = datetime.now().astimezone()
    seconds = (now - at).total_seconds()
    if -60 < seconds < 60:
        return "just now"
    if 0 < seconds < 3600:
        return f"{int(seconds // 60)} min ago"
    if 0 < seconds < 12 * 3600:
        return f"{int(seconds // 3600)} h ago"
    days = (now.date() - at.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} {at:%H:%M}"
    if 1 < days < 7:
        return f"{days} days ago"
    return f"{at.day} {at:%b}" if at.year == now.year else f"{at.day} {at:%b %Y}"


def number(value: float | None) -> str:
    """``12,345``."""
    return f"{value or 0:,.0f}"


def compact(value: float | None) -> str:
    """``950``, ``12.3k``, ``4.1M``."""
    size = float(value or 0)
    for unit, step in (("M", 1e6), ("k", 1e3)):
        if size >= step:
            text = f"{size / step:.1f}".removesuffix(".0")
            return f"{text}{unit}"
    return f"{size:.0f}"


def size(value: float | None) -> str:
    """``12 kB``, ``4.1 MB``."""
    amount = float(value or 0)
    for unit, step in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if amount >= step:
            return f"{amount / step:.1f} {unit}".replace(".0 ", " ")
    return f"{amount:.0f} bytes"


def milliseconds(value: float | None) -> str:
    """``4 ms``, ``1.2 s``."""
    amount = value or 0.0
    return f"{amount / 1000:.1f} s" if amount >= 1000 else f"{max(1, round(amount))} ms"


def project(path: str | None) -> str:
    """The last two parts of a path: ``work/gagent``."""
    parts = [part for part in (path or "").split("/") if part]
    return "/".join(parts[-2:]) or "/"


def snippet(html: str) -> str:
    """A search snippet without control codes, code fences and blank lines; of many lines only those around the first
    match."""
    text = "".join(part if _MARK.fullmatch(part) else printable(part) for part in _MARK.split(html))
    lines = [line for line in _FENCE.sub("", text).splitlines() if line.strip()]
    matched = next((at for at, line in enumerate(lines) if "<mark>" in line), 0)
    start = max(0, matched - _LINES_BEFORE)
    shown = "\n".join(lines[start : start + _LINES])
    if shown.count("<mark>") > shown.count("</mark>"):
        shown += "</mark>"
    if start:
        shown = f"… {shown.lstrip()}"
    return shown if start + _LINES >= len(lines) else f"{shown} …"


def spoken(html: str) -> str:
    """A snippet of what a person or an agent says, with its Markdown rendered: bold, code, headings, and a table's row
    on one line. Its text is escaped already."""
    text = _ROW.sub(_cells, _RULE.sub("", html))
    text = _HEADING.sub(partial(_wrapped, "strong"), text)
    parts = _CODE.split(text)  # every second one is code
    for at, part in enumerate(parts):
        if at % 2 == 0:
            parts[at] = _STRONG.sub(partial(_wrapped, "strong"), part)
        else:
            parts[at] = f"<code>{part}</code>" if _is_whole(part) else f"`{part}`"
    return "".join(parts)


def _cells(row: re.Match[str]) -> str:
    return " · ".join(cell for cell in map(str.strip, row[1].split("|")) if cell)


def _wrapped(tag: str, match: re.Match[str]) -> str:
    return f"<{tag}>{match[1]}</{tag}>" if _is_whole(match[1]) else match[0]


def _is_whole(html: str) -> bool:
    """Does every match that begins there end there, and vice versa?"""
    return _MARKED.sub("", html).find("mark>") < 0


def cut(text: str | None, length: int) -> str:
    """One line of at most ``length`` characters."""
    return one_line(printable(text or ""), length)


def sentence(text: str | None) -> str:
    """The text with its first letter in upper case."""
    shown = printable(text or "")
    return shown[:1].upper() + shown[1:]


def web_address(address: str | None) -> str | None:
    """An address that a browser may follow; None for others (``git@...``, ``jdbc:...``, ``javascript:...``)."""
    match = _WEB.match(address or "")
    if match is None:
        return None
    return match[0] if match["scheme"] else f"https://{match[0]}"


FILTERS: dict[str, Callable[..., Any]] = {
    "g_ago": ago,
    "g_clock": clock,
    "g_compact": compact,
    "g_cut": cut,
    "g_datetime": date_time,
    "g_day": day,
    "g_iso": iso,
    "g_ms": milliseconds,
    "g_counted": counted,
    "g_number": number,
    "g_plain": printable,
    "g_project": project,
    "g_sentence": sentence,
    "g_size": size,
    "g_snippet": snippet,
    "g_spoken": spoken,
    "g_tilde": tilde_encode,
    "g_web": web_address,
}
