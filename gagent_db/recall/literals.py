"""Literals: text to be found exactly as it was typed. What looks like one, and which words of the index it holds."""

from __future__ import annotations

import re

from ..store.search_text import emoji_word, is_emoji, is_unspaced, split_humps, unspaced_runs
from .words import STOPWORDS, words

MAX_EMBEDDED = 3  # literals inside a longer query that are looked for as they stand
TELLING = 6  # letters from which a word is hardly in every other message
_LEAST, _LEAST_QUOTED = 4, 3  # characters of such a literal
_SHAPE = re.compile(
    r"""[/\\@#$%^&*=+<>{}\[\]|~`_\u2190-\u21ff]  # punctuation of paths, URLs, code; arrows
      | \w[.:]\w | \w:: | ::\w                # file.ext, host:port, a::b
      | (?<!\S)\.\w                           # .env
      | (?<!\S)--?\w                          # flags
      | \w\(\) | \w\( | [a-z][A-Z]            # calls, camelCase
      | \w[ ]\([^()]*\)$                      # fault (core dumped)
      | \d[-_]?[A-Za-z] | [A-Za-z][-_]?\d     # ids, versions
      | \w:\s                                 # TypeError: message
      | \w'\w\w+ | ^['"]
      | \w-\w | \w-$
      | \w"[^\w\s] | [^\w\s]"\w
      | \w[,;?!]\w | \)[\w.\]"'\[] | ["']\)      # code, cut off anywhere
      | (?<!\S)[.,:;?!)\]]\S | \s[;:,](?!\S) | ^\(\w*\)$""",
    re.VERBOSE,
)
# Of a longer query only what prose hardly holds.
_EMBEDDED = re.compile(
    r"""://  | ^(?:~|\.{1,2})?[/\\]\w | \w[/\\]\S*[/\\.]\w    # addresses, paths
      | \w\.[a-z]\w | \d\.\d+\.\d | [a-z]:\d | \w::\w        # file.ext, addresses and versions, host:port, a::b
      | \w@\w | ^[#@]\w | ^--\w | ^\.\w | \w=\S              # mail, issues, flags, .env
      | \w\(\) | ^[a-z]{2,}[A-Z] | \w_\w | ^0x[0-9a-fA-F]    # code
      | [0-9a-f]{8}-[0-9a-f]{4}""",
    re.VERBOSE,
)
_QUOTED = re.compile(r'"([^"\n]{2,}?)"|(?<!\w)\'([^\'\n]{3,})\'(?!\w)|`([^`\n]{2,})`')
# An emoji with what changes or joins it; two letters of a flag.
_PICTURE = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}|(.)[\ufe0f\U0001f3fb-\U0001f3ff]*(?:\u200d.[\ufe0f\U0001f3fb-\U0001f3ff]*)*"
)


def looks_literal(text: str) -> bool:
    """Does it look like a path, an address, a command, code or an error rather than words?"""
    return _SHAPE.search(text) is not None or text.count("(") != text.count(")")


def embedded(text: str) -> tuple[str, ...]:
    """The paths, addresses, flags, issue numbers, code and quoted parts that stand in a longer query."""
    quoted = [part for part in _quoted(text) if len(part) >= _LEAST_QUOTED]
    shaped = [token for token in map(without_sentence, _QUOTED.sub(" ", text).split()) if _EMBEDDED.search(token)]
    found = [*quoted, *(token for token in shaped if len(token) >= _LEAST)]
    return tuple(part for part in dict.fromkeys(found) if part != text)[:MAX_EMBEDDED]


def shown_literals(text: str) -> list[str]:
    """What is to be marked as it stands: quoted parts, emoji, and words of scripts written without spaces."""
    quoted = _quoted(text)
    pictures = [match[0] for match in _PICTURE.finditer(text) if is_emoji(match[0][0])] if not text.isascii() else []
    return quoted + pictures + [text[start:end] for start, end, _ in unspaced_runs(text)]


def _quoted(text: str) -> list[str]:
    return [next(part for part in match.groups() if part) for match in _QUOTED.finditer(text)]


def interior(literal: str) -> str:
    """The part of a literal made of words that cannot be cut off at its ends; '' when there is none."""
    if is_unspaced(literal):
        return literal.strip()
    start, end = 0, len(literal)
    while start < end and literal[start].isalnum():
        start += 1
    while end > start and literal[end - 1].isalnum():
        end -= 1
    inner = literal[start:end].strip()
    return inner if any(char.isalnum() for char in inner) else ""


def indexed_in_calls(text: str) -> bool:
    """Does the index of tool calls hold the words of this text? It has no column for emoji and unspaced scripts."""
    return not is_unspaced(text) and not any(map(is_emoji, text))


def pattern(literal: str) -> str:
    """The regular expression of a literal. Where it has white space any will do: terminals and pages wrap lines."""
    return r"\s+".join(map(re.escape, literal.split()))


def quote(text: str) -> str:
    """A string as an FTS5 string: nothing in it is syntax."""
    return '"' + text.replace('"', '""') + '"'


def expression(text: str) -> str | None:
    """What of a text the index can look for, as an FTS5 expression; None when there is no word in it.

    Letters are a phrase. Runs of scripts without spaces and emoji stand in a column of their own, so each is
    looked for by itself.
    """
    if text.isascii():
        return _phrase(text)
    parts: list[str | None] = []
    at = 0
    for start, end, spaced in [*unspaced_runs(text), (len(text), len(text), "")]:
        parts += _plain_parts(text[at:start])
        parts.append(quote(spaced) if spaced else None)
        at = end
    found = list(dict.fromkeys(part for part in parts if part))
    return f"({' AND '.join(found)})" if len(found) > 1 else found[0] if found else None


def telling(text: str) -> str | None:
    """The longest words inside a long text, as an FTS5 expression: they tell where it may stand, wherever it was cut
    off, in less time than all of its words as a phrase. None for a short text, or one of little words."""
    inner = {word for word in words(text)[1:-1] if len(word) >= TELLING and word not in STOPWORDS}
    return " AND ".join(map(quote, sorted(inner, key=len)[-3:])) if len(inner) >= 3 and text.isascii() else None


def _plain_parts(text: str) -> list[str | None]:
    """The phrases and emoji of a text without unspaced scripts."""
    parts: list[str | None] = []
    start = 0
    for at, char in enumerate(text):
        if is_emoji(char):
            parts += [_phrase(text[start:at]), quote(emoji_word(char))]
            start = at + 1
    return [*parts, _phrase(text[start:])]


def _phrase(text: str) -> str | None:
    """A phrase without what is no word; the parts of a ``camelCase`` word stand beside it in the index."""
    if not any(char.isalnum() for char in text):
        return None
    humps = text.isascii() and text.isalnum() and not text.islower()
    return quote(" ".join(split_humps(text)) if humps else text)


def without_sentence(token: str) -> str:
    """A literal without the punctuation of the sentence around it; ``f()`` keeps what it needs."""
    token = token.lstrip("('\"`").rstrip("?!,;:'\"`.")
    return token if token.count("(") >= token.count(")") else token.rstrip(")")
