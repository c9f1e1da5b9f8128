"""Run Datasette over one gagent-db file: private, on loopback, with imports in the background."""

from __future__ import annotations

import asyncio
import copy
import logging
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
import yaml
from datasette.app import Datasette

from ..api import Database
from ..errors import GagentError, os_reason
from ..wording import counted, located
from .assets import place
from .guard import LOOPBACK
from .secret import secret_of

if TYPE_CHECKING:
    from ..importers.report import ImportReport

Say = Callable[[str], None]


def build(path: Path, *, hosts: Iterable[str] = ()) -> Datasette:
    """A private Datasette over the file at ``path``: only those who sign in or hold a token see anything."""
    from datasette.plugins import pm

    from . import __name__ as plugin_name

    if not pm.has_plugin("gagent_db") and not any(getattr(p, "__name__", "") == plugin_name for p in pm.get_plugins()):
        from gagent_db import web

        pm.register(web, name="gagent_db")
    config = _yaml("datasette.yaml")
    ours = config.setdefault("plugins", {}).setdefault("gagent-db", {})
    ours["strict"] = True
    ours["hosts"] = [*(ours.get("hosts") or ()), *hosts]
    datasette = Datasette(
        [str(path)], config=config, metadata=_yaml("metadata.yml"), secret=secret_of(path), default_deny=True
    )
    datasette.root_enabled = True
    return datasette


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any free one. Raises GagentError when the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Without the protocol number asyncio leaves Nagle on, and every answer of two packets waits 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise GagentError(
            f"Cannot listen on {host} port {port}: {os_reason(error)}.",
            hint="Choose another port: gagent-db serve --port 8002   (0 takes any free one)",
        ) from error
    listener.listen(128)
    return listener


def sign_in_url(datasette: Datasette, host: str, port: int) -> str:
    """The address that signs one browser in, once."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}{datasette.urls.path('-/auth-token')}?token={datasette._root_token}"


def serve(datasette: Datasette, listener: socket.socket, *, url: str, open_browser: bool) -> None:
    """Serve until interrupted or told to stop."""
    for chatty in ("mcp", "watchfiles"):  # their INFO lines would hide the sign-in address
        logging.getLogger(chatty).setLevel(logging.WARNING)

    async def run() -> None:
        await datasette._startup_sequence()
        config = uvicorn.Config(datasette.app(), log_level="warning", lifespan="on", server_header=False)
        logging.getLogger("uvicorn.error").addFilter(_is_no_cancellation)
        server = uvicorn.Server(config)
        if open_browser:
            asyncio.get_running_loop().call_later(0.3, webbrowser.open, url)
        await server.serve(sockets=[listener])

    if threading.current_thread() is threading.main_thread():
        # uvicorn ends and then raises the signal again: import and database have to be closed, too, in the order of
        # Ctrl-C. An exception from here would cut off, with a traceback, what asyncio still finishes.
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's `&` ignores it
        signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
        if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:  # the terminal is closed; `nohup` ignores it
            signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    try:
        asyncio.run(run())
    except KeyboardInterrupt:
        pass


def _is_no_cancellation(record: logging.LogRecord) -> bool:
    """Whether a line of the log tells more than that the end of the server has cut off what it was waiting for."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


class Background(threading.Thread):
    """Import, index, then follow the files: ``paths`` and, if ``known``, what this machine's agents write.

    With neither it only finishes the indexes.
    """

    def __init__(self, db: Database, *, say: Say, paths: Iterable[str | Path] = (), known: bool = True) -> None:
        super().__init__(name="gagent-import", daemon=True)
        self.db = db
        self.say = say
        self.paths = list(paths)
        self.known = known
        self.stopping = threading.Event()

    def run(self) -> None:
        try:
            if self.known or self.paths:
                self._follow()
            else:
                self.db.index()
        except GagentError as error:
            self._failed(error.message)
        except Exception as error:  # the server goes on without imports rather than with a traceback
            self._failed(f"{type(error).__name__}: {error}")

    def _follow(self) -> None:
        from ..importers.run import known_locations
        from ..importers.watch import watch
        from ..memory.memory_files import import_beside

        places = [*self.paths, *(known_locations() if self.known else ())]
        if not places and not self.db.list_sessions(limit=1):
            self.say("No sessions found on this machine. Import some (gagent-db import PATH) or look around: --demo")
        if not places:
            self.db.index()
        notes = import_beside(self.db, self.paths, known=self.known)
        if notes and (notes.summary()["added"] or notes.pending):
            self.say(notes.sentence())
        watch(self.db, places or None, self.stopping, self._report)

    def _report(self, report: ImportReport) -> None:
        if report.messages:
            sessions = len(report.sessions_added | report.sessions_updated)
            self.say(f"Imported {counted(report.messages, 'message')} in {counted(sessions, 'session')}.")
        if report.skipped_count:
            self.say(f"Skipped {report.skipped_count:,}, first {located(**report.skipped[0].to_dict())}")
        if not self.stopping.is_set():
            self.db.index()

    def _failed(self, problem: str) -> None:
        if not self.stopping.is_set():
            self.say(f"Importing has stopped: {problem}")

    def stop(self) -> None:
        self.stopping.set()
        self.join(timeout=5)


def is_loopback(host: str) -> bool:
    return host.lower() in LOOPBACK


def _yaml(name: str) -> dict[str, Any]:
    return copy.deepcopy(yaml.safe_load(place(name).read_text("utf-8")) or {})
