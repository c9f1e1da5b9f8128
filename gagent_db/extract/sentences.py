"""One sentence: where it ends, how it falls into clauses, and what its clauses state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from . import cues_closed, cues_decision, cues_decision_id, cues_open, cues_open_id
from .directives import is_directive, is_request
from .hedges import (
    BACKSTORY,
    HEDGE,
    IF_CLAUSE,
    NOT_DECIDED,
    OTHERS,
    SENTIMENT,
    STORY,
    asks_plainly,
    holds,
    is_next_step,
    is_repaired,
    is_work_now,
    told_before,
)
from .items import Item, Kind, word_set
from .labels import labelled
from .lazy import lazy
from .marks import make_item
from .rules import Rule, Speaker, anchors_in

RULES = [
    *cues_decision.RULES,
    *cues_decision_id.RULES,
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
_CLAUSE = lazy(
    r";[ \t]+"
    rf"| (?=[—–\-abdehnpstw])(?:(?:—|–|--|->)[ \t]+|(?={_CONTRAST})"  # one of the letters what follows begins with
    r"|(?:dan|and)[ \t]+(?=(?:[\w\"-]+[ \t]+){1,2}(?:belum|masih|is still|are still|has not|have not|hasn't|haven't"
    r"|is not|are not)\b)"
    r"|and[ \t]+(?=(?:we|i|the|it|that|there|nobody|someone|let's|let|he|she|they|you|from)\b))"
    rf"|,[ \t]+(?={_CONTRAST}"
    r"|(?:and|so|then|also|or|yet|while|which|dan|jadi|jadinya|lalu|cuma|soal|makanya|tinggal|kecuali|akhirnya|nanti"
    r"|ntar|plus|because|since|karena|soalnya)\b[ \t,]"
    r"|(?:[\w-]+[ \t]+){1,3}(?:belum|blm|masih|udah|sudah|is still|are still|has not|have not|hasn't|haven't)[ \t]\w+)"
)
_AS_AGREED = lazy(
    r"^(?:\W*)(?:as|like) (?:we )?(?:discussed|agreed|decided|planned|settled|you (?:said|asked|wanted|decided|"
    r"requested))[^,:]{0,30}[,:] (?!i'll|i will|i've|i have|here|let|the (?:draft|file|link))"
    r"|^(?:\W*)according to (?:the|your|our) (?:\w+ )?(?:protocol|minutes|agreement|decision|"
    r"resolution)[^,:]{0,30}[,:] "
    r"(?!nobody|nothing|no )"
    r"|^(?:\W*)according to (?:the|your|our) (?:minutes|agreement|contract|lease|rota|decision log) (?!of|from|on|in|"
    r"for|you (?:can|could))"
    r"|^(?:\W*)under the (?:\w+ )?(?:contract|lease|agreement|treaty|policy|rules)(?: (?:you|we|they) \w+)?(?: (?:in|"
    r"on) \w+)?,? "
    r"(?!you (?:can|could|may)|there|it)"
    r"|^(?:\W*)(?:as )?per (?:the|our|your|their|his|her|last) [^,:]{2,40}[,:] (?!i'll|i will|i've|i have|here|let)"
    r"|^(?:\W*)(?:as )?per (?:your|our|their|his|her) (?:message|request|mail|email|call|note|instructions?|rule|wish|"
    r"decision|answer),? (?!i'll|i will|i've|i have|here|let)"
    r"|^(?:\W*)(?:sesuai|seperti) (?:yang )?(?:kesepakatan|obrolan|permintaan|keputusan|dibahas|disepakati|arahan|"
    r"instruksi|pesan|keinginan|kata|usul|masukan|"
    r"pembahasan|rencana|diminta)[^,:]{0,30}[,:] (?!saya|aku|berikut)"
)
_AS_WANTED = lazy(r"\bas you (?:wanted|asked|requested|decided|specified|preferred): (?=\S+ \S+)")
_QUOTED_CODE = lazy(r"`[^`\n]*`|https?://\S+")

_QUOTED_SPEECH = lazy(r'(?:(?<=\w[ ,:])|(?<=\w[,:] ))"[^"\n]{8,300}"')

# Sentences that only say that something is decided: the next one says what.
_ANNOUNCES = lazy(
    r"^(?:(?:ok|okay|oke|so|yes|yeah|alright|sip|nah|and|fine)[, ]+)*(?:i've decided|we've decided|we have decided|"
    r"i have decided|(?:the )?decision(?:'s| is)? made|deal|it's settled|it's decided|settled|decided|final decision|"
    r"we have a decision|udah diputusin|sudah diputuskan|udah fix|fix|fix ya|sepakat|deal ya)\W*$"
)
_NUMBERING = 12  # characters of a number before a sentence, at most
_GOING_ON = 80  # characters behind a sentence in which it may be put right
LONGEST = 1500  # characters of a sentence that is judged
_ANNOUNCEMENT = 120  # characters of a sentence that only announces
_MOST_COMMAS = 12  # more of them make a list, not spliced sentences
_OWN_STATEMENT = 4  # words from which a comma-spliced part is an item of its own
_ASKS = lazy(
    r"\W*(?:(?:and|but|so|ok|okay|oke|btw|wait|hey|hi|eh|tapi|terus|jadi|dan|also|or|quick question)\W+)*(?:did|do|"
    r"does|"
    r"is|are|was|were|am|can|could|should|shall|will|would|have|has|had|may|might|what|which|who|whose|when|where|why|"
    r"how|"
    r"if|don't|didn't|isn't|aren't|apa|apakah|gimana|bagaimana|kenapa|mengapa|siapa|kapan|berapa|mana|bisa|boleh|"
    r"menurut|"
    r"kalau|kalo|any|anyone|anything|remember|is it)\b"
)
_TAG = lazy(r", (?:\S+ ){0,1}\S+\?\W*$")
_ASKED_OF = lazy(r"\b(?:mana|apa|apakah|siapa|kapan|berapa|gimana|bagaimana|kenapa|what|which|who|how|whether|ya)\b")
_REASON = lazy(r",?\s*(?:because|since|karena|soalnya)\b")  # behind a clause: a choice is often told by its reason
# A second order behind a comma: "drop question 7, keep the timestamps as they are".
_ORDER = lazy(
    r"(?<!\byes)(?<!\bno)(?<!\bthat)(?<!\bthing), (?=(?:we|let's|keep|leave|use|drop|skip|take|stick|stay|switch|"
    r"cukup|pakai|pake|jangan|"
    r"tetap|tetep)\b(?: [^ ,]+){2,})"
)
_AGREEING = word_set("agreed deal sold settled decided final fix sepakat setuju")
_AND = lazy(r",? (?:dan|serta|sedangkan) ")  # between two things of one state: "pompanya bocor dan talinya putus"
_ANDS = (" dan ", " serta ", " sedangkan ")
_STATES = frozenset(("resolved", "unresolved"))
_BUT = lazy(r",? (?:but|tapi|tetapi|cuma) ")  # "printed, but not sent": one thing is closed, the other open
_FRAGMENT = 3  # words without which what stands before a statement says nothing
_EDGES = " .!,;:\t\r\n"
_DROP_OPENING = lazy(
    r"^(?:(?:and|but|so|ok|okay|oke|yes|yeah|yep|then|also|well|dan|tapi|tetapi|terus|trus|nah|eh|oh|btw|lalu|hmm?|"
    r"noted|sip|siap|changed my mind)\b[\s,.:;!-]*)+",
    re.I,
)
SPLITTERS = word_set(
    "but tapi tetapi although though however whereas trus terus sedangkan sementara padahal namun except and dan"
)


def called_rules(low: str, speaker: Speaker) -> list[Rule]:
    """The rules that read a sentence (in lower case) of this speaker and have an anchor there, in their order: the
    first of them to match says where the cue stands."""
    rules, by_anchor = _applying(speaker)
    said = anchors_in(low) & by_anchor.keys()
    return [rules[number] for number in sorted({number for anchor in said for number in by_anchor[anchor]})]


@cache
def _applying(speaker: Speaker) -> tuple[list[Rule], dict[str, list[int]]]:
    """The rules that read this speaker, and the numbers of those that have an anchor."""
    rules = [rule for rule in RULES if rule.applies(speaker)]
    by_anchor: dict[str, list[int]] = {}
    for number, rule in enumerate(rules):
        for anchor in rule.anchors:
            by_anchor.setdefault(anchor, []).append(number)
    return rules, by_anchor


def sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of `text[start:end]`; numbers and abbreviations do not end one."""
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
    """A sentence in lower case, same length, with code, addresses and quoted speech blanked out."""
    if "’" in low:
        low = low.replace("’", "'")
    if "`" in low or "://" in low:
        low = _QUOTED_CODE.sub(lambda match: "x" * len(match[0]), low)
    if low.count('"') > 1:
        low = _QUOTED_SPEECH.sub(lambda match: "x" * len(match[0]), low)
    return low.replace("*", " ").replace("_", " ") if "*" in low or "_" in low else low


