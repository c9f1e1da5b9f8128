"""How a person goes on with a session in the program that it comes from."""

from __future__ import annotations

import os
import shlex

from .models import Session
from .store.relations import is_subagent

_COMMANDS = {
    "claude-code": ("claude", "--resume"),
    "codex": ("codex", "resume"),
    "gemini": ("gemini", "--resume"),
    "opencode": ("opencode", "--session"),
    "hermes-db": ("hermes", "--resume"),
    "qwen-code": ("qwen", "--resume"),
    "copilot": ("copilot", "--resume"),
    "pi": ("pi", "--session"),
}


def resume_command(session: Session) -> str | None:
    """``cd -- /srv/app && claude --resume 5f3a...``, for a shell; None for a session of a sub-agent, of a program that
    cannot go on with one, where the program itself no longer has it, and for an id it would take for an option."""
    command = _COMMANDS.get(session.source_format or "")
    if command is None or is_subagent(session) or session.id.startswith("-"):
        return None
    if not (session.source_path and os.path.exists(session.source_path)):
        return None
    going = shlex.join([*command, session.id])
    return f"cd -- {shlex.quote(session.project)} && {going}" if session.project else going
