"""Raise the sessions that a query names by their titles.

A title is the best name that a session has: who types all of it wants this session, whatever others say about its
topic. A title that was made from the first message says nothing that this message has not said already.
"""

from __future__ import annotations

import numpy as np

from ..sql_json import json_list
from ..store.messages import first_title
from . import lexical, rank, words
from .look import Look, Words, sessions_of
from .ordering import is_of_machines

MOST_WORDS = 12  # of a query that may be a title
MOST_OF_QUESTION = 6  # of a question
PROMPTS = 20  # first prompts of a session from which its title may have been made
NEARLY = 0.75  # share of the words of a title that names its session


def add_titled(look: Look, lexis: Words, scores: dict[int, float], *, whole_only: bool) -> dict[int, str]:
    """Raise sessions whose title has all words of a short query, or that are in the project which these name.

    Their best message with any of the words counts more; where there is none, their first message is added. Returns
    the raised messages of sessions whose (nearly) whole title the query is, each with its session; ``whole_only``
    raises no others.
    """
    found = _titled(look)
    whole = _whole(look, found)
    if whole_only:
        found = [pair for pair in found if pair[1] in whole]
    elif look.places.words and look.places.words.issuperset(_wanted(look)):
        found = list({*found, *lexical.newest_sessions(look, look.places.where, look.places.values)})
    best = _best_of_sessions(look, lexis, scores) if found else {}
    made = _made_from_messages(look, [session_id for _, session_id in found if session_id in best])
    named: dict[int, str] = {}
    for first, session_id in found:
        message_id = best.get(session_id, first)
        if session_id not in best:
            scores[first] = max(scores.get(first, 0.0), rank.TITLED)
            lexis.own.add(first)
        elif session_id in made:
            continue
        elif session_id not in whole:
            scores[message_id] += rank.TAIL[0] * rank.TITLED
        if session_id in whole:
            scores[message_id] += rank.WHOLE_TITLE
            named[message_id] = session_id
    return named


def _wanted(look: Look) -> list[str]:
    """Return the words that a title should have; [] for a query that is too long, or has operators."""
    query = look.query
    wanted = list(dict.fromkeys(word for term in query.terms for word in words.words(term.text)))
    most = MOST_OF_QUESTION if query.question else MOST_WORDS
    return wanted if not query.boolean and not query.excluded and 1 <= len(wanted) <= most else []


def _titled(look: Look) -> list[tuple[int, str]]:
    wanted = _wanted(look)
    return lexical.titled(look, wanted) if wanted else []


def _whole(look: Look, found: list[tuple[int, str]]) -> set[str]:
    """Return the sessions found whose title is hardly more, and hardly less, than the query; none of machines."""
    typed = set(words.content_words(look.query.text))
    rows = look.conn.execute(
        "SELECT id, title, channel, key FROM sessions WHERE id IN (SELECT value FROM json_each(?))",
        (json_list(session_id for _, session_id in found),),
    )
    titles = {row[0]: set(words.content_words(row[1])) for row in rows if not is_of_machines(row[2], row[3])}
    return {session_id for session_id, title in titles.items() if _alike(title, typed)}


def _alike(title: set[str], typed: set[str]) -> bool:
    return len(title & typed) >= NEARLY * max(len(title), len(typed))


def _best_of_sessions(look: Look, lexis: Words, scores: dict[int, float]) -> dict[str, int]:
    """Return the best message with a word of the query of each session that has one."""
    ids, session_ids, _ = sessions_of(look.conn, np.array(sorted(lexis.own & scores.keys()), np.int64))
    own = sorted(zip(ids, session_ids, strict=True), key=lambda pair: scores[pair[0]])
    return {str(session_id): int(message_id) for message_id, session_id in own}


def _made_from_messages(look: Look, session_ids: list[str]) -> set[str]:
    """Return those of the sessions whose title was made from their first prompt."""
    rows = look.conn.execute(
        "SELECT id, title FROM sessions WHERE id IN (SELECT value FROM json_each(?))", (json_list(session_ids),)
    ).fetchall()
    return {row[0] for row in rows if first_title(look.conn, row[0], among=PROMPTS) == row[1]}
