"""The things that one open item names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gagent_db.extract import extract
from gagent_db.extract.parts import parts_of


@pytest.mark.parametrize(
    ("opened", "parts"),
    [
        ("sails, ropes and paint are missing", ["sails", "ropes", "paint are missing"]),
        ("Still open: mend the sails, order ropes", ["mend the sails", "order ropes"]),
        ("Two problems: tide table of Hoorn, light on the pier", ["tide table of Hoorn", "light on the pier"]),
        ("order the ropes and buy the paint", ["order the ropes", "buy the paint"]),
        ("layar belum dijahit, jangkar masih karatan", ["layar belum dijahit", "jangkar masih karatan"]),
        ("sails not mended and the anchor is broken", ["sails not mended", "the anchor is broken"]),
        ("tide table is wrong; harbour light is weak", ["tide table is wrong", "harbour light is weak"]),
        ("slicer blade is broken, who has the spare one?", ["slicer blade is broken", "who has the spare one?"]),
    ],
)
def test_a_list_has_parts(opened: str, parts: list[str]) -> None:
    assert list(parts_of(opened)) == parts


@pytest.mark.parametrize(
    "opened",
    [
        "the galley tap leaks",
        "search and replace dialog crashes",
        "Bea and Tom must sign the lease",
        "my leave is not approved, flights go up every day",
        "the retry loop gives up too early, also on staging",
        "which port do we sail from, Harlingen or Hoorn?",
        "cabins 2, 3 and 6 have no key",
        "harbour permit: unopened letter, lies on the chart table",
        "the sails are torn, because nobody mended them",
        "layar belum dijahit, besok ke bengkel",
        "the sails are not mended, tomorrow at the loft",
        "",
    ],
)
def test_what_names_one_thing_or_says_more_of_it_has_none(opened: str) -> None:
    assert parts_of(opened) == (opened,)


@given(st.text(alphabet="ab ,;&+?:[]2and", max_size=80))
def test_parts_are_never_empty(opened: str) -> None:
    parts = parts_of(opened)
    assert parts == (opened,) or all(part.strip() for part in parts)


@pytest.mark.parametrize(
    "text",
    ["Rooms 2 and 5 have not paid yet.", "Kamar 2 dan 5 belum bayar.", "Ana and Bo haven't replied."],
)
def test_an_and_between_two_of_whom_something_is_open_cuts_nothing_off(text: str) -> None:
    assert [item.value for item in extract(text)] == [text]


def test_an_and_before_another_statement_does() -> None:
    text = "The long migration ran and the tables are still there."
    assert [item.value for item in extract(text)] == ["the tables are still there."]
