"""Refuse text that would harm whoever reads it back: every memory and fact is scanned here before it is stored.

`scan` returns findings: the threat class, the rule and the position. The text of a finding is never repeated in
errors, logs or results, because agents read those, too.
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
_GAP = r"(?:(?:[^\w.!?]|_|[.!?](?!\s)){1,8})"  # between two words of a sentence
_WORDS = rf"{_GAP}(?:[^\W_]+{_GAP}){{0,6}}?"
_WORDS_FOR = {
    "secret": "a secret",
    "invisible": "hidden characters",
    "homoglyph": "look-alike letters",
    "spaced": "spaced-out letters",
    "encoded": "encoded text",
}
_TALK = ("prompt_injection", "role_hijack")  # classes of plain speech, which are also looked for in leetspeak


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason to refuse a text. Positions count characters of the text as it was given."""

    threat: str
    rule: str
    start: int
    end: int


class BlockedWrite(GagentError):
    """A write was refused. ``blocked`` has the threat classes, ``findings`` the rules and positions."""

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
    """Return everything in ``text`` that should not be stored, in order of position; [] when it is harmless."""
    found = {Finding("invisible", *hit) for hit in find_invisible(text)}
    found |= {Finding("homoglyph", *hit) for hit in find_mixed_alphabets(text)}
    found |= {Finding("secret", *hit) for hit in find_secrets(text)}
    known: set[str] = set()  # threat classes that an earlier reading has found: a disguise adds nothing to them
    for reading in readings(text):
        hits = [hit for hit in _matches(reading) if hit[0] not in known]
        known.update(hit[0] for hit in hits)
        for threat, rule, start, end in hits:
            span = reading.span(start, end)
            found.add(Finding(threat, rule, *span))
            if reading.disguise:
                found.add(Finding(reading.disguise, rule, *span))
    return sorted(found, key=lambda finding: (finding.start, finding.end, finding.threat, finding.rule))


def classes(findings: list[Finding]) -> list[str]:
    """Return the distinct threat classes of findings, sorted."""
    return sorted({finding.threat for finding in findings})


@lru_cache(maxsize=4096)
def harm(text: str) -> tuple[str, ...]:
    """Return the threat classes of a stored text, usually none: it may have been put in by hand, without a scan."""
    return tuple(classes(scan(text)))


def withheld(text: str) -> str:
    """Return a stored text as a prompt may show it: unchanged, or a note in its place if it is harmful."""
    blocked = harm(text)
    if not blocked:
        return text
    return f"[BLOCKED: entry contained threat pattern(s): {', '.join(blocked)}. Look at it with: gagent-db memory list]"


def ensure_clean(text: str, *, what: str = "This text") -> str:
    """Return the text unchanged, or raise BlockedWrite if it is harmful, GagentError if it is over MAX_CHARS long."""
    if len(text) > MAX_CHARS:
        raise GagentError(
            f"{what} was not stored: it has {len(text):,} characters and the limit is {MAX_CHARS:,}.",
            hint="Store a summary, or one entry for each thing worth remembering.",
        )
    if findings := scan(text):
        raise BlockedWrite(findings, what=what)
    return text


def _matches(reading: Reading) -> list[tuple[str, str, int, int]]:
    """Return (threat, rule, start, end) of the first match of each rule in a reading."""
    leet = reading.disguise == "leetspeak"
    hits = []
    for threat, rule, pattern in _compiled(leet):
        if match := pattern.search(reading.text):
            hits.append((threat, rule, match.start(), match.end()))
    return hits


@cache
def _compiled(leet: bool) -> list[tuple[str, str, re.Pattern[str]]]:
    """Return all rules as (threat, rule, pattern); for leetspeak only those of _TALK, with 'l' written as 'i'."""
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
    """Turn the notation of `scan_rules` into a regular expression for folded text."""
    source = "".join(character if character.isascii() else _fold_letter(character) for character in source)
    if not whole_words:
        return source
    source = source.replace(" … ", "…").replace("… ?", "…").replace(" ", _GAP).replace("…", _WORDS)
    return rf"(?<![^\W_])(?:{source})(?![^\W_])"


def _fold_letter(character: str) -> str:
    return character if character in "…═§" else fold(character)


def _override_patterns(words: Override) -> list[str]:
    """Return patterns for verb, qualifier and object of one language in their usual orders."""
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
