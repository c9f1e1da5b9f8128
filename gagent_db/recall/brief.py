"""Hits in brief, where there is no room for all that is told of a session.

Each hit keeps its id, role, time, how it matched and its snippet, each session its number of hits. In an answer that
is all in brief the best hits of as many sessions as there is room for come first, then further hits, then what stands
beside them, then the same of sessions that are far from the best, then names and times of the sessions. Below some 300
characters only the best hit is left, in the end its ids and a few words, and the next page as long as its cursor, which
grows with each page, leaves room for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from .results import Hit, Line, SearchResult, SessionHits, size
from .snippets import shorter

_LEAST_SNIPPET = 60  # of a hit that is not the best one
_LEAST_EVER = 30  # of the best one, whatever the limit: an answer without evidence is none
_FEW = 20  # fewer characters of it, marks included, tell nothing
_LEAST_HIT = 100  # no hit takes less
_LEAST_BESIDE = 80  # characters of a message beside a hit
_FAR = 2 / 3  # of the best score: a session with less is far from it
_CUT = 60  # a long query and what is degraded, where there is little room
_EXTRAS = ("title", "key", "updated_at", "channel", "message_count", "project", "url")

Whole = Sequence[tuple[SessionHits, list[Hit]]]  # the sessions of the answer, each with all of its hits


@dataclass(frozen=True, slots=True)
class _Form:
    """The keys of an answer, its sessions and its hits. Of the best snippet it has to show ``least`` characters."""

    head: tuple[str, ...]
    session: tuple[str, ...]
    hit: tuple[str, ...]
    least: int


_HEAD = ("ok", "mode", "truncated", "next")
_SESSION = ("session_id", "hit_count")
_HIT = ("message_id", "role", "created_at", "matched", "snippet")
_PAGED = _Form(("ok", "query", "mode", "total_sessions", "truncated", "degraded", "next"), _SESSION, _HIT, 100)
_CONDENSED = _Form(_PAGED.head, (*_SESSION, "summary"), _HIT, 100)  # the same where there is no summary
_FORMS = (
    _CONDENSED,
    _PAGED,
    _Form((*_HEAD, "degraded"), _SESSION, _HIT, 40),
    _Form(_HEAD, _SESSION, _HIT, _LEAST_EVER),
    _Form(_HEAD, _SESSION, ("message_id", "snippet"), _LEAST_EVER),
    _Form(_HEAD, ("session_id",), ("message_id", "snippet"), _FEW),
    _Form(("ok", "mode", "truncated"), ("session_id",), ("message_id", "snippet"), _LEAST_EVER),  # cursors grow
)


@dataclass(slots=True)
class _Entry:
    """A hit, or a recent session, with all of its text."""

    session: SessionHits
    hit: Hit | None
    text: str

    def show(self, text: str) -> None:
        if self.hit is not None:
            self.hit.snippet = text
        else:
            self.session.preview = text or None


def in_brief(result: SearchResult, whole: Whole, limit: int, later: int, behind: Sequence[str]) -> SearchResult:
    """The result from its hits in brief, in the roomiest form that shows enough of the best one; a copy.

    ``later``: characters kept for what is known only afterwards, if there is no hit. ``behind``: for each session, the
    cursor of a page that begins right after it.
    """
    draft = replace(result)

    def turn() -> None:
        """Name the page that goes on behind the sessions shown so far."""
        shown = len(draft.sessions)
        draft.next = behind[shown - 1] if 0 < shown < len(behind) else result.next

    if not whole:
        for name in ("query", "hint", "degraded"):
            text, over = getattr(draft, name) or "", size(draft.to_dict()) - limit + later
            if text and over > 0:
                setattr(draft, name, fitted(text, size(text) - size("") - over) or ("" if name == "query" else None))
        return draft
    whole = [(replace(session), [replace(hit) for hit in hits]) for session, hits in whole]
    near = close_to_best(whole)
    best, *others = _entries(whole[:near])
    for form in _FORMS:
        told = "query" in form.head
        draft.query = shorter(result.query, _CUT)
        draft.hint = result.hint if told else None
        draft.degraded = result.degraded if told else result.degraded and shorter(result.degraded, _CUT)
        _take_off(draft, whole, form)
        _put(draft, best)
        turn()
        if _show(draft, best, limit, form.least):
            break
    else:
        if not _show(draft, best, limit, _FEW):
            best.show(shorter(best.text, _LEAST_EVER))
        return draft
    complete = _add(draft, others, limit, turn)
    _add_lines(draft, [best, *others], form, limit)
    if complete:
        far = list(_entries(whole[near:]))
        _add(draft, far, limit, turn)
        _add_lines(draft, far, form, limit)
    if "role" in form.hit:
        _tell_more(draft.sessions, limit - size(draft.to_dict()))
    return draft


def add_brief(result: SearchResult, whole: Whole, room: int) -> None:
    """Add the best hits of further sessions, as many as ``room`` characters of the whole answer hold."""
    _set_keys(whole, _PAGED)
    firsts = [(session, hits[:1]) for session, hits in whole]
    _add(result, list(_entries(firsts)), room, lambda: None)


def fitted(text: str, room: int) -> str:
    """As much of a text, around its first mark, as ``room`` characters of JSON hold."""
    if size(text) - size("") <= room:
        return text
    low, high = 0, max(0, min(len(text), room))
    while low < high:  # the greatest length that fits; escapes take an unknown number of characters
        middle = (low + high + 1) // 2
        fits = size(shorter(text, middle)) - size("") <= room
        low, high = (middle, high) if fits else (low, middle - 1)
    return shorter(text, low) if low else ""


def close_to_best(whole: Whole) -> int:
    """How many sessions stand before the first that is far from the best one."""
    least = max((_FAR * session.score for session, _ in whole[:1]), default=0.0)
    return next((at for at, (session, _) in enumerate(whole) if session.score < least), len(whole))


def _entries(whole: Whole) -> Iterator[_Entry]:
    """The best hit of each session, then their second ones, and so on; of recent sessions the previews."""
    for place in range(max((len(hits) for _, hits in whole), default=0) or 1):
        for session, hits in whole:
            if place < len(hits):
                yield _Entry(session, hits[place], hits[place].snippet)
            elif not hits and place == 0:
                yield _Entry(session, None, session.preview or "")


def _take_off(result: SearchResult, whole: Whole, form: _Form) -> None:
    """An answer in this form without any session."""
    told = [key for key in form.head if key != "degraded" or result.degraded]
    result.keys = [*told, "sessions"]
    result.sessions = []
    _set_keys(whole, form)


def _set_keys(whole: Whole, form: _Form) -> None:
    for session, hits in whole:
        session.keys = [*form.session, "hits"] if hits else ["session_id", "preview"]
        session.hits = []
        for hit in hits:
            hit.keys = form.hit


def _is_shown(result: SearchResult, session: SessionHits) -> bool:
    return any(session is shown for shown in result.sessions)


def _put(result: SearchResult, entry: _Entry) -> None:
    if not _is_shown(result, entry.session):
        result.sessions.append(entry.session)
    if entry.hit is not None:
        entry.session.hits.append(entry.hit)


def _take_back(result: SearchResult, entry: _Entry) -> None:
    if entry.hit is not None:
        entry.session.hits.pop()
    if not entry.session.hits:
        result.sessions.pop()


def _show(result: SearchResult, entry: _Entry, room: int, least: int) -> bool:
    """Show as much of an entry's text as there is room for; False when that is less than ``least`` characters."""
    entry.show(".")  # a preview that is empty would not be there at all
    text = fitted(entry.text, room - size(result.to_dict()) + 1)
    entry.show(text)
    return len(text) >= min(least, len(entry.text)) and size(result.to_dict()) <= room


