"""What conversations used, added up: the same over Python, the command line and the browser."""

from __future__ import annotations

import json
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from meanwhile import before_statement
from web_fixtures import ROOT, private_datasette

import gagent_db
from gagent_db.cli import main
from gagent_db.errors import GagentError
from gagent_db.usage import KINDS

SESSIONS = [
    ("2026-05-01", "large", "/srv/a", 0.25),
    ("2026-05-02", "small", "/srv/a/lib", 0.5),
    ("2026-06-02", None, None, None),
]


@pytest.fixture
def used(db_path: Path) -> Path:
    with gagent_db.open(db_path) as db:
        for day, model, project, cost in SESSIONS:
            at = f"{day}T12:00:00Z"
            session = db.create_session(channel="cli", model=model, project=project, created_at=at, cost_usd=cost)
            calls = [{"tool_name": "shell", "exit_code": 0}, {"tool_name": "shell", "exit_code": -9}]
            calls.append({"tool_name": "read", "status": "error" if day == "2026-05-01" else "success"})
            answer = {"role": "assistant", "content": "yes", "output_tokens": 7, "tool_calls": calls}
            db.append(session.id, [{**answer, "created_at": at}])
    return db_path


def run(path: Path, *args: str) -> Result:
    return CliRunner().invoke(main, ["--db", str(path), "usage", *args])


def rows(path: Path, by: str, *args: str) -> dict[Any, dict[str, Any]]:
    found = json.loads(run(path, "--by", by, "--json", *args).stdout)
    return {row[by]: row for row in found["rows"]}


@pytest.mark.parametrize(
    ("by", "counts"),
    [
        ("day", {"2026-06-02": 1, "2026-05-02": 1, "2026-05-01": 1}),
        ("month", {"2026-06": 1, "2026-05": 2}),
        ("model", {"large": 1, "small": 1, None: 1}),
        ("project", {"/srv/a": 1, "/srv/a/lib": 1, None: 1}),
        ("channel", {"cli": 3}),
        ("tool", {"shell": 3, "read": 3}),
    ],
)
def test_sessions_are_added_up(used: Path, by: str, counts: dict[Any, int]) -> None:
    assert {name: row["sessions"] for name, row in rows(used, by).items()} == counts


def test_times_come_latest_first_and_others_by_use(used: Path) -> None:
    assert list(rows(used, "day")) == ["2026-06-02", "2026-05-02", "2026-05-01"]
    assert list(rows(used, "tool")) == ["shell", "read"]


def test_the_sums_of_a_month_and_of_all(used: Path) -> None:
    may = rows(used, "month")["2026-05"]
    assert (may["messages"], may["tool_calls"], may["output_tokens"], may["cost_usd"]) == (2, 6, 14, 0.75)
    assert rows(used, "month")["2026-06"]["cost_usd"] is None
    with gagent_db.open(used) as db:
        found = db.usage("model", limit=1)
        assert found["truncated"] and len(found["rows"]) == 1
        assert (found["total"]["sessions"], found["total"]["cost_usd"]) == (3, 0.75)


def test_failed_calls_are_counted(used: Path) -> None:
    assert {name: row["failed"] for name, row in rows(used, "tool").items()} == {"shell": 3, "read": 1}


def test_filters_ask_when_it_was_said_and_where(used: Path) -> None:
    assert list(rows(used, "day", "--since", "2026-05-02", "--until", "2026-05-31")) == ["2026-05-02"]
    assert rows(used, "channel", "--project", "/srv/a")["cli"]["sessions"] == 2


@pytest.fixture
def chat(db_path: Path) -> Path:
    """One session of three days in two months; its source counts 100 tokens and $1 beyond those of its messages."""
    with gagent_db.open(db_path) as db:
        session = db.create_session(
            channel="telegram", model="large", created_at="2026-05-01T12:00:00Z", input_tokens=100, cost_usd=1.0
        )
        for day in ("2026-05-01", "2026-05-02", "2026-06-03"):
            calls = [{"tool_name": "shell", "exit_code": int(day.startswith("2026-06"))}] * 2
            answer = {"role": "assistant", "content": day, "input_tokens": 10, "cost_usd": 0.25, "tool_calls": calls}
            db.append(session.id, [{**answer, "created_at": f"{day}T12:00:00Z"}])
    return db_path


