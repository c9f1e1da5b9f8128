"""Artifact rows, the closing of open items, the answers over them and their commands."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner
from import_fixtures import write_lines

import gagent_db
from gagent_db import answers
from gagent_db.cli import main
from gagent_db.importers.run import import_paths
from gagent_db.schema import objects
from gagent_db.schema.version import NAMES
from gagent_db.store import artifact_queries, artifacts, batches, extraction, messages
from gagent_db.web import artifacts as pages
from gagent_db.web.saved_queries import QUERIES


def rows(db: gagent_db.Database, kind: str) -> list[sqlite3.Row]:
    return db.read().execute("SELECT * FROM artifacts WHERE kind = ? ORDER BY id", (kind,)).fetchall()


def said(db: gagent_db.Database, *texts: str, **columns: str) -> list[int]:
    session = db.create_session(**{"channel": "cli", **columns})
    return db.append(session.id, [{"role": "user", "content": text} for text in texts])


def shell(command: str, **outcome: object) -> dict[str, object]:
    call = {"tool_name": "bash", "arguments": {"command": command}, **outcome}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


@pytest.mark.parametrize("kind", answers.KINDS)
def test_every_kind_is_listed_at_every_door(kind: str) -> None:
    """MCP, OpenAPI and Python take theirs from `extract.items.Listed`; these have words of their own for each."""
    name = next((plural for plural, one in answers.PLURALS.items() if one == kind and plural != "open"), kind)
    assert name in main.list_commands(Context(main)), f"add {name} to _HELP in cli/artifacts.py and to cli/__init__.py"
    assert kind in pages.KINDS, f"add {kind} to KINDS in web/artifacts.py"
    assert name in artifact_queries.QUERIES, f"add {name} to QUERIES in store/artifact_queries.py"
    assert name in [query.name for query in QUERIES], f"add {name} to QUERIES in web/saved_queries.py"
    told = (Path(__file__).parents[1] / "docs" / "artifacts.md").read_text("utf-8")
    assert f"\n| {kind} |" in told, f"add {kind} to the table in docs/artifacts.md"
    allowed = "".join(map(objects.script, NAMES))
    assert f"'{kind}'" in allowed, f"allow {kind} in schema/sql: artifact_values.kind is checked"


def test_appending_stores_what_messages_hold(db: gagent_db.Database) -> None:
    first, _ = said(db, "we decided to use oak. see https://a.org/oak", "TODO: order hinges")
    assert [row["value"] for row in rows(db, "decision")] == ["we decided to use oak."]
    assert [(row["message_id"], row["value"]) for row in rows(db, "url")] == [(first, "https://a.org/oak")]
    assert [(row["value"], row["status"]) for row in rows(db, "unresolved")] == [("TODO: order hinges", "open")]


def test_a_command_keeps_its_exit_status(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [shell("make test", exit_code=2), shell("make lint", status="success"), shell("make x")])
    assert [(row["value"], row["status"]) for row in rows(db, "command")] == [
        ("make test", "2"),
        ("make lint", "success"),
        ("make x", None),
    ]


@pytest.mark.parametrize(
    ("opened", "closing"),
    [
        ("TODO: the gate hinge squeaks", {"role": "assistant", "content": "The gate hinge is fixed."}),
        ("- [ ] paint the gate", {"role": "assistant", "content": "- [x] paint the gate"}),
        ("?[lock]: which one", {"role": "user", "content": "✓[lock]: the brass one"}),
        ("TODO: run `make seed` again", shell("make seed", exit_code=0)),
        (
            "Open question: should we keep the old gate post?",
            {"role": "user", "content": "we'll keep the old gate post"},
        ),
    ],
)
def test_a_later_message_closes_an_open_item(db: gagent_db.Database, opened: str, closing: dict[str, object]) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"role": "assistant", "content": opened}])
    (by,) = db.append(session.id, [closing])
    (row,) = rows(db, "unresolved")
    assert (row["status"], row["resolved_by_message_id"]) == ("resolved", by)


def test_other_conversations_and_failures_close_nothing(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(
        session.id, [{"role": "assistant", "content": "TODO: run `make seed` again"}, shell("make seed", exit_code=1)]
    )
    said(db, "make seed is fixed, the seed runs again")
    assert rows(db, "unresolved")[0]["status"] == "open"


def test_a_continued_conversation_closes_what_its_beginning_left_open(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"role": "assistant", "content": "TODO: the gate hinge squeaks"}])
    child = db.compress_session(session.id)
    db.append(child.id, [{"role": "assistant", "content": "The gate hinge is fixed."}])
    assert rows(db, "unresolved")[0]["status"] == "resolved"


def test_resolving_by_hand_and_reopening(db: gagent_db.Database) -> None:
    said(db, "TODO: order hinges")
    number = rows(db, "unresolved")[0]["id"]
    assert answers.resolve(db, number)["status"] == "resolved"
    assert db.artifacts("unresolved").items == answers.artifacts(db, "unresolved", status="open").items == []
    assert len(db.artifacts("unresolved", status="all").items) == 1
    assert answers.resolve(db, number, status="open")["status"] == "open"
    with pytest.raises(gagent_db.GagentError):
        answers.resolve(db, 9999)


def test_indexing_reads_rows_put_in_by_hand_once(db: gagent_db.Database) -> None:
    said(db, "TODO: order hinges")
    answers.resolve(db, rows(db, "unresolved")[0]["id"])
    sql = "INSERT INTO messages(session_id, role, content) VALUES ('by-hand', 'user', 'we decided to use brass')"
    db.write(lambda conn: conn.execute(sql))
    assert db.index()["extracted"] == 1
    assert db.index()["extracted"] == 0
    assert len(rows(db, "decision")) == 1
    db.write(lambda conn: conn.execute("UPDATE messages SET extracted = 0"))
    assert db.index()["extracted"] == 2
    assert [row["status"] for row in rows(db, "unresolved")] == ["resolved"], "an answer survives a new extraction"


def imported(db: gagent_db.Database, folder: Path, *texts: str) -> None:
    """Bring texts in from a file, without reading them for artifacts."""
    lines = [{"role": "user", "content": text, "timestamp": f"2026-05-01T08:{n:02}:00"} for n, text in enumerate(texts)]
    path = write_lines(folder / f"cli_{len(texts)}.jsonl", [{"_type": "metadata"}, *lines])
    import_paths(db, [path], extract=False)


def test_what_an_import_brought_is_read_once_and_beside_it_what_was_written_by_hand(
    db: gagent_db.Database, tmp_path: Path
) -> None:
    said(db, "see https://a.org/before")
    imported(db, tmp_path, "see https://a.org/one", "TODO: order hinges", "we decided to use oak")
    said(db, "see https://a.org/after")
    sql = "INSERT INTO messages(session_id, role, content) VALUES ('by-hand', 'user', 'we decided to use brass')"
    db.write(lambda conn: conn.execute(sql))
    assert [row["value"] for row in rows(db, "url")] == ["https://a.org/before", "https://a.org/after"]
    assert artifacts.pending(db.read()) == 5, "the imported ones and those after them"
    steps: list[tuple[int, int]] = []
    artifacts.extract_pending(db, lambda done, total: steps.append((done, total)))
    assert steps[-1] == (5, 5)
    assert [len(rows(db, kind)) for kind in ("url", "unresolved", "decision")] == [3, 1, 2]
    assert artifacts.pending(db.read()) == 0 == db.index()["extracted"]
    imported(db, tmp_path, "see https://a.org/two", "see https://a.org/three", "and no more", "that is all")
    assert db.index()["extracted"] == 4


def test_a_reading_that_was_stopped_goes_on_where_it_was(
    db: gagent_db.Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "BATCH_MESSAGES", 2)
    imported(db, tmp_path, *(f"see https://a.org/{number}" for number in range(7)))

    def stop(done: int, _total: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        artifacts.extract_pending(db, stop)
    assert (len(rows(db, "url")), artifacts.pending(db.read())) == (4, 3)
    db.write(lambda conn: conn.execute("DELETE FROM messages WHERE content LIKE '%/6'"))
    with gagent_db.open(db.path) as other:  # both at once: a message is done once
        done = []
        artifacts.extract_pending(db, lambda count, _: done.append((count, artifacts.extract_pending(other))))
    assert done == [(2, 0)]
    assert len(rows(db, "url")) == 6


def test_an_outcome_written_later_reaches_the_command(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [shell("make test"), {"role": "user", "content": "we decided to use oak"}])
    db.write(lambda conn: conn.execute("UPDATE tool_calls SET status = 'error', exit_code = 2"))
    assert db.index()["extracted"] == 1
    assert [row["status"] for row in rows(db, "command")] == ["2"]


def test_a_changed_text_is_read_again(db: gagent_db.Database) -> None:
    (message,) = said(db, "see https://a.org/oak")
    db.write(
        lambda conn: conn.execute("UPDATE messages SET content = 'see https://b.org/ash' WHERE id = ?", (message,))
    )
    db.index()
    assert [row["value"] for row in rows(db, "url")] == ["https://b.org/ash"]


def test_pages_follow_each_other_whatever_the_order_of_writing(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    days = [5, 1, 9, 3, 7, 2, 8]
    db.append(
        session.id,
        [
            {"role": "user", "content": f"https://a.org/{day}", "created_at": f"2026-05-0{day}T08:00:00Z"}
            for day in days
        ],
    )
    for filters in ({}, {"session": session.id}):
        seen: list[str] = []
        cursor: str | None = None
        while True:
            page = answers.artifacts(db, "url", limit=2, cursor=cursor, **filters)
            seen += [group.value for group in page.items]
            cursor = page.next
            if cursor is None:
                break
        assert seen == [f"https://a.org/{day}" for day in sorted(days, reverse=True)]
    since = answers.artifacts(db, "url", since="2026-05-08")
    assert [group.value for group in since.items] == ["https://a.org/9", "https://a.org/8"]


@pytest.mark.parametrize("filters", [{}, {"channel": "cli"}])
def test_the_oldest_come_first_when_asked_and_pages_follow(db: gagent_db.Database, filters: dict[str, str]) -> None:
    said(db, *(f"see https://a.org/{number}" for number in range(5)))
    found, cursor = [], None
    while True:
        page = db.artifacts("url", sort="oldest", limit=2, cursor=cursor, **filters)
        found += [group.value for group in page.items]
        if not (cursor := page.next):
            break
    assert found == [f"https://a.org/{number}" for number in range(5)]
    assert [group.value for group in db.artifacts("url", **filters).items] == found[::-1]
    with pytest.raises(gagent_db.GagentError, match="newest, oldest or relevance"):
        db.artifacts("url", sort="best")


def test_an_artifact_by_hand_needs_its_message(db: gagent_db.Database) -> None:
    sql = "INSERT INTO artifacts(message_id, kind, value) VALUES (99, 'unresolved', 'call the smith')"
    with pytest.raises(sqlite3.IntegrityError):
        db.write(lambda conn: conn.execute(sql))


def test_forgetting_a_message_forgets_its_artifacts(db: gagent_db.Database) -> None:
    (message,) = said(db, "we decided to use oak")
    db.write(lambda conn: conn.execute("DELETE FROM messages WHERE id = ?", (message,)))
    assert db.read().execute("SELECT count(*) FROM artifact_values").fetchone()[0] == 0


def test_the_view_can_be_written_like_a_table(db: gagent_db.Database) -> None:
    (message,) = said(db, "hello")
    sql = "INSERT INTO artifacts(message_id, kind, value) VALUES (?, 'unresolved', 'call the smith')"
    db.write(lambda conn: conn.execute(sql, (message,)))
    db.write(lambda conn: conn.execute("UPDATE artifacts SET status = 'resolved' WHERE value = 'call the smith'"))
    assert rows(db, "unresolved")[0]["status"] == "resolved"
    db.write(lambda conn: conn.execute("DELETE FROM artifacts"))
    assert rows(db, "unresolved") == []


def test_equal_mentions_are_one_group_with_first_and_last(db: gagent_db.Database) -> None:
    said(db, "see https://a.org/oak", channel="telegram", chat_id="7")
    said(db, "again https://a.org/oak/ and https://b.org/x")
    page = answers.artifacts(db, "url").to_dict()
    (group,) = [item for item in page["items"] if item["count"] == 2]
    assert group["session_count"] == 2 and group["first_seen"] <= group["last_seen"]
    assert {"artifact_id", "session_id", "message_id", "role", "created_at", "value"} <= set(group["mentions"][0])
    assert [i["value"] for i in answers.artifacts(db, "urls", "b.org").to_dict()["items"]] == ["https://b.org/x"]
    assert [i["count"] for i in answers.artifacts(db, "url", channel="telegram").to_dict()["items"]] == [1]
    first = answers.artifacts(db, "url", limit=1)
    second = answers.artifacts(db, "url", limit=1, cursor=first.next)
    assert {first.items[0].value, second.items[0].value} == {"https://b.org/x", group["value"]} and second.next is None


@pytest.mark.parametrize("role", ["user", "assistant"])
def test_a_fact_in_notation_is_read_behind_a_sentence_too(db: gagent_db.Database, role: str) -> None:
    session = db.create_session(channel="cli")
    texts = ["keep the gate at two metres. D[gate]: oak, 2 m ?[lock]: which one", "noted.\n1. D[gate]: steel"]
    db.append(session.id, [{"role": role, "content": text} for text in texts])
    found = {item.value: item for item in answers.artifacts(db, "decision").items}
    assert found["oak, 2 m"].normalized == "[gate] oak 2 m"
    assert found["oak, 2 m"].more["superseded_by"]["value"] == "steel"


def test_answers_say_how_a_command_works_here_and_what_was_decided_at_a_path(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli", project="/srv/app")
    db.append(session.id, [shell("make test", exit_code=2), shell("make test VERBOSE=1 > /var/tmp/o.txt", exit_code=0)])
    db.append(session.id, [{"role": "user", "content": "we decided to keep the log there"}])
    failed = answers.artifacts(db, "command", status="failed").items[0]
    for stored, asked in (("error", "failed"), ("success", "ok")):  # as the column of a command without a code says it
        same = [answers.artifacts(db, "command", status=word).items for word in (stored, asked)]
        assert same[0] == same[1] != []
    assert failed.more["works_as"]["value"].startswith("make test VERBOSE") and failed.more["where"] == ["/srv/app"]
    path = answers.artifacts(db, "path").items[0]
    assert path.more["touched_by"][0]["session_id"] == session.id
    assert path.more["decisions"][0]["value"] == "we decided to keep the log there"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("permits", "TODO: renew the harbour permit"),
        ("what is still open about the thesis?", "TODO: order the ropes"),
        ("regatta", "TODO: print the name tags"),
        ("permit ropes", None),
    ],
)
def test_what_no_open_item_says_itself_is_found_by_its_stem_its_message_or_its_project(
    db: gagent_db.Database, query: str, found: str | None
) -> None:
    said(db, "TODO: renew the harbour permit", "The regatta is in June. TODO: print the name tags")
    said(db, "TODO: order the ropes", project="/home/mira/thesis")
    page = db.artifacts("unresolved", query)
    assert [item.value for item in page.items] == ([found] if found else [])
    assert ("hint" in page.to_dict()) == (found is not None)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("rate", ["the rate is 750 per page from May on"]),  # no part of "separate"
        ("separ", ["keep the topics separate"]),
        ("parate", ["keep the topics separate"]),  # found nowhere else
        ("BY 4.0", ["the licence is CC BY 4.0"]),  # not the 0.4.0 of a title
        ("0.4", []),
    ],
)
def test_words_of_a_list_are_words_of_its_values_before_they_are_letters_in_them(
    db: gagent_db.Database, query: str, found: list[str]
) -> None:
    texts = ("the rate is 750 per page from May on", "keep the topics separate", "the licence is CC BY 4.0")
    for text in texts:
        said(db, f"Decision: {text}", title="by hand: release 10.4.0")
    assert [item.value for item in db.artifacts("decision", query).items] == found


def test_few_values_with_the_words_come_with_a_hint_at_a_search(db: gagent_db.Database) -> None:
    said(db, *(f"Decision: boat {number} is green" for number in range(3)), "Decision: the mast is red")
    assert "Search" in (db.artifacts("decision", "mast").hint or "")
    assert db.artifacts("decision", "boat").hint is None
    assert db.artifacts("decision").hint is None
    assert db.artifacts("decision", "boat", limit=2).hint is None  # there is another page


def test_pages_of_what_stands_around_items_show_each_of_them_once(db: gagent_db.Database) -> None:
    said(db, *(f"TODO: order rope number {number}" for number in range(5)), project="/home/mira/thesis")
    shown, cursor = [], None
    for _ in range(3):
        page = db.artifacts("unresolved", "thesis", limit=2, cursor=cursor)
        shown += [item.value for item in page.items]
        cursor = page.next
    assert cursor is None and sorted(shown) == [f"TODO: order rope number {number}" for number in range(5)]


def test_saved_queries_are_plain_sql_with_parameters(db: gagent_db.Database) -> None:
    said(db, "we decided to use oak. TODO: order hinges at https://a.org/oak, see /srv/a.txt", channel="telegram")
    for name, sql in artifact_queries.QUERIES.items():
        found = db.read().execute(sql, {"q": None, "channel": "telegram", "since": ""}).fetchall()
        none = db.read().execute(sql, {"q": "zebra", "channel": "", "since": None}).fetchall()
        assert none == [] and (found or name == "commands")
        assert all(row["link"] == f"-/sessions/{row['session_id']}#m{row['message_id']}" for row in found)


def test_saved_queries_take_a_time_or_a_number_of_days(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    now = datetime.now(UTC)
    for days in (1, 30):
        db.append(
            session.id,
            [
                {
                    "role": "user",
                    "content": f"see https://a.org/{days}",
                    "created_at": (now - timedelta(days)).isoformat(),
                }
            ],
        )
    sql = artifact_queries.QUERIES["urls"]

    def found(since: str) -> list[str]:
        return [row["url"] for row in db.read().execute(sql, {"q": "", "channel": "", "since": since})]

    assert found("7d") == found((now - timedelta(7)).isoformat()) == ["https://a.org/1"]
    assert found("400d") == found("2020") == ["https://a.org/1", "https://a.org/30"]


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ([], "Nothing is open."), (["--status", "resolved"], "Nothing has been resolved yet."),
        (["--status", "all"], "Nothing has been open so far."), (["oak"], "Nothing open matches."),
        (["--status", "resolved", "--channel", "cli"], "Nothing resolved matches."),
        (["--status", "all", "oak"], "Nothing matches."),
    ],
)  # fmt: skip
def test_an_empty_list_of_open_items_says_what_was_asked_for(db_path: Path, arguments: list[str], answer: str) -> None:
    with gagent_db.open(db_path) as db:
        said(db, "we decided to use oak")
    assert CliRunner().invoke(main, ["--db", str(db_path), "unresolved", *arguments]).stdout.strip() == answer


def test_command_line(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        said(db, "we decided to use oak", "TODO: order hinges")
    run = CliRunner().invoke
    listed = json.loads(run(main, ["--db", str(db_path), "unresolved", "hinges", "--json"]).stdout)
    number = listed["items"][0]["mentions"][0]["artifact_id"]
    assert listed["ok"] and listed["kind"] == "unresolved"
    assert "resolved: TODO" in run(main, ["--db", str(db_path), "resolve", str(number)]).stdout
    assert "Nothing is open" in run(main, ["--db", str(db_path), "unresolved"]).stdout
    assert "open: TODO" in run(main, ["--db", str(db_path), "resolve", str(number), "--reopen"]).stdout
    assert "we decided to use oak" in run(main, ["--db", str(db_path), "decisions"]).stdout
    assert run(main, ["--db", str(db_path), "resolve", "999"]).exit_code == 1
    assert "Nothing is known" in run(main, ["--db", str(db_path), "errors", "no such plank"]).stdout


def test_what_a_message_holds_is_read_before_the_write_and_not_kept(tmp_path: Path) -> None:
    text = "We decided to use sqlite. Run `make test` first."
    extraction._ahead.clear()
    with gagent_db.open(tmp_path / "a.db") as db:
        session = db.create_session()
        prepared = messages.prepare([{"role": "user", "content": text}] * 2)
        assert [message.content for message in prepared] == [text, text] and len(extraction._ahead) == 1
        db.append(session.id, prepared)
        assert not extraction._ahead
        counts = dict(db.read().execute("SELECT kind, count(*) FROM artifacts GROUP BY kind").fetchall())
        assert counts == {"decision": 2, "command": 2}
        for number in range(300):  # writes that fail leave no more than a few behind
            with pytest.raises(gagent_db.GagentError):
                db.append("nobody", [{"content": f"{number}"}])
        assert len(extraction._ahead) <= extraction._MOST_AHEAD + 1
        extraction._ahead.clear()


def test_how_a_command_ended_is_told_as_far_as_it_is_known(db: gagent_db.Database) -> None:
    calls = [("make a", {"exit_code": 2}), ("make b", {"status": "success"}), ("make c", {})]
    db.append(db.create_session().id, [shell(command, **outcome) for command, outcome in calls])
    shown = CliRunner().invoke(main, ["--db", str(db.path), "commands"]).stdout
    assert all(told in shown for told in ("exit 2", " success", "exit unknown")) and "exit success" not in shown
