"""Numbers in sentences."""

from __future__ import annotations

import pytest

from gagent_db.counting import counted


@pytest.mark.parametrize(
    ("number", "shown"), [(0, "0 messages"), (1, "1 message"), (2, "2 messages"), (1000, "1,000 messages")]
)
def test_a_number_has_its_noun_in_the_right_form(number: int, shown: str) -> None:
    assert counted(number, "message") == shown


def test_a_plural_that_no_s_makes_is_given() -> None:
    assert [counted(number, "entry", "entries") for number in (1, 2)] == ["1 entry", "2 entries"]
