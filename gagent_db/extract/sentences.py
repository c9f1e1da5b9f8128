"""Split text into sentences and sentences into clauses, and judge what the clauses state."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from . import cues_closed, cues_decision, cues_decision_id, cues_open, cues_open_id, cues_reasoned
from .cues_reasoned import gives_reason
from .directives import is_directive
from .hedges import IF_CLAUSE, is_repaired, is_request
from .items import Item, Kind, word_set
from .labels import labelled
from .lazy import lazy
from .least_votes import LEAST_BESIDE_RULE, LEAST_FOLLOWING, LEAST_UNCALLED, VotesFor
from .marks import make_item
from .rules import Anchor, Rule, Speaker, anchors_in

RULES = [
    *cues_decision.RULES,
    *cues_decision_id.RULES,
    *cues_reasoned.RULES,
    *cues_open.RULES,
    *cues_open_id.RULES,
    *cues_closed.RULES,
]
_END = lazy(r"[.!?…][\"')\]*_”`]*[ \t]+(?=[\"'(\[`*_~/$“]*\S)")
_SHORT = word_set(
    "etc vs mr mrs ms dr prof drs ir st approx ca dll dsb dkk spt hlm tgl bpk jl al fig nr cf resp incl max min art "
    "sec vol pt cv rp"
)
_BEFORE_NUMBER = word_set("no nr art sec fig hal bab")
ABBREVIATIONS = _SHORT | _BEFORE_NUMBER
_ABBREVIATION = lazy(rf"(?:\b(?:e\.g|i\.e|a\.m|p\.m|{'|'.join(sorted(_SHORT))})|(?:^|\s)[a-z])\.$", re.I)
_NUMBERED = lazy(rf"\b(?:{'|'.join(sorted(_BEFORE_NUMBER))})\.\s+\d", re.I)
_CONTRAST = (
    r"(?:but|tapi|tetapi|although|though|however|whereas|trus|terus|sedangkan|sementara|padahal|namun|"
    r"except)\b[ \t,]+(?!(?:belum|blm|masih|not|still|tidak|gak|never|hasn|has|is|are|dari|sejak|tiap|setiap|sampe|"
    r"sampai)\b)(?:\S+[ \t]+){2}\S"
)
_AT_MARK = (
    rf";[ \t]+|,[ \t]+(?={_CONTRAST}"
    r"|(?:and|so|then|also|or|yet|while|which|dan|jadi|jadinya|lalu|cuma|soal|makanya|tinggal|kecuali|akhirnya|nanti"
    r"|ntar|plus|because|since|karena|soalnya)\b[ \t,]"
    r"|(?:[\w-]+[ \t]+){1,3}(?:belum|blm|masih|udah|sudah|is still|are still|has not|have not|hasn't|haven't)[ \t]\w+)"
)
_CLAUSE_AT_MARK = lazy(_AT_MARK)
_CLAUSE = lazy(
    rf"{_AT_MARK}"
    rf"| (?=[—–\-abdehnpstw])(?:(?:—|–|--|->)[ \t]+|(?={_CONTRAST})"  # one of the letters what follows begins with
    r"|(?P<and>dan|and)[ \t]+(?=(?:[\w\"-]+[ \t]+){1,2}(?:belum|masih|is still|are still|has not|have not|hasn't"
    r"|haven't|is not|are not)\b)"
    r"|(?P<and_they>and)[ \t]+(?=(?:we|i|the|it|that|there|nobody|someone|let's|let|he|she|they|you|from)\b))"
)
_QUOTED_CODE = lazy(r"`[^`\n]*`|https?://\S+")
_QUOTED_SPEECH = lazy(r'(?:(?<=\w[ ,:])|(?<=\w[,:] ))"[^"\n]{8,300}"')
_NUMBERING = 12  # characters, at most, of a number before a sentence ("1.")
_GOING_ON = 80  # characters behind a sentence that may say that what it complains of is repaired
LONGEST = 1500  # characters; a longer sentence is not judged
_FRAGMENT = 3  # words; fewer of them before a statement are no directive of their own
_NAMES = 2  # spaces; with fewer before it in its clause, an "and" joins names and begins no new clause
_EDGES = " .!,;:\t\r\n"
_DROP_OPENING = lazy(
    r"^(?:(?:and|but|so|ok|okay|oke|yes|yeah|yep|then|also|well|dan|tapi|tetapi|terus|trus|nah|eh|oh|btw|lalu|hmm?|"
    r"noted|sip|siap|changed my mind)\b[\s,.:;!-]*)+"
)
_ANNOUNCES = lazy(
    r"(?:we|i|kita|kami)(?: ve| have| all| sudah| udah)? (?:decided|agreed|putuskan|sepakat)"
)  # announces a decision, but does not say which
SPLITTERS = word_set(
    "but tapi tetapi although though however whereas trus terus sedangkan sementara padahal namun except and dan"
)


def called_rules(low: str, speaker: Speaker) -> list[Rule]:
    """Return the rules that apply to this speaker and have an anchor in the sentence (`low`: in lower case)."""
    rules, by_anchor = _applying(speaker)
    present = anchors_in(low, by_anchor.keys())
    return [rules[number] for number in {number for anchor in present for number in by_anchor[anchor]}]


@cache
def _applying(speaker: Speaker) -> tuple[list[Rule], dict[Anchor, list[int]]]:
    """Return the rules that apply to this speaker, and for each anchor the indexes of its rules among them."""
    rules = [rule for rule in RULES if rule.applies(speaker)]
    by_anchor: dict[Anchor, list[int]] = {}
    for number, rule in enumerate(rules):
        for anchor in rule.anchors:
            first, _, second = anchor.partition(" ")
            by_anchor.setdefault((first, second) if second else first, []).append(number)
    return rules, by_anchor


def sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the sentences in `text[start:end]`; numbers and abbreviations do not end one."""
    left = start
    for match in _END.finditer(text, start, end):
        if text[match.start()] == "." and _goes_on(text, left, match.start() + 1, match.end()):
            continue
        yield left, match.end()
        left = match.end()
    if left < end:
        yield left, end


