"""Read the best candidates and order them for the last time, by what they say and who says it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from ..machine_text import TYPES, is_automatic
from ..sql_json import json_list
from . import rank, words
from .first_latest import asks_first, asks_latest, names_order
from .look import Look, Words
from .pasted import Pasted

FINALISTS = 120  # messages that are read
WEAK_REACH = 500  # characters of a message in which weak words are looked for
LONG_TEXT = 120  # the same text of at least this many characters in another session is a repetition

CHATTERING = frozenset(("cron", "automation", "scheduler", "heartbeat", "system", "kanban", "monitor"))
LEAST_HUMAN = 0.75  # a message below this in `_human` is machine chatter; the output of a tool is not
LEAST_SPOKEN = 0.61  # what is less is a program's own text, and not just said in a channel of programs

# Session, role, time, text, type of the text, channel and key of a message.
_Row = tuple[str, str, str, str, str, str, str]


@dataclass(slots=True)
class Ranked:
    """A message with its score and how it was found."""

    message_id: int
    session_id: str
    role: str
    created_at: str
    content: str
    score: float  # what it counts for its session
    matched: str  # exact | lexical | semantic
    beside: bool = False  # found only by the words of its neighbours
    answers: float = 0.0  # counts only among messages: one that just asks shows the topic of its session, not an answer

    @property
    def value(self) -> float:
        """What the message is worth among messages."""
        return self.score + self.answers


@dataclass(slots=True)
class _Reading:
    """What is known while the messages found for one query are read, best candidates first."""

    look: Look
    lexis: Words
    pasted: Pasted
    said: set[int]  # messages by people whom the query names
    taking_part: set[str]  # the sessions of these messages, and those of places that the query names
    weak: frozenset[str]  # words of a question that are too weak to be searched for
    literals: list[str]
    asks_when: bool
    lengths: dict[int, int]  # of the texts, except those with all words
    chatter: set[int] = field(default_factory=set)  # messages by machines
    chattering: set[str] = field(default_factory=set)  # sessions with a machine message among those read so far
    first_told: dict[str, str] = field(default_factory=dict)  # a long text -> the first session read that has it
    repeated: set[int] = field(default_factory=set)  # messages with a text that another session had first

    @classmethod
    def of(cls, look: Look, lexis: Words, pasted: Pasted, rows: dict[int, _Row]) -> _Reading:
        text = look.query.text
        said = _said(list(rows), lexis)
        weak = words.WEAK.intersection(words.words(text)) if look.query.question else frozenset[str]()
        literals = [literal.lower() for literal in look.query.literals]
        sessions = np.array([row[0] for row in rows.values()])
        there = sessions[look.places.hold(look.conn, sessions)]
        taking_part = {*(rows[message_id][0] for message_id in said), *there.tolist()}
        lengths = {message_id: len(row[3]) for message_id, row in rows.items() if message_id not in lexis.strict}
        return cls(look, lexis, pasted, said, taking_part, weak, literals, words.asks_when(text), lengths)

    def ranked(self, message_id: int, row: _Row, score: float) -> Ranked | None:
        """Return a message scored by what it says; None for machine text that another session had already."""
        session_id, role, created_at, content, *_ = row
        value = self._weighed(message_id, row, score)
        if value is None:
            return None
        value += _dense(content, self.lexis) + self._by_text(content)
        value += rank.TAKES_PART * (session_id in self.taking_part)
        only_asks = self.look.query.question and words.only_asks(content)
        answers = rank.SAID * (message_id in self.said) - rank.ASKS * only_asks
        matched, beside = self._matched(message_id)
        return Ranked(message_id, session_id, role, created_at, content, value, matched, beside, answers)

    def _weighed(self, message_id: int, row: _Row, score: float) -> float | None:
        """Return the score, lowered for machine chatter and for a text that another session had already; or None."""
        session_id, role, _, content, content_type, channel, key = row
        human = _human(role=role, content=content, content_type=content_type, channel=channel, key=key)
        if message_id not in self._spared:
            if not (message_id in self.lexis.expected and human > LEAST_SPOKEN):
                score *= human
                if human < LEAST_HUMAN:
                    score *= rank.MORE_CHATTER if session_id in self.chattering else 1.0
                    self.chatter.add(message_id)
                    self.chattering.add(session_id)
            score *= self._tells(message_id)
        if len(content) >= LONG_TEXT and self.first_told.setdefault(content, session_id) != session_id:
            self.repeated.add(message_id)
            return score * rank.REPEATED if human >= 1 else None
        return score

    def _tells(self, message_id: int) -> float:
        """Return how much the words of a message count by the length of its text, or of the neighbours with them."""
        own = self.lexis.own
        if message_id in own or message_id not in self.lexis.scores:
            near = [message_id]
        else:
            near = [message_id + offset for offset in rank.NEIGHBOURS if message_id + offset in own]
        return max((rank.of_length(self.lengths.get(i, 0)) for i in near), default=1.0)

    @property
    def _spared(self) -> Sequence[int]:
        """Messages that are not chatter even if a machine wrote them: a log may be what was looked for."""
        return self.pasted.ids if self.look.query.looks_literal or self.literals else ()

    def _by_text(self, content: str) -> float:
        """Return what a text adds: for weak words of the question, its literals, and a time where it asks for one."""
        value = 0.0
        if self.weak:
            value += rank.WEAK_WORD * len(self.weak.intersection(words.words(content[:WEAK_REACH])))
        if self.literals and any(literal in content.lower() for literal in self.literals):
            value += rank.LITERAL_NAMED
        if self.asks_when and words.tells_when(content):
            value += rank.TELLS_WHEN
        return value

    def _matched(self, message_id: int) -> tuple[str, bool]:
        """Return how a message was found, and whether it was only by the words of its neighbours."""
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
    """Return the best messages that the scope allows, best first, with machine chatter lowered.

    The messages ``kept`` are read whatever their score; ``raised`` is what a message's time or items add.
    """
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
    if look.query.exclusion:  # a message found by its neighbours' words may owe them to an excluded one
        messages = [message for message in messages if not message.beside]
    if look.query.question or (not look.query.short and names_order(look.query.text)):
        _raise_by_age(messages, look.query.text)
    return sorted(messages, key=lambda item: (item.value, item.created_at, item.message_id), reverse=True)


def unranked(look: Look, ids: list[int]) -> list[Ranked]:
    """Return those of the messages that the scope allows, in the given order."""
    rows, unwanted = _rows(look, ids) if ids else {}, _unwanted(look, ids)
    return [Ranked(i, *rows[i][:4], 0.0, "lexical") for i in ids if i in rows and i not in unwanted]


def in_time_order(look: Look, ids: list[int], matched: str, *, newest: bool) -> list[Ranked]:
    """Return those of the messages that the scope allows, in the order of time."""
    messages = [Ranked(i, *row[:4], 1.0, matched) for i, row in _rows(look, ids).items()]
    return sorted(messages, key=lambda item: (item.created_at, item.message_id), reverse=newest)


def _raise_pasted(messages: list[Ranked], reading: _Reading) -> None:
    """Raise the messages that contain the query, or its literals, as typed; those of machines less.

    A path in a question, or plain words, are only part of what is meant: of the sessions that contain them, the one
    that answers the rest comes first, not the one that repeats them most often, nor one that only repeats another. So
    there only the best message of each session raises the session.
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
    """Raise the messages of a named time, each session only once: it does not matter how much was said then."""
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


