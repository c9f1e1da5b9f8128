"""Importing an export into a database that has its sessions already."""

from __future__ import annotations

import io
import sqlite3
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from import_fixtures import MAIN, claude_session, write_lines

import gagent_db
from gagent_db import answers, export
from gagent_db.agents import lifecycle
from gagent_db.agents.session_manager import SessionSQLiteStore
from gagent_db.api import Database
from gagent_db.cli import main
from gagent_db.doctor import backup
from gagent_db.models import NewMessage
from gagent_db.store.messages import set_status


def _counted(db: Database) -> str:
    """A session whose source counted 1000 tokens of input, beside one message that used 7."""
    session = db.create_session(channel="telegram", chat_id="777")
    db.append(session.id, [NewMessage("user", "How many?"), NewMessage("assistant", "Seven.", input_tokens=7, uid="a")])
    db.write(lambda conn: conn.execute("UPDATE sessions SET input_tokens = input_tokens + 1000, cost_usd = 0.25"))
    return session.id


def _export(db: Database, path: Path) -> Path:
    path.write_bytes(b"".join(export.jsonl(db, db.list_sessions())))
    return path


def _usage(db: Database) -> list[tuple[int, float | None]]:
    return [(session.input_tokens, session.cost_usd) for session in db.list_sessions()]


def test_the_usage_of_a_session_that_is_there_stays(db: Database, tmp_path: Path) -> None:
    _counted(db)
    assert _usage(db) == [(1007, 0.25)]
    db.import_paths([_export(db, tmp_path / "own.jsonl")])
    assert _usage(db) == [(1007, 0.25)]


def test_a_session_that_has_gone_on_keeps_its_usage_and_gets_what_an_export_counts_beyond(
    db: Database, tmp_path: Path
) -> None:
    session_id = _counted(db)
    path = _export(db, tmp_path / "own.jsonl")
    db.append(session_id, [NewMessage("assistant", "Eight.", input_tokens=8, uid="b")])
    db.import_paths([path])
    assert _usage(db) == [(1015, 0.25)]
    db.write(lambda conn: conn.execute("UPDATE sessions SET input_tokens = 15, cost_usd = NULL"))  # never counted here
    db.write(lambda conn: conn.execute("DELETE FROM imports"))
    db.import_paths([path])
    assert _usage(db) == [(1015, 0.25)]


def test_what_no_database_can_hold_is_replaced_and_stops_no_import(db: Database, tmp_path: Path) -> None:
    session = db.create_session(channel="telegram", chat_id="777", title="Okapis")
    db.append(session.id, [NewMessage("user", "TODO: feed the okapi", uid="a")])
    db.index()
    path = _export(db, tmp_path / "own.jsonl")
    lone = "\\ud800"
    text = path.read_text().replace('"Okapis"', f'"Okapis{lone}"').replace('"777"', f'"777{lone}"')
    text = text.replace('feed the okapi","status"', f'feed the okapi{lone}","status"')
    text = text.replace('"project":null', f'"project":"/a{lone}"').replace('"ended_at":null', '"ended_at":{}')
    assert text.count(lone) == 4
    path.write_text(text)
    with gagent_db.open(tmp_path / "other.db") as other:
        report = other.import_paths([path])
        assert (report.messages, report.skipped) == (1, [])
        found = other.list_sessions()[0]
        assert (found.title, found.chat_id, found.project) == ("Okapis\ufffd", "777\ufffd", "/a\ufffd")


# -- the database itself ---------------------------------------------------------------------------------


