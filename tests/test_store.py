"""Sessions and messages: what goes in comes out, once, and nothing half way."""

from __future__ import annotations

import base64
import gc
import hashlib
import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, time, timedelta
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from traces import left_of

import gagent_db
from gagent_db.doctor import backup, restore
from gagent_db.memory.search import search_memories
from gagent_db.models import MediaRef, NewMessage
from gagent_db.schema import version
from gagent_db.store import messages, sessions
from gagent_db.store.incoming import to_message
from gagent_db.store.titles import title_from

TEXT = st.text(st.characters(codec=None), max_size=200)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def test_a_thread_that_only_reads_is_refused_every_write(db: gagent_db.Database) -> None:
    with db.only_reading():
        assert not db.may_write
        with pytest.raises(gagent_db.GagentError, match="may only read"):
            db.create_session()
        with ThreadPoolExecutor(1) as pool:  # another thread is not meant
            pool.submit(db.create_session, id="s").result()
        with db.only_reading():
            pass
        assert not db.may_write and db.get_session("s")
    assert db.may_write and db.create_session()


def test_what_is_appended_is_read_back(db: gagent_db.Database) -> None:
    session = db.create_session(channel="telegram", chat_id="777", user_id="u1", metadata={"lang": "id"})
    ids = db.append(
        session.id,
        [
            {"role": "user", "content": "Cek log gateway", "created_at": "2026-05-01T09:30:00Z", "uid": "m1"},
            {
                "role": "assistant",
                "content": "Sudah.",
                "created_at": 1777628000.5,
                "model": "vela-4",
                "input_tokens": 10,
                "output_tokens": 4,
                "tool_calls": [
                    {"call_id": "c1", "tool_name": "exec", "arguments": '{"command": "ls"}', "exit_code": 2}
                ],
                "media": [{"kind": "image", "path": "media/a.png"}],
                "mood": "calm",
            },
        ],
    )
    first, second = db.history("telegram:777")
    assert [first.id, second.id] == ids
    assert (first.content, first.created_at, first.uid) == ("Cek log gateway", "2026-05-01T09:30:00.000Z", "m1")
    assert second.created_at == "2026-05-01T09:33:20.500Z"
    assert second.tool_calls[0].arguments == {"command": "ls"} and second.tool_calls[0].exit_code == 2
    assert (second.media[0].path, second.media[0].mime_type) == ("media/a.png", "image/png")
    assert second.metadata == {"mood": "calm"}
    stored = db.get_session(session.id)
    assert stored and (stored.message_count, stored.tool_call_count, stored.input_tokens) == (2, 1, 10)
    assert (stored.title, stored.model, stored.updated_at) == ("Cek log gateway", "vela-4", second.created_at)
    assert stored.metadata == {"lang": "id"}


def test_a_message_with_a_known_uid_is_not_written_twice(db: gagent_db.Database) -> None:
    session = db.create_session()
    first = db.append(session.id, [{"content": "hello", "uid": "a"}])
    assert db.append(session.id, [{"content": "hello", "uid": "a"}, {"content": "more", "uid": "b"}])[0] == first[0]
    with pytest.raises(gagent_db.Conflict, match="uid 'a'"):
        db.append(session.id, [{"content": "new", "uid": "c"}, {"content": "changed", "uid": "a"}])
    assert [message.content for message in db.history(session.id)] == ["hello", "more"]


def test_appending_to_a_session_that_is_not_there_says_so(db: gagent_db.Database) -> None:
    with pytest.raises(gagent_db.NotFound, match="no session 'nowhere'"):
        db.append("nowhere", [{"content": "x"}])


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        ({"role": 5}, "role must be text"),
        ({"status": "gone"}, "status must be one of"),
        ({"created_at": "soon"}, "is not a time"),
        ({"tool_calls": "ls"}, "tool_calls must be a list"),
        ({"input_tokens": "many"}, "input_tokens must be a whole number"),
        ({"metadata": [1]}, "metadata must be an object"),
        ("just text", "must be an object"),
    ],
)
def test_a_message_that_cannot_be_understood_names_the_field(
    db: gagent_db.Database, message: Any, complaint: str
) -> None:
    session = db.create_session()
    with pytest.raises(gagent_db.GagentError, match=complaint):
        db.append(session.id, [{"content": "fine"}, message])
    assert db.history(session.id) == []


