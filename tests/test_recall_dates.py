"""Times in questions: which days they name, which words tell them, and what is no time."""

from __future__ import annotations

import itertools
from datetime import date

import pytest

from gagent_db.recall.dates import Times, understood, written
from gagent_db.recall.first_latest import asks_first, asks_latest, names_order, order_words

TUESDAY = date(2026, 11, 24)


def told(question: str, *, years: tuple[int, ...] = (2026,)) -> list[str]:
    """The days that a question tells, asked on a Tuesday."""
    return [f"{span.first} {span.told}" for span in understood(question, today=TUESDAY, years=years).spans]


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("today", "2026-11-24", "2026-11-24"), ("yesterday evening", "2026-11-23", "2026-11-23"),
        ("the day before yesterday", "2026-11-22", "2026-11-22"), ("kemarin lusa", "2026-11-22", "2026-11-22"),
        ("last night", "2026-11-23", "2026-11-24"), ("tadi pagi", "2026-11-24", "2026-11-24"),
        ("gestern Abend", "2026-11-23", "2026-11-23"), ("ayer", "2026-11-23", "2026-11-23"),
        ("on a dit quoi hier", "2026-11-23", "2026-11-23"), ("昨日", "2026-11-23", "2026-11-23"),
        ("前天", "2026-11-22", "2026-11-22"), ("aujourd’hui", "2026-11-24", "2026-11-24"),
        ("last week", "2026-11-16", "2026-11-22"), ("minggu yang lalu", "2026-11-16", "2026-11-22"),
        ("letzte Woche", "2026-11-16", "2026-11-22"), ("la semana pasada", "2026-11-16", "2026-11-22"),
        ("la semaine dernière", "2026-11-16", "2026-11-22"), ("la semaine derniere", "2026-11-16", "2026-11-22"),
        ("上周", "2026-11-16", "2026-11-22"), ("先週", "2026-11-16", "2026-11-22"),
        ("the week before last", "2026-11-09", "2026-11-15"), ("this week", "2026-11-23", "2026-11-29"),
        ("last weekend", "2026-11-21", "2026-11-22"), ("akhir minggu lalu", "2026-11-21", "2026-11-22"),
        ("the past week", "2026-11-17", "2026-11-24"),
        ("last month", "2026-10-01", "2026-10-31"), ("bulan lalu", "2026-10-01", "2026-10-31"),
        ("this month", "2026-11-01", "2026-11-30"), ("上个月", "2026-10-01", "2026-10-31"),
        ("last year", "2025-01-01", "2025-12-31"), ("tahun kemarin", "2025-01-01", "2025-12-31"),
        ("5 days ago", "2026-11-19", "2026-11-19"), ("vor drei Tagen", "2026-11-21", "2026-11-21"),
        ("lima hari yang lalu", "2026-11-19", "2026-11-19"), ("hace dos días", "2026-11-22", "2026-11-22"),
        ("il y a trois jours", "2026-11-21", "2026-11-21"), ("三天前", "2026-11-21", "2026-11-21"),
        ("three weeks ago", "2026-10-31", "2026-11-06"), ("tiga minggu lalu", "2026-10-31", "2026-11-06"),
        ("seminggu lalu", "2026-11-14", "2026-11-20"), ("two months ago", "2026-09-10", "2026-10-10"),
        ("3か月前", "2026-08-11", "2026-09-10"), ("a few days ago", "2026-11-17", "2026-11-23"),
        ("the last three days", "2026-11-21", "2026-11-24"), ("3 hari terakhir", "2026-11-21", "2026-11-24"),
        ("in den letzten zwei Wochen", "2026-11-10", "2026-11-24"), ("最近3天", "2026-11-21", "2026-11-24"),
        ("since last week", "2026-11-16", "2026-11-24"), ("sejak kemarin", "2026-11-23", "2026-11-24"),
        ("since monday", "2026-11-23", "2026-11-24"), ("sejak senin", "2026-11-23", "2026-11-24"),
        ("seit Freitag: was wurde entschieden", "2026-11-20", "2026-11-24"),
        ("since 2025", "2025-01-01", "2026-11-24"), ("in 2025", "2025-01-01", "2025-12-31"),
        ("recently", "2026-11-03", "2026-11-24"), ("十二天前", "2026-11-11", "2026-11-13"),
        ("二十天前", "2026-11-02", "2026-11-06"), ("三十五天前", "2026-10-15", "2026-10-25"),
        ("最近三十天", "2026-10-25", "2026-11-24"), ("12天前", "2026-11-11", "2026-11-13"),
    ],
)  # fmt: skip
def test_times_that_count_from_today(said: str, first: str, last: str) -> None:
    assert told(f"the pump {said}") == [f"{first} {last}"]


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("last Friday", "2026-11-20"), ("last fri", "2026-11-20"), ("the pump on Friday", "2026-11-20"),
        ("what did we fix on Monday with the pump", "2026-11-23"), ("what happened thursday", "2026-11-19"),
        ("hari Senin", "2026-11-23"), ("hari minggu", "2026-11-22"), ("Selasa kemarin", "2026-11-17"),
        ("kamis yang lalu", "2026-11-19"), ("letzten Freitag", "2026-11-20"), ("am Freitag", "2026-11-20"),
        ("el viernes pasado", "2026-11-20"), ("vendredi dernier", "2026-11-20"), ("上周五", "2026-11-20"),
        ("周三说了什么", "2026-11-18"), ("先週の金曜日", "2026-11-20"), ("friday last week", "2026-11-20"),
        ("jumat minggu lalu", "2026-11-20"), ("last Tuesday", "2026-11-17"),
        ("minggu pagi kita bahas apa", "2026-11-22"), ("hari minggu sore", "2026-11-22"),
        ("malam minggu kita ngapain", "2026-11-21"), ("malam minggu lalu", "2026-11-21"),
    ],
)  # fmt: skip
def test_a_weekday_is_the_last_such_day(said: str, day: str) -> None:
    assert told(said) == [f"{day} {day}"]


