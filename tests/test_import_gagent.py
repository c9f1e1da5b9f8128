"""G-Agent sessions: keys, the archive, media, tool calls and tokens."""

from __future__ import annotations

from pathlib import Path

from import_fixtures import add_lines, contents, gagent, write_lines

from gagent_db.api import Database


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


def test_equal_lines_of_one_moment_are_all_kept_also_those_added_later(db: Database, tmp_path: Path) -> None:
    same = {"role": "user", "content": "again", "timestamp": "2026-03-01T09:00:00"}
    others = [{**same, "content": f"line {number}"} for number in range(50)]
    later = {**same, "timestamp": "2026-03-01T09:00:01"}
    path = write_lines(tmp_path / "cli_default.jsonl", [*gagent(0), same, same, *others, same, later])
    db.import_paths([path])
    assert contents(db).count("again") == 4
    add_lines(path, [same, later])
    assert db.import_paths([path]).messages == 2
    assert contents(db).count("again") == 6


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


def test_media_and_tool_calls_of_another_type_stay_in_the_metadata(db: Database, tmp_path: Path) -> None:
    odd = {"media": "media/a.jpg", "metadata": {"tool_calls": "df -h", "mood": "calm"}}
    records = [*gagent(0), {"role": "user", "content": "look", "timestamp": 1772352000, **odd}]
    db.import_paths([write_lines(tmp_path / "cli_default.jsonl", records)])
    (message,) = db.history("cli:default")
    assert message.metadata == {"tool_calls": "df -h", "mood": "calm", "unexpected": {"media": "media/a.jpg"}}
    assert not message.tool_calls and not message.media


def test_an_entry_that_is_no_media_costs_neither_the_message_nor_the_others(db: Database, tmp_path: Path) -> None:
    odd = {"media": ["media/a.jpg", 5]}
    records = [*gagent(0), {"role": "user", "content": "look", "timestamp": 1772352000, **odd}]
    report = db.import_paths([write_lines(tmp_path / "cli_default.jsonl", records)])
    (message,) = db.history("cli:default")
    assert [ref.path for ref in message.media] == ["media/a.jpg"] and not report.skipped
    assert message.metadata == {"unexpected": {"media": [5]}}
