"""``gagent-db export``: sessions as JSONL, Markdown or one HTML page."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from .. import export as exporter
from ..errors import GagentError, os_reason
from ..sharing import document, hider_of
from ..store.database import is_open_here
from ..wording import counted
from .common import Context, json_option, pass_context, whole_session_options


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
    """Write sessions out: those named, those that filters leave, or all.

    SESSION is an id, a key such as telegram:777, or the beginning of an id.
    """
    if as_json and form != "jsonl":
        raise click.UsageError("--json is --format jsonl.")
    narrowed = any(value is not None for value in filters.values())
    if every + narrowed + bool(refs) != 1:
        raise click.UsageError("Name sessions, or narrow them down with filters, or say --all.")
    db = ctx.existing_db
    with db.snapshot():
        sessions = exporter.find_all(db, refs) if refs else exporter.matching(db, filters)
        if not sessions:
            raise GagentError("No session matches.", hint="List them with: gagent-db sessions")
        hider = hider_of(db, sessions) if redact else None
        _write(output, document(db, sessions, form, hider))
    if output is not None and str(output) != "-":
        click.echo(f"{counted(len(sessions), 'session')} written to {output}.", err=True)
    if hider is not None:
        kinds = ", ".join(f"{kind} {count}" for kind, count in hider.found.most_common())
        click.echo(f"{counted(hider.found.total(), 'secret')} hidden" + (f": {kinds}." if kinds else "."), err=True)


def _write(output: Path | None, pieces: Iterable[bytes]) -> None:
    if output is None or str(output) == "-":
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.flush()
        return
    if is_open_here(output):
        raise GagentError(f"{output} is the database itself.", hint="Choose another file with -o.")
    try:
        with open(output, "wb", opener=_private) as file:
            for piece in pieces:
                file.write(piece)
    except OSError as error:
        raise GagentError(f"Cannot write {output}: {os_reason(error)}.", hint="Choose another file with -o.") from error


def _private(path: str, flags: int) -> int:
    """Opens a file; a new one is its owner's alone, as the database is."""
    return os.open(path, flags, 0o600)
