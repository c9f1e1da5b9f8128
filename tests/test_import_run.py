"""Import as a whole: nothing lost, nothing doubled, every problem counted and located."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import BUILDERS
from hypothesis import given
from hypothesis import strategies as st
from import_fixtures import add_lines, claude_session, gagent, gagent_message, write_lines

from gagent_db.api import Database
from gagent_db.importers import batch, registry
from gagent_db.importers.base import LineImporter, ParsedMessage, ParsedSession
from gagent_db.importers.forget import find_messages
from gagent_db.importers.report import ImportReport
from gagent_db.importers.run import import_changed
from gagent_db.importers.sources import MAX_LINE, Source, split_array
from gagent_db.importers.status import status
from gagent_db.importers.watch import watch
from gagent_db.models import NewMessage


def contents(db: Database) -> list[str]:
    return [row[0] for row in db.read().execute("SELECT content FROM messages ORDER BY id")]


def check_indexes(db: Database) -> None:
    for index in ("messages_fts", "tool_calls_fts"):
        db.write(
            lambda conn, name=index: conn.execute(f"INSERT INTO {name}({name}, rank) VALUES ('integrity-check', 1)")
        )
    flags = db.read().execute("SELECT max(suspended), max(stale) FROM index_state").fetchone()
    assert tuple(flags) == (0, 0)
    for table, column in (("messages", "message_count"), ("tool_calls", "tool_call_count")):
        wrong = f"SELECT id FROM sessions s WHERE {column} <> (SELECT count(*) FROM {table} WHERE session_id = s.id)"
        assert db.read().execute(wrong).fetchall() == []


# -- G-Agent -------------------------------------------------------------------------------------------


def test_a_gagent_session_keeps_its_key_and_an_archived_one_frees_it(db: Database, tmp_path: Path) -> None:
    write_lines(tmp_path / "in" / "telegram_777.jsonl", gagent(4, created="2026-03-02T08:00:00"))
    old = gagent(2, key="telegram:777", created="2026-02-01T08:00:00")
    write_lines(tmp_path / "in" / "archive" / "telegram_777_20260301_101500.jsonl", old)
    db.import_paths([tmp_path / "in"])
    live = db.get_session("telegram:777")
    assert live is not None and (live.channel, live.chat_id, live.message_count) == ("telegram", "777", 4)
    (archived,) = db.list_sessions(archived=True)
    assert (archived.key, archived.chat_id, archived.message_count) == (None, "777", 2)
    assert archived.end_reason == "new" and archived.ended_at


def test_a_session_that_goes_to_the_archive_stays_one_session(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(4))
    db.import_paths([tmp_path])
    (tmp_path / "archive").mkdir()
    path.rename(tmp_path / "archive" / "cli_default_20260302_090000.jsonl")
    write_lines(path, gagent(2, created="2026-03-02T09:00:01"))
    report = db.import_paths([tmp_path])
    assert (len(report.sessions_added), report.messages) == (1, 2)
    holder = db.get_session("cli:default")
    assert holder is not None and holder.message_count == 2
    assert [s.message_count for s in db.list_sessions(archived=True)] == [4]


def test_media_tool_calls_and_tokens_of_gagent(db: Database, tmp_path: Path) -> None:
    (tmp_path / "g" / "media").mkdir(parents=True)
    (tmp_path / "g" / "media" / "a.jpg").write_bytes(b"picture")
    call = {"tool_name": "exec", "arguments": {"command": "df -h"}, "result_summary": "91%", "status": "success"}
    records = [
        *gagent(0),
        {"role": "user", "content": "", "content_type": "media", "media": ["media/a.jpg"], "timestamp": 1772352000.5},
        {"role": "assistant", "content": "ok", "model": "m1", "input_tokens": 10, "output_tokens": 3,
         "metadata": {"tool_calls": [call], "mood": "calm"}},
    ]  # fmt: skip
    write_lines(tmp_path / "g" / "sessions" / "cli_default.jsonl", records)
    db.import_paths([tmp_path / "g"])
    picture, reply = db.history("cli:default")
    assert picture.media[0].path == "media/a.jpg" and picture.media[0].bytes == 7 and picture.media[0].sha256
    assert picture.created_at == "2026-03-01T08:00:00.500Z" == reply.created_at  # a missing time is inherited
    assert reply.tool_calls[0].result_summary == "91%" and reply.metadata == {"mood": "calm"}
    session = db.get_session("cli:default")
    assert session is not None and (session.input_tokens, session.output_tokens, session.model) == (10, 3, "m1")


# -- again and again -----------------------------------------------------------------------------------


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


# -- bad input -----------------------------------------------------------------------------------------


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


# -- together with others ------------------------------------------------------------------------------


def test_a_killed_import_leaves_a_consistent_file_that_the_next_run_completes(tmp_path: Path) -> None:
    for number in range(40):
        write_lines(tmp_path / "in" / f"cli_c{number}.jsonl", gagent(100, created=f"2026-03-01T08:00:{number:02d}"))
    path = tmp_path / "x.db"
    Database(path).close()
    code = "import sys, gagent_db; gagent_db.open(sys.argv[1]).import_paths([sys.argv[2]])"
    child = subprocess.Popen([sys.executable, "-c", code, str(path), str(tmp_path / "in")])
    reader = sqlite3.connect(path)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and child.poll() is None:
        if reader.execute("SELECT count(*) FROM messages").fetchone()[0]:
            break
        time.sleep(0.002)
    child.send_signal(signal.SIGKILL)
    child.wait()
    reader.close()
    with Database(path) as db:
        check_indexes(db)
        db.import_paths([tmp_path / "in"])
        assert len(contents(db)) == 4000
        assert db.read().execute("SELECT count(*) FROM messages WHERE extracted = 0").fetchone()[0] == 0
        check_indexes(db)


def test_live_appends_and_an_import_do_not_lose_each_other(db: Database, tmp_path: Path) -> None:
    for number in range(10):
        write_lines(tmp_path / "in" / f"cli_c{number}.jsonl", gagent(100, created=f"2026-03-01T08:00:{number:02d}"))
    session = db.create_session(channel="live")
    done = threading.Event()

    def append() -> None:
        for number in range(50):
            db.append(session.id, [{"role": "user", "content": f"live {number}"}])
        done.set()

    thread = threading.Thread(target=append)
    thread.start()
    report = db.import_paths([tmp_path / "in"])
    thread.join()
    assert done.is_set() and report.messages == 1000 and len(contents(db)) == 1050
    check_indexes(db)


def test_watching_brings_in_an_append_and_a_new_file(db: Database, tmp_path: Path) -> None:
    root = tmp_path / "in"
    path = write_lines(root / "cli_default.jsonl", gagent(3))
    stop, reports = threading.Event(), []

    def run() -> None:
        watch(db, [root], stop, reports.append)

    def wait_for(count: int) -> None:
        deadline = time.monotonic() + 20
        while len(contents(db)) < count and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(contents(db)) == count

    thread = threading.Thread(target=run)
    thread.start()
    try:
        wait_for(3)
        add_lines(path, [gagent_message(3)])
        wait_for(4)
        write_lines(root / "deep" / "er" / "cli_other.jsonl", gagent(2, created="2026-04-01T00:00:00"))
        wait_for(6)
    finally:
        stop.set()
        thread.join(10)
    assert not thread.is_alive()
    assert sum(report.messages for report in reports) == 6


def test_changed_files_are_imported_without_a_walk(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_default.jsonl", gagent(3))
    (tmp_path / "x.txt").write_text("no")
    report: ImportReport = import_changed(db, [path, tmp_path / "x.txt", tmp_path / "gone.jsonl"])
    assert (report.messages, report.skipped) == (3, [])


def test_progress_ends_complete(db: Database, tmp_path: Path) -> None:
    for number in range(3):
        write_lines(tmp_path / "in" / f"cli_c{number}.jsonl", gagent(5, created=f"2026-03-01T08:00:0{number}"))
    seen: list[Any] = []
    db.import_paths([tmp_path / "in"], progress=seen.append)
    assert (seen[-1].files_done, seen[-1].bytes_done, seen[-1].messages) == (3, seen[-1].bytes, 15)
    assert [at.bytes_done for at in seen] == sorted(at.bytes_done for at in seen)


# -- messages without a time ---------------------------------------------------------------------------


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


# -- one enormous message ------------------------------------------------------------------------------


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


# -- renamed files -------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [False, True])
def test_a_renamed_file_goes_on_as_its_session_though_it_is_named_after_its_file(
    db: Database, tmp_path: Path, more: bool
) -> None:
    path = write_lines(tmp_path / "telegram_777.jsonl", gagent(4))
    db.import_paths([tmp_path])
    (before,) = db.list_sessions()
    moved = path.rename(tmp_path / "telegram_777 old.jsonl")
    if more:
        add_lines(moved, [gagent_message(4)])
    report = db.import_paths([tmp_path])
    assert (report.messages, report.sessions_added) == (int(more), set())
    add_lines(moved, [gagent_message(5)])
    assert db.import_paths([tmp_path]).messages == 1
    write_lines(moved, [*gagent(4), gagent_message(6)])
    db.import_paths([tmp_path])
    (session,) = db.list_sessions()
    assert (session.id, session.key, session.chat_id) == (before.id, "telegram:777", "777")


def test_a_new_file_in_the_place_of_a_deleted_one_is_no_rename(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "cli_a.jsonl", gagent(3))
    db.import_paths([tmp_path])
    inode = path.stat().st_ino
    db.write(lambda conn: conn.execute("UPDATE imports SET path = ?", (str(tmp_path / "cli_gone.jsonl"),)))
    path.rename(tmp_path / "cli_b.jsonl")
    write_lines(tmp_path / "cli_b.jsonl", gagent(2, created="2026-04-01T00:00:00"))
    assert (tmp_path / "cli_b.jsonl").stat().st_ino == inode
    db.import_paths([tmp_path])
    assert sorted(session.message_count for session in db.list_sessions()) == [2, 3]


# -- messages that are told more than once -------------------------------------------------------------


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
