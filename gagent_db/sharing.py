"""Sessions as documents, as they are or for others: keys, tokens and passwords hidden. The database is not changed.

Hidden are known shapes (``memory/scan_secrets.py``), what a flag of a command gives away, and fields named after what
they hold; what was recognised once is hidden wherever it stands, unless it is short or could be a word of the text. A
secret that nothing tells from a word stays: look before you share.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import accumulate, chain
from typing import Any, TypeVar

from .export import jsonl, pages
from .export_text import html, markdown
from .extract.items import word_set
from .extract.shell_lines import PROSE_STOPS
from .memory.scan_secrets import find_secrets, is_secret, names_secret
from .models import Message, Session
from .store.database import Store

T = TypeVar("T")
Span = tuple[int, int, str]  # start, end, kind

_KINDS = {"assigned_secret": "secret", "url_password": "password", "api_key_sk": "api key"}
_ALONE = 8  # characters; a shorter secret is hidden only where its surroundings tell what it is
_WORD = 12  # letters; a shorter word in the field of a secret (required, incorrect) is hidden only there
_BEFORE = re.compile(r"\A(?:bearer|basic)\s+", re.IGNORECASE)  # what is no part of a secret told together with it
_AFTER = ".!?)}]>,;:\\`\"'"
_CUT = re.compile(r"[&\\]")  # where the next of several assignments begins
_OPTION = r"(?:\s+-\w{1,9}(?:\s+\d{1,2}(?=\s))?)"  # of htpasswd: -b, -nbBC 10
# Words behind `--password` that talk about the option and are no value of it: "the --password option is required".
_TALK = PROSE_STOPS | word_set("""
    option options flag flags argument arguments parameter parameters switch field value values takes take needs need
    required requires expects optional mandatory works means prompts accepts only opsi argumen wajib perlu harus
    """)
_OF_A_FLAG = (
    r"(?:(?<![^\s\"'])--?(?:pass(?:word|wd|phrase)?|token|secret|api-?key|access-?token|auth-?token|client-?secret)"
    rf"(?:=|\s+(?!(?:{'|'.join(sorted(_TALK))})[.,:;!?)\]\"'\\]*(?:\s|\Z)))"
    r"|\b(?:"
    r"(?:sshpass|docker\s+login\b[^\n|;&]{0,300}?)\s+-p\s*"
    r"|(?:mysql|mariadb)(?:-?dump|-?admin)?\b[^\n|;&]{0,300}?\s\\*[\"']?-p(?!\s|\d+:\d)"
    r"|redis-cli\b[^\n|;&]{0,300}?\s-a\s+|mongo\w*\b[^\n|;&]{0,300}?\s-p\s+(?!\d+:\d|270\d\d\b)"
    r"|ssh-keygen\b[^\n|;&]{0,300}?\s-N\s+|(?:un)?zip\b[^\n|;&]{0,300}?\s-P\s*|7z\b[^\n|;&]{0,300}?\s\\*[\"']?-p"
    rf"|htpasswd(?={_OPTION}{{0,3}}\s+-\w{{0,8}}b)(?:(?={_OPTION}{{0,3}}\s+-\w{{0,8}}n){_OPTION}{{1,4}}"
    rf"|(?!{_OPTION}{{0,3}}\s+-\w{{0,8}}n){_OPTION}{{1,4}}\s+(?!-)\S+)\s+(?!-)\S+\s+"
    r"|(?:echo(?:\s+-[neE]+)?|printf(?:\s+[\"']?%s(?:\\n)?[\"']?)?)\s+(?=[^|\n]{1,80}\|\s*sudo\s+-S)"
    r"|[Dd]igest\s+\w+=[^\n]{0,600}?\bresponse="
    r"|(?:curl|wget|https?)\b[^\n|;&]{0,300}?\s(?:-u|--user)[=\s]?\s*\\*[\"']?[^\s:\"'/\\]+:))"
)
_FLAGS = re.compile(
    rf"{_OF_A_FLAG}"
    r"\\*[\"']?(?P<value>[^\s\"'$<{\[\-\\]"
    r"(?:(?:[^\s\"'\\]|\\(?!\\*[\"'])){3,}|(?:(?<=[\"'].)|(?<=[\"']-p.))[^\s\"'\\]{0,2} [^\"'\\\n]{1,100}(?=\\*[\"'])))"
)
# A value with a quotation mark in it: the other one between two, or one with letters on both sides.
_MARKED = (
    r"(?:\\*(?P<quote>[\"'])(?P<quoted>[^\s\"'$<{\[\-\\](?:(?!(?P=quote))\S){0,100}?(?!(?P=quote))[\"']"
    r"(?:(?!(?P=quote))\S){1,100}?(?<![\"'\\]))\\*(?P=quote)(?!\w)"
    r"|\\*[\"']?(?P<bare>[^\s\"'$<{\[\-\\](?:[^\s\"'\\]{0,100}\\*[\"'](?=\w)){1,9}[^\s\"'\\]{1,100}))"
)
_MARKED_FLAG = re.compile(_OF_A_FLAG + _MARKED)
_MARKED_FIELD = re.compile(rf"(?:=>?|:)(?=\s*{_MARKED})")  # looks ahead: one value may stand in another
_ELIDED = re.compile(r"[^\W\d_]+'(?:s|t|re|ve|ll|d|m)|(?:l|d|j|qu|n|s|c|m)'[^\W\d_]+", re.IGNORECASE)  # it's, l'autre
_MARKS = re.compile(r"\\*[\"']")
_OPENED = re.compile(r"(?:(?<=[\s=,(\[])|\A|(?<=-\w))\\*(?P<quote>[\"'])[^\s\"']*\Z")  # a quotation mark before a word
_LIST = re.compile(  # the words of a command, as programs write them
    r"[\[(]\s*\\*[\"'][^\[\]()]{0,2000}(?:(?<=[^\s\"',])[\])](?=[^\s,;])[^\[\]()]{0,2000}){0,9}[\])]"
)
_ITEM = re.compile(r"(?P<quote>[\"'])(?P<value>(?:(?!\\{0,15}(?P=quote)).)*)\\*(?P=quote)", re.DOTALL)
_TELLS = re.compile(r"\b(?:help|prompt|metavar|description)\s*=\s*[a-z]?\\*\Z")  # before what is said of an option
_HEADER = re.compile(
    r"authorization(?<=\bauthorization)\\*[\"']?\s*[:=,]\s*\\*[\"']?(?:bearer|token|api-?key)\s+(?P<value>[\w.~+/=-]{6,})",
    re.IGNORECASE,
)
_COOKIE = re.compile(  # in a header, in code, or of curl
    r"(?:(?i:cookie)\\*[\"']?\s*[:=]\s*|(?P<flag>(?<!\S)-(?:b|-cookie)\s*\$?))\\*[\"'`]?"
    r"(?P<value>[\w.-]+=[^\s;\"'`\\]*(?:;\s*[^\s;=\"'`\\]+(?:=[^\s;\"'`\\]*)?)*)"
)
_LONG = re.compile(r"=[^;]{8,}")  # a value in a cookie that may be a secret
# what looks like one behind a blank (.netrc, `configure set`) or in an element of XML
_BESIDE = re.compile(
    r"(?:(?i:passw(?:or)?d)|_authToken|secret_access_key)(?:\s|(?<=<password)>)(?P<value>[^\s\"'`,;:()|<>]{6,200})"
)
# {password: value} of YAML and JavaScript, whose bracket is no part of the value
_BRACED = re.compile(r"[{,]\s*(?P<name>[\w-]{2,60})\s*:\s*(?P<value>[^\s\"'`,;{}()\[\]\\]{6,200})\s*\}")
_PHRASE = re.compile(  # several words between quotes
    r"(?:[:=]>?|\b(?:is|adalah)\b)\s*(?P<quote>\\*[\"'`])"
    r"(?P<value>[^\s\"'`\\$<{%(\[][^\s\"'`\\]*(?: [^\s\"'`\\]+){1,11})(?P=quote)"
)
_BEFORE_IT = re.compile(r"([\w-]{2,60})(?:\\*[\"'])?\s*:?\Z")  # the name of what follows
_LABEL = re.compile(  # words of a label or an error, not of a phrase that is a password
    r"\$[\w({]|\b(?:your|my|the|an?|this|that|is|are|was|be|must|should|can(?:not)?|to|for|of|or|and|not?|too|enter|type|invalid"
    r"|incorrect|wrong|missing|required|reset|change|forgot(?:ten)?|pass(?:word|phrase|code)s?|tokens?|secrets?|keys?"
    r"|api|anda|yang|harus|tidak|salah|lupa|kata|sandi|untuk|masukkan)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[\"'](?P<name>[\w-]{2,60})\\*[\"']\s*:\s*\\*[\"'](?P<value>\d{4,})\b")  # a field in text
# a field so named says what it holds
_NAMED = re.compile(r"pass|pwd|secret|token|key|credential|auth|cookie|pin|cv[vc]", re.IGNORECASE)
_ID = re.compile(r"[0-9a-f:TZ.+-]*")  # a time or an id, which is no secret of any known shape
_KEY_BLOCK = re.compile(
    r"(?:(?!-----BEGIN).){0,20000}?-----END[^-\n]*-----|(?:[\w+/=]|\s|\\[nr]|(?<=\d)[→|:])*", re.DOTALL
)
_ESCAPES = re.compile(
    r"\x1b\[[0-9;]*m|\\{1,15}[nrt](?=\w)"
)  # colours, and new lines in encoded JSON: no part of a word
_TITLE = 240  # characters; a shorter text may be cut in the middle of a secret
_LAST = re.compile(r"(\S{8,}?)…?\Z")


class Hider:
    """Hides secrets in values, and counts them by kind in ``found``."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        self._known: dict[str, str] = {}  # secret -> kind
        self._anywhere: re.Pattern[str] | None = None
        self._clean: set[int] = set()  # hashes of texts that give nothing away by themselves: each is read twice

    def __call__(self, value: T) -> T:
        """A value like this one, of whatever it is made (texts, lists, objects, data classes), without secrets."""
        return self._hidden(value)

    def learn(self, values: Iterable[Any]) -> None:
        """Hide what is recognised in these values wherever else it stands."""
        for value in values:
            self(value)
        self.found.clear()
        if self._known:
            longest_first = sorted(self._known, key=len, reverse=True)
            start = r"(?:(?<!\w)|(?<=\\[nrt]))"  # of a word, after the sign for a new line in encoded JSON too
            self._anywhere = re.compile(rf"{start}{_any_of(longest_first)}(?!\w)", re.IGNORECASE)

    def _hidden(self, value: Any, name: str = "") -> Any:
        if isinstance(value, str):
            return self._text(value, name)
        if isinstance(value, Mapping):
            return {self._key(key): self._hidden(item, _name(value, str(key), name)) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return self._listed(value, name)
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{field.name: self._hidden(getattr(value, field.name)) for field in fields(value)})
        if isinstance(value, (int, float)) and not isinstance(value, bool) and names_secret(name):
            return self._text(str(value), name)
        return value

    def _listed(self, items: list[Any] | tuple[Any, ...], name: str) -> Any:
        """Items each by itself, and as words of one command, where a flag tells what the next one is."""
        told: dict[int, list[Span]] = {}
        for place, start, end in _of_flags([item if isinstance(item, str) else "" for item in items]):
            told.setdefault(place, []).append((start, end, "secret"))
        hidden = (
            self._text(item, name, told[at]) if at in told else self._hidden(item, name)
            for at, item in enumerate(items)
        )
        return type(items)(hidden)

    def _key(self, key: Any) -> Any:
        return self._text(key, "") if isinstance(key, str) else key

    def _text(self, text: str, name: str, told: Iterable[Span] = ()) -> str:
        """``text`` without secrets, those ``told`` among them; ``name`` is that of the field it stands in, which may
        say what it is."""
        lead = f"{name}: " if _NAMED.search(name) else ""
        whole, done = lead + text, len(lead)
        told = [(start + done, end + done, kind) for start, end, kind in told]
        found = chain(told, self._spans(whole))
        spans = sorted((max(start, done), end, kind) for start, end, kind in found if end > done)
        for start, end, kind in spans:
            self._learn(whole[start:end], kind)
        if text and names_secret(name):
            self._learn(text, "secret", told=False)
            spans = [(done, len(whole), "secret")]
        pieces: list[str] = []
        for start, end, kind in spans:
            if start >= done:  # one that begins inside another is hidden with it
                self.found[kind] += 1
                pieces += [whole[done:start], f"[hidden: {kind}]"]
            done = max(done, end)
        return "".join(pieces) + whole[done:]

    def _learn(self, secret: str, kind: str, *, told: bool = True) -> None:
        """Hide this elsewhere too; one that was not ``told`` by its looks only if it does not look like a word."""
        secret = _BEFORE.sub("", secret).rstrip(_AFTER)
        first = _CUT.split(secret, maxsplit=1)[0] if kind == "secret" else secret
        for form, sure in ((secret, told), (first, told and first == secret)):
            if len(form) >= _ALONE and (sure or form.isdigit() or is_secret(form, quoted=len(form) >= _WORD)):
                self._known.setdefault(form, kind)

    def _spans(self, text: str) -> Iterator[Span]:
        """What is to be hidden."""
        for match in self._anywhere.finditer(text) if self._anywhere else ():
            yield *match.span(), self._known.get(match[0], "secret")
        if len(text) <= _TITLE and (last := _LAST.search(text)):
            yield from ((*last.span(1), kind) for known, kind in self._known.items() if known.startswith(last[1]))
        if hash(text) in self._clean or _ID.fullmatch(text):
            return
        told = list(_told(text))
        if not told:
            self._clean.add(hash(text))
        yield from told


