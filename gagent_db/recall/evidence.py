"""Search by words: where the words of a query occur, how informative they are, and the score this gives each message.

Also handled here: names of speakers, dates, pairs of adjacent words. For words that stand nowhere see `instead`.
"""

from __future__ import annotations

import itertools
import re
import sqlite3
from collections.abc import Container
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from ..sql_json import json_list
from . import dated, dates, lexical, rank, words
from .bilingual import Bilingual
from .english import SHADOWED
from .filters import Scope
from .instead import replaced
from .look import Look, Words, ascending, sessions_of
from .query import MIN_PREFIX, Term, quote
from .spans import Span

FINALISTS = 200
CROWD = 100  # sessions with no message among this many best ones are kept apart, each by its best message
MOST_APART = 100  # sessions kept that way
COMMON_SAMPLE = 300
MAX_PAIRS = 4
AUTHOR_REACH = 100_000  # newest ids that are checked to see whether a word is a speaker's name
RARE = 50  # a last word in no more messages than this may be the beginning of another
SMALL = 50_000  # up to this many messages, a prefix of three letters costs little
_HYPHENED = re.compile(r"(?<![\w-])([^\W\d_]+)-([^\W\d_]+)(?![\w-])")
_STEMMED = re.compile(r"(?:ing|ion|ed|er|s|e|y|al|ment|ness|ance|ence|an?t|ent|ive|ize|ous|ism|ful|ly)$")
_NOT_NAMES = words.word_set("error warning note todo fixme info debug decision summary url result output step")


def gather(look: Look) -> Words:
    """Score messages by the words of the query in their context."""
    query = look.query
    result = Words(terms=list(query.terms))
    if not query.terms:
        return result
    authored = result.authored = _authors(look)
    if query.boolean:
        ids = lexical.matching_anywhere(look, query.boolean, lexical.STRICT)
        return _only(look, ids, result)
    terms, joined = _joined(look, _looked_for(look, authored))
    postings = [_posting(look, term) for term in terms]
    result.instead = [form for item in postings if item.term not in terms for form in item.term.forms]
    begun = _begun(look, postings[-1]) if terms[-1].text == query.terms[-1].text else None
    if begun and not postings[-1].df:
        postings[-1], begun = begun, None
    result.terms = [item.term for item in postings] + ([begun.term] if begun else [])
    matches = [item.term.match for item in postings]
    if begun:
        matches[-1] = f"({matches[-1]} OR {begun.term.match})"
    strict = " AND ".join(matches)
    postings = replaced(look, postings, result)
    rare = [item for item in postings if not item.common and item.df]
    result.common = [item.term for item in postings if item.common]
    result.weights = _weights(look, postings)
    result.unknown = any(map(_has_no_meaning, postings))
    if len(postings) > 1 or result.common:
        # Tool calls count only where no text has all of the words.
        in_text = lexical.matching(look, strict, lexical.STRICT)
        result.strict = in_text or lexical.matching_calls(look, strict, lexical.STRICT)
    evidence = [rank.Evidence(item.ids, result.weights[item.term.text]) for item in rare]
    if begun:
        evidence.append(rank.Evidence(begun.ids, rank.BEGINNING * rank.idf(begun.df, look.total)))
    if not evidence and result.common:
        evidence = [rank.Evidence(ascending(_common(look, result)), 1.0)]
        result.truncated = True
    result.standing = [item.ids for item in evidence]
    of_date = dates.words_of_dates(query.text)
    about = [item.ids for item in rare if not dates.is_of_date(item.term.text) and item.term.text not in of_date]
    result.topical = bool(about)
    topical = np.unique(np.concatenate(about)) if about else np.empty(0, np.int64)
    _score(look, result, evidence, _pairs(look, rare) + joined, topical)
    return result


def _looked_for(look: Look, authored: Container[str]) -> list[Term]:
    """Return the words to look for: neither people who are named, nor places that no message names."""
    terms = [term for term in look.query.terms if term.text not in authored] or list(look.query.terms)
    named = look.places.words
    said = [term for term in terms if not named.issuperset(words.words(term.text)) or lexical.posting(look, term).df]
    return said or terms


def _weights(look: Look, postings: list[lexical.Posting]) -> dict[str, float]:
    """Return the weight of each word; words of a date weigh less beside others, since a date is first of all a time."""
    of_date = dates.words_of_dates(look.query.text)
    others = any(item.df and item.term.text not in of_date for item in postings)
    less = of_date if others else set()
    return {
        (word := item.term.text): rank.idf(item.df, look.total)
        * (rank.OF_DATE if word in less else rank.UNKNOWN if _has_no_meaning(item) else 1.0)
        for item in postings
    }


