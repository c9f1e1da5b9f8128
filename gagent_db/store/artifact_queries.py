"""The SQL contract over `artifacts`: five questions as plain SELECTs with :q, :channel and :since.

Each may be pasted into any SQLite shell. An empty or NULL parameter does not filter. `link` leads to the transcript
line, relative to the database's pages. Ids ascend with their messages. A `+` before a kind that is most of what there
is, and a bound of the id, have the latest read first, not all of the kind.
"""

from __future__ import annotations

_COLUMNS = """m.role, s.channel, s.title AS session_title, s.project, a.session_id, a.message_id,
       '-/sessions/' || a.session_id || '#m' || a.message_id AS link, a.id AS artifact_id"""
_FROM = """FROM artifacts a
JOIN messages m ON m.id = a.message_id
JOIN sessions s ON s.id = a.session_id"""
_FILTERS = """m.status <> 'undone'
  AND (coalesce(:q, '') = '' OR instr(lower(a.value), lower(:q)))
  AND (coalesce(:channel, '') = '' OR s.channel = :channel)
  AND (coalesce(:since, '') = '' OR a.created_at >= :since)
ORDER BY a.id DESC
LIMIT 500"""

DECISIONS = f"""
SELECT a.created_at, a.value AS decision, {_COLUMNS}
{_FROM}
WHERE a.kind = 'decision' AND {_FILTERS}
""".strip()

COMMANDS = f"""
SELECT a.created_at, a.value AS command, a.status AS exit_status, {_COLUMNS}
{_FROM}
WHERE a.kind = 'command' AND {_FILTERS}
""".strip()

URLS = f"""
SELECT a.created_at, a.value AS url, {_COLUMNS}
{_FROM}
WHERE a.id > 0 AND +a.kind = 'url' AND {_FILTERS}
""".strip()

PATHS = f"""
SELECT a.created_at, a.value AS path, {_COLUMNS}
{_FROM}
WHERE a.id > 0 AND +a.kind = 'path' AND {_FILTERS}
""".strip()

UNRESOLVED = f"""
SELECT a.created_at, a.value AS open_item, a.status, a.resolved_by_message_id, {_COLUMNS}
{_FROM}
WHERE a.kind = 'unresolved' AND a.status = 'open' AND {_FILTERS}
""".strip()

QUERIES = {
    "decisions": DECISIONS,
    "commands": COMMANDS,
    "urls": URLS,
    "paths": PATHS,
    "unresolved": UNRESOLVED,
}
