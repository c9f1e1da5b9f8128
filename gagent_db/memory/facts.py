"""Write, find, review, export and purge facts in MEMORY_SPEC notation.

The functions named like the agents' tools (``memory_...``) return plain dicts, just as the command line, the web and
MCP print them.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..coerce import encodable
from ..errors import GagentError, NotFound
from ..recall.sessions import session_url
from ..recall.words import content_words, indonesian_forms, looks_english
from ..sql_json import json_list
from ..store.database import Store
from ..store.merging import erase
from . import fact_scopes, tiers
from .fact_rows import Fact, current_turn, insert, scope_name, select, supersede
from .memory_rows import before, where_said
from .notation import Notation, parse, parse_line, write
from .scan import ensure_clean, withheld
from .shorthand import spellings

MAX_FOUND = 20
PURGE_DAYS = 30.0
_STATUSES = ("active", "superseded", "resolved")
_IN_SCOPE = "(?1 IS NULL OR facts.scope = ?1 COLLATE NOCASE)"
_WANTED = f"{_IN_SCOPE} AND (?2 IS NULL OR facts.status = ?2)"
_Where = tuple[str | None, str | None]  # (scope, status), the parameters of _WANTED; None for all


@dataclass(slots=True)
class Written:
    """What a write did: ids of facts written, replaced, resolved (open questions), and in conflict (still in force)."""

    ids: list[str] = field(default_factory=list)
    superseded: list[str] = field(default_factory=list)
    resolved: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        values = asdict(self)
        notes = values.pop("notes")
        return {"ok": True, "id": self.ids[-1] if self.ids else None, **values, "note": "; ".join(notes) or None}

    def tell(self, what: str, facts: Sequence[Fact]) -> list[str]:
        """Add notes on what happened to facts, in full since a model does not know their ids; return the ids."""
        self.notes += [f"{what}: {withheld(fact.line)}" for fact in facts]
        return [fact.id for fact in facts]


# -- writing -------------------------------------------------------------------------------------------


def memory_write(
    store: Store,
    content: str,
    scope: str | None = None,
    *,
    session_id: str | None = None,
    message_id: int | None = None,
    source: str | None = None,
    model: tiers.Model | None = None,
) -> dict[str, Any]:
    """Write one fact, or several, one per line.

    Returns ``{"ok", "id", "ids", "superseded", "resolved", "conflicts", "closed", "note"}``. A fact of the same kind,
    target and scope with another value supersedes the older one; the same value again only refreshes it.
    Raises BlockedWrite for harmful text and GagentError for text that is not in the notation.
    """
    notations = _clean(content)
    scope = scope_name(scope)
    ensure_clean(scope, what="This scope name")
    ensure_clean(source or "", what="This source")

    def work(conn: sqlite3.Connection, spare: bool) -> Written:
        return write_facts(conn, notations, scope, (*where_said(conn, session_id, message_id), source), spare=spare)

    return _relieved(store, work, model)


def _clean(content: str) -> list[Notation]:
    ensure_clean(content, what="This fact")
    return parse(content)


def _relieved(
    store: Store, work: Callable[[sqlite3.Connection, bool], Written], model: tiers.Model | None = None
) -> dict[str, Any]:
    """Run a write in a transaction; after it let a model, if there is one, make the hot facts shorter.

    ``work`` is told whether to spare the last level of :func:`tiers.relieve` for the model.
    """
    spare = bool(model or tiers.model_name())
    written = store.write(lambda conn: work(conn, spare))
    if spare and (note := tiers.consolidate(store, model)):
        written.notes.append(note)
    return written.to_dict()


def write_facts(
    conn: sqlite3.Connection,
    notations: Sequence[Notation],
    scope: str,
    origin: tuple[str | None, int | None, str | None],
    *,
    spare: bool,
) -> Written:
    """Write facts that were scanned before, inside a transaction; ``origin`` is (session id, message id, source)."""
    now = current_turn(conn)
    scope = fact_scopes.known_name(conn, scope)
    written = Written()
    for notation in notations:
        fact_scopes.open_scope(conn, scope, now)
        _write_one(conn, written, notation, scope, (now, *origin))
        written.closed += fact_scopes.close_done(conn, notation, now)
    written.closed += [closed["scope"] for closed in fact_scopes.close_left_behind(conn, now)]
    tiers.relieve(conn, spare=spare)
    return written


def _write_one(
    conn: sqlite3.Connection,
    written: Written,
    notation: Notation,
    scope: str,
    origin: tuple[int, str | None, int | None, str | None],
) -> None:
    """Write one fact and record in ``written`` what it did to others; ``origin`` starts with the turn."""
    same = select(conn, "scope = ? AND target = ? COLLATE NOCASE AND status = 'active'", (scope, notation.target))
    twins = [fact for fact in same if fact.kind == notation.kind and fact.content == notation.content]
    if twins:
        _refresh(conn, twins[-1], origin[0])
        written.ids.append(twins[-1].id)
        return
    fact_id = insert(conn, notation, scope, origin, tier=_tier(notation.kind))
    gone = written.tell("Superseded", [fact for fact in same if _gives_way(fact, notation)])
    answered = written.tell("Answered", [fact for fact in same if fact.kind == "?" and notation.kind in "CDV✓"])
    supersede(conn, gone, fact_id)
    supersede(conn, answered, fact_id, status="resolved")
    written.ids.append(fact_id)
    written.superseded += gone
    written.resolved += answered
    against = [fact for fact in same if {fact.kind, notation.kind} == {"C", "D"} and fact.content != notation.content]
    written.conflicts += written.tell("Still stands, and says something else", against)


def _refresh(conn: sqlite3.Connection, fact: Fact, turn: int) -> None:
    conn.execute(
        "UPDATE facts SET updated_at = ?, written_turn = ?, last_referenced_turn = ?, tier = ? WHERE id = ?",
        (time.time(), turn, turn, _tier(fact.kind), fact.id),
    )


def _gives_way(fact: Fact, newer: Notation) -> bool:
    """Whether a newer fact of the same target and scope replaces this one. An obsolete mark replaces all but done."""
    if newer.kind == "~":
        return fact.kind != "✓"
    return fact.kind in (newer.kind, "~")


def _tier(kind: str) -> str:
    """Return the tier of a new fact: done and obsolete marks are cold at once, as no agent needs to see them."""
    return "cold" if kind in "✓~" else "hot"


def edit(store: Store, fact_id: str, content: str, *, source: str | None = None) -> dict[str, Any]:
    """Write a person's correction of a fact, which is kept as superseded. ``content`` may be a whole line."""
    ensure_clean(source or "", what="This source")

    def work(conn: sqlite3.Connection, spare: bool) -> Written:
        fact = get(store, fact_id)
        notations = _clean(content if parse_line(content) else write(fact.kind, fact.target, content))
        written = write_facts(conn, notations, fact.scope, (None, None, source), spare=spare)
        if fact.status == "active" and fact.id not in [*written.superseded, *written.ids]:
            supersede(conn, [fact.id], written.ids[-1])
            written.superseded.append(fact.id)
        return written

    return _relieved(store, work)


