"""Imports that are killed, that run beside other writers, and that follow what is written."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from import_fixtures import (
    add_lines,
    check_indexes,
    contents,
    gagent,
    gagent_message,
    wait_until,
    watching,
    write_lines,
)

from gagent_db.api import Database
from gagent_db.importers.report import ImportReport
from gagent_db.importers.run import import_changed
from gagent_db.store.artifacts import pending


def test_a_killed_import_leaves_a_consistent_file_that_the_next_run_completes(tmp_path: Path) -> None:
    for number in range(40):
        write_lines(tmp_path / "in" / f"cli_c{number}.jsonl", gagent(100, created=f"2026-03-01T08:00:{number:02d}"))
    path = tmp_path / "x.db"
    Database(path).close()
    code = "import sys, gagent_db; gagent_db.open(sys.argv[1]).import_paths([sys.argv[2]])"
    child = subprocess.Popen([sys.executable, "-c", code, str(path), str(tmp_path / "in")])
    reader = sqlite3.connect(path)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and child.poll() is None:
        if reader.execute("SELECT count(*) FROM messages").fetchone()[0]:
            break
        time.sleep(0.002)
    child.send_signal(signal.SIGKILL)
    child.wait()
    reader.close()
    with Database(path) as db:
        check_indexes(db)
        db.import_paths([tmp_path / "in"])
        assert len(contents(db)) == 4000
        assert pending(db.read()) == 0
        check_indexes(db)


def test_live_appends_and_an_import_do_not_lose_each_other(db: Database, tmp_path: Path) -> None:
    for number in range(10):
        write_lines(tmp_path / "in" / f"cli_c{number}.jsonl", gagent(100, created=f"2026-03-01T08:00:{number:02d}"))
    session = db.create_session(channel="live")
    done = threading.Event()

    def append() -> None:
        for number in range(50):
            db.append(session.id, [{"role": "user", "content": f"live {number}"}])
        done.set()

    thread = threading.Thread(target=append)
    thread.start()
    report = db.import_paths([tmp_path / "in"])
    thread.join()
    assert done.is_set() and report.messages == 1000 and len(contents(db)) == 1050
    check_indexes(db)


def test_watching_brings_in_an_append_and_a_new_file(db: Database, tmp_path: Path) -> None:
    root = tmp_path / "in"
    path = write_lines(root / "cli_default.jsonl", gagent(3))
    with watching(db, root) as reports:
        wait_until(lambda: len(contents(db)) == 3)
        add_lines(path, [gagent_message(3)])
        wait_until(lambda: len(contents(db)) == 4)
        write_lines(root / "deep" / "er" / "cli_other.jsonl", gagent(2, created="2026-04-01T00:00:00"))
        wait_until(lambda: len(contents(db)) == 6)
    assert sum(report.messages for report in reports) == 6


@pytest.mark.parametrize("pause", [0, 0.5])
@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_is_watched_may_go_and_come_back(db: Database, tmp_path: Path, what: str, pause: float) -> None:
    """An agent replaces its file, a disk is unplugged: another inode in the old place, or, at once, the same."""
    path = write_lines(tmp_path / "in" / "cli_default.jsonl", gagent(3))
    with watching(db, path.parent if what == "folder" else path):
        wait_until(lambda: len(contents(db)) == 3)
        shutil.rmtree(path.parent)
        time.sleep(pause)
        write_lines(path, gagent(4))
        wait_until(lambda: len(contents(db)) == 4)
        new = write_lines(path.with_suffix(".new"), gagent(5))
        new.replace(path)
        wait_until(lambda: len(contents(db)) == 5)
        add_lines(path, [gagent_message(5)])
        wait_until(lambda: len(contents(db)) == 6)


def test_changed_files_are_imported_without_a_walk(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(3))
    (tmp_path / "x.txt").write_text("no")
    report: ImportReport = import_changed(db, [path, tmp_path / "x.txt", tmp_path / "gone.jsonl"])
    assert (report.messages, report.skipped) == (3, [])
