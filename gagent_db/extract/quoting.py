"""What a message quotes or tells: drafts, letters, fiction. Their statements are nobody's here."""

from __future__ import annotations

import re

from .lazy import lazy

# What somebody said into a microphone is quoted to be kept, not drafted.
_HEARD = lazy(
    r"\b(?:transkrip\w*|transcript\w*|voice (?:note|message|memo)|pesan suara\w*|vn|rekaman\w*|dictated|voicemail)\b",
    re.I,
)
_HEAD = 160  # characters in which a message says what it retells
_QUOTED = lazy(r'(?<!\w)"(?=[^"\n]{0,600}[.!?] )[^"\n]{20,800}"(?: |$)?')
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


def quoted(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where a unit quotes several sentences: a draft, a letter, somebody's words."""
    if '"' not in text[start:end] or _HEARD.search(text, 0, _HEAD):
        return []
    return [match.span() for match in _QUOTED.finditer(text, start, end)]
