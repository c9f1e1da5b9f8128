"""How well and how fast artifacts are extracted.

    python benchmarks/artifacts.py [--sessions 60] [--errors N]

Prints precision, recall and F1 a kind with the label set's own scorer (`$GAGENT_SHARED_DATA/labels`, left out where it
is not there), then CPU time a byte of text over generated transcripts, beside that of splitting the same text into a
set of words, which tells how fast the machine is.
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

from gagent_db.extract import _VOCABULARY, extract
from gagent_db.extract.commands import find_commands
from gagent_db.extract.paths import find_paths
from gagent_db.extract.reading import Reading
from gagent_db.extract.statements import find_statements
from gagent_db.extract.urls import find_urls

SHARED = Path(os.environ.get("GAGENT_SHARED_DATA", Path(__file__).parents[2] / "shared" / "data"))
ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=60, help="generated sessions of 100 messages")
    parser.add_argument("--errors", type=int, default=0, help="also print up to N errors a kind")
    given = parser.parse_args()
    if (SHARED / "labels").is_dir():
        score(SHARED / "labels", given.errors)
    else:
        print(f"No label set at {SHARED / 'labels'}: quality is not measured.")
    if (SHARED / "bench" / "gen_messages.py").is_file():
        speed(SHARED / "bench" / "gen_messages.py", given.sessions)


def score(labels: Path, errors: int) -> None:
    """Predict every labelled message and hand the predictions to the scorer."""
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
    """CPU nanoseconds a byte, the best of a few rounds."""
    spec = importlib.util.spec_from_file_location("gen_messages", generator)
    assert spec and spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    messages = [
        (message["content"], message["role"], message.get("tool_name"))
        for number in range(sessions)
        for message in module.gen_session(number, 1000)["messages"]
        if message["content"]
    ]
    size = sum(len(text.encode()) for text, _, _ in messages)
    splitting = best(lambda: [set(text.lower().split()) for text, _, _ in messages])
    words = best(lambda: [frozenset(Reading(text, _VOCABULARY).words) for text, _, _ in messages])
    urls = best(lambda: [find_urls(text) for text, _, _ in messages])
    paths = best(lambda: [find_paths(text) for text, _, _ in messages])
    commands = best(lambda: [find_commands(Reading(text, _VOCABULARY), role == "tool") for text, role, _ in messages])
    statements = best(
        lambda: [find_statements(Reading(text, _VOCABULARY), role, tool) for text, role, tool in messages]
    )
    extracting = best(lambda: [extract(*message) for message in messages])
    print(f"\n{len(messages)} messages, {size / 1e6:.2f} MB of text, best of {ROUNDS} rounds, CPU time of one core")
    print(f"{'':<26}{'ns/byte':>9}{'MB/s':>8}")
    for name, seconds in (
        ("split into words", splitting),
        ("words that are anchors", words),
        ("addresses", urls),
        ("paths", paths),
        ("commands, with words", commands),
        ("statements, with words", statements),
        ("extract", extracting),
    ):
        print(f"{name:<26}{seconds / size * 1e9:>9.0f}{size / seconds / 1e6:>8.1f}")
    print(f"extract / split: {extracting / splitting:.1f}")


def best(work: Callable[[], object]) -> float:
    """CPU seconds of the fastest round."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    main()
