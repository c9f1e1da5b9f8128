"""A person names a session: the name is seen through every door, and stays whatever the source calls it later."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from web_fixtures import ROOT, private_datasette

import gagent_db
from gagent_db.agents.session_manager import SessionManager
from gagent_db.cli import main
from gagent_db.importers.forget import find_messages, forget_messages


def run(path: Path, *args: str) -> Result:
    return CliRunner().invoke(main, ["--db", str(path), *args])


def record(kind: str, **fields: object) -> str:
    return json.dumps({"type": kind, "sessionId": "s-1", "timestamp": "2026-05-01T09:00:00Z", **fields}) + "\n"


def prompt(uuid: str, text: str) -> str:
    return record("user", uuid=uuid, message={"role": "user", "content": text}, cwd="/srv/app")


def title(path: Path, ref: str) -> str | None:
    with gagent_db.open(path) as db:
        session = db.get_session(ref)
        assert session is not None
        return session.title


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "s-1.jsonl"
    path.write_text(prompt("u-1", "fix it please"))
    return path


def test_a_session_is_found_by_the_name_a_person_gave_it(db_path: Path, transcript: Path) -> None:
    assert run(db_path, "import", str(transcript)).exit_code == 0
    named = run(db_path, "rename", "s-1", "Gateway", "dies", "at", "night")
    assert named.exit_code == 0 and "Gateway dies at night" in named.stdout
    assert json.loads(run(db_path, "sessions", "gateway dies", "--json").stdout)["sessions"][0]["id"] == "s-1"
    with gagent_db.open(db_path) as db:
        assert db.search("gateway dies").sessions[0].session_id == "s-1"


def test_a_later_import_leaves_the_name_alone(db_path: Path, transcript: Path) -> None:
    run(db_path, "import", str(transcript))
    run(db_path, "rename", "s-1", "Gateway")
    with transcript.open("a") as file:
        file.write(prompt("u-2", "and the other one") + record("custom-title", customTitle="Its own name"))
    assert run(db_path, "import", str(transcript)).exit_code == 0
    assert title(db_path, "s-1") == "Gateway"
    assert run(db_path, "rename", "s-1", "--undo").exit_code == 0
    assert title(db_path, "s-1") == "Its own name"


def test_a_summary_in_another_file_leaves_the_name_alone(db_path: Path, transcript: Path) -> None:
    run(db_path, "import", str(transcript))
    run(db_path, "rename", "s-1", "Gateway")
    other = transcript.with_name("s-2.jsonl")
    other.write_text(json.dumps({"type": "summary", "summary": "What it was about", "leafUuid": "u-1"}) + "\n")
    run(db_path, "import", str(other))
    assert title(db_path, "s-1") == "Gateway"


def test_undo_gives_back_the_first_name_and_may_be_said_twice(db_path: Path, transcript: Path) -> None:
    run(db_path, "import", str(transcript))
    for name in ("One", "Two"):
        run(db_path, "rename", "s-1", name)
    for _ in range(2):
        assert run(db_path, "rename", "s-1", "--undo").exit_code == 0
        assert title(db_path, "s-1") == "fix it please"
    with gagent_db.open(db_path) as db:
        session = db.get_session("s-1")
        assert session and "former_title" not in (session.metadata or {})


def test_the_name_comes_along_in_an_export(db_path: Path, transcript: Path, tmp_path: Path) -> None:
    run(db_path, "import", str(transcript))
    run(db_path, "rename", "s-1", "Gateway")
    run(db_path, "export", "--all", "-o", str(tmp_path / "all.jsonl"))
    other = tmp_path / "other.db"
    run(other, "import", str(transcript))
    run(other, "import", str(tmp_path / "all.jsonl"))
    run(other, "import", str(transcript))
    assert title(other, "s-1") == "Gateway"


def test_an_export_that_comes_back_leaves_the_former_name(db_path: Path, transcript: Path, tmp_path: Path) -> None:
    run(db_path, "import", str(transcript))
    former = title(db_path, "s-1")
    run(db_path, "rename", "s-1", "Gateway")
    run(db_path, "export", "--all", "-o", str(tmp_path / "all.jsonl"))
    run(db_path, "import", str(tmp_path / "all.jsonl"))
    assert title(db_path, "s-1") == "Gateway"
    run(db_path, "rename", "s-1", "--undo")
    assert title(db_path, "s-1") == former != "Gateway"


def test_a_forgotten_prompt_does_not_come_back_as_the_former_name(db_path: Path, transcript: Path) -> None:
    transcript.write_text(prompt("u-1", "my pin is 99887766") + prompt("u-2", "restart the bot"))
    run(db_path, "import", str(transcript))
    run(db_path, "rename", "s-1", "Gateway")
    with gagent_db.open(db_path) as db:
        forget_messages(db, find_messages(db, "99887766"), "99887766")
        assert db.rename_session("s-1", None).title == "restart the bot"


def test_a_host_that_saves_its_session_leaves_the_name_alone(tmp_path: Path) -> None:
    manager = SessionManager(tmp_path)
    session = manager.get_or_create("telegram:777")
    session.add_message("user", "cek kenapa bot mati")
    manager.save(session)
    path = next(tmp_path.rglob("*.db"))
    assert run(path, "rename", "telegram:777", "Bot mati").exit_code == 0
    session.add_message("user", "sudah?")
    manager.save(session)
    assert title(path, "telegram:777") == "Bot mati"


@pytest.mark.parametrize("args", [["s-1"], ["s-1", "Name", "--undo"]])
def test_a_title_or_undo_has_to_be_said(db_path: Path, transcript: Path, args: list[str]) -> None:
    run(db_path, "import", str(transcript))
    assert run(db_path, "rename", *args).exit_code == 2


@pytest.mark.parametrize("name", ["  ", "x" * 201, "\x1b[2J"])
def test_what_is_no_title_is_refused_in_a_sentence(db_path: Path, transcript: Path, name: str) -> None:
    run(db_path, "import", str(transcript))
    refused = run(db_path, "rename", "s-1", name)
    assert refused.exit_code == 1 and "1 to 200 characters" in refused.stderr
    assert title(db_path, "s-1") == "fix it please"


@pytest.mark.asyncio
async def test_the_browser_renames_and_gives_back(db_path: Path, transcript: Path) -> None:
    run(db_path, "import", str(transcript))
    ds = private_datasette(db_path)
    await ds.invoke_startup()
    base = f"/{db_path.stem}/-/sessions/s-1"
    assert (await ds.client.post(f"{base}/rename", json={"title": "No"})).status_code == 403
    page = (await ds.client.get(base, actor=ROOT)).text
    assert f'action="{base}/rename"' in page
    saved = await ds.client.post(f"{base}/rename", actor=ROOT, data={"title": "Gateway", "return": base})
    assert (saved.status_code, saved.headers["location"]) == (302, base)
    assert "<h1>Gateway</h1>" in (await ds.client.get(base, actor=ROOT)).text
    assert (await ds.client.post(f"{base}/rename", actor=ROOT, json={})).status_code == 400
    missing = await ds.client.post(f"/{db_path.stem}/-/sessions/nope/rename", actor=ROOT, json={"title": "x"})
    assert missing.status_code == 404
    short = await ds.client.post(f"/{db_path.stem}/-/sessions/s-/rename", actor=ROOT, json={"title": "x"})
    assert short.status_code == 404  # only a whole id or key
    for no_title in (None, 0, False, {}, [], {"a": 1}):
        refused = await ds.client.post(f"{base}/rename", actor=ROOT, json={"title": no_title})
        assert (refused.status_code, title(db_path, "s-1")) == (400, "Gateway"), no_title
    back = await ds.client.post(f"{base}/rename", actor=ROOT, json={"title": ""})
    assert back.json() == {"ok": True, "session_id": "s-1", "title": "fix it please"}
