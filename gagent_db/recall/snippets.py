"""Snippets: the part of a message that shows why it was found, HTML-escaped, with ``<mark>`` around the matches."""

from __future__ import annotations

import html
import itertools
import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ..store.search_text import is_unspaced, narrow, spelled, split_humps
from .literals import pattern

LONGEST = 280  # characters of a snippet
LONG = 50_000  # in a longer message FTS5 is not asked for its matches: highlight() is quadratic in its length
FOLDED = 20_000  # characters of a message that are compared with marks on letters ignored
_MORE = " …"
_WORD = re.compile(r"[A-Za-z0-9]+")
_MARK = re.compile(r"</?mark>")
_HUMP = re.compile(r"[a-z0-9][A-Z]|[A-Z][A-Z][a-z]")
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ies|ed|es|s|e|y)$")
_OPEN, _CLOSE = "\x02", "\x03"


def marked(
    conn: sqlite3.Connection,
    message_id: int,
    content: str,
    expression: str | None,
    literals: Sequence[str] = (),
    words: Sequence[str] = (),
) -> str:
    """Return the snippet of one message, with the literals and all that the FTS5 ``expression`` matches marked.

    ``words`` are also marked where the index cannot say where they are: in parts of ``camelCase``, in full-width
    forms and, when there is nothing else to mark, inside other words.
    """
    spans = literal_spans(content, literals)
    if expression and len(content) < LONG:
        spans += _index_spans(conn, message_id, expression)
    elif expression:
        spans += _word_spans(content, words)
    spans += _part_spans(content, words) + literal_spans(content, [word for word in words if is_unspaced(word)])
    return snippet(content, spans or literal_spans(content, words))


def snippet(content: str, spans: list[tuple[int, int]]) -> str:
    """Return ``content`` cut around the densest group of spans, with these marked and all text escaped."""
    spans = _merged(spans)
    start, end = _window(content, spans)
    parts = ["… " if start > 0 else ""]
    at = start
    for low, high in spans:
        if low >= end or high <= start:
            continue
        low, high = max(low, start), min(high, end)
        parts.append(_plain(content[at:low]))
        parts.append(f"<mark>{_plain(content[low:high])}</mark>")
        at = high
    parts.append(_plain(content[at:end]))
    if end < len(content):
        parts.append(" …")
    return "".join(parts).strip()


def shorter(text: str, length: int) -> str:
    """Return a finished snippet cut to ``length`` characters around its first mark, with tags and entities kept whole.

    An ellipsis stands for what is cut off; a mark that is too long itself is cut inside.
    """
    if len(text) <= length:
        return text
    parts = re.findall(r"<mark>.*?</mark>|&\w+;|.", text, re.DOTALL)
    first = next((at for at, part in enumerate(parts) if part.startswith("<mark>")), 0)
    room = length - len(parts[first]) - 2 * len(_MORE)
    if room < 0:
        return _cut_mark(parts[first], length - 2 * len(_MORE))
    low, high = first, first + 1
    while True:
        wider = (low > 0 and len(parts[low - 1]) <= room, high < len(parts) and len(parts[high]) <= room)
        if not any(wider):
            break
        if wider[0]:
            low -= 1
            room -= len(parts[low])
        if high < len(parts) and len(parts[high]) <= room:
            room -= len(parts[high])
            high += 1
    return ("… " if low > 0 else "") + "".join(parts[low:high]) + (_MORE if high < len(parts) else "")


def _cut_mark(mark: str, length: int) -> str:
    """Return one piece of a snippet, a mark or a single character, cut to ``length`` with entities kept whole."""
    inner = re.findall(r"&\w+;|.", mark.removeprefix("<mark>").removesuffix("</mark>"), re.DOTALL)
    room = length - (len("<mark></mark>") if mark.startswith("<mark>") else 0)
    kept = ""
    for part in inner:
        if len(kept) + len(part) > room:
            break
        kept += part
    if not kept:
        return _MORE.strip()
    return f"<mark>{kept}</mark>{_MORE}" if mark.startswith("<mark>") else kept + _MORE


def literal_spans(content: str, literals: Sequence[str]) -> list[tuple[int, int]]:
    """Return the spans of the literals in a text, ignoring case, and, if none is found so, width and marks of letters.

    At most 50 spans per literal.
    """
    spans = _places(content, literals)
    if spans or content.isascii() or not any(literals):
        return spans
    folded, places = _unmarked(content[:FOLDED])
    ends = [*places[1:], min(len(content), FOLDED)]  # marks behind a letter belong to it
    found = _places(folded, [_unmarked(literal)[0] for literal in literals])
    return [(places[low], max(places[high - 1] + 1, ends[high - 1])) for low, high in found]


