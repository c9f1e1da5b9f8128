"""Follow the places where agents write and bring in each append within a second, without rescanning."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import watchfiles

from ..errors import GagentError, os_reason
from ..store.database import Store
from ..store.opening import identity
from ..times import now, to_iso
from .base import Skip
from .files import is_boring
from .report import ImportReport
from .run import import_changed, import_paths, known_locations

_QUIET_MS = 100  # changes closer together than this count as one
_LOOK_AGAIN = 10.0  # seconds between checks for newly installed agents
_TRY_AGAIN = 10.0  # seconds until a failed write is tried again


def watch(
    store: Store,
    paths: Iterable[str | Path] | None = None,
    stop_event: threading.Event | None = None,
    on_report: Callable[[ImportReport], None] | None = None,
    *,
    format: str = "auto",
) -> None:
    """Import ``paths`` (or every known place), then each change in them, until ``stop_event`` is set.

    ``on_report`` gets the report of each import that found something. Blocks; meant for a thread of its own.
    Raises GagentError when nothing can be watched.
    """
    stop = stop_event or threading.Event()
    given = [Path(path).expanduser().absolute() for path in paths or ()]
    missing = [path for path in given if not path.exists()]
    if missing:
        raise GagentError(f"There is no {missing[0]} to watch.", hint="Give files or folders that exist.")
    reader = _Reader(store, format, on_report)
    while not stop.is_set():
        roots = [path for path in given if path.exists()] if given else known_locations()
        if not roots:
            stop.wait(1.0 if given else _LOOK_AGAIN)
            continue
        _follow(reader, roots, given or roots, stop, again=not given)


def _follow(reader: _Reader, roots: list[Path], awaited: list[Path], stop: threading.Event, *, again: bool) -> None:
    """Watch these roots. Returns when stopped, when there are more places to watch, or when one of those ``awaited``
    has gone, come back or been replaced: the system reports nothing for it from then on."""
    started = False
    watched = [identity(path) for path in awaited]
    looked = time.monotonic()
    try:
        for changes in watchfiles.watch(
            *roots, watch_filter=_Filter(), stop_event=stop, debounce=_QUIET_MS, step=25, rust_timeout=250,
            yield_on_timeout=True, raise_interrupt=True,
        ):  # fmt: skip
            if not started:  # the first turn comes when the watcher is in place, so no change is missed
                reader.read_all(roots)
                started = True
            reader.read_changed(Path(path) for kind, path in changes if kind != watchfiles.Change.deleted)
            # A new file in the place of a deleted one may have got its inode number.
            gone = {Path(path) for kind, path in changes if kind == watchfiles.Change.deleted}
            if not gone.isdisjoint(awaited) or [identity(path) for path in awaited] != watched:
                return
            if again and time.monotonic() - looked > _LOOK_AGAIN:
                looked = time.monotonic()
                if known_locations() != roots:
                    return
    except FileNotFoundError:
        return  # gone just now
    except OSError as error:
        raise GagentError(
            f"Cannot watch {roots[0]}: {os_reason(error)}.",
            hint="On Linux raise fs.inotify.max_user_watches, or set WATCHFILES_FORCE_POLLING=1.",
        ) from error


class _Reader:
    """Imports what is watched; a failure (a full disk) is reported and does not end the watching."""

    def __init__(self, store: Store, format: str, on_report: Callable[[ImportReport], None] | None) -> None:
        self.store, self.format, self.on_report = store, format, on_report
        self.due: dict[Path, str] = {}  # when to read these again, changed or not

    def read_all(self, roots: Iterable[Path]) -> None:
        self.due = self._read(import_paths, roots)

    def read_changed(self, changed: Iterable[Path]) -> None:
        """Import these files, and those that are due."""
        files = {*changed, *(path for path, moment in self.due.items() if moment <= now())}
        if files:
            self.due = {path: moment for path, moment in self.due.items() if path not in files}
            self.due |= self._read(import_changed, files)

    def _read(self, work: Callable[..., ImportReport], files: Iterable[Path]) -> dict[Path, str]:
        """Import files by ``work``; returns what to read again, and when."""
        try:
            report = work(self.store, files, format=self.format)
        except GagentError as error:
            report = ImportReport()
            report.skip(Skip("", None, str(error)))
            report.look_again = dict.fromkeys(files, to_iso(time.time() + _TRY_AGAIN) or now())
        if self.on_report and (report.messages or report.sessions_added or report.sessions_updated or report.skipped):
            self.on_report(report)
        return report.look_again


class _Filter(watchfiles.DefaultFilter):
    """Ignore what cannot hold a transcript; a change of a database's -wal file counts as one of the database."""

    def __init__(self) -> None:
        super().__init__(ignore_dirs=(), ignore_entity_patterns=())

    def __call__(self, change: watchfiles.Change, path: str) -> bool:
        return path.endswith("-wal") or not is_boring(Path(path))
