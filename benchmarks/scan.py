"""Measure how many harmful texts the memory scanner refuses, and how many harmless notes it passes.

    python benchmarks/scan.py [--misses] [--corpus FILE.jsonl]

--corpus takes lines of {"text", "label": "malicious"|"benign", "category"}, for a set written by others.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from pathlib import Path

from scan_probes import HARMFUL, HARMLESS
from scan_probes_more import SECOND_HARMFUL, SECOND_HARMLESS, THIRD_HARMFUL, THIRD_HARMLESS

from gagent_db.memory.scan import classes, scan

DATA = Path(__file__).parent / "data"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--misses", action="store_true", help="list what was judged wrongly")
    parser.add_argument("--corpus", type=Path, help="judge another labelled set")
    options = parser.parse_args()
    scan("warm up")
    if options.corpus:
        rows = [json.loads(line) for line in options.corpus.read_text("utf-8").splitlines()]
        probes = [(row["category"], row["text"]) for row in rows if row["label"] == "malicious"]
        notes = [(row["category"], row["text"]) for row in rows if row["label"] == "benign"]
        report("refused, by category", [(kind, text, bool(scan(text))) for kind, text in probes], options.misses)
        report("passed, by category", [(kind, text, not scan(text)) for kind, text in notes], options.misses)
        return
    started = time.process_time()
    harmful = [(threat, language, text, classes(scan(text))) for threat, language, text in HARMFUL]
    harmless = [(language, text, scan(text)) for language, text in HARMLESS]
    milliseconds = (time.process_time() - started) * 1000 / (len(HARMFUL) + len(HARMLESS))
    report("refused, by class", [(threat, text, threat in found) for threat, _, text, found in harmful], options.misses)
    report("refused, by language", [(language, text, bool(found)) for _, language, text, found in harmful], False)
    report("passed, by language", [(language, text, not found) for language, text, found in harmless], options.misses)
    more = (
        ("second set", SECOND_HARMFUL, SECOND_HARMLESS),
        ("third set", THIRD_HARMFUL, THIRD_HARMLESS),
        ("fourth set", lines("scan_harmful.txt"), lines("scan_harmless.txt")),
    )
    bad = [(name, text, bool(scan(text))) for name, probes, _ in more for text in probes]
    good = [(name, text, not scan(text)) for name, _, notes in more for text in notes]
    report("refused, further sets", bad, options.misses)
    report("passed, further sets", good, options.misses)
    print(f"\nCPU per text: {milliseconds:.2f} ms")


def lines(name: str) -> list[str]:
    """Return the texts of a file, one per line. Harmful ones avoid the usual words; harmless ones come near them."""
    return (DATA / name).read_text("utf-8").splitlines()


def report(title: str, judged: list[tuple[str, str, bool]], misses: bool) -> None:
    """Print right / all for each group, then for all groups."""
    groups: dict[str, list[bool]] = defaultdict(list)
    for group, _, right in judged:
        groups[group].append(right)
    print(f"\n{title}")
    for group, results in sorted(groups.items()):
        print(f"  {group:22} {sum(results):3} / {len(results)}")
    total = sum(right for *_, right in judged)
    print(f"  {'all':22} {total:3} / {len(judged)}  ({total / len(judged):.1%})")
    if misses:
        for group, text, right in judged:
            if not right:
                print(f"    wrong: {group}: {text!r}")


if __name__ == "__main__":
    main()
