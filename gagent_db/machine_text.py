"""Recognize what programs, not people, put into a conversation: by the type of a message and how its text begins."""

from __future__ import annotations

import re
from functools import cache

TYPES = frozenset(("meta", "summary", "compaction", "compaction_summary", "compact_summary", "attachment"))
_INJECTED = r"""\s*(?:
        This\ session\ is\ being\ continued\ from\ a\ previous\ conversation
      | \[?(?:CONTEXT\ (?:COMPACTION|SUMMARY)|Context\ compaction|Conversation\ summary)
      | Caveat:\ The\ messages\ below\ were\ generated
      | </?(?:system-reminder|command-name|command-message|command-args|local-command\S*|environment_context
           |user_instructions|skills_instructions|user-prompt-submit-hook|ide_opened_file|ide_selection
           |task-notification|permissions|INSTRUCTIONS|uploaded_files|tool_use_error)\b
      | \[Request\ interrupted
      | \#\ AGENTS\.md\ instructions
      | (?:(?:Pre|Post)ToolUse|UserPromptSubmit|Session(?:Start|End)|(?:Subagent)?Stop|PreCompact)(?::\S+)?
        \ [Hh]ook\ (?:feedback|output|error|additional\ context|blocking\ error)\b
      | Base\ directory\ for\ this\ skill
    )"""
_SCHEDULED = r"\s*(?:\[(?:SYSTEM|cron|automation|heartbeat|scheduled)\b|(?:HEARTBEAT|Heartbeat)\b)"


def is_injected(text: str) -> bool:
    """Whether the agent's program inserted the text by itself: a summary, a reminder, output of a hook or an editor."""
    return bool(_compiled(_INJECTED).match(text))


def is_automatic(text: str) -> bool:
    """Whether the text was injected, or is a prompt that a scheduler sent."""
    return is_injected(text) or bool(_compiled(_SCHEDULED).match(text))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern when a text first needs it: most commands read no text."""
    return re.compile(pattern, re.VERBOSE)
