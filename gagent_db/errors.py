"""The one exception that reaches callers: a sentence a person understands, and what to do about it."""

from __future__ import annotations

from typing import Any


class GagentError(Exception):
    """What went wrong, where, in one sentence; ``hint`` says what to do next, ``details`` is for programs."""

    def __init__(self, message: str, *, hint: str | None = None, details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.details = details or {}

    def to_dict(self) -> dict[str, Any]:
        """``{"ok": false, "error", "hint"}`` and the details: what tools answer and ``--json`` prints."""
        return {"ok": False, "error": self.message, "hint": self.hint, **self.details}


class NotFound(GagentError):
    """Something was named that is not in the database."""


class Conflict(GagentError):
    """A row with this identity is already there and says something else."""
