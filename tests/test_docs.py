"""The documents say what the program does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from gagent_db.agents import slash, tools
from gagent_db.agents.tools import TOOLS
from gagent_db.cli import SECTIONS, main
from gagent_db.recall.filters import NAMES

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_generated_sections_are_current() -> None:
    documents = [str(path) for path in DOCUMENTS]
    check = subprocess.run(
        [sys.executable, "-m", "cogapp", "--check", "-I", str(ROOT / "docs"), *documents],
        capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    changed = [line for line in check.stdout.splitlines() if "(changed)" in line]
    assert check.returncode == 0, f"run: cog -r -I docs docs/*.md (or: just docs)\n{changed}\n{check.stderr}"


def test_ci_runs_exactly_the_test_command_of_the_readme() -> None:
    readme, ci = (ROOT / "README.md").read_text(), (ROOT / ".ci/run").read_text()
    (command,) = [line.strip() for line in readme.splitlines() if line.strip().endswith("/pytest")]
    assert command in ci.splitlines()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", document.read_text()):
        assert (document.parent / target).exists(), f"{document.name} links to {target}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_that_documents_name_are_there(document: Path) -> None:
    here = "gagent_db|tests|benchmarks|examples|docs"
    rooms = "|".join(path.name for path in (ROOT / "gagent_db").iterdir() if path.is_dir())
    names = re.findall(rf"`((?:{here}|{rooms})/[\w./]+)`", document.read_text())
    assert names or document.name != "architecture.md"
    for name in names:
        assert (ROOT / name).exists() or (ROOT / "gagent_db" / name).exists(), f"{document.name} names {name}"


def _commands(command: click.Command, path: str) -> list[tuple[str, click.Command]]:
    found = [(path, command)]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None, f"{path} {name} is listed but not there"
            found += _commands(child, f"{path} {name}")
    return found


def test_every_command_of_every_module_is_listed() -> None:
    context = click.Context(main)
    listed = main.list_commands(context)
    for name in listed:
        main.get_command(context, name)
    assert sorted(main.commands) == listed, "_COMMANDS in cli/__init__.py has the commands of each module"


def test_the_help_lists_every_command_once_below_what_it_is_for() -> None:
    told = sorted(name for names in SECTIONS.values() for name in names)
    assert told == main.list_commands(click.Context(main)), "SECTIONS in cli/__init__.py has every command once"
    told = CliRunner().invoke(main, ["--help"]).output
    assert told.index("Begin:") < told.index("  import ") < told.index("Ask:") < told.index("  search ")


@pytest.mark.parametrize(("path", "command"), _commands(main, "gagent-db"), ids=lambda value: str(value))
def test_every_command_and_option_has_help(path: str, command: click.Command) -> None:
    assert command.help, f"{path} has no help"
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            described = parameter.help or parameter.show_default or isinstance(parameter.type, click.Choice)
            assert described, f"{path} {parameter.opts[0]} has no help"


@pytest.mark.parametrize("name", slash.COMMANDS)
def test_every_slash_command_is_described(name: str) -> None:
    for document in ("docs/agents.md", "examples/g-agent/README.md"):
        if name != "hists":  # another word for history
            assert f"`/{name}" in (ROOT / document).read_text("utf-8"), f"tell of /{name} in {document}"


@pytest.mark.parametrize("name", NAMES)
def test_every_filter_is_described(name: str) -> None:
    assert f"`{name}`" in (ROOT / "docs/search.md").read_text("utf-8"), f"tell of {name} in docs/search.md"
    assert f"`{name}`" in (ROOT / "docs/web.md").read_text("utf-8"), f"tell of {name} in docs/web.md"


def test_every_tool_is_there_for_python() -> None:
    assert set(TOOLS) <= set(tools.__all__), "import it in agents/tools.py, and name it in __all__"
