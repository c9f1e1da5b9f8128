"""The scan before the judges drops nothing: what it lets through gives the same as looking everywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from extract_messages import MESSAGES
from hypothesis import given, settings
from hypothesis import strategies as st

from gagent_db.extract import Item, Message, _read, extract, extract_many
from gagent_db.extract.path_tokens import words_with_separator
from gagent_db.extract.reading import COLUMNS, Spots
from gagent_db.extract.retold import is_retold
from gagent_db.extract.scan import scan
from gagent_db.extract.sentences import RULES
from gagent_db.extract.statements import is_terse
from gagent_db.extract.wrapped import unwrapped


@pytest.fixture(autouse=True, scope="module")
def votes_rule_nothing_out() -> Iterator[None]:
    """Rules are called in every sentence: that votes leave some out is a judgement, no oversight."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gagent_db.extract.scan._DOUBT", np.inf)
        yield


def everywhere(text: str, role: str, told: bool) -> Spots:
    """Spots at every word, mark and line. Votes and the sentences they speak for are the scan's."""
    (found,) = scan([text], [role], [is_terse(text, role)], told=told)
    words = [match.start() for match in re.finditer(r"\w+|[^\w\s]", text)]
    lines = [match.start() for match in re.finditer(r"^.", text, re.M)]
    tokens = list(words_with_separator(text))
    columns = {name: words for name in COLUMNS} | {
        "tokens": [start for start, _ in tokens],
        "token_ends": [end for _, end in tokens],
        "begins": lines,
        "prompts": lines,
        "indents": lines,
        "structure": lines,
        "heard": words,
        "labels": [],
        "likely": found["likely"] if found else [],
        "terse": words if is_terse(text, role) else [],
    }
    spots = Spots(~0, 0, {name: (places, [0, len(places)]) for name, places in columns.items()}, told=told)
    spots.votes = found.votes if found else None
    return spots


def looked_at_everywhere(message: Message) -> list[Item]:
    """What the judges alone find."""
    text, role, tool_name, _ = message
    joined = unwrapped(text)
    return _read(everywhere(joined, role, is_retold(text, role, tool_name)), joined, message)


def labelled(shared_data: Path) -> list[Message]:
    rows = map(json.loads, (shared_data / "labels" / "dev.jsonl").read_text("utf-8").splitlines())
    return [(row["text"], row["role"], row["tool_name"], "text") for row in rows]


def test_nothing_is_lost_in_the_labelled_set(shared_data: Path) -> None:
    messages = labelled(shared_data)
    for message, found in zip(messages, extract_many(messages), strict=True):
        assert found == looked_at_everywhere(message), message[0]


@pytest.mark.parametrize("number", range(len(MESSAGES)))
def test_nothing_is_lost_in_invented_messages(number: int) -> None:
    role, tool, text, _, _ = MESSAGES[number]
    assert extract(text, role, tool) == looked_at_everywhere((text, role, tool, "text"))


ANCHORS = st.sampled_from(sorted({anchor for rule in RULES for anchor in rule.anchors}))
FILLERS = st.sampled_from(["we", "the", "is,", "not.", "to?", "\n-", "yet:", "`make`", "/etc/x", "$", "run", "i'll"])


@settings(max_examples=60, derandomize=True)
@given(st.lists(ANCHORS | FILLERS, max_size=25).map(" ".join), st.sampled_from(["user", "assistant", "tool"]))
def test_nothing_is_lost_in_texts_made_of_cues(text: str, role: str) -> None:
    assert extract(text, role) == looked_at_everywhere((text, role, None, "text"))


@given(st.lists(st.text(max_size=60), min_size=1, max_size=12))
def test_many_messages_at_once_give_what_each_gives_alone(texts: list[str]) -> None:
    messages: list[Message] = [(text, "user", None, "text") for text in texts]
    assert extract_many(messages) == [extract(*message) for message in messages]


def test_a_sentence_is_read_alike_whatever_is_scanned_with_it() -> None:
    said: Message = ("The plum walk has no guide yet.", "tool", "read_file", "text")
    (alone,) = extract(*said)
    for words in range(400):
        assert extract_many([("word " * words, "tool", "read_file", "text"), said])[1] == [alone]
    for code in ("{", "<b>", "=\n", "x = 1"):
        assert extract_many([said, (code, "tool", "read_file", "text")])[0] == [alone]
