"""``/{db}/-/facts``: facts in MEMORY_SPEC notation; read, search, correct, forget, restore, and their history."""

from __future__ import annotations

from typing import Any

from datasette.utils.asgi import Response

from ..errors import GagentError
from ..memory import facts as room
from ..memory.fact_scopes import list_scopes
from ..memory.tiers import memory_status
from ..store.database import Store
from .page import Page, action, decode_id, page

SOURCE = "web"
STATUSES = ("active", "superseded", "resolved", "all")
KINDS = {"C": "constraint", "D": "decision", "V": "value", "?": "open question", "✓": "done", "~": "obsolete"}


@page("facts")
async def facts(page: Page) -> Response:
    page.only("q", "scope", "status", "history")
    q = page.arg("q") or ""
    scope = page.arg("scope")
    status = page.arg("status") or "active"
    if status not in STATUSES:
        raise GagentError(f"There is no status {status!r}.", hint=f"Use one of: {', '.join(STATUSES)}.")
    found, degraded = await page.run(_find, q, scope=scope, status=status)
    gauge = await page.run(memory_status)
    topic = page.arg("history")
    history = (await page.run(room.memory_reflect, topic))["history"] if topic else []
    if page.wants_json:
        told = {"ok": True, "facts": found, "status": gauge, "degraded": degraded}
        return page.json({**told, "history": history} if topic else told)
    context = {
        "q": q,
        "scope": scope,
        "status": status,
        "statuses": STATUSES,
        "kinds": KINDS,
        "facts": found,
        "degraded": degraded,
        "scopes": await page.run(_scopes),
        "gauge": gauge,
        "topic": topic,
        "history": history,
        "can_write": await page.allowed("insert-row", "facts"),
    }
    return await page.html("gagent_facts.html", context)


@action("facts")
async def change(page: Page) -> Response:
    """POST: correct, forget or restore one fact."""
    values = await page.fields()
    fact_id = decode_id(page.vars["id"])[0]
    verb = page.vars["verb"]
    if verb == "edit":
        done = await page.write(room.edit, fact_id, str(values.get("content") or ""), source=SOURCE)
    else:
        done = await page.write(room.forget if verb == "forget" else room.restore, fact_id)
    return page.done(done, "facts")


def _find(store: Store, q: str, *, scope: str | None, status: str) -> tuple[list[dict[str, Any]], str | None]:
    """Facts, the last changed first or in the order of a search; and the parts of the search that did not work."""
    wanted = None if status == "all" else status
    if q:
        found = room.memory_search(store, q, scope, status=wanted)
        return found["facts"], found["degraded"]
    listed: list[dict[str, Any]] = room.memory_export(store, scope, wanted)["facts"]
    return sorted(listed, key=lambda fact: -fact["updated_at"]), None


def _scopes(store: Store) -> list[str]:
    return [scope["name"] for scope in list_scopes(store)[:200]]
