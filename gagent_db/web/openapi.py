"""The OpenAPI 3.1 document of the agents' JSON API, served at ``/{db}/-/openapi.json``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import __version__, naming
from ..agents.tools import TOOLS
from ..answers import KINDS
from ..memory.memory_rows import TARGETS
from ..recall.filters import NAMES
from ..recall.results import DETAILS, MODES, SORTS
from .facts import STATUSES

_TEXT = {"type": ["string", "null"]}
_TIME = {
    "type": ["string", "number", "null"],
    "exclusiveMinimum": 0,
    "description": "ISO 8601, or seconds (or milliseconds) since 1970. A time without an offset is local time.",
}
_COUNT = {"type": ["integer", "null"], "minimum": 0, "maximum": 2**53}
_OPEN = {"type": "object", "additionalProperties": True}
_STRING = {"type": "string"}
_LIMIT = {"type": "integer", "minimum": 1}
_WHEN = {"type": "string", "description": "2026-05-01, 2026-05-01T09:30, yesterday, or an age such as 7d"}
_NEXT = {"type": "string", "description": "next of the page before"}
_MESSAGE_ID = {"type": "integer", "minimum": 1}
_FILTERS = {name: _WHEN if name in ("since", "until") else _STRING for name in NAMES}
_SEARCH = {
    "q": _STRING, **_FILTERS, "sort": {"enum": SORTS}, "mode": {"enum": MODES}, "limit": _LIMIT,
    "window": {"type": "integer", "minimum": 0}, "detail": {"enum": DETAILS}, "next": _NEXT,
    "max_chars": {**_LIMIT, "description": "Most characters of the answer; what is cut says so"},
}  # fmt: skip
_TRANSCRIPT = {"limit": _LIMIT, "after": _MESSAGE_ID, "before": _MESSAGE_ID, "at": _MESSAGE_ID, "next": _MESSAGE_ID}
_ARTIFACTS = {
    "q": _STRING, **_FILTERS, "sort": {"enum": SORTS}, "limit": _LIMIT, "next": _NEXT,
    "status": {
        **_STRING, "description": "unresolved: open (default), resolved, all; command: ok, failed, an exit status",
    },
}  # fmt: skip
_MEMORIES = {"q": _STRING, "target": {"enum": TARGETS}, "scope": _STRING, "forgotten": _STRING, "limit": _LIMIT}
_PROMPT = {"target": {"enum": (*TARGETS, "all")}, "scope": _STRING, "budget_tokens": _LIMIT, "session": _STRING}
_FACTS = {
    "q": _STRING, "scope": _STRING, "status": {"enum": STATUSES},
    "history": {**_STRING, "description": "A topic: its history too, in order, with what superseded what"},
}  # fmt: skip
_NAME = {**_STRING, "minLength": 1}
_SESSION = {
    "session_id": {**_NAME, "description": "Id (or key) of a session; created if missing"},
    "key": {**_NAME, "description": "channel:chat_id, the chat's live session"},
    "channel": {**_NAME, "description": "cli, telegram, ..."},
    "chat_id": _NAME,
}
_NEW_SESSION = {name: _NAME for name in ("user_id", "character_id", "title", "model", "project")}


def document(base: str) -> dict[str, Any]:
    """``base`` is the path of the database's own pages, such as ``/gagent/-``."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "gagent-db: the agents' API",
            "version": __version__,
            "description": "Record conversations and write memories and facts. Reading is in the .json form of the "
            "pages (sessions, artifacts, memories, facts). Errors have Datasette's shape.",
        },
        "servers": [{"url": base}],
        "security": [{"token": []}],
        "paths": {
            "/messages": {"post": _append()},
            "/memories": {"post": _tool("memory", "Change, list or search memories", created="A memory was added.")},
            "/facts": {"post": _facts()},
            "/artifacts/{id}/resolve": {"post": _resolve()},
            "/sessions.json": {"get": _read("Grouped search; without q the recent sessions", _SEARCH)},
            "/sessions/{session}.json": {"get": _read("A transcript", _TRANSCRIPT, path={"session": _STRING})},
            "/sessions/{session}/rename": {"post": _rename()},
            "/sessions/{session}/tags": {"post": _tag()},
            "/artifacts/{kind}.json": {
                "get": _read("Decisions, commands, URLs, paths, open items", _ARTIFACTS, path={"kind": {"enum": KINDS}})
            },
            "/artifacts/errors.json": {"get": _read("What was run after an error", {"q": _STRING, "limit": _LIMIT})},
            "/memories.json": {"get": _read("Memories", _MEMORIES)},
            "/memories/prompt.json": {"get": _read("The memory block for a system prompt", _PROMPT)},
            "/facts.json": {"get": _read("Facts, and the block for a system prompt", _FACTS)},
            "/overview.json": {"get": _read("Counts, active days, channels, sources, state of the indexes", {})},
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Message": _message(), "Append": _append_body(), "Error": _error(), "Appended": _appended()},
        },
    }


