"""What a sound file has: tables, and triggers, views, indexes and full-text tables, all of which can be made again."""

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
    """The SQL of one migration."""
    return files(__package__).joinpath("sql", f"{name}.sql").read_text("utf-8")


def statements(name: str) -> Iterator[str]:
    """The statements of one migration, each of which ends where a line ends."""
    statement = ""
    for line in script(name).splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


@cache
def expected() -> dict[str, str]:
    """The names of all that can be made again, each with its statement as SQLite keeps it."""
    found = (made for migration in NAMES for made in _DERIVED.finditer(script(migration)))
    return {made["trigger"] or made["other"]: made[0] for made in found}


def unlike(conn: sqlite3.Connection) -> list[str]:
    """Names of what a sound file has and this one has not, or has as another version made it."""
    there = dict(conn.execute("SELECT name, sql FROM sqlite_master").fetchall())
    return sorted(name for name, sql in expected().items() if there.get(name) != sql)


def missing(conn: sqlite3.Connection) -> list[str]:
    """Names of what a sound file has and this one has not."""
    return sorted(expected().keys() - {row[0] for row in conn.execute("SELECT name FROM sqlite_master")})


def drop(conn: sqlite3.Connection, names: Iterable[str]) -> None:
    """Take these away, inside a running write; a table of rows is none of them."""
    for name in names:
        sql = "SELECT type FROM sqlite_master WHERE name = ? AND (type <> 'table' OR sql LIKE 'CREATE VIRTUAL %')"
        if row := conn.execute(sql, (name,)).fetchone():
            conn.execute(f"DROP {row[0]} {name}")


def lost(conn: sqlite3.Connection) -> list[str]:
    """Tables that somebody dropped with what was in them, and dropped columns (``table.column``)."""
    columns = "SELECT name FROM pragma_table_info(?)"
    gone: list[str] = []
    with _model() as model:
        for table in (name for migration in NAMES for name in _TABLE.findall(script(migration))):
            there = {row[0] for row in conn.execute(columns, (table,))}
            missing = [f"{table}.{row[0]}" for row in model.execute(columns, (table,)) if row[0] not in there]
            gone += missing if there else [table]
    return gone


def recreate(conn: sqlite3.Connection, names: Iterable[str]) -> None:
    """Make these again, inside a running write; tables are empty then."""
    wanted = set(names)
    with _model() as model:
        made = model.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").fetchall()
    for name, sql in made:
        if name in wanted:
            conn.execute(sql)


@contextmanager
def _model() -> Iterator[sqlite3.Connection]:
    """A new database, for the time of the block."""
    with closing(sqlite3.connect(":memory:")) as conn:
        for migration in NAMES:
            conn.executescript(script(migration))
        yield conn
