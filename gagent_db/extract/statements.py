"""Decisions, open items and closed items of a message: from sections, boxes, tables, notation and sentences."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from .hedges import ARGUES, HEDGE, IF_CLAUSE, NO_OPEN_ITEM, NOT_DECIDED, is_next_step
from .items import Item, Kind, word_set
from .lazy import lazy
from .marks import (
    MARKS_ASKED,
    MARKS_DONE,
    MARKS_OPEN,
    MARKS_UNDONE,
    json_statuses,
    make_item,
    pictograph,
    spec_lines,
    todo_markers,
)
from .markup import Line, Lines
from .quoting import is_fiction, quoted
from .reading import Reading, Spots
from .retold import is_commit
from .rules import Speaker, lowered, spaced
from .sections import ASSIGNED, REPORTED, STATE_OPEN, Section, classify_heading, is_retelling
from .sentences import ANNOUNCING, LONGEST, Sentence, called_rules, judge, masked, opening, sentences
from .tables import read_row, state_column

_PEOPLE_SAID = frozenset(("notes", "minutes", "retold"))
_DIRECTIVE_CHARS = 800  # a longer message of the user is pasted text, not directives
_TICKED_TARGET = lazy(r"✓\[[^\]\n]{1,80}\]")
_BARE_HEADING = lazy(r"[^\W\d_][\w'’/&-]*(?:,? [\w'’/&-]+){0,8}[ \t\r]*")
_SPEAKER = lazy(
    r"[ \t>*-]*(?:\[\d{1,3}\][ \t]*)?(?:\[(?:cli|telegram|whatsapp|slack|discord|web|email|"
    r"signal)\][ \t]*)?(?:\[?\d[\d:. T/-]{3,24}Z?\]?[ \t]*)?(?:\(\w+\)[ \t]*)?(?:\[(?:user|assistant|"
    r"human|ai|me|bot|agent|"
    r"saya|tool)\]:?|"
    r"(?:user|assistant|human|ai|me|bot|agent|saya)[:>])[ ]+",
    re.I,
)
SPEAKERS = word_set("user assistant human saya")
_SPEAKER_MARKS = (
    "user: ",
    "user] ",
    "user> ",
    "assistant> ",
    "user]: ",
    "User: ",
    "assistant: ",
    "assistant] ",
    "Assistant: ",
    "human: ",
    "Human: ",
    "saya: ",
)
# A line of a chat: "[12:04] Coach: ...", "12/05/2026, 12:04 - Coach: ...".
_CHAT_LINE = lazy(
    r"[ \t>*-]*[\[(]?(?:\d[\d/.-]{3,9}\d,? )?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[AaPp][Mm])?[\])]?[ "
    r",-]*(?:[A-Z][\w'.-]*|\w+)"
    r"(?: [A-Z][\w'.-]*){0,2}: +(?=\S)"
)
_JSON_START = lazy(r"\s*(?:\{|\[\s*[\[{\"])")
_JSON_STRING = lazy(r'"((?:[^"\\\n]|\\.)*+)"[ \t]*(:)?')
_JSON_ROLE = lazy(r'"(?:role|sender|author|from)"\s*:\s*"(user|human|assistant)"[^{}]*\Z')
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


@dataclass(slots=True)
class _Unit:
    """A stretch judged on its own: a line or part of one, a list item, a table cell, a string of JSON."""

    start: int
    end: int
    section: Section = ""
    mark: str = ""
    who: Speaker = "people"


def find_statements(reading: Reading, role: str, tool_name: str | None) -> list[Item]:
    """Decisions, unresolved and resolved items of one message.

    Of a tool's output only notation is read (boxes, TODO comments, MEMORY_SPEC, status lists), unless it retells what
    people said.
    """
    text, spots = reading.text, reading.spots
    who: Speaker = "user" if role == "user" else "assistant" if role == "assistant" else "tool"
    if who == "tool" and spots.told:
        who = "assistant" if is_commit(text, tool_name) else "people"
    ticked = [match.end() for match in _TICKED_TARGET.finditer(text)] if "✓[" in text else []
    found = [*todo_markers(text, spots["todos"]), *spec_lines(text, sorted([*spots["specs"], *ticked]))]
    json_like = '"' in text and bool(_JSON_START.match(text))
    if json_like:
        found.extend(json_statuses(text))
    speakers = who in ("tool", "people") and bool(spots["speakers"]) and any(mark in text for mark in _SPEAKER_MARKS)
    reader = _Reader(text, spots, who, who != "tool" or speakers, is_terse(text, role))
    if json_like:
        found.extend(reader.read_all(_json_units(text, who)) if reader.places else ())
    elif who != "tool" and is_retelling(text):
        found.extend(reader.read_all(_units(reading, reader.places, who, speakers, "retold")))
    elif speakers or "```" in text or _may_list(text):
        found.extend(reader.read_all(_units(reading, reader.places, who, speakers)))
    else:
        found.extend(reader.read_all(_plain_lines(text, reader.places, who)))
    return _without_overlaps(found) if len(found) > 1 else found


def is_terse(text: str, role: str) -> bool:
    """Whether a message may hold directives without a cue."""
    return role == "user" and len(text) < _DIRECTIVE_CHARS


def _may_list(text: str) -> bool:
    """Whether boxes, status signs, tables or headings over lists may state something without a cue word."""
    if "[ ]" in text or "[x]" in text or "[X]" in text or "\n|" in text or text.startswith("|"):
        return True
    if not text.isascii() and any(mark in text for mark in MARKS_DONE + MARKS_OPEN + MARKS_ASKED):
        return True
    if "\n- " in text or "\n* " in text or "\n1. " in text:
        return True
    return text[:1] in "{[#" or ":\n" in text or "\n#" in text or "**" in text


class _Reader:
    """Reads units, and of their sentences only those that hold a cue or label (of a terse message also what a
    directive hangs on)."""

    def __init__(self, text: str, spots: Spots, who: Speaker, speaks: bool, is_terse: bool) -> None:
        """`speaks`: whether cues and labels count. `is_terse`: whether directives do."""
        self.text, self.who, self.is_terse = text, who, is_terse
        self.spots = spots
        heard = self._called(who)[0] if speaks or spots.told else []
        likely = spots["likely"]
        listens = speaks and bool(heard or likely) and not is_fiction(text)
        self.heard = sorted([*heard, *likely]) if listens else []
        self.likely = likely if listens else []
        self.beside = spots["terse"]  # what is looked at whatever the rules say
        if speaks and (labels := spots["labels"]):
            self.heard = sorted([*self.heard, *labels])
            self.beside = sorted([*self.beside, *labels])
        self.places = sorted([*heard, *self.heard, *self.beside]) if spots["terse"] else self.heard

    def _called(self, speaker: Speaker) -> tuple[list[int], list[int]]:
        """Where a speaker calls rules, and their numbers."""
        if self.spots.told and (speaker == self.who or {speaker, self.who} != {"user", "assistant"}):
            return self._own_called
        return self._all_called

    @cached_property
    def _own_called(self) -> tuple[list[int], list[int]]:
        """Where those who speak in the text call rules."""
        return self.spots["heard"], self.spots["calls"]

    @cached_property
    def _all_called(self) -> tuple[list[int], list[int]]:
        """Where anybody calls rules: looked for when this is asked, for what is quoted or told again."""
        from .calls import calls_in

        places, numbers = calls_in(self.text)
        return places.tolist(), numbers.tolist()

    def read_all(self, units: Iterable[_Unit]) -> list[Item]:
        return [item for unit in units for item in self.read(unit)]

    def read(self, unit: _Unit) -> Iterable[Item]:
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

    def _in_sentences(self, unit: _Unit) -> list[Item]:
        retold = unit.section == "retold"
        terse = (self.is_terse or retold) and unit.who == "user" and unit.mark != "item"
        # Notes retell what a person said, whoever wrote them down: a person's cues count there.
        places = self._called(unit.who)[0] if unit.section == "notes" else self.places if terse else self.heard
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
            at, numbers = self._calls(unit.who, start, end)
            low = lowered(self.text[start:end])
            rules = called_rules(at, numbers, low, unit.who)
            announced = numbers and max(numbers) >= ANNOUNCING
            likely = _holds(self.likely, start, end)
            if not (rules or decided or retold or announced or likely or _holds(self.beside, start, end)):
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
            if kind == "decision" and (
                HEDGE.search(said.low, left, right)
                or IF_CLAUSE.match(said.low)
                or (said.who == "assistant" and is_next_step(said.low))
            ):
                continue
            item = kind and said.item(kind, left + opening(said.low[left:right]), right)
            if item and (kind == "resolved" or " " in item.normalized):
                yield item

    def _calls(self, speaker: Speaker, start: int, end: int) -> tuple[list[int], list[int]]:
        """Where in `text[start:end]` a speaker calls rules, and their numbers."""
        places, numbers = self._called(speaker)
        left, right = bisect_left(places, start), bisect_left(places, end)
        return [place - start for place in places[left:right]], numbers[left:right]

    def _in_section(self, unit: _Unit) -> Iterator[Item]:
        low = masked(lowered(self.text[unit.start : unit.end]))
        section = (
            _minuted(low, *self._calls("user", unit.start, unit.end)) if unit.section == "minutes" else unit.section
        )
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


def _minuted(low: str, places: Sequence[int], numbers: Sequence[int]) -> Section:
    """What an item of a meeting's minutes is: open or done where it says so, else a decision."""
    if ASSIGNED.search(low) or STATE_OPEN.search(low):
        return "open"
    clause = low.strip(" .!,;:")
    kinds = {rule.kind for rule, *_ in called_rules(places, numbers, low, "user") if rule.find(clause)}
    if clause.endswith("?") or "unresolved" in kinds:
        return "open"
    if not kinds and (HEDGE.search(clause) or REPORTED.search(clause)):
        return "neutral"
    return "done" if "resolved" in kinds and "decision" not in kinds else "decision"


