"""Read Markdown-like text line by line: what each line is (prose, heading, list item, table, code) and where."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Literal

from .lazy import lazy

Part = Literal["prose", "heading", "item", "open", "done", "table", "code", "indented"]

_DONE_TAGS = ("x", "done", "closed", "fixed", "finished", "resolved", "selesai", "beres", "sudah")
_OPEN_TAGS = ("open", "todo", "pending", "waiting", "blocked", "wip", "doing", "belum", "tunda")
_BOX = rf"\[(?P<box>[ xX~/-]|(?i:{'|'.join((*_DONE_TAGS, *_OPEN_TAGS))}))\](?!\()"
_MARKED = lazy(
    r"[ \t>]*(?:(?P<heading>#{1,6})[ \t]+(?=\S)"
    rf"|(?P<item>(?:[-*+•–▪◦]|\(?\d{{1,3}}[.)]|\(?[a-z][.)])[ \t]+(?=\S))(?:{_BOX}[ \t]*)?"
    r"|\[(?P<bare>[ xX])\][ \t]+"
    r"|(?P<table>\|))"
)
_BOLD_LINE = lazy(r"[ \t>]*(?:\*\*|__)(?P<text>[^*_\n]{2,80}?)(?:\*\*|__)[ \t]*:?[ \t]*$")
_FENCE = lazy(r"(`{3,}|~{3,})[ \t]*([\w+#.-]*)")
_DEEP = ("    ", "\t")
_SIGNS = frozenset("#-*+•–▪◦([|0123456789")


@dataclass(slots=True)
class Line:
    """One line without its marker. `start` and `end` are offsets into the text, `begin` is where the raw line begins.

    `lang` and `block` (where the first line of the block begins) are only set for code.
    """

    part: Part
    start: int
    end: int
    lang: str = ""
    block: int = 0
    indent: int = 0
    begin: int = 0


class Lines:
    """The lines of a text, each read when it is asked for. Empty lines and fences do not count as lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._fences = _fences(text) if "```" in text or "~~~" in text else []
        self._last: tuple[int, int, Line | None] = (0, -1, None)
        self._deep: dict[int, bool] = {}

    def blocks(self) -> list[list[Line]]:
        """Return the lines of each fenced block that is not empty."""
        return [
            [Line("code", *span, lang, start, 0, span[0]) for span in _full_lines(self.text, start, end)]
            for _, start, end, _, lang in self._fences
            if not self.text[start:end].isspace() and start < end
        ]

    @cached_property
    def all(self) -> list[Line]:
        """Every line."""
        found: list[Line] = []
        line = self.at(0) or self.after(0)
        while line:
            found.append(line)
            line = self.after(line.end)
        return found

    def at(self, offset: int) -> Line | None:
        """Return the line that holds `offset`; None if it is empty or a fence."""
        begin, end, line = self._last
        if not begin <= offset <= end:
            begin = self.text.rfind("\n", 0, offset) + 1
            end = self.text.find("\n", offset)
            end = len(self.text) if end < 0 else end
            line = self._read(begin, end)
            self._last = (begin, end, line)
        return line

    def after(self, end: int) -> Line | None:
        """Return the next line after the one that holds offset `end` (which may be its line break)."""
        end = self.text.find("\n", end)
        while 0 <= end < len(self.text) - 1:
            if line := self.at(end + 1):
                return line
            end = self._last[1]
        return None

    def before(self, begin: int) -> Line | None:
        """Return the nearest line above the one that begins at `begin`."""
        while begin > 0:
            if line := self.at(begin - 1):
                return line
            begin = self._last[0]
        return None

    def _read(self, begin: int, end: int) -> Line | None:
        raw = self.text[begin:end]
        if not raw or raw.isspace():
            return None
        if self._fences:
            index = bisect_right(self._fences, begin, key=itemgetter(0)) - 1
            opening, body, closing, done, lang = self._fences[index] if index >= 0 else (0, 0, 0, -1, "")
            if opening <= begin <= done:
                return Line("code", begin, end, lang, body, 0, begin) if body <= begin < closing else None
        if raw[0].isalpha() and raw[1:2] not in (".", ")"):
            return Line("prose", begin, end, begin=begin)
        match = _marker(raw)
        return self._marked(raw, begin, end, match) if match else self._unmarked(raw, begin, end)

    def _marked(self, raw: str, begin: int, end: int, match: re.Match[str]) -> Line:
        indent = len(raw) - len(raw.lstrip())
        if match["heading"]:
            return Line("heading", begin + match.end(), begin + len(raw.rstrip("# \t\r")), begin=begin)
        if match["table"]:
            return Line("table", begin, end, begin=begin)
        box = match["box"] or match["bare"]
        part: Part = "item" if box is None else "done" if box.lower() in _DONE_TAGS else "open"
        return Line(part, begin + match.end(), end, indent=indent, begin=begin)

    def _unmarked(self, raw: str, begin: int, end: int) -> Line:
        indent = len(raw) - len(raw.lstrip())
        if raw.startswith(_DEEP) and self._is_indented(begin):
            return Line("indented", begin + indent, end, indent=indent, begin=begin)
        bold = _BOLD_LINE.match(raw) if "**" in raw or "__" in raw else None
        if bold:
            return Line("heading", begin + bold.start("text"), begin + bold.end("text"), begin=begin)
        quote = len(raw) - len(raw.lstrip(" \t>"))
        return Line("prose", begin + quote, end, indent=indent, begin=begin)

    def _is_indented(self, begin: int) -> bool:
        """Whether the deeply indented line at `begin` is code: it follows an empty line, or indented lines that do."""
        passed = [begin]
        while True:
            at = passed[-1]
            if at in self._deep or at == 0:
                result = self._deep.get(at, True)
                break
            above = self.text.rfind("\n", 0, at - 1) + 1
            raw = self.text[above : at - 1]
            if not raw or raw.isspace():
                result = True
                break
            if not raw.startswith(_DEEP) or _marker(raw) or (self._fences and self._is_code(above)):
                result = False
                break
            passed.append(above)
        self._deep.update(dict.fromkeys(passed, result))
        return result

    def _is_code(self, begin: int) -> bool:
        return any(opening <= begin <= done for opening, _, _, done, _ in self._fences)


def _marker(raw: str) -> re.Match[str] | None:
    """Return the match of a line's marker. Most lines begin with a word, so the pattern is seldom tried."""
    plain = raw.lstrip(" \t>")
    return _MARKED.match(raw) if plain[:1] in _SIGNS or plain[1:2] in (".", ")") else None


def _fences(text: str) -> list[tuple[int, int, int, int, str]]:
    """Return the fenced blocks in order: (begin of the opening fence, begin and end of the block, end of the closing
    fence, language)."""
    found: list[tuple[int, int, int, int, str]] = []
    at = 0
    while match := _FENCE.search(text, at):
        begin = text.rfind("\n", at, match.start()) + 1 or at
        at = body = text.find("\n", match.end()) + 1 or len(text)
        if not text[begin : match.start()].strip(" \t>"):
            closing = re.compile(rf"^[^\S\n]*{match[1]}{match[1][0]}*[^\S\n]*$", re.M).search(text, body)
            end, at = closing.span() if closing else (len(text), len(text) + 1)
            found.append((begin, body, end, at, match[2].lower()))
    return found


def _full_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield (begin, end) of the lines in `text[start:end]` that are not empty."""
    for raw in text[start:end].split("\n"):
        if raw and not raw.isspace():
            yield start, start + len(raw)
        start += len(raw) + 1
