"""A served demo archive for the web tests, with today fixed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from datasette.app import Datasette

import gagent_db
from gagent_db.web import demo, server

TODAY = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
ROOT = {"id": "root"}


def demo_database(path: Path) -> Path:
    with gagent_db.open(path) as db:
        demo.fill(db, today=TODAY)
        db.index()
    return path


def private_datasette(path: Path) -> Datasette:
    """As ``gagent-db serve`` builds it."""
    return server.build(path)
