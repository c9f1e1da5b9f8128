"""Words for people: numbers with their nouns, text on one line."""

from __future__ import annotations

import pytest

from gagent_db.wording import counted, located, one_line


@pytest.mark.parametrize(
    ("number", "shown"), [(0, "0 messages"), (1, "1 message"), (2, "2 messages"), (1000, "1,000 messages")]
)
def test_a_number_has_its_noun_in_the_right_form(number: int, shown: str) -> None:
    assert counted(number, "message") == shown


def test_a_plural_that_no_s_makes_is_given() -> None:
    assert [counted(number, "entry", "entries") for number in (1, 2)] == ["1 entry", "2 entries"]


def test_one_line_has_single_spaces_and_at_most_the_characters_asked_for() -> None:
    assert one_line(" a\n\tb  c ") == "a b c"
    assert [one_line("one two", length) for length in (7, 6, 5, 4)] == ["one two", "one t…", "one…", "one…"]


def test_a_line_of_a_file_is_told_with_its_place() -> None:
    assert located("a.jsonl", 7, "not JSON") == "a.jsonl:7: not JSON"
    assert located("a.db", None, "locked") == "a.db: locked"
