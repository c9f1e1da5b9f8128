"""Learn the weights of `gagent_db/extract/votes.py` from the labelled messages beside this file.

    python training/train.py [--test FILE.jsonl ...] [--without NAME ...]

writes `votes.u4` and what it was made of, `votes.json`: a test tells when messages or features have changed since.
`--without` leaves files out, `--test` shows how well the clauses of other labelled messages are told (average precision
of each kind); with either, nothing is written.

A message is one line of a file in `training/messages`: language and role (u user, a assistant, t:TOOL), a tab, the text
with ⏎ for a line break, and {d|...}, {u|...}, {r|...} around what states a decision, an open or a closed item (with ?
behind the letter: readers may differ). All are invented. Each clause is one example. Logistic regression with a penalty
on large weights, always the same steps: the same messages give the same table.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from gagent_db.extract import statements, votes
from gagent_db.extract.reading import Reading, Spots
from gagent_db.extract.retold import is_retold
from gagent_db.extract.rules import lowered
from gagent_db.extract.sentences import clauses, sentences
from gagent_db.extract.vocabulary import Ints, Words, ascii_bytes

Hashes = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]

MESSAGES = Path(__file__).with_name("messages")
MADE_OF = votes.TABLE.with_suffix(".json")
KINDS = {"d": "decision", "u": "unresolved", "r": "resolved"}
_MARK = re.compile(r"\{([dur])(\??)\|")
_ROLES = {"u": "user", "a": "assistant"}
_OPTIONAL = 0.3  # weight of what readers may differ about
_SEEN = 2  # clauses a piece of evidence must stand in
_STEPS, _RATE, _PENALTY = 600, 0.1, 4.0


@dataclass
class Labelled:
    """A message; `marks`: (start, end, kind, optional)."""

    text: str
    role: str
    tool_name: str | None
    marks: list[tuple[int, int, str, bool]]


@dataclass
class Example:
    """A clause: the hashes of its evidence, and for each kind whether it states one (0.5: readers may differ)."""

    hashes: Hashes
    states: list[float]


def read(path: Path) -> Iterator[Labelled]:
    """The messages of a file; raises ValueError with file and line for one that cannot be read."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                yield parse(line)
            except ValueError as error:
                raise ValueError(f"{path}:{number}: {error}") from None


def parse(line: str) -> Labelled:
    """The message a line stands for; raises ValueError for one that cannot be read."""
    head, _, body = line.partition("\t")
    said = head.split()
    if len(said) != 2 or not (said[1] in _ROLES or said[1].startswith("t:")) or not body.strip():
        raise ValueError("a line is LANGUAGE ROLE, a tab, and a text")
    text: list[str] = []
    opened: list[tuple[str, bool, int]] = []
    marks = []
    at = 0
    while at < len(body):
        if mark := _MARK.match(body, at):
            opened.append((KINDS[mark[1]], bool(mark[2]), len(text)))
            at = mark.end()
            continue
        if body[at] == "}" and opened:
            kind, optional, start = opened.pop()
            marks.append((start, len(text), kind, optional))
        else:
            text.append("\n" if body[at] == "⏎" else body[at])
        at += 1
    if opened:
        raise ValueError("a mark is not closed")
    tool = said[1][2:] if said[1].startswith("t:") else None
    return Labelled("".join(text), _ROLES.get(said[1], "tool"), tool, marks)


class _Listener(statements._Reader):
    """Hears the clauses that cues are looked for in, and judges none."""

    def __init__(self, text: str, who: statements.Speaker) -> None:
        self.text, self.who = text, who
        self.clauses: list[tuple[int, int]] = []

    def _in_section(self, unit: statements._Unit) -> Iterator[statements.Item]:
        return iter(())

    def _in_sentences(self, unit: statements._Unit) -> list[statements.Item]:
        for start, end in sentences(self.text, unit.start, unit.end):
            low = lowered(self.text[start:end])
            self.clauses += [(start + left, start + right) for left, right in clauses(low)]
        return []