@pytest.mark.parametrize(
    ("said", "spans"),
    [
        ("July 2023", ["2023-07-01 2023-07-31"]), ("in June", ["2026-06-01 2026-06-30"]),
        ("3 May 2024", ["2024-05-03 2024-05-03"]), ("am 8. Oktober", ["2026-10-08 2026-10-08"]),
        ("Friday 20 November 2026", ["2026-11-20 2026-11-20"]), ("Nov 18", ["2026-11-18 2026-11-18"]),
        ("el 8 de octubre de 2025", ["2025-10-08 2025-10-08"]), ("le 1er août", ["2026-08-01 2026-08-01"]),
        ("10月8日", ["2026-10-08 2026-10-08"]), ("2025年10月", ["2025-10-01 2025-10-31"]),
        ("三月", ["2026-03-01 2026-03-31"]), ("十二月", ["2026-12-01 2026-12-31"]),
        ("五月三号", ["2026-05-03 2026-05-03"]), ("去年的三月", ["2025-03-01 2025-03-31"]),
        ("october last year", ["2025-10-01 2025-10-31"]), ("last June", ["2026-06-01 2026-06-30"]),
        ("last December", ["2025-12-01 2025-12-31"]), ("bulan Mei", ["2026-05-01 2026-05-31"]),
        ("im März", ["2026-03-01 2026-03-31"]), ("im Marz", ["2026-03-01 2026-03-31"]),
        ("3/5/2026", ["2026-03-05 2026-03-05", "2026-05-03 2026-05-03"]), ("31.12.2025", ["2025-12-31 2025-12-31"]),
        ("2026/05/03", ["2026-05-03 2026-05-03"]), ("2026-05-03T10:00Z", ["2026-05-03 2026-05-03"]),
        ("2026-05", ["2026-05-01 2026-05-31"]),
    ],
)  # fmt: skip
def test_days_and_months_with_a_name(said: str, spans: list[str]) -> None:
    assert sorted(told(f"the pump {said}")) == spans


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("before march", "", "2026-02-28"), ("before March 2025", "", "2025-02-28"), ("vor März", "", "2026-02-28"),
        ("until march", "", "2026-03-31"), ("bis Ende März", "", "2026-03-31"), ("sampai maret", "", "2026-03-31"),
        ("after march", "2026-04-01", "2026-11-24"), ("after december", "2026-01-01", "2026-11-24"),
        ("since march", "2026-03-01", "2026-11-24"), ("after 5 June", "2026-06-06", "2026-11-24"),
        ("before june 5th", "", "2026-06-04"), ("before last week", "", "2026-11-15"),
        ("before yesterday", "", "2026-11-22"), ("the day before yesterday", "2026-11-22", "2026-11-22"),
        ("sebelum bulan lalu", "", "2026-09-30"), ("nach letzter Woche", "2026-11-23", "2026-11-24"),
        ("what did we decide before friday", "", "2026-11-19"), ("vor zwei Wochen", "2026-11-07", "2026-11-13"),
        ("after the end of march", "2026-04-01", "2026-11-24"), ("until the end of last month", "", "2026-10-31"),
        ("before 2026-03-05", "", "2026-03-04"), ("since 2026-03-05", "2026-03-05", "2026-11-24"),
        ("after 2026-03", "2026-04-01", "2026-11-24"), ("prior to 2025", "", "2024-12-31"),
        ("sebelum bulan maret", "", "2026-02-28"), ("sejak maret", "2026-03-01", "2026-11-24"),
        ("sejak tanggal 5 maret", "2026-03-05", "2026-11-24"), ("sejak tahun 2025", "2025-01-01", "2026-11-24"),
        ("bis zum 5. März", "", "2026-03-05"), ("jusqu'au 5 mars", "", "2026-03-05"), ("hasta marzo", "", "2026-03-31"),
        ("3月之前", "", "2026-02-28"), ("3月5日以后", "2026-03-06", "2026-11-24"),
        ("3月以降", "2026-03-01", "2026-11-24"), ("昨日まで", "", "2026-11-23"), ("昨天之前", "", "2026-11-22"),
        ("antes de ayer", "2026-11-22", "2026-11-22"),
        ("after 2026-03-01 and before 2026-03-10", "2026-03-02", "2026-03-09"),
    ],
)  # fmt: skip
def test_before_until_after_and_since_a_time(said: str, first: str, last: str) -> None:
    assert told(said, years=(2025, 2026)) == [f"{first or '1970-01-01'} {last}"]


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("in the first week of march", "2026-03-01", "2026-03-07"), ("last week of march", "2026-03-25", "2026-03-31"),
        ("minggu kedua maret", "2026-03-08", "2026-03-14"), ("minggu terakhir bulan lalu", "2026-10-25", "2026-10-31"),
        ("early March", "2026-03-01", "2026-03-10"), ("mid-march", "2026-03-11", "2026-03-20"),
        ("at the end of march", "2026-03-21", "2026-03-31"), ("late March 2025", "2025-03-21", "2025-03-31"),
        ("awal Maret", "2026-03-01", "2026-03-10"), ("pertengahan maret", "2026-03-11", "2026-03-20"),
        ("Ende März", "2026-03-21", "2026-03-31"), ("a finales de marzo", "2026-03-21", "2026-03-31"),
        ("début mars", "2026-03-01", "2026-03-10"), ("3月下旬", "2026-03-21", "2026-03-31"),
        ("akhir bulan lalu", "2026-10-21", "2026-10-31"), ("the beginning of last month", "2026-10-01", "2026-10-10"),
        ("上个月底", "2026-10-21", "2026-10-31"), ("end of last week", "2026-11-20", "2026-11-22"),
        ("between March and May", "2026-03-01", "2026-05-31"), ("dari maret sampai mei", "2026-03-01", "2026-05-31"),
        ("from november to january", "2025-11-01", "2026-01-31"),
        ("from march to may 2025", "2025-03-01", "2025-05-31"),
        ("from november 2024 to march 2025", "2024-11-01", "2025-03-31"),
        ("from march 2025 to may", "2025-03-01", "2025-05-31"), ("desde marzo hasta mayo", "2026-03-01", "2026-05-31"),
        ("between june and august last year", "2025-06-01", "2025-08-31"),
        ("antara bulan maret dan mei", "2026-03-01", "2026-05-31"), ("3月から5月まで", "2026-03-01", "2026-05-31"),
        ("去年3月到5月", "2025-03-01", "2025-05-31"), ("akhir tahun 2025", "2025-09-01", "2025-12-31"),
        ("the last week of last month", "2026-10-25", "2026-10-31"),
        ("Ende letzten Monats", "2026-10-21", "2026-10-31"),
        ("fin du mois dernier", "2026-10-21", "2026-10-31"), ("去年年底", "2025-09-01", "2025-12-31"),
    ],
)  # fmt: skip
def test_parts_of_a_period_and_several_months(said: str, first: str, last: str) -> None:
    assert told(f"the pump {said}") == [f"{first} {last}"]


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("between 3 and 7 May 2025", "2025-05-03", "2025-05-07"), ("3-7 May 2025", "2025-05-03", "2025-05-07"),
        ("from May 3 to May 7, 2025", "2025-05-03", "2025-05-07"), ("may 3-7, 2025", "2025-05-03", "2025-05-07"),
        ("from 1 may to 5 june 2025", "2025-05-01", "2025-06-05"),
        ("from 28 december 2024 to 3 january", "2024-12-28", "2025-01-03"),
        ("28 december to 3 january 2025", "2024-12-28", "2025-01-03"),
        ("september 1st through 4th this year", "2026-09-01", "2026-09-04"),
        ("between 2025-03-01 and 2025-03-05", "2025-03-01", "2025-03-05"),
        ("2025-03-01..2025-03-05", "2025-03-01", "2025-03-05"),
        ("antara tanggal 3 dan 7 Mei 2025", "2025-05-03", "2025-05-07"),
        ("dari 28 April sampai 2 Mei 2025", "2025-04-28", "2025-05-02"),
        ("vom 3. bis 7. Mai 2025", "2025-05-03", "2025-05-07"), ("del 3 al 7 de mayo 2025", "2025-05-03", "2025-05-07"),
        ("du 3 au 7 mai 2025", "2025-05-03", "2025-05-07"), ("去年3月1日到5日", "2025-03-01", "2025-03-05"),
        ("2025年12月28日到1月3日", "2025-12-28", "2026-01-03"),
    ],
)  # fmt: skip
def test_from_one_day_to_another(said: str, first: str, last: str) -> None:
    assert told(f"the pump {said}") == [f"{first} {last}"]


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("last spring", "2026-03-01", "2026-05-31"), ("last fall", "2025-09-01", "2025-11-30"),
        ("this fall", "2026-09-01", "2026-11-30"), ("last winter", "2025-12-01", "2026-02-28"),
        ("in spring", "2026-03-01", "2026-05-31"), ("in the fall", "2026-09-01", "2026-11-30"),
        ("since the summer", "2026-06-01", "2026-11-24"), ("early summer", "2026-06-01", "2026-06-30"),
        ("before the summer", "1970-01-01", "2026-05-31"), ("end of summer", "2026-08-01", "2026-08-31"),
        ("summer of 2025", "2025-06-01", "2025-08-31"), ("winter 2024/25", "2024-12-01", "2025-02-28"),
        ("in the autumn of last year", "2025-09-01", "2025-11-30"),
        ("im Frühling", "2026-03-01", "2026-05-31"), ("im Frühjahr 2025", "2025-03-01", "2025-05-31"),
        ("letzten Sommer", "2026-06-01", "2026-08-31"), ("seit dem Herbst", "2026-09-01", "2026-11-24"),
        ("au printemps", "2026-03-01", "2026-05-31"), ("l’été dernier", "2026-06-01", "2026-08-31"),
        ("cet automne", "2026-09-01", "2026-11-30"), ("depuis l'été", "2026-06-01", "2026-11-24"),
        ("en primavera", "2026-03-01", "2026-05-31"), ("el verano pasado", "2026-06-01", "2026-08-31"),
        ("en el otoño de 2025", "2025-09-01", "2025-11-30"),
        ("春天", "2026-03-01", "2026-05-31"), ("去年夏天", "2025-06-01", "2025-08-31"),
        ("2025年秋天", "2025-09-01", "2025-11-30"), ("夏天以来", "2026-06-01", "2026-11-24"),
    ],
)  # fmt: skip
def test_seasons_are_those_of_the_north(said: str, first: str, last: str) -> None:
    assert told(f"the pump {said}") == [f"{first} {last}"]


