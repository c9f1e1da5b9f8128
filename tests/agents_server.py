"""A real ``gagent-db serve`` process for the agents' tests: its address, tokens, and JSON requests to it."""

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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from gagent_db.cli import main


@dataclass
class Server:
    base: str
    read_token: str
    write_token: str  # may read too
    append_token: str  # may not
    process: subprocess.Popen[str]
    errors: list[str]  # what the server has printed to its terminal

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


@contextmanager
def running(db: Path) -> Iterator[Server]:
    """Serve a database on a free port until the block ends."""
    tokens = [token(db, "--read"), token(db, "--read", "--write"), token(db, "--write")]
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
