"""What agents believe: memories (notes and the person's profile) and facts in MEMORY_SPEC notation.

The functions here are the doors for the command line, the web and agents. Each takes a store first.
"""

from .facts import memory_export, memory_purge, memory_reflect, memory_search, memory_write
from .lifecycle import memory_tick
from .prompt import memory_prompt
from .scan import BlockedWrite
from .tiers import INSTRUCTIONS, memory_status
from .tool import memory

__all__ = [
    "INSTRUCTIONS",
    "BlockedWrite",
    "memory",
    "memory_export",
    "memory_prompt",
    "memory_purge",
    "memory_reflect",
    "memory_search",
    "memory_status",
    "memory_tick",
    "memory_write",
]
