"""``/{db}/-/overview``: what is in the file, where it came from, what is still being worked on."""

from __future__ import annotations

from datasette.utils.asgi import Response

from ..overview import overview as overview_of
from ..usage import KINDS
from .page import Page, page


@page("sessions", "messages")
async def overview(page: Page) -> Response:
    page.only()
    value = await page.run(overview_of)
    if page.wants_json:
        return page.json({"ok": True, **value})
    return await page.html("gagent_overview.html", {"overview": value, "usage_kinds": KINDS})
