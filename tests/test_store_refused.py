"""What the store refuses, and what it makes private before it reads it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

import gagent_db
from gagent_db.errors import Conflict
from gagent_db.store import artifacts, messages, sessions


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (lambda db: db.create_session(id="a"), "already a session 'a'"),
        (lambda db: sessions.update_session(db, "b", id="a"), "already a session 'a'"),
        (lambda db: sessions.update_session(db, "b", key="cli:a"), "cli:a"),
    ],
)
def test_what_another_session_has_is_not_taken_from_it(
    db: gagent_db.Database, act: Callable[[gagent_db.Database], object], told: str
) -> None:
    db.create_session(id="a", key="cli:a")
    db.create_session(id="b", key="cli:b")
    with pytest.raises(Conflict, match=told):
        act(db)
    assert [(session.id, session.key) for session in db.list_sessions()] == [("b", "cli:b"), ("a", "cli:a")]


def number(db: gagent_db.Database, kind: str) -> int:
    return db.artifacts(kind).items[0].mentions[-1].artifact_id


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (lambda db: db.list_sessions(colour="red"), "cannot be filtered by colour"),
        (lambda db: sessions.update_session(db, "a", parent_session_id="a"), "cannot be stored"),
        (lambda db: messages.set_status(db, [1], "gone"), "status must be active, compacted or undone, not 'gone'"),
        (lambda db: db.append("a", [{"content": "x", "tool_calls": [7]}]), "must be an object, not int"),
        (lambda db: db.append("a", [{"content": "x"}, {"content": 5}]), "Message 2: content must be text or a list of"),
        (lambda db: db.append("a", [{"content": [{"text": "x"}, 1.5]}]), "Part 2 of content must be text or an object"),
        (lambda db: messages.replace_messages(db, "a", [{"content": True}]), "Message 1: content must be .*, not bool"),
        (lambda db: artifacts.set_resolved(db, number(db, "decision")), "is a decision; only open items"),
        (lambda db: artifacts.set_resolved(db, number(db, "unresolved"), by_message=9), "There is no message 9"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_changes_nothing(
    db: gagent_db.Database, act: Callable[[gagent_db.Database], object], told: str
) -> None:
    db.create_session(id="a")
    db.append("a", [{"role": "user", "content": "Decision: oak for the gate. TODO: call the smith"}])
    before = db.read().execute("PRAGMA data_version").fetchone()[:]
    with pytest.raises(gagent_db.GagentError, match=told):
        act(db)
    assert db.read().execute("PRAGMA data_version").fetchone()[:] == before


def test_a_database_that_others_could_read_is_private_once_it_is_opened(db_path: Path) -> None:
    gagent_db.open(db_path).close()
    db_path.chmod(0o644)
    with gagent_db.open(db_path) as db:
        db.create_session(id="a")
        for part in db_path.parent.glob("gagent.db*"):
            assert stat.S_IMODE(part.stat().st_mode) == 0o600, part.name


def test_the_folder_that_is_made_for_a_database_is_private(tmp_path: Path) -> None:
    gagent_db.open(tmp_path / "new" / "deep" / "gagent.db").close()
    assert stat.S_IMODE((tmp_path / "new" / "deep").stat().st_mode) == 0o700
    gagent_db.open(tmp_path / "new" / "beside.db").close()


def test_a_database_is_made_where_files_cannot_be_linked(db_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")  # as FAT and some network shares say it

    monkeypatch.setattr(os, "link", refuse)
    with gagent_db.open(db_path) as db:
        db.create_session(id="a")
    with gagent_db.open(db_path) as db:
        assert [session.id for session in db.list_sessions()] == ["a"]
    assert {path.name for path in db_path.parent.iterdir()} <= {"gagent.db", "gagent.db-wal", "gagent.db-shm"}
