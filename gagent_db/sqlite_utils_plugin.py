"""The command ``sqlite-utils gagent-import DB PATH...``. Imports little, because sqlite-utils loads all its plugins."""

from __future__ import annotations

from pathlib import Path

import click
import sqlite_utils


@sqlite_utils.hookimpl
def register_commands(cli: click.Group) -> None:
    @cli.command("gagent-import")
    @click.argument("db", type=click.Path(dir_okay=False, path_type=Path))
    @click.argument("paths", nargs=-1, type=click.Path(readable=False, path_type=Path))
    @click.option("--format", "form", default="auto", show_default=True, help="Read PATHS as this format.")
    @click.option("--dry-run", is_flag=True, help="Say what would be brought in; write nothing.")
    def gagent_import(db: Path, paths: tuple[Path, ...], form: str, dry_run: bool) -> None:
        """Bring transcripts of agents into DB; without PATHS all that agents left on this machine.

        Prints the report as JSON.
        """
        import orjson

        from gagent_db.errors import GagentError
        from gagent_db.importers.run import import_paths
        from gagent_db.store.database import Store

        try:
            with Store.open(db) as store:
                report = import_paths(store, paths, format=form, dry_run=dry_run)
        except GagentError as error:
            raise click.ClickException(" ".join(filter(None, (error.message, error.hint)))) from error
        click.echo(orjson.dumps(report.to_dict(), option=orjson.OPT_INDENT_2).decode())
        if report.failed:
            raise click.exceptions.Exit(1)
