"""Queries that Datasette offers by name over every gagent-db file. Plain SQL; the user's own ones win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from .. import usage
from ..answers import KINDS, PLURALS
from ..store import artifact_queries

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

PARAMETERS = {
    "q": "part of the text, in any case",
    "channel": "the agent, such as telegram or claude-code",
    "since": "a time or the beginning of one, such as 2026-05-01, or a number of days, such as 7d",
}
SOURCE = "gagent-db"
_USED = "What was used since then: messages, tool calls, tokens, cost; of tools which calls failed."


@dataclass(frozen=True)
class SavedQuery:
    name: str
    title: str
    description: str
    sql: str

    @property
    def parameters(self) -> list[str]:
        return [name for name in PARAMETERS if f":{name}" in self.sql]


RECENT_SESSIONS = f"""
SELECT s.id AS session_id, s.title, s.channel, s.project, s.message_count, s.created_at, s.updated_at
FROM sessions s
WHERE (coalesce(:q, '') = '' OR instr(lower(coalesce(s.title, '')), lower(:q)))
  AND (coalesce(:channel, '') = '' OR s.channel = :channel)
  AND (coalesce(:since, '') = '' OR s.updated_at >= {artifact_queries.SINCE})
ORDER BY s.updated_at DESC
LIMIT 200
""".strip()


_SINCE = f"iif(coalesce(:since, '') = '', NULL, {artifact_queries.SINCE})"
_ACTIVE = f"""(coalesce(:channel, '') = '' OR channel = :channel)
  AND ({_SINCE} IS NULL OR updated_at >= {_SINCE})"""


_SQL = artifact_queries.QUERIES
QUERIES = (
    SavedQuery(
        "decisions", "Decisions", "What was decided, newest first, with the message it was said in.", _SQL["decisions"]
    ),
    SavedQuery(
        "commands", "Commands", "Commands that were run or shown, with their exit status where known.", _SQL["commands"]
    ),
    SavedQuery("urls", "URLs", "Links that were mentioned.", _SQL["urls"]),
    SavedQuery("paths", "Paths", "Files and folders that were mentioned or touched.", _SQL["paths"]),
    SavedQuery("unresolved", "Open items", "Questions and tasks nobody has closed yet.", _SQL["unresolved"]),
    SavedQuery("recent_sessions", "Recent sessions", "Sessions by their last activity.", RECENT_SESSIONS),
    *(
        SavedQuery(
            f"usage_by_{by}",
            f"Usage by {by}",
            _USED,
            f"{usage.query(by, _ACTIVE, since=_SINCE, until='NULL')} LIMIT 400",
        )
        for by in usage.KINDS
    ),
)


async def register(datasette: Datasette, database: str) -> None:
    """Add our queries, or renew those of an earlier version; the user's own of the same names stay."""
    for query in QUERIES:
        known = await datasette.get_query(database, query.name)
        if known is None or known.source == SOURCE:
            await datasette.add_query(
                database,
                query.name,
                query.sql,
                title=query.title,
                description=query.description,
                parameters=query.parameters,
                hide_sql=True,
                is_trusted=True,
                source=SOURCE,
            )


async def help_text(datasette: Datasette, database: str, name: str) -> Markup | None:
    """What the parameters mean, and links to the same grouped or with facets; None for other queries."""
    query = await datasette.get_query(database, name)
    if query is None or query.source != SOURCE:
        return None
    base = datasette.urls.database(database)
    about = Markup("; ").join(Markup("<code>{}</code> {}").format(of, PARAMETERS[of]) for of in query.parameters)
    kind = name if name in KINDS else PLURALS.get(name)
    if kind is None:
        links = Markup('<a href="{}/-/sessions">Sessions</a>').format(base)
    else:
        links = Markup(
            '<a href="{0}/-/artifacts/{1}">Grouped, with filters</a> · <a href="{0}/artifacts?kind={1}">With facets</a>'
        ).format(base, kind)
    return Markup("<p>All may stay empty: {}. {}</p>").format(about, links)
