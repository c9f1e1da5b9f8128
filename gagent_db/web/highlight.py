"""Put ``<mark>`` around the words of a query in HTML that is already safe, across tags and entities."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

from ..recall.query import parse

_PIECE = re.compile(r"""<(?:[^>"']|"[^"]*"|'[^']*')*>|&(?:#\d+|#x[0-9a-fA-F]+|\w+);|[^<&]+|[<&]""")
_ENDINGS = re.compile(r"(?:ations?|ings?|edly|ed|ies|es|s|ly|nya|kan)$")


@lru_cache(maxsize=256)
def pattern(query: str) -> re.Pattern[str] | None:
    """What to mark for a query: the literal as it stands, or each of its words with its endings."""
    if not query.strip():
        return None
    plan = parse(query)
    if plan.literal and plan.looks_literal:
        alternatives = [_spaced(plan.literal)]
    else:
        texts = [text for term in plan.terms for text in (term.text, *term.forms)]
        alternatives = [_word(text) for text in dict.fromkeys(texts) if text.strip()]
    if plan.looks_literal and plan.terms:
        alternatives += [_word(term.text) for term in plan.terms if len(term.text) > 2]
    return re.compile("|".join(alternatives), re.IGNORECASE) if alternatives else None


def mark(html: str, query: str | None) -> tuple[str, int]:
    """``html`` with matches marked, and how many there are."""
    wanted = pattern(query) if query else None
    if wanted is None:
        return html, 0
    pieces = _PIECE.findall(html)
    text = "".join(_text_of(piece) for piece in pieces)
    spans = [match.span() for match in wanted.finditer(text) if match.end() > match.start()]
    if not spans:
        return html, 0
    return "".join(_marked(pieces, spans)), len(spans)


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
    """One run of text with the parts of it that lie in a span marked."""
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
    """A word and what its stem may end in; scripts without spaces are found anywhere."""
    parts = text.split()
    if len(parts) != 1:
        return _spaced(text)
    if not re.fullmatch(r"[^\W_]+", text):
        return re.escape(text)
    if not text.isascii() and any(char > "\u0e00" for char in text):
        return re.escape(text)
    stem = _ENDINGS.sub("", text)
    return rf"\b{re.escape(stem if len(stem) >= 3 else text)}\w{{0,6}}\b" if len(text) > 3 else rf"\b{re.escape(text)}\w{{0,2}}\b"
