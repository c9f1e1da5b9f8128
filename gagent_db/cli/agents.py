"""Commands for agents: the MCP server and its installation, the context block, recording from a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import click

from ..agents import mcp_install
from ..agents.channels import ADAPTERS, DELETIONS, ChannelMessage
from ..errors import GagentError
from ..importers.lenient_json import decode
from .common import Context, Group, TextCommand, emit, json_option, pass_context

_FOR_PROGRAMS = (
    "This is a server for programs that speak MCP, and waits for one on stdin. To set one up: "
    "gagent-db mcp install --client claude-code. Ctrl-C ends it."
)
_HINT = "Send one JSON object a line, or plain text without --jsonl."


def register(group: click.Group) -> None:
    """Add the commands of this module."""
    group.add_command(mcp)
    group.add_command(context)
    group.add_command(record)


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def mcp(ctx: click.Context) -> None:
    """Serve the tools to an MCP client on stdin and stdout, or install them in one."""
    if ctx.invoked_subcommand is None:
        from ..agents.stdio import serve_stdio

        first = not ctx.obj.path.exists()
        db = ctx.obj.db
        if first:  # an agent that gets this memory keeps the content of its old files
            from ..memory.memory_files import import_beside

            if notes := import_beside(db):
                click.echo(notes.sentence(), err=True)
        if sys.stdin.isatty():
            click.echo(_FOR_PROGRAMS, err=True)
        serve_stdio(db)


@mcp.command("install")
@click.option("--client", required=True, type=click.Choice(sorted(mcp_install.CLIENTS)), help="The program to set up.")
@click.option("--dry-run", is_flag=True, help="Show what would change and change nothing.")
@click.option("--undo", is_flag=True, help="Take the entry out again.")
@json_option
@pass_context
def install(context: Context, client: str, dry_run: bool, undo: bool, as_json: bool) -> None:
    """Add this server to the configuration of an MCP client.

    Only one entry is added. The file as it was is kept beside it; running twice changes nothing.
    """
    chosen = mcp_install.by_name(client)
    change = mcp_install.plan_undo(chosen) if undo else mcp_install.plan_install(chosen, context.path)
    if change.changes and not dry_run:
        mcp_install.apply(change, keep_copy=not undo)
    done = "would change" if dry_run else "changed"
    state = done if change.changes else "already set up"
    report = {"ok": True, "client": client, "path": str(change.path), "state": state, "diff": change.diff()}

    def render() -> None:
        click.echo(f"{change.path}: {state}")
        if change.changes:
            click.echo(change.diff(), nl=False)
        if change.changes and not dry_run:
            click.echo(f"Restart {client} to {'forget' if undo else 'use'} it.")

    emit(report, as_json, render)


@click.command(cls=TextCommand)
@click.argument("words", nargs=-1, metavar="[QUERY]...")
@click.option("--query", "-q", help="The same, for scripts: never read as an option.")
@click.option(
    "--budget", type=click.IntRange(min=50), default=1200, show_default=True, help="Most tokens of the block."
)
@click.option("--exclude-session", help="The conversation that is going on: its id or key.")
@click.option("--scope", default="/", show_default=True, help="Memories visible from here.")
@json_option
@pass_context
def context(
    ctx: Context,
    words: tuple[str, ...],
    query: str | None,
    budget: int,
    exclude_session: str | None,
    scope: str,
    as_json: bool,
) -> None:
    """Print what is known about a question as one block to put before the user's turn.

    QUERY is what the user just said. Memories, facts and the best evidence with dates and ids, marked as recalled
    data. Nothing is printed when nothing is known.
    """
    from ..agents.context import context as make
    from ..memory.tokens import estimate_tokens

    if (query is None) == (not words):
        raise click.UsageError("Say what the user just said: either QUERY or --query TEXT.")
    said = " ".join(words) if query is None else query
    block = make(ctx.existing_db, said, budget=budget, exclude_session=exclude_session, scope=scope)
    emit(
        {"ok": True, "context": block, "tokens": estimate_tokens(block), "budget": budget},
        as_json,
        lambda: click.echo(block) if block else None,
    )


@click.command()
@click.option("--channel", type=click.Choice(sorted(ADAPTERS)), default="cli", show_default=True)
@click.option("--chat-id", default="default", show_default=True, help="The chat, for the channel cli.")
@click.option("--role", type=click.Choice(["user", "assistant"]), default="user", show_default=True)
@click.option("--jsonl", is_flag=True, help="One JSON object per line (always so for the other channels).")
@click.option("--quiet", is_flag=True, help="Do not pass the input on.")
@pass_context
def record(ctx: Context, channel: str, chat_id: str, role: str, jsonl: bool, quiet: bool) -> None:
    """Record what flows through a pipe and pass it on unchanged.

    \b
    echo "which disk is full?" | gagent-db record | my-agent | gagent-db record --role assistant
    tail -F updates.jsonl | gagent-db record --channel telegram --quiet

    Plain text is one message. With --jsonl, or another channel, every line is an event as the channel delivers it
    (--role assistant: as the channel answers when a message is sent); lines that are no message are passed on too.
    """
    from ..agents.recorder import record as store_message
    from ..agents.recorder import remove

    out = None if quiet else sys.stdout.buffer
    adapter = ADAPTERS[channel]
    turn = adapter.outbound if role == "assistant" else adapter.inbound
    options: dict[str, Any] = {"chat_id": chat_id} if channel == "cli" else {}
    problems: list[GagentError] = []  # reported at the end, because the pipe must not stop
    for number, event in _events(sys.stdin.buffer, out, lines=jsonl or channel != "cli"):
        if event is None:
            problems.append(GagentError(f"Line {number} is not JSON and was passed on unrecorded.", hint=_HINT))
            continue
        message: ChannelMessage | None = turn(event, **options)
        deletion = DELETIONS[channel](event) if channel in DELETIONS else None
        try:
            if message is not None:
                store_message(ctx.db, message)
            elif deletion is not None:
                remove(ctx.db, deletion)
        except GagentError as error:
            problems.append(error)
    if problems:
        more = f" ({len(problems) - 1} more)" if len(problems) > 1 else ""
        raise GagentError(f"{problems[0].message}{more}", hint=problems[0].hint)


def _events(source: BinaryIO, out: BinaryIO | None, *, lines: bool) -> Iterator[tuple[int, Any]]:
    """The events in the input, each passed on before it is recorded; None for a line that is not JSON."""
    if not lines:
        pieces = []
        while piece := source.readline():
            _pass_on(piece, out)
            pieces.append(piece)
        yield 1, b"".join(pieces).decode("utf-8", "replace")
        return
    number = 0
    while line := source.readline():
        number += 1
        _pass_on(line, out)
        if line.strip():
            try:
                yield number, decode(line)
            except ValueError:
                yield number, None


def _pass_on(piece: bytes, out: BinaryIO | None) -> None:
    if out is None:
        return
    try:
        out.write(piece)
        out.flush()
    except BrokenPipeError:  # the reader (less, head) has gone; the rest is recorded all the same
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
