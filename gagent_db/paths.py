"""Paths: where things are on this machine, and how paths are checked and spelled."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from .errors import GagentError

DB_VARIABLE = "GAGENT_DB"


def default_database() -> Path:
    """Return ``$GAGENT_DB``, else ``gagent.db`` in the platform's user data directory."""
    named = os.environ.get(DB_VARIABLE)
    return named_path(named) if named else user_data_path("gagent-db", appauthor=False) / "gagent.db"


def checked_path(value: Any) -> Path:
    """Return the value as a Path. Raises GagentError for a value that cannot be one."""
    named = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(named, str) or "\0" in named:
        raise GagentError(f"A path must be text, not {value!r}.")
    return Path(named)


def named_path(named: str | os.PathLike[str]) -> Path:
    """Return the path that a person typed, with ``~`` expanded. Raises GagentError when it cannot be one."""
    path = checked_path(named)
    try:
        return path.expanduser()
    except RuntimeError:
        raise GagentError(f"{path} begins with a home folder that is not there.", hint="Write out the path.") from None


def normal_project(directory: str | None) -> str | None:
    """Return a working directory in one spelling: forward slashes, none doubled or at the end; None for an empty one.

    The file system is not consulted: the directory may be on another machine.
    """
    if not directory:
        return None
    text = directory.strip().replace("\\", "/")
    while "//" in text[1:]:
        text = text[0] + text[1:].replace("//", "/")
    if len(text) > 1:
        text = text.rstrip("/") or "/"
    return text or None


def gagent_folder(home: Path | None = None) -> Path:
    """Return G-Agent's data directory, as G-Agent does: ``$G_AGENT_DATA_DIR`` relative to home, or ``~/.g-agent``."""
    return (home or Path.home()) / Path(os.environ.get("G_AGENT_DATA_DIR", "").strip() or ".g-agent").expanduser()
