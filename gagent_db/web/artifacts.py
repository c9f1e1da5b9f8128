"""``/{db}/-/artifacts/{kind}``: decisions, commands, URLs, paths and open items, grouped; and closing an open item."""

from __future__ import annotations

from datasette.utils.asgi import Response

from ..answers import PLURALS
from ..answers import artifacts as answer_artifacts
from ..answers import resolve as resolve_artifact
from ..errors import NotFound
from ..fixes import known_fixes
from . import data
from .page import Page, action, numeric_id, page
from .results import SINCE, active_filters

PER_PAGE = 30
KINDS = {
    "decision": ("Decisions", "What was decided, the latest first."),
    "unresolved": ("Open items", "Questions and tasks nobody has closed yet."),
    "command": ("Commands", "What was run here, with how it ended."),
    "url": ("URLs", "Links that came up."),
    "path": ("Paths", "Files and folders that came up."),
}
STATUSES = {
    "unresolved": (("open", "open"), ("resolved", "resolved"), ("all", "all")),
    "command": (("", "any"), ("ok", "worked"), ("failed", "failed")),
}


def _tab(page: Page, kind: str) -> str:
    """Return the address of the tab that is marked as this page, whatever spelling of the kind its own address has."""
    return f"{page.base}/artifacts/{kind}"


@page("artifacts", "messages")
async def errors(page: Page) -> Response:
    """What was run after an error, first those after which it did not come back."""
    page.only("q", "limit")
    q, limit = page.arg("q"), page.number("limit", 10, most=100)
    result = await page.run(known_fixes, q, limit=limit) if q else None
    if page.wants_json:
        return page.json(result or {"ok": True, "error": None, "seen": 0, "fixes": []})
    return await page.html("gagent_errors.html", {"q": q or "", "result": result, "tab_of_page": _tab(page, "command")})


@page("artifacts", "messages")
async def artifacts(page: Page) -> Response:
    kind = page.vars["kind"].lower()
    kind = PLURALS.get(kind, kind)
    if kind not in KINDS:
        raise NotFound(f"There are no artifacts of kind {kind!r}.", hint=f"Kinds: {', '.join(KINDS)}.")
    page.only("q", "status", "sort", "limit", "next", filters=True)
    q = page.arg("q")
    filters = page.filters()
    given = {name: value for name, value in filters.items() if value}
    status, limit = page.arg("status"), page.number("limit", PER_PAGE, most=500)
    found = await page.run(
        answer_artifacts, kind, q, limit=limit, cursor=page.cursor,
        status=status, sort=page.arg("sort"), **given,
    )  # fmt: skip
    result = found.to_dict()
    if page.wants_json:
        return page.json(result)
    title, about = KINDS[kind]
    statuses = STATUSES.get(kind, ())  # the first is the default
    context = {
        "kind": kind,
        "tab_of_page": _tab(page, kind),
        "title": title,
        "about": about,
        "q": q or "",
        "filters": filters,
        "status": status or (statuses[0][0] if statuses else ""),
        "statuses": statuses,
        "channels": await page.run(data.channels),
        "since_choices": SINCE,
        "active": active_filters(page),
        "items": result["items"],
        "more_url": page.url(next=result["next"]) if result["next"] else None,
        "nothing_stored": not result["items"] and await page.run(data.is_empty),
        "can_resolve": kind == "unresolved" and await page.allowed("insert-row", "artifacts"),
    }
    return await page.html("gagent_artifacts.html", context)


@action("artifacts")
async def resolve(page: Page) -> Response:
    """POST: close an open item (``status=open`` reopens it). A form goes back to where it came from."""
    values = await page.fields()
    status = str(values.get("status") or "resolved")
    message = values.get("resolved_by_message_id")
    by_message = None if message in (None, "") else numeric_id(str(message), "message")
    artifact = numeric_id(page.vars["id"], "artifact")
    result = await page.write(resolve_artifact, artifact, status=status, by_message=by_message)
    return page.done({"ok": True, **result}, "artifacts/unresolved")
