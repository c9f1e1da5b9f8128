"""The command line: one sentence for people, JSON for machines, the right exit code."""

from __future__ import annotations

import functools
import json
import os
import shlex
import subprocess
import sys
import time
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

import gagent_db
from gagent_db.cli import main
from gagent_db.cli.core import session_line
from gagent_db.recall.pages import cursor_behind, mark


@pytest.fixture
def filled(db_path: Path) -> Path:
    with gagent_db.open(db_path) as db:
        session = db.create_session(id="kebun-1", channel="telegram", chat_id="777")
        call = {"tool_name": "exec", "arguments": {"command": "df -h"}, "result_summary": "91%", "exit_code": 1}
        db.append(
            session.id,
            [
                {"role": "user", "content": "cek disk", "created_at": "2026-05-01T09:30:00Z", "media": ["a.png"]},
                {"role": "assistant", "content": "Penuh 91%.", "tool_calls": [call]},
            ],
        )
        db.create_session(id="other", channel="cli", title="Other things")
    return db_path


def run(path: Path, *args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["--db", str(path), *args], input=stdin)


def data(path: Path, *args: str) -> Any:
    result = run(path, *args, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_sessions_lists_every_column(filled: Path) -> None:
    answer = data(filled, "sessions", "--channel", "telegram")
    assert answer["ok"] and answer["next"] is None
    (session,) = answer["sessions"]
    assert (session["id"], session["key"], session["message_count"]) == ("kebun-1", "telegram:777", 2)
    assert "metadata_json" in session and "archived_at" in session


def test_sessions_pages_with_next(filled: Path) -> None:
    first = data(filled, "sessions", "--limit", "1")
    second = data(filled, "sessions", "--limit", "1", "--next", first["next"])
    assert {first["sessions"][0]["id"], second["sessions"][0]["id"]} == {"kebun-1", "other"}
    assert second["next"] is None


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--session", "keb"], {"kebun-1"}),
        (["--exclude-session", "telegram:777"], {"other"}),
        (["--exclude-session", "nothing-like-it"], {"kebun-1", "other"}),
        (["--role", "assistant"], {"kebun-1"}),
        (["--role", "tool"], set()),
        (["--role", "tool,assistant"], {"kebun-1"}),
        (["--since", "2100-01-01"], set()),
        (["--sort", "relevance"], {"kebun-1", "other"}),
    ],
)
def test_sessions_takes_the_filters_of_search(filled: Path, options: list[str], found: set[str]) -> None:
    assert {session["id"] for session in data(filled, "sessions", *options)["sessions"]} == found


def test_sessions_of_an_unknown_session_is_an_error(filled: Path) -> None:
    assert run(filled, "sessions", "--session", "nope").exit_code == 1


def test_show_gives_messages_with_tool_calls_and_media(filled: Path) -> None:
    answer = data(filled, "show", "telegram:777")
    first, second = answer["messages"]
    media = {"kind": "image", "path": "a.png", "mime_type": "image/png", "sha256": None, "bytes": None}
    assert first["media"][0].items() >= media.items()
    call = second["tool_calls"][0]
    assert (call["tool_name"], call["arguments"], call["exit_code"]) == ("exec", {"command": "df -h"}, 1)
    assert answer == json.loads(run(filled, "show", "keb", "--format", "json").stdout)


@pytest.mark.parametrize("form", ["text", "md", "jsonl"])
def test_show_is_readable_in_every_format(filled: Path, form: str) -> None:
    output = run(filled, "show", "kebun-1", "--format", form).output
    assert "cek disk" in output and "df -h" in output


def test_there_is_one_markdown_of_a_session(filled: Path) -> None:
    shown, exported = (run(filled, name, "kebun-1", "--format", "md").output for name in ("show", "export"))
    assert shown == exported and shown.startswith("# ")


