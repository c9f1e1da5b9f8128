"""Gemini CLI's log of prompts, ``~/.gemini/tmp/<project>/logs.json``: what was asked, not what was answered.

Chats are recorded beside it, in ``chats/``, since August 2025. What a chat file holds is not taken from the log; what
is only in the log (older sessions, or chats that were cleaned up) is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..coerce import sequence
from ..errors import GagentError
from .base import Importer, Item, ParsedMessage, ParsedSession, guarded, stable_id
from .gemini import project_folder
from .sources import Source
from .values import message, text

_ENTRY = re.compile(rb'\s*\[\s*\{\s*"sessionId"\s*:[^{}]{0,200}"messageId"\s*:\s*\d')
_SHORT = 8  # characters of a session's id at the end of its chat file's name


class GeminiLogs(Importer):
    name = "gemini-logs"
    kind = "database"  # the file is rewritten with every prompt; the state stays

    def sniff(self, path: Path, head: bytes) -> bool:
        return _ENTRY.match(head[:2048]) is not None

    def parse(self, source: Source) -> Iterator[Item]:
        entries = source.document()
        if not isinstance(entries, list):
            raise GagentError("not a list of prompts")
        held = self._held(source, entries)

        def one(entry: Any, where: Source) -> Iterator[Item]:
            where.line += 1
            return _prompt(entry, where, held)

        source.line = 0
        for entry in entries:
            yield from guarded(source, one, entry)

    def _held(self, source: Source, entries: list[Any]) -> set[str]:
        """Sessions that do not need the log: a chat file holds them, or did when the log was last read.

        While chats are recorded, the last session waits for the next one to begin: its chat may not be there yet.
        """
        chats = source.path.parent / "chats"
        names = {file.stem[-_SHORT:] for file in chats.glob("session-*.json*")}
        sessions = [entry["sessionId"] for entry in entries if isinstance(entry, dict) and text(entry.get("sessionId"))]
        held = {str(one) for one in sessions if str(one)[:_SHORT] in names}
        held |= set(map(str, sequence(source.state.get("held"))))
        source.state["held"] = sorted(held)
        return held | ({str(sessions[-1])} if sessions and chats.is_dir() else set())


def _prompt(entry: Any, source: Source, held: set[str]) -> Iterator[Item]:
    session_id = text(entry.get("sessionId")) if isinstance(entry, dict) else None
    words = text(entry.get("message")) if session_id else None
    if session_id is None or words is None:
        source.skip("not a prompt of a session")
        return
    if session_id in held:
        source.pass_over("prompt that stands in a chat file")
        return
    yield ParsedSession(session_id, "gemini", cwd=project_folder(source.path.parent), metadata={"only": "prompts"})
    uid = stable_id("gemini-logs", entry.get("messageId"), entry.get("timestamp"), words)
    command = words.startswith("/")
    kind = "text" if not command else "command" if " " in words.strip() else "meta"
    role = "user" if entry.get("type") == "user" else "system"
    said = message(role, words, uid=uid, at=entry.get("timestamp"), content_type=kind)
    yield ParsedMessage(session_id, said)


importer = GeminiLogs()
