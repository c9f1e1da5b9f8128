"""Keep a result within a number of characters: the best evidence stays, as whole messages where possible.

Text that is cut says so. Length is that of the longest plain JSON: ``json.dumps`` with its spaces and ``\\u`` escapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .brief import add_brief, close_to_best, in_brief
from .results import Hit, Line, SearchResult, SessionHits, size

CUT_LINE = 4000  # characters of a neighbouring message that are shown when the caller sets no limit
_SMALL = 6000  # with a smaller limit, the whole answer may be in brief
_LEAST = 120  # a text is left out rather than cut shorter than this
_COMMA = 2
_LATER = 8  # room for took_ms, which is known only afterwards

Piece = Callable[[int], int]  # takes the room there is, puts a piece back, returns the room it took


def cut(text: str, length: int) -> str:
    """Return the first ``length`` characters, followed by how many are missing."""
    if len(text) <= length:
        return text
    return f"{text[:length].rstrip()} … [{len(text) - length} more characters]"


def fit(result: SearchResult, limit: int, behind: Sequence[str]) -> None:
    """Make the result fit into ``limit`` characters, in place.

    Room goes first to the best hit of each session, then to its neighbours, then to the other hits. Sessions that do
    not fit in their full form are shown in brief; those that do not fit at all are left to the next page, whose cursor
    is one of ``behind``. Sessions with a score far from the best get the room that the others leave. A small answer is
    entirely in brief where that shows more. The first session is always kept.
    """
    if size(result.to_dict()) <= limit - _LATER:
        return
    later = _LATER + max(map(size, behind), default=0) - size(result.next)
    result.truncated = True
    whole = [(item, list(item.hits)) for item in result.sessions]
    brief = in_brief(result, whole, limit, later, behind)
    pieces = list(_take_apart(result))
    items, near = result.sessions, close_to_best(whole)
    result.sessions = []
    room = limit - later - size(result.to_dict())
    for begin, end in ((0, near), (near, len(items))):
        if len(result.sessions) < begin:
            break
        shown = set()
        for item in items[begin:end]:
            cost = size(item.to_dict()) + _COMMA
            if cost > room and result.sessions:
                break
            result.sessions.append(item)
            shown.add(id(item))
            room -= cost
        if room >= 0:
            add_brief(result, whole[len(result.sessions) : end], limit - later)
            room = limit - later - size(result.to_dict())
        for owner, give_back in pieces:
            if room > 0 and owner in shown:
                room -= give_back(room)
    if room < 0 or (limit < _SMALL and _shown(brief) > _shown(result)):
        result.sessions, result.keys = brief.sessions, brief.keys
        result.query, result.degraded, result.hint = brief.query, brief.degraded, brief.hint


def _shown(result: SearchResult) -> int:
    """Return how many messages are shown; a session without any counts as one."""
    return sum(sum(1 + len(hit.before) + len(hit.after) for hit in item.hits) or 1 for item in result.sessions)


def _take_apart(result: SearchResult) -> Iterator[tuple[int, Piece]]:
    """Strip the result to one bare hit per session; yield (session, what puts a piece back), most useful first."""
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
    """Take text, neighbours and artifacts off a hit; return what puts them back, most useful first."""
    before, after, artifacts, content = hit.before, hit.after, hit.artifacts, hit.content
    hit.before, hit.after, hit.artifacts, hit.content = [], [], [], None
    pieces: list[Piece] = []
    if content is not None:
        pieces.append(_texter(hit, content))
    # Nearest neighbours first; the reply is more useful than what came before.
    for distance in range(max(len(before), len(after))):
        if distance < len(after):
            pieces.append(_liner(hit.after, after[distance], at_end=True))
        if distance < len(before):
            pieces.append(_liner(hit.before, before[-1 - distance], at_end=False))
    if artifacts:
        pieces.append(_attributer(hit, artifacts))
    return pieces


def _adder(item: SessionHits, hit: Hit) -> Piece:
    """Return the piece that puts a further hit back into its session."""

    def add(room: int) -> int:
        cost = size(hit.to_dict()) + _COMMA
        if cost > room:
            return 0
        item.hits.append(hit)
        return cost

    return add


def _if_shown(item: SessionHits, hit: Hit, piece: Piece) -> Piece:
    """Return the same piece, put back only if its hit was."""
    return lambda room: piece(room) if any(shown is hit for shown in item.hits) else 0


def _liner(lines: list[Line], line: Line, *, at_end: bool) -> Piece:
    """Return the piece that puts a neighbouring message back, cut where necessary."""

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
    """Return the piece that puts the text of a hit back, cut where necessary."""

    def add(room: int) -> int:
        key = size("content") + 2 * _COMMA
        text = _shortened(content, room - key - size(""))
        if not text:
            return 0
        hit.content = text
        return key + size(text)

    return add


def _attributer(hit: Hit, artifacts: list[dict[str, Any]]) -> Piece:
    """Return the piece that puts the artifacts of a hit back, all or none."""

    def add(room: int) -> int:
        cost = size(artifacts) - size([])
        if cost > room:
            return 0
        hit.artifacts = artifacts
        return cost

    return add


def _shortened(text: str, room: int) -> str:
    """Return the text, or as much of it as fits into ``room`` characters of JSON; '' when too little would."""
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
