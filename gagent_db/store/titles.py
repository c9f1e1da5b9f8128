"""What a person would call a session: its first real prompt, on one line."""

from __future__ import annotations

import re

from ..wording import one_line

LENGTH = 80
# Text that agents and editors put in the user's mouth.
_ENVELOPE = re.compile(r"<(?P<tag>[a-z][\w-]*)(?:\s[^>]*)?>.*?</(?P=tag)>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
_MACHINE = re.compile(
    r"\s*(?:<command-|<local-command|<task-notification|<system-reminder|<ide_|<environment_context|"
    r"<user_instructions|<permissions instructions|<skills_instructions|# AGENTS\.md|Caveat:|"
    r"This session is being continued|\[Request interrupted|Stop hook feedback:|\[Image[: ]|"
    r"Base directory for this skill)",
    re.IGNORECASE,
)
_COMMAND_ARGS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_LEAD = re.compile(r"^(?:[#>*\-\s]+|/\S+\s+(?=\S))+")


def title_from(text: str) -> str | None:
    """At most 80 characters of the first line that says something; None for machine text."""
    text = text[:20_000]
    if text.lstrip().startswith("<command-") and (arguments := _COMMAND_ARGS.search(text)):
        text = arguments[1]  # a slash command: what the person asked it to do
    text = _ENVELOPE.sub(" ", text)
    if _MACHINE.match(text):
        return None
    for candidate in (_FENCE.sub(" ", text), text):
        for line in candidate.splitlines():
            words = one_line(_LEAD.sub("", line).replace("```", " "), LENGTH)
            if any(char.isalnum() for char in words):
                return words
    return None
