"""What the tools return, as types, which MCP clients get as output schemas."""

from __future__ import annotations

from typing import Any, NotRequired, Required

from typing_extensions import TypedDict  # pydantic reads nested ones of typing only from 3.12 on


class Line(TypedDict):
    """A message beside a hit."""

    message_id: int
    role: str
    created_at: str
    content: str


class SearchHit(TypedDict, total=False):
    """A message that answers; ``snippet`` is HTML-escaped with <mark> around what matched.

    A small ``max_chars`` leaves only what is required.
    """

    message_id: Required[int]
    session_id: str
    role: str
    created_at: str
    snippet: Required[str]
    matched: str
    score: float
    before: list[Line]
    after: list[Line]
    artifacts: list[dict[str, Any]]
    url: str
    content: str


class FoundSession(TypedDict, total=False):
    """A conversation with its best hits; a small ``max_chars`` leaves only what is required."""

    session_id: Required[str]
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
    hits: list[SearchHit]
    summary: str
    preview: str


class CalledTool(TypedDict):
    """A tool call with what is known of it."""

    tool_name: str
    arguments: Any
    result_summary: NotRequired[str]
    status: NotRequired[str]
    exit_code: NotRequired[int]


class ReadMessage(TypedDict):
    """A message of a transcript. ``cut``: how many characters of it are not shown."""

    message_id: int
    role: str
    created_at: NotRequired[str]
    content: str
    tool_calls: NotRequired[list[CalledTool]]
    media: NotRequired[list[dict[str, Any]]]
    anchor: NotRequired[bool]
    cut: NotRequired[int]


class Gap(TypedDict):
    """Messages that are left out, between two that are shown."""

    after_message_id: int
    before_message_id: int
    messages: int


class SearchAnswer(TypedDict):
    """Search, recent sessions (``mode`` recent), one session (read) or a place in it (scroll)."""

    ok: bool
    mode: str
    note: NotRequired[str]
    query: NotRequired[str]
    took_ms: NotRequired[float]
    degraded: NotRequired[str | None]
    total_sessions: NotRequired[int]
    truncated: bool
    sessions: NotRequired[list[FoundSession]]
    next: NotRequired[str | None]
    hint: NotRequired[str]
    session: NotRequired[dict[str, Any]]
    messages: NotRequired[list[ReadMessage]]
    omitted: NotRequired[list[Gap]]
    has_earlier: NotRequired[bool]
    has_later: NotRequired[bool]


class Appended(TypedDict):
    ok: bool
    session_id: str
    key: str | None
    message_ids: list[int]


class ArtifactAnswer(TypedDict):
    """Items of a kind. Of kind ``error``: ``error`` is the line that was looked for, ``seen`` in how many messages."""

    ok: bool
    kind: str
    error: NotRequired[str]
    seen: NotRequired[int]
    hint: NotRequired[str]
    items: list[dict[str, Any]]
    next: str | None
    note: NotRequired[str]
    truncated: NotRequired[bool]


class Resolved(TypedDict):
    ok: bool
    artifact: dict[str, Any]


class MemoryAnswer(TypedDict):
    """A write gives id and usage, list and search give memories, a refused write says why."""

    ok: bool
    id: NotRequired[str]
    changed: NotRequired[bool]
    note: NotRequired[str]
    usage: NotRequired[dict[str, int]]
    results: NotRequired[list[dict[str, Any]]]
    memories: NotRequired[list[dict[str, Any]]]
    degraded: NotRequired[str | None]
    truncated: NotRequired[bool]
    error: NotRequired[str]
    hint: NotRequired[str | None]
    blocked: NotRequired[list[str]]
    findings: NotRequired[list[dict[str, Any]]]
    entries: NotRequired[list[str]]


class PromptAnswer(TypedDict):
    ok: bool
    prompt: str
    tokens: int
    shown: int
    hidden: int
    frozen: bool
    left_out: NotRequired[list[str]]


class FactWritten(TypedDict):
    """``superseded`` gave way to this one; ``conflicts`` say something else and still stand."""

    ok: bool
    id: NotRequired[str | None]
    ids: NotRequired[list[str]]
    superseded: NotRequired[list[str]]
    resolved: NotRequired[list[str]]
    conflicts: NotRequired[list[str]]
    closed: NotRequired[list[str]]
    note: NotRequired[str | None]
    error: NotRequired[str]
    hint: NotRequired[str | None]
    blocked: NotRequired[list[str]]
    findings: NotRequired[list[dict[str, Any]]]


class FactList(TypedDict):
    ok: bool
    facts: list[dict[str, Any]]
    degraded: NotRequired[str | None]
    text: NotRequired[str]
    truncated: NotRequired[bool]
    hint: NotRequired[str]


class Reflected(TypedDict):
    """The history of a topic, oldest first; each fact with what it superseded and where it was said."""

    ok: bool
    topic: str
    history: list[dict[str, Any]]
    truncated: NotRequired[bool]
    hint: NotRequired[str]


class Ticked(TypedDict):
    ok: bool
    turn: int
    closed: list[str]
    reasons: dict[str, str]
    pressure: int


class FactStatus(TypedDict):
    """``block`` is for the system prompt, below ``instructions``, which never change; ``memory_use``: per cent of its
    budget that each target fills."""

    ok: bool
    block: str
    tokens: int
    hot: int
    cold: int
    archived: int
    pressure: int
    memory_use: dict[str, int]
    instructions: str


class Purged(TypedDict):
    ok: bool
    purged: int
    ids: list[str]
