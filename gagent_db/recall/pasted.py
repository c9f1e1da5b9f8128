"""What of a query stands in messages exactly as it was typed: all of it, or the paths and quoted parts in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..sql_json import json_list
from ..store.search_text import is_unspaced
from . import lexical, words
from .english import irregular_forms
from .evidence import Look, Words
from .fragments import SECONDS, fragment, standing, where_words_meet
from .lexical import as_word, by_itself
from .literals import expression, indexed_in_calls, interior, looks_literal, pattern, telling, without_sentence
from .query import Query, parse, quote
from .wordpiece import WordPiece

MAX_TYPED = 8  # words of a query with a minus or operators that hardly anybody has pasted
MAX_WORDS = 12  # of a query that may stand somewhere with other signs between them


@dataclass(frozen=True, slots=True)
class Pasted:
    """Messages that hold what was typed, newest first, and what that is."""

    ids: tuple[int, ...] = ()
    text: str | None = None  # the whole query as it stands; None where only parts of it do
    exact: bool = True  # it is shown as it stands; otherwise words have found it, too
    bounded: bool = False  # it stands there as a word of its own
    wrapped: bool = False  # with other white space

    @property
    def whole(self) -> bool:
        """Do they hold all of it, at least its words in their order?"""
        return self.text is not None or not self.exact

    def holds(self, content: str) -> bool:
        """Does a message hold the whole query, whether or not it is among the newest that do?"""
        if self.wrapped:
            return re.search(pattern(self.text or ""), content, re.IGNORECASE) is not None
        if not self.text or self.text.lower() not in content.lower():
            return False
        return not self.bounded or re.search(rf"(?<![^\W_]){re.escape(self.text)}(?![^\W_])", content, re.I) is not None

    def by_itself(self, content: str) -> bool:
        """Does a message hold the whole query, and not as a part of a longer path, name, time, ...?"""
        apart = rf"(?![{lexical.JOINS}])"
        literal = rf"(?<![{lexical.JOINS}]){re.escape(self.text or '')}(?:{apart}|[.:]{apart})"
        return self.text is not None and re.search(literal, content, re.I) is not None


def whole(look: Look, mode: str) -> Pasted:
    """Messages that hold the text as typed; of one that looks like a literal also where it was cut off."""
    query = look.query
    if not query.literal or mode in ("lexical", "semantic"):
        return Pasted()
    if not query.terms:  # only signs, such as -> or &&: no index holds them
        return _pasted(query.literal, _scanned(look, query.literal))
    pasted = query.looks_literal or mode == "exact"
    if not pasted and (query.question or _one_word(query)):
        return Pasted()
    for literal in _spellings(query, bare=query.looks_literal and mode != "exact"):
        found = standing(look, literal, seconds=SECONDS if pasted else SECONDS / 2)
        if pasted and len(found) >= lexical.EXACT:
            alone = standing(look, literal, seconds=SECONDS / 2, globs=by_itself(literal))
            found = list(dict.fromkeys(alone + found))[: 2 * lexical.EXACT]
        if not indexed_in_calls(literal) and len(found) < lexical.EXACT:
            found += lexical.scan_calls(look, literal, seconds=SECONDS)
        long = len(literal.split()) > MAX_WORDS
        if not found and (pasted or long) and (wrapped := _wrapped(look, literal)):
            return Pasted(tuple(wrapped), literal, wrapped=True)
        if not found and pasted and not _means_more(look):
            found = fragment(look, literal, thorough=not (query.question or query.literals))
        if found:
            return _pasted(literal, found)
    return Pasted()


def as_pasted(look: Look) -> Look:
    """The same look for the text as it stands, where a minus or operators were read into what a message holds: a diff,
    a command, a page with ``NOT`` in it. A few plain words with them mean what they say, though a conversation may
    tell of that very search."""
    query = look.query
    if not (query.excluded or (query.boolean and not query.literal)):
        return look
    words_typed = query.text.split()
    command = bool(query.excluded) and looks_literal(" ".join(word for word in words_typed if word[0] != "-"))
    text = parse(query.text, pasted=True)
    if not text.literal or not (command or len(words_typed) > MAX_TYPED):
        return look
    there = standing(look, text.literal) or _wrapped(look, text.literal)
    if not any(re.search(pattern(text.literal), content) for content in _contents(look, there)):
        return look
    return replace(look, query=replace(text, raw=query.raw, filters=query.filters))


def _wrapped(look: Look, literal: str) -> list[int]:
    """The newest messages that hold a literal with other white space, its first and last word maybe cut off."""
    if len(literal.split()) < 2 or is_unspaced(literal):
        return []
    inner = telling(literal) or expression(interior(literal)) or quote(literal)
    ids = lexical.matching(look, inner, lexical.EXACT, seconds=SECONDS / 2)
    same = re.compile(pattern(literal), re.IGNORECASE)
    return [i for i, content in zip(ids, _contents(look, ids), strict=True) if same.search(content)]


def _contents(look: Look, ids: list[int]) -> list[str]:
    """The texts of these messages, in their order."""
    sql = "SELECT id, content FROM messages WHERE id IN (SELECT value FROM json_each(?))"
    found = {row[0]: row[1] for row in look.conn.execute(sql, (json_list(ids),))}
    return [found[i] for i in ids]


def _means_more(look: Look) -> bool:
    """Is it a question with literals in it, or do messages satisfy its operators? Then it was hardly cut off."""
    query = look.query
    operators = bool(query.boolean) and bool(lexical.matching_anywhere(look, query.boolean or "", 1))
    return operators or (query.question and bool(query.literals))


def parts(look: Look, mode: str) -> Pasted:
    """Messages with the paths, addresses, flags and quoted parts of a longer query: those that hold most of them."""
    if look.query.boolean or mode in ("lexical", "semantic"):
        return Pasted()
    counts: dict[int, int] = {}
    for literal in look.query.literals:
        found = standing(look, literal, seconds=SECONDS / 2) or fragment(look, literal, thorough=False)
        for message_id in found:
            counts[message_id] = counts.get(message_id, 0) + 1
    most = max(counts.values(), default=0)
    return Pasted(tuple(message_id for message_id, count in counts.items() if count == most))


def cut_off(look: Look, mode: str, lexis: Words) -> Pasted | None:
    """Plain words that stand nowhere as typed may have been cut off at their ends. None: they were not."""
    query = look.query
    if not query.literal or query.looks_literal or query.asked or query.boolean or mode in ("lexical", "semantic"):
        return None
    if _one_word(query):
        found, _ = lexical.holding(
            look, quote(query.literal), query.literal, seconds=SECONDS / 2, globs=as_word(query.literal)
        )
        if found or lexis.replaced or _inflects(query.literal.lower()):
            return Pasted(tuple(found), query.literal, exact=False, bounded=True)
    found = standing(look, query.literal, seconds=SECONDS / 2) if query.question else []
    found = found or fragment(look, query.literal, thorough=False, seconds=SECONDS / 2)
    if not found:
        found = _with_other_signs(look, query.literal)
        return Pasted(tuple(found), exact=False) if found else None
    return Pasted(tuple(found), query.literal, exact=not lexis.own.issuperset(found))


def _with_other_signs(look: Look, literal: str) -> list[int]:
    """The newest messages with the same words in their order, other signs between them: ``off-by-one``."""
    asked = words.words(literal)
    phrase = expression(literal)
    if phrase is None or not 1 < len(asked) <= MAX_WORDS or is_unspaced(literal):
        return []
    between = r"[\W_]+".join(map(re.escape, asked))
    same = re.compile(rf"(?<![^\W_]){between}(?![^\W_])", re.IGNORECASE)
    ids = lexical.matching(look, phrase, lexical.EXACT, seconds=SECONDS / 2)
    return [i for i, content in zip(ids, _contents(look, ids), strict=True) if same.search(content)]


def _inflects(word: str) -> bool:
    """Is it a word rather than a piece of one, so that its other forms are meant? Three letters are rarely both."""
    return WordPiece.load().knows(word) and (len(word) > 3 or bool(irregular_forms(word)))


def _pasted(literal: str, ids: Iterable[int]) -> Pasted:
    found = tuple(dict.fromkeys(ids))
    return Pasted(found, literal) if found else Pasted()


def _one_word(query: Query) -> bool:
    """Is it one word without any punctuation, in letters with spaces between words?"""
    literal = query.literal or ""
    return indexed_in_calls(literal) and words.WORD.fullmatch(literal) is not None


def _spellings(query: Query, *, bare: bool) -> list[str]:
    """The query as it was typed, on one line, without an open quotation mark, if ``bare`` also without the punctuation
    of a sentence around it, and with letters and their marks joined or apart."""
    typed = [text for text in (query.literal, query.unclosed) if text and expression(text)]
    typed += [" ".join(text.split()) for text in typed]
    typed += [text for text in map(without_sentence, typed if bare else ()) if expression(text)]
    return list(
        dict.fromkeys([*typed, *(unicodedata.normalize(form, text) for text in typed for form in ("NFC", "NFD"))])
    )


def _scanned(look: Look, literal: str) -> list[int]:
    """The newest messages with signs that no index holds, in their text or their tool calls, else one that is known."""
    found = lexical.scan(look, literal, seconds=SECONDS / 2)
    found += lexical.scan_calls(look, literal, seconds=SECONDS / 4)
    return found or where_words_meet(look, literal, SECONDS)
