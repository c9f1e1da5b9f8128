"""The messages of one Hermes session in the order they were stored: which are live, and how each is named."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .base import Item, guarded_at
from .hermes import fingerprint, items
from .sources import Source

_BATCH = 50e-6  # seconds: a compaction writes its copies one microsecond apart, appended rows are further apart

Survey = tuple[Counter[str], set[int]]  # how often each live message occurs; places of rows that a later row repeats


class Numbering:
    """Uids of one session's messages. ``reserved`` counts the live rows when rows that are not live come too."""

    def __init__(self, reserved: Counter[str] | None = None) -> None:
        self.live: Counter[str] = Counter()
        self.other: Counter[str] = Counter(reserved or ())

    def uid(self, record: Mapping[str, Any], live: bool = True) -> str:
        base = fingerprint(record)
        counter = self.live if live else self.other
        counter[base] += 1
        return base if counter[base] == 1 else f"{base}-{counter[base]}"


def stored_messages(
    session_id: str, rows: Iterable[Any], source: Source, known: Survey | None = None, *, update: bool = False
) -> Iterator[Item]:
    """The messages of these rows with their status. ``known`` is needed where some are not live."""
    live, dropped = known or (None, ())
    numbering = Numbering(live)

    def one(given: tuple[int, Any], where: Source) -> list[Item]:
        place, record = given
        if not isinstance(record, dict):
            where.skip("a message that is not an object")
            return []
        if record.get("role") == "session_meta" or place in dropped:
            where.pass_over("repeated by a compaction" if place in dropped else "session_meta")
            return []
        status = status_of(record)
        uid = numbering.uid(record, status == "active")
        return list(items(session_id, record, uid, status=status, update=update))

    for given in enumerate(rows):
        yield from guarded_at(f"message {given[0] + 1} of {session_id}", source, one, given)


def survey(rows: Iterable[Any]) -> Survey:
    """A first look at all rows of a session.

    A compaction marks all rows compacted and writes those it keeps once more; the later row stands for both.
    """
    objects = (row if isinstance(row, dict) else {} for row in rows)
    known = [(fingerprint(row), row.get("timestamp"), status_of(row)) for row in objects]
    live = Counter(base for base, _, status in known if status == "active")
    earlier: defaultdict[str, list[tuple[int, Any]]] = defaultdict(list)
    dropped = set()
    for place, (base, moment, status) in enumerate(known):
        if earlier[base] and (earlier[base][-1][1] == moment or _in_batch(known, place)):
            dropped.add(earlier[base].pop()[0])
        if status == "compacted":
            earlier[base].append((place, moment))
    return live, dropped


def _in_batch(known: list[tuple[str, Any, str]], place: int) -> bool:
    moment = known[place][1]
    beside = [known[other][1] for other in (place - 1, place + 1) if 0 <= other < len(known)]
    return isinstance(moment, float) and any(
        isinstance(other, float) and abs(other - moment) < _BATCH for other in beside
    )


def status_of(record: Mapping[str, Any]) -> str:
    if record.get("active", 1) in (1, None, True):
        return "active"
    return "compacted" if record.get("compacted") else "undone"
