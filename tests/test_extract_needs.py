"""What a pattern needs stands in everything that it matches."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from gagent_db.extract.calls import calls_in
from gagent_db.extract.needs import Words, needs
from gagent_db.extract.needs_table import TABLE, read_table, table
from gagent_db.extract.phrases import START
from gagent_db.extract.rules import FLAGS, Rule, anchors_in
from gagent_db.extract.sentences import RULES, masked


def calls(text: str) -> set[int]:
    """The rules a text calls when everybody is heard."""
    return set(calls_in(text).numbers.tolist())


def words(source: str) -> set[str]:
    return {
        one.opens + " ".join(one.words) + ("$" if one.ends else "")
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
    assert [need.words for need in needs(r"\bto\ \w+", re.VERBOSE, ["zebra"])] == [{Words(("zebr",), "", False)}]


def test_an_anchor_or_another_part_stands_in_the_same_sentence() -> None:
    (need,) = needs(r"\b(?:is|are)\ \w+ed\ now\s*$", re.VERBOSE, ["now"])
    assert need.beside == {Words(("now",), "", False)}
    (need,) = needs(r"\bto\ \w+ing\b.{0,30}\ migrated\b", re.VERBOSE)
    assert (need.words, need.beside) == ({Words(("migr",), "", False)}, {Words(("to",), "", False)})
    (need,) = needs(r"\bstill\ open\b", re.VERBOSE, ["still"])
    assert not need.beside, "it goes without saying"
    now = {number for number, rule in enumerate(RULES) if rule.anchors == {"now"}}
    assert now & calls("the doors are painted now")
    assert now & calls("the doors by fig. 2 e.g. are painted approx. just now")
    assert not now & calls("the doors are painted\nnow")
    assert not now & calls("the doors are painted. and now")


@settings(max_examples=300, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_rule_is_called_by_whatever_it_matches(data: st.DataObject) -> None:
    spelt = [number for number, rule in enumerate(RULES) if all(map(str.isascii, rule.anchors))]
    number = data.draw(st.sampled_from(spelt))
    rule: Rule = RULES[number]
    pattern = re.compile(rule.source, FLAGS | re.ASCII)
    written = st.characters(codec="ascii", exclude_characters="\n\x01\x0b\x0c\r")  # \x01 stands for a tick
    clause = data.draw(st.from_regex(pattern, alphabet=written))
    assume(clause == clause.lower() == masked(clause) == clause.strip(" .!,;:\t\r\n") and rule.find(clause))
    assume(not rule.anchors.isdisjoint(anchors_in(clause)))
    assert number in calls(clause)
    assert number in calls(f"well, {clause}, and more")
    assert number in calls(f"first. {clause}. then")


def test_interjections_may_stand_before_a_clause() -> None:
    assert words(START + r"we\ pay\ back") == {"~we pay back"}
    keep = {number for number in calls("we keep the old one") if RULES[number].source.startswith(START)}
    assert keep
    for opening in (
        "ok, ",
        "yes so ",
        "alright then, well ",
        "3. ",
        "the plan: ",
        "and then also well ok fine so but ",
    ):
        assert keep <= calls(f"{opening}we keep the old one")


def test_every_rule_tells_what_it_needs() -> None:
    assert all(read_table()), [rule.source for rule, entry in zip(RULES, read_table(), strict=False) if not entry]


def test_the_table_is_current() -> None:
    assert TABLE.read_text("utf-8") == table(), "rules have changed: python -m gagent_db.extract.needs_table"


def test_reading_what_all_rules_need_takes_seconds_at_most() -> None:
    start = time.process_time()
    for rule in RULES:
        needs(rule.source, FLAGS, sorted(rule.anchors))
    assert time.process_time() - start < 10
