"""Tags: a person's words for conversations, through every door; they outlive imports and go with their session."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from web_fixtures import ROOT, private_datasette

import gagent_db
from gagent_db.cli import main
from gagent_db.schema.version import NAMES


def run(path: Path, *args: str) -> Result:
    return CliRunner().invoke(main, ["--db", str(path), *args])


def data(path: Path, *args: str) -> Any:
    result = run(path, *args, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def tagged(db_path: Path) -> Path:
    """Three conversations: ``ferry`` is tagged travel and starred, ``train`` travel, ``disk`` nothing."""
    with gagent_db.open(db_path) as db:
        for name, said in (("ferry", "book the ferry"), ("train", "book the train"), ("disk", "TODO: clean the disk")):
            db.append(db.create_session(id=name, channel="cli", title=name).id, [{"content": said}])
        db.tag("ferry", "Travel", "#starred")
        db.tag("train", "travel")
    return db_path


def tags(path: Path, ref: str) -> tuple[str, ...]:
    with gagent_db.open(path) as db:
        session = db.get_session(ref)
        assert session is not None
        return session.tags


def test_tags_are_spelled_one_way_and_counted_by_conversation(tagged: Path) -> None:
    with gagent_db.open(tagged) as db:
        assert db.tags() == {"travel": 2, "starred": 1}
        assert db.tag("disk", "TRAVEL", "到读", "v1.2", "to-read").tags == ("to-read", "travel", "v1.2", "到读")
        assert db.untag("disk", "#Travel", "never-given").tags == ("to-read", "v1.2", "到读")


@pytest.mark.parametrize("name", ["two words", "", "  ", "#", "--", "a,b", "x" * 51, "<b>", "a\nb", "a\x00b"])
def test_what_is_no_tag_is_refused_in_a_sentence(tagged: Path, name: str) -> None:
    with gagent_db.open(tagged) as db:
        for change in (db.tag, db.untag):
            with pytest.raises(gagent_db.GagentError, match="A tag is one word"):
                change("disk", "fine", name)
        assert db.tags() == {"travel": 2, "starred": 1}
        with pytest.raises(gagent_db.GagentError, match="must be text"):
            db.tag("disk", 7)  # type: ignore[arg-type]
        with pytest.raises(gagent_db.GagentError, match="no session"):
            db.tag("nowhere", "fine")


def test_every_answer_can_be_narrowed_to_a_tag(tagged: Path) -> None:
    with gagent_db.open(tagged) as db:
        assert {one.id for one in db.list_sessions(tag="travel")} == {"ferry", "train"}
        assert [one.id for one in db.list_sessions(tag="travel, #Starred")] == ["ferry"]
        assert db.list_sessions(tag="nowhere") == []
        assert [one.session_id for one in db.search("book", tag="starred").sessions] == ["ferry"]
        assert [one.session_id for one in db.search("book tag:starred tag:travel").sessions] == ["ferry"]
        assert {one.session_id for one in db.search("tag:travel").sessions} == {"ferry", "train"}
        assert [hit.session_id for hit in db.search_messages("book", tag="starred")] == ["ferry"]
        assert db.usage(tag="travel")["total"]["sessions"] == 2
        db.tag("disk", "chores")
        assert db.artifacts("unresolved", tag="chores").items and not db.artifacts("unresolved", tag="travel").items
        with pytest.raises(gagent_db.GagentError, match="A tag is one word"):
            db.search("book", tag="two words")


def test_what_is_no_tag_is_text_in_a_query(tagged: Path) -> None:
    with gagent_db.open(tagged) as db:
        db.append("disk", [{"content": "git checkout tag:<name>"}])
        assert [one.session_id for one in db.search("tag:<name>").sessions] == ["disk"]


def test_results_name_the_tags_of_their_sessions(tagged: Path) -> None:
    with gagent_db.open(tagged) as db:
        found = db.search("book the ferry").to_dict()["sessions"]
        assert {one["session_id"]: list(one["tags"]) for one in found} == {
            "ferry": ["starred", "travel"],
            "train": ["travel"],
        }
        assert "tags" not in db.search("clean the disk").to_dict()["sessions"][0]
    listed = {one["id"]: one["tags"] for one in data(tagged, "sessions")["sessions"]}
    assert listed == {"ferry": ["starred", "travel"], "train": ["travel"], "disk": []}
    assert data(tagged, "show", "ferry")["session"]["tags"] == ["starred", "travel"]


def test_a_tag_is_one_of_the_whole_conversation(tagged: Path) -> None:
    with gagent_db.open(tagged) as db:
        second = db.compress_session("ferry")
        third = db.compress_session(second.id)
        db.append(third.id, [{"content": "the ferry leaves at nine"}])
        assert second.tags == third.tags == ("starred", "travel")
        db.tag(third.id, "booked", "travel")
        assert tags(tagged, "ferry") == ("booked", "starred", "travel")
        assert db.tags() == {"travel": 2, "booked": 1, "starred": 1}
        assert {one.id for one in db.list_sessions(tag="booked,starred")} == {"ferry", second.id, third.id}
        assert db.search("leaves at nine", tag="starred").sessions[0].session_id == third.id
        assert db.untag(second.id, "travel").tags == ("booked", "starred")
        branch = db.fork_session("ferry")
        assert branch.tags == ()


def test_a_deleted_session_takes_its_tags_along(tagged: Path) -> None:
    assert run(tagged, "delete", "ferry", "--yes").exit_code == 0
    with gagent_db.open(tagged) as db:
        assert db.tags() == {"travel": 1}


def test_a_transcript_that_is_imported_again_keeps_its_tags(db_path: Path, tmp_path: Path) -> None:
    def line(number: int) -> str:
        message = {"role": "user", "content": f"message {number}"}
        at = f"2026-05-01T09:0{number}:00Z"
        values = {"type": "user", "sessionId": "s-1", "uuid": f"u-{number}", "timestamp": at, "message": message}
        return json.dumps(values) + "\n"

    transcript = tmp_path / "s-1.jsonl"
    transcript.write_text(line(1) + line(2))
    run(db_path, "import", str(transcript))
    run(db_path, "tag", "s-1", "work")
    transcript.write_text(line(2) + line(3))
    run(db_path, "import", str(transcript))
    transcript.rename(tmp_path / "moved.jsonl")
    run(db_path, "import", str(tmp_path / "moved.jsonl"))
    assert data(db_path, "sessions", "--tag", "work")["sessions"][0]["message_count"] == 3


def test_an_export_carries_tags_and_its_import_takes_none_away(tagged: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "all.jsonl", tmp_path / "other.db"
    assert run(tagged, "export", "--all", "-o", str(file)).exit_code == 0
    with gagent_db.open(other) as db:
        db.append(db.create_session(id="train", channel="cli").id, [{"content": "book the train"}])
        db.tag("train", "mine")
    assert run(other, "import", str(file)).exit_code == 0
    assert [tags(other, name) for name in ("ferry", "train", "disk")] == [("starred", "travel"), ("mine", "travel"), ()]
    for form in ("md", "html"):
        assert "starred, travel" in run(tagged, "export", "ferry", "--format", form).stdout
    assert json.loads(run(tagged, "export", "--tag", "starred").stdout.splitlines()[0])["session"]["id"] == "ferry"


def test_tags_of_an_export_that_are_none_are_left_out_and_told(tagged: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "one.jsonl", tmp_path / "other.db"
    lines = run(tagged, "export", "ferry").stdout.splitlines()
    head = json.loads(lines[0])
    for given, kept in (
        (["Fine", "two words", {}, None], ("fine",)),
        ("odd", ("fine",)),
        (None, ("fine",)),
        (["more"], ("fine", "more")),
    ):
        head["session"]["tags"] = given
        file.write_text("\n".join([json.dumps(head), *lines[1:]]))
        result = run(other, "import", str(file), "--json")
        assert result.exit_code == 0 and tags(other, "ferry") == kept


def test_the_command_line_tags_and_lists_tags(tagged: Path) -> None:
    shown = run(tagged, "tag", "disk", "Chores", "soon", "--remove", "never")
    assert shown.exit_code == 0 and "#chores #soon" in shown.stdout
    assert data(tagged, "tag", "disk", "--remove", "soon", "--remove", "chores")["session"]["tags"] == []
    assert "#starred #travel" in run(tagged, "tag", "ferry").stdout  # nothing to change: what there is
    assert data(tagged, "tags")["tags"] == [{"tag": "travel", "sessions": 2}, {"tag": "starred", "sessions": 1}]
    assert run(tagged, "tags", "--plain").stdout == "travel\nstarred\n"
    assert run(tagged, "tags").stdout.split() == ["2", "travel", "1", "starred"]
    assert "ferry" in (listed := run(tagged, "sessions", "--tag", "starred").stdout) and "train" not in listed
    assert "#starred" in run(tagged, "search", "ferry").stdout
    wrong = run(tagged, "tag", "disk", "two words")
    assert wrong.exit_code == 1 and wrong.output.startswith("Error: A tag is one word")
    empty = run(tagged, "sessions", "--tag", "none")
    assert empty.exit_code == 0 and "No session matches" in empty.stdout


def test_an_archive_without_tags_says_how_to_give_one(db_path: Path) -> None:
    with gagent_db.open(db_path) as db:
        db.append(db.create_session(channel="cli").id, [{"content": "one"}])
    shown = run(db_path, "tags")
    assert shown.exit_code == 0 and "gagent-db tag " in shown.stdout


def test_a_database_from_before_tags_gets_them(tagged: Path) -> None:
    with sqlite3.connect(tagged) as conn:
        conn.execute("DROP TABLE session_tags")
        conn.execute("DELETE FROM _sqlite_migrations WHERE name = 'm006_tags'")
        conn.execute(f"PRAGMA user_version = {len(NAMES) - 1}")
    conn.close()
    with gagent_db.open(tagged) as db:
        assert db.tag("disk", "late").tags == ("late",)


def test_doctor_settles_tags_of_sessions_that_another_program_deleted(tagged: Path) -> None:
    with gagent_db.open(tagged) as db:
        db.tag(db.create_session(id="empty", channel="cli").id, "gone")
    with sqlite3.connect(tagged) as conn:
        conn.execute("DELETE FROM sessions WHERE id IN ('ferry', 'empty')")
    conn.close()
    run(tagged, "doctor", "--repair")
    with gagent_db.open(tagged) as db:
        assert db.tags() == {"travel": 2, "starred": 1}  # what still has messages is made again
    assert "refer to missing rows" not in run(tagged, "doctor").stdout


@pytest.mark.parametrize("tag", ["Work", "two words", "", "a,b"])
def test_what_the_table_cannot_mean_is_not_written_by_hand(tagged: Path, tag: str) -> None:
    with gagent_db.open(tagged) as db, pytest.raises(sqlite3.IntegrityError):
        db.write(lambda conn: conn.execute("INSERT INTO session_tags VALUES ('disk', ?)", (tag,)))


@pytest.mark.asyncio
async def test_the_browser_stars_tags_and_filters(tagged: Path) -> None:
    ds = private_datasette(tagged)
    await ds.invoke_startup()
    base = f"/{tagged.stem}/-/sessions"
    assert (await ds.client.post(f"{base}/disk/tags", json={"add": ["no"]})).status_code == 403
    page = (await ds.client.get(f"{base}/disk", actor=ROOT)).text
    assert f'action="{base}/disk/tags"' in page and 'aria-pressed="false"' in page
    form = {"add": "to-read, Chores", "return": f"{base}/disk"}
    saved = await ds.client.post(f"{base}/disk/tags", actor=ROOT, data=form)
    assert (saved.status_code, saved.headers["location"]) == (302, f"{base}/disk")
    starred = await ds.client.post(f"{base}/disk/tags", actor=ROOT, json={"add": ["starred"], "remove": "chores"})
    assert starred.json() == {"ok": True, "session_id": "disk", "tags": ["starred", "to-read"]}
    page = (await ds.client.get(f"{base}/disk", actor=ROOT)).text
    assert 'aria-pressed="true"' in page and "#to-read" in page and "#chores" not in page
    found = (await ds.client.get(f"{base}?tag=starred", actor=ROOT)).text
    assert "disk" in found and "ferry" in found and f"{base}/train" not in found
    assert f"{base}?tag=travel" in found and "Remove this filter" in found
    reader = (await ds.client.get(f"{base}.json?tag=travel", actor=ROOT)).json()
    assert {one["session_id"] for one in reader["sessions"]} == {"ferry", "train"}


@pytest.mark.asyncio
async def test_what_the_browser_cannot_tag_is_told(tagged: Path) -> None:
    ds = private_datasette(tagged)
    await ds.invoke_startup()
    base = f"/{tagged.stem}/-/sessions"
    for body in (
        {},
        {"add": ""},
        {"add": 7},
        {"add": [7]},
        {"remove": {"a": 1}},
        {"add": ["two words"]},
        {"add": "<b>"},
    ):
        refused = await ds.client.post(f"{base}/disk/tags", actor=ROOT, json=body)
        assert (refused.status_code, tags(tagged, "disk")) == (400, ()), body
    assert (await ds.client.post(f"{base}/nope/tags", actor=ROOT, json={"add": "x"})).status_code == 404
    assert (await ds.client.get(f"{base}/disk/tags", actor=ROOT)).status_code == 405
    assert (await ds.client.get(f"{base}?tag=two+words", actor=ROOT)).status_code == 400


@pytest.fixture
def writer(tagged: Path) -> str:
    """A token that may write and not read."""
    return run(tagged, "token", "create", "--write").stdout.strip()


@pytest.mark.asyncio
async def test_a_token_that_may_only_write_is_not_told_the_tags_there_are(tagged: Path, writer: str) -> None:
    ds = private_datasette(tagged)
    await ds.invoke_startup()
    url, headers = f"/{tagged.stem}/-/sessions/ferry/tags", {"authorization": f"Bearer {writer}"}
    answer = await ds.client.post(url, json={"add": ["seen"]}, headers=headers)
    assert answer.json() == {"ok": True, "session_id": "ferry"}
    assert tags(tagged, "ferry") == ("seen", "starred", "travel")


def test_more_tags_than_a_session_may_have_are_refused(tagged: Path, tmp_path: Path) -> None:
    many = [f"t{number:02}" for number in range(50)]
    with gagent_db.open(tagged) as db:
        with pytest.raises(gagent_db.GagentError, match="A session has 50 tags at most, not 51"):
            db.tag("disk", *many, "one")
        assert db.tag("disk", *many).tags == tuple(many)
        second = db.compress_session("disk")
        assert len(db.tag(second.id, "t01").tags) == 50
        with pytest.raises(gagent_db.GagentError, match="at most"):
            db.tag(second.id, "one")
    assert run(tagged, "tag", "disk", "one").exit_code == 1
    file = tmp_path / "all.jsonl"
    assert run(tagged, "export", "--all", "-o", str(file)).exit_code == 0
    other = tmp_path / "other.db"
    with gagent_db.open(other) as db:
        db.append(db.create_session(id="disk", channel="cli").id, [{"content": "mine"}])
        db.tag("disk", "mine")
    imported = run(other, "import", str(file))
    assert imported.exit_code == 0
    assert tags(other, "disk") == ("mine",)  # its own stay
    assert tags(other, "ferry") == ("starred", "travel")


def test_an_export_with_too_many_tags_gives_the_first_and_says_so(tagged: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "one.jsonl", tmp_path / "other.db"
    run(tagged, "export", "ferry", "-o", str(file))
    first, *rest = file.read_text().splitlines()
    record = json.loads(first)
    record["session"]["tags"] = [f"t{number}" for number in range(60)]
    file.write_text("\n".join([json.dumps(record), *rest]) + "\n")
    imported = run(other, "import", str(file))
    assert imported.exit_code == 0 and "50 at most, not 60" in imported.output, imported.output
    assert len(tags(other, "ferry")) == 50


@pytest.mark.asyncio
async def test_a_list_shows_the_first_tags_and_how_many_more(tagged: Path) -> None:
    with gagent_db.open(tagged) as db:
        db.tag("disk", *(f"t{number:02}" for number in range(12)))
    ds = private_datasette(tagged)
    await ds.invoke_startup()
    shown = (await ds.client.get(f"/{tagged.stem}/-/sessions", actor=ROOT)).text
    assert "#t09" in shown and "#t10</a>" not in shown and "2 more tags" in shown
