"""``gagent-db import``, ``forget``, ``sqlite-utils gagent-import`` and formats from plugins."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from import_fixtures import MAIN, claude_session, gagent, write_lines

from gagent_db.cli import main
from gagent_db.importers import registry
from gagent_db.store.database import Store

DOCS = Path(__file__).parent.parent / "docs" / "importing.md"


def run(db_path: Path, *arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["--db", str(db_path), *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_lines(tmp_path / "in" / "telegram_777.jsonl", gagent(4))
    write_lines(tmp_path / "in" / "p" / f"{MAIN}.jsonl", claude_session())
    return tmp_path / "in"


def test_import_prints_the_report_of_the_design(db_path: Path, folder: Path) -> None:
    found = json.loads(run(db_path, "import", folder, "--json").stdout)
    assert found["ok"] is True and found["files"] == 2
    assert found["sessions"] == {"added": 2, "updated": 0, "unchanged": 0}
    assert found["messages"] == {"added": 12} and found["skipped"] == []
    assert isinstance(found["seconds"], float)
    again = json.loads(run(db_path, "import", folder, "--json").stdout)
    assert again["sessions"] == {"added": 0, "updated": 0, "unchanged": 2}


def test_import_tells_people_what_was_skipped_and_where(db_path: Path, folder: Path) -> None:
    with (folder / "telegram_777.jsonl").open("a") as stream:
        stream.write("{nonsense}\n")
    found = run(db_path, "import", folder)
    assert found.exit_code == 0
    assert "Added 12 messages in 2 new sessions (2 transcripts" in found.stdout
    assert re.search(r"telegram_777\.jsonl:6: not valid JSON", found.stdout)


def test_the_first_import_says_how_to_go_on_and_later_ones_do_not(db_path: Path, folder: Path) -> None:
    hint = f"Ask with `gagent-db --db {db_path} search WORDS`, browse with `gagent-db --db {db_path} serve --open`."
    assert hint in run(db_path, "import", folder).stdout
    (folder / "more.jsonl").write_text('{"role": "user", "content": "one more"}\n')
    assert "Ask with" not in run(db_path, "import", folder).stdout
    assert "Ask with" not in run(db_path, "import", folder, "--json").stdout


@pytest.mark.parametrize("form", ["auto", "claude-code"])
def test_a_file_and_its_folder_are_one_transcript(form: str, db_path: Path, folder: Path) -> None:
    files = 2 if form == "auto" else 1
    for added in (1 + (form == "auto"), 0):
        inside = folder / "p"
        paths = (folder, inside, inside / f"{MAIN}.jsonl")
        found = json.loads(run(db_path, "import", "--format", form, *paths, "--json").stdout)
        assert (found["files"], found["sessions"]["added"], found["skipped"]) == (files, added, [])


def test_import_of_nothing_readable_fails_and_says_why(db_path: Path, tmp_path: Path) -> None:
    missing = run(db_path, "import", tmp_path / "nowhere", "--json")
    assert missing.exit_code == 1
    assert json.loads(missing.stdout)["skipped"][0]["reason"] == "no such file or directory"
    said = json.loads(missing.stderr)
    assert said["ok"] is False and "nowhere: no such file or directory." in said["error"] and said["hint"]
    assert "Nothing could be imported" in run(db_path, "import", tmp_path / "nowhere").stderr
    assert run(db_path, "import").exit_code == 1
    unknown = run(db_path, "import", tmp_path, "--format", "nope")
    assert unknown.exit_code == 2 and "no importer for the format 'nope'" in unknown.stderr
    unknown = run(db_path, "import", tmp_path, "--format", "nope", "--json")
    assert unknown.exit_code == 2 and json.loads(unknown.stderr)["ok"] is False


@pytest.mark.parametrize("name", ["gagent", "g-agent", "G_Agent"])
def test_a_format_is_known_however_its_name_is_written(tmp_path: Path, name: str) -> None:
    (tmp_path / "cli_default.jsonl").write_text(
        '{"_type": "metadata", "key": "cli:default", "created_at": "2026-05-01T09:30:00", "metadata": {}}\n'
        '{"role": "user", "content": "hello", "timestamp": "2026-05-01T09:30:00"}\n'
    )
    command = ["--db", str(tmp_path / "x.db"), "import", str(tmp_path / "cli_default.jsonl"), "--format", name]
    result = CliRunner().invoke(main, [*command, "--json"])
    assert result.exit_code == 0 and json.loads(result.stdout)["sessions"]["added"] == 1


def test_import_without_a_path_finds_the_agents_of_this_machine(
    db_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    write_lines(tmp_path / "claude" / "projects" / "-x" / f"{MAIN}.jsonl", claude_session())
    found = json.loads(run(db_path, "import", "--json").stdout)
    assert found["sessions"]["added"] == 1


def test_forgotten_messages_do_not_come_back(db_path: Path, folder: Path) -> None:
    run(db_path, "import", folder)
    asked = run(db_path, "forget", "--match", "irrigation")
    assert asked.exit_code == 1 and "--yes" in asked.stderr
    found = json.loads(run(db_path, "forget", "--match", "IRRIGATION", "--yes", "--json").stdout)
    assert found == {"ok": True, "sessions": [], "messages": 1}
    (folder / "p" / f"{MAIN}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in claude_session()))
    again = json.loads(run(db_path, "import", folder, "--json").stdout)
    assert (again["messages"]["added"], again["forgotten"]) == (0, 1)
    with Store.open(db_path) as store:
        everything = "\n".join(store.read().iterdump())
    assert "Why does the irrigation test fail" not in everything
    with Store.open(db_path) as store:
        terms = "SELECT count(*) FROM fts5vocab WHERE term = 'irrig'"
        store.write(
            lambda conn: conn.execute("CREATE VIRTUAL TABLE temp.fts5vocab USING fts5vocab(main, messages_fts, row)")
        )
        assert store.write(lambda conn: conn.execute(terms).fetchone()[0]) == 0


def test_a_command_is_forgotten_with_its_text_in_the_index(db_path: Path, folder: Path) -> None:
    run(db_path, "import", folder)
    found = json.loads(run(db_path, "forget", "--match", "pytest -q", "--yes", "--json").stdout)
    assert found["messages"] == 1
    with Store.open(db_path) as store:
        hits = "SELECT count(*) FROM tool_calls_fts WHERE tool_calls_fts MATCH 'pytest'"
        assert store.read().execute(hits).fetchone()[0] == 0


def test_a_forgotten_session_stays_away(db_path: Path, folder: Path) -> None:
    run(db_path, "import", folder)
    found = json.loads(run(db_path, "forget", "--session", "telegram:777", "--yes", "--json").stdout)
    assert found["messages"] == 4 and len(found["sessions"]) == 1
    with (folder / "telegram_777.jsonl").open("a") as stream:
        stream.write(json.dumps({"role": "user", "content": "more", "timestamp": "2026-03-05T10:00:00"}) + "\n")
    again = json.loads(run(db_path, "import", folder, "--json").stdout)
    assert again["messages"]["added"] == 0 and again["sessions"]["added"] == 0


def test_forget_wants_to_know_what(db_path: Path, folder: Path) -> None:
    run(db_path, "import", folder)
    assert run(db_path, "forget", "--yes").exit_code == 2
    assert run(db_path, "forget", "--match", "x", "--session", "y").exit_code == 2
    assert run(db_path, "forget", "--match", " ", "--yes").exit_code == 1
    assert run(db_path, "forget", "--match", "100% of_nothing", "--yes", "--json").exit_code == 0


def test_sqlite_utils_imports_too(db_path: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "sqlite_utils", "gagent-import", str(db_path), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["messages"] == {"added": 12}
    failed = subprocess.run([*command[:-1], str(folder / "nowhere")], capture_output=True, text=True)
    assert failed.returncode == 1 and "Traceback" not in failed.stderr


def test_the_sqlite_utils_plugin_is_light() -> None:
    code = (
        "import sys, gagent_db.sqlite_utils_plugin;"
        "print([m for m in sys.modules if m.startswith('gagent_db.') or m in ('datasette', 'rich', 'watchfiles')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout.replace("'", '"')))
    assert not {name for name in loaded if "importers" in name or "recall" in name or "." not in name}


# -- a format of a third party -------------------------------------------------------------------------


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The complete example of docs/importing.md, installed as a package beside an entry point."""
    (example,) = re.findall(r"```python\n(\"\"\"Diary.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    (entry,) = re.findall(r"(\[project\.entry-points\.\"gagent_db\.importers\"\]\n.*)", DOCS.read_text("utf-8"))
    name, _, quoted = entry.splitlines()[1].partition(" = ")
    target = quoted.strip('"')
    site = tmp_path / "site"
    site.mkdir()
    (site / target.partition(":")[0]).with_suffix(".py").write_text(example, "utf-8")
    info = site / "diary_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: diary-plugin\nVersion: 1.0\n")
    broken = "broken = nowhere_at_all:importer\n"
    (info / "entry_points.txt").write_text(f"[gagent_db.importers]\n{name} = {target}\n{broken}")
    monkeypatch.syspath_prepend(str(site))
    registry._load.cache_clear()
    yield
    monkeypatch.undo()
    registry._load.cache_clear()


def test_a_third_party_adds_a_format(plugin: None, db_path: Path, tmp_path: Path) -> None:
    entry = {"diary": "1", "on": "2026-02-01T10:00:00Z", "me": "Planted basil", "bot": "Noted."}
    path = write_lines(tmp_path / "diary" / "basil.diary", [entry])
    found = json.loads(run(db_path, "import", path.parent, "--json").stdout)
    assert found["messages"] == {"added": 2}
    assert "The import plugin 'broken' cannot be loaded" in found["notes"][0]
    assert json.loads(run(db_path, "import", path.parent, "--json").stdout)["messages"] == {"added": 0}


def test_an_empty_path_is_not_the_folder_one_is_in(
    db_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    found = run(db_path, "import", "")
    assert found.exit_code == 2 and "An empty path names nothing" in found.stderr and not db_path.exists()
    assert run(db_path, "import", ".").exit_code == 0


def test_a_memory_file_that_is_not_there_is_reported(db_path: Path, tmp_path: Path) -> None:
    found = run(db_path, "import", tmp_path / "MEMORY.md")
    assert found.exit_code == 1 and "MEMORY.md: no such file or directory" in found.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_what_may_not_be_read_is_reported_and_the_rest_arrives(db_path: Path, folder: Path) -> None:
    closed = write_lines(folder / "closed" / "cli_a.jsonl", gagent(2, created="2026-04-01T08:00:00"))
    unreadable = write_lines(folder / "cli_b.jsonl", gagent(2, created="2026-05-01T08:00:00"))
    notes = folder / "closed" / "MEMORY.md"
    media = {**gagent(2)[1], "media": [str(folder / "closed" / "a.png"), "closed/a.png"], "content": "see"}
    looks = write_lines(folder / "cli_c.jsonl", [*gagent(0, created="2026-06-01T08:00:00"), media])
    db_before = run(db_path, "import", folder / "closed")
    assert db_before.exit_code == 0
    closed.parent.chmod(0)
    unreadable.chmod(0)
    try:
        found = run(db_path, "import", unreadable, closed, closed.parent, notes, looks, folder / "telegram_777.jsonl")
        assert found.exit_code == 0 and "Added 5 messages in 2 new sessions" in found.stdout
        assert found.stdout.count("permission denied") == 4
        again = run(db_path, "import", folder)
        assert again.exit_code == 0 and again.stdout.count("permission denied") == 2
        assert run(db_path, "status").exit_code == 0
    finally:
        closed.parent.chmod(0o700)
    only = run(db_path, "import", unreadable)
    assert only.exit_code == 1 and "permission denied" in only.stderr


def test_what_watch_reports_as_json_is_one_report_a_line(tmp_path: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "gagent_db", "--db", str(tmp_path / "x.db"), "import", str(folder)]
    process = subprocess.Popen([*command, "--watch", "--json"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert json.loads(process.stdout.readline())["sessions"]["added"] == 2
        write_lines(folder / "telegram_778.jsonl", gagent(2))
        assert json.loads(process.stdout.readline())["sessions"]["added"] == 1
    finally:
        process.kill()
        process.communicate()
