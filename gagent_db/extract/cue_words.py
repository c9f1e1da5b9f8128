"""The words the extractors hang on, gathered from the rules and word lists themselves: there is no second list.

A rule's anchors, the words of labels and directives, the names of programs: whoever adds one to its own module changes
what `scan` looks for.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gagent_db.extract.directives import DIRECTIVE_WORDS
from gagent_db.extract.json_commands import KEY_WORDS
from gagent_db.extract.labels import LABEL_WORDS
from gagent_db.extract.marks import MARKERS, STATUS_KEYS
from gagent_db.extract.prose_commands import LABEL_WORDS as COMMAND_LABEL_WORDS
from gagent_db.extract.prose_commands import NAMED_IN_PROSE, RUN_WORDS
from gagent_db.extract.rules import spaced
from gagent_db.extract.sentences import GATE
from gagent_db.extract.shell_words import KNOWN
from gagent_db.extract.statements import SPEAKERS
from gagent_db.extract.urls import DOMAINS
from gagent_db.extract.vocabulary import Vocabulary

# What a word may be, as bits.
CUE, FIRST_OF_PAIR, SECOND_OF_PAIR, LABEL, TERSE, TODO, STATUS, SPEAKER = (1 << bit for bit in range(8))
PROGRAM, NAMED, RUN, COMMAND_LABEL, KEY, DOMAIN, STEP, GIT, WWW = (1 << bit for bit in range(8, 17))
_PLACES = ((), (CUE,), (FIRST_OF_PAIR, SECOND_OF_PAIR))
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
    (GIT, ("git",)),
    (WWW, ("www",)),
)


class CueWords:
    """Every word that matters: its number, what it may be (`kinds`, by number), and which anchor of `GATE` it is.

    `cues` has the index into `GATE.anchors` of a single word by its number, `pairs` the ascending keys (first number
    times `size` plus second number) of anchors of two words, `pair_cues` the index of each.
    """

    def __init__(self) -> None:
        kinds: dict[str, int] = {}
        for bit, words in _LISTS:
            for word in words:
                # Only the first part of a name such as apt-get is looked for.
                part = spaced(word.lower()).split()[0]
                kinds[part] = kinds.get(part, 0) | bit
        # Signs such as a tick are no words of the vocabulary: looked for one by one, in text that is not ASCII.
        self.signs = [(anchor, cue) for cue, anchor in enumerate(GATE.anchors) if not anchor.isascii()]
        anchors = [spaced(anchor).split()[:2] if anchor.isascii() else [] for anchor in GATE.anchors]
        for anchor in anchors:
            for word, bit in zip(anchor, _PLACES[len(anchor)], strict=True):
                kinds[word] = kinds.get(word, 0) | bit
        self.vocabulary = Vocabulary(kinds)
        self.size = len(self.vocabulary.words)
        number = self.vocabulary.numbers
        self.kinds = np.array([kinds.get(word, 0) for word in self.vocabulary.words], np.uint32)
        self.cues = np.zeros(self.size, np.int64)
        pairs: list[tuple[int, int]] = []
        for cue, anchor in enumerate(anchors):
            if len(anchor) == 1:
                self.cues[number[anchor[0]]] = cue
            elif anchor:
                pairs.append((number[anchor[0]] * self.size + number[anchor[1]], cue))
        pairs.sort()
        self.pairs = np.array([key for key, _ in pairs], np.int64)
        self.pair_cues = np.array([cue for _, cue in pairs], np.int64)