def clauses_of(text: str, role: str, tool_name: str | None) -> list[tuple[int, int]]:
    """Where the clauses of a message begin and end of which votes decide: not those of code, nor of what stands below
    a heading that says what it is."""
    if not is_retold(text, role, tool_name):
        return []
    who: statements.Speaker = "user" if role == "user" else "assistant" if role == "assistant" else "people"
    listener = _Listener(text, who)
    reading = Reading(text, Spots(0, 0, {}, told=True))
    base: statements.Section = "retold" if statements.is_retelling(text) else ""
    listener.read_all(statements._units(reading, range(len(text)), who, who == "people", base))
    return listener.clauses


def examples(message: Labelled) -> Iterator[Example]:
    words = Words(ascii_bytes(message.text).lower())
    said = clauses_of(message.text, message.role, message.tool_name)
    if not said or not len(words.starts):
        return
    speaker, size = votes.speaker(message.role), len(words.starts)
    which, hashes = evidence(words, np.full(size, speaker))
    for start, end in said:
        first, last = np.searchsorted(words.starts, [start, end])
        if first == last:
            continue
        rows = np.array(votes.clause_rows(int(first), int(last), size, speaker), np.uint32)
        own = np.append(hashes[(which >= first) & (which < last)], rows)
        yield Example(own, [_stated(message, start, end, kind) for kind in votes.KINDS])


def evidence(words: Words, speakers: Ints) -> tuple[Ints, Hashes]:
    """Hashes of all that words vote by, and which word it is that does."""
    found = list(votes.features(words, speakers, votes.marks_before(words)))
    which = [np.arange(len(words.starts)) if some is None else some for some, _ in found]
    return np.concatenate(which), np.concatenate([hashes for _, hashes in found])


def _stated(message: Labelled, start: int, end: int, kind: str) -> float:
    """1 where a clause states an item of this kind, 0.5 where readers may differ."""
    best = 0.0
    for left, right, marked, optional in message.marks:
        shared = min(end, right) - max(start, left)
        if marked == kind and shared > 0 and shared >= 0.5 * min(end - start, right - left):
            best = max(best, 0.5 if optional else 1.0)
    return best


class Model:
    """A weight for each piece of evidence and kind."""

    def __init__(self, known: Hashes, weights: Floats, bias: Floats) -> None:
        self.known, self.weights, self.bias = known, weights, bias

    def scores(self, some: Iterable[Example]) -> Floats:
        rows = []
        for one in some:
            at = np.searchsorted(self.known, one.hashes)
            at[at == len(self.known)] = 0
            rows.append(self.weights[at[self.known[at] == one.hashes]].sum(0) + self.bias)
        return np.array(rows)


def learn(some: list[Example]) -> Model:
    """The weights with which the examples are told best; evidence of fewer than `_SEEN` clauses has none."""
    everything = np.concatenate([one.hashes for one in some])
    known, counts = np.unique(everything, return_counts=True)
    known = known[counts >= _SEEN]
    sizes = np.array([len(one.hashes) for one in some])
    at = np.minimum(np.searchsorted(known, everything), len(known) - 1)
    kept = known[at] == everything
    column, row = at[kept].astype(np.int32), np.repeat(np.arange(len(some)), sizes)[kept].astype(np.int32)
    states = np.array([one.states for one in some])
    truth = (states > 0).astype(float)
    share = np.where(states == 0.5, _OPTIONAL, 1.0)
    fitted = [_fit(column, row, truth[:, kind], share[:, kind], len(known)) for kind in range(len(votes.KINDS))]
    return Model(known, np.stack([weights for weights, _ in fitted], 1), np.array([bias for _, bias in fitted]))