def is_of_machines(channel: str, key: str | None) -> bool:
    """Whether a session was begun by a program: a cron job, a monitor."""
    return channel in CHATTERING or (key or "").startswith("cron")


def _human(*, role: str, content: str, content_type: str, channel: str, key: str | None) -> float:
    """Return 1 for what people and agents say, less for what machinery says."""
    value = 1.0
    if is_of_machines(channel, key):
        value *= 0.7
    if content_type in TYPES or is_automatic(content):
        value *= 0.6
    if role == "system":
        value *= 0.6
    elif role == "tool":
        value *= 0.9
    return value


def _said(ids: list[int], lexis: Words) -> set[int]:
    """Return those of the messages that were said by someone whom the question names."""
    found: set[int] = set()
    for at in lexis.authored.values():
        found.update(itertools.compress(ids, rank.holds(np.array(ids, np.int64), at)))
    return found


def _dense(content: str, lexis: Words) -> float:
    """Return a small bonus for common words, which have not counted so far, and for words repeated in a short text."""
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
    """Return the rows of those messages that the scope allows, by message id."""
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
    """Return those of the messages that contain an excluded word."""
    if not look.query.exclusion:
        return set()
    sql = "SELECT 1 FROM messages_fts WHERE messages_fts MATCH ? AND rowid = ?"
    return {i for i in ids if look.conn.execute(sql, (look.query.exclusion, i)).fetchone()}
