"""What we add to Datasette's own pages: menu entries, links from rows to transcripts, a search box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from datasette.jump import JumpSQL
from datasette.utils import tilde_encode
from datasette.utils.asgi import Base400, Request, Response
from datasette.views.base import DatasetteError
from markupsafe import Markup

from ..errors import NotFound
from . import access, stores
from .assets import static_url
from .guard import base_scripts, content_security_policy

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

# The pages of one database, as every page of it lists them.
TABS = (
    ("sessions", "Sessions"),
    ("artifacts/decision", "Decisions"),
    ("artifacts/unresolved", "Open items"),
    ("artifacts/command", "Commands"),
    ("artifacts/url", "URLs"),
    ("artifacts/path", "Paths"),
    ("memories", "Memories"),
    ("facts", "Facts"),
    ("overview", "Overview"),
)
_SESSION_COLUMNS = ("session_id", "parent_session_id")
_MESSAGE_COLUMNS = ("message_id", "result_message_id", "resolved_by_message_id")
# Ids that need no encoding in a URL; others are reached through search.
_JUMP = """
SELECT 'session' AS type, coalesce(title, id) AS label, channel AS description, :base || id AS url,
       coalesce(title, '') || ' ' || channel || ' ' || coalesce(project, '') AS search_text, NULL AS display_name
FROM sessions WHERE id NOT GLOB '*[^A-Za-z0-9_-]*' ORDER BY updated_at DESC LIMIT 2000
"""
_LONG = 400  # characters of a cell before it is cut


def menu_links(datasette: Datasette, actor: dict[str, Any] | None) -> Any:
    async def links() -> list[dict[str, str]]:
        names = await access.databases(datasette, actor)
        several = len(names) > 1
        return [
            {"href": f"{datasette.urls.database(name)}/-/{path}", "label": f"{label} ({name})" if several else label}
            for name in names
            for path, label in (("sessions", "Sessions"), ("overview", "Overview"))
        ]

    return links


def database_actions(datasette: Datasette, actor: dict[str, Any] | None, database: str) -> Any:
    async def links() -> list[dict[str, str]]:
        if database not in await access.databases(datasette, actor):
            return []
        base = f"{datasette.urls.database(database)}/-"
        return [
            {"href": f"{base}/sessions", "label": "Search sessions", "description": "Grouped search and transcripts"},
            {"href": f"{base}/overview", "label": "Overview", "description": "Counts, sources, state of the indexes"},
        ]

    return links


def jump_items(datasette: Datasette, actor: dict[str, Any] | None) -> Any:
    """Sessions by title in Datasette's "Jump to" menu."""

    async def items() -> list[JumpSQL]:
        names = await access.databases(datasette, actor)
        return [
            JumpSQL(_JUMP, {"base": f"{datasette.urls.database(name)}/-/sessions/"}, database=name) for name in names
        ]

    return items


def top_homepage(datasette: Datasette, request: Request) -> Any:
    """A search box for each gagent-db file on Datasette's own index."""

    async def boxes() -> str:
        names = await access.databases(datasette, request.actor)
        return Markup("").join(
            Markup(
                '<form action="{}/-/sessions" method="get" role="search"><p><label>Search sessions of {}: '
                '<input type="search" name="q"></label> <input type="submit" value="Search"></p></form>'
            ).format(datasette.urls.database(name), name)
            for name in names
        )

    return boxes


def way_back(datasette: Datasette, request: Request, database: str) -> Any:
    """Links to our pages, on Datasette's own pages of the same database."""

    async def links() -> Markup | None:
        if database not in await access.databases(datasette, request.actor):
            return None
        base = f"{datasette.urls.database(database)}/-"
        tabs = (Markup('<a href="{}/{}">{}</a>').format(base, path, label) for path, label in TABS)
        return Markup('<nav class="gagent-tabs" aria-label="Pages">{}</nav>').format(Markup(" ").join(tabs))

    return links


def search_all_vars(datasette: Datasette, request: Request) -> Any:
    """For the page that searches all tables: links to our pages, of the first database of ours with them."""

    async def variables() -> dict[str, Any]:
        names = await access.databases(datasette, request.actor)
        return {"gagent_way_back": await way_back(datasette, request, names[0])() if names else ""}

    return variables


