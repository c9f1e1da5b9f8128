"""Recording an agent loop, resuming it, compressing it, and the asyncio facade."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gagent_db
from gagent_db.agents.async_api import AsyncDatabase
from gagent_db.agents.lifecycle import compress, memory_nudge, nudge_due, resume, spawn
from gagent_db.agents.live import live_session
from gagent_db.agents.recorder import Recorder
from gagent_db.store import sessions


def test_a_turn_with_a_tool_call_is_whole(db: gagent_db.Database, tmp_path: Path):
    photo = tmp_path / "disk.png"
    photo.write_bytes(b"png")
    with Recorder(db, channel="cli", chat_id="default", model="m1", project="/srv/app") as talk:
        talk.user("Which disk is full?", media=[str(photo)])
        call = talk.tool_call("shell", {"command": "df -h"})
        talk.tool_result(call, "91% /srv", exit_code=0)
        talk.assistant("/srv is at 91 %.", input_tokens=900, output_tokens=20, cost_usd=0.001)
    session = db.get_session("cli:default")
    assert (session.message_count, session.tool_call_count, session.input_tokens) == (4, 1, 900)
    assert (session.title, session.model, session.project, session.cost_usd) == (
        "Which disk is full?",
        "m1",
        "/srv/app",
        0.001,
    )
    user, calling, result, answer = db.history(session.id)
    assert user.media[0].sha256 and answer.model == "m1"
    done = calling.tool_calls[0]
    assert (done.status, done.exit_code, done.result_summary, done.result_message_id) == (
        "success",
        0,
        "91% /srv",
        result.id,
    )


def test_the_outcome_of_a_call_reaches_the_command_it_ran(db: gagent_db.Database):
    talk = Recorder(db, channel="cli", chat_id="default")
    failed, worked = (talk.tool_call("shell", {"command": f"df -h {place}"}) for place in ("/srv", "/"))
    talk.tool_result(failed, "no such file", exit_code=1)
    talk.tool_result(worked, {"use": "91%"}, exit_code=0)
    # The same from an agent that only knows chat messages.
    db.append(talk.session_id, [
        {"role": "assistant", "tool_calls": [{"id": "c9", "name": "bash", "arguments": '{"command": "ls"}'}]},
        {"role": "tool", "tool_call_id": "c9", "content": "files", "exit_code": 2},
    ])  # fmt: skip
    found = {item.value: item.status for item in db.artifacts("command").items}
    assert found == {"df -h /srv": "1", "df -h /": "0", "ls": "2"}
    assert [m.tool_calls[0].result_summary for m in db.history(talk.session_id) if m.tool_calls] == [
        "no such file", '{"use": "91%"}', "files",
    ]  # fmt: skip


def test_a_result_that_is_a_list_of_values_is_kept_as_its_json(db: gagent_db.Database):
    talk = Recorder(db, channel="cli", chat_id="default")
    for result in ([1, 2], ["files", None], [{"type": "text", "text": "done"}], ["one", "two"]):
        talk.tool_result(talk.tool_call("count"), result)
    told = [message.content for message in db.history(talk.session_id) if message.role == "tool"]
    assert told == ["[1, 2]", '["files", null]', "done", "one\ntwo"]


def test_recording_goes_on_where_it_stopped(db: gagent_db.Database):
    first = Recorder(db, channel="telegram", chat_id="777")
    first.user("one", uid="a")
    with pytest.raises(RuntimeError), Recorder(db, channel="telegram", chat_id="777") as talk:
        talk.user("two", uid="b")
        raise RuntimeError("the agent fell over")
    again = Recorder(db, channel="telegram", chat_id="777")
    assert again.session_id == first.session_id
    again.user("two", uid="b")
    assert [m.content for m in db.history("telegram:777")] == ["one", "two"]
    with pytest.raises(gagent_db.Conflict):
        again.user("something else", uid="b")


def test_a_killed_process_loses_nothing_it_had_said(db_path: Path):
    program = (
        "import os, sys, gagent_db; from gagent_db.agents.recorder import Recorder\n"
        "talk = Recorder(gagent_db.open(sys.argv[1]), channel='cli', chat_id='x')\n"
        "talk.user('hello'); talk.tool_call('shell', {'command': 'sleep 9'}, call_id='c1'); os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", program, str(db_path)]).returncode == -9
    with gagent_db.open(db_path) as db:
        assert [m.content for m in db.history("cli:x")] == ["hello", ""]
        assert resume(db, "cli:x") == [{"role": "user", "content": "hello"}]
        talk = Recorder(db, channel="cli", chat_id="x")
        talk.tool_result("c1", "killed", exit_code=137)
        assert [turn["role"] for turn in resume(db, "cli:x")] == ["user", "assistant", "tool"]


@given(texts=st.lists(st.text() | st.text(" \t\n>-*.:#`'\"1a", max_size=40), max_size=4))
def test_whatever_was_said_is_recorded(db: gagent_db.Database, texts: list[str]):
    talk = Recorder(db, channel="cli")
    for number, text in enumerate(texts):
        (talk.assistant if number % 2 else talk.user)(text)
    assert len(db.history(talk.session_id)) == len(texts)


def test_new_session_frees_the_key(db: gagent_db.Database):
    talk = Recorder(db, channel="cli", chat_id="default", user_id="u1")
    talk.user("old")
    old = talk.session_id
    talk.new_session()
    talk.user("new")
    assert [m.content for m in db.history("cli:default")] == ["new"]
    assert db.get_session(old).key is None and talk.session.user_id == "u1"
    assert talk.end("done").end_reason == "done"
    following = Recorder(db, channel="cli", chat_id="default")
    following.user("newer")
    assert [m.content for m in db.history("cli:default")] == ["newer"] and following.session_id != talk.session_id


def test_a_new_session_of_no_chat_has_its_columns_and_no_key(db: gagent_db.Database):
    talk = Recorder(db, channel="cron", user_id="u1", project="/srv/app")
    talk.system("You are brief.")
    old, new = talk.session_id, talk.new_session()
    assert new.id != old and (new.channel, new.user_id, new.project, new.key) == ("cron", "u1", "/srv/app", None)
    assert [message.role for message in db.history(old)] == ["system"] and db.get_session(old).archived_at


def test_an_error_while_recording_says_in_which_session(db: gagent_db.Database):
    with pytest.raises(gagent_db.GagentError) as caught, Recorder(db, channel="cli", chat_id="1") as talk:
        talk.user("x", media="a.png")
    assert caught.value.__notes__ == [f"While recording session {talk.session_id}."]


def test_two_threads_start_one_session(db: gagent_db.Database):
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(live_session(db, channel="cli", chat_id="z").id)) for _ in range(8)
    ]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(set(found)) == 1 and len(found) == 8


def test_naming_no_session_or_an_unknown_one_is_said(db: gagent_db.Database):
    with pytest.raises(gagent_db.GagentError, match="Name the session"):
        live_session(db)
    with pytest.raises(gagent_db.NotFound):
        live_session(db, session_id="nope")
    assert live_session(db, session_id="nope", create_as="api").channel == "api"


# -- resume and compress -------------------------------------------------------------------------------


def message(role: str, content: str, **more: object) -> dict:
    return {"role": role, "content": content, **more}


def test_resume_pairs_calls_and_results(db: gagent_db.Database):
    session = db.create_session(channel="cli")
    calls = [
        {"call_id": "a", "tool_name": "ls", "arguments": '{"path": "/srv"}'},
        {"call_id": "b", "tool_name": "cat", "arguments": {}},
    ]
    db.append(session.id, [
        message("user", "go"),
        message("assistant", "", tool_calls=calls),
        message("tool", "files", metadata={"tool_call_id": "a"}),
        message("tool", "orphan", metadata={"tool_call_id": "zzz"}),
        message("assistant", "done"),
        message("assistant", "", tool_calls=[{"tool_name": "exec", "arguments": {"c": 1}, "result_summary": "ok"}]),
    ])  # fmt: skip
    turns = resume(db, session.id)
    assert turns[1] == {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "a", "name": "ls", "arguments": {"path": "/srv"}}],
    }
    assert turns[2] == {"role": "tool", "tool_call_id": "a", "content": "files"}
    assert turns[3] == {"role": "assistant", "content": "done"}
    assert turns[4]["tool_calls"][0]["name"] == "exec" and turns[5]["content"] == "ok"
    for limit in range(1, 7):
        cut = resume(db, session.id, limit=limit)
        open_calls: set[str] = set()
        for turn in cut:
            if turn["role"] == "tool":
                assert turn["tool_call_id"] in open_calls
            open_calls |= {call["id"] for call in turn.get("tool_calls", [])}


def test_compression_goes_on_in_a_child_with_the_key(db: gagent_db.Database):
    talk = Recorder(db, channel="cli", chat_id="default")
    for number in range(6):
        talk.user(f"question {number} about the zebra")
        talk.assistant(f"answer {number}")
    parent = talk.session_id
    child = compress(db, parent, "They talked about zebras.", keep_last=3)
    assert (child.key, child.parent_session_id) == ("cli:default", parent)
    assert db.get_session(parent).end_reason == "compression"
    assert sessions.lineage(db.read(), child.id) == [parent, child.id]
    db.append(child.id, [message("user", "and now?")])
    assert [turn["content"] for turn in resume(db, "cli:default")] == [
        "They talked about zebras.", "answer 4", "question 5 about the zebra", "answer 5", "and now?",
    ]  # fmt: skip
    # What left the context is found by a search that leaves the running conversation out.
    hits = db.search_messages("zebra", exclude_session="cli:default", mode="exact")
    assert {hit.session_id for hit in hits} == {parent}
    again = compress(db, child.id, "More zebras.", keep_last=0)
    assert [turn["content"] for turn in resume(db, again.id)] == ["More zebras."]


def test_a_second_compression_keeps_as_many_messages_as_it_is_asked_for(db: gagent_db.Database):
    talk = Recorder(db, channel="cli", chat_id="default")
    for number in range(8):
        talk.user(f"question {number}")
    compress(db, "cli:default", "first summary", keep_last=5)
    talk.user("question 8")
    again = compress(db, "cli:default", "second summary", keep_last=4)
    said = [turn["content"] for turn in resume(db, again.id)]
    assert said == ["second summary", "question 5", "question 6", "question 7", "question 8"]
    third = compress(db, again.id, "third summary", keep_last=2)
    assert [turn["content"] for turn in resume(db, third.id)] == ["third summary", "question 7", "question 8"]
    # An agent searches for what it no longer has before it.
    found = db.search_messages("question", exclude_session="cli:default", mode="exact", limit=50)
    assert {db.read().execute("SELECT content FROM messages WHERE id = ?", (hit.message_id,)).fetchone()[0]
            for hit in found} == {f"question {number}" for number in range(7)}  # fmt: skip


def test_the_last_messages_of_a_continuation_have_no_hole(db: gagent_db.Database):
    talk = Recorder(db, channel="cli", chat_id="default")
    talk.user("question 0")
    talk.tool_result(talk.tool_call("shell", {"command": "ls"}), "files", exit_code=0)
    compress(db, "cli:default", "a summary", keep_last=2)
    talk.user("question 1")
    whole = resume(db, "cli:default")
    assert [turn["content"] for turn in whole] == ["a summary", "", "files", "question 1"]
    assert [resume(db, "cli:default", limit=limit) for limit in (1, 2, 3, 4, 9)] == [
        whole[3:], whole[1:], whole[1:], whole, whole
    ]  # fmt: skip


def test_a_branch_of_a_continuation_begins_with_its_whole_context(db: gagent_db.Database):
    talk = Recorder(db, channel="cli", chat_id="default")
    talk.user("question 0")
    talk.user("question 1", uid="1")
    call = talk.tool_call("shell", {"command": "ls"})
    talk.tool_result(call, "files", exit_code=0)
    compress(db, "cli:default", "a summary", keep_last=3)
    asked = talk.user("question 2", uid="1")
    talk.user("question 3")
    branch = db.fork_session("cli:default")
    assert resume(db, branch.id) == resume(db, "cli:default")
    earlier = db.fork_session("cli:default", at_message=asked)
    assert resume(db, earlier.id) == resume(db, "cli:default")[:-1]
    # What happens to the branch leaves the conversation as it is.
    before = resume(db, "cli:default")
    compress(db, branch.id, "another", keep_last=0)
    assert resume(db, "cli:default") == before


def test_compressing_again_what_was_compressed_gives_its_continuation(db: gagent_db.Database):
    talk = Recorder(db, channel="cli", chat_id="default")
    parent = talk.session_id
    for number in range(6):
        talk.user(f"question {number}")
    child = compress(db, parent, "the first summary", keep_last=2)
    before = resume(db, child.id)
    for ref in (parent, "cli:default"):  # a host that tries again, or another that began at the same time
        assert compress(db, ref, "another summary", keep_last=2).id == child.id
        assert db.compress_session(parent).id == child.id
    assert resume(db, "cli:default") == before
    talk.user("and now?")
    assert compress(db, parent, "too late", keep_last=0).id == child.id
    assert resume(db, "cli:default") == [*before, {"role": "user", "content": "and now?"}]
    # The continuation itself is compressed by its id, or by its key once something was said in it.
    second = compress(db, "cli:default", "the second summary", keep_last=0)
    third = compress(db, second.id, "the third summary", keep_last=0)
    assert sessions.lineage(db.read(), parent) == [parent, child.id, second.id, third.id]
    assert compress(db, parent, "late again").id == compress(db, child.id, "late again").id == third.id


@pytest.mark.parametrize("named", ["id", "key"])
def test_two_that_compress_a_session_at_once_go_on_in_one(db_path: Path, named: str):
    with gagent_db.open(db_path) as db:
        talk = Recorder(db, channel="cli", chat_id="default")
        for number in range(6):
            talk.user(f"question {number}")
        ref = talk.session_id if named == "id" else "cli:default"
        ready, found = threading.Barrier(4), []

        def one(number: int) -> None:
            with gagent_db.open(db_path) as other:
                ready.wait()
                found.append(compress(other, ref, f"summary {number}", keep_last=2).id)

        threads = [threading.Thread(target=one, args=(number,)) for number in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert len(found) == 4 and len(set(found)) == 1
        assert sessions.lineage(db.read(), found[0]) == [talk.session_id, found[0]]
        assert [turn["content"] for turn in resume(db, "cli:default")][1:] == ["question 4", "question 5"]


def test_a_session_whose_continuation_was_deleted_is_compressed_again(db: gagent_db.Database):
    session = db.create_session(channel="cli", chat_id="default")
    db.append(session.id, [message("user", "hello")])
    db.delete_session(compress(db, session.id, "first").id)
    child = compress(db, session.id, "second", keep_last=0)
    assert [turn["content"] for turn in resume(db, child.id)] == ["second"]


def test_compressing_an_older_session_of_a_chat_takes_no_key_from_the_live_one(db: gagent_db.Database):
    talk = Recorder(db, channel="telegram", chat_id="777")
    talk.user("hello")
    old = talk.session_id
    talk.new_session()
    child = compress(db, old, "They said hello.")
    assert child.key is None and db.get_session("telegram:777").id == talk.session_id
    assert Recorder(db, channel="telegram", chat_id="777").session_id == talk.session_id


def test_a_sub_agent_is_deleted_with_its_parent(db: gagent_db.Database):
    parent = db.create_session(channel="cli", chat_id="default")
    child = spawn(db, parent.id, title="look things up", metadata={"task": 1})
    assert child.metadata == {"task": 1, "lineage": "subagent"} and child.parent_session_id == parent.id
    assert sessions.lineage(db.read(), child.id) == [child.id]
    assert sorted(db.delete_session(parent.id)) == sorted([parent.id, child.id])


def test_memory_nudge_every_ten_turns_but_not_before_the_sixth(db: gagent_db.Database):
    assert not nudge_due(5, 50) and nudge_due(10, 10) and not nudge_due(12, 9)
    talk = Recorder(db, channel="cli", chat_id="default")
    reminders = []
    for number in range(25):
        talk.user(f"turn {number}")
        if memory_nudge(db, talk.session_id):
            reminders.append(number + 1)
    assert reminders == [10, 20]


def test_a_saved_memory_puts_the_nudge_off(db: gagent_db.Database):
    from gagent_db.memory.memories import add

    talk = Recorder(db, channel="cli", chat_id="default")
    for number in range(9):
        talk.user(f"turn {number}", created_at=time.time() - 100)
    add(db, "The user likes zebras.", session_id=talk.session_id)
    talk.user("turn 10", created_at=time.time() + 100)
    assert memory_nudge(db, talk.session_id) is None
    for number in range(11, 20):
        talk.user(f"turn {number}", created_at=time.time() + 100)
    assert memory_nudge(db, talk.session_id) is not None  # ten turns after the memory


# -- asyncio -------------------------------------------------------------------------------------------


def test_the_event_loop_never_waits(db_path: Path):
    """Another connection holds the write lock until the loop, with appends under way, has gone round five times."""

    async def main() -> None:
        async with AsyncDatabase.open(db_path) as db:
            session = await db.create_session(channel="cli", chat_id="a")
            blocker, held, release = gagent_db.open(db_path), threading.Event(), threading.Event()

            def hold(_: object) -> bool:
                held.set()
                return release.wait(20)

            holder = threading.Thread(target=lambda: blocker.write(hold))
            holder.start()
            await asyncio.to_thread(held.wait)
            writing = [asyncio.create_task(db.append(session.id, [message("user", f"zebra {i}")])) for i in range(8)]
            for _ in range(5):
                await asyncio.sleep(0.01)
            assert not any(task.done() for task in writing)
            release.set()
            await asyncio.gather(*writing)
            await asyncio.to_thread(holder.join)
            blocker.close()
            assert len(await db.history("cli:a")) == 8
            assert (await db.search("zebra")).sessions[0].session_id == session.id
            assert len(await db.search_messages("zebra", mode="exact")) == 8
            assert await db.call(lambda store: store.path) == db_path
            assert len(await db.list_sessions()) == 1
            await db.archive_session("cli:a")
            assert await db.get_session("cli:a") is None

    asyncio.run(main())

    async def awaited() -> None:
        async with await AsyncDatabase.open(db_path) as db:
            opened = db.db
        with pytest.raises(gagent_db.GagentError, match="closed"):
            opened.list_sessions()

    asyncio.run(awaited())


def test_a_recorder_goes_on_in_the_continuation_of_a_compressed_session(db: gagent_db.Database):
    with Recorder(db, channel="cli", chat_id="default") as talk:
        talk.user("which disk is full?")
        for number in range(2):
            child = compress(db, "cli:default", f"summary {number}", keep_last=0)
            talk.user(f"and now? {number}")
            assert talk.session_id == child.id
            said = [turn["content"] for turn in resume(db, "cli:default")]
            assert said == [f"summary {number}", f"and now? {number}"]
