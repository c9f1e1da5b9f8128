"""Turn a sentence into a fact: a line in the notation as it is, else a rule, an address or a choice."""

from __future__ import annotations

import re

from .notation import Notation, parse_line
from .shorthand import FILLER, abbreviate, shortest

_SUBJECT = r"(?!(?:if|when|unless|once|kalau|jika|bila)\b)(?P<subject>[^@/<>\"'`=:,]{2,48}?)"
_LAW = re.compile(
    rf"{_SUBJECT}\s+(?P<modal>must|shall|has to|have to|may only|can only|harus|wajib|tidak boleh|jangan)"
    r"\s+(?P<rest>.+)",
    re.IGNORECASE,
)
_PLACE = re.compile(
    rf"{_SUBJECT}\s*(?::(?!//)|=|\b(?:is|are|ada|adalah)(?:\s+(?:at|on|pada))?\b"
    r"|\b(?:runs|listens|lives|berjalan)\s+(?:at|on|in|di|pada)\b)\s*"
    r"(?P<rest>(?:(?:in|di)\s+)?(?:port\s+)?(?:\d[\d.:]{1,20}|\w+://\S+|[\w.-]+\.\w{2,}(?::\d+)?|[\w.-]+:\d+|[~/][\w./-]+)[.]?)",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"(?:we\s+|the team\s+|kita\s+|kami\s+)?(?:decided (?:to use|on|to)|chose|went with|switched to"
    r"|memutuskan(?: untuk)?(?: memakai)?"
    r"|sepakat(?: memakai)?|memilih)\s+(?P<rest>.+)",
    re.IGNORECASE,
)
_LIMITS = {"tidak boleh": "nvr ", "jangan": "nvr ", "may only": "only ", "can only": "only "}
_FOR = re.compile(r"\s+(?:for|as|untuk|sebagai)\s+(?P<subject>(?:the\s+)?[\w -]{2,32})", re.IGNORECASE)


def as_fact(text: str) -> Notation | None:
    """Return the fact in a line of notation, or in a sentence that states a rule, an address or a choice; else None."""
    if fact := parse_line(text):
        return fact
    line = " ".join(text.split())
    if len(line) > 200 or re.search(r"[.!?]\s+\S", line):
        return None
    if law := _LAW.fullmatch(line):
        rest = re.sub(r"^(?:(?:always|selalu)\s+)?(?:be\s+)?", "", law["rest"])
        return _fact("C", _whole(law["subject"]), _LIMITS.get(law["modal"].lower(), "") + rest)
    if place := _PLACE.fullmatch(line):
        return _fact("V", _whole(place["subject"]), place["rest"])
    if choice := _CHOICE.fullmatch(line):
        purpose = _FOR.search(choice["rest"])
        return _fact("D", target_of(purpose["subject"] if purpose else choice["rest"]), choice["rest"])
    return None


def target_of(phrase: str) -> str | None:
    """Return a short name, of two words at most, for what a phrase is about; the fact itself has the whole phrase."""
    return ".".join(_words(phrase)[:2]) or None


def _whole(subject: str) -> str:
    """Return a name of all words of the subject, which the rest of the fact omits: ``Database IDs`` -> ``db.id``."""
    return ".".join(_words(subject))


def _words(phrase: str) -> list[str]:
    words = [word.lower() for word in re.findall(r"[^\W_]+", phrase) if word.lower() not in FILLER]
    return [re.sub(r"(?<=[a-z]{2})(?<![aius])s$", "", shortest(word)) for word in words]


def _fact(kind: str, target: str | None, rest: str) -> Notation | None:
    content = abbreviate(rest).rstrip(".")
    return Notation(kind, target, content) if target and content else None
