"""Search without the word index: read the newest messages one by one, and say so in the result."""

from __future__ import annotations

import sqlite3

from ..schema import fts
from . import lexical, words
from .candidates import Found
from .filters import Scope
from .ordering import Ranked
from .query import Query, quote

SECONDS = 0.4
NEWEST = 200  # matching messages after which the scan stops


def broken_index(conn: sqlite3.Connection) -> str | None:
    """Return a sentence about a word index that does not match its table; None when it does."""
    stale = fts.stale(conn)
    if "messages_fts" not in stale:
        return None
    return (
        f"The word index does not match the messages ({stale['messages_fts']}), so only the newest were read; "
        "run: gagent-db doctor --repair"
    )


def index_is_blind(conn: sqlite3.Connection) -> bool:
    """Whether the index fails to find a word of the newest message: a damaged index may look merely empty."""
    row = conn.execute("SELECT id, substr(content, 1, 2000) FROM messages ORDER BY id DESC LIMIT 1").fetchone()
    plain = [word for word in words.words(row[1]) if word.isascii()] if row else []
    if not plain:
        return False
    sql = "SELECT 1 FROM messages_fts WHERE messages_fts MATCH ? AND rowid = ?"
    return conn.execute(sql, (quote(max(plain, key=len)), row[0])).fetchone() is None


def scan_words(conn: sqlite3.Connection, query: Query, scope: Scope, clock: lexical.Clock) -> Found:
    """Return the newest messages that contain the literal or any of the words, those with most of them first."""
    needles = [query.literal] if query.literal and query.looks_literal else []
    needles += [term.text for term in query.terms if term.text not in needles]
    holds = [f"instr(lower(m.content), lower(:needle{i}))" for i in range(len(needles))]
    found = Found(mode="relaxed", literals=[needle for needle in needles if needle], truncated=True)
    if not holds:
        return found
    values = {**scope.values, **{f"needle{i}": needle for i, needle in enumerate(needles)}}
    score = " + ".join(f"({hold} > 0)" for hold in holds)
    sql = f"""SELECT m.id, m.session_id, m.role, m.created_at, m.content, ({score}) * 1.0 / {len(holds)}
              FROM messages m WHERE {scope.where} AND ({" OR ".join(holds)}) ORDER BY m.id DESC LIMIT {NEWEST}"""
    with clock.box(conn, SECONDS):
        for row in conn.execute(sql, values):
            found.messages.append(Ranked(row[0], row[1], row[2], row[3], row[4], row[5], "lexical"))
    found.truncated = clock.hit
    found.messages.sort(key=lambda item: (-item.score, -item.message_id))
    return found
