"""Importing an export into a database that has its sessions already."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

import gagent_db
from gagent_db import export
from gagent_db.api import Database
from gagent_db.cli import main
from gagent_db.models import NewMessage


def _counted(db: Database) -> str:
    """A session whose source counted 1000 tokens of input, beside one message that used 7."""
    session = db.create_session(channel="telegram", chat_id="777")
    db.append(session.id, [NewMessage("user", "How many?"), NewMessage("assistant", "Seven.", input_tokens=7, uid="a")])
    db.write(lambda conn: conn.execute("UPDATE sessions SET input_tokens = input_tokens + 1000, cost_usd = 0.25"))
    return session.id


def _export(db: Database, path: Path) -> Path:
    path.write_bytes(b"".join(export.jsonl(db, db.list_sessions())))
    return path


def _usage(db: Database) -> list[tuple[int, float | None]]:
    return [(session.input_tokens, session.cost_usd) for session in db.list_sessions()]


def test_the_usage_of_a_session_that_is_there_stays(db: Database, tmp_path: Path) -> None:
    _counted(db)
    assert _usage(db) == [(1007, 0.25)]
    db.import_paths([_export(db, tmp_path / "own.jsonl")])
    assert _usage(db) == [(1007, 0.25)]


def test_a_session_that_has_gone_on_keeps_its_usage_and_gets_what_an_export_counts_beyond(
    db: Database, tmp_path: Path
) -> None:
    session_id = _counted(db)
    path = _export(db, tmp_path / "own.jsonl")
    db.append(session_id, [NewMessage("assistant", "Eight.", input_tokens=8, uid="b")])
    db.import_paths([path])
    assert _usage(db) == [(1015, 0.25)]
    db.write(lambda conn: conn.execute("UPDATE sessions SET input_tokens = 15, cost_usd = NULL"))  # never counted here
    db.write(lambda conn: conn.execute("DELETE FROM imports"))
    db.import_paths([path])
    assert _usage(db) == [(1015, 0.25)]


def test_what_no_database_can_hold_is_replaced_and_stops_no_import(db: Database, tmp_path: Path) -> None:
    session = db.create_session(channel="telegram", chat_id="777", title="Okapis")
    db.append(session.id, [NewMessage("user", "TODO: feed the okapi", uid="a")])
    db.index()
    path = _export(db, tmp_path / "own.jsonl")
    lone = "\\ud800"
    text = path.read_text().replace('"Okapis"', f'"Okapis{lone}"').replace('"777"', f'"777{lone}"')
    text = text.replace('feed the okapi","status"', f'feed the okapi{lone}","status"')
    text = text.replace('"project":null', f'"project":"/a{lone}"').replace('"ended_at":null', '"ended_at":{}')
    assert text.count(lone) == 4
    path.write_text(text)
    with gagent_db.open(tmp_path / "other.db") as other:
        report = other.import_paths([path])
        assert (report.messages, report.skipped) == (1, [])
        found = other.list_sessions()[0]
        assert (found.title, found.chat_id, found.project) == ("Okapis\ufffd", "777\ufffd", "/a\ufffd")


def test_a_database_of_ours_is_named_with_the_way_to_bring_its_sessions_over(db_path: Path, tmp_path: Path) -> None:
    other, exported = tmp_path / "laptop.db", tmp_path / "all.jsonl"
    with gagent_db.open(other) as db:
        db.append(db.create_session(id="s-laptop", channel="cli").id, [{"content": "an okapi"}])
    refused = CliRunner().invoke(main, ["--db", str(db_path), "import", str(other)])
    assert refused.exit_code == 1 and "a database of gagent-db" in refused.stderr and "export --all" in refused.stderr
    assert CliRunner().invoke(main, ["--db", str(other), "export", "--all", "-o", str(exported)]).exit_code == 0
    for _ in range(2):
        assert CliRunner().invoke(main, ["--db", str(db_path), "import", str(exported)]).exit_code == 0
    with gagent_db.open(db_path) as db:
        assert [message.content for message in db.history("s-laptop")] == ["an okapi"]
