"""Stress one file with sixteen processes: appends over Python, HTTP and MCP, an import, searches, checkpoints.

    python benchmarks/concurrency.py                     60 s, no process is killed
    python benchmarks/concurrency.py --kill              the same, a random writer is killed (-9) every second
    python benchmarks/concurrency.py --seconds 10 --json

Every writer logs a uid before it sends a message and again when the database has acknowledged it. At the end,
every acknowledged message must be there once, no caller may have seen an error, the file and its indexes must pass
their checks, and the counters must be right; otherwise the exit status is 1. The time of an append is that of the
attempt which a living server answered; with --kill, HTTP clients also wait for their server to start again.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

CHATS = 8  # live sessions that all writers share
PAUSE = 0.15  # seconds at most between two messages of a writer
WRITERS = {"python": 6, "http": 3, "mcp": 2, "import": 1}
OTHERS = {"search": 3, "checkpoint": 1}
WORDS = ["zebra", "giraffe", "okapi", "lion", "tapir", "disk", "config", "deploy", "migration", "index", "token"]


# -- workers -------------------------------------------------------------------------------------------


class Log:
    """The log of a worker, line by line; a line once written survives the death of its writer."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self._file = os.open(folder / f"{name}.log", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        self.count = 0

    def line(self, kind: str, *parts: object) -> None:
        os.write(self._file, ("\t".join([kind, *map(str, parts)]) + "\n").encode())

    def message(self) -> dict[str, Any]:
        """Return the next message to send, and log it as sent."""
        self.count += 1
        uid = f"{self.name}-{self.count}"
        self.line("sent", uid)
        text = " ".join(random.choices(WORDS, k=12))
        return {"role": random.choice(["user", "assistant"]), "content": f"{uid} {text}", "uid": uid}


def until_the_end(log: Log) -> Iterator[None]:
    """Log that this worker is ready, wait for the others, then yield until the time is over, at least once."""
    log.line("ready")
    while not (log.folder / "go").exists():
        time.sleep(0.02)
    end = float((log.folder / "go").read_text())
    yield
    while time.time() < end:
        yield


def write_loop(log: Log, send: Callable[[str, dict[str, Any]], float | None]) -> None:
    """Send messages, one after the other, until the time is over.

    ``send`` may return when its last attempt began, to be timed from then: waiting for a dead server to come back is
    not part of an append.
    """
    for _ in until_the_end(log):
        message, chat = log.message(), f"chat{random.randrange(CHATS)}"
        started = time.monotonic()
        try:
            started = send(chat, message) or started
        except Exception as error:
            log.line("error", message["uid"], repr(error))
        else:
            log.line("acked", message["uid"], round((time.monotonic() - started) * 1000, 1))
        time.sleep(random.uniform(0, PAUSE))


def work_python(path: Path, log: Log) -> None:
    import gagent_db
    from gagent_db.agents.live import live_session

    with gagent_db.open(path) as db:

        def send(chat: str, message: dict[str, Any]) -> None:
            db.append(live_session(db, channel="load", chat_id=chat).id, [message])

        write_loop(log, send)


