"""What makes a function of a store a tool: its name, its hints, its checked arguments, its default database."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, wraps
from typing import Any, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from ..api import Database
from ..errors import GagentError
from ..paths import default_database
from ..store.database import Store

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as its doors see it. ``function`` takes the store first, then the tool's arguments; ``table`` is what
    a caller must be allowed to read or insert into."""

    name: str
    function: Callable[..., Any]
    table: str
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False

    def writes(self, arguments: Mapping[str, Any]) -> bool:
        """Would this call change anything? ``memory`` also lists and searches."""
        return not self.read_only and arguments.get("action") not in ("list", "search")

    def model(self) -> type[BaseModel]:
        """The arguments as a pydantic model; unknown ones are refused."""
        return _model(self)

    def arguments(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Untyped arguments (a JSON body) checked and converted. Raises GagentError naming the one that is wrong."""
        try:
            checked = self.model().model_validate(dict(given))
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"]) or "The body"
            raise GagentError(
                f"{name}: {first['msg']}.", hint=f"Arguments: {', '.join(self.model().model_fields)}."
            ) from error
        return {name: getattr(checked, name) for name in checked.model_fields_set}


@cache
def _model(tool: Tool) -> type[BaseModel]:
    hints = get_type_hints(tool.function, include_extras=True)
    parameters = list(inspect.signature(tool.function).parameters.values())[1:]
    fields: dict[str, Any] = {
        p.name: (hints[p.name], ... if p.default is inspect.Parameter.empty else p.default) for p in parameters
    }
    return create_model(f"{tool.name}_arguments", __config__=ConfigDict(extra="forbid"), **fields)


TOOLS: dict[str, Tool] = {}


def tool(table: str, **hints: bool) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Register a function of a store as a tool; called directly, its database is optional."""

    def register(function: Callable[..., R]) -> Callable[..., R]:
        name = function.__name__
        TOOLS[name] = Tool(name, function, table, **hints)

        @wraps(function)
        def call(*args: Any, db: Store | None = None, **options: Any) -> R:
            if args and (isinstance(args[0], Store) or args[0] is None):
                db, args = args[0] or db, args[1:]
            return function(db or default_store(), *args, **options)

        return call

    return register


def default_store() -> Database:
    return _opened(str(default_database()), os.getpid())


@lru_cache(maxsize=4)
def _opened(path: str, _pid: int) -> Database:
    return Database(path)
