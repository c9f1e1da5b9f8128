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

View = Callable[..., Awaitable[Any]]


@lru_cache(maxsize=1)
def agent_routes() -> tuple[tuple[str, View], ...]:
    """``(regex, view)`` pairs of ``agent_api``; its views take ``request`` and ``datasette``."""
    from . import agent_api  # builds on page.py, which asks here

    return tuple(agent_api.routes())


def agent_view(request: Request) -> View | None:
    """The agents' POST view of an address; None when there is none."""
    path = request.scope.get("route_path") or request.path
    if path.endswith(".json"):
        return None
    return next((view for regex, view in agent_routes() if re.match(regex, path)), None)


async def delegate(request: Request, datasette: Datasette) -> Any:
    """Answer with the agents' route for this path; None when there is none."""
    view = agent_view(request)
    return await view(request=request, datasette=datasette) if view else None
