"""Messages that hold a text exactly as it stands, wherever in a word it begins and ends."""

from __future__ import annotations

from ..store.search_text import is_unspaced
from . import lexical
from .lexical import Bounds
from .lexicon import cut_off
from .literals import expression, interior

SECONDS = 0.02  # for one look


def standing(bounds: Bounds, literal: str, *, seconds: float = SECONDS) -> list[int]:
    """The newest messages in which a literal stands with its first and last word whole."""
    return lexical.holding(bounds, expression(literal), literal, seconds=seconds)[0]


def fragment(bounds: Bounds, literal: str, *, thorough: bool = True, seconds: float = SECONDS) -> list[int]:
    """The newest messages that hold a literal whose first and last word may be cut off.

    Found through the words it may have been cut from, then through those inside it. The newest messages are read
    where these cannot tell: those of which the words are not listed yet, all if there are too many such words or
    if ``thorough``.
    """
    if len(literal) < 3 or (is_unspaced(literal) and not thorough):
        return []
    cut = cut_off(bounds.conn, literal)
    found, all_seen = lexical.holding(bounds, cut.expression, literal, seconds=seconds)
    told = cut.complete and all_seen and not is_unspaced(literal)
    if not found and not told and (inner := expression(interior(literal))):
        found, told = lexical.holding(bounds, inner, literal, seconds=seconds)
    above = cut.covered if found or (told and not thorough) else 0
    if len(found) < lexical.EXACT and above < bounds.total:
        found += lexical.scan(bounds, literal, above=above, seconds=seconds)
    if not found and not above:
        found += lexical.scan_calls(bounds, literal, seconds=seconds)
    return list(dict.fromkeys(found))
