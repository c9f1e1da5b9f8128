"""Cursors for the pages of a search.

Each page is a new search, which may give another order: time boxes cut differently, and messages were added since. So
a cursor says which conversations were shown, not how many: no page shows one of them again, and a conversation that
was found late is on the next page, wherever it ranks.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import blake2b

from ..errors import bad_cursor

_LENGTH = 6  # characters per conversation, 36 bits: among a thousand, two collide once in 140,000 searches
_CURSOR = re.compile(r"([1-9]\d{0,5})\.([\w-]+)", re.ASCII)


def mark(root: str) -> str:
    """Return a short mark for a conversation, from the id of its first session."""
    return urlsafe_b64encode(blake2b(root.encode(), digest_size=9).digest())[:_LENGTH].decode()


def cursor_behind(marks: Iterable[str]) -> str:
    """Return the cursor of the page after these conversations, of which there is at least one."""
    shown = list(marks)
    return f"{len(shown)}.{''.join(shown)}"


def shown_before(cursor: str | None) -> list[str]:
    """Return the marks of the conversations that earlier pages have shown. Raises GagentError for a bad cursor."""
    if not cursor:
        return []
    match = _CURSOR.fullmatch(cursor)
    if match is None or len(match[2]) != int(match[1]) * _LENGTH:
        raise bad_cursor(cursor)
    return [match[2][at : at + _LENGTH] for at in range(0, len(match[2]), _LENGTH)]
