"""The examples of README.md, docs/agents.md and examples/ run and say what they say."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest
from agents_server import answering

import gagent_db

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "agents.md").read_text()
PYTHON = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text() + GUIDE, re.DOTALL)
CURL = re.findall(r"```console\n\$ curl (.*?)\n(\{.*?\})\n```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("code", PYTHON, ids=range(len(PYTHON)))
def test_python_examples_run(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "example", "exec"), {"__name__": "example"})


def test_json_examples_answer_as_shown(tmp_path: Path):
    path = tmp_path / "gagent.db"
    gagent_db.open(path).close()
    assert len(CURL) == 5
    with answering(path) as server:
        for command, shown in CURL:
            where = re.search(r"\$BASE(/[^\s\"]+)", command)
            body = re.search(r"-d '(.*)'", command, re.DOTALL)
            assert where and "Bearer $TOKEN" in command
            status, answer = server.send("/gagent/-" + where[1], json.loads(body[1]) if body else None)
            expected = json.loads(shown)
            assert answer.keys() >= expected.keys(), (command, answer)
            assert answer["ok"] == expected["ok"] and status == expected.get("status", status)
            if "note" in expected:
                assert answer["note"] == expected["note"]


@pytest.mark.parametrize("name", ["agent_loop.py", "telegram_gateway.py"])
def test_example_programs_run(name: str, tmp_path: Path):
    done = subprocess.run([sys.executable, str(ROOT / "examples" / name)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = {"agent_loop.py": "df -h /", "telegram_gateway.py": "Decision: swap first"}[name]
    assert said in done.stdout


def test_the_g_agent_patch_works_on_its_interface(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The added lines, appended to a stand-in for g_agent.session.manager with the names they use."""
    patch = (ROOT / "examples" / "g-agent" / "adopt.patch").read_text()
    added = "\n".join(line[1:] for line in patch.splitlines() if line.startswith("+") and not line.startswith("+++"))
    assert len(added.splitlines()) == 20
    stand_in = f"""
from pathlib import Path
digests = []
def get_data_path(): return Path({str(tmp_path)!r})
class Session: ...
class SessionManager:
    def _extract_and_save_digest(self, session): digests.append(self._build_digest(session))
    @staticmethod
    def _build_digest(session): return len(session.messages)
"""
    module = types.ModuleType("g_agent_session_manager")
    exec(stand_in + added, module.__dict__)
    manager = module.SessionManager(tmp_path / "workspace")
    session = manager.get_or_create("cli:default")
    session.add_message("user", "old zebra talk")
    manager.save(session)
    assert (tmp_path / "sessions" / "cli_default.jsonl").is_file()
    assert manager.archive("cli:default") and not manager.archive("cli:default") and module.digests == [1]
    assert manager.sqlite_store.search_messages("zebra") == []
