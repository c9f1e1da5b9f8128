"""What a person typed -> a plan: filters, a literal to look for, terms, operators. Never an error.

Everything is understood generously: what is not a filter or an operator is text, and any Unicode string
is a valid query.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..errors import GagentError
from ..store.search_text import emoji_word, is_unspaced, search_text, split_humps
from ..times import parse_when
from . import words
from .english import irregular_forms

MAX_LENGTH = 4000
MAX_TERMS = 24
MAX_OPERANDS = 64  # words of a query with operators; with more, or deeper parentheses, it is read as plain text
MAX_DEPTH = 12
MIN_PREFIX = 4  # shorter prefixes match too much of a large archive
SHORT = 2  # as many words are something to be found, not a sentence to be understood

_FIELD = re.compile(
    r'(?<!\S)(channel|role|session|chat|chat_id|user|project|before|until|after|since):("[^"\n]+"|[^\s"]+)'
)
_FIELD_NAMES = {"chat": "chat_id", "before": "until", "after": "since"}
_TOKEN = re.compile(r'-?"[^"]*"|[()]|[^\s()"]+')
_QUOTED = re.compile(r'"([^"\n]{2,}?)"|(?<!\w)\'([^\'\n]{3,})\'(?!\w)|`([^`\n]{2,})`')
_LITERAL_SHAPE = re.compile(
    r"""[/\\@#$%^&*=+<>{}\[\]|~`_]           # punctuation of paths, URLs, code
      | \w[.:]\w | \w:: | ::\w                # file.ext, host:port, a::b
      | (?<!\S)--?\w                          # flags
      | \w\(\) | \w\( | [a-z][A-Z]            # calls, camelCase
      | \d[-_]?[A-Za-z] | [A-Za-z][-_]?\d     # ids, versions
      | \w:\s                                 # TypeError: message
      | \w'\w\w+ | ^['"]
      | \w-\w""",
    re.VERBOSE,
)
_COMMANDS = words.word_set(
    """git docker npm npx yarn pnpm pip pipx uv python python3 node cargo go make cmake kubectl helm terraform
    ansible ssh scp rsync curl wget grep rg find sed awk ls cat cd cp mv rm mkdir chmod chown tar zip unzip ps kill
    systemctl journalctl apt brew sudo sqlite3 psql mysql redis-cli aws gcloud gh jq tail head echo export bash sh
    pytest ruff mypy just"""
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
        return quote(self.text)


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query. ``text`` is what remains when filters are taken out."""

    raw: str
    text: str
    terms: tuple[Term, ...] = ()
    excluded: tuple[Term, ...] = ()
    literal: str | None = None
    looks_literal: bool = False
    question: bool = False
    boolean: str | None = None  # FTS5 expression of AND / OR / NOT / parentheses, when the query has them
    literals: tuple[str, ...] = ()  # with operators: what is typed with punctuation (``C#``), to be found as it stands
    unfinished: Term | None = None  # the last word, when it may be the beginning of one
    filters: dict[str, str] = field(default_factory=dict)

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


def parse(raw: str, *, text_fields: frozenset[str] = frozenset()) -> Query:
    """Understand what was typed. Filters named in ``text_fields`` are left in the text."""
    clean = raw.encode("utf-8", "replace").decode().replace("\0", " ")[:MAX_LENGTH].strip()
    filters: dict[str, str] = {}
    text = _FIELD.sub(lambda match: _take_filter(match, filters, text_fields), clean).strip()
    if not text:
        return Query(clean, "", filters=filters)
    literal = _unquoted(text)
    looks_literal = bool(_LITERAL_SHAPE.search(literal)) or literal != text
    tokens = _TOKEN.findall(text)
    boolean = _boolean(tokens) if _has_operators(tokens) else None
    operators = boolean is not None
    excluded = () if operators else tuple(_excluded(tokens))
    if excluded:
        shown = {f"-{term.text}" for term in excluded} | {f'-"{term.text}"' for term in excluded}
        tokens = [token for token in tokens if token not in shown]
        literal, looks_literal = "", False
    terms = _terms([token for token in tokens if token not in _OPERATORS] if operators else tokens, text)
    return Query(
        raw=clean,
        text=text,
        terms=tuple(terms[:MAX_TERMS]),
        excluded=excluded,
        literal=literal if not operators and len(literal) >= 2 else None,
        looks_literal=looks_literal and not operators,
        question=words.is_question(text) and literal == text,
        boolean=boolean,
        literals=tuple(_shaped(tokens)) if boolean else (),
        unfinished=None if operators else _unfinished(tokens, terms[:MAX_TERMS]),
        filters=filters,
    )


def quote(text: str) -> str:
    """A string as an FTS5 string: nothing in it is syntax."""
    return '"' + text.replace('"', '""') + '"'


def match_text(text: str) -> str:
    """Text as the index holds it: characters of unspaced scripts apart, humps split, emoji as words."""
    if text.isascii():
        return " ".join(split_humps(text)) if not text.islower() and text.isalnum() else text
    if is_unspaced(text):
        return search_text(text) or text
    return "".join(f" {emoji_word(char)} " if ord(char) >= 0x2600 and not char.isalnum() else char for char in text)


def shown_literals(text: str) -> list[str]:
    """What is to be marked as it stands: quoted parts, emoji, and words of scripts written without spaces."""
    quoted = [next(part for part in match.groups() if part) for match in _QUOTED.finditer(text)]
    signs = [char for char in text if ord(char) >= 0x2600 and not char.isalnum()]
    return quoted + signs + [word for token in text.split() if is_unspaced(token) for word in _pieces(token)]


def _take_filter(match: re.Match[str], filters: dict[str, str], text_fields: frozenset[str]) -> str:
    name, value = match[1], match[2].strip('"')
    name = _FIELD_NAMES.get(name, name)
    if name in text_fields:
        return match[0]
    if name in ("since", "until"):
        try:
            value = parse_when(value, end=match[1] == "until")
        except GagentError:
            return match[0]  # not a date: it is text
    elif name == "user" and "@" in value:
        return match[0]  # user:password@host
    filters[name] = value
    return " "


def _unquoted(text: str) -> str:
    for mark in ('"', "'", "`"):
        if len(text) > 2 and text[0] == mark == text[-1] and mark not in text[1:-1]:
            return text[1:-1].strip()
    return text


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
    if len(tokens) < 2 or not _COMMANDS.isdisjoint(words.words(tokens[0])[:1]):
        return []
    found = []
    for token in tokens:
        if token.startswith('-"') and len(token) > 3:
            found.append(Term(token[2:-1], "phrase"))
        elif re.fullmatch(r"-[^\W\d_]{3,}", token):
            found.append(Term(token[1:]))
    return found if len(found) < len(tokens) else []


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
    """either := both (OR both)*;  both := one ([AND] one | [AND] NOT one)*;  one := ( either ) | word."""

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
        elif not negated and not token.endswith("*") and _LITERAL_SHAPE.search(token.strip('"')):
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
    last = tokens[-1].lower() if tokens else ""
    whole = bool(terms) and (terms[-1].text, terms[-1].kind) == (last, "word")
    if not whole or not last.isalnum() or len(last) < 3:
        return None
    return Term(last, "prefix")


def _pieces(token: str) -> list[str]:
    """A token as the index cuts it; a run of an unspaced script becomes one phrase."""
    if is_unspaced(token):
        return [part for part in re.findall(r"[^\W_]+(?:[^\W_]|[\u0e31-\u0e4e])*", token) if part]
    return words.WORD.findall(match_text(token) if not token.isascii() else token)


def _word(word: str, affixes: bool) -> Term:
    if is_unspaced(word):
        return Term(match_text(word), "phrase")
    return Term(word, forms=(*irregular_forms(word), *(words.indonesian_forms(word) if affixes else ())))


def _single(token: str) -> Term:
    if token.startswith('"'):
        return Term(match_text(token.strip('"').strip()), "phrase")
    bare = token.rstrip("*")
    if token.endswith("*") and sum(char.isalnum() for char in bare) >= MIN_PREFIX:
        return Term(bare, "prefix")
    inner = words.WORD.findall(bare)
    if len(inner) == 1:
        return _word(inner[0].lower(), affixes=False)
    return Term(match_text(bare), "phrase")


def _searchable(token: str) -> bool:
    return any(char.isalnum() or ord(char) >= 0x2600 for char in token)
