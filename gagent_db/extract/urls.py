"""Find addresses: anything with a scheme, `www.`, `git@host:path`, and host names followed by a path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import ascii_letters, digits

from .items import Item
from .lazy import lazy

_SCHEME_TAIL = lazy(r"(?:jdbc:)?[A-Za-z][A-Za-z0-9+.-]{1,20}\Z")
_STOP = r"\s<>\"'`\\|^{}，。、；：！？）】」』》…"
_PLACEHOLDER = r"<[\w.-]{1,40}>|\$?\{[\w.-]{0,40}\}|\$\([^()\n\"]{1,60}\)"
_BODY = lazy(rf"(?:[^{_STOP}$]++|{_PLACEHOLDER}|\$|\^(?=\w))+")
_HOST = lazy(r"[\w\[<{$%~/.-]")
_NEXT_ADDRESS = lazy(r"[,;|]+(?=[a-z][a-z0-9+.-]{1,20}://)")
_GIT = lazy(r"(?<![\w.@/-])(?:git|org-\d+)@[\w.-]{1,100}:[\w.~-][\w./~+-]*")
_WWW = lazy(rf"(?<![\w@./-])www\.[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#](?:[^{_STOP}]|{_PLACEHOLDER})*)?", re.I)

# Top-level domains people write addresses under; those that are also common file endings are left out.
_TLDS = (
    "com org net io dev app ai co id edu gov mil info biz me tv gg xyz tech cloud site online store shop blog page "
    "wiki news run chat link live media digital design agency studio software systems network email social space "
    "uk de fr nl jp cn au us eu in sg my th vn ph ca br es it ch at be dk se no fi ie nz kr tw hk ru ua tr mx ar cl "
    "za "
    "pt gr cz hu ro int museum local internal lan intranet corp home test example invalid localhost arpa"
)
_BARE = lazy(
    r"(?<![\w@./\\:~$%{}-])(?:(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,6}(?:" + "|".join(_TLDS.split()) + r")(?::\d{1,5})?"
    r"|(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[a-z][a-z0-9-]{1,40}(?=:\d{2,5}/)"
    r"|[a-z][a-z0-9-]{0,40}(?:\.[a-z][a-z0-9-]{0,40}){1,4}(?=:\d{4,5}/)):\d{2,5})"  # fewer digits: a line of a file
    rf"(?=/)(?:[^{_STOP}]|{_PLACEHOLDER})+",
    re.I,
)
_BARE_HINT = lazy(r"[.:]([A-Za-z0-9]{2,12})/")
DOMAINS = frozenset(_TLDS.split())
_IN_SCHEME = ascii_letters + digits + "+.-"
_IN_HOST = ascii_letters + digits + "_.-"
_CLOSERS = {")": "(", "]": "[", "}": "{", ">": "<"}


def find_urls(text: str, hosts: Iterable[int] | None = None) -> list[Item]:
    """Return every address in `text`, in order of appearance. `hosts`: offsets of domains and ports that stand right
    before a slash, if they are known."""
    spans = sorted(_spans(text, (hint.start(1) for hint in _BARE_HINT.finditer(text)) if hosts is None else hosts))
    found: list[Item] = []
    last = -1
    for start, end in spans:
        if start < last:
            continue
        end = _trim(text, start, end)
        value = text[start:end]
        if len(value) < 5:
            continue
        found.append(Item("url", value, normalize_url(value), start, end))
        last = end
    return found


def normalize_url(value: str) -> str:
    """Return the address with scheme and host in lower case and no trailing slash: the same for two mentions of one
    page."""
    scheme, separator, rest = value.partition("://")
    if not separator:
        host, slash, path = value.partition("/")
        return (host.lower() + slash + path).rstrip("/")
    host, slash, path = rest.partition("/")
    return (scheme.lower() + "://" + host.lower() + slash + path).rstrip("/")


def _spans(text: str, hosts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the spans of addresses: with a scheme, then `git@`, `www.` and bare ones; they may overlap."""
    at = text.find("://")
    while at >= 0:
        head = text[max(0, at - 26) : at]
        before = head.rstrip(_IN_SCHEME).removesuffix("jdbc:")
        scheme = _SCHEME_TAIL.search(head, len(before))
        body = _BODY.match(text, at + 3) if scheme and _HOST.match(text, at + 3) else None
        if scheme and body:
            end = body.end()
            another = _NEXT_ADDRESS.search(text, at + 3, end)
            yield at - len(head) + scheme.start(), another.start() if another else end
            at = text.find("://", another.start() if another else end)
        else:
            at = text.find("://", at + 3)
    if "git@" in text or "org-" in text:
        for match in _GIT.finditer(text):
            if "/" in match[0] or match[0].endswith(".git"):
                yield match.span()
    if "www." in text or "WWW." in text:
        for match in _WWW.finditer(text):
            yield match.span()
    yield from _bare_spans(text, hosts)


def _bare_spans(text: str, hosts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the spans of host names with a path but no scheme; `hosts`: offsets of domains and ports before a slash."""
    end = 0
    for place in hosts:
        mark = text[place : text.find("/", place)]
        if place <= end or not (mark.isdigit() or mark.lower() in DOMAINS):
            continue
        head = text[max(end, place - 122) : place - 1]
        match = _BARE.match(text, place - 1 - len(head) + len(head.rstrip(_IN_HOST)))
        if match and ".app/Contents/" not in match[0]:
            yield match.span()
            end = match.end()


def _trim(text: str, start: int, end: int) -> int:
    """Return the end of an address without the sentence's punctuation and unbalanced closing brackets."""
    body = text[start:end]
    counts = {mark: body.count(mark) for pair in _CLOSERS.items() for mark in pair}
    while end > start:
        mark = text[end - 1]
        if mark in ".,;:!?*_~'\"" and not (mark == "_" and text[end - 2 : end - 1].isalnum()):
            end -= 1
        elif mark in _CLOSERS and counts[mark] > counts[_CLOSERS[mark]]:
            counts[mark] -= 1
            end -= 1
        else:
            break
    return end
