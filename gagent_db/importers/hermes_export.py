"""``hermes sessions export``: one session a line with its live messages; also ``--only user-prompts``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from .base import Importer, Item, Kind, ParsedMessage, ParsedSession, guarded, sequence, text_or_none
from .hermes import Numbering, items, live_messages, parsed_session
from .sources import Source

_PROMPT = (b'"session_id"', b'"index"', b'"text"', b'"role"', b'"created_at"')
_SESSION = (b'"id"', b'"source"', b'"user_id"', b'"model_config"')  # they come before the long system prompt


class HermesExport(Importer):
    name: ClassVar[str] = "hermes-export"
    kind: ClassVar[Kind] = "whole"

    def sniff(self, path: Path, head: bytes) -> bool:
        line = head.lstrip(b"\xef\xbb\xbf \t\r\n").split(b"\n", 1)[0]
        return line.startswith(b"{") and (
            all(key in line[:8192] for key in _SESSION)
            or (all(key in line for key in _PROMPT) and b'"uuid"' not in line)
        )

    def parse(self, source: Source) -> Iterator[Item]:
        prompts: dict[str, Numbering] = {}
        for record in source.records():
            if "started_at" in record:
                yield from guarded(source, _exported, record)
            else:
                yield from guarded(source, lambda given, where: _prompt(given, where, prompts), record)


def _exported(record: dict[str, Any], source: Source) -> Iterable[Item]:
    session_id = text_or_none(record.get("id"))
    if session_id is None:
        source.skip("a session without an id")
        return
    yield parsed_session(session_id, record)
    yield from live_messages(session_id, sequence(record.get("messages")), source)


def _prompt(record: dict[str, Any], source: Source, prompts: dict[str, Numbering]) -> Iterable[Item]:
    session_id = text_or_none(record.get("session_id"))
    if session_id is None or not isinstance(record.get("text"), str):
        source.skip("neither a session nor a prompt of a Hermes export")
        return
    if session_id not in prompts:
        prompts[session_id] = Numbering()
        # Other sources know the channel; an update never changes it.
        yield ParsedSession(session_id, "hermes", metadata={"system": "hermes"})
    message = {
        "role": record.get("role") or "user",
        "content": record["text"],
        "timestamp": record.get("created_at"),
        "platform_message_id": record.get("event_id"),
    }
    for item in items(session_id, message, prompts[session_id].uid(message)):
        if isinstance(item, ParsedMessage):
            yield item


importer = HermesExport()
