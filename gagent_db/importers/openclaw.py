"""OpenClaw: ``~/.openclaw/agents/<agent>/sessions/<sessionId>.jsonl``, transcripts as pi writes them.

``sessions.json`` beside them says which chat a session belongs to: ``{"agent:main:telegram:group:-1": {"sessionId"}}``.
Blocks before a person's words tell the model who speaks and where; they are kept beside the message.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..coerce import mapping, sequence
from ..models import NewMessage
from ..store.incoming import clean_text
from .base import Item, ParsedSession
from .pi import Pi, is_transcript, of_openclaw
from .sources import Source
from .values import decode_json, text

_TOLD = re.compile(r"(?:[^\n]{1,100}(?:\(untrusted[^\n)]*\):|⟦openclaw:ctx⟧)[ \t]*\n```json\n.*?\n```\s*)+", re.DOTALL)
_STAMP = re.compile(r"\[[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d[^\]\n]{0,20}\] ")
_WAKES = "Read HEARTBEAT.md if it exists"  # the prompt of a schedule
_NO_CHATS = {"main", "cron", "hook", "subagent", "node", "explicit"}
_KINDS = {"group", "channel", "direct", "dm"}


class OpenClaw(Pi):
    name = "openclaw"

    def sniff(self, path: Path, head: bytes) -> bool:
        return is_transcript(head) and of_openclaw(path)

    def discover(self) -> Iterable[Path]:
        base = Path(os.environ.get("OPENCLAW_STATE_DIR") or "~/.openclaw").expanduser()
        return sorted((base / "agents").glob("*/sessions"))

    def companions(self, path: Path) -> Iterable[Path]:
        return (path.with_name("sessions.json"),)

    def record(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        yield from super().record(record, source)
        if record.get("type") == "session":  # at once, because the channel of a stored session never changes
            yield from _chat_of(source)

    def finish(self, source: Source) -> Iterable[Item]:
        yield from super().finish(source)
        yield from _chat_of(source)

    def prompt(self, record: dict[str, Any], given: dict[str, Any]) -> NewMessage:
        """What the person said, without what tells the model about it."""
        spoken = super().prompt(record, given)
        told = match[0] if (match := _TOLD.match(spoken.content)) else ""
        words = spoken.content[len(told) :]
        if stamp := _STAMP.match(words):
            words = words[stamp.end() :]
        if words and words != spoken.content:
            spoken.metadata = {**(spoken.metadata or {}), "context": spoken.content[: -len(words)].strip()}
            spoken.content = words
        if spoken.content.startswith(_WAKES):
            spoken.content_type = "meta"
        return spoken


def _chat_of(source: Source) -> Iterator[ParsedSession]:
    """The chat that a session belongs to, if the list of sessions tells it."""
    path = source.path.with_name("sessions.json")
    try:
        stat = path.stat()
        found = _listed(path, stat.st_mtime_ns, stat.st_size).get(source.state.get("session", ""))
    except OSError:
        return
    if found:
        yield replace(found)


@lru_cache(maxsize=1)  # every transcript beside it needs it
def _listed(path: Path, mtime: int, size: int) -> dict[str, ParsedSession]:
    """The sessions of a list by their ids. Earlier sessions of a chat are in ``usageFamilySessionIds``."""
    listed = mapping(decode_json(path.read_bytes()))
    entries = [(clean_text(key), mapping(entry)) for key, entry in listed.items()]
    found: dict[str, ParsedSession] = {}
    for key, entry in entries:
        if session_id := text(entry.get("sessionId")):
            found.setdefault(session_id, replace(_described(session_id, key, entry, listed), key=key))
    for key, entry in entries:
        for session_id in filter(None, map(text, sequence(entry.get("usageFamilySessionIds")))):
            found.setdefault(session_id, _described(session_id, key, entry, listed))
    return found


def _described(session_id: str, key: str, entry: dict[str, Any], listed: dict[str, Any]) -> ParsedSession:
    """A session by its key: ``agent:<agent>:<channel>:<kind>:<id>``, ``agent:<agent>:main``, ``cron:<job>``.

    An account may come before the kind, a topic or a thread after the id; a chat of all channels names none."""
    parts = key.split(":")[2:] if key.startswith("agent:") else key.split(":")
    kind = next((place for place, part in enumerate(parts[:3]) if part in _KINDS), None)
    first = parts[0] if parts and kind != 0 else None
    chat = None if first in _NO_CHATS else ":".join(parts[1 if kind is None else kind + 1 :])
    spawner = text(entry.get("spawnedBy"))
    channel = first if chat or first in ("cron", "hook") else None
    return ParsedSession(
        session_id,
        channel or text(entry.get("lastChannel")) or "openclaw",
        chat_id=chat or None,
        title=text(entry.get("label")) or text(entry.get("subject")),
        parent_session_id=text(mapping(listed.get(spawner)).get("sessionId")) if spawner else None,
        end_reason="subagent" if spawner else None,
        metadata={"openclaw_key": key, **({"lineage": "subagent"} if spawner else {})},
    )


importer = OpenClaw()
