"""Find and write which open items a later message closes, and which closed ones it opens again.

A message closes an item by saying so, by deciding, by answering or by running what was to be run; it opens one again by
saying that the thing is back. An item that names several things closes with the message that settles the last of them.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from ..extract.carrying_out import asks_for
from ..extract.lazy import lazy
from ..extract.marks import normalize_statement
from ..extract.matching import answers, beginnings, closes, content_words, is_back, is_same, things
from ..extract.parts import parts_of
from ..extract.replies import acknowledges, asks_to_note, denies, replies
from .extraction import Found
from .open_items import (
    Open,
    agents_last,
    answered_by,
    between,
    closed_by,
    closed_items,
    copies_of,
    find_again,
    nth_before,
    open_items,
    opened_by,
    said_before,
)

NEAR = 12  # messages; an item opened this shortly before is "near" and may be closed by a single word
LOOK_BACK_FOR_PARTS = 40  # messages before this one in which the other parts of an item may have been settled
_QUESTION = lazy(r"[.!?\n]\s")


@dataclass(eq=False)
class _Part:
    """One of the things an open item names; most name only one."""

    item: Open
    text: str
    normalized: str

    @cached_property
    def words(self) -> frozenset[str]:
        return content_words(self.normalized)

    @cached_property
    def subject(self) -> frozenset[str]:
        from ..extract.settling import subject_words  # imports numpy, which most commands of the program do without

        return subject_words(self.text)

    @cached_property
    def beginnings(self) -> frozenset[str]:
        return beginnings(self.subject)


@dataclass
class _Talk:
    """What is known of a session while the messages of a batch are read: the open items of its conversation, and the
    run of messages with neighbouring ids that was read last."""

    items: dict[int, Open] = field(default_factory=dict)  # by mention, newest first
    parts: dict[int, list[_Part]] = field(default_factory=dict)  # by mention, of the items that were looked at
    is_read: bool = False  # whether the open items were read from the database
    first: int = 0  # id of the first message of the run
    last: Found | None = None
    before: Found | None = None  # the message right before the last one, if it is known

    def follow(self, found: Found) -> None:
        """Go on to the next message; between two neighbouring ids there can be no other message."""
        follows = self.last is not None and self.last.message_id + 1 == found.message_id
        self.before, self.last = self.last if follows else None, found
        if not follows:
            self.first = found.message_id

    def add(self, items: Iterable[Open]) -> None:
        self.items |= {item.mention: item for item in items}

    def drop(self, mentions: Iterable[int]) -> None:
        for mention in mentions:
            self.items.pop(mention, None)

    def parts_of(self, item: Open) -> list[_Part]:
        if item.mention not in self.parts:
            self.parts[item.mention] = _parts(item)
        return self.parts[item.mention]


def close_open_items(conn: sqlite3.Connection, batch: Sequence[Found]) -> None:
    """Let each message close what earlier messages of its conversation left open."""
    talks: dict[str, _Talk] = {}
    known = {found.message_id: found for found in batch}
    for found in batch:
        talk = talks.setdefault(found.session_id, _Talk())
        talk.follow(found)
        tests = list(_tests(found))
        if not (tests or found.text):
            continue
        if not talk.is_read:
            talk.is_read = True
            talk.add(open_items(conn, found.session_id))
        closed = _closed(conn, found, tests, talk, known)
        if closed:
            _write(conn, closed, "resolved", found.message_id)
            talk.drop(closed)
        if opened := _opened_again(conn, found):
            _write(conn, [item.mention for item in opened], "open", None)
            talk.add(opened)


def _write(conn: sqlite3.Connection, mentions: Iterable[int], status: str, by_message: int | None) -> None:
    conn.executemany(
        "UPDATE artifact_mentions SET status = ?, resolved_by_message_id = ? WHERE id = ?",
        [(status, by_message, mention) for mention in sorted(mentions)],
    )


def _parts(item: Open) -> list[_Part]:
    texts = parts_of(item.value)
    if len(texts) == 1:
        return [_Part(item, item.value, item.normalized)]
    return [_Part(item, text, normalize_statement(text)) for text in texts]


# -- closing -------------------------------------------------------------------------------------------


def _closed(
    conn: sqlite3.Connection, found: Found, tests: Sequence[_Test], talk: _Talk, known: Mapping[int, Found]
) -> set[int]:
    """Return the mentions that a message closes. `known`: the messages of the batch by id."""
    closed: set[int] = set()
    earlier = [item for item in talk.items.values() if item.message_id < found.message_id]
    if earlier:
        known_since = talk.first <= found.message_id - NEAR
        since = found.message_id - NEAR if known_since else nth_before(conn, found, NEAR)
        # Without tests only what was opened shortly before may be settled.
        parts = [part for item in earlier if tests or item.message_id >= since for part in talk.parts_of(item)]
        ended = _ended(conn, found, tests, parts, since, talk.before)
        for item in {part.item for part in ended}:
            missing = [part for part in talk.parts_of(item) if part not in ended]
            if not missing or _ended_before(conn, found, missing, known):
                closed.add(item.mention)
        closed.update(_acknowledged(conn, found, earlier))
    if found.reply and any(item.role == "assistant" and item.value.endswith("?") for item in earlier):
        closed.update(_replied(conn, found))
    if closed:
        named = {item.normalized for item in earlier if item.mention in closed}
        closed.update(item.mention for item in earlier if any(is_same(item.normalized, name) for name in named))
        closed.update(copies_of(conn, found, closed))
    return closed


def _ended(
    conn: sqlite3.Connection,
    found: Found,
    tests: Sequence[_Test],
    parts: Sequence[_Part],
    since: int,
    before: Found | None = None,
) -> list[_Part]:
    """Return those of some parts of open items that a message settles.

    `since`: items opened in this message or later are near; `before`: the message before this one, if it is known.
    """
    ended = [part for part in parts if any(test(part, part.item.message_id >= since) for test in tests)]
    near = [part for part in parts if part.item.message_id >= since]
    if near and found.text:
        ended += _settled(found, near, _question(before.end if before else said_before(conn, found)))
    return ended


def _ended_before(conn: sqlite3.Connection, found: Found, missing: Sequence[_Part], known: Mapping[int, Found]) -> bool:
    """Whether earlier messages settled the other parts (`missing`) of an item, of which this message settled one."""
    ids = between(conn, found, missing[0].item.message_id, LOOK_BACK_FOR_PARTS)
    unknown = [message_id for message_id in ids if message_id not in known]
    others = {message.message_id: message for message in find_again(conn, unknown)}
    for message_id in ids:
        message = known.get(message_id) or others[message_id]
        ended = _ended(conn, message, list(_tests(message)), missing, nth_before(conn, message, NEAR))
        missing = [part for part in missing if part not in ended]
        if not missing:
            return True
    return False


_Test = Callable[[_Part, bool], bool]  # (part, whether it is near) -> whether the message settles it


def _tests(found: Found) -> Iterator[_Test]:
    """Yield a test for each closing statement, decision and successful command of a message."""
    for statement in found.closed:
        yield partial(_closes, statement, content_words(statement))
    for kind, normalized, value, status in found.rows:
        if kind == "decision":
            yield partial(_answers, normalized)
        elif kind == "command" and status in ("0", "success"):
            yield partial(_asks_for, value)


def _closes(statement: str, words: frozenset[str], part: _Part, near: bool) -> bool:
    if part.item.normalized == statement:
        return True
    return not (words.isdisjoint(part.words) and statement[:1] != "[") and closes(part.normalized, statement, near)


def _answers(decided: str, part: _Part, _: bool) -> bool:
    return answers(part.normalized, decided)


def _asks_for(command: str, part: _Part, _: bool) -> bool:
    return asks_for(part.text, command)


def _settled(found: Found, near: list[_Part], question: str) -> list[_Part]:
    """Return those of the `near` parts that sentences of this message settle.

    `question`: the one with which the message before ends ("And the signs?"), "" for none.
    """
    low = f"{question} {found.text}".lower()
    near = [part for part in near if any(form in low for form in part.beginnings)]
    if not near:
        return []
    from ..extract.settling import may_be_about, settles, told

    about = asked = content_words(question)
    words = content_words(found.text) | asked
    near = [part for part in near if may_be_about(words, part.subject)]
    if not near:
        return []
    open_things = Counter(word for text in {part.text for part in near} for word in content_words(text))
    settled: list[_Part] = []
    for statement in told(found.text, found.role, found.votes):
        named = [part for part in near if may_be_about(statement.words, part.subject)]
        if named:
            about = statement.words  # "I looked at the tide table. It is up to date now."
        elif about is not asked and len(things(statement.words)) > 1:
            about = frozenset()
        candidates = near if about and not named else named
        if settled and statement.takes_back:
            settled = [part for part in settled if part not in candidates]
        settled += [part for part in candidates if settles(part.text, statement, open_things, about)]
    return settled


def _question(end: str) -> str:
    """Return the question with which a message ends, "" for none."""
    end = end.rstrip("\"')*_ \n")
    return f"{_QUESTION.split(end[:-1])[-1]}?" if end.endswith("?") else ""


def _acknowledged(conn: sqlite3.Connection, found: Found, earlier: Sequence[Open]) -> list[int]:
    """Return the mentions that the other side opened or asked about right before, if this message only says "done"."""
    if not (found.text and acknowledges(found.text, "is it done?")) or not (before := answered_by(conn, found)):
        return []
    question = _question(before.end)
    which = acknowledges(found.text, question)
    if which is None or (found.role == "assistant" and asks_to_note(before.end, found.text)):
        return []
    opened = [item for item in earlier if item.message_id == before.message_id]
    last = normalize_statement(_QUESTION.split(before.end.rstrip())[-1])
    if not any(item.normalized in last for item in opened):
        asked = things(content_words(question))
        opened = [item for item in earlier if asked and asked <= content_words(item.normalized)]
    if which == "one" and len({item.normalized for item in opened}) != 1:
        return []
    return [item.mention for item in opened]


def _replied(conn: sqlite3.Connection, found: Found) -> list[int]:
    """Return the mention of the agent's one question that this message, the person's next one, answers, if any."""
    message_ids = agents_last(conn, found)
    if message_ids is None:  # the person's first message here: perhaps the conversation began in another session
        earlier = [item for item in open_items(conn, found.session_id) if item.message_id < found.message_id]
        asked = [item for item in earlier if item.role == "assistant"]
    else:
        asked = opened_by(conn, message_ids)
    asked = [item for item in asked if item.value.endswith("?")]
    last = max((item.message_id for item in asked), default=0)
    asked = [item for item in asked if item.message_id == last]
    return [asked[0].mention] if len(asked) == 1 and replies(asked[0].value, found.reply) else []


# -- opening again -------------------------------------------------------------------------------------


def _opened_again(conn: sqlite3.Connection, found: Found) -> list[Open]:
    """Return the items that an earlier message closed and this one says are back.

    This one must name a single thing, or reply to the message that closed it. What a person closed by hand, or a later
    message did, stays closed.
    """
    denied = _denied(conn, found)
    back = [normalized for kind, normalized, _, _ in found.rows if kind == "unresolved" and is_back(normalized)]
    if not back:
        return denied
    closed = closed_items(conn, found.session_id, found.message_id)
    opened = {item.mention: item for item in denied}
    for statement in back:
        named = [item for item in closed if any(closes(part.normalized, statement) for part in _parts(item))]
        if named and all(is_same(item.normalized, named[0].normalized) for item in named):
            opened |= {item.mention: item for item in named}
    return [*opened.values()]


def _denied(conn: sqlite3.Connection, found: Found) -> list[Open]:
    """Return the items that the other side's last message closed, if this one replies that nothing changed."""
    if not (found.text and denies(found.text, found.text)) or not (before := answered_by(conn, found)):
        return []
    closed = closed_by(conn, before.message_id)
    if not closed or not all(is_same(item.normalized, closed[0].normalized) for item in closed):
        return []
    return closed if denies(found.text, f"{closed[0].value} {before.end}") else []
