"""Recognize the projects and channels that a question names ("in the billing-api repo", "on telegram").

What was said there seldom says so: it is known of the session, not from its text.
"""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass

import numpy as np

from ..sql_json import json_list
from . import asked
from .query import Query, quote
from .words import STOPWORDS, words

MOST = 50  # projects that one question may name: worktrees of a repository have the same name
LEAST_LETTERS = 4  # of a project's name that is recognized without a word that introduces it
_INTO = "in|on|at|from|for|via|over|through|inside|di|pada|lewat|dari|dalam|untuk|im|auf|bei|für|aus|en|dans|sur|pour"
_KIND = "project|repo|repository|codebase|channel|proyek|kanal|projekt|projet|proyecto"
_NAMED = rf"""(?<!\w)
    (?P<into> (?:(?:{_INTO})\ +)? (?:(?:the|our|my|der|die|das|dem|le|la|les|el)\ +)? (?:(?:{_KIND})\ +)?)
    [`']?{{name}}[`']?
    (?P<kind> \ +(?:{_KIND}))? (?!\w)"""
_SAYS_WHERE = re.compile(rf"(?<!\w)(?:{_INTO}|{_KIND})(?!\w)", re.IGNORECASE)
# Each distinct value by one look into the index, however many sessions have it.
_DISTINCT = """
    WITH RECURSIVE each(name) AS (
      SELECT min({column}) FROM sessions WHERE {column} IS NOT NULL
      UNION ALL SELECT (SELECT min({column}) FROM sessions WHERE {column} > name) FROM each WHERE name IS NOT NULL)
    SELECT name FROM each WHERE name IS NOT NULL"""
_IN_PLACES = """(project IN (SELECT value FROM json_each(:projects))
                 OR channel IN (SELECT value FROM json_each(:channels)))"""


@dataclass(frozen=True, slots=True)
class Places:
    """Projects and channels that a question names, as in ``sessions``, and the words of the question that name them.

    ``only``: these words say where to look ("in garden"); else they may be the topic, too ("the garden fence").
    """

    projects: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    only: bool = False

    @property
    def where(self) -> str:
        """A condition on ``sessions``; its parameters are ``values``."""
        return _IN_PLACES

    @property
    def values(self) -> dict[str, str]:
        return {"projects": json_list(self.projects), "channels": json_list(self.channels)}

    def hold(self, conn: sqlite3.Connection, session_ids: np.ndarray) -> np.ndarray:
        """Return for each of these sessions whether it is of one of the places."""
        if not self.words:
            return np.zeros(len(session_ids), bool)
        sql = f"SELECT id FROM sessions WHERE id IN (SELECT value FROM json_each(:ids)) AND {self.where}"
        rows = conn.execute(sql, {"ids": json_list(set(session_ids.tolist())), **self.values})
        return np.isin(session_ids, [row[0] for row in rows])


NOWHERE = Places()


def named(conn: sqlite3.Connection, query: Query) -> Places:
    """Return the places that a question names; none for a query with operators or a quoted part.

    A project is named by the last folder of its path. A channel, and a project with a short or common name, must be
    introduced: "the web page" names neither a channel nor a project. "What did we decide on telegram" may ask about
    telegram; it names the channel only if no message has that word.
    """
    if not query.plain:
        return NOWHERE
    topic = asked.topic(query.text)
    there = _places(conn, topic)
    if there != NOWHERE or topic == query.text:
        return there
    other = _places(conn, query.text)
    return NOWHERE if other == NOWHERE or _is_said(conn, other) else other


def _places(conn: sqlite3.Connection, text: str) -> Places:
    projects, channels = _named(conn, "project", text), _named(conn, "channel", text)
    said = [*projects.values(), *channels.values()]
    only = bool(said) and all(map(_SAYS_WHERE.search, said))
    return Places(tuple(projects)[:MOST], tuple(channels), frozenset(words(" ".join(said))), only)


def _is_said(conn: sqlite3.Connection, places: Places) -> bool:
    """Whether a message has the name of one of the places."""
    names = " OR ".join(quote(" ".join(_name(place))) for place in (*places.projects, *places.channels))
    return (
        conn.execute("SELECT 1 FROM messages_fts WHERE messages_fts MATCH ? LIMIT 1", (names,)).fetchone() is not None
    )


def _named(conn: sqlite3.Connection, column: str, text: str) -> dict[str, str]:
    """Return the values of a column that a text names -> the part of the text that does, with what introduces it."""
    known = set(words(text))
    found: dict[str, str] = {}
    for (value,) in conn.execute(_DISTINCT.format(column=column)):
        name = _name(value)
        if name and known.issuperset(name):
            pattern = _NAMED.replace("{name}", r"[\W_]?".join(map(re.escape, name)))
            match = re.search(pattern, text, re.IGNORECASE | re.VERBOSE)
            if match and (_SAYS_WHERE.search(match[0]) or (column == "project" and not _is_common(name))):
                found[value] = match[0]
    return found


def _name(place: str) -> list[str]:
    """Return the words by which a project or channel is named."""
    return words(re.split(r"[/\\]", place.rstrip("/\\"))[-1])


def _is_common(name: list[str]) -> bool:
    return len(name) == 1 and (len(name[0]) < LEAST_LETTERS or name[0] in STOPWORDS)
