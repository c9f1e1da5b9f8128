"""Measure import speed against a floor, lock waits of other writers, and memory.

    python benchmarks/import.py [MESSAGES] [--rounds 3] [--skip-memory] [--artifacts]

The corpus comes from the shared generator (``GAGENT_SHARED_DATA``, default ``../shared/data``) and is written as
G-Agent JSONL. The floor is the least time possible: it gets the rows that the import made, already in memory, and does
one ``executemany`` per table without triggers, then one rebuild of each full-text index. Trust CPU seconds and ratios;
wall time depends on what else runs on the machine.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from gagent_db.importers.run import import_paths
from gagent_db.store.artifacts import extract_pending
from gagent_db.store.database import Store
from gagent_db.store.merging import merge_indexes

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("GAGENT_SHARED_DATA", ROOT.parent / "shared" / "data"))
TABLES = ("sessions", "messages", "tool_calls", "media_refs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("messages", nargs="?", type=int, default=100_000)
    parser.add_argument("--skip-memory", action="store_true", help="leave out the file of 1 GB")
    parser.add_argument("--artifacts", action="store_true", help="also extract the artifacts, which takes minutes")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="gagent-import-"))
    try:
        files = work / "sessions"
        size = write_corpus(files, arguments.messages)
        print(f"{arguments.messages:,} messages, {size / 1e6:.0f} MB of JSONL")
        ours, floor = [], []
        for number in range(arguments.rounds):  # by turns, so that other load slows down both
            ours.append(run_import(work / f"ours{number}.db", files))
            floor.append(run_floor(work / f"ours{number}.db", work / f"floor{number}.db"))
        ratios = [below / above for below, above in zip(floor, ours, strict=True)]
        print(f"throughput against the floor, median of {len(ratios)}: {median(ratios):.2f} (goal 0.60)")
        again(work / "ours0.db", files)
        appends_after(work / "ours0.db")
        lock_waits(work / "live.db", files)
        if not arguments.skip_memory:
            memory(work)
        if arguments.artifacts:
            artifacts(work / "ours0.db")
    finally:
        shutil.rmtree(work)


def write_corpus(folder: Path, messages: int) -> int:
    """Write one G-Agent file per session; return the bytes written."""
    spec = importlib.util.spec_from_file_location("gen_messages", DATA / "bench" / "gen_messages.py")
    if spec is None or spec.loader is None or not (DATA / "bench").is_dir():
        sys.exit(f"The generator is not in {DATA}; set GAGENT_SHARED_DATA.")
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    folder.mkdir(parents=True)
    size = 0
    for session in generator.sessions(messages):
        key = f"{session['source']}:{session['id']}"
        lines = [{"_type": "metadata", "key": key, "created_at": iso(session["started_at"]), "metadata": {}}]
        lines += [line(message) for message in session["messages"]]
        text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in lines)
        size += len(text.encode())
        (folder / f"{key.replace(':', '_')}.jsonl").write_text(text, "utf-8")
    return size


def line(message: dict[str, Any]) -> dict[str, Any]:
    record = {"role": message["role"], "content": message["content"] or "", "timestamp": iso(message["timestamp"])}
    for name in ("tool_calls", "tool_call_id"):
        if message.get(name):
            record[name] = message[name]
    return record


def iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def run_import(path: Path, files: Path) -> float:
    """Return the CPU seconds from JSONL on disk to searchable. What comes after that is printed separately."""
    with Store.open(path) as store:
        clock = Clock()
        report = import_paths(store, [files], extract=False)
        cpu = clock.tell(f"import: {report.messages:,} messages, {len(report.sessions_added):,} sessions")
        assert not report.skipped_count, report.skipped[:3]
        clock = Clock()
        merge_indexes(store, report.messages)
        clock.tell("merging the parts of the indexes, after that")
        for index in ("messages_fts", "tool_calls_fts"):
            store.write(
                lambda conn, name=index: conn.execute(f"INSERT INTO {name}({name}, rank) VALUES ('integrity-check', 1)")
            )
    return cpu


def run_floor(source: Path, path: Path) -> float:
    """Return the CPU seconds for the same rows: plain inserts, then one rebuild of each index."""
    with Store.open(path):
        pass
    conn = sqlite3.connect(source)
    rows = {table: conn.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall() for table in TABLES}
    conn.close()
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("PRAGMA synchronous = NORMAL")
    for (trigger,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        conn.execute(f"DROP TRIGGER {trigger}")
    clock = Clock()
    conn.execute("BEGIN")
    for table, values in rows.items():
        if values:
            conn.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values[0]))})", values)
    for index in ("messages_fts", "tool_calls_fts"):
        conn.execute(f"INSERT INTO {index}({index}) VALUES ('rebuild')")
    conn.execute("COMMIT")
    cpu = clock.tell("floor: the same rows from memory, executemany and rebuild")
    conn.close()
    return cpu


def artifacts(path: Path) -> None:
    """Time the extraction of artifacts, which an import does after everything is searchable."""
    with Store.open(path) as store:
        clock = Clock()
        extract_pending(store)
        clock.tell("artifacts, after that")


def again(path: Path, files: Path) -> None:
    """Time importing unchanged files again, first as they are, then with every line read again."""
    with Store.open(path) as store:
        clock = Clock()
        report = import_paths(store, [files], extract=False)
        clock.tell(f"again, unchanged: {report.messages} added")
        store.write(lambda conn: conn.execute("UPDATE imports SET mtime = 0"))
        clock = Clock()
        report = import_paths(store, [files], extract=False)
        clock.tell(f"again, every line read: {report.messages} added")


def appends_after(path: Path) -> None:
    """Time 1,000 single appends after the load: none of them may have to merge a whole index."""
    from gagent_db.store.messages import append

    with Store.open(path) as store:
        session_id = store.read().execute("SELECT id FROM sessions LIMIT 1").fetchone()[0]
        times = []
        for number in range(1000):
            start = time.process_time()
            append(store, session_id, [{"role": "user", "content": f"appended after the load {number} " * 20}])
            times.append(time.process_time() - start)
    times.sort()
    p50, p99, longest = (times[place] * 1e3 for place in (500, 990, 999))
    print(f"1,000 appends after the load, CPU ms: p50 {p50:.2f}, p99 {p99:.1f}, max {longest:.1f}")


WRITER = """
import sys, time, random
from gagent_db.store.database import Store
from gagent_db.store.messages import append
from gagent_db.store.sessions import create_session
store = Store.open(sys.argv[1])
session = create_session(store, channel="live", chat_id="1")
print("ready", flush=True)
waits = []
end = time.monotonic() + float(sys.argv[2])
while time.monotonic() < end:
    start = time.monotonic()
    append(store, session.id, [{"role": "user", "content": "a live message while the import runs"}])
    waits.append(time.monotonic() - start)
    time.sleep(random.uniform(0.005, 0.03))
