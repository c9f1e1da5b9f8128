"""Read Markdown-like text once: lines with their part (prose, heading, list item, table, code, quote)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from gagent_db.extract.lazy import lazy

Part = Literal["prose", "heading", "item", "open", "done", "table", "code", "indented"]

_MARKED = lazy(
    r"[ \t>]*(?:(?P<fence>`{3,}|~{3,})[ \t]*(?P<lang>[\w+#.-]*)"
    r"|(?P<heading>#{1,6})[ \t]+(?=\S)"
    r"|(?P<item>(?:[-*+•–▪◦]|\(?\d{1,3}[.)]|\(?[a-z][.)])[ \t]+(?=\S))(?:\[(?P<box>[ xX~/-])\][ \t]*)?"
    r"|\[(?P<bare>[ xX])\][ \t]+"
    r"|(?P<table>\|))"
)
_BOLD_LINE = lazy(r"[ \t>]*(?:\*\*|__)(?P<text>[^*_\n]{2,80}?)(?:\*\*|__)[ \t]*:?[ \t]*$")
_FIRST = frozenset("`~#-*+•–▪◦([|>0123456789_abcdefghijklmnopqrstuvwxyz")


@dataclass(slots=True)
class Line:
    """One line without its marker. `start` and `end` are offsets into the text; `lang` belongs to code."""

    part: Part
    start: int
    end: int
    lang: str = ""
    block: int = 0
    indent: int = 0


def read_lines(text: str) -> list[Line]:
    """All non-empty lines of `text` with their part. Fence lines themselves are left out."""
    lines: list[Line] = []
    fence = ""
    lang = ""
    block = 0
    start = 0
    blank_before = True
    for raw in text.split("\n"):
        end = start + len(raw)
        stripped = raw.strip()
        if not stripped:
            blank_before = True
            start = end + 1
            continue
        if fence:
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                fence = ""
            else:
                lines.append(Line("code", start, end, lang, block))
            start = end + 1
            continue
        if raw[0].isalpha() and raw[1:2] not in (".", ")"):
            lines.append(Line("prose", start, end))
            blank_before = False
            start = end + 1
            continue
        match = _MARKED.match(raw) if stripped[0] in _FIRST else None
        if match and match["fence"]:
            fence, lang, block = match["fence"], match["lang"].lower(), block + 1
        else:
            line = _line(raw, start, end, match, blank_before, lines)
            lines.append(line)
        blank_before = False
        start = end + 1
    return lines


def _line(raw: str, start: int, end: int, match: re.Match[str] | None, blank_before: bool, before: list[Line]) -> Line:
    indent = len(raw) - len(raw.lstrip())
    if match is None:
        if raw.startswith(("    ", "\t")) and (blank_before or (before and before[-1].part == "indented")):
            return Line("indented", start + indent, end, indent=indent)
        bold = _BOLD_LINE.match(raw) if "**" in raw or "__" in raw else None
        if bold:
            return Line("heading", start + bold.start("text"), start + bold.end("text"))
        quote = len(raw) - len(raw.lstrip(" \t>"))
        return Line("prose", start + quote, end, indent=indent)
    if match["heading"]:
        return Line("heading", start + match.end(), start + len(raw.rstrip("# \t\r")))
    if match["table"]:
        return Line("table", start, end)
    box = match["box"] or match["bare"]
    if box is None:
        return Line("item", start + match.end(), end, indent=indent)
    return Line("done" if box in "xX" else "open", start + match.end(), end, indent=indent)
