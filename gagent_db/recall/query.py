"""What a person typed -> a plan: filters, a literal to look for, terms, operators. Never an error.

Everything is understood generously: what is not a filter or an operator is text, and any Unicode string
is a valid query.
"""

from __future__ import annotations

import re
import unicodedata
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
MAX_OPERANDS = 64  # words of a query with operators; with more, or deeper parentheses, it is read as plain text
MAX_DEPTH = 12
MIN_PREFIX = 4  # shorter prefixes match too much of a large archive
SHORT = 2  # as many words are something to be found, not a sentence to be understood

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
    """One thing to look for. ``forms`` are other spellings, OR-ed with it."""

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
        """What a phrase that stands nowhere gives way to: its words, or of an unspaced script every few characters."""
        if is_unspaced(self.text):
            return [Term(part, "phrase") for part in words.overlapping(self.text)]
        return [Term(word) for word in words.content_words(self.text)[:8]] if self.text.isascii() else []


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query. ``text`` is what remains when filters are taken out."""

    raw: str
    text: str
    terms: tuple[Term, ...] = ()
    excluded: tuple[Term, ...] = ()
    literal: str | None = None
    unclosed: str | None = None  # the same without a quotation mark that is never closed
    looks_literal: bool = False
    question: bool = False
    boolean: str | None = None  # FTS5 expression of AND / OR / NOT / parentheses, when the query has them
    literals: tuple[str, ...] = ()  # parts of it to be found as they stand: paths, addresses, flags, quoted code
    unfinished: Term | None = None  # the last word, when it may be the beginning of one
    filters: dict[str, str] = field(default_factory=dict)
    without: tuple[tuple[str, str], ...] = ()  # filters that must not hold

    @property
    def asked(self) -> bool:
        """A question with its mark: an error may begin as a question does ("can not open the file")."""
        return self.question and self.text.rstrip().endswith("?")

    @property
    def short(self) -> bool:
        """One or two words that ask nothing: only what has them, or is very close, is an answer."""
        return not self.question and len(self.text.split()) <= SHORT and not words.asks(self.text)

    @property
    def strict(self) -> str | None:
        """The FTS5 expression of "all of it"; None when there is nothing to look for."""
        if self.boolean:
            return self.boolean
        if not self.terms:
            return None
        return " AND ".join(term.match for term in self.terms)

    @property
    def begun(self) -> str | None:
        """The same with the last word as the beginning of one; None when it cannot be that."""
        if self.unfinished is None or len(self.unfinished.text) < MIN_PREFIX:
            return None
        return " AND ".join([*(term.match for term in self.terms[:-1]), self.unfinished.match])

    @property
    def exclusion(self) -> str | None:
        """The FTS5 expression of what must not be there."""
        return " OR ".join(term.match for term in self.excluded) or None


def parse(raw: str, *, text_fields: frozenset[str] = frozenset(), pasted: bool = False) -> Query:
    """Understand what was typed. Filters named in ``text_fields`` are left in the text; in what was ``pasted`` there
    are none, nor operators."""
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
    tokens = _TOKEN.findall(without_points(narrow(text)))  # the index holds full-width forms as usual ones, too
    boolean = _boolean(tokens) if not pasted and _has_operators(tokens) else None
    operators = boolean is not None
    stands = not operators or any(not _searchable(token) and token not in "()" for token in tokens)  # code has AND, too
    excluded = () if operators or pasted or "\n" in text else tuple(_excluded(tokens))  # lines of a diff or a list
    if excluded:
        tokens = [token for token in tokens if not _minus(token)]
        literal, looks_literal = "", False
    terms = _terms([token for token in tokens if token not in _OPERATORS] if operators else tokens, text)
    if not (operators or excluded or pasted or '"' in text):
        form = asked.form_words(text)
        terms = [term for term in terms if term.text not in form] or terms
    return Query(
        raw=clean,
        text=text,
        terms=tuple(terms[:MAX_TERMS]),
        excluded=excluded,
        literal=literal if stands and _can_stand(literal) else None,
        unclosed=unclosed if stands and not excluded else None,
        looks_literal=looks_literal and stands,
        question=words.is_question(text) and plain,
        boolean=boolean,
        literals=tuple(_shaped(tokens)) if boolean else literals.embedded(text) if plain else (),
        unfinished=None if operators else _unfinished(tokens, terms[:MAX_TERMS]),
        filters=filters,
        without=without,
    )


@dataclass(slots=True)
class _Typed:
    """The filters that a query holds. Those named in ``text_fields`` stay in the text."""

    text_fields: frozenset[str]
    flags: bool = False  # ``-name:value`` is one of a command line
    filters: dict[str, str] = field(default_factory=dict)
    without: list[tuple[str, str]] = field(default_factory=list)

    def take(self, match: re.Match[str]) -> str:
        """A filter, or with a minus or NOT before it what must not hold; as it was typed where it is text."""
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
        """What is to be looked for; None for no date, no tag, ..."""
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
    """Is it long enough to be looked for as it stands? In ``":"`` the quotation marks belong to it."""
    return len(text) >= 2 or not text.isascii()


def _unclosed(text: str) -> str | None:
    """The text without a quotation mark that was opened and not closed, or the other way round."""
    if text.count('"') == 1 and '"' in (text[0], text[-1]):
        return text.strip('"').strip() or None
    return None


# -- operators ---------------------------------------------------------------------------------------


def _has_operators(tokens: list[str]) -> bool:
    """AND, OR or NOT in capitals between other words; in a line all of capitals they are words like the others."""
    if len(tokens) > 3 and all(token.isupper() for token in tokens if any(char.isalpha() for char in token)):
        return False
    return any(
        token in _OPERATORS and (i > 0 or token == "NOT") and i + 1 < len(tokens) for i, token in enumerate(tokens)
    )


def _excluded(tokens: list[str]) -> list[Term]:
    """``-word`` and ``-"a phrase"``, unless the query is a command line whose flags they are."""
    if len(tokens) < 2:
        return []
    if _is_command(tokens):
        return []
    found = [term for token in tokens if (term := _minus(token))]
    return found if len(found) < len(tokens) else []


def _is_command(tokens: list[str]) -> bool:
    """Do these begin with the name of a command?"""
    return bool(tokens) and not tokens[0].startswith("-") and not _COMMANDS.isdisjoint(words.words(tokens[0])[:1])


def _minus(token: str) -> Term | None:
    """What ``-word`` or ``-"a phrase"`` leaves out; None for any other token."""
    if token.startswith('-"') and len(token) > 3:
        return Term(token[2:-1], "phrase")
    return _word(token[1:].lower(), affixes=False) if re.fullmatch(r"-[^\W\d_]{3,}", token) else None


def _boolean(tokens: list[str]) -> str | None:
    """Operators -> an FTS5 expression. Anything that does not parse is read as plain words (None)."""
    parser = _Parser([token for token in tokens if token in "()" or token in _OPERATORS or _searchable(token)])
    try:
        expression = parser.either()
    except (IndexError, ValueError):  # no operand, or too many
        return None
    return expression if parser.done else None


_OPERATORS = ("AND", "OR", "NOT")


class _Parser:
    """either := both (OR both)*;  both := one ([AND] one | [AND] NOT one | -word)*;  one := ( either ) | word."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at, self.depth, self.operands = tokens, 0, 0, 0

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
                unwanted.append(self.one())
            elif term := _minus(self.tokens[self.at]):
                self.at += 1
                unwanted.append(term.match)
            else:
                wanted.append(self.one())
        if not wanted:
            raise ValueError("nothing is asked for")
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
        return _single(token).match