def _add(result: SearchResult, entries: Sequence[_Entry], room: int, turn: Callable[[], None]) -> bool:
    """Further hits while there is room, the last one cut. Where one session does not fit none behind it is shown: the
    next page goes on behind the last that is, which ``turn`` names. False when one is left out."""
    left = room - size(result.to_dict())
    full = False
    for entry in entries:
        if left < _LEAST_HIT:
            return False
        if full and not _is_shown(result, entry.session):
            continue
        _put(result, entry)
        turn()
        if _show(result, entry, room, _LEAST_SNIPPET):
            left = room - size(result.to_dict())
        else:
            _take_back(result, entry)
            turn()
            entry.show(entry.text)
            full = True
    return not full


def _add_lines(result: SearchResult, entries: Sequence[_Entry], form: _Form, room: int) -> None:
    """What stands beside the hits that are shown, of the best hit first, the reply before what it replies to."""
    for entry in entries:
        hit = entry.hit
        if hit is None or "role" not in form.hit or not any(hit is shown for shown in entry.session.hits):
            continue
        before, after = hit.before, hit.after
        hit.before, hit.after = [], []
        for side, line in (*(("after", line) for line in after[:1]), *(("before", line) for line in before[-1:])):
            hit.keys = (*(hit.keys or form.hit), side)
            setattr(hit, side, [Line(line.message_id, line.role, line.created_at, "")])
            left = room - size(result.to_dict())
            text = fitted(line.content, left) if left >= 0 else ""
            if text and len(text) >= min(_LEAST_BESIDE, len(line.content)):
                getattr(hit, side)[0].content = text
            else:
                hit.keys = hit.keys[:-1]
                setattr(hit, side, [])


def _tell_more(sessions: Sequence[SessionHits], room: int) -> None:
    """Names and times of the sessions, the most telling first, in what room is left."""
    for key in _EXTRAS:
        for session in sessions:
            cost = size({key: getattr(session, key)})  # with braces in place of a comma and a space
            if getattr(session, key) is not None and cost <= room and session.keys is not None:
                session.keys = [*session.keys[:-1], key, session.keys[-1]]
                room -= cost
