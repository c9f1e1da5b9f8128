"""Measure recall on LoCoMo: sessions and messages found for questions about long conversations.

    python benchmarks/locomo.py [--data FILE] [--limit N] [--embedder NAME] [--mode MODE] [--detail] [--no-baseline]

The metric is that of the data's README: session hit@k and MRR over the first 20 sessions, message R@k over
the first k of one flat ranking (categories 1 to 4), once with the conversation as a filter and once over all.
The baseline is a plain ``porter`` OR (best message + a quarter of the next three). The data is CC BY-NC: read it
where it is (../shared/data, or GAGENT_SHARED_DATA), never copy it here.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sqlite3
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from gagent_db.recall.index import index_pending
from gagent_db.recall.search import search, search_messages
from gagent_db.recall.words import ENGLISH
from gagent_db.store import messages, sessions
from gagent_db.store.database import Store

HERE = Path(__file__).resolve().parent
DATA = Path(os.environ.get("GAGENT_SHARED_DATA", HERE.parent.parent / "shared" / "data")) / "locomo" / "dev.json"
Answer = tuple[list[str], list[int]]  # sessions and messages, best first


def load(store: Store, data: dict[str, Any]) -> dict[str, int]:
    """Write the conversations into a store; return the message id of each turn."""
    ids: dict[str, int] = {}
    for conversation in data["conversations"]:
        for item in conversation["sessions"]:
            at = item["started_at"]
            session = sessions.create_session(
                store, id=item["id"], channel="chat", chat_id=conversation["id"], created_at=at, updated_at=at
            )
            turns = [
                {"role": "user", "content": turn_text(turn), "created_at": at, "uid": turn["id"]}
                for turn in item["messages"]
            ]
            written = messages.append(store, session.id, turns)
            ids.update(zip((turn["id"] for turn in item["messages"]), written, strict=True))
    return ids


def turn_text(turn: dict[str, Any]) -> str:
    return f"{turn['speaker']}: {turn['text']}" + (f" [shares {turn['caption']}]" if turn["caption"] else "")


def ours(store: Store, mode: str) -> Callable[[str, str | None], Answer]:
    def ask(question: str, chat_id: str | None) -> Answer:
        found = search(store, question, chat_id=chat_id, limit=20, window=0, mode=mode)
        hits = search_messages(store, question, chat_id=chat_id, limit=20, mode=mode)
        return [item.session_id for item in found.sessions], [hit.message_id for hit in hits]

    return ask


def plain_or(store: Store) -> Callable[[str, str | None], Answer]:
    """Return the baseline, a few lines over FTS5: OR of the content words, bm25, best message + a quarter of three."""
    conn = store.read()

    def ask(question: str, chat_id: str | None) -> Answer:
        asked = list(dict.fromkeys(re.findall(r"[^\W_]+", question.lower())))
        terms = [word for word in asked if word not in ENGLISH] or asked
        rows = conn.execute(
            """SELECT m.id, m.session_id, -bm25(messages_fts) FROM messages_fts f JOIN messages m ON m.id = f.rowid
               JOIN sessions s ON s.id = m.session_id
               WHERE messages_fts MATCH ?1 AND (?2 IS NULL OR s.chat_id = ?2) ORDER BY bm25(messages_fts)""",
            (" OR ".join(f'"{term}"' for term in terms), chat_id),
        ).fetchall()
        grouped: dict[str, list[float]] = defaultdict(list)
        for row in rows:
            grouped[row[1]].append(row[2])
        score = {key: best[0] + 0.25 * sum(best[1:4]) for key, best in grouped.items()}
        return sorted(score, key=lambda key: -score[key])[:20], [row[0] for row in rows[:20]]

    return ask


def measure(
    questions: list[dict[str, Any]], ids: dict[str, int], ask: Callable[[str, str | None], Answer], pooled: bool
) -> dict[str, Any]:
    """Return hit rates (per cent) by group of categories, message recall, and CPU milliseconds per question."""
    ranks: dict[int, list[int]] = defaultdict(list)
    recalls: list[list[float]] = []
    times: list[float] = []
    for question in questions:
        started = time.process_time()
        found, hits = ask(question["question"], None if pooled else question["conversation"])
        times.append((time.process_time() - started) * 1000)
        gold = set(question["evidence_sessions"])
        if gold:
            rank = next((at for at, key in enumerate(found[:20], 1) if key in gold), 0)
            ranks[question["category"]].append(rank)
        evidence = {ids[key] for key in question["evidence"] if key in ids}
        if evidence and question["category"] < 5:
            recalls.append([len(evidence & set(hits[:k])) / len(evidence) for k in (1, 5, 10, 20)])
    everything = [rank for values in ranks.values() for rank in values]
    main = [rank for category, values in ranks.items() if category < 5 for rank in values]
    times.sort()
    return {
        "all": _hits(everything),
        "1-4": _hits(main),
        **{f"cat{category}": _hits(values) for category, values in sorted(ranks.items())},
        "recall": [sum(column) / len(recalls) for column in zip(*recalls, strict=True)],
        "cpu_ms": (times[len(times) // 2], times[int(len(times) * 0.95)]),
    }


def _hits(ranks: list[int]) -> dict[str, float]:
    share = {f"hit@{k}": 100 * sum(0 < rank <= k for rank in ranks) / len(ranks) for k in (1, 3, 5, 10)}
    return {**share, "mrr": sum(1 / rank for rank in ranks if rank) / len(ranks)}


def report(name: str, result: dict[str, Any], *, detail: bool) -> None:
    groups = ["all", "1-4"] + [key for key in result if key.startswith("cat")] * detail
    for key in groups:
        hits = result[key]
        shares = "  ".join(f"{label} {value:5.1f}" for label, value in hits.items() if label != "mrr")
        print(f"{name:34} {key:5} {shares}  MRR {hits['mrr']:.3f}")
    at1, at5, at10, at20 = result["recall"]
    p50, p95 = result["cpu_ms"]
    print(f"{'':34} messages R@1 {at1:.3f}  R@5 {at5:.3f}  R@10 {at10:.3f}  R@20 {at20:.3f}", end="")
    print(f"   CPU ms p50 {p50:.1f} p95 {p95:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--limit", type=int, help="only so many questions, evenly spread")
    parser.add_argument("--embedder", help="another embedder than the shipped one, e.g. minilm")
    parser.add_argument("--mode", default="auto")
    parser.add_argument("--detail", action="store_true", help="a line for each category")
    parser.add_argument("--no-baseline", action="store_true")
    given = parser.parse_args()
    if not given.data.is_file():
        raise SystemExit(f"No data at {given.data}; set GAGENT_SHARED_DATA.")
    data = json.loads(given.data.read_text())
    questions = data["questions"]
    if given.limit:
        questions = questions[:: max(1, len(questions) // given.limit)]
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "locomo.db") as store:
        ids = load(store, data)
        started = time.process_time()
        index_pending(store, embedder=given.embedder)
        seconds = time.process_time() - started
        with closing(sqlite3.connect(store.path)) as conn:
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = store.path.stat().st_size
        text = store.read().execute("SELECT sum(length(CAST(content AS BLOB))) FROM messages").fetchone()[0]
        print(
            f"{len(ids)} messages, {len(questions)} questions; index {seconds:.1f} s CPU; {size / text:.2f} x the text"
        )
        for pooled in (False, True):
            scope = "pooled" if pooled else "chat_id filter"
            report(
                f"gagent-db {given.mode}, {scope}",
                measure(questions, ids, ours(store, given.mode), pooled),
                detail=given.detail,
            )
            if not given.no_baseline:
                report(
                    f"plain porter OR, {scope}", measure(questions, ids, plain_or(store), pooled), detail=given.detail
                )


if __name__ == "__main__":
    main()
