"""Make the title of a session from its first real prompt."""

from __future__ import annotations

import re

from ..machine_text import is_injected
from ..wording import one_line

LENGTH = 80
_TAGGED = re.compile(r"<(?P<tag>[a-z][\w-]*)(?:\s[^>]*)?>.*?</(?P=tag)>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
_COMMAND_ARGS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_PICTURES = ("[Image ", "[Image:")
_LEAD = re.compile(r"^(?:[#>*\-\s]+|/\S+\s+(?=\S))+")


def title_from(text: str) -> str | None:
    """Return at most 80 characters of the first line that says something; None for machine text."""
    text = text[:20_000]
    if text.lstrip().startswith("<command-") and (arguments := _COMMAND_ARGS.search(text)):
        text = arguments[1]  # a slash command: what the person asked it to do
    text = _TAGGED.sub(" ", text)
    if is_injected(text) or text.lstrip().startswith(_PICTURES):
        return None
    for candidate in (_FENCE.sub(" ", text), text):
        for line in candidate.splitlines():
            words = one_line(_LEAD.sub("", line).replace("```", " "), LENGTH)
            if any(char.isalnum() for char in words):
                return words
    return None