def _has_no_meaning(item: lexical.Posting) -> bool:
    """Whether a word that was found has no vector of its own, like many names (DFG)."""
    word = item.term.text
    return bool(item.df) and word.isalpha() and word.isascii() and not Bilingual.load().knows(word)


def _posting(look: Look, term: Term) -> lexical.Posting:
    """Return where a term occurs. A word found nowhere as typed is looked for in other spellings, then in translation.

    Cut in two it is looked for only outside questions (or alone in one): the other words of a question tell more.
    """
    query = look.query
    if term.text in SHADOWED:
        return _as_it_stands(look, term)
    found = lexical.posting(look, term)
    if found.df or term.kind != "word":
        return found
    typed = next((word for word in words.WORD.findall(query.text) if word.lower() == term.text), term.text)
    others = words.other_spellings(typed)
    if not query.question or len(query.terms) == 1:
        others += words.cut_in_two(typed)
    for forms in (others, _translated(term.text)):
        if forms and (other := lexical.posting(look, replace(term, forms=(*term.forms, *forms)))).df:
            return other
    return found


def _translated(word: str) -> list[str]:
    """Return the words of the other language (English, Indonesian) for a word, in their forms."""
    said = Bilingual.load().translations(word)
    return [form for one in said for form in (one, *words.indonesian_forms(one))]


def _as_it_stands(look: Look, term: Term) -> lexical.Posting:
    """Return where a word itself, or one of its forms, occurs, where the index would mix it up with another word."""
    word = term.text
    ids, _ = lexical.holding(look, quote(word), word, seconds=lexical.TERM_SECONDS, globs=lexical.as_word(word))
    others = [lexical.posting(look, Term(form)).ids for form in SHADOWED[word]]
    found = np.unique(np.concatenate([np.array(ids, np.int64), *others]))
    return lexical.Posting(term, found, len(found), False)


def all_words(look: Look) -> Words:
    """Return only the messages with every word. Used to rank behind a literal that was found."""
    boolean, terms = look.query.boolean, list(look.query.terms)
    result = Words(terms=terms if boolean else _joined(look, terms)[0])
    strict = boolean or " AND ".join(term.match for term in result.terms)
    return _only(look, lexical.matching(look, strict, lexical.STRICT), result) if strict else result


def _joined(look: Look, terms: list[Term]) -> tuple[list[Term], list[rank.Evidence]]:
    """Let adjacent terms also match as one word (``time zone`` as ``timezone``); return the terms and where it occurs.

    With a hyphen, or in a query of one or two words, a stopword may be part of it (``on-call``). In a question only
    words with a hyphen are joined.
    """
    query = look.query
    known = {term.text: term for term in terms if term.kind == "word"}
    pairs = [(first.lower(), second.lower()) for first, second in _HYPHENED.findall(query.text)]
    side_by_side = [] if query.question else itertools.pairwise(words.words(query.text))
    pairs += [pair for pair in side_by_side if query.short or known.keys() >= {*pair}]
    standing: list[rank.Evidence] = []
    for pair in list(dict.fromkeys(pairs))[:MAX_PAIRS]:
        one = lexical.posting(look, Term("".join(pair)))
        parts = [known[part] for part in pair if part in known]
        if one.df and one.term.text.isalpha() and parts:
            known |= {part.text: replace(part, forms=(*part.forms, one.term.text)) for part in parts}
            standing.append(rank.Evidence(one.ids, rank.idf(one.df, look.total)))
    return [known.get(term.text, term) if term.kind == "word" else term for term in terms], standing


def _only(look: Look, ids: list[int], result: Words) -> Words:
    """Return the result with these messages and no others, all at the same score."""
    result.scores = dict.fromkeys(ids, 0.7)
    result.own = set(ids)
    result.truncated = len(ids) >= lexical.STRICT
    if len(ids) > CROWD:
        there, session_ids, _ = sessions_of(look.conn, np.array(ids))
        _keep_apart(result, there[::-1], session_ids[::-1])
    return result


def _keep_apart(result: Words, ids: np.ndarray, sessions: np.ndarray) -> None:
    """Keep the best message of each session that has none among the first CROWD, for the last pages.

    ``ids`` are best first; ``sessions`` has the session of each.
    """
    _, first = np.unique(sessions, return_index=True)
    behind = np.sort(first[first >= CROWD])
    result.apart = ids[behind[:MOST_APART]].tolist()
    result.truncated = result.truncated or len(behind) > MOST_APART


