"""Scoring messages and sessions from where the words stand. Numbers in, numbers out: no SQL, no text.

A message is judged by its own words and, at less weight, by those of the three messages before it and the
one after it in the same session: a question and its answer seldom hold all words of what is asked. That
context is put together here from the postings, so no second index has to hold it.

The weights were set on the development half of LoCoMo (benchmarks/locomo.py) by changing one at a time.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

T = TypeVar("T", bound=Hashable)

NEIGHBOURS = {-3: 0.2, -2: 0.5, -1: 0.7, 1: 0.7}  # ids relative to a message -> weight of their words for it
REACH = 24  # ids within which a neighbour is looked for when several sessions are written at once
ALTERNATING = 0.2  # share of messages followed by one of another session from which on sessions are interleaved
WIDENED = 100  # best messages around which more is read then
OWN_WEIGHT = 0.1  # what a word of its own counts more
AUTHOR = 3.0  # in units of idf, for a message by whom the question names
AUTHOR_SHARE = 0.15  # and this share of its other evidence
PARTICIPANT = 4.0
TAKES_PART = 0.2  # for what is found in sessions, by meaning too, in which whom the question names takes part
SAID = 0.1  # among messages: for one by whom the question names
ASKS = 0.12  # and against one that only asks
DATE = 12.0
OF_DATE = 0.3  # of the idf of a word of a date, beside other words: logs are full of days and months
DATED = 2.5  # for a message with words of the question, of the very days that it names, when they have many sessions
DATED_ONLY = 0.5  # and for one of these days without such a word, where the question has any but the date
WEAK_WORD = 0.07  # for each word of the query that is too weak to be searched for
ALL_WORDS = 0.05  # for a message with every word of the query
ALL_WORDS_SHORT = 1.5  # the same for a few words: they are meant together
BEGINNING = 0.6  # of the weight of a word, where it is only the beginning of one
PHRASE = 0.3  # of the idf of two words standing together as they do in the query
POWER = 1.5  # of a lexical score of 0..1: half of the words is less than half of the evidence
SEMANTIC = 0.6  # weight of a cosine beside it
LITERAL = 4.0  # promotion of a text found as typed
LITERAL_ALONE = 5.0  # and for one that is no part of a longer one, more than for three that are
LITERAL_CHATTER = 3.0  # the same for words that a machine has said
LITERAL_NAMED = 0.6  # for a text that names a literal of a longer query
REPEATED = 0.5  # for a long text that another session had already
MORE_CHATTER = 0.2  # for each message of a machine in a session but its best: often is not much
LONG = 4000  # characters of a text from which on it tells less to hold some of the words
TITLED = 0.5  # of a session whose title has all words, at its first message
ORDER = (
    0.4  # for the oldest of what was found, asked for the first, less for what is newer; the other way for the latest
)
OF_KIND = 0.4  # for a message with an item of the kind a question asks for: a decision, a command, what is still open
OF_KIND_ONLY = 2.0  # for the latest of them where the question names no topic beside it, down to half for the oldest
CLOSE = 0.45  # cosine from which on a text is close to a few words; what is below is often chance
TELLS_WHEN = 0.1  # for a message that speaks of time, asked "when"
# Places (from 1) kept for the best by meaning alone, which words would otherwise crowd out.
MESSAGE_SLOTS = frozenset((9, 11, 13, 15, 17, 18, 19, 20))
SESSION_SLOTS = frozenset((6, 9, 12, 15, 18))
SLOTS_IN_DOUBT = SESSION_SLOTS | {4}
FAMILIAR = 0.65  # best score by words below which sessions are weighed by their meaning, too
DOUBT = 12.0  # how much, for all that the best falls short of it
NEAREST = 10.0  # the closest messages of a session count most: by what their cosine times this is the exponent of
LONG_SESSION = 50  # messages from which on a session loses nothing more
TAIL = (0.55, 0.33)  # a session is its best message and these shares of its next two
BY_BEST = 3  # first places for the best messages; from then on the words of the whole session count too
BREADTH = 1.2
BM25_K1, BM25_B = 5.0, 0.75  # over messages: how often a word counts, how much a long session loses
POOL = 450  # best messages by their own words that are scored in full


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where one term stands (ids ascending) and how much it tells (idf)."""

    ids: np.ndarray
    weight: float