class Sentence:
    """A sentence `text[start:end]` and who says it. `low`: in lower case, `masked`."""

    __slots__ = ("_clauses", "end", "low", "start", "text", "who")

    def __init__(self, text: str, start: int, end: int, low: str, who: Speaker) -> None:
        self.text, self.start, self.end, self.low, self.who = text, start, end, low, who
        self._clauses: list[tuple[int, int]] | None = None

    @property
    def clauses(self) -> list[tuple[int, int]]:
        """Where in it each of its clauses begins and ends."""
        if self._clauses is None:
            self._clauses = list(clauses(self.low))
        return self._clauses

    def item(self, kind: Kind, left: int, right: int) -> Item | None:
        """What it says from one place to another, as an item."""
        return make_item(self.text, kind, self.start + left, self.start + right)

    def leaves_open(self, clause: str) -> bool:
        """Whether what one of its clauses lacks stays so: it is not mended at once, and no work of this turn."""
        if self.low.endswith(":") or is_work_now(clause, self.low, self.who == "user"):
            return False
        return self.who != "assistant" or not is_repaired(self.low, self.text[self.end : self.end + _GOING_ON])

    def until(self, right: int) -> Sentence:
        """Its beginning."""
        return Sentence(self.text, self.start, self.start + right, self.low[:right], self.who)


