"""The command line: ``gagent-db [--db PATH] COMMAND``."""

from __future__ import annotations

import importlib
import importlib.util

import click

from .. import __version__
from .common import Group, new_context

_MODULES = ("import_", "search", "core", "artifacts", "memory", "facts", "serve", "agents", "export", "care")


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
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

    Bring transcripts in with `import`, ask with `search`, `decisions`, `commands`, `unresolved`, and read
    them in a browser with `serve`.
    """
    ctx.obj = new_context(db)
    ctx.call_on_close(ctx.obj.close)


for _name in _MODULES:
    if importlib.util.find_spec(f"{__name__}.{_name}"):  # rooms land one by one; all are required before release
        importlib.import_module(f"{__name__}.{_name}").register(main)
