"""Search over one real file: what is found, first, and how the result looks."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gagent_db
from gagent_db.cli import main
from gagent_db.errors import GagentError
from gagent_db.recall import lexical
from gagent_db.recall.index import index_pending, status
from gagent_db.recall.search import search, search_messages
from gagent_db.schema import fts
from gagent_db.store import messages, sessions
from gagent_db.store.database import Store

# ruff: noqa: E501
LITERALS = [
    ("path", "see /srv/app/releases/2025-11-28_brm22/wa-bridge.toml there", "/srv/app/releases/2025-11-28_brm22/wa-bridge.toml"),
    ("path piece", "edited backend/agent/g_agent/session/sqlite_store.py today", "gent/g_agent/session/sqlite_st"),
    ("url", "open https://panel.example.id/t/dfj59/billing?tab=inv&cycle=7#row-40 now", "https://panel.example.id/t/dfj59/billing?tab=inv&cycle=7#row-40"),
    ("url cut", "https://example.com/a?b=12 is it", "example.com/a?b=1"),
    ("command", "ran: docker compose -f ops/stack.yml up -d --build api", "docker compose -f ops/stack.yml up -d"),
    ("flag", "curl failed without --no-verify-ssl again", "--no-verify-ssl"),
    ("error", "sqlite3.OperationalError: no such column: T.foo_zqx (E-4471)", "OperationalError: no such column: T.foo_zqx"),
    ("email", "write to ratna.wiryo+ops@koperasi.example.id", "ratna.wiryo+ops@koperasi.example.id"),
    ("issue", "fixed by #88123 in main", "#88123"),
    ("windows", r"opened C:\Users\ratna\Ledger\kas_2025.xlsx", r"C:\Users\ratna\Ledger\kas_2025.xlsx"),
    ("apostrophe", "don't ship o'malley's vasectrum patch", "don't ship o'malley's vasectrum"),
    ("language", "we write it in C# and F# only", "C#"),
    ("code", "return self._cache.get(key, None) or {}", "_cache.get(key, None)"),
    ("quoted", 'he said "nothing to see" loudly', '"nothing to see"'),
    ("inside", "the build tag is rel-zephyrquartz77-final", "phyrquartz7"),
    ("inside, capitals", "env var GAGENT_MAXOUTBOXDEPTH raised", "OUTBOXDEPTH"),
    ("camel", "call rotateLedgerSnapshotFoo before exit", "LedgerSnapshotFoo"),
    ("camel word", "then applyQuantumLattice runs", "quantum"),
    ("snake word", "column outbox_redelivery_ttl_zq is null", "redelivery"),
    ("sha", "commit c0ffee42d9ab broke it", "c0ffee42"),
]  # fmt: skip
LANGUAGES = [
    ("zh", "项目代号是大别山水库二期", "大别山水库"),
    ("zh two", "明天去桂林开会", "桂林"),
    ("ja", "会議は来週の火曜日です", "火曜"),
    ("th", "นัดประชุมที่เชียงใหม่พรุ่งนี้", "เชียงใหม่"),
    ("ko", "서울에서회의합니다", "회의"),
    ("emoji", "release done 🚀 finally", "🚀"),
    ("id", "sudah mengarsipkan kuitansi pak wiryo", "arsipkan kuitansi"),
    ("id root", "tolong diarsipkan suratnya", "arsip"),
    ("en", "we agreed on quarantining the flaky xylophones", "quarantine xylophone"),
    ("accents", "meeting at café Señorita in São Tomé", "cafe senorita sao tome"),
    ("full width", "コード ＡＢＣ１２３ を確認", "ABC123"),
]


def fill(store: Store, texts: list[str], **columns: Any) -> tuple[str, list[int]]:
    """One session with these messages; -> its id and theirs."""
    session = sessions.create_session(store, **{"channel": "cli", **columns})
    ids = messages.append(store, session.id, [{"role": "user", "content": text} for text in texts])
    return session.id, ids


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Every literal and language in a session of its own, among chatter."""
    with Store.open(tmp_path_factory.mktemp("recall") / "a.db") as store:
        for at, (_, text, _) in enumerate([*LITERALS, *LANGUAGES]):
            fill(store, ["hello there", text, f"thanks, number {at} is noted"])
        yield store