@given(content=TEXT, role=TEXT, metadata=st.dictionaries(TEXT, JSON, max_size=3), arguments=JSON)
def test_any_text_and_any_json_can_be_stored(
    open_new: Callable[[], gagent_db.Database], content: str, role: str, metadata: dict[str, Any], arguments: Any
) -> None:
    with open_new() as db:
        session = db.create_session()
        call = {"tool_name": "t", "arguments": arguments}
        db.append(session.id, [{"role": role, "content": content, "metadata": metadata, "tool_calls": [call]}])
        (message,) = db.history(session.id)
        clean = content.encode("utf-8", "replace").decode()
        assert len(message.content) == len(content)
        assert all(a == b or b in "?\x00" for a, b in zip(message.content, clean, strict=True))


def test_inline_media_become_hash_size_and_type(db: gagent_db.Database) -> None:
    pixels = bytes(range(256)) * 40
    encoded = base64.b64encode(pixels).decode()
    session = db.create_session()
    db.append(
        session.id,
        [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "look"},
                    {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{encoded}"}},
                    {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": encoded}},
                ],
                "media": [{"kind": "audio", "data": encoded, "mime_type": "audio/ogg"}],
            }
        ],
    )
    (message,) = db.history(session.id)
    assert message.content == "look"
    digest = hashlib.sha256(pixels).hexdigest()
    assert [(m.kind, m.mime_type, m.sha256, m.bytes, m.path) for m in message.media] == [
        ("image", "image/png", digest, len(pixels), None),
        ("image", "image/jpeg", digest, len(pixels), None),
        ("audio", "audio/ogg", digest, len(pixels), None),
    ]
    assert encoded[:40].encode() not in db.path.read_bytes() + db.path.with_name("gagent.db-wal").read_bytes()


def test_a_media_file_on_disk_is_hashed_where_it_lies(db: gagent_db.Database, tmp_path: Path) -> None:
    photo = tmp_path / "invoice.jpg"
    photo.write_bytes(b"not really a photo")
    session = db.create_session()
    db.append(session.id, [{"role": "user", "media": [str(photo), "https://example.org/b.png", "gone.pdf"]}])
    (message,) = db.history(session.id)
    assert message.content_type == "media"
    assert message.media[0].sha256 == hashlib.sha256(b"not really a photo").hexdigest()
    assert [m.sha256 for m in message.media[1:]] == [None, None]


def test_a_tool_message_becomes_the_result_of_its_call(db: gagent_db.Database) -> None:
    session = db.create_session()
    call, result = db.append(
        session.id,
        [
            {"role": "assistant", "tool_calls": [{"id": "c9", "function": {"name": "exec", "arguments": "{}"}}]},
            {"role": "tool", "content": "done", "tool_call_id": "c9"},
        ],
    )
    stored = messages.get_messages(db.read(), [call])[call].tool_calls[0]
    assert (stored.tool_name, stored.call_id, stored.result_message_id) == ("exec", "c9", result)


def test_a_call_has_the_time_of_its_message_unless_it_has_one_of_its_own(db: gagent_db.Database) -> None:
    session = db.create_session()
    said, own = "2026-05-01T09:30:00.000Z", "2026-05-01T09:30:07.000Z"
    calls = [{"tool_name": "a"}, {"tool_name": "b", "created_at": own}, {"tool_name": "c", "created_at": said}]
    db.append(session.id, [{"role": "assistant", "created_at": said, "tool_calls": calls}])
    (message,) = db.history(session.id)
    assert [call.created_at for call in message.tool_calls] == [said, own, said]
    stored = db.read().execute("SELECT created_at FROM tool_calls ORDER BY id")
    assert [row[0] for row in stored] == [None, own, None]


