"""Recognize questions for the first or the latest of something, and for the present state of something."""

from __future__ import annotations

import re

from .dates import understood
from .words import words

# "The first visit" is one of several, unlike "the last line", which names a thing.
_NTH = r"""(?:(?<=the\ )|(?<=our\ )|(?<=my\ )|(?<=we\ )|^){}\b
    (?!\ (?:names?|class|aid|line|page|row|column|character|digit|letter|word|step|person|resort|one|\d))
    (?:\ time\b)?"""
_FIRST_OF = rf"""\b(?:{_NTH.format("first")} | earliest | since\ when | seit\ wann | zuerst | zum\ ersten\ mal
    | primera\ vez | première\ fois | desde\ cuándo | pertama(?:\ kali(?:nya)?)? | sejak\ kapan)\b | 第一次 | 最初"""
_LAST_OF = rf"""\b(?:{_NTH.format("last")} | latest | newest | most\ recent(?:ly)?(?!\ call) | zuletzt | última\ vez
    | dernière\ fois | terakhir(?:\ kali(?:nya)?)? | terbaru | terkini | paling\ baru)\b | 最后一次 | 最新"""
# "Current" before a word, unless the two name a thing that is always the current one.
_CURRENT = r"""(?:(?<=\ the\ )|(?<=^the\ )|(?<=our\ )|(?<=my\ )|(?<=is\ )|(?<='s\ )|(?<=what\ )|(?<=which\ )|^)current\b
    (?=\ \w)(?!\ (?:working|director(?:y|ies)|folder|path|user|time|date|year|line|row|cell|page|thread|process|event
      |scope|branch|frame|context|buffer|session|transaction|shell|draw|sensor|loop|limit(?:er|ing))\b)
    | (?:aktuelle|derzeitige|jetzige)[nrms]?(?=\ \w) | actuel(?:le)?s?"""
_STANDING = rf"""\b(?:currently | at\ the\ moment | nowadays | these\ days | {_CURRENT}
    | saat\ ini | sekarang | derzeit | aktuell | actualmente | actuellement)\b | 现在 | 目前"""
_BY_NOW = rf"""{_STANDING} | \b(?:(?:right\ |by\ )?now(?!\ that\b) | jetzt | ahora | maintenant)\b"""
_ORDER = re.compile(rf"{_FIRST_OF} | {_LAST_OF}", re.VERBOSE)
_FIRST = re.compile(
    rf"""{_FIRST_OF} | \b(?:first | originally | initially | at\ the\ (?:start|beginning)
        | mula-mula | awalnya | semula | pada\ awal)\b""",
    re.VERBOSE,
)
_LATEST = re.compile(rf"{_LAST_OF} | \blast\ time\b | {_BY_NOW}", re.VERBOSE)
_ASKS_AGE = re.compile(rf"{_FIRST_OF} | {_LAST_OF} | {_BY_NOW}", re.VERBOSE)
_IS = re.compile(_STANDING, re.VERBOSE)
_ENDS = re.compile(r"\w\ (?:yang\ |yg\ )?(?:pertama|terakhir|terbaru|terkini|paling\ baru|sekarang|saat\ ini)$")
_NAME = 8  # words in a text that may be the name of something; a longer one is a line of a log
_OPENS = re.compile(r"(?:(?:the|our|my)\ )?$")


def asks_first(question: str) -> bool:
    """Whether a question asks how something began, or for the first of something."""
    return _FIRST.search(understood(question).rest.strip()) is not None


def asks_latest(question: str) -> bool:
    """Whether a question asks how something is by now, or for the latest of something."""
    return _LATEST.search(understood(question).rest.strip()) is not None


def names_order(text: str) -> bool:
    """Whether a text that is no question names the first or latest of something, or how it is by now.

    It begins so ("last visit to the dentist"), ends so in Indonesian ("harga kopi terbaru"), or is short and says
    "currently" or "the current".
    """
    rest = understood(text).rest.strip()
    found = _ORDER.search(rest)
    begins = found is not None and _OPENS.fullmatch(rest[: found.start()]) is not None
    is_so = len(words(rest)) <= _NAME and _IS.search(rest) is not None
    return begins or (is_so and bool(frozenset(words(rest)) - order_words(text))) or _ENDS.search(rest) is not None


def order_words(question: str) -> frozenset[str]:
    """Return the words by which a question asks for the first, the latest or the present state of something."""
    return frozenset(words(" ".join(match[0] for match in _ASKS_AGE.finditer(understood(question).rest.strip()))))
