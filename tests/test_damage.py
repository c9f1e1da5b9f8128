"""Damage, repair and copies: a broken index never loses a message, a copy is always whole."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

import gagent_db
from gagent_db import doctor
from gagent_db.cli import main
from gagent_db.schema import fts, objects

DAMAGE = {
    "its words are nonsense": "UPDATE messages_fts_data SET block = x'ffffffffffffffff' WHERE id > 10",
    "its structure is nonsense": "UPDATE messages_fts_data SET block = x'0102030405' WHERE id = 10",
    "its structure forgets its segments": "UPDATE messages_fts_data SET block = x'00ff00ff' WHERE id = 10",
    "all of it is nonsense": "UPDATE messages_fts_data SET block = x'ffff'",
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
        assert set(fts.stale(db.read())) == {"messages_fts"}  # a sound one that is set aside costs a rebuild


def test_the_next_open_rebuilds_a_small_stale_index(damaged: Path) -> None:
    with gagent_db.open(damaged) as db:
        db.append("s", [{"content": "one more"}])
        db.write(lambda conn: conn.execute("DELETE FROM messages WHERE id = 3"))
        db.write(lambda conn: fts.mark_stale(conn, "messages_fts", "found by a search"))
    with gagent_db.open(damaged) as db:
        assert fts.stale(db.read()) == {}
        found = db.read().execute("SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'harbour'").fetchone()[0]
        assert found == 49


def test_a_stale_index_waits_while_another_program_writes(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        db.append(db.create_session().id, [{"content": "the wombat sleeps"}])
        db.write(lambda conn: fts.mark_stale(conn, "messages_fts", "found by a search"))
    with closing(sqlite3.connect(db_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with gagent_db.open(db_path) as db:
            found = db.search("wombat")
            assert found.sessions and "found by a search" in (found.degraded or "")
    with gagent_db.open(db_path) as db:
        assert fts.stale(db.read()) == {} and db.search("wombat").degraded is None


def test_doctor_finds_a_damaged_index_and_repairs_it(damaged: Path) -> None:
    with gagent_db.open(damaged) as db:
        found = doctor.check(db)
        assert not found.ok and "messages_fts" in found.problems[0]
        repaired = doctor.check(db, repair=True)
        assert repaired.ok and "messages_fts" in repaired.repaired[0]
        assert doctor.check(db).to_dict()["problems"] == []


@pytest.mark.parametrize("start", [0, 2, 30])
def test_a_damaged_file_gives_way_to_a_backup_and_doctor_says_so(db_path: Path, start: int) -> None:
    with gagent_db.open(db_path) as db:
        session = db.create_session(id="s")
        db.append(session.id, [{"content": f"message {n} " + "about the harbour " * 60} for n in range(300)])
        doctor.backup(db, db_path.with_name("copy.db"))
    with db_path.open("r+b") as file:
        file.seek(start * 16384)
        file.write(b"\xa5" * 16384 * 20)
    damaged = db_path.read_bytes()
    told = CliRunner().invoke(main, ["--db", str(db_path), "doctor"])
    assert told.exit_code == 1 and "gagent-db restore FILE" in told.output
    doctor.restore(db_path.with_name("copy.db"), db_path)
    with gagent_db.open(db_path) as db:
        assert len(db.history("s")) == 300 and doctor.check(db).ok
    kept = db_path.with_name("gagent.db.before-restore").read_bytes()
    assert kept[100:] == damaged[100:]  # a file that can still be opened is copied, which changes its header


def test_doctor_puts_wrong_counters_right(db: gagent_db.Database) -> None:
    db.create_session(id="s")
    db.append("s", [{"content": "x"}])
    db.write(lambda conn: conn.execute("UPDATE sessions SET message_count = 12"))
    assert "counters of 1 session are" in doctor.check(db).problems[0]
    assert doctor.check(db, repair=True).ok
    assert db.list_sessions()[0].message_count == 1


def test_doctor_makes_a_dropped_trigger_again_and_what_went_wrong_without_it(db: gagent_db.Database) -> None:
    db.create_session(id="s")
    for trigger in ("messages_fts_insert", "messages_count_insert"):
        db.write(lambda conn, trigger=trigger: conn.execute(f"DROP TRIGGER {trigger}"))
    db.append("s", [{"content": "a wombat", "created_at": "2031-01-01T09:00:00Z"}])
    problems = doctor.check(db).problems
    assert "messages_count_insert, messages_fts_insert" in problems[0] and "doctor --repair" in problems[0]
    repaired = doctor.check(db, repair=True)
    assert repaired.ok and len(repaired.repaired) == 3
    assert doctor.check(db).ok
    assert _found(db, "messages_fts", "wombat") == 1
    session = db.list_sessions()[0]
    assert (session.message_count, session.updated_at[:10]) == (1, "2031-01-01")


@pytest.mark.parametrize("lost", ["TRIGGER messages_fts_delete", "VIEW tool_calls_text", "INDEX idx_messages_session"])
def test_the_next_open_makes_what_was_dropped_again(db_path: Path, lost: str) -> None:
    with gagent_db.open(db_path) as db:
        db.create_session(id="s")
        db.append("s", [{"content": "a wombat", "tool_calls": [{"tool_name": "dig"}]}, {"content": "a numbat"}])
        db.write(lambda conn: conn.execute(f"DROP {lost}"))
        db.write(lambda conn: conn.execute("DELETE FROM messages WHERE content = 'a numbat'"))
    with gagent_db.open(db_path) as db:
        assert objects.missing(db.read()) == [] and fts.stale(db.read()) == {}
        assert doctor.check(db).ok
        assert _found(db, "messages_fts", "numbat") == 0


@pytest.mark.parametrize("index", ["idx_messages_uid", "idx_sessions_updated"])
def test_an_index_that_lacks_a_row_is_built_anew(db_path: Path, index: str) -> None:
    with gagent_db.open(db_path) as db:
        db.append(db.create_session(id="s").id, [{"content": "a wombat", "uid": "1"}])
    hidden = _plain(db_path, f"SELECT * FROM sqlite_master WHERE name = '{index}'")
    _plain(db_path, f"DELETE FROM sqlite_master WHERE name = '{index}'")
    _plain(db_path, "INSERT INTO messages(session_id, content, uid) VALUES ('s', 'a numbat', '2')")
    _plain(db_path, "INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", *hidden)
    with gagent_db.open(db_path) as db:
        assert f"The index {index} does not match its table; run: " in doctor.check(db).problems[0]
        repaired = doctor.check(db, repair=True)
        assert repaired.ok and f"{index} was rebuilt." in repaired.repaired
        assert doctor.check(db).ok


def _plain(path: Path, sql: str, *values: object) -> tuple[object, ...]:
    """Runs SQL that may change the schema, which is read anew by the next; its first row."""
    conn = sqlite3.connect(path)
    conn.execute("PRAGMA writable_schema = ON")
    row = conn.execute(sql, values).fetchone()
    conn.commit()
    conn.close()
    return row or ()


@pytest.mark.parametrize("table", ["tombstones", "memory_history", "tool_calls", "lexicon"])
def test_a_dropped_table_is_named_and_made_again_empty(db_path: Path, table: str) -> None:
    with gagent_db.open(db_path) as db:
        db.append(db.create_session(id="s").id, [{"content": "a wombat", "tool_calls": [{"tool_name": "dig"}]}])
        db.write(lambda conn: conn.execute(f"DROP TABLE {table}"))
    with gagent_db.open(db_path) as db:
        assert f"The file lacks {table}," in doctor.check(db).problems[0]
        repaired = doctor.check(db, repair=True)
        assert f"Recreated, empty: {table}" in repaired.repaired[0]
        assert doctor.check(db).ok
        db.index()
        assert db.search("wombat").total_sessions == 1


@pytest.mark.parametrize("script", ["DELETE FROM sessions WHERE id = 's'", "DROP TABLE sessions"])
def test_messages_without_their_session_get_it_again(db_path: Path, script: str) -> None:
    with gagent_db.open(db_path) as db:
        db.append(db.create_session(id="s").id, [{"content": "a wombat", "created_at": "2026-05-01T09:30:00Z"}])
        db.create_session(id="branch", parent_session_id="s")
    _plain(db_path, script)
    with gagent_db.open(db_path) as db:
        assert not doctor.check(db).ok
        assert doctor.check(db, repair=True).ok and doctor.check(db).ok
        session = db.get_session("s")
        assert session and (session.message_count, session.created_at[:10]) == (1, "2026-05-01")
        assert [message.content for message in db.history("s")] == ["a wombat"]


def test_what_belonged_to_a_message_that_was_deleted_by_hand_goes(db_path: Path) -> None:
    call = {"tool_name": "dig", "call_id": "c", "arguments": {"for": "roots"}}
    with gagent_db.open(db_path) as db:
        db.create_session(id="s")
        said = [{"content": "a wombat", "tool_calls": [call], "media": ["a.png"]}]
        digs, dug = db.append("s", [*said, {"role": "tool", "content": "dug", "metadata": {"tool_call_id": "c"}}])
        note = db.add_memory("a wombat digs", session_id="s", message_id=dug)
        db.index()
    for message in (dug, digs):
        _plain(db_path, f"DELETE FROM messages WHERE id = {message}")
        with gagent_db.open(db_path) as db:
            assert "refer to missing rows" in doctor.check(db).problems[0]
            assert doctor.check(db, repair=True).ok and doctor.check(db).ok
            calls = db.read().execute("SELECT result_message_id FROM tool_calls").fetchall()
            assert [tuple(row) for row in calls] == ([(None,)] if message == dug else [])
            assert [memory.id for memory in db.list_memories()] == [note.id]
    with gagent_db.open(db_path) as db:
        assert _found(db, "tool_calls_fts", "roots") == 0
        assert db.read().execute("SELECT count(*) FROM media_refs").fetchone()[0] == 0


def test_a_dropped_column_is_named(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        db.write(lambda conn: conn.execute("ALTER TABLE messages DROP COLUMN provider"))
        found = doctor.check(db, repair=True)
        assert found.problems[0] == "The file lacks the column messages.provider."
        assert "gagent-db restore FILE" in found.problems[-1]


def _messages(db: gagent_db.Database) -> None:
    db.append("s", [{"content": "a wombat digs", "tool_calls": [{"tool_name": "dig", "arguments": {"for": "roots"}}]}])


def _memory(db: gagent_db.Database) -> None:
    db.add_memory("The burrow is behind the shed")


def _fact(db: gagent_db.Database) -> None:
    db.write_fact("D[burrow]: behind the shed")


WRITES = {
    "messages_fts": (_messages, "digs"),
    "tool_calls_fts": (_messages, "roots"),
    "memories_fts": (_memory, "burrow"),
    "facts_fts": (_fact, "shed"),
}


@pytest.mark.parametrize("index", WRITES)
def test_a_dropped_index_loses_no_row_and_comes_back(db_path: Path, index: str) -> None:
    write, word = WRITES[index]
    with gagent_db.open(db_path) as db:
        db.create_session(id="s")
        db.write(lambda conn: conn.execute(f"DROP TABLE {index}"))
        write(db)
        assert index in fts.stale(db.read())
        table = fts.INDEXES[index]
        assert db.read().execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 1
        assert index in doctor.check(db).problems[0]
    with gagent_db.open(db_path) as db:
        assert fts.stale(db.read()) == {} and _found(db, index, word) == 1
        assert doctor.check(db).ok


def test_a_search_without_its_index_says_that_it_is_degraded(db: gagent_db.Database) -> None:
    db.create_session(id="s")
    _messages(db)
    db.write(lambda conn: conn.execute("DROP TABLE messages_fts"))
    before = db.search("wombat")
    _messages(db)
    after = db.search("wombat")
    for result in (before, after):
        assert result.total_sessions == 1 and result.degraded and "doctor --repair" in result.degraded
    assert doctor.check(db, repair=True).ok
    assert db.search("wombat").degraded is None


VECTOR_DAMAGE = {
    "its signs are cut": "UPDATE vector_chunks SET bits = x'00'",
    "its ids are cut": "UPDATE vector_chunks SET ids = x'000000'",
    "its chunks are gone": "DELETE FROM vector_chunks",
    "its codes are cut": "UPDATE message_vectors SET code = x'0102' WHERE message_id < 4",
}


@pytest.mark.parametrize("damage", VECTOR_DAMAGE.values(), ids=VECTOR_DAMAGE.keys())
def test_damaged_vectors_stop_no_search_and_are_made_again(db: gagent_db.Database, damage: str) -> None:
    db.create_session(id="s")
    db.append("s", [{"content": f"the wombat number {n} sleeps"} for n in range(9)])
    db.index()
    db.write(lambda conn: conn.execute(damage))
    result = db.search("wombat asleep", mode="hybrid")
    assert result.total_sessions == 1
    assert damage.startswith("DELETE") or "damaged" in (result.degraded or "")
    assert "vectors are damaged" in doctor.check(db).problems[0]
    repaired = doctor.check(db, repair=True)
    assert repaired.ok and "gagent-db index" in repaired.repaired[0]
    assert doctor.check(db).ok  # what waits for the index run is no damage
    db.index()
    assert doctor.check(db).ok
    result = db.search("a drowsy marsupial", mode="semantic")
    assert result.degraded is None and result.total_sessions == 1


def test_messages_that_were_moved_are_no_damage_and_are_found_by_meaning_again(db: gagent_db.Database) -> None:
    said = [{"content": text, "uid": text[:3]} for text in ("the wombat sleeps", "a ferry at noon", "tax is due")]
    db.create_session(id="s")
    db.append("s", said)
    db.index()
    db.replace_messages("s", [said[1], said[0], said[2]])
    assert doctor.check(db).ok
    db.index()
    assert doctor.check(db).ok
    assert db.search_messages("a drowsy marsupial", mode="semantic")[0].message_id == db.history("s")[1].id


def _found(db: gagent_db.Database, index: str, word: str) -> int:
    sql = f"SELECT count(*) FROM {index} WHERE {index} MATCH ?"
    return int(db.read().execute(sql, (word,)).fetchone()[0])


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
    with pytest.raises(gagent_db.GagentError, match="already exists"):
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


def test_each_database_that_a_restore_replaces_is_kept(db_path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with gagent_db.open(db_path) as db:
        doctor.backup(db, copy)
        db.create_session(id="first")
    doctor.restore(copy, db_path)
    with gagent_db.open(db_path) as db:
        db.create_session(id="second")
    doctor.restore(copy, db_path)
    for kept, held in (("before-restore", "first"), ("before-restore-2", "second")):
        with gagent_db.open(tmp_path / f"gagent.db.{kept}") as db:
            assert [session.id for session in db.list_sessions()] == [held]


def test_a_restore_that_ends_halfway_leaves_a_database_in_its_place(
    db_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.db"
    with gagent_db.open(db_path) as db:
        db.create_session(id="present")
        doctor.backup(db, copy)
    replace = os.replace

    def killed(source: Path, target: Path) -> None:
        if target == db_path:
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        doctor.restore(copy, db_path)
    assert db_path.exists()
    with gagent_db.open(db_path) as db:
        assert [session.id for session in db.list_sessions()] == ["present"]


def test_a_backup_of_any_name_is_put_back(db: gagent_db.Database, tmp_path: Path) -> None:
    db.create_session(id="s")
    for name in ("50%25 of it?.db", "a#b.db", "with blanks.db", os.fsdecode(b"caf\xe9.db")):
        doctor.backup(db, tmp_path / name)
        doctor.restore(tmp_path / name, tmp_path / f"back-{name}")
        with gagent_db.open(tmp_path / f"back-{name}") as back:
            assert [session.id for session in back.list_sessions()] == ["s"]


def test_restore_refuses_what_is_not_a_backup(db_path: Path, tmp_path: Path) -> None:
    gagent_db.open(db_path).close()
    other = tmp_path / "other.db"
    conn = sqlite3.connect(other)
    conn.execute("CREATE TABLE t(x)")
    conn.commit()
    conn.close()
    cut, text = tmp_path / "cut.db", tmp_path / "text.db"
    cut.write_bytes(db_path.read_bytes()[:40_000])
    text.write_bytes(b"no database " * 900)
    for source in (other, tmp_path / "nothing.db", cut, text):
        with pytest.raises(gagent_db.GagentError, match=source.name):
            doctor.restore(source, db_path)
    gagent_db.open(db_path).close()


def test_doctor_says_what_it_cannot_check_in_a_file_that_cannot_be_written(frozen: Path) -> None:
    told = CliRunner().invoke(main, ["--db", str(frozen), "doctor"])
    assert told.exit_code == 0 and "messages 1," in told.output and "What was checked is well." in told.output
    (line,) = [line for line in told.output.splitlines() if line.startswith("Not checked:")]
    assert "word indexes" in line and "gagent-db backup COPY" in line
    repair = CliRunner().invoke(main, ["--db", str(frozen), "doctor", "--repair"])
    assert repair.exit_code == 1 and "cannot be written" in repair.stderr


@pytest.mark.parametrize("frozen", ["UPDATE sessions SET message_count = 9"], indirect=True)
def test_doctor_finds_what_it_can_in_a_file_that_cannot_be_written(frozen: Path) -> None:
    with gagent_db.open(frozen) as db:
        assert "The counters of 1 session are wrong" in doctor.check(db).problems[0]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(gagent_db.GagentError, match="Cannot open the database"):
        gagent_db.open(tmp_path / "x.db")


def test_a_folder_is_not_a_database(tmp_path: Path) -> None:
    with pytest.raises(gagent_db.GagentError, match="is a folder"):
        gagent_db.open(tmp_path)


def test_restore_follows_a_link_to_the_database(db_path: Path, tmp_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        db.create_session(id="first")
        doctor.backup(db, tmp_path / "copy.db")
        db.create_session(id="second")
    link = tmp_path / "elsewhere.db"
    link.symlink_to(db_path)
    doctor.restore(tmp_path / "copy.db", link)
    assert link.is_symlink()
    with gagent_db.open(db_path) as db:
        assert [session.id for session in db.list_sessions()] == ["first"]
