"""What the documents generate from the code: the schema and the command line. Run by cog."""

from __future__ import annotations

import sqlite3

import click

from gagent_db.cli import main
from gagent_db.schema.migrations import migrate


def schema() -> str:
    """Every table, view and trigger of a new database, as SQL one can paste."""
    conn = sqlite3.connect(":memory:", isolation_level=None)
    migrate(conn)
    rows = conn.execute(
        """SELECT type, name, sql FROM sqlite_master
           WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\'
             AND name <> '_sqlite_migrations'
           ORDER BY CASE type WHEN 'table' THEN 1 WHEN 'view' THEN 2 WHEN 'index' THEN 3 ELSE 4 END, rowid"""
    ).fetchall()
    conn.close()
    parts = []
    for kind, title in (("table", ""), ("view", "## Views"), ("index", "## Indexes")):
        statements = [(name, sql) for row_kind, name, sql in rows if row_kind == kind]
        if title:
            body = "\n".join(f"{sql};" for _, sql in statements)
            parts.append(f"{title}\n\n```sql\n{body}\n```\n")
        else:
            parts += [f"### {name}\n\n```sql\n{sql};\n```\n" for name, sql in statements]
    names = ", ".join(f"`{name}`" for kind, name, _ in rows if kind == "trigger")
    parts.append(f"## Triggers\n\n{names}\n")
    return "\n" + "\n".join(parts)


def commands() -> str:
    """``--help`` of every command."""
    return "\n" + "\n".join(_help(main, "gagent-db"))


def _help(command: click.Command, name: str, parent: click.Context | None = None) -> list[str]:
    """As a terminal of 100 columns shows it."""
    context = click.Context(command, parent, name, terminal_width=100, **command.context_settings)
    parts = [f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"]
    if isinstance(command, click.Group):
        for child_name in command.list_commands(context):
            child = command.get_command(context, child_name)
            if child is not None:
                parts += _help(child, child_name, context)
    return parts
