"""``/{db}/-/sessions/{id}``: one session as a readable transcript; ``.json`` is what ``show --format json`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from datasette.utils.asgi import Response

from .. import naming
from ..errors import GagentError
from ..models import Session
from ..recall.search import search
from ..resume import resume_command
from ..store.database import Store
from . import data
from .page import Page, action, decode_id, page, with_params
from .results import HITS_OF_ONE
from .turns import turns

JSON_PAGE = 500  # messages
OPEN_HITS = 4  # with at most so many hits, folded parts that hold them open


@page("messages", "sessions", "tool_calls")
async def transcript(page: Page) -> Response:
    page.only("q", "at", "around", "after", "before", "next", "limit")
    session = await page.run(data.session_of, decode_id(page.vars["session"]))
    if page.wants_json:
        return await _json(page, session)
    at = _place(page)
    if at is not None:
        moved = await page.run(data.session_of_message, at)
        if moved and moved != session.id:  # a hit in another part of the same conversation
            return Response.redirect(page.session_url(moved, at, q=page.arg("q")))
    context = await page.run(_context, page, session, at)
    found = context["found"]
    if context["q"] and not context["hits"] and (found.earlier or found.later):
        context["next_hit"] = await _next_hit(page, session.id, found.last_id)
    context["can_resolve"] = await page.allowed("insert-row", "artifacts")
    context["tags"] = list(await page.run(naming.tags_of_all))
    context["can_rename"] = await page.allowed("insert-row", "sessions")
    return await page.html("gagent_transcript.html", context)


@action("sessions")
async def rename(page: Page) -> Response:
    """POST: call a session ``title``; a blank one restores its own name."""
    values = await page.fields()
    if "title" not in values:
        raise GagentError("No title was given.", hint="Send title; an empty one gives back the name it had.")
    title = values["title"]
    if not isinstance(title, str):
        raise GagentError(f"title must be text, not {type(title).__name__}.")
    session = await page.run(data.session_to_change, decode_id(page.vars["session"]))
    named = await page.write(naming.rename, session.id, title.strip() or None)
    return page.done({"ok": True, "session_id": named.id, "title": named.title}, "sessions")


@action("sessions")
async def tag(page: Page) -> Response:
    """POST: give a session the tags in ``add``, take those in ``remove`` from its conversation."""
    values = await page.fields()
    add, remove = _tags(values, "add"), _tags(values, "remove")
    if not add and not remove:
        raise GagentError("No tag was given.", hint="Send add, remove or both: a list, or a text with blanks between.")
    session = await page.run(data.session_to_change, decode_id(page.vars["session"]))
    tagged = await page.write(naming.tag, session.id, add, remove)
    return page.done({"ok": True, "session_id": tagged.id, "tags": tagged.tags}, "sessions")


def _tags(values: Mapping[str, Any], name: str) -> list[str]:
    """Tags as programs (a list) and people (a text) send them. Raises GagentError."""
    given = values.get(name) or []
    if isinstance(given, str):
        return given.replace(",", " ").split()
    if not isinstance(given, list) or not all(isinstance(tag, str) for tag in given):
        raise GagentError(f"{name} must be a text or a list of texts.")
    return given


def _context(store: Store, page: Page, session: Session, at: int | None) -> dict[str, Any]:
    """Everything the template shows; runs in a worker thread, rendering of Markdown included."""
    q = page.arg("q")
    found = data.transcript(store, session, at=at, before=page.message_id("before"), after=_after(page))
    shown = turns(found, q)
    hits = sum(1 for turn in shown if turn.hits)
    parts = [part.id for part in found.lineage]
    part = parts.index(session.id) + 1 if session.id in parts else 0
    return {
        "session": session,
        "found": found,
        "turns": shown,
        "part": part,
        "relation": data.relations(store, [session.id]).get(session.id),
        "next_part": found.lineage[part] if 0 < part < len(parts) else None,
        "at": at,
        "q": q or "",
        "hits": hits,
        "open_hits": 0 < hits <= OPEN_HITS,
        "self_url": page.session_url(session.id),
        "resume": resume_command(session),
        "earlier_url": page.session_url(session.id, q=q, before=found.first_id) if found.earlier else None,
        "later_url": page.session_url(session.id, q=q, after=found.last_id) if found.later else None,
        "position": {
            "first": found.earlier + 1,
            "last": found.earlier + len(found.messages),
            "total": found.earlier + len(found.messages) + found.later,
        },
    }


async def _next_hit(page: Page, session_id: str, last_id: int) -> dict[str, Any] | None:
    """The first message after this id that has the words of the query, else the first in the session."""
    try:
        asked = {"session": session_id, "sort": "oldest", "limit": 1, "hits_per_session": HITS_OF_ONE}
        result = (await page.run(search, page.arg("q") or "", **asked)).to_dict()
    except GagentError:  # search reads more into a text than this page does, such as dates
        return None
    hits = [hit for found in result["sessions"] for hit in found["hits"] if hit["matched"] != "semantic"]
    return min(hits, key=lambda hit: (hit["message_id"] <= last_id, hit["message_id"]), default=None)


def _place(page: Page) -> int | None:
    """``at``, which the command line calls ``around``."""
    at, around = page.message_id("at"), page.message_id("around")
    return at if at is not None else around


def _after(page: Page) -> int | None:
    """``after``; ``next`` of a page of JSON is the same."""
    named = next((name for name in ("after", "next", "_next") if page.arg(name)), "after")
    return page.message_id(named)


async def _json(page: Page, session: Session) -> Response:
    """``{"ok", "session", "messages", "next"}``; the next page is asked for with its ``next`` (or ``after``)."""
    at = _place(page)
    limit = page.number("limit", JSON_PAGE if at is None else data.PAGE, most=2000)
    before, after = page.message_id("before"), _after(page)
    session, messages, more = await page.run(data.part, session, at=at, before=before, after=after, limit=limit)
    following = messages[-1].id if more else None
    return page.json(
        {
            "ok": True,
            "session": session.to_dict(),
            "messages": [message.to_dict() for message in messages],
            "next": following,
            "next_url": with_params(page.request.path, {"after": following, "limit": limit}) if following else None,
        }
    )
