"""Characters that no text here can hold: the line arrives, and the report says where something was replaced."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from format_fixtures import opencode_db
from hypothesis import given
from hypothesis import strategies as st
from import_fixtures import add_lines, gagent, gagent_message, write_lines

from gagent_db.api import Database
from gagent_db.cli import main
from gagent_db.importers.lenient_json import decode, replaced
from gagent_db.importers.status import status


def with_lines(path: Path, *lines: bytes) -> Path:
    write_lines(path, gagent(1))
    with path.open("ab") as stream:
        stream.write(b"".join(line + b"\n" for line in lines))
    return path


def line(said: bytes) -> bytes:
    return b'{"role": "user", "timestamp": "2026-03-01T09:00:00", "content": "' + said + b'"}'


@pytest.mark.parametrize(
    ("said", "kept", "reason"),
    [
        (b"caf\xe9 \xff", "caf� �", "invalid UTF-8 (2 times)"),
        (b"a\x00b", "a�b", "NUL"),
        (rb"a\u0000b\u0000", "a�b�", "escaped NUL (2 times)"),
        (rb"x\ud83d\ud83d\udca1", "x�💡", "lone surrogate"),
        (rb"\udca1 \ud800 \u0000" + b"\xc3", "� � ��", "invalid UTF-8, escaped NUL, lone surrogate (2 times)"),
    ],
)
def test_a_line_with_such_characters_arrives_and_is_told_of(
    db: Database, tmp_path: Path, said: bytes, kept: str, reason: str
) -> None:
    path = with_lines(tmp_path / "cli_default.jsonl", line(b"before"), line(said), line(b"after"))
    report = db.import_paths([path])
    assert [message.content for message in db.history("cli:default")][1:] == ["before", kept, "after"]
    assert [(told.path, told.line, told.reason) for told in report.replaced] == [
        (str(path), 4, f"not kept as it is: {reason}")
    ]
    assert (report.replaced_count, report.skipped_count) == (1, 0)


@pytest.mark.parametrize("said", [rb"C:\\u0000 and \\ud83d", "naïve 💡 � \\ud83d\\udca1".encode(), b"tab\there"])
def test_what_is_kept_as_it_is_is_not_told_of(db: Database, tmp_path: Path, said: bytes) -> None:
    report = db.import_paths([with_lines(tmp_path / "cli_default.jsonl", line(said))])
    assert (report.messages, report.replaced, report.skipped) == (2, [], [])
    assert "�" not in db.history("cli:default")[-1].content.replace("💡 �", "")


def test_a_byte_order_mark_is_told_of(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(2))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    report = db.import_paths([path])
    assert (report.messages, [(told.line, told.reason) for told in report.replaced]) == (
        2,
        [(1, "not kept as it is: a byte order mark")],
    )


def test_a_document_names_the_line_of_the_first_one(db: Database, tmp_path: Path) -> None:
    said = {"id": "m1", "type": "user", "content": "saw # it", "timestamp": "2026-03-01T09:00:00Z"}
    chat = {"sessionId": "s1", "projectHash": "p", "startTime": "2026-03-01T09:00:00Z", "a": 1, "messages": [said]}
    path = tmp_path / "chats" / "session-1.json"
    path.parent.mkdir()
    path.write_bytes(json.dumps(chat, indent=1).encode().replace(b"#", b"\xff"))
    report = db.import_paths([path])
    assert [(told.line, told.reason) for told in report.replaced] == [(10, "not kept as it is: invalid UTF-8")]
    assert db.history("s1")[0].content == "saw � it"


def test_a_database_counts_its_values(db: Database, tmp_path: Path) -> None:
    path = opencode_db(tmp_path)
    with sqlite3.connect(path) as conn:
        (row, data), (other, more) = conn.execute(
            "SELECT id, data FROM part WHERE json_extract(data, '$.type') = 'text' LIMIT 2"
        ).fetchall()
        conn.execute(
            "UPDATE part SET data = CAST(? AS TEXT) WHERE id = ?",
            (data.encode().replace(b'"text": "', b'"text": "\xff'), row),
        )
        conn.execute("UPDATE part SET data = ? WHERE id = ?", (more.replace('"text": "', '"text": "\\ud83d'), other))
    conn.close()
    assert '"text": "' in data and '"text": "' in more
    report = db.import_paths([path])
    assert report.skipped == [] and sorted(told.reason for told in report.replaced) == [
        "not kept as it is: invalid UTF-8 in 1 value",
        "not kept as it is: lone surrogate",
    ]
    assert sum(row[0].startswith("�") for row in db.read().execute("SELECT content FROM messages")) == 2


def test_thousands_of_such_lines_are_counted_and_the_first_are_listed(db: Database, tmp_path: Path) -> None:
    path = with_lines(tmp_path / "cli_default.jsonl", *[line(b"%d \xff" % number) for number in range(700)])
    report = db.import_paths([path])
    assert (report.replaced_count, len(report.replaced), report.messages) == (700, 200, 701)
    assert report.to_dict()["replaced_count"] == 700
    assert report.to_dict()["replaced"][0] == {
        "path": str(path), "line": 3, "reason": "not kept as it is: invalid UTF-8"
    }  # fmt: skip


def test_status_adds_up_what_appended_lines_brought(db: Database, tmp_path: Path) -> None:
    path = with_lines(tmp_path / "cli_default.jsonl", line(b"one \xff"))
    db.import_paths([path])
    add_lines(path, [gagent_message(61)])
    with path.open("ab") as stream:
        stream.write(line(rb"two \u0000") + b"\n")
    db.import_paths([path])
    (place,) = status(db)
    assert (place.replaced_lines, [told["line"] for told in place.replaced]) == (2, [3, 5])
    write_lines(path, gagent(2))
    db.import_paths([path])
    assert [place.replaced_lines for place in status(db)] == [0]


def test_people_read_of_it_in_the_summary_and_in_status(tmp_path: Path) -> None:
    path = with_lines(tmp_path / "in" / "cli_default.jsonl", line(b"caf\xe9"))
    run = CliRunner().invoke
    printed = run(main, ["--db", str(tmp_path / "x.db"), "import", str(path)]).output
    assert "Taken, but not as they are, 1 line:" in printed
    assert f"  {path}:3: not kept as it is: invalid UTF-8" in printed
    shown = run(main, ["--db", str(tmp_path / "x.db"), "status"]).output
    assert f"1 line not as it is, such as {path}:3" in shown


@given(st.text(alphabet=st.sampled_from('a\\"é💡\x01 u0') | st.characters(codec="utf-8", exclude_characters="\x00")))
def test_json_without_such_characters_is_never_told_of(said: str) -> None:
    for raw in (json.dumps([said]), json.dumps([said], ensure_ascii=False)):
        assert replaced(raw.encode()) is None
        assert decode(raw.encode(), lambda what, at: (_ for _ in ()).throw(AssertionError(what))) == [said]


@given(st.text(max_size=8), st.sampled_from(["\x00", "\ud800", "\udfff"]), st.text(max_size=8))
def test_json_with_one_is_told_of_once(before: str, mark: str, after: str) -> None:
    told: list[str] = []
    raw = json.dumps([before + "|" + mark + "|" + after]).encode()
    decode(raw, lambda what, at: told.append(what))
    assert len(told) == 1
