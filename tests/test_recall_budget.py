"""``max_chars``: an answer keeps to it and the best evidence stays."""

from __future__ import annotations

import html
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import gagent_db
from gagent_db.cli import main
from gagent_db.recall.search import search
from gagent_db.recall.snippets import shorter
from gagent_db.schema import fts
from gagent_db.store import messages, sessions
from gagent_db.store.database import Store


def fill(store: Store, texts: list[str]) -> str:
    session = sessions.create_session(store, channel="cli", title="Stripes")
    messages.append(store, session.id, [{"role": "user", "content": text} for text in texts])
    return session.id


@pytest.fixture(scope="module")
def stripes(open_new: Callable[[], gagent_db.Database]) -> Path:
    """An archive of six sessions, to be copied."""
    with open_new() as db:
        for n in range(6):
            fill(db, [f'before "{n}" ' * 60, f"zebra {n} " + "stripe é 条 " * 200, "after\n" * 200])
    return db.path


@pytest.fixture
def store(stripes: Path, db_path: Path) -> Iterator[Store]:
    with gagent_db.open(shutil.copy(stripes, db_path)) as db:
        yield db


@pytest.mark.parametrize("limit", [300, 350, 400, 500, 600, 700, 900, 1500, 4000, 20000])
@pytest.mark.parametrize("detail", ["full", "window", "snippet", "ids"])
def test_a_limit_is_obeyed_and_the_best_session_stays(store: Store, limit: int, detail: str) -> None:
    result = search(store, "zebra", limit=6, max_chars=limit, detail=detail)
    text = json.dumps(result.to_dict())
    assert len(text) <= limit
    assert "<mark>" in text and all(item.hit_count >= 1 and item.session_id for item in result.sessions)
    hit = json.loads(text)["sessions"][0]["hits"][0]
    assert hit["message_id"] and "…" in hit["snippet"]
    if len(result.sessions) < 6:
        following = search(store, "zebra", limit=6, cursor=result.next)
        assert result.truncated and len(following.sessions) == 6 - len(result.sessions)


@pytest.mark.parametrize("limit", [300, 400, 550, 700, 1000, 1500, 1900, 2500])
def test_every_hit_of_a_small_answer_keeps_its_origin(store: Store, limit: int) -> None:
    answer = search(store, "zebra", limit=6, max_chars=limit).to_dict()
    assert limit - len(json.dumps(answer)) < 160  # all of the room is used: there is more to show
    for item in answer["sessions"]:
        assert item["session_id"] and item["hit_count"] == 1
        for hit in item["hits"]:
            assert hit["message_id"] and (hit["role"], hit["matched"]) == ("user", "lexical")
            assert hit["created_at"].endswith("Z") and "<mark>zebra</mark>" in hit["snippet"] and "…" in hit["snippet"]


def test_a_small_answer_with_more_room_shows_at_least_as_many_sessions(store: Store) -> None:
    shown = [len(search(store, "zebra", limit=6, max_chars=limit).sessions) for limit in range(200, 2000, 50)]
    assert shown == sorted(shown) and shown[0] == 1 and shown[-1] == 3
    assert len(search(store, "zebra", limit=6, max_chars=8000).sessions) == 6


def test_further_hits_of_a_session_come_after_the_best_of_each(db: gagent_db.Database) -> None:
    fill(db, ["zebra crossing paint", "what of the zebra crossing", "zebra crossing lights"])
    fill(db, ["a zebra crossing elsewhere"])

    def shown(limit: int) -> list[tuple[int, int]]:
        answer = search(db, "zebra crossing", max_chars=limit).to_dict()
        assert answer["total_sessions"] == 2 and len(json.dumps(answer)) <= limit
        return [(len(item["hits"]), item["hit_count"]) for item in answer["sessions"]]

    assert [shown(limit) for limit in (450, 660, 900, 1400)] == [
        [(1, 3)], [(1, 3), (1, 1)], [(3, 3), (1, 1)], [(3, 3), (1, 1)],
    ]  # fmt: skip


