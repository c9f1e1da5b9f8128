"""OpenAI chats as one JSON document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gagent_db.api import Database

MESSAGES = [
    {"role": "user", "content": "Where does the okapi live?"}, {"role": "assistant", "content": "In the Ituri forest."},
]  # fmt: skip
SHAPES = {
    "one object": {"model": "gpt-4.1", "messages": MESSAGES},
    "a list of objects": [{"messages": MESSAGES}, {"title": "Second", "messages": MESSAGES[:1]}],
    "the bare messages": MESSAGES,
}


def _write(path: Path, value: Any, indent: int | None = 2) -> Path:
    path.write_text(json.dumps(value, indent=indent))
    return path


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_document_is_read_whatever_its_layout(shape: str, indent: int | None, db: Database, tmp_path: Path) -> None:
    report = db.import_paths([_write(tmp_path / "chat.json", SHAPES[shape], indent)])
    sessions = 2 if shape == "a list of objects" else 1
    assert (len(report.sessions_added), report.messages, report.skipped) == (sessions, sessions + 1, [])
    assert {session.source_format for session in db.list_sessions()} == {"openai-chat"}
    again = db.import_paths([_write(tmp_path / "copy.json", SHAPES[shape], indent)])
    assert (again.messages, len(again.sessions_added)) == (0, 0)


def test_a_document_that_is_written_anew_stays_the_session_it_was(db: Database, tmp_path: Path) -> None:
    path = _write(tmp_path / "chat.json", MESSAGES)
    db.import_paths([path])
    _write(path, [*MESSAGES, {"role": "user", "content": "And the quagga?"}])
    report = db.import_paths([path])
    assert (report.messages, len(report.sessions_added), report.undone) == (1, 0, 0)


def test_an_entry_that_is_no_message_has_a_reason(db: Database, tmp_path: Path) -> None:
    path = _write(tmp_path / "chat.json", [*MESSAGES, 7, {"content": "nobody said it"}])
    report = db.import_paths([path])
    assert report.messages == 2
    assert [skip.reason for skip in report.skipped] == [f"message {n}: a message without a role" for n in (3, 4)]


def test_settings_with_a_list_are_no_conversation(db: Database, tmp_path: Path) -> None:
    _write(tmp_path / "settings.json", {"messages": ["welcome", "bye"]})
    _write(tmp_path / "roles.json", [{"role": "admin", "content": "all"}])
    assert db.import_paths([tmp_path]).files == 0
