"""POST on an address that is also a page (``/{db}/-/memories``) belongs to the agents' JSON API."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from datasette.utils.asgi import Request

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

Route = tuple[str, Callable[..., Awaitable[Any]]]


@lru_cache(maxsize=1)
def agent_routes() -> tuple[Route, ...]:
    """``(regex, view)`` pairs of ``agent_api``; its views take ``request`` and ``datasette``."""
    from . import agent_api  # builds on page.py, which asks here

    return tuple(agent_api.routes())


def agent_view(request: Request) -> tuple[Callable[..., Awaitable[Any]], dict[str, str]] | None:
    """The agents' POST view of an address, and what its pattern names."""
    path = request.scope.get("route_path") or request.path
    for regex, view in agent_routes():
        if not path.endswith(".json") and (match := re.match(regex, path)):
            return view, match.groupdict()
    return None


async def delegate(request: Request, datasette: Datasette) -> Any:
    """Answer with the agents' route for this path; None when there is none."""
    found = agent_view(request)
    if found is None:
        return None
    view, names = found
    request.scope = {**request.scope, "url_route": {"kwargs": names}}
    return await view(request=request, datasette=datasette)
