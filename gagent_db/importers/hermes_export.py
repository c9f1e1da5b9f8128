"""``hermes sessions export``: one session a line; also ``--only user-prompts``, and ``/save json``: one JSON object.

A session that was compressed and continued in others may be exported as one (``--lineage logical``), with its real
sessions in ``segments``: then those are taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..coerce import mapping, sequence, text_or_none
from .base import Importer, Item, ParsedMessage, ParsedSession, guarded
from .hermes import Numbering, items, parsed_session, status_of, stored_messages, survey
from .sources import Source
from .values import listed

_PROMPT = (b'"session_id"', b'"index"', b'"text"', b'"role"', b'"created_at"')
_SESSION = (b'"id"', b'"source"', b'"user_id"', b'"model_config"')  # these keys come before the long system prompt


class HermesExport(Importer):
    name = "hermes-export"

    def sniff(self, path: Path, head: bytes) -> bool:
        line = head.split(b"\n", 1)[0]
        session = head if _is_spread(line) else line
        return line.startswith(b"{") and (
            all(key in session[:8192] for key in _SESSION)
            or (all(key in line for key in _PROMPT) and b'"uuid"' not in line)
        )

    def parse(self, source: Source) -> Iterator[Item]:
        with source.path.open("rb") as stream:
            spread = _is_spread(stream.readline(64).lstrip(b"\xef\xbb\xbf"))
        if spread:
            yield from guarded(source, _exported, source.document())
            return
        prompts: dict[str, Numbering] = {}
        for record in source.records():
            if "started_at" in record:
                yield from guarded(source, _exported, record)
            else:
                yield from guarded(source, lambda given, where: _prompt(given, where, prompts), record)


def _is_spread(line: bytes) -> bool:
    """Is this the first line of an object that spans many lines?"""
    return line.strip() in (b"{", b"")


def _exported(record: Any, source: Source) -> Iterator[Item]:
    given = mapping(record)
    segments = [segment for segment in sequence(given.get("segments")) if isinstance(segment, dict)]
    for segment in segments or [given]:
        session_id = text_or_none(segment.get("id"))
        if session_id is None:
            source.skip("a session without an id")
            continue
        rows = listed(segment.get("messages"), source, "messages")
        all_live = all(status_of(row) == "active" for row in rows if isinstance(row, dict))
        yield parsed_session(session_id, segment)
        yield from stored_messages(session_id, rows, source, None if all_live else survey(rows), update=not all_live)


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
