"""The search itself: validate, find, group by conversation, page, present.

One function serves the command line, JSON, the web and the agents.
"""

from __future__ import annotations

import sqlite3
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ..errors import GagentError, NotFound
from ..store.database import Store
from ..store.opening import largest_id
from ..store.sessions import cursor_after, resolve_session
from .filters import Filters, Scope, resolve
from .pages import cursor_behind, mark, shown_before
from .query import Query, parse
from .recent import recent_result
from .results import MODES, SORTS, WINDOW, Hit, SearchResult
from .sessions import conversations

if TYPE_CHECKING:
    from .candidates import Found
    from .present import Detail

# The modules that rank and present need numpy, so the functions that use them import them.
SORTED_MATCHES = 1000  # matches read when sorting by time
MAX_LIMIT = 200


def search(
    store: Store,
    query: str = "",
    *,
    sort: str = "relevance",
    limit: int = 3,
    window: int = WINDOW,
    max_chars: int | None = None,
    mode: str = "auto",
    detail: str = "window",
    cursor: str | None = None,
    db_name: str | None = None,
    hits_per_session: int = 3,
    summarize: str | bool | None = None,
    **filters: Any,
) -> SearchResult:
    """Return the conversations that answer ``query``, best first; without a query, the recent ones.

    Filters: channel, chat_id, session, exclude_session, role (several: ``user,assistant``), user, project, since,
    until, tag; ``session_id``, ``exclude_session_id`` and ``user_id`` are other spellings. ``detail`` is
    ``ids`` (only the snippet of the best hit), ``snippet``, ``window`` (with the neighbours of each hit) or
    ``full`` (with whole messages). ``max_chars`` limits the length of the result as JSON. ``cursor`` is ``next`` of
    the previous page. ``summarize`` names a model of the ``llm`` package (True: its default model).
    """
    from .present import Detail

    started = time.perf_counter()
    _check(mode, MODES, "mode")
    _check(sort, SORTS, "sort")
    shape = Detail.of(detail, window=window, max_chars=max_chars, hits_per_session=hits_per_session)
    page = _Page(_bounded(limit), cursor, sort, db_name or store.path.stem)
    with store.snapshot() as conn:
        plan, chosen = _understood(conn, query, filters)
        if plan.text:
            result = _answers(store, plan, chosen, shape, page, mode)
        else:
            result = recent_result(store, chosen, raw=plan.raw, **asdict(page))
        if not cursor and (plan.nothing_left or not result.sessions):
            result.hint = _hint(conn, plan, chosen, mode, result)
    if summarize and plan.text:
        from .summarize import summarize as condense

        condense(store.read(), result, model=summarize if isinstance(summarize, str) else None)
    _fit(result, shape, page)
    result.took_ms = round((time.perf_counter() - started) * 1000, 1)
    return result


def _hint(conn: sqlite3.Connection, plan: Query, chosen: Filters, mode: str, result: SearchResult) -> str | None:
    """What the answer says of the query: why nothing was found, or how it was read, unless it is there as typed."""
    from .nothing import read_otherwise, why_nothing

    if not result.sessions:
        return why_nothing(conn, plan, chosen, mode)
    return None if result.mode == "exact" else read_otherwise(plan)


@dataclass(frozen=True, slots=True)
class _Page:
    """Which page of the results is wanted, and in which order."""

    limit: int
    cursor: str | None
    sort: str
    db_name: str


def _answers(store: Store, plan: Query, chosen: Filters, shape: Detail, page: _Page, mode: str) -> SearchResult:
    """Return one page of conversations that answer a query, with the cursor of the next page."""
    from .present import present

    before = set(shown_before(page.cursor))
    conn = store.read()
    scope = resolve(conn, chosen)
    found, degraded = _find(store, conn, plan, scope, mode=mode, sort=page.sort)
    grouped = conversations(conn, found, by_time=page.sort != "relevance")
    if found.mode == "exact" and grouped and grouped[0].messages[0].matched != "exact":
        found.mode = "lexical"  # the text was found as typed, but a conversation with other matches comes first
    left = [item for item in grouped if mark(item.lineage[0]) not in before] if before else grouped
    result = SearchResult(
        query=plan.raw,
        mode=found.mode,
        degraded=degraded,
        truncated=found.truncated,
        total_sessions=len(before) + len(left),
        sessions=present(conn, left[: page.limit], found, scope, shape, db_name=page.db_name),
    )
    if len(left) > page.limit:
        result.next = _behind_each(result, page)[-1]
    return result