def _message() -> dict[str, Any]:
    call = {
        "type": "object",
        "properties": {
            "tool_name": _STRING, "call_id": _TEXT, "arguments": {}, "result_summary": _TEXT,
            "status": _TEXT, "exit_code": {"type": ["integer", "null"], "minimum": -(2**31), "maximum": 2**31},
        },
        "required": ["tool_name"],
    }  # fmt: skip
    media = {
        "type": "object",
        "properties": {"kind": _TEXT, "path": _TEXT, "mime_type": _TEXT, "data": _TEXT},
        "description": "A path or address, or a data: URI under data; only its hash, size and type are kept.",
    }
    return {
        "type": "object",
        "required": ["content"],
        "properties": {
            **_SESSION,
            "role": {**_NAME, "default": "user"},
            "content": {
                "type": ["string", "array", "null"],
                "items": {"type": ["string", "object"]},
                "description": "Text, or a list of parts as OpenAI and Anthropic have them",
            },
            "uid": {**_TEXT, "description": "Your own id: the same uid in a session is stored once"},
            "created_at": _TIME,
            "content_type": _TEXT,
            "model": _TEXT,
            "provider": _TEXT,
            "reasoning": _TEXT,
            "status": {"enum": ["active", "compacted", "undone", None]},
            "input_tokens": _COUNT,
            "output_tokens": _COUNT,
            "cost_usd": {"type": ["number", "null"], "minimum": 0, "maximum": 1e9},
            "tool_calls": {"type": "array", "items": call},
            "media": {"type": "array", "items": media},
            "metadata": {"type": ["object", "null"]},
        },
    }


def _append_body() -> dict[str, Any]:
    many = {
        "type": "object",
        "required": ["messages"],
        "properties": {
            **_SESSION, **_NEW_SESSION,
            "messages": {"type": "array", "minItems": 1, "maxItems": 10_000, "items": _ref("Message")},
        },
        "anyOf": [{"required": [name]} for name in ("session_id", "key", "channel")],
    }  # fmt: skip
    one = {"allOf": [_ref("Message"), {"anyOf": many["anyOf"]}]}
    return {"oneOf": [many, one], "description": "Many messages of one session, or one message."}


def _appended() -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["ok", "session_id", "session_ids", "ids", "added"],
        "properties": {
            "ok": {"const": True},
            "session_id": _STRING,
            "session_ids": {"type": "array", "items": _STRING},
            "ids": {"type": "array", "items": {"type": "integer"}, "description": "In the order of the messages"},
            "added": {"type": "integer", "description": "How many were new"},
        },
    }


def _error() -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["ok", "error", "errors", "status"],
        "properties": {
            "ok": {"const": False},
            "error": _STRING,
            "errors": {"type": "array", "items": _STRING},
            "status": {"type": "integer"},
            "hint": _TEXT,
        },
    }


def _append() -> dict[str, Any]:
    return {
        "operationId": "append_messages",
        "summary": "Append one message or many, all or nothing; idempotent by uid",
        "requestBody": _body(_ref("Append")),
        "responses": {
            "201": _answer("Stored.", _ref("Appended")),
            "200": _answer("All of it was there already.", _ref("Appended")),
            **_failures("400", "401", "403", "404", "405", "409", "413"),
        },
    }


def _tool(name: str, summary: str, *, created: str) -> dict[str, Any]:
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": _body(TOOLS[name].model().model_json_schema()),
        "responses": {
            "201": _answer(created, _OPEN),
            "200": _answer("Done; nothing new was made.", _OPEN),
            **_failures("400", "401", "403", "404", "405", "409", "413"),
        },
    }


def _facts() -> dict[str, Any]:
    write = TOOLS["memory_write"].model().model_json_schema()
    write["properties"]["action"] = {"const": "write"}
    return {
        **_tool("memory_write", "Write a fact in MEMORY_SPEC notation", created="Written."),
        "requestBody": _body(write),
    }


def _resolve() -> dict[str, Any]:
    body = {
        "type": "object",
        "properties": {
            "status": {"enum": ["resolved", "open"], "default": "resolved"},
            "resolved_by_message_id": {"type": ["integer", "null"], "minimum": 1},
        },
    }
    return {
        "operationId": "artifact_resolve",
        "summary": "Close an open item, or open it again",
        "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}],
        "requestBody": {**_body(body), "required": False},
        "responses": {"200": _answer("Done.", _OPEN), **_failures("400", "401", "403", "404", "405", "413")},
    }


def _rename() -> dict[str, Any]:
    title = {**_STRING, "maxLength": naming.LENGTH, "description": "Empty: the name it had"}
    body = {"type": "object", "required": ["title"], "properties": {"title": title}}
    return _of_session("session_rename", "Give a session a title that later imports leave alone", body)


def _tag() -> dict[str, Any]:
    tags = {"type": ["array", "string"], "items": _STRING, "description": "A list, or a text with spaces between"}
    body = {
        "type": "object",
        "properties": {"add": tags, "remove": tags},
        "anyOf": [{"required": ["add"]}, {"required": ["remove"]}],
    }
    return _of_session("session_tag", "Give a session tags, take others from its conversation", body)


def _of_session(name: str, summary: str, body: dict[str, Any]) -> dict[str, Any]:
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [{"name": "session", "in": "path", "required": True, "schema": _STRING}],
        "requestBody": _body(body),
        "responses": {"200": _answer("Done.", _OPEN), **_failures("400", "401", "403", "404", "405", "413")},
    }


def _read(summary: str, query: Mapping[str, Any], *, path: Mapping[str, Any] | None = None) -> dict[str, Any]:
    parameters = [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()]
    for name, schema in (path or {}).items():
        parameters.append({"name": name, "in": "path", "required": True, "schema": schema})
    return {
        "summary": summary,
        "parameters": parameters,
        "responses": {"200": _answer("Found.", _OPEN), **_failures("400", "401", "403", "404", "405")},
    }


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _answer(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _failures(*statuses: str) -> dict[str, Any]:
    told = {
        "400": "Something in the request cannot be understood.",
        "401": "The token is no token of this server, or has expired.",
        "403": "The token does not allow it.",
        "404": "There is no such thing.",
        "405": "The address does not take this method.",
        "409": "The uid is taken by a message that says something else.",
        "413": "The body is larger than 32 MB.",
    }
    return {status: _answer(told[status], _ref("Error")) for status in statuses}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
