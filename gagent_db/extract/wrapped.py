"""Join paragraphs whose lines were broken at a column, as in mails, commits and documents: their sentences go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from .lazy import lazy
from .shell_words import KNOWN

Range = tuple[int, int]
_GOES_ON = lazy(
    r"\n(?:(?<=[\w,)'\"`]\n)|(?<=[\w,)'\"`] \n))[ \t>]*[a-z(][\w'’-]*[,.;)]*(?= |\Z)"
)  # a line ends with a word and the next one begins with one
_FENCES = ("```", "~~~")
_FENCE = lazy(r"(?m)^[ \t>]*(```|~~~)(?=`*+[^`\n]*+(?:`++[ \t>]*)?$)[^\n]*\n?")  # but not "```code``` and words"
_PARAGRAPH = lazy(r"(?m)^(?:[ \t>]*+[^ \t>\n][^\n]*+(?:\n|\Z))++")
_MARGIN = " \t>"  # what an indented or quoted line begins with
_MARK = r"(?:[-*+•–▪◦|#]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{2,4})[.)])[ \t]"  # of a list item, a row, a heading
_SIGN = r"[#|]|//|[$%] "  # of a line that stands by itself: a comment, a prompt
_MARKED = lazy(rf"[ \t>]*{_MARK}")
_ALONE = lazy(rf"[ \t>]*(?:{_SIGN})")
_FIRST = lazy(rf"[ \t>]*(?:{_SIGN}|{_MARK})")  # a line that never continues the one above it
_IN_COLUMNS = lazy(r"[^ >.!?] {2,}\S")  # a table
_COLUMNS = range(56, 122)
# A word that no statement ends with.
_HANGING = lazy(
    r"(?i)\b(?:an?|the|to|of|and|or|in|on|at|for|with|from|by|is|are|was|were|be|been|has|have|had|as|that|which|than|its|"
    r"their|our|your|my|not|no|but|if|yang|di|ke|dari|dan|atau|untuk|dengan|pada|karena|akan|oleh|tidak|belum|sudah)$"
)
_LONGEST_HANGING = 7  # letters of such a word, and the character before it
_RAGGED = 10  # characters by which people who break lines by hand may break them too early
_LEAST_BREAKS = 2  # breaks needed to recognise a column
_MANY = 4  # breaks needed if no line ends with a hanging word
_SHORT = 25  # a line this much shorter than the longest is short; most lines must not be


def unwrapped(text: str) -> str:
    """Return the text with the lines of such paragraphs joined. Breaks and margins become spaces, so offsets stay."""
    bare = text.replace("\r\n", " \n")
    if not _GOES_ON.search(bare):
        return text
    found: list[str] = []
    done = 0
    for start, end in paragraphs(bare):
        if bare.count("\n", start, end) < _LEAST_BREAKS or not is_wrapped(lines := bare[start:end].split("\n")):
            continue
        found += [text[done:start], lines[0]]
        for line, below in pairwise(lines):
            bare_line = below.lstrip(_MARGIN)
            joined = " " * (1 + len(below) - len(bare_line)) + bare_line
            found.append(joined if _is_break(line, below) else "\n" + below)
        done = end
    return "".join((*found, text[done:]))


def paragraphs(text: str) -> Iterator[Range]:
    """Yield (start, end) of the paragraphs: what stands between empty lines and fenced blocks."""
    for begin, until in _outside_fences(text):
        for match in _PARAGRAPH.finditer(text, begin, until):
            start, end = match.span()
            yield start, end - text.endswith("\n", start, end)


def _outside_fences(text: str) -> Iterator[Range]:
    """Yield (start, end) of what stands between fenced blocks."""
    begin = 0
    fence = ""
    for line in _FENCE.finditer(text) if any(mark in text for mark in _FENCES) else ():
        if not fence:
            yield begin, line.start()
            fence = line[1]
        elif line[1] == fence:
            fence = ""
            begin = line.end()
    if not fence:
        yield begin, len(text)


def is_wrapped(lines: Sequence[str]) -> bool:
    """Whether lines were broken at a column: each is about as long as can be, so that the first word of the next line
    would not have fitted, and most sentences go on across the breaks."""
    if len(lines) <= _LEAST_BREAKS:
        return False
    lines = [line.rstrip() for line in lines]
    sizes = [*map(len, lines)]
    width = max(sizes)
    if width not in _COLUMNS or 2 * sum(size < width - _SHORT for size in sizes[:-1]) > len(lines):
        return False
    breaks = [(line, below.lstrip(_MARGIN)) for line, below in pairwise(lines) if _is_break(line, below)]
    hangs = any(_hangs(line) for line, _ in breaks)
    if len(breaks) < (_LEAST_BREAKS if hangs else _MANY):
        return False
    least = width - (_RAGGED if hangs else 1)
    full = [pair for pair in breaks if len(pair[0]) + len(pair[1].partition(" ")[0]) >= least]
    if 10 * len(full) < 9 * len(breaks):
        return False
    going_on = [pair for pair in full if _GOES_ON.search("\n".join(pair)) or _hangs(pair[0])]
    firsts = [line.lstrip(_MARGIN).partition(" ")[0] for line in lines]
    output = [line for line, first in zip(lines, firsts, strict=True) if first in KNOWN or _IN_COLUMNS.search(line)]
    return (
        len(going_on) >= len(full) * (1 / 2 if hangs else 2 / 3)
        and 2 * len(output) <= len(lines)
        and len({*firsts}) > 1
    )


def _hangs(line: str) -> bool:
    """Whether a line ends with a word that no statement ends with."""
    return line[-1:].isalpha() and _HANGING.search(line, max(0, len(line) - _LONGEST_HANGING)) is not None


def _is_break(line: str, below: str) -> bool:
    """Whether a sentence may go on from one line to the line below."""
    return not (_FIRST.match(below) or _ALONE.match(line)) and _quoted(line) == _quoted(below)


def is_marked(line: str) -> bool:
    """Whether a line begins as a list item, a row or a heading does."""
    return bool(_MARKED.match(line))


def indented(line: str) -> bool:
    """Whether a line is indented as code is in Markdown."""
    return line.startswith(("    ", "\t"))


def _quoted(line: str) -> int:
    """Return how deep a line is quoted: the number of ">" before it."""
    return line[: len(line) - len(line.lstrip(_MARGIN))].count(">") if ">" in line else 0
