"""Measure recall by meaning: 60 questions whose answers share no word with them, each with a lure that does.

    python benchmarks/paraphrase.py [--embedder NAME] [--no-lures] [--noise N]

A lure repeats the words of the question but is about something else. The rest of the archive is noise: messages of
the LoCoMo development set if the shared data is there, else none. Prints message R@k of the flat ranking, in auto
mode, by meaning alone and by words alone.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

from locomo import DATA, turn_text

from gagent_db.recall.index import index_pending, status
from gagent_db.recall.search import search_messages
from gagent_db.store import messages, sessions
from gagent_db.store.database import Store

PAIRS = Path(__file__).resolve().parent / "data" / "paraphrase.jsonl"


def load(store: Store, pairs: list[dict[str, str]], *, lures: bool, noise: int) -> list[int]:
    """Write answers and lures, each in a session of its own, and noise; return the ids of the answers."""
    answers = []
    for pair in pairs:
        for kind in ("answer", "lure") if lures else ("answer",):
            session = sessions.create_session(store, channel="cli")
            (written,) = messages.append(store, session.id, [{"role": "assistant", "content": pair[kind]}])
            if kind == "answer":
                answers.append(written)
    if noise and DATA.is_file():
        turns = [
            turn
            for conversation in json.loads(DATA.read_text())["conversations"]
            for item in conversation["sessions"]
            for turn in item["messages"]
        ]
        session = sessions.create_session(store, channel="noise")
        step = max(1, len(turns) // noise)
        lines = [{"role": "user", "content": turn_text(turn)} for turn in turns[::step][:noise]]
        messages.append(store, session.id, lines)
    return answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--embedder")
    parser.add_argument("--pairs", type=Path, default=PAIRS)
    parser.add_argument("--no-lures", action="store_true")
    parser.add_argument("--noise", type=int, default=1000)
    given = parser.parse_args()
    pairs = [json.loads(line) for line in given.pairs.read_text().splitlines()]
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "p.db") as store:
        answers = load(store, pairs, lures=not given.no_lures, noise=given.noise)
        index_pending(store, embedder=given.embedder)
        total = status(store)["messages"]
        print(f"{len(pairs)} questions, {total} messages, {'no ' * given.no_lures}lures")
        for mode in ("auto", "semantic", "lexical"):
            started = time.process_time()
            ranks = []
            for pair, answer in zip(pairs, answers, strict=True):
                found = [hit.message_id for hit in search_messages(store, pair["question"], limit=20, mode=mode)]
                ranks.append(found.index(answer) if answer in found else 99)
            shares = "  ".join(f"R@{k} {sum(rank < k for rank in ranks) / len(ranks):.2f}" for k in (1, 5, 10, 20))
            print(f"{mode:9} {shares}   CPU {(time.process_time() - started) / len(pairs) * 1000:.1f} ms a question")


if __name__ == "__main__":
    main()
