"""What SQLite has missed is done after a restart: real processes; databases locked, gone, damaged, read-only."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import forked
import pytest

import gagent_db
from gagent_db.agents.session_manager import SessionManager

BEGIN = """
import os, sys
from pathlib import Path
import gagent_db.importers.forget  # which "nobody" may not read when this is a folder of root's
import gagent_db.store.opening as opening
from gagent_db.agents.session_manager import SessionManager
from gagent_db.agents.mirror import Mirror
opening.WRITE_TIMEOUT = 0.2
root = Path(sys.argv[1])
if os.geteuid() == 0 and sys.argv[2] == "nobody":
    os.seteuid(65534)
manager = SessionManager(root / "workspace", root / "data" / "g.db")
def say(key, *texts):
    session = manager.get_or_create(key)
    for text in texts:
        session.add_message("user", text)
    manager.save(session)
"""
TALK = BEGIN + 'say("cli:a", "zebra"); say("cli:b", "lion"); say("cli:c", "okapi")'
WHILE_OUT = (
    BEGIN
    + """
assert manager.delete("cli:a") and manager.archive("cli:b")
say("cli:b", "tiger"); say("cli:c", "giraffe"); say("cli:c", "gnu"); say("cli:d", "hippo")
manager.fork("cli:c", "cli:e")
assert [m["content"] for m in manager.get_or_create("cli:c").messages] == ["okapi", "giraffe", "gnu"]
os._exit(9)
"""
)
LOAD = BEGIN + 'assert manager.get_or_create("cli:b").messages[0]["content"] == "tiger"'


def run(script: str, root: Path, user: str = "") -> forked.Done:
    return forked.run(script, str(root), user)


def texts(root: Path, ref: str) -> list[str]:
    with gagent_db.open(root / "data" / "g.db") as db:
        return [message.content for message in db.history(ref)] if db.get_session(ref) else []


def journal(root: Path) -> Path:
    return root / "workspace" / "sessions" / ".gagent-db.owed"


@pytest.fixture
def root() -> Iterator[Path]:
    """A folder another user can reach too."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        (Path(name) / "data").mkdir()
        (Path(name) / "workspace" / "sessions").mkdir(parents=True)
        yield Path(name)


def locked(root: Path) -> Callable[[], None]:
    conn = sqlite3.connect(root / "data" / "g.db", isolation_level=None)
    conn.execute("BEGIN IMMEDIATE")
    return conn.close


def gone(root: Path) -> Callable[[], None]:
    (root / "data").rename(root / "elsewhere")
    (root / "data").write_text("a file where the folder was")

    def back() -> None:
        (root / "data").unlink()
        (root / "elsewhere").rename(root / "data")

    return back


def damaged(root: Path) -> Callable[[], None]:
    path = root / "data" / "g.db"
    kept = path.read_bytes()
    path.write_bytes(b"no database" * 100)
    return lambda: path.write_bytes(kept) and None


def read_only(root: Path) -> Callable[[], None]:
    path = root / "data" / "g.db"
    path.chmod(0o444)
    path.parent.chmod(0o555)
    for folder, _, names in os.walk(root / "workspace"):
        for place in [folder, *(os.path.join(folder, name) for name in names)]:
            if os.geteuid() == 0:
                os.chown(place, 65534, 65534)

    def back() -> None:
        path.parent.chmod(0o755)
        path.chmod(0o600)

    return back


@pytest.mark.parametrize("trouble", [locked, gone, damaged, read_only])
def test_what_happened_while_sqlite_was_out_is_caught_up_after_a_restart(
    root: Path, trouble: Callable[[Path], Callable[[], None]]
):
    assert run(TALK, root).returncode == 0 and not journal(root).exists()
    heal = trouble(root)
    done = run(WHILE_OUT, root, "nobody" if trouble is read_only else "")
    assert done.returncode == 9, done.stderr
    assert stat.S_IMODE(journal(root).stat().st_mode) == 0o600
    assert len(journal(root).read_text().splitlines()) == 7  # the three saves of cli:c are two; the fork saves it again
    with journal(root).open("a") as stream:
        stream.write('{"n": "x", "do": "sa')
    done = run(LOAD, root, "nobody" if trouble is read_only else "")
    assert done.returncode == 0, done.stderr
    heal()
    done = run(LOAD, root)
    assert done.returncode == 0, done.stderr
    assert texts(root, "cli:a") == [] and texts(root, "cli:b") == ["tiger"] and texts(root, "cli:d") == ["hippo"]
    assert texts(root, "cli:c") == ["okapi", "giraffe", "gnu"] == texts(root, "cli:e")
    with gagent_db.open(root / "data" / "g.db") as db:
        assert db.search_messages("zebra", mode="exact") == []
        archived = db.get_session(db.search_messages("lion", mode="exact")[0].session_id)
        assert archived.key is None and archived.archived_at
        assert db.get_session("cli:e").parent_session_id == db.get_session("cli:c").id
    assert not journal(root).exists()