def test_the_newest_session_of_a_chat_holds_its_key(db: gagent_db.Database) -> None:
    old = db.create_session(channel="telegram", chat_id="777")
    new = db.create_session(channel="telegram", chat_id="777")
    assert (new.key, sessions.find_session(db, old.id).key) == ("telegram:777", None)
    with pytest.raises(gagent_db.Conflict, match="belongs to another session"):
        db.create_session(key="telegram:777")
    assert db.archive_session("telegram:777").key is None
    assert db.get_session("telegram:777") is None


def test_ids_of_new_sessions_are_short_and_sort_by_day(db: gagent_db.Database) -> None:
    days = ["2019-12-31", "2020-01-01", "2020-02-01", "2026-05-01", "2026-05-02", "2063-01-01"]
    ids = [db.create_session(created_at=day).id for day in days]
    assert {len(id_) for id_ in ids} == {10} and all(id_.isalnum() for id_ in ids)
    assert sorted(ids[1:]) == ids[1:] and ids[0][:3] == ids[1][:3]


def test_a_session_is_found_by_id_key_or_the_beginning_of_its_id(db: gagent_db.Database) -> None:
    for name in ("abc-1", "abc-2", "b%d_x"):
        db.create_session(id=name, key=f"cli:{name}")
    assert sessions.find_session(db, "b%").id == "b%d_x"
    assert sessions.find_session(db, "cli:abc-2").id == "abc-2"
    with pytest.raises(gagent_db.NotFound, match="abc-1, abc-2"):
        sessions.find_session(db, "abc")
    for nothing in ("", "zzz", "b_"):
        with pytest.raises(gagent_db.NotFound):
            sessions.find_session(db, nothing)


def test_sessions_are_listed_by_last_activity_and_paged(db: gagent_db.Database) -> None:
    for day in range(1, 8):
        db.create_session(
            id=f"s{day}", channel="cli" if day % 2 else "telegram", created_at=f"2026-05-0{day}T00:00:00Z"
        )
    page, following = sessions.list_sessions(db, limit=3)
    assert [s.id for s in page] == ["s7", "s6", "s5"] and following
    assert [s.id for s in sessions.list_sessions(db, limit=3, cursor=following)[0]] == ["s4", "s3", "s2"]
    assert [s.id for s in db.list_sessions(channel="telegram", sort="oldest")] == ["s2", "s4", "s6"]
    assert [s.id for s in db.list_sessions(since="2026-05-03T00:00:00.000Z", until="2026-05-05T00:00:00.000Z")] == [
        "s4", "s3",
    ]  # fmt: skip


def test_sessions_are_listed_by_dates_as_search_takes_them(db: gagent_db.Database) -> None:
    now = datetime.now().astimezone()
    for days in (0, 1, 2, 400):
        db.create_session(id=f"s{days}", chat_id=str(days), created_at=now - timedelta(days=days))
    yesterday = now.date() - timedelta(days=1)
    for since in ("yesterday", "2d", yesterday, datetime.combine(yesterday, time()), str(yesterday)):
        assert {"s0", "s1"} <= {s.id for s in db.list_sessions(since=since)} <= {"s0", "s1", "s2"}
    for until in ("yesterday", yesterday, str(yesterday)):
        assert [s.id for s in db.list_sessions(until=until)] == ["s1", "s2", "s400"]
    assert len(db.list_sessions(session="", channel="", since="", title="")) == 4
    for wrong in ({"since": "soon"}, {"sort": "updated"}):
        with pytest.raises(gagent_db.GagentError, match=r"soon|updated"):
            db.list_sessions(**wrong)


