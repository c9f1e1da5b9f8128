"""Who may do what: tokens for agents, and what a person sees who has not signed in."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from datasette.permissions import PermissionSQL
from datasette.tokens import TokenRestrictions
from datasette.utils.asgi import Request, Response

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

TOKEN_ACTOR = "gagent:"  # actor ids of our tokens begin with this
READ = ("view-instance", "view-database", "view-table", "view-query", "execute-sql")
WRITE = ("insert-row", "update-row", "delete-row")


def restrictions(*, read: bool, write: bool, database: str) -> TokenRestrictions:
    """What a token may do: read this database, write rows into it, or both."""
    rules = TokenRestrictions().allow_all("view-instance")
    for action in READ[1:] if read else READ[1:2]:
        rules = rules.allow_database(database, action)
    for action in WRITE if write else ():
        rules = rules.allow_database(database, action)
    return rules


def token_permissions(actor: dict[str, Any] | None, action: str) -> PermissionSQL | None:
    """An actor from one of our signed tokens may do what its restrictions leave of reading and writing."""
    if not actor or actor.get("token") != "dstok" or not str(actor.get("id")).startswith(TOKEN_ACTOR):
        return None
    if "_r" not in actor or action not in READ + WRITE:
        return None
    return PermissionSQL.allow(reason="gagent-db token")


def sign_in_page(datasette: Datasette, request: Request) -> Callable[[], Coroutine[Any, Any, Response]] | None:
    """Instead of a bare 403: how to get in. JSON keeps Datasette's own error."""
    if request.actor or request.path.endswith(".json") or "/-/mcp" in request.path or request.method != "GET":
        return None
    if "text/html" not in (request.headers.get("accept") or "text/html"):
        return None

    async def page() -> Response:
        html = await datasette.render_template("gagent_sign_in.html", {}, request=request)
        return Response.html(html, status=403)

    return page
