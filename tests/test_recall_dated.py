"""A question that names a month with many sessions is answered from that month."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

import gagent_db
from gagent_db.recall.index import index_pending
from gagent_db.recall.search import search
from gagent_db.store import messages, sessions
from gagent_db.store.database import Store

TOPICS = ("garden", "boiler", "invoice", "bicycle", "printer", "holiday", "gateway", "backup")
MARCH, APRIL = date(2026, 3, 1), date(2026, 4, 1)


def talk(store: Store, day: date, *texts: str, channel: str = "chat") -> str:
    """A session of one day; its id."""
    at = f"{day}T08:00:00.000Z"
    session = sessions.create_session(store, channel=channel, chat_id="one", created_at=at, updated_at=at)
    messages.append(store, session.id, [{"role": "user", "content": text, "created_at": at} for text in texts])
    return session.id


def hundred(store: Store, first: date) -> None:
    """A hundred sessions of ordinary talk, four on each day from ``first`` on."""
    for number in range(100):
        topic = TOPICS[number % len(TOPICS)]
        day = first + timedelta(days=number // 4)
        talk(store, day, f"Can we talk about the {topic} again?", f"The {topic} number {number} is settled.")


def days(store: Store, question: str, **options: str) -> list[str]:
    """When the ten best sessions were held."""
    return [session.created_at[:10] for session in search(store, question, limit=10, **options).sessions]


@pytest.fixture(scope="module")
def two_months(open_new: Callable[[], gagent_db.Database]) -> Path:
    """An archive of March and April, to be copied."""
    with open_new() as db:
        hundred(db, MARCH)
        hundred(db, APRIL)
    return db.path


@pytest.fixture
def store(two_months: Path, db_path: Path) -> Iterator[Store]:
    with gagent_db.open(shutil.copy(two_months, db_path)) as db:
        yield db


@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize(
    "question",
    [
        "What did we talk about in March 2026?",
        "What was it in March?",
        "what happened in 2026-03?",
        "Apa yang kita bahas bulan Maret 2026?",
    ],
)
def test_sessions_of_the_month_come_first_where_there_are_many(store: Store, question: str, indexed: bool) -> None:
    if indexed:
        index_pending(store)
    found = days(store, question)
    assert len(found) == 10 and all(day.startswith("2026-03") for day in found)


def test_the_session_about_the_topic_comes_first_in_its_month(store: Store) -> None:
    talk(store, APRIL, "The violin needs new strings.", "The violin sounds better now.")
    wanted = talk(store, MARCH, "The violin was sold.")
    talk(store, APRIL, "The violin needs a bow.")
    assert search(store, "What did we say about the violin in March 2026?").sessions[0].session_id == wanted


def test_a_topic_that_newer_messages_repeat_is_found_in_its_month(store: Store) -> None:
    wanted = talk(store, MARCH, "The violin was sold.")
    for number in range(3):
        talk(store, date(2026, 6, 1 + number), *(f"The violin lesson {number} of {at}" for at in range(200)))
    assert search(store, "What did we say about the violin in March 2026?").sessions[0].session_id == wanted


def test_the_words_of_a_date_are_no_topic(store: Store) -> None:
    for number in range(5):
        talk(store, APRIL, f"The plan {number} for 2026 has a march in it.")
    assert all(day.startswith("2026-03") for day in days(store, "What was it in March 2026?"))


def test_the_best_of_other_months_is_still_found(store: Store) -> None:
    wanted = talk(store, APRIL, "The violin was sold.")
    found = search(store, "Did we sell the violin in March 2026?", limit=10).sessions
    assert wanted in [session.session_id for session in found]


def test_a_filter_leaves_what_it_allows_of_a_month_with_many_sessions(store: Store) -> None:
    hundred(store, MARCH)
    wanted = talk(store, MARCH, "Let us plant tomatoes.", channel="telegram")
    talk(store, date(2026, 4, 20), "Tomatoes are planted, what next?", channel="telegram")
    found = search(store, "What happened in March 2026?", channel="telegram").sessions
    assert found[0].session_id == wanted


@pytest.mark.parametrize("typed", ["Yuki 2026-03-14", "Yuki on March 14, 2026", "apa kata Yuki tanggal 14 Maret 2026"])
def test_the_words_of_a_date_tell_less_than_the_others(store: Store, typed: str) -> None:
    wanted = talk(store, date(2026, 3, 14), "lunch with Yuki was cancelled", "next time")
    for month in (7, 8, 9):
        log = [f"2026-0{month}-{day}T14:03:14 INFO march, tanggal {day} maret" for day in range(10, 20)]
        talk(store, date(2026, month, 20), *log)
    assert search(store, typed).sessions[0].session_id == wanted


@pytest.mark.parametrize(
    "question",
    [
        "what happened on 2026-03-09", "what did we talk about on March 9, 2026?", "2026-03-09",
        "messages from 9 March 2026", "apa yang kita bahas tanggal 9 Maret 2026?",
    ],
)  # fmt: skip
def test_a_question_for_nothing_but_a_day_is_answered_with_that_day(store: Store, question: str) -> None:
    talk(store, date(2026, 3, 11), "we talk, and talk, of what happened on the 9th: 2026, 03, 09 are numbers")
    found = search(store, question, limit=20)
    assert {session.created_at[:10] for session in found.sessions} == {"2026-03-09"} and found.total_sessions == 4
    assert found.sessions[0].hits[0].snippet.startswith("Can we talk about the ")


@pytest.mark.parametrize(
    "question", ["what did we talk about yesterday?", "what happened yesterday", "kemarin kita ngapain"]
)
def test_a_question_for_yesterday_is_answered_with_yesterday(store: Store, question: str) -> None:
    now = datetime.now().astimezone().date()
    talk(store, now - timedelta(days=20), "yesterday we talked about what happened kemarin")
    late = talk(store, now - timedelta(days=1), "the boiler is loud again")
    assert [session.session_id for session in search(store, question, limit=5).sessions] == [late]
    assert search(store, question, channel="elsewhere").sessions == []


def test_a_date_that_stands_as_it_was_typed_comes_first(store: Store) -> None:
    named = talk(store, APRIL, "the deadline is 2026-03-09")
    assert search(store, "2026-03-09").sessions[0].session_id == named


def test_a_time_at_which_nothing_was_said_is_answered_with_the_days_nearest_to_it(store: Store) -> None:
    talk(store, date(2026, 8, 2), "last friday we talked about what happened in July")
    found = search(store, "what did we talk about on 2026-07-09?")
    assert found.sessions == []
    assert found.hint == (
        "Nothing was said then (2026-07-09); the nearest days with a session: 2026-04-25 and 2026-08-02."
    )
    assert search(store, "what did we talk about on 9 July 2026?", channel="elsewhere").sessions == []


def test_where_nothing_was_said_on_a_day_what_names_the_day_answers(store: Store) -> None:
    named = talk(store, APRIL, "the deadline is on 9 July 2026")
    talk(store, APRIL, "9 volts, July, 2026 screws, what is on?")
    assert [item.session_id for item in search(store, "what is on 9 July 2026?").sessions] == [named]


@pytest.mark.parametrize("typed", ["july 9", "9 july", "what is on july 9 2026?", "July 9th, 2026"])
def test_a_day_of_no_session_is_found_where_it_is_written_in_another_order(store: Store, typed: str) -> None:
    named = talk(store, APRIL, "the deadline is on 9 July 2026")
    assert [item.session_id for item in search(store, typed).sessions] == [named]


@pytest.mark.parametrize("sort", ["relevance", "newest", "oldest"])
def test_a_period_holds_its_own_days_and_no_others(store: Store, sort: str) -> None:
    today = datetime.now().astimezone().date()
    monday = today - timedelta(days=today.weekday() + 7)
    kept = [talk(store, day, "the boiler is loud") for day in (monday, monday + timedelta(days=6))]
    for day in (monday - timedelta(days=1), monday + timedelta(days=7)):
        talk(store, day, "what happened last week with the boiler")
    wanted = kept if sort == "oldest" else kept[::-1]
    assert [
        item.session_id for item in search(store, "what happened last week?", limit=9, sort=sort).sessions
    ] == wanted


@pytest.mark.parametrize(
    "question", ["was haben wir gestern besprochen", "昨天我们聊了什么", "昨日何を話した", "qué hicimos ayer"]
)
def test_a_question_for_yesterday_in_another_language(store: Store, question: str) -> None:
    today = datetime.now().astimezone().date()
    late = talk(store, today - timedelta(days=1), "the boiler is loud again")
    talk(store, today, "昨天我们聊了什么, was haben wir gestern")
    assert [item.session_id for item in search(store, question).sessions] == [late]


def test_a_day_is_one_of_the_clock_here(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Jakarta")
    time.tzset()
    session = sessions.create_session(store, channel="chat", created_at="2026-06-09T20:00:00.000Z")
    messages.append(
        store, session.id, [{"role": "user", "content": "up early", "created_at": "2026-06-09T20:00:00.000Z"}]
    )
    found = [search(store, f"what happened on 2026-06-{day}").total_sessions for day in ("09", "10")]
    monkeypatch.undo()
    time.tzset()
    assert found == [0, 1]


@pytest.mark.parametrize("question", ["9999-12-31T23:59:59Z", "what happened on 31 December 9999?", "12/31/9999"])
def test_the_last_day_of_the_calendar_is_no_error(store: Store, question: str) -> None:
    kept = talk(store, date(2026, 5, 4), f"the archive is kept until {question}")
    assert search(store, question).sessions[0].session_id == kept


@pytest.mark.parametrize("typed", ["last week tonight", "on sunday", "the day before yesterday", "yesterday once more"])
def test_what_stands_as_it_was_typed_comes_before_the_days_it_may_mean(store: Store, typed: str) -> None:
    today = datetime.now().astimezone().date()
    for back in range(1, 9):
        talk(store, today - timedelta(days=back), "the boiler is loud")
    kept = talk(store, today - timedelta(days=20), f"we saw {typed} again")
    assert search(store, typed).sessions[0].session_id == kept


def test_a_session_whose_time_is_no_date_is_no_error(store: Store) -> None:
    kept = talk(store, MARCH, "the tax is paid")
    store.write(lambda conn: conn.execute("UPDATE sessions SET updated_at = 'zzzz' WHERE id <> ?", (kept,)))
    assert search(store, "tax in march").sessions[0].session_id == kept


def test_of_a_named_time_what_a_machine_said_of_the_topic_comes_before_talk_of_other_things(
    open_new: Callable[[], gagent_db.Database],
) -> None:
    with open_new() as db:
        hundred(db, MARCH)
        for day in (date(2026, 10, 3), date(2026, 10, 24)):
            talk(db, day, "The new shelf is too short.", "Then we return the shelf.")
        failed = talk(
            db, date(2026, 10, 21), "[cron] nightly backup", "The backup did not run: it is locked.", channel="cron"
        )
        talk(db, date(2026, 11, 12), "[cron] nightly backup", "The backup finished.", channel="cron")
        assert search(db, "backup problems in october 2026").sessions[0].session_id == failed