@pytest.mark.parametrize(
    "command",
    [
        "sessions", "show kebun-2", "show kebun-2 --format md", "search zebu", "search", "commands", "decisions",
        "urls", "import .", "delete kebun-2", "memory import .",
        "export --all --format md", "export --all --format html",
    ],
)  # fmt: skip
def test_what_people_read_holds_no_control_codes_of_a_transcript(
    db_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """They could hide lines, change the title of the window or write to the clipboard."""
    codes = "\x1b[2J\x1b]52;c;aGk=\x07\x9b31m\x08"
    with gagent_db.open(db_path) as db:
        session = db.create_session(id="kebun-2", channel="cli", title=f"zebu {codes}", project=f"/x{codes}")
        words = f"zebu {codes} Decision: we keep{codes} the zebu. https://example.org/{codes}zebu"
        call = {"tool_name": f"exec{codes}", "arguments": {"command": f"ls{codes} -l"}, "result_summary": codes}
        db.append(session.id, [{"role": f"user{codes}", "content": words}, {"role": "assistant", "tool_calls": [call]}])
        db.index()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / f"a{codes.replace('/', '')}.jsonl").write_text("{broken\n")
    (tmp_path / "in" / f"b{codes.replace('/', '')}").mkdir()
    (tmp_path / "in" / f"b{codes.replace('/', '')}" / "MEMORY.md").write_text("uses uv\n")
    monkeypatch.chdir(tmp_path / "in")
    found = run(db_path, *command.split())
    assert found.output.strip() and "\x1b" not in found.output
    assert not [char for char in found.output if char not in "\t\n" and unicodedata.category(char) == "Cc"]


