"""Put ``<mark>`` around the words of a query in HTML that is already safe, across tags and entities."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

from ..recall.query import parse

_PIECE = re.compile(r"""<(?:[^>"']|"[^"]*"|'[^']*')*>|&(?:#\d+|#x[0-9a-fA-F]+|\w+);|[^<&]+|[<&]""")
_ENDINGS = re.compile(r"(?:ations?|ings?|edly|ed|es|s|ly|nya|kan)$")


@lru_cache(maxsize=256)
def patterns(query: str) -> tuple[re.Pattern[str], ...]:
    """What to mark for a query, most exact first: the literal as typed, else each of its words with endings."""
    plan = parse(query)
    found = []
    if plan.literal and (plan.looks_literal or not plan.literal.isascii()):
        found.append(_spaced(plan.literal))
    words = [_word(text) for term in plan.terms for text in (term.text, *term.forms)]
    if words:
        found.append("|".join(dict.fromkeys(words)))
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in found)


def mark(html: str, query: str | None) -> tuple[str, int]:
    """``html`` with matches marked, and how many there are."""
    if not query or not html:
        return html, 0
    pieces = _PIECE.findall(html)
    text = "".join(_text_of(piece) for piece in pieces)
    for wanted in patterns(query):
        spans = [match.span() for match in wanted.finditer(text) if match.end() > match.start()]
        if spans:
            return "".join(_marked(pieces, spans)), len(spans)
    return html, 0


def _marked(pieces: list[str], spans: list[tuple[int, int]]) -> list[str]:
    out: list[str] = []
    at = 0  # offset in the text
    current = 0
    for piece in pieces:
        shown = _text_of(piece)
        if not shown:
            out.append(piece)
            continue
        end = at + len(shown)
        while current < len(spans) and spans[current][1] <= at:
            current += 1
        out.append(_mark_piece(piece, shown, at, end, spans, current))
        at = end
    return out


def _mark_piece(piece: str, shown: str, at: int, end: int, spans: list[tuple[int, int]], current: int) -> str:
    """One run of text with its parts inside a span marked."""
    if current >= len(spans) or spans[current][0] >= end:
        return piece
    if piece != shown:  # an entity: all or nothing
        return f"<mark>{piece}</mark>"
    out: list[str] = []
    position = at
    while current < len(spans) and spans[current][0] < end:
        start, stop = max(spans[current][0], position), min(spans[current][1], end)
        out.append(shown[position - at : start - at])
        out.append(f"<mark>{shown[start - at : stop - at]}</mark>")
        position = stop
        current += 1
    out.append(shown[position - at :])
    return "".join(out)


def _text_of(piece: str) -> str:
    if piece[0] == "<" and len(piece) > 1:
        return ""
    return unescape(piece) if piece[0] == "&" and len(piece) > 1 else piece


def _spaced(literal: str) -> str:
    return r"\s+".join(re.escape(part) for part in literal.split())


def _word(text: str) -> str:
    """A pattern for a word with any ending of its stem; scripts without spaces match anywhere."""
    parts = text.split()
    if len(parts) > 1 and not text.isascii():
        return r"\s*".join(re.escape(part) for part in parts)
    if len(parts) != 1 or not text.isalnum():
        return _spaced(text)
    if not text.isascii():
        return re.escape(text)
    if len(text) < 4:
        return rf"\b{re.escape(text)}\w{{0,2}}\b"
    stem = _ENDINGS.sub("", text)
    if len(stem) > 3 and stem[-1] in "yi":  # retry, retries
        return rf"\b{re.escape(stem[:-1])}[yi]\w{{0,5}}\b"
    return rf"\b{re.escape(stem if len(stem) >= 3 else text)}\w{{0,6}}\b"
