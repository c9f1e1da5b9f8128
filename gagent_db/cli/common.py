"""What every command shares: the database, ``--json``, filters and how errors are reported."""

from __future__ import annotations

import functools
import os
import shlex
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import click
import orjson
from click.core import ParameterSource

from ..api import Database
from ..errors import GagentError, os_reason
from ..paths import default_database, named_path
from ..times import parse_when
from ..wording import NOTHING_YET, one_line, printable

F = TypeVar("F", bound=Callable[..., Any])
SHOWN_TAGS = 10
_SENTENCE = 200  # characters; the list of commands shows this much, two lines of a narrow terminal


@dataclass
class Context:
    """Made by the group, passed to every command."""

    path: Path
    as_json: bool = False
    _db: Database | None = None
    _scratch: TemporaryDirectory[str] | None = None

    @property
    def db(self) -> Database:
        """The database, opened at first use."""
        if self._db is None:
            self._db = Database(self.path)
        return self._db

    @property
    def existing_db(self) -> Database:
        """The database, for commands that only read: a missing file is an error, not an empty answer."""
        if self._db is None and not self.path.exists():
            raise GagentError(
                f"There is no database at {self.path}.",
                hint="Make one with: gagent-db import   (or name it with --db)",
            )
        return self.db

    @property
    def db_or_empty(self) -> Database:
        """The database, for commands that must not write; without a file an empty one that goes away with the
        command."""
        if self._db is None and not self.path.exists():
            self._scratch = TemporaryDirectory(prefix="gagent-db-")
            self._db = Database(Path(self._scratch.name, self.path.name))
        return self.db

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
        if self._scratch is not None:
            self._scratch.cleanup()


pass_context = click.make_pass_decorator(Context)


def json_option(command: F) -> F:
    """Add ``--json``; errors below the command are then JSON too."""

    def remember(ctx: click.Context, _: click.Parameter, value: bool) -> bool:
        if value and isinstance(ctx.obj, Context):
            ctx.obj.as_json = True
        return value

    return click.option(
        "--json", "as_json", is_flag=True, is_eager=True, callback=remember, help="Print JSON for machines."
    )(command)


def sort_option(default: str, told: str | None = None) -> Callable[[F], F]:
    """Add ``--sort``; ``told`` explains it for lists without a search."""
    orders = click.Choice(["relevance", "newest", "oldest"])
    return click.option("--sort", type=orders, default=default, show_default=True, help=told)


def plain_option(told: str) -> Callable[[F], F]:
    """Add ``--plain``, for pipes: nothing goes to stdout but what ``told`` names."""

    def alone(ctx: click.Context, _: click.Parameter, value: bool) -> bool:
        if value and isinstance(ctx.obj, Context) and ctx.obj.as_json:
            raise click.UsageError("--plain and --json exclude each other.", ctx)
        return value

    return click.option("--plain", is_flag=True, callback=alone, help=f"For pipes: {told}")


def tabbed(*values: object) -> str:
    """The values on one line, whatever they hold, with tabs between them."""
    return "\t".join(one_line(printable(str(value))) for value in values)


def emit(value: Any, as_json: bool, render: Callable[[], None], *, on_a_line: bool = False) -> None:
    """Print ``value`` as JSON (indented, or all of it ``on_a_line``), or let ``render`` print it for people."""
    if as_json:
        option = orjson.OPT_APPEND_NEWLINE | (0 if on_a_line else orjson.OPT_INDENT_2)
        sys.stdout.buffer.write(orjson.dumps(value, option=option))
        sys.stdout.flush()
    else:
        render()


def say(text: str, *, err: bool = False) -> None:
    """Print text that may come from a transcript, for people who may be at a terminal."""
    click.echo(printable(text), err=err)


def shown_tags(tags: Sequence[str]) -> list[str]:
    """The first tags of a session as a list shows them, and how many more there are."""
    more = [f"(+{len(tags) - SHOWN_TAGS} tags)"] if len(tags) > SHOWN_TAGS else []
    return [*(f"#{tag}" for tag in tags[:SHOWN_TAGS]), *more]


