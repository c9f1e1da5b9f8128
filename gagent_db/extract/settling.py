"""Decide, sentence by sentence, whether a message settles an open item, by its votes and the words it shares.

Most messages that close an item use no set phrase: "printed and laminated", "the urn stands in my hall". So two things
are weighed: how much a sentence's votes speak for something done, and how much of the item the sentence names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial

from .hedges import HEDGE
from .items import Kind
from .lazy import lazy
from .matching import (
    content_words,
    is_another,
    names_fewer,
    shared_words,
    things,
    went_wrong,
    without_asking,
    without_label,
)
from .rules import lowered
from .sentences import clauses, sentences
from .units import told_units
from .votes import KINDS, Votes, votes_of

# A sentence scores its votes for something done, less those for something open, plus the number of words it shares with
# the item and what part of the item these name (times `_FOR_NAMING`); `_LEAST` is the score it needs.
_LEAST = 5.1
_LEAST_ENDED = -2.5  # votes for something done that it needs in any case
_FOR_NAMING = 2.0
_LEAST_NAMED, _LEAST_NAMED_OF_CHOICE = 0.2, 0.25  # part of an item, or of a question to be decided, that it must name
# Votes for something open: fewer than the first count as the first; with more than the second, nothing is settled.
_LEAST_OPEN, _MOST_OPEN = -4.0, 0.0

# What is not so yet, not so for all, asked or quoted.
_UNFINISHED = lazy(
    r"\?|\A\W*\"|\b(?:tomorrow|besok|lusa|next (?:week|month|year)|(?:minggu|bulan|tahun) depan|will|"
    r"(?:i|we|you|he|she|they|it)'ll|going to|gonna|should|must|have to|has to|needs? to|later|almost|nearly|half|"
    r"partly|partially|halfway|less|though|still|try|trying|tried|promised|on (?:it|my way)|"
    r"nanti|ntar|entar|akan|bakal|mau|harus|perlu|bisa|coba|hampir|setengah|separuh|separo|sebagian|"
    r"baru (?:se|dua|tiga)\w*|masih|tetap|nunggu|menunggu|tinggal|janji|semoga|belum|blm|"
    r"(?:ours?|mine|yours|theirs|the others?|the rest) (?:is|was|are|were) not|"
    r"(?:one|two|three|four|five|six|seven|eight|nine|\d+) (?:out )?of (?:the )?(?:two|three|four|five|six|seven|"
    r"eight|nine|ten|\d+)|\d+ dari \d+)\b"
)
_STILL = lazy(r"\b(?:still|yet|has to|have to|needs? to|masih|tetap|tetep|belum|blm|perlu|harus)\b")
_LISTED = lazy(r"[,;] ")


@dataclass(frozen=True)
class Told:
    """A sentence of a message (`text`, in lower case). `weigh` returns, for each of `KINDS`, the most votes that one of
    its clauses has; votes are only counted when it is called."""

    text: str
    weigh: Callable[[], Sequence[float]]

    @cached_property
    def words(self) -> frozenset[str]:
        return content_words(self.text)

    @cached_property
    def clauses(self) -> list[str]:
        return [self.text[left:right] for left, right in clauses(self.text)]

    @cached_property
    def votes(self) -> dict[Kind, float]:
        return dict(zip(KINDS, self.weigh(), strict=True))

    @cached_property
    def may_settle(self) -> bool:
        """Whether it says that something is so, and not that it may be, will be or went wrong."""
        return not (
            self.votes["unresolved"] > _MOST_OPEN
            or HEDGE.search(self.text)
            or _UNFINISHED.search(self.text)
            or went_wrong(self.text)
        )

    @cached_property
    def takes_back(self) -> bool:
        """Whether it says that what was named just before is not so yet: "it still skips"."""
        return bool(_STILL.search(self.text)) and self.votes["unresolved"] > self.votes["resolved"]


def told(text: str, role: str, known: Votes | None = None) -> list[Told]:
    """Return the sentences of a message. `known`: its votes, if they were counted before."""
    votes = cache(lambda: known or votes_of(text, role))
    found = []
    for unit in told_units(text, role):
        for start, end in sentences(text, unit.start, unit.end):
            low = lowered(text[start:end])
            if any(map(str.isalnum, low)):
                found.append(Told(low, partial(_weigh, votes, low, start)))
    return found


def _weigh(votes: Callable[[], Votes], low: str, start: int) -> Sequence[float]:
    found = [votes().of(start + left, start + right) for left, right in clauses(low)]
    return [max(kind) for kind in zip(*found, strict=True)]


def subject_words(opened: str) -> frozenset[str]:
    """Return the words that say what an open item is about."""
    return content_words(_subject(opened))


def may_be_about(words: frozenset[str], left: frozenset[str]) -> bool:
    """Whether the content words of a message, with those of the question before it, name enough of an open item, whose
    `subject_words` are `left`: half of what a sentence must name, and a thing."""
    common = shared_words(left, words)
    return bool(common) and len(common) >= len(left) * _LEAST_NAMED / 2 and bool(things(common))


def settles(opened: str, statement: Told, open_things: Mapping[str, int], about: frozenset[str] = frozenset()) -> bool:
    """Whether a sentence settles the open item `opened`.

    `open_things`: how many open items each content word occurs in; rarer words name an item better. `about`: content
    words of the question or sentence before, which this one continues.
    """
    subject = _subject(opened)
    left = content_words(subject)
    common = shared_words(left, statement.words)
    if about and len(before := shared_words(left, about)) * 2 >= len(about):
        common |= before
    if not things(common):
        return False
    chooses = without_asking(opened) != opened
    named = sum(1 / open_things.get(word, 1) for word in common) / sum(1 / open_things.get(word, 1) for word in left)
    if named < (_LEAST_NAMED_OF_CHOICE if chooses else _LEAST_NAMED):
        return False
    ended = max(statement.votes["resolved"], statement.votes["decision"]) if chooses else statement.votes["resolved"]
    if ended < _LEAST_ENDED:
        return False
    votes = ended - max(statement.votes["unresolved"], _LEAST_OPEN)
    if votes + len(common) + _FOR_NAMING * named < _LEAST:
        return False
    return (
        statement.may_settle
        and not any(part.isdisjoint(common) for part in _clauses(subject))
        and not names_fewer(opened, statement.text)
        and not any(is_another(opened, part, common) for part in {statement.text, *statement.clauses})
    )


@lru_cache(maxsize=1024)
def _subject(opened: str) -> str:
    """Return an open item without its label and without the words that say that it is not known or chosen."""
    return without_asking(without_label(opened))


@lru_cache(maxsize=1024)
def _clauses(subject: str) -> list[frozenset[str]]:
    """Return the content words of each clause of several words; a sentence must name something of every one."""
    return [words for clause in _LISTED.split(subject) if len(words := content_words(clause)) > 1]
