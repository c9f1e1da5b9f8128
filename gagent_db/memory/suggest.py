"""Propose facts from artifacts extracted from conversations: decisions become D, open items become ?.

Nothing is written until a person accepts a proposal.
"""

from __future__ import annotations

import re
import sqlite3
from dataclasses import asdict, dataclass
from typing import Any

from ..errors import NotFound
from ..recall.words import content_words, word_set
from ..store.database import Store
from .fact_rows import select
from .facts import memory_write
from .notation import Notation, parse_line, write
from .scan import harm
from .sentence_facts import target_of
from .shorthand import abbreviate

KINDS = {"decision": "D", "unresolved": "?"}
MAX_CHARS = 240
_LEAD = re.compile(
    r"^(?:decision|decided|keputusan|todo|fixme|open|question|next step|langkah berikutnya)\s*[:\-]\s*"
    r"|^(?:so |ok(?:ay)?,? |then )?(?:we(?:'ve| have)?|i(?:'ve| have)?|let's|kita|kami|saya)\s+"
    r"(?:have\s+|sudah\s+|telah\s+|akan\s+|will\s+)*"
    r"(?:decided|agreed|chose|opted|settled|use|memutuskan|sepakat|memilih|pakai)\s+(?:to\s+use|to|on|for|untuk\s+memakai|untuk|memakai)?\s*",
    re.IGNORECASE,
)
_ARTIFACTS = """SELECT a.id, a.kind, a.value, a.session_id, a.message_id, a.created_at, m.content
                FROM artifacts a LEFT JOIN messages m ON m.id = a.message_id"""
_WEAK = word_set(
    """use using need needs still should decided keep go add make always never please remember now first let lets will
    check find see do run sure following particular pakai perlu masih dulu tolong belum selesai cek"""
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A proposed fact. ``line`` is the fact as it would be written, ``value`` the artifact it comes from."""

    artifact_id: int
    line: str
    value: str
    session_id: str
    message_id: int | None
    created_at: str

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def suggestions(store: Store, *, session_id: str | None = None, limit: int = 20) -> list[Suggestion]:
    """Return proposals from the newest decisions and open items that are not facts yet."""
    conn = store.read()
    known = {fact.content.casefold() for fact in select(conn)}
    taken = {fact.source for fact in select(conn, "source LIKE 'artifact:%'")}
    found: dict[str, Suggestion] = {}
    for row in _artifacts(conn, session_id):
        suggestion = _suggest(row)
        if suggestion is None or f"artifact:{row['id']}" in taken:
            continue
        fact = parse_line(suggestion.line)
        if fact is None or fact.content.casefold() in known:
            continue
        found.setdefault(suggestion.line, suggestion)
        if len(found) >= limit:
            break
    return list(found.values())


def accept(store: Store, artifact_id: int, *, scope: str | None = None, line: str | None = None) -> dict[str, Any]:
    """Write a proposal as a fact, with its session and message; ``line`` replaces its wording. Raises NotFound."""
    row = store.read().execute(f"{_ARTIFACTS} WHERE a.id = ?", (artifact_id,)).fetchone()
    suggestion = _suggest(row) if row else None
    if suggestion is None:
        raise NotFound(
            f"Artifact {artifact_id} is not a decision or open item that can become a fact.",
            hint="List the proposals with: gagent-db fact suggest",
        )
    return memory_write(
        store,
        line or suggestion.line,
        scope,
        session_id=suggestion.session_id,
        message_id=suggestion.message_id,
        source=f"artifact:{artifact_id}",
    )


def _artifacts(conn: sqlite3.Connection, session_id: str | None) -> sqlite3.Cursor:
    return conn.execute(
        f"""{_ARTIFACTS}
            WHERE (a.kind = 'decision' OR (a.kind = 'unresolved' AND coalesce(a.status, 'open') = 'open'))
              AND (? IS NULL OR a.session_id = ?)
            ORDER BY a.created_at DESC, a.id DESC""",
        (session_id, session_id),
    )


def _suggest(row: sqlite3.Row) -> Suggestion | None:
    value = " ".join(row["value"].split())
    fact = _as_noted(value, row["content"] or "") or _in_notation(row["kind"], value)
    if fact is None or harm(fact.content):
        return None
    line = write(fact.kind, fact.target, fact.content)
    return Suggestion(row["id"], line, row["value"], row["session_id"], row["message_id"], row["created_at"])


def _as_noted(value: str, message: str) -> Notation | None:
    """Return the fact if the value, or the line of the message it was extracted from, is in the notation; else None."""
    for line in (value, *(message.splitlines() if "]:" in message else ())):
        fact = parse_line(line)
        if fact is not None and fact.kind in "CDV?" and value in (fact.content, " ".join(line.split())):
            return fact
    return None


def _in_notation(kind: str, value: str) -> Notation | None:
    """Return the fact that a value in plain words makes; None where there is nothing to name its target by."""
    statement = _LEAD.sub("", value)
    text = abbreviate(statement)[:MAX_CHARS].strip()
    target = target_of(" ".join(word for word in content_words(statement) if word not in _WEAK))
    return Notation(KINDS[kind], target, text) if kind in KINDS and text and target else None