def test_a_project_filter_keeps_what_is_below_it(db: gagent_db.Database) -> None:
    for number, project in enumerate(["/srv/app", "/srv/app/web/", "/srv/apple", "C:\\work\\bot"]):
        db.create_session(id=f"s{number}", project=project)
    assert {s.id for s in db.list_sessions(project="/srv/app/")} == {"s0", "s1"}
    assert [s.project for s in db.list_sessions(project="C:/work")] == ["C:/work/bot"]


def test_a_project_filter_without_a_slash_is_the_name_of_a_folder(db: gagent_db.Database) -> None:
    for number, project in enumerate(["/srv/app", "/home/ana/app/web", "/srv/apple", "C:\\work\\app", None, "app"]):
        db.create_session(id=f"s{number}", project=project)
    assert {s.id for s in db.list_sessions(project="app")} == {"s0", "s1", "s3", "s5"}
    assert {s.id for s in db.list_sessions(project="App")} == set()


def test_an_open_database_follows_the_backup_that_took_its_place(db: gagent_db.Database, tmp_path: Path) -> None:
    session = db.create_session()
    db.append(session.id, [{"content": "one"}])
    backup(db, tmp_path / "backup.db")
    db.append(session.id, [{"content": "two"}])
    restore(tmp_path / "backup.db", db.path)
    assert [m.content for m in db.history(session.id)] == ["one"]
    db.append(session.id, [{"content": "three"}])
    with gagent_db.open(db.path) as other:
        assert [m.content for m in other.history(session.id)] == ["one", "three"]


def test_a_snapshot_stays_as_it_was_and_with_its_file(db: gagent_db.Database, tmp_path: Path) -> None:
    session = db.create_session(channel="cli")
    backup(db, tmp_path / "backup.db")
    with db.snapshot() as conn:
        assert len(db.history(session.id)) == 0
        with ThreadPoolExecutor() as pool:
            pool.submit(db.append, session.id, [{"role": "user", "content": "meanwhile"}]).result()
        assert not db.history(session.id)
    assert len(db.history(session.id)) == 1
    with db.snapshot() as conn:
        assert len(db.history(session.id)) == 1
        restore(tmp_path / "backup.db", db.path)
        with db.snapshot() as again:
            assert again is conn
        assert len(db.history(session.id)) == 1
    assert not db.history(session.id)


@pytest.mark.parametrize("again", [False, True])
def test_a_snapshot_of_a_database_that_is_closed_meanwhile_says_so_and_keeps_the_error_of_its_block(
    db: gagent_db.Database, again: bool
) -> None:
    error = gagent_db.GagentError if again else LookupError
    with pytest.raises(error, match="is closed" if again else "of the block"), db.snapshot() as conn:
        conn.execute("SELECT 1 FROM sessions").fetchall()
        with ThreadPoolExecutor(1) as pool:
            pool.submit(db.close).result()
        if again:
            conn.execute("SELECT 1 FROM sessions")
        raise LookupError("of the block")


def test_a_database_may_be_closed_in_a_snapshot(db: gagent_db.Database) -> None:
    with db.snapshot():
        db.close()


def test_a_database_whose_file_is_gone_is_neither_read_nor_written_nor_made_anew(
    db: gagent_db.Database, tmp_path: Path
) -> None:
    session = db.create_session()
    backup(db, tmp_path / "backup.db")
    for part in db.path.parent.glob(f"{db.path.name}*"):
        part.unlink()
    with pytest.raises(gagent_db.GagentError, match="is gone"):
        db.append(session.id, [{"content": "lost"}])
    with pytest.raises(gagent_db.GagentError, match="is gone"):
        db.list_sessions()
    with ThreadPoolExecutor(1) as pool, pytest.raises(gagent_db.GagentError, match="is gone"):
        pool.submit(db.list_sessions).result()  # a thread that has no connection yet
    assert not db.path.exists()
    (tmp_path / "backup.db").rename(db.path)
    assert [found.id for found in db.list_sessions()] == [session.id]


