"""Cut a message into units, stretches that are judged on their own, each with its section and who says it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from .items import Section, word_set
from .lazy import lazy
from .marks import JSON_BREAK, MARK_GREEN, MARKS_ASKED, MARKS_DONE, MARKS_OPEN, MARKS_UNDONE, pictograph
from .markup import Line, Lines
from .pasted import Pasted
from .reading import Reading, Spots
from .retold import is_commit
from .rules import Speaker
from .sections import classify_heading, is_retelling
from .sentences import sentences
from .tables import read_row, state_column

_PEOPLE_SAID = frozenset(("notes", "minutes", "retold"))
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
SPEAKER_MARKS = (
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
_LISTING = (":\n", "\n#", "\n- ", "**", "\n* ", "\n1. ", "\n|", "[ ]", "[x]", "[X]")  # most frequent first
_JSON_START = lazy(r"\s*(?:\{|\[\s*[\[{\"])")
_JSON_STRING = lazy(r'"((?:[^"\\\n]|\\.)*+)"[ \t]*(:)?')
_JSON_ROLE = lazy(r'"(?:role|sender|author|from)"\s*:\s*"(user|human|assistant)"[^{}]*\Z')


@dataclass(slots=True)
class Unit:
    """A stretch judged on its own: a line or part of one, a list item, a table cell, a line of a JSON string.

    `mark`: "open" or "done" (by a box or sign), "item", "cell" or "". `pasted`: whether it is part of a document, of
    which votes know little.
    """

    start: int
    end: int
    section: Section = ""
    mark: str = ""
    who: Speaker = "people"
    pasted: bool = False


def speaker_of(text: str, role: str, tool_name: str | None, *, told: bool) -> Speaker:
    """Return who speaks in a message. `told`: whether people said it, themselves or retold by a tool."""
    if role == "user":
        return "user"
    if role == "assistant" or (told and is_commit(text, tool_name)):
        return "assistant"
    return "people" if told else "tool"


def is_json(text: str) -> bool:
    return '"' in text and bool(_JSON_START.match(text))


def units_of(reading: Reading, places: Sequence[int], who: Speaker, speakers: bool) -> Iterable[Unit]:
    """Return the units of a message that hold one of the offsets `places` or are recognised by their form (list items,
    table cells, what stands in a section). `speakers`: whether lines may begin with a speaker's name."""
    text = reading.text
    if is_json(text):
        return _json_units(text, who) if places else ()
    if who != "tool" and is_retelling(text):
        return _lines(reading, places, who, speakers, "retold")
    if speakers or "```" in text or _may_list(text):
        return _lines(reading, places, who, speakers)
    return _plain_lines(text, places, who)


def without_pasted(text: str, units: Iterable[Unit], by_user: bool) -> Iterator[Unit]:
    """Yield the units without those in pasted code. Of a pasted document, list items and the like stay, and prose only
    if somebody speaks for himself in it; prose loses its section."""
    pasted: Pasted | None = None
    for unit in units:
        pasted = pasted or Pasted(text, by_user=by_user)
        if pasted.in_code(unit.start):
            continue
        if not pasted.in_document(unit.start):
            yield unit
        elif unit.mark or pasted.is_anyones:
            yield replace(unit, section=unit.section if unit.mark else "", pasted=True)


def _may_list(text: str) -> bool:
    """Whether the text may have boxes, status signs, tables or headings over lists, which need no cue word."""
    return text[:1] in "{[#|" or any(sign in text for sign in _LISTING) or _shows_status(text)


def _shows_status(text: str) -> bool:
    return not text.isascii() and any(mark in text for mark in MARKS_DONE + MARKS_OPEN + MARKS_ASKED)


def told_units(text: str, role: str, tool_name: str | None = None) -> Iterable[Unit]:
    """Return all units of a message that people said."""
    who = speaker_of(text, role, tool_name, told=True)
    return units_of(Reading(text, Spots(0, 0, {}, told=True)), range(len(text)), who, who == "people")


def _plain_lines(text: str, places: Iterable[int], who: Speaker) -> Iterator[Unit]:
    """Yield the lines that hold one of these offsets, of a text without sections."""
    end = -1
    for at in places:
        if at > end:
            start = text.rfind("\n", 0, at) + 1
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            yield Unit(start, end, "", "", who)


def _lines(reading: Reading, places: Sequence[int], who: Speaker, speakers: bool, base: Section = "") -> Iterator[Unit]:
    """Yield the units of a message, each with its section: `base` where no heading or lead-in opens another.

    Outside sections only lines that hold one of `places` or a spot of the column "structure" are read.
    """
    text, lines = reading.text, reading.lines
    places = sorted([*places, *reading.spots["structure"]])
    cutter = _Cutter(text, lines, who, speakers, base)
    at, end = 0, -1
    while True:
        if cutter.section:
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
        yield from cutter.units(line, end)