def test_without_a_name_the_session_active_last_is_shown(filled: Path, db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        db.append("kebun-1", [{"role": "user", "content": "and the logs?", "created_at": "2126-05-01T09:30:00Z"}])
        helper = db.create_session(id="helper", channel="cli", parent_session_id="kebun-1", end_reason="subagent")
        db.append(helper.id, [{"role": "user", "content": "look", "created_at": "2126-05-01T09:31:00Z"}])
    assert data(filled, "show", "--limit", "1")["messages"][0]["content"] == "and the logs?"


def test_where_nothing_is_recorded_there_is_no_session_to_show(db: gagent_db.Database) -> None:
    told = run(db.path, "show")
    assert told.exit_code == 1 and "bring transcripts in" in told.stderr


def test_no_page_is_promised_before_the_first_message_that_is_shown(db: gagent_db.Database) -> None:
    session = db.create_session(id="s", channel="cli")
    said = [("left", "undone"), ("asked", "active"), ("answered", "active")]
    ids = db.append(session.id, [{"role": "user", "content": words, "status": status} for words, status in said])
    assert data(db.path, "show", "s", "--limit", "1")["next"] == str(ids[2])
    assert data(db.path, "show", "s", "--limit", "2")["next"] is None


@pytest.mark.parametrize("command", ["search zebra --limit 1", "show s --limit 2"])
def test_what_follows_is_one_command_away(db: gagent_db.Database, command: str) -> None:
    said = [{"role": "user", "content": f"the zebra {n}"} for n in range(3)]
    for name in ("s", "t"):
        db.append(db.create_session(id=name, channel="cli", title=f"session {name}").id, said)
    first = run(db.path, *command.split()).output
    (more,) = (line.partition(": ")[2] for line in first.splitlines() if line.startswith(("More: ", "Earlier: ")))
    name, *words = shlex.split(more)
    second = CliRunner().invoke(main, words).output
    assert name == "gagent-db" and "zebra" in second and "More: " not in second and "Earlier: " not in second
    assert second.replace("session s", "") != first.replace("session s", "")


def test_show_around_a_message_of_another_session_is_refused(filled: Path) -> None:
    result = run(filled, "show", "other", "--around", "1")
    assert result.exit_code == 1 and "not in session other" in result.stderr


def test_an_unknown_session_is_one_sentence_and_exit_1(filled: Path) -> None:
    result = run(filled, "show", "nope")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == ["Error: There is no session 'nope'.", "List them with: gagent-db sessions"]
    machine = run(filled, "show", "nope", "--json")
    assert machine.exit_code == 1 and json.loads(machine.stderr)["ok"] is False


def test_wrong_usage_is_exit_2_and_json_on_request(filled: Path) -> None:
    assert run(filled, "sessions", "--limit", "many").exit_code == 2
    result = run(filled, "sessions", "--limit", "many", "--json")
    assert result.exit_code == 2
    error = json.loads(result.stderr)
    assert error["ok"] is False and "many" in error["error"]


def test_a_missing_database_is_said_not_created(tmp_path: Path) -> None:
    result = run(tmp_path / "none.db", "sessions")
    assert result.exit_code == 1 and "There is no database" in result.stderr
    assert not (tmp_path / "none.db").exists()


def test_archive_frees_the_key_and_delete_removes(filled: Path) -> None:
    assert data(filled, "archive", "telegram:777")["session"]["key"] is None
    assert run(filled, "delete", "other", stdin="n\n").exit_code == 1
    assert data(filled, "delete", "other")["deleted"] == ["other"]
    assert [s["id"] for s in data(filled, "sessions")["sessions"]] == ["kebun-1"]


@pytest.mark.parametrize(
    "command", ["delete kebun-1", "forget --session kebun-1", "forget --match disk", "restore copy.db", "token reset"]
)
def test_what_cannot_be_taken_back_asks_first(filled: Path, tmp_path: Path, command: str) -> None:
    run(filled, "backup", str(tmp_path / "copy.db"))
    words = command.replace("copy.db", str(tmp_path / "copy.db")).split()
    before = data(filled, "show", "kebun-1")["messages"]
    alone = words[0] in ("delete", "restore")  # an import or the file beside it brings that back
    for answer in ("n\n",) if alone else ("n\n", ""):
        refused = run(filled, *words, stdin=answer)
        assert refused.exit_code == 1 and "Nothing was changed." in refused.stderr and "--yes" in refused.stderr
    assert data(filled, "show", "kebun-1")["messages"] == before
    assert run(filled, *words, stdin="y\n").exit_code == 0


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_script_that_cannot_be_asked_deletes_and_restores(
    filled: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    run(filled, "backup", str(tmp_path / "copy.db"))
    assert run(filled, "delete", "other", *options).exit_code == 0
    assert [s["id"] for s in data(filled, "sessions")["sessions"]] == ["kebun-1"]
    assert run(filled, "restore", str(tmp_path / "copy.db"), *options).exit_code == 0
    assert len(data(filled, "sessions")["sessions"]) == 2
    assert (tmp_path / f"{filled.name}.before-restore").exists()


def test_doctor_backup_and_restore(filled: Path, tmp_path: Path) -> None:
    assert data(filled, "doctor")["ok"] is True
    assert run(filled, "backup", str(tmp_path / "copy.db")).exit_code == 0
    lost = run(filled, "backup", str(tmp_path / "no" / "such" / "x.db"))
    assert lost.exit_code == 1 and "There is no folder" in lost.stderr and not (tmp_path / "no").exists()
    run(filled, "delete", "other", "--yes")
    assert run(filled, "restore", str(tmp_path / "copy.db"), "--yes").exit_code == 0
    assert len(data(filled, "sessions")["sessions"]) == 2


def test_doctor_exits_1_when_something_is_wrong(filled: Path) -> None:
    with gagent_db.open(filled) as db:
        db.write(lambda conn: conn.execute("UPDATE sessions SET message_count = 99"))
    assert run(filled, "doctor", "--json").exit_code == 1
    assert data(filled, "doctor", "--repair")["repaired"]


def test_the_database_may_come_from_the_environment(filled: Path) -> None:
    result = CliRunner().invoke(main, ["sessions", "--json"], env={"GAGENT_DB": str(filled)})
    assert len(json.loads(result.stdout)["sessions"]) == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(filled: Path, shell: str) -> None:
    assert "_GAGENT_DB_COMPLETE" in run(filled, "completion", shell).output


@pytest.mark.parametrize("command", ["show kebun-1", "sessions --json", "search cek", "export --all", "doctor"])
def test_a_reader_that_goes_away_is_no_error(filled: Path, command: str) -> None:
    program = [sys.executable, "-m", "gagent_db", "--db", str(filled), *command.split()]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(program, stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("command", "drawn"), [("import", "Looking for transcripts"), ("index --rebuild", "meaning")])
def test_a_bar_is_drawn_on_a_terminal_and_nowhere_else(filled: Path, command: str, drawn: str) -> None:
    transcript = filled.with_name("chat.jsonl")
    transcript.write_text('{"messages": [{"role": "user", "content": "a zebra"}]}\n')
    words = [*command.split(), *([str(transcript)] if command == "import" else [])]
    here, terminal = os.openpty()
    program = [sys.executable, "-m", "gagent_db", "--db", str(filled), *words]
    with os.fdopen(terminal) as screen:
        running = subprocess.Popen(program, stderr=screen, env={**os.environ, "TERM": "xterm"})
    shown = b""
    with suppress(OSError), os.fdopen(here, "rb", buffering=0) as reader:  # Linux ends it with an error
        while part := reader.read(4096):
            shown += part
    assert running.wait(60) == 0 and drawn in shown.decode()
    assert "━" not in run(filled, *words).output


def test_one_is_not_many(db: gagent_db.Database) -> None:
    db.append(db.create_session(channel="cli", id="only").id, [{"role": "user", "content": "a lone zebra"}])
    for command in ("sessions", "search zebra", "search"):
        output = CliRunner().invoke(main, ["--db", str(db.path), *command.split()]).output
        assert "1 message" in output and "1 messages" not in output


def test_a_dry_run_leaves_no_database_behind(tmp_path: Path) -> None:
    transcript = tmp_path / "chat.jsonl"
    transcript.write_text(
        '{"messages": [{"role": "user", "content": "a zebra"}, {"role": "assistant", "content": "yes"}]}'
    )
    dry = CliRunner().invoke(main, ["--db", str(tmp_path / "none.db"), "import", "--dry-run", str(transcript)])
    assert dry.exit_code == 0 and "Would add 2 messages" in dry.output
    assert [path.name for path in tmp_path.iterdir()] == ["chat.jsonl"]


def test_a_backup_into_a_folder_that_is_not_there_is_no_file_of_that_name(db: gagent_db.Database) -> None:
    folder = db.path.parent / "copies"
    for _ in range(2):
        made = CliRunner().invoke(main, ["--db", str(db.path), "backup", f"{folder}/"])
        assert made.exit_code == 1 and "There is no folder" in made.output and not folder.exists()
    folder.mkdir()
    assert CliRunner().invoke(main, ["--db", str(db.path), "backup", f"{folder}/"]).exit_code == 0
    assert (folder / db.path.name).is_file()


@pytest.mark.parametrize("command", ["import", "memory import", "backup", "restore --yes", "export s --format md -o"])
def test_a_name_no_file_can_have_is_one_sentence(db: gagent_db.Database, command: str) -> None:
    db.create_session(channel="cli", id="s")
    told = CliRunner().invoke(main, ["--db", str(db.path), *command.split(), "a" * 300])
    assert told.exit_code == 1 and "Error: " in told.output and isinstance(told.exception, SystemExit)


@pytest.mark.parametrize("command", ["search", "commands", "errors"])
def test_words_need_no_quotes_and_what_begins_with_a_dash_two_dashes(db: gagent_db.Database, command: str) -> None:
    call = {
        "tool_name": "shell",
        "arguments": {"command": "curl --fail-early x"},
        "result_summary": "curl: --fail-early",
    }
    db.append(db.create_session(channel="cli").id, [{"role": "assistant", "tool_calls": [call]}])
    run = functools.partial(CliRunner().invoke, main)
    found = run(["--db", str(db.path), command, "curl", "fail"])
    assert found.exit_code == 0 and ("fail-early" in found.output or "1 message" in found.output)
    told = run(["--db", str(db.path), command, "--fail-early"])
    assert told.exit_code == 2 and f"{command} -- --fail-early" in told.output
    assert "fail-early" in run(["--db", str(db.path), command, "--", "--fail-early"]).output


@pytest.mark.parametrize("command", ["memory add", "fact write", "context", "rename s"])
def test_what_takes_words_tells_how_one_with_a_dash_is_typed(db: gagent_db.Database, command: str) -> None:
    db.create_session(channel="cli", id="s")
    told = CliRunner().invoke(main, ["--db", str(db.path), *command.split(), "use", "-v", "here"])
    assert told.exit_code == 2 and f"{command.removesuffix(' s')} -- -v" in told.output


@pytest.mark.parametrize(
    "command", ["search", "commands", "decisions", "errors", "search zebra --channel", "sessions --project", "show"]
)
def test_bytes_that_are_no_utf_8_are_no_traceback(db: gagent_db.Database, command: str) -> None:
    db.append(db.create_session(channel="cli", id="s").id, [{"content": "a zebra"}])
    told = CliRunner().invoke(main, ["--db", str(db.path), *command.split(), "caf\udce9 zebra"])
    assert told.exception is None or isinstance(told.exception, SystemExit)


@pytest.mark.parametrize(
    "command",
    ("sessions --role", "memory list --scope", "memory search zebra --scope", "memory prompt --scope", "fact reflect"),
)
def test_bytes_that_are_no_utf_8_are_told_as_json(db: gagent_db.Database, command: str) -> None:
    db.write_fact("D[zebra]: striped")
    told = CliRunner().invoke(main, ["--db", str(db.path), *command.split(), "zebra\udce9", "--json"])
    assert isinstance(told.exception, (SystemExit, type(None))), told.exc_info
    answer = json.loads(told.stderr or told.stdout)
    assert answer["ok"] or "no UTF-8" in answer["error"]


def test_a_page_after_the_last_is_not_called_nothing_found(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"role": "user", "content": "a lone zebra"}])
    cursor = cursor_behind([mark(session.id)])
    beyond = CliRunner().invoke(main, ["--db", str(db.path), "search", "zebra", "--next", cursor])
    assert beyond.exit_code == 0 and beyond.output == "That was the last page: 1 session in all.\n"


