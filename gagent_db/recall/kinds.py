"""What a question asks for besides its words: what was decided, which command it was, what is still open.

A message of which such an item was extracted answers it, also where it says so in other words ("let's go with WAL").
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, field

from ..sql_json import json_list
from . import dates, rank
from .evidence import Look
from .filters import few_messages
from .query import Query
from .words import STOPWORDS, word_set, words

LEAST_WORDS = 2  # one is looked for as it stands
LATEST = 100  # messages with an item that are looked at where the question has no other word
SECONDS = 0.05  # of processor time to find them

_WHO = r"(?:we|you|i|they|kita|kami|\w+)"
_WHICH = r"""(?:what|which)(?:'s|\ is|\ are|\ was|\ were)?(?:\ (?:the|our|my|that|those))?(?:\ (?!did\b|do\b)\w+)?"""
_DECIDED = r"(?:decided?|agreed?|chosen|choose|settled?)\b(?:\ (?:up)?on\b)?"
_PATTERNS = {
    "decision": rf"""
        what\ (?:did|do|have|had|has)\ {_WHO}\ (?:\w+\ )?{_DECIDED}
        | what(?:'s|\ is|\ was|\ were|\ has|\ have)?(?:\ been)?\ (?:decided|agreed|settled)\b(?:\ (?:up)?on\b)?
        | (?:did|have|had|has)\ (?:we|you|i|they)\ (?:\w+\ )?{_DECIDED}
        | {_WHICH}\ decisions?\b
        | ^(?:(?:all|the|our|my|latest|last|recent)\ )*decisions?(?=\ (?:about|on|regarding|for|of|from|since)\b|\W*$)
        | apa(?:\ saja)?(?:\ yang|\ yg)?(?:\ (?:sudah|udah|telah|kita|kami))*
          \ (?:di)?(?:putuskan|putusin|sepakati|sepakat)\b
        | apa(?:\ saja)?\ keputusan(?:nya)?\b | keputusan(?:nya)?\ apa\b
        | ^keputusan(?=\ (?:kita|kami|tentang|soal|mengenai|terakhir|terbaru)\b|\W*$)""",
    "command": rf"""
        {_WHICH}\ commands?\b | ^(?:(?:all|the|last|recent)\ )*commands?(?=\ (?:to|about|for|of|from|since)\b|\W*$)
        | (?:perintah|command)(?:nya)?(?=\ (?:\w+\ ){{0,4}}(?:apa|mana)\b)
        | apa(?:\ saja)?\ (?:perintah|command)(?:nya)?\b""",
    "url": rf"""
        {_WHICH}\ (?:urls?|links?)\b | ^(?:the\ )?(?:urls?|links?)(?=\ (?:to|for|of|about)\b)
        | (?:url|link|tautan)(?:nya)?\ (?:apa|mana|yang\ mana|yg\ mana)\b
        | apa(?:\ saja)?\ (?:url|link|tautan)(?:nya)?\b""",
    "path": rf"""
        {_WHICH}\ (?:files?|paths?|folders?|director(?:y|ies))\b
        | (?:file|berkas|folder)(?:nya)?\ (?:apa|mana|yang\ mana|yg\ mana)\b""",
    "unresolved": rf"""
        what(?:'s|\ is|\ are|\ was)?(?:\ \w+)?\ (?:still\ )?(?:open|unresolved|unfinished|outstanding|pending)
          (?=\ (?:about|on|for|from|in|of|regarding|since|with|now|at|here|today)\b|\W*$)
        | what(?:'s|\ is)(?:\ still)?\ left\ to\ (?:do|fix|finish)\b
        | what(?:\ still)?\ (?:remains|needs|has)\ to\ be\ (?:done|fixed|finished)\b
        | ^(?:(?:the|our|my)\ )?(?:to-?dos?)(?:\ list)?(?=\ (?:about|for|from|in|of|since)\b|\W*$)
        | what\ (?:do|did|must|should)\ {_WHO}\ still\ (?:have|need)\ to\ do\b
        | (?:{_WHICH}|any|^)\ ?(?:open|unresolved)\ (?:items?|questions?|tasks?|points?|todos?|ends)\b
        | apa(?:\ saja)?(?:\ yang|\ yg)?(?:\ masih)?\ (?:terbuka|tertunda|menggantung|open|pending)\b
        | apa(?:\ saja)?(?:\ yang|\ yg)?(?:\ masih)?\ belum\ (?:selesai|beres|kelar)\b
        | yang\ (?:masih\ )?belum\ (?:selesai|beres|kelar)\ (?:apa|mana)\b""",
}
_ASKED = {kind: re.compile(rf"(?<!\w)(?:{pattern})", re.IGNORECASE | re.VERBOSE) for kind, pattern in _PATTERNS.items()}
# Beside what asks for a kind, words that name no topic.
_EMPTY = STOPWORDS | word_set(
    """decide decided decision decisions made make take taken agreed open still remain remaining left item items list
    show everything anything latest last recent recently earlier past today yesterday week month ran run used came up
    touch touched mention mentioned together previously lately far now saja aja semua terakhir terbaru kemarin"""
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The kind a question asks for. ``alone``: it names no topic beside it."""

    kind: str
    alone: bool


@dataclass(slots=True)
class Items:
    """Messages with items of the kind that is wanted."""

    kind: str | None = None
    raised: dict[int, float] = field(default_factory=dict)  # message id -> what the item adds
    values: dict[int, list[str]] = field(default_factory=dict)  # message id -> its items, as they were written


def wanted(query: Query) -> Wanted | None:
    """The kind a question asks for; None for every other query, and for one with operators or a quoted part."""
    if query.boolean or query.excluded or '"' in query.text or len(query.text.split()) < LEAST_WORDS:
        return None
    for kind, pattern in _ASKED.items():
        if match := pattern.search(query.text):
            rest = words(f"{query.text[: match.start()]} {query.text[match.end() :]}")
            return Wanted(kind, _EMPTY.union(dates.words_of_dates(query.text)).issuperset(rest))
    return None


def among(look: Look, kind: str, ids: Collection[int]) -> Items:
    """What an item of the kind adds to messages that were found by the topic."""
    values = _values(look.conn, kind, ids)
    return Items(kind, dict.fromkeys(values, rank.OF_KIND), values)


def latest(look: Look, kind: str) -> Items:
    """The latest messages of the scope with an item of a kind (of open items, those that still are), the newest raised
    most; those of a time the question names before all others."""
    rows: list[tuple[int, str]] = []
    sessions = look.scope.sessions
    sql = _OF_SESSIONS if sessions is not None and few_messages(look.conn, sessions) else _OF_ALL
    values = {**look.scope.values, "kind": kind, "n": LATEST, "sessions": json_list(sorted(sessions or ()))}
    with look.clock.box(look.conn, SECONDS):
        rows.extend((row[0], row[1]) for row in look.conn.execute(sql.format(where=look.scope.where), values))
    days = [(span.first.isoformat(), span.last.isoformat()) for span in dates.date_hints(look.query.text)]
    rows.sort(key=lambda row: (any(first <= row[1][:10] <= last for first, last in days), row[1], row[0]), reverse=True)
    ids = list(dict.fromkeys(row[0] for row in rows))
    raised = {i: rank.OF_KIND_ONLY * (1 - at / len(ids) / 2) for at, i in enumerate(ids)}
    return Items(kind, raised, _values(look.conn, kind, ids))


_STILL = "(:kind <> 'unresolved' OR a.status = 'open')"
# The latest mention of each text, the texts in the order of their latest mention.
_OF_ALL = f"""
    SELECT m.id, m.created_at FROM artifact_values v CROSS JOIN messages m ON m.id = (
        SELECT m.id FROM artifact_mentions a CROSS JOIN messages m ON m.id = a.id / 1024
        WHERE a.value_id = v.id AND {_STILL} AND {{where}} ORDER BY a.id DESC LIMIT 1)
    WHERE v.kind = :kind ORDER BY v.last_seen DESC LIMIT :n"""
_OF_SESSIONS = f"""
    SELECT m.id, m.created_at FROM json_each(:sessions) one
    CROSS JOIN messages m ON m.session_id = one.value
    CROSS JOIN artifact_mentions a ON a.id BETWEEN m.id * 1024 AND m.id * 1024 + 1023
    CROSS JOIN artifact_values v ON v.id = a.value_id
    WHERE v.kind = :kind AND {_STILL} AND {{where}} ORDER BY m.created_at DESC, m.id DESC LIMIT :n"""


def _values(conn: sqlite3.Connection, kind: str, ids: Collection[int]) -> dict[int, list[str]]:
    """Of these messages the items of a kind, by message."""
    found: dict[int, list[str]] = {}
    rows = conn.execute(
        """SELECT m.value, v.value FROM json_each(:ids) m
           CROSS JOIN artifact_mentions a ON a.id BETWEEN m.value * 1024 AND m.value * 1024 + 1023
           CROSS JOIN artifact_values v ON v.id = a.value_id
           WHERE v.kind = :kind ORDER BY a.id""",
        {"ids": json_list(ids), "kind": kind},
    )
    for message_id, value in rows:
        found.setdefault(message_id, []).append(value)
    return found
