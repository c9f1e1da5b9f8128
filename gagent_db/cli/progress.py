"""How far a long command has come: a bar on a terminal, nothing elsewhere. rich is loaded only for a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import TaskID

    from ..api import Progress as Steps
    from ..importers.report import Progress as Import


@contextmanager
def steps(*, hidden: bool) -> Iterator[Steps | None]:
    """Gives ``advance(what, done, total)``, with a bar for each ``what``; None without a terminal."""
    if hidden or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    tasks: dict[str, TaskID] = {}
    with Progress(console=Console(stderr=True), transient=True) as bars:

        def advance(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what)
            bars.update(tasks[what], completed=done, total=total)

        yield advance


@contextmanager
def reading(*, hidden: bool) -> Iterator[Callable[[Import], None] | None]:
    """Gives ``tell(at)`` for an import: a bar of the bytes read, with rate and time left; None without a terminal."""
    if hidden or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Looking for transcripts", total=None)

        def tell(at: Import) -> None:
            what = f"{at.messages:,} messages, {at.files_done:,} of {at.files:,} files"
            bar.update(task, completed=at.bytes_done, total=at.bytes, description=what)

        yield tell
