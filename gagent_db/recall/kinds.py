"""What a question asks for besides its words: what was decided, which command it was, what is still open, or merely
what was said at some time.

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
SAID = ""  # no kind of item: what was said at the time that is named
OPENING = 3  # first messages of a session on these days
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
# And beside a time.
_ANY = _EMPTY | word_set(
    """happen happened happening talk talked talking discuss discussed discussing discussion discussions chat chats
    chatted conversation conversations message messages session sessions say said saying ask asked speak spoke work
    worked working summary recap day days night morning year years two three few terjadi bahas dibahas membahas bicara
    bicarakan dibicarakan ngobrol ngobrolin obrolan percakapan pesan sesi ngapain kerjakan dikerjakan mengerjakan
    lakukan dilakukan ringkasan minggu bulan tahun hari pagi siang malam semalam lusa"""
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
    if query.boolean or query.excluded or '"' in query.text:
        return None
    for kind, pattern in _ASKED.items() if len(query.text.split()) >= LEAST_WORDS else ():
        if match := pattern.search(query.text):
            rest = words(f"{query.text[: match.start()]} {query.text[match.end() :]}")
            return Wanted(kind, _EMPTY.union(dates.words_of_dates(query.text)).issuperset(rest))
    of_dates = dates.words_of_dates(query.text)
    only_time = _ANY.union(of_dates).issuperset(words(query.text)) and bool(dates.date_hints(query.text))
    return Wanted(SAID, alone=True) if only_time and len(words(query.text)) >= LEAST_WORDS else None


def among(look: Look, kind: str, ids: Collection[int]) -> Items:
    """What an item of the kind adds to messages that were found by the topic."""
    values = _values(look.conn, kind, ids)
    return Items(kind, dict.fromkeys(values, rank.OF_KIND), values)


def latest(look: Look, kind: str) -> Items:
    """The latest messages of the scope with an item of a kind (of open items, those that still are), the newest raised
    most; those of a time the question names before all others."""
    if kind == SAID:
        return _of_days(look)
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


def _of_days(look: Look) -> Items:
    """What the sessions of the days that the question names began with on them, the newest session raised most."""
    rows: list[tuple[int, str, str]] = []
    values = {**look.scope.values, "scoped": None, "limit": OPENING, "most": LATEST}
    if look.scope.sessions is not None:
        values["scoped"] = json_list(sorted(look.scope.sessions))
    with look.clock.box(look.conn, SECONDS):
        for span in dates.date_hints(look.query.text):
            values |= {"first": span.first.isoformat(), "last": f"{span.told.isoformat()}T99"}
            rows.extend(map(tuple, look.conn.execute(_OF_DAYS.format(where=look.scope.where), values)))
    newest: dict[str, str] = {}
    for _, session, at in rows:
        newest[session] = max(at, newest.get(session, ""))
    rows.sort(key=lambda row: row[0])
    rows.sort(key=lambda row: (newest[row[1]], row[1]), reverse=True)
    ids = list(dict.fromkeys(row[0] for row in rows))
    return Items(SAID, {i: rank.OF_KIND_ONLY * (1 - at / len(ids) / 2) for at, i in enumerate(ids)})


_OF_DAYS = """
    SELECT m.id, m.session_id, m.created_at FROM (
      SELECT id FROM sessions WHERE updated_at >= :first AND created_at <= :last
        AND (:scoped IS NULL OR id IN (SELECT value FROM json_each(:scoped))) ORDER BY updated_at DESC LIMIT :most) s
    CROSS JOIN messages m ON m.id IN (
      SELECT m.id FROM messages m WHERE m.session_id = s.id AND m.created_at BETWEEN :first AND :last AND {where}
        AND m.role IN ('user', 'assistant') AND m.content <> '' ORDER BY m.id LIMIT :limit)"""
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
