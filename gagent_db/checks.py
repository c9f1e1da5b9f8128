"""Arguments of the Python door: a value of a type that cannot be meant is refused in one sentence."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .errors import GagentError

_WHOLE = frozenset(("limit", "window", "hits_per_session", "turn", "max_chars", "before", "after", "at_message"))
_WHOLE_OR_NONE = frozenset(("max_chars", "before", "after", "at_message"))
_TEXT = frozenset(("content", "query", "topic"))
_TEXT_OR_NONE = frozenset(("cursor", "project", "title", "scope", "target", "message"))
_PLAIN = frozenset(("channel", "chat_id", "session", "session_id", "ref", "since", "until", "status", "user"))


def check(**given: Any) -> None:
    """Refuse wrong types in arguments known here by name; others are left to the functions that take them."""
    for name, value in given.items():
        if name in _WHOLE:
            _whole(name, value)
        elif name in _TEXT or (name in _TEXT_OR_NONE and value is not None):
            if not isinstance(value, str):
                raise GagentError(f"{name} must be text, not {value!r}.")
        elif name in _PLAIN and isinstance(value, (Mapping, list, tuple, set, frozenset)):
            raise GagentError(f"{name} must be one value, not {value!r}.")


def _whole(name: str, value: Any) -> None:
    if value is None and name in _WHOLE_OR_NONE:
        return
    if isinstance(value, bool) or not isinstance(value, int):
        raise GagentError(f"{name} must be a whole number, not {value!r}.")
    if abs(value) >= 2**63:
        raise GagentError(f"{name} must be below 2**63, not {value}.")


def check_list(name: str, value: Any) -> None:
    """Refuse what is not a list or another iterable of items."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise GagentError(f"{name} must be a list, not {type(value).__name__}.")


def checked_path(value: Any) -> Path:
    """The value as a Path. Raises GagentError for what cannot be one."""
    if not isinstance(value, (str, os.PathLike)):
        raise GagentError(f"A path must be text, not {value!r}.")
    return Path(value)
