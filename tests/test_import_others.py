"""What is met beside transcripts: damaged, locked, foreign, unreadable. Each is counted, located and given a reason."""

from __future__ import annotations

import gzip
import json
import os
import socket
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from format_fixtures import opencode_db
from import_fixtures import gagent, write_lines

from gagent_db.api import Database
from gagent_db.cli import main
from gagent_db.importers import sqlite_source
from gagent_db.importers.report import ImportReport
from gagent_db.importers.status import status


def database(path: Path, *, rows: int = 2000) -> Path:
    """A SQLite file of no agent."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as conn:
        conn.execute("CREATE TABLE plants(id INTEGER PRIMARY KEY, name TEXT)")
        conn.executemany("INSERT INTO plants(name) VALUES (?)", [(f"tomato {n}" * 9,) for n in range(rows)])
    conn.close()
    return path


def damage(path: Path) -> Path:
    raw = path.read_bytes()
    path.write_bytes(raw[:100] + b"\xa5" * 4000 + raw[4100:])
    return path


def kinds(report: ImportReport) -> dict[str, tuple[int, list[str]]]:
    return {k["reason"]: (k["count"], [Path(p).name for p in k["paths"]]) for k in report.others.to_list()}


def test_every_file_that_is_not_read_has_a_place_and_a_reason(db: Database, tmp_path: Path) -> None:
    root = tmp_path / "in"
    write_lines(root / "cli_default.jsonl", gagent(2))
    database(root / "garden.db")
    damage(database(root / "broken.db"))
    (root / "noise.sqlite").write_bytes(os.urandom(3000))
    (root / "torn.json").write_text('{"notes": [{"te')
    (root / "comments.json").write_text('{"a": 1, // why\n}')
    (root / "settings.json").write_text('{"a": 1}')
    (root / "numbers.jsonl").write_text("1\n2\n")
    (root / "notes.md").write_text("no transcript")
    (root / "blob").write_bytes(bytes(range(256)))
    (root / "empty.jsonl").write_text("")
    (root / "nowhere.jsonl").symlink_to(root / "gone")
    (root / "circle").symlink_to(root / "circle")
    os.mkfifo(root / "pipe.jsonl")
    with zipfile.ZipFile(root / "pictures.zip", "w") as archive:
        archive.writestr("a.png", b"x")
    (root / "half.zip").write_bytes((root / "pictures.zip").read_bytes()[:30])
    report = db.import_paths([root])
    assert (report.files, report.messages) == (2, 2)  # the torn zip is opened as one
    told = {Path(skip.path).name: skip.reason for skip in report.skipped}
    assert told["broken.db"] == "damaged SQLite file"
    assert told["noise.sqlite"].startswith("named like a SQLite file")
    assert told["torn.json"] == "not valid JSON: the file ends in the middle (cut short?)"
    assert told["half.zip"].startswith("the zip is damaged or cut short")
    assert told.keys() == {"broken.db", "noise.sqlite", "torn.json", "half.zip"}
    found = kinds(report)
    assert found["SQLite file of another program"] == (1, ["garden.db"])
    assert found["JSON of another kind"] == (1, ["settings.json"])
    assert found["JSON lines of another kind"] == (1, ["numbers.jsonl"])
    assert found["files of other kinds"] == (1, ["blob"])
    assert found["empty files"] == (1, ["empty.jsonl"])
    assert found["neither files nor folders (pipes, sockets, devices)"] == (1, ["pipe.jsonl"])
    assert found["zip files without transcripts"] == (1, ["pictures.zip"])
    assert found["links that lead nowhere or in a circle"][0] == 2
    assert any(
        reason.startswith("not valid JSON") and paths == ["comments.json"] for reason, (_, paths) in found.items()
    )
    assert json.loads(json.dumps(report.to_dict()))["others"]


def test_status_tells_what_in_a_folder_was_not_read_until_it_is(db: Database, tmp_path: Path) -> None:
    root = tmp_path / "in"
    write_lines(root / "cli_default.jsonl", gagent(2))
    torn = root / "session.json"
    torn.write_text('{"notes": [{"te')
    database(root / "garden.db")
    db.import_paths([root])
    (place,) = [place for place in status(db) if place.format == "other files"]
    assert (place.path, place.files, place.messages) == (str(root), 2, 0)
    assert {skip["path"] for skip in place.skipped} == {str(torn), str(root / "garden.db")}
    db.import_paths([root], dry_run=True)
    torn.unlink()
    (root / "garden.db").unlink()
    db.import_paths([root])
    assert [place.format for place in status(db)] == ["gagent"]


def test_the_command_line_says_what_was_passed_over(tmp_path: Path) -> None:
    root = tmp_path / "in"
    write_lines(root / "cli_default.jsonl", gagent(2))
    database(root / "garden.db")
    damage(database(root / "broken.db"))
    run = CliRunner().invoke
    printed = run(main, ["--db", str(tmp_path / "x.db"), "import", str(root)]).output
    assert f"1 SQLite file of another program, such as {root}/garden.db" in printed
    assert f"{root}/broken.db: damaged SQLite file" in printed
    shown = run(main, ["--db", str(tmp_path / "x.db"), "status"]).output
    assert "SQLite file of another program" in shown and "damaged SQLite file" in shown


@pytest.mark.parametrize("name", ["garden.db", "state.db", "logs.db", "opencode.db"])
def test_a_damaged_database_that_is_named_is_called_damaged(db: Database, tmp_path: Path, name: str) -> None:
    report = db.import_paths([damage(database(tmp_path / "in" / name))])
    assert [skip.reason for skip in report.skipped] == ["damaged SQLite file"] and report.failed


@pytest.mark.parametrize("name", ["garden.db", "state.db"])
def test_a_locked_database_that_is_named_is_called_locked(
    db: Database, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_source, "TIMEOUT", 0.1)
    monkeypatch.setattr(sqlite_source, "_GLANCE", 0.1)
    path = database(tmp_path / "in" / name)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    report = db.import_paths([path])
    holder.close()
    assert [skip.reason for skip in report.skipped] == ["locked by another program; import again when it has finished"]


def test_a_foreign_database_that_is_named_is_called_foreign(db: Database, tmp_path: Path) -> None:
    report = db.import_paths([database(tmp_path / "in" / "garden.db")])
    assert [skip.reason for skip in report.skipped] == [
        "not a transcript in a format known here (SQLite file of another program)"
    ]


def test_the_database_that_is_written_to_is_no_news(db: Database, tmp_path: Path) -> None:
    assert db.import_paths([db.path.parent]).skipped == []
    assert not [place for place in status(db) if place.format == "other files"]


def test_however_many_other_files_there_are_the_report_stays_small(db: Database, tmp_path: Path) -> None:
    root = tmp_path / "in"
    root.mkdir()
    for number in range(1500):
        (root / f"{number}.json").write_text("{" if number % 2 else f'{{"a": {number}')
    report = db.import_paths([root])
    assert (report.skipped_count, len(report.skipped)) == (1500, 1000)
    (kind,) = report.others.to_list()
    assert (kind["count"], len(kind["paths"])) == (1500, 5)
    assert len(json.dumps([place.to_dict() for place in status(db)])) < 5000


def test_a_socket_that_is_named_is_refused(db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # names of sockets must be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("s.jsonl")
        report = db.import_paths([tmp_path / "s.jsonl"])
    assert [skip.reason for skip in report.skipped] == ["not a file or folder"]


@pytest.mark.parametrize(
    "line",
    [
        {"role": None}, {"role": "user", "content": {"a": [1, {"b": None}]}}, {"role": "user", "content": 1e400},
        {"role": "user", "content": "x", "timestamp": -1e300}, {"role": "user", "content": "x", "timestamp": [1]},
        {"role": "user", "content": "x", "media": {"path": 7}}, {"role": "user", "content": "x", "media": [[[]]]},
        {"role": "user", "content": "x", "tool_calls": [None, 3, {"function": "f"}]},
        {"role": "user", "content": "x", "metadata": [1]}, {"role": "user", "content": "x", "input_tokens": 2**70},
        {"role": "user" * 9999, "content": "x"}, {"role": "\ud800", "content": "\x00", "timestamp": "\ud800"},
        {"role": "user", "content": ["a", None, {"type": "text", "text": 9}, {"type": "image", "source": 3}]},
    ],
)  # fmt: skip
def test_wrong_types_anywhere_never_stop_the_rest(db: Database, tmp_path: Path, line: Any) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", [*gagent(2), line, gagent(4)[4]])
    report = db.import_paths([path])
    texts = [message.content for message in db.history("cli:default")]
    assert [text for text in texts if text.startswith("greenhouse")] == [
        f"greenhouse reading number{number}" for number in (0, 1, 3)
    ]
    assert len(texts) + report.skipped_count + report.passed_over.total() >= 3 + ("role" in line)


def test_a_value_nested_too_deep_to_be_stored_costs_its_own_line_only(db: Database, tmp_path: Path) -> None:
    head, first, last = [json.dumps(record) for record in gagent(2)]
    deep = '{"role": "user", "content": "deep", "metadata": ' + '{"a": ' * 600 + "1" + "}" * 600 + "}"
    path = tmp_path / "cli_default.jsonl"
    path.write_text("\n".join([head, first, deep, last]) + "\n")
    report = db.import_paths([path])
    assert [skip.line for skip in report.skipped] == [3]
    assert [message.content for message in db.history("cli:default")] == [
        "greenhouse reading number0",
        "greenhouse reading number1",
    ]
    assert db.import_paths([path]).files_unchanged == 1


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no such names")
def test_a_name_that_is_no_utf8_is_reported_and_the_rest_arrives(db: Database, tmp_path: Path) -> None:
    root = tmp_path / "in"
    good = write_lines(root / "cli_default.jsonl", gagent(2))
    odd = os.fsencode(root) + b"/cli_\xff.jsonl"
    with open(odd, "wb") as stream:
        stream.write(good.read_bytes())
    report = db.import_paths([root])
    assert (report.messages, [skip.reason for skip in report.skipped]) == (
        2,
        ["its name is not valid UTF-8; rename it to import it"],
    )
    json.dumps(report.to_dict()).encode()
    assert "not valid UTF-8" in json.dumps([place.to_dict() for place in status(db)])


def test_what_is_wrong_inside_a_document_is_told_with_its_place(db: Database, tmp_path: Path) -> None:
    said = {"id": "m1", "type": "user", "content": "hello", "timestamp": "2026-03-01T09:00:00Z"}
    chat = {"sessionId": "s1", "projectHash": "p", "startTime": "2026-03-01T09:00:00Z", "messages": [said, {"id": 4}]}
    chats = tmp_path / "chats"
    chats.mkdir()
    (chats / "session-1.json").write_text(json.dumps(chat))
    talk = [{"role": "user", "content": "hi"}, 7]
    write_lines(tmp_path / "talks.jsonl", [{"messages": talk[:1]}, {"messages": talk}])
    report = db.import_paths([tmp_path])
    assert {(Path(skip.path).name, skip.line, skip.reason) for skip in report.skipped} == {
        ("session-1.json", None, "message 2: neither a message nor a note of a Gemini chat"),
        ("talks.jsonl", 2, "message 2: a message without a role"),
    }


def test_what_is_wrong_in_a_row_of_opencode_names_its_message(db: Database, tmp_path: Path) -> None:
    path = opencode_db(tmp_path)
    with sqlite3.connect(path) as conn:
        (session,) = conn.execute("SELECT id FROM session ORDER BY id LIMIT 1").fetchone()
        conn.execute("INSERT INTO message(id, session_id, data) VALUES ('msg_torn', ?, '{torn')", (session,))
        conn.execute("INSERT INTO part(id, message_id, session_id, data) VALUES ('p', 'msg_torn', ?, '7')", (session,))
    conn.close()
    assert [skip.reason for skip in db.import_paths([path]).skipped] == [
        "message msg_torn: a message that is not an object",
        "message msg_torn: a part of a message that is not an object with a type",
    ]


def test_a_part_of_an_odd_type_costs_that_part_only(db: Database, tmp_path: Path) -> None:
    path = opencode_db(tmp_path)
    with sqlite3.connect(path) as conn:
        (message,) = conn.execute("SELECT message_id FROM part ORDER BY id LIMIT 1").fetchone()
        odd = "SELECT 'odd', message_id, session_id, ? FROM part WHERE message_id = ? LIMIT 1"
        data = json.dumps({"type": ["list"], "text": "x"})
        conn.execute(f"INSERT INTO part(id, message_id, session_id, data) {odd}", (data, message))
    conn.close()
    report = db.import_paths([path])
    assert [skip.reason for skip in report.skipped] == [f"message {message}: unknown type of part: '[\"list\"]'"]
    assert db.read().execute("SELECT count(*) FROM messages WHERE uid = ?", (message,)).fetchone()[0] == 1


def test_a_transcript_in_another_wrapping_is_told_what_to_do_with_it(db: Database, tmp_path: Path) -> None:
    plain = write_lines(tmp_path / "cli_default.jsonl", gagent(2)).read_bytes()
    paths = [tmp_path / name for name in ("a.jsonl", "b.jsonl.gz", "c.jsonl.zst")]
    for path, raw in zip(
        paths, (plain.decode().encode("utf-16"), gzip.compress(plain), b"\x28\xb5\x2f\xfd\0"), strict=True
    ):
        path.write_bytes(raw)
    assert [skip.reason for skip in db.import_paths(paths).skipped] == [
        "UTF-16 text; convert it to UTF-8 to import it",
        "not a transcript in a format known here (compressed with gzip; unpack it to import it)",
        "not a transcript in a format known here (compressed with zstd; unpack it to import it)",
    ]


def test_compressed_transcripts_in_a_folder_are_told_from_other_files(db: Database, tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    for name in ("a.jsonl.gz", "B.JSON.GZ", "backup.tar.gz", "access.log.gz"):
        (folder / name).write_bytes(gzip.compress(b"{}"))
    others = {one["reason"]: one["count"] for one in db.import_paths([folder]).others.to_list()}
    assert others.pop("compressed with gzip; unpack it to import it") == 2
    assert list(others.values()) == [2]


@pytest.mark.parametrize("name", ["gagent.db", "memory.sqlite3"])
@pytest.mark.parametrize("how", ["folder", "named", "linked", "media"])
def test_looking_at_the_open_database_does_not_end_its_locks(tmp_path: Path, name: str, how: str) -> None:
    """A file that is opened and closed loses all locks of its process: another one would take the -wal file away."""
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / name
    with Database(path) as db:
        session = db.create_session()
        if how == "media":
            db.append(session.id, [{"content": "my memory", "media": [str(path)]}])
        elif how == "linked":
            (tmp_path / "links").mkdir()
            for part in path.parent.iterdir():
                (tmp_path / "links" / f"{part.name}.jsonl").symlink_to(part)
            db.import_paths([tmp_path / "links"])
        else:
            db.import_paths([path.parent] if how == "folder" else list(path.parent.iterdir()))
        code = "import sys, gagent_db; gagent_db.open(sys.argv[1]).close()"
        subprocess.run([sys.executable, "-c", code, str(path)], check=True)
        assert path.with_name(f"{name}-wal").exists() and path.with_name(f"{name}-shm").exists()