def _fit(result: SearchResult, shape: Detail, page: _Page) -> None:
    """Cut the result to ``max_chars``; the sessions left out begin the next page."""
    behind = _behind_each(result, page)
    shape.fit(result, behind)
    if 0 < len(result.sessions) < len(behind):
        result.next = behind[len(result.sessions) - 1]


def _behind_each(result: SearchResult, page: _Page) -> list[str]:
    """For each session of the page, return the cursor of a page that would begin right after it."""
    if result.mode == "recent":
        return [cursor_after(item.updated_at, item.session_id) for item in result.sessions]
    marks = shown_before(page.cursor)
    first = len(marks) + 1
    marks += [mark(item.lineage[0]) for item in result.sessions]
    return [cursor_behind(marks[:end]) for end in range(first, len(marks) + 1)]


def search_messages(
    store: Store, query: str, *, limit: int = 20, mode: str = "auto", sort: str = "relevance", **filters: Any
) -> list[Hit]:
    """Return single messages, best first, for the same queries and filters as :func:`search`."""
    from .present import flat_hits

    _check(mode, MODES, "mode")
    _check(sort, SORTS, "sort")
    limit = _bounded(limit)
    with store.snapshot() as conn:
        plan, chosen = _understood(conn, query, filters)
        scope = resolve(conn, chosen)
        if not plan.text:
            return []
        found, _ = _find(store, conn, plan, scope, mode=mode, sort=sort)
        return flat_hits(conn, found, limit)


def _understood(conn: sqlite3.Connection, query: str, filters: dict[str, Any]) -> tuple[Query, Filters]:
    """Return the parsed query and all filters, both given and typed.

    Nothing typed is an error: ``session:x`` with an unknown session is read as text.
    """
    given = Filters.of(**filters)
    plan = parse(query or "")
    named = [value for name, value in (*plan.filters.items(), *plan.without) if name == "session"]
    try:
        for session in named:
            resolve_session(conn, session)
    except NotFound:
        plan = parse(query, text_fields=frozenset(("session",)))
    return plan, given.merged(plan.filters, plan.without)


def _find(
    store: Store, conn: sqlite3.Connection, plan: Query, scope: Scope, *, mode: str, sort: str
) -> tuple[Found, str | None]:
    """Return the ranked messages, and a sentence on which index could not be used (None: all were)."""
    from . import candidates, lexical, places
    from .candidates import Found
    from .fallback import broken_index, index_is_blind, scan_words
    from .look import Look
    from .pasted import as_pasted
    from .semantic import meaning_for

    damage = broken_index(conn)
    if damage:
        return scan_words(conn, plan, scope, lexical.Clock()), damage
    meaning, degraded = None, None
    if mode not in ("exact", "lexical") and sort == "relevance":
        meaning, degraded = meaning_for(store)
    clock = lexical.Clock()  # started only now: the first search of a process has to load the embedder
    try:
        there = places.named(conn, plan)
        look = as_pasted(Look(conn, scope, lexical.id_ranges(conn, scope), clock, largest_id(conn), plan, there))
        found = Found()
        if sort != "relevance":
            found = candidates.sorted_by_time(look, newest=sort == "newest", limit=SORTED_MATCHES, mode=mode)
        if not found.messages:
            try:
                found = candidates.find(look, mode=mode, meaning=meaning)
            except GagentError as error:  # a remote embedder does not answer
                degraded = f"Search by meaning is off: {error.message} {error.hint or ''}".strip()
                found = candidates.find(look, mode=mode, meaning=None)
        if (found.mode in ("relaxed", "semantic", "hybrid") or not found.messages) and index_is_blind(conn):
            raise sqlite3.DatabaseError("it does not find what is there")
    except sqlite3.DatabaseError as error:
        # An unreadable index must not look like an archive without a match.
        found = scan_words(conn, plan, scope, clock)
        return found, f"The word index cannot be read ({error}); run: gagent-db doctor --repair. Newest messages only."
    if found.mode == "exact":
        degraded = None
    return found, degraded


def _check(value: str, known: tuple[str, ...], what: str) -> None:
    if value not in known:
        raise GagentError(f"There is no search {what} {value!r}.", hint=f"Choose one of: {', '.join(known)}.")


def _bounded(limit: int) -> int:
    if limit < 1:
        raise GagentError(f"The limit must be at least 1, not {limit}.")
    return min(limit, MAX_LIMIT)
