"""``gagent-db export``: sessions as JSONL, Markdown or one HTML page."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from .. import export as exporter
from .. import export_text
from ..errors import GagentError, os_reason
from ..store.database import is_open_here
from ..wording import counted
from .common import Context, pass_context


def register(group: click.Group) -> None:
    group.add_command(export)


@click.command()
@click.argument("session", nargs=-1, required=True)
@click.option(
    "--format", "form", type=click.Choice(["jsonl", "md", "html"]), default="jsonl", show_default=True,
    help="jsonl is read back by `import` without loss.",
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write here, not to the screen.")
@pass_context
def export(ctx: Context, session: tuple[str, ...], form: str, output: Path | None) -> None:
    """Write sessions out. SESSION is an id, a key such as telegram:777, or the beginning of an id."""
    sessions = exporter.find_all(ctx.existing_db, session)
    pieces = _pieces(ctx, sessions, form)
    if output is None:
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
    click.echo(f"{counted(len(sessions), 'session')} written to {output}.", err=True)


def _private(path: str, flags: int) -> int:
    """Opens a file; a new one is its owner's alone, as the database is."""
    return os.open(path, flags, 0o600)


def _pieces(ctx: Context, sessions: list[exporter.Session], form: str) -> Iterator[bytes]:
    if form == "jsonl":
        return exporter.jsonl(ctx.existing_db, sessions)

    def pages(session_id: str) -> Iterator[list[exporter.Message]]:
        return exporter.pages(ctx.existing_db, session_id, undone=False)

    shown = export_text.markdown(sessions, pages) if form == "md" else export_text.html(sessions, pages)
    return (piece.encode("utf-8", "replace") for piece in shown)
