"""``/{db}/-/overview``: what is in the file, where it came from, what is still being worked on."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from datasette.utils.asgi import Response

from ..activity import WEEKS, first_day
from ..overview import overview as overview_of
from ..usage import KINDS
from ..wording import INDEXED
from .page import Page, page

SHADES = 4  # of days with sessions, relative to the busiest day


@page("sessions", "messages")
async def overview(page: Page) -> Response:
    page.only()
    value = await page.run(overview_of)
    if page.wants_json:
        return page.json({"ok": True, **value})
    weeks = _weeks(value["activity"], date.today())
    context = {"overview": value, "usage_kinds": KINDS, "weeks": weeks, "indexed": INDEXED}
    return await page.html("gagent_overview.html", context)


def _weeks(activity: dict[str, int], today: date) -> list[dict[str, Any]]:
    """``[{"month": "May" or "", "days": [{"day", "sessions", "shade": 0..SHADES}]}]``; a month is named above its first
    Monday."""
    most = max(activity.values(), default=1)
    mondays = [first_day(today) + timedelta(weeks=number) for number in range(WEEKS)]
    return [
        {
            "month": f"{monday:%b}" if monday.day <= 7 else "",
            "days": [
                {"day": day.isoformat(), "sessions": count, "shade": -(-count * SHADES // most)}
                for day in (monday + timedelta(days=number) for number in range(7))
                if day <= today
                for count in (activity.get(day.isoformat(), 0),)
            ],
        }
        for monday in mondays
    ]
