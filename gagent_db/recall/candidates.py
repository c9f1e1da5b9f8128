"""Turn a parsed query into ranked messages, by literal, words and meaning, in that order, each within limits.

Finding a literal does not end the search: it is only promoted. Everything else is one list ordered by one score
(words in their context + cosine), so a question with one wrong word still has an answer.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from . import dated, dates, kinds, lexical, pasted, rank, titles, words
from .evidence import all_words, gather
from .first_latest import names_order
from .literals import shown_literals
from .look import Look, Words
from .ordering import Ranked, in_time_order, ranked, unranked
from .pasted import Pasted
from .query import Query, Term

if TYPE_CHECKING:
    from .semantic import Semantic

SEMANTIC_FINALISTS = 100
KEPT = 20  # messages closest in meaning that are read whatever their score
LEAST_COSINE = 0.15  # below this two texts have nothing to do with each other
FEW_TERMS = 4  # up to this many words, unless it is a question, are meant together


@dataclass(slots=True)
class Found:
    """Ranked messages, best first, and what a reader should know about how they were found."""

    messages: list[Ranked] = field(default_factory=list)
    mode: str = "lexical"
    expression: str | None = None  # what to highlight and count, as an FTS5 expression
    literals: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)  # words looked for, to be marked inside other words too
    question: str = ""
    meaning: Semantic | None = None
    by_meaning: dict[int, float] = field(default_factory=dict)  # cosines, closest first: ranks are reserved for these
    doubt: float = 0.0  # how much the meaning of whole sessions weighs
    standing: list[np.ndarray] = field(default_factory=list)  # for each informative word, ids of messages that have it
    together: bool = False  # the words are meant together: the hits of a session should have all that it has
    behind: list[Ranked] = field(default_factory=list)  # best messages of crowded-out sessions, for the last pages
    named: frozenset[str] = frozenset()  # sessions whose title the query is
    items: kinds.Items = field(default_factory=kinds.Items)  # of the kind the question asks for
    truncated: bool = False


def find(look: Look, *, mode: str, meaning: Semantic | None) -> Found:
    """Return the messages in this scope that may answer the query, best first."""
    if look.ranges is not None and not len(look.ranges):
        return Found(mode="relaxed" if mode == "auto" else mode)
    typed = pasted.whole(look, mode)
    if mode == "exact":
        return _exact_only(look, typed)
    wanted = kinds.wanted(look.query, look.places) if mode in ("auto", "hybrid") else None
    if wanted and wanted.alone and (found := _of_no_topic(look, wanted.kind, typed, mode)):
        return found
    enough = bool(typed.ids) and look.query.looks_literal and mode == "auto"
    typed = typed if typed.ids else pasted.parts(look, mode)
    lexis = Words() if mode == "semantic" else all_words(look) if enough else gather(look)
    if not typed.text:
        typed = pasted.cut_off(look, mode, lexis) or typed
    near = meaning if not enough and _has_meaning(look, lexis, mode) else None
    cosines = _cosines(near, look, lexis, mode) if near else {}
    scores = _scores(look, lexis, cosines, typed)
    named = titles.add_titled(look, lexis, scores, whole_only=enough) if mode != "semantic" else {}
    scores.update({message_id: 0.0 for message_id in typed.ids if message_id not in scores})
    by_meaning = near.distinct(cosines) if near else {}
    of_days = dated.among(look, lexis.dated, scores) if lexis.dated else []
    raised = {i: rank.DATED if i in lexis.own or not lexis.topical else rank.DATED_ONLY for i in of_days}
    items = kinds.among(look, wanted.kind, lexis, cosines) if wanted else kinds.Items()
    for message_id, value in items.raised.items():
        raised[message_id] = raised.get(message_id, 0.0) + value
        if message_id not in scores:  # it follows a message that contains the words
            scores[message_id] = 0.0
            lexis.own.add(message_id)
    by_meaning = dict(sorted(by_meaning.items(), key=lambda item: item[0] not in raised))
    messages = ranked(look, scores, lexis, typed, [*named, *itertools.islice(by_meaning, KEPT)], raised)
    if look.query.short:
        messages = [message for message in messages if not message.beside]
    found = _found(look, messages, lexis, typed, near, by_meaning, mode)
    found.items = items
    if named:  # by its title: there is no doubt which session is meant
        found.named, found.doubt = frozenset(named.values()), 0.0
    return found


def _of_no_topic(look: Look, kind: str, typed: Pasted, mode: str) -> Found | None:
    """Answer a question that asks only for items of a kind or only for a time; None where its words matter.

    Where nothing was said at that time, only messages that name the date answer (a deadline). Text that asks nothing
    and was found as typed, or that holds a date, is a search for these words.
    """
    text = look.query.text
    times = dates.understood(text)
    asks = words.asks(text) or not text.isascii()  # without spaces between words, a question may begin with any
    if kind == kinds.SAID and typed.ids and (times.dates or not asks):
        return None
    if (latest := kinds.latest(look, kind)).raised:
        return _of_kind(look, latest, mode)
    if not times.bounded:
        return None
    date_named = _any_of([Term(text, "phrase") for date in times.dates for text in dates.written(date)])
    ids = lexical.matching_anywhere(look, date_named, lexical.STRICT) if date_named else []
    return Found(unranked(look, ids), "relaxed" if mode == "auto" else mode, date_named, truncated=look.clock.hit)


def _of_kind(look: Look, items: kinds.Items, mode: str) -> Found:
    """Return the messages with the latest items of a kind: the words of the question only ask for them."""
    lexis = Words(own=set(items.raised))
    messages = ranked(look, dict.fromkeys(items.raised, 0.0), lexis, Pasted(), raised=items.raised)
    cut = look.clock.hit or len(items.raised) >= kinds.LATEST
    return Found(messages, "lexical" if mode == "auto" else mode, items=items, truncated=cut)


def _exact_only(look: Look, typed: Pasted) -> Found:
    """Return only the messages that contain the text as typed."""
    messages = ranked(look, dict.fromkeys(typed.ids, 1.0), Words(), typed)
    cut = look.clock.hit or len(typed.ids) >= lexical.EXACT
    return Found(messages, "exact", literals=_marked(look.query, typed), truncated=cut)


def _has_meaning(look: Look, lexis: Words, mode: str) -> bool:
    """Whether to search by meaning: not with operators, nor for a single word that was found."""
    query = look.query
    plain = len(query.terms) == 1 and bool(lexis.own) and mode == "auto"
    return bool(query.terms) and mode != "lexical" and not query.boolean and not plain


def _meant_together(query: Query) -> bool:
    """Whether the words are to stand together; not where age counts, as the latest may be told in other words."""
    return not query.question and len(query.terms) <= FEW_TERMS and not names_order(query.text)


def _cosines(meaning: Semantic, look: Look, lexis: Words, mode: str) -> dict[int, float]:
    """Return the cosines of the closest messages, above a minimum, and of all messages that have the words."""
    few = look.query.short or (_meant_together(look.query) and bool(lexis.strict))
    least = rank.CLOSE if few and mode != "semantic" else LEAST_COSINE
    named = set(lexis.authored)
    kept = [word for word in look.query.text.split() if not named.intersection(words.words(word))]
    text = " ".join(kept) or look.query.text
    cosines = meaning.nearest(text, SEMANTIC_FINALISTS, look.ranges)
    cosines.update(meaning.cosines(text, [i for i in lexis.scores if i not in cosines]))
    return {i: value for i, value in cosines.items() if value >= least or i in lexis.scores}


def _scores(look: Look, lexis: Words, cosines: dict[int, float], typed: Pasted) -> dict[int, float]:
    """Return one score for each message from its words and its meaning, with a bonus for all of the words."""
    ids = lexis.scores.keys() | cosines.keys()
    scores = {i: rank.fused(lexis.scores.get(i, 0.0), cosines.get(i, 0.0)) for i in ids}
    bonus = rank.ALL_WORDS_SHORT if _meant_together(look.query) else rank.ALL_WORDS
    for message_id in {*lexis.strict, *(typed.ids if typed.whole else ())}:
        scores[message_id] = scores.get(message_id, 0.3) + bonus
    return scores


def _found(
    look: Look,
    messages: list[Ranked],
    lexis: Words,
    typed: Pasted,
    meaning: Semantic | None,
    by_meaning: dict[int, float],
    mode: str,
) -> Found:
    """Return the ranked messages with what a reader should know about how they were found."""
    query = look.query
    crowded = query.question or not lexis.strict
    unsure = crowded and bool(by_meaning) and not typed.ids and not (_meant_together(query) and lexis.unknown)
    return Found(
        messages,
        _mode(messages, lexis, look, mode),
        expression=query.boolean or _any_of([*(lexis.terms or query.terms), *map(Term, lexis.instead)]),
        literals=_marked(query, typed),
        words=[term.text for term in lexis.terms if len(term.text) > 2] + lexis.instead,
        question=query.text if meaning else "",
        meaning=meaning,
        by_meaning=by_meaning if crowded else {},
        doubt=rank.doubt(max(lexis.scores.values(), default=0.0)) if unsure else 0.0,
        standing=lexis.standing if crowded else [],
        together=crowded and _meant_together(query),
        behind=unranked(look, lexis.apart),
        truncated=look.clock.hit or lexis.truncated,
    )


def _any_of(terms: Iterable[Term]) -> str | None:
    return " OR ".join(term.match for term in terms) or None


def _marked(query: Query, typed: Pasted) -> list[str]:
    """Return the literals to highlight."""
    return [typed.text] if typed.text and typed.exact else [*query.literals, *shown_literals(query.text)]


def sorted_by_time(look: Look, *, newest: bool, limit: int, mode: str) -> Found:
    """Return matches in the order of time: of the literal if it is found, else of all words, else of any of them.

    Plain words are not looked for as a literal, unless ``mode`` is exact.
    """
    query = look.query
    asked = kinds.wanted(query, look.places) if mode in ("auto", "hybrid") else None
    if asked and asked.alone and (items := kinds.latest(look, asked.kind)).raised:
        found = _in_time_order(look, list(items.raised), Pasted(), "lexical", newest=newest, limit=limit)
        found.items = items
        return found
    if query.looks_literal or mode == "exact" or not query.strict:
        typed = pasted.whole(look, mode)
        if typed.ids:
            return _in_time_order(look, list(typed.ids), typed, "exact", newest=newest, limit=limit)
    any_word = _any_of(query.terms)
    for name, expression in (("lexical", query.strict), ("lexical", query.begun), ("relaxed", any_word)):
        if not expression:
            continue
        wanted = f"({expression}) NOT ({query.exclusion})" if query.exclusion else expression
        ids = lexical.matching_anywhere(look, wanted, limit, newest=newest, seconds=lexical.BUDGET)
        if ids:
            found = _in_time_order(look, ids, Pasted(), name, newest=newest, limit=limit)
            found.expression = expression
            return found
    return Found(literals=_marked(query, Pasted()))


def _in_time_order(look: Look, ids: list[int], typed: Pasted, mode: str, *, newest: bool, limit: int) -> Found:
    messages = in_time_order(look, ids, "exact" if mode == "exact" else "lexical", newest=newest)
    cut = look.clock.hit or len(ids) >= limit
    return Found(messages, mode, literals=_marked(look.query, typed), truncated=cut)


def _mode(messages: list[Ranked], lexis: Words, look: Look, asked: str) -> str:
    """Return the mode to report: the one asked for, or for auto, how the best message was found."""
    if asked in ("semantic", "hybrid"):
        return asked
    if not messages:
        return "relaxed" if asked == "auto" else asked
    if messages[0].matched == "exact":
        return "exact"
    if lexis.strict or look.query.boolean or (len(look.query.terms) == 1 and lexis.standing and not lexis.replaced):
        return "lexical"
    if not lexis.own:
        return "semantic"
    return "hybrid" if messages[0].matched == "semantic" else "relaxed"
