"""What a pattern needs stands in everything that it matches."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from gagent_db.extract.calls import OFTEN, Called, Learner
from gagent_db.extract.needs import Words, needs
from gagent_db.extract.rules import FLAGS, Rule, spaced
from gagent_db.extract.sentences import ANNOUNCING, GATE, RULES, masked
from gagent_db.extract.vocabulary import ascii_bytes

NONE = np.zeros(0, np.int64)


@pytest.fixture(scope="module")
def called() -> Called:
    learner = Learner()
    learner.learn(range(ANNOUNCING + 1))
    return learner.called


def calls(called: Called, text: str) -> set[int]:
    """The rules a text calls when everybody is heard."""
    user = np.zeros(1, np.int64)
    _, found = called.find(text, ascii_bytes(text).lower(), NONE, NONE, lambda places: user[0 * places])
    return set(found.tolist())


def words(source: str) -> set[str]:
    return {
        ("^" if one.opens else "") + " ".join(one.words) + ("$" if one.ends else "")
        for need in needs(source, re.VERBOSE)
        for one in need.words
    }


@pytest.mark.parametrize(
    ("source", "needed"),
    [
        (r"\bstill\ (?:open|missing)\b", {"stil open", "stil miss"}),
        (r"\b(?:isn't|is\ not)\ done\b", {"isn t done", "is not done"}),
        (r"^we\ pay\s*$", {"^we pay$"}),
        (r"(?:^|,\ )remind\ me", {"^remi"}),
        (r"\bfollow[- ]?up\b", {"follow"[:4], "foll up"}),
        (r".*\bopen\ (?=x)(?!y)issue", {"open issu"}),
        (r"\b(?:fix\w*|repair)", {"fix*", "repa"}),
        (r"\b\w+\ to\b", {"to"}),
        (r"\w+ing", set()),
    ],
)
def test_needs_are_the_first_letters_of_words_in_a_row(source: str, needed: set[str]) -> None:
    assert words(source) == needed


def test_of_several_parts_that_with_the_rarest_words_is_taken() -> None:
    assert words(r"\b(?:is|are|to)\ .{3,40}\ migrated\b") == {"migr"}


def test_what_follows_goes_up_to_the_next_wide_gap() -> None:
    (need,) = needs(r"^(?!no)(?:the\ )?invoice\ (?:is|was)\ (?:\w+\ ){1,2}paid(?!\ by).*\ twice$", re.VERBOSE)
    assert {one.words for one in need.words} == {
        (*first, "invo", verb) for first in ((), ("the",)) for verb in ("is", "was")
    }
    assert re.match(need.then, "invoice is long since paid, twice")
    assert not re.match(need.then, "invoice is open")


def test_anchors_are_taken_where_they_are_rarer() -> None:
    assert [need.words for need in needs(r"\bto\ \w+", re.VERBOSE, ["zebra"])] == [{Words(("zebr",), False, False)}]


@settings(max_examples=300, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_rule_is_called_by_whatever_it_matches(called: Called, data: st.DataObject) -> None:
    number = data.draw(st.sampled_from(sorted(called.learned - {ANNOUNCING})))
    rule: Rule = RULES[number]
    pattern = re.compile(rule.source, FLAGS | re.ASCII)
    clause = data.draw(st.from_regex(pattern, alphabet=st.characters(codec="ascii", exclude_characters="\n\x0b\x0c\r")))
    assume(clause == clause.lower() == masked(clause) == clause.strip(" .!,;:\t\r\n") and rule.find(clause))
    assume(any(f" {anchor} " in f" {spaced(clause)} " for anchor in rule.anchors))
    assert number in calls(called, clause)
    assert number in calls(called, f"well, {clause}, and more")
    assert number in calls(called, f"first. {clause}. then")


def test_rules_learn_what_they_need_when_they_are_called_often() -> None:
    learner = Learner()
    cue = GATE.anchors.index("still")
    learner.count(np.full(OFTEN - 1, cue))
    assert not learner.called.learned
    learner.count(np.full(1, cue))
    assert set(GATE.held[cue]) <= learner.called.learned


def test_reading_what_all_rules_need_takes_seconds_at_most() -> None:
    start = time.process_time()
    for rule in RULES:
        needs(rule.source, FLAGS, rule.anchors)
    assert time.process_time() - start < 10
