"""Find messages that contain a text exactly as typed, even if it begins or ends inside a word."""

from __future__ import annotations

from collections.abc import Sequence

from ..sql_json import json_list
from ..store.search_text import is_unspaced
from . import junctions, lexical
from .lexical import Bounds
from .lexicon import cut_off
from .literals import TELLING, expression, interior, quote, telling
from .words import STOPWORDS, words

SECONDS = 0.02  # of processor time for one read


def standing(bounds: Bounds, literal: str, *, seconds: float = SECONDS, globs: Sequence[str] = ()) -> list[int]:
    """Return the newest messages that contain a literal whose first and last words are whole.

    A literal with distinctive words inside may also be cut off at its ends.
    """
    return lexical.holding(bounds, telling(literal) or expression(literal), literal, seconds=seconds, globs=globs)[0]


def fragment(bounds: Bounds, literal: str, *, thorough: bool = True, seconds: float = SECONDS) -> list[int]:
    """Return the newest messages that contain a literal whose first and last words may be cut off.

    Where too many words could complete it, :mod:`junctions` knows one message for what stands beside each sign. The
    newest messages are read one by one where the index cannot tell: those whose words are not in the lexicon yet; all
    of them where the lexicon has too many candidates, or where nothing was found and the search is ``thorough``. If no
    message contains the literal, it may be in the name of an attachment.
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
    """Return messages found by the whole words inside a literal or by words it may have been cut from.

    Also returns the id up to which there are no other matches (0: not known).
    """
    inner = interior(literal)
    tells = any(len(word) >= TELLING and word not in STOPWORDS for word in words(inner))
    if tells:
        found, all_read = lexical.holding(bounds, telling(literal) or expression(inner), literal, seconds=seconds)
        if found or all_read:
            return found, bounds.total
    cut = cut_off(bounds.conn, literal)
    time_left = seconds if cut.complete else seconds / 2
    found, all_read = lexical.holding(bounds, cut.expression, literal, seconds=time_left)
    if found or (all_read and cut.complete and not is_unspaced(literal)):
        return found, cut.covered
    if inner and not tells:
        found, all_read = lexical.holding(bounds, expression(inner), literal, seconds=seconds)
        if found or all_read:
            return found, bounds.total
    return [], 0


def _among_unspaced(bounds: Bounds, literal: str, seconds: float) -> list[int]:
    """Return messages that contain a literal of several words inside text of a script without spaces.

    There the first or last word touches other characters and so is indexed in another column (``search_text``) than
    the rest: no phrase query finds them together.
    """
    asked = list(map(quote, words(literal)))
    if len(asked) < 2 or not literal.isascii():
        return []
    expression = f"search_text : ({asked[0]} OR {asked[-1]}) AND {' AND '.join(asked)}"
    ids = lexical.matching(bounds, expression, lexical.EXACT, seconds=seconds)
    sql = """SELECT id FROM messages WHERE id IN (SELECT value FROM json_each(?))
             AND instr(lower(content), ?) > 0 ORDER BY id DESC"""
    return [row[0] for row in bounds.conn.execute(sql, (json_list(ids), literal.lower()))] if ids else []


def where_words_meet(bounds: Bounds, literal: str, seconds: float) -> list[int]:
    """Return messages that contain a literal of few letters beside a sign, newest first, as far as time allows.

    Finds one message for each way in which the words beside the sign go on.
    """
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