def _stays_open(low: str, listed: bool) -> bool:
    if _NOTHING.match(low) or (not listed and (NO_OPEN_ITEM.search(low) or low.rstrip().endswith(":"))):
        return False
    return not _NO_NEED.search(low) or not _STILL.isdisjoint(spaced(low).split())


# -- units ---------------------------------------------------------------------------------------------


def _plain_lines(text: str, places: Iterable[int], who: Speaker) -> Iterator[_Unit]:
    """The lines of a text without sections that hold one of these places."""
    end = -1
    for at in places:
        if at > end:
            start = text.rfind("\n", 0, at) + 1
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            yield _Unit(start, end, "", "", who)


def _units(
    reading: Reading, places: Sequence[int], who: Speaker, speakers: bool, base: Section = ""
) -> Iterator[_Unit]:
    """The judged stretches of a message, each with the section it stands in: `base` where nothing says another.

    Only lines that hold one of `places` or have a form of their own are read, and what stands in a section.
    """
    text, lines = reading.text, reading.lines
    places = sorted([*places, *reading.spots["structure"]])
    section = base
    from_heading = listed = False
    marked = any(mark in text for mark in MARKS_DONE + MARKS_OPEN + MARKS_ASKED)
    at, end = 0, -1
    below = column = -1  # where the next row of the table begins, and which of its cells hold states
    while True:
        if section:
            line = lines.after(end) if end >= 0 else lines.at(0) or lines.after(0)
        else:
            at = bisect_left(places, end + 1, at)
            if at == len(places):
                return
            line = lines.at(places[at]) or lines.after(places[at])
        if line is None:
            return
        end = text.find("\n", line.end)
        end = len(text) if end < 0 else end
        if line.part == "code":
            continue
        if line.part == "heading":
            section, from_heading, listed = classify_heading(text[line.start : line.end]) or base, True, False
            continue
        if line.part == "table":
            column = state_column(text, line) if line.begin != below else column
            below = end + 1
            yield from _cells(text, line, "assistant" if who == "assistant" else "people", column)
            continue
        lead = _lead_in(lines, line, text)
        if section and line.part == "prose" and (picture := pictograph(text, line.start)):
            line = replace(line, part="open" if picture in MARKS_ASKED else "item", start=line.start + len(picture))
        if line.part in ("item", "open", "done"):
            if lead is not None:
                section, from_heading = lead, False
            listed = True
            mark = _leading_mark(text, line, who) if marked and line.part == "item" else ""
            if speakers and not section and line.part == "item" and _SPEAKER.match(text, line.start, line.end):
                yield from _prose(text, line, who, "", speakers, marked)
                continue
            said_by = "user" if section in _PEOPLE_SAID else who
            yield _Unit(line.start + bool(mark), line.end, section, mark or line.part, said_by)
        elif lead is not None:
            yield _Unit(line.start, _last_sentence(text, line), "", "", who)
            section, from_heading, listed = lead or base, False, False
        else:
            if not from_heading or listed:
                section = base
            yield from _prose(text, line, who, section if not listed else base, speakers, marked)


