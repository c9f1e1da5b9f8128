"""Conversations without an id, named after what they say or after their file: which stored session is this one?

It is the session with the same messages, perhaps with more after them, or with some edited, inserted or removed. A
conversation that only begins like a stored one is a different one.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import count, groupby, islice, takewhile

from ..sql_json import json_list
from ..store.incoming import clean_text
from .base import Item, ParsedMessage, ParsedSession, ParsedTitle, stable_id
from .batch import parts_of
from .rewritten import GONE
from .sources import Source

PROOF = 3  # so many messages two conversations do not share by chance
_LOOKED_AT = 500  # messages of a conversation that are compared
_COMPARED = 20  # conversations: among more, only those that begin alike are searched for an edited one

Marks = Sequence[bytes]  # one per message: a hash of who says what


def name_of(source: Source, *said: object) -> str:
    """An id for a conversation, made from what it says.

    A forgotten conversation keeps the id under which it was forgotten, however much it has grown since.
    """
    if source.forgotten:
        for end in range(1, len(said)):
            if (shorter := stable_id(*said[:end])) in source.forgotten:
                return shorter
    return stable_id(*said)


def numbered(name: str, seen: Counter[str]) -> str:
    """Tell sessions of the same name in one file apart: the second is ``name-2``."""
    seen[name] += 1
    return name if seen[name] == 1 else f"{name}-{seen[name]}"


class Stored:
    """Stored sessions that were named after what they said, or after their files, and whose names have disappeared.

    There may be thousands, so only the first two messages of each are read; the rest only if a conversation that is
    asked for begins alike.
    """

    def __init__(self, conn: sqlite3.Connection, sessions: Iterable[str]) -> None:
        self.conn = conn
        sessions = list(sessions)
        self._taken: set[str] = set()
        self._shared = _in_more_files(conn, sessions)  # another file may hold the same messages: these can only grow
        self._few = sessions if len(sessions) <= _COMPARED else []  # every one can be compared
        self._first: set[bytes] = set()
        self._begun: defaultdict[bytes, list[str]] = defaultdict(list)  # by their first two messages
        self._said: dict[bytes, defaultdict[bytes, list[str]]] = {}  # the same -> by all that they say
        for session_id in sessions:
            if marks := self._marks(session_id, 2):
                self._first.add(marks[0])
                self._begun[_chain(marks)[-1]].append(session_id)

    def may_hold(self, first: bytes) -> bool:
        """May one of them be the conversation that begins with this message?"""
        return bool(self._few) or first in self._first

    def take(self, given: Marks, *, proof: int = 1) -> str | None:
        """The stored session that this conversation continues or is an edited form of; each is returned once.

        None when there is none, or when several that differ are equally likely. A session that is continued must have
        at least ``proof`` messages.
        """
        if not given or not self.may_hold(given[0]):
            return None
        chain = _chain(given)
        found = self._grown(chain, proof) or self._edited(given, chain[:2][-1])
        if found:
            self._taken.add(found)
        return found

    def _grown(self, chain: Marks, proof: int) -> str | None:
        """The longest stored session that this conversation begins with."""
        alike = [self._all_of(begun) for begun in chain[:2] if begun in self._begun]
        for said in reversed(chain[max(0, proof - 1) :]):
            for ids in (every[said] for every in alike if said in every):
                while ids:
                    if (found := ids.pop()) not in self._taken:
                        return found
        return None

    def _all_of(self, begun: bytes) -> defaultdict[bytes, list[str]]:
        """The sessions that begin like this, by a mark of all that they say."""
        if begun not in self._said:
            said = self._said[begun] = defaultdict(list)
            for session_id in self._begun[begun]:
                said[_chain(self._marks(session_id))[-1]].append(session_id)
        return self._said[begun]

    def _edited(self, given: Marks, begun: bytes) -> str | None:
        ids = self._few or self._begun.get(begun, [])
        many = len(ids) > _COMPARED
        alike = [] if many else [id_ for id_ in ids if id_ not in self._taken and id_ not in self._shared]
        marks = {id_: tuple(self._marks(id_)) for id_ in alike}
        kept = {id_: kept_of(said, given) for id_, said in marks.items()}
        best = max(kept.values(), default=0)
        likely = [id_ for id_ in kept if kept[id_] == best > 0]
        return likely[0] if len({marks[id_] for id_ in likely}) == 1 else None

    def _marks(self, session_id: str, limit: int = _LOOKED_AT) -> list[bytes]:
        """Marks of the messages that the session's source held when it was last read."""
        sql = f"""SELECT role, content FROM messages WHERE session_id = ? AND status <> 'undone' AND {GONE} IS NULL
                  ORDER BY id LIMIT ?"""
        return [_mark(*row) for row in self.conn.execute(sql, (session_id, limit))]