def test_a_small_answer_shows_what_stands_beside_the_best_before_what_is_far_from_it(db: gagent_db.Database) -> None:
    asked = fill(db, ["which paint for the zebra crossing?", "Acrylic, in two coats."])
    far = fill(db, ["a crossing of two roads", "no paint there"])

    def shown(limit: int) -> list[tuple[str, list[str]]]:
        answer = search(db, "paint for the zebra crossing", max_chars=limit).to_dict()
        assert len(json.dumps(answer)) <= limit
        return [
            (item["session_id"], [line["content"] for hit in item["hits"] for line in hit.get("after", ())])
            for item in answer["sessions"]
        ]

    beside = ["Acrylic, in two coats."]
    assert shown(450) == [(asked, [])]
    assert shown(600) == [(asked, beside)]
    assert shown(1000) == [(asked, beside), (far, [])]


def test_what_is_far_from_the_best_is_told_in_full_where_the_best_leaves_room(db: gagent_db.Database) -> None:
    fill(db, ["which paint for the zebra crossing?", "acrylic " * 400])
    fill(db, ["a crossing of two roads", "tarmac " * 500])
    near, far = search(db, "paint for the zebra crossing", max_chars=7000).to_dict()["sessions"]
    assert near["url"] and near["hits"][0]["after"][0]["content"].endswith("acrylic ")
    assert far["url"] and "more characters" in far["hits"][0]["after"][0]["content"]


def test_a_damaged_index_is_still_told_in_a_small_answer(store: Store) -> None:
    store.write(lambda conn: fts.mark_stale(conn, "messages_fts", "a test"))
    answer = search(store, "zebra", limit=6, max_chars=400).to_dict()
    assert "index" in answer["degraded"] and answer["sessions"][0]["hits"][0]["role"] == "user"


def test_an_answer_without_results_obeys_a_limit_too(db: gagent_db.Database) -> None:
    fill(db, ["plain words"])
    db.write(lambda conn: fts.mark_stale(conn, "messages_fts", "a test of what is told in such a case"))
    answer = search(db, "xyzzy" * 100 + " channel:nosuch", max_chars=260).to_dict()
    assert len(json.dumps(answer)) <= 260 and answer["sessions"] == []
    assert answer["degraded"].startswith("The word index does not match") and answer["degraded"].endswith("…")


@pytest.mark.parametrize("limit", [200, 220, 250, 280])
def test_a_very_small_limit_is_obeyed_with_the_best_evidence_cut(store: Store, limit: int) -> None:
    for query in ("zebra 3", ""):
        text = json.dumps(search(store, query, limit=6, max_chars=limit).to_dict())
        answer = json.loads(text)
        assert len(text) <= limit and answer["ok"] and answer["truncated"] and len(answer["sessions"]) == 1
        assert not query or "<mark>" in answer["sessions"][0]["hits"][0]["snippet"]


def test_a_long_id_leaves_room_for_evidence_in_a_very_small_answer(db: gagent_db.Database) -> None:
    name = "40871af5-81a8-4388-9b91-45ce104716f7"
    session = sessions.create_session(db, id=name)
    messages.append(db, session.id, [{"content": "the zebra crossing " * 10}])
    db.write(lambda conn: conn.execute("UPDATE messages SET id = 7654321"))
    text = json.dumps(search(db, "zebra crossing", max_chars=200).to_dict())
    assert len(text) <= 200 and name in text and "7654321" in text and "<mark>zebra" in text


@pytest.mark.parametrize("limit", [1, 50, 120])
def test_below_what_any_answer_takes_the_evidence_is_a_few_words(store: Store, limit: int) -> None:
    (item,) = search(store, "zebra", max_chars=limit).to_dict()["sessions"]
    assert 0 < len(item["hits"][0]["snippet"]) <= 50 and "zebra" in item["hits"][0]["snippet"]


def test_more_room_never_shows_less(store: Store) -> None:
    shown = [len(json.dumps(search(store, "zebra", limit=6, max_chars=limit).to_dict())) for limit in (600, 3000, 9000)]
    assert shown == sorted(shown) and shown[-1] > 6000