@pytest.mark.parametrize(
    "command",
    [
        "show s --around {0}", "show s --limit {0}", "show s --before {0}", "resolve {0}", "resolve 1 --message {0}",
        "decisions --next {0}", "memory list --limit {0}", "memory accept {0}", "fact accept {0}", "fact tick {0}",
        "fact write D[a]:x --message {0}", "search x --limit {0}", "search x --next {0}",
    ],
)  # fmt: skip
def test_a_number_beyond_all_numbers_is_one_sentence(db: gagent_db.Database, command: str) -> None:
    db.append(db.create_session(channel="cli", id="s").id, [{"content": "a zebra"}])
    told = CliRunner().invoke(main, ["--db", str(db.path), *command.format(10**20).split()])
    assert told.exit_code == 1 and told.output.startswith("Error: ") and isinstance(told.exception, SystemExit)


@pytest.mark.parametrize(
    "command", ["search words", "search", "sessions", "decisions", "commands docker", "unresolved"]
)
def test_an_empty_file_says_that_nothing_is_recorded_yet(db: gagent_db.Database, command: str) -> None:
    told = run(db.path, *command.split())
    assert (
        told.exit_code == 0 and "No conversation is recorded yet" in told.output and "gagent-db import" in told.output
    )


def test_an_agent_is_told_that_nothing_is_recorded_yet(db: gagent_db.Database) -> None:
    assert "No conversation is recorded yet" in db.search("words").to_dict()["hint"]