def judge(
    said: Sentence,
    rules: Sequence[Rule],
    backs: Callable[[Kind, int, int], bool],
    *,
    terse: bool,
    follows: bool,
) -> Iterator[Item]:
    """What a sentence states. `rules`: those it may match; `backs`: whether a stretch of the text may state what no
    label says; `terse`: whether the sentence may be a directive without a cue; `follows`: whether it stands right
    behind a decision.
    """
    if announced := labelled(said.text, said.start, said.end, said.low, terse):
        yield from announced
        return
    question = said.low.rstrip("\"')*_ ").endswith("?")
    if question and (told := told_before(said.low)):
        said, question = said.until(told), False
    low, by_user = said.low, said.who == "user"
    agreed = _AS_AGREED.match(low) or ("as you " in low and _AS_WANTED.search(low))
    if agreed and not question:
        if item := said.item("decision", agreed.end(), len(low)):
            yield item
        return
    if by_user and not question and len(low) < _ANNOUNCEMENT and _ANNOUNCES.match(low.strip()):
        text, end = said.text, said.end
        following = next(sentences(text, end, min(len(text), end + 300)), None)
        if following and "?" not in text[slice(*following)] and (item := make_item(text, "decision", *following)):
            yield item
        return
    stated = len(low)
    for kind, left, right in _statements(said, question, rules) if rules else ():
        if kind == "decision" and (question or (by_user and asks_plainly(low))):
            continue
        if not backs(kind, said.start + left, said.start + right):
            continue
        item = said.item(kind, left + opening(low[left:right]), right)
        if item and terse and kind == "decision" and item.normalized.isalpha() and item.normalized not in _AGREEING:
            item = said.item(kind, left, right)  # "ok tablet": one word says nothing alone
        if item and (kind == "resolved" or " " in item.normalized):
            stated = min(stated, 0 if kind == "decision" else left)
            yield item
    if terse and not question and (item := _directive(said, stated, backs, follows)):
        yield item


