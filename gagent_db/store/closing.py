"""Which open items a later message closes, and which closed ones it opens again.

It closes an item by saying so, by deciding, by answering or by running what was to be run; it opens one again by saying
that the thing is back. An item that names several things closes with the message that settles the last of them.
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

NEAR = 12  # messages: what was opened so shortly before may be closed in a word
LOOK_BACK_FOR_PARTS = 40  # messages in which the other parts of an item may have been settled
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
        from ..extract.settling import subject_words  # numpy: most commands never extract anything

        return subject_words(self.text)

    @cached_property
    def beginnings(self) -> frozenset[str]:
        return beginnings(self.subject)


@dataclass
class _Talk:
    """What is known of a conversation while its messages are read: its open items, by their mentions, newest first,
    and the messages of the batch that follow on one another."""

    items: dict[int, Open] = field(default_factory=dict)
    parts: dict[int, list[_Part]] = field(default_factory=dict)  # of the items that were looked at
    is_read: bool = False
    first: int = 0  # of those that follow on one another
    last: Found | None = None
    before: Found | None = None  # the message right before the last one, where it is known

    def follow(self, found: Found) -> None:
        """Read on: between messages with neighbouring ids there is no other."""
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
    """The mentions that a message closes."""
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
        closed.update(item.mention for item in earlier if any(is_same(item.normalized, one) for one in named))
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
    """Those of some parts of open items that a message settles. What was opened from the message `since` on was opened
    shortly before; `before`: the message before it, where it is known."""
    ended = [part for part in parts if any(test(part, part.item.message_id >= since) for test in tests)]
    near = [part for part in parts if part.item.message_id >= since]
    if near and found.text:
        ended += _settled(found, near, _question(before.end if before else said_before(conn, found)))
    return ended


def _ended_before(conn: sqlite3.Connection, found: Found, missing: Sequence[_Part], known: Mapping[int, Found]) -> bool:
    """Whether earlier messages settled the other parts of an item, of which this message settled one."""
    ids = between(conn, found, missing[0].item.message_id, LOOK_BACK_FOR_PARTS)
    others = {one.message_id: one for one in find_again(conn, [one for one in ids if one not in known])}
    for one in ids:
        said = known.get(one) or others[one]
        ended = _ended(conn, said, list(_tests(said)), missing, nth_before(conn, said, NEAR))
        missing = [part for part in missing if part not in ended]
        if not missing:
            return True
    return False


_Test = Callable[[_Part, bool], bool]  # whether it settles a part, which was opened shortly before or not


def _tests(found: Found) -> Iterator[_Test]:
    for said in found.closed:
        yield partial(_closes, said, content_words(said))
    for kind, normalized, value, status in found.rows:
        if kind == "decision":
            yield partial(_answers, normalized)
        elif kind == "command" and status in ("0", "success"):
            yield partial(_asks_for, value)


def _closes(said: str, words: frozenset[str], part: _Part, near: bool) -> bool:
    if part.item.normalized == said:
        return True
    return not (words.isdisjoint(part.words) and said[:1] != "[") and closes(part.normalized, said, near)


def _answers(decided: str, part: _Part, _: bool) -> bool:
    return answers(part.normalized, decided)


def _asks_for(command: str, part: _Part, _: bool) -> bool:
    return asks_for(part.text, command)


def _settled(found: Found, near: list[_Part], question: str) -> list[_Part]:
    """What was opened shortly before and the sentences of this message settle. `question`: at the end of the message
    before: "And the signs?"."""
    low = f"{question} {found.text}".lower()
    near = [part for part in near if any(form in low for form in part.beginnings)]
    if not near:
        return []
    from ..extract.settling import may_be_about, settles, told

    about = asked = content_words(question)
    said_words = content_words(found.text) | asked
    near = [part for part in near if may_be_about(said_words, part.subject)]
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
    """The question a message ends with, "" for none."""
    end = end.rstrip("\"')*_ \n")
    return f"{_QUESTION.split(end[:-1])[-1]}?" if end.endswith("?") else ""


def _acknowledged(conn: sqlite3.Connection, found: Found, earlier: Sequence[Open]) -> list[int]:
    """What the other side left open or asked for right before, where this message says no more than that it is done."""
    if not (found.text and acknowledges(found.text, "is it done?")) or not (before := answered_by(conn, found)):
        return []
    question = _question(before.end)
    which = acknowledges(found.text, question)
    if which is None or (found.role == "assistant" and asks_to_note(before.end)):
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
    """The agent's one question that this message, the person's next one, answers."""
    said = agents_last(conn, found)
    if said is None:  # the person's first message here: perhaps the conversation began in another session
        earlier = [item for item in open_items(conn, found.session_id) if item.message_id < found.message_id]
        asked = [item for item in earlier if item.role == "assistant"]
    else:
        asked = opened_by(conn, said)
    asked = [item for item in asked if item.value.endswith("?")]
    last = max((item.message_id for item in asked), default=0)
    asked = [item for item in asked if item.message_id == last]
    return [asked[0].mention] if len(asked) == 1 and replies(asked[0].value, found.reply) else []


# -- opening again -------------------------------------------------------------------------------------


def _opened_again(conn: sqlite3.Connection, found: Found) -> list[Open]:
    """What an earlier message closed and this one says is back, where it names one thing only, or replies to the
    message that closed it.

    What a person closed by hand, or a later message, stays closed.
    """
    denied = _denied(conn, found)
    said = [normalized for kind, normalized, _, _ in found.rows if kind == "unresolved" and is_back(normalized)]
    if not said:
        return denied
    closed = closed_items(conn, found.session_id, found.message_id)
    opened = {item.mention: item for item in denied}
    for what in said:
        named = [item for item in closed if any(closes(part.normalized, what) for part in _parts(item))]
        if named and all(is_same(item.normalized, named[0].normalized) for item in named):
            opened |= {item.mention: item for item in named}
    return [*opened.values()]


def _denied(conn: sqlite3.Connection, found: Found) -> list[Open]:
    """What the last message of the other side closed, where this one replies that nothing changed."""
    if not (found.text and denies(found.text, found.text)) or not (before := answered_by(conn, found)):
        return []
    closed = closed_by(conn, before.message_id)
    if not closed or not all(is_same(item.normalized, closed[0].normalized) for item in closed):
        return []
    return closed if denies(found.text, f"{closed[0].value} {before.end}") else []
