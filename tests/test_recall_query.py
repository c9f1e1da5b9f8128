"""What a person types becomes a plan; no string is an error."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gagent_db.recall.dates import date_hints
from gagent_db.recall.query import parse
from gagent_db.recall.words import indonesian_forms
from gagent_db.store.search_text import search_text


@given(st.text(max_size=200))
@settings(max_examples=400, deadline=None)
def test_any_string_parses(text: str) -> None:
    plan = parse(text)
    assert plan.strict is None or plan.strict


@pytest.mark.parametrize(
    ("typed", "strict"),
    [
        ("apple OR pear", '("apple" OR "pear")'),
        ("apple AND pear", '("apple" AND "pear")'),
        ("apple NOT pear", '("apple" NOT ("pear"))'),
        ("(apple OR pear) AND plum", '(("apple" OR "pear") AND "plum")'),
        ("the apples and pears of it all", '"apples" AND "pears"'),
        ('"as it is" plum here they', '"as it is" AND "plum"'),
        ("configur* is", '"configur" *'),
        ("AND", None),
        ("apple OR", None),
    ],
)
def test_operators_and_function_words(typed: str, strict: str | None) -> None:
    plan = parse(typed)
    if strict is None:
        assert plan.boolean is None
    else:
        assert plan.strict == strict


def test_filters_are_taken_out_of_the_text() -> None:
    plan = parse('deploy channel:cli role:user before:2026-01-02 user:"a b" chat:7')
    assert plan.text == "deploy"
    assert plan.filters["channel"] == "cli" and plan.filters["role"] == "user"
    assert plan.filters["user"] == "a b" and plan.filters["chat_id"] == "7"
    assert plan.filters["until"].startswith("2026-01-0")


@pytest.mark.parametrize("typed", ["TODO: reroute", "user:secret@host", "before:nonsense", "https://a.b/c", "a::b"])
def test_colons_that_are_not_filters_stay_text(typed: str) -> None:
    plan = parse(typed)
    assert plan.filters == {} and plan.text == typed


def test_minus_excludes_a_word_but_not_a_flag() -> None:
    assert [term.text for term in parse("hello -world").excluded] == ["world"]
    assert parse("docker compose -f x.yml up -detach").excluded == ()
    assert parse("grep -rn -name foo").excluded == ()


def test_short_prefixes_are_words() -> None:
    assert parse("ab*").terms[0].kind == "word"
    assert parse("abcd*").terms[0].kind == "prefix"


@pytest.mark.parametrize("typed", ["arsip", "arsipkan", "mengarsipkan", "diarsipkan"])
def test_indonesian_forms_reach_each_other(typed: str) -> None:
    forms = {typed, *indonesian_forms(typed)}
    assert {"arsip", "arsipkan", "mengarsipkan", "diarsipkan"} <= forms


def test_nasal_prefixes_give_the_root_back() -> None:
    assert "simpan" in indonesian_forms("menyimpan")
    assert "pindahkan" in indonesian_forms("memindahkan")
    assert "kirim" in indonesian_forms("pengiriman")
    assert "tulis" in indonesian_forms("menulis")


def test_dates_in_questions() -> None:
    today = date(2026, 11, 21)
    (span,) = date_hints("what did we do in July 2023?", today=today)
    assert span.first == date(2023, 7, 1) and span.last >= date(2023, 7, 31)
    (span,) = date_hints("the call on 3 May 2024", today=today)
    assert span.first == date(2024, 5, 3)
    (span,) = date_hints("what broke yesterday", today=today)
    assert span.first == span.last == date(2026, 11, 20)
    (span,) = date_hints("keputusan 2 minggu lalu", today=today)[-1:]
    assert span.first <= date(2026, 11, 7) <= span.last
    assert date_hints("what may happen", today=today) == []


def test_search_text_is_empty_for_plain_prose_and_cuts_what_has_no_spaces() -> None:
    assert search_text("Just a plain sentence, with /a/path and snake_case.") is None
    assert search_text("call rotateLedgerSnapshot now") == "rotate Ledger Snapshot"
    assert search_text("明天去桂林") == "明 天 去 桂 林"
    assert "ABC" in (search_text("ＡＢＣ") or "")
    assert "emoji1f680" in (search_text("done 🚀") or "")


@given(st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_search_text_takes_any_string(text: str) -> None:
    assert search_text(text) is None or search_text(text)
