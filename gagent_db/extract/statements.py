"""Find the decisions, open items and closed items of a message: from sections, boxes, tables, notation, sentences."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import inf

from .hedges import IF_CLAUSE, NEARLY, UNDECIDED
from .items import SAYING, STATED, Item, Kind, Section
from .lazy import lazy
from .listing import in_comment, shows_code
from .marks import json_statuses, make_item, spec_lines, todo_markers
from .quoting import is_fiction
from .reading import Reading, Spots
from .rules import Speaker, lowered
from .sentences import LONGEST, Sentence, called_rules, judge, masked, opening, sentences
from .units import SPEAKER_MARKS, Unit, is_json, speaker_of, units_of, without_pasted

_DIRECTIVE_CHARS = 800  # a user's longer message is pasted text, not directives
_WORD = lazy(r"\S+")
_TICKED_TARGET = lazy(r"✓\[[^\]\n]{1,80}\]")
_COMMA = lazy(r", ")
_SIDE = 8  # characters, at least, on each side of a comma that parts two statements
_CODE = lazy(r"[{}<>=\\|^$]|;\s*$|\w\(|\w\.[a-z_]\w|::|__|&&")  # in a tool's output: not a person's words
_NAMES_THING = lazy(r"\W*(?:[\w'’-]+ ){0,2}[\w'’-]+\W*")  # an item of a list: "the red lamp"
_NOTHING = lazy(r"\W*(?:none|nothing|nil|n/a|tidak ada|gak ada|nihil)\b(?: (?:yet|so far|for now|else))?\W*\Z")


def find_statements(reading: Reading, role: str, tool_name: str | None) -> list[Item]:
    """Return the decisions, unresolved and resolved items of one message.

    In a tool's output that does not retell what people said, only notation (boxes, TODO comments, MEMORY_SPEC, status
    lists) and votes count.
    """
    text, spots = reading.text, reading.spots
    who = speaker_of(text, role, tool_name, told=spots.told)
    ticked = [match.end() for match in _TICKED_TARGET.finditer(text)] if "✓[" in text else []
    json = is_json(text)
    found = [*todo_markers(text, spots["todos"], json=json), *spec_lines(text, sorted([*spots["specs"], *ticked]))]
    if json:
        found.extend(json_statuses(text))
    speakers = who in ("tool", "people") and bool(spots["speakers"]) and any(mark in text for mark in SPEAKER_MARKS)
    reader = _Reader(text, spots, who, who != "tool" or speakers, is_terse(text, role))
    units = units_of(reading, reader.places, who, speakers)
    if role in ("user", "assistant") and reading.written.count("\n") > 1:
        units = without_pasted(reading.written, units, by_user=role == "user")
    found.extend(reader.read_all(units))
    return _without_overlaps(found) if len(found) > 1 else found


def is_terse(text: str, role: str) -> bool:
    """Whether a message may hold directives without a cue."""
    return role == "user" and len(text) < _DIRECTIVE_CHARS


class _Reader:
    """Reads the units of a message, and of their sentences only those that votes speak for or that hold a cue or label
    (in a terse message also a word that a directive needs).

    Sorted offsets: `called` are anchors of rules, `likely` words that votes speak for, `heard` both and those of
    labels, `beside` words of directives and labels, `places` all of these.
    """

    def __init__(self, text: str, spots: Spots, who: Speaker, speaks: bool, is_terse: bool) -> None:
        """`speaks`: whether cues and labels count. `is_terse`: whether directives do."""
        self.text, self.who, self.is_terse = text, who, is_terse
        self.spots = spots
        told = spots.told
        self.called = spots["heard"] if told else [match.start() for match in _WORD.finditer(text)] if speaks else []
        likely = spots["likely"]
        if who == "tool" and likely and shows_code(text):
            likely = [place for place in likely if in_comment(text, place)]
        listens = bool(self.called or likely) and not is_fiction(text)
        self.heard = sorted([*self.called, *likely]) if listens else []
        self.likely = likely if listens else []
        self.beside = spots["terse"]  # sentences with one of these are read even if no rule is called
        if speaks and (labels := spots["labels"]):
            self.heard = sorted([*self.heard, *labels])
            self.beside = sorted([*self.beside, *labels])
        self.places = sorted([*self.called, *self.heard, *self.beside]) if spots["terse"] else self.heard

    def read_all(self, units: Iterable[Unit]) -> list[Item]:
        return [item for unit in units for item in self.read(unit)]

    def read(self, unit: Unit) -> Iterable[Item]:
        """Return what one unit states. A box, a status sign or its section decides; else its sentences are read."""
        if unit.mark in ("open", "done"):
            if re.fullmatch(r"\W*(?:https?://\S+)?\W*", self.text[unit.start : unit.end]):
                return ()
            item = make_item(self.text, "unresolved" if unit.mark == "open" else "resolved", unit.start, unit.end)
            return [item] if item else ()
        return self._in_section(unit) if unit.section in SAYING else self._in_sentences(unit)

    def _in_sentences(self, unit: Unit) -> list[Item]:
        """Return what the sentences of a unit state, by labels, rules, directives and votes.

        Questions right behind a label for open items ("Open: who drives?") are open too.
        """
        retold = unit.section == "retold"
        terse = (self.is_terse or retold) and unit.who == "user" and unit.mark != "item" and not unit.pasted
        places = self.places if terse else self.heard
        found: list[Item] = []
        if not (retold or _holds(places, unit.start, unit.end)):
            return found
        decided = asking = False
        for start, end in sentences(self.text, unit.start, unit.end):
            if asking and (asking := self.text[start:end].rstrip().endswith("?")):
                item = make_item(self.text, "unresolved", start, end)
                found += [item] if item else []
                continue
            if end - start >= LONGEST or not (decided or retold or _holds(places, start, end)):
                decided = False
                continue
            low = lowered(self.text[start:end])
            called = _holds(self.called, start, end)
            likely = _holds(self.likely, start, end) and not unit.pasted
            rules = called_rules(low, unit.who) if called else []
            if not (rules or decided or retold or likely or (terse and called) or _holds(self.beside, start, end)):
                continue
            low = masked(low)
            sentence = Sentence(self.text, start, end, low, unit.who)
            votes_for = partial(self._votes_for, unit.section)
            stated = [] if unit.who == "tool" else [*judge(sentence, rules, votes_for, terse=terse, follows=decided)]
            if likely:
                stated += self._voted(sentence, stated, unit)
            decided = terse and any(item.kind == "decision" for item in stated)
            asking = len(stated) == 1 and stated[0].start > start and _is_asked(stated[0], low)
            found += [part for item in stated for part in self._parted(item, unit.section)]
        return found

    def _votes_for(self, section: Section, kind: Kind, start: int, end: int) -> float:
        """Return the votes of a stretch of the text for a kind; infinity (always enough) if none were counted."""
        votes = self.spots.votes
        return inf if votes is None else votes.of(start, end, section)[STATED.index(kind)]

    def _voted(self, sentence: Sentence, stated: Sequence[Item], unit: Unit) -> Iterator[Item]:
        """Yield what votes say of those clauses of a sentence in which no rule has found anything (`stated`)."""
        votes = self.spots.votes
        if votes is None:
            return
        for left, right in sentence.clauses:
            if sentence.who == "tool" and _CODE.search(sentence.low, left, right):
                continue
            begin, end = sentence.start + left, sentence.start + right
            if any(item.start < end and begin < item.end for item in stated):
                continue
            kind = votes.elect(begin, end, unit.section)
            if kind is None and (colon := sentence.low.find(": ", left, right)) > 0:
                left = colon + 2
                kind = votes.elect(sentence.start + left, end, unit.section)
            if kind is None or _is_taken_back(kind, sentence, left, right, listed=unit.mark == "item"):
                continue
            item = sentence.item(kind, left + opening(sentence.low[left:right]), right)
            if item and (kind == "resolved" or " " in item.normalized):
                yield item._replace(how="votes")

    def _parted(self, item: Item, section: Section) -> Iterable[Item]:
        """Return the two sides of a comma as items if votes say that they state different kinds ("we keep the pump, its
        hose is not here yet"), else the item itself."""
        votes = self.spots.votes
        if votes is None:
            return (item,)
        for comma in _COMMA.finditer(self.text, item.start + _SIDE, item.end - _SIDE):
            left, right = votes.elect(item.start, comma.start(), section), votes.elect(comma.end(), item.end, section)
            if left and right and left != right and item.kind in (left, right):
                parts = (
                    make_item(self.text, left, item.start, comma.start()),
                    make_item(self.text, right, comma.end(), item.end),
                )
                return [part._replace(how=item.how) for part in parts if part]
        return (item,)

    def _in_section(self, unit: Unit) -> Iterator[Item]:
        """Yield the item of a unit whose heading says what its items are: that, unless its votes say otherwise."""
        votes, size = self.spots.votes, unit.end - unit.start
        low = masked(lowered(self.text[unit.start : unit.end]))
        if size >= LONGEST or _NOTHING.match(low):
            return
        kind: Kind | None = SAYING[unit.section]
        if votes is not None and size <= votes.LONGEST:
            kind = votes.elect(unit.start, unit.end, unit.section)
        if kind and (item := make_item(self.text, kind, unit.start, unit.end)):
            yield item


def _is_taken_back(kind: Kind, sentence: Sentence, left: int, right: int, *, listed: bool) -> bool:
    """Whether a clause is not what its votes say. `listed`: whether it is a list item, which often only names a
    thing."""
    if kind == "resolved":
        return bool(NEARLY.search(sentence.low, left, right) or IF_CLAUSE.match(sentence.low))
    if listed and _NAMES_THING.fullmatch(sentence.low, left, right):
        return True
    if kind == "unresolved":
        return not sentence.leaves_open
    return sentence.asks or bool(IF_CLAUSE.match(sentence.low) or UNDECIDED.search(sentence.low, left, right))


def _holds(places: Sequence[int], start: int, end: int) -> bool:
    """Whether one of these offsets (ascending) is in the range."""
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _is_asked(item: Item, low: str) -> bool:
    """Whether a label announced a question: "Open: who drives?". The questions behind it are open too."""
    return item.kind == "unresolved" and item.value.endswith("?") and ": " in low


def _without_overlaps(found: list[Item]) -> list[Item]:
    """Return the items without those that overlap another of their kind (the earliest stays, then the longest) or whose
    words another one contains."""
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
    """Whether another item of the same kind, and as sure of it if a label calls the item so, holds all of its words and
    more."""
    return (
        other.kind == item.kind
        and (item.how != "named" or other.how == "named")
        and len(other.normalized) > len(item.normalized)
        and f" {item.normalized} " in f" {other.normalized} "
    )
