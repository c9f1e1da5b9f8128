"""The G-Agent drop-in: JSONL files as before, SQLite beside them, and no stale row under a reused key."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import pytest

import gagent_db
from gagent_db.agents.recorder import Recorder
from gagent_db.agents.session_manager import Session, SessionManager, SessionSQLiteStore
from gagent_db.agents.tools import session_append
from gagent_db.export import jsonl
from gagent_db.importers.forget import forget_messages


@pytest.fixture
def manager(tmp_path: Path) -> SessionManager:
    return SessionManager(tmp_path / "workspace", tmp_path / "g.db")


def talk(manager: SessionManager, key: str, *texts: str) -> Session:
    session = manager.get_or_create(key)
    for number, text in enumerate(texts):
        session.add_message("assistant" if number % 2 else "user", text)
    manager.save(session)
    return session


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


# -- files ---------------------------------------------------------------------------------------------


def test_file_layout_is_the_one_g_agent_writes(manager: SessionManager):
    session = talk(manager, "telegram:777", "halo", "hai")
    head, first, second = lines(manager.sessions_dir / "telegram_777.jsonl")
    assert head["_type"] == "metadata" and head["key"] == "telegram:777" and head["metadata"] == {}
    assert datetime.fromisoformat(head["created_at"]) == session.created_at
    assert first.keys() == {"role", "content", "timestamp"} and first["content"] == "halo"
    assert second["role"] == "assistant"


def test_files_written_by_g_agent_are_read_and_written_back_unchanged(tmp_path: Path, shared_data: Path):
    source = shared_data / "g-agent"
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    for path in source.glob("*.jsonl"):
        (manager.sessions_dir / path.name).write_bytes(path.read_bytes())
    for key in ("cli:default", "telegram:777"):
        session = manager.get_or_create(key)
        manager.save(session)
        before = lines(source / f"{key.replace(':', '_')}.jsonl")
        after = lines(manager.sessions_dir / f"{key.replace(':', '_')}.jsonl")
        assert after[1:] == before[1:]
        assert {**after[0], "key": None} == {**before[0], "key": None}


def test_sessions_survive_a_new_manager(manager: SessionManager, tmp_path: Path):
    session = talk(manager, "cli:default", "one", "two")
    again = SessionManager(tmp_path / "workspace", tmp_path / "g.db").get_or_create("cli:default")
    assert again.messages == session.messages and again.id == session.id
    assert again.get_history(1) == [{"role": "assistant", "content": "two"}]
    assert manager.get_or_create("cli:default") is session


def test_a_change_by_another_manager_is_seen(manager: SessionManager, tmp_path: Path):
    session = talk(manager, "cli:default", "one")
    SessionManager(tmp_path / "workspace", tmp_path / "g.db").archive("cli:default")
    fresh = manager.get_or_create("cli:default")
    assert fresh is not session and fresh.messages == [] and fresh.id != session.id


def test_a_turn_saved_by_another_process_meanwhile_is_kept(manager: SessionManager, tmp_path: Path):
    talk(manager, "cli:default", "before")
    session = manager.get_or_create("cli:default")
    session.add_message("user", "ours")
    talk(SessionManager(tmp_path / "workspace", tmp_path / "g.db"), "cli:default", "theirs", "their answer")
    manager.save(session)
    said = ["before", "theirs", "their answer", "ours"]
    assert [message["content"] for message in session.messages] == said
    assert [line["content"] for line in lines(manager.sessions_dir / "cli_default.jsonl")[1:]] == said
    assert [row["content"] for row in manager.sqlite_store.get_history("cli:default")] == said


def test_two_processes_that_begin_a_session_at_once_keep_the_turns_of_both(manager: SessionManager, tmp_path: Path):
    other = SessionManager(tmp_path / "workspace", tmp_path / "g.db")
    both = [(who, who.get_or_create("cli:default")) for who in (manager, other)]
    for number, (who, session) in enumerate(both):
        session.add_message("user", f"turn {number}")
        who.save(session)
    assert [message["content"] for message in manager.get_or_create("cli:default").messages] == ["turn 0", "turn 1"]


def test_a_history_that_was_cleared_stays_cleared_whatever_was_said_meanwhile(manager: SessionManager, tmp_path: Path):
    session = talk(manager, "cli:default", "before")
    talk(SessionManager(tmp_path / "workspace", tmp_path / "g.db"), "cli:default", "theirs")
    session.clear()
    manager.save(session)
    assert manager.get_or_create("cli:default").messages == []


def test_list_sessions_newest_first(manager: SessionManager):
    talk(manager, "cli:my_project", "one")
    talk(manager, "telegram:777", "two")
    assert [info["key"] for info in manager.list_sessions()] == ["telegram:777", "cli:my_project"]
    assert all(Path(info["path"]).is_file() for info in manager.list_sessions())


def test_a_file_with_odd_times_is_listed_and_archived_like_any_other(manager: SessionManager):
    talk(manager, "cli:1", "one")
    for number, moment in enumerate((1700000000, None, "never"), 2):
        head = {"_type": "metadata", "created_at": moment, "updated_at": moment, "metadata": None}
        (manager.sessions_dir / f"cli_{number}.jsonl").write_text(
            json.dumps(head) + '\n{"role": "user", "content": "x"}\n'
        )
    assert {info["key"] for info in manager.list_sessions()} == {"cli:1", "cli:2", "cli:3", "cli:4"}
    assert manager.archive_all() == 4 and manager.list_sessions() == []
    assert len(manager.sqlite_store.db.list_sessions(archived=True)) == 4


def test_a_damaged_line_is_left_out_and_the_file_kept(manager: SessionManager):
    talk(manager, "cli:default", "one", "two")
    path = manager.sessions_dir / "cli_default.jsonl"
    path.write_text(path.read_text() + '[1]\n{"role": "user", "cont')
    session = SessionManager(manager.workspace, manager.sqlite_store.db).get_or_create("cli:default")
    assert [message["content"] for message in session.messages] == ["one", "two"]
    assert len(list(manager.sessions_dir.glob("cli_default.jsonl.damaged-*"))) == 1


# -- mirror --------------------------------------------------------------------------------------------


def test_a_file_that_an_editor_has_given_a_byte_order_mark_is_the_same_session(manager: SessionManager, tmp_path: Path):
    session = talk(manager, "cli:default", "one")
    path = manager.sessions_dir / "cli_default.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    other = SessionManager(tmp_path / "workspace", tmp_path / "g.db")
    assert other.get_or_create("cli:default").id == session.id and len(other.list_sessions()) == 1
    assert list(path.parent.glob("*.damaged*")) == []


def test_a_session_is_called_as_an_import_of_its_file_calls_it(manager: SessionManager, tmp_path: Path):
    prompt = "# Why `df` lies\n\n" + "word " * 40
    session = talk(manager, "cli:1", "<system-reminder>be brief</system-reminder>", "yes", prompt)
    db = manager.sqlite_store.db
    with gagent_db.open(tmp_path / "other.db") as other:
        other.import_paths([manager.sessions_dir])
        assert other.get_session("cli:1").title == db.get_session("cli:1").title == "Why `df` lies"
    forget_messages(db, [db.history("cli:1")[2].id], "word word")
    assert db.get_session(str(session.id)).title is None, "made of a prompt that was forgotten"


def test_messages_media_tool_calls_and_title_reach_sqlite(manager: SessionManager, tmp_path: Path):
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"jpeg")
    session = manager.get_or_create("telegram:123")
    session.add_message("user", "inspect  this photo " + "x" * 100, content_type="media", media=[str(photo)])
    calls = [{"tool_name": "exec", "arguments": {"command": "df -h"}, "result_summary": "91%", "status": "success"}]
    session.add_message("assistant", "done", model="m", input_tokens=10, metadata={"tool_calls": calls, "k": 1})
    manager.save(session)
    db = manager.sqlite_store.db
    stored = db.get_session("telegram:123")
    assert stored is not None and stored.id == session.id
    assert stored.title == ("inspect this photo " + "x" * 100)[:79] + "…"
    assert (stored.message_count, stored.tool_call_count, stored.input_tokens) == (2, 1, 10)
    first, second = db.history("telegram:123")
    assert first.content_type == "media" and first.media[0].path == str(photo) and len(first.media[0].sha256) == 64
    assert second.tool_calls[0].arguments == {"command": "df -h"} and second.metadata == {"k": 1}


def test_a_line_whose_content_is_no_text_is_mirrored_as_it_is_imported(manager: SessionManager, db_path: Path):
    from gagent_db.importers.run import import_paths

    session = manager.get_or_create("telegram:123")
    for content in (5, [1, "two"], [{"type": "text", "text": "three"}], None):
        session.add_message("user", content)
    manager.save(session)
    with gagent_db.open(db_path) as other:
        import_paths(other, [manager.sessions_dir])
        imported = [message.content for message in other.history("telegram:123")]
    told = [message.content for message in manager.sqlite_store.db.history("telegram:123")]
    assert told == imported == ["5", "1\ntwo", "three", ""]
    assert import_paths(manager.sqlite_store.db, [manager.sessions_dir]).to_dict()["messages"]["added"] == 0


def test_saving_again_keeps_the_rows_and_adds_only_what_is_new(manager: SessionManager):
    session = talk(manager, "cli:default", "one", "two")
    db = manager.sqlite_store.db
    before = [message.id for message in db.history(session.id)]
    session.add_message("user", "three")
    manager.save(session)
    assert [message.id for message in db.history(session.id)][:2] == before
    assert len(db.history(session.id)) == 3


def test_importing_the_dual_written_files_adds_nothing(manager: SessionManager):
    from gagent_db.importers.run import import_paths

    talk(manager, "telegram:777", "halo", "hai", "halo", "hai")
    talk(manager, "cli:default", "keep this", "yes")
    manager.archive("cli:default")
    talk(manager, "cli:default", "a new talk", "ok")
    db = manager.sqlite_store.db
    before = sorted((s.id, s.key, s.message_count) for s in db.list_sessions())
    report = import_paths(db, [manager.sessions_dir]).to_dict()
    assert report["messages"]["added"] == 0 and report["sessions"]["added"] == 0
    assert sorted((s.id, s.key, s.message_count) for s in db.list_sessions()) == before


def test_files_of_newer_versions_are_gone_on_with_as_they_are(manager: SessionManager):
    """Times with an offset, and a second time in seconds."""
    moment = datetime.now().astimezone()
    head = {"_type": "metadata", "created_at": moment.isoformat(), "updated_at": moment.isoformat(), "metadata": {}}
    line = {"role": "user", "content": "halo", "timestamp": moment.isoformat(), "raw_timestamp": moment.timestamp()}
    path = manager.sessions_dir / "telegram_777.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in (head, line, {**line, "reply_to": "7"})))
    db = manager.sqlite_store.db
    db.import_paths([manager.sessions_dir])
    before = [tuple(row) for row in db.read().execute("SELECT * FROM messages")]
    session = manager.get_or_create("telegram:777")
    manager.save(session)
    assert [tuple(row) for row in db.read().execute("SELECT * FROM messages")] == before
    assert [m.metadata for m in db.history("telegram:777")] == [None, {"reply_to": "7"}]
    session.add_message("assistant", "hai")
    manager.save(session)
    new = lines(path)[-1]
    assert new["raw_timestamp"] == datetime.fromisoformat(new["timestamp"]).timestamp() and new["timestamp"][-6] in "+-"


def test_archived_text_is_found_but_not_under_the_reused_key(manager: SessionManager):
    old = talk(manager, "cli:default", "the old zebra phrase", "yes")
    assert manager.archive("cli:default") is True
    assert manager.archive("cli:default") is False
    assert len(list((manager.sessions_dir / "archive").glob("cli_default_*.jsonl"))) == 1
    new = talk(manager, "cli:default", "a new topic", "ok")
    store = manager.sqlite_store
    assert new.id != old.id
    assert store.search_messages("zebra") == [] == store.search_messages("zebra", session_key="cli:default")
    assert [row["content"] for row in store.get_history("cli:default")] == ["a new topic", "ok"]
    assert [hit.session_id for hit in store.db.search_messages("zebra", mode="exact")] == [old.id]
    archived = store.db.get_session(old.id)
    assert archived.key is None and archived.archived_at and archived.source_path.endswith(".jsonl")


def test_two_archives_within_a_second_keep_both(manager: SessionManager):
    for text in ("one", "two"):
        talk(manager, "cli:default", text)
        manager.archive("cli:default")
    assert len(list((manager.sessions_dir / "archive").glob("*.jsonl"))) == 2


def test_drafts_of_a_killed_process_are_cleared_away(manager: SessionManager, tmp_path: Path):
    talk(manager, "cli:default", "one", "two")
    old, new = (manager.sessions_dir / f".cli_default-{name}.tmp" for name in ("old", "new"))
    for draft in (old, new):
        draft.write_text("a conversation")
    os.utime(old, (0, 0))
    SessionManager(tmp_path / "workspace", tmp_path / "g.db")
    assert (old.exists(), new.exists()) == (False, True), "the new one may be being written"


def test_archive_all(manager: SessionManager):
    for key in ("cli:default", "whatsapp:123", "telegram:4_5_6"):
        talk(manager, key, "zebra")
    assert manager.archive_all() == 3
    assert manager.list_sessions() == [] and manager.sqlite_store.search_messages("zebra") == []


def test_delete_removes_file_and_rows(manager: SessionManager):
    session = talk(manager, "cli:default", "zebra")
    assert manager.delete("cli:default") is True
    assert manager.delete("cli:default") is False
    assert manager.sqlite_store.get_session(session.id) is None
    assert manager.sqlite_store.db.search_messages("zebra", mode="exact") == []


def test_compaction_leaves_no_stale_row(manager: SessionManager):
    session = talk(manager, "cli:default", "the old zebra phrase", "yes")
    session.clear()
    session.add_message("system", "[Session compacted. Previous context: stripes]")
    manager.save(session)
    store = manager.sqlite_store
    assert store.search_messages("zebra") == [] and len(store.search_messages("stripes")) == 1
    assert store.get_session("cli:default")["message_count"] == 1


def test_an_edited_or_shortened_history_keeps_its_order(manager: SessionManager):
    session = talk(manager, "cli:default", "one", "two", "three", "four", "five")
    session.messages[1]["content"] = "two, edited"
    manager.save(session)
    history = [m["content"] for m in manager.sqlite_store.get_history("cli:default")]
    assert history == ["one", "two, edited", "three", "four", "five"]
    tail = session.messages[-2:]
    session.clear()
    session.add_message("system", "[Session compacted. Previous context: numbers]")
    session.messages += tail
    manager.save(session)
    history = [m["content"] for m in manager.sqlite_store.get_history("cli:default")]
    assert history == [m["content"] for m in session.messages]


@pytest.mark.parametrize("restarted", [False, True])
def test_a_line_that_changes_after_it_was_saved_changes_its_row(
    manager: SessionManager, tmp_path: Path, restarted: bool
):
    session = talk(manager, "cli:default", "take a picture", "done")
    before = [m.id for m in manager.sqlite_store.db.history("cli:default")]
    if restarted:
        manager = SessionManager(tmp_path / "workspace", tmp_path / "g.db")
        session = manager.get_or_create("cli:default")
    calls = [{"tool_name": "selfie", "arguments": {"prompt": "x"}, "result_summary": "delivered", "status": "success"}]
    session.messages[1] |= {"model": "m1", "metadata": {"tool_calls": calls, "feedback": "up"}}
    session.messages[0]["media"] = ["/srv/photo.png"]
    manager.save(session)
    first, second = manager.sqlite_store.db.history("cli:default")
    assert [first.id, second.id] == before
    assert [m.path for m in first.media] == ["/srv/photo.png"]
    assert second.model == "m1" and second.metadata == {"feedback": "up"}
    assert [(c.tool_name, c.result_summary) for c in second.tool_calls] == [("selfie", "delivered")]


def test_a_save_that_a_full_disk_stops_leaves_the_old_file_and_no_draft(
    manager: SessionManager, monkeypatch: pytest.MonkeyPatch
):
    session = manager.get_or_create("cli:full")
    session.add_message("user", "okapi")
    manager.save(session)
    session.add_message("user", "giraffe")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched, pytest.raises(OSError, match="No space"):
        patched.setattr(os, "fsync", full)
        manager.save(session)
    assert [path.name for path in manager.sessions_dir.glob("*full*")] == ["cli_full.jsonl"]
    assert not list(manager.sessions_dir.glob(".*.tmp"))
    fresh = SessionManager(manager.workspace, manager.sqlite_store.db.path).get_or_create("cli:full")
    assert [message["content"] for message in fresh.messages] == ["okapi"]
    manager.save(session)
    assert [message.content for message in manager.sqlite_store.db.history("cli:full")] == ["okapi", "giraffe"]


def test_fork_copies_the_conversation_and_points_back(manager: SessionManager):
    parent = talk(manager, "cli:parent", "one", "two")
    child = manager.fork("cli:parent", "cli:child", title="Child")
    child.add_message("user", "three")
    manager.save(child)
    store = manager.sqlite_store
    row = store.get_session("cli:child")
    assert (row["parent_session_id"], row["title"]) == (parent.id, "Child")
    assert [m["content"] for m in store.get_history("cli:child")] == ["one", "two", "three"]
    assert [m["content"] for m in store.get_history("cli:parent")] == ["one", "two"]


def test_a_host_that_sets_the_folder_later_is_mirrored_from_there(manager: SessionManager, tmp_path: Path):
    manager.sessions_dir = tmp_path / "other"
    manager.sessions_dir.mkdir()
    talk(manager, "cli:default", "the zebra phrase", "yes")
    assert (tmp_path / "other" / "cli_default.jsonl").exists()
    assert len(manager.sqlite_store.search_messages("zebra")) == 1
    assert manager.archive("cli:default") and manager.sqlite_store.list_sessions() == []


# -- SQLite out of reach -------------------------------------------------------------------------------


def test_files_go_on_without_sqlite_and_the_next_save_catches_up(tmp_path: Path):
    blocked = tmp_path / "blocked"
    blocked.write_text("not a folder")
    manager = SessionManager(tmp_path / "workspace", blocked / "g.db")
    talk(manager, "cli:default", "old zebra talk")
    manager.archive("cli:default")
    session = talk(manager, "cli:default", "new lion talk")
    other = talk(manager, "telegram:1", "third giraffe talk")
    talk(manager, "telegram:2", "to be deleted")
    manager.delete("telegram:2")
    assert session.id and other.messages and manager.list_sessions()[0]["key"] == "telegram:1"
    blocked.unlink()
    talk(manager, "telegram:1", "and on")
    store = manager.sqlite_store
    assert [row["session_key"] for row in store.search_messages("giraffe")] == ["telegram:1"]
    assert store.get_session("cli:default")["id"] == session.id
    assert store.search_messages("zebra") == [] and len(store.db.search_messages("zebra", mode="exact")) == 1
    assert store.search_messages("deleted") == [] and store.get_session("telegram:2") is None


# -- SessionSQLiteStore --------------------------------------------------------------------------------


def test_store_opens_twice_and_uses_wal(tmp_path: Path):
    first, second = SessionSQLiteStore(tmp_path / "s.db"), SessionSQLiteStore(tmp_path / "s.db")
    assert sqlite3.connect(tmp_path / "s.db").execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert first.list_sessions() == second.list_sessions() == []


def test_store_append_read_and_search_filters(tmp_path: Path):
    store = SessionSQLiteStore(tmp_path / "s.db")
    cli = store.get_or_create_session("cli:default")
    telegram = store.get_or_create_session("telegram:123")
    assert store.get_or_create_session("cli:default")["id"] == cli["id"]
    store.append_message(cli["id"], "user", "run `uv run pytest` in /tmp/project")
    store.append_message(cli["id"], "assistant", "decision: keep JSONL rollback")
    store.append_message(telegram["id"], "user", "same needle from telegram https://example.com")
    store.append_message(telegram["id"], "user", "jalankan migrasi basis data besok pagi")
    assert [item["content"] for item in store.get_history(cli["id"])] == [
        "run `uv run pytest` in /tmp/project",
        "decision: keep JSONL rollback",
    ]
    assert store.get_history("cli:default", limit=1)[0]["content"] == "decision: keep JSONL rollback"
    assert store.get_history("no:such") == []
    assert store.search_messages("uv run pytest")[0]["session_key"] == "cli:default"
    assert [row["session_key"] for row in store.search_messages("/tmp/project", session_key="cli:default")] == [
        "cli:default"
    ]
    assert [row["session_key"] for row in store.search_messages("example.com", channel="telegram")] == ["telegram:123"]
    assert store.search_messages("example.com", channel="cli") == []
    assert store.search_messages("needle", exclude_session_key="telegram:123") == []
    assert store.search_messages("migrasi basis data")[0]["channel"] == "telegram"
    assert store.search_messages("") == [] == store.search_messages('"')
    assert [row["key"] for row in store.list_sessions()] == ["telegram:123", "cli:default"]


def test_store_concurrent_writes(tmp_path: Path):
    store = SessionSQLiteStore(tmp_path / "s.db")
    session = store.get_or_create_session("cli:default")
    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(lambda i: store.append_message(session["id"], "user", f"concurrent write {i}"), range(24)))
    assert len(set(ids)) == 24 == len(store.get_history(session["id"], limit=30))
    assert len(store.search_messages("concurrent write", limit=30)) == 24


def test_store_replace_messages_and_metadata(tmp_path: Path):
    store = SessionSQLiteStore(tmp_path / "s.db")
    session_id = store.get_or_create_session("cli:default")["id"]
    store.replace_messages(session_id, [{"role": "user", "content": "old searchable phrase"}], metadata={"a": 1})
    assert store.search_messages("old searchable phrase")
    store.replace_messages(session_id, [{"role": "user", "content": "new searchable phrase"}])
    assert store.search_messages("old searchable phrase") == []
    assert len(store.search_messages("new searchable phrase")) == 1
    assert json.loads(store.get_session(session_id)["metadata_json"]) == {"a": 1}
    store.replace_messages("cli:default", [], metadata={})
    assert json.loads(store.get_session(session_id)["metadata_json"]) == {}


def test_store_fork_media_and_delete(tmp_path: Path):
    store = SessionSQLiteStore(tmp_path / "s.db")
    parent = store.get_or_create_session("cli:parent")
    message_id = store.append_message(parent["id"], "user", "hello")
    child = store.fork_session(
        parent_id=parent["id"], key="cli:child", channel="cli", chat_id="child", title="Child Session"
    )
    assert (
        child["parent_session_id"] == parent["id"] and child["key"] == "cli:child" and child["title"] == "Child Session"
    )
    note = tmp_path / "note.txt"
    note.write_text("x")
    assert store.append_media_ref(parent["id"], path=str(note), kind="file", message_id=message_id) > 0
    assert store.append_media_ref(parent["id"], message_id, "image", "/a.png") > 0
    with pytest.raises(gagent_db.GagentError, match="path"):
        store.append_media_ref(parent["id"], message_id)
    assert [row["content"] for row in store.get_history(parent["id"], max_messages=1)] == ["hello"]
    unnamed = store.fork_session(parent["id"])
    assert (unnamed["key"], unnamed["parent_session_id"], unnamed["message_count"]) == (None, parent["id"], 1)
    assert store.delete_session(parent["id"]) is True and store.delete_session(parent["id"]) is False
    assert store.get_session(parent["id"]) is None and store.get_session(child["id"]) is not None
    assert store.delete_session_by_key("cli:child") is True and store.delete_session_by_key("cli:child") is False


def test_history_begins_at_a_legal_place_and_has_the_tool_calls(tmp_path: Path):
    store = SessionSQLiteStore(tmp_path / "s.db")
    with Recorder(store.db, channel="cli", chat_id="1") as recorder:
        recorder.user("which disk?")
        calls = [{"call_id": f"c{n}", "tool_name": "shell", "arguments": '{"command": "df"}'} for n in (1, 2)]
        recorder.assistant("", tool_calls=calls)
        recorder.tool_result("c1", "91%")
        recorder.tool_result("c2", "12%")
    called = {
        "role": "assistant", "content": "", "content_type": "text",
        "tool_calls": [{"id": f"c{n}", "name": "shell", "arguments": {"command": "df"}} for n in (1, 2)],
    }  # fmt: skip
    results = [
        {"role": "tool", "tool_call_id": "c1", "content": "91%", "content_type": "text"},
        {"role": "tool", "tool_call_id": "c2", "content": "12%", "content_type": "text"},
    ]
    for limit in (1, 2, 3):
        assert store.get_history("cli:1", limit=limit) == [called, *results]
    assert store.get_history("cli:1")[0] == {"role": "user", "content": "which disk?", "content_type": "text"}
    assert store.get_history("cli:1", limit=0) == []


@pytest.mark.parametrize("key", ["telegram:" + "7" * 300, "matrix:!" + "房" * 120, "mail:<a/b\\c?*>@x", "cli:.."])
def test_any_key_has_a_file_of_its_own(manager: SessionManager, key: str):
    session = talk(manager, key, "zebra")
    talk(manager, key + "8", "lion")
    path = manager._get_session_path(key)
    assert path.parent == manager.sessions_dir and path.is_file() and len(path.name.encode()) <= 210
    again = SessionManager(manager.workspace, manager.sqlite_store.db).get_or_create(key)
    assert again.messages == session.messages and {info["key"] for info in manager.list_sessions()} == {key, key + "8"}
    assert [row["content"] for row in manager.sqlite_store.get_history(key)] == ["zebra"]
    assert manager.archive(key) and manager.sqlite_store.search_messages("zebra") == []


@pytest.mark.parametrize("key", ["", "  ", "a\x00b", "cli:\ud800"])
def test_a_key_that_can_name_no_file_is_said_in_one_sentence(manager: SessionManager, key: str):
    for act in (manager.get_or_create, manager.delete, manager.archive, lambda key: manager.save(Session(key))):
        with pytest.raises(gagent_db.GagentError, match="cannot name a file"):
            act(key)


def test_a_reused_key_gets_a_memory_block_of_its_own(tmp_path: Path):
    manager = SessionManager(tmp_path)
    talk = manager.get_or_create("telegram:7")
    talk.add_message("user", "hello")
    manager.save(talk)
    db = manager.sqlite_store.db
    db.add_memory("before")
    frozen = [db.memory_prompt(session=name).prompt for name in ("telegram:7", talk.id)]
    db.add_memory("after")
    assert [db.memory_prompt(session=name).prompt for name in ("telegram:7", talk.id)] == frozen
    assert manager.archive("telegram:7")
    assert "after" in db.memory_prompt(session="telegram:7").prompt

    with Recorder(db, channel="cli", chat_id="1") as recorder:
        recorder.user("hi")
        db.memory_prompt(session="cli:1")
        db.add_memory("later still")
        recorder.new_session()
    assert "later still" in db.memory_prompt(session="cli:1").prompt


def test_an_unknown_session_is_said_plainly(tmp_path: Path):
    store = SessionSQLiteStore(tmp_path / "s.db")
    with pytest.raises(gagent_db.NotFound, match="no session 'nope'"):
        store.append_message("nope", "user", "x")


def test_times_are_local_ones_as_g_agent_has_them(tmp_path: Path) -> None:
    manager = SessionManager(tmp_path)
    session = manager.get_or_create("cli:fresh")
    session.add_message("user", "hello")
    manager.save(session)
    again = SessionManager(tmp_path).get_or_create("cli:fresh")
    assert datetime.now() >= again.updated_at >= again.created_at
    assert datetime.fromisoformat(again.messages[0]["timestamp"]).tzinfo is None
    assert again.id == session.id == manager.sqlite_store.get_session("cli:fresh")["id"]


def test_a_file_whose_times_have_an_offset_keeps_its_session_and_its_offset(tmp_path: Path) -> None:
    sessions_dir = tmp_path / "sessions"
    sessions_dir.mkdir()
    head = {"_type": "metadata", "key": "cli:old", "created_at": "2026-05-01T09:30:00+07:00", "metadata": {}}
    (sessions_dir / "cli_old.jsonl").write_text(json.dumps(head) + "\n")
    manager = SessionManager(tmp_path)
    session = manager.get_or_create("cli:old")
    first_id = session.id
    session.add_message("user", "hello")
    manager.save(session)
    assert SessionManager(tmp_path).get_or_create("cli:old").id == first_id
    assert session.updated_at > session.created_at


def test_the_schema_can_be_made_again(tmp_path: Path) -> None:
    store = SessionSQLiteStore(tmp_path / "a.db")
    session = store.get_or_create_session("cli:default")
    store.init_schema()
    store.init_schema()
    assert store.get_session("cli:default")["id"] == session["id"]


def test_tool_calls_in_the_metadata_of_a_message_are_calls(tmp_path: Path) -> None:
    store = SessionSQLiteStore(tmp_path / "a.db")
    session = store.get_or_create_session("cli:default")
    calls = [{"id": "c1", "name": "bash", "arguments": {"command": "ls -R /gnu"}}]
    store.append_message(session["id"], "assistant", "Looking.", metadata={"tool_calls": calls, "mood": "calm"})
    assert store.get_session("cli:default")["tool_call_count"] == 1
    assert store.db.history("cli:default")[0].tool_calls[0].arguments == {"command": "ls -R /gnu"}


def test_searching_under_a_key_nobody_holds_finds_nothing(tmp_path: Path) -> None:
    manager = SessionManager(tmp_path)
    session = manager.get_or_create("telegram:9")
    session.add_message("user", "resep rendang")
    manager.save(session)
    manager.archive("telegram:9")
    assert manager.sqlite_store.search_messages("rendang", session_key="telegram:9") == []
    assert manager.sqlite_store.search_messages("rendang", exclude_session_key="telegram:9") == []


def test_what_was_archived_does_not_crowd_out_what_is_live(tmp_path: Path) -> None:
    store = SessionSQLiteStore(tmp_path / "g.db")
    live = store.get_or_create_session("telegram:1", "2026-01-01T00:00:00")
    store.append_message(live["id"], "assistant", "much is said here, the zebra among it, and many other words. " * 3)
    for number in range(60):
        old = store.db.create_session(channel="cli", chat_id="default")
        store.db.append(old.id, [{"content": f"zebra crossing {number} {part}"} for part in range(3)])
        store.db.archive_session(old.id)
    for options in ({}, {"limit": 1}, {"channel": "telegram"}, {"session_key": "telegram:1"}):
        assert [row["session_key"] for row in store.search_messages("zebra", **options)] == ["telegram:1"]
    assert store.search_messages("zebra", exclude_session_key="telegram:1") == []
    assert store.search_messages("zebra", channel="cli") == []


def test_a_search_gives_as_many_messages_as_asked_for(tmp_path: Path) -> None:
    store = SessionSQLiteStore(tmp_path / "g.db")
    session = store.get_or_create_session("cli:1")
    store.db.append(session["id"], [{"content": f"giraffe {number}"} for number in range(300)])
    assert len(store.search_messages("giraffe", 250)) == 250
    assert len(store.search_messages("giraffe", 20, "cli")) == 20  # as G-Agent's document calls it
    with pytest.raises(gagent_db.GagentError, match="at least 1, not -1"):
        store.search_messages("giraffe", -1)


def test_a_host_that_names_its_files_in_its_own_way_is_mirrored(tmp_path: Path) -> None:
    class Profiles(SessionManager):
        def _get_session_path(self, key: str) -> Path:
            return self.sessions_dir / f"work-{key.replace(':', '-')}.jsonl"

    manager = Profiles(tmp_path)
    talk(manager, "cli:1", "zebra")
    assert [row["content"] for row in manager.sqlite_store.search_messages("zebra")] == ["zebra"]
    manager.archive("cli:1")
    assert manager.sqlite_store.search_messages("zebra") == []
    assert len(manager.sqlite_store.db.search_messages("zebra")) == 1
    talk(manager, "cli:1", "yak")
    assert manager.delete("cli:1") and manager.sqlite_store.get_session("cli:1") is None


@pytest.mark.parametrize("by", ["manager", "id", "key"])
def test_what_is_deleted_stands_nowhere_in_the_file(tmp_path: Path, by: str) -> None:
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    talk(manager, "cli:1", "ordinary words")
    session = talk(manager, "cli:2", "the xylophonequartz is in /home/zanzibarium")
    store = manager.sqlite_store
    if by == "manager":
        assert manager.delete("cli:2")
    else:
        assert store.delete_session(session.id) if by == "id" else store.delete_session_by_key("cli:2")
    left = b"".join(part.read_bytes() for part in tmp_path.glob("g.db*"))
    assert b"ordinary" in left and b"xylophonequartz" not in left and b"zanzibarium" not in left


@pytest.mark.parametrize("restarted", [False, True])
def test_what_other_doors_store_in_the_session_stays(tmp_path: Path, restarted: bool) -> None:
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = talk(manager, "telegram:1", "one", "two")
    db = manager.sqlite_store.db
    call = {"tool_name": "shell", "arguments": {"command": "df"}, "exit_code": 0}
    said = [
        {"content": "over MCP", "tool_calls": [call], "media": [{"path": "/a.png"}]},
        {"role": "assistant", "content": "of a bot", "uid": "12345678"},
    ]
    ids = session_append(db, said, channel="telegram", chat_id="1")["message_ids"]
    if restarted:
        manager = SessionManager(tmp_path, tmp_path / "g.db")
        session = manager.get_or_create("telegram:1")
        db = manager.sqlite_store.db
    for text in ("three", "four"):
        session.add_message("user", text)
        manager.save(session)
    history = db.history("telegram:1")
    assert [message.content for message in history] == ["one", "two", "over MCP", "of a bot", "three", "four"]
    assert [message.id for message in history[2:4]] == ids
    assert history[2].tool_calls[0].exit_code == 0 and history[2].media[0].path == "/a.png"
    session.clear()
    session.add_message("system", "a summary")
    manager.save(session)
    assert [message.content for message in db.history("telegram:1")] == ["over MCP", "of a bot", "a summary"]


def test_a_message_that_the_host_and_another_door_store_is_there_once(tmp_path: Path) -> None:
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = talk(manager, "cli:1", "one")
    manager.sqlite_store.append_message(str(session.id), "user", "two")
    session.add_message("user", "two")
    manager.save(session)
    assert [message.content for message in manager.sqlite_store.db.history("cli:1")] == ["one", "two"]


def test_what_another_door_stores_stays_though_a_line_says_the_same(tmp_path: Path) -> None:
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = talk(manager, "cli:1", "ok")
    db = manager.sqlite_store.db
    session_append(db, [{"content": "ok", "uid": "tg-4711"}, {"content": "ok"}], session_id=str(session.id))
    for text in ("fine", "ok"):  # "ok" was said again, long after the other door stored it
        session.add_message("user", text)
        manager.save(session)
    assert [message.content for message in db.history("cli:1")] == ["ok", "ok", "ok", "fine", "ok"]


@pytest.mark.parametrize("uid", ["reply-1", "reply-001", "grüße-12", "reply-1a-1", "reply-1a-02"])
def test_what_has_a_uid_that_no_line_could_have_stays(tmp_path: Path, uid: str) -> None:
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = talk(manager, "cli:1", "one")
    db = manager.sqlite_store.db
    session_append(db, [{"content": "over MCP", "uid": uid}], session_id=str(session.id))
    talk(manager, "cli:1", "two")
    assert [message.content for message in db.history("cli:1")] == ["one", "over MCP", "two"]


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("uid", ["msg-0001", "a1b2c3d4", "turn-001-2"])
def test_what_another_door_stored_under_a_uid_that_looks_like_a_line_s_stays(
    tmp_path: Path, uid: str, restarted: bool
) -> None:
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = talk(manager, "cli:1", "one", "two")
    db = manager.sqlite_store.db
    said = [{"content": "over MCP", "uid": uid, "metadata": {"of": "a bot"}}]
    ids = session_append(db, said, session_id=str(session.id))["message_ids"]
    if restarted:
        manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = talk(manager, "cli:1", "three")
    db = manager.sqlite_store.db
    assert session_append(db, said, session_id=str(session.id))["message_ids"] == ids, "a retry adds nothing"
    assert [message.content for message in db.history("cli:1")] == ["one", "two", "over MCP", "three"]
    del session.messages[1:]  # what the host takes back goes, what it never had stays
    manager.save(session)
    kept = db.history("cli:1")
    assert [message.content for message in kept] == ["one", "over MCP"]
    assert (kept[1].id, kept[1].uid, kept[1].metadata["of"]) == (ids[0], uid, "a bot")


def test_what_an_export_gave_a_name_stays(tmp_path: Path) -> None:
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = talk(manager, "cli:1", "one")
    db = manager.sqlite_store.db
    notes = db.create_session(channel="notes")
    db.append(notes.id, [{"role": "user", "content": f"note {number}"} for number in range(1200)])
    (said,) = session_append(db, [{"content": "over MCP"}], session_id=str(session.id))["message_ids"]
    exported = b"".join(jsonl(db, [db.get_session(str(session.id))]))
    assert said > 999 and f'"uid":"row-{said}-h'.encode() in exported
    talk(manager, "cli:1", "two")
    assert [message.content for message in db.history("cli:1")] == ["one", "over MCP", "two"]


def test_a_branch_in_the_database_takes_its_lines_for_lines(tmp_path: Path) -> None:
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = talk(manager, "cli:1", "one", "two")
    store = manager.sqlite_store
    branch = store.fork_session(str(session.id), "cli:2")
    assert [message.metadata for message in store.db.history(branch["id"])] == [None, None]


def test_a_line_takes_the_place_of_one_message_only(tmp_path: Path) -> None:
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = talk(manager, "cli:1", "one")
    db = manager.sqlite_store.db
    session_append(db, [{"content": "ok"}, {"content": "ok"}], session_id=str(session.id))
    for text in ("ok", "two"):
        session.add_message("user", text)
        manager.save(session)
    assert sorted(message.content for message in db.history("cli:1")) == ["ok", "ok", "one", "two"]


def test_a_message_of_the_same_time_is_the_same_one_whoever_stored_it_first(tmp_path: Path) -> None:
    manager = SessionManager(tmp_path, tmp_path / "g.db")
    session = talk(manager, "cli:1", "one")
    db, at = manager.sqlite_store.db, session.messages[0]["timestamp"]
    session_append(db, [{"content": "one", "uid": "tg-1", "created_at": at}], session_id=str(session.id))
    session.add_message("user", "two")
    manager.save(session)
    assert [message.content for message in db.history("cli:1")] == ["one", "two"]


@pytest.mark.parametrize("parent", ["cli:1", "cli:2"])
def test_a_fork_under_a_key_that_is_taken_archives_who_has_it(manager: SessionManager, parent: str):
    for key in ("cli:1", "cli:2"):
        talk(manager, key, f"said in {key}")
    child = manager.fork(parent, "cli:2")
    assert [message["content"] for message in child.messages] == [f"said in {parent}"]
    (kept,) = (manager.sessions_dir / "archive").glob("cli_2_*.jsonl")
    assert lines(kept)[1]["content"] == "said in cli:2"
    row = manager.sqlite_store.get_session("cli:2")
    assert row["id"] == child.id != row["parent_session_id"]
    assert [hit.role for hit in manager.sqlite_store.db.search_messages('"said in cli:2"', mode="exact")]
