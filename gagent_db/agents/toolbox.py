"""What makes a function of a store a tool: its name, its hints, its checked arguments, its default database."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from ..api import Database
from ..errors import GagentError
from ..paths import default_database
from ..store.database import Store
from .arguments import at_least, check, model_of

R = TypeVar("R")
_AS_TOOLS = {
    "gagent-db sessions": "session_search without a query",
    "gagent-db unresolved": 'artifacts(kind="unresolved")',
    "gagent-db fact export": "memory_export",
}


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as its doors see it. ``function`` takes the store first, then the tool's arguments; ``table`` is what a
    caller must be allowed to read or insert into. One that ``tells`` answers ``ok: false`` with the problem where
    others raise."""

    name: str
    function: Callable[..., Any]
    table: str
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    purges: bool = False
    tells: bool = False

    def action(self, arguments: Mapping[str, Any]) -> str:
        """What a caller must be allowed to do in ``table``. ``memory`` may also only list and search, but not with
        operations: these are carried out whatever the action. Only ``purges`` deletes for good."""
        if self.read_only or (arguments.get("action") in ("list", "search") and arguments.get("operations") is None):
            return "view-table"
        return "delete-row" if self.purges else "insert-row"

    def model(self) -> type[BaseModel]:
        """The arguments as a pydantic model; unknown ones are refused."""
        return model_of(self.function, self.name)

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments of any door, checked and converted. Raises GagentError naming the wrong one."""
        return check(self.model(), given)


def in_tools(hint: str) -> str:
    """A hint for a caller that has these tools and no command line."""
    for command, called in _AS_TOOLS.items():
        hint = hint.replace(command, called)
    return hint


TOOLS: dict[str, Tool] = {}


def tool(table: str, **hints: bool) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Register a function of a store as a tool. Called directly, its database is optional and too low numbers are
    raised to the lowest allowed."""

    def register(function: Callable[..., R]) -> Callable[..., R]:
        made = TOOLS[function.__name__] = Tool(function.__name__, function, table, **hints)
        names = list(inspect.signature(function).parameters)[1:]

        @wraps(function)
        def call(*args: Any, db: Store | None = None, **options: Any) -> R:
            if args and (isinstance(args[0], Store) or args[0] is None):
                db, args = args[0] or db, args[1:]
            if len(args) > len(names):
                raise TypeError(f"{made.name} takes {len(names)} arguments beside the database, not {len(args)}.")
            try:
                given = made.arguments(at_least(made.model(), dict(zip(names, args, strict=False)) | options))
            except GagentError as error:
                if not made.tells:
                    raise
                return cast(R, error.to_dict())
            return function(db or default_store(), **given)

        return call

    return register


def default_store() -> Database:
    return _opened(str(default_database()), os.getpid())


@lru_cache(maxsize=4)
def _opened(path: str, _pid: int) -> Database:
    return Database(path)
