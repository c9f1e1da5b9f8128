"""Every address of ours. Pages answer GET; what changes rows answers POST."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from datasette.utils.asgi import asgi_static

from . import artifacts, export, facts, gate, home, memories, native, overview, posts, results, transcript
from .assets import STATIC_ROUTE, place
from .page import no_such_address

if TYPE_CHECKING:
    # Datasette loads this plugin while it is itself being imported.
    from datasette.app import Datasette

_DB = r"^/(?P<database>[^/]+)/-"
_FORMAT = r"(?:\.(?P<format>json))?$"
_NAMED = r"(?!\.json$)[^/]+?"  # /sessions/.json names no session, although it asks for JSON


def routes(datasette: Datasette) -> list[tuple[str, Any]]:
    """``(regex, view)`` pairs for Datasette, the agents' routes after ours."""
    ours = [
        (rf"{_DB}/sessions{_FORMAT}", results.sessions),
        (rf"{_DB}/sessions/(?P<session>[^/]+?)\.(?P<export>md|html|jsonl)$", export.export),
        (rf"{_DB}/sessions/(?P<session>{_NAMED}){_FORMAT}", transcript.transcript),
        (rf"{_DB}/sessions/(?P<session>[^/]+)/rename$", transcript.rename),
        (rf"{_DB}/sessions/(?P<session>[^/]+)/tags$", transcript.tag),
        (rf"{_DB}/artifacts/(?P<id>[^/]*)/resolve$", artifacts.resolve),
        (rf"{_DB}/artifacts/errors?{_FORMAT}", artifacts.errors),
        (rf"{_DB}/artifacts/(?P<kind>{_NAMED}){_FORMAT}", artifacts.artifacts),
        (rf"{_DB}/memories{_FORMAT}", memories.memories),
        (rf"{_DB}/memories/prompt\.(?P<format>json)$", memories.prompt),
        (rf"{_DB}/memories/(?P<id>[^/]+)/(?P<verb>replace|forget|restore|purge)$", memories.change),
        (rf"{_DB}/memories/edits/(?P<id>[^/]*)/(?P<verb>accept|decline)$", memories.decide),
        (rf"{_DB}/facts{_FORMAT}", facts.facts),
        (rf"{_DB}/facts/(?P<id>[^/]+)/(?P<verb>edit|forget|restore)$", facts.change),
        (rf"{_DB}/overview{_FORMAT}", overview.overview),
        *posts.agent_routes(),
    ]
    names = {name for pattern, _ in ours for name in re.findall(r"\A[a-z]+", pattern.removeprefix(f"{_DB}/"))}
    return [
        (r"^/$", home.home),
        (rf"^{STATIC_ROUTE}/(?P<path>.*)$", asgi_static(place("static"))),
        *ours,
        (rf"^(?:/[^/]+)?/-/(?:{'|'.join(sorted(names))})(?:[./].*)?$", no_such_address),
        *native.routes(),
        *gate.routes(datasette),
    ]