def first(store: Store, query: str, **options: Any) -> str:
    """The content of the first hit."""
    hits = search_messages(store, query, **options)
    assert hits, f"nothing found for {query!r}"
    return str(store.read().execute("SELECT content FROM messages WHERE id = ?", (hits[0].message_id,)).fetchone()[0])


@pytest.mark.parametrize(("kind", "text", "query"), LITERALS, ids=[row[0] for row in LITERALS])
@pytest.mark.parametrize("indexed", [False, True], ids=["fresh", "indexed"])
def test_a_literal_is_found_first(archive: Store, kind: str, text: str, query: str, indexed: bool) -> None:
    if indexed:
        index_pending(archive)
    assert first(archive, query) == text


@pytest.mark.parametrize(("kind", "text", "query"), LANGUAGES, ids=[row[0] for row in LANGUAGES])
def test_languages(archive: Store, kind: str, text: str, query: str) -> None:
    assert first(archive, query) == text


@pytest.mark.parametrize(("kind", "text", "query"), [*LITERALS, *LANGUAGES[:4]], ids=lambda value: None)
def test_the_snippet_shows_the_match_marked(archive: Store, kind: str, text: str, query: str) -> None:
    hit = search(archive, query).sessions[0].hits[0]
    assert "<mark>" in hit.snippet
    assert html.unescape(re.sub("</?mark>", "", hit.snippet)) == text


@given(st.text(max_size=60))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_string_is_a_valid_query(archive: Store, query: str) -> None:
    for options in ({}, {"mode": "exact"}, {"sort": "newest"}):
        json.dumps(search(archive, query, **options).to_dict())


def test_the_short_way_in_python_is_the_same_search(archive: Store) -> None:
    short, long = (run(archive, "zebra", limit=3, window=1).to_dict() for run in (gagent_db.search, search))
    assert short | {"took_ms": 0} == long | {"took_ms": 0} and short["query"] == "zebra"


def test_tool_calls_are_searched(tmp_path: Path) -> None:
    with Store.open(tmp_path / "t.db") as store:
        session = sessions.create_session(store, channel="cli")
        call = {
            "tool_name": "terminal",
            "arguments": {"command": "kubectl rollout restart deploy/api-v2"},
            "result_summary": "error: deployments.apps zqfoo not found",
        }
        (message,) = messages.append(store, session.id, [{"role": "assistant", "content": "", "tool_calls": [call]}])
        for query in (
            "kubectl rollout restart deploy/api-v2",
            "deployments.apps zqfoo",
            "zqfoo",
            "restarting rollouts",
        ):
            result = search(store, query)
            assert result.sessions[0].hits[0].message_id == message, query
        assert "<mark>" in search(store, "deployments.apps zqfoo").sessions[0].hits[0].snippet


def test_the_result_has_the_shape_of_the_design(archive: Store) -> None:
    result = search(archive, "c0ffee42d9ab", db_name="mine").to_dict()
    assert list(result) == [
        "ok", "query", "mode", "took_ms", "degraded", "total_sessions", "truncated", "sessions", "next",
    ]  # fmt: skip
    session = result["sessions"][0]
    assert {
        "session_id", "key", "channel", "chat_id", "user_id", "title", "project", "created_at", "updated_at",
        "message_count", "hit_count", "score", "lineage", "url", "hits",
    } <= set(session)  # fmt: skip
    hit = session["hits"][0]
    assert {"message_id", "role", "created_at", "snippet", "matched", "before", "after", "artifacts", "url"} <= set(hit)
    assert hit["matched"] == "exact" and result["mode"] == "exact"
    assert [line["content"] for line in hit["before"]] == ["hello there"]
    assert hit["url"] == f"/mine/-/sessions/{session['session_id']}#m{hit['message_id']}"
    assert session["hit_count"] == 1 and session["lineage"] == [session["session_id"]]


