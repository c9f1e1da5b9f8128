"""Rows put in or changed with ``sqlite3`` or ``sqlite-utils``: the next ``index`` makes them whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import gagent_db
from gagent_db.schema import fts
from gagent_db.store import by_hand
from gagent_db.store import messages as stored
from gagent_db.store.search_text import search_text

TEXTS = {
    "ท่าเรือ": "ตกลงใช้ท่าเรือ 8443 สำหรับเว็บ",
    "东京": "我们决定把数据库迁移到东京机房",
    "認証": "来週までに認証サーバーを更新する",
    "avatar": "getUserProfileById fails in loadAvatarCache",
}


@pytest.fixture
def hand(db: gagent_db.Database) -> Iterator[sqlite3.Connection]:
    """A plain connection, without any of our pragmas, as in the sqlite3 shell."""
    conn = sqlite3.connect(db.path, isolation_level=None)
    yield conn
    conn.close()


def test_words_of_rows_put_in_by_hand_are_found_after_index(db: gagent_db.Database, hand: sqlite3.Connection) -> None:
    for text in TEXTS.values():
        hand.execute("INSERT INTO messages(session_id, content) VALUES ('s', ?)", (text,))
    db.index()
    for number, word in enumerate(TEXTS, 1):
        hits = [hit.message_id for group in db.search(word, mode="lexical").sessions for hit in group.hits]
        assert hits == [number], word
    assert db.get_session("s").title == TEXTS["ท่าเรือ"]  # type: ignore[union-attr]
    assert db.write(lambda conn: fts.check(conn, "messages_fts")) is None
    assert by_hand.complete(db) == 0


def test_rows_of_our_own_need_no_second_look(db: gagent_db.Database) -> None:
    db.create_session(id="s")
    db.append("s", [{"content": text} for text in [*TEXTS.values(), "plain words"]])
    assert by_hand.complete(db) == 0


def test_finding_rows_put_in_by_hand_reads_no_others(db: gagent_db.Database) -> None:
    sql = "SELECT id FROM messages WHERE search_text = '' AND id > 0 ORDER BY id LIMIT 400"
    plan = db.read().execute(f"EXPLAIN QUERY PLAN {sql}").fetchone()["detail"]
    assert "idx_messages_wordless" in plan


@pytest.mark.parametrize("new", ["decided: we use Kafka", "我们决定用卡夫卡"])
def test_an_update_by_hand_leaves_nothing_of_the_old_text(
    db: gagent_db.Database, hand: sqlite3.Connection, new: str
) -> None:
    db.create_session(id="s")
    db.append("s", [{"content": "我们决定把数据库迁移到东京 secretWordXyz"}, {"content": "fine"}])
    db.index()
    vectors = "SELECT message_id, code FROM message_vectors"
    before = dict(map(tuple, db.read().execute(vectors)))
    hand.execute("UPDATE messages SET content = ? WHERE id = 1", (new,))
    assert db.search("secret", mode="lexical").sessions == []
    assert db.search("东京", mode="lexical").sessions == []
    db.index()
    assert db.write(lambda conn: fts.check(conn, "messages_fts")) is None
    assert db.read().execute("SELECT search_text FROM messages WHERE id = 1").fetchone()[0] == search_text(new)
    assert db.get_session("s").title == new  # type: ignore[union-attr]
    after = dict(map(tuple, db.read().execute(vectors)))
    assert before[1] != after.get(1) and before[2] != after[2]  # a vector sees the message before, too
    texts = [row[0] for row in db.read().execute("SELECT value FROM artifacts WHERE kind = 'decision'")]
    assert all("东京" not in text for text in texts)


def test_a_title_of_its_own_survives_an_update_by_hand(db: gagent_db.Database, hand: sqlite3.Connection) -> None:
    db.create_session(id="s", title="Moving house")
    db.append("s", [{"content": "我们决定"}])
    hand.execute("UPDATE messages SET content = 'another' WHERE id = 1")
    db.index()
    assert db.get_session("s").title == "Moving house"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "first, second", [("plain", "words"), ("plain", "oneHump"), ("oneHump", "东京"), ("东京", "x")]
)
def test_a_change_through_our_own_door_is_whole_at_once(db: gagent_db.Database, first: str, second: str) -> None:
    db.create_session(id="s")
    db.append("s", [{"content": first}])
    db.write(lambda conn: stored.change_text(conn, 1, second, None))
    assert db.read().execute("SELECT search_text FROM messages").fetchone()[0] == search_text(second)
    assert db.write(lambda conn: fts.check(conn, "messages_fts")) is None
    assert by_hand.complete(db) == 0
    assert db.get_session("s").title == second  # type: ignore[union-attr]


def test_extra_words_changed_by_hand_are_followed(db: gagent_db.Database, hand: sqlite3.Connection) -> None:
    db.create_session(id="s")
    db.append("s", [{"content": "oneHump"}])
    for words in ("''", "'other words'", "NULL", "'last'"):
        hand.execute(f"UPDATE messages SET search_text = {words}")
        assert db.write(lambda conn: fts.check(conn, "messages_fts")) is None


def test_a_row_put_in_below_others_gets_its_vector(db: gagent_db.Database, hand: sqlite3.Connection) -> None:
    db.create_session(id="s")
    db.append("s", [{"content": f"the wombat {n}"} for n in range(5)])
    db.write(lambda conn: conn.execute("DELETE FROM messages WHERE id = 3"))
    db.index()
    hand.execute("INSERT INTO messages(id, session_id, content) VALUES (3, 's', 'a quokka smiles')")
    db.index()
    assert db.read().execute("SELECT count(*) FROM message_vectors").fetchone()[0] == 5


def test_a_time_that_is_none_does_not_date_the_session(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        db.create_session(id="s", created_at="2026-05-01", updated_at="2026-05-02T00:00:00Z")
        for at in ("yesterday", "5", "", "9 May"):
            db.write(
                lambda conn, at=at: conn.executemany(
                    "INSERT INTO messages(session_id, created_at) VALUES (?, ?)", [("s", at), ("new", at)]
                )
            )
        assert db.get_session("s").updated_at == "2026-05-02T00:00:00.000Z"  # type: ignore[union-attr]
        new = db.get_session("new")
        assert new and new.created_at[:2] == new.updated_at[:2] == "20"
        db.append("s", [{"content": "x", "created_at": "2026-06-01T00:00:00Z"}])
        assert db.get_session("s").updated_at == "2026-06-01T00:00:00.000Z"  # type: ignore[union-attr]


def test_arguments_with_half_a_character_put_in_by_hand_are_read(
    db: gagent_db.Database, hand: sqlite3.Connection
) -> None:
    call = {"name": "terminal", "arguments": {"command": "echo hi"}}
    session = db.create_session(title="half")
    db.append(session.id, [{"role": "assistant", "content": "there", "tool_calls": [call]}])
    hand.execute("""UPDATE tool_calls SET arguments_json = '{"command": "echo \\ud83d"}'""")
    [message] = db.history(session.id)
    assert message.tool_calls[0].arguments == {"command": "echo ?"}
    assert db.index()


def test_columns_that_a_person_added_are_left_alone(db: gagent_db.Database, hand: sqlite3.Connection) -> None:
    for table in ("sessions", "messages", "tool_calls", "media_refs", "memories", "facts"):
        hand.execute(f"ALTER TABLE {table} ADD COLUMN mood TEXT")
    hand.execute("INSERT INTO messages(session_id, content, mood) VALUES ('s', 'the ferry leaves at noon', 'calm')")
    hand.execute("INSERT INTO memories(content, categories, mood) VALUES ('takes the ferry', '[\"\\ud800\"]', 'calm')")
    hand.execute("INSERT INTO facts(kind, target, content, mood) VALUES ('V', 'ferry', 'noon', 'calm')")
    hand.commit()
    db.append("s", [{"content": "and the last one?"}])
    assert [message.content for message in db.history("s")] == ["the ferry leaves at noon", "and the last one?"]
    assert db.search("ferry").total_sessions == 1
    assert [found.memory.content for found in db.search_memories("ferry").memories] == ["takes the ferry"]
    assert [fact["content"] for fact in db.search_facts("ferry")["facts"]] == ["noon"]
    assert "V[ferry]: noon" in db.fact_status()["block"]
