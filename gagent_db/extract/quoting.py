"""Recognise messages that tell a story: what is decided in it, nobody in the conversation decides."""

from __future__ import annotations

import re

from .lazy import lazy

_FICTION = lazy(
    r"[,.!?][\"”] (?:said|asked|replied|whispered|shouted|muttered|kata|ujar|tanya|jawab|bisik|teriak)\b", re.I
)
# A message that retells a story from its first word on.
_TALE = lazy(
    r"\W*(?:film|novel|drama|cerita|buku) (?:itu|ini|tersebut) (?:bercerita|berkisah|mengisahkan)\b[^\n]+\Z|"
    r"\W*(?:in the (?:\w+ )?(?:novel|film|movie|book|play|chapter|episode)|(?:di|dalam|pada) (?:novel|film|cerpen|"
    r"drama|"
    r"buku))\b[^\n]+\Z",
    re.I,
)


def is_fiction(text: str) -> bool:
    """Whether a message tells a story."""
    return bool(_TALE.match(text)) or ('" ' in text and bool(_FICTION.search(text)))
