"""Which open items a later message closes, and which closed ones it opens again.

It closes an item by saying so, by deciding, by answering or by running what was to be run; it opens one again by saying
that the thing is back.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from ..extract.carrying_out import asks_for
from ..extract.lazy import lazy
from ..extract.marks import normalize_statement
from ..extract.matching import answers, closes, content_words, is_back, replies, things
from ..sql_json import json_list
from .extraction import Found
from .sessions import lineage

NEAR = 12  # messages: what was opened so shortly before may be closed in a word
LOOK_BACK_MESSAGES = 2000  # of each session of a conversation
LONGEST_QUESTION = 300  # characters at the end of a message
_QUESTION = lazy(r"[.!?\n]\s")
LOOK_BACK = 500  # open items of a conversation that a later message may close, or closed ones it may open again


@dataclass(frozen=True, slots=True)
class _Open:
    mention: int
    message_id: int
    role: str
    normalized: str
    value: str


def close_open_items(conn: sqlite3.Connection, batch: Sequence[Found]) -> None:
    """Let each message close what earlier messages of its conversation left open."""
    conversations: dict[str, list[_Open]] = {}
    for found in batch:
        closed: set[int] = set()
        tests = list(_tests(found))
        if tests or found.text:
            if found.session_id not in conversations:
                conversations[found.session_id] = _open_items(conn, found.session_id)
            earlier = [item for item in conversations[found.session_id] if item.message_id < found.message_id]
            closed.update(item.mention for item in earlier if any(test(item) for test in tests))
            closed.update(_settled(conn, found, earlier))
        if found.reply:
            closed.update(_replied(conn, found))
        if closed:
            conn.executemany(
                "UPDATE artifact_mentions SET status = 'resolved', resolved_by_message_id = ? WHERE id = ?",
                [(found.message_id, mention) for mention in sorted(closed)],
            )
            if items := conversations.get(found.session_id, []):
                conversations[found.session_id] = [item for item in items if item.mention not in closed]
        if opened := _opened_again(conn, found):
            conn.executemany(
                "UPDATE artifact_mentions SET status = 'open', resolved_by_message_id = NULL WHERE id = ?",
                [(item.mention,) for item in opened],
            )
            if found.session_id in conversations:
                conversations[found.session_id] = [*opened, *conversations[found.session_id]]


def _settled(conn: sqlite3.Connection, found: Found, earlier: Sequence[_Open]) -> Iterator[int]:
    """What was opened shortly before and the sentences of this message settle."""
    near = [item for item in earlier if found.message_id - item.message_id <= NEAR]
    if not (near and found.text):
        return
    from ..extract.settling import may_be_about, settles, told  # numpy: most commands never extract anything

    about = asked = _asked_before(conn, found)
    said_words = content_words(found.text) | asked
    near = [item for item in near if may_be_about(said_words, item.value)]
    if not near:
        return
    open_things = Counter(word for value in {item.value for item in near} for word in content_words(value))
    for said in told(found.text, found.role):
        named = [item for item in near if may_be_about(said.words, item.value)]
        if named:
            about = said.words  # "I looked at the tide table. It is up to date now."
        elif about is not asked and len(things(said.words)) > 1:
            about = frozenset()
        goes_on = near if about and not named else named
        yield from (item.mention for item in goes_on if settles(item.value, said, open_things, about))


def _asked_before(conn: sqlite3.Connection, found: Found) -> frozenset[str]:
    """What a short question at the end of the message before is about: "And the signs?"."""
    row = conn.execute(
        "SELECT content FROM messages WHERE session_id = ? AND id < ? ORDER BY id DESC LIMIT 1",
        (found.session_id, found.message_id),
    ).fetchone()
    end = row[0][-LONGEST_QUESTION:].rstrip("\"')*_ \n") if row else ""
    return content_words(_QUESTION.split(end[:-1])[-1]) if end.endswith("?") else frozenset()


def _tests(found: Found) -> Iterator[Callable[[_Open], bool]]:
    for said in found.closed:
        yield partial(_closes, said, found.message_id)
    for kind, normalized, value, status in found.rows:
        if kind == "decision":
            yield partial(_answers, normalized)
        elif kind == "command" and status in ("0", "success"):
            yield partial(_asks_for, value)


def _closes(said: str, message_id: int, item: _Open) -> bool:
    return closes(item.normalized, said, near=message_id - item.message_id <= NEAR)


def _answers(decided: str, item: _Open) -> bool:
    return answers(item.normalized, decided)


def _asks_for(command: str, item: _Open) -> bool:
    return asks_for(item.value, command)


def _opened_again(conn: sqlite3.Connection, found: Found) -> list[_Open]:
    """What an earlier message closed and this one says is back, where it names one thing only.

    What a person closed by hand, or a later message, stays closed.
    """
    said = [normalized for kind, normalized, _, _ in found.rows if kind == "unresolved" and is_back(normalized)]
    if not said:
        return []
    closed = _items(conn, found.session_id, "a.status = 'resolved' AND a.resolved_by_message_id < ?", found.message_id)
    opened: list[_Open] = []
    for what in said:
        named = [item for item in closed if closes(item.normalized, what)]
        if len({item.normalized for item in named}) == 1:
            opened += [item for item in named if item not in opened]
    return opened


def _replied(conn: sqlite3.Connection, found: Found) -> list[int]:
    """The agent's one question that this message, the person's next one, answers."""
    asked = [item for item in _said_since(conn, found) if item.value.endswith("?")]
    last = max((item.message_id for item in asked), default=0)
    asked = [item for item in asked if item.message_id == last]
    return [asked[0].mention] if len(asked) == 1 and replies(asked[0].value, found.reply) else []


def _said_since(conn: sqlite3.Connection, found: Found) -> list[_Open]:
    """What the agent left open since the person's last message before this one."""
    said: list[int] = []
    for message_id, role in conn.execute(
        "SELECT id, role FROM messages WHERE session_id = ? AND id < ? ORDER BY id DESC LIMIT ?",
        (found.session_id, found.message_id, LOOK_BACK_MESSAGES),
    ):
        if role == "user":
            break
        if role == "assistant":
            said.append(message_id)
    else:  # the person's first message here: perhaps the conversation began in another session
        items = _open_items(conn, found.session_id)
        return [item for item in items if item.role == "assistant" and item.message_id < found.message_id]
    return _opened(
        conn.execute(
            """SELECT a.id, said.value, 'assistant', v.normalized, v.value FROM json_each(?) said
               CROSS JOIN artifact_mentions a ON a.id BETWEEN said.value * 1024 AND said.value * 1024 + 1023
                   AND a.status = 'open'
               CROSS JOIN artifact_values v ON v.id = a.value_id""",
            (json_list(said),),
        )
    )