def _laptop(path: Path) -> Database:
    """A database with all that an export carries."""
    db = gagent_db.open(path)
    parent = db.create_session(id="s-parent", channel="cli", title="Okapis", project="/srv/zoo", metadata={"a": [1]})
    call = {"call_id": "c1", "tool_name": "Bash", "arguments": {"command": "ls"}, "status": "success", "exit_code": 0}
    media = [{"kind": "image", "path": "/srv/zoo/okapi.png", "mime_type": "image/png"}]
    db.append(parent.id, [
        {"role": "user", "content": "TODO: feed the okapi", "created_at": "2026-05-01T09:30:00.000Z", "media": media},
        {"role": "assistant", "content": "I look.", "tool_calls": [call], "input_tokens": 7, "uid": "a"},
        {"role": "tool", "content": "okapi.png", "uid": "r"},
        {"role": "user", "content": "No: forget that", "uid": "u"},
    ])  # fmt: skip
    for change in (
        "UPDATE tool_calls SET result_message_id = (SELECT id FROM messages WHERE uid = 'r')",
        "UPDATE messages SET status = 'undone' WHERE uid = 'u'",
        "UPDATE sessions SET cost_usd = 0.25",
    ):
        db.write(lambda conn, sql=change: conn.execute(sql))
    child = db.create_session(id="s-child", channel="cli", parent_session_id=parent.id, end_reason="branch")
    db.append(child.id, [{"role": "user", "content": "And the zebra?", "uid": "z"}])
    db.index()
    (item,) = db.read().execute("SELECT id FROM artifacts WHERE kind = 'unresolved'").fetchone()
    answers.resolve(db, item)
    return db


def _exported(db: Database) -> list[bytes]:
    return list(export.jsonl(db, export.matching(db, {})))


def test_a_database_comes_in_as_its_export_does(db: Database, tmp_path: Path) -> None:
    with _laptop(tmp_path / "laptop.db") as laptop, gagent_db.open(tmp_path / "second.db") as second:
        before = (tmp_path / "laptop.db").read_bytes()
        report = db.import_paths([tmp_path / "laptop.db"])
        assert (report.messages, len(report.sessions_added), report.skipped) == (5, 2, [])
        assert (tmp_path / "laptop.db").read_bytes() == before
        second.import_paths([_export_all(laptop, tmp_path / "all.jsonl")])
        assert _exported(db) == _exported(second) == _exported(laptop)
    session = db.get_session("s-parent")
    assert session is not None
    assert (session.source_format, session.source_path) == ("gagent-database", str(tmp_path / "laptop.db"))


def _export_all(db: Database, path: Path) -> Path:
    path.write_bytes(b"".join(_exported(db)))
    return path


