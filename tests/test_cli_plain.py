"""`--plain`, for pipes: a line each with tabs between the fields, or values alone; all else goes to stderr."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import gagent_db
from gagent_db.cli import main

HEREDOC = "cat > /tmp/a.txt <<'EOF'\none\ttwo\nEOF"


@pytest.fixture
def filled(db_path: Path) -> Path:
    with gagent_db.open(db_path) as db:
        session = db.create_session(id="kebun-1", channel="telegram", chat_id="777", title="Disk\tis\nfull")
        calls = [{"tool_name": "exec", "arguments": {"command": text}, "exit_code": 0} for text in ("df -h", HEREDOC)]
        long = "https://example.com/" + "long/" * 60
        answer = {"role": "assistant", "content": f"It is full,\n<see> {long}.", "tool_calls": calls}
        db.append(session.id, [{"content": "TODO: buy a disk"}, answer])
        db.create_session(id="untitled", channel="cli")
    return db_path


def run(path: Path, *args: str) -> Result:
    result = CliRunner().invoke(main, ["--db", str(path), *args])
    assert result.exit_code == 0, result.output
    return result


def fields(result: Result) -> list[list[str]]:
    return [line.split("\t") for line in result.stdout.splitlines()]


def test_sessions_are_a_line_each(filled: Path) -> None:
    rows = {row[0]: row for row in fields(run(filled, "sessions", "--plain"))}
    assert rows["kebun-1"][2:] == ["telegram:777", "2", "Disk is full"]
    assert rows["untitled"][2:] == ["cli", "0", "(no title)"]


def test_no_line_about_a_further_page_gets_into_the_pipe(filled: Path) -> None:
    for command in (["sessions"], ["commands", "df"], ["search", "is"]):
        shown = run(filled, *command, "--plain", "--limit", "1")
        assert len(shown.stdout.splitlines()) == 1 and (command[0] != "sessions" or "More:" in shown.stderr)


def test_hits_are_a_line_each_and_lead_to_their_message(filled: Path) -> None:
    ((session, message, _, place, title, snippet),) = fields(run(filled, "search", "full", "--plain"))
    assert (session, place, title) == ("kebun-1", "telegram:777", "Disk is full")
    assert "It is full, <see>" in snippet and "<mark>" not in snippet
    assert "It is full" in run(filled, "show", session, "--around", message).stdout


def test_recent_sessions_have_a_line_without_a_message(filled: Path) -> None:
    (row,) = [row for row in fields(run(filled, "search", "--plain")) if row[0] == "kebun-1"]
    assert row[1] == "" and "TODO: buy a disk" in row[5]


def test_commands_come_whole_and_alone(filled: Path) -> None:
    assert run(filled, "commands", "--plain").stdout == f"{HEREDOC}\ndf -h\n"
    assert run(filled, "commands", "df", "--plain").stdout == "df -h\n"


def test_other_values_are_a_line_each_and_whole(filled: Path) -> None:
    (url,) = run(filled, "urls", "--plain").stdout.splitlines()
    assert url.startswith("https://example.com/long/") and len(url) >= 300
    assert run(filled, "unresolved", "--plain").stdout.splitlines() == ["TODO: buy a disk"]


@pytest.mark.parametrize("command", [["sessions", "nope"], ["search", "zzzz"], ["commands", "nope"], ["urls", "nope"]])
def test_an_empty_answer_is_no_line_in_the_pipe(filled: Path, command: list[str]) -> None:
    empty = run(filled, *command, "--plain")
    assert empty.stdout == "" and empty.stderr


def test_a_path_is_printed_with_all_its_spaces(filled: Path) -> None:
    with gagent_db.open(filled) as db:
        db.append(db.create_session(id="spaces", channel="cli").id, [{"content": "see `/tmp/my  file.txt` there"}])
    assert "/tmp/my  file.txt" in run(filled, "paths", "--plain").stdout.splitlines()


def test_plain_and_json_exclude_each_other(filled: Path) -> None:
    for command in ("sessions", "commands", "search"):
        assert CliRunner().invoke(main, ["--db", str(filled), command, "--plain", "--json"]).exit_code == 2


def test_show_prints_the_last_answer_alone(filled: Path) -> None:
    last = run(filled, "show", "kebun-1", "--role", "assistant", "--limit", "1", "--plain").stdout
    assert last.startswith("It is full,\n<see> https://") and last.count("\n") == 2 and "exec" not in last
    assert run(filled, "show", "kebun-1", "--role", "user", "--plain").stdout == "TODO: buy a disk\n"
    nothing = run(filled, "show", "kebun-1", "--role", "nobody", "--plain")
    assert nothing.stdout == "" and nothing.stderr
    for other in (["--json"], ["--format", "md"]):
        assert CliRunner().invoke(main, ["--db", str(filled), "show", "kebun-1", "--plain", *other]).exit_code == 2


def test_show_pages_through_what_one_role_said(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        said = [{"role": role, "content": f"{role} {n}"} for n in range(5) for role in ("user", "assistant")]
        db.append(db.create_session(id="s", channel="cli").id, said)
    shown = run(db_path, "show", "s", "--role", "user", "--limit", "2").stdout
    assert "user 3" in shown and "user 4" in shown and "user 2" not in shown and "assistant" not in shown
    earlier = next(line for line in shown.splitlines() if line.startswith("Earlier: "))
    before = CliRunner().invoke(main, shlex.split(earlier)[2:])
    assert before.stdout.count("] user") == 2 and "user 2" in before.stdout and "user 1" in before.stdout
    rows = json.loads(run(db_path, "show", "s", "--role", "user,assistant", "--limit", "10", "--json").stdout)
    assert len(rows["messages"]) == 10 and rows["next"] is None
    assert "No message of role tool." in run(db_path, "show", "s", "--role", "tool").stdout