def _name(fields: Mapping[Any, Any], key: str, above: str) -> str:
    """What a field is called: as the secret it is part of, as ``{"name": ..., "value": ...}`` says, or by its key."""
    if names_secret(above):
        return above
    return str(fields.get("name") or fields.get("key") or key) if key == "value" else key


def _any_of(texts: Sequence[str], depth: int = 0) -> str:
    """A pattern for any of these, the first that fits; grouped by their first characters, because each alternative is
    tried at each place of a text."""
    if len(texts) < 2 or depth == _ALONE:
        return f"(?:{'|'.join(map(re.escape, texts))})"
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(text[:1].lower(), []).append(text)
    parts = (re.escape(few[0][:1]) + _any_of([one[1:] for one in few], depth + 1) for few in groups.values())
    return f"(?:{'|'.join(parts)})"


def _told(text: str) -> Iterator[Span]:
    """What its shape or surroundings tell for a secret."""
    bare = _ESCAPES.sub(lambda match: " " * len(match[0]), text)
    for rule, start, end in find_secrets(bare):
        kind = _KINDS.get(rule, rule.replace("_", " "))
        if text.startswith("-----BEGIN", start) and (block := _KEY_BLOCK.match(text, end)):
            end = block.end()
        yield start, end, kind
    for start, end in _after_flags(text):
        yield start, _end_of_quoted(text, start, end), "secret"
    for match in _MARKED_FIELD.finditer(text):
        name = _BEFORE_IT.search(text[max(0, match.start() - 70) : match.start()])
        if name and names_secret(name[1]) and _is_marked_secret(match):
            yield *_span(match), "secret"
    for match in _NUMBER.finditer(text):
        if names_secret(match["name"]):
            yield *match.span("value"), "secret"
    yield from _cookies(text)
    for match in chain(_HEADER.finditer(text), _BESIDE.finditer(text)):
        if is_secret(match["value"].rstrip(_AFTER), quoted=False):
            yield *match.span("value"), "secret"
    for match in _BRACED.finditer(text):
        if names_secret(match["name"]) and is_secret(match["value"], quoted=False):
            yield *match.span("value"), "secret"
    for match in _PHRASE.finditer(text):
        name = _BEFORE_IT.search(text[max(0, match.start() - 70) : match.start()])
        if name and names_secret(name[1]) and not _LABEL.search(match["value"]):
            yield *match.span("value"), "secret"
    for match in _LIST.finditer(text):
        items = list(_ITEM.finditer(text, *match.span()))
        words = [
            "" if _TELLS.search(text, max(0, item.start() - 20), item.start()) else item["value"] for item in items
        ]
        for place, start, end in _of_flags(words):
            begin = items[place].start("value")
            yield begin + start, begin + end, "secret"


