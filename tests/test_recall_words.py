"""Words typed: beginnings, what counts as found, operators, and where the marks are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gagent_db
from gagent_db.recall.index import index_pending
from gagent_db.recall.query import parse
from gagent_db.recall.results import SearchResult
from gagent_db.recall.search import search, search_messages
from gagent_db.store import messages, sessions
from gagent_db.store.database import Store
from gagent_db.web import demo


def say(store: Store, *texts: str, role: str = "user") -> list[int]:
    """A session of these messages; their ids."""
    session = sessions.create_session(store, channel="cli")
    return messages.append(store, session.id, [{"role": role, "content": text} for text in texts])


def snippet(store: Store, query: str, **options: Any) -> str:
    """The snippet of the first hit."""
    return search(store, query, **options).sessions[0].hits[0].snippet


@pytest.fixture
def store(db: gagent_db.Database) -> Store:
    return db


@pytest.fixture
def demo_store(store: Store) -> Store:
    demo.fill(store)
    index_pending(store)
    return store


# -- the last word as a beginning --------------------------------------------------------------------


@pytest.mark.parametrize("indexed", [False, True], ids=["fresh", "indexed"])
@pytest.mark.parametrize(
    ("query", "marked"),
    [
        ("ngin", "nginx"),
        ("dock", "docker"),
        ("docke", "docker"),
        ("doc", "docker"),
        ("nginx dock", "docker"),
        ("kubern", "kubernetes"),
        ("the kubern", "kubernetes"),
    ],
)
def test_the_last_word_may_be_the_beginning_of_one(store: Store, query: str, marked: str, indexed: bool) -> None:
    say(store, "We deployed nginx with docker", "beside the kubernetes cluster")
    if indexed:
        index_pending(store)
    result = search(store, query)
    assert result.mode == "lexical" and result.total_sessions == 1
    assert f"<mark>{marked}</mark>" in result.sessions[0].hits[0].snippet
    assert search(store, query, sort="newest").sessions


@pytest.mark.parametrize("query", ["ffmpeg overhead", "ffmpeg AND overhead", "(gif OR webm) overhead -sound", "ffmp*"])
def test_words_of_a_tool_call_stand_together_and_operators_hold_for_it(db: gagent_db.Database, query: str) -> None:
    call = {"tool_name": "shell", "arguments": {"command": "ffmpeg -i a.mp4 b.gif"}, "result_summary": "overhead: 1%"}
    session = db.create_session(channel="cli")
    (wanted,) = db.append(session.id, [{"role": "assistant", "tool_calls": [call]}])
    say(db, "ffmpeg it is", "overhead of the sound")
    for sort in ("relevance", "newest"):
        result = db.search(query, sort=sort)
        assert result.mode == "lexical" and wanted in [item.hits[0].message_id for item in result.sessions]
    assert [s.session_id for s in db.search("ffmpeg NOT overhead").sessions] != [session.id]


@pytest.mark.parametrize("sort", ["newest", "oldest"])
def test_sorted_by_time_words_as_typed_hide_no_others(db: gagent_db.Database, sort: str) -> None:
    say(db, "the backup report is late")
    say(db, "a report on the backup")
    say(db, "reports of backups")
    assert db.search("backup report", sort=sort, limit=9).total_sessions == 3


def test_the_whole_word_comes_before_the_words_it_begins(store: Store) -> None:
    (docker,) = say(store, "docker is running, docker is up, docker it is")
    (dock,) = say(store, "the dock of the harbour")
    assert [hit.message_id for hit in search_messages(store, "dock")] == [dock, docker]
    (both,) = say(store, "a harbour with a docker")
    assert {hit.message_id for hit in search_messages(store, "harbour dock")[:2]} == {dock, both}


@pytest.mark.parametrize("query", ["where is the dock?", '"dock"', "dock*x y OR z", "conf*", "a b", "ok."])
def test_words_that_are_finished_stay_what_they_are(query: str) -> None:
    assert parse(query).unfinished is None


# -- what is found, and how much of it ---------------------------------------------------------------


def test_a_word_that_stands_nowhere_answers_nothing(demo_store: Store) -> None:
    for query in ("wombat", "quokka", "nginx", "marshmallow", "asdfgh", "purple wombat"):
        result = search(demo_store, query)
        assert (result.sessions, result.total_sessions) == ([], 0), query
        assert result.mode in ("relaxed", "semantic")
        assert search_messages(demo_store, query) == []


def test_counts_agree_with_what_is_shown(demo_store: Store) -> None:
    say(demo_store, "a quokka smiled at the camera")
    index_pending(demo_store)
    assert search(demo_store, "quokka").total_sessions == 1
    queries = ("webhook", "webhook retry", "how do we stop charging twice", "memory", "index", "docs OR bot")
    for query in queries:
        result: SearchResult = search(demo_store, query, limit=50)
        assert result.total_sessions >= len(result.sessions) > 0
        assert all(item.hit_count >= len(item.hits) > 0 for item in result.sessions), query


def test_a_few_words_are_meant_together(demo_store: Store) -> None:
    found = search_messages(demo_store, "webhook retry")
    conn = demo_store.read()
    texts = [
        conn.execute("SELECT content FROM messages WHERE id = ?", (hit.message_id,)).fetchone()[0] for hit in found
    ]
    both = ["webhook" in text.lower() and "retr" in text.lower() for text in texts]
    assert texts[0].startswith("Two customers were charged twice") and sum(both) > 3
    assert both == sorted(both, reverse=True), "what has both words comes before what has one"


@pytest.mark.parametrize(
    "query", ["-docker postgres", "postgres -docker", '"postgres 16" -docker', "Postgres 16 -docker"]
)
def test_what_is_left_out_is_no_answer_and_neither_is_what_stands_beside_it(store: Store, query: str) -> None:
    (wanted,) = say(store, "We decided on Postgres 16 for billing.")
    say(store, "shall postgres 16 run in docker?", "Good.", "it does, dates are fine now")
    result = search(store, query)
    assert [hit.message_id for item in result.sessions for hit in item.hits] == [wanted]


def test_forgotten_text_is_not_answered_with_something_else(store: Store) -> None:
    say(store, "bread needs flour"), say(store, "trains leave at nine")
    (gone,) = say(store, "roast the marshmallow")
    assert search(store, "marshmallow").sessions
    store.write(lambda conn: conn.execute("DELETE FROM messages WHERE id = ?", (gone,)))
    assert search(store, "marshmallow").sessions == []


# -- operators ---------------------------------------------------------------------------------------


def test_punctuation_counts_between_operators(store: Store) -> None:
    (sharp,) = say(store, "we write it in C# only")
    (plain,) = say(store, "vitamin c is good")
    (nginx,) = say(store, "nginx is up")
    (thai,) = say(store, "กินข้าวแล้ว")
    hits = search_messages(store, "C# OR nginx")
    assert {hit.message_id for hit in hits[:2]} >= {sharp} and {sharp, nginx} <= {hit.message_id for hit in hits}
    assert hits[0].message_id == sharp and "<mark>C#</mark>" in hits[0].snippet
    found = {hit.message_id: hit.matched for hit in search_messages(store, "C# OR ข้าว")}
    assert found[sharp] == found[thai] == "lexical"
    assert plain not in {hit.message_id for hit in search_messages(store, "nginx NOT C#")}


def test_capitals_beside_an_operator(store: Store) -> None:
    api, sdk = say(store, "the API is up"), say(store, "the SDK is out")
    assert {hit.message_id for hit in search_messages(store, "API OR SDK")} == {*api, *sdk}
    assert parse("TO BE OR NOT TO BE").boolean is None


@pytest.mark.parametrize("typed", ["gateway dies", "gateway died", "gateway die", "dying gateway"])
def test_a_word_whose_forms_no_stemmer_brings_together_is_not_taken_for_a_slip(store: Store, typed: str) -> None:
    say(store, "The gateway keeps dying every night")
    say(store, "gateway healthy, disk at 40 %")
    index_pending(store)
    assert "<mark>dying</mark>" in snippet(store, typed)


# -- marks -------------------------------------------------------------------------------------------


def test_full_width_forms_are_marked(store: Store) -> None:
    say(store, "コード ＡＢＣ１２３ を確認")
    assert "<mark>ＡＢＣ１２３</mark>" in snippet(store, "ABC123")


@pytest.mark.parametrize(
    "typed", ["ＡＢＣ１２３", "ａｂｃ１２３", '"ＡＢＣ１２３"', "ＡＢＣ１２３\u3000確認", "ＡＢＣ１*"]
)
@pytest.mark.parametrize("said", ["ABC123 の確認", "資料はＡＢＣ１２３で確認", "ファイル ＡＢＣ１２３ を確認"])
def test_what_is_typed_in_full_width_forms_is_found_however_it_is_written(store: Store, typed: str, said: str) -> None:
    (wanted,) = say(store, said)
    say(store, "全然違う話")
    result = search(store, typed)
    assert [hit.message_id for item in result.sessions for hit in item.hits] == [wanted]
    assert "<mark>" in result.sessions[0].hits[0].snippet


def test_parts_of_a_camel_case_word_are_marked(store: Store) -> None:
    say(store, "getUserName returns the name of a person")
    text = snippet(store, "user name")
    assert "get<mark>UserName</mark>" in text and "the <mark>name</mark>" in text


def test_tool_calls_are_shown_readable(store: Store) -> None:
    session = sessions.create_session(store, channel="cli")
    call = {
        "tool_name": "terminal",
        "arguments": {"timeout": 30, "command": "kubectl rollout restart deploy/api-v2"},
        "result_summary": "error: deployments not found",
    }
    messages.append(store, session.id, [{"role": "assistant", "content": "", "tool_calls": [call]}])
    assert snippet(store, "rollouts restarting") == (
        "terminal: kubectl <mark>rollout</mark> <mark>restart</mark> deploy/api-v2 30 → error: deployments not found"
    )
    assert "<mark>deploy/api-v2</mark>" in snippet(store, "deploy/api-v2")
    assert "<mark>kubectl</mark>" in snippet(store, "kubec")
    index_pending(store)
    assert snippet(store, "restart the deployment", mode="semantic").startswith("terminal: kubectl")
    assert '<mark>"command":"kubectl</mark>' in snippet(store, '"command":"kubectl')
    assert '"<mark>timeout</mark>":30' in snippet(store, "timeouts"), "the name of an argument"
    call = {"tool_name": "edit", "arguments": {"old_string": "a = 1", "path": "the_walrus_census.py"}}
    messages.append(store, session.id, [{"role": "assistant", "content": "", "tool_calls": [call]}])
    assert "the_<mark>walrus</mark>_census.py" in snippet(store, "walrus count")
    assert '"old_<mark>string</mark>"' in snippet(store, "strings")


@pytest.mark.parametrize("arguments", [r'{"text":"a wombat \ud83d"}', '{"many":1e400,"text":"a wombat"}'])
def test_arguments_that_another_program_wrote_are_shown_as_they_stand(store: Store, arguments: str) -> None:
    session = sessions.create_session(store, channel="cli")
    call = {"tool_name": "say", "arguments": {}}
    messages.append(store, session.id, [{"role": "assistant", "tool_calls": [call]}, {"content": "thank you"}])
    store.write(lambda conn: conn.execute("UPDATE tool_calls SET arguments_json = ?", (arguments,)))
    assert snippet(store, "wombat") == f"say: {arguments}".replace("wombat", "<mark>wombat</mark>")
    assert search(store, "thank you").sessions[0].hits[0].before[0].content == f"say: {arguments}"


def test_an_emoji_is_marked(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        say(store, "🚀 deploy selesai")
        assert "<mark>🚀</mark>" in search(store, "🚀").sessions[0].hits[0].snippet


# -- what stands beside a hit -------------------------------------------------------------------------


def test_beside_a_hit_a_message_that_only_called_a_tool_tells_the_call(store: Store) -> None:
    session = sessions.create_session(store, channel="cli")
    call = {"tool_name": "shell", "arguments": {"command": "df -h"}}
    output = "Filesystem Size Used\n" + "tmpfs 1G 0\n" * 500
    messages.append(store, session.id, [
        {"role": "user", "content": "is the zebra disk full?"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": output},
    ])  # fmt: skip
    hit = search(store, "zebra disk", window=2).sessions[0].hits[0]
    called, answered = hit.after
    assert called.content == "shell: df -h"
    assert answered.content.startswith("Filesystem Size Used") and answered.content.endswith("more characters]")
    assert len(answered.content) < 1100


def test_what_has_all_of_a_few_words_is_not_followed_by_what_is_a_little_alike(demo_store: Store) -> None:
    say(demo_store, "the wombat tunnel floods every winter")
    index_pending(demo_store)
    (found,) = search(demo_store, "wombat tunnel winter", limit=10).sessions
    assert [hit.matched for hit in found.hits] == ["lexical"]
    assert len(search(demo_store, "wombat tunnel winter", limit=10, mode="semantic").sessions) > 1


def test_a_text_pasted_into_several_sessions_takes_one_place_before_other_answers(store: Store) -> None:
    notice = "A long notice about the wombat tunnel, wombat by wombat, tunnel by tunnel, " + "word for word, " * 8
    pasted = {say(store, notice)[0] for _ in range(3)}
    other = say(store, "Is there water in the tunnel of a wombat?")[0]
    found = [item.hits[0].message_id for item in search(store, "wombat tunnel", limit=4).sessions]
    assert other in found[:2] and set(found) == pasted | {other}


def test_a_form_of_a_word_is_marked_inside_a_camel_case_word(store: Store) -> None:
    say(store, "raise initialDelaySeconds to 45")
    assert "initial<mark>Delay</mark>Seconds" in snippet(store, "shipment delayed")
