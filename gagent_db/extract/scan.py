"""Scan many texts in one pass for where each may hold something; the extractors look nowhere else.

The texts stand in one buffer. Words are looked up in a vocabulary (`cue_words`) and rare characters are found as numpy
arrays, so that most texts cost no Python code of their own at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from . import cue_words as kind
from .cue_words import paired_anchors, vocabulary
from .items import Kind
from .least_votes import LEAST_ALONE, LEAST_BESIDE_RULE
from .reading import COLUMNS, Column, Spots
from .sentences import ABBREVIATIONS
from .vocabulary import SIGN, Ints, Words, ascii_bytes
from .votes import (
    KINDS,
    Letters,
    Scores,
    Tally,
    against,
    count,
    marks_before,
    names_in,
    speaker,
)

_GRANTED = 1.5  # votes against tool output that are waived: a clause may be neither a sentence nor a summed part
_PIECE = 500_000  # characters of the buffer that are looked at together
_MARKS = "\n/\\`:@$[-?"
_IS_MARK = bytes(chr(code) in _MARKS for code in range(256))
_IS_CODE = bytes(chr(code) in "{}<>=\\|^$" for code in range(256))  # marks that a person's words do not have
_DEEPEST = 200  # characters of indent that are looked at
_LABEL_REACH = 80  # characters, at most, from a label's word to its colon
_LONGEST_HEADING = 70  # characters of a heading without a mark
_FAR = 1 << 60  # an offset behind every text, where a search finds nothing
_MOST_WORDS = 400  # of a sentence, before it is cut
_DOUBT = 0.5  # votes a clause may have beyond those of its sentence and its parts, also by where it stands
_DIGIT, _UPPER, _LOWER, _LEAD, _LISTED, _BULLET = (1 << bit for bit in range(6))
_CLASSES = np.zeros(256, np.uint8)
for _bit, _letters in (
    (_DIGIT, "0123456789"),
    (_UPPER, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    (_LOWER, "abcdefghijklmnopqrstuvwxyz"),
    (_LEAD, "\n\r *_"),
    (_LISTED, SIGN + "-*+?([0123456789abcdefghijklmnopqrstuvwxyz"),
    (_BULLET, SIGN + "-*+?([0123456789"),
):
    _CLASSES[[ord(letter) for letter in _letters]] |= _bit
_ABBREVIATED = Words(" ".join(ABBREVIATIONS).encode()).keys
Bools = npt.NDArray[np.bool_]
Places = dict[str, Ints]


def scan(texts: Sequence[str], roles: Sequence[str], terse: Sequence[bool], *, told: bool) -> list[Spots | None]:
    """Return the spots of each text; None for a text without any.

    `terse`: whether short directives count in each; `told`: whether all texts are what people said (rules are only
    called there).
    """
    whole = "\n".join(texts)
    if not whole:
        return [None] * len(texts)
    bases = np.cumsum([0, *(len(text) + 1 for text in texts)])
    roles_of = np.array([speaker(role, told=told) for role in roles])
    pieces = [_Piece(whole[start:end], start).places(bases[1:], roles_of, told) for start, end in _pieces(whole)]
    found = (
        pieces[0]
        if len(pieces) == 1
        else {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
    )
    tally = Tally(found["starts"], found["votes"])
    allowed = np.asarray(terse, bool)[np.searchsorted(bases, found["terse"], "right") - 1]
    found["terse"] = found["terse"][allowed]
    return _by_text(found, bases, roles_of, tally, told)


def _pieces(whole: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of pieces of bounded length that end with a line or, if a line is too long, with a word."""
    start = 0
    while start < len(whole):
        end = min(start + _PIECE, len(whole))
        if end < len(whole):
            cut = whole.rfind("\n", start, end)
            cut = cut if cut > start else whole.rfind(" ", start, end)
            end = cut + 1 if cut > start else end
        yield start, end
        start = end


