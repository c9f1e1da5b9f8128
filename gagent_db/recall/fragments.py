"""Messages that hold a text exactly as it stands, wherever in a word it begins and ends."""

from __future__ import annotations

from collections.abc import Sequence

from ..sql_json import json_list
from ..store.search_text import is_unspaced
from . import junctions, lexical
from .lexical import Bounds
from .lexicon import cut_off
from .literals import TELLING, expression, interior, quote, telling
from .words import STOPWORDS, words

SECONDS = 0.02  # for one look


def standing(bounds: Bounds, literal: str, *, seconds: float = SECONDS, globs: Sequence[str] = ()) -> list[int]:
    """The newest messages in which a literal stands with its first and last word whole; a long one also cut off."""
    return lexical.holding(bounds, telling(literal) or expression(literal), literal, seconds=seconds, globs=globs)[0]


def fragment(bounds: Bounds, literal: str, *, thorough: bool = True, seconds: float = SECONDS) -> list[int]:
    """The newest messages that hold a literal whose first and last word may be cut off.

    Where too many words begin and end so, one is known for what stands beside each sign. The newest messages are read
    where the index cannot tell: those of which the words are not listed yet, all if there are too many words it may
    have been cut from, or if nothing was found and ``thorough``. What no message says may be the name of something
    attached to one.
    """
    if len(literal) < 3 or (is_unspaced(literal) and not thorough):
        return []
    found, known = _through_words(bounds, literal, seconds)
    if not found:
        found = _among_unspaced(bounds, literal, seconds) if known else where_words_meet(bounds, literal, seconds)
    above = known if found or not thorough else 0
    if len(found) < lexical.EXACT and above < bounds.total:
        found += lexical.scan(bounds, literal, above=above, seconds=seconds)
    if not found and not above:
        found += lexical.scan_calls(bounds, literal, seconds=seconds)
    return list(dict.fromkeys(found)) or lexical.attached(bounds, literal)


def _through_words(bounds: Bounds, literal: str, seconds: float) -> tuple[list[int], int]:
    """Messages found through the whole words inside a literal, or those it may have been cut from, and the id up to
    which there are no others (0: not known)."""
    inner = interior(literal)
    tells = any(len(word) >= TELLING and word not in STOPWORDS for word in words(inner))
    if tells:
        found, told = lexical.holding(bounds, telling(literal) or expression(inner), literal, seconds=seconds)
        if found or told:
            return found, bounds.total
    cut = cut_off(bounds.conn, literal)
    found, told = lexical.holding(bounds, cut.expression, literal, seconds=seconds if cut.complete else seconds / 2)
    if found or (told and cut.complete and not is_unspaced(literal)):
        return found, cut.covered
    if inner and not tells:
        found, told = lexical.holding(bounds, expression(inner), literal, seconds=seconds)
        if found or told:
            return found, bounds.total
    return [], 0


def _among_unspaced(bounds: Bounds, literal: str, seconds: float) -> list[int]:
    """Messages that hold a literal of several words in a text without spaces, where the words that touch it stand in
    another column than the rest, so that they make no phrase."""
    asked = list(map(quote, words(literal)))
    if len(asked) < 2 or not literal.isascii():
        return []
    expression = f"search_text : ({asked[0]} OR {asked[-1]}) AND {' AND '.join(asked)}"
    ids = lexical.matching(bounds, expression, lexical.EXACT, seconds=seconds)
    sql = """SELECT id FROM messages WHERE id IN (SELECT value FROM json_each(?))
             AND instr(lower(content), ?) > 0 ORDER BY id DESC"""
    return [row[0] for row in bounds.conn.execute(sql, (json_list(ids), literal.lower()))] if ids else []


def where_words_meet(bounds: Bounds, literal: str, seconds: float) -> list[int]:
    """Messages that hold a literal of few letters beside a sign, newest first: one for each way in which its words go
    on, as far as time allows."""
    meeting = max(junctions.meetings(literal), key=len, default="")
    if not meeting:
        return []
    low, high = lexical.span(bounds.ranges)
    begun = junctions.begins_a_key(meeting)
    key = "j.meeting BETWEEN :meeting AND :meeting || char(1114111)" if begun else "instr(j.meeting, :meeting) > 0"
    sql = f"""SELECT m.id FROM junctions j CROSS JOIN messages m ON m.id = j.message_id
              WHERE {key} AND m.id BETWEEN :low AND :high AND {bounds.scope.where}
                AND (instr(lower(m.content), :literal) > 0 OR EXISTS (
                  SELECT 1 FROM tool_calls c JOIN tool_calls_text t ON t.id = c.id
                  WHERE c.message_id = m.id AND instr(lower(t.text), :literal) > 0))
              LIMIT :limit"""
    values = {**bounds.scope.values, "meeting": meeting, "literal": literal.lower(), "low": low, "high": high}
    values["limit"] = lexical.EXACT
    found: list[int] = []
    with bounds.clock.box(bounds.conn, seconds):
        found.extend(row[0] for row in bounds.conn.execute(sql, values))
    return sorted(set(found), reverse=True)