@pytest.mark.parametrize("limit", [300, 600, 1500])
def test_recent_sessions_obey_a_limit_too(store: Store, limit: int) -> None:
    result = search(store, "", limit=6, max_chars=limit)
    assert len(json.dumps(result.to_dict())) <= limit and result.sessions and result.truncated


@pytest.mark.parametrize("query", ["", "gateway"])
@pytest.mark.parametrize("limit", [300, 400, 700, 1500])
def test_pages_of_small_answers_leave_no_session_out(db: gagent_db.Database, query: str, limit: int) -> None:
    names = ["x" * (4 + 37 * number % 61) for number in range(20)]
    for number, name in enumerate(names):  # some take so much room that the one behind would still fit
        session = db.create_session(channel="cli", id=f"s{number}{name}", title=name)
        db.append(session.id, [{"content": f"the gateway {'of the east ' * (number % 5)}{number}"}])
    wanted = [item.session_id for item in db.search(query, limit=50).sessions]
    shown: list[str] = []
    cursor = None
    while cursor is not None or not shown:
        result = db.search(query, limit=7, max_chars=limit, cursor=cursor)
        shown += [item.session_id for item in result.sessions]
        cursor = result.next
    assert shown == wanted


@pytest.mark.parametrize("query", ["", "gateway"])
@pytest.mark.parametrize("limit", [200, 240, 280, 330, 400, 480, 600])
def test_a_small_answer_names_its_next_page(db: gagent_db.Database, query: str, limit: int) -> None:
    for number in range(6):
        session = db.create_session(channel="cli", id=f"s{number}")
        db.append(session.id, [{"content": f"the gateway of the east is {number} " + "miles away " * 30}])
    shown: list[str] = []
    answer: dict[str, Any] = {"next": None}
    while answer["next"] or not shown:
        answer = db.search(query, limit=5, max_chars=limit, cursor=answer["next"]).to_dict()
        assert len(json.dumps(answer)) <= limit
        shown += [item["session_id"] for item in answer["sessions"]]
    assert shown == [item.session_id for item in db.search(query, limit=50).sessions]


def test_where_a_cursor_takes_too_much_room_the_evidence_stays(db: gagent_db.Database) -> None:
    for number in range(30):
        session = db.create_session(channel="cli", id=f"s{number}")
        db.append(session.id, [{"content": f"the gateway of the east is {number} " + "miles away " * 30}])
    cursor = db.search("gateway", limit=28).next
    answer = db.search("gateway", max_chars=200, cursor=cursor).to_dict()
    assert len(json.dumps(answer)) <= 200 and "next" not in answer and answer["truncated"]
    assert "<mark>gateway</mark>" in answer["sessions"][0]["hits"][0]["snippet"]


def test_a_long_query_and_a_long_literal_are_cut(store: Store) -> None:
    literal = "/srv/" + "deep/" * 80 + "file.txt"
    wanted = fill(store, [f"see {literal} there"])
    result = search(store, literal, max_chars=400)
    assert len(json.dumps(result.to_dict())) <= 400
    assert result.sessions[0].session_id == wanted and "<mark>" in result.sessions[0].hits[0].snippet


@pytest.mark.parametrize("limit", [300, 800, 1500])
def test_what_the_command_prints_obeys_the_limit(store: Store, limit: int) -> None:
    arguments = ["--db", str(store.path), "search", "zebra", "--max-chars", str(limit), "--json"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0 and len(result.output) <= limit and json.loads(result.output)["sessions"]


@given(st.text(alphabet="ab <>&é", max_size=60), st.text(alphabet="cd&", min_size=1, max_size=30), st.integers(18, 90))
def test_a_snippet_cut_shorter_stays_whole_markup(before: str, marked: str, length: int) -> None:
    text = f"{html.escape(before)}<mark>{html.escape(marked)}</mark>{html.escape(before)}"
    short = shorter(text, length)
    assert len(short) <= length
    assert short.count("<mark>") == short.count("</mark>")
    assert not re.search(r"&(?!\w+;)", short)