def test_the_name_of_a_season_stays_a_word_that_may_have_been_said() -> None:
    times = understood("what did we do last summer, by the lake", today=TUESDAY)
    assert times.relative == {"last"} and "summer" not in times.words


def test_the_winter_of_a_year_may_be_either_of_the_two_that_it_has() -> None:
    assert told("the pump in winter 2025") == ["2024-12-01 2025-02-28", "2025-12-01 2026-02-28"]


@pytest.mark.parametrize(
    "said",
    [
        "Spring Boot", "in Spring Boot", "in spring security", "fall back", "in fall back mode", "the spring is broken",
        "did this fall over", "in the fall of Rome", "the last spring of the watch", "winter is coming",
        "after the fall", "a été réparée", "the springs", "summer school",
    ],
)  # fmt: skip
def test_a_season_that_is_not_said_like_a_time_is_none(said: str) -> None:
    assert told(f"the pump {said}") == []


def test_days_without_a_year_are_those_of_each_year() -> None:
    times = understood("the pump between 3 and 7 May", today=date(2026, 11, 24), years=(2026, 2025))
    assert [str(span.first) for span in times.spans] == ["2026-05-03", "2025-05-03"]
    assert [str(span.told) for span in times.spans] == ["2026-05-07", "2025-05-07"]


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("rooms 3 and 7 May 2025", ["2025-05-07 2025-05-07"]),
        ("version 1.3 - 5 May 2025", ["2025-05-05 2025-05-05"]),
        ("May 3, 2025 to 5:30", ["2025-05-03 2025-05-03"]),
        ("from 31 to 30 May 2025", ["2025-05-30 2025-05-30"]),
        ("ports 80 to 443 may fail", []),
    ],
)
def test_numbers_before_a_day_that_begin_no_range(said: str, days: list[str]) -> None:
    assert told(said) == days


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("the week before 16 November 2023", "2023-11-09", "2023-11-15"),
        ("two weeks before August 11, 2023", "2023-07-25", "2023-07-31"),
        ("the Sunday before October 25, 2022", "2022-10-23", "2022-10-23"),
        ("the weekend before April 10, 2023", "2023-04-08", "2023-04-09"),
        ("two days after march 3 2026", "2026-03-05", "2026-03-05"),
        ("the friday after march 6 2026", "2026-03-13", "2026-03-13"),
        ("the weekend after march 3 2026", "2026-03-07", "2026-03-08"),
        ("the week after last month", "2026-11-01", "2026-11-07"),
        ("the week before last month", "2026-09-24", "2026-09-30"),
        ("a week after june 1 2026", "2026-06-05", "2026-06-11"),
        ("sebulan sebelum maret 2026", "2026-01-15", "2026-02-14"),
    ],
)
def test_days_that_count_from_another(said: str, first: str, last: str) -> None:
    assert told(f"the pump {said}") == [f"{first} {last}"]


