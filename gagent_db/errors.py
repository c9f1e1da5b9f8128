"""The one exception that reaches callers: a sentence a person understands, and what to do about it."""

from __future__ import annotations


class GagentError(Exception):
    """What went wrong, where, in one sentence; ``hint`` says what to do next."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class NotFound(GagentError):
    """Something was named that is not in the database."""


class Conflict(GagentError):
    """A row with this identity is already there and says something else."""
