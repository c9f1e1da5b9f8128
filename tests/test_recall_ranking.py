"""What makes one message a better answer than another: forms of words, who spoke, who only asked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gagent_db
from gagent_db.recall import rank
from gagent_db.recall.english import irregular_forms
from gagent_db.recall.index import index_pending
from gagent_db.recall.query import parse
from gagent_db.recall.search import search, search_messages
from gagent_db.recall.words import only_asks
from gagent_db.store import messages, sessions
from gagent_db.store.database import Store


def say(store: Store, *texts: str, **columns: Any) -> str:
    """A session of these messages; its id."""
    session = sessions.create_session(store, **{"channel": "chat", "chat_id": "one", **columns})
    messages.append(store, session.id, [{"role": "user", "content": text} for text in texts])
    return session.id


def texts_of(store: Store, question: str, mode: str = "lexical") -> list[str]:
    """What the flat ranking finds, best first."""
    rows = {row["id"]: row["content"] for row in store.read().execute("SELECT id, content FROM messages")}
    return [rows[hit.message_id] for hit in search_messages(store, question, mode=mode)]


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
    found = search(store, "who painted the red canoe?", mode="lexical").sessions
    assert found[0].session_id == asked  # as good as the other, and newer


# -- who took part -----------------------------------------------------------------------------------


def test_sessions_in_which_the_one_named_takes_part_come_first(store: Store) -> None:
    for _ in range(5):
        say(store, "Ana: good morning", "Budi: hello Ana", chat_id="ours")
        say(store, "Chika: good morning", "Dodi: hello Chika", chat_id="theirs")
    ours = say(store, "Ana: the boat was a gift", "Budi: lucky you", chat_id="ours")
    theirs = say(store, "Chika: the boat was a gift", "Dodi: lucky you", chat_id="theirs")
    for name, session in (("Ana", ours), ("Budi", ours), ("Chika", theirs), ("Dodi", theirs)):
        assert search(store, f"who gave {name} a vessel to sail?").sessions[0].session_id == session


def test_of_two_messages_found_by_meaning_the_one_by_whom_the_question_names_comes_first(store: Store) -> None:
    for _ in range(3):
        say(store, "Ana: good morning", "Budi: hello Ana", "Ana: lovely day", "Budi: it is")
    say(store, "Ana: I like the harbour", "Budi: hello", "Ana: the boat was a gift")
    say(store, "Ana: I like the harbour", "Ana: hello", "Budi: the boat was a gift")
    found = texts_of(store, "who gave Ana a vessel to sail?", mode="auto")
    assert found[:2] == ["Ana: the boat was a gift", "Budi: the boat was a gift"]


# -- sessions as wholes ------------------------------------------------------------------------------


def test_from_the_fourth_place_on_a_session_that_keeps_speaking_of_it_comes_first(store: Store) -> None:
    small_talk = [f"Nothing much happened on day {day}" for day in range(8)]
    best = [say(store, f"Turtles: the {colour} turtle tank", *small_talk) for colour in ("green", "blue", "red")]
    once = [say(store, "We saw a turtle", *small_talk) for _ in range(4)]
    often = say(store, *[text for day in small_talk for text in (day, "Then he looked at that turtle")][:9])
    found = [item.session_id for item in search(store, "turtle tank?", mode="lexical", limit=20).sessions]
    assert set(found[:3]) == set(best)
    assert found[3] == often
    assert set(found[4:]) == set(once)


def test_a_long_session_must_speak_of_it_oftener() -> None:
    ids = np.array([5, 15, 25, 26, 27])
    short, long, dense = rank.breadth([ids], [(1, 10, 10), (11, 20, 100), (21, 30, 10)])
    assert long < short < dense


def test_what_others_wrote_in_between_is_not_counted_for_a_session() -> None:
    ids = np.arange(1, 41)  # every message
    alone, mixed = rank.breadth([ids, np.array([100])], [(1, 10, 10), (21, 40, 10)])
    assert alone == pytest.approx(mixed)
    assert rank.breadth([], [(1, 10, 10)]) == [0.0]
    assert rank.breadth([ids], []) == []


# -- words of a question that stand nowhere, or everywhere -------------------------------------------


@pytest.mark.parametrize(
    ("question", "stands"),
    [
        ("What is planned for the shelter funraiser in June?", "The fundraiser begins at noon"),
        ("Which torunament did the shelter win?", "That tournament was theirs"),
    ],
)
def test_a_misspelled_word_of_a_question_is_looked_for_as_it_is_spelled_here(
    store: Store, question: str, stands: str
) -> None:
    say(store, "The shelter is full", stands, "The shelter won nothing in June")
    index_pending(store)
    assert stands in texts_of(store, question)


def test_an_english_word_of_a_question_that_stands_nowhere_is_not_taken_for_another(store: Store) -> None:
    say(store, "The shelter is full")
    say(store, "He brought the keys")
    index_pending(store)
    assert "He brought the keys" not in texts_of(store, "How did the drought change the shelter?")


@pytest.mark.parametrize(
    "typed", ["where is the art by Turner?", "the art of Turner", "Turner art", "art gallery fees"]
)
def test_an_english_word_beside_others_is_no_piece_of_another(store: Store, typed: str) -> None:
    wanted = "the gallery shows watercolours by Turner until Sunday"
    say(store, wanted)
    say(store, "start the chart of departments", "then the cart of parts")
    index_pending(store)
    assert texts_of(store, typed)[0] == wanted
    assert "<mark>art</mark>" not in search(store, typed).sessions[-1].hits[0].snippet


@pytest.mark.parametrize("typed", ["form", "makan", "fron"])
def test_a_word_that_stands_nowhere_is_not_taken_for_a_function_word(store: Store, typed: str) -> None:
    say(store, "for a while, and from here", "saya akan kirim")
    index_pending(store)
    assert search(store, typed).sessions == []


def test_of_equal_messages_the_one_with_the_weak_words_of_the_question_too_comes_first(store: Store) -> None:
    say(store, "Hey! The store's doing great", chat_id="one")
    say(store, "Hey! The store's got a roof", chat_id="two")
    assert texts_of(store, "How is the store doing?")[0] == "Hey! The store's doing great"


# -- the first and the latest ------------------------------------------------------------------------

AS_TOLD = (
    "The parcels get their labels from the printer in hall two.",
    "The parcels get their labels from the printer in hall five.",
    "The parcels get their labels from the printer in hall nine.",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where did the parcels get their labels first?", AS_TOLD[0]),
        ("Which printer did the parcels originally get their labels from?", AS_TOLD[0]),
        ("What is the latest on the labels of the parcels?", AS_TOLD[2]),
        ("Where do the parcels currently get their labels?", AS_TOLD[2]),
        ("Where do the parcels get their labels now, and why?", AS_TOLD[2]),
        ("sejak kapan label parcels dari printer?", AS_TOLD[0]),
        ("label parcels sekarang dari printer mana?", AS_TOLD[2]),
        ("current printer labels parcels", AS_TOLD[2]),
        ("printer currently used for labels of parcels", AS_TOLD[2]),
    ],
)
def test_asked_for_the_first_or_the_latest_the_time_of_what_was_said_decides(
    store: Store, question: str, answer: str
) -> None:
    session_of = {}
    for month, text in enumerate(AS_TOLD, start=3):
        session = sessions.create_session(store, channel="chat")
        session_of[text] = session.id
        at = f"2026-0{month}-01T08:00:00+00:00"
        messages.append(store, session.id, [{"role": "user", "content": text, "created_at": at}])
    assert texts_of(store, question)[0] == answer
    assert search(store, question).sessions[0].session_id == session_of[answer]


def test_first_and_latest_are_hints_that_a_better_answer_outweighs(store: Store) -> None:
    asked = "Which printer first made the labels of the parcels?"
    for month, text in ((3, "Parcels are late."), (5, "The first labels of the parcels the printer made were blue.")):
        session = sessions.create_session(store, channel="chat")
        messages.append(
            store, session.id, [{"role": "user", "content": text, "created_at": f"2026-0{month}-01T08:00:00"}]
        )
    assert texts_of(store, asked)[0].startswith("The first labels")


def test_the_present_state_may_be_told_in_fewer_of_the_words(store: Store) -> None:
    say(store, "the size of the hall", "the size of the desk", "a size for shoes", "no size fits")
    told = ("The pool size of parcel is 20.", "Shrink the pool of parcel to 8.")
    for month, text in enumerate(told, start=3):
        session = sessions.create_session(store, channel="chat")
        at = f"2026-0{month}-01T08:00:00"
        messages.append(store, session.id, [{"role": "user", "content": text, "created_at": at}])
    assert texts_of(store, "current pool size parcel")[0] == told[1]
    assert texts_of(store, "pool size parcel")[0] == told[0]


def test_the_age_of_messages_of_one_time_says_nothing() -> None:
    assert len(set(rank.by_age(["2026-01-01", "2026-01-01"], [1.0, 0.5], newest=True))) == 1
    assert rank.by_age([], [], newest=False) == []


def test_what_is_far_from_the_best_does_not_tell_which_answers_are_old() -> None:
    times, scores = ["2026-01-01", "2026-05-01", "2026-06-01", "2026-09-01"], [0.1, 1.0, 0.9, 0.1]
    assert rank.by_age(times, scores, newest=True) == [0.0, 0.0, rank.ORDER, rank.ORDER]


# -- sessions: what stands around a message, and who wrote it --------------------------------------------


def test_what_machines_say_comes_after_people(store: Store) -> None:
    people = say(store, "the backup of the ledger ran fine")
    say(store, "the backup of the ledger ran fine, says the timer", channel="cron")
    say(store, "This session is being continued from a previous conversation: the backup of the ledger ran fine")
    assert search(store, "ledger backup").sessions[0].session_id == people


@pytest.mark.parametrize("query", ["gateway", "gateway health", "Gateway"])
def test_what_machines_say_comes_after_people_though_it_holds_the_words_as_typed(store: Store, query: str) -> None:
    people = say(store, "The gateway health is worrying me: it dies every night around 3am, and nobody knows why")
    for _ in range(5):
        session = sessions.create_session(store, channel="cron", title="gateway health")
        texts = ("[cron] gateway health check: run the checklist", "HEARTBEAT_OK gateway health fine")
        messages.append(store, session.id, [{"content": text} for text in texts])
    assert search(store, query).sessions[0].session_id == people


def test_what_people_say_counts_in_full_behind_a_line_of_a_machine(store: Store) -> None:
    text = "we put the zebra ledger up on the wall"
    say(store, "<system-reminder>zebra ledger backup</system-reminder>", "the paint is dry", "and the table set", text)
    say(store, "nothing to report", "the paint is dry", "and the table set", text)
    behind, alone = sorted(hit.message_id for hit in search_messages(store, text, mode="exact"))
    scores = {hit.message_id: hit.score for hit in search_messages(store, "zebra ledger backup", mode="lexical")}
    assert scores[behind] >= scores[alone] > 0


def test_a_line_of_a_machine_comes_before_what_has_its_words_only(store: Store) -> None:
    say(store, "the check ran over the disk, and health is fine, as the gateway told us")
    log = say(store, "HEARTBEAT gateway disk check fine", channel="cron")
    assert search(store, "gateway disk check").sessions[0].session_id == log


def test_what_machines_repeat_in_every_session_is_shown_once(store: Store) -> None:
    for _ in range(4):
        say(store, "This session is being continued from a previous conversation about zebras. " + "It was long. " * 9)
    people = say(store, "zebras, then")
    result = search(store, "zebras", limit=9, mode="lexical")
    assert len(result.sessions) == 2 and result.sessions[0].session_id == people


@pytest.mark.parametrize("query", ["oak gate", "oak AND gate", "gate/oak.txt", "the oak gate is"])
def test_of_equal_answers_the_latest_comes_first_whatever_was_imported_first(store: Store, query: str) -> None:
    days = [3, 1, 4, 2]
    for day in days:
        session = sessions.create_session(store, channel="chat", created_at=f"2026-05-0{day}")
        text = "the oak gate is in gate/oak.txt"
        messages.append(store, session.id, [{"content": text, "created_at": f"2026-05-0{day}T10:00:00Z"}])
    found = search(store, query, limit=4).sessions
    assert [item.hits[0].created_at[9] for item in found] == ["4", "3", "2", "1"]


def test_neighbouring_turns_count(store: Store) -> None:
    wanted = say(store, "Which database should the ledger use?", "Postgres, because of the extensions.")
    say(store, "Postgres is a fine word")
    say(store, "The ledger is closed")
    assert search(store, "ledger database Postgres").sessions[0].session_id == wanted


def test_neighbours_are_those_of_the_session_when_several_are_written_at_once(store: Store) -> None:
    lives = [say(store, chat_id=str(number)) for number in range(5)]
    told = {(6, 2): "Where does the ledger live?", (7, 2): "On the blue shelf."}
    for turn in range(12):
        for at, session in enumerate(lives):
            messages.append(store, session, [{"content": told.get((turn, at), "hm")}])
    say(store, "The ledger is closed")
    say(store, "A shelf for shoes")
    hits = search_messages(store, "ledger shelf", mode="lexical", limit=2)
    assert {hit.session_id for hit in hits} == {lives[2]}
    assert search(store, "ledger shelf").sessions[0].session_id == lives[2]


def test_a_session_is_found_by_its_title(store: Store) -> None:
    wanted = say(store, "let us begin", "fine", title="Quarterly walrus census")
    say(store, "nothing to see", title="Other things")
    (found,) = search(store, "walrus census", mode="lexical").sessions
    assert found.session_id == wanted
    assert found.hits[0].message_id == messages.history(store, wanted)[0].id


def test_a_title_taken_from_a_later_message_is_no_hit_of_its_own(store: Store) -> None:
    wanted = say(store, "You are a helpful agent.", "count the walrus colony", "done", title="count the walrus colony")
    (found,) = search(store, "walrus colony").sessions
    assert [hit.message_id for hit in found.hits] == [messages.history(store, wanted)[1].id]
    assert found.hit_count == 1


@pytest.mark.parametrize("query", ["nd", "art", "rus", "rt", "star cen"])
def test_letters_inside_the_words_of_a_title_are_none_of_its_words(store: Store, query: str) -> None:
    say(store, "let us begin", "fine", title="Weekend: start of the walrus census")
    found = search(store, query)
    assert all("<mark>" in hit.snippet for item in found.sessions for hit in item.hits) and found.mode != "lexical"


@pytest.mark.parametrize("query", ["census", "census count", "census of 24"])
def test_a_title_is_found_by_the_beginnings_of_its_words(store: Store, query: str) -> None:
    wanted = say(store, "let us begin", "fine", title="Walrus censuses (counted in 24 bays of the north)")
    (found,) = search(store, query, mode="lexical").sessions
    assert found.session_id == wanted


@pytest.mark.parametrize("query", ["Walrus census report 3.1", "the walrus census report 3.1", "walrus census report"])
def test_the_session_whose_title_is_typed_comes_first(store: Store, query: str) -> None:
    wanted = say(store, "GET /bays takes 4 seconds", "no wonder", title="Walrus census report 3.1")
    say(store, "which report counts the walrus", "the report of June", title="Bays")
    say(store, "a walrus is late today", "the census, too", title="Late walrus")
    assert search(store, query).sessions[0].session_id == wanted


def test_the_session_whose_title_is_typed_has_at_least_the_second_place(store: Store) -> None:
    wanted = say(store, "let us begin", "fine", title="walrus census")
    for at in range(4):
        say(store, f"walrus census {at} begins", f"the walrus census {at} is over", f"walrus census {at}", title="Bay")
    assert search(store, "walrus census", limit=5).sessions[1].session_id == wanted


def test_a_title_with_only_some_more_words_than_typed_still_helps(store: Store) -> None:
    say(store, "the walrus has a count", title="Bay")
    wanted = say(
        store, "the walrus has a count", "of one", title="How to count each walrus of the northern bays by hand"
    )
    say(store, "the walrus has a count", title="Bay")
    assert search(store, "count walrus").sessions[0].session_id == wanted


def test_a_title_made_from_the_first_message_does_not_count_beside_it(store: Store) -> None:
    say(store, "walrus census", "fine", title="walrus census")
    better = say(store, "the walrus census", "the walrus census of May", title="Bay")
    assert search(store, "walrus census").sessions[0].session_id == better


@pytest.mark.parametrize("query", ["übersicht der ämter", "Übersicht der Ämter", "деплой сервера"])
def test_a_title_is_found_in_either_case_of_its_letters(store: Store, query: str) -> None:
    wanted = [say(store, "let us begin", title=title) for title in ("Übersicht der Ämter", "Деплой сервера")]
    assert search(store, query).sessions[0].session_id == wanted[query.lower().startswith("д")]


def test_a_name_in_the_question_means_who_spoke(store: Store) -> None:
    talk = [f"{'Ana' if number % 2 else 'Budi'}: filler number {number}" for number in range(20)]
    say(store, *talk, "Ana: I bought a canoe", "Budi: I sold a canoe", "Ana: nice")
    assert texts_of(store, "what did Budi say about the canoe", "auto")[0] == "Budi: I sold a canoe"
    assert texts_of(store, "what did Ana say about the canoe", "auto")[0] == "Ana: I bought a canoe"


def test_a_date_in_the_question_is_a_hint(store: Store) -> None:
    for month in ("03", "07", "09"):
        session = say(store, created_at=f"2024-{month}-10T00:00:00Z")
        at = f"2024-{month}-10T10:00:00Z"
        messages.append(store, session, [{"content": f"deployed the gateway {month}", "created_at": at}])
    assert texts_of(store, "gateway deployment in July 2024", "auto")[0] == "deployed the gateway 07"


def test_what_was_said_in_a_month_comes_before_what_was_said_a_few_days_later(store: Store) -> None:
    told = (
        ("2026-07-09", "the issue about postgres is closed"),
        ("2026-08-05", "a postgres table for the keys, in july"),
    )
    for day, text in told:
        at = f"{day}T10:00:00Z"
        session = say(store, created_at=at, updated_at=at)
        messages.append(store, session, [{"content": text, "created_at": at}])
    assert texts_of(store, "what did I do with postgres in july", "auto")[0] == told[0][1]


# -- words that tell more, and words that tell nothing ----------------------------------------------


def test_a_name_the_vectors_do_not_know_counts_more_than_what_is_near_in_meaning(store: Store) -> None:
    wanted = say(store, "separate thing. DFG result came: bewilligt!! but 180k statt 203", "Congratulations!")
    for text in (
        "GLS said no budget this year, so thats dead",
        "mama pengen ke kyoto, budget 35jt berdua",
        "undangan nikah: minimal 100 pcs, di bawah itu ga nutup ongkos cetak",
    ):
        say(store, text)
    index_pending(store)
    assert search(store, "DFG budget granted").sessions[0].session_id == wanted


@pytest.mark.parametrize(
    ("typed", "looked_for"),
    [
        ("was war im Juli mit dem Antrag", ["juli", "antrag"]), ("wurde der Antrag bewilligt", ["antrag", "bewilligt"]),
        ("le fichier de config est dans le dossier", ["fichier", "config", "dossier"]),
        ("qué dijimos sobre la base de datos", ["dijimos", "base", "datos"]),
        ("die hard movie", ["die", "hard", "movie"]), ("war of the worlds", ["war", "worlds"]),
        ("MIT license", ["mit", "license"]), ("pour over coffee", ["pour", "coffee"]), ("DER cert", ["der", "cert"]),
        ("is the tax paid yet", ["tax", "paid"]), ("der mit dem", ["der", "mit", "dem"]),
    ],
)  # fmt: skip
def test_function_words_are_those_of_the_language_of_the_query(typed: str, looked_for: list[str]) -> None:
    assert [term.text for term in parse(typed).terms] == looked_for


def test_a_long_text_that_holds_a_word_or_two_comes_after_what_is_near_in_meaning(store: Store) -> None:
    wanted = "the little child is ill with a fever, we informed the teacher"
    filler = " ".join(f"word{at} " * 3 for at in range(2000))
    say(store, "run the report", f"{filler} the sick rose of the flags {filler}", "that was the report")
    say(store, wanted, "get well soon")
    index_pending(store)
    assert texts_of(store, "who was told about the sick kid", "auto")[0] == wanted
    first = search(store, "who was told about the sick kid").sessions[0].hits[0]
    assert first.matched == "semantic"


def test_a_long_text_with_all_the_words_still_comes_first(store: Store) -> None:
    filler = " ".join(f"word{at} " * 3 for at in range(2000))
    (wanted,) = [f"{filler} the sick rose of the flags {filler}"]
    say(store, "the rose is fine", wanted, "a flag is a flag")
    index_pending(store)
    assert texts_of(store, "sick rose flags")[0] == wanted
