"""Files that are moved to another disk, renamed or copied: the same conversation, once, and still followed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import BUILDERS
from import_fixtures import add_lines, gagent, gagent_message, write_lines

from gagent_db.api import Database
from gagent_db.importers.forget import forget_session
from gagent_db.importers.registry import importers
from gagent_db.importers.status import status

_ALL: dict[str, Any] = {
    **BUILDERS,
    "g-agent without a key": ("gagent", lambda f: write_lines(f / "a_b.jsonl", gagent())),
}
NAMED_BY_FILE = [title for title, (name, _) in _ALL.items() if importers()[name].named_by != "id"]


def rows(db: Database) -> list[tuple[Any, ...]]:
    sql = "SELECT session_id, uid, content FROM messages WHERE status <> 'undone' ORDER BY id"
    sessions = "SELECT id, key, title, parent_session_id FROM sessions ORDER BY id"
    return [tuple(row) for query in (sessions, sql) for row in db.read().execute(query)]


def to_another_disk(old: Path, new: Path) -> Path:
    """As ``mv`` does there: a copy with another inode and another time, then the old one goes."""
    shutil.copytree(old, new, copy_function=shutil.copyfile)
    shutil.rmtree(old)
    return new


@pytest.mark.parametrize("title", _ALL)
def test_a_folder_moved_to_another_disk_brings_nothing_twice(title: str, db: Database, tmp_path: Path) -> None:
    _ALL[title][1](tmp_path / "old")
    db.import_paths([tmp_path / "old"])
    before = rows(db)
    report = db.import_paths([to_another_disk(tmp_path / "old", tmp_path / "new")])
    assert (report.messages, report.undone, report.sessions_added, report.skipped) == (0, 0, set(), [])
    assert rows(db) == before
    if importers()[_ALL[title][0]].kind != "database":  # those are known by what is in them
        assert {(place.gone, place.behind) for place in status(db)} == {(0, 0)}


@pytest.mark.parametrize("title", NAMED_BY_FILE)
def test_a_file_with_another_name_there_is_the_session_it_was(title: str, db: Database, tmp_path: Path) -> None:
    path = _ALL[title][1](tmp_path / "old")
    db.import_paths([tmp_path / "old"])
    before = rows(db)
    moved = to_another_disk(tmp_path / "old", tmp_path / "new") / path.relative_to(tmp_path / "old")
    moved.rename(moved.with_name(f"other {path.name}"))
    assert db.import_paths([tmp_path / "new"]).messages == 0
    assert rows(db) == before


@pytest.mark.parametrize("title", NAMED_BY_FILE)
@pytest.mark.parametrize("together", [False, True])
def test_a_copy_with_another_name_is_the_same_session(title: str, together: bool, db: Database, tmp_path: Path) -> None:
    path = _ALL[title][1](tmp_path)
    if not together:
        db.import_paths([path])
    shutil.copyfile(path, path.with_name(f"backup {path.name}"))
    report = db.import_paths([tmp_path])
    assert (report.undone, report.skipped) == (0, [])
    (session,) = db.list_sessions()
    known = [row[0] for row in db.read().execute("SELECT session_ids FROM imports")]
    assert known == [f'["{session.id}"]'] * 2
    (uids,) = db.read().execute("SELECT count(*) = count(DISTINCT content || role) FROM messages").fetchone()
    assert uids == 1
    forget_session(db, session.id)
    shutil.copyfile(path, path.with_name(f"another {path.name}"))
    db.import_paths([tmp_path])
    assert db.list_sessions() == []


def test_a_file_that_grew_while_it_was_moved_is_followed(db: Database, tmp_path: Path) -> None:
    write_lines(tmp_path / "old" / "telegram_777.jsonl", gagent(4))
    db.import_paths([tmp_path / "old"])
    (before,) = db.list_sessions()
    moved = to_another_disk(tmp_path / "old", tmp_path / "new") / "telegram_777.jsonl"
    add_lines(moved, [gagent_message(4)])
    assert db.import_paths([tmp_path / "new"]).messages == 1
    add_lines(moved, [gagent_message(5)])
    assert db.import_paths([tmp_path / "new"]).messages == 1
    (session,) = db.list_sessions()
    assert (session.id, session.message_count, session.source_path) == (before.id, 6, str(moved))


def test_a_number_that_another_file_had_does_not_hide_what_was_moved(db: Database, tmp_path: Path) -> None:
    """Inodes are numbered on each disk, and given again when a file is deleted."""
    write_lines(tmp_path / "old" / "a_1.jsonl", gagent(4))
    write_lines(tmp_path / "old" / "a_2.jsonl", gagent(3, created="2026-04-01T00:00:00"))
    db.import_paths([tmp_path / "old"])
    moved = to_another_disk(tmp_path / "old", tmp_path / "new")
    (moved / "a_1.jsonl").rename(moved / "b_1.jsonl")
    (moved / "a_2.jsonl").unlink()
    inode = (moved / "b_1.jsonl").stat().st_ino
    db.write(lambda conn: conn.execute("UPDATE imports SET inode = ? WHERE path LIKE '%a_2.jsonl'", (inode,)))
    assert db.import_paths([moved]).messages == 0
    assert sorted(session.message_count for session in db.list_sessions()) == [3, 4]


def test_a_file_may_be_renamed_again_and_again(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "telegram_777.jsonl", gagent(2))
    db.import_paths([tmp_path])
    (before,) = db.list_sessions()
    for number in range(2, 6):
        path = path.rename(tmp_path / f"telegram_777 {number}.jsonl")
        assert db.import_paths([tmp_path]).messages == 0
        add_lines(path, [gagent_message(number)])
        assert db.import_paths([tmp_path]).messages == 1
    (session,) = db.list_sessions()
    assert (session.id, session.message_count) == (before.id, 6)


def test_two_chats_that_begin_alike_stay_two(db: Database, tmp_path: Path) -> None:
    for name in ("a_1.jsonl", "a_2.jsonl"):
        write_lines(tmp_path / name, gagent(2))
    db.import_paths([tmp_path])
    for number, name in ((2, "a_1.jsonl"), (4, "a_2.jsonl")):
        add_lines(tmp_path / name, [gagent_message(number)])
    db.import_paths([tmp_path])
    assert sorted(session.message_count for session in db.list_sessions()) == [3, 3]


@pytest.mark.parametrize("more", [False, True])
def test_a_renamed_file_goes_on_as_its_session_though_it_is_named_after_its_file(
    db: Database, tmp_path: Path, more: bool
) -> None:
    path = write_lines(tmp_path / "telegram_777.jsonl", gagent(4))
    db.import_paths([tmp_path])
    (before,) = db.list_sessions()
    moved = path.rename(tmp_path / "telegram_777 old.jsonl")
    if more:
        add_lines(moved, [gagent_message(4)])
    report = db.import_paths([tmp_path])
    assert (report.messages, report.sessions_added) == (int(more), set())
    add_lines(moved, [gagent_message(5)])
    assert db.import_paths([tmp_path]).messages == 1
    write_lines(moved, [*gagent(4), gagent_message(6)])
    db.import_paths([tmp_path])
    (session,) = db.list_sessions()
    assert (session.id, session.key, session.chat_id) == (before.id, "telegram:777", "777")


def test_a_new_file_in_the_place_of_a_deleted_one_is_no_rename(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_a.jsonl", gagent(3))
    db.import_paths([tmp_path])
    inode = path.stat().st_ino
    db.write(lambda conn: conn.execute("UPDATE imports SET path = ?", (str(tmp_path / "cli_gone.jsonl"),)))
    path.rename(tmp_path / "cli_b.jsonl")
    write_lines(tmp_path / "cli_b.jsonl", gagent(2, created="2026-04-01T00:00:00"))
    assert (tmp_path / "cli_b.jsonl").stat().st_ino == inode
    db.import_paths([tmp_path])
    assert sorted(session.message_count for session in db.list_sessions()) == [2, 3]