def forget(store: Store, fact_id: str) -> dict[str, Any]:
    """Take a fact out of use. It stays in the history as resolved and can be restored."""
    sql = "UPDATE facts SET status = 'resolved', tier = 'cold', updated_at = ? WHERE id = ?"
    store.write(lambda conn: conn.execute(sql, (time.time(), get(store, fact_id).id)))
    return {"ok": True, "id": fact_id}


def restore(store: Store, fact_id: str) -> dict[str, Any]:
    """Bring a superseded or forgotten fact back into force and supersede what took its place."""

    def work(conn: sqlite3.Connection) -> list[str]:
        fact = get(store, fact_id)
        same = "kind IN (?, '~') AND target = ? COLLATE NOCASE AND scope = ? AND status = 'active' AND id <> ?"
        rivals = [rival.id for rival in select(conn, same, (fact.kind, fact.target, fact.scope, fact.id))]
        supersede(conn, rivals, fact.id)
        if (tier := _tier(fact.kind)) == "hot":
            fact_scopes.open_scope(conn, fact.scope, current_turn(conn))  # as for a new fact
        conn.execute(
            "UPDATE facts SET status = 'active', superseded_by = NULL, tier = ?, updated_at = ? WHERE id = ?",
            (tier, time.time(), fact.id),
        )
        tiers.relieve(conn)
        return rivals

    return {"ok": True, "id": fact_id, "superseded": store.write(work)}