@pytest.mark.parametrize("said", ["昨天前端报错", "昨天后端挂了", "昨天起床"])
def test_a_word_behind_a_day_is_no_part_of_it(said: str) -> None:
    assert told(said) == ["2026-11-23 2026-11-23"]


@pytest.mark.parametrize(
    "said",
    [
        "before 1 january 0001",
        "999 years before 5 march 0500",
        "999 years after 5 march 9990",
        "2 weeks before 1/1/9999",
    ],
)
def test_a_time_beyond_all_calendars_is_none(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    "said", ["999 years before 5 march 1000", "999 years after 31 december 8999", "before march 1000"]
)
def test_a_time_that_is_far_away_is_one(said: str) -> None:
    assert len(told(said)) == 1


def test_a_date_is_found_in_the_orders_and_forms_in_which_it_is_written() -> None:
    assert written("june 5") == ["june 5", "5 june", "june 5th", "5th june", "5th of june"]
    assert {"june 22nd 2026", "22nd of june 2026", "2026 june 22"} <= {*written("22 june 2026")}
    assert "june 12th" in written("12 june") and written("in march") == ["in march"]


@pytest.mark.parametrize(
    "said",
    [
        "what may happen", "this may be a bug", "5 may be enough", "the march of progress", "13/13/2026", "10.0.0.2026",
        "on friday deploys are forbidden", "every friday we ship", "what is due next friday", "setiap hari rabu rapat",
        "was ist hier los", "hace falta", "vor dem Fehler", "the last line", "in mars orbit", "es lo mismo",
        "3 days left", "31 december 9999", "a month of work", "il y a un problème", "week",
    ],
)  # fmt: skip
def test_what_is_no_time(said: str) -> None:
    assert told(said) == []


