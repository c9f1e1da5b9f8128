"""Turn what ``extract/`` finds in messages into rows for the tables of artifacts. No SQL here."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..extract import Item, extract_tool_call, read_many
from ..extract import Message as Text
from ..extract.items import STATED, Kind
from ..extract.least_votes import LEAST_IN_TALK, Stage
from ..extract.machine import is_machine_text
from ..extract.marks import normalize_statement
from ..extract.reading import Spots
from ..models import ToolCall

if TYPE_CHECKING:
    from ..extract.votes import Votes

MessageRow = tuple[int, str, str, str, Sequence[ToolCall]]  # id, role, content, content type, tool calls
Row = tuple[str, str, str, str | None]  # kind, normalized, value, status

STATEMENTS: tuple[Kind, ...] = ("decision", "unresolved")
MAX_ITEMS = 300  # distinct items kept from one message: a directory listing is not a list of answers
MAX_NORMALIZED = 300
MAX_VALUE = 8000
LONGEST_TOLD = 4000  # characters, at most, of a message that is read sentence by sentence for what it settles
END = 300  # characters at the end of a message that are kept, as they may ask something
LONGEST_REPLY = 600  # characters, at most, of a message that may answer the question before it
SUCCESS = frozenset(("ok", "success", "succeeded", "completed", "complete", "done", "passed"))
FAILURE = frozenset(("error", "failed", "failure", "timeout", "cancelled", "denied", "rejected"))


# "The debian image then", "oak instead": a choice in the light of what was said before.
_TAKES_UP = re.compile(r"\A(?:[\w'./&+-]+ ){1,5}(?:then|instead)\b", re.I)


@dataclass(slots=True)
class Found:
    """The items of one message: what is stored, and what only closes older items."""

    message_id: int
    session_id: str
    rows: list[Row] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    doubts: dict[Stage, list[Row]] = field(default_factory=dict)  # rows to drop at a stage of a talk that states little
    text: str = ""  # what a person or an agent says, if it is short enough to be read for what it settles
    role: str = ""
    end: str = ""  # the last `END` characters of the whole message
    spots: Spots | None = field(default=None, repr=False)  # where its items were looked for, with its votes

    @property
    def reply(self) -> str:
        """The text of a person's short message, which may answer a question; "" for other messages."""
        return self.text if self.role == "user" and len(self.text) <= LONGEST_REPLY else ""

    @property
    def states(self) -> bool:
        """Whether the message decides something or leaves something open."""
        return any(kind in STATEMENTS for kind, *_ in self.rows)

    @property
    def votes(self) -> Votes | None:
        """How much its clauses speak for something done, decided or open; None if that was not counted."""
        return self.spots.votes if self.spots else None


def find(messages: Sequence[tuple[str, MessageRow]]) -> list[Found]:
    """Return what each message holds; ``messages`` are (session id, message). Done before a write lock is taken, where
    that is possible."""
    texts: list[Text] = [(content, role, None, content_type) for _, (_, role, content, content_type, _) in messages]
    known = [_ahead.pop(text, None) for text in texts]
    fresh = iter(read_many([text for text, read in zip(texts, known, strict=True) if read is None]))
    every = [next(fresh) if read is None else read for read in known]
    return [_found(*message, *read) for message, read in zip(messages, every, strict=True)]


def read_ahead(messages: Iterable[tuple[str, str, str]]) -> None:
    """Extract from messages (role, content, content type) before the write lock is taken, for :func:`find` inside it.

    The first text in a process compiles the patterns, which takes longer than writing a hundred messages.
    """
    texts: list[Text] = [(content, role, None, content_type) for role, content, content_type in messages]
    for left in list(_ahead)[:-_MOST_AHEAD]:  # of writes that failed
        _ahead.pop(left, None)
    _ahead.update(zip(texts, read_many(texts), strict=True))


_ahead: dict[Text, tuple[list[Item], Spots | None]] = {}
_MOST_AHEAD = 100


def _found(session_id: str, message: MessageRow, items: list[Item], spots: Spots | None) -> Found:
    """Return what a message holds, from the ``items`` in its text and from the arguments of its tool calls."""
    message_id, role, content, content_type, calls = message
    found = Found(message_id, session_id, role=role, end=content[-END:], spots=spots)
    seen: dict[tuple[str, str], int] = {}
    for call in calls:
        status = _exit_status(call.status, call.exit_code)
        called = extract_tool_call(call.tool_name, call.arguments)
        commands = [item for item in called if item.kind == "command"]
        for item in called:
            # Of several commands it is unknown which one failed; only the last one gave the status.
            known = status in ("0", "success") or not commands or item is commands[-1]
            _keep(found, seen, item, status if item.kind == "command" and known else None)
    decides = any(item.kind == "decision" and item.how != "votes" for item in items)
    named = {(item.kind, item.normalized) for item in items if item.how == "named"}
    for item in items:
        if item.kind == "resolved":
            found.closed += _closing_texts(item.value, item.normalized)
        else:
            is_new = _keep(found, seen, item, "open" if item.kind == "unresolved" else None)
            if is_new and item.kind in STATEMENTS and (item.kind, item.normalized) not in named:
                _doubt(found, item, beside=decides and item.kind == "decision")
    if (
        role in ("user", "assistant")
        and len(content) <= LONGEST_TOLD
        and not is_machine_text(content, role, content_type)
    ):
        found.text = content
    return found


def _closing_texts(value: str, normalized: str) -> list[str]:
    """Return a closing statement, normalised: whole, and also without what follows a colon ("Oda answered: yes")."""
    head, colon, _ = value.partition(": ")
    return [normalized, normalize_statement(head)] if colon else [normalized]


def _exit_status(status: str | None, exit_code: int | None) -> str | None:
    """Return how a command ended: its exit status as text, else "success" or "error", else None."""
    if exit_code is not None:
        return str(exit_code)
    word = (status or "").lower()
    return "success" if word in SUCCESS else "error" if word in FAILURE else None


def _doubt(found: Found, item: Item, *, beside: bool) -> None:
    """Note at which stages of a conversation the last row, found as `item`, has too few votes.

    `beside`: whether it stands beside a decision in so many words, and is one itself unless the message opens the
    conversation: "Decision: use WAL. And media by path, never blobs." So does what takes up what was said before it.
    """
    least_at = LEAST_IN_TALK.get((found.role, item.kind, item.how))
    if found.votes is None or least_at is None:
        return
    votes = found.votes.of(item.start, item.end)[STATED.index(item.kind)]
    follows = beside or (item.kind == "decision" and bool(_TAKES_UP.match(item.value)))
    for stage, least in least_at.items():
        if votes <= least and (stage == "opening" or not follows):
            found.doubts.setdefault(stage, []).append(found.rows[-1])


def _keep(found: Found, seen: dict[tuple[str, str], int], item: Item, status: str | None) -> bool:
    """Add an item to the rows of a message unless it is there already or there are too many; returns whether it was."""
    normalized = item.normalized
    if len(normalized) > MAX_NORMALIZED:
        digest = hashlib.blake2b(normalized.encode("utf-8", "replace"), digest_size=6).hexdigest()
        normalized = f"{normalized[:MAX_NORMALIZED]}… {digest}"
    key = (item.kind, normalized)
    if not normalized or key in seen or len(seen) >= MAX_ITEMS:
        return False
    seen[key] = len(found.rows)
    found.rows.append((item.kind, normalized, item.value[:MAX_VALUE], status))
    return True
