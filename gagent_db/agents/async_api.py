"""The database for asyncio programs: every call runs in a worker thread, the event loop never waits for a disk.

>>> async with AsyncDatabase.open("gagent.db") as db:
...     session = await db.create_session(channel="cli")
...     await db.append(session.id, [{"role": "user", "content": "hello"}])
...     result = await db.search("hello")
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from .. import api
from ..models import Message, MessageLike, Session

if TYPE_CHECKING:
    from ..recall.results import Hit, SearchResult

T = TypeVar("T")
THREADS = 4  # one read connection each; writes take turns anyway


class AsyncDatabase:
    """The methods of ``Database`` that a conversation needs, awaitable; ``call`` runs any other function."""

    def __init__(self, db: api.Database) -> None:
        self.db = db
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="gagent-db")

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> _Opening:
        """Open with ``async with AsyncDatabase.open(path) as db`` or ``db = await AsyncDatabase.open(path)``."""
        return _Opening(cls, path)

    async def call(self, function: Callable[..., T], *args: Any, **options: Any) -> T:
        """``function(db, *args, **options)`` in a worker thread: tools, memory, facts, imports."""
        return await self._run(partial(function, self.db, *args, **options))

    async def create_session(self, **columns: Any) -> Session:
        return await self._run(partial(self.db.create_session, **columns))

    async def get_session(self, session_id_or_key: str) -> Session | None:
        return await self._run(partial(self.db.get_session, session_id_or_key))

    async def list_sessions(self, **filters: Any) -> list[Session]:
        return await self._run(partial(self.db.list_sessions, **filters))

    async def append(self, session_id: str, messages: Iterable[MessageLike]) -> list[int]:
        return await self._run(partial(self.db.append, session_id, messages))

    async def history(self, session_id_or_key: str, limit: int | None = None, **options: Any) -> list[Message]:
        return await self._run(partial(self.db.history, session_id_or_key, limit, **options))

    async def search(self, query: str = "", **filters: Any) -> SearchResult:
        return await self._run(partial(self.db.search, query, **filters))

    async def search_messages(self, query: str, **filters: Any) -> list[Hit]:
        return await self._run(partial(self.db.search_messages, query, **filters))

    async def archive_session(self, ref: str, *, reason: str = "new") -> Session:
        return await self._run(partial(self.db.archive_session, ref, reason=reason))

    async def close(self) -> None:
        """Wait for what is running, then close every connection."""
        await asyncio.to_thread(self._pool.shutdown)
        await asyncio.to_thread(self.db.close)

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class _Opening:
    """Opens in a thread when awaited or entered, because opening may create and migrate a file."""

    def __init__(self, cls: type[AsyncDatabase], path: str | os.PathLike[str] | None) -> None:
        self._make = lambda: cls(api.open(path))
        self._db: AsyncDatabase | None = None

    def __await__(self) -> Any:
        return asyncio.to_thread(self._make).__await__()

    async def __aenter__(self) -> AsyncDatabase:
        self._db = await asyncio.to_thread(self._make)
        return self._db

    async def __aexit__(self, *details: Any) -> None:
        if self._db is not None:
            await self._db.close()
