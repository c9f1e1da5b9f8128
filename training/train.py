"""Learn the weights of `gagent_db/extract/votes.py` from the labelled messages beside this file.

    python training/train.py

writes `votes.u4`, and `votes.json` with what it was made from: a test fails when messages or features have changed
since. Each clause of a message is one example. Logistic regression with a penalty on large weights, always in the same
steps, so the same messages give the same table. `evaluate.py` measures how well it reads unseen messages.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from labelled import MESSAGES, Labelled, read, shared

from gagent_db.extract import votes
from gagent_db.extract.items import SAYING, Section
from gagent_db.extract.reading import Reading, Spots
from gagent_db.extract.retold import is_retold
from gagent_db.extract.rules import lowered
from gagent_db.extract.sentences import clauses, sentences
from gagent_db.extract.units import SPEAKER_MARKS, Unit, told_units, units_of
from gagent_db.extract.vocabulary import Ints, Words
from gagent_db.extract.wrapped import unwrapped

Hashes = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]

MADE_OF = votes.TABLE.with_suffix(".json")
_OPTIONAL = 0.3  # weight of optional labels, about which readers may differ
_SEEN = 2  # clauses in which a piece of evidence must occur
_STEPS, _RATE, _PENALTY = 300, 0.1, 4.0
_PENALTY_OF_SECTIONS = 0.1  # few clauses are in one


@dataclass
class Example:
    """A clause: the hashes of its evidence, and for each kind whether it states one (0.5: readers may differ)."""

    hashes: Hashes
    states: list[float]


def examples(message: Labelled) -> Iterator[Example]:
    text = unwrapped(message.text)
    told = is_retold(text, message.role, message.tool_name)
    said = list(voted_clauses(text, told_units(text, message.role, message.tool_name) if told else tool_units(text)))
    if not said:
        return
    speaker = votes.speaker(message.role, told=is_retold(message.text, message.role, message.tool_name))
    words, which, hashes = evidence(text, speaker)
    size = len(words.starts)
    for start, end, section in said:
        first, last = np.searchsorted(words.starts, [start, end])
        if first == last:
            continue
        rows = np.array(votes.clause_rows(int(first), int(last), size, speaker, section), np.uint32)
        own = np.append(hashes[(which >= first) & (which < last)], rows)
        yield Example(own, [_stated(message, start, end, kind) for kind in votes.KINDS])


def tool_units(text: str) -> Iterable[Unit]:
    """All units of a tool's output that is not what people said."""
    speakers = any(mark in text for mark in SPEAKER_MARKS)
    return units_of(Reading(text, Spots(0, 0, {}, told=False)), range(len(text)), "tool", speakers)


def voted_clauses(text: str, units: Iterable[Unit]) -> Iterator[tuple[int, int, Section]]:
    """Start, end and section of the clauses of a message that votes decide about.

    Code is left out, and units with a box or status sign. In a section that says what its items are, each item is one
    clause.
    """
    for unit in units:
        if unit.mark in ("open", "done"):
            continue
        if unit.section in SAYING:
            yield unit.start, unit.end, unit.section
            continue
        for start, end in sentences(text, unit.start, unit.end):
            for left, right in clauses(lowered(text[start:end])):
                yield start + left, start + right, unit.section


def evidence(text: str, speaker: int) -> tuple[Words, Ints, Hashes]:
    """The words of a text, and the hashes of all evidence they vote by, each with the word that does."""
    words, *beside = votes.heard(text)
    found = list(votes.features(words, np.full(len(words.starts), speaker), *beside))
    which = [np.arange(len(words.starts)) if some is None else some for some, _ in found]
    nothing = np.zeros(0, np.uint32)
    return words, np.concatenate([nothing, *which]).astype(int), np.concatenate([nothing, *(one for _, one in found)])


def _stated(message: Labelled, start: int, end: int, kind: str) -> float:
    """1 where a clause states an item of this kind, 0.5 where readers may differ."""
    said = [0.5 if mark[3] else 1.0 for mark in message.marks if mark[2] == kind and shared(mark, start, end)]
    return max(said, default=0.0)