def _goes_on(text: str, left: int, stop: int, after: int) -> bool:
    """Whether the sentence that begins at `left` goes on behind the full stop before `stop`."""
    word = text[max(left, text.rfind(" ", left, stop - 1) + 1) : stop - 1]
    if len(word) > 1 and word.isalpha() and word.lower() not in ABBREVIATIONS:
        return False
    return (
        _ABBREVIATION.search(text, max(left, stop - 8), stop) is not None
        or _NUMBERED.search(text[max(left, stop - 5) : after + 1]) is not None
        or (stop - left < _NUMBERING and text[left:stop].strip(" .").isdigit())
    )


def masked(low: str) -> str:
    """Return a lower-cased sentence with code, addresses and quoted speech masked by "x", of the same length."""
    if "’" in low:
        low = low.replace("’", "'")
    if "`" in low or "://" in low:
        low = _QUOTED_CODE.sub(lambda match: "x" * len(match[0]), low)
    if low.count('"') > 1:
        low = _QUOTED_SPEECH.sub(lambda match: "x" * len(match[0]), low)
    return low.replace("*", " ").replace("_", " ") if "*" in low or "_" in low else low


class Sentence:
    """The sentence `text[start:end]` and who says it. `low`: the same in lower case, `masked`."""

    __slots__ = ("_clauses", "end", "low", "start", "text", "who")

    def __init__(self, text: str, start: int, end: int, low: str, who: Speaker) -> None:
        self.text, self.start, self.end, self.low, self.who = text, start, end, low, who
        self._clauses: list[tuple[int, int]] | None = None

    @property
    def clauses(self) -> list[tuple[int, int]]:
        """(start, end) of each clause, as offsets into the sentence."""
        if self._clauses is None:
            self._clauses = list(clauses(self.low))
        return self._clauses

    @property
    def asks(self) -> bool:
        """Whether it ends with a question mark."""
        return self.low.rstrip("\"')*_ ").endswith("?")

    def item(self, kind: Kind, left: int, right: int) -> Item | None:
        """Return the part between two offsets into the sentence as an item; None if nothing is left of it."""
        return make_item(self.text, kind, self.start + left, self.start + right)

    @property
    def leaves_open(self) -> bool:
        """Whether what it says is missing stays open: it is not repaired at once, nor asked of the next turn."""
        if self.low.endswith(":") or (self.who == "user" and (self.asks or is_request(self.low))):
            return False
        return self.who != "assistant" or not is_repaired(self.low, self.text[self.end : self.end + _GOING_ON])


