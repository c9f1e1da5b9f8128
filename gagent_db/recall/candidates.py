"""From a plan to ranked messages: literals, words, meaning, in that order, each bounded.

The tiers are not rungs that end a search: a literal is only promoted, and everything else is one list by
one score (words in their context + cosine), so a question with one wrong word still has an answer.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from ..sql_json import json_list
from ..store.search_text import is_unspaced
from . import lexical, machine, rank, words
from .dates import asks_first, asks_latest
from .evidence import SECONDS, Look, Words, all_words, fragment, gather, sessions_of
from .literals import indexed_in_calls, shown_literals
from .query import Query

FINALISTS = 120  # messages that are read before the last ordering
SEMANTIC_FINALISTS = 100
KEPT = 20  # closest in meaning that are read whatever their score
WEAK_REACH = 500  # characters of a message in which weak words are looked for
LONG_TEXT = 120  # characters from which the same text in another session is a repetition
LEAST_COSINE = 0.15  # below this two texts have nothing to do with each other
CLOSE = 0.45  # and from this on a text is close to one or two words; what is below is chance
PASTED_WORDS = 3  # from here on words that stand somewhere as typed were hardly typed by chance
FEW_TERMS = 4  # up to here the words of what is no question are meant together


class Meaning(Protocol):
    """The part of semantic search that ranking needs."""

    def nearest(self, text: str, count: int, ranges: lexical.Ranges) -> dict[int, float]:
        """Message id -> cosine of the messages closest in meaning."""

    def cosines(self, text: str, ids: list[int]) -> dict[int, float]:
        """Cosines of these messages, where they have a vector."""

    def distinct(self, ids: list[int]) -> list[int]:
        """Those of the messages whose cosines are known, closest first, what all messages share left aside."""

    def closest_part(self, text: str, parts: list[str]) -> int:
        """Which of the parts of a message is closest to the question."""


@dataclass(slots=True)
class Ranked:
    """A message and why it is here."""

    message_id: int
    session_id: str
    role: str
    created_at: str
    content: str
    score: float  # what it says for its session
    matched: str  # exact | lexical | semantic
    beside: bool = False  # found by the words of its neighbours only
    answers: float = 0.0  # added to the score among messages: who only asks tells the topic, not the answer

    @property
    def value(self) -> float:
        """What it is worth among messages."""
        return self.score + self.answers


@dataclass(slots=True)
class Found:
    """Ranked messages, best first, and what a reader should know about how they were found."""

    messages: list[Ranked] = field(default_factory=list)
    mode: str = "lexical"
    expression: str | None = None  # what to highlight and count, as an FTS5 expression
    literals: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)  # what was looked for, to be marked inside other words too
    question: str = ""
    meaning: Meaning | None = None
    by_meaning: list[int] = field(default_factory=list)  # message ids by cosine alone: some places are kept for them
    standing: list[np.ndarray] = field(default_factory=list)  # for each telling word: the messages that hold it
    truncated: bool = False


def find(look: Look, *, mode: str, meaning: Meaning | None) -> Found:
    """Everything a query may mean in this scope, best first."""
    query = look.query
    if look.ranges is not None and not len(look.ranges):
        return Found(mode="relaxed" if mode == "auto" else mode)
    literal_ids = _literal(look, mode)
    whole = bool(literal_ids)
    found = Found(literals=[query.literal] if literal_ids and query.literal else _shown(query))
    if mode == "exact":
        found.mode = "exact"
        found.messages = _ranked(look, dict.fromkeys(literal_ids, 1.0), set(literal_ids), Words())
        found.truncated = look.clock.hit or len(literal_ids) >= lexical.EXACT
        return found
    enough = query.looks_literal and whole and mode == "auto"
    literal_ids = literal_ids or _embedded(look, mode)
    lexis = Words() if mode == "semantic" else all_words(look) if enough else gather(look)
    found.expression = query.boolean or " OR ".join(term.match for term in lexis.terms or query.terms) or None
    found.words = [term.text for term in lexis.terms if len(term.text) > 2] + lexis.instead
    cosines: dict[int, float] = {}
    together = not query.question and len(query.terms) <= FEW_TERMS
    plain = len(query.terms) == 1 and bool(lexis.own) and mode == "auto"  # one word, and it is there
    if meaning and query.terms and mode != "lexical" and not query.boolean and not enough and not plain:
        few = query.short or (together and bool(lexis.strict))
        least = CLOSE if few and mode != "semantic" else LEAST_COSINE
        cosines = _cosines(meaning, look, lexis, least)
        found.meaning, found.question = meaning, query.text
    scores = {
        i: rank.fused(lexis.scores.get(i, 0.0), cosines.get(i, 0.0)) for i in lexis.scores.keys() | cosines.keys()
    }
    for message_id in lexis.strict:
        scores[message_id] = scores.get(message_id, 0.3) + (rank.ALL_WORDS_SHORT if together else rank.ALL_WORDS)
    for message_id in _titled(look) if mode != "semantic" and not enough else ():
        if message_id not in lexis.own:  # a title is often taken from the message itself
            scores[message_id] = max(scores.get(message_id, 0.0), rank.TITLED)
            lexis.own.add(message_id)
    pasted = query.looks_literal or is_unspaced(query.text) or len(words.words(query.text)) >= PASTED_WORDS
    promotion = rank.LITERAL if pasted or not whole else rank.LITERAL_WORDS
    further = (
        set() if whole and query.looks_literal else set(literal_ids) - _best_of_sessions(look, literal_ids, scores)
    )
    for message_id in literal_ids:
        scores[message_id] = scores.get(message_id, 0.0) + (0.0 if message_id in further else promotion)
    by_meaning = meaning.distinct(list(cosines)) if meaning else []
    found.messages = _ranked(look, scores, set(literal_ids), lexis, by_meaning[:KEPT], further)
    if query.short:
        found.messages = [message for message in found.messages if not message.beside]
    if query.question or not lexis.strict:
        found.by_meaning, found.standing = by_meaning, lexis.standing
    found.mode = _mode(found.messages, lexis, look, mode)
    found.truncated = look.clock.hit or lexis.truncated
    return found


def sorted_by_time(look: Look, *, newest: bool, limit: int, mode: str) -> Found:
    """Matches in the order of time: the literal if it is there, else all words, else any of them. Plain words that
    stand somewhere as typed are words like the others."""
    query = look.query
    found = Found(literals=_shown(query))
    literal_ids = _literal(look, mode) if query.looks_literal or mode == "exact" or not query.strict else []
    any_word = " OR ".join(term.match for term in query.terms) or None
    words_steps = [("lexical", query.strict), ("lexical", query.begun), ("relaxed", any_word)]
    steps = [("exact", None)] if literal_ids else words_steps
    for name, expression in steps:
        ids = literal_ids
        if expression:
            wanted = f"({expression}) NOT ({query.exclusion})" if query.exclusion else expression
            ids = lexical.matching_anywhere(look, wanted, limit, newest=newest, seconds=lexical.BUDGET)
        if ids:
            found.mode, found.expression = name, expression
            found.truncated = look.clock.hit or len(ids) >= limit
            found.literals = [query.literal] if literal_ids and query.literal else found.literals
            matched = "exact" if literal_ids else "lexical"
            rows = _rows(look, ids)
            found.messages = [Ranked(i, *rows[i][:4], 1.0, matched) for i in ids if i in rows]
            found.messages.sort(key=lambda item: (item.created_at, item.message_id), reverse=newest)
            break
    return found


def _literal(look: Look, mode: str) -> list[int]:
    """Messages that hold the text as typed."""
    query = look.query
    literal = query.literal
    if not literal or mode in ("lexical", "semantic"):
        return []
    if not query.terms:  # only signs, such as -> or &&: no index holds them
        return _scanned(look, literal)
    plain_words = not query.looks_literal and mode != "exact"
    hidden = not literal.isascii() and not indexed_in_calls(literal)
    if plain_words and (query.question or (len(words.words(literal)) < 2 and not hidden)):
        return []
    seconds = SECONDS / 2 if plain_words else SECONDS
    found = lexical.exact(look, literal, seconds=seconds, whole_words=plain_words and literal.isascii())
    if hidden and len(found) < lexical.EXACT:
        found += lexical.scan_calls(look, literal, seconds=SECONDS)
    found = list(dict.fromkeys(found))
    if not found and not plain_words and not (query.boolean and _satisfied(look, query.boolean)):
        found = fragment(look, literal)
    return found


def _satisfied(look: Look, expression: str) -> bool:
    """Is there any message that an expression with operators asks for?"""
    return bool(lexical.matching_anywhere(look, expression, 1))


def _scanned(look: Look, literal: str) -> list[int]:
    """The newest messages with signs that no index holds, in their text or their tool calls."""
    found = lexical.scan(look, literal, seconds=SECONDS)
    found += lexical.scan_calls(look, literal, seconds=SECONDS)
    return list(dict.fromkeys(found))


def _embedded(look: Look, mode: str) -> list[int]:
    """Messages with the paths, addresses, flags and quoted parts of a longer query: those that hold most of them."""
    if look.query.boolean or mode in ("lexical", "semantic"):
        return []
    counts: dict[int, int] = {}
    for literal in look.query.literals:
        for message_id in lexical.exact(look, literal, seconds=SECONDS / 2):
            counts[message_id] = counts.get(message_id, 0) + 1
    most = max(counts.values(), default=0)
    return [message_id for message_id, count in counts.items() if count == most]


def _best_of_sessions(look: Look, ids: list[int], scores: dict[int, float]) -> set[int]:
    """Of each session the message that answers best. A path in a question is a part of it: of the sessions that hold
    it, the one that answers the rest comes first, not the one that names it most often."""
    known, session_ids, _ = sessions_of(look.conn, np.unique(np.array(ids, np.int64)))
    session_of = dict(zip(known.tolist(), session_ids.tolist(), strict=True))
    best: dict[str, int] = {}
    for message_id in sorted(session_of, key=lambda i: (-scores.get(i, 0.0), -i)):
        best.setdefault(session_of[message_id], message_id)
    return set(best.values())


def _titled(look: Look) -> list[int]:
    """First messages of sessions whose title has all words of a short query."""
    wanted = [term.text for term in look.query.terms if term.kind == "word"]
    if look.query.boolean or not 1 <= len(wanted) <= 6 or len(wanted) < len(look.query.terms):
        return []
    return lexical.titled(look, wanted)


def _shown(query: Query) -> list[str]:
    return [*query.literals, *shown_literals(query.text)]


def _cosines(meaning: Meaning, look: Look, lexis: Words, least: float) -> dict[int, float]:
    """Cosines of the messages closest in meaning, from ``least`` on, and of those that have the words."""
    named = set(lexis.authored)
    kept = [word for word in look.query.text.split() if not named.intersection(words.words(word))]
    text = " ".join(kept) or look.query.text
    cosines = meaning.nearest(text, SEMANTIC_FINALISTS, look.ranges)
    cosines.update(meaning.cosines(text, [i for i in lexis.scores if i not in cosines]))
    return {i: value for i, value in cosines.items() if value >= least or i in lexis.scores}


# -- the last ordering -------------------------------------------------------------------------------


def _ranked(
    look: Look,
    scores: dict[int, float],
    exact: set[int],
    lexis: Words,
    kept: Sequence[int] = (),
    further: Set[int] = frozenset(),
) -> list[Ranked]:
    """The best messages that the scope allows, machine chatter put back, best first. ``further`` hold a literal, too:
    that raises them among messages, but not their sessions."""
    best = list(dict.fromkeys([*sorted(scores, key=lambda i: (-scores[i], -i))[:FINALISTS], *kept]))
    rows = _rows(look, best)
    unwanted = _unwanted(look, best)
    speaks_of_time = words.asks_when(look.query.text)
    weak = words.WEAK.intersection(words.words(look.query.text)) if look.query.question else frozenset()
    literals = [literal.lower() for literal in look.query.literals]
    spared = exact if look.query.looks_literal or literals else frozenset[int]()  # a log may be what was looked for
    said = _said(best, lexis)
    taking_part = {rows[i][0] for i in said if i in rows}
    ranked = []
    chattering: set[str] = set()  # sessions in which a machine has been shown
    told: dict[str, str] = {}  # a long text -> the session that told it first
    for message_id in best:
        if message_id not in rows or message_id in unwanted:
            continue
        session_id, role, created_at, content, content_type, channel, key = rows[message_id]
        value = scores[message_id]
        human = machine.weight(role=role, content=content, content_type=content_type, channel=channel, key=key)
        if message_id not in spared:
            value *= human * (rank.MORE_CHATTER if session_id in chattering else 1.0)
            if human < machine.LEAST_HUMAN:
                chattering.add(session_id)
        if len(content) >= LONG_TEXT and told.setdefault(content, session_id) != session_id:
            if human < 1:
                continue  # what a machine repeats in every session is shown once
            value *= rank.REPEATED
        value += _dense(content, lexis)
        if weak:
            value += rank.WEAK_WORD * len(weak.intersection(words.words(content[:WEAK_REACH])))
        lowered = content.lower() if literals else ""
        if any(literal in lowered for literal in literals):
            value += rank.LITERAL_WORDS
        if speaks_of_time and words.tells_when(content):
            value += rank.TELLS_WHEN
        value += rank.TAKES_PART * (session_id in taking_part)
        only_asks = look.query.question and words.only_asks(content)
        answers = rank.SAID * (message_id in said) - rank.ASKS * only_asks + rank.LITERAL * (message_id in further)
        beside = message_id in lexis.scores and message_id not in lexis.own and message_id not in exact
        by_words = beside or message_id in lexis.own
        matched = "exact" if message_id in exact else "lexical" if by_words else "semantic"
        ranked.append(Ranked(message_id, session_id, role, created_at, content, value, matched, beside, answers))
    if look.query.question:
        _raise_by_age(ranked, look.query.text)
    ranked.sort(key=lambda item: (item.value, item.created_at, item.message_id), reverse=True)
    return ranked


def _raise_by_age(ranked: list[Ranked], question: str) -> None:
    """Raise the oldest messages where the question asks for the first of something, the newest for the latest."""
    first, latest = asks_first(question), asks_latest(question)
    if first != latest:
        values = rank.by_age([item.created_at for item in ranked], newest=latest)
        for item, value in zip(ranked, values, strict=True):
            item.score += value


def _said(ids: list[int], lexis: Words) -> set[int]:
    """Those of the messages that somebody named in the question has said."""
    found: set[int] = set()
    for at in lexis.authored.values():
        found.update(itertools.compress(ids, rank.holds(np.array(ids, np.int64), at)))
    return found


def _dense(content: str, lexis: Words) -> float:
    """A small bonus for common words (not counted before) and for repeating rare ones in a short text."""
    total = sum(lexis.weights.values())
    if not total:
        return 0.0
    text = content[:2000].lower()
    common = repeats = 0.0
    for term in lexis.common:
        if term.text in text:
            common += lexis.weights[term.text]
    for word, weight in lexis.weights.items():
        repeats += weight * min(text.count(word), 4)
    return 0.5 * common / total + 0.0125 * repeats / total / (1 + len(text) / 2000)


_Row = tuple[str, str, str, str, str, str, str]


def _rows(look: Look, ids: list[int]) -> dict[int, _Row]:
    """Session, role, time, text, type, channel and key of those messages that the scope allows."""
    cursor = look.conn.cursor()
    cursor.row_factory = None
    rows = cursor.execute(
        f"""SELECT m.id, m.session_id, m.role, m.created_at, m.content, m.content_type, s.channel, s.key
            FROM messages m JOIN sessions s ON s.id = m.session_id
            WHERE m.id IN (SELECT value FROM json_each(:ids)) AND {look.scope.where}""",
        {**look.scope.values, "ids": json_list(ids)},
    )
    return {row[0]: row[1:] for row in rows}


def _unwanted(look: Look, ids: list[int]) -> set[int]:
    """Messages with an excluded word."""
    if not look.query.exclusion:
        return set()
    sql = "SELECT 1 FROM messages_fts WHERE messages_fts MATCH ? AND rowid = ?"
    return {i for i in ids if look.conn.execute(sql, (look.query.exclusion, i)).fetchone()}


def _mode(messages: list[Ranked], lexis: Words, look: Look, asked: str) -> str:
    if asked in ("semantic", "hybrid"):
        return asked
    if not messages:
        return "relaxed" if asked == "auto" else asked
    if messages[0].matched == "exact":
        return "exact"
    if lexis.strict or look.query.boolean or (len(look.query.terms) == 1 and lexis.own and not lexis.replaced):
        return "lexical"
    if not lexis.own:
        return "semantic"
    return "hybrid" if messages[0].matched == "semantic" else "relaxed"
