"""The command line: ``gagent-db [--db PATH] COMMAND``."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterable, Mapping
from io import TextIOWrapper
from typing import Any

import click

from .. import __version__
from .common import Group, help_as_option, new_context

# Module -> its commands. Only the module of the running command is imported, because a shell prompt waits for it.
_COMMANDS = {
    "import_": ("import", "forget"),
    "search": ("search", "index"),
    "core": ("sessions", "show", "rename", "tag", "tags", "archive", "delete", "completion"),
    "artifacts": ("decisions", "commands", "urls", "paths", "unresolved", "resolve", "errors"),
    "memory": ("memory",),
    "facts": ("fact",),
    "serve": ("serve", "token"),
    "agents": ("mcp", "context", "record"),
    "export": ("export",),
    "usage": ("usage",),
    "care": ("status", "doctor", "backup", "restore"),
}
# How the help lists them: by what a person wants to do, first things first.
SECTIONS = {
    "Begin": ("import", "serve", "status"),
    "Ask": ("search", "decisions", "commands", "unresolved", "errors", "urls", "paths"),
    "Read": ("sessions", "show", "export", "usage", "tags"),
    "Remember": ("memory", "fact"),
    "Agents": ("mcp", "context", "record", "token"),
    "Correct and delete": ("rename", "tag", "resolve", "archive", "delete", "forget"),
    "Look after the file": ("doctor", "index", "backup", "restore", "completion"),
}
# Command -> its names in other programs, or the first guesses of people.
_ELSEWHERE = {
    "sessions": "list ls log logs history browse",
    "search": "find grep query ask recall",
    "show": "read view cat last resume transcript",
    "show --follow": "tail follow",
    "usage": "stats cost costs tokens insights analytics",
    "export": "dump save",
    "export --redact": "share redact",
    "import": "sync ingest scan load merge",
    "import --watch": "watch",
    "serve --open": "open web ui tui browser dashboard start",
    "rename": "title name",
    "tag": "label mark",
    "tag SESSION starred": "star favorite favourite pin bookmark",
    "tag SESSION --remove NAME": "untag unstar unpin",
    "sessions --tag starred": "starred favorites favourites bookmarks",
    "tags": "labels",
    "delete": "rm remove prune",
    "unresolved": "todo todos tasks",
    "commands": "how",
    "errors": "fix fixes error",
    "paths": "files file blame",
    "urls": "links link",
    "memory add": "remember",
    "memory": "memories notes",
    "fact": "facts",
    "doctor --repair": "repair optimize vacuum rebuild",
    "mcp install": "install setup",
}
_OTHER_NAMES = {name: command for command, names in _ELSEWHERE.items() for name in names.split()}
_MODULE_OF = {command: module for module, commands in _COMMANDS.items() for command in commands}


class LazyGroup(Group):
    """Imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_MODULE_OF)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        module = _MODULE_OF.get(name)
        if module and name not in self.commands:
            importlib.import_module(f"{__name__}.{module}").register(self)
        return super().get_command(ctx, name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if known := _OTHER_NAMES.get(args[0]):
            raise click.UsageError(f"No such command '{args[0]}'. Here it is: {ctx.command_path} {known}", ctx)
        if args[0] not in _MODULE_OF:
            for name in _MODULE_OF:  # so that the error can name the nearest known command
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)

    def sections(self, ctx: click.Context) -> Mapping[str, Iterable[str]]:
        return SECTIONS

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Let `--db PATH` come after the command, too."""
        end = args.index("--") if "--" in args else len(args)
        first: list[str] = []
        rest: list[str] = []
        words = iter(args[:end])
        for word in words:
            if word == "--db":
                path = next(words, "" if ctx.resilient_parsing else None)  # a shell that completes
                if path is None:
                    raise click.BadOptionUsage("--db", "Option '--db' requires an argument.", ctx)
                first += [word, path]
            else:
                (first if word.startswith("--db=") else rest).append(word)
        return super().parse_args(ctx, first + help_as_option(rest) + args[end:])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--db",
    metavar="PATH",
    envvar="GAGENT_DB",
    help="The database file. [default: $GAGENT_DB or your data directory]",
)
@click.version_option(__version__, prog_name="gagent-db")
@click.pass_context
def main(ctx: click.Context, db: str | None) -> None:
    """One SQLite file for every conversation your agents ever had.

    Bring in transcripts with `import`, ask with `search`, `decisions`, `commands`, `unresolved`, and read them in a
    browser with `serve`.
    """
    # They are None if the shell has closed them (`>&-`).
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):  # a terminal that is not UTF-8 shows ? for characters it lacks
        if isinstance(stream, TextIOWrapper) and "utf" not in stream.encoding.lower():
            stream.reconfigure(errors="replace")
    ctx.obj = new_context(db)
    ctx.call_on_close(ctx.obj.close)
