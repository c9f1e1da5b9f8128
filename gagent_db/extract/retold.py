"""Decide which messages are what people said: their own, and tool output that retells it."""

from __future__ import annotations

import re
from functools import lru_cache

from .lazy import lazy

# Names of tools whose output is what people said or wrote down. `_RETELLING_OUTPUT` shows it in the output itself.
_RETELLING_TOOL = lazy(r"search|history|recall|memory|session|transcri|whisper|chat|note|mail|slack|telegram|whatsapp")
_COMMITS = lazy(r"\bgit (?:show|log|commit)\b|^commit [0-9a-f]{7,}", re.M)
_PUBLIC_TOOL = lazy(r"web|google|internet|bing|duckduckgo|image|code|file|docs|package|browser")
_RETELLING_OUTPUT = (
    "git show",
    "git log",
    "git commit",
    "whisper",
    "ranscri",
    "commit ",
    "gh pr view",
    "gh issue view",
)
_NOTES_HEAD = lazy(
    r"\W{0,20}(?:[\w-]{1,40} ){0,3}(?:meeting|minutes|notulen|notula|catatan rapat|hasil rapat|decisions|decision log|"
    r"adr)\b[^\n]{0,60}\n",
    re.I,
)


@lru_cache(maxsize=256)
def _retells(tool_name: str) -> bool:
    low = tool_name.lower()
    return bool(_RETELLING_TOOL.search(low)) and not _PUBLIC_TOOL.search(low)


def is_retold(text: str, role: str, tool_name: str | None) -> bool:
    """Whether a message is what people said: their own, or retold by a tool."""
    if role in ("user", "assistant"):
        return True
    head = text[:200]
    if _NOTES_HEAD.match(text):
        return True
    return (tool_name is not None and _retells(tool_name)) or any(mark in head for mark in _RETELLING_OUTPUT)


def is_commit(text: str, tool_name: str | None) -> bool:
    """Whether a tool's output shows commits. Their subjects are not orders: "round once" was done."""
    return not (tool_name is not None and _retells(tool_name)) and bool(_COMMITS.search(text, 0, 200))
