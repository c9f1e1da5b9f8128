"""Measure how well and how fast artifacts are extracted.

    python benchmarks/artifacts.py [--sessions 60] [--errors N]

Prints precision, recall and F1 for each kind, by the scorer of the label set (`$GAGENT_SHARED_DATA/labels`; skipped if
it is missing). Then prints the CPU time per byte for several kinds of text: of the whole extraction, of the scan before
it, and, to show how fast the machine is, of splitting the same text into a set of words.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gagent_db
from gagent_db.extract import Message, extract, extract_many, scanned

SHARED = Path(os.environ.get("GAGENT_SHARED_DATA", Path(__file__).parents[2] / "shared" / "data"))
ROUNDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=60, help="generated sessions of 100 messages")
    parser.add_argument("--errors", type=int, default=0, help="also print up to N errors of each kind")
    given = parser.parse_args()
    if (SHARED / "labels").is_dir():
        score(SHARED / "labels", given.errors)
    else:
        print(f"No label set at {SHARED / 'labels'}: quality is not measured.")
    if (SHARED / "bench" / "gen_messages.py").is_file():
        speed(SHARED / "bench" / "gen_messages.py", given.sessions)


def score(labels: Path, errors: int) -> None:
    """Extract the items of every labelled message and pass them to the scorer."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as predicted:
        for line in (labels / "dev.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            items = extract(row["text"], row["role"], row["tool_name"])
            found = [{"kind": item.kind, "text": item.value} for item in items]
            predicted.write(json.dumps({"id": row["id"], "items": found}) + "\n")
        predicted.flush()
        command = [sys.executable, str(labels / "score.py"), str(labels / "dev.jsonl"), predicted.name]
        subprocess.run([*command, "--errors", str(errors)], check=True)


def speed(generator: Path, sessions: int) -> None:
    """Print CPU nanoseconds per byte, the best of ROUNDS rounds, for generated and other text."""
    spec = importlib.util.spec_from_file_location("gen_messages", generator)
    assert spec and spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    generated = [
        (message["content"], message["role"], message.get("tool_name"), "text")
        for number in range(sessions)
        for message in module.gen_session(number, 1000)["messages"]
        if message["content"]
    ]
    mixed = {"generated": generated, **mixes()}
    for messages in mixed.values():  # compile the patterns first
        extract_many(messages)
    print(f"\nBest of {ROUNDS} rounds, CPU time of one core")
    print(f"{'':<14}{'messages':>9}{'MB':>7}{'ns/byte':>9}{'MB/s':>7}{'scan':>7}{'split':>7}{'/ split':>9}")
    for name, messages in mixed.items():
        measure(name, messages)


def mixes() -> dict[str, list[Message]]:
    """Return text of other kinds, by name: real transcripts, chats of two people, the label set, this project's
    documents and sources. Data that is missing is left out."""
    found: dict[str, list[Message]] = {}
    transcripts = [SHARED / name for name in ("claude-code", "swe-agent", "g-agent") if (SHARED / name).is_dir()]
    if transcripts:
        with tempfile.TemporaryDirectory() as folder, gagent_db.open(Path(folder) / "gagent.db") as db:
            db.import_paths(transcripts)
            rows = db.read().execute("SELECT content, role, content_type FROM messages WHERE content <> ''")
            found["transcripts"] = [(row[0], row[1], None, row[2]) for row in rows]
    if (SHARED / "locomo" / "dev.json").is_file():
        found["chats"] = [
            (turn["text"], "user" if turn["speaker"] == talk["speakers"][0] else "assistant", None, "text")
            for talk in json.loads((SHARED / "locomo" / "dev.json").read_text("utf-8"))["conversations"]
            for session in talk["sessions"]
            for turn in session["messages"]
        ]
    if (SHARED / "labels" / "dev.jsonl").is_file():
        labelled = map(json.loads, (SHARED / "labels" / "dev.jsonl").read_text("utf-8").splitlines())
        found["labelled"] = [(row["text"], row["role"], row["tool_name"], "text") for row in labelled]
    root = Path(__file__).parents[1]
    documents = sorted((root / "docs").rglob("*.md"))
    found["documents"] = [(path.read_text("utf-8"), "assistant", None, "text") for path in documents]
    sources = sorted((root / "gagent_db").rglob("*.py"))
    found["sources"] = [(path.read_text("utf-8"), "tool", "read_file", "text") for path in sources]
    return found


def measure(name: str, messages: list[Message]) -> None:
    """Print one line of figures."""
    size = sum(len(text.encode()) for text, *_ in messages)
    texts = [text for text, *_ in messages]
    extracting = best(lambda: extract_many(messages))
    scanning = best(lambda: list(scanned(messages)))
    splitting = best(lambda: [set(text.lower().split()) for text in texts])
    nanoseconds = [seconds / size * 1e9 for seconds in (extracting, scanning, splitting)]
    print(
        f"{name:<14}{len(messages):>9}{size / 1e6:>7.2f}{nanoseconds[0]:>9.0f}{1000 / nanoseconds[0]:>7.1f}"
        f"{nanoseconds[1]:>7.0f}{nanoseconds[2]:>7.0f}{extracting / splitting:>9.1f}"
    )


def best(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the fastest of ROUNDS rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    main()
