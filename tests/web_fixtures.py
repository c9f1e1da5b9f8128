"""A served demo archive for the web tests, with today fixed."""

from __future__ import annotations

import functools
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from datasette import hookimpl
from datasette.app import Datasette
from datasette.plugins import pm
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

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


class Compiled(BytecodeCache):
    """Templates, compiled once for all apps of this process: half of the time of a new app went into that."""

    __name__ = "compiled_templates"

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if kept := self.kept.get(bucket.key + bucket.checksum):
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key + bucket.checksum] = bucket.bytecode_to_string()

    @hookimpl
    def prepare_jinja2_environment(self, env: Environment) -> None:
        env.bytecode_cache = self


pm.register(Compiled())


@functools.cache
def _demo() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.db"
        with gagent_db.open(path) as db:
            demo.fill(db, today=TODAY)
            db.index()
        return path.read_bytes()


def demo_database(path: Path) -> Path:
    """The demo as `serve --demo` fills it, made once in this process."""
    path.touch(0o600)
    path.write_bytes(_demo())
    return path


def private_datasette(path: Path) -> Datasette:
    """As ``gagent-db serve`` builds it."""
    return server.build(path)
