"""Command lines of a message: shell fences, prompts, inline code, JSON arguments and "just run ..." in prose."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from operator import attrgetter

from .items import Item
from .json_commands import json_commands
from .lazy import lazy
from .markup import Line, Lines
from .prose_commands import line_spans, prose_starts, told_starts
from .reading import Reading
from .shell_lines import (
    FLAG,
    PROMPT,
    Span,
    is_pattern,
    logical_end,
    looks_like_command,
    normalize_command,
    trimmed,
)
from .shell_words import PROGRAMS, SHELL_LANGS, WORDS_TOO

_LONGEST = 20_000  # characters of one command
_CI_STEP = lazy(r"(?:Run |\[command\]|Running: |Executing: |\$> )(?=[\w./~])")
_ROOT_PROMPT = lazy(r"[ \t]*[#%] (?=[\w./~])")
_TRACE = lazy(r"\++ (?=[\w./~])")


def find_commands(reading: Reading, tool_output: bool) -> list[Item]:
    """Return every command line in a message, in order of appearance."""
    text = reading.text
    spans: list[Span] = []
    found: list[Item] = []
    for start, end in _all_spans(reading, tool_output):
        if end - start > _LONGEST or any(start < right and left < end for left, right in spans[-40:]):
            continue
        spans.append((start, end))
        value = text[start:end]
        if is_pattern(value):
            continue
        found.append(Item("command", value, normalize_command(value), start, end))
    found.extend(json_commands(text, reading.spots["keys"]))
    found.sort(key=lambda item: item.start)
    return found


def _all_spans(reading: Reading, tool_output: bool) -> Iterator[Span]:
    """Yield the spans of command lines: first those in fences, then those of all other lines that have a spot.

    They may overlap; the first one counts.
    """
    text, spots, lines = reading.text, reading.spots, reading.lines
    named = told_starts(text, spots["runs"]) if tool_output else prose_starts(text, spots["runs"])
    told = frozenset(named)
    for block in lines.blocks():
        yield from _fence_spans(text, block)
    done = looked = -1  # where what has been read ends, and the line that was last looked at
    prompts = frozenset(line.begin for place in spots["prompts"] if (line := lines.at(place)))
    for place in sorted({*spots["ticks"], *spots["begins"], *spots["indents"], *spots["prompts"], *named}):
        if place < done:
            continue
        if tool_output and place > looked:
            looked = text.find("\n", place)
            looked = len(text) if looked < 0 else looked
            if place not in told and _passed_over(text, place, looked, prompts):
                done = looked + 1
                continue
        line = lines.at(place)
        if line is None or line.part == "code":
            continue
        done = line.end + 1
        if line.begin in prompts and (taken := _prompted(text, lines, line, tool_output)):
            span, done = taken
            if span:
                yield span
            continue
        yield from line_spans(text, line, named, tool_output and not _is_announced(text, lines, line))


def _passed_over(text: str, place: int, end: int, prompts: frozenset[int]) -> bool:
    """Whether a line of a tool's output holds no command: it has no prompt and no code, and no line above may announce
    one. Most lines are like that; this check costs less than reading them."""
    begin = text.rfind("\n", 0, place) + 1
    if begin in prompts or "`" in text[begin:end]:
        return False
    above = begin if text[begin].isspace() else 0
    while above > 0:
        last, above = above - 1, text.rfind("\n", 0, above - 1) + 1
        raw = text[above:last].strip()
        if raw:
            return not (raw.rstrip("#*_ \t").endswith(":") or raw.lstrip("> \t").startswith(("```", "~~~")))
    return True


def _is_announced(text: str, lines: Lines, line: Line) -> bool:
    """Whether the line is indented and the line above it ends with a colon."""
    above = lines.before(line.begin) if line.indent else None
    return above is not None and text[above.start : above.end].rstrip().endswith(":")


def _fence_spans(text: str, lines: list[Line]) -> Iterator[Span]:
    """Yield the spans of the command lines in a fenced block, given its lines.

    In a block with prompts only what follows them counts (the rest is output); in one without a shell's language, only
    lines that look like commands.
    """
    lang = lines[0].lang
    if lang and lang not in SHELL_LANGS and lang not in ("text", "txt", "plain", "plaintext", "output", "log"):
        return
    bodies = [text[line.start : line.end] for line in lines]
    if bodies[0].lstrip().startswith("#!"):
        return
    prompted = any(PROMPT.match(body) for body in bodies) or (
        lang in ("console", "terminal", "shell-session", "shellsession", "sh-session", "bashsession", "")
        and any(_root_prompt(body) for body in bodies)
    )
    strict = lang not in SHELL_LANGS
    if strict and not prompted and not looks_like_command(bodies[0]) and not bodies[0].lstrip().startswith("#"):
        return
    at = 0
    while at < len(lines):
        if prompted:
            taken = _prompt_line(text, lines, at, True)
            if taken:
                span, at = taken
                if span:
                    yield span
                continue
            at += 1
            continue
        body = bodies[at].strip()
        if body.startswith(("#", "REM ", "rem ", "::", "//", "<#")):
            at += 1
            continue
        last = logical_end(text, lines, at, lang)
        start, end = trimmed(text, lines[at].start, lines[last].end)
        body = text[start:end]
        if (not strict or looks_like_command(body)) and re.search(r"\w", body):
            yield start, end
        at = last + 1


def _root_prompt(body: str) -> bool:
    """Whether a line that begins with "# " or "% " is a command after a root prompt, not a comment or a heading."""
    match = _ROOT_PROMPT.match(body)
    if not match:
        return False
    rest = body[match.end() :]
    return looks_like_command(rest) and bool(FLAG.search(rest) or rest.split()[0] in PROGRAMS - WORDS_TOO)


def _prompted(text: str, lines: Lines, line: Line, tool_output: bool) -> tuple[Span | None, int] | None:
    """Return (span of the command or None, offset to read on from); None where the line has no prompt."""
    if _after_prompt(text, line, tool_output) is None:
        return None
    every = lines.all
    taken = _prompt_line(text, every, bisect_left(every, line.begin, key=attrgetter("begin")), tool_output)
    return taken and (taken[0], every[taken[1] - 1].end + 1)


def _after_prompt(text: str, line: Line, tool_output: bool) -> int | None:
    """Return the offset at which the command after a prompt begins; None where there is none."""
    raw = text[line.begin : line.end]
    match = PROMPT.match(raw)
    if match:
        if match[0].endswith("$ ") and re.match(r"[\d.,]+(?:\s|$)", raw[match.end() :]):
            return None
    else:
        if not tool_output and line.part not in ("code", "indented"):
            return None
        step = _CI_STEP.match(raw) if tool_output else None
        match = step or (_TRACE.match(raw) if tool_output else None) or _ROOT_PROMPT.match(raw)
        if not match:
            return None
        rest = raw[match.end() :]
        if not looks_like_command(rest, evidence=step is not None):
            return None
        if raw.lstrip()[0] == "#" and not _root_prompt(raw):
            return None
    return line.begin + match.end()


def _prompt_line(text: str, lines: list[Line], at: int, tool_output: bool) -> tuple[Span | None, int] | None:
    """Return (span of the command or None, index of the next line to read); None where line `at` has no prompt."""
    begin = _after_prompt(text, lines[at], tool_output)
    if begin is None:
        return None
    last = logical_end(text, lines, at)
    while last > at and PROMPT.match(text[lines[last].begin : lines[last].end]):
        last -= 1
    start, end = trimmed(text, begin, lines[last].end)
    if start >= end or (text[start] == "#"):
        return None, last + 1
    return (start, end), last + 1