def _by_text(found: Places, bases: Ints, speakers: Ints, tally: Tally, told: bool) -> list[Spots | None]:
    """Return the spots of each text, from places in the whole buffer. `bases`: where each text begins, and the end."""
    filled = np.zeros(len(bases) - 1, np.int64)  # for each text, the bits of the columns that have spots
    columns: dict[str, Column] = {}
    for name, places in found.items():
        if name in _OTHER or not len(places):
            continue
        cuts = np.searchsorted(places, bases)
        counts = np.diff(cuts)
        filled |= (counts > 0) * COLUMNS[name]
        offsets = np.repeat(bases[:-1], counts)
        columns[name] = (places - offsets).tolist(), cuts.tolist()
        if beside := _BESIDE.get(name):
            columns[beside] = (found[beside] - offsets).tolist(), columns[name][1]
    words = np.searchsorted(found["starts"], bases).tolist()
    ranges = zip(words[:-1], words[1:], bases[:-1].tolist(), speakers.tolist(), strict=True)
    return [
        Spots(flags, index, columns, told=told, tally=tally, range_=range_) if flags else None
        for index, (flags, range_) in enumerate(zip(filled.tolist(), ranges, strict=True))
    ]


_BESIDE = {"tokens": "token_ends"}  # a column -> another one with an entry for each of its spots
_OTHER = frozenset((*_BESIDE.values(), "starts", "votes"))  # what `places` returns beside the columns


def _is(letters: Letters, classes: int) -> Bools:
    """Return whether each letter is of one of these classes (bits)."""
    return (_CLASSES[letters] & np.uint8(classes)) != 0


def _merged(*places: Ints) -> Ints:
    """Return all places in ascending order, with duplicates."""
    merged = np.concatenate(places)
    merged.sort()
    return merged


def _least(votes: Mapping[Kind, float]) -> Scores:
    """Return [kind]: the votes that a sentence or a part of it must have, so that a clause of it may have these."""
    return np.array([*votes.values()]) - _DOUBT


def _strongest(tally: Tally, wholes: Ints, parts: Ints, end: int) -> Scores:
    """Return [sentence, kind]: the most votes that the sentence, or a part of it between two marks, has for each kind.

    `wholes` and `parts`: the indexes of the words with which sentences and parts begin; `end`: the number of words.
    """
    if not end:
        return np.zeros((0, len(KINDS)))
    best = tally.of_words(wholes, np.append(wholes[1:], end))
    best_parts = tally.of_words(parts, np.append(parts[1:], end))
    return np.maximum(best, np.maximum.reduceat(best_parts, np.searchsorted(parts, wholes)))


def sentences_of(words: Words) -> Ints:
    """Return the number of the sentence in which each word stands.

    A sentence ends where it surely does: with a line, behind "!", or behind a full stop that is not an abbreviation's.
    A very long one is cut, since its votes would overflow their sum.
    """
    letters, ends = words.letters, words.ends
    mark = letters[ends]
    stops = np.flatnonzero(((mark == ord(".")) | (mark == ord("!"))) & (letters[ends + 1] == ord(" ")))
    short = (ends[stops] - words.starts[stops] < 2) | (letters[words.starts[stops]] < ord("a"))
    short |= np.isin(words.keys[stops], _ABBREVIATED)
    begins = np.zeros(len(ends) + 1, np.int64)
    begins[stops[(mark[stops] == ord("!")) | ~short] + 1] = 1
    begins[np.searchsorted(words.starts, np.flatnonzero(letters == ord("\n")))] = 1
    begins[0] = 1
    firsts = np.flatnonzero(begins[:-1])
    sizes = np.diff(firsts, append=len(ends))
    for long in np.flatnonzero(sizes > _MOST_WORDS):
        begins[firsts[long] : firsts[long] + sizes[long] : _MOST_WORDS] = 1
    return np.cumsum(begins[:-1]) - 1


