"""What a conversation as a whole speaks against: it opens with a report or a request, its first texts tell how things
are, and where little is stated, an agent explains. What a label calls a decision or open stays."""

from __future__ import annotations

import pytest

import gagent_db
from gagent_db import answers

REPORTS = (
    "billing pods get OOMKilled after ~30h, memory climbs linearly",
    "mail from the backup box: no space left on device.",
    "500s on the checkout page, only in safari",
    "Cut release 2.4: changelog, version, tag, publish.",
    "menu cards overflow on small phones, grid-template-columns: repeat(3, 1fr)",
    "pak ujang minta 112rb mulai bulan depan",
)
ANSWER = {"role": "assistant", "content": "Let me look."}


def decisions(db: gagent_db.Database) -> list[str]:
    return [row[0] for row in db.read().execute("SELECT value FROM artifacts WHERE kind = 'decision' ORDER BY id")]


def opened(db: gagent_db.Database, *messages: dict[str, object], **columns: str) -> str:
    session = db.create_session(channel="cli", **columns)
    for message in messages:
        db.append(session.id, [message])
    return session.id


def by_user(text: str) -> dict[str, object]:
    return {"role": "user", "content": text}


@pytest.mark.parametrize("text", REPORTS)
def test_what_a_conversation_opens_with_is_a_report_once_it_is_answered(db: gagent_db.Database, text: str) -> None:
    session_id = opened(db, by_user(text))
    assert decisions(db), "alone it may be a note"
    db.append(session_id, [ANSWER])
    assert decisions(db) == []


@pytest.mark.parametrize("text", REPORTS)
def test_it_is_one_in_whatever_order_messages_are_read(db: gagent_db.Database, text: str) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [by_user(text), ANSWER])
    assert decisions(db) == []
    db.write(lambda conn: conn.execute("UPDATE messages SET extracted = 0 WHERE role = 'user'"))
    db.index()
    assert decisions(db) == []


@pytest.mark.parametrize(
    "text",
    [
        "We decided to use Postgres for the ledger. Please write the schema.",
        "Decision: WAL mode. Write the migration.",
        "from now on answer in Indonesian",
        "always use uv, never pip. now fix the tests",
        "Kita sepakat pakai SQLite, tolong buatkan skemanya",
        "only in safari\n\nDecision: only in safari",
        "500s on checkout, only in safari\n\nDecision: only in safari",
    ],
)
def test_what_is_called_a_decision_or_clearly_one_stays(db: gagent_db.Database, text: str) -> None:
    opened(db, by_user(text), ANSWER)
    assert len(decisions(db)) == 1


def test_later_messages_and_continuations_decide_in_fragments(db: gagent_db.Database) -> None:
    session_id = opened(db, *TALK, *TALK[:2], by_user("port 8420 for the gateway"), ANSWER)
    assert decisions(db) == ["port 8420 for the gateway"]
    opened(db, by_user("port 8430 for the proxy"), ANSWER, parent_session_id=session_id)
    opened(db, by_user("go on"), ANSWER, by_user("port 8440 for the relay"), parent_session_id=session_id)
    assert decisions(db) == ["port 8420 for the gateway", "port 8430 for the proxy", "port 8440 for the relay"]


def test_a_fragment_with_a_number_at_the_beginning_of_a_talk_is_an_account(db: gagent_db.Database) -> None:
    opened(db, *TALK, by_user("fretted is 9 cents sharp"))
    assert decisions(db) == []
    opened(db, by_user("what a day"), by_user("port 8420 for the gateway"))
    assert decisions(db) == ["port 8420 for the gateway"], "nobody answers: notes of one's own"


def test_what_stands_beside_a_decision_is_one_too(db: gagent_db.Database) -> None:
    opened(
        db, by_user("where does history go?"), ANSWER, by_user("Decision: soft delete. And media by path, never blobs.")
    )
    assert decisions(db) == ["soft delete.", "media by path, never blobs."]


@pytest.mark.parametrize("text", ["use port 8420", "SSE it is", "pakai sqlite aja", "30 days, not 90"])
def test_a_clear_choice_decides_from_the_first_answer_on(db: gagent_db.Database, text: str) -> None:
    opened(db, by_user("how many retries?"), ANSWER, by_user(text))
    assert decisions(db) == [text]


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        ("debian base then, alpine has cost me enough evenings", True),
        ("alpine base, debian has cost me enough evenings", False),
    ],
)
def test_what_takes_up_the_message_before_it_decides_from_the_first_answer_on(
    db: gagent_db.Database, text: str, decided: bool
) -> None:
    opened(db, by_user("the image doesnt build anymore"), ANSWER, by_user(text))
    assert decisions(db) == ([text] if decided else [])


