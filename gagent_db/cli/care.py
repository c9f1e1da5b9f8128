"""Commands that look after the file: status, doctor, backup, restore."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from .. import doctor as checkups
from ..errors import GagentError
from ..times import local
from ..wording import INDEXED, counted, located
from .common import Context, NamedPath, confirm, emit, json_option, pass_context, say, typed


def register(group: click.Group) -> None:
    for command in (status, doctor, backup, restore):
        group.add_command(command)


@click.command()
@json_option
@pass_context
def status(ctx: Context, as_json: bool) -> None:
    """What is in the file, and per source what is in, what is behind and what was skipped."""
    from ..overview import overview

    value = overview(ctx.existing_db)

    def render() -> None:
        counts, index = value["counts"], value["index"]
        say(f"{value['path']}  {value['size_bytes'] / 1e6:.1f} MB")
        say(_told(counts))
        say(f"Last activity {local(value['last_activity'] or 'never')}.")
        for what, number in index["pending"].items():
            if number:
                say(f"{counted(number, 'message')} not yet {INDEXED[what]}; run: {typed('index')}")
        if not any(index["pending"].values()):
            say("Everything is indexed.")
        for name, reason in index["stale"].items():
            say(f"The index {name} is stale ({reason}); run: {typed('doctor', '--repair')}")
        for source in value["sources"]:
            say(_source_line(source))

    emit({"ok": True, **value}, as_json, render)


def _told(counts: dict[str, int]) -> str:
    """``sessions 12, messages 3,450``"""
    return ", ".join(f"{name} {number:,}" for name, number in counts.items())


def _source_line(source: dict[str, Any]) -> str:
    if source["passed_over"]:
        kinds = [f"{kind['count']} {kind['reason']} ({kind['paths'][0]})" for kind in source["passed_over"]]
        return f"  {'not read':<14} {source['path']}: {'; '.join(kinds[:5])}"
    parts = [counted(source["sessions"], "session"), counted(source["messages"], "message")]
    if source["behind"]:
        parts.append(f"{counted(source['behind'], 'file')} behind")
    if source["gone"]:
        parts.append(f"{source['gone']} deleted there, kept here")
    if source["skipped"]:
        parts.append(f"{counted(source['skipped_lines'], 'line')} skipped, such as {located(**source['skipped'][0])}")
    if source["replaced"]:
        what = counted(source["replaced_lines"], "line not as it is", "lines not as they are")
        parts.append(f"{what}, such as {located(**source['replaced'][0])}")
    return f"  {source['format']:<14} {source['path']}: {', '.join(parts)}"


@click.command()
@click.option(
    "--repair", is_flag=True, help="Repair indexes and counters, remove leftovers. Messages are never touched."
)
@json_option
@pass_context
def doctor(ctx: Context, repair: bool, as_json: bool) -> None:
    """Check the file, its indexes and its counters."""
    found = checkups.check(ctx.existing_db, repair=repair)

    def render() -> None:
        say(f"{found.path}: {found.size_bytes / 1e6:.1f} MB, SQLite {found.sqlite_version}")
        say(_told(found.counts))
        for line in found.repaired:
            say(f"Repaired: {line}")
        for line in found.problems:
            say(f"Problem: {line}")
        for line in found.unchecked:
            say(f"Not checked: {line}")
        if found.ok:
            say("What was checked is well." if found.unchecked else "All is well.")

    emit(found.to_dict(), as_json, render)
    if not found.ok:
        raise click.exceptions.Exit(1)


@click.command()
@click.argument("dest", type=NamedPath())
@json_option
@pass_context
def backup(ctx: Context, dest: str, as_json: bool) -> None:
    """Copy the live database to DEST (a file or a folder), complete, while others use it."""
    if dest.endswith(("/", os.sep)) and not Path(dest).is_dir():
        raise GagentError(f"There is no folder {dest}.", hint="Make it first, or name another place.")
    size = checkups.backup(ctx.existing_db, Path(dest))
    emit({"ok": True, "bytes": size}, as_json, lambda: say(f"Copied {size / 1e6:.1f} MB to {dest}."))


@click.command()
@click.argument("src", type=NamedPath(path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@pass_context
def restore(ctx: Context, src: Path, yes: bool, as_json: bool) -> None:
    """Make the database a copy of the backup SRC. The present one is kept beside it."""
    if ctx.path.exists() and src.is_file():  # otherwise there is nothing to ask
        question = f"Replace {ctx.path}? It is kept as {ctx.path.name}.before-restore."
        confirm(question, yes=yes, as_json=as_json, alone=True)
    checkups.restore(src, ctx.path)
    emit({"ok": True, "path": str(ctx.path)}, as_json, lambda: say(f"{ctx.path} is now a copy of {src}."))
