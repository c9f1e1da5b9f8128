"""Times come in many spellings and are stored in one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gagent_db.errors import GagentError
from gagent_db.times import parse_when, to_iso


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (1777627800, "2026-05-01T09:30:00.000Z"),
        (1777627800.25, "2026-05-01T09:30:00.250Z"),
        (1777627800250, "2026-05-01T09:30:00.250Z"),
        (1777627800250000, "2026-05-01T09:30:00.250Z"),
        (1777627800250000000, "2026-05-01T09:30:00.250Z"),
        ("2026-05-01 09:30:00 UTC", "2026-05-01T09:30:00.000Z"),
        ("2026-05-01t09:30:00.250z", "2026-05-01T09:30:00.250Z"),
        ("1777627800", "2026-05-01T09:30:00.000Z"),
        ("2026-05-01T09:30:00Z", "2026-05-01T09:30:00.000Z"),
        ("2026-05-01T11:30:00.1234567+02:00", "2026-05-01T09:30:00.123Z"),
        ("2026-05-01T09:30:00.123456+00:00", "2026-05-01T09:30:00.123Z"),
        ("2026-W18-5T09:30:00.123+00:00", "2026-05-01T09:30:00.123Z"),
        (datetime(2026, 5, 1, 16, 30, tzinfo=timezone(timedelta(hours=7))), "2026-05-01T09:30:00.000Z"),
        ("soon", None),
        ("UTC", None),
        ("", None),
        (None, None),
        (True, None),
        (-5, None),
        (float("inf"), None),
        (float("nan"), None),
        ([], None),
    ],
)
def test_a_time_has_one_stored_form(value: object, stored: str | None) -> None:
    assert to_iso(value) == stored


def test_a_naive_time_is_local(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setenv("TZ", "Asia/Jakarta")
    time.tzset()
    try:
        assert to_iso("2026-05-01T16:30:00.5") == "2026-05-01T09:30:00.500Z"
        assert parse_when("2026-05-01") == "2026-04-30T17:00:00.000Z"
        assert parse_when("2026-05-01", end=True) == "2026-05-01T17:00:00.000Z"
    finally:
        monkeypatch.undo()
        time.tzset()


@given(st.datetimes(min_value=datetime(1971, 1, 1), max_value=datetime(2200, 1, 1)))
def test_the_stored_form_is_stable_and_sorts_like_time(moment: datetime) -> None:
    aware = moment.replace(tzinfo=UTC)
    stored = to_iso(aware)
    assert stored is not None and to_iso(stored) == stored
    assert stored <= (to_iso(aware + timedelta(milliseconds=1)) or "")


@given(st.text(max_size=40))
def test_any_text_is_a_date_or_a_clear_refusal(text: str) -> None:
    try:
        assert to_iso(parse_when(text))
    except GagentError as error:
        assert "is not a date" in error.message


@pytest.mark.parametrize(
    ("said", "age"),
    [
        ("7 days", "7d"), ("2 weeks ago", "2w"), ("1 hour ago", "1h"), ("3 hari lalu", "3d"),
        ("2 bulan yang lalu", "2mo"),
        ("30 minutes", "30min"), ("1 year ago", "1y"),
    ],
)  # fmt: skip
def test_an_age_may_be_said_in_words(said: str, age: str) -> None:
    before = parse_when(age)
    assert before <= parse_when(said) <= parse_when(age)


@pytest.mark.parametrize(("word", "mine"), [("week", "minggu"), ("month", "bulan"), ("year", "tahun")])
def test_the_last_period_ends_where_this_one_begins(word: str, mine: str) -> None:
    last, this, after = parse_when(f"last {word}"), parse_when(f"this {word}"), parse_when(f"this {word}", end=True)
    assert last < this == parse_when(f"last {word}", end=True) < after
    assert this <= parse_when("today") < after
    assert (parse_when(f"{mine} lalu"), parse_when(f"{mine} ini")) == (last, this)


def test_ages_and_words_are_dates() -> None:
    assert parse_when("2h") < parse_when("90m") < parse_when("now")
    assert parse_when("yesterday") < parse_when("today") <= parse_when("today", end=True)
    assert parse_when("yesterday", end=True) == parse_when("today")
    assert parse_when("2026") < parse_when("2026-02") < parse_when("2026-02", end=True) < parse_when("2026", end=True)


@pytest.mark.parametrize("text", ["2026-13", "2026-02-30", "0000", "9999999999y"])
def test_a_date_that_never_was_is_refused(text: str) -> None:
    for end in (False, True):
        with pytest.raises(GagentError, match="is not a date"):
            parse_when(text, end=end)


def test_the_end_of_time_is_refused_and_not_a_crash() -> None:
    assert parse_when("9998", end=True) > parse_when("9998")
    for text in ("9999", "9999-12", "9999-12-31"):
        with pytest.raises(GagentError, match="is not a date"):
            parse_when(text, end=True)


def test_a_day_ends_where_the_next_begins_also_when_the_clock_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        for day, following in (("2026-03-29", "2026-03-30"), ("2026-12-31", "2027-01-01"), ("2026-12", "2027")):
            assert parse_when(day, end=True) == parse_when(following)
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("end", [False, True])
def test_a_time_as_typed_is_told_with_the_day_it_means(end: bool) -> None:
    found = parse_when(" yesterday ", end=end)
    assert found.told == f"yesterday ({datetime.now() - timedelta(days=1):%Y-%m-%d})"
    assert parse_when(found, end=not end) is found and parse_when(str(found)) == found
    assert parse_when("2026-05", end=end).told == "2026-05"
