"""Command lines of a message: shell fences, prompts, inline code, JSON arguments and "just run ..." in prose."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gagent_db.extract.items import Item
from gagent_db.extract.json_commands import json_commands
from gagent_db.extract.lazy import lazy
from gagent_db.extract.markup import Line
from gagent_db.extract.prose_commands import line_spans, prose_starts
from gagent_db.extract.reading import Reading
from gagent_db.extract.shell_lines import (
    CMDLET,
    FLAG,
    PROMPT,
    Span,
    is_pattern,
    logical_end,
    looks_like_command,
    normalize_command,
    trimmed,
)
from gagent_db.extract.shell_words import KNOWN, PROGRAMS, SHELL_LANGS, WORDS_TOO

_LONGEST = 20_000  # characters of one command
_CI_STEP = lazy(r"(?:Run |\[command\]|Running: |Executing: |\$> )(?=[\w./~])")
_ROOT_PROMPT = lazy(r"[ \t]*[#%] (?=[\w./~])")
_TRACE = lazy(r"\++ (?=[\w./~])")
_PROMPT_MARKS = ("$ ", "\n# ", "\n% ", "+ ", "PS ", "@", ":\\", "❯", "➜", "λ", "Run ", "[command]")
_FILLER = lazy(r"[.\s…]+|<.*>")


def find_commands(reading: Reading, tool_output: bool) -> list[Item]:
    """Every command line in a message."""
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
    found.extend(json_commands(text))
    found.sort(key=lambda item: item.start)
    return found


def _all_spans(reading: Reading, tool_output: bool) -> Iterator[Span]:
    text = reading.text
    prompts = _may_hold_prompt(text)
    named = [] if tool_output else prose_starts(text, reading.words)
    running = bool(named) or "`" in text
    if not (prompts or running or (tool_output and ":\n" in text) or _begins_line(text)):
        return
    lines = reading.lines
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.part == "code":
            last = at
            while last + 1 < len(lines) and lines[last + 1].part == "code" and lines[last + 1].block == line.block:
                last += 1
            yield from _fence_spans(text, lines[at : last + 1], tool_output)
            at = last + 1
            continue
        if prompts and (taken := _prompt_line(text, lines, at, tool_output)):
            span, at = taken
            if span:
                yield span
            continue
        if running or line.part == "indented" or _begins(text[line.start : line.start + 40]):
            announced = line.indent and at > 0 and text[lines[at - 1].start : lines[at - 1].end].rstrip().endswith(":")
            yield from line_spans(text, line, named, tool_output and not announced)
        at += 1


def _may_hold_prompt(text: str) -> bool:
    for mark in _PROMPT_MARKS:
        if mark in text:
            return True
    return text.startswith(("# ", "% "))


def _begins_line(text: str) -> bool:
    """Whether a line begins like a command."""
    return any(_begins(line[:40]) for line in text.split("\n"))


def _begins(line: str) -> bool:
    """Whether the first word of a line may be that of a command; `line` are its first 40 characters."""
    head = line.strip().partition(" ")[0]
    return head in KNOWN or head[:2] in ("./", "~/") or head[:1] in "/$" or ("-" in head and bool(CMDLET.match(head)))


def _fence_spans(text: str, lines: list[Line], tool_output: bool) -> Iterator[Span]:
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
        if not body or (body.startswith(("#", "REM ", "rem ", "::", "//", "<#")) and not body.startswith("#!")):
            at += 1
            continue
        last = logical_end(text, lines, at, lang)
        start, end = trimmed(text, lines[at].start, lines[last].end)
        body = text[start:end]
        if (not strict or looks_like_command(body)) and re.search(r"\w", body) and not _FILLER.fullmatch(body):
            yield start, end
        at = last + 1


def _root_prompt(body: str) -> bool:
    """Whether a line is a command after the prompt of the superuser, not a comment or a heading."""
    match = _ROOT_PROMPT.match(body)
    if not match:
        return False
    rest = body[match.end() :]
    return looks_like_command(rest) and bool(FLAG.search(rest) or rest.split()[0] in PROGRAMS - WORDS_TOO)


def _prompt_line(text: str, lines: list[Line], at: int, tool_output: bool) -> tuple[Span | None, int] | None:
    line = lines[at]
    raw_start = text.rfind("\n", 0, line.start) + 1
    raw = text[raw_start : line.end]
    match = PROMPT.match(raw)
    if match:
        if raw.lstrip().startswith("$ ") and re.match(r"[\d.,]+(?:\s|$)", raw[match.end() :]):
            return None
    else:
        if not tool_output and line.part not in ("code", "indented"):
            return None
        match = ((_TRACE.match(raw) or _CI_STEP.match(raw)) if tool_output else None) or _ROOT_PROMPT.match(raw)
        if not match:
            return None
        rest = raw[match.end() :]
        if not looks_like_command(rest) or (raw.lstrip()[0] == "#" and not _root_prompt(raw)):
            return None
    last = logical_end(text, lines, at)
    while last > at and PROMPT.match(text[text.rfind("\n", 0, lines[last].start) + 1 : lines[last].end]):
        last -= 1
    start, end = trimmed(text, raw_start + match.end(), lines[last].end)
    if start >= end or (text[start] == "#"):
        return None, last + 1
    return (start, end), last + 1
