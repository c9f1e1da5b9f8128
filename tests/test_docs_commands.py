"""Every command in the documents runs as it is printed, in the order of its document, on a small archive."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

import gagent_db
from gagent_db.cli import main

ROOT = Path(__file__).parents[1]
STAYS = ("serve", "--watch", "--follow")  # commands that run until they are stopped
TRANSCRIPT = [
    {"_type": "metadata", "key": "telegram:777", "created_at": "2026-05-01T09:30:00", "metadata": {}},
    {"role": "user", "content": "Decision: swap first, no VPS upgrade.", "timestamp": "2026-05-01T09:30:01"},
    {"role": "user", "content": "TODO: pay the harbour invoice", "timestamp": "2026-05-01T09:31:00"},
    {"role": "assistant", "content": "the text of /srv/gateway/conf", "timestamp": "2026-05-01T09:32:00"},
]


def _prompted(document: Path) -> list[str]:
    """What stands behind ``$ ``, with the lines that go on after a backslash."""
    return re.findall(r"^\$ ((?:.*\\\n)*.*)$", document.read_text(), re.MULTILINE)


def _commands(line: str) -> list[list[str]]:
    """The gagent-db commands of a line as their words, the program's name left out."""
    if "gagent-db " not in line:
        return []
    inside = re.search(r"\$\((.*)\)", line)
    parts = shlex.split(inside[1] if inside else line, comments=True)
    found: list[list[str]] = []
    for number, word in enumerate(parts):
        if word == "gagent-db" and (number == 0 or parts[number - 1] == "|"):
            found.append([])
        elif found and word == "|":
            break
        elif found:
            found[-1].append(os.path.expanduser(word))
    return found


DOCUMENTS = {
    path.name: path
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if any("gagent-db" in line or "sqlite-utils" in line for line in _prompted(path))
}


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with what the documents speak of: G-Agent's session, folders and files to import, zip files, databases."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GAGENT_DB", str(tmp_path / "gagent.db"))
    lines = "".join(json.dumps(line) + "\n" for line in TRANSCRIPT)
    for folder in (".g-agent/sessions", "exports", "transcripts"):
        (Path.home() / folder).mkdir(parents=True)
        (Path.home() / folder / "telegram_777.jsonl").write_text(lines)
    for name in ("projects/site/chat.jsonl", "exports/chats.jsonl", "runs/trajectories/one.jsonl"):
        (Path.home() / name).parent.mkdir(parents=True, exist_ok=True)
        (Path.home() / name).write_text(lines)
    (Path.home() / "Downloads").mkdir()
    for packed in (Path("chat.zip"), Path.home() / "Downloads/chatgpt-export.zip"):
        with zipfile.ZipFile(packed, "w") as zipped:
            zipped.writestr("telegram_777.jsonl", lines)
    gagent_db.open(Path.home() / "laptop.db").close()
    with gagent_db.open() as db:
        db.import_paths()
    return tmp_path


def test_the_documents_show_commands() -> None:
    assert {"README.md", "agents.md", "memory.md", "schema.md"} <= DOCUMENTS.keys()


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())
def test_commands_run_as_they_are_printed(document: Path, archive: Path) -> None:
    for line in _prompted(document):
        if "sqlite-utils" in line:
            path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
            shell = subprocess.run(
                ["bash", "-ec", line], capture_output=True, text=True, env={**os.environ, "PATH": path}
            )
            assert shell.returncode == 0, f"{line}\n{shell.stderr}"
        for words in _commands(line):
            alone = "|" not in line and not any(word in words for word in STAYS)
            done = CliRunner().invoke(main, words if alone else [*words, "--help"], input="y\n")
            assert done.exit_code == 0, f"{line}\n{done.output}"
