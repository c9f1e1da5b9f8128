"""Titles, column descriptions and table settings for every gagent-db file, whatever its name.

``metadata.yml`` and ``datasette.yaml`` name the database ``gagent``. A file of another name gets the same, unless the
user has said something else.
"""

from __future__ import annotations

import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import yaml

from .assets import place

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

NAME = "gagent"


@lru_cache(maxsize=4)
def shipped(file: str) -> dict[str, Any]:
    """What ``metadata.yml`` or ``datasette.yaml`` says about our database."""
    return (yaml.safe_load(place(file).read_text("utf-8")) or {}).get("databases", {}).get(NAME, {})


async def describe(datasette: Datasette, database: str) -> None:
    """Add our settings and descriptions to a database of any name."""
    tables = _config_of(datasette, database)
    for table, settings in shipped("datasette.yaml").get("tables", {}).items():
        tables.setdefault(table, copy.deepcopy(settings))
    if not await datasette.get_database_metadata(database):
        for key, value in shipped("metadata.yml").items():
            if key != "tables":
                await datasette.set_database_metadata(database, key, value)
    for table, about in shipped("metadata.yml").get("tables", {}).items():
        if not await datasette.get_resource_metadata(database, table):
            await _describe_table(datasette, database, table, about)


async def _describe_table(datasette: Datasette, database: str, table: str, about: dict[str, Any]) -> None:
    for key, value in about.items():
        if key != "columns":
            await datasette.set_resource_metadata(database, table, key, value)
    for column, description in about.get("columns", {}).items():
        await datasette.set_column_metadata(database, table, column, "description", description)


def _config_of(datasette: Datasette, database: str) -> dict[str, Any]:
    tables: dict[str, Any] = (
        datasette.config.setdefault("databases", {}).setdefault(database, {}).setdefault("tables", {})
    )
    return tables
