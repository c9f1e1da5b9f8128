"""Measure the speed and size of search at 10,000, 100,000 and 1,000,000 messages.

    python benchmarks/search.py [10000 100000 1000000] [--queries 140] [--keep FOLDER] [--artifacts]

The archive comes from the generator of the shared data (``bench/gen_messages.py``), loaded in bulk, with the uids
that an import gives, then indexed. First prints the size of the file relative to the text: the UTF-8 bytes of messages
and of arguments of tool calls (``size.py`` measures an archive that was imported). Then every query of the generator's
mix is asked twice, and the second time measured: CPU time of the whole search (grouped, with windows and snippets), p50
and p95 for each kind. "Found" is the share of queries whose session is among the first three. The same follows for the
needles, texts that were planted once each.
"""

from __future__ import annotations

import argparse
import importlib.util
import sqlite3
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import orjson
from locomo import DATA

from gagent_db.extract import EXTRACTOR_VERSION
from gagent_db.recall.index import index_pending
from gagent_db.recall.search import search
from gagent_db.store.artifacts import extract_pending, leave_unread
from gagent_db.store.database import Store
from gagent_db.store.merging import give_pages_back, merge_indexes
from gagent_db.store.search_text import search_text
from gagent_db.store.uids import gagent_message_uid
from gagent_db.times import to_iso

GENERATOR = DATA.parent.parent / "bench" / "gen_messages.py"
QUESTIONS = (
    "how did we fix the deploy of the gateway container",
    "what did we decide about the backup schedule of the database",
    "where is the certificate of the proxy stored",
    "which worker was killed because memory ran out yesterday",
    "bagaimana cara memindahkan cadangan basis data ke gudang",
    "why is the dashboard so slow when many people look at it",
)


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gen_messages", GENERATOR)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load(store: Store, gen: ModuleType, count: int) -> int:
    """Write the archive as a bulk import does, the word index by one statement per batch; return the bytes of text."""
    text = 0

    def batch(rows: list[dict[str, Any]]) -> None:
        def work(conn: sqlite3.Connection) -> None:
            conn.execute("UPDATE index_state SET suspended = 1 WHERE name IN ('messages_fts', 'tool_calls_fts')")
            last = conn.execute("SELECT coalesce(max(id), 0) FROM messages").fetchone()[0]
            last_call = conn.execute("SELECT coalesce(max(id), 0) FROM tool_calls").fetchone()[0]
            for session in rows:
                _insert(conn, session)
            conn.execute(
                """INSERT INTO messages_fts(rowid, content, search_text)
                   SELECT id, content, search_text FROM messages WHERE id > ?""",
                (last,),
            )
            conn.execute(
                "INSERT INTO tool_calls_fts(rowid, text) SELECT id, text FROM tool_calls_text WHERE id > ?",
                (last_call,),
            )
            conn.execute("UPDATE index_state SET suspended = 0")

        store.write(work)

    waiting: list[dict[str, Any]] = []
    for session in gen.sessions(count):
        text += sum(len((m["content"] or "").encode()) for m in session["messages"])
        text += sum(
            len(c["function"]["arguments"].encode()) for m in session["messages"] for c in m.get("tool_calls") or ()
        )
        waiting.append(session)
        if len(waiting) == 200:
            batch(waiting)
            waiting = []
    batch(waiting)
    merge_indexes(store, count, alone=True)
    return text


