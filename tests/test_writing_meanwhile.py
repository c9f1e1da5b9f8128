"""What is read and then written is read inside the write: what another process changed in between is not undone."""

from __future__ import annotations

from typing import Any

import pytest
from meanwhile import before_write

import gagent_db
from gagent_db.agents import lifecycle, recorder
from gagent_db.agents.channels import ChannelMessage
from gagent_db.agents.recorder import Recorder
from gagent_db.memory import facts, relief
from gagent_db.recall import index
from gagent_db.store import sessions
from gagent_db.store.artifacts import extract_pending, leave_unread
from gagent_db.store.database import Store

CHAT = {"channel": "telegram", "chat_id": "7"}


@pytest.fixture
def other(db: gagent_db.Database) -> Any:
    with gagent_db.open(db.path) as other:
        yield other


def values(db: gagent_db.Database, kind: str) -> list[tuple[str, str | None]]:
    return [(item.value, item.status) for item in db.artifacts(kind, status="all").items]


def sql(store: Store, text: str) -> None:
    store.write(lambda conn: conn.execute(text))


# -- the index run ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("unread", [False, True])
def test_a_text_that_is_changed_while_it_is_read_is_extracted_as_it_is(
    db: gagent_db.Database, other: gagent_db.Database, unread: bool
) -> None:
    (first, _) = db.append(db.create_session().id, [{"content": "TODO: buy milk"}, {"content": "TODO: call Ada"}])
    db.write(lambda conn: leave_unread(conn, first)) if unread else sql(db, "UPDATE messages SET extracted = 0")
    before_write(db, 0, lambda: sql(other, f"UPDATE messages SET content = 'TODO: buy bread' WHERE id = {first}"))
    assert extract_pending(db) == 2
    db.index()
    assert {value for value, _ in values(db, "unresolved")} == {"TODO: buy bread", "TODO: call Ada"}


def test_a_result_that_comes_while_its_call_is_extracted_is_kept(
    db: gagent_db.Database, other: gagent_db.Database
) -> None:
    session = db.create_session().id
    call = {"call_id": "c", "tool_name": "shell", "arguments": {"command": "make test"}}
    (calling,) = db.append(session, [{"role": "assistant", "tool_calls": [call]}])
    db.write(lambda conn: leave_unread(conn, calling))
    result = {"role": "tool", "content": "ok", "metadata": {"tool_call_id": "c", "exit_code": 0}}
    before_write(db, 0, lambda: other.append(session, [result]))
    extract_pending(db)
    assert values(db, "command") == [("make test", "0")]


def test_a_text_that_is_changed_while_its_vector_is_made_gets_another(
    db: gagent_db.Database, other: gagent_db.Database
) -> None:
    db.append(db.create_session().id, [{"content": "the ferry leaves at nine"}])
    before_write(db, 0, lambda: sql(other, "UPDATE messages SET content = 'giraffes eat acacia leaves'"))
    index.index_pending(db)
    index.index_pending(db)
    (found,) = db.read().execute("SELECT code FROM message_vectors").fetchall()
    index.index_pending(db, rebuild=True)
    assert db.read().execute("SELECT code FROM message_vectors").fetchall() == [found]


# -- recording -------------------------------------------------------------------------------------------


def test_a_message_of_a_chat_whose_session_goes_meanwhile_begins_another(
    db: gagent_db.Database, other: gagent_db.Database
) -> None:
    recorder.record(db, ChannelMessage(**CHAT, role="user", uid="1", content="one"))
    before_write(db, 0, lambda: sessions.delete_session(other, "telegram:7"))
    recorder.record(db, ChannelMessage(**CHAT, role="user", uid="2", content="two"))
    assert [message.content for message in db.history("telegram:7")] == ["two"]


def test_a_step_goes_where_the_conversation_has_moved_meanwhile(
    db: gagent_db.Database, other: gagent_db.Database
) -> None:
    talk = Recorder(db, **CHAT)
    talk.user("one")
    before_write(db, 0, lambda: lifecycle.compress(other, "telegram:7", "a summary"))
    talk.user("two")
    assert [message.content for message in db.history("telegram:7")] == ["a summary", "two"]
    assert talk.session.id == sessions.find_session(db, "telegram:7").id


def test_a_conversation_ends_where_it_has_moved_meanwhile(db: gagent_db.Database, other: gagent_db.Database) -> None:
    for end in (Recorder.end, Recorder.new_session):
        talk = Recorder(db, **CHAT)
        talk.user("one")
        begun = talk.session_id
        moved = lifecycle.compress(other, "telegram:7", "a summary").id
        end(talk)
        assert sessions.lineage(db.read(), begun) == [begun, moved]
        assert (ended := sessions.find_session(db, moved)).ended_at
        assert Recorder(db, **CHAT).session_id not in (begun, moved), ended


def test_what_a_write_has_stored_is_read_inside_it(db: gagent_db.Database) -> None:
    session = db.create_session().id
    db.append(session, [{"content": "one"}])

    def work(_: Any) -> list[str]:
        db.append(session, [{"content": "two"}])
        lifecycle.compress(db, session, "a summary", keep_last=1)
        return [message.status for message in db.history(session)]

    with db.snapshot():
        assert len(db.history(session)) == 1
        assert db.write(work) == ["compacted", "active"]
        assert len(db.history(session)) == 1, "outside it is the snapshot"


# -- facts and memories ----------------------------------------------------------------------------------


def test_a_fact_that_is_purged_while_it_is_restored_takes_nothing_s_place(
    db: gagent_db.Database, other: gagent_db.Database
) -> None:
    old, new = (db.write_fact(line)["id"] for line in ("D[auth]: JWT 7d", "D[auth]: JWT 14d"))
    before_write(db, 0, lambda: sql(other, f"DELETE FROM facts WHERE id = '{old}'"))
    with pytest.raises(gagent_db.GagentError, match="no fact"):
        facts.restore(db, old)
    assert facts.get(db, new).status == "active"


def test_a_fact_that_is_forgotten_while_it_is_corrected_stays_forgotten(
    db: gagent_db.Database, other: gagent_db.Database
) -> None:
    old = db.write_fact("D[auth]: JWT 7d")["id"]
    before_write(db, 0, lambda: sql(other, f"UPDATE facts SET status = 'resolved' WHERE id = '{old}'"))
    facts.edit(db, old, "D[login]: JWT 8d")
    assert facts.get(db, old).status == "resolved"


def test_relief_keeps_what_nothing_else_says_any_more(db: gagent_db.Database, other: gagent_db.Database) -> None:
    db.write(lambda conn: conn.execute("INSERT INTO meta VALUES ('memory_budget_memory', '20')"))
    texts = ("Deploys happen on Friday evening at six", "On Friday evening at six", "The cache port is 6379")
    for importance, text in zip((0.9, 0.1, 0.5), texts, strict=True):
        db.add_memory(text, importance=importance)
    planned = relief.plan(db)
    assert {"duplicate", "move"} <= {step.action for step in planned.steps}

    def meanwhile() -> None:
        for memory in other.list_memories():
            if memory.content.startswith("Deploys"):
                other.remove_memory(memory.id)
        for step in planned.steps:
            if step.action == "move":
                other.write_fact(str(step.after).replace("6379", "6380"), step.scope)

    before_write(db, 0, meanwhile)
    relief.apply(db, planned)
    assert {texts[1], texts[2]} <= {memory.content for memory in db.list_memories()}
    assert ["6380" in fact["content"] for fact in db.search_facts("6380", status="active")["facts"]] == [True]
