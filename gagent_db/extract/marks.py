"""Find what notation states by itself: TODO comments, MEMORY_SPEC lines, to-do lists in JSON."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from .items import Item, Kind, word_set
from .lazy import lazy

STATUS_OPEN = word_set("pending in_progress in-progress todo open not_started blocked doing waiting planned new")
STATUS_DONE = word_set("completed done closed finished resolved complete merged")
MARKERS = ("TODO", "FIXME", "XXX", "HACK", "TBD", "BUG")

MARKS_DONE, MARKS_OPEN = "✅✔☑✓", "⏳🔄🚧☐⬜🔲⏸🟡"
MARKS_ASKED = "❓❔"
MARKS_UNDONE = "✘✗✖❌🔴"  # mean open, if other lines are ticked off
MARK_GREEN = "🟢"  # means done, if another light in the text means open

_SPEC_KINDS: dict[str, Kind] = {"D": "decision", "?": "unresolved", "✓": "resolved"}
_TODO = lazy(
    r"(?://+|/\*+|<!--|#+|--|;+|%|\*|\"\"\"|'''|\{#|\brem|\bdnl)[ \t]*@?"
    r"(?P<a>(?:TODO|FIXME|XXX|HACK|BUG)\b(?:\([^)\n]{1,40}\))?[:!.]?[ \t]*(?P<at>[^\n]*))"
    r"|(?<=[-*:] )(?P<c>(?:TODO|FIXME)[ \t](?P<ct>[^\n]+))"
    r"|(?<=: ['\"])(?P<d>(?:TODO|FIXME)[ \t](?P<dt>[^\n'\"]+))"  # as a linter quotes it
    r"|(?<![\w`/.-])(?P<b>(?:(?:TODO|FIXME|XXX|HACK|TBD)(?:\([^)\n]{1,40}\))?|(?:todo|fixme)\([^)\n]{1,40}\)):"
    r"[ \t]*(?P<bt>[^\n]+))"
)
_EMPHASIS = lazy(r"(\*\*?|__?)[^\s*_][^*_\n]*(?<!\s)\1[^\w\n]*\w")  # which ends before the text does
_COMMENT_END = lazy(r"[ \t]*(?:\*+/|-->|#\}|\"\"\"|''')[ \t]*$")
JSON_BREAK = lazy(r"(?<!\\)\\n|(?<!\\)\"(?=\s*[,}\]])")  # the end of a line in a string of JSON, or of the string
_NEXT_SENTENCE = lazy(r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)[.!?][\"')]*[ \t]+(?=[A-Z\"(])")
_SPEC = lazy(  # on a line of its own, or behind a sentence
    r"(?:^[ \t]*(?:[-*>] |\d{1,3}[.)] )?|(?<=[.!?;:,)] ))(?P<kind>[D?](?=\[[^\]\n]*\][ \t]*:)|✓)\["
    r"(?P<target>[^\]\n]{1,80})"
    r"\][ \t]*:?[ \t]*"
    r"(?P<body>[^\n]*?\S)(?=[ \t]*$|[ \t]+[CDV?✓~]\[[^\]\n]{1,80}\][ \t]*:)",
    re.M,
)
STATUS_KEYS = word_set("status state done completed")
_STATUS = lazy(r'"(?:status|state)"\s*:\s*"([\w -]+)"|"(?:done|completed)"\s*:\s*(true|false)')
_OBJECT = lazy(r"\{[^{}]{1,2000}\}")
_TITLE = lazy(r'"(?:content|text|title|task|description|subject|name|todo|item)"\s*:\s*"((?:[^"\\]|\\.)*+)"')


def pictograph(text: str, start: int) -> str:
    """Return the pictograph at `start` if it is a bullet ("🏠 two nights in town"), else "". Status signs are not."""
    first = text[start : start + 1]
    if (
        first < "\u2000"
        or first in MARKS_DONE + MARKS_OPEN + MARKS_UNDONE + MARK_GREEN
        or unicodedata.category(first) != "So"
    ):
        return ""
    return first


def make_item(text: str, kind: Kind, start: int, end: int) -> Item | None:
    """Return `text[start:end]` as an item without list marks, emphasis and stray quotes; None if nothing is left."""
    while start and text[start - 1] in "*_":
        start -= 1
    while start < end and text[start] in " \t\r\n*_-–—>•\"'“”`|":
        if text[start] in "`\"'" and text[start] in text[start + 1 : end]:
            break
        if text[start] in "*_" and _EMPHASIS.match(text, start, end):
            break
        start += 1
    while end > start and text[end - 1] in ' \t\r\n*_|\\-—–",;':
        if text[end - 1] == '"' and text.count('"', start, end) % 2 == 0:
            break
        end -= 1
    value = text[start:end]
    if end - start < 4 or not any(c.isalpha() for c in value):
        return None
    return Item(kind, value, normalize_statement(value), start, end)


def normalize_statement(value: str) -> str:
    """Return only the words, in lower case: two mentions of one statement have this in common."""
    return " ".join(re.findall(r"\w+", value.lower()))[:400]


def todo_markers(text: str, places: Iterable[int], *, json: bool) -> Iterator[Item]:
    """Yield open items for TODO, FIXME, XXX, HACK and what they say, in comments or before a colon.

    `places`: offsets of such words. `json`: whether the text is JSON, where a line also ends at `\\n` in a string.
    """
    for match in _in_lines(_TODO, text, places):
        group = next(group for group in "abcd" if match[group])
        body = match[group + "t"]
        if len(body.split()) < (1 if group == "a" and len(body) > 4 else 2) or re.match(
            r"(?:list|apps?|comments?|markers?|items?|files?|s)\b", body
        ):
            continue
        start, end = match.span(group)
        end -= len(match[group]) - len(_COMMENT_END.sub("", match[group]))
        if json and (stop := JSON_BREAK.search(text, start, end)):
            end = stop.start()
        if group == "b" and (stop := _NEXT_SENTENCE.search(text, match.start("bt"), end)):
            end = stop.start() + 1
        if item := make_item(text, "unresolved", start, end):
            yield item


def spec_lines(text: str, places: Iterable[int]) -> Iterator[Item]:
    """Yield items for `D[target]: ...`, `?[target]: ...` and `✓[target] ...`; `normalized` includes the target.

    `places`: offsets of the colons and of the ends of ticked targets, ascending.
    """
    for match in _in_lines(_SPEC, text, places):
        value = match["body"]
        normalized = f"[{match['target'].strip().lower()}] {normalize_statement(value)}"
        yield Item(_SPEC_KINDS[match["kind"]], value, normalized, match.start("kind"), match.end("body"))


def _in_lines(pattern: re.Pattern[str], text: str, places: Iterable[int]) -> Iterator[re.Match[str]]:
    """Yield the matches of `pattern` in the lines that hold these offsets (ascending)."""
    end = -1
    for place in places:
        if place > end:
            start, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
            end = len(text) if end < 0 else end
            yield from pattern.finditer(text, start, end)


def json_statuses(text: str) -> Iterator[Item]:
    """Yield the entries of a to-do list in JSON: the text of each object that has a status."""
    for block in _OBJECT.finditer(text):
        status = _STATUS.search(block[0])
        if not status:
            continue
        value = (status[1] or "").lower()
        done = value in STATUS_DONE or status[2] == "true"
        if not done and value not in STATUS_OPEN and status[2] != "false":
            continue
        body = _TITLE.search(block[0])
        if body:
            left, right = block.start() + body.start(1), block.start() + body.end(1)
            if item := make_item(text, "resolved" if done else "unresolved", left, right):
                yield item
