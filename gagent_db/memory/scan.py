"""Refuse text that would harm whoever reads it back: every memory and fact passes through here before it is stored.

`scan` returns findings: the class, the rule and where. The text of a finding is never repeated in errors,
logs or results, because those are read by agents too.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from functools import cache, lru_cache

from ..errors import GagentError
from .scan_languages import OVERRIDES, Override
from .scan_rules import RULES
from .scan_secrets import find_secrets
from .scan_text import Reading, fold, readings
from .scan_unicode import find_invisible, find_mixed_alphabets

MAX_CHARS = 8_000
_GAP = r"(?:(?:[^\w.!?]|_|[.!?](?!\s)){1,8})"
_WORDS = rf"{_GAP}(?:[^\W_]+{_GAP}){{0,6}}?"
_WORDS_FOR = {
    "secret": "a secret",
    "invisible": "hidden characters",
    "homoglyph": "look-alike letters",
    "spaced": "spaced-out letters",
    "encoded": "encoded text",
}
_TALK = ("prompt_injection", "role_hijack")  # classes of plain speech: looked for behind leetspeak too


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason to refuse a text: positions are characters of the text as it was given."""

    threat: str
    rule: str
    start: int
    end: int


class BlockedWrite(GagentError):
    """A write was refused. ``blocked`` holds the classes, ``findings`` the rules and places."""

    def __init__(self, findings: list[Finding], *, what: str = "This text") -> None:
        self.findings = findings
        self.blocked = classes(findings)
        first = findings[0]
        super().__init__(
            f"{what} was not stored: it looks like {_names(self.blocked)} "
            f"(rule {first.rule}, characters {first.start + 1} to {first.end}).",
            hint="Write down the fact itself in your own words: no instructions, credentials or hidden characters.",
            details={"blocked": self.blocked, "findings": [asdict(finding) for finding in findings]},
        )


def scan(text: str) -> list[Finding]:
    """Everything in ``text`` that should not be stored, in order of position; empty when it is harmless."""
    found = {Finding("invisible", *hit) for hit in find_invisible(text)}
    found |= {Finding("homoglyph", *hit) for hit in find_mixed_alphabets(text)}
    found |= {Finding("secret", *hit) for hit in find_secrets(text)}
    plainly: set[str] = set()  # classes an earlier reading has found; a disguise adds nothing to them
    for reading in readings(text):
        hits = [hit for hit in _matches(reading) if hit[0] not in plainly]
        plainly.update(hit[0] for hit in hits)
        for threat, rule, start, end in hits:
            span = reading.span(start, end)
            found.add(Finding(threat, rule, *span))
            if reading.disguise:
                found.add(Finding(reading.disguise, rule, *span))
    return sorted(found, key=lambda finding: (finding.start, finding.end, finding.threat, finding.rule))


def classes(findings: list[Finding]) -> list[str]:
    """The distinct classes of some findings, sorted."""
    return sorted({finding.threat for finding in findings})


@lru_cache(maxsize=4096)
def harm(text: str) -> tuple[str, ...]:
    """Threat classes of a stored text (it may have been put in by hand); usually none."""
    return tuple(classes(scan(text)))


def withheld(text: str) -> str:
    """A stored text as a prompt may show it: a note in its place when it would not have passed the scanner."""
    blocked = harm(text)
    if not blocked:
        return text
    return f"[BLOCKED: entry contained threat pattern(s): {', '.join(blocked)}. Look at it with: gagent-db memory list]"


def ensure_clean(text: str, *, what: str = "This text") -> str:
    """The text, unchanged, or BlockedWrite. Longer texts than MAX_CHARS are refused unread."""
    if len(text) > MAX_CHARS:
        raise GagentError(
            f"{what} was not stored: it has {len(text):,} characters and the limit is {MAX_CHARS:,}.",
            hint="Store a summary, or one entry for each thing worth remembering.",
        )
    if findings := scan(text):
        raise BlockedWrite(findings, what=what)
    return text


def _matches(reading: Reading) -> list[tuple[str, str, int, int]]:
    leet = reading.disguise == "leetspeak"
    hits = []
    for threat, rule, pattern in _compiled(leet):
        if match := pattern.search(reading.text):
            hits.append((threat, rule, match.start(), match.end()))
    return hits


@cache
def _compiled(leet: bool) -> list[tuple[str, str, re.Pattern[str]]]:
    """All rules as patterns; for leetspeak only those of speech, with 'l' written as 'i'."""
    rules = [
        (threat, rule.rstrip("*"), _expand(source, whole_words=not rule.endswith("*")))
        for threat, pairs in RULES.items()
        for rule, source in pairs
    ]
    rules += [
        ("prompt_injection", f"ignore_instructions_{language}", source)
        for language, words in OVERRIDES.items()
        for source in _override_patterns(words)
    ]
    if leet:
        rules = [(threat, rule, source.replace("l", "i")) for threat, rule, source in rules if threat in _TALK]
    return [(threat, rule, re.compile(source)) for threat, rule, source in rules]


def _expand(source: str, *, whole_words: bool) -> str:
    """The notation of `scan_rules` as a regular expression over folded text."""
    source = "".join(character if character.isascii() else _fold_letter(character) for character in source)
    if not whole_words:
        return source
    source = source.replace(" … ", "…").replace("… ?", "…").replace(" ", _GAP).replace("…", _WORDS)
    return rf"(?<![^\W_])(?:{source})(?![^\W_])"


def _fold_letter(character: str) -> str:
    return character if character in "…═§" else fold(character)


def _override_patterns(words: Override) -> list[str]:
    verbs, qualifiers, objects = (f"(?:{part})" for part in words[:3])
    if words.unspaced:
        near = "[^\n。.!?]{0,16}?"
        orders = ((verbs, qualifiers, objects), (verbs, objects, qualifiers), (qualifiers, objects, verbs))
        return [_expand(near.join(order), whole_words=False) for order in orders]
    return [
        _expand(f"{verbs}…{qualifiers}…{objects}", whole_words=True),
        _expand(f"{verbs}…{objects}(?: (?:\\w+ ){{0,2}}?){qualifiers}", whole_words=True),
        _expand(f"{qualifiers}…{objects}…{verbs}", whole_words=True),
    ]


def _names(blocked: list[str]) -> str:
    return ", ".join(_WORDS_FOR.get(name, name.replace("_", " ")) for name in blocked)