def _insert(conn: sqlite3.Connection, session: dict[str, Any]) -> None:
    rows = session["messages"]
    conn.execute(
        """INSERT INTO sessions(id, channel, chat_id, user_id, title, parent_session_id, created_at, updated_at,
             end_reason, message_count, tool_call_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            session["id"], session["source"], session["chat_id"], session["user_id"], session["title"],
            session["parent_id"], to_iso(session["started_at"]), to_iso(session["ended_at"]), session["end_reason"],
            len(rows), sum(len(m.get("tool_calls") or ()) for m in rows),
        ),
    )  # fmt: skip
    first = conn.execute("SELECT coalesce(max(id), 0) + 1 FROM messages").fetchone()[0]
    leave_unread(conn, first)
    seen: Counter[str] = Counter()
    conn.executemany(
        f"""INSERT INTO messages(id, session_id, role, content, created_at, uid, search_text, extracted)
            VALUES (?, ?, ?, ?, ?, ?, ?, {EXTRACTOR_VERSION})""",
        [
            (
                first + at,
                session["id"],
                m["role"],
                m["content"] or "",
                to_iso(m["timestamp"]),
                gagent_message_uid(m, seen),
                search_text(m["content"] or ""),
            )
            for at, m in enumerate(rows)
        ],
    )
    conn.executemany(
        """INSERT INTO tool_calls(session_id, message_id, call_id, tool_name, arguments_json, created_at)
           VALUES (?, ?, ?, ?, ?, NULL)""",
        [
            (session["id"], first + at, call["id"], call["function"]["name"], _json(call["function"]["arguments"]))
            for at, m in enumerate(rows)
            for call in m.get("tool_calls") or ()
        ],
    )


def _json(text: str) -> str:
    try:
        orjson.loads(text)
    except ValueError:
        return orjson.dumps({"text": text}).decode()
    return text


def measure(store: Store, queries: list[dict[str, Any]]) -> tuple[dict[str, list[float]], dict[str, list[bool]]]:
    """Return the CPU milliseconds of each query, and whether its session was found, by kind."""
    times: dict[str, list[float]] = defaultdict(list)
    found: dict[str, list[bool]] = defaultdict(list)
    for query in queries:
        search(store, query["text"], mode=query.get("mode", "auto"))
        started = time.process_time()
        result = search(store, query["text"], mode=query.get("mode", "auto"))
        times[query["kind"]].append((time.process_time() - started) * 1000)
        if query.get("session_id"):
            lines = [key for item in result.sessions for key in item.lineage]
            found[query["kind"]].append(query["session_id"] in lines)
    return times, found


def report(times: dict[str, list[float]], found: dict[str, list[bool]]) -> None:
    everything = sorted(value for values in times.values() for value in values)
    for kind, values in [*times.items(), ("all", everything)]:
        values = sorted(values)
        share = f"{100 * sum(found[kind]) / len(found[kind]):5.0f}%" if found.get(kind) else "     -"
        p95 = values[min(len(values) - 1, int(len(values) * 0.95))]
        print(
            f"  {kind:16} n {len(values):4}  p50 {values[len(values) // 2]:6.1f}  p95 {p95:6.1f}"
            f"  max {values[-1]:6.1f} ms  found {share}"
        )


def sizes(store: Store) -> int:
    """Return the size of the file in bytes."""
    with closing(sqlite3.connect(store.path)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return store.path.stat().st_size


def run(count: int, queries: int, folder: Path, *, artifacts: bool) -> None:
    gen = generator()
    path = folder / f"search-{count}.db"
    ready = path.exists()
    with Store.open(path) as store:
        print(f"{count:,} messages")
        if not ready:
            started = time.process_time()
            text = load(store, gen, count)
            lexical = sizes(store)
            middle = time.process_time()
            index_pending(store)
            give_pages_back(store)
            total = sizes(store)
            print(
                f"  load {middle - started:.0f} s CPU, vectors and word list {time.process_time() - middle:.0f} s CPU; "
                f"file with the word index {lexical / text:.3f} x the text, with vectors {total / text:.3f} x",
                flush=True,
            )
            if artifacts:
                extract_pending(store)
                print(f"  with artifacts {sizes(store) / text:.3f} x the text", flush=True)
        mix = gen.make_queries(count, queries)
        mix += [{"kind": "question", "text": text} for text in QUESTIONS]
        mix += [{"kind": "meaning", "text": text, "mode": "semantic"} for text in QUESTIONS]
        report(*measure(store, mix))
        planted = gen.needle_session_ids(gen.n_sessions_for(count))
        needles = [
            {"kind": f"needle {n['kind']}", "text": n[part], "session_id": planted[n["text"]]}
            for n in gen.NEEDLES
            for part in ("exact", "partial")
        ]
        needles += [
            {"kind": f"{v['kind']}", "text": v["query"], "session_id": planted[v["text"]]} for v in gen.VARIANTS
        ]
        report(*measure(store, needles))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("counts", nargs="*", type=int, default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--queries", type=int, default=140)
    parser.add_argument("--keep", type=Path, help="keep the archives in this folder and reuse those already there")
    parser.add_argument("--artifacts", action="store_true", help="also extract artifacts and print the size with them")
    given = parser.parse_args()
    if not GENERATOR.is_file():
        raise SystemExit(f"No generator at {GENERATOR}; set GAGENT_SHARED_DATA.")
    with tempfile.TemporaryDirectory() as folder:
        for count in given.counts:
            run(count, given.queries, given.keep or Path(folder), artifacts=given.artifacts)


if __name__ == "__main__":
    main()
