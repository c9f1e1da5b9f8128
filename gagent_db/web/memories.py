"""``/{db}/-/memories``: what agents remember; read, search, edit, forget, restore."""

from __future__ import annotations

from typing import Any

from datasette.utils.asgi import Response

from ..agents.tools import TOOLS
from ..errors import GagentError
from ..memory.budgets import all_usage
from ..memory.memories import history, list_memories, purge, remove, replace, restore
from ..memory.memory_files import accept, decline, pending
from ..memory.search import search_memories, stored_scopes
from ..store.database import Store
from . import access
from .page import Page, action, decode_id, error_json, numeric_id, page

PER_PAGE = 200
MOST = 10_000  # in one answer
SOURCE = "web"
LABELS = {"memory": "work", "user": "you"}  # what the notes of each target are about


@page("memories")
async def memories(page: Page) -> Response:
    page.only("q", "target", "scope", "forgotten", "history", "limit")
    q = page.arg("q") or ""
    filters = {"target": page.arg("target"), "scope": page.arg("scope")}
    forgotten = page.arg("forgotten") is not None
    limit = page.number("limit", MOST if page.wants_json and not q else PER_PAGE, most=MOST)
    found, degraded = await page.run(_find, q, forgotten=forgotten, limit=limit + 1, **filters)
    usage = await page.run(all_usage)
    more = len(found) > limit
    found = found[:limit]
    if page.wants_json:
        return page.json({"ok": True, "memories": found, "usage": usage, "degraded": degraded})
    shown_history = page.arg("history")
    context = {
        "q": q,
        "filters": filters,
        "labels": LABELS,
        "forgotten": forgotten,
        "memories": found,
        "all_url": page.url(limit=MOST) if more else None,
        "degraded": degraded,
        "usage": usage,
        "scopes": await page.run(stored_scopes),
        "edits": await page.run(pending),
        "history_of": shown_history,
        "history": await page.run(history, shown_history) if shown_history else [],
        "can_write": await page.allowed("insert-row", "memories"),
    }
    return await page.html("gagent_memories.html", context)


@page("memories")
async def prompt(page: Page) -> Response:
    """The memory block for a system prompt, with the arguments of the tool ``memory_prompt``."""
    tool = TOOLS["memory_prompt"]
    page.only(*tool.model().model_fields)
    given = {name: value for name in tool.model().model_fields if (value := page.arg(name)) is not None}
    writes = await page.allowed("insert-row", "memories")
    return page.json(await page.run(tool.function, **tool.arguments(given), writes=writes))


@action("memories")
async def change(page: Page) -> Response:
    """POST: replace, forget, restore or really delete one memory. A token may not delete."""
    values = await page.fields()
    ref = decode_id(page.vars["id"])[0]
    verb = page.vars["verb"]
    if verb == "purge":
        if access.is_token(page.request.actor):
            return error_json(GagentError("A token may forget memories, not delete them for good."), status=403)
        gone = await page.write(purge, ref)
        return page.done({"ok": True, "purged": gone}, "memories")
    if verb == "replace":
        done = await page.write(replace, ref, str(values.get("content") or ""), source=SOURCE)
    else:
        done = await page.write(remove if verb == "forget" else restore, ref, source=SOURCE)
    return page.done(done.to_dict(), "memories")


@action("memories")
async def decide(page: Page) -> Response:
    """POST: accept or decline what a person changed in a memory file since it was imported."""
    await page.fields()
    edit = numeric_id(page.vars["id"], "pending change")
    done = await page.write(accept if page.vars["verb"] == "accept" else decline, edit)
    return page.done(done, "memories")


def _find(
    store: Store, q: str, *, target: str | None, scope: str | None, forgotten: bool, limit: int
) -> tuple[list[dict[str, Any]], str | None]:
    """Memories (of a search with how each was ``matched``), and the parts of the search that did not work."""
    if q:
        results = search_memories(store, q, target=target, scope=scope, forgotten=forgotten, limit=limit)
        return [found.to_dict() for found in results.memories], results.degraded
    listed = list_memories(store, target=target, scope=scope, forgotten=forgotten, limit=limit)
    return [memory.to_dict() for memory in listed], None
