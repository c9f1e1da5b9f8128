"""Keeping a result within a number of characters: the best evidence stays, whole messages where possible.

What is cut says so and by how much. Ids, counts and the query itself are never cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import orjson

from .results import Hit, Line, SearchResult
from .snippets import shorter

CUT_LINE = 4000  # characters of a neighbouring message that are shown when the caller sets no limit
_LEAST = 120  # a piece shorter than this is left out rather than cut


def cut(text: str, length: int) -> str:
    """The first ``length`` characters, with a mark that says how much is missing."""
    if len(text) <= length:
        return text
    return f"{text[:length].rstrip()} … [{len(text) - length} more characters]"


def size(result: SearchResult) -> int:
    """Characters of the result as JSON."""
    return len(orjson.dumps(result.to_dict()).decode())


def fit(result: SearchResult, limit: int) -> None:
    """Make the result fit: the best hit of each session first, then what stands around it, then the rest.

    Sessions that do not fit at all are left to the next page; the first one is always kept.
    """
    if size(result) <= limit:
        return
    result.truncated = True
    pieces = list(_take_apart(result))
    while len(result.sessions) > 1 and size(result) > limit:
        result.sessions.pop()
    _squeeze(result, limit)
    kept = {id(item) for item in result.sessions}
    for owner, give_back in pieces:
        if owner in kept:
            give_back(limit)


def _squeeze(result: SearchResult, limit: int) -> None:
    """Not even one session fits: cut its snippet, then leave out the hit, then the session."""
    for item in result.sessions:
        for hit in item.hits:
            if size(result) > limit:
                hit.snippet = shorter(hit.snippet, len(hit.snippet) - (size(result) - limit))
        if size(result) > limit:
            item.hits = []
    if size(result) > limit:
        result.sessions = []


def _take_apart(result: SearchResult) -> Iterator[tuple[int, Callable[[int], None]]]:
    """Strip the result to one bare hit a session; yields what puts the pieces back, most useful first."""
    later: list[tuple[int, Callable[[int], None]]] = []
    for item in result.sessions:
        owner, others = id(item), item.hits[1:]
        item.hits = item.hits[:1]
        for hit in item.hits:
            yield from _strip(result, owner, hit)
        for hit in others:
            stripped = list(_strip(result, owner, hit))
            later.append((owner, _adder(result, item.hits, hit)))
            later.extend(stripped)
    yield from later


def _strip(result: SearchResult, owner: int, hit: Hit) -> Iterator[tuple[int, Callable[[int], None]]]:
    before, after, artifacts, content = hit.before, hit.after, hit.artifacts, hit.content
    hit.before, hit.after, hit.artifacts, hit.content = [], [], [], None
    if content is not None:
        yield owner, _texter(result, hit, content)
    # Nearest neighbours first; the reply tells more than what came before.
    for distance in range(max(len(before), len(after))):
        if distance < len(after):
            yield owner, _liner(result, hit.after, after[distance], at_end=True)
        if distance < len(before):
            yield owner, _liner(result, hit.before, before[-1 - distance], at_end=False)
    if artifacts:
        yield owner, _attributer(result, hit, artifacts)


def _adder(result: SearchResult, hits: list[Hit], hit: Hit) -> Callable[[int], None]:
    def add(limit: int) -> None:
        hits.append(hit)
        if size(result) > limit:
            hits.pop()

    return add


def _liner(result: SearchResult, lines: list[Line], line: Line, *, at_end: bool) -> Callable[[int], None]:
    def add(limit: int) -> None:
        lines.insert(len(lines) if at_end else 0, line)
        whole = line.content
        line.content = _shortened(whole, limit - size(result))
        if (not line.content and whole) or size(result) > limit:
            lines.remove(line)

    return add


def _texter(result: SearchResult, hit: Hit, content: str) -> Callable[[int], None]:
    def add(limit: int) -> None:
        hit.content = content
        hit.content = _shortened(content, limit - size(result)) or None
        if size(result) > limit:
            hit.content = None

    return add


def _attributer(result: SearchResult, hit: Hit, artifacts: list[dict[str, str]]) -> Callable[[int], None]:
    def add(limit: int) -> None:
        hit.artifacts = artifacts
        if size(result) > limit:
            hit.artifacts = []

    return add


def _shortened(text: str, room: int) -> str:
    """The text, or as much of it as there is room for (``room`` is negative by what is too much), or ''."""
    if room >= 0:
        return text
    # Characters that JSON escapes take more room; the mark itself takes about thirty.
    length = len(text) + room * 5 // 4 - 40
    return cut(text, length) if length >= _LEAST else ""
