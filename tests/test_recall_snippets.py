"""Snippets: they show the match, and long or repetitive messages cost no more than their length."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gagent_db
from gagent_db.recall import snippets

SPANS = st.lists(st.tuples(st.integers(1, 60), st.integers(1, 40)), min_size=1, max_size=40)


@given(SPANS, st.integers(10, 200))
def test_the_window_opens_at_the_span_that_shows_most(gaps: list[tuple[int, int]], length: int) -> None:
    spans, at = [], 0
    for gap, width in gaps:
        spans.append((at + gap, at + gap + width))
        at += gap + width

    def shown(low: int) -> int:
        within = [span for span in spans if low <= span[0] < low + length * 3 // 4]
        return sum(high - start for start, high in within) - max(0, within[-1][1] - (low + length))

    best = max(spans, key=lambda span: shown(span[0]))
    assert snippets._densest(spans, length) == best


@pytest.mark.parametrize(
    "text",
    ["0f" * 40_000, "Z" * 80_000, "Aa" * 40_000, "needle " * 20_000, "a_b" * 30_000, "`" * 80_000, "数据库" * 20_000],
    ids=["hex", "capitals", "humps", "the word itself", "underscores", "backticks", "no spaces"],
)
def test_a_long_repetitive_message_is_found_and_shown(tmp_path: Path, text: str) -> None:
    with gagent_db.open(tmp_path / "a.db") as db:
        session = db.create_session()
        db.append(session.id, [{"role": "tool", "content": f"{text} needle"}])
        (hit,) = db.search("needle").sessions[0].hits
        assert "<mark>needle</mark>" in hit.snippet


def test_a_long_message_marks_inflected_words_too(tmp_path: Path) -> None:
    with gagent_db.open(tmp_path / "a.db") as db:
        session = db.create_session()
        filler = "nothing of interest stands here. " * 2_000
        db.append(session.id, [{"role": "tool", "content": f"{filler}The leak was solved by a new gasket. {filler}"}])
        (hit,) = db.search("solving leaks").sessions[0].hits
        assert "<mark>leak</mark> was <mark>solved</mark>" in hit.snippet


@pytest.mark.parametrize(
    ("text", "typed", "shown"),
    [
        ("die Straße ist lang", "strasse", "Straße"), ("die Straße ist lang", "Straße", "Straße"),
        ("jedziemy do Łodzi, Łódź", "lodz", "Łódź"), ("họp ở Đàlat", "dalat", "Đàlat"),
        ("smørrebrød i dag", "smorrebrod", "smørrebrød"),
        ("un œuvre", "oeuvre", "œuvre"), ("kırmızı araba", "kirmizi", "kırmızı"), ("CAFÉ Zoë", "zoe", "Zoë"),
    ],
)  # fmt: skip
def test_letters_are_found_as_other_keyboards_type_them_and_marked(
    db: gagent_db.Database, text: str, typed: str, shown: str
) -> None:
    db.append(db.create_session(channel="cli").id, [{"content": text}, {"content": "nothing of it"}])
    result = db.search(typed)
    assert result.mode in ("exact", "lexical")
    assert re.search(f"<mark>[^<]*{shown}", result.sessions[0].hits[0].snippet)


def test_a_phrase_that_stands_nowhere_is_marked_by_its_words(db: gagent_db.Database) -> None:
    db.append(db.create_session(channel="cli").id, [{"content": "the gates are solved by a hinge"}])
    (hit,) = db.search('"hinge solves gate"').sessions[0].hits
    assert hit.snippet == "the <mark>gates</mark> are <mark>solved</mark> by a <mark>hinge</mark>"
