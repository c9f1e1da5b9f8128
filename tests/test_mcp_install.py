"""Adding the server to a client's configuration: one entry, a copy kept, twice is once, and a way back."""

from __future__ import annotations

import json
import os
import stat
import tomllib
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

import gagent_db
from gagent_db.agents import mcp_install
from gagent_db.agents.mcp_install import CLIENTS, NAME, apply, plan_install, plan_undo
from gagent_db.cli import main

JSON_CLIENTS = ["claude-desktop", "claude-code", "cursor", "gemini-cli", "g-agent"]
READ = {"JSON": json.loads, "YAML": yaml.safe_load, "TOML": tomllib.loads}
OTHERS = {"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}, "theme": "dark", "名": "値"}
YAML = """# my settings
model: vela-4
mcp_servers:
  # the clock
  time:
    command: uvx   # fast
    args: ["mcp-server-time"]

terminal:
  backend: local
"""


def config(name: str, home: Path) -> Path:
    return CLIENTS[name].locate(home)


@pytest.mark.parametrize("name", JSON_CLIENTS)
def test_json_clients_gain_one_entry_and_lose_it_again(name: str, tmp_path: Path):
    path = config(name, tmp_path)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = json.dumps(OTHERS, indent=4, ensure_ascii=False) + "\n"
    path.write_text(before)
    path.chmod(0o600)
    change = plan_install(CLIENTS[name], tmp_path / "g.db", tmp_path)
    assert change.changes and NAME in change.diff() and path.read_text() == before
    apply(change)
    after = json.loads(path.read_text())
    entry = after["mcpServers"].pop(NAME)
    assert after == OTHERS and entry["args"][-1] == "mcp" and str(tmp_path / "g.db") in entry["args"]
    assert Path(entry["command"]).is_absolute() and ("type" in entry) == (name == "claude-code")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and '\n    "theme"' in path.read_text()
    assert not plan_install(CLIENTS[name], tmp_path / "g.db", tmp_path).changes
    apply(plan_undo(CLIENTS[name], tmp_path), keep_copy=False)
    assert path.read_text() == before and [p.name for p in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("name", sorted(CLIENTS))
def test_a_client_without_a_file_gets_one_and_undo_takes_it_away(name: str, tmp_path: Path):
    apply(plan_install(CLIENTS[name], tmp_path / "g.db", tmp_path))
    path = config(name, tmp_path)
    assert list(READ[CLIENTS[name].form](path.read_text())[CLIENTS[name].section]) == [NAME]
    apply(plan_undo(CLIENTS[name], tmp_path), keep_copy=False)
    assert not path.exists()
    with pytest.raises(gagent_db.GagentError, match="nothing to undo"):
        plan_undo(CLIENTS[name], tmp_path)


def test_undo_keeps_what_the_client_changed_since(tmp_path: Path):
    path = config("cursor", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(OTHERS))
    apply(plan_install(CLIENTS["cursor"], tmp_path / "g.db", tmp_path))
    later = json.loads(path.read_text())
    later["theme"] = "light"
    path.write_text(json.dumps(later))
    apply(plan_undo(CLIENTS["cursor"], tmp_path), keep_copy=False)
    assert json.loads(path.read_text()) == {**OTHERS, "theme": "light"}


def test_another_database_corrects_the_entry(tmp_path: Path):
    apply(plan_install(CLIENTS["cursor"], tmp_path / "a.db", tmp_path))
    change = plan_install(CLIENTS["cursor"], tmp_path / "b.db", tmp_path)
    assert change.changes
    apply(change)
    entry = json.loads(config("cursor", tmp_path).read_text())["mcpServers"][NAME]
    assert str(tmp_path / "b.db") in entry["args"]


@pytest.mark.parametrize(
    "text",
    [
        YAML,
        YAML.replace("\n  ", "\n    ").replace("\n        ", "\n      "),
        "model: x\n",
        "",
        "# nothing yet",
        "mcp_servers: {}\nmodel: x\n",
        "mcp_servers:\nmodel: x\n",
        "mcp_servers: null  # none\n",
        "mcp_servers:\n  time: {command: uvx}",
    ],
)
def test_yaml_keeps_comments_order_and_everything_else(text: str, tmp_path: Path):
    path = config("hermes", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(text)
    apply(plan_install(CLIENTS["hermes"], tmp_path / "g.db", tmp_path))
    after = path.read_text()
    parsed, before = yaml.safe_load(after), yaml.safe_load(text) or {}
    entry = parsed["mcp_servers"].pop(NAME)
    assert entry["args"][-1] == "mcp"
    assert {**parsed, "mcp_servers": parsed["mcp_servers"] or {}} == {
        **before,
        "mcp_servers": before.get("mcp_servers") or {},
    }
    assert after.count("#") == text.count("#")
    assert not plan_install(CLIENTS["hermes"], tmp_path / "g.db", tmp_path).changes
    apply(plan_undo(CLIENTS["hermes"], tmp_path), keep_copy=False)
    assert path.read_text() == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        'model = "vela-4" # fast\n',
        '# mine\n[mcp_servers.time]\ncommand = "uvx"\n\n[tui]\nx = [\n  1,\n]\n',
        '[mcp_servers."time"]\ncommand = "uvx"',
        'notice = """\n[mcp_servers.gagent-db]\n"""',
    ],
)
def test_toml_keeps_comments_order_and_everything_else(text: str, tmp_path: Path):
    path = config("codex", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(text)
    if '"""' in text:
        with pytest.raises(gagent_db.GagentError, match="cannot change safely"):
            plan_install(CLIENTS["codex"], tmp_path / "g.db", tmp_path)
        return
    apply(plan_install(CLIENTS["codex"], tmp_path / "g.db", tmp_path))
    after = path.read_text()
    parsed, before = tomllib.loads(after), tomllib.loads(text)
    entry = parsed["mcp_servers"].pop(NAME)
    assert entry["args"][-1] == "mcp" and Path(entry["command"]).is_absolute() and after.startswith(text)
    assert {**parsed, "mcp_servers": parsed["mcp_servers"]} == {**before, "mcp_servers": before.get("mcp_servers", {})}
    assert not plan_install(CLIENTS["codex"], tmp_path / "g.db", tmp_path).changes
    path.write_text(f"{after}\n# later\n[later]\ny = 1\n")
    apply(plan_undo(CLIENTS["codex"], tmp_path), keep_copy=False)
    assert path.read_text().count("#") == text.count("#") + 1
    assert tomllib.loads(path.read_text()) == {**before, "later": {"y": 1}}


OWN_ENTRIES = [
    ("cursor", json.dumps({"mcpServers": {NAME: {"command": "/old", "env": {"TZ": "UTC"}, "disabled": True}}})),
    ("hermes", f"mcp_servers:\n  {NAME}:\n    command: /old\n    env:\n      TZ: UTC\n    disabled: true\n"),
    ("codex", f'[mcp_servers.{NAME}]\ncommand = "/old"\ndisabled = true\n[mcp_servers.{NAME}.env]\nTZ = "UTC"\n'),
]


@pytest.mark.parametrize(("name", "text"), OWN_ENTRIES)
def test_an_entry_somebody_wrote_keeps_what_else_it_says_and_undo_brings_it_back(name: str, text: str, tmp_path: Path):
    path = config(name, tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(text)
    apply(plan_install(CLIENTS[name], tmp_path / "g.db", tmp_path))
    entry = READ[CLIENTS[name].form](path.read_text())[CLIENTS[name].section][NAME]
    assert entry["env"] == {"TZ": "UTC"} and entry["disabled"] is True and entry["args"][-1] == "mcp"
    assert entry["command"] != "/old" and not plan_install(CLIENTS[name], tmp_path / "g.db", tmp_path).changes
    apply(plan_undo(CLIENTS[name], tmp_path), keep_copy=False)
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cursor", "{ // comment\n}"),
        ("cursor", "[]"),
        ("cursor", '{"mcpServers": []}'),
        ("hermes", "a: [b"),
        ("codex", "a = "),
        ("codex", "mcp_servers = {time = {command = 'uvx'}}"),
        ("hermes", "mcp_servers: {time: {command: uvx}}\n"),
    ],
)
def test_what_cannot_be_changed_safely_is_left_alone(name: str, text: str, tmp_path: Path):
    path = config(name, tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(gagent_db.GagentError) as refused:
        apply(plan_install(CLIENTS[name], tmp_path / "g.db", tmp_path))
    assert path.read_text() == text and refused.value.hint and "Nothing was changed" in refused.value.hint


def test_a_symlinked_file_is_changed_where_it_is(tmp_path: Path):
    real = tmp_path / "dotfiles" / "mcp.json"
    real.parent.mkdir()
    real.write_text("{}")
    link = config("cursor", tmp_path)
    link.parent.mkdir(parents=True)
    link.symlink_to(real)
    apply(plan_install(CLIENTS["cursor"], tmp_path / "g.db", tmp_path))
    assert link.is_symlink() and NAME in real.read_text()


def test_the_installed_command_starts_a_server_that_answers(tmp_path: Path):
    import anyio
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters

    entry = mcp_install.entry_for(CLIENTS["cursor"], tmp_path / "g.db")

    async def main() -> None:
        async with Client(StdioServerParameters(command=entry["command"], args=entry["args"], env={})) as client:
            assert "session_search" in {tool.name for tool in (await client.list_tools()).tools}

    anyio.run(main)


def test_command_line_dry_run_install_and_undo(tmp_path: Path):
    run = CliRunner().invoke
    home = Path(os.environ["HOME"])
    base = ["--db", str(tmp_path / "g.db"), "mcp", "install", "--client", "cursor"]
    shown = run(main, [*base, "--dry-run"])
    assert shown.exit_code == 0 and "would change" in shown.output and not (home / ".cursor").exists()
    report = json.loads(run(main, [*base, "--json"]).output)
    assert report["state"] == "changed" and Path(report["path"]).is_file()
    assert "already set up" in run(main, base).output
    assert run(main, [*base, "--undo"]).exit_code == 0 and not Path(report["path"]).exists()
    failed = run(main, [*base, "--undo", "--json"])
    assert failed.exit_code == 1 and json.loads(failed.stderr)["ok"] is False
    assert run(main, [*base[:-1], "nope"]).exit_code == 2
