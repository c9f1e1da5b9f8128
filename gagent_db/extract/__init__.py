"""What a message holds: decisions, commands, addresses, paths, open and closed items.

Pure text in, items out; no database, no model, the same answer every time. English and Indonesian.
"""

from __future__ import annotations

from gagent_db.extract.commands import find_commands
from gagent_db.extract.items import Item, Kind
from gagent_db.extract.machine import is_machine_text
from gagent_db.extract.paths import find_paths
from gagent_db.extract.prose_commands import COMMAND_WORDS
from gagent_db.extract.reading import Reading
from gagent_db.extract.statements import STATEMENT_WORDS, find_statements
from gagent_db.extract.tool_calls import find_in_arguments
from gagent_db.extract.urls import find_urls

EXTRACTOR_VERSION: int = 3

_VOCABULARY = STATEMENT_WORDS | COMMAND_WORDS

__all__ = ["EXTRACTOR_VERSION", "Item", "Kind", "extract", "extract_tool_call"]


def extract(text: str, role: str = "assistant", tool_name: str | None = None, content_type: str = "text") -> list[Item]:
    """Everything found in one message, in order of appearance. `resolved` items say that something was closed.

    What machinery wrote (`is_machine_text`) gives addresses and paths only.
    """
    if not text or text.isspace():
        return []
    reading = Reading(text, _VOCABULARY)
    machine = is_machine_text(text, role, content_type)
    urls = find_urls(text)
    commands = [] if machine else find_commands(reading, role == "tool")
    paths = find_paths(text, [(item.start, item.end) for item in urls], [(item.start, item.end) for item in commands])
    statements = [] if machine else find_statements(reading, role, tool_name)
    return sorted([*urls, *commands, *paths, *statements], key=lambda item: (item.start, item.end))


def extract_tool_call(
    tool_name: str, arguments: object | str, status: str | None = None, exit_code: int | None = None
) -> list[Item]:
    """Commands, paths and addresses in the arguments of one tool call.

    `arguments` is the decoded object or its JSON text. Offsets are -1: the arguments are no message text. A shell
    tool's command becomes a command (how it ended is the caller's to keep: `status`, `exit_code`), a file tool's
    path a path, whatever its spelling. `tool_name` decides how a bare string is read.
    """
    return find_in_arguments(tool_name, arguments)