@pytest.mark.parametrize("act", ['say("cli:a", "yak")', 'manager.delete("cli:a")', 'manager.archive("cli:a")'])
def test_a_crash_between_file_and_database_loses_nothing(root: Path, act: str):
    assert run(TALK, root).returncode == 0
    crash = "Mirror.settle = lambda self: os._exit(9)\n"
    assert run(BEGIN + crash + act, root).returncode == 9
    assert texts(root, "cli:a") == ["zebra"]
    assert run(BEGIN + 'manager.get_or_create("cli:other")', root).returncode == 0
    assert texts(root, "cli:a") == (["zebra", "yak"] if "yak" in act else [])
    with gagent_db.open(root / "data" / "g.db") as db:
        assert len(db.search_messages("zebra", mode="exact")) == (0 if "delete" in act else 1)
    assert not journal(root).exists()


@pytest.mark.parametrize("do", ["delete", "archive"])
def test_a_crash_before_the_file_changed_changes_nothing(root: Path, do: str):
    assert run(TALK, root).returncode == 0
    crash = "Path.unlink = lambda *a, **k: os._exit(9)\nimport shutil\nshutil.move = lambda *a: os._exit(9)\n"
    assert run(BEGIN + crash + f'manager.{do}("cli:a")', root).returncode == 9
    done = run(BEGIN + 'assert manager.get_or_create("cli:a").messages[0]["content"] == "zebra"', root)
    assert done.returncode == 0, done.stderr
    assert texts(root, "cli:a") == ["zebra"] and not journal(root).exists()


def test_a_session_begun_after_a_missed_delete_is_kept(root: Path):
    manager = SessionManager(root / "workspace", root / "data" / "g.db")
    session = manager.get_or_create("cli:a")
    session.add_message("user", "zebra")
    manager.save(session)
    heal = damaged(root)
    assert run(BEGIN + 'manager.delete("cli:a")', root).returncode == 0
    heal()
    with gagent_db.open(root / "data" / "g.db") as db:  # another program, that does not know the journal
        old = db.get_session("cli:a")
        db.archive_session(old.id)
        newer = db.create_session(channel="cli", chat_id="a")
    assert run(BEGIN + 'manager.get_or_create("cli:other")', root).returncode == 0
    with gagent_db.open(root / "data" / "g.db") as db:
        assert db.get_session(old.id) is None and db.get_session("cli:a").id == newer.id


