"""Whatever reads with several statements answers as if it had been one: with what was there before or after what
another process changed meanwhile, never with some of both."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from meanwhile import before_statement, copied

import gagent_db
from gagent_db import answers, doctor, fixes, overview
from gagent_db.agents import lifecycle, reading
from gagent_db.agents.sqlite_store import SessionSQLiteStore
from gagent_db.api import Database
from gagent_db.memory import budgets, facts, prompt, relief, tiers
from gagent_db.recall import index
from gagent_db.store import messages, sessions
from gagent_db.web import data

Read = Callable[[Database], Any]
Change = Callable[[Database], object]
SAID = (
    "We decided to use SQLite for the store.",
    "TODO: write the changelog",
    "See /srv/app/db.py and https://a.example/",
)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("meanwhile") / "original.db"
    with gagent_db.open(path) as db:
        db.create_session(id="s1", channel="telegram", chat_id="7", project="/srv/app", input_tokens=10)
        for number in range(3):
            called = {"call_id": f"c{number}", "tool_name": "shell", "arguments": {"command": f"make {number}"}}
            result = {"role": "tool", "content": "error: no such table", "metadata": {"tool_call_id": f"c{number}"}}
            said = [{"role": "user", "content": SAID[number]}, {"role": "assistant", "tool_calls": [called]}, result]
            db.append("s1", said)
        db.create_session(id="s10", title="An id that begins alike")
        db.append("s10", [{"content": "We decided to use Postgres for the store."}])
        lifecycle.compress(db, "s1", "a summary", keep_last=4, id="s2")
        lifecycle.spawn(db, "s1", id="s3")
        for text in ("Deploys happen on Friday.", "Deploys always happen on Friday."):
            db.add_memory(text)
        for line in ("D[auth]: JWT 7d", "D[auth]: JWT 14d", "V[port]: 8080"):
            db.write_fact(line, "api", session_id="s1")
        db.index()
    return path


def delete(db: Database) -> None:
    sessions.delete_session(db, "s1")


def say_more(db: Database) -> None:
    db.append("s1", [{"uid": "more", "content": "more", "created_at": "2026-01-01"}])
    index.index_pending(db)


def say_otherwise(db: Database) -> None:
    said = [{"content": f"otherwise {number}", "uid": str(number), "created_at": "2026-01-01"} for number in range(9)]
    db.replace_messages("s1", said)


def remember(db: Database) -> None:
    def work(conn: Any) -> None:
        conn.execute("UPDATE memories SET content = content || ' Never on Monday.', target = 'user'")
        conn.execute("UPDATE facts SET content = content || ', and it is renewed every day'")

    budgets.set_budget(db, "memory", 40)
    db.write(work)


def transcript(db: Database) -> data.Transcript:
    return data.transcript(db, sessions.find_session(db, "s1"))


READERS: dict[str, tuple[Read, Change]] = {
    "history": (lambda db: messages.history(db, "s1"), delete),
    "history of what is written anew": (lambda db: messages.history(db, "s1"), say_otherwise),
    "window": (lambda db: messages.window(db, 5, 2), delete),
    "transcript": (lambda db: data.transcript(db, sessions.find_session(db, "s2")), delete),
    "transcript of what grows": (transcript, say_more),
    "transcript of what is written anew": (transcript, say_otherwise),
    "page of JSON": (
        lambda db: data.part(db, sessions.find_session(db, "s1"), at=None, before=None, after=0, limit=4),
        say_otherwise,
    ),
    "page around": (lambda db: data.around(db, "s1", 5, 6), say_otherwise),
    "read": (lambda db: reading.read(db, "s1", max_chars=4000), say_more),
    "scroll": (lambda db: reading.scroll(db, 5, ref=None, window=1, max_chars=4000), delete),
    "resume": (lambda db: lifecycle.resume(db, "s2"), delete),
    "get_history": (lambda db: SessionSQLiteStore(db).get_history("s1"), delete),
    **{kind: (lambda db, kind=kind: answers.artifacts(db, kind), delete) for kind in answers.KINDS},
    "fixes": (lambda db: fixes.known_fixes(db, "error: no such table"), delete),
    "overview": (lambda db: {**overview.overview(db), "size_bytes": 0, "path": ""}, say_more),
    "index status": (index.status, say_more),
    "doctor": (lambda db: doctor.check(db).problems, say_more),
    "memory prompt": (prompt.memory_prompt, remember),
    "usage": (budgets.all_usage, remember),
    "relief": (relief.plan, remember),
    "reflect": (lambda db: facts.memory_reflect(db, "auth"), delete),
    "fact status": (tiers.memory_status, remember),
}


def answer(read: Read, db: Database) -> str:
    try:
        return str(read(db))
    except gagent_db.GagentError as error:
        return type(error).__name__


@pytest.mark.parametrize("name", READERS)
def test_what_another_process_changes_meanwhile_is_in_an_answer_or_not(
    original: Path, tmp_path: Path, name: str
) -> None:
    read, change = READERS[name]
    db, other = copied(original, tmp_path / "before")
    with db, other:
        before = answer(read, db)
        change(other)
        after = answer(read, db)
    for number in count():
        db, other = copied(original, tmp_path / str(number))
        with db, other:
            seen = before_statement(db, number, lambda: change(other))  # noqa: B023
            found = answer(read, db)
        assert found in (before, after), number
        if len(seen) <= number:
            break


@pytest.mark.parametrize("form", ["jsonl", "md", "html"])
def test_an_export_holds_all_of_what_is_deleted_while_it_is_written(
    db: gagent_db.Database, db_path: Path, form: str
) -> None:
    for session in ("s1", "s10"):
        db.create_session(id=session, title=session)
        db.append(session, [{"content": f"{session}: {number} {'x' * 2000}"} for number in range(300)])
    command = [sys.executable, "-m", "gagent_db", "--db", str(db_path), "export", "--all", "--format", form]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as export:
        assert export.stdout
        begun = export.stdout.read(1000)  # the rest does not fit into the pipe
        for session in ("s1", "s10"):
            sessions.delete_session(db, session)
        text = begun + export.stdout.read()
    assert export.returncode == 0
    assert [text.count(f"{session}: {number} x") for session in ("s1", "s10") for number in range(300)] == [1] * 600
    if form == "jsonl":
        assert all(json.loads(line) for line in text.splitlines())
