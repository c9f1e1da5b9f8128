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


FOUND = "message 3: a message without a role"


def test_what_follows_a_list_of_messages_is_told(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text(f"{json.dumps(MESSAGES)}\n{json.dumps(MESSAGES[:1])}\n")
    report = db.import_paths([path])
    assert report.messages == 2
    assert [skip.reason for skip in report.skipped] == ["what follows the end of its JSON array was not read"]


def test_a_list_of_messages_that_is_cut_short_gives_those_before_the_cut(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    whole = json.dumps([*MESSAGES, *MESSAGES, {"role": "user", "content": "And the quagga?"}], indent=1)
    path.write_text(whole[: whole.index("Ituri", whole.index("Ituri") + 1)])
    for messages in (3, 0):
        report = db.import_paths([path])
        assert (report.messages, len(report.skipped)) == (messages, 1)
        assert "cut short" in report.skipped[0].reason
    path.write_text(whole)
    report = db.import_paths([path])
    assert (report.messages, report.skipped, len(db.list_sessions())) == (2, [], 1)


def test_a_message_of_a_list_is_named_by_its_place_alone(db: Database, tmp_path: Path) -> None:
    report = db.import_paths([_write(tmp_path / "chat.json", [*MESSAGES, 7, *MESSAGES])])
    assert [(skip.line, skip.reason) for skip in report.skipped] == [(None, FOUND)]


@pytest.mark.parametrize("layout", [
    '{"messages": [\n%s,\n%s\n]}', '{"messages": [%s,\n%s\n]}', '{"messages": [%s\n,%s]}',
    '{"id":\n"a", "messages": [%s, %s]}',
    '{"messages":\n[%s,\n%s]}', '[%s,\n%s]', '[\n%s\n,\n%s\n]',
])  # fmt: skip
def test_a_document_of_messages_one_a_line_is_no_file_of_lines(layout: str, db: Database, tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text(layout % tuple(json.dumps(message) for message in MESSAGES))
    report = db.import_paths([path])
    assert (report.messages, report.skipped, len(report.sessions_added)) == (2, [], 1)
    assert db.list_sessions()[0].source_format == "openai-chat"


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("keys", [("content", "role"), ("name", "role", "content"), ("role", "name", "content")])
def test_keys_of_a_message_may_stand_in_any_order(
    keys: tuple[str, ...], indent: int | None, db: Database, tmp_path: Path
) -> None:
    given = {"name": "dewi", "content": "okapi " * (20_000 if keys[0] == "role" else 1), "role": "user"}
    first = {key: given[key] for key in keys}
    report = db.import_paths([_write(tmp_path / "chat.json", [first, *MESSAGES], indent)])
    assert (report.messages, report.skipped) == (3, [])


def test_conversations_one_a_line_are_lines_whatever_the_suffix(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "chats.json"
    long = [{"role": "user", "content": "okapi " * 20_000}]
    lines = [json.dumps({"messages": said}) + "\n" for said in (long, MESSAGES)]
    path.write_text("".join([*lines, "{\n"]))
    report = db.import_paths([path])
    assert (report.messages, len(report.sessions_added), len(report.skipped)) == (3, 2, 1)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("2 failed\n[exit code: 1]", 1),
        ("[The command completed with exit code 0.]", 0),
        ("no rule\n[Command finished with exit code 2]", 2),
        ("<exit status 127>", 127),
        ("(Process exited with exit code 3)", 3),
        ("the job [exit code: 1] is an example", None),
        ("exit status of the last run: 4", None),
    ],
)
def test_a_harness_states_the_exit_code_of_a_command_in_brackets(
    said: str, code: int | None, db: Database, tmp_path: Path
) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": '{"command": "make"}'}}
    messages = [
        *MESSAGES,
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": said},
    ]
    db.import_paths([_write(tmp_path / "chat.json", messages)])
    assert [row[0] for row in db.read().execute("SELECT exit_code FROM tool_calls")] == [code]
