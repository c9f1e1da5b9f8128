"""Parse and write MEMORY_SPEC v1.0: one fact per line, ``D[auth]: JWT 7d refresh 6d``.

===========  ==========================================  ======================================
kind         meaning                                     also read as
===========  ==========================================  ======================================
``C``        constraint: law of the project              ``CONSTRAINT``, ``LAW``
``D``        decision: a choice that was made            ``DECISION``
``V``        value: address, port, key name, variable    ``VALUE``
``?``        unknown: an open question                   ``Q``, ``QUESTION``, ``UNKNOWN``
``✓``        done: the scope may be put away             ``OK``, ``DONE``, ``X``, ``✔``, ``☑``, ``✅``
``~``        obsolete: replaces an earlier fact          ``O``, ``OLD``, ``OBSOLETE``, ``-``
===========  ==========================================  ======================================

A content that starts with ``!`` is critical.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..errors import GagentError

KINDS = ("C", "D", "V", "?", "✓", "~")
_ALIASES = {
    "CONSTRAINT": "C",
    "LAW": "C",
    "DECISION": "D",
    "VALUE": "V",
    "Q": "?",
    "QUESTION": "?",
    "UNKNOWN": "?",
    "？": "?",
    "OK": "✓",
    "DONE": "✓",
    "X": "✓",
    "✔": "✓",
    "☑": "✓",
    "✅": "✓",
    "O": "~",
    "OLD": "~",
    "OBSOLETE": "~",
    "-": "~",
    "～": "~",
}
_LINE = re.compile(
    r"\s*(?:[*•]\s+|-\s+(?=\S+\s*\[))?(?P<kind>[^\s\[\]:]{1,10})\s*\[(?P<target>[^\[\]\r\n]+)\]\s*[:：](?P<content>.*)"
)
_HINT = (
    "Write facts as KIND[target]: text, for example D[auth]: JWT 7d. "
    "Kinds: C constraint, D decision, V value, ? unknown, ✓ done, ~ obsolete."
)


@dataclass(frozen=True, slots=True)
class Notation:
    """One fact as written. ``target`` and ``content`` have no line breaks and no repeated blanks."""

    kind: str
    target: str
    content: str


def parse_line(line: str) -> Notation | None:
    """Return the fact in a line; None when the line is not in the notation."""
    match = _LINE.fullmatch(line)
    if not match:
        return None
    word = match["kind"].rstrip("\ufe0f")
    kind = word if word in KINDS else word.upper()
    kind = kind if kind in KINDS else _ALIASES.get(kind, "")
    target, content = _squeeze(match["target"]), _squeeze(match["content"])
    return Notation(kind, target, content) if kind and target and content else None


def parse(text: str) -> list[Notation]:
    """Return the facts of a text, one per line; blank lines are skipped.

    Raises GagentError for the first line that is not a fact, and for a text without facts.
    """
    facts = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        fact = parse_line(line)
        if fact is None:
            raise GagentError(f"Line {number} is not in MEMORY_SPEC notation.", hint=_HINT)
        facts.append(fact)
    if not facts:
        raise GagentError("There is no fact in an empty text.", hint=_HINT)
    return facts


def write(kind: str, target: str, content: str) -> str:
    """Return the line of a fact."""
    return f"{kind}[{_squeeze(target)}]: {_squeeze(content)}"


def _squeeze(text: str) -> str:
    return " ".join(text.split())
