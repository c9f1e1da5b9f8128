"""Scopes of memories are paths: ``/`` is everywhere, ``/project/x`` sees its own and its ancestors'."""

from __future__ import annotations

import re

ROOT = "/"


def normal_scope(scope: str | None) -> str:
    """One spelling: a leading slash, no trailing or double ones, no line breaks; None and blanks are the root."""
    parts = (" ".join(part.split()) for part in re.split(r"[/\\]+", scope or ""))
    return ROOT + "/".join(filter(None, parts))


def visible_from(scope: str | None) -> list[str]:
    """The scope itself, then its ancestors up to the root."""
    parts = normal_scope(scope).strip("/").split("/")
    paths = [ROOT + "/".join(parts[:length]) for length in range(len(parts), 0, -1) if parts[0]]
    return [*paths, ROOT]
