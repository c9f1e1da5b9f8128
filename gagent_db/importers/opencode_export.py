"""``opencode export SESSION``: one session as a JSON object, ``{"info", "messages": [{"info", "parts"}], "todos"?}``.

Its ids are those of OpenCode's database, so a session that is in both is not doubled. An export may have been made
without secrets (``--sanitize``), so it adds messages but never changes a stored one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..coerce import mapping, text_or_none
from ..errors import GagentError
from .base import Importer, Item, ParsedMessage, guarded_at
from .opencode_parts import messages, objects, parsed_session
from .sources import Source
from .values import listed

_START = re.compile(rb'\s*\{\s*"info"\s*:\s*\{')


class OpenCodeExport(Importer):
    name = "opencode-export"

    def sniff(self, path: Path, head: bytes) -> bool:
        return (
            _START.match(head) is not None
            and b'"id"' in head[:4096]
            and (b'"projectID"' in head[:4096] or (b'"messages"' in head and b'"parts"' in head))
        )

    def parse(self, source: Source) -> Iterator[Item]:
        document = mapping(source.document())
        info = mapping(document.get("info"))
        session_id = text_or_none(info.get("id"))
        if session_id is None:
            raise GagentError("an export of OpenCode without the id of its session")
        todos = {"todos": document["todos"]} if document.get("todos") else {}
        yield parsed_session({**info, **todos}, None)

        def one(given: Any, where: Source) -> Iterator[Item]:
            told = mapping(given)
            parts = listed(told.get("parts"), where, "parts")
            for item in messages(objects(session_id, told.get("info"), parts, where), where):
                if isinstance(item, ParsedMessage):
                    item.update = False
                yield item

        for place, given in enumerate(listed(document.get("messages"), source, "messages")):
            mapping(mapping(given).get("info")).setdefault("id", f"{session_id}:{place}")
            yield from guarded_at(f"message {place + 1}", source, one, given)


importer = OpenCodeExport()