def idf(df: int, total: int) -> float:
    """How much a term tells that stands in ``df`` of ``total`` messages."""
    return math.log(1 + (max(total - df, 0) + 0.5) / (df + 0.5))


def pool(evidence: list[Evidence]) -> tuple[np.ndarray, bool]:
    """The ids with the best own words and their neighbours; whether any were left out."""
    ids = np.concatenate([item.ids for item in evidence]) if evidence else np.empty(0, np.int64)
    if not len(ids):
        return ids, False
    weights = np.concatenate([np.full(len(item.ids), item.weight) for item in evidence])
    unique, inverse = np.unique(ids, return_inverse=True)
    cut = len(unique) > POOL
    if cut:
        own = np.bincount(inverse, weights)
        # Of equal messages the newer ones stay.
        best = np.lexsort((unique, own))[-POOL:]
        unique = unique[best]
    around = np.concatenate([unique, *[unique - offset for offset in NEIGHBOURS]])
    return np.unique(around[around > 0]), cut


def holds(ids: np.ndarray, sorted_ids: np.ndarray) -> np.ndarray:
    """For each of ``ids``: does it stand in ``sorted_ids``?"""
    if not len(sorted_ids):
        return np.zeros(len(ids), bool)
    at = np.searchsorted(sorted_ids, ids)
    at[at == len(sorted_ids)] = 0
    return np.asarray(sorted_ids[at] == ids)


