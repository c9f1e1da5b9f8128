"""``sqlite-utils gagent-import DB PATH...``. Import-light: sqlite-utils loads it for every program."""

from __future__ import annotations

import sqlite_utils


@sqlite_utils.hookimpl
def register_commands(cli: object) -> None:
    """The command itself arrives with the importers."""