def _shaped(tokens: list[str]) -> list[str]:
    """The tokens between operators whose punctuation tells something."""
    found, negated = [], False
    for token in tokens:
        if token in _OPERATORS or token in "()":
            negated = token == "NOT"
        elif not negated and not _minus(token) and not token.endswith("*") and literals.looks_literal(token.strip('"')):
            found.append(token.strip('"'))
    return found


# -- terms -------------------------------------------------------------------------------------------


def _terms(tokens: list[str], text: str) -> list[Term]:
    """The words and phrases that carry the query; function words only when there is nothing else."""
    affixes = not words.looks_english(text)
    short = sum(len(words.words(token)) for token in tokens) <= 3
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
            if lower in words.STOPWORDS or (len(lower) == 1 and lower.isascii()):
                weak[lower] = Term(lower)
            else:
                strong.setdefault(lower, _word(lower, affixes and (short or words.has_indonesian_affix(lower))))
    return list((strong or weak).values())


def _unfinished(tokens: list[str], terms: list[Term]) -> Term | None:
    """The last word as a prefix, when nothing after it shows that it is whole."""
    last = tokens[-1].rstrip("*").lower() if tokens else ""
    whole = bool(terms) and (terms[-1].text, terms[-1].kind) == (last, "word")
    if not whole or not last.isalnum() or len(last) < 3:
        return None
    return Term(last, "prefix")


def _pieces(token: str) -> list[str]:
    """A token as the index cuts it; a run of an unspaced script stays together."""
    pieces: list[str] = []
    at = 0
    for start, end, _ in [*unspaced_runs(token), (len(token), len(token), "")]:
        pieces += words.WORD.findall(_named(token[at:start]))
        pieces += by_script(token[start:end])
        at = end
    return pieces


def _named(text: str) -> str:
    """Text with its emoji as the words they are indexed under."""
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


def _single(token: str) -> Term:
    if token.startswith('"'):
        return Term(token.strip('"').strip(), "phrase")
    bare = token.rstrip("*")
    if token.endswith("*") and sum(char.isalnum() for char in bare) >= MIN_PREFIX:
        return Term(bare, "prefix")
    inner = words.WORD.findall(bare)
    if len(inner) == 1:
        return _word(inner[0].lower(), affixes=False)
    return Term(bare, "phrase")


def _searchable(token: str) -> bool:
    return any(char.isalnum() or is_emoji(char) for char in token)