class _Piece:
    """The arrays of one piece of the buffer, which begins at offset `base`. Letters beyond its ends read as spaces."""

    def __init__(self, text: str, base: int) -> None:
        self.base = base
        self.text = text
        plain = ascii_bytes(text)
        self.plain = plain
        low = plain.lower()
        self.size = len(low)
        self.words = Words(low)
        self.low = self.words.letters
        self.upper = np.frombuffer(plain + b" " * 8, np.uint8)
        self.starts, self.ends = self.words.starts, self.words.ends
        self.starts_and_end = np.append(self.starts, _FAR)
        self.all_kinds = vocabulary().find(self.words)
        self.known = np.flatnonzero(self.all_kinds)
        self.kinds = self.all_kinds[self.known]
        self.marks = np.flatnonzero(np.frombuffer(low.translate(_IS_MARK), np.bool_))
        self.marking = self.low[self.marks]
        self._read_lines()

    def _read_lines(self) -> None:
        """Find the lines that are not empty: begin, end, first character that is no space or ">" (`heads`, `first`).

        And the words that may open them (`opening_words`, of `opening_lines`): the first, and behind a list number the
        second.
        """
        breaks = self.mark("\n")
        starts = np.concatenate((np.zeros(1, np.int64), breaks + 1))
        ends = np.concatenate((breaks, np.full(1, self.size)))
        full = ends > starts
        self.line_starts, self.line_ends = starts[full], ends[full]
        self.heads = self.line_starts.copy()
        inside = np.flatnonzero(self._is_margin(self.low[self.heads]))
        for _ in range(_DEEPEST):
            if not len(inside):
                break
            self.heads[inside] += 1
            inside = inside[self.heads[inside] < self.line_ends[inside]]  # a line of spaces has no other head
            inside = inside[self._is_margin(self.low[self.heads[inside]])]
        self.first = self.low[self.heads]
        words = np.searchsorted(self.starts, self.line_starts)
        lines = np.flatnonzero(self.starts_and_end[words] < self.line_ends)
        words = words[lines]
        after = self.low[self.ends[words]]
        listed = np.flatnonzero((self.ends[words] - self.starts[words] <= 3) & ((after == 46) | (after == 41)))
        following = words[listed] + 1
        same = self.starts_and_end[following] < self.line_ends[lines[listed]]
        self.opening_lines = np.concatenate((lines, lines[listed][same]))
        self.opening_words = np.concatenate((words, following[same]))

    @staticmethod
    def _is_margin(letters: Letters) -> Bools:
        return (letters == 32) | (letters == 9) | (letters == 62)

    def mark(self, mark: str) -> Ints:
        """Return where this mark stands."""
        return self.marks[self.marking == ord(mark)]

    def of(self, bits: int) -> Ints:
        """Return the indexes of the words that have one of these bits (see `cue_words`)."""
        return self.known[self.kinds & np.uint64(bits) != 0]

    def places(self, ends: Ints, who: Ints, told: bool) -> Places:
        """Return every column, ascending, as offsets into the whole buffer, and `starts` and `votes` of all words.

        `ends`: where each text ends in the buffer; `who`: the speaker of each (`votes.speaker`); `told`: whether people
        said them.
        """
        colons, dashes = self.mark(":"), self.mark("-")
        parting = colons[self.low[colons + 1] <= 32]
        before, after = self.low[dashes - 1], self.low[dashes + 1]
        label_ends = _merged(parting, dashes[(before == 32) & (after == 32)])
        flags = dashes[(before <= 32) & (after > 32)]
        opens = self._opens_command(self.opening_words)
        begins = np.sort(self.line_starts[self.opening_lines[opens]])
        tokens, token_ends = self._tokens()
        found = {
            "addresses": self._addresses(colons),
            "hosts": self._hosts(),
            "tokens": tokens,
            "token_ends": token_ends,
            "ticks": self.mark("`"),
            "begins": begins,
            "runs": self._runs(parting, flags),
            "prompts": self._prompts(colons, flags, begins),
            "indents": self._indents(flags, begins),
            "keys": self._keys(),
            "labels": self._labels(label_ends),
            "terse": self._terse(parting),
            "todos": self.starts[self.of(kind.TODO)],
            "specs": self._specs(colons),
            "structure": self._structure(colons),
            "speakers": self._speakers(),
        }
        sizes = np.diff(np.searchsorted(self.starts, ends - self.base), prepend=0)
        found |= self._voted(sizes, who, told)
        if self.base:
            return {name: places if name == "votes" else places + self.base for name, places in found.items()}
        return found

    def _voted(self, sizes: Ints, who: Ints, told: bool) -> Places:
        """Return the votes of all words, the places in sentences with enough of them (`likely`), and the anchors of
        rules in sentences whose votes allow what these find (`heard`, only in what people said).

        `sizes`: how many words of each text are in this piece; `who`: the speaker of each.
        """
        words = self.words
        before, sentences = marks_before(words), sentences_of(words)
        votes = count(words, np.repeat(who, sizes), before, names_in(words, self.upper, before))
        begins = np.diff(sentences, prepend=-1) > 0
        wholes, parts = np.flatnonzero(begins), np.flatnonzero(begins | (before > 0))
        strongest = _strongest(Tally(words.starts, votes), wholes, parts, len(sentences))
        heard = self._anchors(sentences, told & (strongest > _least(LEAST_BESIDE_RULE)))
        least = _least(LEAST_ALONE)
        if not told:  # output is long, which speaks against nearly all of it
            texts = np.searchsorted(np.cumsum(sizes), wholes, "right")
            least = least + np.maximum(against(sizes, who) - _GRANTED, 0)[texts]
        likely: Bools = np.any(strongest > least, axis=1)
        if not told:
            likely[sentences[self._beside_code()]] = False
        return {
            "starts": words.starts,
            "votes": votes,
            "likely": words.starts[parts[likely[sentences[parts]]]],
            "heard": words.starts[heard],
        }

    def _beside_code(self) -> Ints:
        """Return the word before each mark of code in its line, or the line's first word if none stands before it."""
        code = np.flatnonzero(np.frombuffer(self.plain.translate(_IS_CODE), np.bool_))
        lines = self._lines_of(code)
        first = np.searchsorted(self.starts, self.line_starts[lines])
        words = np.maximum(np.searchsorted(self.starts, code, "right") - 1, first)
        return words[self.starts_and_end[words] < self.line_ends[lines]]

    def _anchors(self, sentences: Ints, possible: Bools) -> Ints:
        """Return the words that are anchors of rules, in sentences with an anchor of a kind that is `possible` there.

        `sentences`: of each word; `possible`: [sentence, kind].
        """
        words = self.of(sum(kind.ANCHORS.values()))
        kinds = self.all_kinds[words, None] & np.array([kind.ANCHORS[name] for name in KINDS], np.uint64)
        chosen = np.zeros(len(possible), bool)
        chosen[sentences[words[((kinds > 0) & possible[sentences[words]]).any(1)]]] = True
        words = words[chosen[sentences[words]]]
        alone = self.all_kinds[words] & np.uint64(kind.ALONE) != 0
        return _merged(words[alone], paired_anchors().begun_by(self.words, words[~alone]))

    def _labels(self, label_ends: Ints) -> Ints:
        """Return the words of labels with a colon or dash shortly behind them."""
        places = self.starts[self.of(kind.LABEL)]
        reach = np.append(label_ends, _FAR)[np.searchsorted(label_ends, places)]
        return places[reach - places <= _LABEL_REACH]

    def _terse(self, parting: Ints) -> Ints:
        digits = self.starts[_is(self.low[self.starts], _DIGIT)]
        return _merged(self.starts[self.of(kind.TERSE)], digits, parting)

    def _tokens(self) -> tuple[Ints, Ints]:
        """Return (starts, ends) of the stretches between spaces that hold a slash or backslash."""
        marks = self.marks[(self.marking == ord("/")) | (self.marking == ord("\\"))]
        if not len(marks):
            return marks, marks
        letters = self.low[: self.size]
        spaces = np.flatnonzero((letters == 32) | (letters == 10))
        spaces = np.concatenate((np.full(1, -1), spaces, np.full(1, self.size)))
        index = np.searchsorted(spaces, marks)
        index = index[np.flatnonzero(np.diff(index, prepend=0))]
        return spaces[index - 1] + 1, spaces[index]

    def _addresses(self, colons: Ints) -> Ints:
        """Return the colons of `://`, the "@" of `git@` and `org-12@`, and the words `www`."""
        schemes = colons[(self.low[colons + 1] == 47) & (self.low[colons + 2] == 47)]
        hosts = self.mark("@")
        hosts = hosts[(self.low[hosts - 1] == 116) | _is(self.low[hosts - 1], _DIGIT)]
        return _merged(schemes, hosts, self.starts[self.of(kind.WWW)])

    def _hosts(self) -> Ints:
        """Return the words of domains and ports right before a slash."""
        slashes = self.mark("/")
        words = np.searchsorted(self.ends, slashes)
        ended = np.append(self.ends, _FAR)[words] == slashes
        words = words[ended]
        starts = self.starts[words]
        before = self.low[starts - 1]
        named = (self.all_kinds[words] & np.uint64(kind.DOMAIN)) != 0
        return starts[((before == 46) | (before == 58)) & (named | _is(self.low[starts], _DIGIT))]

    def _opens_command(self, words: Ints) -> Bools:
        """Return whether each of these words may begin a command: a program, a path, a variable, a cmdlet."""
        starts, ends = self.starts[words], self.ends[words]
        capital = _is(self.upper[starts], _UPPER)
        before = self.low[starts - 1]
        program = (self.all_kinds[words] & np.uint64(kind.PROGRAM)) != 0
        cmdlet = capital & (self.upper[ends] == 45) & _is(self.upper[ends + 1], _UPPER)
        return (program & ~capital) | (before == 47) | (before == 36) | cmdlet

    def _lines_of(self, places: Ints) -> Ints:
        """Return the indexes of the lines in which these places stand."""
        return np.maximum(np.searchsorted(self.line_starts, places, "right") - 1, 0)

    def _runs(self, parting: Ints, flags: Ints) -> Ints:
        """Return programs right after "run" and the like, flags, and colons right after labels of commands."""
        known, kinds = self.known, self.kinds
        after_run = np.flatnonzero(
            (kinds[:-1] & np.uint64(kind.RUN) != 0)
            & (kinds[1:] & np.uint64(kind.NAMED) != 0)
            & (known[1:] - known[:-1] == 1)
        )
        ends = np.append(self.ends[self.of(kind.COMMAND_LABEL)], _FAR)
        labelled = parting[ends[np.searchsorted(ends, parting)] == parting]
        return _merged(self.starts[known[after_run + 1]], flags, labelled)

    def _prompts(self, colons: Ints, flags: Ints, begins: Ints) -> Ints:
        """Return places in lines that may begin with a prompt of any shell, a trace ("+ make") or a step of CI."""
        dollars, hosts, signs = self.mark("$"), self.mark("@"), self.mark("?")
        dollars = dollars[(self.low[dollars + 1] == 32) | (self.low[dollars + 1] == 62)]
        hosts = hosts[self.low[hosts - 1] > 45]
        drives = colons[self.low[colons + 1] == 92]
        signs = signs[(self.low[signs + 1] == 32) & (self.low[signs - 1] <= 32)]
        commented = np.flatnonzero((self.first == 35) | (self.first == 37))
        if len(commented):
            working = np.zeros(len(self.first), bool)
            working[self._lines_of(begins)] = True
            working[self._lines_of(flags)] = True
            commented = commented[working[commented]]
        after = self.low[self.heads + 1]
        traced = np.flatnonzero((self.first == 43) & ((after == 32) | (after == 43)))
        steps = self.starts[self.of(kind.STEP)]
        steps = steps[_is(self.upper[steps], _UPPER) | (self.low[steps - 1] == 91)]
        return _merged(dollars, hosts, drives, signs, self.line_starts[commented], self.line_starts[traced], steps)

    def _indents(self, flags: Ints, begins: Ints) -> Ints:
        """Return the lines that begin with a tab or four spaces and hold something that commands have."""
        letters = self.low[self.line_starts]
        deep = np.flatnonzero((letters == 9) | ((self.heads - self.line_starts >= 4) & (letters == 32)))
        if not len(deep):
            return deep
        possible = np.zeros(len(letters), bool)
        for places in (begins, flags, self.mark("/")):
            possible[self._lines_of(places)] = True
        after = self.low[self.ends[self.opening_words]]
        possible[self.opening_lines[(after == 61) | (after == 46)]] = True
        return self.line_starts[deep[possible[deep]]]

    def _keys(self) -> Ints:
        """Return the words that may end a JSON key that names a command."""
        words = self.of(kind.KEY)
        return self.starts[words[self.low[self.ends[words]] == 34]]

    def _specs(self, colons: Ints) -> Ints:
        """Return the colons behind "]" or "] "."""
        closing = self.low[colons - 1]
        return colons[(closing == 93) | ((closing == 32) & (self.low[colons - 2] == 93))]

    def _structure(self, colons: Ints) -> Ints:
        """Return headings, tables, boxes, lines that begin with a sign, lines that end with a colon above a list, and
        JSON keys for a status."""
        first = self.first
        emphasis = ((first == 42) | (first == 95)) & (self.low[self.heads + 1] == first)
        opened = self.line_starts[(first == 35) | (first == 124) | (first == 63) | (first == ord(SIGN)) | emphasis]
        boxes = self.mark("[")
        listed = (self.low[boxes - 1] == 32) & _is(self.low[boxes - 2], _BULLET)
        boxes = boxes[(self.low[boxes + 2] == 93) | (listed & _is(self.low[boxes + 1], _LOWER))]  # "- [done] paid"
        lead = colons[_is(self.low[colons + 1], _LEAD)]
        lines = self._lines_of(lead)
        ends = self.line_ends[lines]
        below = np.append(self.heads, self.size)[lines + 1]
        listed = _is(self.low[below], _LISTED) & ~_is(self.low[below + 1], _LOWER)
        lead = lead[(ends - lead <= 4) & listed]
        status = self.of(kind.STATUS)
        status = status[(self.low[self.starts[status] - 1] == 34) & (self.low[self.ends[status]] == 34)]
        return _merged(opened, boxes, lead, self._bare_headings(), self.starts[status])

    def _bare_headings(self) -> Ints:
        """Return the short lines that end with a word, right above a list."""
        lines = np.flatnonzero(_is(self.first[1:], _BULLET))
        after = self.low[self.heads[lines + 1] + 1]
        lines = lines[~_is(after, _LOWER) & (after != self.first[lines + 1])]
        long = self.line_ends[lines] - self.heads[lines]
        last = self.low[self.line_ends[lines] - 1]
        return self.line_starts[
            lines[(long <= _LONGEST_HEADING) & _is(last, _LOWER | _DIGIT) & _is(self.first[lines], _LOWER)]
        ]

    def _speakers(self) -> Ints:
        """Return the words that name a speaker: "user:", "user]", "user>"."""
        words = self.of(kind.SPEAKER)
        after = self.low[self.ends[words]]
        return self.starts[words[(after == 58) | (after == 93) | (after == 62)]]
