"""What could not be written (the disk is full, another program holds the lock) is not lost: the next import has it."""

from __future__ import annotations

import sqlite3
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

import gagent_db
from gagent_db.api import Database
from gagent_db.importers import run, watch, writer


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file takes several transactions."""
    for name in ("FIRST_BATCH", "SMALLEST_BATCH", "LARGEST_BATCH"):
        monkeypatch.setattr(writer, name, 60_000)


def _long(number: int) -> dict[str, object]:
    message = gagent_message(number)
    return {**message, "content": f"{message['content']} " + f"leaf{number} " * 2_000}


def _folder(folder: Path) -> list[str]:
    """Twelve files; what they say."""
    said = []
    for file in range(12):
        records = [gagent(0, key=f"cli:{file}")[0], *(_long(number) for number in range(file * 10, file * 10 + 10))]
        write_lines(folder / f"cli_{file}.jsonl", records)
        said += [str(record["content"]) for record in records[1:]]
    return said


def _limit(db: Database, more: int) -> None:
    """Let the file grow by so many pages and no further, as on a full disk."""
    pages = db.read().execute("PRAGMA page_count").fetchone()[0]
    db.write(lambda conn: conn.execute(f"PRAGMA max_page_count = {pages + more}").fetchone())


def test_what_did_not_fit_on_a_full_disk_comes_with_the_next_import(db: Database, tmp_path: Path) -> None:
    said = _folder(tmp_path / "in")
    for more in (40, 0, 8, 0, 3):  # the disk stays full, but here and there a small write still fits
        _limit(db, more)
        with pytest.raises(gagent_db.GagentError, match="disk is full"):
            db.import_paths([tmp_path / "in"])
    assert 0 < len(contents(db)) < len(said)
    _limit(db, 100_000)
    report = db.import_paths([tmp_path / "in"])
    assert sorted(contents(db)) == sorted(said) and not report.skipped
    assert db.import_paths([tmp_path / "in"]).files_unchanged == 12
    check_indexes(db)


def test_a_write_that_fails_is_no_fault_of_the_file_that_was_being_read(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = _folder(tmp_path / "in")
    db.import_paths([tmp_path / "in"])
    for file in range(12):
        add_lines(tmp_path / "in" / f"cli_{file}.jsonl", [_long(1000 + file)])
    apply, failed = run.bulk.apply, []

    def fail_once(conn: sqlite3.Connection, batch: run.Batch) -> run.bulk.Outcome:
        if not failed:
            failed.append(batch)
            raise gagent_db.GagentError("Another program has held the write lock.")
        return apply(conn, batch)

    monkeypatch.setattr(run.bulk, "apply", fail_once)
    with pytest.raises(gagent_db.GagentError, match="write lock"):
        db.import_paths([tmp_path / "in"])
    report = db.import_paths([tmp_path / "in"])
    assert (report.messages, report.skipped) == (12, [])
    assert len(contents(db)) == len(said) + 12


def test_what_is_watched_comes_in_when_it_can_be_written_again(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "_TRY_AGAIN", 0.2)
    said = _folder(tmp_path / "in")
    _limit(db, 0)
    with watching(db, tmp_path / "in") as reports:
        wait_until(lambda: any("disk is full" in skip.reason for report in reports for skip in report.skipped))
        _limit(db, 100_000)
        wait_until(lambda: len(contents(db)) == len(said))
