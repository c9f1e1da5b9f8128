"""``/``: the search box and the recent sessions, when one gagent-db file is attached. ``/-/`` stays Datasette's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from datasette.utils.asgi import Request, Response

from ..recall.search import search
from ..store.database import Store
from . import data, stores
from .page import Page, answer
from .results import recent

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

RECENT = 12
RAIL = (("Open items", "unresolved", "open"), ("Decisions", "decision", None))


async def home(request: Request, datasette: Datasette) -> Response:
    """Datasette's own index unless exactly one gagent-db file is there."""
    await datasette.ensure_permission(action="view-instance", actor=request.actor)
    ours = await stores.our_databases(datasette)
    if len(ours) != 1:
        return Response.redirect(datasette.urls.path("/-/"))
    page = Page(datasette, request, ours[0])
    for table in ("messages", "sessions"):
        await page.ensure("view-table", table)
    return await answer(page, _home)


async def _home(page: Page) -> Response:
    context = await page.run(_context)
    context["rail"] = [await _rail(page, *kind) for kind in RAIL if await page.allowed("view-table", "artifacts")]
    return await page.html("gagent_home.html", {**context, "here": f"{page.base}/"})


async def _rail(page: Page, title: str, kind: str, status: str | None) -> dict[str, Any]:
    """The latest of one kind; left out if a huge archive makes it too slow for a home page."""
    try:
        items = await page.run(data.latest_artifacts, kind, status)
    except stores.TooSlow:
        return {"title": title, "kind": kind, "items": None}
    return {"title": title, "kind": kind, "items": items}


def _context(store: Store) -> dict[str, Any]:
    return {
        "totals": data.totals(store),
        "channels": data.channels(store)[:8],
        "sessions": recent(store, search(store, "", limit=RECENT).to_dict()["sessions"]),
    }
