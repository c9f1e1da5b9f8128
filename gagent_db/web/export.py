"""``/{db}/-/sessions/{id}.md``, ``.html`` and ``.jsonl``: what ``gagent-db export`` writes, as a download. ``redact``
(unless 0, no or false) hides its secrets."""

from __future__ import annotations

from contextlib import nullcontext

from datasette.utils.asgi import Response

from ..models import Session
from ..sharing import document, hider_of
from ..store.database import Store
from ..store.sessions import require_session
from . import data
from .page import Page, decode_id, page

_NO = ("0", "no", "false")
_TYPES = {
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "jsonl": "application/x-ndjson; charset=utf-8",
}


@page("messages", "sessions", "tool_calls", "media_refs")
async def export(page: Page) -> Response:
    page.only("redact")
    session = await page.run(data.session_of, decode_id(page.vars["session"]))
    asked = page.request.args.getlist("redact")
    form, redact = page.vars["export"], any(value.strip().lower() not in _NO for value in asked)
    writes = await page.allowed("insert-row", "messages")
    body = await page.write(_text, session, form, redact, writes)
    name = "".join(char if char.isalnum() or char in "-_" else "_" for char in session.id)[:100]
    headers = {"content-disposition": f'attachment; filename="{name}{"-redacted" if redact else ""}.{form}"'}
    return Response(body, headers=headers, content_type=_TYPES[form])


def _text(store: Store, session: Session, form: str, redact: bool, writes: bool) -> bytes:
    """`writes`: whether the caller may note the uids under which messages are exported."""
    with nullcontext() if writes else store.only_reading(), store.snapshot() as conn:
        sessions = [require_session(conn, session.id)]
        return b"".join(document(store, sessions, form, hider_of(store, sessions) if redact else None))
