"""The words that `scan` looks for, gathered from the extractors' own word lists: there is no second list to update.

Anchors of rules, words of labels and directives, names of programs: adding one to its own module is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from .directives import DIRECTIVE_WORDS
from .items import Kind
from .json_commands import KEY_WORDS
from .labels import LABEL_WORDS
from .marks import MARKERS, STATUS_KEYS
from .prose_commands import LABEL_WORDS as COMMAND_LABEL_WORDS
from .prose_commands import NAMED_IN_PROSE, RUN_WORDS
from .sentences import RULES
from .shell_words import KNOWN
from .units import SPEAKERS
from .urls import DOMAINS
from .vocabulary import APART, Pairs, Vocabulary

# What a word may be, one bit each.
LABEL, TERSE, TODO, STATUS, SPEAKER, PROGRAM, NAMED, RUN, COMMAND_LABEL, KEY, DOMAIN, STEP, WWW = (
    1 << bit for bit in range(13)
)
# A word that is an anchor of a rule for this kind, or the first word of a two-word anchor; ALONE: it is an anchor by
# itself, so no second word is needed.
ANCHORS: dict[Kind, int] = {"decision": 1 << 13, "unresolved": 1 << 14, "resolved": 1 << 15}
ALONE = 1 << 16
_LISTS: tuple[tuple[int, Iterable[str]], ...] = (
    (LABEL, LABEL_WORDS),
    (TERSE, DIRECTIVE_WORDS),
    (TODO, MARKERS),
    (STATUS, STATUS_KEYS),
    (SPEAKER, SPEAKERS),
    (PROGRAM, KNOWN),
    (NAMED, NAMED_IN_PROSE),
    (RUN, RUN_WORDS),
    (COMMAND_LABEL, COMMAND_LABEL_WORDS),
    (KEY, KEY_WORDS),
    (DOMAIN, DOMAINS),
    (STEP, ("run", "running", "executing", "command", "ps")),
    (WWW, ("www",)),
    *((bit, {word for rule in RULES if rule.kind == kind for word in rule.anchors}) for kind, bit in ANCHORS.items()),
    (ALONE, {anchor for rule in RULES for anchor in rule.anchors if " " not in anchor}),
)
_FIRST_PART = re.compile(r"^[^a-z0-9\n]*([a-z0-9]+)('\w)?", re.M)  # of apt-get, `scan` only looks for "apt"


@cache
def vocabulary() -> Vocabulary:
    """Return every word of these lists, with its bits."""
    kinds: dict[str, int] = {}
    for bit, words in _LISTS:
        for part, contracted in _FIRST_PART.findall("\n".join(words).lower()):
            kinds[part] = kinds.get(part, 0) | (bit << APART if contracted else bit)
    return Vocabulary(kinds)


@cache
def paired_anchors() -> Pairs:
    """Return the two-word anchors of the rules."""
    paired = [anchor.split() for rule in RULES for anchor in rule.anchors if " " in anchor]
    return Pairs((_FIRST_PART.findall(first)[0][0], _FIRST_PART.findall(second)[0][0]) for first, second in paired)