def nothing(db: Database, otherwise: str) -> str:
    """What an empty answer says: that the file has no message yet, or else ``otherwise``."""
    return otherwise if db.read().execute("SELECT 1 FROM messages LIMIT 1").fetchone() else NOTHING_YET


def confirm(question: str, *, yes: bool, as_json: bool, alone: bool = False) -> None:
    """Ask, unless already answered. Raises GagentError after a no, or if nobody can be asked; with ``alone`` (for what
    can be brought back) it then goes on."""
    if yes or (alone and as_json):
        return
    try:
        if as_json or not click.confirm(printable(question), err=True):
            raise click.Abort
    except click.Abort as refusal:
        if alone and isinstance(refusal.__context__, EOFError) and not sys.stdin.isatty():
            click.echo(err=True)  # end the line of the question
            return
        raise GagentError("Nothing was changed.", hint=f"{question} Say --yes to do it.") from None


def when(end: bool = False) -> Callable[[click.Context, click.Parameter, str | None], str | None]:
    """Callback for ``--since`` (first moment of a day) and ``--until`` (its end)."""

    def parse(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
        return None if value is None else parse_when(value, end=end)

    return parse


class FilterText(click.types.StringParamType):
    """The value of a filter. An empty one (an unset shell variable) would be no filter, and let everything pass."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and not value.strip():
            self.fail("An empty text names nothing; for all, leave this out.", param, ctx)
        return super().convert(value, param, ctx)


_SESSION = click.option("--session", type=FilterText(), help="Only this session (id, key, or the beginning of an id).")
role_option = click.option(
    "--role", type=FilterText(), help="Only messages of this role: user, assistant, tool, system (several: user,tool)."
)
_FILTERS = (
    click.option("--channel", type=FilterText(), help="Only this channel, such as telegram, cli or claude-code."),
    click.option("--chat-id", type=FilterText(), help="Only this chat."),
    _SESSION,
    click.option("--exclude-session", type=FilterText(), help="Leave out this session and what it continues."),
    role_option,
    click.option("--user", type=FilterText(), help="Only this user id."),
    click.option("--project", type=FilterText(), help="Only this folder (its path or name) and what is below it."),
    click.option(
        "--tag", type=FilterText(), help="Only conversations with this tag, or with all of several (work,urgent)."
    ),
    click.option(
        "--since", type=FilterText(), callback=when(), help="From this day or time on (2026-05-01, yesterday, 7d)."
    ),
    click.option(
        "--until", type=FilterText(), callback=when(end=True), help="Up to and including this day, or this time."
    ),
)


def _all(options: Sequence[Callable[[F], F]]) -> Callable[[F], F]:
    return lambda command: functools.reduce(lambda wrapped, option: option(wrapped), reversed(options), command)


filter_options = _all(_FILTERS)  # shared by search, the list of sessions and the questions
whole_session_options = _all([option for option in _FILTERS if option not in (_SESSION, role_option)])


def again(cursor: str) -> str:
    """The running command, as one types it for the next page."""
    ctx = click.get_current_context()
    options: list[str] = []
    arguments: list[str] = []
    for parameter, value in _given(ctx):
        if isinstance(parameter, click.Argument):
            arguments += value if isinstance(value, tuple) else [value]
        elif parameter.name != "cursor":
            options += _typed(parameter, value)
    if any(argument.startswith("-") for argument in arguments):
        arguments.insert(0, "--")
    return typed(ctx.command.name or "", *options, "--next", cursor, *arguments)


def typed(*words: str) -> str:
    """A command as one types it, with the global options the running one was given (`--db`)."""
    root = click.get_current_context().find_root()
    outer = [word for option, value in _given(root) for word in _typed(option, value)]
    return shlex.join(["gagent-db", *outer, *words])


def _given(ctx: click.Context) -> list[tuple[click.Parameter, Any]]:
    """The arguments given on the command line, with their values."""
    named = [(parameter, parameter.name or "") for parameter in ctx.command.params]
    written = ParameterSource.COMMANDLINE
    return [(parameter, ctx.params[name]) for parameter, name in named if ctx.get_parameter_source(name) is written]


def _typed(parameter: click.Parameter, value: Any) -> list[str]:
    if isinstance(parameter, click.Option) and parameter.is_flag:
        return [(parameter.opts if value else parameter.secondary_opts)[0]]
    return [parameter.opts[0], str(value)]


class NamedPath(click.Path):
    """A path that must not be empty: an empty one (an unset shell variable) would mean the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("An empty path names nothing; for this folder say: .", param, ctx)
        return super().convert(value, param, ctx)


class TextCommand(click.Command):
    """A command that takes any text; its error explains how to type text that begins with a dash."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            told = f"{error.message} (To take it as text: {ctx.command_path} -- {error.option_name})"
            raise click.NoSuchOption(error.option_name, told, error.possibilities, ctx) from None


def help_as_option(args: list[str]) -> list[str]:
    """Read ``help search``, as other programs have it, as ``search --help``."""
    return [*args[1:], "--help"] if args[:1] == ["help"] else args


class Group(click.Group):
    """A group whose commands fail with one sentence instead of a traceback; its help shortens no description."""

    def sections(self, ctx: click.Context) -> Mapping[str, Iterable[str]]:
        """The names of the commands, by title."""
        return {"Commands": self.list_commands(ctx)}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.list_commands(ctx)))
        for title, names in self.sections(ctx).items():
            found = ((name, self.get_command(ctx, name)) for name in names)
            rows = [(name.ljust(width), command.get_short_help_str(_SENTENCE)) for name, command in found if command]
            with formatter.section(title):
                formatter.write_dl(rows)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        given = args[0] if args else kwargs.get("args")
        wants_json = "--json" in (sys.argv[1:] if given is None else given)
        if not wants_json or not kwargs.get("standalone_mode", True):
            return super().main(*args, **kwargs)
        try:
            code = super().main(*args, **{**kwargs, "standalone_mode": False})
        except click.UsageError as error:
            hint = f"See: {error.ctx.command_path} --help" if error.ctx else None
            report(GagentError(error.format_message(), hint=hint), as_json=True)
            sys.exit(error.exit_code)
        except click.Abort:
            report(GagentError("It was stopped."), as_json=True)
            sys.exit(1)
        sys.exit(code if isinstance(code, int) else 0)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with _told(ctx):  # help and version are printed here
            return super().parse_args(ctx, help_as_option(args))

    def invoke(self, ctx: click.Context) -> Any:
        with _told(ctx):
            return super().invoke(ctx)


@contextmanager
def _told(ctx: click.Context) -> Iterator[None]:
    """An error in the block ends the program with one sentence."""
    try:
        yield
    except BrokenPipeError:
        # The reader (head, less) has gone away; nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        ctx.exit(0)
    except (GagentError, sqlite3.DatabaseError, OverflowError, OSError, UnicodeEncodeError) as error:
        report(_as_sentence(error), as_json=isinstance(ctx.obj, Context) and ctx.obj.as_json)
        ctx.exit(1)


def _as_sentence(error: Exception) -> GagentError:
    """An error below a command as a sentence for people."""
    if isinstance(error, GagentError):
        return error
    if isinstance(error, sqlite3.DatabaseError):
        return GagentError(f"The database said: {error}.", hint="Check it with: gagent-db doctor")
    if isinstance(error, UnicodeEncodeError):
        return GagentError("What was typed holds bytes that are no UTF-8.", hint="Check the encoding of the terminal.")
    if isinstance(error, OSError):
        if not error.filename:
            return GagentError(f"{os_reason(error).capitalize()}.")
        return GagentError(f"{error.filename}: {os_reason(error)}.", hint="Check the path and its permissions.")
    return GagentError("A number given here is larger than any there can be.", hint="Check the ids and limits.")


def report(error: GagentError, *, as_json: bool) -> None:
    """An error on stderr: what, where and what to do."""
    if as_json:
        click.echo(orjson.dumps(error.to_dict()).decode(), err=True)
    else:
        say(f"Error: {error.message}" + (f"\n{error.hint}" if error.hint else ""), err=True)


def new_context(db: str | None) -> Context:
    return Context(named_path(db) if db else default_database())
