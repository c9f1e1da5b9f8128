"""Literals: text to be found exactly as it was typed. Tells what looks like one, and makes FTS5 expressions for it."""

from __future__ import annotations

import re

from ..store.search_text import emoji_word, is_emoji, is_unspaced, split_humps, unspaced_runs
from .words import STOPWORDS, words

MAX_EMBEDDED = 3  # literals inside a longer query that are looked for
TELLING = 6  # a word of so many letters is distinctive: it is hardly in every other message
_LEAST, _LEAST_QUOTED = 4, 3  # characters of a literal inside a longer query
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
# For a part of a longer query: only shapes that prose hardly ever has.
_EMBEDDED = re.compile(
    r"""://  | ^(?:~|\.{1,2})?[/\\]\w | \w[/\\]\S*[/\\.]\w    # addresses, paths
      | \w\.[a-z]\w | \d\.\d+\.\d | [a-z]:\d | \w::\w        # file.ext, addresses and versions, host:port, a::b
      | \w@\w | ^[#@]\w | ^--\w | ^\.\w | \w=\S              # mail, issues, flags, .env
      | \w\(\) | ^[a-z]{2,}[A-Z] | \w_\w | ^0x[0-9a-fA-F]    # code
      | [0-9a-f]{8}-[0-9a-f]{4}""",
    re.VERBOSE,
)
_QUOTED = re.compile(r'"([^"\n]{2,}?)"|(?<!\w)\'([^\'\n]{3,})\'(?!\w)|`([^`\n]{2,})`')
# An emoji with its modifiers and joined emoji, or the two letters of a flag.
_PICTURE = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}|(.)[\ufe0f\U0001f3fb-\U0001f3ff]*(?:\u200d.[\ufe0f\U0001f3fb-\U0001f3ff]*)*"
)


def looks_literal(text: str) -> bool:
    """Whether the text looks like a path, an address, a command, code or an error rather than words."""
    return _SHAPE.search(text) is not None or text.count("(") != text.count(")")


def embedded(text: str) -> tuple[str, ...]:
    """Return up to MAX_EMBEDDED paths, addresses, flags, issue numbers, code and quoted parts of a longer query."""
    quoted = [part for part in _quoted(text) if len(part) >= _LEAST_QUOTED]
    shaped = [token for token in map(without_sentence, _QUOTED.sub(" ", text).split()) if _EMBEDDED.search(token)]
    found = [*quoted, *(token for token in shaped if len(token) >= _LEAST)]
    return tuple(part for part in dict.fromkeys(found) if part != text)[:MAX_EMBEDDED]


def shown_literals(text: str) -> list[str]:
    """Return the parts of a query to highlight as typed: quoted parts, emoji, words of scripts without spaces."""
    quoted = _quoted(text)
    pictures = [match[0] for match in _PICTURE.finditer(text) if is_emoji(match[0][0])] if not text.isascii() else []
    return quoted + pictures + [text[start:end] for start, end, _ in unspaced_runs(text)]


def _quoted(text: str) -> list[str]:
    return [next(part for part in match.groups() if part) for match in _QUOTED.finditer(text)]


def interior(literal: str) -> str:
    """Return a literal without the word at either end, which may be cut off; '' when no word is left."""
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
    """Whether the tool call index can find this text: it has no column for emoji and scripts without spaces."""
    return not is_unspaced(text) and not any(map(is_emoji, text))


def pattern(literal: str) -> str:
    """Return a regular expression for a literal. White space matches any other: terminals and pages wrap lines."""
    return r"\s+".join(map(re.escape, literal.split()))


def quote(text: str) -> str:
    """Return the text as an FTS5 string, in which nothing is syntax."""
    return '"' + text.replace('"', '""') + '"'


def expression(text: str) -> str | None:
    """Return the FTS5 expression for what the index can find of a text; None when there is no word in it.

    Spaced text is a phrase. Runs of scripts without spaces, and emoji, are in a column of their own, so each of them
    is looked for by itself.
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
    """Return an FTS5 expression of the longest words inside a long text; None for a short one, or one of small words.

    It finds the text wherever it was cut off, in less time than a phrase of all its words.
    """
    inner = {word for word in words(text)[1:-1] if len(word) >= TELLING and word not in STOPWORDS}
    return " AND ".join(map(quote, sorted(inner, key=len)[-3:])) if len(inner) >= 3 and text.isascii() else None


def _plain_parts(text: str) -> list[str | None]:
    """Return the FTS5 phrases and emoji of a text that has no script without spaces."""
    parts: list[str | None] = []
    start = 0
    for at, char in enumerate(text):
        if is_emoji(char):
            parts += [_phrase(text[start:at]), quote(emoji_word(char))]
            start = at + 1
    return [*parts, _phrase(text[start:])]


def _phrase(text: str) -> str | None:
    """Return a text as an FTS5 phrase, a ``camelCase`` word split as the index holds it; None when it has no word."""
    if not any(char.isalnum() for char in text):
        return None
    humps = text.isascii() and text.isalnum() and not text.islower()
    return quote(" ".join(split_humps(text)) if humps else text)


def without_sentence(token: str) -> str:
    """Return a literal without the punctuation of the sentence around it; ``f()`` keeps its parentheses."""
    token = token.lstrip("('\"`").rstrip("?!,;:'\"`.")
    return token if token.count("(") >= token.count(")") else token.rstrip(")")
