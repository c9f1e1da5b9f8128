"""A question that names a project or a channel is answered from there, though no message says the name."""

from __future__ import annotations

from typing import Any

import pytest

import gagent_db
from gagent_db.recall.places import Places, named
from gagent_db.recall.query import parse
from gagent_db.recall.search import search


def say(db: gagent_db.Database, *texts: str, **columns: Any) -> str:
    """A session of these messages; its id."""
    session = db.create_session(**{"channel": "claude-code", **columns})
    db.append(session.id, [{"role": "assistant", "content": text} for text in texts])
    return session.id


def found(db: gagent_db.Database, question: str, **filters: Any) -> list[str]:
    """Sessions that answer, best first."""
    return [item.session_id for item in search(db, question, limit=10, **filters).sessions]


@pytest.fixture
def projects(db: gagent_db.Database) -> dict[str, str]:
    """By project, a session in which the same was decided for the same reason."""
    return {
        name: say(
            db, "the deploy fails with a timeout", f"Decision: raise it to {at} minutes.", project=f"/home/ana/{name}"
        )
        for at, name in enumerate(("billing-api", "garden", "web"), 3)
    }


@pytest.mark.parametrize(
    ("question", "project"),
    [
        ("why did the deploy time out in billing-api", "billing-api"),
        ("deploy timeout billing api", "billing-api"),
        ("what did we decide about the timeout for the garden project", "garden"),
        ("what did we decide in the web repo?", "web"),
        ("garden", "garden"),
        ("what did we do in billing_api", "billing-api"),
        ("apa yang kita putuskan di garden", "garden"),
    ],
)
def test_a_session_of_the_project_comes_first(
    db: gagent_db.Database, projects: dict[str, str], question: str, project: str
) -> None:
    assert found(db, question)[0] == projects[project]


def test_a_question_that_names_only_the_project_is_answered_from_there_alone(
    db: gagent_db.Database, projects: dict[str, str]
) -> None:
    assert found(db, "what did we decide in billing-api?") == [projects["billing-api"]]


def test_where_no_such_item_is_in_the_project_what_was_said_there_answers(
    db: gagent_db.Database, projects: dict[str, str]
) -> None:
    assert found(db, "what is still open in garden?") == [projects["garden"]]


def test_a_message_that_says_the_name_elsewhere_is_found_as_well(
    db: gagent_db.Database, projects: dict[str, str]
) -> None:
    clone = say(db, "billing-api is cloned on the runner", project="/home/ana/infra")
    assert clone in found(db, "deploy timeout in billing-api")
    assert found(db, "billing-api cloned")[0] == clone


def test_a_channel_is_named_with_a_word_before_it(db: gagent_db.Database) -> None:
    oven = say(db, "the timeout of my oven is broken", channel="telegram")
    server = say(db, "the timeout of my server is broken", channel="slack")
    assert found(db, "the timeout on telegram")[0] == oven
    assert found(db, "what did I say about the timeout in slack")[0] == server


def test_a_common_word_is_no_place_unless_it_is_introduced(db: gagent_db.Database, projects: dict[str, str]) -> None:
    say(db, "hello", channel="telegram")
    with db.snapshot() as conn:
        assert named(conn, parse("the web page of the bakery")) == Places()
        assert named(conn, parse("how do I set up telegram")) == Places()
        assert named(conn, parse("what did we decide on telegram")).channels == ("telegram",)
        assert named(conn, parse("in web")).projects == ("/home/ana/web",)
        assert named(conn, parse("on telegram")).channels == ("telegram",)
        assert not named(conn, parse("the garden fence")).only


def test_what_was_decided_on_something_that_messages_name_is_no_place(db: gagent_db.Database) -> None:
    about = say(db, "Decision: no telegram bot before May", channel="slack")
    there = say(db, "Decision: no cats", channel="telegram")
    assert found(db, "what did we decide on telegram") == [about]
    assert found(db, "what did we decide on slack")[0] == about
    assert found(db, "what was decided in the telegram channel") == [there]


def test_operators_and_quotation_say_themselves_what_is_meant(db: gagent_db.Database, projects: dict[str, str]) -> None:
    with db.snapshot() as conn:
        for query in ('"billing-api"', "garden OR billing-api", "deploy -garden"):
            assert named(conn, parse(query)) == Places()


def test_a_place_is_looked_for_within_the_filters(db: gagent_db.Database, projects: dict[str, str]) -> None:
    assert found(db, "what did we decide in garden?", project="/home/ana/billing-api") == []
    assert found(db, "what did we decide in garden?", project="/home/ana/garden") == [projects["garden"]]
