"""Datasette's own write addresses over our tables (``/{db}/{table}/-/insert`` and so on).

Agents' tokens may append only through our routes, where memories and facts are scanned before they are stored. These
views come before Datasette's, refuse what would bypass that, and leave everything else to Datasette.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from datasette.utils import tilde_decode
from datasette.utils.asgi import Request, Response

from ..errors import GagentError
from . import access, stores
from .page import Route, error_json

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

SCANNED = ("memories", "facts")  # each has a POST route of ours with its name
_TABLE = r"^/(?P<database>[^\/\.]+)/(?P<table>[^\/\.]+)/-"
_ROW = r"^/(?P<database>[^\/\.]+)/(?P<table>[^/]+?)/(?P<pks>[^/]+?)/-"


def routes() -> list[Route]:
    """``(regex, view)`` pairs, with the patterns Datasette itself uses."""
    return [
        (rf"{_TABLE}/insert$", _guarded("insert")),
        (rf"{_TABLE}/upsert$", _guarded("upsert")),
        (rf"{_ROW}/update$", _guarded("update")),
        (rf"{_ROW}/delete$", _guarded("delete")),
    ]


def _guarded(verb: str) -> Callable[..., Awaitable[Response]]:
    async def view(request: Request, datasette: Datasette) -> Response:
        problem = await _problem(datasette, request, verb)
        if problem:
            return error_json(problem, status=403)
        response: Response = await _datasettes_view(verb)(datasette).dispatch_request(request)
        return response

    return view


async def _problem(datasette: Datasette, request: Request, verb: str) -> GagentError | None:
    """Why this write is refused; None when it is Datasette's to decide."""
    try:
        name = datasette.get_database(route=tilde_decode(request.url_vars["database"])).name
    except KeyError:
        return None
    if not await stores.is_ours(datasette, name):
        return None
    table = tilde_decode(request.url_vars["table"])
    if access.is_token(request.actor):
        return GagentError(
            f"A token of gagent-db only appends; {verb} on {table} is not open to it.",
            hint=f"Use POST /{name}/-/messages, /{name}/-/memories or /{name}/-/facts.",
        )
    if table in SCANNED and verb != "delete":
        return GagentError(
            f"Rows of {table} are scanned before they are stored, so {verb} here is closed.",
            hint=f"Use POST /{name}/-/{table}.",
        )
    return None


def _datasettes_view(verb: str) -> Any:
    from datasette.views import row, table

    return {
        "insert": table.TableInsertView,
        "upsert": table.TableUpsertView,
        "update": row.RowUpdateView,
        "delete": row.RowDeleteView,
    }[verb]
