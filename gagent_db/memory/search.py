"""Search memories: by the text as typed, by words, by meaning."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

from ..errors import GagentError
from ..recall.words import content_words, indonesian_forms
from ..store.database import Store
from .memory_rows import Memory, select, touch

MEANING = 0.25  # least cosine of a memory that is found by meaning alone
MAX_BY_MEANING = 5
_RRF = 60  # constant of reciprocal rank fusion


@dataclass(frozen=True, slots=True)
class Found:
    """A memory and how it was found: ``exact``, ``lexical`` or ``semantic``."""

    memory: Memory
    matched: str

    def to_dict(self) -> dict[str, Any]:
        return {**self.memory.to_dict(), "matched": self.matched}


@dataclass(frozen=True, slots=True)
class Results:
    """Memories, best first; ``degraded`` says which kind of search did not work."""

    memories: list[Found]
    degraded: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {"ok": True, "memories": [found.to_dict() for found in self.memories], "degraded": self.degraded}


def search_memories(
    store: Store,
    query: str,
    *,
    target: str | None = None,
    scope: str | None = None,
    forgotten: bool | None = False,
    limit: int = 20,
) -> Results:
    """Search the memories visible from ``scope``; an empty query returns all. Any text is a valid query."""
    conn = store.read()
    pool = {memory.rid: memory for memory in select(conn, target=target, scope=scope, forgotten=forgotten)}
    if not query.strip():
        return Results([Found(memory, "exact") for memory in list(pool.values())[:limit]])
    notes: list[str] = []
    rankings = {
        "exact": _exact(pool, query),
        "lexical": _lexical(conn, query, notes),
        "semantic": _semantic(pool, query, notes),
    }
    found = _fuse(pool, rankings)[:limit]
    touch(store, [hit.memory.id for hit in found])
    return Results(found, "; ".join(notes) or None)


def _exact(pool: dict[int, Memory], query: str) -> list[int]:
    """Return the entries that contain the query as typed: also finds parts of words and text without spaces."""
    wanted = query.strip().strip('"').casefold()
    return [rid for rid, memory in pool.items() if wanted in memory.content.casefold()]


def _lexical(conn: sqlite3.Connection, query: str, notes: list[str]) -> list[int]:
    """Return the entries with all words first, then those with any of them, each by BM25."""
    if conn.execute("SELECT stale FROM index_state WHERE name = 'memories_fts'").fetchone()[0]:
        notes.append("the word index of memories is stale (repair it with: gagent-db doctor --repair)")
        return []
    groups = [[word, *indonesian_forms(word)] for word in content_words(query)]
    if not groups:
        return []
    terms = ["(" + " OR ".join(f'"{form}"' for form in group) + ")" for group in groups]
    sql = "SELECT rowid FROM memories_fts WHERE memories_fts MATCH ? ORDER BY rank LIMIT 200"
    try:
        with_all = [row[0] for row in conn.execute(sql, (" AND ".join(terms),))]
        with_any = [row[0] for row in conn.execute(sql, (" OR ".join([*terms, f'"{content_words(query)[-1]}" *']),))]
    except sqlite3.DatabaseError as error:
        notes.append(f"the word index of memories could not be read ({error})")
        return []
    return list(dict.fromkeys([*with_all, *with_any]))


def _semantic(pool: dict[int, Memory], query: str, notes: list[str]) -> list[int]:
    """Return the entries near the query in meaning. There are few memories, so their vectors are made on the fly."""
    if not pool:
        return []
    try:
        from ..recall.embedders import DEFAULT, get_embedder

        rids = list(pool)
        rows = get_embedder(DEFAULT).encode([" ".join(content_words(query)), *(pool[rid].content for rid in rids)])
    except (GagentError, ImportError, OSError, ValueError) as error:
        notes.append(f"search by meaning is not available ({error})")
        return []
    scores = rows[1:] @ rows[0]
    return [rids[at] for at in scores.argsort()[::-1][:MAX_BY_MEANING] if scores[at] >= MEANING]


def _fuse(pool: dict[int, Memory], rankings: dict[str, list[int]]) -> list[Found]:
    """Return all found: exact matches first, then by reciprocal rank over all rankings; importance breaks ties."""
    scores: dict[int, float] = {}
    matched: dict[int, str] = {}
    for name, ranking in rankings.items():
        for place, rid in enumerate(rid for rid in ranking if rid in pool):
            scores[rid] = scores.get(rid, 0.0) + 1 / (_RRF + place) + (1.0 if name == "exact" else 0.0)
            matched.setdefault(rid, name)
    order = sorted(scores, key=lambda rid: (-scores[rid], -pool[rid].importance, -rid))
    return [Found(pool[rid], matched[rid]) for rid in order]


def stored_scopes(store: Store) -> list[str]:
    """Return every scope that has a memory."""
    rows = store.read().execute("SELECT DISTINCT scope FROM memories WHERE NOT forgotten ORDER BY scope")
    return [row[0] for row in rows]