def _places(content: str, literals: Sequence[str]) -> list[tuple[int, int]]:
    return _spans(content, filter(None, map(pattern, literals)))


def _spans(content: str, patterns: Iterable[str]) -> list[tuple[int, int]]:
    found = (itertools.islice(re.finditer(same, content, re.IGNORECASE), 50) for same in patterns)
    return [match.span() for matches in found for match in matches]


def _word_spans(content: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the spans of words that begin like one of ``words`` without its ending, at most 50 for each."""
    return _spans(content, (rf"(?<!\w){re.escape(_ENDING.sub('', word))}\w{{0,30}}" for word in words))


def _unmarked(content: str) -> tuple[str, list[int]]:
    """Return the text with full-width forms, marks on letters and letters such as ``ß`` folded.

    Also returns, for each character of the folded text, the place in ``content`` it comes from.
    """
    parts: list[str] = []
    places: list[int] = []
    for at, char in enumerate(content):
        folded = char if char.isascii() else _folded(char)
        parts.append(folded)
        places += [at] * len(folded)
    return "".join(parts), places


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    if unicodedata.combining(char):
        return ""
    bare = "".join(part for part in unicodedata.normalize("NFD", narrow(char)) if not unicodedata.combining(part))
    return spelled(bare) or char


def _part_spans(content: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the spans of parts of ``camelCase`` words that begin like one of ``words`` without its ending."""
    wanted = tuple(_ENDING.sub("", word.lower()) for word in words)
    spans: list[tuple[int, int]] = []
    for match in _WORD.finditer(content):
        if not _HUMP.search(match[0]):
            continue
        at = match.start()
        for part in split_humps(match[0]):
            if part.lower().startswith(wanted):
                spans.append((at, at + len(part)))
            at += len(part)
    return spans


def _index_spans(conn: sqlite3.Connection, message_id: int, expression: str) -> list[tuple[int, int]]:
    """Return the spans of a message that FTS5 itself matches."""
    matches = highlighted(conn, "messages_fts", message_id, expression)
    return [(match.start() - 2 * at, match.end() - 2 * at - 2) for at, match in enumerate(matches)]


def highlighted(conn: sqlite3.Connection, index: str, rowid: int, expression: str) -> Iterator[re.Match[str]]:
    """Yield what FTS5 matches in the first column of a row, as group 1 of each match.

    A match includes a control character on each side, which also shifts the positions of the matches behind it.
    """
    row = conn.execute(
        f"SELECT highlight({index}, 0, '{_OPEN}', '{_CLOSE}') FROM {index} WHERE {index} MATCH ? AND rowid = ?",
        (expression, rowid),
    ).fetchone()
    return re.finditer(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}", row[0] if row and row[0] else "")


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans in order, with those that touch or overlap joined."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def _window(content: str, spans: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the part to show: with the most marks, a little text before the first, cut between words."""
    if len(content) <= LONGEST:
        return 0, len(content)
    if not spans:
        return 0, _word_end(content, LONGEST)
    low, high = _densest(spans, LONGEST)
    start = max(0, low - LONGEST // 4)
    end = max(min(len(content), start + LONGEST), high)  # what matched is never cut off
    start = max(0, min(start, end - LONGEST))
    if start:
        space = content.find(" ", start, low)
        start = space + 1 if space != -1 else start
    return start, _word_end(content, end, least=high)


def _densest(spans: list[tuple[int, int]], length: int) -> tuple[int, int]:
    """Return the span from which ``length`` characters show the most marked text. Spans are in order and apart."""
    best, best_mass = spans[0], -1
    mass = beyond = 0  # of spans[at:beyond]
    for low, high in spans:
        while beyond < len(spans) and spans[beyond][0] < low + length * 3 // 4:
            mass += spans[beyond][1] - spans[beyond][0]
            beyond += 1
        shown = mass - max(0, spans[beyond - 1][1] - (low + length))
        if shown > best_mass:
            best, best_mass = (low, high), shown
        mass -= high - low
    return best


def _word_end(content: str, end: int, least: int = 0) -> int:
    if end >= len(content):
        return len(content)
    space = content.rfind(" ", max(least, end - 40), end)
    return space if space != -1 else end


def as_text(snippet: str) -> str:
    """Return a finished snippet as plain text, without its marks and escapes."""
    return html.unescape(_MARK.sub("", snippet))


def _plain(text: str) -> str:
    return html.escape(re.sub(r"[\x00-\x08\x0b-\x1f]", "", text), quote=False)
