"""Turn ranked messages into the result a person or an agent reads: snippets, neighbours, counts, a size limit."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import GagentError
from ..models import Session
from ..sql_json import json_list
from ..store.sessions import SELECT
from . import rank
from .budget import CUT_LINE, cut, fit
from .candidates import Found
from .filters import Scope
from .ordering import Ranked
from .results import DETAILS, Hit, Line, SearchResult, SessionHits
from .sessions import Conversation, session_hits, session_url
from .snippets import LONGEST, literal_spans, marked, snippet
from .tool_snippets import attached_snippet, tool_snippet, unsaid

MAX_WINDOW = 20
COUNT_LIMIT = 1000
MAX_CHARS = 4000  # characters of a message that are searched for the part closest to the question
_SENTENCE_END = re.compile(r"[.!?\n]\s+(?=\S)")
_TOOL_LINE = 1000  # characters shown of tool output beside a hit, which is seldom read for its own sake
_FOLD_LENGTH = 40  # shorter messages may well be said twice, so they are not taken for repeats


@dataclass(frozen=True, slots=True)
class Detail:
    """How much of each hit is shown."""

    level: str
    window: int
    max_chars: int | None
    hits_per_session: int

    @classmethod
    def of(cls, level: str, *, window: int, max_chars: int | None, hits_per_session: int) -> Detail:
        """Return the detail that a caller asked for. Raises GagentError for a value that is not valid."""
        if level not in DETAILS:
            raise GagentError(f"There is no detail level {level!r}.", hint=f"Choose one of: {', '.join(DETAILS)}.")
        if window < 0:
            raise GagentError(f"The window must not be negative, not {window}.")
        if max_chars is not None and max_chars < 1:
            raise GagentError(f"max_chars must be at least 1, not {max_chars}.")
        return cls(level, min(window, MAX_WINDOW), max_chars, max(1, hits_per_session))

    def fit(self, result: SearchResult, behind: Sequence[str]) -> None:
        """Make the JSON of the result no longer than ``max_chars``; ``behind`` has the cursor after each session."""
        if self.max_chars is not None:
            fit(result, self.max_chars, behind)


def present(
    conn: sqlite3.Connection, page: list[Conversation], found: Found, scope: Scope, detail: Detail, *, db_name: str
) -> list[SessionHits]:
    """Return one entry per conversation, each with its best hits."""
    shown = []
    rows = conn.execute(
        f"{SELECT} WHERE id IN (SELECT value FROM json_each(?))",
        (json_list(conversation.session_id for conversation in page),),
    )
    sessions = {row["id"]: Session.from_row(row) for row in rows}
    for conversation in page:
        session = sessions[conversation.session_id]
        item = session_hits(session, conversation.lineage, conversation.score, db_name)
        telling = _telling(conversation, found)
        best = _without_repeats(telling, detail.hits_per_session)
        if found.together and len(best) > 1:
            best = _with_every_word(best, telling, found.standing)
        item.hits = [_hit(conn, message, found, db_name) for message in best]
        item.hit_count = max(_hit_count(conn, conversation, found, scope), len(item.hits))
        if detail.level in ("window", "full") and detail.window:
            _add_windows(conn, item.hits, detail.window)
        if detail.level == "full":
            for hit, message in zip(item.hits, best, strict=True):
                hit.content = message.content
        if detail.level == "ids":
            item.hits = item.hits[:1]
        shown.append(item)
    _add_artifacts(conn, [hit for item in shown for hit in item.hits], found.items.kind)
    return shown


def flat_hits(conn: sqlite3.Connection, found: Found, limit: int) -> list[Hit]:
    """Return the best messages, whatever session they are in."""
    by_id = {message.message_id: message for message in found.messages}
    order = rank.with_slots(list(by_id), (i for i in found.by_meaning if i in by_id), rank.MESSAGE_SLOTS)
    return [_hit(conn, by_id[i], found, "") for i in order[:limit]]


def _hit(conn: sqlite3.Connection, message: Ranked, found: Found, db_name: str) -> Hit:
    """Return a message as a hit, with the snippet that suits how it was found."""
    content = message.content
    if message.matched == "exact":
        text = _exact_snippet(conn, message, content, found)
    elif message.matched == "semantic":
        text = _telling_part(content, found) if content.strip() else tool_snippet(conn, message.message_id, found)
    else:
        literals = [*found.literals, *found.items.values.get(message.message_id, ())]
        text = marked(conn, message.message_id, content, found.expression, literals, found.words)
        if "<mark>" not in text:
            text = _beside(conn, message, content, found) or text
    return Hit(
        message_id=message.message_id,
        session_id=message.session_id,
        role=message.role,
        created_at=message.created_at,
        snippet=text,
        score=round(message.value, 4),
        matched=message.matched,
        url=session_url(db_name, message.session_id, message.message_id) if db_name else "",
    )


def _telling_part(content: str, found: Found) -> str:
    """Return the snippet of a message found by meaning: of a long one, from the sentence closest to the question."""
    if len(content) <= LONGEST or not found.meaning:
        return snippet(content, [])
    starts = [0, *(match.end() for match in _SENTENCE_END.finditer(content[:MAX_CHARS]))]
    parts = [content[start : start + LONGEST] for start in starts[:20]]
    start = starts[found.meaning.closest_part(found.question, parts)]
    return ("… " if start else "") + snippet(content[start:], [])


def _exact_snippet(conn: sqlite3.Connection, message: Ranked, content: str, found: Found) -> str:
    spans = literal_spans(content, found.literals)
    if spans:
        return snippet(content, spans)
    return _beside(conn, message, content, found) or snippet(content, [])


def _beside(conn: sqlite3.Connection, message: Ranked, content: str, found: Found) -> str:
    """Return a snippet of an attachment or a tool call that shows why a message was found; '' when there is none."""
    return attached_snippet(conn, message.message_id, content, found) or tool_snippet(conn, message.message_id, found)


def _with_every_word(best: list[Ranked], others: list[Ranked], standing: Sequence[np.ndarray]) -> list[Ranked]:
    """Return the hits with one for each word that the conversation has: the last gives way to the best message with a
    word that no hit has, unless another word would then be missing."""
    ids = np.array([message.message_id for message in others], np.int64)
    for word in (words := [set(ids[rank.holds(ids, at)].tolist()) for at in standing]):
        *kept, last = [message.message_id for message in best]
        other = next((message for message in others if message.message_id in word), None)
        if other is None or not word.isdisjoint([*kept, last]):
            continue
        if all(last not in one or other.message_id in one or not one.isdisjoint(kept) for one in words):
            best = [*best[:-1], other]
    return best


def _telling(conversation: Conversation, found: Found) -> list[Ranked]:
    """Return the messages of a conversation that are worth showing as hits, best first.

    A message found by the words of its neighbours is shown beside these anyway. Where the words themselves were
    found, messages that are only near in meaning would distract. A message with an item of the kind that was asked for
    is the answer, so the best of these comes first.
    """
    shown = [message for message in conversation.messages if not message.beside] or conversation.messages
    if found.mode in ("exact", "lexical"):
        shown = [message for message in shown if message.matched != "semantic"] or shown
    if answer := next((message for message in conversation.messages if message.message_id in found.items.raised), None):
        shown = [answer, *(message for message in shown if message is not answer)]
    return shown


def _without_repeats(messages: list[Ranked], count: int) -> list[Ranked]:
    """Return the first ``count`` messages, each long text only once."""
    kept: list[Ranked] = []
    seen: set[str] = set()
    for message in messages:
        text = " ".join(message.content.split()).lower()
        if len(text) >= _FOLD_LENGTH and text in seen:
            continue
        seen.add(text)
        kept.append(message)
        if len(kept) == count:
            break
    return kept


def _hit_count(conn: sqlite3.Connection, conversation: Conversation, found: Found, scope: Scope) -> int:
    """Return how many messages of the conversation match: counted up to COUNT_LIMIT, at least those ranked."""
    if found.mode in ("exact", "semantic") or not found.expression:
        best = conversation.messages[0].matched
        return sum(message.matched == best and not message.beside for message in conversation.messages)
    sessions = json_list(conversation.lineage)
    row = conn.execute(
        f"""WITH span AS MATERIALIZED (
              SELECT min(id) AS low, max(id) AS high FROM messages
              WHERE session_id IN (SELECT value FROM json_each(:lineage)))
            SELECT count(*) FROM (
              SELECT 1 FROM span CROSS JOIN messages_fts f CROSS JOIN messages m ON m.id = f.rowid
              WHERE messages_fts MATCH :match AND f.rowid >= span.low AND f.rowid <= span.high
                AND m.session_id IN (SELECT value FROM json_each(:lineage)) AND {scope.where} LIMIT {COUNT_LIMIT})""",
        {**scope.values, "match": found.expression, "lineage": sessions},
    ).fetchone()
    ranked = sum(message.matched != "semantic" and not message.beside for message in conversation.messages)
    return max(int(row[0]), ranked, 1)


def _add_windows(conn: sqlite3.Connection, hits: list[Hit], window: int) -> None:
    """Add the messages before and after each hit; one beside two hits is shown once."""
    taken = {hit.message_id for hit in hits}
    for hit in hits:
        hit.before = _lines(conn, hit, window, "<", "DESC", taken)[::-1]
        hit.after = _lines(conn, hit, window, ">", "ASC", taken)


def _lines(conn: sqlite3.Connection, hit: Hit, window: int, side: str, order: str, taken: set[int]) -> list[Line]:
    """Return the neighbours on one side of a hit, nearest first, up to the first that is shown already."""
    lines = []
    rows = conn.execute(
        f"""SELECT id, role, created_at, content FROM messages
            WHERE session_id = ? AND id {side} ? AND status <> 'undone' ORDER BY id {order} LIMIT ?""",
        (hit.session_id, hit.message_id, window),
    )
    for row in rows:
        if row[0] in taken:  # another hit, or a neighbour already shown: the windows touch here
            break
        taken.add(row[0])
        text = row[3] if row[3].strip() else unsaid(conn, row[0])
        lines.append(Line(row[0], row[1], row[2], cut(text, _TOOL_LINE if row[1] == "tool" else CUT_LINE)))
    return lines


def _add_artifacts(conn: sqlite3.Connection, hits: list[Hit], wanted: str | None) -> None:
    """Add up to 10 artifacts extracted from each hit, those of the kind that the question asks for first."""
    by_id = {hit.message_id: hit for hit in hits}
    rows = conn.execute(
        """SELECT message_id, kind, value FROM artifacts
           WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY kind IS NOT ?, id""",
        (json_list(by_id), wanted),
    )
    for message_id, kind, value in rows:
        found = by_id[message_id].artifacts
        item = {"kind": kind, "value": value}
        if item not in found and len(found) < 10:
            found.append(item)
