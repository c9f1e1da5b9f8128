"""JSON schemas of the tools in fewer words, because a model reads those of the arguments in every conversation."""

from __future__ import annotations

from typing import Any

_NULL = {"type": "null"}
_SCHEMAS = ("properties", "$defs")  # what is below these is named by us, a property called "title" too


def slim(schema: dict[str, Any], *, optional: bool) -> dict[str, Any]:
    """A schema without the titles that repeat names. With ``optional`` (for arguments), null is not listed as a type,
    since such arguments may be left out; the tools still take null."""
    told: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _SCHEMAS:
            told[key] = {name: slim(part, optional=optional) for name, part in value.items()}
        elif isinstance(value, dict):
            told[key] = slim(value, optional=optional)
        elif key == "anyOf":
            told |= _one_of(value, optional)
        elif not (key == "title" or (optional and key == "default" and value is None)):
            told[key] = value
    return told


def _one_of(parts: list[dict[str, Any]], optional: bool) -> dict[str, Any]:
    """Several possible types; one that may be null as one type."""
    rest = [slim(part, optional=optional) for part in parts if part != _NULL]
    nullable = len(rest) < len(parts)
    if len(rest) == 1 and (optional or not nullable):
        return rest[0]
    if len(rest) == 1 and rest[0].keys() == {"type"}:
        return {"type": [rest[0]["type"], "null"]}
    return {"anyOf": rest + ([_NULL] if nullable and not optional else [])}
