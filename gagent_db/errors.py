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


def bad_cursor(cursor: str) -> GagentError:
    """What a caller gave to continue a page is not the ``next`` of one."""
    return GagentError(f"{cursor!r} does not continue a page.", hint="Use the value of next as it was printed.")


def os_reason(error: OSError) -> str:
    """Why the system refused, as the end of a sentence: ``no such file or directory``."""
    return (error.strerror or str(error)).lower()
