"""Words for people: numbers with their nouns, text on one line."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gagent_db.wording import counted, located, one_line, printable


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


def test_a_line_ends_with_a_whole_word_where_little_is_lost() -> None:
    assert one_line("Add a function that multiplies two numbers", 33) == "Add a function that multiplies…"
    assert one_line("Add a function that multiplies two numbers", 32) == "Add a function that multiplies…"
    assert one_line("Add a function that multiplies two numbers", 31) == "Add a function that multiplies…"
    assert one_line("Add a function that multiplies two numbers", 30) == "Add a function that multiplie…"
    assert one_line("https://example.com/a/path/without/blanks", 20) == "https://example.com…"
    assert one_line("多言語の長い文章は途中で切る", 8) == "多言語の長い文…"


def test_a_line_of_a_file_is_told_with_its_place() -> None:
    assert located("a.jsonl", 7, "not JSON") == "a.jsonl:7: not JSON"
    assert located("a.db", None, "locked") == "a.db: locked"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a \x1b[31;1mred\x1b[0m word", "a red word"),
        ("\x1b]0;title\x07x\x1b]52;c;aGk=\x1b\\y", "xy"),
        ("\x9b2Jgone \x9d0;t\x9cz", "gone z"),
        ("10%\r100%\r\ndone\x08\x07\x00\x7f", "10%\n100%\ndone"),
        ("\x1b]52;c;never ended\nand more", "52;c;never ended\nand more"),
        ("tabs\tand\nlines, žluťoučký 你好", "tabs\tand\nlines, žluťoučký 你好"),
    ],
)
def test_a_terminal_is_told_nothing_by_a_transcript(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text())
def test_what_is_printed_has_no_control_character(text: str) -> None:
    shown = printable(text)
    assert not [c for c in shown if c not in "\t\n" and unicodedata.category(c) == "Cc"]
    assert printable(shown) == shown
