"""A transcript on standard input: every format that needs no file, and the same conversation again."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from format_fixtures import BUILDERS
from import_fixtures import MAIN, add_lines, claude_session, contents, gagent, prompt, write_lines

import gagent_db
from gagent_db.api import Database
from gagent_db.cli import main
from gagent_db.importers.registry import importers
from gagent_db.importers.report import ImportReport
from gagent_db.importers.status import status

DATABASES = {name for name, importer in importers().items() if importer.kind == "database"}
# Their files say little without those beside them.
PARTS = {"opencode-tree", "openclaw", "hermes-gateway", "gemini-logs"}


def piped(monkeypatch: pytest.MonkeyPatch, db: Database, content: bytes, **options: Any) -> ImportReport:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    return db.import_paths(["-"], **options)


def run(db_path: Path, content: bytes, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["--db", str(db_path), "import", *arguments], input=content)


@pytest.mark.parametrize("title", [title for title, (name, _) in BUILDERS.items() if name not in DATABASES | PARTS])
def test_what_a_format_holds_comes_in_as_from_its_file(
    title: str, tmp_path: Path, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = BUILDERS[title][1](tmp_path / "source")
    with gagent_db.open(tmp_path / "file.db") as other:
        other.import_paths([file])
        expected = contents(other)
    report = piped(monkeypatch, db, file.read_bytes())
    assert (report.skipped, contents(db)) == ([], expected)
    again = piped(monkeypatch, db, file.read_bytes())
    assert (again.messages, again.sessions_added, again.sessions_updated) == (0, set(), set())
    paths = {row[0] for row in db.read().execute("SELECT source_path FROM sessions UNION SELECT path FROM imports")}
    assert all(path.startswith("/dev/stdin/stdin_") for path in paths)
    (place,) = status(db)
    assert (place.path.split("!")[0].rpartition("/stdin_")[0] or place.path, place.behind, place.gone) == (
        "/dev/stdin", 0, 0
    )  # fmt: skip


@pytest.mark.parametrize("title", [title for title, (name, _) in BUILDERS.items() if name in DATABASES])
def test_a_database_is_refused_in_a_sentence(title: str, tmp_path: Path, db_path: Path) -> None:
    said = run(db_path, BUILDERS[title][1](tmp_path).read_bytes(), "-")
    assert said.exit_code == 1 and "/dev/stdin: a database is read as a file" in said.stderr


def test_a_conversation_that_comes_again_with_more_goes_on(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def lines(count: int, written: str) -> bytes:
        records = gagent(count)
        records[0]["updated_at"] = written
        return "".join(json.dumps(record) + "\n" for record in records).encode()

    assert piped(monkeypatch, db, lines(3, "2026-03-01T08:00:00")).messages == 3
    more = piped(monkeypatch, db, lines(5, "2026-03-02T08:00:00"))
    assert (more.messages, len(more.sessions_added), len(db.list_sessions())) == (2, 0, 1)
    other = "".join(json.dumps(record) + "\n" for record in gagent(9, created="2026-04-01T08:00:00")[:1]) + json.dumps(
        {"role": "user", "content": "Something else", "timestamp": "2026-04-01T08:00:00"}
    )
    assert piped(monkeypatch, db, other.encode()).messages == 1
    assert len(db.list_sessions()) == 2 and len(contents(db)) == 6


def test_a_part_of_a_transcript_takes_nothing_back(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_lines(tmp_path / f"{MAIN}.jsonl", claude_session())
    whole = file.read_bytes()
    piped(monkeypatch, db, whole)
    for part in (whole[: whole.index(b"\n", len(whole) // 2) + 1], b"".join(whole.splitlines(keepends=True)[4:])):
        report = piped(monkeypatch, db, part)
        assert (report.messages, report.undone) == (0, 0)
    assert not db.read().execute("SELECT 1 FROM messages WHERE status <> 'active'").fetchone()


def test_standard_input_and_the_file_are_one_session(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_lines(tmp_path / "telegram_777.jsonl", gagent(4))
    piped(monkeypatch, db, file.read_bytes())
    assert db.import_paths([file]).messages == 0
    add_lines(file, [{"role": "user", "content": "More", "timestamp": "2026-03-01T09:00:00"}])
    assert db.import_paths([file]).messages == 1
    assert len(db.list_sessions()) == 1


def test_what_a_file_loses_is_gone_though_it_came_from_standard_input_too(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_lines(tmp_path / "telegram_777.jsonl", gagent(6, key="telegram:777"))
    db.import_paths([file])
    piped(monkeypatch, db, file.read_bytes())
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:4] + lines[5:]))
    assert db.import_paths([file]).undone == 1


def test_it_comes_beside_files_and_as_the_format_that_is_asked_for(db_path: Path, tmp_path: Path) -> None:
    file = write_lines(tmp_path / f"{MAIN}.jsonl", claude_session())
    line = json.dumps(prompt("u9", None, "Where is the tap?", session="7d1f0c52-0000-4000-8000-00000000cccc"))
    found = json.loads(run(db_path, line.encode(), "-", str(file), "--json").stdout)
    assert (found["files"], found["sessions"]["added"]) == (2, 2)
    refused = run(db_path, line.encode(), "-", "--format", "codex")
    assert refused.exit_code == 1 and "it looks like claude-code" in refused.stderr
    assert run(db_path, line.encode(), "-", "--format", "claude-code").exit_code == 0


def test_what_cannot_be_read_is_said_of_standard_input(db_path: Path) -> None:
    assert "/dev/stdin: the file is empty" in run(db_path, b"", "-").stderr
    assert "/dev/stdin: not a transcript" in run(db_path, b"hello\nworld\n", "-").stderr
    told = json.loads(run(db_path, b"hello\nworld\n", "-", "--json").stdout)
    assert [kind["paths"] for kind in told["others"]] == [["/dev/stdin"]]
    lines = "".join(json.dumps(record) + "\n" for record in gagent(2)).encode() + b"{torn}\n"
    assert "/dev/stdin/stdin_" in run(db_path, lines, "-").stdout
    watching = run(db_path, b"", "-", "--watch")
    assert watching.exit_code == 2 and "--watch follows files and folders" in watching.stderr
    dry = run(db_path, lines, "-", "--dry-run")
    assert dry.exit_code == 0 and "Would add 0 messages" in dry.stdout


def test_conversations_without_times_that_begin_alike_stay_apart(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def chat(*answers: str) -> bytes:
        said = [
            ("user", "continue"),
            *(("assistant" if n % 2 == 0 else "user", text) for n, text in enumerate(answers)),
        ]
        return "".join(json.dumps({"role": role, "content": text}) + "\n" for role, text in said).encode()

    piped(monkeypatch, db, chat("A1", "A2"))
    assert len(piped(monkeypatch, db, chat("B1")).sessions_added) == 1
    assert piped(monkeypatch, db, chat("A1", "A2", "A3")).messages == 1
    assert sorted(session.message_count for session in db.list_sessions()) == [2, 4]


def test_a_closed_input_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with gagent_db.open(tmp_path / "x.db") as db, pytest.raises(gagent_db.GagentError, match="input is closed"):
        db.import_paths(["-"])