def test_markup_in_messages_is_escaped(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        fill(store, ["a <script>alert('pwned')</script> & zebra"])
        snippet = search(store, "zebra").sessions[0].hits[0].snippet
        assert "&lt;script&gt;" in snippet and "&amp; <mark>zebra</mark>" in snippet


def test_a_match_in_a_long_message_is_in_the_snippet(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        fill(store, ["word " * 5000 + "needlezq in the hay " + "tail " * 5000])
        snippet = search(store, "needlezq").sessions[0].hits[0].snippet
        assert "<mark>needlezq</mark>" in snippet and snippet.startswith("…") and len(snippet) < 500


def test_one_wrong_word_still_answers_and_says_so(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        fill(store, ["the invoice exporter drops the tax column"])
        result = search(store, "invoice exporter xylophone")
        assert result.mode == "relaxed" and result.sessions


def test_close_spellings_are_found(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        fill(store, ["the kubernetes cluster is down"])
        index_pending(store)
        result = search(store, "kubernettes", mode="lexical")
        assert result.sessions and result.mode == "relaxed"


def test_a_query_of_function_words_answers(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        fill(store, ["that is what it was about"])
        assert search(store, "what was that about?").sessions


def test_operators(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        _, (apple, pear, both) = fill(store, ["apple tart", "pear tart", "apple and pear tart"])

        def found(query: str) -> set[int]:
            return {hit.message_id for hit in search_messages(store, query)}

        assert found("apple OR pear") == {apple, pear, both}
        assert found("apple AND pear") == {both}
        assert found("apple NOT pear") == {apple}
        assert found("tart -pear") == {apple}
        assert found('tart "apple and"') >= {both}


def test_filters(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        one = sessions.create_session(
            store, channel="telegram", chat_id="7", user_id="u1", project="/src/app", created_at="2026-01-01T00:00:00Z"
        )
        two = sessions.create_session(store, channel="cli", created_at="2026-03-01T00:00:00Z")
        messages.append(store, one.id, [{"role": "user", "content": "zebra one", "created_at": "2026-01-01T10:00:00Z"}])
        messages.append(
            store, two.id, [{"role": "assistant", "content": "zebra two", "created_at": "2026-03-01T10:00:00Z"}]
        )

        def found(query: str = "zebra", **filters: Any) -> list[str]:
            return sorted(item.session_id for item in search(store, query, **filters).sessions)

        both = sorted([one.id, two.id])
        assert found() == both
        assert found(channel="telegram") == [one.id]
        assert found(chat_id="7") == [one.id]
        assert found(user="u1") == [one.id]
        assert found(project="/src") == [one.id]
        assert found(project="/sr") == []
        assert found(role="assistant") == [two.id]
        assert found(session=two.id) == [two.id]
        assert found(exclude_session=two.id) == [one.id]
        assert found(since="2026-02-01") == [two.id]
        assert found(until="2026-02-01") == [one.id]
        assert found("zebra channel:telegram") == [one.id]
        assert found("zebra before:2026-02-01") == [one.id]
        assert found("", channel="telegram") == [one.id]
        with pytest.raises(GagentError, match="colour"):
            search(store, "zebra", colour="red")
        with pytest.raises(GagentError, match="not a date"):
            search(store, "zebra", since="soonish")
        with pytest.raises(GagentError, match="mode"):
            search(store, "zebra", mode="magic")


def test_sorting_by_time(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        ids = [fill(store, [f"zebra {n}"])[0] for n in range(5)]
        assert [s.session_id for s in search(store, "zebra", sort="newest", limit=9).sessions] == ids[::-1]
        assert [s.session_id for s in search(store, "zebra", sort="oldest", limit=9).sessions] == ids


def test_paging_gives_every_session_once(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        ids = {fill(store, [f"zebra number {n}"])[0] for n in range(7)}
        for query in ("zebra", ""):
            seen: list[str] = []
            cursor = None
            while True:
                page = search(store, query, limit=3, cursor=cursor)
                seen += [item.session_id for item in page.sessions]
                cursor = page.next
                if cursor is None:
                    break
            assert sorted(seen) == sorted(ids)


@pytest.mark.parametrize("sort", ["relevance", "newest", "oldest"])
def test_pages_repeat_and_skip_no_session_when_the_order_changes_between_them(tmp_path: Path, sort: str) -> None:
    """As a box of time that closes elsewhere changes it, or what is said meanwhile."""
    with Store.open(tmp_path / "x.db") as store:
        ids = [fill(store, [f"the gantry, and {'something else ' * n}"])[0] for n in range(9)]
        first = search(store, "gantry", limit=3, sort=sort)
        seen = [item.session_id for item in first.sessions]
        behind = next(session_id for session_id in ids if session_id not in seen)
        messages.append(store, behind, [{"content": "gantry, gantry!", "created_at": "2020-01-01T00:00:00.000Z"}])
        new, _ = fill(store, ["gantry gantry gantry"])
        page = first
        while page.next:
            page = search(store, "gantry", limit=3, sort=sort, cursor=page.next)
            seen += [item.session_id for item in page.sessions]
            assert page.total_sessions == 10
        assert sorted(seen) == sorted([*ids, new])


@pytest.mark.parametrize("query", ["gantry", "gantry OR hoist"])
def test_a_session_that_says_a_word_often_hides_no_other(tmp_path: Path, query: str) -> None:
    with Store.open(tmp_path / "x.db") as store:
        quiet = [fill(store, [f"the gantry was oiled, note {n}"])[0] for n in range(20)]
        loud, _ = fill(store, [f"gantry and gantry again, turn {n}" for n in range(260)])
        found: set[str] = set()
        cursor = None
        while True:
            page = search(store, query, limit=8, cursor=cursor)
            assert (page.total_sessions, page.truncated) == (21, False)
            found.update(item.session_id for item in page.sessions)
            cursor = page.next
            if cursor is None:
                break
        assert found == {*quiet, loud}


@pytest.mark.parametrize("query", ["gantry", "gantry OR hoist", "gantry oiled"])
def test_more_than_is_looked_at_is_told(tmp_path: Path, query: str) -> None:
    with Store.open(tmp_path / "x.db") as store:
        for number in range(320):
            fill(store, [f"the gantry was oiled, note {number}"])
        assert search(store, query, limit=3).truncated


def test_an_empty_query_gives_the_recent_sessions(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        old, _ = fill(store, ["first words here"])
        new, _ = fill(store, ["last words here"])
        result = search(store, "")
        assert result.mode == "recent" and [item.session_id for item in result.sessions] == [new, old]
        assert result.sessions[0].preview == "last words here"
        assert [s.session_id for s in search(store, "", exclude_session=new).sessions] == [old]


def test_continuations_fold_and_branches_do_not(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        root, _ = fill(store, ["the zebra plan starts"])
        child = sessions.compress_session(store, root)
        messages.append(store, child.id, [{"role": "user", "content": "the zebra plan goes on"}])
        branch = sessions.create_session(store, parent_session_id=child.id, end_reason="branch")
        messages.append(store, branch.id, [{"role": "user", "content": "zebra on a branch"}])
        result = search(store, "zebra", limit=9)
        lines = sorted(tuple(item.lineage) for item in result.sessions)
        assert lines == sorted([(root, child.id), (branch.id,)])
        folded = next(item for item in result.sessions if len(item.lineage) == 2)
        assert folded.hit_count == 2 and len(folded.hits) == 2


def test_compacted_text_of_the_current_session_stays_recallable(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session, (old, _) = fill(store, ["the zebra key is under the mat", "zebra is live in the context"])
        store.write(lambda conn: conn.execute("UPDATE messages SET status = 'compacted' WHERE id = ?", (old,)))
        hits = search_messages(store, "zebra", exclude_session=session)
        assert [hit.message_id for hit in hits] == [old]
        root, _ = fill(store, ["giraffe before the compression"])
        child = sessions.compress_session(store, root)
        messages.append(store, child.id, [{"role": "user", "content": "giraffe after the compression"}])
        found = search(store, "giraffe", exclude_session=child.id, mode="lexical").sessions
        assert [hit.session_id for item in found for hit in item.hits] == [root]


def test_undone_messages_are_hidden(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        _, (gone,) = fill(store, ["zebra regret"])
        store.write(lambda conn: conn.execute("UPDATE messages SET status = 'undone' WHERE id = ?", (gone,)))
        for query in ("zebra", "zebra regret", "ebra regre"):
            assert not search(store, query).sessions


def test_meaning_finds_what_shares_no_word(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        wanted, _ = fill(store, ["The segfault at launch is fixed now."])
        fill(store, ["Bread needs flour, salt and patience."])
        fill(store, ["Trains to Lisbon leave at nine."])
        for _ in range(2):
            result = search(store, "how did I solve the crash")
            assert result.sessions[0].session_id == wanted
            assert result.sessions[0].hits[0].matched == "semantic" and result.mode == "semantic"
            assert result.degraded is None
            assert index_pending(store) in (0, 3)


def test_indexing_resumes_follows_edits_and_refuses_to_mix(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        _, ids = fill(store, ["one zebra", "two lions", "three bears"])
        calls: list[tuple[str, int, int]] = []
        assert index_pending(store, lambda *call: calls.append(call)) == 3
        assert calls == [("meaning", 3, 3)] and status(store)["pending"] == 0
        fill(store, ["four wolves"])
        assert status(store)["pending"] == 1
        assert index_pending(store) == 1 and index_pending(store) == 0
        before = store.read().execute("SELECT code FROM message_vectors WHERE message_id = ?", (ids[0],)).fetchone()[0]
        store.write(lambda conn: conn.execute("UPDATE messages SET content = 'a quiet lake' WHERE id = ?", (ids[0],)))
        assert index_pending(store) == 2  # the one after it is seen beside it
        after = store.read().execute("SELECT code FROM message_vectors WHERE message_id = ?", (ids[0],)).fetchone()[0]
        assert before != after
        store.write(lambda conn: conn.execute("DELETE FROM messages WHERE id = ?", (ids[1],)))
        assert status(store)["vectors"] == 3
        store.write(lambda conn: conn.execute("UPDATE meta SET value = replace(value, 'static', 'other')"))
        with pytest.raises(GagentError, match="cannot be mixed"):
            index_pending(store, embedder="static")


def test_an_archive_without_vectors_says_what_is_missing(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        fill(store, [f"note number {n} about zebras" for n in range(300)])
        result = search(store, "striped horses")
        assert result.degraded and "gagent-db index" in result.degraded
        index_pending(store)
        assert search(store, "striped horses").degraded is None


def test_a_stale_index_is_never_nothing_found(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session, _ = fill(store, ["the zebra crossing"])
        store.write(lambda conn: conn.execute("UPDATE index_state SET stale = 1, reason = 'test'"))
        result = search(store, "zebra")
        assert result.degraded and "doctor" in result.degraded
        assert [item.session_id for item in result.sessions] == [session]
        store.write(lambda conn: fts.rebuild(conn, "messages_fts"))
        assert search(store, "zebra").degraded is None


def test_a_damaged_index_is_never_nothing_found(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session, _ = fill(store, ["the zebra crossing", "another zebra"])
        store.write(lambda conn: conn.execute("UPDATE messages_fts_data SET block = x'00112233' WHERE id > 1"))
        store.read().close()
        store._local.conn = None
        result = search(store, "zebra")
        assert result.degraded and [item.session_id for item in result.sessions] == [session]


def test_windows_that_touch_are_merged(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        _, ids = fill(store, ["start", "zebra one", "middle", "zebra two", "end"])
        hits = search(store, "zebra", window=2).sessions[0].hits
        shown = [line.message_id for hit in hits for line in (*hit.before, *hit.after)] + [h.message_id for h in hits]
        assert sorted(shown) == ids


def test_the_hits_of_a_session_have_each_word_of_a_few_that_it_has(tmp_path: Path) -> None:
    with gagent_db.open(tmp_path / "gagent.db") as db:
        session = db.create_session(channel="cli")
        texts = [
            "The toshiba is in.",
            "Is the toshiba loud?",
            "No.",
            "The toshiba is quiet.",
            "Good.",
            "Lunch?",
            "Yes.",
        ]
        db.append(session.id, [{"role": "user", "content": text} for text in [*texts, "Resilver in progress, 19 %."]])
        (found,) = db.search("resilver toshiba").sessions
    assert len(found.hits) == 3
    assert any("Resilver" in hit.snippet for hit in found.hits) and "toshiba" in found.hits[0].snippet


def test_the_same_text_is_shown_once_in_a_session(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        fill(store, ["please summarise the zebra migration report for the board"] * 3 + ["zebra done"])
        (item,) = search(store, "zebra").sessions
        assert len(item.hits) == 2 and item.hit_count == 4


def test_a_failed_summary_leaves_the_raw_result(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        fill(store, ["the zebra crossing"])
        result = search(store, "zebra", summarize="no-such-model")
        assert result.sessions[0].hits and result.degraded and "No summaries" in result.degraded


def test_a_long_answer_found_by_meaning_shows_its_telling_part(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        filler = "The weather was mild and the market was full of people. " * 6
        fill(store, [filler + "The segfault at launch is fixed now, no more panics. " * 3])
        hit = search(store, "how did I solve the crash").sessions[0].hits[0]
        assert hit.matched == "semantic" and "segfault" in hit.snippet


def test_the_command_prints_results_for_people_and_for_machines(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with Store.open(path) as store:
        fill(store, ["before it", "the zebra crossing", "after it"], title="Roads")

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(main, ["--db", str(path), *arguments])
        assert result.exit_code == 0, result.output
        return result.output

    text = run("search", "zebra")
    assert "Roads" in text and "the zebra crossing" in text and "after it" in text
    printed = json.loads(run("search", "zebra", "--json", "--limit", "1"))
    assert printed["sessions"][0]["hits"][0]["snippet"] == "the <mark>zebra</mark> crossing"
    assert "Recent sessions" in run("search")
    assert "Nothing found" in run("search", "qqqqqzzzz", "--mode", "exact")
    assert json.loads(run("index", "--json"))["status"]["pending"] == 0


def test_the_command_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with Store.open(path) as store:
        fill(store, ["zebra"])
    bad = CliRunner().invoke(main, ["--db", str(path), "search", "zebra", "--since", "soonish", "--json"])
    assert bad.exit_code == 1 and json.loads(bad.stderr)["ok"] is False
    assert CliRunner().invoke(main, ["--db", str(path), "index", "--embedder", "magic"]).exit_code == 1


@pytest.mark.parametrize("cursor", ["garbage", "20", "2.abcdef", "1.abc/ef"])
@pytest.mark.parametrize("query", ["", "wal"])
def test_what_continues_no_page_is_said(archive: Store, query: str, cursor: str) -> None:
    """A client that hands on a broken ``next`` would else read the first page for ever."""
    with pytest.raises(GagentError, match="does not continue a page"):
        search(archive, query, cursor=cursor)


def test_after_the_time_of_a_search_is_up_little_more_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexical, "time", time)
    monkeypatch.setattr(lexical, "BUDGET", 0.2)
    monkeypatch.setattr(lexical, "RESERVE", 0.1)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0"
    with Store.open(tmp_path / "x.db") as store:
        conn, clock = store.read(), lexical.Clock()

        def taken(count: int, seconds: float) -> float:
            started = time.thread_time()
            for _ in range(count):
                with clock.box(conn, seconds) as box:
                    conn.execute(endless).fetchall()
                assert not box.done
            return time.thread_time() - started

        assert taken(1, 5.0) < 2 * lexical.BUDGET
        assert clock.hit
        assert taken(20, 0.1) < 2 * lexical.RESERVE, "each takes half of what is left"
        assert conn.execute("SELECT count(*) FROM messages").fetchone()[0] == 0, "outside of a box nothing is stopped"


def test_what_is_loaded_for_the_first_search_of_a_process_takes_no_time_from_it(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with Store.open(path) as store:
        session = sessions.create_session(store, channel="cli")
        messages.append(store, session.id, [{"content": f"sand and lime {n}, red brick"} for n in range(2000)])
        index_pending(store)
    code = f"""import gagent_db, time
with gagent_db.open({str(path)!r}) as db:
    from gagent_db.recall import lexical, embedders
    thread_time = time.thread_time
    time.thread_time = lambda: thread_time() / 20  # what a busy host does meanwhile is nothing, then
    load = embedders.StaticEmbedder.__init__
    def slowly(embedder):
        end = time.thread_time() + 3 * lexical.BUDGET
        while time.thread_time() < end: pass
        load(embedder)
    embedders.StaticEmbedder.__init__ = slowly
    print(db.search("brick red lime").mode)"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "lexical\n"
