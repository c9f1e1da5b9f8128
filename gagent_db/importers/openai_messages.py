"""OpenAI-chat JSONL, one message a line: ``{"role", "content", ...}``. The file is the session.

Nothing in such a file names the session, so its beginning does, up to the first answer. A file that is moved, copied or
has grown is then the same session.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from ..errors import GagentError
from .base import Item, LineImporter, ParsedSession, Uids, stable_id
from .openai_chat import ROLES, chat_message
from .sources import Source, head_records, most
from .values import text

# Keys of messages in other formats: Hermes' gateway and exports, G-Agent, Claude Code.
_OTHER_FORMATS = {
    "timestamp", "finish_reason", "message_id", "type", "uuid", "sessionId", "session_id", "parts", "_type", "mirror",
    "messages", "payload",
}  # fmt: skip
_BEGINNING = 50  # messages looked at for the first answer


def _is_message(record: dict[str, Any]) -> bool:
    return str(record.get("role")) in ROLES and bool(record.keys() & {"content", "tool_calls", "function_call"})


class OpenAiMessages(LineImporter):
    name = "openai-messages"
    named_by = "beginning"

    def sniff(self, path: Path, head: bytes) -> bool:
        if b'"role"' not in head:
            return False
        records = head_records(head)
        return not any(record.keys() & _OTHER_FORMATS for record in records) and most(_is_message, records)

    def parse(self, source: Source) -> Iterator[Item]:
        if source.offset == 0 and (before := _before(source)) and _beginnings(source.path)[0] is None:
            source.state["before"] = before
            raise GagentError("nobody has spoken in it yet (still being written?)")
        source.state.pop("before", None)
        yield from super().parse(source)

    def record(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        state = source.state
        if "session" not in state:
            asked, answered = _beginnings(source.path)
            before = _before(source)
            # Read once more from its start, it is the same conversation: the first import may have known less of it.
            known = before.get("session") if before.get("asked") == asked else None
            state.update(asked=asked, session=known or answered)
            yield ParsedSession(state["session"], "openai-chat")
        uid = text(record.get("id"))
        if uid is None:
            made = Uids(state.setdefault("uids", {}))
            uid = made.make(str(record.get("role")), str(record.get("content")), None)
        yield from chat_message(state["session"], record, uid, source)


def _before(source: Source) -> dict[str, Any]:
    """The file's session at the last import that knew one, and the mark of its first prompt."""
    earlier = source.earlier.get("before") or source.earlier
    return {name: earlier[name] for name in ("asked", "session") if name in earlier}


def _beginnings(path: Path) -> tuple[str | None, str]:
    """Marks of everything up to the first prompt (None: so far there are only instructions), and up to the first
    answer."""
    beginning: list[str] = []
    asked = None
    for record in islice(Source(path).records(), _BEGINNING):
        beginning.append(f"{record.get('role')}\n{record.get('content')}")
        if record.get("role") == "user" and asked is None:
            asked = stable_id(*beginning)
        if record.get("role") == "assistant":
            asked = asked or stable_id(*beginning)
            break
    return asked, stable_id("openai-messages", *beginning)


importer = OpenAiMessages()
