"""The Datasette plugin: only hooks here, each handing over to the module that does the work.

To read first: ``routes`` (every address), ``page`` (what every page shares), then a page; ``overview`` is the shortest.
``server`` runs Datasette over a file, ``stores`` keeps the open ones. A request passes ``guard`` (hosts and headers).
Who may do what is in ``access``, for addresses of Datasette itself in ``native``, of other plugins in ``gate``;
``withheld`` limits answers to callers who may write but not read. A page of messages is read by ``data``, prepared for
its template by ``turns``, ``tool_calls``, ``markdown`` and ``highlight``, and laid out in ``templates/``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from datasette import hookimpl
from datasette.permissions import PermissionSQL
from datasette.utils.asgi import Request
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, PrefixLoader
from markupsafe import Markup
from sqlite_utils.plugins import ensure_plugins_loaded

from . import access, describe, rendering, routes, saved_queries, stores
from .assets import place, static_url
from .filters import FILTERS
from .guard import PAGES, Guard

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette


@hookimpl(tryfirst=True)  # some come before those of Datasette and of other plugins
def register_routes(datasette: Datasette) -> list[tuple[str, Any]]:
    return routes.routes(datasette)


@hookimpl
def startup(datasette: Datasette) -> Callable[[], Awaitable[None]]:
    async def prepare() -> None:
        rendering.quiet_errors()
        # Datasette uses sqlite-utils in several threads; the first ones would load its plugins at the same moment,
        # which fails.
        ensure_plugins_loaded()
        for name in await stores.our_databases(datasette):
            await describe.describe(datasette, name)
            await saved_queries.register(datasette, name)

    return prepare


@hookimpl
def shutdown(datasette: Datasette) -> None:
    stores.close_all(datasette)


@hookimpl
def register_mcp_tools(datasette: Datasette, mcp: Any) -> None:
    """datasette-mcp's hook: our tools at ``/-/mcp``."""
    from .agent_api import register_mcp_tools as register

    register(datasette, mcp)


@hookimpl
def prepare_connection(conn: sqlite3.Connection) -> None:
    conn.execute("PRAGMA foreign_keys = ON")
    conn.execute("PRAGMA recursive_triggers = ON")


@hookimpl
def prepare_jinja2_environment(env: Environment, datasette: Datasette) -> None:
    """Our filters, and our templates when Datasette has not found them itself (a checkout, not a wheel)."""
    env.filters.update(FILTERS)
    env.globals["gagent_tabs"] = rendering.TABS
    env.globals["gagent_static"] = lambda name: datasette.urls.path(static_url(name))
    loaders = env.loader.loaders if isinstance(env.loader, ChoiceLoader) else ()
    for loader in loaders:
        if isinstance(loader, FileSystemLoader) and str(place("templates")) not in loader.searchpath:
            # Before those of other plugins, one of which we build on, but behind a person's own.
            loader.searchpath.insert(1 if datasette.template_dir else 0, str(place("templates")))
    if isinstance(env.loader, ChoiceLoader):  # so that our search_all.html can build on the one it stands for
        env.loader.loaders = [*loaders, PrefixLoader({"search_all": PackageLoader("datasette_search_all")}, ":")]


@hookimpl
def asgi_wrapper(datasette: Datasette) -> Callable[[Any], Guard]:
    config = datasette.plugin_config("gagent-db") or {}

    def wrap(app: Any) -> Guard:
        return Guard(
            app,
            hosts=config.get("hosts") or (),
            origins=config.get("origins") or (),
            cross_origin=bool(datasette.cors),
            policy=PAGES if config.get("strict") else None,
        )

    return wrap


@hookimpl
def permission_resources_sql(datasette: Datasette, actor: dict[str, Any] | None, action: str) -> PermissionSQL | None:
    return access.token_permissions(actor, action)


@hookimpl(tryfirst=True)
def forbidden(datasette: Datasette, request: Request, message: str) -> Any:
    return access.sign_in_page(datasette, request)


@hookimpl(tryfirst=True)
def handle_exception(datasette: Datasette, request: Request, exception: Exception) -> Any:
    return rendering.error_page(datasette, request, exception)


@hookimpl
def menu_links(datasette: Datasette, actor: dict[str, Any] | None, request: Request | None) -> Any:
    return rendering.menu_links(datasette, actor)


@hookimpl
def database_actions(datasette: Datasette, actor: dict[str, Any] | None, database: str) -> Any:
    return rendering.database_actions(datasette, actor, database)


@hookimpl
def jump_items_sql(datasette: Datasette, actor: dict[str, Any] | None) -> Any:
    return rendering.jump_items(datasette, actor)


@hookimpl
def top_homepage(datasette: Datasette, request: Request) -> Any:
    return rendering.top_homepage(datasette, request)


@hookimpl
def extra_template_vars(template: str, datasette: Datasette, request: Request | None) -> Any:
    return rendering.search_all_vars(datasette, request) if template == "search_all.html" and request else {}


@hookimpl
def top_database(datasette: Datasette, request: Request, database: str) -> Any:
    return rendering.way_back(datasette, request, database)


@hookimpl
def top_table(datasette: Datasette, request: Request, database: str) -> Any:
    return rendering.way_back(datasette, request, database)


@hookimpl
def top_row(datasette: Datasette, request: Request, database: str) -> Any:
    return rendering.way_back(datasette, request, database)


@hookimpl
def top_query(datasette: Datasette, request: Request, database: str) -> Any:
    return rendering.way_back(datasette, request, database)


@hookimpl
def top_stored_query(datasette: Datasette, request: Request, database: str, query_name: str) -> Any:
    async def top() -> Markup:
        parts = (
            await rendering.way_back(datasette, request, database)(),
            await saved_queries.help_text(datasette, database, query_name),
        )
        return Markup("").join(part for part in parts if part)

    return top


@hookimpl
def extra_css_urls(database: str | None, datasette: Datasette) -> list[str]:
    return rendering.style_urls(datasette, database)


@hookimpl
def render_cell(row: Any, value: Any, column: str, table: str | None, database: str, datasette: Datasette) -> Any:
    return rendering.render_cell(row, value, column, table, database, datasette)