def work_http(path: Path, log: Log, port: int, token: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def post(body: bytes) -> tuple[float, int, bytes]:
        # The server may be the one that was killed: the same uid again is safe.
        for _ in range(900):
            started = time.monotonic()
            try:
                headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
                connection.request("POST", f"/{path.stem}/-/messages", body, headers)
                response = connection.getresponse()
                return started, response.status, response.read()
            except (OSError, http.client.HTTPException):
                connection.close()
                time.sleep(0.1)
        raise RuntimeError("the server does not come back")

    def send(chat: str, message: dict[str, Any]) -> float:
        started, status, answer = post(json.dumps({"channel": "load", "chat_id": chat, "messages": [message]}).encode())
        if status not in (200, 201):
            raise RuntimeError(f"{status} {answer[:300]!r}")
        return started

    write_loop(log, send)


def work_mcp(path: Path, log: Log) -> None:
    import anyio
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters

    async def main() -> None:
        server = StdioServerParameters(command=sys.executable, args=["-m", "gagent_db", "--db", str(path), "mcp"])
        async with Client(server) as client:
            for _ in until_the_end(log):
                message, chat = log.message(), f"chat{random.randrange(CHATS)}"
                started = time.monotonic()
                arguments = {"messages": [message], "channel": "load", "chat_id": chat}
                result = await client.call_tool("session_append", arguments)
                if result.is_error:
                    log.line("error", message["uid"], result.content[0].text)
                else:
                    log.line("acked", message["uid"], round((time.monotonic() - started) * 1000, 1))
                await anyio.sleep(random.uniform(0, PAUSE))

    anyio.run(main)


def work_import(path: Path, log: Log, folder: Path) -> None:
    """Grow G-Agent session files and import them, again and again."""
    import gagent_db
    from gagent_db.importers.run import import_paths

    number = 0
    with gagent_db.open(path) as db:
        for _ in until_the_end(log):
            part = number // 20 % 5
            file = folder / f"cli_{log.name}-{part}.jsonl"
            head = {"_type": "metadata", "created_at": f"2026-05-0{part + 1}T09:00:00", "metadata": {}}
            with file.open("a") as stream:
                if stream.tell() == 0:
                    stream.write(json.dumps(head) + "\n")
                for _ in range(20):
                    number += 1
                    record = {"role": "user", "content": f"{log.name}-{number} imported", "timestamp": time.time()}
                    stream.write(json.dumps(record) + "\n")
            try:
                import_paths(db, [folder])
            except Exception as error:
                log.line("error", log.name, repr(error))
            time.sleep(PAUSE)


def work_search(path: Path, log: Log) -> None:
    import gagent_db

    with gagent_db.open(path) as db:
        for _ in until_the_end(log):
            try:
                result = db.search(" ".join(random.sample(WORDS, 2)), limit=3)
                if result.degraded and "index" in result.degraded and "damaged" in result.degraded:
                    log.line("error", "search", result.degraded)
                log.line("searched", len(result.sessions))
            except Exception as error:
                log.line("error", "search", repr(error))
            time.sleep(PAUSE)


def work_checkpoint(path: Path, log: Log) -> None:
    for _ in until_the_end(log):
        # Mostly PASSIVE, as SQLite does by itself; sometimes TRUNCATE, which makes writers wait for readers.
        mode = "TRUNCATE" if random.random() < 0.1 else "PASSIVE"
        conn = sqlite3.connect(path, timeout=10, isolation_level=None)
        busy = conn.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()[0]
        log.line("checkpoint", busy)
        conn.close()
        time.sleep(0.3)


# -- the run -------------------------------------------------------------------------------------------


class Run:
    """Starts the workers, kills some of them if asked, and checks the result."""

    def __init__(self, folder: Path, seconds: float, kill: bool, counts: dict[str, int]) -> None:
        self.folder, self.seconds, self.kill, self.counts = folder, seconds, kill, counts
        self.path = folder / "load.db"
        self.logs, self.sources = folder / "logs", folder / "sources"
        self.logs.mkdir()
        self.sources.mkdir()
        self.port = 0
        self.token = ""
        self.workers: dict[str, tuple[str, subprocess.Popen[bytes]]] = {}
        self.server: subprocess.Popen[bytes] | None = None
        self.killed: Counter[str] = Counter()
        self._born = 0

    def go(self) -> dict[str, Any]:
        import gagent_db

        gagent_db.open(self.path).close()
        if self.counts.get("http"):
            made = subprocess.run(self._gagent("token", "create", "--read", "--write"), capture_output=True, check=True)
            self.token = made.stdout.decode().strip()
            self._serve()
        for kind, count in self.counts.items():
            for _ in range(count):
                self._start(kind)
        try:
            self._begin()
            next_kill = time.time() + 1
            while time.time() < self.end:
                time.sleep(0.05)
                if self.kill and next_kill < time.time() < self.end - 1:
                    self._kill_one()
                    next_kill += 1
            crashed = [name for name, (_, process) in self.workers.items() if process.wait(120)]
        finally:
            for _, process in self.workers.values():
                process.kill()
            if self.server:
                self.server.terminate()
                self.server.wait(30)
        return {**self._check(), "crashed": crashed, "killed": dict(self.killed)}

    def _begin(self) -> None:
        """Let all workers start at once, when all have loaded their code, which is not to be measured."""
        deadline = time.time() + 300
        while not all("ready" in (self.logs / f"{name}.log").read_text() for name in self.workers if self._alive(name)):
            if time.time() > deadline:
                raise RuntimeError("the workers did not start")
            time.sleep(0.1)
        self.end = time.time() + self.seconds
        (self.logs / "go.new").write_text(str(self.end))
        (self.logs / "go.new").rename(self.logs / "go")

    def _alive(self, name: str) -> bool:
        (self.logs / f"{name}.log").touch()
        return self.workers[name][1].poll() is None

    def _gagent(self, *args: str) -> list[str]:
        return [sys.executable, "-m", "gagent_db", "--db", str(self.path), *args]

    def _serve(self) -> None:
        """Start the server and return when it listens: first on any free port, after a kill on the same one."""
        command = self._gagent("serve", "--port", str(self.port), "--no-import")
        self.server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        for line in self.server.stdout or ():
            if found := re.search(rb"http://[^/]+:(\d+)", line):
                self.port = int(found[1])
                return
        raise RuntimeError("the server did not start")

    def _start(self, kind: str) -> None:
        self._born += 1
        name = f"{kind}{self._born}"
        extra = {"http": [str(self.port), self.token], "import": [str(self.sources)]}.get(kind, [])
        command = [
            sys.executable,
            __file__,
            "worker",
            kind,
            str(self.path),
            str(self.logs),
            name,
            *extra,
        ]
        self.workers[name] = (kind, subprocess.Popen(command))

    def _kill_one(self) -> None:
        """Kill a random writer, sometimes the server itself, and start another in its place at once."""
        names = [name for name, (kind, process) in self.workers.items() if kind in WRITERS and process.poll() is None]
        if self.server and random.random() < 0.1:
            self.server.send_signal(signal.SIGKILL)
            self.server.wait()
            self.killed["server"] += 1
            self._serve()
            return
        name = random.choice(names)
        kind, process = self.workers.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.killed[kind] += 1
        self._start(kind)

    def _check(self) -> dict[str, Any]:
        import gagent_db
        from gagent_db.importers.run import import_paths
        from gagent_db.schema import fts

        events = [line.split("\t") for file in self.logs.glob("*.log") for line in file.read_text().splitlines()]
        sent = {event[1] for event in events if event[0] == "sent"}
        acked = {event[1]: float(event[2]) for event in events if event[0] == "acked"}
        errors = [" ".join(event[1:]) for event in events if event[0] == "error"]
        with gagent_db.open(self.path) as db:
            if self.counts.get("import"):
                import_paths(db, [self.sources])  # finish what a killed importer had not reached
            conn = db.read()
            stored = Counter(row[0] for row in conn.execute("SELECT content FROM messages WHERE uid LIKE '%-%'"))
            uids = Counter({content.split()[0]: count for content, count in stored.items()})
            # Without the head, and without a last line that a killed writer had not finished.
            lines = sum(len(file.read_text().split("\n")[1:-1]) for file in self.sources.iterdir())
            imported = conn.execute("SELECT count(*) FROM messages WHERE content LIKE '% imported'").fetchone()[0]
            wrong_counts = conn.execute(
                """SELECT count(*) FROM sessions s WHERE message_count <>
                   (SELECT count(*) FROM messages m WHERE m.session_id = s.id)"""
            ).fetchone()[0]
            sessions = conn.execute("SELECT count(*) FROM sessions WHERE channel = 'load'").fetchone()[0]
            integrity = conn.execute("PRAGMA integrity_check").fetchone()[0]
            indexes = {name: db.write(lambda conn, name=name: fts.check(conn, name)) for name in fts.INDEXES}
        load = {uid for uid in uids if uid in sent or uid in acked}
        return {
            "seconds": self.seconds,
            "processes": sum(self.counts.values()),
            "sent": len(sent),
            "acked": len(acked),
            "stored": len(load),
            "lost": sorted(set(acked) - set(uids))[:5],
            "doubled": sorted(uid for uid in load if uids[uid] > 1)[:5],
            "imported": imported,
            "import_lines": lines,
            "sessions": sessions,
            "searches": sum(event[0] == "searched" for event in events),
            "checkpoints": sum(event[0] == "checkpoint" for event in events),
            "errors": Counter(errors).most_common(5),
            "wrong_counts": wrong_counts,
            "integrity": integrity,
            "damaged_indexes": {name: problem for name, problem in indexes.items() if problem},
            "append_ms": percentiles(acked),
        }


def percentiles(acked: dict[str, float]) -> dict[str, dict[str, float]]:
    """Return count, p50, p99 and maximum of the append times in ms, for each kind of writer and for all."""
    ways: dict[str, list[float]] = {"all": sorted(acked.values())}
    for uid, took in sorted(acked.items(), key=lambda item: item[1]):
        ways.setdefault(uid.rstrip("0123456789-"), []).append(took)
    return {
        way: {"count": len(took), "p50": took[len(took) // 2], "p99": took[len(took) * 99 // 100], "max": took[-1]}
        for way, took in ways.items()
        if took
    }


def failures(report: dict[str, Any], p99_ms: float | None = None) -> Iterator[str]:
    """Yield a line for everything that is wrong in a report."""
    for name in ("lost", "doubled", "errors", "wrong_counts", "damaged_indexes", "crashed"):
        if report[name]:
            yield f"{name}: {report[name]}"
    if report["integrity"] != "ok":
        yield f"integrity: {report['integrity']}"
    if report["imported"] != report["import_lines"]:
        yield f"imported {report['imported']} of {report['import_lines']} lines"
    if report["sessions"] > CHATS:
        yield f"{report['sessions']} sessions for {CHATS} chats"
    if not report["acked"]:
        yield "nothing was written"
    if p99_ms and report["append_ms"]["all"]["p99"] > p99_ms:
        yield f"p99 of an append is {report['append_ms']['all']['p99']} ms, more than {p99_ms}"


def run(folder: Path, *, seconds: float, kill: bool = False, counts: dict[str, int] | None = None) -> dict[str, Any]:
    """Do one run in an empty folder and return its report."""
    return Run(folder, seconds, kill, counts or {**WRITERS, **OTHERS}).go()


def main() -> None:
    if sys.argv[1:2] == ["worker"]:
        kind, path, logs, name, *extra = sys.argv[2:]
        random.seed(name)
        common = (Path(path), Log(Path(logs), name))
        workers: dict[str, Callable[[], None]] = {
            "python": lambda: work_python(*common),
            "http": lambda: work_http(*common, int(extra[0]), extra[1]),
            "mcp": lambda: work_mcp(*common),
            "import": lambda: work_import(*common, Path(extra[0])),
            "search": lambda: work_search(*common),
            "checkpoint": lambda: work_checkpoint(*common),
        }
        workers[kind]()
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kill", action="store_true", help="kill -9 a random writer every second")
    parser.add_argument("--p99", type=float, default=250, help="milliseconds an append may take (not with --kill)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = run(Path(folder), seconds=options.seconds, kill=options.kill)
    problems = list(failures(report, None if options.kill else options.p99))
    if options.json:
        print(json.dumps({**report, "problems": problems}, indent=2))
    else:
        for name, value in report.items():
            print(f"{name:16} {value}")
        print("\n".join(problems) or "Nothing lost, nothing doubled, no error reached a caller.")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
