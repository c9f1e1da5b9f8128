"""What a page shows of a very long text: its beginning, its end (where errors are), and the place of the hit."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise

from .highlight import patterns

REACH = 600  # characters within which words of a query count as together
MOST_HITS = 50_000


def excerpt(text: str, longest: int, query: str | None = None) -> tuple[str, int]:
    """At most ``longest`` characters of a text, with a line in each gap, and how many are left out."""
    if len(text) <= longest:
        return text, 0
    part = longest // 3
    tail = len(text) - part
    hit = _hit(text, query)
    if hit is None or hit < longest - part or hit >= tail:
        spans = [(0, longest - part), (tail, len(text))]
    else:
        start = min(hit - part // 3, tail - part)
        spans = [(0, part), (start, start + part), (tail, len(text))]
    shown = text[: spans[0][1]]
    for (_, end), (start, stop) in pairwise(spans):
        gap = f"\n[… {start - end:,} more characters …]\n" if start > end else ""
        shown += gap + text[start:stop]
    return shown, len(text) - sum(stop - start for start, stop in spans)


def _hit(text: str, query: str | None) -> int | None:
    """Where the most exact kind of match is; for single words, where most of them are together."""
    for pattern in patterns(query) if query else ():
        found = [(match.start(), match.group().lower()) for match in islice(pattern.finditer(text), MOST_HITS)]
        if found:
            return _densest(found)
    return None


def _densest(found: list[tuple[int, str]]) -> int:
    """The first place from which on most different words begin within REACH characters."""
    best, most, end = 0, 0, 0
    near: Counter[str] = Counter()
    for start, word in found:
        while end < len(found) and found[end][0] < start + REACH:
            near[found[end][1]] += 1
            end += 1
        if len(near) > most:
            best, most = start, len(near)
        near[word] -= 1
        if not near[word]:
            del near[word]
    return best
