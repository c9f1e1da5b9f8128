"""What was forgotten stays forgotten, under whatever name its transcript comes back."""

from __future__ import annotations

import shutil
from pathlib import Path

from import_fixtures import claude_session, gagent, write_lines

import gagent_db
from gagent_db.importers.forget import find_messages, forget_messages, forget_session


def _texts(db: gagent_db.Database) -> list[str]:
    return [row[0] for row in db.read().execute("SELECT content FROM messages ORDER BY id")]


def _resumed(folder: Path) -> Path:
    records = [{**record, "sessionId": "99999999-0000-4000-8000-000000000000"} for record in claude_session()]
    return write_lines(folder / "99999999-0000-4000-8000-000000000000.jsonl", records)


def test_a_resumed_copy_does_not_bring_a_forgotten_message_back(db: gagent_db.Database, tmp_path: Path) -> None:
    db.import_paths([write_lines(tmp_path / "a.jsonl", claude_session())])
    secret = next(text for text in _texts(db) if len(text) > 5)
    forget_messages(db, find_messages(db, secret), secret)
    db.import_paths([_resumed(tmp_path)])
    assert not [text for text in _texts(db) if secret in text]


def test_a_resumed_copy_does_not_bring_a_forgotten_session_back(db: gagent_db.Database, tmp_path: Path) -> None:
    db.import_paths([write_lines(tmp_path / "a.jsonl", claude_session())])
    (session,) = db.list_sessions()
    forget_session(db, session.id)
    db.import_paths([_resumed(tmp_path)])
    assert _texts(db) == []


def test_a_renamed_or_copied_gagent_file_is_the_same_session(db: gagent_db.Database, tmp_path: Path) -> None:
    first = write_lines(tmp_path / "telegram_1.jsonl", gagent(key="telegram:1"))
    db.import_paths([first])
    shutil.copy(first, tmp_path / "telegram_1 (copy).jsonl")
    first.rename(tmp_path / "renamed.jsonl")
    db.import_paths([tmp_path])
    (session,) = db.list_sessions()
    assert (session.key, session.message_count) == ("telegram:1", len(_texts(db)))
    forget_session(db, session.id)
    (tmp_path / "renamed.jsonl").rename(tmp_path / "again.jsonl")
    db.import_paths([tmp_path])
    assert _texts(db) == []
