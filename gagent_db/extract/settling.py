"""What a message says of things left open, sentence by sentence: its words against theirs, its votes beside them.

Most of what closes an open item says so in no set phrase: "printed and laminated", "the urn stands in my hall". So what
is weighed is how much the votes of a sentence speak for something done, and how much of the item it names.
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

# What speaks for an end: the votes of a sentence, above those for something open, and how much of the item it names.
_LEAST = 5.1
_LEAST_ENDED = -2.5
_FOR_NAMING = 2.0
_LEAST_NAMED, _LEAST_NAMED_OF_CHOICE = 0.2, 0.25
_LEAST_OPEN, _MOST_OPEN = -4.0, 0.0  # votes for something open: below the one they say no more, above the other enough

# What is not so yet, not so for all, asked, or quoted.
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
    """A sentence: what it says, in lower case. `weigh`: how much votes speak for each kind in the clause that speaks
    most for it; counted when asked for."""

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
        """Whether it says that something is so, not that it may be, will be or went wrong."""
        return not (
            self.votes["unresolved"] > _MOST_OPEN
            or HEDGE.search(self.text)
            or _UNFINISHED.search(self.text)
            or went_wrong(self.text)
        )

    @cached_property
    def takes_back(self) -> bool:
        """Whether it says that what was just named is not so yet: "it still skips"."""
        return bool(_STILL.search(self.text)) and self.votes["unresolved"] > self.votes["resolved"]


def told(text: str, role: str, known: Votes | None = None) -> list[Told]:
    """The sentences of a message. `known`: its votes, where they were counted before."""
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
    """The words that say what an open item is about."""
    return content_words(_subject(opened))


def may_be_about(words: frozenset[str], left: frozenset[str]) -> bool:
    """Whether the content words of a message, and of the question before it, name enough of what is open: of its
    `subject_words`, `left`."""
    common = shared_words(left, words)
    return bool(common) and len(common) >= len(left) * _LEAST_NAMED / 2 and bool(things(common))


def settles(opened: str, said: Told, open_things: Mapping[str, int], about: frozenset[str] = frozenset()) -> bool:
    """Whether a sentence settles what is open.

    `open_things`: in how many open items each content word stands. `about`: the words of the question or the sentence
    before it that it goes on with.
    """
    subject = _subject(opened)
    left = content_words(subject)
    common = shared_words(left, said.words)
    if about and len(before := shared_words(left, about)) * 2 >= len(about):
        common |= before
    if not things(common):
        return False
    chooses = without_asking(opened) != opened
    named = sum(1 / open_things.get(word, 1) for word in common) / sum(1 / open_things.get(word, 1) for word in left)
    if named < (_LEAST_NAMED_OF_CHOICE if chooses else _LEAST_NAMED):
        return False
    ended = max(said.votes["resolved"], said.votes["decision"]) if chooses else said.votes["resolved"]
    if ended < _LEAST_ENDED:
        return False
    votes = ended - max(said.votes["unresolved"], _LEAST_OPEN)
    if votes + len(common) + _FOR_NAMING * named < _LEAST:
        return False
    return (
        said.may_settle
        and not any(part.isdisjoint(common) for part in _clauses(subject))
        and not names_fewer(opened, said.text)
        and not any(is_another(opened, one, common) for one in {said.text, *said.clauses})
    )


@lru_cache(maxsize=1024)
def _subject(opened: str) -> str:
    """What is open without its label and without what says that it is not known or chosen."""
    return without_asking(without_label(opened))


@lru_cache(maxsize=1024)
def _clauses(subject: str) -> list[frozenset[str]]:
    """The words of each clause: each of them is to be named."""
    return [words for clause in _LISTED.split(subject) if len(words := content_words(clause)) > 1]