# -- reading -------------------------------------------------------------------------------------------


def get(store: Store, fact_id: str) -> Fact:
    """Return a fact by its id. Raises NotFound."""
    found = select(store.read(), "id = ?", (fact_id,))
    if not found:
        raise NotFound(f"There is no fact {fact_id}.", hint="Search shows ids: gagent-db fact search WORDS")
    return found[0]


def memory_search(
    store: Store, query: str, scope: str | None = None, limit: int = MAX_FOUND, status: str | None = None
) -> dict[str, Any]:
    """Find facts of every tier with the words of ``query``; with a ``status`` only those.

    Returns ``{"ok", "facts", "degraded"}`` with at most MAX_FOUND facts: first those with all words, then with any,
    then those that contain the query as it is.
    """
    conn = store.read()
    limit = max(1, min(limit, MAX_FOUND))
    query, where = encodable(query), (_asked(scope), _known(status))
    terms = _terms(query)
    if not terms:
        return {"ok": True, "facts": [], "degraded": None}
    note = None
    found: dict[str, Fact] = {}
    if conn.execute("SELECT stale FROM index_state WHERE name = 'facts_fts'").fetchone()[0]:
        note = "the index of facts is stale (repair it with: gagent-db doctor --repair)"
    else:
        try:
            for joint in (" AND ", " OR "):
                found |= {fact.id: fact for fact in _match(conn, joint.join(terms), where, limit)}
        except sqlite3.DatabaseError as error:
            note = f"the index of facts could not be read ({error})"
    if len(found) < limit:
        found |= {fact.id: fact for fact in _holding(conn, query, where, limit) if fact.id not in found}
    return {"ok": True, "facts": [fact.to_dict() for fact in list(found.values())[:limit]], "degraded": note}


def _known(status: str | None) -> str | None:
    if status is not None and status not in _STATUSES:
        raise GagentError(f"There is no status {status!r}.", hint="Use active, superseded or resolved.")
    return status


def _asked(scope: str | None) -> str | None:
    """Return the name of the scope to look in; None for all of them."""
    return None if scope is None else scope_name(scope)


def _terms(query: str) -> list[str]:
    """Return an FTS5 expression for each word: the word and its shorthands as prefixes, its Indonesian forms."""
    affixes = not looks_english(query)
    terms = []
    for word in content_words(query):
        forms = [f'"{form}" *' for form in _indexed(spellings(word))]
        forms += [f'"{form}"' for form in indonesian_forms(word)] if affixes else []
        terms.append(f"({' OR '.join(forms)})")
    return terms


def _indexed(forms: tuple[str, ...]) -> list[str]:
    """Return the forms that the tokenizer indexes (not ``w/`` and arrows), or the first one if it indexes none."""
    return [form for form in forms if form.replace("'", "").isalnum()] or [forms[0]]


def _match(conn: sqlite3.Connection, expression: str, where: _Where, limit: int) -> list[Fact]:
    """Return facts that match an FTS5 expression: those in force first, then by rank."""
    sql = f"""SELECT facts.* FROM facts_fts JOIN facts ON facts.rid = facts_fts.rowid
              WHERE {_WANTED} AND facts_fts MATCH ?3
              ORDER BY facts.status <> 'active', facts_fts.rank LIMIT ?4"""
    return [Fact.from_row(row) for row in conn.execute(sql, (*where, expression, limit))]


