"""A search sees the database as it was when it began, whatever others commit between two of its statements."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from meanwhile import before_statement

from gagent_db.doctor import backup, restore
from gagent_db.recall.index import index_pending
from gagent_db.recall.search import search, search_messages
from gagent_db.recall.semantic import meaning_for
from gagent_db.store import messages, sessions
from gagent_db.store.database import Store

SAID = ["the zebra crossing is closed", "we moved the okapi to the second paddock", "giraffes eat acacia leaves"]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory, new_database: Path) -> Path:
    path = tmp_path_factory.mktemp("said") / "said.db"
    with Store.open(shutil.copy(new_database, path)) as store:
        for text in SAID:
            session = sessions.create_session(store, channel="cli")
            messages.append(store, session.id, [{"role": "user", "content": text}])
    return path


def test_vectors_that_are_made_during_a_search_do_not_disturb_it(said: Path, tmp_path: Path) -> None:
    for number in count():
        with Store.open(shutil.copy(said, tmp_path / f"{number}.db")) as store, Store.open(store.path) as other:
            seen = before_statement(store, number, lambda: index_pending(other))
            result = search(store, "okapi zebra")
            assert result.degraded is None and result.total_sessions >= 2, number
            if len(seen) <= number:
                break


def test_vectors_that_are_made_anew_during_a_search_do_not_disturb_it(said: Path, tmp_path: Path) -> None:
    with Store.open(shutil.copy(said, tmp_path)) as store, Store.open(store.path) as other:
        index_pending(other)
        expected = search(store, "okapi zebra").sessions
        for number in count():
            seen = before_statement(store, number, lambda: index_pending(other, rebuild=True))
            assert search(store, "okapi zebra").sessions == expected, number
            if len(seen) <= number:
                break


@pytest.mark.parametrize("look", [search, search_messages])
def test_a_session_that_is_deleted_during_a_search_is_in_its_answer(
    said: Path, tmp_path: Path, look: Callable[..., object]
) -> None:
    for number in count(2):  # BEGIN waits for the first SELECT: what is deleted between them is gone
        with Store.open(shutil.copy(said, tmp_path / f"{number}.db")) as store, Store.open(store.path) as other:
            (zebra,) = {hit.session_id for hit in search_messages(store, "zebra", mode="exact")}
            seen = before_statement(store, number, lambda: sessions.delete_session(other, zebra))  # noqa: B023
            assert zebra in str(look(store, "zebra crossing")), number
            if len(seen) <= number:
                break
            assert zebra not in str(look(store, "zebra crossing"))


def test_vectors_of_a_backup_that_takes_the_place_of_a_database_are_read_anew(said: Path, tmp_path: Path) -> None:
    with Store.open(shutil.copy(said, tmp_path)) as store:
        index_pending(store)
        backup(store, tmp_path / "backup.db")
        for texts in (["a new car"], ["what a fine day", "the lion sleeps", "an elephant drinks at the river"]):
            for text in texts:
                session = sessions.create_session(store, channel="cli")
                messages.append(store, session.id, [{"role": "user", "content": text}])
            index_pending(store)
            found = search_messages(store, "large animal near a stream", mode="semantic")
            if texts == ["a new car"]:
                restore(tmp_path / "backup.db", store.path)
        assert "elephant" in found[0].snippet
        with Store.open(store.path) as other:
            assert search_messages(other, "large animal near a stream", mode="semantic") == found


def test_what_a_write_takes_back_leaves_nothing_in_later_searches(said: Path, tmp_path: Path) -> None:
    with Store.open(shutil.copy(said, tmp_path)) as store:
        index_pending(store)
        kept = meaning_for(store)[0].cache.ids
        session = sessions.create_session(store, channel="cli").id

        def say(text: str) -> None:
            messages.append(store, session, [{"role": "user", "content": text}])

        def work(_: object) -> None:
            say("what a fine day")
            assert "fine day" in search_messages(store, "lovely weather", mode="semantic")[0].snippet
            assert meaning_for(store)[0].cache.ids is kept
            raise LookupError

        with pytest.raises(LookupError):
            store.write(work)
        assert meaning_for(store)[0].cache.ids is kept
        say("an elephant drinks at the river")  # with the id that was taken back
        assert "elephant" in search_messages(store, "large animal near a stream", mode="semantic")[0].snippet
        assert "elephant" not in str(search_messages(store, "lovely weather", mode="semantic")[:1])