def _fit(column: Places, row: Places, truth: Floats, share: Floats, size: int) -> tuple[Floats, float]:
    """Weights and bias, by Adam on all examples at once."""
    weights = np.zeros(size + 1)  # the last is the bias
    first, second = np.zeros(size + 1), np.zeros(size + 1)
    for step in range(1, _STEPS + 1):
        score = np.bincount(row, weights[column], len(truth)) + weights[size]
        error = (1 / (1 + np.exp(-score)) - truth) * share
        slope = np.bincount(column, error[row], size + 1)
        slope[size] = error.sum()
        slope[:size] += _PENALTY * weights[:size]
        first = 0.9 * first + 0.1 * slope
        second = 0.98 * second + 0.02 * slope * slope
        rate = _RATE * min(1.0, 2 * (1 - step / (_STEPS + 1)))
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.98**step)) + 1e-8)
    return weights[:size], float(weights[size])


def table(model: Model) -> Bytes:
    """The table of `votes`: a check and one weight a kind for each slot, behind them those of the bias and of
    `clause_rows`. Where two claim a slot, the heavier has it."""
    found = np.zeros(((1 << votes.SLOT_BITS) + votes.ROWS, 4))
    steps = np.rint(model.weights * votes.SCALE)
    order = np.argsort(np.abs(steps).max(1), kind="stable")  # the heaviest last
    order = order[(model.known[order] >= votes.ROWS) & steps[order].any(1)]
    slots = model.known[order] >> np.uint32(32 - votes.SLOT_BITS)
    found[slots, 0] = model.known[order] & np.uint32(0xFF)
    found[slots, 1:] = steps[order]
    rows = np.flatnonzero(model.known < votes.ROWS)
    found[(1 << votes.SLOT_BITS) + model.known[rows].astype(int), 1:] = steps[rows]
    found[1 << votes.SLOT_BITS, 1:] = np.rint(model.bias * votes.SCALE)
    found[:, 1:] = np.clip(found[:, 1:], -127, 127) + votes.NEUTRAL
    return found.astype(np.uint8)


def average_precision(scores: Floats, states: Floats) -> float:
    """Area under precision and recall; what readers may differ about is left out."""
    sure = states != 0.5
    right = (states[sure] > 0)[np.argsort(-scores[sure], kind="stable")]
    return float((np.cumsum(right) / np.arange(1, len(right) + 1))[right].mean()) if right.any() else 0.0


def made_of(files: Sequence[Path]) -> dict[str, str]:
    """Digests of the messages and of what the features make of a text."""
    messages = hashlib.sha256(b"".join(path.read_bytes() for path in files))
    words = Words(ascii_bytes("- Fine: we didn't pay 3 bills, did we?\nSudah dibayar kemarin.").lower())
    which, hashes = evidence(words, np.arange(len(words.starts)) % 3)
    features = hashlib.sha256(which.tobytes() + hashes.tobytes())
    return {"messages": messages.hexdigest(), "features": features.hexdigest()}


def labelled(path: Path) -> Iterator[Labelled]:
    """The messages of a label set in JSONL (text, role, tool_name, gold with kind, text, optional)."""
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        marks = [
            (start, start + len(gold["text"]), gold["kind"], bool(gold.get("optional")))
            for gold in row["gold"]
            if gold["kind"] in votes.KINDS and (start := row["text"].find(gold["text"])) >= 0
        ]
        yield Labelled(row["text"], row["role"], row.get("tool_name"), marks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--test", nargs="+", type=Path, default=[])
    parser.add_argument("--without", nargs="+", default=[])
    given = parser.parse_args()
    files = sorted(path for path in MESSAGES.glob("*.txt") if path.stem not in given.without)
    some = [example for path in files for message in read(path) for example in examples(message)]
    model = learn(some)
    print(f"{len(files)} files, {len(some):,} clauses, {len(model.known):,} pieces of evidence")
    for path in given.test:
        tested = [example for message in labelled(path) for example in examples(message)]
        scores, states = model.scores(tested), np.array([one.states for one in tested])
        found = (average_precision(scores[:, kind], states[:, kind]) for kind in range(len(votes.KINDS)))
        print(path.name, *(f"{kind} {value:.3f}" for kind, value in zip(votes.KINDS, found, strict=True)))
    if not given.test and not given.without:
        table(model).tofile(votes.TABLE)
        MADE_OF.write_text(json.dumps(made_of(files), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