def _directive(said: Sentence, stated: int, backs: Callable[[Kind, int, int], bool], follows: bool) -> Item | None:
    """The directive that stands before the first open or closed item of a sentence, which begins at `stated`."""
    low, alone = said.low, said.low[:stated].rstrip()
    if not alone or (stated < len(low) and len(alone.split()) < _FRAGMENT) or alone.endswith(("!", ":")):
        return None
    if not (follows or backs("decision", said.start, said.start + stated)):
        return None
    if not is_directive(alone.strip(" .!,;:*_-"), follows):
        return None
    if (said.who == "user" and asks_plainly(low)) or OTHERS.match(low):
        return None
    if any(told.search(low) for told in (BACKSTORY, NOT_DECIDED, SENTIMENT, STORY)):
        return None
    return said.item("decision", opening(low), stated)


def opening(low: str) -> int:
    """Length of the "ok, and" a statement begins with."""
    match = _DROP_OPENING.match(low)
    return match.end() if match and match.end() < len(low) - 3 else 0


def _statements(said: Sentence, question: bool, rules: Sequence[Rule]) -> list[tuple[Kind, int, int]]:
    """(kind, start, end) of what the clauses state; neighbours that state the same are one."""
    low, who = said.low, said.who
    joined = any(word in low for word in _ANDS)
    found: list[tuple[Kind, int, int]] = []

    def meant(left: int, right: int) -> list[tuple[Rule, re.Match[str]]]:
        """The rules that match a clause and are meant there."""
        clause = low[left:right].strip(_EDGES)
        if right < len(low) and _REASON.match(low, right):
            clause += ", because"
        matches = [(rule, match) for rule in rules if (match := rule.find(clause))]
        if not matches:  # the usual case
            return matches
        conditional = bool(IF_CLAUSE.match(low.strip()[opening(low.strip()) :]))
        asked = question and (
            right == len(low) or bool(_TAG.search(low)) or bool(_ASKS.match(low) or _ASKED_OF.search(clause))
        )
        kept = [(r, m) for r, m in matches if holds(r, clause, m, low[:left], asked, conditional)]
        if who == "assistant" and _hold(kept, "decision") and is_next_step(low):
            kept = [(r, m) for r, m in kept if r.kind != "decision"]
        if _hold(kept, "unresolved") and not said.leaves_open(clause):
            kept = [(r, m) for r, m in kept if r.kind != "unresolved"]
        return kept

    for left, right in said.clauses:
        stated = meant(left, right)
        if not stated and (colon := low.find(": ", left, right)) > 0 and low.count(" ", left, colon) > 1:
            stated = [] if HEDGE.search(low, left, colon) else meant(colon + 2, right)
            left = colon + 2 if stated else left
        parts = [(left, right, stated)]
        kinds = {rule.kind for rule, _ in stated}
        if kinds == {"decision"} and (cut := _ORDER.search(low, left, right)):
            halves = [(left, cut.start() + 2), (cut.start() + 2, right)]
            told = [(at, end, those) for at, end in halves if (those := meant(at, end))]
            parts = told if len(told) == 2 else parts
        elif joined and kinds <= _STATES and (cut := _AND.search(low, left, right)):
            halves = [(left, cut.start()), (cut.end(), right)]
            told = [(at, end, those) for at, end in halves if (those := meant(at, end))]
            parts = told if len(told) == 2 or not stated else parts
        elif kinds >= _STATES and (cut := _BUT.search(low, left, right)):
            still = [(rule, match) for rule, match in stated if rule.kind != "resolved"]
            parts = [(left, cut.start(), meant(left, cut.start())), (left, right, still)]
        if 0 < low.count(", ", left, right) <= _MOST_COMMAS and len(kinds) != 1:
            spliced = [(at, end, those) for at, end in _spliced(low, left, right) if (those := meant(at, end))]
            if who == "user" and is_request(low):  # "sort by price, highest first": the rest is how
                spliced = [part for part in spliced if all(rule.kind != "decision" for rule, _ in part[2])]
            parts = [part for part in spliced if _stands_alone(low, left, *part[:2])] or parts
        for at, end, those in parts:
            clause = low[at:end].strip(_EDGES)
            shift = low.find(clause, at)
            for kind, cue in _kinds(clause, those).items():
                if found and found[-1][0] == kind and found[-1][2] == at and len(clause.split()) < _OWN_STATEMENT:
                    found[-1] = (kind, found[-1][1], end)
                else:
                    found.append((kind, _tighten(low, at, end, shift + cue.start(), shift + cue.end(), kind), end))
    return found


