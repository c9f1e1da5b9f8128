"""``--format NAME``: a file is read as what it is asked to be, or not at all; and files that become something else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from format_fixtures import BUILDERS
from import_fixtures import claude_session, gagent, write_lines

from gagent_db.api import Database
from gagent_db.cli import main
from gagent_db.importers.status import status

OTHER = {"codex": "gagent", "gagent": "claude-code", "chatgpt": "gagent", "swe-agent": "codex", "hermes-db": "gagent"}


def as_it_is(folder: Path, form: str) -> Path:
    return next(build for name, build in BUILDERS.values() if name == form)(folder)


@pytest.mark.parametrize("asked", OTHER)
def test_a_file_of_another_format_is_refused_and_called_what_it_is(db: Database, tmp_path: Path, asked: str) -> None:
    records = gagent(3) if OTHER[asked] == "gagent" else claude_session()
    path = write_lines(tmp_path / "x.jsonl", records) if OTHER[asked] != "codex" else as_it_is(tmp_path, "codex")
    report = db.import_paths([path], format=asked)
    assert [(skip.line, skip.reason) for skip in report.skipped] == [
        (1, f"this does not look like {asked} (it looks like {OTHER[asked]})")
    ]
    assert db.list_sessions() == [] and report.failed
    found = CliRunner().invoke(main, ["--db", str(tmp_path / "y.db"), "import", str(path), "--format", asked])
    assert found.exit_code == 1 and f"{path}:1: this does not look like {asked} (it looks like" in found.stderr
    assert db.import_paths([path]).messages > 0  # and nothing stands in the way of what it is


@pytest.mark.parametrize("asked", ["codex", "gagent", "claude-code", "openai-messages", "chatgpt", "gemini", "llm"])
@pytest.mark.parametrize("body", ['{"a": 1}\n{"b": [2]}\n', "no JSON\nat all\n", '{"a": {"b": 1}}'])
def test_a_file_of_no_format_makes_no_empty_session(db: Database, tmp_path: Path, asked: str, body: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(body)
    for _ in ("first", "again"):
        report = db.import_paths([path], format=asked)
        assert db.list_sessions() == [] and report.failed
        assert report.skipped and all(skip.path == str(path) and skip.reason for skip in report.skipped)


def test_a_file_whose_beginning_is_damaged_can_be_read_as_what_it_was(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", claude_session())
    lines = path.read_text().splitlines()
    path = path.rename(tmp_path / "x.bak")  # by its name it may be anything
    path.write_text("x" * 70_000 + "\n" + "\n".join(lines[1:]) + "\n")
    assert db.import_paths([path]).failed
    report = db.import_paths([path], format="claude-code")
    assert (report.messages, [skip.line for skip in report.skipped], report.failed) == (8, [1], False)
    assert db.import_paths([path], format="claude-code").files_unchanged == 1


def test_what_another_format_reads_is_not_called_unread_later(db: Database, tmp_path: Path) -> None:
    write_lines(tmp_path / "a" / "x.jsonl", gagent(3))
    db.import_paths([tmp_path / "a"])
    assert db.import_paths([tmp_path / "a"], format="codex").failed
    assert [place.format for place in status(db)] == ["gagent"]


def test_in_a_folder_the_others_are_counted(db: Database, tmp_path: Path) -> None:
    write_lines(tmp_path / "in" / "cli_a.jsonl", gagent(2))
    write_lines(tmp_path / "in" / "p" / "x.jsonl", claude_session())
    (tmp_path / "in" / "other.json").write_text('{"a": 1}')
    report = db.import_paths([tmp_path / "in"], format="gagent")
    assert (report.files, report.messages, report.other_files, report.skipped) == (1, 2, 2, [])
    assert {kind["reason"] for kind in report.others.to_list()} == {
        "this does not look like gagent (it looks like claude-code)",
        "this does not look like gagent",
    }


def test_a_folder_without_a_file_of_the_format_is_nothing_that_could_be_read(db: Database, tmp_path: Path) -> None:
    write_lines(tmp_path / "in" / "cli_a.jsonl", gagent(2))
    report = db.import_paths([tmp_path / "in"], format="codex")
    assert [(skip.path, skip.reason) for skip in report.skipped] == [
        (str(tmp_path / "in"), "no file in it looks like codex")
    ]
    assert report.failed and db.list_sessions() == []


def test_a_file_that_became_one_of_another_format_is_read_as_that(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_a.jsonl", gagent(2))
    db.import_paths([path])
    write_lines(path, claude_session())
    report = db.import_paths([path])
    assert (report.messages, report.skipped) == (8, [])
    assert {session.source_format for session in db.list_sessions()} == {"gagent", "claude-code"}


def test_a_known_file_whose_beginning_gets_damaged_keeps_its_format(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", claude_session())
    db.import_paths([path])
    path.write_text("x" * 70_000 + "\n" + path.read_text())
    report = db.import_paths([path])
    assert (report.messages, report.undone, [skip.line for skip in report.skipped]) == (0, 0, [1])
    assert json.loads(json.dumps(report.to_dict()))["ok"] is True