def _open_items(conn: sqlite3.Connection, session_id: str) -> list[_Open]:
    """The latest open items in the conversation a session belongs to, the newest first."""
    return _items(conn, session_id, "a.status = 'open'")


def _items(conn: sqlite3.Connection, session_id: str, state: str, *values: int) -> list[_Open]:
    """The latest items of a conversation in a `state` (a condition on `a`, with its `values`), the newest first."""
    found: list[_Open] = []
    for member in reversed(lineage(conn, session_id)):
        # CROSS JOIN keeps the order of the loops: the messages of one session, never all there are.
        rows = conn.execute(
            f"""SELECT a.id, recent.id, (SELECT role FROM messages WHERE id = recent.id), v.normalized, v.value
                FROM (SELECT id FROM messages WHERE session_id = ? ORDER BY id DESC LIMIT ?) recent
                CROSS JOIN artifact_mentions a ON a.id BETWEEN recent.id * 1024 AND recent.id * 1024 + 1023
                    AND {state}
                CROSS JOIN artifact_values v ON v.id = a.value_id
                ORDER BY a.id DESC LIMIT ?""",
            (member, LOOK_BACK_MESSAGES, *values, LOOK_BACK - len(found)),
        )
        found += _opened(rows)
        if len(found) >= LOOK_BACK:
            break
    return found


def _opened(rows: Iterable[Sequence[Any]]) -> list[_Open]:
    return [_Open(row[0], row[1], row[2], row[3] or _normalized(row[4]), row[4]) for row in rows]


_normalized = lru_cache(maxsize=4096)(normalize_statement)
