"""Two processes, or two threads, at one file: what one reads and then writes, the other may have changed meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import gagent_db
from gagent_db.doctor import backup, restore


@pytest.mark.parametrize("in_snapshot", [True, False])
def test_a_thread_that_reads_while_a_backup_is_put_back_finishes_with_the_file_it_began_with(
    db: gagent_db.Database, tmp_path: Path, in_snapshot: bool
) -> None:
    session = db.create_session()
    db.append(session.id, [{"content": "one"}])
    backup(db, tmp_path / "backup.db")
    db.append(session.id, [{"content": "two"}])
    begun, replaced = threading.Event(), threading.Event()

    def read_on(count: Callable[[], object]) -> None:
        assert count() == 2
        begun.set()
        replaced.wait(10)

    def read() -> int:
        if in_snapshot:
            with db.snapshot():
                read_on(lambda: len(db.history(session.id)))
                return len(db.history(session.id))
        rows = db.read().execute("SELECT content FROM messages UNION ALL SELECT content FROM messages")
        read_on(lambda: len(rows.fetchmany(2)))
        return len(rows.fetchall())

    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(read)
        begun.wait(10)
        restore(tmp_path / "backup.db", db.path)
        assert len(db.history(session.id)) == 1
        replaced.set()
        assert reading.result() == 2
        assert len(pool.submit(db.history, session.id).result()) == 1
