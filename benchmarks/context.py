"""Measure how much evidence the context block of a question has, and how many tokens it costs, on LoCoMo.

    python benchmarks/context.py [--budget 1200] [--limit N]

Each question of the development half (categories 1 to 4) is asked over all conversations. Evidence is the mean share of
the answering messages that the block names. Tokens are counted as the block itself counts them.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from contextlib import closing
from pathlib import Path

from locomo import DATA, load

from gagent_db.agents.context import BUDGET, context
from gagent_db.memory.tokens import estimate_tokens
from gagent_db.recall.index import index_pending
from gagent_db.store.database import Store

_NAMED = re.compile(r", message (\d+)\]")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--limit", type=int, help="only so many questions, evenly spread")
    options = parser.parse_args()
    data = json.loads(DATA.read_text("utf-8"))
    asked = [question for question in data["questions"] if question["category"] < 5]
    asked = asked[:: max(1, len(asked) // options.limit)] if options.limit else asked
    with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder) / "locomo.db")) as store:
        ids = load(store, data)
        index_pending(store)
        shares: list[float] = []
        tokens: list[int] = []
        lines: list[int] = []
        for question in asked:
            block = context(store, question["question"], budget=options.budget)
            named = {int(number) for number in _NAMED.findall(block)}
            tokens.append(estimate_tokens(block))
            lines.append(len(named))
            if evidence := {ids[key] for key in question["evidence"] if key in ids}:
                shares.append(len(evidence & named) / len(evidence))
    count = len(asked)
    print(f"{count} questions, budget {options.budget}: evidence {sum(shares) / len(shares):.3f}", end="")
    print(f"   tokens {sum(tokens) / count:.0f}   messages {sum(lines) / count:.1f}")


if __name__ == "__main__":
    main()
