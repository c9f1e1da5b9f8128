"""Read labelled messages, one per line of a file.

Language and role (u user, a assistant, t:TOOL), a tab, the text with ⏎ for a line break, and {d|...}, {u|...}, {r|...}
around what states a decision, an open or a closed item (with ? after the letter: readers may differ). Votes learn from
`messages`; `talks` are whole conversations, on which is set what a conversation adds to votes; nothing is learned from
`held`. All are invented. Sets that are also labelled with commands, addresses and paths are JSON lines (`.jsonl`):
lang, role, tool_name, text, and gold, a list of kind, text and perhaps optional.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gagent_db.extract.items import Kind

MESSAGES, TALKS, HELD = (Path(__file__).with_name(name) for name in ("messages", "talks", "held"))
KINDS: dict[str, Kind] = {"d": "decision", "u": "unresolved", "r": "resolved"}
_MARK = re.compile(r"\{([dur])(\??)\|")
_ROLES = {"u": "user", "a": "assistant"}


Mark = tuple[int, int, Kind, bool]  # start, end, kind, optional


@dataclass
class Labelled:
    """A message and its marks."""

    text: str
    role: str
    tool_name: str | None
    marks: list[Mark]


def sets(folder: Path) -> list[Path]:
    """The files of labelled messages in a folder."""
    return sorted([*folder.glob("*.txt"), *folder.glob("*.jsonl")])


def read(path: Path) -> Iterator[Labelled]:
    """The messages of a file; raises ValueError with file and line for one that cannot be read."""
    one = parse_json if path.suffix == ".jsonl" else parse
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                yield one(line)
            except ValueError as error:
                raise ValueError(f"{path}:{number}: {error}") from None


def conversations(path: Path) -> Iterator[list[Labelled]]:
    """The messages of a file by conversation: the lines below each heading "# ...", if it has any."""
    said: list[Labelled] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#") and said:
            yield said
            said = []
        elif line.strip() and not line.startswith("#"):
            said.append(parse(line))
    yield said


def parse(line: str) -> Labelled:
    """The message a line stands for; raises ValueError for one that cannot be read."""
    head, _, body = line.partition("\t")
    said = head.split()
    if len(said) != 2 or not (said[1] in _ROLES or said[1].startswith("t:")) or not body.strip():
        raise ValueError("a line is LANGUAGE ROLE, a tab, and a text")
    text: list[str] = []
    opened: list[tuple[Kind, bool, int]] = []
    marks: list[Mark] = []
    at = 0
    while at < len(body):
        if mark := _MARK.match(body, at):
            opened.append((KINDS[mark[1]], bool(mark[2]), len(text)))
            at = mark.end()
            continue
        if body[at] == "}" and opened:
            kind, optional, start = opened.pop()
            marks.append((start, len(text), kind, optional))
        else:
            text.append("\n" if body[at] == "⏎" else body[at])
        at += 1
    if opened:
        raise ValueError("a mark is not closed")
    tool = said[1][2:] if said[1].startswith("t:") else None
    return Labelled("".join(text), _ROLES.get(said[1], "tool"), tool, marks)


def parse_json(line: str) -> Labelled:
    """The message a line of JSON stands for; raises ValueError for one that cannot be read. A label marks the first
    place of its text."""
    row = json.loads(line)
    text = row["text"]
    marks = [
        (text.index(gold["text"]), text.index(gold["text"]) + len(gold["text"]), gold["kind"], "optional" in gold)
        for gold in row["gold"]
    ]
    return Labelled(text, row["role"], row.get("tool_name"), marks)


def shared(mark: Mark, start: int, end: int) -> bool:
    """Do a stretch and a mark share most of the shorter one?"""
    left, right, *_ = mark
    both = min(end, right) - max(start, left)
    return both > 0 and both >= 0.5 * min(end - start, right - left)
