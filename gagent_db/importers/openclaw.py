"""OpenClaw: ``~/.openclaw/agents/<agent>/sessions/<sessionId>.jsonl``, transcripts as pi writes them.

``sessions.json`` beside them says which chat a session belongs to: ``{"agent:main:telegram:group:-1": {"sessionId"}}``.
Before what a person said stand blocks that tell the model who says it and where; they are kept beside the message.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..coerce import mapping, sequence
from ..models import NewMessage
from .base import Item, ParsedSession
from .pi import Pi, is_transcript, of_openclaw
from .sources import Source
from .values import decode_json, text

_TOLD = re.compile(r"(?:[^\n]{1,100}(?:\(untrusted[^\n)]*\):|⟦openclaw:ctx⟧)[ \t]*\n```json\n.*?\n```\s*)+", re.DOTALL)
_STAMP = re.compile(r"\[[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d[^\]\n]{0,20}\] ")
_WAKES = "Read HEARTBEAT.md if it exists"  # the prompt of a schedule
_NO_CHATS = {"main", "cron", "hook", "subagent", "node", "explicit"}


class OpenClaw(Pi):
    name = "openclaw"

    def sniff(self, path: Path, head: bytes) -> bool:
        return is_transcript(head) and of_openclaw(path)

    def discover(self) -> Iterable[Path]:
        base = Path(os.environ.get("OPENCLAW_STATE_DIR") or "~/.openclaw").expanduser()
        return sorted((base / "agents").glob("*/sessions"))

    def companions(self, path: Path) -> Iterable[Path]:
        return (path.with_name("sessions.json"),)

    def finish(self, source: Source) -> Iterable[Item]:
        yield from super().finish(source)
        if (session_id := source.state.get("session")) and (found := _chat_of(session_id, source.path)):
            yield found

    def prompt(self, record: dict[str, Any], given: dict[str, Any]) -> NewMessage:
        """What the person said, without what tells the model about it."""
        spoken = super().prompt(record, given)
        told = match[0] if (match := _TOLD.match(spoken.content)) else ""
        words = _STAMP.sub("", spoken.content[len(told) :], count=1) if told else spoken.content
        if stamp := _STAMP.match(words):
            words = words[stamp.end() :]
        if words and words != spoken.content:
            spoken.metadata = {**(spoken.metadata or {}), "context": spoken.content[: -len(words)].strip()}
            spoken.content = words
        if spoken.content.startswith(_WAKES):
            spoken.content_type = "meta"
        return spoken


def _chat_of(session_id: str, path: Path) -> ParsedSession | None:
    """The chat that a session belongs to, as the list of sessions tells; None where it does not."""
    try:
        listed = mapping(decode_json(path.with_name("sessions.json").read_bytes()))
    except OSError:
        return None
    for key, entry in ((key, mapping(entry)) for key, entry in listed.items()):
        ids = [entry.get("sessionId"), *sequence(entry.get("usageFamilySessionIds"))]
        if session_id in ids:
            return _described(session_id, key, entry, listed, is_latest=ids[0] == session_id)
    return None


def _described(
    session_id: str, key: str, entry: dict[str, Any], listed: dict[str, Any], *, is_latest: bool
) -> ParsedSession:
    """A session by its key: ``agent:<agent>:<channel>:<kind>:<id>``, ``agent:<agent>:main``, ``cron:<job>``."""
    parts = key.split(":")[2:] if key.startswith("agent:") else key.split(":")
    spawner = text(entry.get("spawnedBy"))
    is_chat = len(parts) > 1 and parts[0] not in _NO_CHATS
    channel = parts[0] if is_chat or parts[0] in ("cron", "hook") else text(entry.get("lastChannel"))
    return ParsedSession(
        session_id,
        channel or "openclaw",
        key=key if is_latest else None,
        chat_id=parts[-1] if is_chat else None,
        title=text(entry.get("label")) or text(entry.get("subject")),
        parent_session_id=text(mapping(listed.get(spawner)).get("sessionId")) if spawner else None,
        end_reason="subagent" if spawner else None,
        metadata={"openclaw_key": key, **({"lineage": "subagent"} if spawner else {})},
    )


importer = OpenClaw()
