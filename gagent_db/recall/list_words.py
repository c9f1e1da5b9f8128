"""Turn the words of a list of extracted items ("decisions swap") into SQL conditions, in one way after the other.

What a value says is short: a decision about a trip seldom names it. Where no value has the words, their stems are
looked for, then letters inside longer words, then what stands around: the message, the title, the project.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..coerce import encodable
from ..errors import bad_cursor
from .words import NO_WORD, STOPWORDS, for_glob, word_set

TYPED, STEMS, INSIDE, AROUND = WAYS = "wsia"  # a cursor begins with its way
HINTS = {
    STEMS: "Found by other forms of these words.",
    INSIDE: "Found inside longer words.",
    AROUND: "No value has these words: they stand in the message, the title or the project.",
}
FEW = 3  # fewer values than these may not be all that was said about it
OTHERS = "Search finds what was said about it in other words."

_TOLD = ("decision", "unresolved")  # kinds whose values are sentences
_AROUND_A_MENTION = """lower(substr(m.content, 1, 4000) || ' ' || (
    SELECT coalesce(title, '') || ' ' || coalesce(project, '') FROM sessions WHERE id = m.session_id))"""
_READ_AROUND = 5000  # values whose messages are read for this, the latest
_MOST = 12  # words that are looked for
_ENDING = re.compile(r"(?:ing|ed|es|s|nya|kan|an)$")
_LEAST_STEM = 4  # characters
_ASKING = STOPWORDS | word_set(
    "decide decided decision decisions open unresolved todo todos still left masih putuskan diputuskan keputusan "
    "sepakat"
)


def ways(kind: str, query: str | None, cursor: str | None) -> str:
    """Return the ways in which the words are looked for, one after the other until one finds something; a cursor goes
    on in its own. Raises GagentError for a cursor without one."""
    if not cursor:
        return WAYS if query and kind in _TOLD else TYPED
    if cursor[:1] not in WAYS:
        raise bad_cursor(cursor)
    return cursor[:1]


def hint(kind: str, query: str | None, way: str, found: int, *, whole: bool) -> str | None:
    """Return what a reader should know about how this number of values was found. `whole`: there are no others."""
    if not query or not found:
        return None
    return HINTS.get(way) or (OTHERS if whole and found < FEW and kind in _TOLD else None)


def conditions(kind: str, query: str, way: str) -> tuple[list[str], list[str], dict[str, str]]:
    """Return conditions on values (`v`) and on mentions with their messages (`m`), and the parameters of both."""
    words = [word if way == TYPED else _stem(word) for word in _words(kind, query)[:_MOST]]
    if way != AROUND:
        of_value, values = _all_in("lower(v.value)", words, begun=kind in _TOLD and way != INSIDE)
        return of_value, [], values
    latest = f"v.id IN (SELECT id FROM artifact_values WHERE kind = :kind ORDER BY last_seen DESC LIMIT {_READ_AROUND})"
    of_mention, values = _all_in(_AROUND_A_MENTION, words, begun=True)
    return [latest], of_mention, values


def _all_in(text: str, words: Sequence[str], *, begun: bool) -> tuple[list[str], dict[str, str]]:
    """Return the conditions under which an SQL text in lower case holds all words, and their parameters.

    `begun`: where a word of it begins so; of a script without spaces, and of a sign, any place will do.
    """
    holds, values = [], {}
    for number, word in enumerate(words):
        values[f"word{number}"] = word
        holds.append(f"instr({text}, :word{number})")
        if begun and word.isascii() and word[0].isalnum():
            values[f"begun{number}"] = f"*{NO_WORD}{for_glob(word)}*"
            holds.append(f"' ' || {text} GLOB :begun{number}")
    return holds, values


def _stem(word: str) -> str:
    """Return a word without its ending, unless too little would be left."""
    stem = _ENDING.sub("", word)
    return stem if len(stem) >= _LEAST_STEM else word


def _words(kind: str, query: str) -> list[str]:
    """Return the words that must occur in a value.

    From a question for a decision or an open item ("what was decided about the port?") only the words of its topic:
    the item seldom repeats the others.
    """
    words = encodable(query).lower().split()
    if kind in _TOLD:
        bare = [word.strip("?!.,;:\"'()") for word in words]
        return [word for word in bare if word and word not in _ASKING] or words
    return words
