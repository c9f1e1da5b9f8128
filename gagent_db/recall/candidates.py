"""From a plan to ranked messages: literals, words, meaning, in that order, each bounded.

The tiers are not rungs that end a search: a literal is only promoted, and everything else is one list by
one score (words in their context + cosine), so a question with one wrong word still has an answer.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import orjson

from . import dates, lexical, machine, rank, words
from .filters import Scope
from .lexicon import close_spellings, fragment_terms
from .query import Query, Term, shown_literals

FINALISTS = 200
SEMANTIC_FINALISTS = 200
COMMON_SAMPLE = 300
MAX_REPLACED = 3
EXACT_SECONDS = 0.03
SCAN_SECONDS = 0.03
_NOT_NAMES = words.word_set("error warning note todo fixme info debug decision summary url result output step")


class Meaning(Protocol):
    """The part of semantic search that ranking needs."""

    def nearest(self, text: str, count: int, ranges: lexical.Ranges) -> dict[int, float]:
        """Message id -> cosine of the messages closest in meaning."""

    def cosines(self, text: str, ids: list[int]) -> dict[int, float]:
        """Cosines of these messages, where they have a vector."""


@dataclass(slots=True)
class Ranked:
    """A message and why it is here."""

    message_id: int
    session_id: str
    role: str
    created_at: str
    score: float
    matched: str  # exact | lexical | semantic
    beside: bool = False  # found by the words of its neighbours only


@dataclass(slots=True)
class Found:
    """Ranked messages, best first, and what a reader should know about how they were found."""

    messages: list[Ranked] = field(default_factory=list)
    mode: str = "lexical"
    expression: str | None = None  # what to highlight and count, as an FTS5 expression
    literals: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)  # what was looked for, to be marked inside other words too
    truncated: bool = False


@dataclass(slots=True)
class _Words:
    """The lexical part of a search."""

    scores: dict[int, float] = field(default_factory=dict)  # 0..about 1
    own: set[int] = field(default_factory=set)  # of these, messages with a word of their own
    strict: list[int] = field(default_factory=list)  # messages with all of it
    terms: list[Term] = field(default_factory=list)
    common: list[Term] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    instead: list[str] = field(default_factory=list)  # spellings taken for words that stand nowhere
    replaced: bool = False
    weights: dict[str, float] = field(default_factory=dict)
    truncated: bool = False


def find(
    conn: sqlite3.Connection, query: Query, scope: Scope, *, mode: str, clock: lexical.Clock, meaning: Meaning | None
) -> Found:
    """Everything a query may mean in this scope, best first."""
    ranges = lexical.id_ranges(conn, scope)
    if ranges is not None and not len(ranges):
        return Found(mode="lexical")
    literal_ids = _literal(conn, query, scope, clock, mode)
    found = Found(literals=[query.literal] if literal_ids and query.literal else shown_literals(query.text))
    if mode == "exact":
        found.mode = "exact"
        found.messages = _ranked(conn, scope, dict.fromkeys(literal_ids, 1.0), set(literal_ids), set(), query)
        found.truncated = clock.hit or len(literal_ids) >= lexical.EXACT
        return found
    lexis = _Words()
    if mode != "semantic":
        lexis = _words(conn, query, scope, ranges, clock)
    found.expression = _expression(lexis, query)
    found.words = [term.text for term in lexis.terms if len(term.text) > 2] + lexis.instead
    cosines: dict[int, float] = {}
    enough = query.looks_literal and bool(literal_ids)
    if meaning and mode in ("auto", "semantic", "hybrid") and not query.boolean and (not enough or mode != "auto"):
        cosines = _cosines(meaning, query, lexis, ranges)
    scores = _fused(lexis.scores, cosines)
    for position, message_id in enumerate(literal_ids):
        scores[message_id] = scores.get(message_id, 0.0) + (2.0 if query.looks_literal else 0.6) - position * 1e-4
    for message_id in lexis.strict:
        scores[message_id] = scores.get(message_id, 0.3) + 0.15
    found.messages = _ranked(conn, scope, scores, set(literal_ids), lexis.own, query, lexis)
    found.mode = _mode(found.messages, lexis, query, mode)
    found.truncated = clock.hit or lexis.truncated
    return found


def sorted_by_time(
    conn: sqlite3.Connection, query: Query, scope: Scope, *, newest: bool, limit: int, clock: lexical.Clock
) -> Found:
    """Matches in the order of time: the literal if it is there, else all words, else any of them."""
    ranges = lexical.id_ranges(conn, scope)
    found = Found(literals=shown_literals(query.text))
    any_word = " OR ".join(term.match for term in query.terms) or None
    for mode, expression in (("lexical", query.strict), ("relaxed", any_word)):
        if expression:
            ids = lexical.matching(conn, expression, scope, ranges, limit, clock, newest=newest, seconds=0.1)
            if ids:
                found.mode, found.expression = mode, expression
                found.truncated = clock.hit or len(ids) >= limit
                rows = _rows(conn, scope, ids)
                found.messages = [
                    Ranked(i, rows[i][0], rows[i][1], rows[i][2], 1.0, "lexical") for i in ids if i in rows
                ]
                found.messages.sort(key=lambda item: (item.created_at, item.message_id), reverse=newest)
                return found
    return found


# -- literals ----------------------------------------------------------------------------------------


def _literal(conn: sqlite3.Connection, query: Query, scope: Scope, clock: lexical.Clock, mode: str) -> list[int]:
    """Messages that hold the text as typed."""
    literal = query.literal
    if not literal or mode in ("lexical", "semantic"):
        return []
    plain_words = not query.looks_literal and mode != "exact"
    if plain_words and (query.question or len(words.words(literal)) < 2):
        return []
    found: list[int] = []
    with clock.box(conn, EXACT_SECONDS):
        found = lexical.exact(conn, literal, scope)
    if not found and not plain_words:
        found = _fragment(conn, literal, scope, clock)
    return found


def _fragment(conn: sqlite3.Connection, literal: str, scope: Scope, clock: lexical.Clock) -> list[int]:
    """A literal that begins or ends inside a word: through the words that hold its pieces, then by reading."""
    if len(literal) < 3:
        return []
    terms, above = fragment_terms(conn, literal)
    found: list[int] = []
    with clock.box(conn, EXACT_SECONDS):
        found = lexical.verified_any(conn, terms, literal, scope)
    if len(found) < lexical.EXACT:
        found += lexical.scan(conn, literal, scope, clock, above=above, seconds=SCAN_SECONDS)
    return list(dict.fromkeys(found))


# -- words -------------------------------------------------------------------------------------------


def _words(
    conn: sqlite3.Connection, query: Query, scope: Scope, ranges: lexical.Ranges, clock: lexical.Clock
) -> _Words:
    """Score messages by the words of the query in their context."""
    result = _Words(terms=list(query.terms))
    if not query.terms:
        return result
    total = lexical.largest_id(conn)
    result.names, authored = _authors(conn, query, ranges, total)
    terms = [term for term in query.terms if term.text not in result.names] or list(query.terms)
    result.terms = terms
    postings = [lexical.posting(conn, term, total, ranges) for term in terms]
    if not query.boolean:
        postings = _replaced(conn, query, postings, scope, clock, result)
    rare = [item for item in postings if not item.common and item.df]
    result.common = [item.term for item in postings if item.common]
    result.weights = {item.term.text: rank.idf(item.df, total) for item in postings}
    strict = query.strict if len(terms) == len(query.terms) else " AND ".join(term.match for term in terms)
    if strict and (len(terms) > 1 or query.boolean or result.common):
        result.strict = lexical.matching(conn, strict, scope, ranges, lexical.STRICT, clock)
    evidence = [rank.Evidence(item.ids, result.weights[item.term.text]) for item in rare]
    if query.boolean:
        _only_strict(result)
        return result
    if not evidence and result.common:
        evidence = [rank.Evidence(_ascending(_common(conn, result, scope, ranges, clock)), 1.0)]
        result.truncated = True
    elif rare and not result.common and len(rare) == len(postings) == 1:
        result.strict = []
    _score(conn, result, evidence, authored, scope, query)
    return result


def _only_strict(result: _Words) -> None:
    """With operators only what satisfies them counts; newer first among equals."""
    result.scores = {message_id: 0.7 - position * 1e-4 for position, message_id in enumerate(result.strict)}
    result.own = set(result.strict)
    result.strict = []


def _common(
    conn: sqlite3.Connection, result: _Words, scope: Scope, ranges: lexical.Ranges, clock: lexical.Clock
) -> list[int]:
    """Only very common words: the newest messages with all of them, else with any."""
    ids = list(result.strict)
    if len(ids) < 50 and len(result.common) > 1:
        any_word = " OR ".join(term.match for term in result.common)
        ids += lexical.matching(conn, any_word, scope, ranges, COMMON_SAMPLE, clock)
    return ids


def _score(
    conn: sqlite3.Connection,
    result: _Words,
    evidence: list[rank.Evidence],
    authored: dict[str, np.ndarray],
    scope: Scope,
    query: Query,
) -> None:
    ids, cut = rank.pool([*evidence, *([rank.Evidence(_ascending(result.strict), 3.0)] if result.strict else [])])
    result.truncated = result.truncated or cut
    if not len(ids):
        return
    ids, session_ids, roles = _sessions_of(conn, ids)
    if not len(ids):
        return
    names, numbers = np.unique(session_ids, return_inverse=True)
    scores, own = rank.score(ids, numbers, evidence)
    for at in authored.values():
        by_author = rank.holds(ids, at)
        taking_part = np.isin(numbers, numbers[by_author])
        scores += (scores > 0) * (rank.AUTHOR * by_author + rank.PARTICIPANT * taking_part)
    scores += (scores > 0) * rank.DATE * _dated(conn, query, names)[numbers]
    scores /= rank.ceiling(evidence)
    keep = scores > 0
    if scope.sessions is not None:
        keep &= np.isin(session_ids, list(scope.sessions))
    if "role" in scope.values:
        keep &= roles == scope.values["role"]
    kept = np.nonzero(keep)[0]
    best = kept[np.lexsort((ids[kept], scores[kept]))[::-1][: 2 * FINALISTS]]
    result.scores = {int(ids[i]): float(scores[i]) for i in best}
    result.own = {int(ids[i]) for i in best if own[i]}


def _authors(
    conn: sqlite3.Connection, query: Query, ranges: lexical.Ranges, total: int
) -> tuple[list[str], dict[str, np.ndarray]]:
    """Words of the query that are names of people who speak: messages begin with "<Name>:".

    Such a word says whose messages are wanted; as a word it would match everything they wrote.
    """
    found: dict[str, np.ndarray] = {}
    for term in query.terms:
        if term.kind != "word" or len(term.text) < 3 or term.text in _NOT_NAMES:
            continue
        ids = lexical.author_ids(conn, term.text, ranges)
        if len(ids) < 5:
            continue
        sample = conn.execute(
            "SELECT substr(content, 1, 80) FROM messages WHERE id IN (SELECT value FROM json_each(?))",
            (orjson.dumps(ids[:8]).decode(),),
        ).fetchall()
        signed = [row[0] for row in sample if row[0][: len(term.text) + 1].lower() == term.text + ":"]
        if len(signed) < len(sample) * 0.7 or not signed[0][0].isupper():
            continue
        standing = lexical.posting(conn, Term(term.text), total, ranges)
        if len(ids) >= 0.1 * len(standing.ids):
            found[term.text] = _ascending(ids)
    return list(found), found


def _dated(conn: sqlite3.Connection, query: Query, session_ids: np.ndarray) -> np.ndarray:
    """For each session: does the time the question speaks of fall into it?"""
    nothing = np.zeros(len(session_ids))
    if not dates.date_hints(query.text):
        return nothing
    rows = conn.execute(
        """SELECT id, substr(created_at, 1, 10), substr(updated_at, 1, 10) FROM sessions
           WHERE id IN (SELECT value FROM json_each(?))""",
        (orjson.dumps(session_ids.tolist()).decode(),),
    ).fetchall()
    lived = {row[0]: (row[1], row[2]) for row in rows}
    years = tuple(sorted({int(day[:4]) for pair in lived.values() for day in pair}))[-12:]
    spans = [(s.first.isoformat(), s.last.isoformat()) for s in dates.date_hints(query.text, years=years)]
    for at, session_id in enumerate(session_ids):
        start, end = lived.get(str(session_id), ("9", "0"))
        nothing[at] = any(start <= last and end >= first for first, last in spans)
    return nothing


def _sessions_of(conn: sqlite3.Connection, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    cursor = conn.cursor()
    cursor.row_factory = None
    rows = cursor.execute(
        "SELECT id, session_id, role FROM messages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
        (orjson.dumps(ids.tolist()).decode(),),
    ).fetchall()
    if not rows:
        empty = np.empty(0)
        return empty, empty, empty
    columns = list(zip(*rows, strict=True))
    return np.array(columns[0], np.int64), np.array(columns[1]), np.array(columns[2])


# -- meaning -----------------------------------------------------------------------------------------


def _cosines(meaning: Meaning, query: Query, lexis: _Words, ranges: lexical.Ranges) -> dict[int, float]:
    text = (
        " ".join(word for word in query.text.split() if word.strip("?,.!'s").lower() not in lexis.names) or query.text
    )
    cosines = meaning.nearest(text, SEMANTIC_FINALISTS, ranges)
    missing = [i for i in lexis.scores if i not in cosines]
    cosines.update(meaning.cosines(text, missing))
    return cosines


def _fused(lexis: dict[int, float], cosines: dict[int, float]) -> dict[int, float]:
    return {
        message_id: lexis.get(message_id, 0.0) + rank.SEMANTIC * max(0.0, cosines.get(message_id, 0.0))
        for message_id in lexis.keys() | cosines.keys()
    }


# -- words that stand nowhere ------------------------------------------------------------------------


def _replaced(
    conn: sqlite3.Connection,
    query: Query,
    postings: list[lexical.Posting],
    scope: Scope,
    clock: lexical.Clock,
    result: _Words,
) -> list[lexical.Posting]:
    """Words found nowhere give way to words they are a piece of, or are spelled like.

    Not in a question of which other words are there: an unknown word in it is more likely just unknown.
    """
    missing = [item for item in postings if not item.df and item.term.kind == "word" and len(item.term.text) >= 3]
    if not missing or (query.question and len(missing) < len(postings)):
        return postings
    for item in missing[:MAX_REPLACED]:
        ids = _fragment(conn, item.term.text, scope, clock)
        if not ids:
            spellings = close_spellings(conn, item.term.text)
            if spellings:
                expression = " OR ".join(Term(word).match for word in spellings)
                ids = lexical.matching(conn, expression, scope, None, lexical.STRICT, clock)
                result.instead += spellings
        if ids:
            result.replaced = True
            found = _ascending(ids)
            postings = [
                lexical.Posting(item.term, found, len(found), False) if other is item else other for other in postings
            ]
    return postings


# -- the end of it -----------------------------------------------------------------------------------


def _ranked(
    conn: sqlite3.Connection,
    scope: Scope,
    scores: dict[int, float],
    exact: set[int],
    own: set[int],
    query: Query,
    lexis: _Words | None = None,
) -> list[Ranked]:
    """The best messages that the scope allows, machine chatter put back, best first."""
    best = sorted(scores, key=lambda i: (-scores[i], -i))[: 2 * FINALISTS]
    rows = _rows(conn, scope, best)
    unwanted = _unwanted(conn, query, best)
    ranked = []
    for message_id in best:
        if message_id not in rows or message_id in unwanted:
            continue
        session_id, role, created_at, content, content_type, channel, key = rows[message_id]
        value = scores[message_id]
        if message_id not in exact:
            value *= machine.weight(role=role, content=content, content_type=content_type, channel=channel, key=key)
        if lexis:
            value += _dense(content, lexis)
        beside = lexis is not None and message_id in lexis.scores and message_id not in own
        matched = "exact" if message_id in exact else "lexical" if beside or message_id in own else "semantic"
        ranked.append(Ranked(message_id, session_id, role, created_at, value, matched, beside))
    ranked.sort(key=lambda item: (-item.score, -item.message_id))
    return ranked


def _dense(content: str, lexis: _Words) -> float:
    """A small bonus for common words (not counted before) and for repeating rare ones in a short text."""
    text = content[:4000].lower()
    total = sum(lexis.weights.values()) or 1.0
    common = sum(lexis.weights.get(term.text, 0) for term in lexis.common if term.text in text)
    repeats = sum(
        lexis.weights.get(term.text, 0) * min(text.count(term.text), 4) / 4
        for term in lexis.terms
        if term.kind == "word"
    )
    return 0.5 * common / total + 0.05 * repeats / total / (1 + len(text) / 2000)


def _rows(
    conn: sqlite3.Connection, scope: Scope, ids: list[int]
) -> dict[int, tuple[str, str, str, str, str, str, str]]:
    cursor = conn.cursor()
    cursor.row_factory = None
    rows = cursor.execute(
        f"""SELECT m.id, m.session_id, m.role, m.created_at, m.content, m.content_type, s.channel, s.key
            FROM messages m JOIN sessions s ON s.id = m.session_id
            WHERE m.id IN (SELECT value FROM json_each(:ids)) AND {scope.where}""",
        {**scope.values, "ids": orjson.dumps(ids).decode()},
    )
    return {row[0]: row[1:] for row in rows}


def _unwanted(conn: sqlite3.Connection, query: Query, ids: list[int]) -> set[int]:
    """Messages with an excluded word."""
    if not query.exclusion:
        return set()
    return {
        i
        for i in ids
        if conn.execute(
            "SELECT 1 FROM messages_fts WHERE messages_fts MATCH ? AND rowid = ?", (query.exclusion, i)
        ).fetchone()
    }


def _expression(lexis: _Words, query: Query) -> str | None:
    """What to highlight: every word that was looked for."""
    if query.boolean:
        return query.boolean
    terms = lexis.terms or list(query.terms)
    return " OR ".join(term.match for term in terms) or None


def _mode(messages: list[Ranked], lexis: _Words, query: Query, asked: str) -> str:
    if asked in ("semantic", "hybrid"):
        return asked
    if not messages:
        return "lexical"
    if messages[0].matched == "exact":
        return "exact"
    complete = bool(lexis.strict) or query.boolean or (len(lexis.terms) == 1 and lexis.own and not lexis.replaced)
    if complete:
        return "lexical"
    if not lexis.own:
        return "semantic"
    return "hybrid" if messages[0].matched == "semantic" else "relaxed"


def _ascending(ids: list[int]) -> np.ndarray:
    return np.unique(np.array(ids, dtype=np.int64))