def _prose(text: str, line: Line, who: Speaker, section: Section, speakers: bool, marked: bool) -> Iterator[_Unit]:
    """A line of running text. Under a heading its first sentence belongs to the section, under an open one all do."""
    if speakers and who in ("people", "tool") and (speaker := _SPEAKER.match(text, line.start, line.end)):
        said_by: Speaker = "user" if re.search(r"user|human|\bme\b|saya", speaker[0], re.I) else "assistant"
        yield _Unit(speaker.end(), line.end, "retold" if said_by == "user" else "", "", said_by)
    elif who == "people" and (said := _CHAT_LINE.match(text, line.start, line.end)):
        yield _Unit(said.end(), line.end, "retold", "", "user")
    elif section == "told":
        return
    elif marked and (mark := _leading_mark(text, line, who)):
        yield _Unit(line.start + 1, line.end, section, mark, who)
    elif section in ("open", "decision", "done") and who != "tool":
        for index, (start, end) in enumerate(sentences(text, line.start, line.end)):
            goes_on = section == "open" or (section == "decision" and not ARGUES.search(text, start, end))
            yield _Unit(start, end, section if index == 0 or goes_on else "", "", who)
    elif section == "retold":
        yield _Unit(line.start, line.end, section, "", "user")
    else:
        yield _Unit(line.start, line.end, "", "", who)


