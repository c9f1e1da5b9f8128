"""A real server for the agents' tests, as a process or in a thread: its address, tokens, and JSON requests to it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
import web_fixtures
from click.testing import CliRunner
from datasette.app import Datasette

from gagent_db.cli import main
from gagent_db.web.server import listen


@dataclass
class Server:
    base: str
    read_token: str
    write_token: str  # may read too
    append_token: str  # may not
    process: subprocess.Popen[str] | None = None
    errors: list[str] = field(default_factory=list)  # what the process has printed to its terminal

    def send(self, path: str, body: Any = None, *, token: str | None = "", raw: bytes | None = None) -> tuple[int, Any]:
        """POST (with a body) or GET; ``token`` "" is the writing one. Returns status and decoded JSON."""
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, headers={"Content-Type": "application/json"})
        token = self.write_token if token == "" else token
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, json.loads(response.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())


def token(db: Path, *flags: str) -> str:
    """A token as ``gagent-db token create`` prints it."""
    made = CliRunner().invoke(main, ["--db", str(db), "token", "create", *flags])
    assert made.exit_code == 0, made.output
    return made.output.strip()


def tokens_of(db: Path) -> list[str]:
    return [token(db, *flags) for flags in (["--read"], ["--read", "--write"], ["--write"])]


@contextmanager
def listening(datasette: Datasette) -> Iterator[str]:
    """The address of an app that answers HTTP from a thread of this process until the block ends."""
    socket = listen("127.0.0.1", 0)
    config = uvicorn.Config(datasette.app(), log_level="warning", lifespan="on", server_header=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([socket],))
    thread.start()
    try:
        yield f"http://127.0.0.1:{socket.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(60)
    assert not thread.is_alive()


@contextmanager
def answering(db: Path) -> Iterator[Server]:
    """The app of ``gagent-db serve`` in a thread, for tests that ask nothing about its process: that takes seconds to
    start."""
    with listening(web_fixtures.private_datasette(db)) as base:
        yield Server(base, *tokens_of(db))


@contextmanager
def running(db: Path) -> Iterator[Server]:
    """``gagent-db serve`` over a database on a free port until the block ends."""
    tokens = tokens_of(db)
    command = [sys.executable, "-u", "-m", "gagent_db", "--db", str(db), "serve", "--port", "0", "--no-import"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    errors: list[str] = []
    drain = threading.Thread(target=lambda: errors.extend(process.stderr or ()), daemon=True)
    drain.start()
    try:
        for line in process.stdout or ():
            if found := re.search(r"http://[^/\s]+:\d+", line):
                yield Server(found[0], *tokens, process, errors)
                break
        else:
            raise AssertionError("the server did not start:\n" + "".join(errors))
    finally:
        process.terminate()
        process.wait(60)
        drain.join(60)