def test_no_chinese_number_is_an_error() -> None:
    for parts in (*itertools.product("一二十两几数3３", repeat=2), *itertools.product("一二十两几数3３", repeat=3)):
        number = "".join(parts)
        for said in (f"{number}天前", f"最近{number}天", f"{number}个月前", f"{number}月{number}号"):
            told(said)
    assert told("几十天前") == told("一百二十天前") == told("二二天前") == []


def test_a_date_without_a_year_is_that_of_each_year() -> None:
    assert told("in March", years=(2024, 2025)) == ["2024-03-01 2024-03-31", "2025-03-01 2025-03-31"]


def test_a_hint_reaches_some_days_past_what_is_told() -> None:
    (span,) = understood("in July 2023", today=TUESDAY).spans
    assert span.told == date(2023, 7, 31) < span.last


def test_the_words_of_a_time_are_told_from_the_others() -> None:
    times = understood("what did we say about the pump two weeks ago, or in October?", today=TUESDAY)
    assert times.relative >= {"two", "weeks", "ago"} and "october" not in times.relative
    assert times.words >= {"two", "weeks", "ago", "october"} and "pump" not in times.words
    assert times.dates == ("in october",) and "pump" in times.rest and "weeks" not in times.rest
    assert understood("the pump", today=TUESDAY) == Times(rest="the pump")
    assert understood("last friday, or any other friday", today=TUESDAY).relative == {"last"}


