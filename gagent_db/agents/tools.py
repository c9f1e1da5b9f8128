"""The tools agents call: one function per tool, typed results. MCP, HTTP and Python share them.

Every function takes the database as its first argument or as ``db=``; without one it opens the default file
(``$GAGENT_DB``, else the user's data directory).
"""

from __future__ import annotations

from .conversation_tools import NOTE, artifact_resolve, artifacts, session_append, session_search
from .memory_tools import (
    memory,
    memory_export,
    memory_prompt,
    memory_purge,
    memory_reflect,
    memory_search,
    memory_status,
    memory_tick,
    memory_write,
)
from .toolbox import TOOLS, Tool, default_store

__all__ = [
    "NOTE",
    "TOOLS",
    "Tool",
    "artifact_resolve",
    "artifacts",
    "default_store",
    "memory",
    "memory_export",
    "memory_prompt",
    "memory_purge",
    "memory_reflect",
    "memory_search",
    "memory_status",
    "memory_tick",
    "memory_write",
    "session_append",
    "session_search",
]