def _in_more_files(conn: sqlite3.Connection, sessions: list[str]) -> set[str]:
    if not sessions:
        return set()
    sql = """SELECT ids.value FROM imports, json_each(imports.session_ids) AS ids
             WHERE ids.value IN (SELECT value FROM json_each(?)) GROUP BY ids.value HAVING count(*) > 1"""
    return {row[0] for row in conn.execute(sql, (json_list(sessions),))}


def _chain(marks: Marks) -> list[bytes]:
    """For each message a mark of everything up to it."""
    said = hashlib.blake2b(digest_size=12)
    chain = []
    for mark in marks:
        said.update(mark)
        chain.append(said.digest())
    return chain


def kept_of(stored: Marks, given: Marks) -> int:
    """How many stored messages a conversation keeps that may be an edited form of the stored one.

    0 when it is a different conversation: fewer than three messages in common, more than a quarter of the stored ones
    gone, or none in common after the first difference. The last is a fork, or two conversations that began alike; the
    end of the stored one must not be hidden then.
    """
    begin = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(stored, given, strict=False)))
    rest = SequenceMatcher(None, stored[begin:], given[begin:], autojunk=False).get_matching_blocks()
    kept = begin + sum(block.size for block in rest)
    lost = len(stored) - kept
    return 0 if kept == begin < len(stored) or kept < PROOF or lost > max(1, kept // 3) else kept


def beginning(items: Iterable[Item]) -> list[bytes]:
    """Marks of the messages of the first session among these items."""
    messages = (part for item in items for part in parts_of(item) if isinstance(part, ParsedMessage))
    first = next(messages, None)
    if first is None:
        return []
    same = takewhile(lambda item: item.session_id == first.session_id, messages)
    return [_mark_of(item) for item in (first, *islice(same, _LOOKED_AT - 1))]


def with_old_names(
    conn: sqlite3.Connection, items: Iterable[Item], names: dict[str, str], named: Collection[str], known: set[str]
) -> Iterator[Item]:
    """The items of a source whose sessions are named after what they say.

    ``names`` maps the present name of a conversation to the id it is stored under, as of the last import. It is brought
    up to date for each conversation that says more now, before the first item of that conversation is yielded.
    ``named``: the names of the conversations that are in the source now. ``known``: the ids of those that the source
    brought before.
    """
    for name in names.keys() - named:
        del names[name]
    # Ids of grown conversations that other conversations have as their names now.
    given = set(names.values()).intersection(named) - names.keys()
    stored = Stored(conn, known - {names.get(name, name) for name in named})
    for name, group in groupby(items, _session_of):
        session = iter(group)
        if name not in names and (name in given or name not in known):
            held: list[Item] = []  # until enough of it is known
            marks: list[bytes] = []
            for item in session:
                held.append(item)
                if isinstance(item, ParsedMessage):
                    marks.append(_mark_of(item))
                    if len(marks) == _LOOKED_AT or (len(marks) == 1 and not stored.may_hold(marks[0])):
                        break
            was = stored.take(marks)
            if was is None and name in given:
                was = _free(name, {*known, *named, *names.values()})
            if was:
                names[name] = was
            yield from held
        yield from session


def _free(name: str, taken: Collection[str]) -> str:
    return next(free for number in count(2) if (free := f"{name}-{number}") not in taken)


def _session_of(item: Item) -> str:
    return item.id if isinstance(item, ParsedSession) else "" if isinstance(item, ParsedTitle) else item.session_id


def _mark_of(item: ParsedMessage) -> bytes:
    return _mark(clean_text(item.message.role) or "user", clean_text(item.message.content))


def _mark(role: str, content: str) -> bytes:
    return hashlib.blake2b(f"{role}\n{content}".encode("utf-8", "surrogatepass"), digest_size=12).digest()
