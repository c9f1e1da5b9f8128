"""`show --follow` prints what is said as it is said: from a growing transcript, and from other doors."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import gagent_db
from gagent_db.agents.session_manager import SessionManager
from gagent_db.cli import main

Follow = Callable[..., "subprocess.Popen[str]"]


def line(number: int) -> str:
    message = {"role": "user", "content": f"message {number}"}
    at = f"2026-05-01T09:{number:02}:00Z"
    return json.dumps({"type": "user", "sessionId": "s-1", "uuid": f"u-{number}", "timestamp": at, "message": message})


@pytest.fixture
def follow() -> Iterator[Follow]:
    """Starts the command; what runs is interrupted, as by Ctrl-C, and must end well."""
    running: list[subprocess.Popen[str]] = []

    def start(path: Path, *args: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "gagent_db", "--db", str(path), "show", "--follow", *args]
        env = {**os.environ, "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        running.append(process)
        return process

    yield start
    for process in running:
        process.send_signal(signal.SIGINT)
        _, problems = process.communicate(timeout=60)
        assert (process.returncode, problems) == (0, "")


def until(process: subprocess.Popen[str], text: str) -> str:
    """What is printed up to the line that holds ``text``."""
    assert process.stdout is not None
    begun, shown = time.monotonic(), ""
    for printed in process.stdout:
        shown += printed
        if text in printed:
            return shown
        assert time.monotonic() - begun < 30, shown
    raise AssertionError(f"{text!r} was never printed: {shown}")


def test_a_transcript_is_followed_as_it_grows(db_path: Path, tmp_path: Path, follow: Follow) -> None:
    transcript = tmp_path / "s-1.jsonl"
    transcript.write_text("".join(line(number) + "\n" for number in range(1, 15)))
    assert CliRunner().invoke(main, ["--db", str(db_path), "import", str(transcript)]).exit_code == 0
    process = follow(db_path, "s-1")
    before = until(process, "message 14")
    assert "message 5\n" in before and "message 4\n" not in before  # the last ten
    with transcript.open("a") as file:
        file.write(line(15) + "\n")
    assert "user" in until(process, "message 15")


def test_what_another_door_records_is_printed_as_jsonl(db_path: Path, follow: Follow) -> None:
    with gagent_db.open(db_path) as db:
        session = db.create_session(channel="cli")
        db.append(session.id, [{"content": "one"}])
        process = follow(db_path, "--format", "jsonl")
        assert json.loads(until(process, "one"))["content"] == "one"
        db.append(session.id, [{"content": "two"}, {"content": "three"}])
        said: list[dict[str, Any]] = [json.loads(text) for text in until(process, "three").splitlines()]
        assert [message["content"] for message in said] == ["two", "three"]


def test_it_goes_on_in_the_session_that_continues_it_and_in_the_next_of_the_chat(db_path: Path, follow: Follow) -> None:
    with gagent_db.open(db_path) as db:
        first = db.create_session(channel="telegram", chat_id="777")
        db.append(first.id, [{"content": "one"}])
        process = follow(db_path, first.id)
        until(process, "one")
        second = db.compress_session(first.id, title="After the compression")
        db.append(second.id, [{"content": "two"}])
        assert "After the compression" in until(process, "two")
        third = db.create_session(channel="telegram", chat_id="777")  # /new
        db.append(third.id, [{"content": "three"}])
        db.append(second.id, [{"content": "late"}])
        shown = until(process, "three")
        assert "one" not in shown


def test_what_came_before_a_continuation_is_not_printed_again(db_path: Path, follow: Follow) -> None:
    with gagent_db.open(db_path) as db:
        first = db.create_session(channel="telegram", chat_id="777", key="telegram:777")
        db.append(first.id, [{"content": "one"}])
        db.update_session(first.id, end_reason="compression")
        second = db.create_session(channel="telegram", parent_session_id=first.id)
        db.append(second.id, [{"content": "two"}])
        process = follow(db_path, second.id, "--plain")
        assert until(process, "two") == "two\n"
        db.append(second.id, [{"content": "three"}])
        assert until(process, "three") == "three\n"
        db.append(second.id, [{"content": "four"}])
        assert until(process, "four") == "four\n"


def test_only_what_one_role_says_is_followed(db_path: Path, follow: Follow) -> None:
    with gagent_db.open(db_path) as db:
        session = db.create_session(channel="cli")
        db.append(session.id, [{"content": "one"}, {"role": "assistant", "content": "yes"}])
        process = follow(db_path, "--role", "user", "--plain")
        assert until(process, "one") == "one\n"
        db.append(session.id, [{"role": "assistant", "content": "no"}, {"content": "two"}])
        assert until(process, "two") == "two\n"


def test_a_message_that_goes_on_or_is_changed_is_printed_as_far_as_it_is_new(db_path: Path, follow: Follow) -> None:
    with gagent_db.open(db_path) as db:
        session = db.create_session(channel="cli")
        asked, reply = db.append(session.id, [{"content": "which?"}, {"role": "assistant", "content": "The first"}])

        def write(message: int, text: str) -> None:
            db.write(lambda conn: conn.execute("UPDATE messages SET content = ? WHERE id = ?", (text, message)))

        process = follow(db_path, session.id)
        until(process, "The first")
        write(reply, "The first line.\n\nThe second line.")
        assert until(process, "second") == " line.\n\nThe second line.\n"
        write(asked, "which one?")
        shown = until(process, "which one?")
        assert f"[{asked}] user" in shown and "(changed)" in shown and "second" not in shown
        write(reply, "The first line.\n\nThe second line.\nThe third.")
        shown = until(process, "third")
        assert f"[{reply}] assistant" in shown and "(goes on)" in shown and "second" not in shown
        process = follow(db_path, session.id, "--format", "jsonl")
        until(process, "third")
        write(reply, "Another.")
        assert json.loads(until(process, "Another"))["id"] == reply


def test_a_reply_that_its_host_writes_anew_with_every_save_is_one_reply(tmp_path: Path, follow: Follow) -> None:
    manager = SessionManager(tmp_path)
    session = manager.get_or_create("telegram:777")
    session.add_message("user", "halo")
    session.add_message("assistant", "Saya")
    manager.save(session)
    process = follow(next(tmp_path.rglob("*.db")), "telegram:777")
    until(process, "Saya")
    for text, shown in (("Saya cek.", " cek.\n"), ("Saya cek.\nSelesai.", "Selesai.\n")):
        session.messages[-1]["content"] = text
        manager.save(session)
        assert until(process, shown) == shown
    session.messages[-1]["content"] = "Maaf."
    session.add_message("user", "ok")
    manager.save(session)
    shown = until(process, "ok")
    assert "(changed)\nMaaf.\n" in shown and shown.count("[") == 2


def test_calls_of_a_message_that_was_printed_come_as_its_transcript_tells_them(
    db_path: Path, tmp_path: Path, follow: Follow
) -> None:
    def piece(block: dict[str, Any], number: int) -> str:
        message = {"id": "msg_1", "role": "assistant", "content": [block]}
        at = f"2026-05-01T09:01:0{number}Z"
        return json.dumps(
            {"type": "assistant", "sessionId": "s-1", "uuid": f"a-{number}", "timestamp": at, "message": message}
        )

    transcript = tmp_path / "s-1.jsonl"
    transcript.write_text(f"{line(1)}\n{piece({'type': 'text', 'text': 'I look.'}, 1)}\n")
    assert CliRunner().invoke(main, ["--db", str(db_path), "import", str(transcript)]).exit_code == 0
    process = follow(db_path, "s-1")
    until(process, "I look.")
    with transcript.open("a") as file:
        file.write(piece({"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}, 2) + "\n")
    shown = until(process, "ls")
    assert "-> Bash" in shown and "I look." not in shown


def test_it_ends_when_nobody_reads_it_any_more(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        db.append(db.create_session(channel="cli").id, [{"content": "one"}])
    command = [sys.executable, "-m", "gagent_db", "--db", str(db_path), "show", "--follow"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout and process.stderr and "1 message" in process.stdout.readline()
    process.stdout.close()
    assert (process.wait(timeout=30), process.stderr.read()) == (0, "")
    process.stderr.close()


@pytest.mark.parametrize("other", [["--json"], ["--format", "md"], ["--around", "1"], ["--before", "1"]])
def test_what_does_not_go_with_it_is_wrong_usage(db_path: Path, other: list[str]) -> None:
    with gagent_db.open(db_path) as db:
        db.append(db.create_session(id="s", channel="cli").id, [{"content": "one"}])
    assert CliRunner().invoke(main, ["--db", str(db_path), "show", "s", "--follow", *other]).exit_code == 2
