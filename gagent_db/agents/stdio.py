"""``gagent-db mcp``: the tools for one client, on stdin and stdout."""

from __future__ import annotations

import io
import logging
import signal
import sqlite3
import sys
import threading
from typing import Any, BinaryIO

from ..api import Database
from ..errors import GagentError
from ..sql_json import without_halves
from .mcp import create_server

log = logging.getLogger(__name__)
_INDEX_EVERY = 600  # seconds; a check of finished indexes takes less than a thousandth of one


def serve_stdio(store: Database) -> None:
    """Serve until the client closes its end, or until an interrupt; neither leaves a write half done."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # KeyboardInterrupt would wait for the thread that waits for a line
    sys.stdin = io.TextIOWrapper(io.BufferedReader(_Requests(sys.stdin.buffer)))
    stopping = threading.Event()
    indexing = threading.Thread(target=_keep_indexed, args=(store, stopping), daemon=True)
    indexing.start()
    try:
        create_server(store).run("stdio")
    finally:
        stopping.set()
        indexing.join()  # its connections must not be closed while in use


class _Stopped(Exception):
    """Raised when the client has gone in the middle of indexing."""


def _keep_indexed(store: Database, stopping: threading.Event) -> None:
    """Finish the indexes now and whenever messages have come in: with many hosts nobody else does."""

    def look(*_: Any) -> None:
        if stopping.is_set():
            raise _Stopped

    while not stopping.is_set():
        try:
            store.index(look)
        except _Stopped:
            return
        except (GagentError, sqlite3.Error) as error:
            log.warning("The indexes are behind: %s", error)
        stopping.wait(_INDEX_EVERY)


class _Requests(io.RawIOBase):
    """Lines of JSON in which half a character, as hosts that cut text send it (``\\ud83d``), is ``?``: the SDK would
    drop the line, and the caller wait for ever."""

    def __init__(self, lines: BinaryIO) -> None:
        self._lines = lines
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._rest = self._rest or _whole(self._lines.readline())
        given = self._rest[: len(buffer)]
        self._rest = self._rest[len(given) :]
        buffer[: len(given)] = given
        return len(given)


def _whole(line: bytes) -> bytes:
    whole = without_halves(line)
    return whole if whole is line else whole + b"\n"