def _after_flags(text: str) -> Iterator[tuple[int, int]]:
    """Where the values of flags stand that hold a secret."""
    yield from (match.span("value") for match in _FLAGS.finditer(text))
    for match in _MARKED_FLAG.finditer(text):
        if not _ELIDED.fullmatch(match["quoted"] or match["bare"]):
            yield _span(match)


def _span(marked: re.Match[str]) -> tuple[int, int]:
    return marked.span("bare" if marked["quoted"] is None else "quoted")


def _is_marked_secret(marked: re.Match[str]) -> bool:
    """Whether what a field so named holds is no word with an apostrophe, and without marks looks like a secret; between
    two marks it may be short."""
    value = marked["quoted"] or marked["bare"]
    plain = _MARKS.sub("", value)
    if _ELIDED.fullmatch(value):
        return False
    return is_secret(plain, quoted=False) or (marked["quoted"] is not None and (len(plain) < 6 or not plain.isalpha()))


def _cookies(text: str) -> Iterator[Span]:
    for match in _COOKIE.finditer(text):
        of_curl = not match["flag"] or "curl" in text[max(0, match.start() - 4000) : match.start()]
        if of_curl and _LONG.search(match["value"]):
            yield *match.span("value"), "cookie"


def _of_flags(words: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """``(place, start, end)`` of what a flag tells for a secret among the words of one command, blanks or not."""
    starts = list(accumulate((len(word) + 1 for word in words), initial=0))
    joined, whole = " ".join(words), " ".join(re.sub(r"\s", "_", word) for word in words)
    told = {span for text in (joined, whole) for span in _after_flags(text)}
    told |= {(start, end) for start, end, _ in _cookies(joined)}
    for start, end in told:
        place = bisect_right(starts, start) - 1
        first = starts[place]
        yield place, start - first, len(words[place]) if start == first else min(end - first, len(words[place]))


def _end_of_quoted(text: str, start: int, end: int) -> int:
    """Where a value ends that may go on behind a blank up to its quotation mark, which may stand before what leads to
    it ("ada:correct horse"); else ``end``."""
    opened = _OPENED.search(text, max(0, start - 100), start)
    if opened is None:
        return end
    close = text.find(opened["quote"], end, end + 100)
    rest = text[end:close].rstrip("\\") if close > 0 else "\n"
    return end if "\n" in rest else end + len(rest)


def hider_of(store: Store, sessions: Iterable[Session]) -> Hider:
    """Hides the secrets of these sessions, each wherever one of them says it."""
    hider, listed = Hider(), list(sessions)
    hider.learn(listed)
    hider.learn(message for one in listed for page in pages(store, one.id, undone=True) for message in page)
    return hider


def document(store: Store, sessions: Sequence[Session], form: str, hider: Hider | None = None) -> Iterator[bytes]:
    """Sessions as ``jsonl``, ``md`` or ``html``, in pieces; what ``hider`` knows for a secret is hidden."""
    hide: Callable[[Any], Any] = hider or (lambda value: value)
    if form == "jsonl":
        return jsonl(store, sessions, hide)

    def shown(session_id: str) -> Iterator[list[Message]]:
        return map(hide, pages(store, session_id, undone=False))

    return (piece.encode("utf-8", "replace") for piece in (markdown if form == "md" else html)(hide(sessions), shown))
