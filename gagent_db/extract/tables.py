"""Read rows of Markdown tables: their cells, and whether a cell says that the thing in its row is open or done."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, NamedTuple

from .items import phrase_set, word_set
from .lazy import lazy
from .marks import MARKS_DONE, MARKS_OPEN, STATUS_DONE, STATUS_OPEN
from .markup import Line

_OPEN = STATUS_OPEN | phrase_set(
    "not started|in progress|to do|belum|belum mulai|on hold|in review|proses|berjalan|tertunda|menunggu|ongoing|"
    "not done|untested|missing|failing|wip|draft|review|next|investigating|assigned|in qa|to be done|tbd|unassigned|"
    "stuck|delayed|pending review|dikerjakan|ditunda|nunggu"
)
_DONE = STATUS_DONE | word_set("shipped fixed live deployed selesai beres kelar rampung lunas released answered")
_TITLES = word_set("status state progress stage keadaan kondisi progres tahap")
# In a column with such a title, these too say that something is open or done.
_SAYS_OPEN = lazy(
    r"\?*|(?:not|no|waiting|awaiting|blocked|pending|on hold|in progress|half|partly|partially|draft|todo|to do|open|"
    r"late|overdue|stuck|broken|missing|next|needs?|belum|masih|nunggu|menunggu|tunggu|tertunda|proses|kurang|telat|"
    r"macet)\b(?: \S+){0,2}|(?!(\d+) ?(?:of|/|dari) ?\1\b)\d+ ?(?:of|/|dari) ?\d+\b.*|\d{1,2} ?%.*"
)
_SAYS_DONE = lazy(
    r"(?:done|finished|complete|completed|merged|shipped|fixed|live|deployed|paid|signed|sent|booked|closed|100 ?%|"
    r"selesai|beres|kelar|lunas|sudah|udah)\b.*"
)
_BAR = lazy(r"(?<!\\)\|")
_RULE = frozenset("|-: \t\r")
_EDGES = " *_`." + MARKS_DONE + MARKS_OPEN
_LONGEST_STATE = 40  # characters
_TICKET = lazy(r"#?\d+|[A-Z]{2,}-\d+|\W*")


class Row(NamedTuple):
    """A row of a table. `mark`: the state it gives a thing, "" for none. `cells`: (start, end) of the cells to read,
    which is the one that names the thing if there is a mark, else all that are not empty."""

    mark: Literal["open", "done", ""]
    cells: list[tuple[int, int]]


def state_column(text: str, line: Line) -> int:
    """Return the index of the column that holds states, by its title in the header `line`; -1 if there is none."""
    below = text.find("\n", line.end) + 1
    end = text.find("\n", below)
    if not below or not _is_rule(text[below : end if end > 0 else len(text)]):
        return -1
    titles = [text[left:right].strip(" *_`").lower() for left, right in _all_cells(text, line)]
    return next((index for index, title in enumerate(titles) if title in _TITLES), -1)


def read_row(text: str, line: Line, column: int) -> Row:
    """Return what one row holds. `column`: as `state_column` found it; elsewhere only exact status words count."""
    if _is_rule(text[line.start : line.end]):
        return Row("", [])
    row = _all_cells(text, line)
    contents = [text[left:right].strip(" *_`") for left, right in row]
    full = [cell for cell, words in zip(row, contents, strict=True) if words]
    for index, words in enumerate(contents):
        if len(words) > _LONGEST_STATE or (index and not words and index != column):
            continue
        status = words.strip(_EDGES).lower()
        is_open = status in _OPEN or (index == column and bool(_SAYS_OPEN.fullmatch(status)))
        if index and full and (is_open or status in _DONE or (index == column and _SAYS_DONE.fullmatch(status))):
            about = full[0]
            if _TICKET.fullmatch(text[slice(*about)].strip(" *`")) and len(full) > 1 and full[1] != row[index]:
                about = full[1]
            return Row("open" if is_open else "done", [about])
    return Row("", full)


def _is_rule(row: str) -> bool:
    """Whether a table row is the line below the header."""
    return "--" in row and set(row) <= _RULE


def _all_cells(text: str, line: Line) -> list[tuple[int, int]]:
    """Return (start, end) of every cell of a row, empty ones too."""
    end = line.end
    while text[end - 1] in " \t\r":
        end -= 1
    bars = [match.start() for match in _BAR.finditer(text, line.start, end)]
    if text[end - 1] != "|":
        bars.append(end)
    return [(left + 1, right) for left, right in pairwise(bars)]
