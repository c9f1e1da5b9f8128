"""What a sound file has beside its rows: triggers, views, indexes, full-text tables. All of it can be made again."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from .version import NAMES

_DERIVED = re.compile(r"^CREATE (?:TRIGGER|VIEW|(?:UNIQUE )?INDEX|VIRTUAL TABLE) (\w+)", re.MULTILINE)


def script(name: str) -> str:
    """The SQL of one migration."""
    return files(__package__).joinpath("sql", f"{name}.sql").read_text("utf-8")


@cache
def expected() -> frozenset[str]:
    """The names of all that can be made again."""
    return frozenset(name for migration in NAMES for name in _DERIVED.findall(script(migration)))


def missing(conn: sqlite3.Connection) -> list[str]:
    """Names of what a sound file has and this one has not."""
    return sorted(expected() - {row[0] for row in conn.execute("SELECT name FROM sqlite_master")})


def recreate(conn: sqlite3.Connection, names: Iterable[str]) -> None:
    """Make these again, inside a running write; full-text tables are empty then."""
    wanted = set(names)
    model = sqlite3.connect(":memory:")
    try:
        for migration in NAMES:
            model.executescript(script(migration))
        made = model.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
    finally:
        model.close()
    for name, sql in made:
        if name in wanted:
            conn.execute(sql)