def test_replacing_messages_keeps_their_order_and_what_refers_to_those_that_stay(db: gagent_db.Database) -> None:
    session = db.create_session()
    ids = db.append(session.id, [{"content": text, "uid": text} for text in ("one", "two", "three", "four")])
    note = db.add_memory("three matters", message_id=ids[2]).id
    wanted = ["one", "summary", "three", "four", "five"]
    given = [{"content": text, "uid": None if text == "summary" else text} for text in wanted]
    replaced = db.replace_messages(session.id, given)
    kept = db.history(session.id)
    assert [m.content for m in kept] == wanted and [m.id for m in kept] == replaced
    assert kept[0].id == ids[0], "what stands before the first change keeps its id"
    assert next(m.message_id for m in db.list_memories() if m.id == note) == kept[2].id
    assert sessions.find_session(db, session.id).message_count == 5
    assert [hit.message_id for hit in db.search_messages("three")] == [kept[2].id]
    assert not db.search_messages("two", mode="lexical")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.sampled_from("abcdef"), unique=True), min_size=2, max_size=5))
def test_a_session_is_what_it_was_last_replaced_by(db: gagent_db.Database, stages: list[list[str]]) -> None:
    session = db.create_session()
    for texts in stages:
        ids = db.replace_messages(session.id, [{"content": text, "uid": text} for text in texts])
        assert [(m.id, m.content) for m in db.history(session.id)] == list(zip(ids, texts, strict=True))


def test_replacing_a_message_by_one_of_other_details_changes_it_in_place(
    db: gagent_db.Database, tmp_path: Path
) -> None:
    session = db.create_session()
    (photo := tmp_path / "photo.png").write_bytes(b"png")
    call = {"call_id": "c1", "tool_name": "shell", "arguments": {"command": "df -h"}}
    first = {"role": "assistant", "content": "done", "uid": "a", "media": [{"path": str(photo)}], "tool_calls": [call]}
    answer = {"role": "tool", "content": "91%", "uid": "b", "metadata": {"tool_call_id": "c1", "exit_code": 1}}
    ids = db.append(session.id, [first, answer])
    photo.unlink()
    changed = {
        **first, "model": "m", "input_tokens": 7, "metadata": {"liked": True},
        "tool_calls": [{**call, "arguments": {"command": "df -i"}}], "media": [*first["media"], {"path": "/srv/b.png"}],
    }  # fmt: skip
    assert db.replace_messages(session.id, [changed, answer]) == ids
    message = db.history(session.id)[0]
    assert (message.model, message.input_tokens, message.metadata) == ("m", 7, {"liked": True})
    assert [(c.arguments, c.exit_code, c.result_message_id) for c in message.tool_calls] == [
        ({"command": "df -i"}, 1, ids[1])
    ]
    assert [m.path for m in message.media] == [str(photo), "/srv/b.png"]
    assert message.media[0].sha256, "the hash of a file that is gone by now is kept"
    assert [item["value"] for item in db.artifacts("command").to_dict()["items"]] == ["df -i"]
    assert sessions.find_session(db, session.id).input_tokens == 7
    db.replace_messages(session.id, [changed, answer])
    assert db.history(session.id)[0] == message


