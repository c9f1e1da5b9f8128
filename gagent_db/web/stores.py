"""The stores behind Datasette's databases: which are ours, opened once, used from a few worker threads.

Views never touch SQLite on the event loop: ``run()`` does it in a thread, under Datasette's SQL time limit.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

from datasette.database import Database
from datasette.utils import sqlite_timelimit

from ..errors import GagentError
from ..store.database import Store
from ..store.opening import Connection, address

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

T = TypeVar("T")

TABLES = ("sessions", "messages", "messages_fts", "tool_calls", "index_state")
_THREADS = ThreadPoolExecutor(max_workers=4, thread_name_prefix="gagent-web")
_ours: WeakKeyDictionary[Datasette, set[str]] = WeakKeyDictionary()
_stores: WeakKeyDictionary[Datasette, dict[str, Store]] = WeakKeyDictionary()


class TooSlow(GagentError):
    """A query ran into Datasette's SQL time limit."""


class FrozenStore(Store):
    """A store over a file that must not be written: Datasette's ``-i``, or a read-only file."""

    read_only = True

    def __init__(self, path: Path, *, immutable: bool) -> None:
        self._uri = address(path, "ro", immutable=immutable)
        super().__init__(path)

    def _open_writer(self) -> Connection:
        return self._connect()

    def _connect(self) -> Connection:
        conn = sqlite3.connect(self._uri, uri=True, isolation_level=None, check_same_thread=False, factory=Connection)
        conn.row_factory = sqlite3.Row
        conn.execute("PRAGMA query_only = ON")
        return conn

    def read(self) -> Connection:
        conn: Connection | None = getattr(self._local, "conn", None)
        if conn is None:
            self._keep(conn := self._connect())
        return conn

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        raise GagentError(f"The database {self.path} is served read-only.", hint="Serve it without -i to change it.")


def _has_our_tables(conn: sqlite3.Connection) -> bool:
    marks = ", ".join("?" * len(TABLES))
    found = conn.execute(f"SELECT count(*) FROM sqlite_master WHERE name IN ({marks})", TABLES).fetchone()[0]
    return bool(found == len(TABLES))


async def is_ours(datasette: Datasette, name: str) -> bool:
    """True for an attached gagent-db file."""
    db = datasette.databases.get(name)
    if db is None or db.is_memory or not db.path:
        return False
    if name not in _ours.setdefault(datasette, set()) and await db.execute_fn(_has_our_tables):
        _ours[datasette].add(name)
    return name in _ours[datasette]


def known(datasette: Datasette, name: str) -> bool:
    """Whether a database has already been seen to be ours; for hooks that cannot wait."""
    return name in _ours.get(datasette, ())


async def our_databases(datasette: Datasette) -> list[str]:
    """Names of the attached databases that are gagent-db files."""
    return [name for name in list(datasette.databases) if await is_ours(datasette, name)]


async def store_of(datasette: Datasette, name: str) -> Store:
    """The open store of an attached database."""
    stores = _stores.setdefault(datasette, {})
    if name not in stores:
        store = await _in_thread(_open, datasette.databases[name])
        if stores.setdefault(name, store) is not store:
            store.close()  # another request was faster
    return stores[name]


def close_all(datasette: Datasette) -> None:
    """Close every store of this Datasette."""
    for store in _stores.pop(datasette, {}).values():
        store.close()


async def run(
    datasette: Datasette, name: str, work: Callable[..., T], *args: Any, writes: bool = False, **kwargs: Any
) -> T:
    """``work(store, *args, **kwargs)`` in a worker thread, stopped at ``sql_time_limit_ms``. Raises TooSlow.

    Notes made by a read (the memory block that a session keeps) are stored only if the caller ``writes``.
    """
    store = await store_of(datasette, name)
    limit = datasette.sql_time_limit_ms

    def limited() -> T:
        try:
            with sqlite_timelimit(store.read(), limit), nullcontext() if writes else store.only_reading():
                return work(store, *args, **kwargs)
        except sqlite3.OperationalError as error:
            if "interrupted" not in str(error):
                raise
            raise TooSlow(
                f"This took longer than the limit of {limit} ms for one page.",
                hint="Narrow it down with a filter, or raise sql_time_limit_ms in datasette.yaml.",
            ) from error

    return await _in_thread(limited)


async def write(datasette: Datasette, name: str, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """``work(store, ...)`` in a worker thread without a time limit: writes wait for their turn."""
    store = await store_of(datasette, name)
    return await _in_thread(lambda: work(store, *args, **kwargs))


async def _in_thread(work: Callable[..., T], *args: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(_THREADS, lambda: work(*args))


def _open(db: Database) -> Store:
    path = Path(db.path)
    if not db.is_mutable or not os.access(path, os.W_OK):
        return FrozenStore(path, immutable=not db.is_mutable)
    return Store.open(path)
