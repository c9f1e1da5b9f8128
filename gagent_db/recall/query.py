"""Parse what a person typed into a plan: filters, a literal to look for, terms, operators. Never an error.

Parsing is lenient: whatever is not a filter or an operator is text, and any Unicode string is a valid query.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from ..coerce import encodable
from ..errors import GagentError
from ..store.search_text import by_script, emoji_word, is_emoji, is_unspaced, narrow, spelled, unspaced_runs
from ..store.tags import tag_names
from ..times import parse_when
from . import asked, literals, words
from .english import irregular_forms
from .filters import NAMES
from .literals import quote
from .marks import other_marks, without_points

MAX_LENGTH = 4000
MAX_TERMS = 24
MAX_OPERANDS = 64  # words in a query with operators; with more, it is read as plain text
MAX_DEPTH = 12  # of parentheses; likewise
_LINE = 6  # words; what has more and asks nothing is a line that was pasted
MIN_PREFIX = 4  # shorter prefixes match too much of a large archive
SHORT = 2  # up to this many words are something to find, not a sentence to understand

_OPPOSITE = {"since": "until", "until": "since"}
_FIELD_NAMES = {"chat": "chat_id", "before": "until", "after": "since"}
_FIELDS = "|".join([*_FIELD_NAMES, *(name for name in NAMES if name != "exclude_session")])
_FIELD = re.compile(
    rf'(?<!\S)(?:AND\s+)?(?P<no>-|NOT\s+)?(?P<name>{_FIELDS}):(?P<value>"[^"\n]+"|[^\s"()]+)(?:\s+AND(?=\s))?'
)
_TOKEN = re.compile(r'-?"[^"]*"|[()]|[^\s()"]+')
_COMMANDS = words.word_set(
    """git docker npm npx yarn pnpm pip pipx uv python python3 node cargo go make cmake kubectl helm terraform
    ansible ssh scp rsync curl wget grep rg find sed awk ls cat cd cp mv rm mkdir chmod chown tar zip unzip ps kill
    systemctl journalctl apt brew sudo sqlite3 psql mysql redis-cli aws gcloud gh jq tail head echo export bash sh
    pytest ruff mypy just dotnet java javac gcc clang ffmpeg ffprobe openssl mvn gradle adb xcodebuild perl ruby php
    ip ss lsof netstat nmap nc iptables gpg"""
)


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to look for. ``forms`` are other forms and spellings, OR-ed with it."""

    text: str
    kind: str = "word"  # word | phrase | prefix
    forms: tuple[str, ...] = ()

    @property
    def match(self) -> str:
        """The FTS5 expression."""
        if self.kind == "prefix":
            return f"{quote(self.text)} *"
        if self.forms:
            return "(" + " OR ".join(quote(form) for form in (self.text, *self.forms)) + ")"
        return (literals.expression(self.text) if self.kind == "phrase" else None) or quote(self.text)

    @property
    def parts(self) -> list[Term]:
        """Return the terms to try instead of a phrase that occurs nowhere.

        These are its words, or overlapping pieces of a few characters for a script without spaces.
        """
        if is_unspaced(self.text):
            return [Term(part, "phrase") for part in words.overlapping(self.text)]
        return [Term(word) for word in words.content_words(self.text)[:8]] if self.text.isascii() else []


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query. ``text`` is what remains after the filters are taken out."""

    raw: str
    text: str
    terms: tuple[Term, ...] = ()
    excluded: tuple[Term, ...] = ()
    literal: str | None = None
    unclosed: str | None = None  # the literal without a quotation mark that has no partner
    looks_literal: bool = False
    question: bool = False
    boolean: str | None = None  # FTS5 expression of AND / OR / NOT / parentheses, when the query has them
    nothing_left: bool = False  # NOT or a minus has nothing to take away from, so all of it is text
    literals: tuple[str, ...] = ()  # parts to be found exactly as typed: paths, addresses, flags, quoted code
    unfinished: Term | None = None  # the last word as a prefix, when it may be unfinished
    filters: dict[str, str] = field(default_factory=dict)
    without: tuple[tuple[str, str], ...] = ()  # (name, value) of filters that must not hold

    @property
    def asked(self) -> bool:
        """Whether this is a question that ends in "?": an error may begin like one ("can not open the file")."""
        return self.question and self.text.rstrip().endswith("?")

    @property
    def plain(self) -> bool:
        """Whether it says in words alone what is meant: without operators and quoted parts."""
        return not (self.boolean or self.excluded or '"' in self.text)

    @property
    def short(self) -> bool:
        """Whether this is one or two words that ask nothing: only what contains them, or is very close, answers it."""
        return not self.question and len(self.text.split()) <= SHORT and not words.asks(self.text)

    @property
    def strict(self) -> str | None:
        """The FTS5 expression that requires every term; None when there is nothing to look for."""
        if self.boolean:
            return self.boolean
        if not self.terms:
            return None
        return " AND ".join(term.match for term in self.terms)

    @property
    def begun(self) -> str | None:
        """Like :attr:`strict`, with the last word as a prefix; None when it cannot be one or is too short."""
        if self.unfinished is None or len(self.unfinished.text) < MIN_PREFIX:
            return None
        return " AND ".join([*(term.match for term in self.terms[:-1]), self.unfinished.match])

    @property
    def exclusion(self) -> str | None:
        """The FTS5 expression of what must not occur."""
        return " OR ".join(term.match for term in self.excluded) or None


def parse(raw: str, *, text_fields: frozenset[str] = frozenset(), pasted: bool = False) -> Query:
    """Parse what was typed. Filters named in ``text_fields`` stay in the text; ``pasted`` text has no filters and no
    operators."""
    clean = encodable(raw).replace("\0", " ")[:MAX_LENGTH].strip()
    typed = _Typed(text_fields, flags=_is_command(clean.split(None, 1)[:1]))
    text = clean if pasted else _FIELD.sub(typed.take, clean).strip()
    filters, without = typed.filters, tuple(dict.fromkeys(typed.without))
    if not text:
        return Query(clean, "", filters=filters, without=without)
    literal, unclosed = _unquoted(text), _unclosed(text)
    plain = literal == text and unclosed is None
    text = unicodedata.normalize("NFC", text)
    looks_literal = not plain or literals.looks_literal(literal)
    tokens = _TOKEN.findall(without_points(narrow(text)))  # the index also holds full-width characters as usual ones
    boolean, nothing_left = None, False
    if not pasted:
        nothing_left = "\n" not in text and bool(tokens) and all(map(_minus, tokens))
        if _has_operators(tokens):
            boolean, nothing_left = _boolean(tokens)
    operators = boolean is not None
    # With other punctuation it may be code that happens to contain AND, so it is looked for as typed, too.
    as_typed = not operators or any(not _searchable(token) and token not in "()" for token in tokens)
    # In several lines a minus begins a line of a diff or a list.
    excluded = () if operators or pasted or "\n" in text else tuple(_excluded(tokens))
    if excluded:
        tokens = [token for token in tokens if not _minus(token)]
        literal, looks_literal = "", False
    terms = _terms([token for token in tokens if token not in _OPERATORS] if operators else tokens)
    if not (operators or excluded or pasted or '"' in text):
        form = asked.form_words(text)
        terms = [term for term in terms if term.text not in form] or terms
    return Query(
        raw=clean,
        text=text,
        terms=tuple(terms[:MAX_TERMS]),
        excluded=excluded,
        literal=literal if as_typed and _can_stand(literal) else None,
        unclosed=unclosed if as_typed and not excluded else None,
        looks_literal=looks_literal and as_typed,
        question=words.is_question(text) and plain,
        boolean=boolean,
        nothing_left=nothing_left,
        literals=tuple(_shaped(tokens)) if boolean else _embedded(text) if plain else (),
        unfinished=None if operators else _unfinished(tokens, terms[:MAX_TERMS]),
        filters=filters,
        without=without,
    )


def _embedded(text: str) -> tuple[str, ...]:
    """Return the parts to be found exactly as typed.

    In a longer text that asks nothing, a plain word in quotation marks is none: an error names a table or a user that
    way, and the next one names another.
    """
    found = literals.embedded(text)
    if len(text.split()) <= _LINE or words.is_question(text):
        return found
    return tuple(literal for literal in found if not (literal.isalpha() and literal.islower()))


@dataclass(slots=True)
class _Typed:
    """The filters typed in a query. Those named in ``text_fields`` stay in the text."""

    text_fields: frozenset[str]
    flags: bool = False  # the query is a command line, so ``-name:value`` is one of its flags
    filters: dict[str, str] = field(default_factory=dict)
    without: list[tuple[str, str]] = field(default_factory=list)

    def take(self, match: re.Match[str]) -> str:
        """Record one filter and return what replaces it in the text: the match itself where it is no filter.

        A filter behind a minus or NOT must not hold.
        """
        name = _FIELD_NAMES.get(match["name"], match["name"])
        value = self._value(name, match)
        if value is None or name in self.text_fields or (self.flags and match["no"] == "-"):
            return match[0]
        if not match["no"]:
            self.filters[name] = value
        elif name in _OPPOSITE:
            self.filters[_OPPOSITE[name]] = value
        else:
            self.without.append((name, value))
        return " AND " if match[0].startswith("AND") and match[0].endswith("AND") else " "

    def _value(self, name: str, match: re.Match[str]) -> str | None:
        """Return the value to filter by; None where it is not valid (no date, no tag), so that the match is text."""
        value = match["value"].strip('"')
        try:
            if name in _OPPOSITE:
                return parse_when(value, end=match["name"] == "until")
            if name == "tag":
                others = "" if match["no"] else self.filters.get("tag", "")
                return ",".join(tag_names(value) + tag_names(others)) if tag_names(value) else None
        except GagentError:
            return None
        return None if name == "user" and "@" in value else value  # user:password@host


def _unquoted(text: str) -> str:
    for mark in ('"', "'", "`"):
        inner = text[1:-1].strip()
        if len(text) > 2 and text[0] == mark == text[-1] and mark not in inner and _can_stand(inner):
            return inner
    return text


def _can_stand(text: str) -> bool:
    """Whether the text is long enough to be looked for as typed. In ``":"`` the quotation marks belong to it."""
    return len(text) >= 2 or not text.isascii()


def _unclosed(text: str) -> str | None:
    """Return the text without a lone quotation mark at its start or end; None when there is none."""
    if text.count('"') == 1 and '"' in (text[0], text[-1]):
        return text.strip('"').strip() or None
    return None


# -- operators ---------------------------------------------------------------------------------------


def _has_operators(tokens: list[str]) -> bool:
    """Whether AND, OR or NOT stands in capitals between words. In a line all in capitals they are plain words."""
    if len(tokens) > 3 and all(token.isupper() for token in tokens if any(char.isalpha() for char in token)):
        return False
    return any(
        token in _OPERATORS and (i > 0 or token == "NOT") and i + 1 < len(tokens) for i, token in enumerate(tokens)
    )


def _excluded(tokens: list[str]) -> list[Term]:
    """Return the terms of ``-word`` and ``-"a phrase"``; [] for a command line, where these are flags."""
    if len(tokens) < 2 or _is_command(tokens):
        return []
    found = [term for token in tokens if (term := _minus(token))]
    return found if len(found) < len(tokens) else []


def _is_command(tokens: list[str]) -> bool:
    """Whether the first token is the name of a command."""
    return bool(tokens) and not tokens[0].startswith("-") and not _COMMANDS.isdisjoint(words.words(tokens[0])[:1])


def _minus(token: str) -> Term | None:
    """Return the term that ``-word`` or ``-"a phrase"`` excludes; None for any other token."""
    if token.startswith('-"') and len(token) > 3:
        return Term(token[2:-1], "phrase")
    return _word(token[1:].lower(), affixes=False) if re.fullmatch(r"-[^\W\d_]{3,}", token) else None


class _NothingLeft(ValueError):
    """NOT or a minus has nothing to take away from."""


def _boolean(tokens: list[str]) -> tuple[str | None, bool]:
    """Return the FTS5 expression of tokens with operators; None if they do not parse and so are plain words, and
    whether that is because there is nothing to take away from."""
    takes_affixes = _takes_affixes([token for token in tokens if token not in _OPERATORS])
    kept = [token for token in tokens if token in "()" or token in _OPERATORS or _searchable(token)]
    parser = _Parser(kept, takes_affixes)
    try:
        expression = parser.either()
    except _NothingLeft:
        return None, True
    except (IndexError, ValueError):  # no operand, or too many
        return None, False
    return expression if parser.done else None, False


_OPERATORS = ("AND", "OR", "NOT")


class _Parser:
    """either := both (OR both)*;  both := one ([AND] one | [AND] NOT one | -word)*;  one := ( either ) | word."""

    def __init__(self, tokens: list[str], takes_affixes: Callable[[str], bool]) -> None:
        self.tokens, self.at, self.depth, self.operands = tokens, 0, 0, 0
        self.takes_affixes, self.negated = takes_affixes, 0

    @property
    def done(self) -> bool:
        return self.at == len(self.tokens)

    def either(self) -> str:
        parts = [self.both()]
        while not self.done and self.tokens[self.at] == "OR":
            self.at += 1
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else "(" + " OR ".join(parts) + ")"

    def both(self) -> str:
        wanted, unwanted = [], []
        while not self.done and self.tokens[self.at] not in ("OR", ")"):
            if self.tokens[self.at] == "AND":
                self.at += 1
            if self.tokens[self.at] == "NOT":
                self.at += 1
                self.negated += 1
                unwanted.append(self.one())
                self.negated -= 1
            elif term := _minus(self.tokens[self.at]):
                self.at += 1
                unwanted.append(term.match)
            else:
                wanted.append(self.one())
        if not wanted:
            raise _NothingLeft if unwanted else ValueError("nothing is asked for")
        expression = wanted[0] if len(wanted) == 1 else "(" + " AND ".join(wanted) + ")"
        return f"({expression} NOT ({' OR '.join(unwanted)}))" if unwanted else expression

    def one(self) -> str:
        token = self.tokens[self.at]
        self.at += 1
        if token == "(":
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise ValueError("too deep")
            inside = self.either()
            self.depth -= 1
            if self.tokens[self.at] != ")":
                raise ValueError("unbalanced")
            self.at += 1
            return inside
        if token in _OPERATORS or token == ")":
            raise ValueError("misplaced operator")
        self.operands += 1
        if self.operands > MAX_OPERANDS:
            raise ValueError("too many")
        affixes = not self.negated and self.operands <= MAX_TERMS and self.takes_affixes(token.lower())
        return _single(token, affixes=affixes).match


def _shaped(tokens: list[str]) -> list[str]:
    """Return the operands that look like literals (paths, flags, ...), without those behind NOT or a minus."""
    found, negated = [], False
    for token in tokens:
        if token in _OPERATORS or token in "()":
            negated = token == "NOT"
        elif not negated and not _minus(token) and not token.endswith("*") and literals.looks_literal(token.strip('"')):
            found.append(token.strip('"'))
    return found


# -- terms -------------------------------------------------------------------------------------------


def _takes_affixes(tokens: list[str]) -> Callable[[str], bool]:
    """Return a check whether Indonesian affixes are tried on a word: in a long query only if it has one."""
    if words.looks_english(" ".join(tokens)):
        return lambda _: False
    count = sum(len(words.words(token)) for token in tokens)
    return lambda word: count <= 3 or words.has_indonesian_affix(word)


def _terms(tokens: list[str]) -> list[Term]:
    """Return the words and phrases that carry the query; function words only when there is nothing else."""
    takes_affixes = _takes_affixes(tokens)
    function_words = words.function_words(word for token in tokens for word in words.words(token))
    strong: dict[str, Term] = {}
    weak: dict[str, Term] = {}
    for token in tokens:
        if token in "()" or not _searchable(token):
            continue
        if token.startswith('"') or token.endswith("*"):
            term = _single(token)
            strong[term.match] = term
            continue
        for word in _pieces(token):
            lower = word.lower()
            if lower in function_words or (len(lower) == 1 and lower.isascii()):
                weak[lower] = Term(lower)
            else:
                strong.setdefault(lower, _word(lower, takes_affixes(lower)))
    return list((strong or weak).values())


def _unfinished(tokens: list[str], terms: list[Term]) -> Term | None:
    """Return the last word as a prefix term; None when something behind it shows that it is whole."""
    last = tokens[-1].rstrip("*").lower() if tokens else ""
    whole = bool(terms) and (terms[-1].text, terms[-1].kind) == (last, "word")
    if not whole or not last.isalnum() or len(last) < 3:
        return None
    return Term(last, "prefix")


def _pieces(token: str) -> list[str]:
    """Split a token into words as the index does, but keep each run of a script without spaces together."""
    pieces: list[str] = []
    at = 0
    for start, end, _ in [*unspaced_runs(token), (len(token), len(token), "")]:
        pieces += words.WORD.findall(_named(token[at:start]))
        pieces += by_script(token[start:end])
        at = end
    return pieces


def _named(text: str) -> str:
    """Return the text with each emoji replaced by the word it is indexed under."""
    return text if text.isascii() else "".join(f" {emoji_word(char)} " if is_emoji(char) else char for char in text)


def _word(word: str, affixes: bool) -> Term:
    if is_unspaced(word):
        return Term(word, "phrase")
    plain = spelled(word)
    return Term(
        word,
        forms=(
            *irregular_forms(word),
            *(words.indonesian_forms(word) if affixes else ()),
            *((plain,) if plain != word else ()),
            *other_marks(word),
        ),
    )


def _single(token: str, *, affixes: bool = False) -> Term:
    if token.startswith('"'):
        return Term(token.strip('"').strip(), "phrase")
    bare = token.rstrip("*")
    if token.endswith("*") and sum(char.isalnum() for char in bare) >= MIN_PREFIX:
        return Term(bare, "prefix")
    inner = words.WORD.findall(bare)
    if len(inner) == 1:
        return _word(inner[0].lower(), affixes)
    return Term(bare, "phrase")


def _searchable(token: str) -> bool:
    return any(char.isalnum() or is_emoji(char) for char in token)
