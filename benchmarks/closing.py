"""Measure whether an open item closes when a later message resolves it, and not before.

    python benchmarks/closing.py [--given] [--errors]

Reads `closing.jsonl` beside this file: conversations by an author who knew none of the rules, each with its open items,
the message that opens each and the one that closes it, if any. Each conversation is written message by message to a
database of its own. An item counts as found if an extracted value of the same message shares half of its words; several
items found in one list count as one, which should close with the last of them. For the items found it prints precision
(how many of those closed should be, by that message or by the output of its tool call) and recall, for the half whose
errors may be looked at (dev: odd ids) and the other one (test), and by language.

`--given` inserts the items that were not found, or only in a list of several, so that closing is measured apart from
finding.
`--errors` prints what went wrong in the dev half.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gagent_db

CONVERSATIONS = Path(__file__).with_suffix(".jsonl")
LEAST_SHARED = 0.5  # share of the words of the shorter text that make two texts the same item


@dataclass
class Outcome:
    """What became of one labelled item. Messages are given by their place in the conversation."""

    item: str
    opened: int
    should: int | None  # the message that should close it
    did: int | None  # the message that did
    found: bool
    is_right: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--given", action="store_true", help="insert the items that were not found")
    parser.add_argument("--errors", action="store_true", help="print what went wrong in the dev half")
    given = parser.parse_args()
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for line in CONVERSATIONS.read_text("utf-8").splitlines():
        conversation = json.loads(line)
        half = "dev" if int(conversation["id"].split("-")[1]) % 2 else "test"
        with tempfile.TemporaryDirectory() as folder:
            outcomes = list(follow(Path(folder) / "gagent.db", conversation, is_given=given.given))
        groups[half] += outcomes
        groups[f"{half}, {conversation['lang']}"] += outcomes
        if given.errors and half == "dev":
            report(conversation["id"], outcomes)
    print("half, language  items found  to close  closed  rightly  precision  recall")
    for name in sorted(groups):
        print(f"{name:15} {table_row(groups[name])}")


def follow(path: Path, conversation: dict[str, Any], *, is_given: bool) -> Iterator[Outcome]:
    """Write a conversation to a new database; yield what became of each of its open items."""
    with gagent_db.open(path) as db:
        session = db.create_session(channel="cli")
        ids: list[int] = []
        for place, message in enumerate(conversation["messages"]):
            ids += db.append(session.id, [{**message, "content": message["text"]}])
            for label in conversation["open"]:
                if is_given and label["opened"] == place and not stands_alone(db, ids[place], label, conversation):
                    put(db, ids[place], label["item"])
        seen: set[int] = set()
        for label in conversation["open"]:
            row = find(db, ids[label["opened"]], label["item"])
            if row and row["id"] in seen:
                continue  # found in a list with others, which is one item that closes with the last of them
            seen.update((row["id"],) if row else ())
            by = row["resolved_by_message_id"] if row and row["status"] == "resolved" else None
            did, should = None if by is None else ids.index(by), _closed_by(row, label, conversation)
            output = did is not None and did - 1 == should and conversation["messages"][did]["role"] == "tool"
            yield Outcome(label["item"], label["opened"], should, did, row is not None, did == should or output)


def find(db: gagent_db.Database, message_id: int, item: str) -> Any | None:
    """Return the item of a message that shares most words with a labelled one, if it shares enough; else None."""
    sql = "SELECT id, value, status, resolved_by_message_id FROM artifacts WHERE kind = 'unresolved' AND message_id = ?"
    rows = db.read().execute(sql, (message_id,)).fetchall()
    best = max(rows, key=lambda row: _shared(row["value"], item), default=None)
    return best if best is not None and _shared(best["value"], item)[0] >= LEAST_SHARED else None


def stands_alone(db: gagent_db.Database, message_id: int, label: dict[str, Any], conversation: dict[str, Any]) -> bool:
    """Whether an item was found by itself, not in a list of several."""
    found = find(db, message_id, label["item"])
    same = [other for other in conversation["open"] if other["opened"] == label["opened"]]
    others = [other["item"] for other in same if other is not label]
    return found is not None and all(_shared(found["value"], other)[0] < LEAST_SHARED for other in others)


def _closed_by(row: Any | None, label: dict[str, Any], conversation: dict[str, Any]) -> int | None:
    """Return the message that should close the row in which an item was found: for a list, that of its last item."""
    same = [other for other in conversation["open"] if other["opened"] == label["opened"]]
    listed = [other for other in same if row is not None and _shared(row["value"], other["item"])[0] >= LEAST_SHARED]
    ends = [closing["closed_by"] for closing in (listed if label in listed else [label])]
    return None if None in ends else max(ends)


def _shared(value: str, item: str) -> tuple[float, float]:
    """Return the number of common words as a share of those of the shorter text, and of those of both together."""
    left, right = ({*re.findall(r"\w+", text.lower())} for text in (value, item))
    common = len(left & right)
    return common / (min(len(left), len(right)) or 1), common / (len(left | right) or 1)


def put(db: gagent_db.Database, message_id: int, item: str) -> None:
    """Insert an open item through the view, as any program may."""
    sql = "INSERT INTO artifacts(message_id, kind, value, normalized, status) VALUES (?, 'unresolved', ?, ?, 'open')"
    db.write(lambda conn: conn.execute(sql, (message_id, item, item.lower())))


def table_row(outcomes: list[Outcome]) -> str:
    """Return the figures of these items as the columns of the table."""
    found = [outcome for outcome in outcomes if outcome.found]
    should = sum(outcome.should is not None for outcome in found)
    closed = [outcome for outcome in found if outcome.did is not None]
    rightly = sum(outcome.is_right for outcome in closed)
    shares = (f"{rightly / total:.2f}" if total else "-" for total in (len(closed), should))
    precision, recall = shares
    counts = f"{len(outcomes):5} {len(found):6} {should:9} {len(closed):7} {rightly:8}"
    return f"{counts} {precision:>10} {recall:>7}"


def report(name: str, outcomes: list[Outcome]) -> None:
    """Print the items that were closed by the wrong message, or wrongly left open."""
    for outcome in outcomes:
        if outcome.found and not outcome.is_right:
            print(f"{name} {outcome.opened}: {outcome.item!r} closed by {outcome.did}, not {outcome.should}")


if __name__ == "__main__":
    main()
