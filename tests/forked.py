"""Programs that begin in a process which has imported what they need and has done nothing yet.

Each is a process of its own, that may crash or become another user, without the half second of CPU the imports take.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

from gagent_db.store.database import Store

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["gagent_db.importers.forget", "gagent_db.agents.session_manager"])


@dataclass
class Done:
    returncode: int | None
    stderr: str


def start(script: str, *arguments: str, errors: str = os.devnull) -> BaseProcess:
    process = PROCESSES.Process(target=_become, args=(script, arguments, errors))
    process.start()
    return process


def run(script: str, *arguments: str) -> Done:
    with tempfile.NamedTemporaryFile() as errors:
        process = start(script, *arguments, errors=errors.name)
        process.join(120)
        return Done(process.exitcode, Path(errors.name).read_text())


def _become(script: str, arguments: tuple[str, ...], errors: str) -> None:
    with open(errors, "wb") as stream:
        os.dup2(stream.fileno(), 2)
    sys.argv = ["-c", *arguments]
    exec(compile(script, "program", "exec"), {"__name__": "__main__"})


def open_and_write(path: str) -> str:
    """What each of several processes does with one file: "ok", or what went wrong."""
    try:
        with Store(path) as store:
            store.write(lambda conn: conn.execute("INSERT INTO messages(session_id, content) VALUES ('s', 'hello')"))
        return "ok"
    except Exception as error:
        return repr(error)