@pytest.mark.parametrize(
    ("asked", "first", "latest", "order"),
    [
        ("first visit to the vet", True, False, {"first"}), ("when did we first use caddy", True, False, {"first"}),
        ("the first time the pump broke", True, False, {"first", "time"}),
        ("since when is it green", True, False, {"since", "when"}),
        ("last visit to the vet", False, True, {"last"}), ("when was our last visit to the vet", False, True, {"last"}),
        ("kapan terakhir kali servis mesin", False, True, {"terakhir", "kali"}),
        ("the latest price", False, True, {"latest"}),
        ("what is the current price of rice", False, True, {"current"}),
        ("der aktuelle Preis", False, True, {"aktuelle"}), ("current price", False, True, {"current"}),
        ("the current working directory", False, False, set()), ("a high current price", False, False, set()),
        ("first name of the vet", True, False, set()), ("the last line of the log", False, False, set()),
        ("her sister's first dance", True, False, set()), ("what happened last week", False, False, set()),
        ("Traceback (most recent call last)", False, False, set()), ("at last it works", False, False, set()),
    ],
)  # fmt: skip
def test_first_and_last_of_something(asked: str, first: bool, latest: bool, order: set[str]) -> None:
    assert (asks_first(asked), asks_latest(asked), order_words(asked)) == (first, latest, order)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("last visit to the vet", True), ("harga kopi terbaru", True), ("supplier kopi sekarang", True),
        ("stok toraja yang terakhir", True), ("current price of rice", True), ("rice currently sold in hall two", True),
        ("die derzeitige Größe", True), ("git branch --show-current", False), ("currently", False),
        ("the pump is currently running hot and nobody in hall two knows why", False),
        ("the pump failed at last", False), ("kopi baru dari bandung", False),
        ("sekarang", False),
    ],
)  # fmt: skip
def test_a_name_for_the_first_or_latest_of_something(text: str, named: bool) -> None:
    assert names_order(text) == named
