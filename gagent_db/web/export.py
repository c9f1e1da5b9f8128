"""``/{db}/-/sessions/{id}.md``, ``.html`` and ``.jsonl``: what ``gagent-db export`` writes, as a download."""

from __future__ import annotations

from functools import partial

from datasette.utils.asgi import Response

from ..export import jsonl, pages
from ..export_text import html, markdown
from ..models import Session
from ..store.database import Store
from . import data
from .page import Page, decode_id, page

_TYPES = {
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "jsonl": "application/x-ndjson; charset=utf-8",
}


@page("messages", "sessions", "tool_calls", "media_refs")
async def export(page: Page) -> Response:
    session = await page.run(data.session_of, decode_id(page.vars["session"]))
    form = page.vars["export"]
    body = await page.write(_text, session, form)
    name = "".join(char if char.isalnum() or char in "-_" else "_" for char in session.id)[:100]
    headers = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(body, headers=headers, content_type=_TYPES[form])


def _text(store: Store, session: Session, form: str) -> bytes:
    if form == "jsonl":
        return b"".join(jsonl(store, [session]))
    render = markdown if form == "md" else html
    return "".join(render([session], partial(pages, store, undone=False))).encode()