def _begun(look: Look, last: lexical.Posting) -> lexical.Posting | None:
    """Return where the last word begins a longer one, without its own places; None unless it is rare or unknown."""
    term = look.query.unfinished
    if term is None or term.text in SHADOWED or last.df > RARE or (last.df and look.query.question):
        return None
    if len(term.text) < MIN_PREFIX and look.total > SMALL:
        return None
    found = lexical.posting(look, term)
    if _STEMMED.search(term.text):  # the index matches its stem, which begins other words, too: election, electron
        held, _ = lexical.holding(look, term.match, term.text, seconds=lexical.TERM_SECONDS)
        found = replace(found, ids=found.ids[rank.holds(found.ids, ascending(held))])
    ids = found.ids[~rank.holds(found.ids, last.ids)]
    return lexical.Posting(term, ids, len(ids), False) if len(ids) else None


def _common(look: Look, result: Words) -> list[int]:
    """Return the newest messages with all of the common words, and where these are few, with any of them."""
    ids = list(result.strict)
    if len(ids) < 50 and len(result.common) > 1:
        any_word = " OR ".join(term.match for term in result.common)
        ids += lexical.matching(look, any_word, COMMON_SAMPLE)
    return ids


@dataclass(frozen=True, slots=True)
class _Pool:
    """Messages that may answer, by ascending id: parallel arrays, except for ``names``."""

    ids: np.ndarray
    session_ids: np.ndarray
    roles: np.ndarray
    names: np.ndarray  # ids of the sessions, each once
    numbers: np.ndarray  # of the session of each message, in ``names``
    reach: int  # how far the words of a neighbour count

    @classmethod
    def of(cls, conn: sqlite3.Connection, ids: np.ndarray, evidence: list[rank.Evidence]) -> _Pool:
        """Return these messages; where sessions are interleaved, with more of their neighbours."""
        ids, session_ids, roles = sessions_of(conn, ids)
        reach = rank.REACH if rank.interleaved(session_ids) else 0
        if reach:
            ids, session_ids, roles = sessions_of(conn, rank.widened(ids, evidence))
        return cls(ids, session_ids, roles, *np.unique(session_ids, return_inverse=True), reach)

    def score(self, evidence: list[rank.Evidence]) -> tuple[np.ndarray, np.ndarray]:
        """Return the score of each message in its context, and whether it contains a word itself."""
        return rank.score(self.ids, self.numbers, evidence, reach=self.reach)

    def allowed(self, scope: Scope) -> np.ndarray:
        """Return for each message whether the scope has its session and its role."""
        kept = np.ones(len(self.ids), bool)
        if scope.sessions is not None:
            kept &= np.isin(self.session_ids, list(scope.sessions))
        if scope.roles:
            kept &= np.isin(self.roles, list(scope.roles))
        if scope.unwanted_roles:
            kept &= ~np.isin(self.roles, list(scope.unwanted_roles))
        return kept


def _score(
    look: Look, result: Words, evidence: list[rank.Evidence], pairs: list[rank.Evidence], topic: np.ndarray
) -> None:
    """Fill in the scores of ``result``, from the words, their pairs, the authors and the dates of the query.

    ``topic`` has the messages with a word that is not just part of a date, ascending.
    """
    spans, of_date, ids = _candidates(look, result, evidence)
    pool = _Pool.of(look.conn, ids, evidence)
    if not len(pool.ids):
        return
    scores, own = pool.score(evidence)
    for item in pairs:
        scores += rank.PHRASE * pool.score([item])[0]
    candidate = np.isin(pool.ids, of_date)
    if not result.dated:
        of_time = _in_spans(look.conn, pool.names, spans)[pool.numbers] * ((scores > 0) | candidate)
        scores += rank.DATE * of_time
        result.expected = {int(one) for one in pool.ids[(of_time > 0) & rank.holds(pool.ids, topic)]}
    _add_named(look, result, pool, scores)
    scores /= rank.ceiling(evidence)
    kept = np.nonzero(((scores > 0) | candidate) & pool.allowed(look.scope))[0]
    _keep_best(look, result, pool, scores, own, kept)


def _candidates(look: Look, result: Words, evidence: list[rank.Evidence]) -> tuple[list[Span], np.ndarray, np.ndarray]:
    """Return the days that the query names, messages of these days, and all messages that may answer."""
    extra = [rank.Evidence(ascending(result.strict), 3.0)] if result.strict else []
    ids, cut = rank.pool([*evidence, *extra])
    result.truncated = result.truncated or cut
    times = dated.times(look.conn, look.query.text)
    spans = list(times.spans)
    if not dated.named(times):
        return spans, np.empty(0, np.int64), ids
    of_date, many = dated.candidates(look, spans, evidence)
    result.dated = spans if many else []
    return spans, of_date, np.union1d(ids, of_date)


