"""Measure the size of an imported archive relative to its text, after each stage, and by table and index.

    python benchmarks/size.py [10000 100000] [--objects 12] [--keep FOLDER]

The sessions of the shared generator are written as G-Agent's JSONL (by ``benchmarks/import.py``) and imported, then
artifacts are extracted, then vectors and the word list are made. The text is the UTF-8 bytes of messages and of
arguments of tool calls in the database; the size is that of the file.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
from contextlib import closing
from importlib import import_module
from pathlib import Path

from gagent_db.importers.run import import_paths
from gagent_db.recall.index import index_pending
from gagent_db.store.artifacts import extract_pending
from gagent_db.store.database import Store
from gagent_db.store.merging import give_pages_back, merge_indexes

TEXT = """SELECT (SELECT sum(length(CAST(content AS BLOB))) FROM messages)
               + (SELECT coalesce(sum(length(CAST(arguments_json AS BLOB))), 0) FROM tool_calls)"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("counts", nargs="*", type=int, default=[10_000, 100_000])
    parser.add_argument("--objects", type=int, default=12, help="tables and indexes to show, the largest first")
    parser.add_argument("--keep", type=Path, help="keep the databases in this folder")
    given = parser.parse_args()
    for count in given.counts:
        with tempfile.TemporaryDirectory() as folder:
            run(count, Path(folder), given.keep or Path(folder), given.objects)


def run(count: int, files: Path, kept: Path, objects: int) -> None:
    # A module named "import" cannot be imported by a statement.
    written = import_module("import").write_corpus(files / "sessions", count)
    path = kept / f"imported-{count}.db"
    print(f"{count:,} messages, {written / 1e6:.1f} MB of JSONL")
    with Store.open(path) as store:
        report = import_paths(store, [files / "sessions"], extract=False)
        if report.messages != count:
            sys.exit(f"Only {report.messages:,} messages were imported: is {path} an old one?")
        merge_indexes(store, report.messages, alone=True)
        show(path, "word index", written)
        extract_pending(store)
        show(path, "and artifacts", written)
        index_pending(store)
        give_pages_back(store)
        show(path, "and vectors", written)
    show_objects(path, objects)


def show(path: Path, stage: str, written: int) -> None:
    with closing(sqlite3.connect(path)) as conn:
        text = conn.execute(TEXT).fetchone()[0]
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = path.stat().st_size
    print(
        f"  {stage:14} {size / 1e6:8.1f} MB, {size / text:.3f} x the text, {size / written:.3f} x the JSONL", flush=True
    )


def show_objects(path: Path, count: int) -> None:
    """Print the largest tables and indexes, and how full their pages are (needs an SQLite with dbstat)."""
    with closing(sqlite3.connect(path)) as conn:
        text = conn.execute(TEXT).fetchone()[0]
        sql = """SELECT name, sum(pgsize), sum(payload), sum(unused) FROM dbstat GROUP BY name ORDER BY 2 DESC"""
        try:
            rows = conn.execute(sql).fetchall()
        except sqlite3.OperationalError as error:
            print(f"  no sizes of tables: {error}")
            return
    for name, size, payload, unused in rows[:count]:
        print(f"    {name:34} {size / text:.3f}  payload {payload / text:.3f}  empty {unused / text:.3f}")
    print(f"    {len(rows) - count} more {sum(row[1] for row in rows[count:]) / text:.3f}")


if __name__ == "__main__":
    main()
