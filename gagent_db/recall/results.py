"""What a search returns and the options it takes, shared by every door. Imports no numpy.

``SearchResult.to_dict()`` is the JSON that every door promises.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

MODES = ("auto", "exact", "lexical", "semantic", "hybrid")
SORTS = ("relevance", "newest", "oldest")
DETAILS = ("ids", "snippet", "window", "full")
WINDOW = 1  # messages shown on each side of a hit by default
Keys = Sequence[str] | None  # the keys to keep in a dictionary, in this order; None: all of them


def size(value: Any) -> int:
    """Return the characters of a value in the longest plain form of JSON, with ``\\u`` escapes: no host writes a
    longer one."""
    return len(json.dumps(value))


def _only(values: dict[str, Any], keys: Keys) -> dict[str, Any]:
    return values if keys is None else {key: values[key] for key in keys if key in values}


@dataclass(slots=True)
class Line:
    """A message beside a hit. ``content`` may be cut; it then ends with how many characters are missing."""

    message_id: int
    role: str
    created_at: str
    content: str

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(slots=True)
class Hit:
    """One matching message. ``snippet`` is HTML-escaped, with ``<mark>`` around what matched."""

    message_id: int
    session_id: str
    role: str
    created_at: str
    snippet: str
    score: float
    matched: str  # exact | lexical | semantic
    before: list[Line] = field(default_factory=list)
    after: list[Line] = field(default_factory=list)
    artifacts: list[dict[str, Any]] = field(default_factory=list)
    url: str = ""
    content: str | None = None  # the whole message, with detail="full"
    keys: Keys = None  # the only keys to output, when ``max_chars`` leaves no room for all

    def to_dict(self) -> dict[str, Any]:
        names = ("message_id", "session_id", "role", "created_at", "snippet", "matched", "score")
        values: dict[str, Any] = {name: getattr(self, name) for name in names}
        values["before"] = [line.to_dict() for line in self.before]
        values["after"] = [line.to_dict() for line in self.after]
        values |= {"artifacts": self.artifacts, "url": self.url}
        if self.content is not None:
            values["content"] = self.content
        return _only(values, self.keys)


@dataclass(slots=True)
class SessionHits:
    """One conversation with its best hits. ``lineage`` is the ids of the whole conversation, root first."""

    session_id: str
    key: str | None
    channel: str
    chat_id: str | None
    user_id: str | None
    title: str | None
    project: str | None
    created_at: str
    updated_at: str
    message_count: int
    hit_count: int
    score: float
    lineage: list[str]
    url: str
    hits: list[Hit] = field(default_factory=list)
    summary: str | None = None
    preview: str | None = None  # the first words of the conversation, for recent sessions
    tags: tuple[str, ...] = ()
    keys: Keys = None  # the only keys to output, when ``max_chars`` leaves no room for all

    def to_dict(self) -> dict[str, Any]:
        names = (
            "session_id", "key", "channel", "chat_id", "user_id", "title", "project", "created_at", "updated_at",
            "message_count", "hit_count", "score", "lineage", "url",
        )  # fmt: skip
        values: dict[str, Any] = {name: getattr(self, name) for name in names}
        values["hits"] = [hit.to_dict() for hit in self.hits]
        optional = {"summary": self.summary, "preview": self.preview, "tags": self.tags or None}
        values |= {name: value for name, value in optional.items() if value is not None}
        return _only(values, self.keys)


@dataclass(slots=True)
class SearchResult:
    """The answer to one search.

    ``total_sessions`` counts the matching conversations that were found; ``truncated`` means that there may be more.
    ``next`` is the cursor of the next page.
    """

    query: str
    mode: str  # exact | lexical | relaxed | semantic | hybrid | recent
    sessions: list[SessionHits] = field(default_factory=list)
    total_sessions: int = 0
    truncated: bool = False
    degraded: str | None = None
    took_ms: float = 0.0
    next: str | None = None
    hint: str | None = None  # why nothing was found or how the query was read, where that is not as typed
    keys: Keys = None  # the only keys to output, when ``max_chars`` leaves no room for all

    def to_dict(self) -> dict[str, Any]:
        names = ("query", "mode", "took_ms", "degraded", "total_sessions", "truncated")
        values: dict[str, Any] = {"ok": True} | {name: getattr(self, name) for name in names}
        values |= {"sessions": [session.to_dict() for session in self.sessions], "next": self.next}
        if self.hint is not None:
            values["hint"] = self.hint
        return _only(values, self.keys)