@pytest.mark.parametrize("replaced", [True, False])
def test_a_database_that_was_removed_or_replaced_is_opened_anew(tmp_path: Path, replaced: bool):
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = manager.get_or_create("cli:a")
    session.add_message("user", "zebra")
    manager.save(session)
    with closing(sqlite3.connect(tmp_path / "g.db")) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if replaced:
        gagent_db.open(tmp_path / "other.db").close()
        (tmp_path / "other.db").replace(tmp_path / "g.db")
    else:
        (tmp_path / "g.db").unlink()
    for name in ("g.db-wal", "g.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    session.add_message("user", "lion")
    manager.save(session)
    with gagent_db.open(tmp_path / "g.db") as db:
        assert [message.content for message in db.history("cli:a")] == ["zebra", "lion"]


def test_processes_that_save_at_once_lose_nothing(root: Path):
    """On a busy machine the last one may still owe its last step; the next process does it."""
    script = BEGIN + 'for n in range(15): say("cli:" + sys.argv[2], f"word {n}"); say("cli:shared", sys.argv[2])'
    running = [forked.start(script, str(root), str(n)) for n in range(4)]
    for process in running:
        process.join(120)
    assert [process.exitcode for process in running] == [0] * 4
    assert run(BEGIN + 'assert manager.get_or_create("cli:shared").messages', root).returncode == 0
    for number in range(4):
        assert texts(root, f"cli:{number}") == [f"word {n}" for n in range(15)]
    in_file = (root / "workspace" / "sessions" / "cli_shared.jsonl").read_text().splitlines()[1:]
    assert texts(root, "cli:shared") == [json.loads(line)["content"] for line in in_file]
    assert not journal(root).exists() and not list(journal(root).parent.glob("*.tmp"))


def test_processes_that_begin_the_same_sessions_at_once_keep_the_turns_of_all(root: Path):
    script = BEGIN.replace("opening.WRITE_TIMEOUT = 0.2", "") + (
        'print("ready", flush=True); sys.stdin.read()\nfor n in range(25): say(f"cli:{n}", str(os.getpid()))'
    )
    command = [sys.executable, "-c", script, str(root), ""]
    running = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    for process in running:
        assert process.stdout and process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin
        process.stdin.close()
    assert [process.wait(120) for process in running] == [0] * 3
    for number in range(25):
        in_file = (root / "workspace" / "sessions" / f"cli_{number}.jsonl").read_text().splitlines()[1:]
        assert {json.loads(line)["content"] for line in in_file} == {str(process.pid) for process in running}


def test_a_line_that_sqlite_cannot_take_holds_nothing_else_up(tmp_path: Path):
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    odd = manager.get_or_create("cli:odd")
    odd.add_message("user", "x", metadata={"tool_calls": [{"tool_name": "sh", "created_at": "never"}]})
    manager.save(odd)
    fine = manager.get_or_create("cli:fine")
    fine.add_message("user", "zebra")
    manager.save(fine)
    assert manager.sqlite_store.search_messages("zebra") and not list(manager.sessions_dir.glob(".gagent*"))
    assert SessionManager(tmp_path, tmp_path / "g.db").get_or_create("cli:odd").messages[0]["content"] == "x"


@pytest.mark.parametrize("do", ["save", "archive", "delete"])
def test_what_an_older_version_has_noted_is_done(tmp_path: Path, do: str):
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = manager.get_or_create("cli:a")
    session.add_message("user", "zebra")
    manager.save(session)
    path = manager.sessions_dir / "cli_a.jsonl"
    if do == "save":
        path.write_text(path.read_text().replace("zebra", "lion"))
    else:
        (manager.sessions_dir / "archive").mkdir(exist_ok=True)
        path.rename(manager.sessions_dir / "archive" / "cli_a_20260501_093000.jsonl")
    step = {"n": "1", "do": do, "key": "cli:a", "id": session.id, "at": "2099-01-01T00:00:00.000Z"}
    more = {"file": "cli_a_20260501_093000.jsonl"} if do == "archive" else {}
    (manager.sessions_dir / ".gagent-db.owed").write_text(json.dumps(step | more) + "\n")
    db = SessionManager(tmp_path, tmp_path / "g.db").sqlite_store.db
    assert not (manager.sessions_dir / ".gagent-db.owed").exists()
    row = db.get_session(str(session.id))
    assert (row.key if row else "gone") == {"save": "cli:a", "archive": None, "delete": "gone"}[do]
    assert [m.content for m in db.history(row.id)] == [{"save": "lion"}.get(do, "zebra")] if row else True


def test_a_step_this_version_does_not_know_stays_owed_and_holds_nothing_up(tmp_path: Path):
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    owed = manager.sessions_dir / ".gagent-db.owed"
    step = {"n": "1", "do": "merge", "key": "cli:b", "id": "x", "at": "2026-05-01T00:00:00.000Z"}
    owed.write_text(json.dumps(step) + "\n")
    session = manager.get_or_create("cli:a")
    session.add_message("user", "zebra")
    manager.save(session)
    assert manager.sqlite_store.search_messages("zebra")
    assert [json.loads(line) for line in owed.read_text().splitlines()] == [step]
