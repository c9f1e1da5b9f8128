"""Score messages and sessions from where the words occur. Numbers in, numbers out: no SQL, no text.

A message is scored by its own words and, with less weight, by those of the three messages before it and the
one after it in the same session: a single message seldom has all words of a question. This context is computed
here from the postings, so no second index is needed for it.

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
ALTERNATING = 0.2  # sessions are interleaved when this share of messages is followed by one of another session
WIDENED = 100  # best messages around which more is read when sessions are interleaved
OWN_WEIGHT = 0.1  # added weight of a word in the message itself
UNKNOWN = 1.5  # factor on the idf of a word without a vector of its own (DFG): meaning cannot make up for it
AUTHOR = 3.0  # added (in units of idf) to a message by someone whom the question names
AUTHOR_SHARE = 0.15  # and this share of its other evidence
PARTICIPANT = 4.0  # added (in units of idf) to every message of a session in which this person takes part
PLACE = 5.0  # added (in units of idf), at least, to every message of a project or channel that the question names
TAKES_PART = 0.2  # added to a message, also one found by meaning, of a session of this person or of this place
SAID = 0.1  # added to a single message by someone whom the question names
ASKS = 0.12  # taken from a single message that only asks
DATE = 12.0  # added (in units of idf) to a message of a session within the dates that the question names
SOON_AFTER = 0.9  # share of that for a session of the days behind them, at which they may be told of
OF_DATE = 0.3  # factor on the idf of a word of a date, beside other words: logs are full of days and months
DATED = 2.5  # added to a message with words of the question, of the very days it names, when these have many sessions
DATED_ONLY = 0.5  # added to one of these days without such a word, where the question has any but the date
WEAK_WORD = 0.07  # added for each word of the query that is too weak to be searched for
ALL_WORDS = 0.05  # added to a message with every word of the query
ALL_WORDS_SHORT = 1.5  # the same for a query of a few words: they are meant together
BEGINNING = 0.6  # factor on the weight of a word that occurs only as the beginning of another
PHRASE = 0.3  # factor on the idf of two words that stand side by side as they do in the query
POWER = 1.5  # exponent of a lexical score of 0..1: half of the words is less than half of the evidence
SEMANTIC = 0.6  # weight of a cosine beside it
LITERAL = 4.0  # added to a text found as typed
LITERAL_ALONE = 5.0  # the same where it is not part of a longer literal: more than for three that are
LITERAL_CHATTER = 3.0  # the same for text that a machine has written
LITERAL_NAMED = 0.6  # added to a text that contains a literal of a longer query
REPEATED = 0.5  # factor for a long text that another session had already
MORE_CHATTER = 0.2  # factor for the machine messages of a session behind its best one: many mean little
LONG = 4000  # characters from which on some of the words in a text tell less
TITLED = 0.5  # score of the first message of a session whose title has all words
WHOLE_TITLE = 2.0  # added to the best message of a session whose title the query is: more than for all of the words
BY_TITLE = 2  # the best of these sessions has at least this place
ORDER = 0.4  # added to the oldest match when the first is asked for, less to newer ones; reversed for the latest
OF_KIND = 0.4  # added to a message with an item of the kind a question asks for: a decision, a command, an open item
OF_KIND_ONLY = 2.0  # the same for the latest item where the question names no topic, down to half for the oldest
CLOSE = 0.45  # cosine from which on a text is close to a few words; anything below is often chance
TELLS_WHEN = 0.1  # added to a message that speaks of a time, for a question "when"
# Ranks (from 1) reserved for the best by meaning alone, which words would otherwise crowd out.
MESSAGE_SLOTS = frozenset((9, 11, 13, 15, 17, 18, 19, 20))
SESSION_SLOTS = frozenset((6, 9, 12, 15, 18))
SLOTS_IN_DOUBT = SESSION_SLOTS | {4}
FAMILIAR = 0.65  # when the best score by words is below this, sessions are weighed by their meaning, too
DOUBT = 12.0  # weight of that meaning for each unit by which the best score falls short
NEAREST = 10.0  # a message counts for its session as exp(NEAREST * cosine), so the closest ones count most
LONG_SESSION = 50  # number of messages beyond which a longer session is penalized no further
TAIL = (0.55, 0.33)  # a session scores as its best message plus these shares of its next two
BY_BEST = 3  # first ranks given to the best messages; behind them the words of the whole session count too
BREADTH = 1.2  # weight of those words
BM25_K1, BM25_B = 5.0, 0.75  # bm25 over sessions: saturation of repeated words, penalty for long sessions
POOL = 450  # best messages by their own words that are scored in full


@dataclass(frozen=True, slots=True)
class Evidence:
    """Ids of the messages that contain a term, ascending, and how informative it is (idf)."""

    ids: np.ndarray
    weight: float


def idf(df: int, total: int) -> float:
    """Return the inverse document frequency of a term that occurs in ``df`` of ``total`` messages."""
    return math.log(1 + (max(total - df, 0) + 0.5) / (df + 0.5))


def pool(evidence: list[Evidence]) -> tuple[np.ndarray, bool]:
    """Return the best ids by their own words with their neighbours, ascending, and whether any were left out."""
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
    """Return for each of ``ids`` whether it is in ``sorted_ids``."""
    if not len(sorted_ids):
        return np.zeros(len(ids), bool)
    at = np.searchsorted(sorted_ids, ids)
    at[at == len(sorted_ids)] = 0
    return np.asarray(sorted_ids[at] == ids)


def score(
    ids: np.ndarray, session: np.ndarray, evidence: list[Evidence], *, reach: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Return the score of each message in units of idf, and whether it has any of the words itself.

    ``ids`` are ascending; ``session`` numbers the session of each; ``reach`` is as for :func:`neighbours`.
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
    """Yield for each offset: the offset, the index of every message's neighbour in its session, whether there is one.

    A neighbour is as many ids away as the offset says, or at most ``reach`` where other sessions wrote in between.
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
    """Whether messages of several sessions alternate, rather than one session following another."""
    changes = int((session_ids[1:] != session_ids[:-1]).sum())
    return changes > max(1.5 * len(np.unique(session_ids)), ALTERNATING * len(session_ids))