def style_urls(datasette: Datasette, database: str | None) -> list[str]:
    """Our style for Datasette's own pages of our files; pages of other databases stay as they are."""
    return [static_url("datasette.css")] if database is None or stores.known(datasette, database) else []


def error_page(datasette: Datasette, request: Request, exception: Exception) -> Any:
    """Datasette's error page (404, bad filter) with our style sheet; by itself it has none of plugins."""
    if not isinstance(exception, Base400 | DatasetteError) or exception.status >= 500:
        return None
    if request.path.endswith((".json", ".csv")):
        return None

    async def page() -> Response:
        if exception.status == 404 and (database := await _nearest(datasette, request)):
            return await _nothing_there(datasette, request, database)
        context = {"status": exception.status, "error": str(exception), "title": None}
        if isinstance(exception, DatasetteError):
            message = Markup(exception.message) if exception.message_is_html else exception.message
            context |= {"error": message, "title": exception.title}
        elif str(exception) == "404":  # no route
            context |= {"error": f"There is nothing at {request.path}.", "title": "Not found"}
        html = await datasette.render_template(["error.html"], context, request=request)
        return Response.html(html, status=exception.status)

    return page


async def _nearest(datasette: Datasette, request: Request) -> str | None:
    """The database of ours whose address this is below, else the first; None below another database, or without
    sign-in."""

    def below(name: str) -> bool:
        return f"{request.path}/".startswith(f"{datasette.urls.database(name)}/")

    names = await access.databases(datasette, request.actor)
    found = next(filter(below, datasette.databases), None) or next(iter(names), None)
    return found if found in names else None


async def _nothing_there(datasette: Datasette, request: Request, database: str) -> Response:
    context = {
        "database": database,
        "base": f"{datasette.urls.database(database)}/-",
        "here": request.path,
        "error": NotFound(f"There is nothing at {request.path}."),
    }
    html = await datasette.render_template("gagent_error.html", context, request=request)
    policy = content_security_policy(await base_scripts(datasette))
    return Response.html(html, status=404, headers={"content-security-policy": policy})


def quiet_errors() -> None:
    """With rich installed, as it is here, Datasette prints every 404 with all local variables on the terminal, and
    fails on one without a route. This stops that."""
    from datasette import handle_exception

    handle_exception.rich = None


def render_cell(row: Any, value: Any, column: str, table: str | None, database: str, datasette: Datasette) -> Any:
    """Ids of sessions and messages become links into the transcript."""
    if value is None or not _is_open(datasette, database):
        return None
    if isinstance(value, dict):  # a foreign key Datasette has expanded to its label
        value, label = value.get("value"), value.get("label")
    else:
        label = value
    base = f"{datasette.urls.database(database)}/-/sessions"
    message = _column(row, "id" if table == "messages" else "message_id")
    if column == "link" and table is None and message is not None:
        return _link(_line_url(base, _column(row, "session_id"), message), "open")
    if column == "session_id" and message is not None:
        return _link(_line_url(base, value, message), label)
    if column in _SESSION_COLUMNS or (table == "sessions" and column == "id"):
        return _link(f"{base}/{tilde_encode(str(value))}", label)
    session = _column(row, "session_id")
    if column in _MESSAGE_COLUMNS and session is not None:
        return _link(_line_url(base, session, value), label)
    return None


def _line_url(base: str, session: Any, message: Any) -> str:
    return f"{base}/{tilde_encode(str(session))}?at={message}#m{message}"


def _link(href: str, label: Any) -> Markup:
    text = str(label)
    return Markup('<a href="{}">{}</a>').format(href, text if len(text) <= _LONG else text[:_LONG] + "…")


def _column(row: Any, name: str) -> Any:
    try:
        value = row[name]
    except (KeyError, IndexError):
        return None
    return value.get("value") if isinstance(value, dict) else value


def _is_open(datasette: Datasette, database: str) -> bool:
    return database in datasette.databases and stores.known(datasette, database)