waits.sort()
print(len(waits), *(f"{waits[int(len(waits) * q)] * 1e3:.0f}" for q in (0.5, 0.99)), f"{waits[-1] * 1e3:.0f}")
"""


def lock_waits(path: Path, files: Path) -> None:
    """Time the appends of another process while the import runs."""
    with Store.open(path) as store:
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path), "20"], stdout=subprocess.PIPE, text=True)
        assert writer.stdout
        writer.stdout.readline()
        end = time.monotonic() + 19
        for part in chunks(sorted(files.iterdir()), 50):
            if time.monotonic() > end:
                break
            import_paths(store, part, extract=False)
        count, p50, p99, longest = writer.communicate()[0].split()
    print(f"live appends during an import ({count}), wall ms: p50 {p50}, p99 {p99} (goal 250), max {longest}")


def chunks(items: list[Path], size: int) -> Iterator[list[Path]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


MEMORY = """
import resource, sys
from pathlib import Path
from gagent_db.store.database import Store
from gagent_db.importers.run import import_paths
with Store.open(sys.argv[1]) as store:
    report = import_paths(store, [sys.argv[2]], extract=False)
if sys.platform == "linux":  # ru_maxrss includes the memory of the parent when it started this process
    lines = Path("/proc/self/status").read_text().splitlines()
    peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1048576
print(report.messages, report.skipped_count, round(peak))
"""


def memory(work: Path) -> None:
    """Measure the peak memory for one file of 1 GB with a line of 100 MB in it."""
    path = work / "cli_large.jsonl"
    text = "".join(random.Random(1).choices("lorem ipsum dolor sit amet ", k=8000))
    with path.open("w") as stream:
        stream.write('{"_type": "metadata", "created_at": "2026-01-01T00:00:00", "metadata": {}}\n')
        for number in range(110_000):
            if number == 5000:
                stream.write('{"role": "user", "content": "' + "x" * 100_000_000 + '"}\n')
            stream.write(
                json.dumps({"role": "user", "content": f"{number} {text}", "timestamp": iso(1.7e9 + number)}) + "\n"
            )
    clock = Clock(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, work / "memory.db", path], capture_output=True, text=True, check=True
    )
    messages, skipped, peak = done.stdout.split()
    clock.tell(
        f"file of {path.stat().st_size / 1e9:.2f} GB: {messages} messages, {skipped} skipped, peak {peak} MB (goal 300)"
    )


class Clock:
    """Measures CPU and wall seconds since it was created."""

    def __init__(self, who: int = resource.RUSAGE_SELF) -> None:
        self.who = who
        self.wall, self.cpu = time.monotonic(), self._cpu()

    def _cpu(self) -> float:
        usage = resource.getrusage(self.who)
        return usage.ru_utime + usage.ru_stime

    def tell(self, what: str) -> float:
        """Print both times after ``what``; return the CPU seconds."""
        cpu, wall = self._cpu() - self.cpu, time.monotonic() - self.wall
        print(f"{what}: {cpu:.2f} s CPU, {wall:.2f} s wall")
        return cpu


if __name__ == "__main__":
    main()
