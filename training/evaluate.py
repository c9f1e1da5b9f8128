"""Measure how well decisions, open and closed items are found in messages from which nothing was learned.

    python training/evaluate.py [FILE ...] [--choose]

prints precision, recall and F1 of the whole extraction for each file (by default those in `held`), and for
conversations ("# ..." above each) also of what a database keeps. `--choose` prints the least votes (`LEAST_ALONE`,
`LEAST_BESIDE_RULE` in `gagent_db/extract/least_votes.py`) with the best sum of F1 on these files: run it after
`train.py`, and copy them there by hand.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from labelled import HELD, Labelled, conversations, read, sets, shared

import gagent_db
from gagent_db.extract import Item, extract_many, least_votes, votes
from gagent_db.extract.items import Kind

QUOTED: tuple[Kind, ...] = ("command", "url", "path")
_STEPS = (0.8, 0.4, 0.2, 0.1)


@dataclass
class Count:
    """Items of one kind: labelled, found, and both."""

    labelled: int = 0
    found: int = 0
    right: int = 0

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.labelled if self.labelled else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.found + self.labelled) if self.right else 0.0


def alone(messages: Sequence[Labelled]) -> list[list[Item]]:
    """What is found in each message, read by itself."""
    return extract_many([(message.text, message.role, message.tool_name, "text") for message in messages])


def in_conversations(path: Path) -> list[list[Item]]:
    """What a database keeps of it, with each conversation of a file as a session."""
    kept: list[list[Item]] = []
    with tempfile.TemporaryDirectory() as folder, gagent_db.open(Path(folder) / "gagent.db") as db:
        for said in conversations(path):
            session = db.create_session(channel="cli")
            ids = db.append(session.id, [{"role": one.role, "content": one.text} for one in said])
            for message_id, items in zip(ids, alone(said), strict=True):
                rows = db.read().execute("SELECT kind, value FROM artifacts WHERE message_id = ?", (message_id,))
                there = {(row[0], row[1]) for row in rows}
                kept.append([one for one in items if one.kind == "resolved" or (one.kind, one.value) in there])
    return kept


def counts(messages: Sequence[Labelled], found: Sequence[Sequence[Item]]) -> dict[Kind, Count]:
    """Compare what is found in the messages with their labels. An item is right if it shares most of the shorter of the
    two with a label of its kind; optional labels (readers may differ) count neither for nor against it."""
    result = {kind: Count() for kind in votes.KINDS}
    for message, items in zip(messages, found, strict=True):
        for kind, count in result.items():
            marks = [mark for mark in message.marks if mark[2] == kind]
            waiting = [mark for mark in marks if not mark[3]]
            count.labelled += len(waiting)
            for item in items:
                if item.kind != kind:
                    continue
                if hit := next((mark for mark in waiting if shared(mark, item.start, item.end)), None):
                    waiting.remove(hit)
                    count.right += 1
                elif any(shared(mark, item.start, item.end) for mark in marks):
                    continue
                count.found += 1
    return result


def quoted(messages: Sequence[Labelled]) -> dict[Kind, Count]:
    """The same for commands, addresses and paths, in sets that are labelled with them: one is right if it equals the
    label, except for a "./" before or a "/" after it, and counts once per message."""
    result = {kind: Count() for kind in QUOTED if any(mark[2] == kind for one in messages for mark in one.marks)}
    if not result:
        return result
    for message, items in zip(messages, alone(messages), strict=True):
        for kind, count in result.items():
            marks = {
                _bare(message.text[start:end]): optional for start, end, of, optional in message.marks if of == kind
            }
            wanted = {value for value, optional in marks.items() if not optional}
            given = {_bare(item.value) for item in items if item.kind == kind} - (marks.keys() - wanted)
            count.labelled += len(wanted)
            count.found += len(given)
            count.right += len(wanted & given)
    return result


def _bare(value: str) -> str:
    return value.replace('\\"', '"').replace("\\\\", "\\").removeprefix("./").rstrip("/") or value


def choose(messages: Sequence[Labelled]) -> None:
    """Choose the least votes with the best sum of F1, one after the other in ever smaller steps."""
    best = _worth(messages)
    for step in _STEPS:
        for least in (least_votes.LEAST_ALONE, least_votes.LEAST_BESIDE_RULE):
            for kind in votes.KINDS:
                for change in (step, -step):
                    while True:
                        least[kind] += change
                        if (now := _worth(messages)) <= best:
                            least[kind] -= change
                            break
                        best = now


def _worth(messages: Sequence[Labelled]) -> float:
    return sum(count.f1 for count in counts(messages, alone(messages)).values())


def rows(name: str, found: dict[Kind, Count]) -> Iterator[str]:
    for kind, count in found.items():
        figures = f"{count.precision:.3f}  {count.recall:.3f}  {count.f1:.3f}"
        yield f"{name:22}{kind:12}{count.labelled:5}{count.found:6}{count.right:6}  {figures}"
        name = ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--choose", action="store_true")
    given = parser.parse_args()
    files = {path: list(read(path)) for path in given.files or sets(HELD)}
    everything = [message for messages in files.values() for message in messages]
    if given.choose:
        choose(everything)
        for least in (least_votes.LEAST_ALONE, least_votes.LEAST_BESIDE_RULE):
            print({kind: round(value, 2) for kind, value in least.items()})
    print(f"{'':34}{'gold':>5}{'found':>6}{'right':>6}  {'P':5}  {'R':5}  F1")
    for path, messages in files.items():
        print(*rows(path.stem, counts(messages, alone(messages)) | quoted(messages)), sep="\n")
        if path.suffix == ".txt" and sum(1 for _ in conversations(path)) > 1:
            print(*rows("  as conversations", counts(messages, in_conversations(path))), sep="\n")
    if len(files) > 1:
        print(*rows("all", counts(everything, alone(everything))), sep="\n")


if __name__ == "__main__":
    main()
