"""The published shorthands: `abbreviate` shortens a text with them, `spellings` returns other forms of a word.

Code, quotes, URLs, paths and names with capitals or digits inside are left as they are.
"""

from __future__ import annotations

import re
from functools import lru_cache

# shorthand -> the words it stands for, the plain form first
ABBREVIATIONS: dict[str, tuple[str, ...]] = {
    "cfg": ("configuration", "config", "configurations", "configure"),
    "impl": ("implementation", "implement", "implements", "implemented"),
    "msg": ("message", "messages"),
    "req": ("required", "requires", "require", "request", "requests", "requirement", "requirements"),
    "usr": ("user", "users"),
    "resp": ("response", "responses"),
    "prod": ("production",),
    "feat": ("feature", "features"),
    "dev": ("development", "developer", "developers"),
    "deps": ("dependencies", "dependency"),
    "auth": ("authentication", "authorization"),
    "err": ("error", "errors"),
    "db": ("database", "databases"),
    "btn": ("button", "buttons"),
    "env": ("environment", "environments"),
    "doc": ("documentation", "document", "documents"),
    "perf": ("performance",),
    "init": ("initialization", "initialize", "initialise", "initialized"),
    "mgmt": ("management",),
    "refct": ("refactoring", "refactor", "refactored"),
    "mvmt": ("movement", "movements"),
    "notif": ("notification", "notifications"),
    "perms": ("permissions", "permission"),
    "val": ("validation", "validate"),
    "async": ("asynchronous", "asynchronously"),
    "sync": ("synchronous", "synchronously", "synchronization"),
    "mndtry": ("mandatory",),
    "nvr": ("never",),
    "alw": ("always",),
    "tmp": ("temporary",),
    "idx": ("index", "indexes", "indices"),
    "tbl": ("table", "tables"),
    "svc": ("service", "services"),
    "pkg": ("package", "packages"),
    "repo": ("repository", "repositories"),
    "clt": ("client", "clients"),
    "srv": ("server", "servers"),
    "pr": ("for",),
    "w/": ("with",),
    "w/o": ("without",),
    "→": ("then",),
    "↑": ("upgrade", "upgrades", "upgraded"),
}
_SHORT = {word: short for short, words in ABBREVIATIONS.items() for word in words}
_FILLER = frozenset(("a", "an", "the", "just", "really", "very", "basically", "simply", "actually", "please", "that"))
FILLER = frozenset(("the", "a", "an", "all", "our", "every", "each", "semua", "setiap", "for", "of", "to", "and"))
_TURNS = frozenset(  # words that reverse a statement; "t" is from don't
    ("no", "not", "t", "nvr", "w/o", "except", "unless", "tidak", "bukan", "jangan", "tanpa", "kecuali", "belum")
)
_KEEP = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|\S*://\S+|\S*[/\\@#_=<>{}()]\S*|\S*[A-Za-z]\.[A-Za-z]\S*|\S*\d\S*")
_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")


def abbreviate(text: str) -> str:
    """Return the text with shorthands and without filler words."""
    parts: list[str] = []
    last = 0
    for kept in _KEEP.finditer(text):
        parts += [_shorten(text[last : kept.start()]), kept.group()]
        last = kept.end()
    parts.append(_shorten(text[last:]))
    return re.sub(r"(?<![.?!])[.;,]+$", "", "".join(parts).strip())


def spellings(word: str) -> tuple[str, ...]:
    """Return a word with its shorthand and all words for that: ``db`` -> ``db, database, databases``."""
    lower = word.lower()
    short = shortest(lower)
    return tuple(dict.fromkeys((lower, short, *ABBREVIATIONS.get(short, ()))))


def shortest(word: str) -> str:
    """Return the shorthand of a word, or the word itself, in lower case."""
    return _SHORT.get(word.lower(), word.lower())


def says(text: str, other: str) -> bool:
    """Whether a text says all that another says: has its words in the same order, in full or as shorthands.

    It must also have as many words that reverse a statement. So "tabs, not spaces" does not say "spaces, not tabs",
    nor does "deploy on Friday" say "never deploy on Friday".
    """
    words, others = _plain(text), _plain(other)
    rest = iter(words)
    return all(word in rest for word in others) and _turns(words) == _turns(others)


@lru_cache(maxsize=8192)
def _plain(text: str) -> tuple[str, ...]:
    words = (shortest(word) for word in re.findall(r"[^\W_]+", text.lower()) if word not in FILLER)
    return tuple(words)


def _turns(words: tuple[str, ...]) -> int:
    return sum(word in _TURNS for word in words)


def _shorten(text: str) -> str:
    line = re.sub(r"(?<![\n \t])[ \t]{2,}", " ", _WORD.sub(_short_word, text))
    return re.sub(r" +([,.;:!?])(?=\s|$)", r"\1", line)


def _short_word(match: re.Match[str]) -> str:
    word = match.group()
    if not (word.islower() or (word[0].isupper() and word[1:].islower()) or len(word) == 1):
        return word
    if word.lower() in _FILLER and not (len(word) == 1 and word.isupper()):
        return ""
    return _SHORT.get(word.lower(), word)
