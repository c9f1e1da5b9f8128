"""Rows that other programs change in place, where no count and no time of their session tells of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import (
    HERMES_SCHEMA_22,
    HERMES_START,
    database,
    hermes_db,
    hermes_messages,
    hermes_session,
    opencode_db,
    opencode_tree,
)

from gagent_db.api import Database
from gagent_db.importers import rechecked
from gagent_db.importers.run import import_changed
from gagent_db.importers.sqlite_source import open_source


def change(path: Path, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(path)) as conn, conn:
        assert conn.execute(sql, values).rowcount == 1


def said(db: Database, status: str = "active") -> list[str]:
    sql = "SELECT content FROM messages WHERE status = ? AND role IN ('user', 'assistant') ORDER BY id"
    return [row[0] for row in db.read().execute(sql, (status,))]


def test_a_message_hermes_changed_in_place_has_its_new_words(db: Database, tmp_path: Path) -> None:
    path = hermes_db(tmp_path)
    db.import_paths([path])
    change(path, "UPDATE messages SET content = 'Ruang tersisa 8 %.' WHERE content = 'Ruang tersisa 9 %.'")
    db.import_paths([path])
    assert said(db)[-1] == "Ruang tersisa 8 %." and said(db, "undone") == ["Ruang tersisa 9 %."]


def test_a_flag_that_hermes_set_in_place_is_followed(db: Database, tmp_path: Path) -> None:
    path = hermes_db(tmp_path)
    change(path, "UPDATE messages SET active = 0 WHERE id = 1")
    db.import_paths([path])
    change(path, "UPDATE messages SET compacted = 1 WHERE id = 1")
    db.import_paths([path])
    assert said(db, "compacted") == ["cek sisa ruang di server kebun"]


def test_a_part_opencode_changed_in_place_has_its_new_words(db: Database, tmp_path: Path) -> None:
    path = opencode_db(tmp_path)
    db.import_paths([path])
    assert "List every markdown file" in said(db)
    change(path, "UPDATE part SET data = replace(data, 'every markdown', 'all the markup') WHERE id = 'prt_09'")
    db.import_paths([path])
    assert "List all the markup file" in said(db) and "List every markdown file" not in said(db)


def sessions(path: Path, count: int) -> Path:
    """A state.db of this many sessions of four messages."""
    ids = [f"20260102_100405_{number:08x}" for number in range(count)]
    rows = {
        "sessions": [hermes_session(id=id_, started_at=HERMES_START + place) for place, id_ in enumerate(ids)],
        "messages": [row for id_ in ids for row in hermes_messages(session_id=id_)],
    }
    return database(path, HERMES_SCHEMA_22, rows)


def test_in_a_large_database_old_sessions_are_compared_in_turn(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rechecked, "ROWS", 16)  # two sessions that are new, two of the others
    path = sessions(tmp_path / "state.db", 12)
    db.import_paths([path])
    change(path, "UPDATE messages SET content = 'the oldest, edited' WHERE id = 1")
    change(path, "UPDATE messages SET content = 'the newest, edited' WHERE id = 45")
    found = []
    for number in range(6):  # something else changes, and the file is looked at
        change(path, "UPDATE sessions SET title = ? WHERE id LIKE '%00005'", f"title {number}")
        db.import_paths([path])
        found.append({"the newest, edited", "the oldest, edited"}.intersection(said(db)))
    assert found[0] >= {"the newest, edited"} and found[-1] == {"the oldest, edited", "the newest, edited"}


def test_an_unchanged_database_is_not_opened_and_a_large_one_not_read_again(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rechecked, "ROWS", 16)
    path = sessions(tmp_path / "state.db", 50)
    db.import_paths([path])
    asked: list[str] = []

    def watched(source: Any) -> Any:
        asked.append("opened")
        return opened(source)

    opened = open_source
    monkeypatch.setattr("gagent_db.importers.hermes_db.open_source", watched)
    assert db.import_paths([path]).files_unchanged == 1 and asked == []
    compared: list[str] = []
    add = rechecked.Rechecked._sum

    def counting(self: rechecked.Rechecked, session_id: str) -> int:
        compared.append(session_id)
        return add(self, session_id)

    monkeypatch.setattr(rechecked.Rechecked, "_sum", counting)
    change(path, "UPDATE sessions SET title = 'another' WHERE id LIKE '%00005'")
    report = db.import_paths([path])
    assert (report.messages, report.undone, asked) == (0, 0, ["opened"])
    assert len(compared) <= 5  # two new ones, two in turn, and the one that was read again


@pytest.mark.parametrize("watched", [False, True])
def test_a_part_that_opencode_writes_anew_while_the_answer_grows_is_followed(
    watched: bool, db: Database, tmp_path: Path
) -> None:
    """No folder, and not the session's own file, tells of it."""
    opencode_tree(tmp_path)
    storage = tmp_path / "opencode" / "storage"
    db.import_paths([storage])
    (part,) = (file for file in storage.rglob("prt_*.json") if "Two links are broken" in file.read_text())
    part.write_text(part.read_text().replace("Two links are broken", "Two links were broken and are mended"))
    if watched:
        import_changed(db, [part])
    else:
        db.import_paths([storage])
    assert "Two links were broken and are mended." in said(db)
    assert db.import_paths([storage]).messages == 0
