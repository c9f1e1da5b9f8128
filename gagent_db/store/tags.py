"""Tags of conversations: how they are spelled, and the SQL that reads them.

A tag is stored with the session it was given to, but belongs to the whole conversation: to every session that
compressions made of it.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Iterable

from ..errors import GagentError
from ..sql_json import json_list

LENGTH = 50  # characters
MOST = 50  # tags of a conversation
_SIGNS = frozenset("-_/.:+")
_PARTS = """UNION SELECT {tag}c.continues_id FROM session_continues c JOIN part ON c.id = part.id
  UNION SELECT {tag}c.id FROM session_continues c JOIN part ON c.continues_id = part.id"""

# The tags of a row of ``sessions``, sorted, separated by spaces; NULL without any.
OF_SESSION = f"""CASE WHEN EXISTS (SELECT 1 FROM session_tags) THEN (
  WITH RECURSIVE part(id) AS (SELECT sessions.id {_PARTS.format(tag="")})
  SELECT group_concat(tag, ' ') FROM (
    SELECT DISTINCT tag FROM part JOIN session_tags t ON t.session_id = part.id ORDER BY tag)) END"""

# A condition on ``sessions``: those of conversations that have all tags of the JSON list :tag.
HAVING = f"""id IN (
  WITH RECURSIVE part(tag, id) AS (
    SELECT tag, session_id FROM session_tags WHERE tag IN (SELECT value FROM json_each(:tag))
    {_PARTS.format(tag="part.tag, ")})
  SELECT id FROM part GROUP BY id HAVING count(*) = (SELECT count(*) FROM json_each(:tag)))"""

_COUNTED = """
WITH RECURSIVE up(tag, id) AS (
  SELECT tag, session_id FROM session_tags
  UNION SELECT up.tag, c.continues_id FROM session_continues c JOIN up ON c.id = up.id)
SELECT tag, count(*) AS sessions FROM up
WHERE NOT EXISTS (SELECT 1 FROM session_continues c WHERE c.id = up.id)
GROUP BY tag ORDER BY sessions DESC, tag"""


def tag_name(text: str) -> str:
    """Return a tag as it is stored: ``#Work`` -> ``work``. Raises GagentError for an invalid tag."""
    name = unicodedata.normalize("NFC", text).strip().removeprefix("#").lower()
    usual = all(unicodedata.category(sign)[0] in "LMN" or sign in _SIGNS for sign in name)
    if not usual or not any(map(str.isalnum, name)) or len(name) > LENGTH:
        raise GagentError(
            f"A tag is one word of letters, digits and {' '.join('-_/.:+')}, {LENGTH} at most, not {text!r}.",
            hint="One word each; a dash for a blank, such as: to-read",
        )
    return name


def tag_names(text: str) -> list[str]:
    """Return the tags in ``work,urgent``, sorted, each once. Raises GagentError for an invalid tag."""
    return sorted({tag_name(part) for part in text.split(",") if part.strip()})


def counted(conn: sqlite3.Connection) -> dict[str, int]:
    """Return every tag with the number of conversations that have it, the most used first."""
    return {row["tag"]: row["sessions"] for row in conn.execute(_COUNTED)}


def add(conn: sqlite3.Connection, session_id: str, tags: Iterable[str]) -> None:
    """Give tags (as :func:`tag_name` spells them) to a session, if it exists.

    Raises GagentError, and adds none, if there would be too many.
    """
    row = conn.execute(f"SELECT {OF_SESSION} FROM sessions WHERE id = ?", (session_id,)).fetchone()
    has = set(((row and row[0]) or "").split())
    given = set(tags)
    if given - has and len(has | given) > MOST:
        raise GagentError(f"A session has {MOST} tags at most, not {len(has | given)}.", hint="Remove some first.")
    sql = """INSERT OR IGNORE INTO session_tags(session_id, tag)
             SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM sessions WHERE id = ?1)"""
    conn.executemany(sql, [(session_id, tag) for tag in given])


def remove(conn: sqlite3.Connection, session_ids: Iterable[str], tags: Iterable[str]) -> None:
    """Take tags away from all parts of a conversation."""
    conn.execute(
        """DELETE FROM session_tags WHERE session_id IN (SELECT value FROM json_each(?))
           AND tag IN (SELECT value FROM json_each(?))""",
        (json_list(session_ids), json_list(tags)),
    )
