"""The agents' JSON API: append messages, write memories and facts, and the same tools over MCP.

Errors have Datasette's shape (``{"ok": false, "error", "errors", "status"}``) with a ``hint``. Every route checks its
permission itself; ``/{db}/-/openapi.json`` describes them all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from datasette.utils import error_body
from datasette.utils.asgi import Response
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from ..agents import mcp as doors
from ..agents import tools
from ..agents.live import live_session
from ..errors import GagentError
from ..memory.facts import memory_write
from ..models import NewMessage
from ..store import messages as stored
from ..store import sessions
from ..store.database import Store
from . import openapi, stores
from .access import allows, databases
from .bodies import json_body
from .page import Page, Route, action, json_response, page
from .withheld import withheld

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

_DB = r"^/(?P<database>[^/]+)/-"
MAX_MESSAGES = 10_000  # in one request
NAMING_FIELDS = ("session_id", "key", "channel", "chat_id")  # of a session; a message may name its own
SESSION_FIELDS = (*NAMING_FIELDS, "user_id", "character_id", "title", "model", "project", "parent_session_id")
_FACT_ACTIONS = ("write", "tick", "purge")


def routes() -> list[Route]:
    """``(regex, view)`` pairs; all but the description answer POST."""
    return [
        (rf"{_DB}/messages$", append_messages),
        (rf"{_DB}/memories$", use_memory),
        (rf"{_DB}/facts$", write_fact),
        (rf"{_DB}/openapi\.json$", describe),
    ]


# -- messages ------------------------------------------------------------------------------------------


@action("messages")
async def append_messages(found: Page) -> Response:
    """Store one message or many. 201 if something new was stored, 200 if everything was there already."""
    groups = _groups(await json_body(found.request))
    answer = await found.write(_append, groups)
    return json_response(answer, status=201 if answer["added"] else 200)


def _session_fields(body: Mapping[str, Any]) -> dict[str, Any]:
    """The session fields of a body: beside the messages, or under ``session`` (which may be just an id)."""
    found = {name: body[name] for name in SESSION_FIELDS if body.get(name) is not None}
    session = body.get("session")
    if isinstance(session, str):
        found["session_id"] = session
    elif isinstance(session, Mapping):
        found |= {name: session[name] for name in SESSION_FIELDS if session.get(name) is not None}
        if session.get("id") is not None:
            found["session_id"] = session["id"]
    return found


def _groups(body: Any) -> list[tuple[dict[str, Any], list[Any]]]:
    """(session fields, messages) pairs of every accepted form of the body."""
    if isinstance(body, list):
        body = {"messages": body}
    if not isinstance(body, Mapping):
        raise GagentError("The body must be an object or a list of messages.")
    outer = _session_fields(body)
    given = body.get("messages", body.get("message"))
    if given is None:
        given = {name: value for name, value in body.items() if name not in (*NAMING_FIELDS, "session")}
    given = given if isinstance(given, list) else [given]
    if not given:
        raise GagentError("There are no messages in the body.", hint='Send {"session_id": "...", "messages": [...]}.')
    if len(given) > MAX_MESSAGES:
        raise GagentError(f"{len(given)} messages are too many for one request.", hint=f"Send at most {MAX_MESSAGES}.")
    groups: list[tuple[dict[str, Any], list[Any]]] = []
    for number, message in enumerate(given, 1):
        if not isinstance(message, Mapping):
            raise GagentError(f"Message {number} is not an object.")
        own = {name: message[name] for name in NAMING_FIELDS if message.get(name) is not None}
        rest = {name: value for name, value in message.items() if name not in own}
        if not any(name in rest for name in ("role", "content", "tool_calls", "media")):
            raise GagentError(f"Message {number} says nothing.", hint="Give at least its content.")
        named = {**({} if own else outer), **own}
        _check_text(named)
        if groups and groups[-1][0] == named:
            groups[-1][1].append(rest)
        else:
            groups.append((named, [rest]))
    return groups


def _check_text(named: Mapping[str, Any]) -> None:
    for name, value in named.items():
        if isinstance(value, (dict, list, bool)):
            raise GagentError(f"{name} must be text, not {type(value).__name__}.")


def _append(store: Store, groups: list[tuple[dict[str, Any], list[Any]]]) -> dict[str, Any]:
    """Store everything in one transaction, or nothing."""
    prepared: list[tuple[dict[str, Any], list[NewMessage]]] = []
    first = 1
    for named, given in groups:
        prepared.append((named, stored.prepare(given, first=first)))
        first += len(given)

    def work(conn: sqlite3.Connection) -> dict[str, Any]:
        ids: list[int] = []
        known: list[str] = []
        added = 0
        for named, messages in prepared:
            session_id = live_session(store, **{name: str(value) for name, value in named.items()}, create_as="api").id
            before = sessions.require_session(conn, session_id).message_count
            ids += stored.append(store, session_id, messages)
            added += sessions.require_session(conn, session_id).message_count - before
            known.append(session_id)
        return {
            "ok": True,
            "session_id": known[-1],
            "session_ids": list(dict.fromkeys(known)),
            "ids": ids,
            "added": added,
        }

    return store.write(work)


# -- memories and facts --------------------------------------------------------------------------------


@action("memories", reads=True)
async def use_memory(found: Page) -> Response:
    """``{"action": "add" (default) | "replace" | "remove", "content", "old_text", "target", ...}`` as the tool.

    ``list`` and ``search`` need only what reading needs. The form of the memories page has ``content``, ``target`` and
    ``return``, the page to go back to.
    """
    body = {name: value for name, value in (await found.fields()).items() if value != "" and name != "return"}
    back = found.back("memories")
    if back:
        body.setdefault("source", "web")  # a person at our page, not an agent
    tool = tools.TOOLS["memory"]
    try:
        arguments = tool.arguments(body)
    except GagentError:
        await found.ensure(tool.action(body), "memories")  # who may not write is told that, not what is wrong
        raise
    name = arguments.setdefault("action", "add")
    needed = tool.action(arguments)
    await found.ensure(needed, "memories")
    if needed == "view-table":
        writes = await found.allowed("insert-row", "memories")
        return _told(found, await found.run(tool.function, writes=writes, **arguments), wrote=False)
    answer = await found.write(tool.function, **arguments)
    if back and not answer["ok"]:
        raise GagentError(answer["error"], hint=answer.get("hint"))
    return Response.redirect(back) if back else _told(found, answer, wrote=name == "add")


@action("facts")
async def write_fact(found: Page) -> Response:
    """``{"content": "D[auth]: JWT 7d", "scope"?}``; with ``action`` tick or purge the arguments of that tool.

    The form of the facts page also has ``return``, the page to go back to.
    """
    body = {name: value for name, value in (await found.fields()).items() if name != "return"}
    name = body.pop("action", "write")
    if name not in _FACT_ACTIONS:
        raise GagentError(f"There is no fact action {name!r}.", hint=f"Use one of: {', '.join(_FACT_ACTIONS)}.")
    tool = tools.TOOLS[f"memory_{name}"]
    if tool.purges:
        await found.ensure("delete-row", "facts")
    arguments = tool.arguments(body)
    back = found.back("facts") if name == "write" else None
    if back:
        await found.write(memory_write, **arguments, source="web")  # a person at our page, not an agent
        return Response.redirect(back)
    return _told(found, await found.write(tool.function, **arguments), wrote=name == "write")


def _told(found: Page, answer: Mapping[str, Any], *, wrote: bool) -> Response:
    """Send the answer of a tool with its status; a refused write has the usual error shape, with details."""
    if found.blind:
        answer = withheld(answer)
    if not answer.get("ok"):
        return json_response({**answer, **error_body(answer["error"], 400)}, status=400)
    return json_response(answer, status=201 if wrote and answer.get("changed", True) else 200)


@page()
async def describe(found: Page) -> Response:
    """The OpenAPI document of these routes."""
    await found.datasette.ensure_permission(action="view-instance", actor=found.request.actor)
    return json_response(openapi.document(found.base))


# -- MCP -----------------------------------------------------------------------------------------------


def register_mcp_tools(datasette: Datasette, mcp: MCPServer) -> None:
    """Add the tools to datasette-mcp's server at ``/-/mcp``; the caller's permissions hold on every call.

    With several databases a call uses the one in its argument ``database``, else the one in the address
    (``/-/mcp?database=NAME``), else the first its token may use; its answer names it.
    """

    async def reach(
        ctx: Context, work: Callable[[Store], Any], table: str, *, action: str = "view-table",
        database: str | None = None,
    ) -> tuple[Any, str | None]:  # fmt: skip
        request = ctx.request_context.request
        actor = _actor(request)
        name = await _database(datasette, actor, action, table, database or _in_address(request))
        if action == "view-table":
            writes = await allows(datasette, actor, "insert-row", name, table)
            return await stores.run(datasette, name, work, writes=writes), name
        answer = await stores.write(datasette, name, work)
        return answer if await allows(datasette, actor, "view-table", name, table) else withheld(answer), name

    async def introduce(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        result = await call_next(ctx)
        if ctx.method in ("initialize", "server/discover") and isinstance(result, dict):
            about = await _introduction(datasette, _actor(ctx.request), _in_address(ctx.request))
            result = {**result, "instructions": f"{result.get('instructions') or ''}\n\n{about}".strip()}
        return result

    doors.register(mcp, reach, choose=sum(not db.is_memory for db in datasette.databases.values()) > 1)
    mcp.middleware.append(introduce)


async def _database(
    datasette: Datasette, actor: Mapping[str, Any] | None, wanted: str, table: str, named: str | None
) -> str:
    """The named database, else the first of ours in which this actor may do this."""
    allowed = await databases(datasette, actor, wanted, table)
    if named is None and allowed:
        return allowed[0]
    if named in allowed:
        return str(named)
    if named is None or named in await databases(datasette, actor, "view-table", table):
        flag = {"view-table": "--read", "delete-row": "--write --purge"}.get(wanted, "--write")
        raise ToolError(
            f"Permission denied: {wanted} on {table}. Use a token that allows it (gagent-db token create {flag})."
        )
    there = f"There are: {', '.join(allowed)}." if allowed else "Use a token for it (gagent-db token create)."
    raise ToolError(f"There is no database {named!r} that you may use here. {there}")


async def _introduction(datasette: Datasette, actor: Mapping[str, Any] | None, named: str | None) -> str:
    """What a client is told when it connects: when to use the tools, and which database answers."""
    readable = await databases(datasette, actor)
    writable = await databases(datasette, actor, "insert-row")
    names = list(dict.fromkeys([*([named] if named in readable else []), *readable, *writable]))
    if not names:
        return doors.INSTRUCTIONS
    others = (
        f" Others are {', '.join(names[1:])}: name one with the argument database, or in the address "
        "(/-/mcp?database=NAME)."
        if names[1:]
        else ""
    )
    return f"{doors.INSTRUCTIONS}\nThe database is {names[0]}.{others}"


def _actor(request: Any) -> Mapping[str, Any] | None:
    scope = getattr(request, "scope", None)
    actor = scope.get("actor") if isinstance(scope, dict) else None
    return actor if isinstance(actor, dict) else None


def _in_address(request: Any) -> str | None:
    """``database`` of the query string."""
    query = getattr(request, "query_params", None)
    return (query.get("database") or None) if query is not None else None
