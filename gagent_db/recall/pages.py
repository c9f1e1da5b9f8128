"""The pages of a search.

Each page is searched for anew. What a box of time leaves room for, or what was said since, may give another order, so
a cursor holds which conversations were shown, not how many: no page shows one of them again, and one that was found
late is on the next page, wherever it would have stood.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import blake2b

from ..errors import bad_cursor

_LENGTH = 6  # characters for a conversation, 36 bits: among a thousand, two are one once in 140,000 searches
_CURSOR = re.compile(r"([1-9]\d{0,5})\.([\w-]+)", re.ASCII)


def mark(root: str) -> str:
    """A conversation, by the id of its first session, in few characters."""
    return urlsafe_b64encode(blake2b(root.encode(), digest_size=9).digest())[:_LENGTH].decode()


def cursor_behind(marks: Iterable[str]) -> str:
    """The cursor of the page behind these conversations, at least one."""
    shown = list(marks)
    return f"{len(shown)}.{''.join(shown)}"


def shown_before(cursor: str | None) -> list[str]:
    """The marks of the conversations that earlier pages have shown. Raises GagentError for what is no cursor."""
    if not cursor:
        return []
    match = _CURSOR.fullmatch(cursor)
    if match is None or len(match[2]) != int(match[1]) * _LENGTH:
        raise bad_cursor(cursor)
    return [match[2][at : at + _LENGTH] for at in range(0, len(match[2]), _LENGTH)]
