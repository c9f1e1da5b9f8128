"""Prompts typed while Claude Code worked: one that is sent is there once, one that never was is what was typed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from import_fixtures import (
    MAIN,
    add_lines,
    answer,
    claude,
    contents,
    prompt,
    text_block,
    wait_until,
    watching,
    write_lines,
)

from gagent_db.api import Database
from gagent_db.importers import claude_queue, known, watch
from gagent_db.times import now, to_iso


def queue(operation: str, content: str | None = None, *, at: str = "2026-01-12T09:00:30.000Z") -> dict[str, Any]:
    record = {"type": "queue-operation", "operation": operation, "timestamp": at, "sessionId": MAIN}
    return record if content is None else {**record, "content": content}


def session(*more: dict[str, Any]) -> list[dict[str, Any]]:
    return [prompt("u1", None, "Why is the valve open?"), answer("a1", "u1", text_block("I look.")), *more]


def said(db: Database) -> list[tuple[str, str]]:
    rows = db.read().execute("SELECT role, content FROM messages WHERE status <> 'undone' ORDER BY id")
    return [(row[0], row[1]) for row in rows][2:]


@pytest.fixture
def wait_for_long(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """For the importers the time stands still; this lets it pass until nothing that is queued is sent any more."""
    moment = now()
    for module in (claude_queue, known, watch):
        monkeypatch.setattr(module, "now", lambda: moment)

    def pass_by() -> None:
        nonlocal moment
        moment = to_iso(datetime.fromisoformat(moment) + claude_queue._WAITS + timedelta(seconds=1)) or ""

    return pass_by


def bring(db: Database, tmp_path: Path, *more: dict[str, Any]) -> Any:
    return db.import_paths([write_lines(tmp_path / f"{MAIN}.jsonl", session(*more))])


@pytest.mark.parametrize(
    "how",
    [
        [queue("dequeue"), prompt("u2", "a1", "Also check the pump")],
        [queue("remove"), claude("attachment", "q1", "a1", attachment={"type": "queued_command",
                                                                      "prompt": "Also check the pump"})],
        [prompt("u2", "a1", [text_block("Also check the pump")])],  # the operation is not always written
    ],
)  # fmt: skip
def test_a_queued_prompt_that_was_sent_is_there_once(db: Database, tmp_path: Path, how: list[dict[str, Any]]) -> None:
    report = bring(db, tmp_path, queue("enqueue", "Also check the pump"), *how)
    assert said(db) == [("user", "Also check the pump")]
    assert report.skipped == [] and report.undone == 0


def test_a_queued_prompt_that_was_never_sent_is_a_message_of_the_person(db: Database, tmp_path: Path) -> None:
    bring(db, tmp_path, queue("enqueue", "Also check the pump"), queue("enqueue", "Then order hoses"), queue("dequeue"))
    (message,) = db.history(MAIN)[2:]
    assert (message.role, message.content, message.metadata) == ("user", "Then order hoses", {"queued": "never sent"})
    assert message.created_at == "2026-01-12T09:00:30.000Z"
    assert db.search("hoses").sessions
    assert bring(db, tmp_path, queue("enqueue", "Also check the pump"), queue("enqueue", "Then order hoses"),
                 queue("dequeue")).messages == 0  # fmt: skip


def test_what_was_taken_back_to_edit_and_what_the_program_put_there_is_no_message(db: Database, tmp_path: Path) -> None:
    report = bring(
        db, tmp_path, queue("enqueue", "Also"), queue("enqueue", "check"), queue("popAll", "Also\ncheck"),
        queue("enqueue", "<task-notification>\n<task-id>b1</task-id>"), queue("enqueue", "/clear"),
    )  # fmt: skip
    assert said(db) == [] and report.skipped == []


def test_a_prompt_that_waits_while_the_agent_works_is_looked_at_again(
    db: Database, tmp_path: Path, wait_for_long: Callable[[], None]
) -> None:
    path = tmp_path / f"{MAIN}.jsonl"
    bring(db, tmp_path, queue("enqueue", "Also check the pump", at=now()))
    assert said(db) == []
    assert db.import_paths([path]).files_unchanged == 1 and said(db) == []
    wait_for_long()
    assert db.import_paths([path]).messages == 1 and said(db) == [("user", "Also check the pump")]
    assert db.import_paths([path]).files_unchanged == 1
    add_lines(path, [queue("dequeue"), prompt("u2", "a1", "Also check the pump")])  # it worked for very long
    assert db.import_paths([path]).messages == 1
    assert said(db) == [("user", "Also check the pump")]


def test_a_watched_prompt_that_is_never_sent_comes_in_when_it_has_waited_long_enough(
    db: Database, tmp_path: Path, wait_for_long: Callable[[], None]
) -> None:
    root = tmp_path / "in"
    path = write_lines(root / f"{MAIN}.jsonl", session())
    waiting = [queue("enqueue", "Also check the pump", at=now()), queue("enqueue", "Then order hoses", at=now())]
    with watching(db, root):
        wait_until(lambda: len(contents(db)) == 2)
        add_lines(path, waiting)
        add_lines(path, [queue("dequeue"), prompt("u2", "a1", "Also check the pump")])
        wait_until(lambda: len(contents(db)) == 3)
        assert said(db) == [("user", "Also check the pump")]
        wait_for_long()
        wait_until(lambda: len(contents(db)) == 4)
    assert said(db)[1:] == [("user", "Then order hoses")]


def test_a_prompt_that_waited_when_watching_began_is_not_forgotten(
    db: Database, tmp_path: Path, wait_for_long: Callable[[], None]
) -> None:
    bring(db, tmp_path, queue("enqueue", "Also check the pump", at=now()))
    with watching(db, tmp_path / f"{MAIN}.jsonl"):
        wait_for_long()
        wait_until(lambda: said(db) == [("user", "Also check the pump")])


def test_a_session_of_nothing_but_a_queued_prompt_is_one(db: Database, tmp_path: Path) -> None:
    db.import_paths([write_lines(tmp_path / f"{MAIN}.jsonl", [queue("enqueue", "Water the basil")])])
    (found,) = db.list_sessions()
    assert (found.title, found.message_count, found.channel) == ("Water the basil", 1, "claude-code")
