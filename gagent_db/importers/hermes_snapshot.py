"""Hermes' snapshots ``sessions/session_<session id>.json``: one object, overwritten every turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..coerce import mapping, text_or_none
from ..errors import GagentError
from .base import Importer, Item
from .hermes import parsed_session, stored_messages
from .sources import Source
from .values import listed


class HermesSnapshot(Importer):
    name = "hermes-snapshot"
    trims = True

    def sniff(self, path: Path, head: bytes) -> bool:
        start = head[:2048]
        return (
            path.suffix == ".json"
            and start.startswith(b"{")
            and b'"session_id"' in start
            and b'"session_start"' in start
        )

    def parse(self, source: Source) -> Iterator[Item]:
        snapshot = mapping(source.document())
        session_id = text_or_none(snapshot.get("session_id"))
        if session_id is None:
            raise GagentError("a Hermes snapshot without session_id")
        yield parsed_session(session_id, snapshot)
        yield from stored_messages(session_id, listed(snapshot.get("messages"), source, "messages"), source)


importer = HermesSnapshot()
