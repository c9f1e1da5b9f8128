"""What stands in a Claude Code ``attachment`` record: a queued prompt, a file, a selection, a resource, a reminder."""

from __future__ import annotations

from typing import Any

from ..models import MediaRef
from ..store.incoming import split_content
from .values import attachment_text, text

_NAMES = ("filename", "path", "displayPath", "uri")
_TEXTS = ("content", "snippet", "planContent")
# Named like a file of the person's, but put there by the program at every start: the name is enough.
_OWN = {"nested_memory", "compact_file_reference"}


def attached(attachment: dict[str, Any], kind: str) -> tuple[str, list[MediaRef]]:
    """(words, media) of an attachment; both empty when it is only a reminder of the program to the model."""
    if kind == "queued_command":
        return split_content(attachment.get("prompt"))
    name = next((found for key in _NAMES if (found := text(attachment.get(key)))), None)
    if name is None and attachment.get("planContent"):  # where a plan is to be written is only a reminder
        name = text(attachment.get("planFilePath"))
    if name is None:
        return "", []
    words = "" if kind in _OWN else next((found for key in _TEXTS if (found := _words(attachment.get(key)))), "")
    return attachment_text(name, words), [MediaRef("file", name)]


def _words(value: Any) -> str:
    """The text inside ``{"type": "text", "file": {"content"}}``, a list of parts or a string; no image data."""
    if isinstance(value, list):
        return "\n".join(found for part in value if (found := _words(part)))
    if isinstance(value, dict):
        return _words(value.get("file")) or _words(value.get("content")) or _words(value.get("text"))
    return text(value) or ""
