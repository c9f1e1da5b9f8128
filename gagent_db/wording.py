"""Text for people: numbers with their nouns, text on one line, text that is safe to print."""

from __future__ import annotations

import re

# What a terminal obeys: escape sequences, then every other control character except tab and newline.
_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # colours, the cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)"  # titles, the clipboard
    r"|\x1b[ -/]*[0-~]"
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

NOTHING_YET = "No conversation is recorded yet; bring transcripts in: gagent-db import"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return ``1 message``, ``2 messages``, ``1,000 messages``; ``plural`` is for a noun whose plural is not in -s."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


# What happens to a message after it is stored, by its name in the overview.
INDEXED = {"extraction": "read for decisions, commands and the like", "vectors": "found by meaning"}


def one_line(text: str, length: int | None = None) -> str:
    """Return ``text`` with single spaces for all white space, cut to ``length`` characters with ``…`` at the end.

    It is cut at the end of a word if there is one in the last fifth.
    """
    line = " ".join(text.split())
    if length is None or len(line) <= length:
        return line
    word_end = line.rfind(" ", length * 4 // 5, length)
    return line[: word_end if word_end > 0 else length - 1].rstrip() + "…"


def printable(text: str) -> str:
    """Return ``text`` without what a terminal would obey: a transcript could hide lines, or write to the clipboard."""
    if not _CONTROLS.search(text):
        return text
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROLS.sub("", _SEQUENCES.sub("", lines))


def located(path: str, line: int | None, reason: str) -> str:
    """Return ``file:7: reason``, without the line number or the path where these are not given."""
    if not path:
        return reason
    return f"{path}:{line}: {reason}" if line else f"{path}: {reason}"
