"""Damage, repair and copies: a broken index never loses a message, a copy is always whole."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

import gagent_db
from gagent_db import doctor
from gagent_db.schema import fts

DAMAGE = {
    "its words are nonsense": "UPDATE messages_fts_data SET block = x'ffffffffffffffff' WHERE id > 10",
    "its structure is nonsense": "UPDATE messages_fts_data SET block = x'0102030405' WHERE id = 10",
    "its rows are gone": "DELETE FROM messages_fts_data",
    "its version is gone": "DELETE FROM messages_fts_config",
    "a table of it is gone": "DROP TABLE messages_fts_idx",
}


@pytest.fixture(params=DAMAGE.values(), ids=DAMAGE.keys())
def damaged(db_path: Path, request: pytest.FixtureRequest) -> Path:
    with gagent_db.open(db_path) as db:
        session = db.create_session(id="s")
        db.append(session.id, [{"content": f"message {n} about the harbour"} for n in range(50)])
        db.write(lambda conn: conn.execute(request.param))
    return db_path


def test_a_damaged_index_does_not_stop_a_write_or_lose_a_message(damaged: Path) -> None:
    with gagent_db.open(damaged) as db:
        db.append("s", [{"content": f"after the damage {n}"} for n in range(20)])
        db.write(lambda conn: conn.execute("DELETE FROM messages WHERE id = 3"))
        assert len(db.history("s")) == 69
        assert "messages_fts" in fts.stale(db.read())


def test_the_next_open_rebuilds_a_small_stale_index(damaged: Path) -> None:
    with gagent_db.open(damaged) as db:
        db.append("s", [{"content": "one more"}])
        db.write(lambda conn: conn.execute("DELETE FROM messages WHERE id = 3"))
        db.write(lambda conn: fts.mark_stale(conn, "messages_fts", "found by a search"))
    with gagent_db.open(damaged) as db:
        assert fts.stale(db.read()) == {}
        found = db.read().execute("SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'harbour'").fetchone()[0]
        assert found == 49


def test_doctor_finds_a_damaged_index_and_repairs_it(damaged: Path) -> None:
    with gagent_db.open(damaged) as db:
        found = doctor.check(db)
        assert not found.ok and "messages_fts" in found.problems[0]
        repaired = doctor.check(db, repair=True)
        assert repaired.ok and "messages_fts" in repaired.repaired[0]
        assert doctor.check(db).to_dict()["problems"] == []


def test_doctor_puts_wrong_counters_right(db: gagent_db.Database) -> None:
    db.create_session(id="s")
    db.append("s", [{"content": "x"}])
    db.write(lambda conn: conn.execute("UPDATE sessions SET message_count = 12"))
    assert "counters of 1 sessions" in doctor.check(db).problems[0]
    assert doctor.check(db, repair=True).ok
    assert db.list_sessions()[0].message_count == 1


def test_doctor_notices_a_missing_trigger(db: gagent_db.Database) -> None:
    db.write(lambda conn: conn.execute("DROP TRIGGER messages_fts_insert"))
    assert any("messages_fts_insert" in problem for problem in doctor.check(db).problems)


def test_a_backup_taken_while_others_write_is_whole_and_private(db: gagent_db.Database, tmp_path: Path) -> None:
    db.create_session(id="s")
    stop = threading.Event()

    def keep_writing() -> None:
        while not stop.is_set():
            db.append("s", [{"content": "busy " * 50}])

    writer = threading.Thread(target=keep_writing)
    writer.start()
    try:
        copy = tmp_path / "copy.db"
        doctor.backup(db, copy)
    finally:
        stop.set()
        writer.join()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with gagent_db.open(copy) as other:
        assert doctor.check(other).ok
    with pytest.raises(gagent_db.GagentError, match="already there"):
        doctor.backup(db, copy)


def test_restore_keeps_the_database_it_replaces(db_path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with gagent_db.open(db_path) as db:
        db.create_session(id="first")
        doctor.backup(db, copy)
        db.create_session(id="second")
    doctor.restore(copy, db_path)
    with gagent_db.open(db_path) as db:
        assert [s.id for s in db.list_sessions()] == ["first"]
    with gagent_db.open(tmp_path / "gagent.db.before-restore") as db:
        assert {s.id for s in db.list_sessions()} == {"first", "second"}


def test_restore_refuses_what_is_not_a_backup(db_path: Path, tmp_path: Path) -> None:
    gagent_db.open(db_path).close()
    other = tmp_path / "other.db"
    conn = sqlite3.connect(other)
    conn.execute("CREATE TABLE t(x)")
    conn.commit()
    conn.close()
    for source in (other, tmp_path / "nothing.db"):
        with pytest.raises(gagent_db.GagentError):
            doctor.restore(source, db_path)
    gagent_db.open(db_path).close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(gagent_db.GagentError, match="Cannot open the database"):
        gagent_db.open(tmp_path / "x.db")


def test_a_folder_is_not_a_database(tmp_path: Path) -> None:
    with pytest.raises(gagent_db.GagentError, match="is a folder"):
        gagent_db.open(tmp_path)
