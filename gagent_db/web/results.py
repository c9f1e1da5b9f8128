"""``/{db}/-/sessions``: grouped search, or the recent sessions when nothing is asked."""

from __future__ import annotations

from collections import Counter
from typing import Any

from datasette.utils.asgi import Response

from ..naming import tags_of_all
from ..recall.query import parse
from ..recall.results import WINDOW
from ..recall.search import search
from ..recall.words import STOPWORDS
from ..store.database import Store
from ..wording import counted
from . import data
from .filters import project
from .page import Page, page, with_params

PER_PAGE = 10
HITS_OF_ONE = 50  # hits shown of a session when only that one is searched
SORTS = (("relevance", "best match"), ("newest", "newest"), ("oldest", "oldest"))
ROLES = (("user", "you"), ("assistant", "agent"), ("tool", "tool"), ("system", "system"))
SINCE = (("1d", "last 24 hours"), ("7d", "last 7 days"), ("30d", "last 30 days"), ("365d", "last year"))
_MODES = {
    "relaxed": "No message has all of this. These come closest.",
    "semantic": "No message has these words. These are close in meaning.",
}


@page("messages", "sessions")
async def sessions(page: Page) -> Response:
    page.only("q", "sort", "mode", "limit", "window", "detail", "max_chars", "next", filters=True)
    q = page.arg("q") or ""
    filters = page.filters()
    sort = page.arg("sort")
    limit = page.number("limit", PER_PAGE, most=100)
    options = {"sort": sort, "mode": page.arg("mode"), "cursor": page.cursor}
    given: dict[str, Any] = {name: value for name, value in {**filters, **options}.items() if value}
    if filters["session"] and not page.wants_json:
        given["hits_per_session"] = HITS_OF_ONE
    if page.wants_json and page.arg("detail"):
        given["detail"] = page.arg("detail")
    if page.wants_json and page.arg("max_chars"):
        given |= {"max_chars": page.number("max_chars", 8000, most=10_000_000), "db_name": page.database}
    window = page.number("window", WINDOW, most=20, least=0)
    result = (await page.run(search, q, limit=limit, window=window, **given)).to_dict()
    add_urls(page, result)
    if page.wants_json:
        return page.json(result)
    if result["mode"] == "recent":
        result["sessions"] = await page.run(recent, result["sessions"], filtered=any(filters.values()))
    context = {
        "q": q,
        "filters": {**filters, "mode": options["mode"]},
        "sort": sort or ("relevance" if q else "newest"),
        "sorts": SORTS if q else SORTS[1:],
        "roles": ROLES,
        "since_choices": SINCE,
        "channels": await page.run(data.channels),
        "projects": labelled(await page.run(data.projects)),
        "tags": list(await page.run(tags_of_all)),
        "result": result,
        "nothing_stored": not result["sessions"] and await page.run(data.is_empty),
        "meaning_from": meaning_from(result["sessions"]),
        "headline": headline(result, bool(page.cursor)),
        "notices": notices(result),
        "active": active_filters(page),
        "steps": next_steps(page, q) if not result["sessions"] or (q and result["mode"] in _MODES) else [],
        "more_url": page.url(next=result["next"]) if result["next"] else None,
    }
    return await page.html("gagent_sessions.html", context)


def recent(store: Store, sessions: list[dict[str, Any]], *, filtered: bool = False) -> list[dict[str, Any]]:
    """Recent sessions as pages show them: only the last part of a conversation, sub-agents and branches marked.

    A filter may leave out the last part; then the first row of each conversation on the page stands for it.
    """
    relations = data.relations(store, [session["session_id"] for session in sessions])
    shown: list[dict[str, Any]] = []
    seen: set[str] = set()
    for session in sessions:
        lineage = session["lineage"] or [session["session_id"]]
        if seen.isdisjoint(lineage) and (filtered or lineage[-1] == session["session_id"]):
            shown.append({**session, "relation": relations.get(session["session_id"])})
        seen.update(lineage)
    return shown


def labelled(projects: list[str]) -> list[tuple[str, str]]:
    """Each project with the end of its path, or with the whole path if two end alike."""
    ends = Counter(map(project, projects))
    return [(path, path if ends[project(path)] > 1 else project(path)) for path in projects]


def add_urls(page: Page, result: dict[str, Any]) -> None:
    """Add addresses as this server serves them, if ``max_chars`` left room for them."""
    for session in result["sessions"]:
        if "url" in session:
            session["url"] = page.session_url(session["session_id"])
        for hit in session.get("hits", ()):
            if "url" in hit:
                hit["url"] = f"{page.session_url(hit['session_id'])}#m{hit['message_id']}"


def headline(result: dict[str, Any], later_page: bool) -> str:
    """How much was found, in words."""
    total = max(result["total_sessions"], len(result["sessions"]))
    if result["mode"] == "recent":
        return "More sessions" if later_page else "Recent sessions"
    if not result["sessions"]:
        return "No more sessions" if later_page else "Nothing found"
    some = "At least " if result["truncated"] else ""
    return some + counted(total, "session")


def meaning_from(sessions: list[dict[str, Any]]) -> int | None:
    """The number of the first session from which on none has the words; None if all or no sessions are so."""
    close = [all(hit["matched"] == "semantic" for hit in session["hits"]) for session in sessions]
    place = next((place for place in range(len(close)) if all(close[place:])), None)
    return place if place and sessions[place]["hits"] else None


def notices(result: dict[str, Any]) -> list[str]:
    """What a person should know about how this was found."""
    found = []
    if result["sessions"] and result["mode"] in _MODES:
        found.append(_MODES[result["mode"]])
    if result["truncated"]:
        many = "So much matches that only the best candidates were ranked. Add a word or a filter to see others."
        found.append(many if result["sessions"] else "Not everything could be looked at. Add a word or a filter.")
    if result.get("hint"):
        found.append(result["hint"])
    if result["degraded"]:
        found.append(f"Search is limited at the moment: {result['degraded']}")
    return found


def active_filters(page: Page) -> list[dict[str, str]]:
    """A chip for each filter in the URL, with the URL without it."""
    labels = {"role": "said by", "since": "since", "until": "until", "exclude_session": "without session"}
    chips = []
    for name, value in {**page.filters(), "mode": page.arg("mode")}.items():
        if value:
            text = dict(SINCE).get(value, f"{labels.get(name, name.replace('_', ' '))} {value}")
            chips.append({"label": text, "url": page.url(**{name: None})})
    return chips


def next_steps(page: Page, q: str) -> list[dict[str, str]]:
    """Where to go when nothing matches: never a dead end."""
    steps = [{"label": f"Remove “{chip['label']}”", "url": chip["url"]} for chip in active_filters(page)]
    if len(steps) > 1:
        steps.append({"label": "Remove all filters", "url": with_params(page.request.path, {"q": q})})
    words = [word.strip("\"'") for word in parse(q).text.split() if len(word) > 2 and word.lower() not in STOPWORDS]
    if len(words) > 1:
        steps += [
            {"label": f"Search only for “{word}”", "url": page.url(q=word)}
            for word in sorted(dict.fromkeys(words), key=len, reverse=True)[:3]
        ]
    steps.append({"label": "Look at the recent sessions", "url": f"{page.base}/sessions"})
    steps.append({"label": "See what has been imported", "url": f"{page.base}/overview"})
    return steps
