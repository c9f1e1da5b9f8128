"""How much of what is found in whole conversations is right, by who says it, how, when, and with how many votes.

    python training/stages.py

reads the conversations in `talks`, which votes have not learned from, each message by itself, and prints right/found
for each number of votes: `LEAST_IN_TALK` in `gagent_db/extract/least_votes.py` is set by hand from this table.
"""

from __future__ import annotations

import argparse
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator

from evaluate import alone
from labelled import TALKS, Labelled, conversations, shared

from gagent_db.extract import Item, votes
from gagent_db.extract.items import STATED, Kind
from gagent_db.extract.least_votes import EARLY, Stage

KINDS: tuple[Kind, ...] = ("decision", "unresolved")
SPEAKERS = ("user", "assistant")
VOTES = (-0.6, 0.0, 0.4, 0.8, 1.2, 1.6, 2.0, 2.5, 3.0)
Cell = tuple[str, Kind, str, Stage]  # who says it, its kind, how it is told, when


def found_in(messages: list[Labelled]) -> Iterator[tuple[Cell, float, bool]]:
    """Yield (cell, votes, is it right?) of what is found in a conversation, unless readers may differ about it."""
    before = 0
    for message, items in zip(messages, alone(messages), strict=True):
        if message.role not in SPEAKERS:
            continue
        stage: Stage = "opening" if not before else "early" if before < EARLY else "later"
        counted = votes.votes_of(message.text, message.role)
        for item in items:
            if item.kind not in KINDS:
                continue
            optional = [mark[3] for mark in message.marks if mark[2] == item.kind and shared(mark, *_place(item))]
            if optional != [True]:
                number = counted.of(*_place(item))[STATED.index(item.kind)]
                yield (message.role, item.kind, item.how, stage), number, False in optional
        before += 1


def _place(item: Item) -> tuple[int, int]:
    return item.start, item.end


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    found: Counter[tuple[Cell, int]] = Counter()
    right: Counter[tuple[Cell, int]] = Counter()
    for path in sorted(TALKS.glob("*.txt")):
        for messages in conversations(path):
            for cell, number, is_right in found_in(messages):
                at = bisect_right(VOTES, number)
                found[cell, at] += 1
                right[cell, at] += is_right
    print(f"{'votes from':36}{'':>8}" + "".join(f"{least:>8}" for least in VOTES))
    for cell in sorted({cell for cell, _ in found}):
        columns = (f"{right[cell, at]}/{found[cell, at]}" if found[cell, at] else "" for at in range(len(VOTES) + 1))
        print(f"{' '.join(cell):36}" + "".join(f"{column:>8}" for column in columns))


if __name__ == "__main__":
    main()
