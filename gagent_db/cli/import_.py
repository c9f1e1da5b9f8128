"""``import`` and ``forget``: what comes into the database, and what has to go for good."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import GagentError
from ..wording import counted, located
from .common import Context, FilterText, NamedPath, confirm, emit, json_option, pass_context, say, typed, when
from .progress import reading

if TYPE_CHECKING:
    from ..importers.base import Skip
    from ..importers.report import ImportReport

_SHOWN, _KINDS = 20, 8  # skipped lines printed one by one, and kinds of other files


def register(group: click.Group) -> None:
    group.add_command(import_)
    group.add_command(forget)


@click.command("import")
@click.argument("paths", nargs=-1, type=NamedPath(readable=False, path_type=Path))
@click.option(
    "--format", "form", default="auto", show_default=True, metavar="auto|NAME", help="Read PATHs as this format."
)
@click.option(
    "--watch", is_flag=True, help="Stay, and bring in what is written from now on; with --json one report per line."
)
@click.option("--dry-run", is_flag=True, help="Say what would be brought in; write nothing.")
@json_option
@pass_context
def import_(ctx: Context, paths: tuple[Path, ...], form: str, watch: bool, dry_run: bool, as_json: bool) -> None:
    """Bring in transcripts: files, folders or zip files, - for standard input; without PATH everything that agents left
    on this machine.

    Formats are recognised by content. Importing again reads only what is new and adds nothing twice. A line or
    file that cannot be read is reported and never stops the rest.
    """
    from ..importers.report import ImportReport
    from ..importers.run import import_paths, known_locations
    from ..memory import memory_files

    _check_format(form)
    if watch and dry_run:
        raise click.UsageError("--watch writes what it finds; it cannot be combined with --dry-run.")
    if watch and Path("-") in paths:
        raise click.UsageError("--watch follows files and folders; it cannot be combined with standard input.")
    if not paths and not known_locations() and not memory_files.known_files():
        raise GagentError(
            "No agent has left transcripts in the usual places on this machine.",
            hint="Name files or folders: gagent-db import PATH...",
        )
    notes_given = {path for path in paths if memory_files.is_memory_file(path) and os.path.isfile(path)}
    transcripts = [path for path in paths if path not in notes_given]
    report = ImportReport(dry_run=dry_run)
    if Path("-") in paths and sys.stdin and sys.stdin.isatty():
        click.echo("Reading from standard input. End it with Ctrl-D.", err=True)
    if transcripts or not paths:
        with reading(hidden=as_json) as progress:
            db = ctx.db_or_empty if dry_run else ctx.db
            report = import_paths(db, transcripts, format=form, dry_run=dry_run, progress=progress)
    notes = None if dry_run else memory_files.import_beside(ctx.db, paths)
    memories = {"memories": notes.summary()} if notes else {}

    def render() -> None:
        if transcripts or not paths:
            _print(report)
        if notes:
            say(notes.sentence())
        if report.sessions_added and not (dry_run or watch or _held_more(ctx, len(report.sessions_added))):
            say(f"Ask with `{typed('search', 'WORDS')}`, browse with `{typed('serve', '--open')}`.")

    emit({**report.to_dict(), **memories}, as_json, render, on_a_line=watch)
    if watch:
        _watch(ctx, paths, form, as_json)
    elif report.failed:
        raise _nothing_read(report)


def _held_more(ctx: Context, added: int) -> bool:
    """Does the database have more sessions than those just added?"""
    return int(ctx.db.read().execute("SELECT count(*) FROM sessions").fetchone()[0]) > added


def _check_format(form: str) -> None:
    """An unknown format is wrong usage: exit 2."""
    from ..importers.registry import by_name

    if form != "auto":
        try:
            by_name(form)
        except GagentError as error:
            raise click.UsageError(f"{error.message} {error.hint}") from error


def _nothing_read(report: ImportReport) -> GagentError:
    """The sentence for stderr when nothing could be read; the report has the whole list."""
    first = report.skipped[0]
    others = report.skipped_count - 1
    more = f", and {counted(others, 'more problem')}" if others else ""
    return GagentError(
        f"Nothing could be imported: {located(**first.to_dict())}{more}.",
        hint="Formats are recognised by content; docs/importing.md lists them.",
    )


def _watch(ctx: Context, paths: tuple[Path, ...], form: str, as_json: bool) -> None:
    from ..importers.watch import watch

    def tell(report: ImportReport) -> None:
        emit(report.to_dict(), as_json, lambda: _print(report), on_a_line=True)

    if not as_json:
        click.echo("Watching. Stop with Ctrl-C.", err=True)
    try:
        watch(ctx.db, paths, threading.Event(), tell, format=form)
    except KeyboardInterrupt:
        pass


def _print(report: ImportReport) -> None:
    """The summary a person reads."""
    if report.failed and report.skipped_count == 1:
        return  # the error says it all
    added, updated = len(report.sessions_added), len(report.sessions_updated - report.sessions_added)
    would = "Would add" if report.dry_run else "Added"
    say(
        f"{would} {counted(report.messages, 'message')} in {counted(added, 'new session')}"
        + (f", {counted(updated, 'session')} updated" if updated else "")
        + (f", {report.unchanged} unchanged" if report.unchanged else "")
        + f" ({counted(report.files, 'transcript')}, {report.seconds:.1f} s)."
    )
    if report.passed_over:
        kinds = ", ".join(f"{kind} ({count:,})" for kind, count in report.passed_over.most_common(_KINDS))
        say(f"Left out {counted(report.passed_over.total(), 'record')} without a message: {kinds}.")
    if report.other_files:
        say(f"Passed over {counted(report.other_files, 'other file')}:")
        for kind in report.others.to_list()[:_KINDS]:
            if kind["reason"] not in {skip.reason for skip in report.skipped}:
                say(f"  {kind['count']:,} {kind['reason']}, such as {kind['paths'][0]}")
    if report.undone or report.compacted or report.returned:
        say(_gone(report))
    if report.forgotten:
        say(f"Left out {counted(report.forgotten, 'message')} you asked to forget.")
    for note in report.notes:
        say(note)
    _list(
        f"Taken, but not as they are, {counted(report.replaced_count, 'line')}", report.replaced, report.replaced_count
    )
    _list(f"Skipped {report.skipped_count:,}", report.skipped, report.skipped_count)


def _list(what: str, lines: list[Skip], count: int) -> None:
    """Print the first of these lines, if there are any."""
    if not count:
        return
    say(f"{what}:")
    for line in lines[:_SHOWN]:
        say(f"  {located(**line.to_dict())}")
    if count > _SHOWN:
        say(f"  ... and {count - _SHOWN:,} more (--json lists them)")


def _gone(report: ImportReport) -> str:
    """A line about what rewritten sources no longer hold."""
    told = [
        f"{counted(report.undone, 'message')} no longer in their files marked undone (kept, not searched)",
        f"{counted(report.compacted, 'message')} their agent has compacted away marked so (kept, searched)",
        f"{counted(report.returned, 'message')} back again",
    ]
    counts = (report.undone, report.compacted, report.returned)
    return "; ".join(text for text, count in zip(told, counts, strict=True) if count) + "."


@click.command()
@click.option("--match", metavar="TEXT", help="Every message that holds this text (letter case aside).")
@click.option("--session", type=FilterText(), help="This whole session and its sub-agents' sessions.")
@click.option("--channel", type=FilterText(), help="With --match: only in this channel.")
@click.option("--project", type=FilterText(), help="With --match: only in this working directory and below it.")
@click.option("--since", type=FilterText(), callback=when(), help="With --match: only from this day or time on.")
@click.option("--until", type=FilterText(), callback=when(end=True), help="With --match: only up to this day or time.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@pass_context
def forget(
    ctx: Context, match: str | None, session: str | None, yes: bool, as_json: bool, **filters: str | None
) -> None:
    """Delete messages or a session for good: a later import does not bring them back.

    The files they came from are not touched.
    """
    from ..importers import forget as forgetting

    if (match is None) == (session is None):
        raise click.UsageError("Say what to forget: either --match TEXT or --session ID.")
    db = ctx.existing_db
    if session is not None:
        doomed = forgetting.find_session(db, session)
        held = f"{counted(len(doomed.sessions), 'session')} with {counted(doomed.messages, 'message')}"
        confirm(f"Forget {held}?", yes=yes, as_json=as_json)
        gone = forgetting.forget_session(db, session)
    else:
        ids = forgetting.find_messages(db, match or "", **filters)
        if ids:
            confirm(f"Forget {counted(len(ids), 'message')}?", yes=yes, as_json=as_json)
        gone = forgetting.forget_messages(db, ids, match or "")
    emit(
        gone.to_dict(),
        as_json,
        lambda: say(f"Forgot {counted(gone.messages, 'message')} and {counted(len(gone.sessions), 'session')}."),
    )