@pytest.mark.parametrize(
    ("typed", "meant"), [("serach x", "search"), ("decision", "decisions"), ("memory ad x", "add")]
)
def test_a_misspelt_command_is_told_which_is_meant(db: gagent_db.Database, typed: str, meant: str) -> None:
    told = run(db.path, *typed.split())
    assert told.exit_code == 2 and "Did you mean" in told.output and f"'{meant}'" in told.output
    assert "Did you mean" not in run(db.path, "xyzzy").output
    machine = run(db.path, *typed.split(), "--json")
    assert machine.exit_code == 2 and f"'{meant}'" in json.loads(machine.stderr)["error"]


def test_a_home_that_is_not_there_is_one_sentence() -> None:
    for how in ({"args": ["--db", "~nobody-of-this-name/x.db", "sessions"]}, {"args": ["sessions"]}):
        told = CliRunner().invoke(main, env={"GAGENT_DB": "~nobody-of-this-name/x.db"}, **how)
        assert told.exit_code == 1 and told.stderr.startswith("Error: ~nobody-of-this-name/x.db"), told.output


@pytest.mark.parametrize("command", ["sessions", "show s", "show s --format md", "search zebra", "decisions"])
def test_a_terminal_that_is_not_utf_8_shows_what_it_can(db: gagent_db.Database, command: str) -> None:
    db.append(db.create_session(channel="cli", id="s").id, [{"content": "Decision: zebra 会议 goes first"}])
    program = [sys.executable, "-m", "gagent_db", "--db", str(db.path), *command.split()]
    done = subprocess.run(program, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "latin-1"})
    assert done.returncode == 0 and b"zebra" in done.stdout and b"??" in done.stdout, done.stderr


