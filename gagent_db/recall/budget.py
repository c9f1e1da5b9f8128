"""Keeping a result within a number of characters: the best evidence stays, whole messages where possible.

What is cut says so. The measure is the longest plain form, ``json.dumps`` with its spaces and ``\\u`` escapes.
Where not even one session fits, it is shown in brief: its id, its number of hits and a cut snippet, and in the
end the ids and a few words of the snippet alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from .recent import cursor_after
from .results import Hit, Line, SearchResult, SessionHits
from .snippets import shorter

CUT_LINE = 4000  # characters of a neighbouring message that are shown when the caller sets no limit
_LEAST = 120  # a piece shorter than this is left out rather than cut
_LEAST_SNIPPET = 60
_LEAST_BARE = 30  # of a snippet, whatever the limit: an answer without evidence is none
_COMMA = 2
_LATER = 14  # for took_ms and next, which are known only afterwards

Piece = Callable[[int], int]  # gets the room there is, puts a piece back, says how much room it took


def cut(text: str, length: int) -> str:
    """The first ``length`` characters, with a mark that says how much is missing."""
    if len(text) <= length:
        return text
    return f"{text[:length].rstrip()} … [{len(text) - length} more characters]"


def size(value: Any) -> int:
    """Characters of a value as JSON."""
    return len(json.dumps(value))


def fit(result: SearchResult, limit: int) -> None:
    """Make the result fit: the best hit of each session first, then what stands around it, then the rest.

    Sessions that do not fit at all are left to the next page; the first one is always kept, in brief if need be.
    """
    limit -= _LATER + (size(cursor_after(result.sessions[0])) if result.mode == "recent" and result.sessions else 0)
    if size(result.to_dict()) <= limit:
        return
    result.truncated = True
    pieces = list(_take_apart(result))
    room = limit - size(result.to_dict())
    while len(result.sessions) > 1 and room < 0:
        room += size(result.sessions.pop().to_dict()) + _COMMA
    if room < 0:
        _squeeze(result, limit)
        return
    kept = {id(item) for item in result.sessions}
    for owner, give_back in pieces:
        if owner in kept:
            room -= give_back(room)


def _squeeze(result: SearchResult, limit: int) -> None:
    """Not even one session fits: cut its snippet, then all that is not needed to find it again."""
    item = result.sessions[0] if result.sessions else None
    hits = item.hits if item else []
    snippets = [hit.snippet for hit in hits]

    def over() -> int:
        return size(result.to_dict()) - limit

    def cut_snippets(least: int) -> None:
        for hit, text in zip(hits, snippets, strict=True):
            hit.snippet = text
            hit.snippet = _shorter(text, over(), least=least)

    result.query = _shorter(result.query, over(), least=_LEAST_SNIPPET)
    cut_snippets(_LEAST_SNIPPET)
    if item and over() > 0:
        item.brief = True
        cut_snippets(1)
        if item.preview:
            item.preview = _shorter(item.preview, over(), least=1)
    if result.degraded and over() > 0:
        result.degraded = _shorter(result.degraded, over(), least=1)
    if over() > 0:
        result.query = _shorter(result.query, over(), least=1)
    shown = [(hit.snippet, text) for hit, text in zip(hits, snippets, strict=True)]
    if over() > 0 or any(len(left) < min(_LEAST_BARE, len(text)) for left, text in shown):
        result.bare, result.query = True, ""
        if item:
            item.bare = True
        cut_snippets(_LEAST_BARE)


def _shorter(text: str, over: int, *, least: int) -> str:
    """A text that takes ``over`` characters of JSON less, as far as ``least`` allows."""
    if over <= 0:
        return text
    wanted, low, high = size(text) - over, min(least, len(text)), len(text)
    while low < high:  # the greatest length that fits; escapes take an unknown number of characters
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(shorter(text, middle)) <= wanted else (low, middle - 1)
    return shorter(text, low)


def _take_apart(result: SearchResult) -> Iterator[tuple[int, Piece]]:
    """Strip the result to one bare hit a session; yields what puts the pieces back, most useful first."""
    later: list[tuple[int, Piece]] = []
    for item in result.sessions:
        owner, others = id(item), item.hits[1:]
        item.hits = item.hits[:1]
        for hit in item.hits:
            yield from ((owner, piece) for piece in _strip(hit))
        for hit in others:
            stripped = list(_strip(hit))
            later.append((owner, _adder(item, hit)))
            later.extend((owner, _if_shown(item, hit, piece)) for piece in stripped)
    yield from later


def _strip(hit: Hit) -> list[Piece]:
    before, after, artifacts, content = hit.before, hit.after, hit.artifacts, hit.content
    hit.before, hit.after, hit.artifacts, hit.content = [], [], [], None
    pieces: list[Piece] = []
    if content is not None:
        pieces.append(_texter(hit, content))
    # Nearest neighbours first; the reply tells more than what came before.
    for distance in range(max(len(before), len(after))):
        if distance < len(after):
            pieces.append(_liner(hit.after, after[distance], at_end=True))
        if distance < len(before):
            pieces.append(_liner(hit.before, before[-1 - distance], at_end=False))
    if artifacts:
        pieces.append(_attributer(hit, artifacts))
    return pieces


def _adder(item: SessionHits, hit: Hit) -> Piece:
    def add(room: int) -> int:
        cost = size(hit.to_dict()) + _COMMA
        if cost > room:
            return 0
        item.hits.append(hit)
        return cost

    return add


def _if_shown(item: SessionHits, hit: Hit, piece: Piece) -> Piece:
    return lambda room: piece(room) if any(shown is hit for shown in item.hits) else 0


def _liner(lines: list[Line], line: Line, *, at_end: bool) -> Piece:
    def add(room: int) -> int:
        whole = line.content
        line.content = ""
        line.content = _shortened(whole, room - size(line.to_dict()) - _COMMA)
        cost = size(line.to_dict()) + _COMMA
        if (whole and not line.content) or cost > room:
            return 0
        lines.insert(len(lines) if at_end else 0, line)
        return cost

    return add


def _texter(hit: Hit, content: str) -> Piece:
    def add(room: int) -> int:
        key = size("content") + 2 * _COMMA
        text = _shortened(content, room - key - size(""))
        if not text:
            return 0
        hit.content = text
        return key + size(text)

    return add


def _attributer(hit: Hit, artifacts: list[dict[str, Any]]) -> Piece:
    def add(room: int) -> int:
        cost = size(artifacts) - size([])
        if cost > room:
            return 0
        hit.artifacts = artifacts
        return cost

    return add


def _shortened(text: str, room: int) -> str:
    """The text, or as much of it as ``room`` characters of JSON hold, or ''."""
    if size(text) - size("") <= room:
        return text
    length = min(len(text), room)
    while length >= _LEAST:
        part = cut(text, length)
        over = size(part) - size("") - room
        if over <= 0:
            return part
        length -= max(1, over * length // size(part))
    return ""