def test_a_fork_copies_the_conversation_but_not_its_cost(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli", title="plan")
    ids = db.append(session.id, [{"content": str(n), "input_tokens": 5} for n in range(4)])
    fork = db.fork_session(session.id, at_message=ids[1])
    assert [m.content for m in db.history(fork.id)] == ["0", "1"]
    assert (fork.parent_session_id, fork.end_reason, fork.input_tokens) == (session.id, "branch", 0)
    with pytest.raises(gagent_db.GagentError, match="not in session"):
        db.fork_session(session.id, at_message=10_000)
    other = db.fork_session(session.id, metadata={"why": "try"}, title="Try")
    assert other.metadata == {"lineage": "branch", "branched_at_message": ids[3], "why": "try"}
    with pytest.raises(gagent_db.GagentError, match="has no colour"):
        db.fork_session(session.id, colour="red")


def test_a_compressed_session_goes_on_in_a_child_of_the_same_conversation(db: gagent_db.Database) -> None:
    first = db.create_session(channel="telegram", chat_id="9", title="Garden")
    second = db.compress_session(first.id)
    third = db.compress_session(second.id)
    branch = db.fork_session(third.id)
    helper = db.create_session(parent_session_id=third.id, end_reason="subagent")
    assert (third.key, third.title, third.parent_session_id) == ("telegram:9", "Garden", second.id)
    conversation = [first.id, second.id, third.id]
    assert all(sessions.lineage(db.read(), member) == conversation for member in conversation)
    assert sessions.lineage(db.read(), branch.id) == [branch.id]
    assert sessions.lineage(db.read(), helper.id) == [helper.id]


def test_a_child_that_says_it_continues_belongs_to_its_parents_conversation(db: gagent_db.Database) -> None:
    parent = db.create_session()
    child = db.create_session(parent_session_id=parent.id, end_reason="compression")
    assert sessions.lineage(db.read(), child.id) == [parent.id, child.id]


def test_a_compressed_subagent_stays_a_subagent(db: gagent_db.Database) -> None:
    parent = db.create_session()
    helper = db.create_session(parent_session_id=parent.id, end_reason="subagent")
    further = db.compress_session(helper.id)
    assert sessions.lineage(db.read(), further.id) == [helper.id, further.id]
    assert set(db.delete_session(parent.id)) == {parent.id, helper.id, further.id}


def test_deleting_a_session_takes_its_subagents_and_nothing_else(db: gagent_db.Database) -> None:
    parent = db.create_session()
    child = db.create_session(parent_session_id=parent.id, end_reason="subagent")
    grandchild = db.create_session(parent_session_id=child.id, end_reason="subagent")
    branch = db.create_session(parent_session_id=parent.id, end_reason="branch")
    db.append(child.id, [{"content": "x", "tool_calls": [{"tool_name": "t"}], "media": ["a.png"]}])
    for table in ("tool_calls", "media_refs"):  # of the session as a whole
        db.write(lambda conn, table=table: conn.execute(f"INSERT INTO {table}(session_id) VALUES (?)", (child.id,)))
    assert set(db.delete_session(parent.id)) == {parent.id, child.id, grandchild.id}
    assert sessions.find_session(db, branch.id).parent_session_id is None
    for table in ("messages", "tool_calls", "media_refs"):
        assert db.read().execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0


def test_a_deleted_session_stands_nowhere_in_the_file(db: gagent_db.Database) -> None:
    db.create_session(id="stays")
    db.append("stays", [{"content": f"the harbour master called {number} times"} for number in range(50)])
    call = {"tool_name": "sh", "arguments": {"command": "login quuxplum"}}
    db.create_session(id="goes")
    db.append("goes", [{"content": "The password is quuxplum", "tool_calls": [call]}])
    db.index()
    assert left_of(db, "quuxplum")
    db.delete_session("goes")
    assert left_of(db, "quuxplum") == [] and db.search("harbour").sessions


def test_a_database_that_cannot_be_written_can_be_read(frozen: Path) -> None:
    with gagent_db.open(frozen) as db:
        assert db.search("zebra").sessions[0].key == "cli:1" and db.history("cli:1")
        assert search_memories(db, "zebras").memories and "zebras" in db.memory_prompt(session="s").prompt
        with pytest.raises(gagent_db.GagentError, match="cannot be written"):
            db.append("cli:1", [{"content": "no"}])
    assert [found.name for found in frozen.parent.iterdir()] == ["gagent.db"]


def test_an_older_database_that_cannot_be_written_is_refused(frozen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "NAMES", (*version.NAMES, "m999_later"))
    with pytest.raises(gagent_db.GagentError, match=r"cannot be written \(it is of an older version"):
        gagent_db.open(frozen)


def test_a_database_that_may_not_be_read_is_told_in_a_sentence(frozen: Path) -> None:
    frozen.chmod(0)
    with pytest.raises(gagent_db.GagentError, match=r"Cannot open the database .*gagent\.db: permission denied"):
        gagent_db.open(frozen)


def test_a_database_that_could_not_be_written_for_a_while_can_be_again(db: gagent_db.Database) -> None:
    """Files beside it that were made meanwhile cannot be written either."""
    companion = db.path.with_name(db.path.name + "-shm")
    companion.chmod(0o400)
    gagent_db.open(db.path).close()
    assert companion.stat().st_mode & 0o777 == 0o600


def test_threads_share_one_database(db: gagent_db.Database) -> None:
    session = db.create_session()

    def work(number: int) -> None:
        for step in range(20):
            db.append(session.id, [{"content": f"{number}-{step}"}])
            assert db.history(session.id, limit=1)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({m.content for m in db.history(session.id)}) == 160


def test_connections_end_with_their_threads(db: gagent_db.Database) -> None:
    before = len(os.listdir("/dev/fd"))
    gc.disable()
    try:
        for _ in range(50):
            with ThreadPoolExecutor(1) as pool:
                pool.submit(db.list_sessions).result()
        assert len(os.listdir("/dev/fd")) < before + 20  # two a thread, were they kept
    finally:
        gc.enable()


def test_a_new_thread_reads_while_another_waits_to_write(db: gagent_db.Database) -> None:
    session = db.create_session()
    other = sqlite3.connect(db.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writer = threading.Thread(target=db.append, args=(session.id, [{"content": "later"}]))
    reader = threading.Thread(target=db.history, args=(session.id,), daemon=True)
    writer.start()
    sleep(0.2)
    reader.start()
    reader.join(timeout=20)  # the writer gives up after 30
    waits = reader.is_alive()
    other.execute("ROLLBACK")
    writer.join()
    other.close()
    assert not waits and [message.content for message in db.history(session.id)] == ["later"]


def test_a_write_inside_a_write_joins_it_and_fails_with_it(db: gagent_db.Database) -> None:
    session = db.create_session()

    def both(conn: object) -> None:
        db.append(session.id, [{"content": "inner"}])
        raise gagent_db.GagentError("outer fails")

    with pytest.raises(gagent_db.GagentError, match="outer fails"):
        db.write(both)
    assert db.history(session.id) == []


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("Fix the login\nplease", "Fix the login"),
        ("<system-reminder>be nice</system-reminder>\nDeploy it", "Deploy it"),
        ("```python\nprint(1)\n```\nWhy does this print?", "Why does this print?"),
        ("<command-name>/clear</command-name>", None),
        ("Caveat: The messages below were generated", None),
        ("   \n\n", None),
        ("# Heading only", "Heading only"),
        ("x" * 200, "x" * 79 + "…"),
    ],
)
def test_a_title_is_what_a_person_would_call_it(prompt: str, title: str | None) -> None:
    assert title_from(prompt) == title