def score(
    ids: np.ndarray, session: np.ndarray, evidence: list[Evidence], *, reach: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Score of each message in units of idf, and which have words of their own.

    ``ids`` ascending; ``session`` the number of each one's session; ``reach`` as for :func:`neighbours`.
    """
    total = np.zeros(len(ids))
    own_any = np.zeros(len(ids), bool)
    near = [(at, NEIGHBOURS[offset] * there) for offset, at, there in neighbours(ids, session, reach)]
    for item in evidence:
        own = holds(ids, item.ids)
        seen = own.astype(float)
        for at, weights in near:
            seen += weights * own[at]
        total += item.weight * (2 * seen / (seen + 1) + OWN_WEIGHT * own)
        own_any |= own
    return total, own_any


def neighbours(ids: np.ndarray, session: np.ndarray, reach: int) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """For each offset: the place of every message's neighbour in its session, and whether it is there.

    A neighbour's id is the next one, or at most ``reach`` away where other sessions have written in between.
    """
    order = np.lexsort((ids, session))
    place = np.empty(len(ids), np.int64)
    place[order] = np.arange(len(ids))
    for offset in NEIGHBOURS:
        wanted = place + offset
        at = order[np.clip(wanted, 0, len(ids) - 1)]
        there = (wanted >= 0) & (wanted < len(ids)) & (session[at] == session)
        yield offset, at, there & (np.abs(ids[at] - ids) <= max(reach, abs(offset)))


def interleaved(session_ids: np.ndarray) -> bool:
    """Do messages of several sessions alternate, rather than one session following another?"""
    changes = int((session_ids[1:] != session_ids[:-1]).sum())
    return changes > max(1.5 * len(np.unique(session_ids)), ALTERNATING * len(session_ids))


def widened(ids: np.ndarray, evidence: list[Evidence]) -> np.ndarray:
    """The ids with all that lies within REACH of the best by their own words."""
    own = sum((item.weight * holds(ids, item.ids) for item in evidence), np.zeros(len(ids)))
    best = ids[np.argsort(own, kind="stable")[-WIDENED:]]
    around = (best[:, None] + np.arange(-REACH, REACH // 3 + 1)).ravel()
    return np.union1d(ids, around[around > 0])


def ceiling(evidence: list[Evidence]) -> float:
    """About what a message with every term scores: makes scores of different queries comparable."""
    return max((1 + OWN_WEIGHT) * 1.4 * sum(item.weight for item in evidence), 1e-6)


def fused(lexical: float, cosine: float) -> float:
    """One score from words and meaning."""
    return float(lexical**POWER + SEMANTIC * max(0.0, cosine))


def of_kind(cosine: float, *, by_words: bool) -> float:
    """What an item of the kind that is asked for adds: as much less as a message found by meaning alone is far."""
    return OF_KIND if by_words else OF_KIND * min(1.0, max(0.0, cosine) / CLOSE)


def of_length(characters: int) -> float:
    """What some words of a query tell in a text of this length: in a long one most words stand somewhere."""
    return math.sqrt(LONG / max(characters, LONG))


def with_slots(best: list[T], other: Iterable[T], slots: frozenset[int]) -> list[T]:
    """The list with the first of ``other`` that are not in it yet put into its slots."""
    out: dict[T, None] = {}
    reserve, rest = iter(other), iter(best)
    while True:
        source = reserve if len(out) + 1 in slots else rest
        item = next((x for x in source if x not in out), None)
        if item is None:
            item = next((x for x in rest if x not in out), None)
        if item is None:
            return list(out)
        out[item] = None


def by_age(times: Sequence[str], scores: Sequence[float], *, newest: bool) -> list[float]:
    """What the time of each message adds to its score: ORDER for the oldest (or newest), 0 for the other end of those
    that score half of the best or more; what else was found may be of any time."""
    strong = np.array(scores) >= max(scores, default=0.0) / 2
    told = np.unique(np.array(times)[strong])
    place = np.minimum(np.searchsorted(told, np.array(times)), max(len(told) - 1, 0))
    share = place / max(1, len(told) - 1)
    return [float(value) for value in ORDER * (share if newest else 1 - share)]


def session_scores(order: list[tuple[int, str, float]]) -> dict[str, float]:
    """Messages best first as (id, conversation, score) -> score of each conversation, best first."""
    scores: dict[str, float] = {}
    seen: dict[str, int] = {}
    for _, conversation, value in order:
        count = seen.get(conversation, 0)
        if count == 0:
            scores[conversation] = value
        elif count <= len(TAIL):
            scores[conversation] += TAIL[count - 1] * value
        seen[conversation] = count + 1
    return dict(sorted(scores.items(), key=lambda pair: -pair[1]))


def doubt(best: float) -> float:
    """How much the meaning of whole sessions weighs where this is the best score by words. Where no message comes near
    to all of the words, what is meant was said in others, and a few of the words may stand anywhere."""
    return DOUBT * max(0.0, FAMILIAR - best)


def nearness(cosines: Sequence[float], messages: int) -> float:
    """How close a session is to a question, from the cosines of its closest messages and the number of all."""
    total = float(np.exp(NEAREST * np.array([*cosines] or [0.0])).sum())
    return (math.log(total) - 0.5 * math.log(min(max(messages, 1), LONG_SESSION))) / NEAREST


def breadth(standing: list[np.ndarray], sessions: Sequence[tuple[int, int, int]]) -> list[float]:
    """How much of each session speaks about the words of a query: bm25 with the session as the document.

    ``standing``: for each word the ids of the messages that hold it, ascending. ``sessions``: first id, last id and
    number of messages of each; where others have written in between, their share of what stands there is taken off.
    """
    if not sessions:
        return []
    first, last, messages = np.array(sessions, np.int64).T
    share = messages / np.maximum(last - first + 1, messages)
    length = 1 - BM25_B + BM25_B * messages / np.mean(messages)
    total = np.zeros(len(sessions))
    for ids in standing:
        count = share * (np.searchsorted(ids, last, "right") - np.searchsorted(ids, first))
        total += idf(int(np.count_nonzero(count)), len(sessions)) * count / (count + BM25_K1 * length)
    return [float(value) for value in total]