def test_a_database_that_is_written_meanwhile_comes_in_again_with_what_is_new(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "laptop.db"
    with _laptop(path) as laptop:
        db.import_paths([path])
        assert db.import_paths([path]).files_unchanged == 1
        laptop.append("s-child", [{"role": "user", "content": "And the giraffe?", "uid": "g"}])
        assert path.with_name("laptop.db-wal").stat().st_size > 0
        report = db.import_paths([path])
        assert (report.messages, report.sessions_updated, report.undone) == (1, {"s-child"}, 0)
        assert not laptop.read().execute("SELECT 1 FROM imports").fetchone()
    third = db.import_paths([path])
    assert (third.messages, len(third.sessions_added)) == (0, 0)


def test_a_session_stays_at_the_place_it_came_from_when_a_copy_of_it_comes(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_lines(tmp_path / f"{MAIN}.jsonl", claude_session())
    db.import_paths([file])
    here = (str(file), "claude-code")
    with gagent_db.open(tmp_path / "laptop.db") as laptop:
        laptop.import_paths([file])
        copies = [tmp_path / "laptop.db", _export_all(laptop, tmp_path / "all.jsonl")]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    for copy in (*copies, "-"):
        db.import_paths([copy])
        session = db.get_session(MAIN)
        assert session is not None and (session.source_path, session.source_format) == here
    file.unlink()
    db.write(lambda conn: conn.execute("DELETE FROM imports"))
    db.import_paths(copies[:1])
    session = db.get_session(MAIN)
    assert session is not None and session.source_path == str(tmp_path / "laptop.db")


@pytest.mark.parametrize("exported", [False, True])
def test_what_was_taken_back_there_since_is_taken_back_here(exported: bool, db: Database, tmp_path: Path) -> None:
    file = tmp_path / ("all.jsonl" if exported else "laptop.db")
    with _laptop(tmp_path / "laptop.db") as laptop:

        def bring() -> tuple[set[str], dict[str, str]]:
            if exported:
                _export_all(laptop, file)
            updated = db.import_paths([file]).sessions_updated
            return updated, dict(map(tuple, db.read().execute("SELECT uid, status FROM messages")))

        bring()
        mine = db.create_session(channel="cli")
        db.append(mine.id, [{"role": "user", "content": "And the zebra?", "uid": "z"}])
        set_status(
            laptop, [row[0] for row in laptop.read().execute("SELECT id FROM messages WHERE uid = 'a'")], "undone"
        )
        set_status(
            laptop, [row[0] for row in laptop.read().execute("SELECT id FROM messages WHERE uid = 'r'")], "compacted"
        )
        updated, statuses = bring()
        assert updated == {"s-parent"}
        assert (statuses["a"], statuses["r"], statuses["u"], statuses["z"]) == (
            "undone",
            "compacted",
            "undone",
            "active",
        )
        set_status(db, [row[0] for row in db.read().execute("SELECT id FROM messages WHERE uid = 'r'")], "undone")
        laptop.append("s-child", [{"role": "user", "content": "And the giraffe?", "uid": "g"}])
        assert bring()[1]["r"] == "undone"  # what was undone here by hand


def test_a_database_is_not_imported_into_itself(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        db.create_session(channel="cli")
    said = CliRunner().invoke(main, ["--db", str(db_path), "import", str(db_path)])
    assert said.exit_code == 1 and "it is the database that this would be imported into" in said.stderr


def test_a_database_of_another_version_is_refused_in_a_sentence(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "laptop.db"
    _laptop(path).close()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("INSERT INTO _sqlite_migrations SELECT 99, migration_set, 'm999_next', applied_at"
                     " FROM _sqlite_migrations LIMIT 1")  # fmt: skip
        conn.commit()
    (skip,) = db.import_paths([path]).skipped
    assert "written by a newer gagent-db" in skip.reason
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("DELETE FROM _sqlite_migrations WHERE name = 'm999_next' OR id = (SELECT max(id) FROM"
                     " _sqlite_migrations WHERE name <> 'm999_next')")  # fmt: skip
        conn.commit()
    (skip,) = db.import_paths([path]).skipped
    assert "of an older gagent-db" in skip.reason
    assert not db.list_sessions()


def test_a_database_in_a_folder_or_a_zip_is_passed_over(db: Database, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    _laptop(folder / "laptop.db").close()
    with zipfile.ZipFile(tmp_path / "backup.zip", "w") as archive:
        archive.write(folder / "laptop.db", "laptop.db")
        archive.writestr("a.jsonl", '{"_type": "metadata", "key": "cli:a"}\n{"role": "user", "content": "Hello"}\n')
    report = db.import_paths([folder])
    assert (report.files, report.messages, report.skipped) == (0, 0, [])
    assert [kind["reason"] for kind in report.others.to_list()] == [
        "databases of gagent-db; one that is named is imported"
    ]
    assert db.import_paths([tmp_path / "backup.zip"]).messages == 1
    assert db.import_paths([folder], format="gagent-database").messages == 5


def test_a_forgotten_session_with_a_tag_stops_no_later_import(tmp_path: Path) -> None:
    with gagent_db.open(tmp_path / "laptop.db") as laptop, gagent_db.open(tmp_path / "here.db") as here:
        session = laptop.create_session(channel="cli")
        laptop.append(session.id, [{"role": "user", "content": "the zebra is striped"}])
        laptop.tag(session.id, "zoo")
        here.import_paths([tmp_path / "laptop.db"])
        done = CliRunner().invoke(main, ["--db", str(here.path), "forget", "--match", "zebra", "--yes"])
        assert done.exit_code == 0, done.output
        laptop.append(laptop.create_session(channel="cli").id, [{"role": "user", "content": "the lion is not"}])
        report = here.import_paths([tmp_path / "laptop.db"])
        assert (report.messages, report.skipped) == (1, [])
        assert here.tags() == {}


def test_a_live_session_stays_one_when_a_copy_of_its_database_is_imported(tmp_path: Path) -> None:
    with gagent_db.open(tmp_path / "here.db") as here:
        store = SessionSQLiteStore(tmp_path / "here.db")
        session_id = store.get_or_create_session("telegram:777")["id"]
        here.append(session_id, [{"role": "user", "content": "Hello", "uid": "hello"}])
        before = here.get_session(session_id)
        backup(here, tmp_path / "laptop.db")
        with gagent_db.open(tmp_path / "laptop.db") as laptop:
            laptop.append(session_id, [{"role": "user", "content": "From the laptop"}])
        assert here.import_paths([tmp_path / "laptop.db"]).messages == 1
        after = here.get_session(session_id)
        assert before is not None and after is not None
        assert (after.source_format, after.source_path) == (before.source_format, before.source_path)


def test_a_copy_of_ones_own_database_adds_only_what_was_said_there_since(db_path: Path, tmp_path: Path) -> None:
    """Messages that came over the API have no uid; in the copy they are the same rows."""
    with gagent_db.open(db_path) as db:
        session = db.create_session(channel="cli")
        db.append(session.id, [{"role": "user", "content": "feed the cat"}] * 2)
        copy = tmp_path / "copy.db"
        backup(db, copy)
        with gagent_db.open(copy) as other:
            other.append(session.id, [{"role": "assistant", "content": "fed there"}])
        db.append(session.id, [{"role": "assistant", "content": "fed here"}])  # the same row number
        assert db.import_paths([copy]).messages == 1
        assert db.import_paths([copy]).messages == 0
        said = [message.content for message in db.history(session.id)]
        assert sorted(said) == ["fed here", "fed there", "feed the cat", "feed the cat"]


def test_equal_words_that_two_copies_of_a_database_were_told_stay_two(db_path: Path, tmp_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        session = db.create_session(channel="cli")
        copy = tmp_path / "copy.db"
        backup(db, copy)
        times = "2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"
        with gagent_db.open(copy) as other:
            for store, at in zip((db, other), times, strict=True):  # the same row number
                store.append(session.id, [{"role": "user", "content": "ok", "created_at": at}])
        for _ in range(2):
            db.import_paths([copy])
            assert [message.created_at for message in db.history(session.id)] == [*times]


def test_a_row_that_was_doubled_before_ends_no_import(db: Database, tmp_path: Path) -> None:
    """Exports named rows without a digest; importing one beside its own rows doubled them."""
    session = db.create_session(channel="cli")
    for uid in (None, "row-1"):
        db.append(session.id, [{"role": "user", "content": "feed the cat", "uid": uid}])
    with gagent_db.open(tmp_path / "laptop.db") as laptop:
        file = tmp_path / "all.jsonl"
        laptop.create_session(channel="cli", id=session.id)
        laptop.append(session.id, [{"role": "user", "content": "feed the cat", "uid": "row-1"}])
        _export_all(laptop, file)
    assert db.import_paths([file]).messages == 0
    assert [message.uid for message in db.history(session.id)] == [None, "row-1"]


@pytest.mark.parametrize("exported", [False, True])
def test_what_a_compression_kept_stays_in_the_context(exported: bool, db: Database, tmp_path: Path) -> None:
    file = tmp_path / ("all.jsonl" if exported else "laptop.db")
    with gagent_db.open(tmp_path / "laptop.db") as laptop:
        session = laptop.create_session(channel="cli")
        laptop.append(session.id, [{"role": "user", "content": f"step {number}"} for number in range(6)])
        child = lifecycle.compress(laptop, session.id, "five steps were taken", keep_last=2)
        wanted = [said["content"] for said in lifecycle.resume(laptop, child.id)]
        if exported:
            _export_all(laptop, file)
    mine = db.create_session(channel="cli")
    db.append(mine.id, [{"role": "user", "content": "here before"}] * 3)  # so that rows have other numbers
    for _ in range(2):
        db.import_paths([file])
        assert [said["content"] for said in lifecycle.resume(db, child.id)] == wanted
    assert wanted == ["five steps were taken", "step 4", "step 5"]


def test_what_a_compression_kept_is_found_in_a_session_that_comes_later(db: Database, tmp_path: Path) -> None:
    with gagent_db.open(tmp_path / "laptop.db") as laptop:
        session = laptop.create_session(channel="cli")
        laptop.append(session.id, [{"role": "user", "content": f"step {number}"} for number in range(6)])
        child = lifecycle.compress(laptop, session.id, "five steps were taken", keep_last=2)
        files = [tmp_path / "child.jsonl", tmp_path / "parent.jsonl"]
        for file, one in zip(files, (child, laptop.get_session(session.id)), strict=True):
            assert one is not None
            file.write_bytes(b"".join(export.jsonl(laptop, [one])))
    mine = db.create_session(channel="cli")
    db.append(mine.id, [{"role": "user", "content": "here before"}] * 3)
    for file in files:
        db.import_paths([file])
    assert [said["content"] for said in lifecycle.resume(db, child.id)][1:] == ["step 4", "step 5"]
