"""Compare a file with what a sound one has, and recreate what can be: triggers, views, indexes, full-text tables."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from importlib.resources import files

from .version import NAMES

_DERIVED = re.compile(
    r"^CREATE (?:TRIGGER (?P<trigger>\w+).*?^END|(?:VIEW|(?:UNIQUE )?INDEX|VIRTUAL TABLE) (?P<other>\w+).*?)(?=;$)",
    re.MULTILINE | re.DOTALL,
)
_TABLE = re.compile(r"^CREATE TABLE (\w+)", re.MULTILINE)


def script(name: str) -> str:
    """Return the SQL of one migration."""
    return files(__package__).joinpath("sql", f"{name}.sql").read_text("utf-8")


def statements(name: str) -> Iterator[str]:
    """Yield the statements of one migration, each of which ends at the end of a line."""
    statement = ""
    for line in script(name).splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


@cache
def expected() -> dict[str, str]:
    """Return name -> statement (as SQLite stores it) of everything that can be recreated."""
    found = (made for migration in NAMES for made in _DERIVED.finditer(script(migration)))
    return {made["trigger"] or made["other"]: made[0] for made in found}


def unlike(conn: sqlite3.Connection) -> list[str]:
    """Return the names of what is missing in this file or is as another version made it."""
    existing = dict(conn.execute("SELECT name, sql FROM sqlite_master").fetchall())
    return sorted(name for name, sql in expected().items() if existing.get(name) != sql)


def missing(conn: sqlite3.Connection) -> list[str]:
    """Return the names of what is missing in this file."""
    return sorted(expected().keys() - {row[0] for row in conn.execute("SELECT name FROM sqlite_master")})


def drop(conn: sqlite3.Connection, names: Iterable[str]) -> None:
    """Drop these if they exist, inside a running write; ordinary tables are never dropped."""
    for name in names:
        sql = "SELECT type FROM sqlite_master WHERE name = ? AND (type <> 'table' OR sql LIKE 'CREATE VIRTUAL %')"
        if row := conn.execute(sql, (name,)).fetchone():
            conn.execute(f"DROP {row[0]} {name}")


def lost(conn: sqlite3.Connection) -> list[str]:
    """Return the tables that somebody dropped with their rows, and dropped columns as ``table.column``."""
    columns = "SELECT name FROM pragma_table_info(?)"
    gone: list[str] = []
    with _model() as model:
        for table in (name for migration in NAMES for name in _TABLE.findall(script(migration))):
            existing = {row[0] for row in conn.execute(columns, (table,))}
            missing = [f"{table}.{row[0]}" for row in model.execute(columns, (table,)) if row[0] not in existing]
            gone += missing if existing else [table]
    return gone


def recreate(conn: sqlite3.Connection, names: Iterable[str]) -> None:
    """Create these again, inside a running write; tables are empty afterwards."""
    wanted = set(names)
    with _model() as model:
        made = model.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
    for name, sql in made:
        if name in wanted:
            conn.execute(sql)


@contextmanager
def _model() -> Iterator[sqlite3.Connection]:
    """Yield a new database in memory with the whole schema; it is closed at the end of the block."""
    with closing(sqlite3.connect(":memory:")) as conn:
        for migration in NAMES:
            conn.executescript(script(migration))
        yield conn
