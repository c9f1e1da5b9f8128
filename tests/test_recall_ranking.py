"""What makes one message a better answer than another: forms of words, who spoke, who only asked."""

from __future__ import annotations

import pytest

import gagent_db
from gagent_db import recall
from gagent_db.recall.english import irregular_forms
from gagent_db.recall.words import only_asks
from gagent_db.store import messages, sessions
from gagent_db.store.database import Store


def say(store: Store, *texts: str, chat_id: str = "one") -> str:
    """A session of these messages; its id."""
    session = sessions.create_session(store, channel="chat", chat_id=chat_id)
    messages.append(store, session.id, [{"role": "user", "content": text} for text in texts])
    return session.id


def texts_of(store: Store, question: str, mode: str = "lexical") -> list[str]:
    """What the flat ranking finds, best first."""
    rows = {row["id"]: row["content"] for row in store.read().execute("SELECT id, content FROM messages")}
    return [rows[hit.message_id] for hit in recall.search_messages(store, question, mode=mode)]


@pytest.fixture
def store(db: gagent_db.Database) -> Store:
    return db


# -- forms a stemmer does not reach ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "stands"),
    [
        ("buying", "We bought a canoe"),
        ("written", "Who wrote the migration"),
        ("rewrite", "It was rewritten in June"),
        ("children", "A child was there"),
        ("indexes", "Both indices are stale"),
        ("hypothesis", "Two hypotheses are left"),
        ("running", "They ran the suite"),
        ("frozen", "The old disk froze"),
        ("colours", "The color of the button"),
        ("authorisation", "The authorization header is missing"),
        ("organizing", "She organised the trip"),
    ],
)
def test_irregular_forms_and_other_spellings_are_the_same_word(store: Store, typed: str, stands: str) -> None:
    say(store, "Nothing of that sort", stands, "See you tomorrow")
    assert texts_of(store, typed)[0] == stands
    assert texts_of(store, stands.split()[-1])[0] == stands


def test_every_form_of_a_word_leads_to_every_other() -> None:
    assert irregular_forms("write") == ["written", "wrote"]
    for form in irregular_forms("write"):
        assert "write" in irregular_forms(form)
    assert irregular_forms("writing") == ["write", "written", "wrote"]


@pytest.mark.parametrize("word", ["deploy", "gateway", "is", "zzz", "书", "arsipkan", "naïve"])
def test_a_regular_or_unknown_word_has_no_other_form(word: str) -> None:
    assert irregular_forms(word) == []


def test_a_quoted_word_is_only_itself(store: Store) -> None:
    say(store, "We bought a canoe", "We buy canoes")
    assert texts_of(store, '"buy canoes"') == ["We buy canoes"]


# -- who asks does not answer ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("How long have you had the canoe?", True),
        ("Ana: nice! How long have you had the canoe? 😊", True),
        ("どこで買いましたか？", True),
        ("I had the canoe for three years.", False),
        ("Really? I had no idea.", False),
        ("See https://example.org/find?q=canoe", False),
        ("The canoe is stored in the shed behind the house, the paddles are in the attic. More?", False),
        ("", False),
    ],
)
def test_a_text_asks_when_its_last_question_is_a_good_part_of_it(text: str, asks: bool) -> None:
    assert only_asks(text) is asks


def test_asked_a_question_the_answer_comes_before_who_asked_the_same(store: Store) -> None:
    answer, asked = "My sister painted the red canoe.", "Who has painted the red canoe?"
    say(store, answer)
    say(store, asked)
    assert texts_of(store, "who painted the red canoe?") == [answer, asked]


def test_words_that_ask_nothing_find_questions_as_well_as_answers(store: Store) -> None:
    say(store, "the red canoe")
    say(store, "a red canoe?")
    assert texts_of(store, "red canoe")[0] == "a red canoe?"


def test_a_session_in_which_it_was_asked_does_not_lose_by_that(store: Store) -> None:
    say(store, "My sister painted the red canoe.")
    asked = say(store, "Who has painted the red canoe?")
    found = recall.search(store, "who painted the red canoe?", mode="lexical").sessions
    assert found[0].session_id == asked  # as good as the other, and newer


# -- who took part -----------------------------------------------------------------------------------


def test_sessions_in_which_the_one_named_takes_part_come_first(store: Store) -> None:
    for _ in range(5):
        say(store, "Ana: good morning", "Budi: hello Ana", chat_id="ours")
        say(store, "Chika: good morning", "Dodi: hello Chika", chat_id="theirs")
    ours = say(store, "Ana: the boat was a gift", "Budi: lucky you", chat_id="ours")
    theirs = say(store, "Chika: the boat was a gift", "Dodi: lucky you", chat_id="theirs")
    for name, session in (("Ana", ours), ("Budi", ours), ("Chika", theirs), ("Dodi", theirs)):
        assert recall.search(store, f"who gave {name} a vessel to sail?").sessions[0].session_id == session


def test_of_two_messages_found_by_meaning_the_one_by_whom_the_question_names_comes_first(store: Store) -> None:
    for _ in range(3):
        say(store, "Ana: good morning", "Budi: hello Ana", "Ana: lovely day", "Budi: it is")
    say(store, "Ana: I like the harbour", "Budi: hello", "Ana: the boat was a gift")
    say(store, "Ana: I like the harbour", "Ana: hello", "Budi: the boat was a gift")
    found = texts_of(store, "who gave Ana a vessel to sail?", mode="auto")
    assert found[:2] == ["Ana: the boat was a gift", "Budi: the boat was a gift"]