def test_show_around_a_message_takes_a_limit(db: gagent_db.Database) -> None:
    ids = db.append(db.create_session(channel="cli", id="s").id, [{"content": f"zebra {n}"} for n in range(99)])
    for limit, near in (("1", 0), ("2", 0), ("7", 3)):
        shown = run(db.path, "show", "s", "--around", str(ids[50]), "--limit", limit, "--json")
        found = [message["id"] for message in json.loads(shown.stdout)["messages"]]
        assert found == ids[50 - near : 51 + near]
    assert run(db.path, "show", "s", "--around", str(ids[50]), "--before", "60").exit_code == 2


def test_an_empty_path_is_no_folder(db: gagent_db.Database) -> None:
    for command in ("backup", "restore"):
        told = run(db.path, command, "")
        assert told.exit_code == 2 and "An empty path names nothing" in told.stderr


@pytest.mark.parametrize("empty", ["", " "])
@pytest.mark.parametrize("command", ["export", "usage", "search", "sessions", "decisions", "commands", "forget"])
def test_an_empty_filter_does_not_let_everything_pass(db: gagent_db.Database, command: str, empty: str) -> None:
    db.append(db.create_session(channel="cli").id, [{"content": "Decision: a zebra."}])
    filters = ["channel", "project", "since", "until"]
    if command != "forget":
        filters += ["chat-id", "exclude-session", "user", "tag"]
    if command in ("search", "sessions", "decisions", "commands"):
        filters += ["session", "role"]
    filters += ["status"] * (command == "commands") + ["session"] * (command == "forget")
    for name in filters:
        told = run(db.path, command, f"--{name}", empty)
        assert told.exit_code == 2 and f"'--{name}': An empty text names nothing; for all, leave" in told.stderr


def test_an_empty_scope_does_not_purge_every_scope(db: gagent_db.Database) -> None:
    for command in ("purge", "export"):
        told = run(db.path, "fact", command, "--scope", "")
        assert told.exit_code == 2 and "'--scope': An empty text names nothing" in told.stderr


def test_resolving_again_keeps_the_message_that_closed_an_item(db: gagent_db.Database) -> None:
    open_one, answer = db.append(
        db.create_session(id="s").id, [{"content": "TODO: order hinges"}, {"role": "assistant", "content": "Noted."}]
    )
    number = str(open_one * 1024)
    assert data(db.path, "resolve", number, "--message", str(answer))["resolved_by_message_id"] == answer
    assert data(db.path, "resolve", number)["resolved_by_message_id"] == answer
    assert run(db.path, "resolve", number, "--reopen", "--message", str(answer)).exit_code == 2
    assert data(db.path, "resolve", number, "--reopen")["resolved_by_message_id"] is None


