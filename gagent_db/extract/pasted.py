"""Find what was pasted into a message: code, data and documents.

A document shows by lines that break at a column, or only at the end of a paragraph. Nobody decides anything in code,
and votes, which are learned from what people say, know little of documents.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from .lazy import lazy
from .wrapped import Range, indented, is_marked, is_wrapped, paragraphs

_CODE = lazy(
    r"(?:[^\n]*[{(\[]$|[ \t]*[})\]]+[,;)]*$|[^\n]*[=()][^\n]*;$|[ \t]*\w+;$"  # a block opens or ends, a statement ends
    r"|[ \t]*(?:async )?(?:def|class|function|func|fn|impl|struct|enum|interface)\b[^\n]*[({:]$"
    r"|[ \t]*(?:const|let|var|local|static|public|private|export)\b[^\n]*=[^\n]|[ \t]*[\w.\[\]\"']+ ?[-+*/|&:]?=[^=>]"
    r"|(?:from [\w.]+ )?import [\w.{*, }]+;?$|import [^\n]* from ['\"]|#(?:include|define|if|endif)\b"
    r"|@\w+(?:\([^\n]*\))?$"
    r"|[ \t]*(?:return|yield|raise|throw|await)\b[^.!?]*[()=;\[]|[ \t]*[\w.]+\([^\n]*\)[,:;]?$"
    r"|[ \t]+(?:if|for|while|elif|with|try|else|except)\b[^\n]*:$|(?:if|for|while|until)\b[^\n]*; ?(?:then|do)$"
    r"|[ \t]*(?:then|else|fi|do|done|esac|;;|end|begin|break|continue|shift)$"
    r"|[ \t]*(?:local \w+$|echo [\"'$]|exit \d|unset \w+$|export \w+=|sudo \w|rm -|cd [./~$\w]+$)|[$] \S"
    r"|[ \t]*\"[^\"\n]*\"[ \t]*(?::|,$)|[ \t]*</?\w[^>\n]*>|\s*/\*|\s*//|[ \t]*\d+$"  # JSON, a tag, a comment, a number
    r"|[A-Z]{4,}: {2}\S|[\w-]+(?:\.[\w-]+)*\.\w*(?:Error|Exception|Detected|Timeout)\w*: "  # an error
    r"|\[?\d{4}-\d\d-\d\d[ T][\d:.,]{8,}[^\n]{0,60}?\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b"  # a log
    r"|[ \t]*--\w[\w-]*(?=[ =,\[<]|$)|[ \t]+-\w[ ,]|[ \t]{8,}\S|[^|\n][^\n]*?[^ :.!?|] {3,}\S)"  # an option, columns
)
_ENDS = (".", "!", "?")
_TITLE = lazy(r"#{1,6} |[^\n]+\n(?:={4,}|-{4,}|~{4,})$")
_LINE = 400  # characters of a line that are checked for code
_LONG_LINE = 150  # characters, at least, of a paragraph on one line
_LONG_LINES = 3  # this many such paragraphs make a document
# Words by which a writer speaks for himself, or (`_WE`) for people he belongs to.
_SELF = lazy(r"(?i)\b(?:i|my|me|please|let['’]?s|saya|aku|gue|gua|gw|kamu|tolong|mohon)\b")
_WE = lazy(r"(?i)\b(?:we|us|ours?|kami|kita)\b")


class Pasted:
    """Where code and documents stand in a message."""

    def __init__(self, text: str, *, by_user: bool) -> None:
        """`by_user`: whether a user sent the message. Users paste one document at a time, so whatever stands between
        two of its paragraphs belongs to it."""
        self._code: list[Range] = []
        self._documents: list[Range] = []
        self.is_anyones = True  # whether somebody speaks in the documents
        if text.startswith("#!"):  # a script
            self._code = [(0, len(text))]
            return
        text = text.replace("\r\n", " \n")
        listed = False
        places = [*paragraphs(text)]
        for place in places:
            lines = [line.rstrip() for line in text[slice(*place)].split("\n")]
            deep = not listed and all(map(indented, lines)) and not any(line.endswith(_ENDS) for line in lines)
            if deep or _is_code(lines):
                self._code.append(place)
            elif is_wrapped(lines):
                self._documents.append(place)
            listed = (listed and lines[0][:1].isspace()) or any(map(is_marked, lines))
        if by_user and (written := sorted(self._documents + _long_lines(text))):
            whole = _begin(text, places, written[0][0]), _end(text, places, written[-1][1])
            said = text[slice(*whole)]
            self.is_anyones = bool(_WE.search(said) or _SELF.search(said))
            self._documents = [whole]

    def in_code(self, place: int) -> bool:
        """Whether the offset `place` is in code or data."""
        return _holds(self._code, place)

    def in_document(self, place: int) -> bool:
        """Whether the offset `place` is in a document."""
        return _holds(self._documents, place)


def _long_lines(text: str) -> list[Range]:
    """Return the long one-line paragraphs in which nobody speaks of himself, each with the title above it.

    Returns none if there are fewer than `_LONG_LINES`: only several of them show a web page or a word processor.
    """
    found, at, title = [], 0, -1
    for line in text.split("\n"):
        if len(line) >= _LONG_LINE and not _SELF.search(line):
            found.append((at if title < 0 else title, at + len(line)))
        if bare := line.rstrip():
            title = -1 if bare.endswith(_ENDS) else at
        at += len(line) + 1
    return found if len(found) >= _LONG_LINES else []


def _begin(text: str, places: Sequence[Range], begin: int) -> int:
    """Return where the document begins whose first paragraph begins at `begin`: at its title, if it has one."""
    return min((start for start, end in places if start < begin and _TITLE.match(text, start, end)), default=begin)


def _end(text: str, places: Sequence[Range], end: int) -> int:
    """Return where the document ends whose last sure paragraph ends at `end`: at the end of the text, or at `end` if a
    short last line seems to be the user's own."""
    start, last = places[-1]
    is_own = (
        start > end and last - start < _LONG_LINE and "\n" not in text[start:last] and not is_marked(text[start:last])
    )
    return end if is_own else len(text)


def _is_code(lines: Sequence[str]) -> bool:
    """Whether most of the lines are code, JSON, shell or output in columns; a single line never counts."""
    if len(lines) == 1:
        return False
    return 2 * sum(1 for line in lines if not is_marked(line) and _CODE.match(line[:_LINE])) > len(lines)


def _holds(ranges: Sequence[Range], place: int) -> bool:
    """Whether the offset `place` is in one of these ranges (ascending)."""
    at = bisect_right(ranges, place, key=lambda found: found[0]) - 1
    return at >= 0 and place < ranges[at][1]
