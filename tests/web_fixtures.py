"""A served demo archive for the web tests, with today fixed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from datasette.app import Datasette

import gagent_db
from gagent_db.web import demo, server

TODAY = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
ROOT = {"id": "root"}
# What is shown of texts that mean harm: every page, and every table and query that holds such a text.
EVIL_PATHS = [
    "/", "/-/", "/gagent", "/gagent/-/overview", "/gagent/-/sessions", "/gagent/-/sessions?q=findme",
    "/gagent/-/sessions/evil", "/gagent/-/sessions/evil?q=script", "/gagent/-/memories", "/gagent/-/memories?q=script",
    "/gagent/-/memories?history=m1", "/gagent/-/facts", "/gagent/-/facts?status=all",
    "/gagent/-/artifacts/errors?q=script",
    *(f"/gagent/-/artifacts/{kind}?status=all" for kind in ("decision", "command", "url", "path", "unresolved")),
    *(f"/gagent/{name}" for name in ("decisions", "commands", "urls", "paths", "unresolved", "recent_sessions")),
    "/gagent/usage_by_day", "/gagent/usage_by_model",
    *(f"/gagent/{name}" for name in ("sessions", "messages", "tool_calls", "media_refs", "artifacts", "memories")),
    "/gagent/facts",
    "/gagent/messages/1", "/gagent/sessions/evil", "/-/search?q=findme",
]  # fmt: skip


def demo_database(path: Path) -> Path:
    with gagent_db.open(path) as db:
        demo.fill(db, today=TODAY)
        db.index()
    return path


def private_datasette(path: Path) -> Datasette:
    """As ``gagent-db serve`` builds it."""
    return server.build(path)
