"""Queries that Datasette offers by name over every gagent-db file. Plain SQL; the user's own ones win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..store import artifact_queries as sql

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

PARAMETERS = ("q", "channel", "since")


@dataclass(frozen=True)
class SavedQuery:
    name: str
    title: str
    description: str
    sql: str


RECENT_SESSIONS = """
SELECT s.id AS session_id, s.title, s.channel, s.project, s.message_count, s.created_at, s.updated_at
FROM sessions s
WHERE (coalesce(:q, '') = '' OR instr(lower(coalesce(s.title, '')), lower(:q)))
  AND (coalesce(:channel, '') = '' OR s.channel = :channel)
  AND (coalesce(:since, '') = '' OR s.updated_at >= :since)
ORDER BY s.updated_at DESC
LIMIT 200
""".strip()

QUERIES = (
    SavedQuery(
        "decisions", "Decisions", "What was decided, newest first, with the message it was said in.", sql.DECISIONS
    ),
    SavedQuery(
        "commands", "Commands", "Commands that were run or shown, with their exit status where known.", sql.COMMANDS
    ),
    SavedQuery("urls", "URLs", "Links that were mentioned.", sql.URLS),
    SavedQuery("paths", "Paths", "Files and folders that were mentioned or touched.", sql.PATHS),
    SavedQuery("unresolved", "Open items", "Questions and tasks nobody has closed yet.", sql.UNRESOLVED),
    SavedQuery("recent_sessions", "Recent sessions", "Sessions by their last activity.", RECENT_SESSIONS),
)


async def register(datasette: Datasette, database: str) -> None:
    """Add the queries this database does not have yet."""
    for query in QUERIES:
        if await datasette.get_query(database, query.name) is None:
            await datasette.add_query(
                database,
                query.name,
                query.sql,
                title=query.title,
                description=query.description,
                parameters=list(PARAMETERS),
                hide_sql=True,
                is_trusted=True,
                source="gagent-db",
            )
