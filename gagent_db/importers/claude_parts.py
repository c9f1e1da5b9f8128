"""The parts of Claude Code's records beside what was said: results of tools and attachments. No state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..coerce import mapping
from ..models import MediaRef
from ..store.incoming import clean_json, split_content
from .base import Item, ParsedMessage, ToolResult
from .values import attachment_text, exit_code, message, text, words_and_media

_LARGEST_DETAIL = 20_000  # characters of JSON
_BACKGROUND = ("backgroundTaskId", "shellId", "bash_id")


def tool_results(
    session_id: str, blocks: list[dict[str, Any]], details: object, uid: str, at: object
) -> Iterable[Item]:
    """A message of role ``tool`` and its outcome for each block. ``details`` belongs to a single block."""
    for number, block in enumerate(blocks):
        extra = details if len(blocks) == 1 else None
        content, media = words_and_media(block.get("content"))
        if not content and not media:
            content = _output(extra)
        failed = block.get("is_error") is True
        message_uid = uid if number == 0 else f"{uid}:{number}"
        output = message("tool", content, uid=message_uid, at=at, metadata=_kept(extra), media=media)
        yield ParsedMessage(session_id, output)
        if call_id := text(block.get("tool_use_id")):
            status = "interrupted" if mapping(extra).get("interrupted") is True else "error" if failed else "success"
            code = _exit_code(content, extra, failed)
            yield ToolResult(session_id, call_id, content, status, code, message_uid)


def _exit_code(content: str, details: object, failed: bool) -> int | None:
    """Stated in the text of a failure ("Exit code 2"); a shell command that did not fail exited with 0."""
    if failed:
        return exit_code(content) if not isinstance(details, str) else exit_code(details.removeprefix("Error: "))
    shell = mapping(details)
    if "stdout" in shell and not shell.get("interrupted") and not any(shell.get(name) for name in _BACKGROUND):
        return 0
    return None


def _output(details: object) -> str:
    if isinstance(details, str):
        return text(details) or ""
    parts = [text(mapping(details).get(name)) for name in ("stdout", "stderr", "content")]
    return "\n".join(part for part in parts if part)


def _kept(details: object) -> dict[str, Any] | None:
    """The details that the text of the result does not repeat: short values, patches, the sub-agent's id."""
    kept = {
        name: value
        for name, value in mapping(details).items()
        if name not in ("stdout", "stderr", "content", "file", "originalFile", "oldString", "newString")
        and value not in (None, "", False, [], {})
        and len(str(value)) <= (_LARGEST_DETAIL if name == "structuredPatch" else 500)
    }
    return {"details": clean_json(kept)} if kept else None


# -- attachments ---------------------------------------------------------------------------------------

_NAMES = ("filename", "path", "displayPath", "uri")
_TEXTS = ("content", "snippet", "planContent")
# Named like a file of the person's, but attached by the program at every start: the name is enough.
_OWN = {"nested_memory", "compact_file_reference"}


def attached(attachment: dict[str, Any], kind: str) -> tuple[str, list[MediaRef]]:
    """(words, media) of an attachment; both empty when it is only a reminder of the program to the model."""
    if kind == "queued_command":
        return split_content(attachment.get("prompt"))
    name = next((found for key in _NAMES if (found := text(attachment.get(key)))), None)
    if name is None and attachment.get("planContent"):  # the place where a plan is to be written is only a reminder
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
