"""The SQL contract over `artifacts`: five questions as plain SELECTs with the parameters :q, :channel and :since.

Each can be pasted into any SQLite shell. An empty or NULL parameter does not filter; :since is a time or the beginning
of one, or a number of days such as 7d. `link` leads to the line of the transcript, relative to the database's pages.
The latest rows by id are taken and then ordered by time.

Each question is two SELECTs, only one of which runs. Without :q the latest mentions are read until there are enough
(the `+` and the bound of the id keep the planner from reading all of the kind). With :q the texts that hold it are
looked up, then their mentions.
"""

from __future__ import annotations

_LIMIT = 500
SINCE = """CASE WHEN rtrim(:since, 'd') || 'd' = :since AND rtrim(:since, 'd') NOT GLOB '*[^0-9]*'
      THEN strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || rtrim(:since, 'd') || ' days') ELSE :since END"""


def _question(kind: str, name: str, *, more: str = "", where: str = "") -> str:
    select = f"""SELECT '-/sessions/' || a.session_id || '#m' || a.message_id AS link, a.created_at, a.value AS {name},
         {more}m.role, s.channel, s.title AS session_title, s.project, a.session_id, a.message_id, a.id AS artifact_id
  FROM artifacts a
  JOIN messages m ON m.id = a.message_id
  JOIN sessions s ON s.id = a.session_id"""
    rest = f"""m.status <> 'undone'{where}
    AND (coalesce(:channel, '') = '' OR s.channel = :channel)
    AND (coalesce(:since, '') = '' OR a.created_at >= {SINCE})
  ORDER BY a.id DESC LIMIT {_LIMIT}"""
    return f"""
SELECT * FROM (
  {select}
  WHERE coalesce(:q, '') = '' AND a.id > 0 AND +a.kind = '{kind}' AND {rest}
)
UNION ALL
SELECT * FROM (
  {select}
  WHERE coalesce(:q, '') <> '' AND a.kind = '{kind}' AND instr(lower(a.value), lower(:q)) AND {rest}
)
ORDER BY created_at DESC
""".strip()


QUERIES = {
    "decisions": _question("decision", "decision"),
    "commands": _question("command", "command", more="a.status AS exit_status, "),
    "urls": _question("url", "url"),
    "paths": _question("path", "path"),
    "unresolved": _question(
        "unresolved", "open_item", more="a.status, a.resolved_by_message_id, ", where=" AND a.status = 'open'"
    ),
}
