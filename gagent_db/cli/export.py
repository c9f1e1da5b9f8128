"""``gagent-db export``: sessions as JSONL, Markdown or one HTML page."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any

import click

from .. import export as exporter
from ..errors import GagentError, os_reason
from ..sharing import document, hider_of
from ..store.database import is_open_here
from ..wording import counted
from .common import Context, json_option, pass_context, whole_session_options

_IN_MEMORY = 16 << 20  # bytes held on their way to the screen or a pipe; more go to a temporary file


def register(group: click.Group) -> None:
    group.add_command(export)


@click.command()
@click.argument("refs", metavar="[SESSION]...", nargs=-1)
@whole_session_options
@click.option("--all", "every", is_flag=True, help="All sessions there are.")
@click.option(
    "--format", "form", type=click.Choice(["jsonl", "md", "html"]), default="jsonl", show_default=True,
    help="jsonl is read back by `import` without loss.",
)  # fmt: skip
@click.option("--redact", is_flag=True, help="Hide keys, tokens and passwords of known shapes; look before you share.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write here, not to the screen.")
@json_option
@pass_context
def export(
    ctx: Context,
    refs: tuple[str, ...],
    every: bool,
    form: str,
    redact: bool,
    output: Path | None,
    as_json: bool,
    **filters: Any,
) -> None:
    """Write out the sessions you name, those that the filters leave, or all.

    SESSION is an id, a key such as telegram:777, or the beginning of an id.
    """
    if as_json and form != "jsonl":
        raise click.UsageError("--json is --format jsonl.")
    narrowed = any(value is not None for value in filters.values())
    if every + narrowed + bool(refs) != 1:
        raise click.UsageError("Name sessions, or narrow them down with filters, or say --all.")
    db = ctx.existing_db
    target = None if output is None or str(output) == "-" else output
    with SpooledTemporaryFile(_IN_MEMORY) as held:
        with db.snapshot():
            sessions = exporter.find_all(db, refs) if refs else exporter.matching(db, filters)
            if not sessions:
                raise GagentError("No session matches.", hint="List them with: gagent-db sessions")
            hider = hider_of(db, sessions) if redact else None
            pieces = document(db, sessions, form, hider)
            if target:
                _write(target, pieces)
            elif sys.stdout.seekable():
                for piece in pieces:
                    sys.stdout.buffer.write(piece)
            else:  # a reader may take hours, and meanwhile a snapshot would keep everything written in the -wal file
                _hold(held, pieces)
        shutil.copyfileobj(held, sys.stdout.buffer)
        sys.stdout.flush()
    if target:
        click.echo(f"{counted(len(sessions), 'session')} written to {target}.", err=True)
    if hider is not None:
        kinds = ", ".join(f"{kind} {count}" for kind, count in hider.found.most_common())
        click.echo(f"{counted(hider.found.total(), 'secret')} hidden" + (f": {kinds}." if kinds else "."), err=True)


def _hold(held: SpooledTemporaryFile[bytes], pieces: Iterable[bytes]) -> None:
    """Hold the pieces until they can be read from the start. Raises GagentError if there is no room for them."""
    try:
        for piece in pieces:
            held.write(piece)
        held.seek(0)
    except OSError as error:
        with suppress(OSError):  # closing tries once more to write
            held.close()
        raise GagentError(
            f"Cannot write a temporary file: {os_reason(error)}.",
            hint="Write to a file with -o, or name another folder in TMPDIR.",
        ) from error


def _write(output: Path, pieces: Iterable[bytes]) -> None:
    if is_open_here(output):
        raise GagentError(f"{output} is the database itself.", hint="Choose another file with -o.")
    try:
        with open(output, "wb", opener=_private) as file:
            for piece in pieces:
                file.write(piece)
    except OSError as error:
        raise GagentError(f"Cannot write {output}: {os_reason(error)}.", hint="Choose another file with -o.") from error


def _private(path: str, flags: int) -> int:
    """Open a file; a new one is readable by its owner alone, as the database is."""
    return os.open(path, flags, 0o600)
