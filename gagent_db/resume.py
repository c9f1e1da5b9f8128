"""The shell command that continues a session in the program that it comes from."""

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
    """Return the shell command to continue a session: ``cd -- /srv/app && claude --resume 5f3a...``.

    None for a session of a sub-agent, of a program that cannot resume sessions or no longer has this one, and for an
    id that the program would take for an option.
    """
    command = _COMMANDS.get(session.source_format or "")
    if command is None or is_subagent(session) or session.id.startswith("-"):
        return None
    if not (session.source_path and os.path.exists(session.source_path)):
        return None
    resume = shlex.join([*command, session.id])
    return f"cd -- {shlex.quote(session.project)} && {resume}" if session.project else resume
