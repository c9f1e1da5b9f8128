"""Bad input: every problem is counted and located, and the rest arrives."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from import_fixtures import add_lines, check_indexes, claude_session, contents, gagent, gagent_message, write_lines

from gagent_db.api import Database
from gagent_db.importers import registry
from gagent_db.importers.sources import MAX_LINE, Source, split_array


def test_bad_lines_are_counted_and_located_and_the_rest_arrives(db: Database, tmp_path: Path) -> None:
    head, *good = [json.dumps(record).encode() for record in gagent(8)]
    bad = [
        b"\xef\xbb\xbf" + head,
        good[0],
        b'{"role": "user", "content": ',
        good[1],
        b'[1, 2]',
        good[2],
        b'{"role": 7, "content": []}',
        good[3].replace(b"reading", b"re\xff\xfeading"),
        good[4].replace(b"reading", b"rea\\u0000d\\ud800ing"),
        good[5].replace(b"reading", b"rea\x00ding"),
        b"",
        b"[" * 100_000,
        good[6],
        good[7],
    ]  # fmt: skip
    path = tmp_path / "cli_default.jsonl"
    path.write_bytes(b"\n".join(bad) + b"\n")
    report = db.import_paths([path])
    assert [(skip.path, skip.line) for skip in report.skipped] == [(str(path), line) for line in (3, 5, 7, 12)]
    assert all(skip.reason for skip in report.skipped)
    assert len(contents(db)) == 8 and not any("\x00" in text for text in contents(db))
    assert report.to_dict()["ok"] is True
    check_indexes(db)


def test_what_is_wrong_in_a_document_is_told_with_its_line(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "session-2026.json"
    path.write_text(
        '{"sessionId": "s1",\n "projectHash": "p",\n "startTime": "2026-01-01T00:00:00Z",\n "messages": ["torn'
    )
    assert [skip.reason for skip in db.import_paths([path]).skipped] == [
        "not valid JSON: Unterminated string starting at line 4, character 15"
    ]


def test_a_line_of_100_mb_is_skipped_and_counted(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(2))
    with path.open("ab") as stream:
        stream.write(b'{"role": "user", "content": "' + b"x" * (MAX_LINE + 1000) + b'"}\n')
    add_lines(path, [gagent_message(5)])
    report = db.import_paths([path])
    assert [skip.line for skip in report.skipped] == [4] and "too long" in report.skipped[0].reason
    assert len(contents(db)) == 3


@given(data=st.data())
def test_any_mutilated_line_is_reported_and_all_others_arrive(
    data: st.DataObject, new_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = [json.dumps(record) for record in gagent(12)]
    hit = data.draw(st.integers(1, 12))
    cut = data.draw(st.integers(1, len(lines[hit]) - 2))
    noise = data.draw(st.binary(max_size=8).filter(lambda raw: b"\n" not in raw))
    folder = tmp_path_factory.mktemp("mutilated")
    raw = [line.encode() for line in lines]
    raw[hit] = raw[hit][:cut] + noise
    (folder / "cli_default.jsonl").write_bytes(b"\n".join(raw) + b"\n")
    with Database(shutil.copy(new_database, folder / "x.db")) as db:
        report = db.import_paths([folder / "cli_default.jsonl"])
        whole = {f"greenhouse reading number{number}" for number in range(12) if number != hit - 1}
        assert whole <= set(contents(db))
        assert [skip.line for skip in report.skipped] == ([hit + 1] if len(contents(db)) == 11 else [])


def test_other_files_links_and_unreadable_places(db: Database, tmp_path: Path) -> None:
    root = tmp_path / "in"
    write_lines(root / "cli_default.jsonl", gagent(2))
    (root / "loop").symlink_to(root)
    (root / "again.jsonl").symlink_to(root / "cli_default.jsonl")
    (root / "dangling.jsonl").symlink_to(root / "nowhere")
    (root / ".git").mkdir()
    write_lines(root / ".git" / "cli_hidden.jsonl", gagent(3))
    (root / "notes.md").write_text("no transcript")
    (root / "other.json").write_text('{"a": 1}')
    (root / "numbers.jsonl").write_text("1\n2\n")
    (root / "empty.jsonl").write_text("")
    (root / "random.bin2").write_bytes(bytes(range(256)))
    report = db.import_paths([root])
    assert (report.files, report.messages, report.skipped) == (1, 2, [])
    assert report.other_files >= 4
    unnamed = tmp_path / ("x" * 300)
    named = db.import_paths([root / "other.json", root / "empty.jsonl", tmp_path / "missing", unnamed])
    assert [skip.reason for skip in named.skipped] == [
        "not a transcript in a format known here",
        "the file is empty",
        "no such file or directory",
        "file name too long",
    ]
    assert named.failed and named.to_dict()["ok"] is False


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_an_unreadable_file_is_reported(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(2))
    path.chmod(0)
    report = db.import_paths([tmp_path])
    assert [(skip.path, skip.reason) for skip in report.skipped] == [(str(path), "permission denied")]


def test_a_parser_that_breaks_does_not_stop_the_others(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_lines(tmp_path / "cli_default.jsonl", gagent(2))
    broken = write_lines(tmp_path / "p" / "x.jsonl", claude_session())

    def fail(source: Source) -> Any:
        raise ZeroDivisionError("no divisor")

    monkeypatch.setattr(registry.importers()["claude-code"], "parse", fail)
    report = db.import_paths([tmp_path])
    assert report.messages == 2
    assert [(skip.path, skip.reason) for skip in report.skipped] == [
        (str(broken), "cannot be read: ZeroDivisionError: no divisor")
    ]
    monkeypatch.undo()
    assert db.import_paths([tmp_path]).messages == 8  # what failed is tried again


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='ab"\\[]{},é\n'),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet='"\\]x', max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.lists(json_values, max_size=6), st.integers(1, 9))
def test_an_array_is_cut_at_the_right_places_however_it_is_read(values: list[Any], size: int) -> None:
    class Slow:
        def __init__(self, raw: bytes) -> None:
            self.raw = raw

        def read(self, _: int) -> bytes:
            part, self.raw = self.raw[:size], self.raw[size:]
            return part

    stream: Any = Slow(json.dumps(values, ensure_ascii=False).encode())
    assert [json.loads(raw) for raw, _ in split_array(stream)] == values
