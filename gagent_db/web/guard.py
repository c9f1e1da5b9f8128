"""The guard before every request: only hosts and origins we serve, and headers that keep pages to themselves.

A web page anywhere can make a browser send requests to 127.0.0.1, and can point its own host name there (DNS
rebinding). Both show in ``Host`` or ``Origin``, so those must name this server.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import orjson

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
# For pages that have no policy of their own: Datasette's, which need their inline scripts, and nothing from elsewhere.
PAGES = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_base_scripts: WeakKeyDictionary[Datasette, frozenset[str]] = WeakKeyDictionary()
_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


class Guard:
    """ASGI wrapper. ``hosts`` are the names this server is reached by beside loopback; ``origins`` are further
    web pages (``https://host[:port]``) that may call it; ``cross_origin`` is Datasette's own ``--cors``; ``policy`` is
    the Content Security Policy of HTML that comes without one."""

    def __init__(
        self,
        app: App,
        *,
        hosts: Iterable[str] = (),
        origins: Iterable[str] = (),
        cross_origin: bool = False,
        policy: str | None = None,
    ) -> None:
        self.app = app
        self.html_headers = ((b"content-security-policy", policy.encode()),) if policy else ()
        self.hosts = LOOPBACK | {host.lower() for host in hosts}
        self.origins = {origin.lower().rstrip("/") for origin in origins}
        self.cross_origin = cross_origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        problem = self.problem(scope)
        if problem:
            await _refuse(send, problem)
            return

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                sent = [
                    (name, _hidden(value) if name.lower() == b"set-cookie" else value)
                    for name, value in message.get("headers", [])
                ]
                present = {name.lower(): value for name, value in sent}
                is_html = present.get(b"content-type", b"").startswith(b"text/html")
                ours = (*HEADERS, *self.html_headers) if is_html else HEADERS
                message = {**message, "headers": sent + [header for header in ours if header[0] not in present]}
            await send(message)

        await self.app(scope, receive, send_guarded)

    def problem(self, scope: Scope) -> str | None:
        """Why this request is refused, in one sentence; None when it is not."""
        named = [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == b"host"]
        if len(named) != 1 or host_name(named[0]) not in self.hosts:
            return (
                f"The host {', '.join(named) or '(none)'} is not served here. "
                "Name it with: gagent-db serve --allow-host NAME, or hosts: in datasette.yaml."
            )
        for name, value in scope["headers"]:
            if name.lower() == b"origin" and not self._is_known(value.decode("latin-1").lower(), named[0].lower()):
                return f"Requests from pages of {value.decode('latin-1')} are not accepted here."
        return None

    def _is_known(self, origin: str, host: str) -> bool:
        if self.cross_origin or origin.rstrip("/") in self.origins:
            return True
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.netloc == host


def _hidden(cookie: bytes) -> bytes:
    """The sign-in cookie, made HttpOnly."""
    return cookie + b"; HttpOnly" if cookie.startswith(b"ds_actor=") and b"httponly" not in cookie.lower() else cookie


def host_name(header: str) -> str:
    """The name in a Host header, without port and brackets."""
    text = header.strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0]


async def base_scripts(datasette: Datasette) -> frozenset[str]:
    """The inline scripts of Datasette's base template (and of other plugins), found on a page without content."""
    if datasette not in _base_scripts:
        html = await datasette.render_template("gagent_blank.html")
        _base_scripts[datasette] = frozenset(_INLINE_SCRIPT.findall(html))
    return _base_scripts[datasette]


def content_security_policy(inline_scripts: Iterable[str]) -> str:
    """The policy: nothing from elsewhere; no scripts but files of this server and these inline ones, named by hash."""
    hashes = sorted(base64.b64encode(hashlib.sha256(body.encode()).digest()).decode() for body in inline_scripts)
    scripts = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in hashes)])
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


async def _refuse(send: Send, problem: str) -> None:
    body = orjson.dumps({"ok": False, "error": problem, "errors": [problem], "status": 403})
    headers = [(b"content-type", b"application/json; charset=utf-8"), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