class _Cutter:
    """Cuts the lines of a message, one after the other, and remembers which section they stand in."""

    def __init__(self, text: str, lines: Lines, who: Speaker, speakers: bool, base: Section) -> None:
        self.text, self.lines, self.who, self.speakers, self.base = text, lines, who, speakers, base
        self.section = base
        self.from_heading = False  # a heading opened the section, not a lead-in
        self.listed = False  # a list item has stood in it
        self.marked = _shows_status(text)
        self.below = -1  # where the next row of the current table begins
        self.column = -1  # which column of it holds states

    def units(self, line: Line, end: int) -> Iterable[Unit]:
        """Return the units of the next line, behind which the line break stands at `end`."""
        if line.part == "code":
            return ()
        if line.part == "heading":
            return self._heading(line)
        if line.part == "table":
            return self._row(line, end)
        lead = _lead_in(self.lines, line, self.text)
        if self.section and line.part == "prose" and (picture := pictograph(self.text, line.start)):
            start = line.start + len(picture)
            line = replace(line, part="open" if picture in MARKS_ASKED else "item", start=start)
        if line.part in ("item", "open", "done"):
            return self._item(line, lead)
        if lead is not None:
            self.section, self.from_heading, self.listed = lead or self.base, False, False
            return (Unit(line.start, _last_sentence(self.text, line), "", "", self.who),)
        if self.listed or not self.from_heading:
            self.section = self.base
        return self._prose(line, self.section)

    def _heading(self, line: Line) -> Iterable[Unit]:
        self.section = classify_heading(self.text[line.start : line.end]) or self.base
        self.from_heading, self.listed = True, False
        # In a tool's output a comment in code looks the same.
        return (Unit(line.start, line.end, "", "", self.who),) if self.who == "tool" else ()

    def _row(self, line: Line, end: int) -> Iterable[Unit]:
        if line.begin != self.below:
            self.column = state_column(self.text, line)
        self.below = end + 1
        return _cells(self.text, line, "assistant" if self.who == "assistant" else "people", self.column)

    def _item(self, line: Line, lead: Section | None) -> Iterable[Unit]:
        if lead is not None:
            self.section, self.from_heading = lead, False
        self.listed = True
        plain = line.part == "item"
        if plain and self.speakers and not self.section and _SPEAKER.match(self.text, line.start, line.end):
            return self._prose(line, "")
        mark = _leading_mark(self.text, line, self.who) if plain and self.marked else ""
        said_by = "user" if self.section in _PEOPLE_SAID else self.who
        return (Unit(line.start + bool(mark), line.end, self.section, mark or line.part, said_by),)

    def _prose(self, line: Line, section: Section) -> Iterator[Unit]:
        """Yield the units of a line of running text. Below a heading for what is done, only its first sentence belongs
        to the section; below one for open items or decisions, all do."""
        text, start, end, who = self.text, line.start, line.end, self.who
        if self.speakers and who in ("people", "tool") and (speaker := _SPEAKER.match(text, start, end)):
            yield _spoken(speaker, end)
        elif who == "people" and (said := _CHAT_LINE.match(text, start, end)):
            yield Unit(said.end(), end, "retold", "", "user")
        elif self.marked and (mark := _leading_mark(text, line, who)):
            yield Unit(start + 1, end, section, mark, who)
        elif section in ("open", "decision", "done") and who != "tool":
            for index, (left, right) in enumerate(sentences(text, start, end)):
                yield Unit(left, right, section if index == 0 or section != "done" else "", "", who)
        elif section == "retold":
            yield Unit(start, end, section, "", "user")
        else:
            yield Unit(start, end, "", "", who)


def _leading_mark(text: str, line: Line, who: Speaker = "people") -> str:
    """Return "open", "done" or "" for the status sign that a line begins with.

    In a tool's output ✓ and ✗ do not count (test runners tick off what passes), nor does the notation `✓[target]`.
    """
    body = text[line.start : line.end].lstrip()
    first = body[:1] or " "
    if (who == "tool" and first in "✓✗") or body.startswith("✓["):
        return ""
    if first in MARKS_UNDONE:
        return "open" if any(mark in text for mark in MARKS_DONE + MARK_GREEN) else ""
    if first == MARK_GREEN:
        return "done" if any(mark in text for mark in MARKS_OPEN + MARKS_UNDONE) else ""
    return "done" if first in MARKS_DONE else "open" if first in MARKS_OPEN + MARKS_ASKED else ""


def _lead_in(lines: Lines, line: Line, text: str) -> Section | None:
    """Return the section that a line opens for the list right below it ("" if it does not say which); else None.

    Such a line ends with a colon, or is a short line of words only.
    """
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
    """Return where the last sentence of a line begins."""
    *_, (start, _) = [(line.start, 0), *sentences(text, line.start, line.end)]
    return start


def _cells(text: str, line: Line, who: Speaker, column: int) -> Iterator[Unit]:
    """Yield the cells of a table row; of a row with a state only the cell that the state is about."""
    mark, found = read_row(text, line, column)
    for left, right in found:
        yield Unit(left, right, "", mark or "cell", "people" if mark else who)


def _json_units(text: str, who: Speaker) -> Iterator[Unit]:
    """Yield the lines of the strings in a JSON text, keys left out. A line is said by the speaker it begins with, or by
    the one whom the JSON object names right before the string."""
    for match in _JSON_STRING.finditer(text):
        if match[2] or len(match[1]) < 12 or " " not in match[1]:
            continue
        role = _JSON_ROLE.search(text, max(0, match.start(1) - 120), match.start(1))
        beside: Speaker = "tool" if role is None else "user" if role[1] in ("user", "human") else "assistant"
        for start, end in _lines_within(text, *match.span(1)):
            speaker = _SPEAKER.match(text, start, end)
            if speaker:
                yield _spoken(speaker, end)
            else:
                yield _retold(start, end, who if role is None and who == "people" else beside)


def _lines_within(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the lines of a JSON string, where they end with the two characters "\\n"."""
    for cut in JSON_BREAK.finditer(text, start, end):
        yield start, cut.start()
        start = cut.end()
    yield start, end


def _spoken(speaker: re.Match[str], end: int) -> Unit:
    """Return the unit behind a speaker's name, up to `end`."""
    by_user = re.search(r"user|human|\bme\b|saya", speaker[0], re.I)
    return _retold(speaker.end(), end, "user" if by_user else "assistant")


def _retold(start: int, end: int, said_by: Speaker) -> Unit:
    return Unit(start, end, "retold" if said_by == "user" else "", "", said_by)
