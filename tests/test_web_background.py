"""What `serve` does behind the pages: import, follow, index, and never end the server."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from agents_server import Server, running

import gagent_db
from gagent_db.importers.run import import_paths
from gagent_db.memory.memories import list_memories
from gagent_db.web import server
from gagent_db.web.server import Background


def line(content: str, second: int) -> str:
    return json.dumps({"role": "user", "content": content, "timestamp": f"2026-05-01T09:30:{second:02d}"}) + "\n"


def wait(ready: Callable[[], bool]) -> None:
    for _ in range(1200):
        if ready():
            return
        time.sleep(0.05)
    raise AssertionError("did not happen within a minute")


def found(db: gagent_db.Database, word: str) -> bool:
    return bool(db.search_messages(word, mode="lexical"))


def test_named_files_are_imported_and_followed(db: gagent_db.Database, tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    folder.mkdir()
    file = folder / "cli_default.jsonl"
    head = {
        "_type": "metadata",
        "created_at": "2026-05-01T09:00:00",
        "updated_at": "2026-05-01T09:00:00",
        "metadata": {},
    }
    file.write_text(json.dumps(head) + "\n" + line("the heron stands still", 1))
    said: list[str] = []
    background = Background(db, say=said.append, paths=[folder], known=False)
    background.start()
    try:
        wait(lambda: found(db, "heron"))
        with file.open("a") as out:
            out.write(line("Decision: we count the egrets too", 2))
        wait(lambda: found(db, "egrets"))
        wait(lambda: bool(db.artifacts("decision").items))
    finally:
        background.stop()
        background.join(60)  # `serve` itself gives up sooner
    assert not background.is_alive()
    assert said[0] == "Imported 1 message in 1 session." and len(said) == 2


def test_memory_files_beside_sessions_come_in_too(db: gagent_db.Database, tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    (folder / "memories").mkdir(parents=True)
    (folder / "memories" / "USER.md").write_text("prefers short answers\n§\nlives in Bandung")
    said: list[str] = []
    background = Background(db, say=said.append, paths=[folder], known=False)
    background.start()
    try:
        wait(lambda: bool(said))
    finally:
        background.stop()
    assert said == ["Memories: 2 added from 1 memory file."]
    assert {memory.content for memory in list_memories(db)} == {"prefers short answers", "lives in Bandung"}


def test_nothing_to_import_is_said(db: gagent_db.Database) -> None:
    said: list[str] = []
    background = Background(db, say=said.append)
    background.start()
    wait(lambda: bool(said))
    background.stop()
    assert "--demo" in said[0]


def test_rows_written_by_hand_are_indexed(db: gagent_db.Database) -> None:
    db.write(lambda conn: conn.execute("INSERT INTO messages(session_id, content) VALUES ('x', 'TODO: mend the net')"))
    background = Background(db, say=print, known=False)
    background.start()
    background.join(60)
    assert [item.value for item in db.artifacts("unresolved").items] == ["TODO: mend the net"]


def test_trouble_is_one_line_not_a_traceback(db: gagent_db.Database, capfd: pytest.CaptureFixture[str]) -> None:
    said: list[str] = []
    db.write(lambda conn: conn.execute("DROP TABLE imports"))
    background = Background(db, say=said.append, paths=[db.path.parent], known=False)
    background.start()
    background.join(60)
    assert len(said) == 1 and said[0].startswith("Importing has stopped: ")
    assert "Traceback" not in capfd.readouterr().err


def test_tables_asked_for_at_the_same_moment_all_answer(db: gagent_db.Database) -> None:
    """As datasette-search-all does. The first ones in a process must not load the plugins of sqlite-utils at once."""
    program = """if True:
        import asyncio, sys
        from pathlib import Path
        from sqlite_utils.plugins import pm
        from gagent_db.web import server

        def too_late(group):
            raise ValueError("loaded while a request is answered")

        async def main():
            ds = server.build(Path(sys.argv[1]))
            await ds.invoke_startup()
            pm.load_setuptools_entrypoints = too_late
            urls = [f"/gagent/{table}.json?_search=x" for table in ("messages", "memories", "facts")]
            answers = await asyncio.gather(*(ds.client.get(url, actor={"id": "root"}) for url in urls))
            print(*(answer.status_code for answer in answers))

        asyncio.run(main())
    """
    done = subprocess.run([sys.executable, "-c", program, str(db.path)], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["200"] * 3, done.stderr[-500:]


def test_programs_that_come_and_go_leave_the_log_of_a_served_file(db: gagent_db.Database) -> None:
    """A process that opens and closes its database in any other way than SQLite's gives up all its locks on it: the
    next program to close the file would delete the -wal file that the server goes on writing to."""
    session = db.create_session(channel="cli")
    db.append(session.id, [{"content": "TODO: mend the net"}])
    pages = (
        "/",
        "/gagent/-/sessions?q=net",
        f"/gagent/-/sessions/{session.id}.html",
        "/gagent/-/overview",
        "/gagent/messages",
    )

    async def visit() -> list[int]:
        ds = server.build(db.path)
        return [(await ds.client.get(page, actor={"id": "root"})).status_code for page in pages]

    assert asyncio.run(visit()) == [200] * len(pages)
    with gagent_db.open(db.path) as second:
        second.index()
        import_paths(second, [db.path, db.path.parent])
    program = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM sessions').fetchone()"
    subprocess.run([sys.executable, "-c", program, str(db.path)], check=True)
    assert db.path.with_name(db.path.name + "-wal").exists()
    assert found(db, "net")


def connect_mcp(served: Server) -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    headers = {"Authorization": f"Bearer {served.read_token}", "Accept": "application/json, text/event-stream"}
    call = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    assert httpx2.post(f"{served.base}/-/mcp", headers=headers, json=call, timeout=60).status_code == 200


@pytest.mark.parametrize(("stop", "mcp"), [(signal.SIGTERM, True), (signal.SIGINT, False), (signal.SIGHUP, False)])
def test_a_server_that_is_told_to_stop_leaves_one_whole_file_in_silence(
    db_path: Path, stop: signal.Signals, mcp: bool
) -> None:
    """An MCP client that is connected to it makes no difference."""
    if stop is signal.SIGHUP and signal.getsignal(stop) is signal.SIG_IGN:
        pytest.skip("the tests run under nohup, and so would the server")
    with running(db_path) as server:
        sent = {"channel": "api", "chat_id": "1", "messages": [{"content": "the walnut harvest"}]}
        assert server.send("/gagent/-/messages", sent)[0] == 201
        if mcp:
            connect_mcp(server)
        assert server.process
        server.process.send_signal(stop)
        assert server.process.wait(60) == 0
    assert server.errors == []
    alone = db_path.with_name("copy.db")
    shutil.copy(db_path, alone)  # without the -wal file
    assert not Path(f"{db_path}-wal").exists()
    with gagent_db.open(alone) as db:
        assert found(db, "walnut")
