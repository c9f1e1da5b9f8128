"""Imports point down: no room knows of another on its own floor or above (docs/architecture.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import gagent_db

PACKAGE = Path(gagent_db.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

# Rooms (packages and single modules of gagent_db) by floor, the lowest first.
FLOORS = (
    ("coerce", "errors", "machine_text", "sql_json", "wording"),
    ("checks", "models", "paths", "times"),
    ("extract", "schema"),
    ("store",),
    (
        "activity",
        "command_forms",
        "export",
        "export_text",
        "fixes",
        "naming",
        "recall",
        "resume",
        "superseding",
        "usage",
    ),
    ("answers", "doctor", "memory"),
    ("importers", "sharing"),
    ("api", "overview"),
    ("gagent_db",),
    ("agents", "sqlite_utils_plugin"),
    ("web",),
    ("cli",),
    ("__main__",),
)
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}


def _name(path: Path) -> list[str]:
    """``["gagent_db", "cli", "core"]``; a package by its own name."""
    parts = [PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]
    return parts[:-1] if parts[-1] == "__init__" else parts


def _imported(path: Path) -> Iterator[str]:
    """Full names of what a module imports from this package, wherever in it the import stands."""
    package = [PACKAGE.name, *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == PACKAGE.name)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base += node.module.split(".") if node.module else []
            if base[0] == PACKAGE.name:
                yield from (".".join([*base, alias.name]) for alias in node.names)


def _room(name: str) -> str:
    """The package or module directly below gagent_db that a name belongs to; the package itself for its own names."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in FLOOR else PACKAGE.name


def test_every_module_stands_on_a_floor() -> None:
    rooms = {_name(path)[1] for path in MODULES if len(_name(path)) > 1}
    assert rooms == set(FLOOR) - {PACKAGE.name}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: ".".join(_name(path)[1:]) or "gagent_db")
def test_imports_point_down(path: Path) -> None:
    own = _room(".".join(_name(path)))
    for name in _imported(path):
        room = _room(name)
        assert room == own or FLOOR[room] < FLOOR[own], f"{'.'.join(_name(path))} imports {name}"
