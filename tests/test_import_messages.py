"""Messages as their files have them: without a time, without an id, of enormous length."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from import_fixtures import (
    add_lines,
    answer,
    check_indexes,
    contents,
    gagent,
    gagent_message,
    prompt,
    result,
    tool_block,
    write_lines,
)

from gagent_db.api import Database
from gagent_db.importers import batch, registry
from gagent_db.importers.base import LineImporter, ParsedMessage, ParsedSession
from gagent_db.importers.forget import find_messages
from gagent_db.importers.sources import Source
from gagent_db.models import NewMessage


def test_messages_without_any_time_have_that_of_their_file_and_say_so(db: Database, tmp_path: Path) -> None:
    records = [{"_type": "metadata", "metadata": {}}]
    records += [{"role": "user", "content": f"line {number}"} for number in range(3)]
    path = write_lines(tmp_path / "cli_default.jsonl", records)
    os.utime(path, (1.6e9, 1.6e9))
    db.import_paths([path])
    messages = db.history("cli:default")
    assert [(m.content, m.created_at) for m in messages] == [
        (f"line {number}", "2020-09-13T12:26:40.000Z") for number in range(3)
    ]
    assert all(message.metadata == {"time_from": "file"} for message in messages)
    add_lines(path, [{"role": "user", "content": "line 3"}, gagent_message(4), {"role": "user", "content": "line 5"}])
    os.utime(path, (1.7e9, 1.7e9))
    db.import_paths([path])
    late, timed, inherits = db.history("cli:default")[3:]
    assert (late.created_at, late.metadata) == ("2023-11-14T22:13:20.000Z", {"time_from": "file"})
    assert timed.created_at == inherits.created_at and inherits.metadata is None
    os.utime(path, (1.5e9, 1.5e9))
    assert db.import_paths([path]).messages == 0


def test_a_format_that_names_no_uids_and_times_is_still_not_doubled(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Bare(LineImporter):
        name = "bare"

        def sniff(self, path: Path, head: bytes) -> bool:
            return path.suffix == ".bare"

        def record(self, record: dict[str, Any], source: Source) -> Any:
            yield ParsedSession("s", channel="bare")
            yield ParsedMessage("s", NewMessage(role="user", content=record["say"]))

    monkeypatch.setitem(registry.importers(), "bare", Bare())
    path = write_lines(tmp_path / "x.bare", [{"say": "yes"}, {"say": "yes"}])
    assert db.import_paths([path]).messages == 2
    add_lines(path, [{"say": "yes"}])
    os.utime(path, (1.7e9, 1.7e9))
    assert db.import_paths([path]).messages == 1
    db.write(lambda conn: conn.execute("UPDATE imports SET tail_hash = '', mtime = 0"))
    assert db.import_paths([path]).messages == 0
    assert contents(db) == ["yes"] * 3


def test_an_enormous_message_is_stored_in_parts_that_lose_nothing(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "PART", 1000)
    words = " ".join(f"needle{number}" for number in range(900))
    call = {"tool_name": "read", "call_id": "c1", "arguments": {"path": "x"}}
    records = [
        *gagent(1),
        {"role": "assistant", "content": words, "timestamp": "2026-03-01T09:00:00", "tool_calls": [call]},
        {"role": "tool", "content": "y" * 2500, "timestamp": "2026-03-01T09:00:01", "tool_call_id": "c1"},
        gagent_message(61),
    ]
    path = write_lines(tmp_path / "cli_default.jsonl", records)
    db.import_paths([path])
    _, *parts, _ = db.history("cli:default")
    said = [part for part in parts if part.role == "assistant"]
    assert "".join(part.content for part in said) == words and all(len(part.content) <= 1000 for part in said)
    assert [part.metadata for part in said] == [{"part": n, "parts": len(said)} for n in range(1, len(said) + 1)]
    (made,) = said[0].tool_calls
    assert not any(part.tool_calls for part in said[1:])
    assert made.result_message_id == parts[len(said)].id
    assert "".join(part.content for part in parts[len(said) :]) == "y" * 2500
    assert {hit.message_id for hit in db.search_messages("needle899")} == {said[-1].id}
    db.write(lambda conn: conn.execute("UPDATE imports SET tail_hash = '', mtime = 0"))
    report = db.import_paths([path])
    assert (report.messages, report.undone) == (0, 0)
    check_indexes(db)


def test_the_arguments_of_a_call_are_kept_whole_however_long(db: Database, tmp_path: Path) -> None:
    text = "start " + "x" * 500_000 + " end"
    call = {"tool_name": "write", "call_id": "c1", "arguments": {"text": text}}
    record = {"role": "assistant", "content": "", "timestamp": "2026-03-01T09:00:00", "tool_calls": [call]}
    db.import_paths([write_lines(tmp_path / "cli_default.jsonl", [*gagent(1), record])])
    (made,) = db.history("cli:default")[-1].tool_calls
    assert made.arguments == {"text": text}
    assert len(find_messages(db, "xxx end")) == 1
    check_indexes(db)


@pytest.mark.parametrize("at_once", [True, False])
def test_the_message_that_answers_a_call_first_stays_its_answer(db: Database, tmp_path: Path, at_once: bool) -> None:
    begun = [prompt("a1", None, "build it"), answer("a2", "a1", tool_block("c1", "make"))]
    begun.append(result("a3", "a2", "c1", "still running"))
    ended = [result("a4", "a3", "c1", "Exit code 2\nno rule", failed=True)]
    path = write_lines(tmp_path / "a.jsonl", begun + (ended if at_once else []))
    db.import_paths([path])
    if not at_once:
        add_lines(path, ended)
        db.import_paths([path])
    (session,) = db.list_sessions()
    _, asked, first, _ = db.history(session.id)
    (call,) = asked.tool_calls
    assert (call.status, call.exit_code, call.result_summary) == ("success", None, "still running")
    assert call.result_message_id == first.id
