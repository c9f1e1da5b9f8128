"""The last ordering: the best candidates are read, and what they say and who says it moves them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from ..machine_text import TYPES, is_automatic
from ..sql_json import json_list
from . import rank, words
from .evidence import Look, Words
from .first_latest import asks_first, asks_latest, begins_with_order
from .pasted import Pasted

FINALISTS = 120  # messages that are read
WEAK_REACH = 500  # characters of a message in which weak words are looked for
LONG_TEXT = 120  # characters from which the same text in another session is a repetition

CHATTERING = frozenset(("cron", "automation", "scheduler", "heartbeat", "system", "kanban", "monitor"))
LEAST_HUMAN = 0.75  # what is less human is machinery, tools aside

# Session, role, time, text, type of the text, channel and key of a message.
_Row = tuple[str, str, str, str, str, str, str]


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
class _Reading:
    """What one query makes of the messages that are read, in order, best candidates first."""

    look: Look
    lexis: Words
    pasted: Pasted
    said: set[int]  # messages by whom the query names
    taking_part: set[str]  # and the sessions they stand in
    weak: frozenset[str]  # words of a question too weak to be searched for
    literals: list[str]
    speaks_of_time: bool
    lengths: dict[int, int]  # of the texts
    chatter: set[int] = field(default_factory=set)  # messages of machines
    chattering: set[str] = field(default_factory=set)  # sessions in which a machine has been shown
    told: dict[str, str] = field(default_factory=dict)  # a long text -> the session that told it first
    repeated: set[int] = field(default_factory=set)  # messages with such a text in another session

    @classmethod
    def of(cls, look: Look, lexis: Words, pasted: Pasted, rows: dict[int, _Row]) -> _Reading:
        text = look.query.text
        said = _said(list(rows), lexis)
        weak = words.WEAK.intersection(words.words(text)) if look.query.question else frozenset[str]()
        literals = [literal.lower() for literal in look.query.literals]
        taking_part = {rows[message_id][0] for message_id in said}
        lengths = {message_id: len(row[3]) for message_id, row in rows.items() if message_id not in lexis.strict}
        return cls(look, lexis, pasted, said, taking_part, weak, literals, words.asks_when(text), lengths)

    def ranked(self, message_id: int, row: _Row, score: float) -> Ranked | None:
        """A message by what it says; None where it says what a machine has said in another session."""
        session_id, role, created_at, content, *_ = row
        value = self._weighed(message_id, row, score)
        if value is None:
            return None
        value += _dense(content, self.lexis) + self._told(content) + rank.TAKES_PART * (session_id in self.taking_part)
        only_asks = self.look.query.question and words.only_asks(content)
        answers = rank.SAID * (message_id in self.said) - rank.ASKS * only_asks
        matched, beside = self._matched(message_id)
        return Ranked(message_id, session_id, role, created_at, content, value, matched, beside, answers)

    def _weighed(self, message_id: int, row: _Row, score: float) -> float | None:
        """The score, less of it for machine chatter and for a text that another session had already."""
        session_id, role, _, content, content_type, channel, key = row
        human = _human(role=role, content=content, content_type=content_type, channel=channel, key=key)
        if message_id not in self._spared:
            score *= human * (rank.MORE_CHATTER if session_id in self.chattering else 1.0)
            if human < LEAST_HUMAN:
                self.chatter.add(message_id)
                self.chattering.add(session_id)
            score *= self._tells(message_id)
        if len(content) >= LONG_TEXT and self.told.setdefault(content, session_id) != session_id:
            self.repeated.add(message_id)
            return score * rank.REPEATED if human >= 1 else None
        return score

    def _tells(self, message_id: int) -> float:
        """How much it tells to hold words of the query, for a message or the neighbours from which it has them."""
        own = self.lexis.own
        if message_id in own or message_id not in self.lexis.scores:
            near = [message_id]
        else:
            near = [message_id + offset for offset in rank.NEIGHBOURS if message_id + offset in own]
        return max((rank.of_length(self.lengths.get(i, 0)) for i in near), default=1.0)

    @property
    def _spared(self) -> Sequence[int]:
        """Messages that are no chatter even if a machine wrote them: a log may be what was looked for."""
        return self.pasted.ids if self.look.query.looks_literal or self.literals else ()

    def _told(self, content: str) -> float:
        """What the text itself adds: weak words of the question, literals in it, a time where one is asked for."""
        value = 0.0
        if self.weak:
            value += rank.WEAK_WORD * len(self.weak.intersection(words.words(content[:WEAK_REACH])))
        if self.literals and any(literal in content.lower() for literal in self.literals):
            value += rank.LITERAL_NAMED
        if self.speaks_of_time and words.tells_when(content):
            value += rank.TELLS_WHEN
        return value

    def _matched(self, message_id: int) -> tuple[str, bool]:
        """How a message was found, and whether by the words of its neighbours only."""
        exact = self.pasted.exact and message_id in self.pasted.ids
        beside = message_id in self.lexis.scores and message_id not in self.lexis.own and not exact
        by_words = beside or message_id in self.lexis.own or message_id in self.pasted.ids
        return "exact" if exact else "lexical" if by_words else "semantic", beside


def ranked(
    look: Look,
    scores: dict[int, float],
    lexis: Words,
    pasted: Pasted,
    kept: Iterable[int] = (),
    raised: Mapping[int, float] = MappingProxyType({}),
) -> list[Ranked]:
    """The best messages that the scope allows, machine chatter put back, best first. ``kept`` are read whatever
    their score; ``raised`` is what the time of a message adds."""
    first = {i: score + rank.LITERAL * (i in pasted.ids) + raised.get(i, 0.0) for i, score in scores.items()}
    best = list(dict.fromkeys([*sorted(first, key=lambda i: (-first[i], -i))[:FINALISTS], *kept]))
    rows = _rows(look, best)
    rows = {i: rows[i] for i in best if i in rows}
    reading = _Reading.of(look, lexis, pasted, rows)
    unwanted = _unwanted(look, best)
    found = [reading.ranked(i, row, scores[i]) for i, row in rows.items() if i not in unwanted]
    messages = [message for message in found if message is not None]
    _raise_pasted(messages, reading)
    _raise_dated(messages, raised)
    if look.query.exclusion:  # what stands beside an excluded message was found by its words
        messages = [message for message in messages if not message.beside]
    if look.query.question or (not look.query.short and begins_with_order(look.query.text)):
        _raise_by_age(messages, look.query.text)
    return sorted(messages, key=lambda item: (item.value, item.created_at, item.message_id), reverse=True)


def unranked(look: Look, ids: list[int]) -> list[Ranked]:
    """Those of the messages that the scope allows, in their order."""
    rows, unwanted = _rows(look, ids) if ids else {}, _unwanted(look, ids)
    return [Ranked(i, *rows[i][:4], 0.0, "lexical") for i in ids if i in rows and i not in unwanted]


def in_time_order(look: Look, ids: list[int], matched: str, *, newest: bool) -> list[Ranked]:
    """Those of the messages that the scope allows, by their time."""
    messages = [Ranked(i, *row[:4], 1.0, matched) for i, row in _rows(look, ids).items()]
    return sorted(messages, key=lambda item: (item.created_at, item.message_id), reverse=newest)


def _raise_pasted(messages: list[Ranked], reading: _Reading) -> None:
    """What holds the query as it was typed comes first, what machines say so behind what people do.

    A path in a question, or words, are a part of what is meant: of the sessions that hold them, the one that answers
    the rest comes first, not the one that repeats them most often, nor one that only repeats another. So of each
    session only its best message counts for it.
    """
    pasted = reading.pasted
    all_count = reading.look.query.looks_literal and pasted.text is not None
    raised: set[str] = set()
    for message in sorted(messages, key=lambda item: (-item.value, -item.message_id)):
        typed = pasted.holds(message.content)
        if not (typed or message.message_id in pasted.ids) or (
            message.message_id in reading.repeated and not all_count
        ):
            continue
        if typed and pasted.exact:
            message.matched = "exact"
        value = rank.LITERAL_CHATTER if message.message_id in reading.chatter else rank.LITERAL
        if all_count and message.session_id not in raised and pasted.by_itself(message.content):
            value += rank.LITERAL_ALONE
        if all_count or message.session_id not in raised:
            message.score += value
        else:
            message.answers += value
        raised.add(message.session_id)
        message.beside = False


def _raise_dated(messages: list[Ranked], raised: Mapping[int, float]) -> None:
    """Raise the messages of a named time, each session once: how much was said then tells nothing."""
    seen: set[str] = set()
    for message in sorted(messages, key=lambda item: -item.value - raised.get(item.message_id, 0.0)):
        value = raised.get(message.message_id, 0.0)
        if value and message.session_id not in seen:
            message.score += value
            seen.add(message.session_id)
        else:
            message.answers += value


def _raise_by_age(ranked: list[Ranked], question: str) -> None:
    """Raise the oldest messages where the question asks for the first of something, the newest for the latest."""
    first, latest = asks_first(question), asks_latest(question)
    if first != latest:
        times, scores = [item.created_at for item in ranked], [item.score for item in ranked]
        values = rank.by_age(times, scores, newest=latest)
        for item, value in zip(ranked, values, strict=True):
            item.score += value


def _human(*, role: str, content: str, content_type: str, channel: str, key: str | None) -> float:
    """1 for what people and agents say, less for what machinery says."""
    value = 1.0
    if channel in CHATTERING or (key or "").startswith("cron"):
        value *= 0.7
    if content_type in TYPES or is_automatic(content):
        value *= 0.6
    if role == "system":
        value *= 0.6
    elif role == "tool":
        value *= 0.9
    return value


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