def _add_named(look: Look, result: Words, pool: _Pool, scores: np.ndarray) -> None:
    """Raise the scores, in place, of messages by people and in places that the query names."""
    evident = scores.copy()
    for at in result.authored.values():
        by_author = rank.holds(pool.ids, at)
        taking_part = np.isin(pool.numbers, pool.numbers[by_author])
        scores += (evident > 0) * (rank.AUTHOR * by_author + rank.PARTICIPANT * taking_part)
        scores += rank.AUTHOR_SHARE * evident * by_author
    # As if each message there said the name, which those elsewhere do.
    there = max(rank.PLACE, sum(result.weights.get(word, 0.0) for word in look.places.words))
    scores += (evident > 0) * there * look.places.hold(look.conn, pool.names)[pool.numbers]


def _keep_best(look: Look, result: Words, pool: _Pool, scores: np.ndarray, own: np.ndarray, kept: np.ndarray) -> None:
    """Put the best of the messages ``kept`` (places in the pool) into ``result``, and the best of crowded-out sessions.

    ``own``: which messages contain a word themselves.
    """
    ids = pool.ids
    order = scores[kept]
    if result.dated:
        of_days = np.isin(ids[kept], dated.among(look, result.dated, ids[kept].tolist()))
        order = order + of_days * np.where(own[kept] | (not result.topical), rank.DATED, rank.DATED_ONLY)
    ranking = kept[np.lexsort((ids[kept], order))[::-1]]
    with_words = ranking[own[ranking]]
    _keep_apart(result, ids[with_words], pool.numbers[with_words])
    best = ranking[:FINALISTS]
    result.scores = {int(ids[i]): float(scores[i]) for i in best}
    result.own = {int(ids[i]) for i in best if own[i]}


# -- pairs, names, dates -----------------------------------------------------------------------------


def _pairs(look: Look, rare: list[lexical.Posting]) -> list[rank.Evidence]:
    """Return where two words that are adjacent in the query are adjacent in messages, too ("support group")."""
    known = {item.term.text for item in rare if item.term.kind == "word"}
    asked = words.words(look.query.text)
    found: list[rank.Evidence] = []
    for first, second in itertools.pairwise(asked):
        if first in known and second in known and first != second and len(found) < MAX_PAIRS:
            item = lexical.posting(look, Term(f"{first} {second}", "phrase"))
            if item.df:
                found.append(rank.Evidence(item.ids, rank.idf(item.df, look.total)))
    return found


def _authors(look: Look) -> dict[str, np.ndarray]:
    """Return the words of the query that name a speaker, each with the messages that begin with "<Name>:".

    Such a word says whose messages are wanted; as a word it would match everything this person wrote.
    """
    found: dict[str, np.ndarray] = {}
    for term in look.query.terms:
        if term.kind != "word" or len(term.text) < 3 or term.text in _NOT_NAMES:
            continue
        newest = min(look.total, lexical.span(look.ranges)[1])
        ids = lexical.author_ids(look, term.text, above=newest - AUTHOR_REACH, limit=1000)
        if len(ids) < 5:
            continue
        sample = look.conn.execute(
            "SELECT substr(content, 1, 80) FROM messages WHERE id IN (SELECT value FROM json_each(?))",
            (json_list(ids[:8]),),
        ).fetchall()
        signed = [row[0] for row in sample if row[0][: len(term.text) + 1].lower() == term.text + ":"]
        if len(signed) < len(sample) * 0.7 or not signed[0][0].isupper():
            continue
        authored = ascending(lexical.author_ids(look, term.text))
        standing = lexical.posting(look, Term(term.text)).ids
        if np.isin(standing, authored).sum() >= 0.1 * len(standing):
            found[term.text] = authored
    return found


def _in_spans(conn: sqlite3.Connection, session_ids: np.ndarray, spans: list[Span]) -> np.ndarray:
    """Return for each session 1.0 if it overlaps the days that are told, less if only those behind them, else 0.0."""
    inside = np.zeros(len(session_ids))
    if not spans:
        return inside
    rows = conn.execute(
        """SELECT id, substr(created_at, 1, 10), substr(updated_at, 1, 10) FROM sessions
           WHERE id IN (SELECT value FROM json_each(?))""",
        (json_list(session_ids.tolist()),),
    )
    days = [(span.first.isoformat(), last.isoformat(), share) for span in spans for last, share in _ends(span)]
    lived = {row[0]: (row[1], row[2]) for row in rows}
    for at, session_id in enumerate(session_ids):
        start, end = lived.get(str(session_id), ("9", "0"))
        inside[at] = max(share * (start <= last and end >= first) for first, last, share in days)
    return inside


def _ends(span: Span) -> tuple[tuple[date, float], tuple[date, float]]:
    """Return the last of the days that are told, and of those behind them, with what a session up to there counts."""
    return (span.told, 1.0), (span.last, rank.SOON_AFTER)
