"""The exceptions that reach callers: a sentence that a person understands, and what to do about it."""

from __future__ import annotations

from typing import Any


class GagentError(Exception):
    """One sentence on what went wrong and where; ``hint`` says what to do next, ``details`` is for programs."""

    def __init__(self, message: str, *, hint: str | None = None, details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.details = details or {}

    def to_dict(self) -> dict[str, Any]:
        """Return ``{"ok": false, "error", "hint"}`` and the details, as tools answer and ``--json`` prints it."""
        return {"ok": False, "error": self.message, "hint": self.hint, **self.details}


class NotFound(GagentError):
    """What was asked for is not in the database."""


class Conflict(GagentError):
    """A row with the same identity exists and has other content."""


def bad_cursor(cursor: str) -> GagentError:
    """Return the error for a cursor that is not the ``next`` of any page."""
    return GagentError(f"{cursor!r} does not continue a page.", hint="Use the value of next as it was printed.")


def os_reason(error: OSError) -> str:
    """Return why the operating system refused, as the end of a sentence: ``no such file or directory``."""
    return (error.strerror or str(error)).lower()