@pytest.mark.parametrize(
    ("columns", "complaint"),
    [
        ({"input_tokens": 2**70}, "input_tokens must be a whole number"),
        ({"output_tokens": float("nan")}, "output_tokens must be a whole number"),
        ({"message_count": "many"}, "message_count must be a whole number"),
        ({"cost_usd": 10**400}, "cost_usd is too large"),
        ({"cost_usd": "5 dollars"}, "cost_usd must be a number"),
        ({"id": ""}, "needs an id that is not empty"),
        ({"created_at": "yesterday-ish"}, "is not a time"),
    ],
)
def test_a_session_that_cannot_be_stored_names_the_field(
    db: gagent_db.Database, columns: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(gagent_db.GagentError, match=complaint):
        db.create_session(**columns)
    assert db.create_session(id=None, key="").id and db.create_session(key="").key is None


@pytest.mark.parametrize("value", [2**70, float("inf"), float("nan"), "3", 1.5, True])
def test_a_number_that_no_column_holds_is_refused(db: gagent_db.Database, value: Any) -> None:
    db.create_session(id="s")
    with pytest.raises(gagent_db.GagentError, match="output_tokens must be a whole number"):
        db.append("s", [{"output_tokens": value}])


def test_an_empty_uid_is_none(db: gagent_db.Database) -> None:
    db.create_session(id="s")
    assert db.append("s", [{"content": "a", "uid": ""}, {"content": "b", "uid": ""}, NewMessage(uid="")]) == [1, 2, 3]
    assert [message.uid for message in db.history("s")] == [None] * 3


@pytest.mark.parametrize("true", [True, False])
def test_an_exit_code_in_metadata_is_a_number_and_no_truth(db: gagent_db.Database, true: bool) -> None:
    db.create_session(id="s")
    answer = {"role": "tool", "content": "x", "metadata": {"tool_call_id": "c", "exit_code": true}}
    db.append("s", [{"tool_calls": [{"call_id": "c", "tool_name": "sh"}]}, answer])
    (call,) = db.history("s")[0].tool_calls
    assert (call.exit_code, call.result_message_id) == (None, 2)


@pytest.mark.parametrize(
    ("given_media", "kind", "mime"),
    [
        ({"type": "audio", "path": "x.bin"}, "audio", "application/octet-stream"),
        ({"type": "input_image", "data": "aGk="}, "image", None),
        ({"type": "audio/ogg", "path": "x.bin"}, "audio", "audio/ogg"),
        ({"type": "audio", "kind": "voice", "path": "x.ogg"}, "voice", "audio/ogg"),
        ({"type": "image/x", "mime_type": "image/png", "path": "x"}, "image", "image/png"),
        ({"type": "", "path": "x.png"}, "image", "image/png"),
    ],
)
def test_the_type_of_a_media_reference_is_its_kind_or_its_mime_type(
    db: gagent_db.Database, given_media: dict[str, str], kind: str, mime: str | None
) -> None:
    db.create_session(id="s")
    db.append("s", [{"role": "user", "media": [given_media]}, {"role": "user", "content": [given_media]}])
    assert [(ref.kind, ref.mime_type) for message in db.history("s") for ref in message.media] == [(kind, mime)] * 2


def test_a_media_reference_needs_a_message_of_its_session(db: gagent_db.Database) -> None:
    for name in ("s", "other"):
        db.create_session(id=name)
        db.append(name, [{"content": "x"}])
    for message_id in (99, 2):
        with pytest.raises(gagent_db.NotFound, match=f"no message {message_id} in session 's'"):
            messages.add_media(db, "s", message_id, MediaRef("file", "/x"))
    messages.add_media(db, "s", None, MediaRef("file", "/x"))
    assert messages.add_media(db, "s", 1, MediaRef("file", "/x")) == 2


@given(st.dictionaries(st.sampled_from(["role", "content", "media", "tool_calls", "uid", "metadata", "x"]), JSON))
def test_any_object_is_a_message_or_a_clear_refusal(given_message: dict[str, Any]) -> None:
    try:
        to_message(given_message)
    except gagent_db.GagentError as error:
        assert error.message.endswith(".")


@pytest.mark.parametrize("path", [5, b"x.db", "a\0b.db", "x" * 300, "~nobody-of-this-name/x.db", ""])
def test_what_names_no_file_is_refused_in_a_sentence(path: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(gagent_db.GagentError):
        gagent_db.open(path)
    assert list(tmp_path.iterdir()) == []


def test_memory_is_refused_and_makes_no_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(gagent_db.GagentError, match="is a file"):
        gagent_db.open(":memory:")
    assert list(tmp_path.iterdir()) == []
