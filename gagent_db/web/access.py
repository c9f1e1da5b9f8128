"""Who may do what: tokens for agents, and the page for people who have not signed in."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from datasette.permissions import PermissionSQL
from datasette.resources import TableResource
from datasette.tokens import TokenRestrictions
from datasette.utils.asgi import Request, Response

from . import stores
from .guard import base_scripts, content_security_policy

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

TOKEN_ACTOR = "gagent:"  # actor ids of our tokens begin with this
READ = ("view-table", "execute-sql")
WRITE = ("insert-row",)  # through our own routes; native.py closes Datasette's
PURGE = ("delete-row",)


def restrictions(*, read: bool, write: bool, purge: bool, database: str) -> TokenRestrictions:
    """What a token may do: read this database, append to it, delete facts for good."""
    rules = TokenRestrictions().allow_all("view-instance")
    if read:
        # Datasette limits stored queries by name, so a limit by database would leave none of them;
        # token_permissions() grants them for this database only.
        rules = rules.allow_all("view-query")
    for action in ("view-database", *(READ if read else ()), *(WRITE if write else ()), *(PURGE if purge else ())):
        rules = rules.allow_database(database, action)
    return rules


async def allows(datasette: Datasette, actor: Mapping[str, Any] | None, action: str, database: str, table: str) -> bool:
    """May this actor do this with a table?"""
    resource = TableResource(database=database, table=table)
    return bool(await datasette.allowed(action=action, resource=resource, actor=actor))


async def databases(
    datasette: Datasette, actor: Mapping[str, Any] | None, action: str = "view-table", table: str = "messages"
) -> list[str]:
    """Names of our databases in which this actor may do this."""
    await datasette.invoke_startup()
    ours = await stores.our_databases(datasette)
    return [name for name in ours if await allows(datasette, actor, action, name, table)]


def is_token(actor: Mapping[str, Any] | None) -> bool:
    """Is this actor one of our tokens, and not a person?"""
    return actor is not None and actor.get("token") == "dstok" and str(actor.get("id")).startswith(TOKEN_ACTOR)


def token_permissions(actor: dict[str, Any] | None, action: str) -> PermissionSQL | None:
    """A token of ours grants its actions in the databases it names; its own limits apply on top."""
    if actor is None or not is_token(actor):
        return None
    limits = actor.get("_r") or {}
    if action == "view-instance" and limits:
        return PermissionSQL.allow(reason="gagent-db token")
    databases = list(limits.get("d") or ())
    if action not in READ + WRITE + PURGE + ("view-database", "view-query") or not databases:
        return None
    names = [f"gagent_token_db_{number}" for number in range(len(databases))]
    rows = (f"SELECT :{name} AS parent, NULL AS child, 1 AS allow, 'gagent-db token' AS reason" for name in names)
    return PermissionSQL(sql=" UNION ALL ".join(rows), params=dict(zip(names, databases, strict=True)))


def wants_page(request: Request) -> bool:
    """Does a browser ask, which takes HTML? Requests to read need not say so."""
    return "text/html" in (request.headers.get("accept") or ("text/html" if request.method == "GET" else ""))


def sign_in_page(datasette: Datasette, request: Request) -> Callable[[], Coroutine[Any, Any, Response]] | None:
    """Instead of a bare 403: how to get in. JSON keeps Datasette's own error."""
    if request.actor or request.path.endswith(".json") or "/-/mcp" in request.path or not wants_page(request):
        return None

    async def page() -> Response:
        html = await datasette.render_template("gagent_sign_in.html", {}, request=request)
        policy = content_security_policy(await base_scripts(datasette))
        return Response.html(html, status=403, headers={"content-security-policy": policy})

    return page
