"""Find something instead of words that stand nowhere: parts of a phrase, compounds, other spellings."""

from __future__ import annotations

import re

from ..sql_json import json_list
from . import lexical, words
from .bilingual import Bilingual
from .fragments import fragment
from .lexicon import close_spellings
from .look import Look, Words, ascending
from .query import quote

MAX_REPLACED = 3
LONG_WORD = 6  # letters from which an unknown word in a question may be a misspelling
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def replaced(look: Look, postings: list[lexical.Posting], result: Words) -> list[lexical.Posting]:
    """Replace phrases found nowhere by their words, and words by longer or similarly spelled ones.

    In a question with other words that were found, an unknown word is more likely just absent, so only a plain
    misspelling is replaced. A real word beside others means itself (art is no part of start); alone it may be part of
    a compound.
    """
    found: list[lexical.Posting] = []
    for item in postings:
        if item.term.kind == "phrase" and not item.df and (parts := item.term.parts):
            found += [lexical.posting(look, term) for term in parts]
            result.replaced = True
            result.instead += [term.text for term in parts if term.kind == "phrase"]
            result.terms = [term for term in result.terms if term is not item.term] + parts
        else:
            found.append(item)
    missing = [
        item
        for item in found
        if not item.df and not item.common  # a common word without messages only ran out of time
        and item.term.kind == "word" and len(item.term.text) >= 3
    ]  # fmt: skip
    unknown = look.query.question and len(missing) < len(found)
    knows = Bilingual.load().knows
    if len(found) > 1:
        missing = [item for item in missing if not knows(item.term.text)]
    for item in missing[:MAX_REPLACED]:
        word = item.term.text
        if knows(word):
            ids = _compounds(look, word)
        else:
            ids = _misspelled(look, word, result) if unknown else fragment(look, word)
            ids = ids or ([] if unknown else _spelled_alike(look, word, result))
        if ids:
            result.replaced = True
            at = found.index(item)
            found[at] = lexical.Posting(item.term, ascending(ids), len(set(ids)), False)
    return found


def _compounds(look: Look, word: str) -> list[int]:
    """Return messages with a compound of this word and another one: shot in snapshot, but not lease in please."""
    knows = Bilingual.load().knows
    made = re.compile(rf"[^\W_]*{re.escape(word)}[^\W_]*", re.IGNORECASE)
    sql = "SELECT id, content FROM messages WHERE id IN (SELECT value FROM json_each(?))"
    found = []
    for message_id, content in look.conn.execute(sql, (json_list(fragment(look, word)),)):
        apart = _CAMEL.sub(" ", content)
        rests = {part for match in made.finditer(apart) for part in match[0].lower().split(word, 1)}
        if any(len(rest) > 2 and knows(rest) for rest in rests):
            found.append(message_id)
    return found


def _misspelled(look: Look, word: str, result: Words) -> list[int]:
    """Return messages with a word that is one typing slip away from a long word in plain letters; [] for others."""
    if len(word) < LONG_WORD or not word.isascii() or not word.isalpha():
        return []
    return _spelled_alike(look, word, result, slips=1)


def _spelled_alike(look: Look, word: str, result: Words, *, slips: int | None = None) -> list[int]:
    spellings = [other for other in close_spellings(look.conn, word, slips=slips) if other not in words.STOPWORDS]
    if not spellings:
        return []
    result.instead += spellings
    expression = " OR ".join(quote(other) for other in spellings)
    return lexical.matching(look, expression, lexical.STRICT)
