"""``serve`` (the browser's door) and ``token`` (keys for agents)."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..api import Database
from ..errors import GagentError
from ..paths import default_database
from .common import Context, Group, confirm, emit, json_option, pass_context, say

if TYPE_CHECKING:
    from datasette.app import Datasette
    from datasette.tokens import TokenRestrictions

_UNITS = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}


def register(group: click.Group) -> None:
    group.add_command(serve)
    group.add_command(token)


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=8001, show_default=True, help="0 takes any free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="A further host name browsers may use.")
@click.option("--open", "open_browser", is_flag=True, help="Open the sign-in address in a browser.")
@click.option("--no-import", is_flag=True, help="Do not look for new sessions of this machine's agents.")
@click.option("--demo", is_flag=True, help="Serve a small invented archive instead of your own.")
@click.pass_context
def serve(
    click_context: click.Context,
    paths: tuple[Path, ...],
    port: int,
    host: str,
    allow_host: tuple[str, ...],
    open_browser: bool,
    no_import: bool,
    demo: bool,
) -> None:
    """Read and search your sessions in a browser, on this machine only.

    Prints an address that signs one browser in, once. Sessions of the agents found here, and the files and
    folders in PATHS, are imported in the background, and again whenever they change.
    """
    from ..web import demo as demo_data
    from ..web import server

    ctx: Context = click_context.obj
    path = _demo_path(click_context, ctx) if demo else ctx.path
    listener = server.listen(host, port)
    with Database(path) as db:
        if demo:
            demo_data.fill(db)
        if not server.is_loopback(host):
            click.echo(f"Listening on {host}: other machines can reach this server over plain HTTP.", err=True)
        hosts = [*allow_host, *([] if host in ("0.0.0.0", "::") else [host])]
        datasette = server.build(db.path, hosts=hosts)
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
        url = server.sign_in_url(datasette, shown, listener.getsockname()[1])
        click.echo(f"Serving {db.path}\nSign in (works once): {url}\nStop with Ctrl-C.")
        background = server.Background(
            db, say=lambda line: say(line, err=True), paths=paths, known=not (no_import or demo)
        )
        background.start()
        try:
            server.serve(datasette, listener, url=url, open_browser=open_browser)
        finally:
            background.stop()


def _demo_path(click_context: click.Context, ctx: Context) -> Path:
    """A file of its own, so that invented sessions never mix with yours; ``--db`` names another."""
    parent = click_context.parent
    explicit = parent is not None and parent.get_parameter_source("db") is click.core.ParameterSource.COMMANDLINE
    return ctx.path if explicit else default_database().with_name("gagent-demo.db")


@click.group(cls=Group)
def token() -> None:
    """Keys for agents that talk to `serve` over HTTP."""


@token.command()
@click.option("--read", is_flag=True, help="May read everything in the database.")
@click.option("--write", is_flag=True, help="May append messages, memories and facts.")
@click.option("--purge", is_flag=True, help="May delete for good facts that are no longer in force (with --write).")
@click.option("--name", default="agent", show_default=True, help="Who it is for; shown by /-/actor.")
@click.option("--expires", metavar="AGE", help="For how long it works: 12h, 30d. Default: until `token reset`.")
@json_option
@pass_context
def create(ctx: Context, read: bool, write: bool, purge: bool, name: str, expires: str | None, as_json: bool) -> None:
    """Print a token. Send it as `Authorization: Bearer TOKEN`."""
    if not read and not write:
        raise click.UsageError("A token needs something it may do: add --read, --write or both.")
    if purge and not write:
        raise click.UsageError("A token that may purge must be able to write: add --write.")
    from datasette.app import Datasette

    from ..web.access import restrictions
    from ..web.secret import secret_of

    seconds = _seconds(expires)
    path = ctx.db.path
    rules = restrictions(read=read, write=write, purge=purge, database=path.stem)
    text = asyncio.run(_sign(Datasette(secret=secret_of(path)), rules, name, seconds))
    value = {"ok": True, "token": text, "name": name, "database": path.stem, "read": read, "write": write}
    emit({**value, "purge": purge, "expires_seconds": seconds}, as_json, lambda: click.echo(text))


@token.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_context
def reset(ctx: Context, yes: bool) -> None:
    """Make all tokens and sign-ins invalid (restart `serve` afterwards)."""
    from ..web.secret import replace_secret

    confirm("Every token and sign-in made so far will stop working. Go on?", yes=yes, as_json=False)
    replace_secret(ctx.db.path)
    click.echo("Done. Restart gagent-db serve, then make new tokens.")


async def _sign(datasette: Datasette, rules: TokenRestrictions, name: str, seconds: int | None) -> str:
    from datasette.tokens import SignedTokenHandler

    from ..web.access import TOKEN_ACTOR

    return await SignedTokenHandler().create_token(
        datasette, f"{TOKEN_ACTOR}{name}", expires_after=seconds, restrictions=rules
    )


def _seconds(age: str | None) -> int | None:
    if age is None:
        return None
    match = re.fullmatch(r"(\d{1,6})\s*([mhdw])", age.strip().lower())
    if not match or int(match[1]) == 0:
        raise GagentError(f"--expires {age} is not an age.", hint="Use a number and m, h, d or w: 12h, 30d.")
    return int(match[1]) * _UNITS[match[2]]