def _hold(meant: list[tuple[Rule, re.Match[str]]], kind: Kind) -> bool:
    """Whether one of these rules finds this kind."""
    return any(rule.kind == kind for rule, _ in meant)


def _spliced(low: str, left: int, right: int) -> Iterator[tuple[int, int]]:
    """Where a clause that states nothing as a whole falls apart at its commas: chat splices sentences."""
    at = left
    while at < right:
        end = low.find(", ", at, right)
        end = right if end < 0 else end + 2
        yield at, end
        at = end


def _stands_alone(low: str, left: int, at: int, end: int) -> bool:
    """Whether a spliced part has words of its own; what stands behind a hedge in its clause stays with it."""
    return len(low[at + opening(low[at:end]) : end].split()) > 1 and not HEDGE.search(low, left, at)


def _kinds(clause: str, meant: list[tuple[Rule, re.Match[str]]]) -> dict[Kind, re.Match[str]]:
    """The kinds of one clause with their cues. What is open is not closed, and what is not yet decided no decision."""
    kinds: dict[Kind, re.Match[str]] = {}
    for rule, match in sorted(meant, key=lambda found: found[1].start()):
        kinds.setdefault(rule.kind, match)
    if "unresolved" in kinds:
        kinds.pop("resolved", None)
        if NOT_DECIDED.search(clause) or re.search(r"\b(?:belum|yet|still|masih|remains?)\b", clause):
            kinds.pop("decision", None)
    return kinds


def clauses(low: str) -> Iterator[tuple[int, int]]:
    """Where a sentence falls apart into statements of their own.

    A statement begins behind more than a space, or at or behind one of `SPLITTERS`.
    """
    if not ("," in low or ";" in low or "—" in low or "–" in low or " -" in low) and SPLITTERS.isdisjoint(low.split()):
        yield 0, len(low)
        return
    left = 0
    for match in _CLAUSE.finditer(low):
        if match.start() - left < 3:
            continue
        yield left, match.start()
        left = match.end()
    if left < len(low):
        yield left, len(low)


def _tighten(low: str, left: int, right: int, cue: int, cue_end: int, kind: Kind) -> int:
    """Start behind a clause with a colon, or at the comma that precedes the cue when what stands before it is another
    thought."""
    colon = low.find(": ", left, right)
    if (
        kind != "resolved"
        and 0 < colon < cue_end
        and 3 < len(low[left:colon].split()) < 9
        and len(low[colon:right].split()) > 2
    ):
        left = colon + 2
        cue = max(cue, left)
    comma = low.rfind(", ", left, cue)
    if comma < 1 or kind == "resolved" or cue - comma > 24:
        return left
    return comma + 2 if len(low[left:comma].split()) > 3 and len(low[comma:right].split()) > 3 else left
