"""What every page of ours shares: find the database, check the permission, answer as HTML or JSON, explain errors."""

from __future__ import annotations

import re
import traceback
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote, urlencode

import orjson
from datasette.utils import error_body, tilde_decode, tilde_encode
from datasette.utils.asgi import Base400, Forbidden, Request, Response
from datasette.utils.asgi import NotFound as PageNotFound

from ..errors import Conflict, GagentError, NotFound
from ..recall.filters import ALIASES, NAMES
from . import bodies, posts, stores
from .access import allows, wants_page
from .guard import base_scripts, content_security_policy
from .withheld import withheld, withheld_error

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

T = TypeVar("T")
View = Callable[["Page"], Awaitable[Response]]
Route = tuple[str, Callable[..., Awaitable[Response]]]

_EMPTY: Mapping[str, Any] = {}
TOKEN_WANTED = "Send a token: Authorization: Bearer TOKEN. Make one with: gagent-db token create --read --write"


class NoToken(Base400):
    """Raised when a caller signs in with something that is not a token."""

    status = 401


@dataclass
class Page:
    """One request for one of our pages."""

    datasette: Datasette
    request: Request
    database: str
    vars: dict[str, str] = field(default_factory=dict)
    sent: dict[str, Any] = field(default_factory=dict)  # the named values of a POST, after fields() has read them
    blind: bool = False  # the caller may write here but not read

    @property
    def wants_json(self) -> bool:
        return self.vars.get("format") == "json"

    @property
    def base(self) -> str:
        """URL path of our pages of this database: ``/gagent/-``."""
        return f"{self.datasette.urls.database(self.database)}/-"

    def arg(self, name: str) -> str | None:
        """A query string parameter; None when it is missing or blank."""
        value = (self.request.args.get(name) or "").strip()
        return value or None

    @property
    def cursor(self) -> str | None:
        """``next`` of the page before; Datasette's own pages call it ``_next``."""
        return self.arg("next") or self.arg("_next")

    def filters(self) -> dict[str, str | None]:
        """The filters of a search by name; `session_id` and its like are other spellings."""
        spellings = {name: [name, *(other for other, of in ALIASES.items() if of == name)] for name in NAMES}
        return {name: next(filter(None, map(self.arg, names)), None) for name, names in spellings.items()}

    def only(self, *names: str, filters: bool = False) -> None:
        """Refuse other parameters (and filters) from a program or for a download: a misspelt one would be answered with
        everything.

        Those that begin with an underscore are Datasette's. In a browser the address may hold anything.
        """
        known = (*names, *NAMES) if filters else names
        for name in self.request.args if self.wants_json or "export" in self.vars else ():
            if name not in known and not (filters and name in ALIASES) and not name.startswith("_"):
                hint = f"Parameters: {', '.join(known)}." if known else "It takes none."
                raise GagentError(f"There is no parameter {name!r} here.", hint=hint)

    def number(self, name: str, default: int, *, most: int, least: int = 1) -> int:
        """A whole number from the query string, at most ``most``. Raises GagentError for one below ``least``."""
        text = self.arg(name)
        if text is None:
            return default
        if not re.fullmatch(r"-?[0-9]+", text):
            raise GagentError(f"{name} must be a whole number, not {text!r}.", hint=f"Try {name}={default}.")
        value = int(text[:9])
        if value < least:
            raise GagentError(f"{name} must be at least {least}, not {value}.", hint=f"Try {name}={default}.")
        return min(value, most)

    def message_id(self, name: str) -> int | None:
        """A message id from the query string (``901`` or ``m901``); an invalid one must not silently give the first
        page.

        Raises GagentError.
        """
        text = self.arg(name)
        found = _row_id(text.removeprefix("m")) if text else None
        if text and found is None:
            raise GagentError(f"{name}={text} is not the id of a message.", hint=f"Try {name}=901.")
        return found

    def session_url(self, session_id: str, message_id: int | None = None, **params: Any) -> str:
        """The transcript, scrolled to a message when one is given."""
        if message_id is not None:
            params["at"] = message_id
        anchor = f"#m{message_id}" if message_id is not None else ""
        return with_params(f"{self.base}/sessions/{tilde_encode(session_id)}", params) + anchor

    def url(self, **changes: Any) -> str:
        """The first page of this page's list, with some parameters changed (None takes one off)."""
        passed = {*ALIASES, "next", "_next"}
        given = {name: self.arg(name) for name in self.request.args if name not in passed}
        return with_params(self.request.path, {**given, **self.filters(), **changes})

    async def run(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Read in a worker thread: ``work(store, ...)``."""
        return await stores.run(self.datasette, self.database, work, *args, **kwargs)

    async def write(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Write in a worker thread: ``work(store, ...)``."""
        return await stores.write(self.datasette, self.database, work, *args, **kwargs)

    async def allowed(self, action: str, table: str) -> bool:
        return await allows(self.datasette, self.request.actor, action, self.database, table)

    async def ensure(self, action: str, table: str) -> None:
        """Raise Forbidden, with a sentence, unless the actor may do this."""
        if not await self.allowed(action, table):
            if not self.request.actor and "authorization" in self.request.headers:
                raise NoToken("The Authorization header holds no token of this server.")
            what = {"view-table": "read", "delete-row": "delete from"}.get(action, "add to")
            said = f"You may not {what} {table} in {self.database} (this needs {action})."
            raise Forbidden(said if self.request.actor else f"{said} {TOKEN_WANTED}")

    async def html(self, template: str, context: Mapping[str, Any] = _EMPTY, *, status: int = 200) -> Response:
        path = self.request.path
        shared = {
            "database": self.database,
            "page": self,
            "base": self.base,
            "here": path,
            "alternate_url_json": with_params(
                f"{path}.json", {name: self.request.args[name] for name in self.request.args}
            )
            if "format" in self.vars
            else None,
        }
        html = await self.datasette.render_template(template, {**shared, **context}, request=self.request)
        policy = content_security_policy(await base_scripts(self.datasette))
        return Response.html(html, status=status, headers={"content-security-policy": policy})

    def json(self, value: Any) -> Response:
        return json_response(value)

    async def fields(self) -> dict[str, Any]:
        """The named values of a POST. Raises GagentError."""
        self.sent = await bodies.fields(self.request)
        return self.sent

    def back(self, otherwise: str) -> str | None:
        """The page a form was sent from (``otherwise`` if that is on another server); None for a program."""
        if "return" not in self.sent or not bodies.is_form(self.request):
            return None
        return safe_path(str(self.sent["return"]), f"{self.base}/{otherwise}")

    def done(self, result: Mapping[str, Any], back_to: str) -> Response:
        """The answer after a change: its result or, for a form, the page it was sent from (``back_to`` if that is
        elsewhere)."""
        back = self.back(back_to)
        return Response.redirect(back) if back else self.json(withheld(result) if self.blind else result)


def with_params(url: str, params: Mapping[str, Any]) -> str:
    """``url`` with the parameters that have a value."""
    kept = {name: value for name, value in params.items() if value not in (None, "")}
    return f"{url}?{urlencode(kept)}" if kept else url


def json_response(value: Any, *, status: int = 200) -> Response:
    return Response(
        orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode(),
        status=status,
        content_type="application/json; charset=utf-8",
    )


def error_json(error: GagentError, *, status: int | None = None) -> Response:
    """Datasette's error shape, plus what to do about it."""
    status = status or status_of(error)
    return json_response({**error_body(error.message, status), "hint": error.hint}, status=status)


def status_of(error: GagentError) -> int:
    if isinstance(error, NotFound):
        return 404
    if isinstance(error, stores.TooSlow):
        return 503
    if isinstance(error, bodies.TooLarge):
        return 413
    return 409 if isinstance(error, Conflict) else 400


def decode_id(encoded: str) -> list[str]:
    """What a path segment may mean, likeliest first: tilde-encoded (Datasette's way, which leaves no %),
    percent-encoded, or as it is."""
    percent, tilde = unquote(encoded), tilde_decode(encoded)
    return list(dict.fromkeys([percent if "%" in encoded else tilde, tilde, percent, encoded]))


def page(*tables: str) -> Callable[[View], Any]:
    """Make a GET route of a view: it needs ``view-table`` on ``tables``. A POST goes to the agents' route."""

    def wrap(view: View) -> Callable[..., Awaitable[Response]]:
        async def route(request: Request, datasette: Datasette) -> Response:
            if request.method == "POST":
                return await posts.delegate(request, datasette) or method_not_allowed("GET")
            if request.method not in ("GET", "HEAD", "OPTIONS"):
                return method_not_allowed("GET, POST" if posts.agent_view(request) else "GET")
            found = await _page(request, datasette)
            for table in tables:
                await found.ensure("view-table", table)
            return await answer(found, view)

        return route

    return wrap


def action(table: str, *, reads: bool = False) -> Callable[[View], Any]:
    """Make a POST-only route of a view that changes rows: it needs ``insert-row`` on ``table``.

    One that also ``reads`` lets in whoever may read, and itself asks for what the request needs.
    """

    def wrap(view: View) -> Callable[..., Awaitable[Response]]:
        async def route(request: Request, datasette: Datasette) -> Response:
            if request.method != "POST":
                return method_not_allowed("POST")
            # Datasette answers errors with a page unless the client asks for JSON.
            try:
                found = await _page(request, datasette)
                found.blind = not await found.allowed("view-table", table)
                if found.blind or not reads:
                    await found.ensure("insert-row", table)
                return await answer(found, view)
            except Base400 as error:
                if bodies.is_form(request) and wants_page(request):
                    raise
                return error_json(GagentError(str(error)), status=error.status)
            except Exception:
                traceback.print_exc()
                return error_json(GagentError("This failed; the terminal of the server says why."), status=500)

        return route

    return wrap


async def answer(found: Page, view: View) -> Response:
    """Run a view; a GagentError becomes a page (or JSON) that says what is wrong and what to do."""
    try:
        return await view(found)
    except GagentError as error:
        if found.blind:
            error = withheld_error(error)
        back = found.back("sessions")
        if found.wants_json or (found.request.method == "POST" and not back):
            return error_json(error)
        context = {"error": error, "back": back, "written": found.sent.get("content")}
        return await found.html("gagent_error.html", context, status=status_of(error))


def numeric_id(text: str, what: str) -> int:
    """A row id from an address. Raises NotFound for what cannot be one."""
    found = _row_id(text)
    if found is None:
        raise NotFound(f"There is no {what} {text!r}.", hint="Ids are whole numbers.")
    return found


def _row_id(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 19 else None


async def no_such_address(request: Request, datasette: Datasette) -> Response:
    """The answer for unknown addresses below ours: JSON for programs, Datasette's page for people."""
    problem = f"There is no address {request.path} here."
    if request.method not in ("POST", "PUT", "PATCH", "DELETE") and not request.path.endswith(".json"):
        raise PageNotFound(problem)
    return error_json(NotFound(problem, hint="docs/agents.md lists them; each begins with the name of a database."))


def method_not_allowed(allow: str) -> Response:
    response = error_json(GagentError(f"This address answers {allow} only."), status=405)
    response.headers["allow"] = allow
    return response


def safe_path(target: str | None, fallback: str) -> str:
    """``target`` when it is a path on this server, else ``fallback``."""
    return target if target and re.match(r"/(?![/\\])[^\s\\]*\Z", target) else fallback


async def _page(request: Request, datasette: Datasette) -> Page:
    values = {name: value for name, value in request.url_vars.items() if value is not None}
    route = tilde_decode(values.pop("database"))
    try:
        name = datasette.get_database(route=route).name
    except KeyError:
        raise PageNotFound(f"Database not found: {route}") from None
    if not await stores.is_ours(datasette, name):
        raise PageNotFound(f"{name} is not a gagent-db database")
    if "format" in request.url_vars:
        values.setdefault("format", "")
    return Page(datasette, request, name, values)
