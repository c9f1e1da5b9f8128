"""The patterns by which `date_reader` finds times in a question, made of the tables of `calendar_words`."""

from __future__ import annotations

import re

from . import calendar_words as names

_PART = names.PART_OF_DAY
# In the order in which they are taken: the week before last is no last one, the last week of last month is of a month.
PERIODS = {
    (unit, back): re.compile(names.named(names.PERIODS[unit, back]))
    for unit in ("year", "month", "weekend", "week")
    for back in (2, 1, 0)
    if (unit, back) in names.PERIODS
}
THIS_YEAR, _LAST_YEAR = PERIODS["year", 0].pattern, PERIODS["year", 1].pattern
_OF_YEAR = rf"(?:,? (?:de |del |of )?(?P<year>\d{{4}}\b|{THIS_YEAR}|{_LAST_YEAR}))"
_ANY_WEEKDAY = rf"(?:{names.WEEKDAY}|{names.SHORT_DAY})"
_MONTH = rf"(?P<month>{names.MONTH})"
DATES = [
    re.compile(pattern + _PART)
    for pattern in (
        rf"(?:\b{_ANY_WEEKDAY}\.?,? )?(?:the )?(?<![\w.])(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.|º)?"
        rf"(?: of| de)? {_MONTH}\b{_OF_YEAR}?(?:,? \(?{_ANY_WEEKDAY}\b\)?)?",
        rf"(?:\b{_ANY_WEEKDAY}\.?,? )?\b{_MONTH} (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b{_OF_YEAR}?",
        rf"(?:(?P<year>\d{{4}}|去|昨|今)年[的の]?)?{names.CJK_MONTH}(?:份|(?P<day>{names.CJK_PLACE})[日号號])?",
        rf"\b{_MONTH}\b{_OF_YEAR}",
        r"\b(?P<year>\d{4})[-/](?P<month>\d\d)(?:[-/](?P<day>\d\d))?(?!\d)",
    )
]
BARE_MONTH = re.compile(names.BARE_MONTH, re.VERBOSE)
NUMERIC = re.compile(r"(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?![\d/])")  # 3/5/2026: the day or the month first
YEAR = re.compile(
    r"(?:\b(?:in|during|of|before|prior to|after|until|early|late|mid|tahun|sebelum|setelah|sesudah|sampai|hingga|awal"
    r"|akhir|pertengahan|jahr|jahres|vor|nach|bis|anfang|ende|mitte|año|en|antes de|después de|hasta|année|avant|après"
    r"|début|fin)[ -]|(?<=since )|(?<=sejak )|(?<=seit )|(?<=desde )|(?<=depuis ))(20\d\d)\b|(20\d\d)年"
)
SEASON = re.compile(rf"{names.SEASON}(?:{_OF_YEAR}(?:[/-](?P<end>\d{{2}}|\d{{4}})\b)?)?")
CJK_SEASON, IN_SEASON = map(re.compile, (names.CJK_SEASON, names.IN_SEASON))
AGO = [re.compile(pattern) for pattern in names.AGO]
PAST = [*map(re.compile, names.PAST), re.compile(rf"\b(?:in |over )?(?:the )?past (?P<u>{names.UNIT})\b")]
_THIS_WEEK, _LAST_WEEK = PERIODS["week", 0].pattern, PERIODS["week", 1].pattern
OF_WEEK = [
    re.compile(pattern + _PART)
    for pattern in (
        rf"\b(?:on |hari |am )?(?P<day>{names.WEEKDAY}),?(?: of| von| de)? (?:(?P<this>{_THIS_WEEK})|{_LAST_WEEK})",
        rf"(?:(?P<this>{_THIS_WEEK})|{_LAST_WEEK})(?:'s| on| am| hari)? (?P<day>{names.WEEKDAY})\b",
        r"(?:(?P<this>[这這本今])|[上先])(?:个|個)?(?:周|週|星期|礼拜)の?(?P<day>[一二三四五六日天月火水木金土])(?:曜日?)?",
        rf"\b(?P<this>this|diesen|ce) (?P<day>{names.WEEKDAY})\b",
    )
]
THAT_DAY = [
    re.compile(pattern + _PART)
    for pattern in (
        rf"\b(?:last|letzte[nm]|vergangenen|vorigen) (?P<day>{_ANY_WEEKDAY})\b",
        rf"\b(?:el |hari )?(?P<day>{names.WEEKDAY}|(?<=hari )minggu) (?:yang |yg )?"
        r"(?:lalu|kemarin|pasado|dernier|passé)\b",
        rf"\bhari (?P<day>{names.WEEKDAY}|minggu)\b",
    )
]
A_DAY = [
    re.compile(pattern + _PART)
    for pattern in (
        rf"\b(?:(?P<at>on|am|el|le|{'|'.join(names.SINCE_WORDS)}) )?(?P<day>{names.WEEKDAY})\b",
        r"(?:周|週|星期|礼拜)(?P<day>[一二三四五六日天])|(?P<cjk>[月火水木金土日])曜日?",
    )
]
DAYS_BACK = [(back, re.compile(f"(?:{names.named(names.DAYS[back])}){_PART}")) for back in (2, 1, 0)]
NIGHT = re.compile(names.named(names.NIGHTS))
HIER = re.compile(rf"\bhier\b{_PART}")  # here, in German
RECENTLY = re.compile(names.named(names.RECENTLY))
_ARTICLE = (
    r"(?:(?:the|dem|den|der|die|das|des|le|la|el|los|les) )?"
    r"(?:(?:month of|mes de|bulan|tanggal|tgl|year|jahr|jahres|tahun) )?"
)
_KINDS_OF = "|".join(rf"(?P<{name}>{listed})" for name, listed in names.RELATIONS.items())
_PARTS_OF = "|".join(rf"(?P<p_{name}>{listed})" for name, listed in names.PARTS.items())
# What stands right before a time and changes it: "until the end of " March.
MODIFIER = re.compile(
    rf"(?<!\w)(?:(?:{_KINDS_OF}) {_ARTICLE})?"
    rf"(?:(?:in |at |by |on |im |am |en |pada |di )?{_ARTICLE}(?:{_PARTS_OF})[ -]{_ARTICLE})?$"
)
# And before that: "two weeks " before the tenth, "the Sunday " after it.
AWAY = re.compile(
    rf"\b(?:(?P<n>{names.NUMBER}) |(?P<se>se))?(?:last )?(?P<u>{names.UNIT}|weekend|(?P<day>{names.WEEKDAY})) $"
)
_CJK_KINDS_OF = "|".join(rf"(?P<{name}>{listed})" for name, listed in names.CJK_RELATIONS.items())
_CJK_PARTS_OF = "|".join(rf"(?P<p_{name}>{listed})" for name, listed in names.CJK_PARTS.items())
CJK_MODIFIER = re.compile(rf"(?:{_CJK_PARTS_OF})?(?:{_CJK_KINDS_OF})?")
_CJK_YEAR = r"(?:(?P<{}>\d{{4}}|去|昨|今)年[的の]?)?"
RANGE = re.compile(
    rf"\b(?:{names.BETWEEN}) {_ARTICLE}(?P<from>{names.MONTH})(?: (?:de )?(?P<from_year>\d{{4}}))?"
    rf" ?(?:{names.TO}|{names.AND}) ?{_ARTICLE}(?P<to>{names.MONTH})\b{_OF_YEAR}?"
)
CJK_RANGE = re.compile(
    rf"[从從自]?{_CJK_YEAR.format('from_year')}(?P<from>{names.CJK_MONTHS})月份?(?:{names.CJK_TO})"
    rf"{_CJK_YEAR.format('year')}(?P<to>{names.CJK_MONTHS})月份?(?:まで|之?[间間])?"
)
_DAY_OF = r"{}(?P<{}>\d{{1,2}})(?:st|nd|rd|th|er|\.|º)?"
_FROM_DAY = _DAY_OF.format(r"(?<![\w.:/-])", "from_day")
_TO_DAY = _DAY_OF.format("(?:the )?", "day") + r"(?![\w:]|\.\d)"
_TO = rf" ?(?:{names.TO}|(?P<both>{names.AND})) ?{_ARTICLE}"
_FROM = rf"(?:\b(?P<between>{names.BETWEEN}) {_ARTICLE})?"
_FROM_YEAR = r"(?:,? (?:de |del )?(?P<from_year>\d{4}))?"
# From one day to another: "between 3 and 7 May", "28 Dec - 3 Jan", "May 3 to 7", "2026-05-03..2026-05-07".
DAYS = [
    re.compile(pattern)
    for pattern in (
        rf"{_FROM}{_FROM_DAY}(?:(?: of| de)? (?P<from>{names.MONTH})\b{_FROM_YEAR})?{_TO}{_TO_DAY}"
        rf"(?: of| de)? {_MONTH}\b{_OF_YEAR}?",
        rf"{_FROM}\b(?P<from>{names.MONTH}) {_FROM_DAY}{_FROM_YEAR}{_TO}(?:{_MONTH} )?{_TO_DAY}{_OF_YEAR}?",
        rf"{_FROM}(?<![\w-])(?P<from_year>\d{{4}})-(?P<from>\d\d)-(?P<from_day>\d\d)"
        rf"(?:{_TO}| ?\.\. ?)(?P<year>\d{{4}})-(?P<month>\d\d)-(?P<day>\d\d)(?!\d)",
    )
]
CJK_DAYS = re.compile(
    rf"[从從自]?{_CJK_YEAR.format('from_year')}(?P<from>{names.CJK_MONTHS})月(?P<from_day>{names.CJK_PLACE})[日号號]?"
    rf"(?:{names.CJK_TO}){_CJK_YEAR.format('year')}(?:(?P<month>{names.CJK_MONTHS})月)?(?P<day>{names.CJK_PLACE})[日号號]"
    rf"(?:まで|之?[间間])?"
)
EVERY, ASKS_PAST, FRENCH = map(re.compile, (names.EVERY, names.ASKS_PAST, names.FRENCH))
