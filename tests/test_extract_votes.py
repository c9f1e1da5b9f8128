"""Votes: what the words of a clause speak for, and the weights they are counted with."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripts import load

from gagent_db.extract import extract
from gagent_db.extract.vocabulary import Ints, Words
from gagent_db.extract.votes import KINDS, SCALE, Tally, count, heard, marks_before

labelled, train, evaluate = (load(f"training/{name}.py") for name in ("labelled", "train", "evaluate"))


def test_the_weights_are_those_of_the_messages_and_features_of_this_version() -> None:
    files = sorted(labelled.MESSAGES.glob("*.txt"))
    assert json.loads(train.MADE_OF.read_text("utf-8")) == train.made_of(files), "run: python training/train.py"


@functools.cache
def read_all(folder: Path) -> list[labelled.Labelled]:
    return [message for path in labelled.sets(folder) for message in labelled.read(path)]


def test_every_message_to_learn_from_can_be_read() -> None:
    messages = read_all(labelled.MESSAGES)
    kinds = [kind for message in messages for _, _, kind, _ in message.marks]
    assert len(messages) > 20_000 and all(kinds.count(kind) > 3_000 for kind in KINDS)


def test_most_of_what_unseen_messages_state_is_found() -> None:
    messages = [message for path in labelled.HELD.glob("twin-*.txt") for message in labelled.read(path)]
    assert len(messages) > 500
    for kind, found in evaluate.counts(messages, evaluate.alone(messages)).items():
        assert found.precision > 0.7 and found.recall > 0.6, kind


def test_what_ordinary_messages_state_is_nearly_all_found() -> None:
    messages = list(labelled.read(labelled.HELD / "plain.txt"))
    for kind, found in evaluate.counts(messages, evaluate.alone(messages)).items():
        assert found.precision > 0.9 and found.recall > 0.8, kind


def test_sets_labelled_by_authors_who_knew_no_rule_are_read_as_asked() -> None:
    """The targets of issue 5, on messages from which nothing was learned; a point or two are noise."""
    messages = [message for path in labelled.HELD.glob("unseen-*.jsonl") for message in labelled.read(path)]
    stated, quoted = evaluate.counts(messages, evaluate.alone(messages)), evaluate.quoted(messages)
    assert stated["decision"].f1 > 0.84 and stated["unresolved"].f1 > 0.84
    assert stated["decision"].precision > 0.84 and stated["unresolved"].precision > 0.84
    assert quoted["command"].f1 > 0.94 and quoted["path"].f1 > 0.94 and quoted["url"].f1 > 0.97


def test_most_of_what_is_pasted_states_nothing() -> None:
    messages = list(labelled.read(labelled.HELD / "pasted-documents.txt"))
    found = evaluate.counts(messages, evaluate.alone(messages))
    wrong = sum(found[kind].found - found[kind].right for kind in KINDS)
    assert wrong < 2 * len(messages)  # of some ten sentences each


def test_no_unseen_message_is_learned_from() -> None:
    held, learned = (
        {message.text for message in read_all(folder) if len(message.text) > 40}
        for folder in (labelled.HELD, labelled.MESSAGES)
    )
    assert not held & learned


PLAIN = st.text(
    st.characters(blacklist_characters="{}|⏎\n\r\t", blacklist_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1
)


@given(st.lists(st.tuples(PLAIN, st.sampled_from(["", "d", "u", "r", "d?"])), min_size=1, max_size=6))
def test_a_line_of_marked_text_is_read_as_it_is_written(parts: list[tuple[str, str]]) -> None:
    line = "en u\t-" + "".join(f"{{{mark}|{text}}}" if mark else text for text, mark in parts)
    found = labelled.parse(line)
    assert found.text == "-" + "".join(text for text, _ in parts) and found.role == "user"
    marked = [(text, labelled.KINDS[mark[0]], mark.endswith("?")) for text, mark in parts if mark]
    assert [(found.text[start:end], kind, optional) for start, end, kind, optional in found.marks] == marked


@pytest.mark.parametrize("line", ["en u no tab", "en\ttext", "en x\ttext", "en u\t", "en u\t{d|not closed"])
def test_a_line_that_cannot_be_read_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "messages.txt"
    path.write_text(f"en a\t{{d|fine}}\n{line}\n", "utf-8")
    with pytest.raises(ValueError, match=r"messages\.txt:2: "):
        list(labelled.read(path))


@given(
    st.lists(st.sampled_from(["we", "keep", "pumps,", "belum.", "3", "ok?", "`x`", "done!"]), min_size=1, max_size=40)
)
def test_the_votes_of_a_clause_are_the_sum_of_those_of_its_words(said: list[str]) -> None:
    counted = votes_of(" ".join(said))
    votes = Tally(np.arange(len(counted)), counted).within(0, len(counted), 0, 0)
    nothing = Tally(np.arange(len(counted)), counted * 0).within(0, len(counted), 0, 0)
    found = np.array(votes.of(0, 1000)) - np.array(nothing.of(0, 1000))
    assert np.allclose(found, sum(weights(vote) for vote in counted.tolist()) / SCALE)


def votes_of(text: str) -> Ints:
    words, *beside = heard(text)
    return count(words, np.zeros(len(words.starts), np.int64), *beside)


def weights(vote: int) -> Ints:
    """The weights of all kinds that one number stands for: 20 bits each, the next kind's one less below zero."""
    found = []
    for _ in KINDS:
        found.append((vote + (1 << 19)) % (1 << 20) - (1 << 19))
        vote = (vote - found[-1]) >> 20
    return np.array(found)


@given(st.lists(st.text(max_size=40), min_size=2, max_size=5))
def test_a_text_votes_the_same_alone_and_among_others(texts: list[str]) -> None:
    texts = [text.replace("\n", " ") for text in texts]
    together = votes_of("\n".join(texts)).tolist()
    assert together == [vote for text in texts for vote in votes_of(text).tolist()]


def test_marks_between_words_and_the_beginning_of_lines_are_told_apart() -> None:
    words = Words(b"one, two. three\n- four? (five) six-7 ")
    line, comma, stop, bullet, asked, bracket = 7, 1, 4, 8, 5, 2
    assert marks_before(words).tolist() == [line, comma, stop, bullet, asked, bracket, 0]


def test_a_name_is_a_capital_letter_where_no_sentence_begins() -> None:
    text = "Ask Pak Amin. He knows, Wati does not"
    words, _, names = heard(text)
    assert [text[words.starts[at] : words.ends[at]] for at in names] == ["Pak", "Amin", "Wati"]


@pytest.mark.parametrize(
    ("text", "role", "kind"),
    [
        ("I read the lease again. The cellar goes to the tenants, the attic to nobody.", "assistant", "decision"),
        ("the third drawer still jams when it rains", "user", "unresolved"),
        ("the missing parcel turned up at the neighbour's", "user", "resolved"),
    ],
)
def test_a_clause_without_a_cue_is_told_by_its_words(text: str, role: str, kind: str) -> None:
    assert kind in {item.kind for item in extract(text, role)}
