"""Questions for a kind of thing: what was decided, which command it was, what is still open."""

from __future__ import annotations

from typing import Any

import pytest

import gagent_db
from gagent_db.recall import kinds
from gagent_db.recall.query import parse
from gagent_db.recall.search import search


def say(db: gagent_db.Database, *texts: str, **columns: Any) -> str:
    """A session of these messages; its id."""
    session = db.create_session(**{"channel": "cli", **columns})
    db.append(session.id, [{"role": "assistant", "content": text} for text in texts])
    return session.id


def found(db: gagent_db.Database, question: str, **filters: Any) -> list[str]:
    """Sessions that answer, best first."""
    return [item.session_id for item in search(db, question, limit=10, **filters).sessions]


@pytest.mark.parametrize(
    ("question", "kind", "alone"),
    [
        ("what did we decide", "decision", True),
        ("What was decided?", "decision", True),
        ("what did we decide last week?", "decision", True),
        ("what have we agreed on about the venue", "decision", False),
        ("decisions about the venue", "decision", False),
        ("did we decide on a database?", "decision", False),
        ("have we already agreed on a date", "decision", False),
        ("apa yang kita putuskan", "decision", True),
        ("keputusan soal server", "decision", False),
        ("what did Ana decide?", "decision", False),
        ("what has the board agreed on", "decision", False),
        ("which command was it?", "command", True),
        ("which rsync command was it?", "command", False),
        ("which shell commands did we run", "command", True),
        ("which other files came up", "path", True),
        ("what was the command for the swap file", "command", False),
        ("command to restart the bot", "command", False),
        ("perintah untuk restart bot apa", "command", False),
        ("which links came up?", "url", True),
        ("link to the invoice panel", "url", False),
        ("which files did we touch", "path", True),
        ("what is still open?", "unresolved", True),
        ("what's left to do for the release", "unresolved", False),
        ("open questions", "unresolved", True),
        ("what still needs to be done", "unresolved", True),
        ("my todo list", "unresolved", True),
        ("apa yang masih open", "unresolved", True),
        ("apa yang belum selesai", "unresolved", True),
    ],
)
def test_a_question_asks_for_a_kind_of_thing(question: str, kind: str, alone: bool) -> None:
    wanted = kinds.wanted(parse(question))
    assert wanted and (wanted.kind, wanted.alone) == (kind, alone)


@pytest.mark.parametrize(
    "query",
    [
        "what is open source",
        "open the file",
        "decisions",
        '"what did we decide"',
        "what did we decide NOT venue",
        "the link between sleep and memory",
        "command line",
        "todo app design",
        "the command failed again",
        "link the two pages",
        "who decided that",
        "",
    ],
)
def test_other_queries_ask_for_none(query: str) -> None:
    assert kinds.wanted(parse(query)) is None


def test_what_we_decided_is_found_in_whatever_words_it_was_said_the_latest_first(db: gagent_db.Database) -> None:
    older = say(db, "Let's go with swap, no bigger machine.", "Sure.")
    say(db, "We still have to decide what to do.", "What did they decide in the other team?")
    newer = say(db, "Decision: the choir meets on Tuesdays.")
    result = search(db, "what did we decide?")
    assert [item.session_id for item in result.sessions] == [newer, older]
    assert result.mode == "lexical" and result.total_sessions == 2
    hit = result.sessions[0].hits[0]
    assert "<mark>the choir meets on Tuesdays.</mark>" in hit.snippet and hit.matched == "lexical"
    assert hit.artifacts[0] == {"kind": "decision", "value": "the choir meets on Tuesdays."}


def test_what_is_still_open_leaves_out_what_was_closed(db: gagent_db.Database) -> None:
    say(db, "TODO: order the chairs.", "The chairs are ordered, done.")
    waiting = say(db, "TODO: call the caterer.")
    assert found(db, "what is still open?") == [waiting]


def test_where_nothing_of_the_kind_was_extracted_the_words_are_searched(db: gagent_db.Database) -> None:
    asked = say(db, "We decide about the venue another day.")
    assert found(db, "what did we decide?") == [asked]


def test_of_sessions_about_a_topic_the_one_that_decides_comes_first(db: gagent_db.Database) -> None:
    decides = say(db, "Which cache backend?", "We decided on Valkey as the cache backend.")
    say(db, "What should we decide for the cache backend?", "The cache backend needs a cache benchmark.")
    say(db, "cache backend log: cache miss, cache backend slow, cache backend down")
    assert found(db, "what did we decide about the cache backend?")[0] == decides


def test_an_item_behind_what_names_the_topic_answers_and_is_shown_first(db: gagent_db.Database) -> None:
    upgrade = say(db, "The Postgres upgrade: pg_upgrade is quick.", "It took long.", "TODO: install the extension.")
    say(db, "The Postgres upgrade: the guide is long.", "It took long.", "The extension is there.")
    first = search(db, "what is still open for the Postgres upgrade?").sessions[0]
    assert first.session_id == upgrade
    assert "<mark>TODO: install the extension.</mark>" in first.hits[0].snippet
    assert "is quick" in first.hits[1].snippet


def test_what_is_still_open_of_a_topic_leaves_out_what_was_closed(db: gagent_db.Database) -> None:
    say(db, "TODO: order the chairs for the party.", "The chairs are ordered, done.", "The party is on Friday.")
    waiting = say(db, "TODO: order the flowers for the party.", "Nobody is there.", "The party is on Friday.")
    say(db, "TODO: order the drinks for the party.", "The drinks are ordered, done.", "The party is on Friday.")
    assert found(db, "what is still open for the party?")[0] == waiting


def test_a_decision_that_is_hardly_near_in_meaning_comes_after_what_names_the_topic(db: gagent_db.Database) -> None:
    say(db, "We decided to pay the yearly charge for the car park.")
    names = say(db, "The boiler is broken again.", "Mr. Petrov wants a fee for the boiler.")
    assert found(db, "what did we decide about the boiler?")[0] == names


def test_filters_and_a_time_in_the_question_hold_for_kinds(db: gagent_db.Database) -> None:
    garden = say(db, "Decision: plant the beans in rows.", channel="telegram", chat_id="7")
    session = db.create_session(channel="cli")
    told = {"role": "user", "content": "Decision: paint the shed green.", "created_at": "2024-03-05T10:00:00.000Z"}
    db.append(session.id, [told])
    assert found(db, "what did we decide", channel="telegram") == [garden]
    assert found(db, "what did we decide", session=session.id) == [session.id]
    assert found(db, "what did we decide in March 2024")[0] == session.id
    assert found(db, "what did we decide")[0] == garden
