"""Hermes' gateway transcripts ``sessions/<session id>.jsonl`` (written up to about 0.13).

The file is rewritten by /retry, /undo and /compress, so a changed one is read from the start. The routing index
``sessions.json`` beside it knows the chat, the user and the totals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from ..coerce import mapping
from .base import Importer, Item, ParsedSession, guarded
from .hermes import Numbering, hermes_home, items, parsed_session
from .sources import Source, head_records

_ROLES = {"user", "assistant", "tool", "system", "session_meta"}
_MARKS = {"message_id", "finish_reason", "mirror", "tool_call_id"}  # none of them is in G-Agent's lines
_FIRST_LINE = re.compile(rb'\s*\{"role":\s*"session_meta"')  # its list of tools may be longer than the head


class HermesGateway(Importer):
    name = "hermes-gateway"
    trims = True
    named_by = "file"

    def sniff(self, path: Path, head: bytes) -> bool:
        if b'"role"' not in head:
            return False
        if _FIRST_LINE.match(head):
            return True
        records = head_records(head)
        if not records or any(str(record.get("role")) not in _ROLES or "type" in record for record in records):
            return False
        if any(record["role"] == "session_meta" for record in records[:3]):
            return True
        stamped = all("timestamp" in record and "content" in record for record in records)
        return stamped and any(_MARKS & record.keys() for record in records)

    def discover(self) -> Iterable[Path]:
        return (hermes_home() / "sessions",)

    def parse(self, source: Source) -> Iterator[Item]:
        session_id = source.path.stem
        yield _session(session_id, _routing(source.path.with_name("sessions.json"), session_id))
        numbering = Numbering()

        def one(record: dict[str, Any], where: Source) -> list[Item]:
            if "role" not in record:
                where.skip("no role: neither session_meta nor a message")
                return []
            if record.get("role") == "session_meta":
                return [_session(session_id, record)]
            return list(items(session_id, record, numbering.uid(record)))

        for record in source.records():
            yield from guarded(source, one, record)


def _session(session_id: str, entry: dict[str, Any]) -> ParsedSession:
    return parsed_session(session_id, {key: value for key, value in entry.items() if key not in ("role", "timestamp")})


def _routing(index: Path, session_id: str) -> dict[str, Any]:
    """The entry of sessions.json for this session; empty when there is none."""
    try:
        entries = mapping(orjson.loads(index.read_bytes()))
    except (OSError, ValueError):
        return {}
    return next((mapping(entry) for entry in entries.values() if mapping(entry).get("session_id") == session_id), {})


importer = HermesGateway()