def judge(
    sentence: Sentence,
    rules: Sequence[Rule],
    votes_for: VotesFor,
    *,
    terse: bool,
    follows: bool,
) -> Iterator[Item]:
    """Yield what a sentence states. Questions and conditions state nothing.

    `rules`: those that may match it; `votes_for`: see `VotesFor`; `terse`: whether it may be a directive without a cue;
    `follows`: whether it stands right behind a decision.
    """
    if announced := labelled(sentence.text, sentence.start, sentence.end, sentence.low, votes_for, by_user=terse):
        yield from announced
        return
    low = sentence.low
    if sentence.asks:
        return
    stated = len(low)
    if rules and not IF_CLAUSE.match(low[opening(low) :].strip()):
        for kind, left, right in _statements(sentence, rules):
            if votes_for(kind, sentence.start + left, sentence.start + right) <= LEAST_BESIDE_RULE[kind]:
                continue
            item = sentence.item(kind, left + opening(low[left:right]), right)
            if item and (kind == "resolved" or " " in item.normalized) and not _ANNOUNCES.fullmatch(item.normalized):
                stated = min(stated, 0 if kind == "decision" else left)
                yield item._replace(how="cue")
    if terse and (item := _directive(sentence, stated, votes_for, follows)):
        yield item


def _directive(sentence: Sentence, stated: int, votes_for: VotesFor, follows: bool) -> Item | None:
    """Return the directive before the first open or closed item of a sentence, which begins at offset `stated`."""
    low, alone = sentence.low, sentence.low[:stated].rstrip()
    if not alone or (stated < len(low) and len(alone.split()) < _FRAGMENT) or alone.endswith(("!", ":")):
        return None
    if not is_directive(alone.strip(" .!,;:*_-"), follows):
        return None
    least = LEAST_FOLLOWING if follows else LEAST_UNCALLED
    if votes_for("decision", sentence.start, sentence.start + stated) <= least:
        return None
    item = sentence.item("decision", opening(low), stated)
    return item and item._replace(how="votes")


def opening(low: str) -> int:
    """Return the length of the "ok, and" that a statement begins with; 0 if there is none."""
    match = _DROP_OPENING.match(low)
    return match.end() if match and match.end() < len(low) - 3 else 0


def _statements(sentence: Sentence, rules: Sequence[Rule]) -> Iterator[tuple[Kind, int, int]]:
    """Yield (kind, start, end) of what each clause states or, if it states nothing, of what follows its first colon."""
    for left, right in sentence.clauses:
        kinds = _kinds(sentence, rules, left, right)
        if not kinds and (colon := sentence.low.find(": ", left, right)) > 0:
            left = colon + 2
            kinds = _kinds(sentence, rules, left, right)
        for kind in kinds:
            yield kind, left, right


def _kinds(sentence: Sentence, rules: Sequence[Rule], left: int, right: int) -> list[Kind]:
    """Return the kinds that rules find in a clause. An open item is nothing else as well."""
    clause = sentence.low[left:right].strip(_EDGES)
    kinds = {rule.kind for rule in rules if rule.find(clause)}
    if "unresolved" in kinds:
        return ["unresolved"] if sentence.leaves_open else []
    return sorted(kinds)


def clauses(low: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the clauses of a lower-cased sentence, each a statement of its own.

    A clause begins behind a punctuation mark or a dash, or at or behind one of `SPLITTERS`; sentences without any of
    these are not searched.
    """
    marked = "," in low or ";" in low
    words = (low.replace(",", " ") if marked else low).split()
    joined = " -" in low or " —" in low or " –" in low or not SPLITTERS.isdisjoint(words)
    left = 0
    for match in _CLAUSE.finditer(low) if joined else _CLAUSE_AT_MARK.finditer(low) if marked else ():
        if match.start() - left < 3 or _joins_names(low, left, match) or gives_reason(low, left, match.end()):
            continue
        yield left, match.start()
        left = match.end()
    if left < len(low):
        yield left, len(low)


def _joins_names(low: str, left: int, cut: re.Match[str]) -> bool:
    """Whether a cut is an "and" between two subjects, which makes no new clause: "rooms 2 and 5 have not paid"."""
    is_and = cut.lastgroup is not None  # the only groups of `_CLAUSE`
    return is_and and low.count(" ", left, cut.start()) < _NAMES
