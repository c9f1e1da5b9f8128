"""What one search looks at, and what it found by words: shared by the modules that find messages."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field, replace

import numpy as np

from ..sql_json import json_list
from . import lexical
from .places import NOWHERE, Places
from .query import Query, Term
from .spans import Span


@dataclass(slots=True)
class Words:
    """What the words of a query found."""

    scores: dict[int, float] = field(default_factory=dict)  # by message id, 0..about 1
    own: set[int] = field(default_factory=set)  # of these, messages that contain a word themselves
    apart: list[int] = field(default_factory=list)  # best messages of sessions that others crowd out
    strict: list[int] = field(default_factory=list)  # messages with all of the words
    terms: list[Term] = field(default_factory=list)
    common: list[Term] = field(default_factory=list)
    authored: dict[str, np.ndarray] = field(default_factory=dict)  # a name in the query -> messages by this person
    instead: list[str] = field(default_factory=list)  # spellings searched for in place of words that occur nowhere
    replaced: bool = False
    weights: dict[str, float] = field(default_factory=dict)
    standing: list[np.ndarray] = field(default_factory=list)  # for each informative word, ids of messages that have it
    unknown: bool = False  # some word that was found means nothing to the vectors
    topical: bool = False  # some word that was found is not just part of a date
    expected: set[int] = field(default_factory=set)  # messages with such a word, of the time that the question names
    dated: list[Span] = field(default_factory=list)  # days the question names, when they have many sessions
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Look(lexical.Bounds):
    """The bounds of one search and its query."""

    query: Query
    places: Places = NOWHERE

    @property
    def there(self) -> Look:
        """The same look within the places that the question names."""
        scope = self.scope.within(self.conn, self.places.where, self.places.values)
        return replace(self, scope=scope, ranges=lexical.id_ranges(self.conn, scope))


def sessions_of(conn: sqlite3.Connection, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return three parallel arrays, by ascending id: those of the ids that exist, their session ids and their roles."""
    cursor = conn.cursor()
    cursor.row_factory = None
    rows = cursor.execute(
        "SELECT id, session_id, role FROM messages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
        (json_list(ids.tolist()),),
    ).fetchall()
    if not rows:
        empty = np.empty(0, np.int64)
        return empty, empty, empty
    columns = list(zip(*rows, strict=True))
    return np.array(columns[0], np.int64), np.array(columns[1]), np.array(columns[2])


def ascending(ids: list[int]) -> np.ndarray:
    """Return distinct ids as an array, ascending."""
    return np.unique(np.array(ids, dtype=np.int64))
