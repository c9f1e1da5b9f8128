"""The schema builds itself, once, for everybody, and keeps its own rules."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import forked
import pytest
import sqlite_utils
from sqlite_utils.db import Database as UtilsDatabase

import gagent_db
from gagent_db import doctor
from gagent_db.schema import fts, migrations
from gagent_db.schema.version import NAMES, applied_names
from gagent_db.store.database import Store
from gagent_db.store.merging import merge_indexes


def test_every_migration_is_applied_once_and_opening_again_changes_nothing(db_path: Path) -> None:
    with Store(db_path) as store:
        assert applied_names(store.read()) == list(NAMES)
        before = store.read().execute("SELECT group_concat(sql) FROM sqlite_master").fetchone()[0]
    with Store(db_path) as store:
        assert store.read().execute("SELECT group_concat(sql) FROM sqlite_master").fetchone()[0] == before


# What a purge did before it took older wordings out of kept prompts.
FORMER_TRIGGER = """CREATE TRIGGER memories_purge AFTER DELETE ON memories
BEGIN
    DELETE FROM memory_history WHERE memory_id = old.id;
END"""


@pytest.mark.parametrize(
    "former",
    [
        FORMER_TRIGGER,
        "CREATE VIEW session_continues AS SELECT id, parent_session_id AS continues_id FROM sessions",
        "CREATE VIEW artifacts AS SELECT id, value_id FROM artifact_mentions",
        "CREATE INDEX idx_messages_uid ON messages(uid)",
        "CREATE VIRTUAL TABLE memories_fts USING fts5(content, content='memories', content_rowid='rid')",
    ],
)
def test_what_an_earlier_version_made_otherwise_is_made_anew_at_the_next_open(db_path: Path, former: str) -> None:
    with gagent_db.open(db_path) as db:
        whole = _made(db)
        db.add_memory("The harbour opens at nine.")
        _replace(db, former)
        assert _made(db) != whole
    with forked.PROCESSES.Pool(4) as pool:
        assert pool.map(forked.open_and_write, [str(db_path)] * 4) == ["ok"] * 4
    with gagent_db.open(db_path) as db:
        assert _made(db) == whole and doctor.check(db).ok
        assert [found.memory.content for found in db.search_memories("harbour").memories] == [
            "The harbour opens at nine."
        ]
        assert db.read().execute("SELECT message_count FROM sessions").fetchone()[0] == 4


def test_a_file_of_an_earlier_version_is_upgraded_whatever_it_lacks(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        whole = _made(db)
        db.add_memory("The harbour opens at nine.")

        def work(conn: sqlite3.Connection) -> None:  # as before there were tags
            conn.execute("DELETE FROM _sqlite_migrations WHERE name = 'm006_tags'")
            conn.execute("DROP TABLE session_tags")
            conn.execute("DROP INDEX idx_memories_scope")
            conn.execute("DROP TRIGGER memories_fts_insert")

        _replace(db, FORMER_TRIGGER)
        db.write(work)
        db.write(lambda conn: conn.execute("INSERT INTO memories(content) VALUES ('The ferry leaves at noon.')"))
    with gagent_db.open(db_path) as db:
        assert _made(db) == whole and doctor.check(db).ok
        assert _matches(db, "memories_fts", "ferry") == 1


def test_doctor_makes_anew_what_an_earlier_version_made_otherwise(db: gagent_db.Database) -> None:
    whole = _made(db)
    _replace(db, FORMER_TRIGGER)
    (problem,) = doctor.check(db).problems
    assert "memories_purge" in problem and "doctor --repair" in problem
    assert doctor.check(db, repair=True).ok and _made(db) == whole


def test_triggers_of_a_person_stay(db_path: Path) -> None:
    own = "CREATE TRIGGER mine AFTER INSERT ON sessions BEGIN SELECT 1; END"
    with gagent_db.open(db_path) as db:
        db.write(lambda conn: conn.execute(own))
        _replace(db, FORMER_TRIGGER)
    with gagent_db.open(db_path) as db:
        assert _made(db)["mine"] == own


def _made(db: gagent_db.Database) -> dict[str, str]:
    return dict(db.read().execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall())


def _replace(db: gagent_db.Database, former: str) -> None:
    """Put another version in the place of a trigger, view, index or full-text table."""
    _, kind, name, *_ = former.replace("VIRTUAL ", "").split()

    def work(conn: sqlite3.Connection) -> None:
        conn.execute(f"DROP {kind} {name}")
        conn.execute(former)

    db.write(work)


def test_a_dozen_processes_open_one_new_file_at_the_same_moment(db_path: Path) -> None:
    with forked.PROCESSES.Pool(12) as pool:
        assert pool.map(forked.open_and_write, [str(db_path)] * 12) == ["ok"] * 12
    with Store(db_path) as store:
        assert store.read().execute("SELECT message_count FROM sessions").fetchone()[0] == 12
        assert store.write(lambda conn: fts.check(conn, "messages_fts")) is None


def test_a_failed_migration_leaves_the_file_as_it_was(db_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = migrations.Migrations("gagent_db")

    @broken()
    def m001_sessions(db: UtilsDatabase) -> None:
        db.executescript("CREATE TABLE half_way(id INTEGER); CREATE TABLE broken(;")

    monkeypatch.setattr(migrations, "migrations", broken)
    conn = sqlite3.connect(db_path, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrations.migrate(conn)
    assert conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    conn.close()


def test_a_file_of_a_newer_program_is_refused_in_a_sentence(db_path: Path) -> None:
    with Store(db_path) as store:
        store.write(
            lambda conn: conn.execute(
                "INSERT INTO _sqlite_migrations(migration_set, name, applied_at) VALUES ('gagent_db', 'm999_new', 'x')"
            )
        )
    with pytest.raises(gagent_db.GagentError, match=r"newer gagent-db.*m999_new"):
        gagent_db.open(db_path)


def test_a_sqlite_too_old_for_the_tables_is_told_in_a_sentence(db_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(gagent_db.GagentError, match=r"gagent-db needs 3\.37 or newer"):
        gagent_db.open(db_path)
    assert list(db_path.parent.iterdir()) == []


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE sessions(whatever TEXT)",
        "CREATE TABLE notes(x); PRAGMA user_version = 42",
        "CREATE VIEW one AS SELECT 1",
        "PRAGMA application_id = 252006673; VACUUM",
    ],
)
def test_another_programs_database_is_refused_and_left_alone(db_path: Path, script: str) -> None:
    conn = sqlite3.connect(db_path)
    conn.executescript(script)
    conn.close()
    db_path.chmod(0o644)
    before = db_path.read_bytes(), db_path.stat().st_mode
    with pytest.raises(gagent_db.GagentError, match="another program's database"):
        gagent_db.open(db_path)
    assert (db_path.read_bytes(), db_path.stat().st_mode) == before
    assert [path.name for path in db_path.parent.iterdir()] == [db_path.name]


def test_a_file_that_is_no_database_is_refused_in_a_sentence(db_path: Path) -> None:
    db_path.write_text("this is a letter to my aunt\n" * 50)
    db_path.chmod(0o644)
    with pytest.raises(gagent_db.GagentError, match="is not a SQLite database"):
        gagent_db.open(db_path)
    assert db_path.stat().st_mode & 0o777 == 0o644


def test_the_file_and_its_companions_are_private(db: gagent_db.Database) -> None:
    db.create_session()
    for part in db.path.parent.glob("gagent.db*"):
        assert part.stat().st_mode & 0o077 == 0, part


def test_rows_put_in_by_hand_with_sqlite_utils_are_searchable_and_counted(db_path: Path) -> None:
    gagent_db.open(db_path).close()
    rows = [{"session_id": "by-hand", "role": "user", "content": "the ferry leaves at noon"}, {"session_id": "by-hand"}]
    subprocess.run(
        [sys.executable, "-m", "sqlite_utils", "insert", str(db_path), "messages", "-"],
        input=json.dumps(rows).encode(), check=True,
    )  # fmt: skip
    with gagent_db.open(db_path) as db:
        found = db.read().execute("SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'ferries'").fetchall()
        assert [row[0] for row in found] == [1]
        session = db.get_session("by-hand")
        assert session and session.message_count == 2
        message = db.history("by-hand")[1]
        assert (message.role, message.content, message.status, message.content_type) == ("user", "", "active", "text")
        assert message.created_at.endswith("Z") and session.updated_at == message.created_at


def test_changing_a_flag_or_counter_does_not_touch_the_index(db: gagent_db.Database) -> None:
    session = db.create_session()
    db.append(session.id, [{"role": "user", "content": "word " * 500}])

    def index_rows() -> list[tuple[int, bytes]]:
        return [tuple(row) for row in db.read().execute("SELECT id, block FROM messages_fts_data ORDER BY id")]

    before = index_rows()
    db.write(lambda conn: conn.execute("UPDATE messages SET status = 'compacted', input_tokens = 7, extracted = 1"))
    assert index_rows() == before
    db.write(lambda conn: conn.execute("UPDATE messages SET content = 'another text'"))
    assert index_rows() != before


def test_indexes_follow_updates_and_deletes(db: gagent_db.Database) -> None:
    session = db.create_session()
    call = {"tool_name": "Bash", "arguments": {"command": "echo one\ntwo"}, "result_summary": "fine"}
    db.append(session.id, [{"role": "assistant", "content": "first", "tool_calls": [call]}])
    assert _matches(db, "tool_calls_fts", "two") == 1
    db.write(lambda conn: conn.execute("UPDATE tool_calls SET result_summary = 'terrible'"))
    assert (_matches(db, "tool_calls_fts", "fine"), _matches(db, "tool_calls_fts", "terrible")) == (0, 1)
    db.write(lambda conn: conn.execute("UPDATE messages SET content = 'second'"))
    assert (_matches(db, "messages_fts", "first"), _matches(db, "messages_fts", "second")) == (0, 1)
    db.delete_session(session.id)
    for index in fts.INDEXES:
        assert db.write(lambda conn, index=index: fts.check(conn, index)) is None
    assert _matches(db, "messages_fts", "second") == 0


def test_a_tool_result_that_is_a_message_is_indexed_once(db: gagent_db.Database) -> None:
    session = db.create_session()
    call = {"call_id": "c1", "tool_name": "Bash", "arguments": {"command": "du"}}
    result = {"role": "tool", "content": "zebra " + "x" * 500, "metadata": {"tool_call_id": "c1"}}
    db.append(session.id, [{"role": "assistant", "content": "", "tool_calls": [call]}, result])
    assert (_matches(db, "tool_calls_fts", "du"), _matches(db, "tool_calls_fts", "zebra")) == (1, 0)
    assert [hit.role for hit in db.search_messages("zebra")] == ["tool"]
    summary = db.read().execute("SELECT result_summary FROM tool_calls").fetchone()[0]
    assert summary.startswith("zebra x") and summary.endswith("…") and len(summary) <= 40
    (shown,) = db.history(session.id)[0].tool_calls
    assert shown.result_summary == result["content"][:119] + "…", "what is read is longer"
    db.write(lambda conn: conn.execute("DELETE FROM messages WHERE role = 'tool'"))
    assert _matches(db, "tool_calls_fts", "zebra") == 1  # the summary is all that is left of it
    for index in fts.INDEXES:
        assert db.write(lambda conn, index=index: fts.check(conn, index)) is None


def test_the_parts_of_an_index_are_put_together_after_many_additions(db: gagent_db.Database) -> None:
    session = db.create_session()
    parts = "SELECT count(DISTINCT segid) FROM messages_fts_idx"
    for _ in range(3):
        db.append(session.id, [{"content": f"greenhouse {number} reading r{number}"} for number in range(1700)])
    assert db.read().execute(parts).fetchone()[0] > 1
    merge_indexes(db, 100)  # few: what FTS5 merges by itself is enough
    assert db.read().execute(parts).fetchone()[0] > 1
    before = _pages_in_use(db)
    merge_indexes(db, 5_100)
    assert db.read().execute(parts).fetchone()[0] == 1
    assert _pages_in_use(db) < before
    assert db.write(lambda conn: fts.check(conn, "messages_fts")) is None
    assert _matches(db, "messages_fts", "1699") == 3


def test_the_file_is_no_larger_than_what_is_in_it_after_an_index_run(db: gagent_db.Database) -> None:
    sizes = []
    for name in ("harbour", "greenhouse"):
        db.create_session(id=name)
        db.append(name, [{"content": f"{name} {number} reading r{number} " * 9} for number in range(2100)])
        db.index()
        sizes.append(_size_on_disk(db))
        assert db.read().execute("SELECT count(DISTINCT segid) FROM messages_fts_idx").fetchone()[0] == 1
    db.delete_session("harbour")
    db.index()
    assert _size_on_disk(db) < (sizes[0] + sizes[1]) / 2
    assert db.read().execute("PRAGMA freelist_count").fetchone()[0] == 0
    assert db.write(lambda conn: fts.check(conn, "messages_fts")) is None


def test_an_index_run_after_few_additions_leaves_the_parts_of_the_index(db: gagent_db.Database) -> None:
    db.create_session(id="s")
    for number in range(3):
        db.append("s", [{"content": f"greenhouse reading {number}"}])
    db.index()
    assert db.read().execute("SELECT count(DISTINCT segid) FROM messages_fts_idx").fetchone()[0] == 3


def test_a_file_without_auto_vacuum_works_as_before(db_path: Path) -> None:
    with gagent_db.open(db_path):
        pass
    conn = sqlite3.connect(db_path)
    for pragma in ("journal_mode = DELETE", "auto_vacuum = NONE"):
        conn.execute(f"PRAGMA {pragma}")
    conn.execute("VACUUM")
    conn.close()
    with gagent_db.open(db_path) as db:
        assert db.read().execute("PRAGMA auto_vacuum").fetchone()[0] == 0
        db.create_session(id="s")
        db.append("s", [{"content": "words " * 5000}])
        db.delete_session("s")
        db.index()
        assert db.read().execute("PRAGMA freelist_count").fetchone()[0] > 0


def test_insert_or_replace_by_hand_leaves_no_stale_hit(db: gagent_db.Database) -> None:
    db.create_session(id="s")
    db.append("s", [{"content": "old words"}])
    sqlite_utils.Database(db.path)["messages"].insert({"id": 1, "session_id": "s", "content": "new"}, replace=True)
    assert (_matches(db, "messages_fts", "old"), _matches(db, "messages_fts", "new")) == (0, 1)
    assert db.write(lambda conn: fts.check(conn, "messages_fts")) is None


def test_datasette_and_sqlite_utils_detect_the_search_index(db: gagent_db.Database) -> None:
    assert sqlite_utils.Database(db.path)["messages"].detect_fts() == "messages_fts"


def test_json_columns_and_states_are_checked(db: gagent_db.Database) -> None:
    db.create_session(id="s")
    for statement in (
        "INSERT INTO messages(session_id, metadata_json) VALUES ('s', '{broken')",
        "INSERT INTO messages(session_id, status) VALUES ('s', 'lost')",
        "INSERT INTO messages(session_id, content) VALUES ('s', x'00ff')",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            db.write(lambda conn, statement=statement: conn.execute(statement))


def _pages_in_use(db: gagent_db.Database) -> int:
    conn = db.read()
    return int(conn.execute("PRAGMA page_count").fetchone()[0] - conn.execute("PRAGMA freelist_count").fetchone()[0])


def _size_on_disk(db: gagent_db.Database) -> int:
    db.read().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return db.path.stat().st_size


def _matches(db: gagent_db.Database, index: str, words: str) -> int:
    return int(db.read().execute(f"SELECT count(*) FROM {index} WHERE {index} MATCH ?", (words,)).fetchone()[0])
