"""Find messages that contain the query exactly as typed: all of it, or the paths and quoted parts in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..sql_json import json_list
from ..store.search_text import is_unspaced
from . import lexical, words
from .english import irregular_forms
from .fragments import SECONDS, fragment, standing, where_words_meet
from .lexical import as_word, by_itself
from .literals import expression, indexed_in_calls, interior, looks_literal, pattern, telling, without_sentence
from .look import Look, Words
from .query import Query, parse, quote
from .wordpiece import WordPiece

MAX_TYPED = 8  # a query with a minus or operators of up to this many words was hardly pasted
MAX_WORDS = 12  # words of a query that is also looked for with other signs between them


@dataclass(frozen=True, slots=True)
class Pasted:
    """The messages that contain what was typed, newest first, and the text that they contain."""

    ids: tuple[int, ...] = ()
    text: str | None = None  # the whole query as found; None where only parts of it were
    exact: bool = True  # it counts as an exact match; otherwise the search by words finds these messages, too
    bounded: bool = False  # it is a word of its own there, not a part of one
    wrapped: bool = False  # found with other white space

    @property
    def whole(self) -> bool:
        """Whether the messages contain all of the query, or at least all of its words in order."""
        return self.text is not None or not self.exact

    def holds(self, content: str) -> bool:
        """Whether a message contains the whole query, even if it is not in ``ids``, which has only the newest."""
        if self.wrapped:
            return re.search(pattern(self.text or ""), content, re.IGNORECASE) is not None
        if not self.text or self.text.lower() not in content.lower():
            return False
        return not self.bounded or re.search(rf"(?<![^\W_]){re.escape(self.text)}(?![^\W_])", content, re.I) is not None

    def by_itself(self, content: str) -> bool:
        """Whether a message contains the whole query, and not as a part of a longer path, name, time, ..."""
        apart = rf"(?![{lexical.JOINS}])"
        literal = rf"(?<![{lexical.JOINS}]){re.escape(self.text or '')}(?:{apart}|[.:]{apart})"
        return self.text is not None and re.search(literal, content, re.I) is not None


def whole(look: Look, mode: str) -> Pasted:
    """Find messages that contain the query as typed; a query that looks like a literal may also be cut off."""
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
    """Return the look for the text as typed, where its minus or operators are only part of pasted text.

    Pasted text is a diff, a command, a page with ``NOT`` in it, which some message contains. A few plain words with
    operators mean what they say, even if a conversation quotes that very search.
    """
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
    """Return the newest messages that contain a literal with other white space; its ends may be cut off."""
    if len(literal.split()) < 2 or is_unspaced(literal):
        return []
    inner = telling(literal) or expression(interior(literal)) or quote(literal)
    ids = lexical.matching(look, inner, lexical.EXACT, seconds=SECONDS / 2)
    same = re.compile(pattern(literal), re.IGNORECASE)
    return [i for i, content in zip(ids, _contents(look, ids), strict=True) if same.search(content)]


def _contents(look: Look, ids: list[int]) -> list[str]:
    """Return the texts of these messages, in the order of the ids."""
    sql = "SELECT id, content FROM messages WHERE id IN (SELECT value FROM json_each(?))"
    found = {row[0]: row[1] for row in look.conn.execute(sql, (json_list(ids),))}
    return [found[i] for i in ids]


def _means_more(look: Look) -> bool:
    """Whether the query is a question with literals in it, or its operators match messages: it was hardly cut off."""
    query = look.query
    operators = bool(query.boolean) and bool(lexical.matching_anywhere(look, query.boolean or "", 1))
    return operators or (query.question and bool(query.literals))


def parts(look: Look, mode: str) -> Pasted:
    """Find the messages that contain the most of the paths, addresses, flags and quoted parts of a longer query."""
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
    """Find messages with plain words that occur nowhere as typed, taking them to be cut off at their ends.

    None when they are not plain words, or nothing was found.
    """
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
    """Return the newest messages with the same words in order and other signs between them: ``off-by-one``."""
    asked = words.words(literal)
    phrase = expression(literal)
    if phrase is None or not 1 < len(asked) <= MAX_WORDS or is_unspaced(literal):
        return []
    between = r"[\W_]+".join(map(re.escape, asked))
    same = re.compile(rf"(?<![^\W_]){between}(?![^\W_])", re.IGNORECASE)
    ids = lexical.matching(look, phrase, lexical.EXACT, seconds=SECONDS / 2)
    return [i for i, content in zip(ids, _contents(look, ids), strict=True) if same.search(content)]


def _inflects(word: str) -> bool:
    """Whether this is a word rather than a piece of one, so that its other forms are meant.

    A word of three letters counts only if it has irregular forms: most are more likely a piece.
    """
    return WordPiece.load().knows(word) and (len(word) > 3 or bool(irregular_forms(word)))


def _pasted(literal: str, ids: Iterable[int]) -> Pasted:
    found = tuple(dict.fromkeys(ids))
    return Pasted(found, literal) if found else Pasted()


def _one_word(query: Query) -> bool:
    """Whether the query is a single word without punctuation, in a script with spaces between words."""
    literal = query.literal or ""
    return indexed_in_calls(literal) and words.WORD.fullmatch(literal) is not None


def _spellings(query: Query, *, bare: bool) -> list[str]:
    """Return the spellings of the query to look for, as typed first.

    Others are: on one line, without a lone quotation mark, if ``bare`` without the punctuation of a sentence around
    it, and each of these in Unicode NFC and NFD.
    """
    typed = [text for text in (query.literal, query.unclosed) if text and expression(text)]
    typed += [" ".join(text.split()) for text in typed]
    typed += [text for text in map(without_sentence, typed if bare else ()) if expression(text)]
    return list(
        dict.fromkeys([*typed, *(unicodedata.normalize(form, text) for text in typed for form in ("NFC", "NFD"))])
    )


def _scanned(look: Look, literal: str) -> list[int]:
    """Return the newest messages with these signs, which no index holds, in their text or their tool calls.

    Where reading them finds nothing, the junctions may still know a message.
    """
    found = lexical.scan(look, literal, seconds=SECONDS / 2)
    found += lexical.scan_calls(look, literal, seconds=SECONDS / 4)
    return found or where_words_meet(look, literal, SECONDS)
