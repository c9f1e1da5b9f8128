"""Addresses of other plugins that would answer anybody: here they, too, need permission.

They would only show nothing: a search page without tables, an MCP server whose tools all refuse.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from datasette.utils import async_call_with_supported_arguments, call_with_supported_arguments
from datasette.utils.asgi import Forbidden, Request, Response

from ..sql_json import without_halves
from .page import json_response

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

Receive = Callable[[], Awaitable[dict[str, Any]]]
_LARGEST_CALL = 4 * 1024 * 1024  # bytes; the server of datasette-mcp refuses more
PLUGINS = ("mcp", "search_all")  # as datasette-mcp and datasette-search-all call themselves


def routes(datasette: Datasette) -> list[tuple[str, Any]]:
    """The routes of these plugins, each behind ``view-instance``."""
    from datasette.plugins import pm  # its import loads this plugin, which must be whole by then

    found = [plugin for name in PLUGINS if (plugin := pm.get_plugin(name))]
    return [
        (regex, _gated(view))
        for plugin in found
        for regex, view in call_with_supported_arguments(plugin.register_routes, datasette=datasette)
    ]


def _gated(view: Callable[..., Any]) -> Callable[..., Any]:
    async def gate(request: Request, datasette: Datasette, receive: Any, send: Any) -> Response | None:
        if not await datasette.allowed(action="view-instance", actor=request.actor):
            if request.path.endswith("/-/mcp"):
                return _needs_a_token()
            raise Forbidden("view-instance")
        if request.path.endswith("/-/mcp"):
            receive = _without_halves(receive)
        answer: Response | None = await async_call_with_supported_arguments(
            view, datasette=datasette, request=request, scope=request.scope, receive=receive, send=send
        )
        return answer

    return gate


def _without_halves(receive: Receive) -> Receive:
    """The body of a call in one piece, as ``gagent-db mcp`` reads it. Beyond what one call takes it stays as it is."""

    async def received() -> dict[str, Any]:
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return message
            body += message.get("body", b"")
            if not message.get("more_body") or len(body) > _LARGEST_CALL:
                return {**message, "body": without_halves(bytes(body))}

    return received


def _needs_a_token() -> Response:
    """The refusal in the shape of JSON-RPC, so that a client shows the sentence."""
    told = "This needs a token: Authorization: Bearer TOKEN. Make one with: gagent-db token create --read --write"
    response = json_response({"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": told}}, status=401)
    response.headers["www-authenticate"] = "Bearer"
    return response