def test_a_long_chat_counts_on_the_days_it_was_used(chat: Path) -> None:
    days = rows(chat, "day")
    told = {
        day: (row["sessions"], row["messages"], row["tool_calls"], row["input_tokens"]) for day, row in days.items()
    }
    assert told == {"2026-06-03": (1, 1, 2, 10), "2026-05-02": (1, 1, 2, 10), "2026-05-01": (1, 1, 2, 110)}
    assert [row["cost_usd"] for row in days.values()] == [0.25, 0.25, 1.25]
    assert {month: row["input_tokens"] for month, row in rows(chat, "month").items()} == {"2026-06": 10, "2026-05": 120}
    with gagent_db.open(chat) as db:
        for by in ("day", "month", "model"):
            total = db.usage(by)["total"]
            told = {name: total[name] for name in ("sessions", "messages", "tool_calls", "input_tokens", "cost_usd")}
            assert list(told.values()) == [1, 3, 6, 130, 1.75]


@pytest.mark.parametrize("by", ["day", "model", "channel"])
def test_of_a_long_chat_only_what_was_used_since_counts(chat: Path, by: str) -> None:
    with gagent_db.open(chat) as db:
        total = db.usage(by, since="2026-05-02", until="2026-05-31")["total"]
        assert (total["sessions"], total["messages"], total["input_tokens"], total["cost_usd"]) == (1, 1, 10, 0.25)
        assert db.usage("tool", since="2026-06-01")["rows"] == [
            {"tool": "shell", "tool_calls": 2, "failed": 2, "sessions": 1}
        ]
        assert db.usage(by, since="2026-05-10", until="2026-05-20")["total"]["messages"] in (0, None)


def test_a_message_counts_for_the_model_that_wrote_it(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        session = db.create_session(channel="cli", model="m1", input_tokens=5)
        wrote = [None, "m1", "m2", "m2", "m2"]
        db.append(
            session.id, [{"role": "assistant", "content": "yes", "model": one, "output_tokens": 7} for one in wrote]
        )
        found = db.usage("model")
    told = {row["model"]: (row["sessions"], row["messages"], row["output_tokens"]) for row in found["rows"]}
    assert told == {"m1": (1, 2, 14), "m2": (1, 3, 21)}
    assert (found["total"]["sessions"], found["total"]["messages"], found["total"]["input_tokens"]) == (1, 5, 5)


def test_people_get_a_table(used: Path) -> None:
    lines = run(used, "--by", "project").stdout.splitlines()
    assert lines[0].split() == ["project", "sessions", "messages", "tool", "calls", "out", "cost"]
    assert lines[-1].split() == ["all", "3", "3", "9", "21", "$0.75"]
    assert "More" not in run(used).stdout and "--limit" in run(used, "--limit", "1").stdout
    assert "No session matches." in run(used, "--channel", "nope").stdout


def test_what_cannot_be_told_is_refused(used: Path) -> None:
    assert run(used, "--by", "mood").exit_code == 2
    with gagent_db.open(used) as db, pytest.raises(GagentError, match="no usage by 'mood'"):
        db.usage("mood")


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_that_leaves_nothing_is_refused(used: Path, limit: int) -> None:
    with gagent_db.open(used) as db, pytest.raises(GagentError, match=f"at least 1, not {limit}"):
        db.usage(limit=limit)


@pytest.mark.parametrize("by", KINDS)
def test_nothing_adds_up_to_zero(used: Path, by: str) -> None:
    with gagent_db.open(used) as db:
        found = db.usage(by, channel="nope")
    assert found["rows"] == [] and set(found["total"].values()) == {0}


@pytest.mark.parametrize("by", ["channel", "tool"])
def test_rows_and_their_total_are_of_one_state(used: Path, by: str) -> None:
    for number in count():
        with gagent_db.open(used) as db, gagent_db.open(used) as other:
            add = partial(other.append, db.list_sessions()[0].id, [{"tool_calls": [{"tool_name": "shell"}]}])
            seen = before_statement(db, number, add)
            found = db.usage(by)
            assert sum(row["tool_calls"] for row in found["rows"]) == found["total"]["tool_calls"], number
        if len(seen) <= number:
            break


def test_sessions_without_tool_calls_are_not_said_to_be_missing(db: gagent_db.Database) -> None:
    db.append(db.create_session(channel="cli").id, [{"content": "hello"}])
    assert run(db.path, "--by", "tool").stdout == "No tool calls were found.\n"


@pytest.mark.asyncio
async def test_the_browser_has_the_same_as_saved_queries(used: Path) -> None:
    ds = private_datasette(used)
    await ds.invoke_startup()
    base = f"/{used.stem}"
    overview = (await ds.client.get(f"{base}/-/overview", actor=ROOT)).text
    for by in KINDS:
        shown = (await ds.client.get(f"{base}/usage_by_{by}.json?_shape=array", actor=ROOT)).json()
        assert {row[by]: row for row in shown} == rows(used, by), by
        assert f"{base}/usage_by_{by}" in overview, by
