"""Decisions, open items and closed items of a message: from sections, boxes, tables, notation and sentences."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from .hedges import HEDGE, IF_CLAUSE, NO_OPEN_ITEM, NOT_DECIDED, is_next_step
from .items import Item, Kind, word_set
from .lazy import lazy
from .marks import json_statuses, make_item, spec_lines, todo_markers
from .quoting import is_fiction, quoted
from .reading import Reading, Spots
from .rules import Speaker, lowered, spaced
from .sections import ASSIGNED, REPORTED, STATE_OPEN, Section
from .sentences import LONGEST, Sentence, called_rules, judge, masked, opening, sentences
from .units import SPEAKER_MARKS, Unit, is_json, speaker_of, units_of

_DIRECTIVE_CHARS = 800  # a longer message of the user is pasted text, not directives
_WORD = lazy(r"\S+")
_TICKED_TARGET = lazy(r"✓\[[^\]\n]{1,80}\]")
_GONE = lazy(r"\b(?:is|are|was|were) (?:now )?(?:gone|removed|deleted|fixed)\b")
_NOTHING = lazy(r"\s*(?:none|nothing|nil|n/a|tidak ada|gak ada|nihil)\b")
_NO_NEED = lazy(
    r"\b(?:tidak perlu|gak perlu|ga perlu|no need|not needed|nothing to do|sudah (?:beres|selesai|cukup|aman|termasuk|"
    r"lengkap|ada|siap)|already (?:done|"
    r"fixed))\b"
)
_STILL = word_set("belum still masih")
_UNDECIDED = lazy(
    r"\b(?:has not|hasn't|have not|haven't|not (?:yet )?confirmed|not yet|tbd|tba|waiting for|nunggu|menunggu)\b|"
    r"\b(?:not decided|undecided|belum (?:jelas|pasti|diputus|ditentu))"
)


def find_statements(reading: Reading, role: str, tool_name: str | None) -> list[Item]:
    """Decisions, unresolved and resolved items of one message.

    Of a tool's output only notation is read (boxes, TODO comments, MEMORY_SPEC, status lists), unless it retells what
    people said.
    """
    text, spots = reading.text, reading.spots
    who = speaker_of(text, role, tool_name, told=spots.told)
    ticked = [match.end() for match in _TICKED_TARGET.finditer(text)] if "✓[" in text else []
    found = [*todo_markers(text, spots["todos"]), *spec_lines(text, sorted([*spots["specs"], *ticked]))]
    if is_json(text):
        found.extend(json_statuses(text))
    speakers = who in ("tool", "people") and bool(spots["speakers"]) and any(mark in text for mark in SPEAKER_MARKS)
    reader = _Reader(text, spots, who, who != "tool" or speakers, is_terse(text, role))
    found.extend(reader.read_all(units_of(reading, reader.places, who, speakers)))
    return _without_overlaps(found) if len(found) > 1 else found


def is_terse(text: str, role: str) -> bool:
    """Whether a message may hold directives without a cue."""
    return role == "user" and len(text) < _DIRECTIVE_CHARS


class _Reader:
    """Reads units, and of their sentences only those that hold a cue or label (of a terse message also what a
    directive hangs on)."""

    def __init__(self, text: str, spots: Spots, who: Speaker, speaks: bool, is_terse: bool) -> None:
        """`speaks`: whether cues and labels count. `is_terse`: whether directives do."""
        self.text, self.who, self.is_terse = text, who, is_terse
        self.spots = spots
        told = spots.told
        self.called = spots["heard"] if told else [match.start() for match in _WORD.finditer(text)] if speaks else []
        likely = spots["likely"]
        listens = speaks and bool(self.called or likely) and not is_fiction(text)
        self.heard = sorted([*self.called, *likely]) if listens else []
        self.likely = likely if listens else []
        self.beside = spots["terse"]  # what is looked at whatever the rules say
        if speaks and (labels := spots["labels"]):
            self.heard = sorted([*self.heard, *labels])
            self.beside = sorted([*self.beside, *labels])
        self.places = sorted([*self.called, *self.heard, *self.beside]) if spots["terse"] else self.heard

    def read_all(self, units: Iterable[Unit]) -> list[Item]:
        return [item for unit in units for item in self.read(unit)]

    def read(self, unit: Unit) -> Iterable[Item]:
        """What one unit states. A box, a status sign or the section decides; otherwise its sentences."""
        if unit.mark in ("open", "done"):
            if re.fullmatch(r"\W*(?:https?://\S+)?\W*", self.text[unit.start : unit.end]):
                return ()
            item = make_item(self.text, "unresolved" if unit.mark == "open" else "resolved", unit.start, unit.end)
            return [item] if item else ()
        if unit.section == "told":
            return ()
        if unit.section in ("open", "decision", "done"):
            return self._in_section(unit)
        if unit.section == "minutes":
            # The first sentence of an item says what it is: "Hall at eight. Paid."
            first, *later = [*sentences(self.text, unit.start, unit.end)] or [(unit.start, unit.end)]
            found = [*self._in_section(replace(unit, end=first[1]) if later else unit)]
            for left, right in later:
                found += self._in_sentences(replace(unit, start=left, end=right, section="notes"))
            return found
        return self._in_sentences(unit)

    def _in_sentences(self, unit: Unit) -> list[Item]:
        retold = unit.section == "retold"
        terse = (self.is_terse or retold) and unit.who == "user" and unit.mark != "item"
        # Notes retell what a person said, whoever wrote them down: a person's cues count there.
        places = self.called if unit.section == "notes" else self.places if terse else self.heard
        found: list[Item] = []
        if not (retold or _holds(places, unit.start, unit.end)):
            return found
        decided = asking = False
        skipped = retold or unit.who == "tool"
        quotes = [] if skipped else quoted(self.text, unit.start, unit.end)
        for start, end in sentences(self.text, unit.start, unit.end):
            if quotes and any(left <= start and end <= right for left, right in quotes):
                continue
            if asking and (asking := self.text[start:end].rstrip().endswith("?")):
                item = make_item(self.text, "unresolved", start, end)
                found += [item] if item else []
                continue
            if end - start >= LONGEST or not (decided or retold or _holds(places, start, end)):
                decided = False
                continue
            low = lowered(self.text[start:end])
            called, likely = _holds(self.called, start, end), _holds(self.likely, start, end)
            rules = called_rules(low, unit.who) if called else []
            if not (rules or decided or retold or likely or (terse and called) or _holds(self.beside, start, end)):
                continue
            low = masked(low)
            said = Sentence(self.text, start, end, low, unit.who)
            stated = list(judge(said, rules, self._backs, terse=terse, follows=decided))
            if likely:
                stated += self._voted(said, stated)
            decided = terse and any(item.kind == "decision" for item in stated)
            asking = len(stated) == 1 and stated[0].start > start and _is_asked(stated[0], low)
            found += [item for item in stated if unit.section != "neutral" or item.kind == "unresolved"]
        return found

    def _backs(self, kind: Kind, start: int, end: int) -> bool:
        """Whether the votes of a clause allow what a rule has found there."""
        return self.spots.votes is None or self.spots.votes.allow(kind, start, end)

    def _voted(self, said: Sentence, stated: Sequence[Item]) -> Iterator[Item]:
        """What votes say of the clauses of a sentence in which no rule has found anything."""
        votes = self.spots.votes
        if votes is None:
            return
        for left, right in said.clauses:
            begin, end = said.start + left, said.start + right
            if any(item.start < end and begin < item.end for item in stated):
                continue
            kind = votes.elect(begin, end)
            if kind is None and (colon := said.low.find(": ", left, right)) > 0:
                left = colon + 2
                kind = votes.elect(said.start + left, end)
            if kind == "decision" and (
                HEDGE.search(said.low, left, right)
                or IF_CLAUSE.match(said.low)
                or (said.who == "assistant" and is_next_step(said.low))
            ):
                continue
            if kind == "unresolved" and not said.leaves_open(said.low[left:right]):
                continue
            item = kind and said.item(kind, left + opening(said.low[left:right]), right)
            if item and (kind == "resolved" or " " in item.normalized):
                yield item

    def _in_section(self, unit: Unit) -> Iterator[Item]:
        low = masked(lowered(self.text[unit.start : unit.end]))
        section = _minuted(low) if unit.section == "minutes" else unit.section
        if section == "neutral":
            return
        kind: Kind = "unresolved" if section == "open" else "decision" if section == "decision" else "resolved"
        if kind == "decision" and (NOT_DECIDED.search(low) or low.rstrip().endswith("?") or _UNDECIDED.search(low)):
            kind = "unresolved"
        elif kind == "decision" and _GONE.search(low):
            kind = "resolved"
        if kind == "unresolved" and not _stays_open(low, unit.mark == "item"):
            return
        if len(low) < LONGEST and (item := make_item(self.text, kind, unit.start, unit.end)):
            yield item


def _holds(places: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _is_asked(item: Item, low: str) -> bool:
    """Whether a label announced a question: "Open: who drives?". The questions behind it are open too."""
    return item.kind == "unresolved" and item.value.endswith("?") and ": " in low


def _minuted(low: str) -> Section:
    """What an item of a meeting's minutes is: open or done where it says so, else a decision."""
    if ASSIGNED.search(low) or STATE_OPEN.search(low):
        return "open"
    clause = low.strip(" .!,;:")
    kinds = {rule.kind for rule in called_rules(low, "user") if rule.find(clause)}
    if clause.endswith("?") or "unresolved" in kinds:
        return "open"
    if not kinds and (HEDGE.search(clause) or REPORTED.search(clause)):
        return "neutral"
    return "done" if "resolved" in kinds and "decision" not in kinds else "decision"


def _stays_open(low: str, listed: bool) -> bool:
    if _NOTHING.match(low) or (not listed and (NO_OPEN_ITEM.search(low) or low.rstrip().endswith(":"))):
        return False
    return not _NO_NEED.search(low) or not _STILL.isdisjoint(spaced(low).split())


def _without_overlaps(found: list[Item]) -> list[Item]:
    """One item a stretch and kind: the earliest, then the longest. What another item says in full is dropped."""
    kept: list[Item] = []
    ends: dict[str, int] = {}
    for item in sorted(found, key=lambda item: (item.start, -item.end)):
        if item.start >= ends.get(item.kind, -1):
            kept.append(item)
            ends[item.kind] = item.end
    if len(kept) > 40:
        return kept
    return [item for item in kept if not any(_says_more(other, item) for other in kept)]


def _says_more(other: Item, item: Item) -> bool:
    return (
        other.kind == item.kind
        and len(other.normalized) > len(item.normalized)
        and f" {item.normalized} " in f" {other.normalized} "
    )