def _leading_mark(text: str, line: Line, who: Speaker = "people") -> str:
    """What a line's first sign says of it. Test runners tick off what passes; `✓[target]` is notation."""
    said = text[line.start : line.end].lstrip()
    first = said[:1] or " "
    if (who == "tool" and first in "✓✗") or said.startswith("✓["):
        return ""
    if first in MARKS_UNDONE:
        return "open" if any(mark in text for mark in MARKS_DONE) else ""
    return "done" if first in MARKS_DONE else "open" if first in MARKS_OPEN + MARKS_ASKED else ""


def _lead_in(lines: Lines, line: Line, text: str) -> Section | None:
    """The section a line that ends with a colon opens for the list below it; None when it opens none."""
    colon = ":" in text[max(line.start, line.end - 4) : line.end]
    if colon and not text[line.start : line.end].rstrip(" *_\r").endswith(":"):
        return None
    if not colon and (
        line.part != "prose" or text[line.end - 1] in ".?!" or not _BARE_HEADING.fullmatch(text, line.start, line.end)
    ):
        return None
    follower = lines.after(line.end)
    if follower is None:
        return None
    listed = (
        follower.part in ("item", "open", "done") or _leading_mark(text, follower) or pictograph(text, follower.start)
    )
    if not listed:
        return None
    return classify_heading(text[_last_sentence(text, line) : line.end])


def _last_sentence(text: str, line: Line) -> int:
    """Where the last sentence of a line begins."""
    *_, (start, _) = [(line.start, 0), *sentences(text, line.start, line.end)]
    return start


def _cells(text: str, line: Line, who: Speaker, column: int) -> Iterator[_Unit]:
    """The cells of a table row; of a row with a state only what the state is about."""
    mark, found = read_row(text, line, column)
    for left, right in found:
        yield _Unit(left, right, "", mark or "cell", "people" if mark else who)


def _json_units(text: str, who: Speaker) -> Iterator[_Unit]:
    """The strings of a JSON text that are no keys; one that begins with a speaker, or stands beside one, is that
    speaker's."""
    for match in _JSON_STRING.finditer(text):
        if match[2] or len(match[1]) < 12 or " " not in match[1]:
            continue
        start, end = match.span(1)
        speaker = _SPEAKER.match(text, start, end)
        if speaker:
            said_by: Speaker = "user" if re.search(r"user|human|\bme\b|saya", speaker[0], re.I) else "assistant"
            yield _Unit(speaker.end(), end, "retold" if said_by == "user" else "", "", said_by)
        else:
            role = _JSON_ROLE.search(text, max(0, start - 120), start)
            beside: Speaker = "tool" if role is None else "user" if role[1] in ("user", "human") else "assistant"
            said_by = who if role is None and who == "people" else beside
            yield _Unit(start, end, "retold" if said_by == "user" else "", "", said_by)


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
