"""Text that machines write into conversations: it repeats a topic's words without being about it."""

from __future__ import annotations

import re

CHANNELS = frozenset(("cron", "automation", "scheduler", "heartbeat", "system", "kanban", "monitor"))
_BOILERPLATE = re.compile(
    r"""\s*(?:
        This\ session\ is\ being\ continued\ from\ a\ previous\ conversation
      | \[?(?:CONTEXT\ (?:COMPACTION|SUMMARY)|Context\ compaction|Conversation\ summary)
      | Caveat:\ The\ messages\ below\ were\ generated
      | <(?:system-reminder|command-name|command-message|local-command|environment_context|user_instructions
           |ide_opened_file|task-notification|permissions|INSTRUCTIONS)
      | \[(?:SYSTEM|cron|automation|heartbeat|scheduled)\b
      | \#\ AGENTS\.md\ instructions
      | (?:HEARTBEAT|Heartbeat)\b
      | (?:Scheduled|Automated|Cron)\ (?:task|job|message|run)\b
      | You\ are\ (?:running\ as|an?)\b.{0,80}\b(?:assistant|agent)\b
    )""",
    re.VERBOSE,
)


def weight(*, role: str, content: str, content_type: str, channel: str, key: str | None) -> float:
    """1 for what people and agents say, less for what machinery says."""
    value = 1.0
    if channel in CHANNELS or (key or "").startswith("cron"):
        value *= 0.7
    if content_type in ("summary", "compaction", "compact_summary") or _BOILERPLATE.match(content):
        value *= 0.6
    if role == "system":
        value *= 0.6
    elif role == "tool":
        value *= 0.9
    return value
