"""Words that stand in more messages than are read for one: what is found of them, and that filters still hold."""

from __future__ import annotations

from pathlib import Path

import pytest

import gagent_db
from gagent_db.recall import lexical


@pytest.fixture
def crowd(db: gagent_db.Database, monkeypatch: pytest.MonkeyPatch) -> gagent_db.Database:
    """Two sessions of a project, far from each other, with 300 messages of others that say the same between them."""
    monkeypatch.setattr(lexical, "POSTINGS", 50)
    db.append(db.create_session(id="first", project="/srv/barn").id, [{"content": "the zebra sleeps in the barn"}])
    for number in range(10):
        db.create_session(id=f"other-{number}", project="/srv/field")
        db.append(f"other-{number}", [{"content": f"a zebra of the field, {n}"} for n in range(30)])
    db.append(db.create_session(id="last", project="/srv/barn").id, [{"content": "the barn has a zebra"}])
    return db


def found(db: gagent_db.Database, query: str, **filters: str) -> set[str]:
    return {session.session_id for session in db.search(query, limit=50, **filters).sessions}


def test_a_filter_finds_a_common_word_whatever_stands_between(crowd: gagent_db.Database) -> None:
    assert found(crowd, "zebra", project="/srv/barn") == {"first", "last"}
    assert found(crowd, "zebra", session="first") == {"first"}
    unfinished = crowd.search("zeb", project="/srv/barn")  # read in each range of the project: not only in the newest
    assert unfinished.mode == "lexical" and {item.session_id for item in unfinished.sessions} == {"first", "last"}


def test_nothing_but_common_words_finds_what_has_all_of_them_first_and_says_that_there_is_more(
    crowd: gagent_db.Database,
) -> None:
    result = crowd.search("zebra field")
    assert result.truncated and result.sessions and all("field" in item.hits[0].snippet for item in result.sessions)
    assert found(crowd, "zebra field").isdisjoint({"first", "last"})


def test_common_words_that_never_stand_together_find_what_has_any_of_them(crowd: gagent_db.Database) -> None:
    crowd.create_session(id="zoo", project="/srv/zoo")
    crowd.append("zoo", [{"content": f"a giraffe eats, {n}"} for n in range(60)])
    result = crowd.search("zebra giraffe", limit=50)
    assert result.mode == "relaxed" and result.truncated
    assert {"zoo", "last", "other-9"} <= {session.session_id for session in result.sessions}


def test_an_empty_project_has_no_common_word(crowd: gagent_db.Database, tmp_path: Path) -> None:
    crowd.create_session(id="empty", project="/srv/empty")
    assert found(crowd, "zebra", project="/srv/empty") == set() == found(crowd, "zebra", project=str(tmp_path))
