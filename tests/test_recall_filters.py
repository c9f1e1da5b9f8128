"""The filters of a search, with a query and without."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import gagent_db
from gagent_db.agents import lifecycle
from gagent_db.cli import main
from gagent_db.errors import NotFound
from gagent_db.recall import filters
from gagent_db.recall.filters import NAMES
from gagent_db.recall.search import search, search_messages
from gagent_db.store import messages, sessions, tags
from gagent_db.store.database import Store


def say(store: Store, role: str, text: str, **columns: Any) -> str:
    """A session of one message; its id."""
    session = sessions.create_session(store, **{"channel": "cli", **columns})
    messages.append(store, session.id, [{"role": role, "content": text}])
    return session.id


def recent(store: Store, query: str = "", **filters: Any) -> set[str]:
    """Ids of the recent sessions; the count agrees with the list."""
    result = search(store, query, limit=20, **filters)
    assert result.mode == "recent" and result.total_sessions == len(result.sessions)
    return {item.session_id for item in result.sessions}


def test_recent_sessions_obey_every_filter_in_list_and_count(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        one = say(store, "user", "hello", channel="telegram", chat_id="7")
        two = say(store, "assistant", "hello", user_id="u")
        three = say(store, "tool", "hello", project="/src/app")
        assert recent(store) == {one, two, three}
        assert recent(store, session=one) == recent(store, session="telegram:7") == {one}
        assert recent(store, exclude_session=one) == {two, three}
        assert recent(store, exclude_session="nosuch") == {one, two, three}
        assert recent(store, role="assistant") == {two}
        assert recent(store, role="user, assistant") == recent(store, role=["user", "assistant"]) == {one, two}
        assert recent(store, role="system") == set()
        assert recent(store, user="u") == {two}
        assert recent(store, project="/src") == {three}
        assert recent(store, f"session:{two}") == {two}


_NOBODYS = {"since": "2999-01-01", "until": "1999-01-01"}


@pytest.mark.parametrize("name", NAMES)
def test_every_filter_holds_with_a_query_without_one_and_typed(name: str, tmp_path: Path) -> None:
    """A filter that is accepted and looked at nowhere would answer with everything."""
    with Store.open(tmp_path / "x.db") as store:
        one = say(store, "user", "hello")
        given = one if name == "exclude_session" else _NOBODYS.get(name, "nobodys")
        for query in ("hello", ""):
            try:
                assert not search(store, query, **{name: given}).sessions
            except NotFound:
                assert name == "session"
        if name not in ("session", "exclude_session"):  # one is text when it is not there, one is for agents
            assert not search(store, f"hello {name}:{given}").sessions


@pytest.mark.parametrize("name", [field.name for field in fields(sessions.SessionFilter)])
def test_every_filter_narrows_a_list_of_sessions(name: str, tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        one = say(store, "user", "hello", title="Greeting")
        given = {**_NOBODYS, "exclude_session": one, "archived": True}.get(name, "nobodys")
        try:
            assert sessions.list_sessions(store, **{name: given}) == ([], None)
        except NotFound:
            assert name == "session"


def test_recent_sessions_leave_out_what_is_live_around_an_agent(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        parent = say(store, "user", "plan")
        branch = say(store, "user", "try", parent_session_id=parent, end_reason="branch")
        other = say(store, "user", "else")
        assert recent(store, exclude_session=branch) == {other}


def test_recent_sessions_show_a_compressed_conversation_once(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        root = say(store, "assistant", "it starts", created_at="2026-01-01T00:00:00Z")
        middle = sessions.compress_session(store, root).id
        last = sessions.compress_session(store, middle).id
        other = say(store, "user", "another")
        branch = say(store, "user", "aside", parent_session_id=last, end_reason="branch")
        assert recent(store) == {last, other, branch}
        assert recent(store, session=root) == {last}
        assert recent(store, role="assistant") == {root}, "the last part that passes the filter stands for it"
        (item,) = search(store, "", session=middle).sessions
        assert item.lineage == [root, middle, last]


def found_texts(store: Store, **filters: Any) -> list[str]:
    conn = store.read()
    hits = search_messages(store, "gateway", limit=50, mode="lexical", **filters)
    sql = "SELECT content FROM messages WHERE id = ?"
    texts = [conn.execute(sql, (hit.message_id,)).fetchone()[0] for hit in hits]
    return sorted(text for text in texts if "gateway" in text)


def test_what_a_compression_kept_in_the_context_is_left_out_and_what_it_took_out_is_found(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        first = sessions.create_session(store, channel="cli", key="cli:one")
        messages.append(store, first.id, [{"role": "user", "content": f"gateway part {n}"} for n in range(6)])
        second = lifecycle.compress(store, first.id, "it was about doors", keep_last=2)
        messages.append(store, second.id, [{"role": "user", "content": "gateway now"}])
        assert found_texts(store, exclude_session=second.id) == [f"gateway part {n}" for n in range(4)]
        assert found_texts(store, exclude_session="cli:one") == [f"gateway part {n}" for n in range(4)]
        assert len(found_texts(store)) == 7
        helper = lifecycle.spawn(store, second.id)
        assert found_texts(store, exclude_session=helper.id) == [f"gateway part {n}" for n in range(4)]
        # Once that one is compressed too, the tail of the first is in nobody's context.
        third = lifecycle.compress(store, second.id, "doors again", keep_last=1)
        assert found_texts(store, exclude_session=third.id) == [f"gateway part {n}" for n in range(6)]


def test_what_a_compression_copied_into_the_next_session_is_left_out(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        first = sessions.create_session(store, channel="cli")
        parts = [{"role": "user", "content": f"gateway part {n}"} for n in range(6)]
        messages.append(store, first.id, parts)
        second = sessions.compress_session(store, first.id)
        messages.append(store, second.id, parts[4:])
        assert found_texts(store, exclude_session=second.id) == [f"gateway part {n}" for n in range(4)]


@pytest.mark.parametrize("word", ["gateway", "tulips"])
def test_a_hit_in_either_part_of_a_compressed_conversation_is_the_whole_conversation(tmp_path: Path, word: str) -> None:
    with Store.open(tmp_path / "x.db") as store:
        first = sessions.create_session(store, channel="cli", chat_id="1")
        messages.append(store, first.id, [{"role": "user", "content": "the gateway is down"}])
        second = sessions.compress_session(store, first.id)
        messages.append(store, second.id, [{"role": "user", "content": "water the tulips"}])
        assert [item.lineage for item in search(store, word).sessions] == [[first.id, second.id]]


def test_the_copied_tail_of_a_long_session_is_left_out_too(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        first = sessions.create_session(store, channel="cli")
        other = [{"role": "user", "content": f"about the tide, {n}"} for n in range(filters.MOST_COPIED)]
        parts = [{"role": "user", "content": f"gateway part {n}"} for n in range(3)]
        messages.append(store, first.id, [parts[0], *other, *parts[1:]])
        second = sessions.compress_session(store, first.id)
        messages.append(store, second.id, parts[1:])
        assert found_texts(store, exclude_session=second.id) == ["gateway part 0"]


def test_recent_sessions_cut_to_size_go_on_with_the_next_page(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        wanted = {say(store, "user", f"number {n}") for n in range(6)}
        seen: list[str] = []
        cursor = None
        while True:
            page = search(store, "", limit=4, max_chars=1500, cursor=cursor)
            seen += [item.session_id for item in page.sessions]
            cursor = page.next
            if cursor is None:
                break
        assert sorted(seen) == sorted(wanted)


def test_a_session_that_is_not_there_is_an_error_unless_it_was_typed(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with Store.open(path) as store:
        say(store, "user", "the session:expired error of the gateway")
        for query in ("gateway", ""):
            with pytest.raises(NotFound, match="no session 'nosuch'"):
                search(store, query, session="nosuch")
        with pytest.raises(NotFound):
            search_messages(store, "gateway", session="nosuch")
        assert search(store, "gateway", exclude_session="nosuch").sessions
        assert search(store, "session:expired").mode == "exact"
    result = CliRunner().invoke(main, ["--db", str(path), "search", "gateway", "--session", "nosuch"])
    assert result.exit_code == 1 and "no session 'nosuch'" in result.stderr


def test_roles_may_be_a_list_and_filters_have_second_names(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        one = say(store, "user", "zebra")
        two = say(store, "assistant", "zebra", user_id="u")
        three = say(store, "tool", "zebra")

        def found(**filters: Any) -> set[str]:
            flat = {hit.session_id for hit in search_messages(store, "zebra", **filters)}
            assert flat == {item.session_id for item in search(store, "zebra", limit=9, **filters).sessions}
            return flat

        assert found(role="user,assistant") == {one, two}
        assert found(session_id=one) == found(session=one) == {one}
        assert found(user_id="u") == {two}
        assert found(exclude_session_id=one) == {two, three}
        assert found(session_id=None, session=one) == {one}


@pytest.mark.parametrize("limit", ["0", "-1", "many"])
def test_a_limit_below_one_is_wrong_usage(tmp_path: Path, limit: str) -> None:
    path = tmp_path / "x.db"
    Store.open(path).close()
    assert CliRunner().invoke(main, ["--db", str(path), "search", "zebra", "--limit", limit]).exit_code == 2


@pytest.mark.parametrize("module", ["gagent_db.recall", "gagent_db.recall.index", "gagent_db.answers"])
def test_what_a_command_line_imports_leaves_numpy_alone(module: str) -> None:
    code = f"import sys, {module}; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_time_may_be_a_date(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session = sessions.create_session(store, channel="cli")
        said = [("2026-05-02T12:00:00Z", "harbour in May"), ("2026-06-02T12:00:00Z", "harbour in June")]
        messages.append(store, session.id, [{"content": text, "created_at": at} for at, text in said])
        found = search_messages(store, "harbour", since=date(2026, 5, 10))
        assert ["June" in item.snippet for item in found] == [True]
        assert search_messages(store, "harbour", until=date(2026, 5, 1)) == []


LEFT_OUT = [
    ("-channel:cron", "bcd"), ("NOT channel:cron", "bcd"), ("-role:tool", "abd"), ("-role:tool,assistant", "ab"),
    ("-channel:cron -channel:telegram", "cd"), ("-project:/src", "abd"), ('-project:"/src/app"', "abd"),
    ("-tag:draft", "abd"), ("-user:u -role:tool", "ab"), ("-before:2026-01-01", "acd"), ("-since:2026-01-01", "b"),
    ("-chat:7", "acd"), ("-channel:elsewhere", "abcd"), ("channel:cli -role:tool", "d"), ("-session:telegram:7", "acd"),
]  # fmt: skip


@pytest.fixture
def harbours(tmp_path: Path) -> Iterator[tuple[Store, dict[str, str]]]:
    """Four sessions, a to d."""
    with Store.open(tmp_path / "x.db") as store:
        said = {
            say(store, "user", "the harbour report", channel="cron"): "a",
            say(store, "tool", "harbour: 3 ships", project="/src/app"): "c",
            say(store, "assistant", "A harbour is a port.", user_id="u"): "d",
        }
        at = "2024-05-01T10:00:00.000Z"
        old = sessions.create_session(store, channel="telegram", chat_id="7", created_at=at, updated_at=at).id
        messages.append(store, old, [{"role": "user", "content": "the harbour at dawn", "created_at": at}])
        said[old] = "b"
        store.write(lambda conn: tags.add(conn, next(one for one in said if said[one] == "c"), ["draft"]))
        yield store, said


@pytest.mark.parametrize(("typed", "kept"), LEFT_OUT)
def test_a_filter_with_a_minus_or_not_leaves_out_what_it_names(
    harbours: tuple[Store, dict[str, str]], typed: str, kept: str
) -> None:
    store, said = harbours
    for query in (f"harbour {typed}", f"{typed} harbour", f"harbour AND {typed}", f"{typed} AND harbour"):
        assert "".join(sorted(said[item.session_id] for item in search(store, query, limit=9).sessions)) == kept
    if "role" not in typed:
        assert "".join(sorted(said[session] for session in recent(store, typed))) == kept


def test_a_minus_before_what_is_no_session_is_text(harbours: tuple[Store, dict[str, str]]) -> None:
    assert search(harbours[0], "harbour -session:nosuch", limit=9).total_sessions == 4


def test_a_filter_that_leaves_out_everything_is_told(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        say(store, "user", "the harbour report")
        assert search(store, "harbour -channel:cli").hint == "The filters leave no message: not channel cli."


def test_times_that_leave_nothing_are_told_as_they_were_typed(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        said = {"content": "the harbour report", "created_at": "2026-02-01T12:00:00Z"}
        db.append(db.create_session(channel="cli").id, [said])
        ago = datetime.now() - timedelta(days=7)
        yesterday = datetime.now() - timedelta(days=1)
        for option, typed, told in (
            ("since", "7d", f"since 7d ({ago:%Y-%m-%d})"),
            ("since", "yesterday", f"since yesterday ({yesterday:%Y-%m-%d})"),
            ("until", "2020-05-01", "until 2020-05-01"),
            ("until", "2020-05", "until 2020-05"),
            ("since", "2099-05-01T09:30", "since 2099-05-01T09:30"),
            ("until", "300mo", "until 300mo (20"),
        ):
            for hint in (
                db.search("harbour", **{option: typed}).hint,
                db.search(f"harbour {option}:{typed}").hint,
                CliRunner().invoke(main, ["--db", str(db_path), "search", "harbour", f"--{option}", typed]).output,
            ):
                assert f"The filters leave no message: {told}" in hint
        moment = datetime(2099, 5, 1, 9, 30).timestamp()
        assert db.search("harbour", since=moment).hint == "The filters leave no message: since 2099-05-01 09:30."
