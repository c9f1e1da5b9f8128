"""The command that goes on with a session in the program it comes from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from web_fixtures import ROOT, private_datasette

import gagent_db
from gagent_db.cli import main
from gagent_db.resume import resume_command

ID = "5f3a7c1e-0000-4000-8000-000000000001"


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    """A session of Claude Code in a folder with a space in its name."""
    record = {
        "type": "user", "sessionId": ID, "uuid": "u1", "cwd": "/srv/my app", "timestamp": "2026-05-01T09:30:00Z",
        "message": {"role": "user", "content": "mend the gate"},
    }  # fmt: skip
    path = tmp_path / "project" / f"{ID}.jsonl"
    path.parent.mkdir()
    path.write_text(json.dumps(record) + "\n")
    return path


def test_a_session_tells_how_to_go_on_with_it(db: gagent_db.Database, transcript: Path) -> None:
    db.import_paths([transcript])
    told = f"cd -- '/srv/my app' && claude --resume {ID}"
    assert resume_command(db.get_session(ID)) == told
    shown = CliRunner().invoke(main, ["--db", str(db.path), "show", ID]).output
    assert f"Go on with: {told}" in shown.splitlines()


def test_what_its_program_no_longer_has_or_never_had_cannot_be_gone_on_with(
    db: gagent_db.Database, transcript: Path
) -> None:
    db.import_paths([transcript])
    transcript.unlink()
    assert resume_command(db.get_session(ID)) is None
    assert resume_command(db.create_session(id="here", channel="cli")) is None
    assert "Go on with" not in CliRunner().invoke(main, ["--db", str(db.path), "show", ID]).output


def test_an_id_that_its_program_would_take_for_an_option_gives_no_command(
    db: gagent_db.Database, transcript: Path
) -> None:
    transcript.write_text(transcript.read_text().replace(ID, "--dangerously-skip-permissions"))
    db.import_paths([transcript])
    (session,) = db.list_sessions()
    assert session.id.startswith("--") and resume_command(session) is None


def test_a_transcript_that_cannot_be_looked_for_gives_no_command(db: gagent_db.Database) -> None:
    where = f"/{'x' * 300}/a.jsonl"  # too long a name: the system refuses to look, as for a folder one may not enter
    session = db.create_session(id="far", channel="claude-code", source_format="claude-code", source_path=where)
    assert resume_command(session) is None


def test_a_sub_agent_is_not_gone_on_with(db: gagent_db.Database, transcript: Path) -> None:
    session = db.create_session(
        id="sub", channel="claude-code", source_format="claude-code", source_path=str(transcript), end_reason="subagent"
    )
    assert resume_command(session) is None


@pytest.mark.asyncio
async def test_the_transcript_page_has_the_command(db: gagent_db.Database, transcript: Path) -> None:
    db.import_paths([transcript])
    html = (await private_datasette(db.path).client.get(f"/{db.path.stem}/-/sessions/{ID}", actor=ROOT)).text
    assert f"claude --resume {ID}</code>" in html