def widened(ids: np.ndarray, evidence: list[Evidence]) -> np.ndarray:
    """Return the ids with those around the best of them by their own words: REACH before, a third of it after."""
    own = sum((item.weight * holds(ids, item.ids) for item in evidence), np.zeros(len(ids)))
    best = ids[np.argsort(own, kind="stable")[-WIDENED:]]
    around = (best[:, None] + np.arange(-REACH, REACH // 3 + 1)).ravel()
    return np.union1d(ids, around[around > 0])


def ceiling(evidence: list[Evidence]) -> float:
    """Return about what a message with every term scores. Divided by it, scores of different queries compare."""
    return max((1 + OWN_WEIGHT) * 1.4 * sum(item.weight for item in evidence), 1e-6)


def fused(lexical: float, cosine: float) -> float:
    """Return one score from words and meaning."""
    return float(lexical**POWER + SEMANTIC * max(0.0, cosine))


def of_kind(cosine: float, *, by_words: bool) -> float:
    """Return what an item of the wanted kind adds to its message: less, by its cosine, if found by meaning alone."""
    return OF_KIND if by_words else OF_KIND * min(1.0, max(0.0, cosine) / CLOSE)


def of_length(characters: int) -> float:
    """Return a factor for a text that has only some of the words: below 1 for a long one, which has most words."""
    return math.sqrt(LONG / max(characters, LONG))


def with_slots(best: list[T], other: Iterable[T], slots: frozenset[int]) -> list[T]:
    """Return ``best`` without repeats, its ranks in ``slots`` given to the first of ``other`` not yet listed."""
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
    """Return what the time of each message adds to its score: ORDER for the oldest (or newest), 0 at the other end.

    The ends are those of the messages that score half of the best or more; weaker ones may be of any time.
    """
    strong = np.array(scores) >= max(scores, default=0.0) / 2
    scale = np.unique(np.array(times)[strong])
    place = np.minimum(np.searchsorted(scale, np.array(times)), max(len(scale) - 1, 0))
    share = place / max(1, len(scale) - 1)
    return [float(value) for value in ORDER * (share if newest else 1 - share)]


def session_scores(order: list[tuple[int, str, float]]) -> dict[str, float]:
    """Return the score of each conversation, best first, from messages (id, conversation, score), best first."""
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
    """Return how much the meaning of whole sessions weighs when ``best`` is the best score by words.

    Where no message has nearly all of the words, what is meant was probably said in other words, and a message with a
    few of them may be about anything.
    """
    return DOUBT * max(0.0, FAMILIAR - best)


def nearness(cosines: Sequence[float], messages: int) -> float:
    """Return how close a session is to a question, from the cosines of its closest messages and the number of all."""
    total = float(np.exp(NEAREST * np.array([*cosines] or [0.0])).sum())
    return (math.log(total) - 0.5 * math.log(min(max(messages, 1), LONG_SESSION))) / NEAREST


def breadth(standing: list[np.ndarray], sessions: Sequence[tuple[int, int, int]]) -> list[float]:
    """Return how much of each session is about the words of a query: bm25 with the session as the document.

    ``standing`` has for each word the ids of the messages that contain it, ascending; ``sessions`` has the first id,
    the last id and the number of messages of each. Where other sessions wrote in between, their share is taken off.
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
