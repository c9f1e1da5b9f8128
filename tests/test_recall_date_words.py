"""Most questions name no time and are not read for one: the patterns take a quarter of a second to load."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gagent_db.recall import calendar_words, date_patterns
from gagent_db.recall.date_reader import read
from gagent_db.recall.dates import Times, understood

TODAY = date(2026, 11, 28)
_TABLES = [
    str(value)
    for module in (calendar_words, date_patterns)
    for name, value in vars(module).items()
    if not name.startswith("__")
]
_LETTERS = {word for table in _TABLES for word in re.findall("[a-z]{1,12}", table)}
WORDS = sorted(_LETTERS | {word.removesuffix("s") for word in _LETTERS} | {"minggu lalu", "last", "the"})


@settings(max_examples=400)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join))
def test_a_question_is_understood_as_if_all_patterns_had_read_it(question: str) -> None:
    assert understood(question, today=TODAY) == read(question, TODAY, ())


@pytest.mark.parametrize("question", ["Why did the gateway die?", "what did we decide about swap", "git push", ""])
def test_a_question_without_a_word_of_time_names_none(question: str) -> None:
    assert understood(question) == Times(rest=question.lower())


def test_the_patterns_are_not_loaded_for_such_a_question() -> None:
    program = (
        "import sys; from gagent_db.recall import search; from gagent_db.recall.dates import understood;"
        "understood('why did the gateway die'); assert 'gagent_db.recall.date_reader' not in sys.modules;"
        "understood('why did it die today'); assert 'gagent_db.recall.date_reader' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