@pytest.fixture
def in_jakarta(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Asia/Jakarta")
        time.tzset()
        yield
    time.tzset()


def test_people_read_the_time_of_their_clock(db: gagent_db.Database, in_jakarta: None) -> None:
    at = "2026-05-01T18:30:00.000Z"
    call = {"tool_name": "sh", "arguments": {"command": "make zebra"}}
    db.append(db.create_session(id="s").id, [{"content": "zebra", "created_at": at, "tool_calls": [call]}])
    for command in ("sessions", "show s", "commands", "search zebra", "status"):
        shown, printed = (run(db.path, *command.split(), *more).output for more in ([], ["--json"]))
        assert "2026-05-02 01:30" in shown and at in printed, command


@pytest.mark.parametrize("width", [50, 80, 100])
@pytest.mark.parametrize("group", [[], ["memory"], ["fact"], ["mcp"], ["token"]])
def test_the_list_of_commands_cuts_no_sentence_short(group: list[str], width: int) -> None:
    shown = CliRunner().invoke(main, [*group, "--help"], terminal_width=width).output
    assert not any(line.endswith("...") for line in shown.splitlines()[1:])  # behind the usage
    assert max(map(len, shown.splitlines())) <= width


@pytest.mark.parametrize("command", ["sessions --db {} grey", "search zebra --db={}", "memory --db {} list"])
def test_the_database_may_be_named_behind_the_command(db: gagent_db.Database, tmp_path: Path, command: str) -> None:
    db.append(db.create_session(channel="cli", title="The grey zebra").id, [{"role": "user", "content": "zebra"}])
    db.add_memory("the zebra is grey")
    found = CliRunner().invoke(main, command.format(db.path).split(), env={"GAGENT_DB": str(tmp_path / "none.db")})
    assert found.exit_code == 0 and "grey" in found.output


def test_a_database_is_named_neither_by_nothing_nor_by_text_to_look_for(db: gagent_db.Database) -> None:
    told = CliRunner().invoke(main, ["sessions", "zebra", "--db"])
    assert told.exit_code == 2 and "--db" in told.stderr
    db.append(db.create_session(channel="cli").id, [{"role": "user", "content": "say --db zebra"}])
    assert "zebra" in run(db.path, "search", "--", "--db", "zebra").output


def test_a_hint_names_the_database_of_the_command(db: gagent_db.Database) -> None:
    db.append(db.create_session(channel="cli").id, [{"role": "user", "content": "Decision: we keep the zebra."}])
    assert f"gagent-db --db {db.path} fact accept ID" in run(db.path, "fact", "suggest").output
    assert f"gagent-db --db {db.path} index" in run(db.path, "status").output


def test_a_title_needs_no_quotes(db: gagent_db.Database) -> None:
    db.create_session(id="s", title="The grey zebra -- again")
    db.create_session(id="t", title="The zebra")
    assert [row["id"] for row in data(db.path, "sessions", "grey", "zebra")["sessions"]] == ["s"]
    assert "sessions -- --again" in run(db.path, "sessions", "--again").stderr
    assert len(data(db.path, "sessions")["sessions"]) == 2


def test_the_size_that_status_tells_is_that_of_the_database_alone(db: gagent_db.Database) -> None:
    size = data(db.path, "status")["size_bytes"]
    for other in (".before-restore", "2"):
        db.path.with_name(db.path.name + other).write_bytes(b"x" * 1_000_000)
    assert data(db.path, "status")["size_bytes"] == size


def test_a_session_is_listed_on_one_line(db: gagent_db.Database) -> None:
    db.create_session(id="s", title="a zebra\nand a wombat", key="cli:1\n2")
    assert len(run(db.path, "sessions").stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("typed", "told"),
    [("list", "sessions"), ("logs", "sessions"), ("tail", "show --follow"), ("stats", "usage"), ("todo", "unresolved")],
)
def test_what_other_programs_call_a_command_names_ours(filled: Path, typed: str, told: str) -> None:
    refused = run(filled, typed, "--whatever")
    assert refused.exit_code == 2 and refused.stderr.rstrip().endswith(f" {told}")
    assert json.loads(run(filled, typed, "--json").stderr)["ok"] is False


def test_every_other_name_leads_to_a_command_and_hides_none(filled: Path) -> None:
    from gagent_db.cli import _MODULE_OF, _OTHER_NAMES

    assert not _OTHER_NAMES.keys() & _MODULE_OF.keys()
    for told in set(_OTHER_NAMES.values()):
        assert run(filled, *told.split(), "--help").exit_code == 0


@pytest.mark.parametrize("most", [1, 30, 200, 700, 100_000])
def test_what_is_printed_of_a_search_keeps_the_number_of_characters_asked_for(
    db: gagent_db.Database, most: int
) -> None:
    for number in range(6):
        session = db.create_session(channel="cli", title=f"Walruses {number}")
        said = [
            {"content": f"{side} the walrus of pen {number} " + "is fed at noon " * 20} for side in ("before", "at")
        ]
        db.append(session.id, said)
    printed = run(db.path, "search", "walrus", "--limit", "6", "--max-chars", str(most)).stdout
    assert len(printed) <= most and bool(printed) == (most > 1)  # the least is told as an error
    assert ("…\n" in printed if most == 30 else "… cut at" in printed) == (most in (30, 200))
    assert len(run(db.path, "search", "--max-chars", str(most)).stdout) <= most


@pytest.mark.parametrize("query", ["zebra", ""])
def test_however_few_characters_say_where_the_best_hit_is(db: gagent_db.Database, query: str) -> None:
    session = db.create_session(key="telegram:777", channel="telegram", title="A long title about zebras " * 4)
    (said,) = db.append(session.id, [{"content": "The zebra was seen beside the river. " * 9}])
    where = f"telegram:777 #{said}" if query else "telegram:777"
    least = len(f"{where} …\n")
    for most in (*range(least, least + 30, 3), 100, 150, 200):
        printed = run(db.path, "search", query, "--max-chars", str(most)).stdout
        assert len(printed) <= most and "…" in printed
        assert set(where.split()) <= set(printed.split())
    refused = run(db.path, "search", query, "--max-chars", str(least - 1))
    told = f"Error: {least - 1} characters are too few for one hit; the least here is {least}.\n"
    assert (refused.exit_code, refused.stdout, refused.stderr) == (1, "", told)


@pytest.mark.parametrize("command", ["search cek", "search cek --json", "export kebun-1", "sessions", "show kebun-1"])
def test_an_output_closed_by_the_shell_is_no_traceback(filled: Path, command: str) -> None:
    program = shlex.join([sys.executable, "-m", "gagent_db", "--db", str(filled), *command.split()])
    for closed in (">&-", "2>&-", ">&- 2>&-"):
        ended = subprocess.run(f"{program} {closed}", shell=True, capture_output=True, text=True)
        assert (ended.returncode, ended.stderr) == (0, ""), closed


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", ["--help", "--version", "show --help", "memory --help", "sessions"])
def test_an_output_without_room_is_one_sentence(filled: Path, command: str) -> None:
    program = shlex.join([sys.executable, "-m", "gagent_db", "--db", str(filled), *command.split()])
    ended = subprocess.run(f"{program} > /dev/full", shell=True, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (1, "Error: No space left on device.\n")


@pytest.mark.parametrize("title", ["Restore the garden server", "服务器的数据库要从备份里恢复然后检查一遍"])
def test_a_title_in_a_list_takes_no_more_cells_than_the_line_has(db: gagent_db.Database, title: str) -> None:
    session = db.create_session(id="s1", key="cli:1", channel="cli", title=title)
    for columns in range(80, 130, 7):
        assert cell_len(session_line(session, room=columns)) <= columns
    assert session_line(session, room=200) == session_line(session)
