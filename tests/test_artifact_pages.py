"""Pages of what was extracted are full until nothing follows; a message is the same JSON everywhere."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from web_fixtures import ROOT, private_datasette

import gagent_db
from gagent_db import answers
from gagent_db.cli import main
from gagent_db.web import data


@pytest.fixture
def archive(db_path: Path) -> Path:
    """Links of which every fifth is the tool's, in two channels."""
    with gagent_db.open(db_path) as db:
        for channel in ("cli", "slack"):
            session = db.create_session(channel=channel)
            rows = [
                {"role": "tool" if n % 5 == 0 else "user", "content": f"see https://x.example/{channel}/{n}"}
                for n in range(60)
            ]
            db.append(session.id, rows)
        db.index()
    return db_path


def test_a_page_is_full_until_nothing_follows(archive: Path) -> None:
    with gagent_db.open(archive) as db:
        sizes, seen, cursor = [], [], None
        while not sizes or cursor:
            page = answers.artifacts(db, "url", role="tool", limit=7, cursor=cursor)
            sizes.append(len(page.items))
            seen += [item.value for item in page.items]
            cursor = page.next
        assert sizes == [7, 7, 7, 3]
        assert len(set(seen)) == 24
        assert answers.artifacts(db, "url", role="system", limit=7).next is None


@pytest.mark.asyncio
async def test_a_command_that_failed_says_where_it_worked_as_it_stands(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        calls = [{"tool_name": "shell", "arguments": {"command": "make docs"}, "exit_code": code} for code in (2, 0)]
        rows = [{"role": "assistant", "tool_calls": [call]} for call in calls]
        _, worked = db.append(db.create_session(channel="cli", id="s1").id, rows)
    asked = ["--db", str(db_path), "commands", "--status"]
    assert f"exit 2, worked unchanged (message {worked})" in CliRunner().invoke(main, [*asked, "failed"]).output
    assert "worked as" not in CliRunner().invoke(main, [*asked, "ok"]).output
    datasette = private_datasette(db_path)
    page = (await datasette.client.get("/gagent/-/artifacts/command?status=failed", actor=ROOT)).text
    assert f'worked as <a href="/gagent/-/sessions/s1?at={worked}#m{worked}">it stands</a>' in page


@pytest.mark.parametrize(
    "arguments",
    [
        ["urls", "x.example", "--role", "tool", "--channel", "cli", "--limit", "4"],
        ["urls", "--limit", "4", "--", "-x.example"],
        ["urls", "--since", "7d", "--limit", "90"],
        ["sessions", "--live", "--limit", "1"],
    ],
)
def test_the_command_printed_for_more_continues_with_the_same_question(archive: Path, arguments: list[str]) -> None:
    command = ["--db", str(archive), *arguments]
    if "-x.example" in arguments:
        with gagent_db.open(archive) as db:
            texts = [f"https://y.example/a-x.example{n}" for n in range(6)]
            db.append(db.create_session(channel="cli").id, [{"content": text} for text in texts])
            db.index()
    separator = command.index("--") if "--" in command else len(command)
    first = CliRunner().invoke(main, command)
    more = shlex.split(first.output.strip().splitlines()[-1].removeprefix("More: "))
    assert more[0] == "gagent-db" and "--next" in more
    again = CliRunner().invoke(main, more[1:])
    cursor = more[more.index("--next") + 1]
    by_hand = CliRunner().invoke(main, [*command[:separator], "--next", cursor, *command[separator:]])
    assert again.exit_code == 0 and again.output == by_hand.output != first.output


def test_the_command_printed_below_an_answer_shows_where_it_stands_in_the_same_file(archive: Path) -> None:
    printed = CliRunner().invoke(main, ["--db", str(archive), "urls", "--limit", "1"])
    follow = next(line.strip() for line in printed.output.splitlines() if "--around" in line)
    shown = CliRunner().invoke(main, shlex.split(follow[follow.index("gagent-db") :])[1:])
    assert shown.exit_code == 0 and "example" in shown.output


@pytest.mark.asyncio
async def test_a_message_is_the_same_json_on_the_command_line_and_in_the_web(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        session = db.create_session(channel="cli")
        call = {"tool_name": "Bash", "call_id": "c1", "arguments": {"command": "ls"}, "exit_code": 0}
        media = {"kind": "image", "path": "/tmp/a.png", "mime_type": "image/png", "metadata": {"w": 1}}
        message = {"role": "assistant", "content": "x", "metadata": {"a": 1}, "tool_calls": [call], "media": [media]}
        db.append(session.id, [message, {"role": "user", "content": "y", "reasoning": "z", "input_tokens": 3}])
    printed = CliRunner().invoke(main, ["--db", str(db_path), "show", session.id, "--format", "json"])
    lines = CliRunner().invoke(main, ["--db", str(db_path), "show", session.id, "--format", "jsonl"])
    ds = private_datasette(db_path)
    await ds.invoke_startup()
    served = (await ds.client.get(f"/gagent/-/sessions/{session.id}.json", actor=ROOT)).json()
    assert json.loads(printed.output)["messages"] == served["messages"]
    assert [json.loads(line) for line in lines.output.strip().splitlines()] == served["messages"]
    first = served["messages"][0]
    assert set(first) >= {"id", "role", "content", "created_at", "status", "model", "reasoning", "metadata", "uid"}
    assert set(first["tool_calls"][0]) >= {"tool_name", "arguments", "result_summary", "status", "exit_code", "call_id"}
    assert set(first["media"][0]) >= {"kind", "path", "mime_type", "sha256", "bytes", "metadata"}


def test_what_stands_around_a_value_is_whole_words_on_one_line(db: gagent_db.Database) -> None:
    before, after = "earlier " * 30 + "```python\nprint()\n```\n\x1b[1mbold\x1b[0m ", " later" * 60
    db.append(db.create_session(channel="cli").id, [{"content": f"{before}https://x.example/a{after}"}])
    (item,) = answers.artifacts(db, "url").items
    told = item.mentions[0].context
    assert told.startswith("… earlier earlier") and told.endswith("later later …")
    assert "print() bold https://x.example/a later" in told
    db.append(
        db.create_session(channel="cli").id, [{"content": f"see https://y.example/{'x' * 90} or https://z.example/b"}]
    )
    (item,) = answers.artifacts(db, "url", "z.example").items
    assert item.mentions[0].context == "… or https://z.example/b"


def test_a_short_message_is_shown_from_end_to_end(db: gagent_db.Database) -> None:
    db.append(db.create_session(channel="cli").id, [{"content": "see https://x.example/a for the rest"}])
    (item,) = answers.artifacts(db, "url").items
    assert item.mentions[0].context == "see https://x.example/a for the rest"


def test_the_home_page_shows_what_was_said_last_first(db: gagent_db.Database) -> None:
    told = [{"content": f"Decision: use tool {n}.", "created_at": "2026-01-01T00:00:00Z"} for n in range(3)]
    db.append(db.create_session(channel="cli").id, told)
    shown = [item["value"] for item in data.latest_artifacts(db, "decision", None)]
    assert shown == [item.value for item in answers.artifacts(db, "decision").items]
