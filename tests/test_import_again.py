"""Importing again: only what is new is read, nothing is lost and nothing doubled."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import BUILDERS
from import_fixtures import add_lines, check_indexes, claude_session, contents, gagent, gagent_message, write_lines

from gagent_db.api import Database
from gagent_db.importers import files, known, registry
from gagent_db.importers.base import LineImporter, ParsedMessage, ParsedSession
from gagent_db.importers.run import import_changed
from gagent_db.importers.sources import Source
from gagent_db.importers.status import status
from gagent_db.importers.values import result
from gagent_db.models import NewMessage, ToolCall


def test_only_appended_lines_are_read(db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(50))
    db.import_paths([path])
    read: list[int] = []
    records = Source.records

    def counted(source: Source) -> Any:
        for record in records(source):
            read.append(source.line)
            yield record

    monkeypatch.setattr(Source, "records", counted)
    assert db.import_paths([path]).files_unchanged == 1 and read == []
    add_lines(path, [gagent_message(50)])
    report = db.import_paths([path])
    assert (report.messages, read) == (1, [52])
    assert len(report.sessions_updated) == 1
    check_indexes(db)


def test_a_file_that_grew_while_it_was_read_is_not_read_again(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(50))
    read: list[int] = []
    records, later = Source.records, [gagent_message(50)]

    def growing(source: Source) -> Any:
        for record in records(source):
            read.append(source.line)
            if later:  # the size of the file was taken before
                add_lines(path, [later.pop()])
            yield record

    monkeypatch.setattr(Source, "records", growing)
    assert db.import_paths([path]).messages == 51
    read.clear()
    assert db.import_paths([path]).messages == 0 and read == []
    assert db.import_paths([path]).files_unchanged == 1
    add_lines(path, [gagent_message(51)])
    assert db.import_paths([path]).messages == 1 and read == [53]


@pytest.mark.parametrize("change", ["rewritten", "truncated", "same size and time", "edited in the middle"])
def test_a_changed_file_is_read_again_and_nothing_is_doubled(db: Database, tmp_path: Path, change: str) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(10))
    db.import_paths([path])
    before = path.stat()
    records = gagent(10)
    if change == "rewritten":
        records = [*gagent(12), gagent_message(99)]
    elif change == "truncated":
        records = records[:5]
    elif change == "same size and time":
        records[5]["content"] = records[5]["content"].replace("number4", "numberX")
    else:
        records[2]["content"] += " corrected"
        records.append(gagent_message(60))
    time.sleep(0.01)
    write_lines(path, records)
    if change == "same size and time":
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    db.import_paths([path])
    expected = {r["content"] for r in [*gagent(10), *records] if "content" in r}
    assert sorted(contents(db)) == sorted(expected)
    check_indexes(db)


def test_a_moved_file_is_the_same_source_and_a_deleted_one_stays_here(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a" / "cli_default.jsonl", gagent(5))
    db.import_paths([tmp_path])
    (tmp_path / "b").mkdir()
    path.rename(tmp_path / "b" / "cli_default.jsonl")
    report = db.import_paths([tmp_path])
    assert report.messages == 0
    assert [row[0] for row in db.read().execute("SELECT path FROM imports")] == [
        str(tmp_path / "b" / "cli_default.jsonl")
    ]
    (tmp_path / "b" / "cli_default.jsonl").unlink()
    assert db.import_paths([tmp_path]).messages == 0
    assert len(contents(db)) == 5
    assert [(place.gone, place.messages) for place in status(db)] == [(1, 5)]


def test_a_torn_last_line_is_reported_and_read_when_it_is_complete(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(3))
    whole = json.dumps(gagent_message(3)) + "\n"
    with path.open("a") as stream:
        stream.write(whole[:20])
    report = db.import_paths([path])
    assert report.messages == 3
    assert [(skip.line, skip.reason) for skip in report.skipped] == [
        (5, "the last line is not complete (still being written?)")
    ]
    with path.open("a") as stream:
        stream.write(whole[20:])
    report = db.import_paths([path])
    assert (report.messages, report.skipped) == (1, [])
    assert status(db)[0].skipped_lines == 0


def test_a_last_line_without_a_newline_is_taken_once(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(3))
    path.write_text(path.read_text().rstrip("\n"))
    assert db.import_paths([path]).messages == 3
    with path.open("a") as stream:
        stream.write("\n" + json.dumps(gagent_message(3)))
    assert db.import_paths([path]).messages == 1


def test_a_session_deleted_here_comes_back_when_its_source_is_imported_again(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(3))
    db.import_paths([path])
    db.delete_session("cli:default")
    assert db.import_paths([path]).messages == 3


def test_dry_run_says_the_same_and_writes_nothing(db: Database, tmp_path: Path) -> None:
    write_lines(tmp_path / "in" / "cli_default.jsonl", gagent(7))
    write_lines(tmp_path / "in" / "p" / "x.jsonl", claude_session())
    dry = db.import_paths([tmp_path / "in"], dry_run=True).to_dict()
    assert contents(db) == [] and db.read().execute("SELECT count(*) FROM imports").fetchone()[0] == 0
    real = db.import_paths([tmp_path / "in"]).to_dict()
    assert [dry[name] for name in ("files", "sessions", "messages")] == [
        real[name] for name in ("files", "sessions", "messages")
    ]


def test_artifacts_are_there_after_an_import(db: Database, tmp_path: Path) -> None:
    records = [*gagent(0), {"role": "user", "content": "Decision: we use drip irrigation.", "timestamp": 1.77e9}]
    write_lines(tmp_path / "cli_default.jsonl", records)
    db.import_paths([tmp_path])
    assert [row[0] for row in db.read().execute("SELECT kind FROM artifacts")] == ["decision"]


def test_progress_ends_complete(db: Database, tmp_path: Path) -> None:
    for number in range(3):
        write_lines(tmp_path / "in" / f"cli_c{number}.jsonl", gagent(5, created=f"2026-03-01T08:00:0{number}"))
    seen: list[Any] = []
    db.import_paths([tmp_path / "in"], progress=seen.append)
    assert (seen[-1].files_done, seen[-1].bytes_done, seen[-1].messages) == (3, seen[-1].bytes, 15)
    assert [at.bytes_done for at in seen] == sorted(at.bytes_done for at in seen)


@pytest.mark.parametrize("title", BUILDERS)
def test_what_hangs_on_a_message_is_stored_once_however_often_the_message_is_told(
    title: str, db: Database, tmp_path: Path
) -> None:
    for folder in ("a", "b"):
        BUILDERS[title][1](tmp_path / folder)  # two copies in one import, and formats that write a message again
    db.import_paths([tmp_path])
    for table in ("tool_calls", "media_refs"):
        rows = db.read().execute(f"SELECT * FROM {table}").fetchall()
        told = [tuple(value for name, value in zip(row.keys(), row, strict=True) if name != "id") for row in rows]
        assert len(told) == len(set(told))
    counted = "SELECT tool_call_count, (SELECT count(*) FROM tool_calls WHERE session_id = s.id) FROM sessions s"
    assert all(row[0] == row[1] for row in db.read().execute(counted))


# -- what an append costs ------------------------------------------------------------------------------


def test_an_append_is_told_from_a_rewrite_by_one_look_at_the_file(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(50))
    db.import_paths([path])
    looks: list[int] = []
    tail_hash = files.tail_hash

    def counting(path: Path, offset: int) -> str:
        looks.append(offset)
        return tail_hash(path, offset)

    monkeypatch.setattr(known, "tail_hash", counting)
    before = path.stat().st_size
    add_lines(path, [gagent_message(50)])
    assert import_changed(db, [path]).messages == 1
    assert looks == [before, path.stat().st_size]  # is it what it was? and the mark for the next time


def test_a_file_of_lines_goes_on_when_only_its_companion_has_changed(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Titled(LineImporter):
        name = "titled"

        def sniff(self, path: Path, head: bytes) -> bool:
            return path.suffix == ".say"

        def companions(self, path: Path) -> Any:
            return (path.with_suffix(".title"),)

        def record(self, record: dict[str, Any], source: Source) -> Any:
            yield ParsedSession("s", channel="titled")
            yield ParsedMessage("s", NewMessage(role="user", content=record["say"]))

        def finish(self, source: Source) -> Any:
            yield ParsedSession("s", channel="titled", title=source.path.with_suffix(".title").read_text())

    monkeypatch.setitem(registry.importers(), "titled", Titled())
    path = write_lines(tmp_path / "x.say", [{"say": "yes"}, {"say": "yes"}])
    title = path.with_suffix(".title")
    title.write_text("One")
    db.import_paths([path])
    assert db.import_paths([path]).files_unchanged == 1
    title.write_text("Another")
    report = db.import_paths([path])
    assert (report.messages, [session.title for session in db.list_sessions()]) == (0, ["Another"])
    title.write_text("Third")
    add_lines(path, [{"say": "no"}])
    assert db.import_paths([path]).messages == 1
    assert [session.title for session in db.list_sessions()] == ["Third"] and contents(db) == ["yes", "yes", "no"]


def test_a_line_that_was_half_written_is_no_skipped_line_when_it_is_complete(db: Database, tmp_path: Path) -> None:
    """Counted on, it would let as many lines be damaged later before anything is noticed: see ``rewritten``."""
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(4))
    with path.open("a") as stream:
        stream.write("{nonsense}\n")
    for number in range(4, 8):
        line = json.dumps(gagent_message(number)) + "\n"
        for part in (line[:20], line[20:]):
            with path.open("a") as stream:
                stream.write(part)
            db.import_paths([path])
    assert [(place.skipped_lines, len(place.skipped)) for place in status(db)] == [(1, 1)]
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], "{damaged", "{too", *lines[4:]]) + "\n")
    assert db.import_paths([path]).undone == 0


def test_a_column_that_a_person_added_to_the_imports_keeps_what_is_in_it(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(2))
    db.import_paths([path])
    db.write(lambda conn: conn.execute("ALTER TABLE imports ADD COLUMN note TEXT"))
    db.write(lambda conn: conn.execute("UPDATE imports SET note = 'mine', imported_at = '2020'"))
    add_lines(path, [gagent_message(2)])
    assert db.import_paths([path]).messages == 1
    row = db.read().execute("SELECT note, imported_at > '2021', offset FROM imports").fetchone()
    assert tuple(row) == ("mine", 1, path.stat().st_size)


@pytest.mark.parametrize("odd", ["\x00", "\ud800"])
def test_the_message_of_a_result_is_found_whatever_its_id_holds(
    odd: str, db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Called(LineImporter):
        name = "called"

        def sniff(self, path: Path, head: bytes) -> bool:
            return path.suffix == ".call"

        def record(self, record: dict[str, Any], source: Source) -> Any:
            yield ParsedMessage("s", NewMessage("assistant", "", uid="a", tool_calls=[ToolCall("ls", {}, "c")]))
            yield from result("s", "c", NewMessage("tool", record["say"], uid=f"t{odd}"))

    monkeypatch.setitem(registry.importers(), "called", Called())
    db.import_paths([write_lines(tmp_path / "x.call", [{"say": "hoses"}])])
    linked = "SELECT content FROM messages WHERE id = (SELECT result_message_id FROM tool_calls)"
    assert [row[0] for row in db.read().execute(linked)] == ["hoses"]