def _holding(conn: sqlite3.Connection, query: str, where: _Where, limit: int) -> list[Fact]:
    """Return facts that contain the query as it is: also finds parts of words and text without spaces."""
    sql = f"{_WANTED} AND (instr(lower(content), lower(?3)) OR instr(lower(target), lower(?3)))"
    return select(conn, sql, (*where, query.strip()), limit)


def memory_reflect(store: Store, topic: str, limit: int = MAX_FOUND) -> dict[str, Any]:
    """Return the history of a topic, oldest fact first.

    As ``{"ok", "topic", "history"}``, where each fact has its columns and "line", "supersedes" and "message".
    """
    these = "IN (SELECT value FROM json_each(?1))"
    topic = encodable(topic)
    with store.snapshot() as conn:
        found = {fact["id"] for fact in memory_search(store, topic, limit=MAX_FOUND)["facts"]}
        facts = select(
            conn,
            f"""id {these} OR superseded_by {these} OR id IN (SELECT superseded_by FROM facts WHERE id {these})
                OR scope = ?2 COLLATE NOCASE OR target = ?2 COLLATE NOCASE OR target LIKE ?2 || '.%'""",
            (json_list(found), topic.strip()),
        )[-max(1, limit) :]
        history = [
            {
                **fact.to_dict(),
                "line": fact.line,
                "supersedes": [older.id for older in select(conn, "superseded_by = ?", (fact.id,))],
                "message": _message(store, fact),
            }
            for fact in facts
        ]
    return {"ok": True, "topic": topic, "history": history}


def _message(store: Store, fact: Fact) -> dict[str, Any] | None:
    """Return where a fact was said, as ``{"session_id", "message_id", "key", "title", "url"}``; None if unknown."""
    if not fact.session_id:
        return None
    row = store.read().execute("SELECT key, title FROM sessions WHERE id = ?", (fact.session_id,)).fetchone()
    return {
        "session_id": fact.session_id,
        "message_id": fact.message_id,
        "key": row["key"] if row else None,
        "title": row["title"] if row else None,
        "url": session_url(store.path.stem, fact.session_id, fact.message_id),
    }


def memory_export(store: Store, scope: str | None = None, status: str | None = None) -> dict[str, Any]:
    """Return all facts, oldest first, as columns and as plain notation: ``{"ok", "facts", "text"}``."""
    facts = select(store.read(), _WANTED, (_asked(scope), _known(status)))
    return {"ok": True, "facts": [fact.to_dict() for fact in facts], "text": "\n".join(fact.line for fact in facts)}


def memory_purge(store: Store, scope: str | None = None, older_than_days: float | None = None) -> dict[str, Any]:
    """Permanently delete facts that are no longer in force; returns ``{"ok", "purged", "ids"}``.

    In a closed scope that is named, all facts are deleted; otherwise those superseded, resolved or archived. Without
    scope and age, only those older than 30 days are. Hot and cold facts in force in an open scope are never purged.
    """
    name = _asked(scope)
    limit = before(PURGE_DAYS if name is None and older_than_days is None else older_than_days)

    def work(conn: sqlite3.Connection) -> list[str]:
        rows = conn.execute(
            f"""DELETE FROM facts
                WHERE {_IN_SCOPE} AND updated_at <= ?2
                  AND (status <> 'active' OR tier = 'archived'
                       OR (?1 IS NOT NULL AND scope IN (SELECT name FROM scopes WHERE status = 'closed')))
                RETURNING id""",
            (name, limit),
        ).fetchall()
        return [row["id"] for row in rows]

    ids = store.write(work)
    erase(store, "facts_fts")
    return {"ok": True, "purged": len(ids), "ids": ids}
