"""What stands in a message but was written elsewhere: code, data, and documents, whose lines break at a column.

Nobody decides anything in code, and votes, learned from what people say, do not know documents.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from .lazy import lazy
from .listing import is_code_line
from .wrapped import Range, is_wrapped, paragraphs

_DEEP = ("    ", "\t")
_MARKED = lazy(r"[ \t]*(?:[-*+•–▪◦|#>]|\(?\w{1,3}[.)])[ \t]")  # a list item, a row, a heading, a quote
_DATA_OR_SHELL = lazy(
    r'[ \t]*(?:"[^"\n]*"[ \t]*(?::|,?$)|[}\])]+[,;]?$|[$] \S|--?\w|\d+$|/\*'  # JSON, a prompt, an option, a comment
    r"|(?:then|else|fi|do|done|esac|;;|end|begin)$"
    r"|(?:local|echo|exit|export|set|shift|break|continue|return|unset|sudo|rm|cd)\b(?![^\n]*[.!?]$))"
    r"|[ \t]{8,}\S|[^\n]*?[^ .!?|] {2,}\S"  # far to the right, or in columns
)


class Pasted:
    """Where code and documents stand in a message."""

    def __init__(self, text: str, *, by_user: bool) -> None:
        """`by_user`: whether a user says it. Users paste one thing, so what stands between two parts belongs to it."""
        self._documents: list[Range] = []
        self._code: list[Range] = [(0, len(text))] if text.startswith("#!") else []  # a script
        if self._code:
            return
        listed = False
        for place in paragraphs(text):
            lines = text[slice(*place)].split("\n")
            deep = lines[0].startswith(_DEEP)  # what stands below a list item belongs to it
            if (deep and not listed) or _is_code(lines):
                self._code.append(place)
            elif is_wrapped(lines):
                self._documents.append(place)
            listed = (listed and deep) or bool(_MARKED.match(lines[-1]))
        if by_user and (parts := sorted([*self._code, *self._documents])):
            self._documents = [(parts[0][0], parts[-1][1])]

    def in_code(self, place: int) -> bool:
        """Whether a place stands in code or data."""
        return _holds(self._code, place)

    def in_document(self, place: int) -> bool:
        """Whether a place stands in a document."""
        return _holds(self._documents, place)


def _is_code(lines: Sequence[str]) -> bool:
    """Whether most of several lines are code, JSON or shell."""
    if len(lines) == 1:
        return False
    code = [line for line in lines if not _MARKED.match(line) and (is_code_line(line) or _DATA_OR_SHELL.match(line))]
    return 2 * len(code) > len(lines)


def _holds(ranges: Sequence[Range], place: int) -> bool:
    """Whether a place stands in one of these stretches."""
    at = bisect_right(ranges, place, key=lambda found: found[0]) - 1
    return at >= 0 and place < ranges[at][1]