@dataclass
class Model:
    """A weight for each piece of evidence and kind."""

    known: Hashes
    weights: Floats
    bias: Floats


def learn(some: list[Example]) -> Model:
    """The weights that tell the examples apart best; evidence in fewer than `_SEEN` clauses has none."""
    everything = np.concatenate([one.hashes for one in some])
    known, counts = np.unique(everything, return_counts=True)
    known = known[counts >= _SEEN]
    sizes = np.array([len(one.hashes) for one in some])
    at = np.minimum(np.searchsorted(known, everything), len(known) - 1)
    kept = known[at] == everything
    sizes = np.add.reduceat(kept.astype(int), np.cumsum(sizes) - sizes)
    evidence = Evidence.of(at[kept].astype(np.int32), sizes)
    states = np.array([one.states for one in some])
    truth = (states > 0).astype(float)
    share = np.where(states == 0.5, _OPTIONAL, 1.0)
    penalty = np.append(
        np.where((known >= votes.SECTIONS) & (known < votes.ROWS), _PENALTY_OF_SECTIONS, _PENALTY), 0
    )  # none on the bias
    fitted = [_fit(evidence, truth[:, kind], share[:, kind], penalty) for kind in range(len(votes.KINDS))]
    return Model(known, np.stack([weights for weights, _ in fitted], 1), np.array([bias for _, bias in fitted]))


@dataclass
class Evidence:
    """The pieces of evidence in each example, and the examples of each piece.

    The pieces of an example are those of `pieces` from its place in `first_piece` on, the examples of a piece those of
    `examples` from its place in `first_example` on."""

    pieces: Places
    first_piece: Places
    examples: Places
    first_example: Places

    @classmethod
    def of(cls, pieces: Places, sizes: Places) -> Evidence:
        """`sizes`: how many pieces each example has, at least one."""
        order = np.argsort(pieces, kind="stable")
        examples = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)[order]
        counts = np.bincount(pieces)
        return cls(pieces, np.cumsum(sizes) - sizes, examples, np.cumsum(counts) - counts)


def _fit(evidence: Evidence, truth: Floats, share: Floats, penalty: Floats) -> tuple[Floats, float]:
    """Weights and bias, by Adam on all examples at once."""
    size = len(evidence.first_example)
    weights = np.zeros(size + 1)  # the last is the bias
    first, second = np.zeros(size + 1), np.zeros(size + 1)
    for step in range(1, _STEPS + 1):
        score = np.add.reduceat(weights[evidence.pieces], evidence.first_piece) + weights[size]
        error = (1 / (1 + np.exp(-score)) - truth) * share
        slope = np.append(np.add.reduceat(error[evidence.examples], evidence.first_example), error.sum())
        slope += penalty * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.98 * second + 0.02 * slope * slope
        rate = _RATE * min(1.0, 2 * (1 - step / (_STEPS + 1)))
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.98**step)) + 1e-8)
    return weights[:size], float(weights[size])


def table(model: Model) -> Bytes:
    """The table of `votes`: a check and one weight per kind for each slot, then those of the bias and of `clause_rows`.
    If two pieces claim a slot, the heavier gets it."""
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


def made_of(files: Sequence[Path]) -> dict[str, str]:
    """Digests of the messages, and of the features of a sample text."""
    messages = hashlib.sha256(b"".join(path.read_bytes() for path in files))
    said = "- Fine: we didn't pay Ms Vance 3 bills, did we?\nSudah dibayar kemarin."
    made = [part.tobytes() for who in range(4) for part in evidence(said, who)[1:]]
    features = hashlib.sha256(b"".join(made))
    return {"messages": messages.hexdigest(), "features": features.hexdigest()}


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    files = sorted(MESSAGES.glob("*.txt"))
    some = [example for path in files for message in read(path) for example in examples(message)]
    model = learn(some)
    print(f"{len(files)} files, {len(some):,} clauses, {len(model.known):,} pieces of evidence")
    table(model).tofile(votes.TABLE)
    MADE_OF.write_text(json.dumps(made_of(files), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