def test_the_rest_of_an_opening_is_kept(db: gagent_db.Database) -> None:
    text = (
        "mail from the backup box: no space left on device. see https://status.example/db\n"
        "we decided to use lag alerts.\n- [ ] ask Mei"
    )
    session_id = opened(db, by_user(text))
    (item,) = db.artifacts("unresolved").items
    answers.resolve(db, item.mentions[0].artifact_id)
    db.append(session_id, [ANSWER])
    rows = db.read().execute("SELECT kind, value, status FROM artifacts ORDER BY id").fetchall()
    assert [tuple(row) for row in rows] == [
        ("url", "https://status.example/db", None),
        ("decision", "we decided to use lag alerts.", None),
        ("unresolved", "ask Mei", "resolved"),
    ]


# -- in talk that states little --------------------------------------------------------------------------

TALK = [
    by_user("how do tokens work here?"),
    {"role": "assistant", "content": "A client asks the provider for one."},
    by_user("and how long does that take?"),
    {"role": "assistant", "content": "About a second, most of it for the network."},
]
EXPLANATIONS = (
    "The tokens of the phones carry the audience `vela-app`, the new middleware accepts `vela` only.",
    "Data stays UTC.",
    "Data tetap UTC.",
)


def by_agent(text: str) -> dict[str, object]:
    return {"role": "assistant", "content": text}


@pytest.mark.parametrize("text", EXPLANATIONS)
def test_an_agent_explains_in_a_conversation_that_decides_little(db: gagent_db.Database, text: str) -> None:
    opened(db, by_agent(text))
    assert decisions(db) == [text], "alone it may be a choice"
    opened(db, *TALK, by_agent(text))
    assert decisions(db) == [text]


@pytest.mark.parametrize("text", EXPLANATIONS)
def test_in_whatever_order_the_messages_of_a_talk_are_read(db: gagent_db.Database, text: str) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [*TALK, by_agent(text)])
    assert decisions(db) == []
    db.write(lambda conn: conn.execute("UPDATE messages SET extracted = 0 WHERE content = ?", (text,)))
    db.index()
    assert decisions(db) == []


def test_where_much_is_decided_an_agent_decides_without_a_word_for_it(db: gagent_db.Database) -> None:
    agreed = ["we decided to keep one region", "we agreed on nightly backups", "let's go with Postgres then"]
    opened(db, *map(by_user, agreed), by_agent("Data stays UTC."))
    assert decisions(db) == [*agreed, "Data stays UTC."]


@pytest.mark.parametrize(
    "text",
    [
        "I went with a queue instead of a lock.",
        "Decision: soft delete.",
        "We agreed on port 8420 for the gateway.",
        "Kita sepakat pakai swap 2 GB dulu.",
        "We'll keep the old pump.",
    ],
)
def test_what_an_agent_calls_a_decision_stays_in_any_talk(db: gagent_db.Database, text: str) -> None:
    opened(db, *TALK, by_agent(text))
    assert len(decisions(db)) == 1


def test_a_todo_is_open_in_any_talk(db: gagent_db.Database) -> None:
    opened(db, *TALK, by_agent("TODO: ask Mei for the token.\n- [ ] rotate the key"))
    values = [item.value for item in db.artifacts("unresolved").items]
    assert values == ["rotate the key", "TODO: ask Mei for the token."]


def test_tools_that_run_without_a_word_say_nothing_about_a_talk(db: gagent_db.Database) -> None:
    agreed = ["we decided to keep one region", "we agreed on nightly backups", "let's go with Postgres then"]
    run = [{**by_agent(""), "tool_calls": [{"tool_name": "read"}]}, {"role": "tool", "content": "x"}]
    opened(db, *map(by_user, agreed), *run * 12, by_agent("Data stays UTC."))
    assert decisions(db) == [*agreed, "Data stays UTC."]


def test_what_stands_before_the_first_answer_is_judged_again_with_it(db: gagent_db.Database) -> None:
    said = [
        by_user(REPORTS[1]),
        by_user("- [ ] ask Mei for the key"),
        by_user("ok thanks"),
        by_user("hello there"),
        by_user("cache udah dibersihin semua, tapi submit form masih 419"),
        ANSWER,
    ]
    opened(db, *said)
    one_by_one = [item.value for item in db.artifacts("unresolved").items]
    db.append(db.create_session(channel="cli").id, said)
    assert [item.value for item in db.artifacts("unresolved").items] == one_by_one
