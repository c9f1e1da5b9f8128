"""How people name times, in the languages that questions are asked in: months, weekdays, days, weeks, "ago".

Tables and the patterns made of them; ``dates`` reads them. All lower-case. Languages with spaces between words stand
beside each other, as hardly a word of one is another's; Chinese and Japanese have patterns of their own.
"""

from __future__ import annotations

import re
import unicodedata

from .words import STOPWORDS, word_set


def _plain(word: str) -> str:
    """A word without the marks on its letters, as many type it."""
    return "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))


def _numbered(*rows: str) -> dict[str, int]:
    """Each word of rows -> its place in the row, from 1; words of one place are joined with a stroke."""
    found: dict[str, int] = {}
    for row in rows:
        for place, cell in enumerate(row.split(), 1):
            for word in cell.split("|"):
                found |= {word: place, _plain(word): place}
    return found


def _any(names: object) -> str:
    """The pattern of any of these words, the longest first."""
    return "|".join(sorted(map(str, names), key=len, reverse=True))  # type: ignore[call-overload]


MONTHS = _numbered(
    "january february march april may june july august september october november december",
    "januari|jan februari|feb maret|mar april|apr mei juni|jun juli|jul agustus|aug september|sep|sept "
    "oktober|oct|okt november|nov desember|dec|des",
    "januar|jänner februar märz april mai juni juli august september oktober november dezember|dez",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
)
_SHORT = ("jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "okt", "nov", "dec", "des", "dez")
MONTH = (
    rf"(?:{_any(MONTHS)})(?<!\bmay)|may(?!\ (?:be|have|not|need|also|still|only|even|or|well|get|take|cause|fail)\b)"
)
_WHOLE = _any(set(MONTHS) - set(_SHORT) - {"may"})
# A month by itself is one where a word before it says so: "march" and "may" are words, too.
BARE_MONTH = rf"""
    \b(?:in|last|since|during|early|late|mid|until|till|up\ to|prior\ to|before|after|bulan|sebelum|setelah|sesudah
      |sejak|sampai|hingga|awal|akhir|pertengahan|pertama|kedua|ketiga|keempat|terakhir)
      [\ -](?P<en>{_any(set(MONTHS) - {"mars"})})\b
    | \b(?:of|by|this|(?:im|seit|vor|nach|bis|ende|anfang|mitte|en|de|desde|hasta|depuis|avant|après|début|fin|mi)
      (?:\ (?:mes|mois)\ de)?)[\ -](?P<any>{_WHOLE})\b"""

_WEEKDAYS = _numbered(
    "monday tuesday wednesday thursday friday saturday sunday",
    "senin selasa rabu kamis jumat|jum'at sabtu ahad",
    "montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag",
    "lunes martes miércoles jueves viernes sábado domingo",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
)
_SHORT_DAYS = _numbered("mon tue|tues wed thu|thur|thurs fri sat sun")
MINGGU = {"minggu": 7, "malam minggu": 6}  # a week, too; its eve is a night out, the evening of Saturday
WEEKDAYS = {name: place - 1 for name, place in (_WEEKDAYS | _SHORT_DAYS | MINGGU).items()}  # Monday is 0
WEEKDAY = rf"{_any(_WEEKDAYS)}|malam minggu|minggu(?=\ (?:pagi|siang|sore|malam)\b)"
SHORT_DAY = _any(_SHORT_DAYS)

NUMBERS = (
    _numbered(
        "one two three four five six seven eight nine ten eleven twelve",
        "satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas",
        "ein zwei drei vier fünf sechs sieben acht neun zehn",
        "un dos tres cuatro cinco seis siete ocho nueve diez",
        "un deux trois quatre cinq six sept huit neuf dix",
    )
    | dict.fromkeys(word_set("a an the se einem einer einen eine una une"), 1)
    | {"a couple of": 2, "couple of": 2}
)
FEW = word_set("few several some beberapa einigen paar unos unas varios varias quelques 几 幾 数") | {
    "a few",
    "ein paar",
}
NUMBER = rf"\d{{1,3}}|{_any({*NUMBERS, *FEW} - set('几幾数'))}"
_ONES = {"": 0} | {digit: value for value, digit in enumerate("一二三四五六七八九", 1)}
_TENS = {"": 0, "十": 10} | {f"{digit}十": 10 * value for digit, value in _ONES.items() if digit}
CJK_NUMBERS = {"两": 2, "兩": 2} | {
    ten + one: tens + ones for ten, tens in _TENS.items() for one, ones in _ONES.items() if ten + one
}
# No part of a longer number.
_CJK_BEGINS = "(?<![0-9０-９一二三四五六七八九十两兩几幾数百千万])"
CJK_NUMBER = rf"{_CJK_BEGINS}(?:[0-9０-９]{{1,3}}|{_any({*CJK_NUMBERS, *'几幾数'})})"
CJK_PLACE = rf"(?:\d{{1,2}}|{_any(CJK_NUMBERS)})"  # of a month in its year, of a day in its month
CJK_MONTHS = rf"{_CJK_BEGINS}(?<![近去])(?:{CJK_PLACE})(?=月)"  # not the last three months
CJK_MONTH = rf"(?P<month>{CJK_MONTHS})月"

_UNITS = {
    "hour": "hour hours jam stunde stunden hora horas heure heures 小时 時間",
    "day": "day days hari tag tage tagen día días dia dias jour jours 天 日",
    "week": "week weeks minggu pekan woche wochen semana semanas semaine semaines 周 週 星期 礼拜 週間 周間",
    "month": "month months bulan monat monate monaten mes meses mois 月",
    "year": "year years tahun jahr jahre jahren año años ano anos an ans année années 年",
}
UNITS = {word: unit for unit, names in _UNITS.items() for word in names.split()}
UNIT = _any(word for word in UNITS if word[0].isascii() or word[0] in "dañ")

# "two weeks ago" and the like: the number and the unit are named groups.
_N, _U = rf"(?P<n>{NUMBER})", rf"(?P<u>{UNIT})"
AGO = (
    rf"\b{_N} {_U} (?:ago|earlier)\b",
    r"\b(?P<n>\d{1,3}|satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh|beberapa|se) ?"
    r"(?P<u>jam|hari|minggu|pekan|bulan|tahun) (?:yang |yg )?(?:lalu|kemarin|silam)\b",
    rf"\bvor {_N} {_U}\b",
    rf"\bhace {_N} {_U}\b",
    rf"\bil y a {_N} {_U}\b",
    rf"(?P<n>{CJK_NUMBER})(?:个|個|か|ヶ|カ|ケ)?(?P<u>小时|時間|天|日|周間|週間|周|週|星期|礼拜|月|年)(?:之?前|以前)",
)
# "the last three days": up to today.
PAST = (
    rf"\b(?:in |over |during |for |within )?(?:the )?(?:last|past|previous) {_N} {_U}\b",
    rf"\b(?:dalam )?{_N} ?(?P<u>jam|hari|minggu|pekan|bulan|tahun) (?:terakhir|belakangan)(?: ini)?\b",
    rf"\b(?:in |während )?(?:den |der |die |das )?(?:letzten|vergangenen) {_N} {_U}\b",
    rf"\b(?:en |durante )?(?:los |las )?últim[oa]s {_N} {_U}\b",
    rf"\b(?:ces |les )?{_N} derni[eè]r(?:e?s) {_U}\b",
    rf"(?:最近|过去|過去|この)(?P<n>{CJK_NUMBER})(?:个|個|か|ヶ|カ)?(?P<u>天|日|周間|週間|周|週|星期|月|年)(?:间|間)?",
)

# A day, counted back from today: how many days, and its names.
DAYS = {
    0: "today|this morning|this afternoon|this evening|tonight|earlier today|hari ini|tadi pagi|tadi siang|tadi sore"
    "|heute|hoy|aujourd'hui|今天|今日|今朝|今早",
    1: "yesterday|kemarin|gestern|ayer|昨天|昨日|昨儿|きのう",
    2: "the day before yesterday|day before yesterday|kemarin lusa|kemarin dulu|vorgestern|anteayer|antier|avant-hier"
    "|antes de ayer|前天|一昨日|おととい",
}
# The night goes on after midnight.
NIGHTS = "last night|semalam|tadi malam|gestern nacht|letzte nacht|anoche|cette nuit|昨晚|昨夜|ゆうべ"
FRENCH = r"\b(?:on|nous|avons|avez|fait|dit|quoi|que|qu|les|une|soir|matin)\b"  # what "hier" is a day in

# Periods of the calendar: (unit, how many back) and their names.
PERIODS = {
    ("week", 0): "this week|minggu ini|pekan ini|diese woche|dieser woche|esta semana|cette semaine"
    "|这周|這週|本周|本週|这个星期|今週",
    ("week", 1): "last week|previous week|minggu lalu|minggu yang lalu|minggu kemarin|pekan lalu|letzte woche"
    "|letzter woche|vorige woche|voriger woche|vergangene woche|semana pasada|semaine dernière|semaine passée"
    "|上周|上週|上星期|上个星期|上個星期|上礼拜|先週",
    ("week", 2): "the week before last|week before last|vorletzte woche|vorletzter woche|上上周|上上週|先々週",
    ("month", 0): "this month|bulan ini|diesen monat|diesem monat|dieses monats|este mes"
    "|ce mois-ci|ce mois|这个月|這個月|本月|今月",
    ("month", 1): "last month|previous month|bulan lalu|bulan yang lalu|bulan kemarin|letzten monat|letzten monats"
    "|letzter monat|vorigen monat|vergangenen monat|mes pasado|mois dernier|mois passé|上个月|上個月|上月|先月",
    ("month", 2): "the month before last|month before last|vorletzten monat|上上个月|先々月",
    ("year", 0): "this year|tahun ini|dieses jahr|diesem jahr|dieses jahres|este año|cette année|今年",
    ("year", 1): "last year|previous year|tahun lalu|tahun yang lalu|tahun kemarin|letztes jahr|letzten jahr"
    "|letzten jahres|letztem jahr|voriges jahr|año pasado|année dernière|l'an dernier|an dernier|去年|昨年",
    ("weekend", 0): "this weekend|akhir pekan ini|akhir minggu ini|dieses wochenende|这个周末|今週末",
    ("weekend", 1): "last weekend|at the weekend|over the weekend|on the weekend|akhir pekan lalu|akhir pekan kemarin"
    "|akhir minggu lalu|akhir minggu kemarin"
    "|letztes wochenende|letzten wochenende|am wochenende|fin de semana pasado|week-end dernier|上周末|先週末",
}
# Seasons of the northern hemisphere, by their first month. Nearly all of their names are other words, too: a time is
# only what is said like one.
SPRING, SUMMER, AUTUMN, WINTER = 3, 6, 9, 12
_SEASONS = {
    SPRING: "spring springtime frühling frühjahr printemps primavera",
    SUMMER: "summer summertime sommer été verano",
    AUTUMN: "autumn fall herbst automne otoño",
    WINTER: "winter wintertime hiver invierno",
}
SEASONS = {form: month for month, names in _SEASONS.items() for name in names.split() for form in (name, _plain(name))}
_THIS_SEASON = r"this|diese[nmrs]?|cet?|est[ae]"
_LAST_SEASON = r"(?<!\bthe )last|previous|letzte[nmrs]?|vorige[nmrs]?|vergangene[nmrs]?"
_NO_SEASON = r"boot|framework|security|data|cloud|mvc|batch|webflux|bean|beans|roll|rolls|cleaning|onions?"
_FALLS = r"back|over|through|apart|off|behind|short|into|under|down|out|on|for|below|asleep|guy"
SEASON = (
    rf"(?<![\w'])(?:(?:the |l')?(?:(?P<this>{_THIS_SEASON})|(?P<last>{_LAST_SEASON})) )?(?:l')?"
    rf"(?P<season>{_any(SEASONS)})\b(?P<back> (?:derni[eè]re?|pass[eé]e?|pasad[oa])\b)?"
    rf"(?! (?:{_NO_SEASON})\b)(?!(?<=fall) (?:{_FALLS})\b)"
)
CJK_SEASON = r"(?:(?P<year>\d{4}|去|昨|今)年[的の]?(?P<season>[春夏秋冬])[天季]?|(?P<other>[春夏秋冬])[天季])"
CJK_SEASONS = {"春": SPRING, "夏": SUMMER, "秋": AUTUMN, "冬": WINTER}
# Before a season: what makes it a time.
IN_SEASON = r"\b(?:in|during|over|throughout|im|während|über|en|au|pendant|durante)(?: (?:the|de[nms]|el|la|le))? $"
RECENTLY = "recently|lately|the other day|akhir-akhir ini|belakangan ini|baru-baru ini|neulich|kürzlich|最近"


def named(names: str) -> str:
    """The pattern of any of the names, with and without the marks on their letters, as words where words are apart."""
    listed = {form for name in names.split("|") for form in (name, _plain(name))}
    apart = [name for name in listed if ord(name[0]) < 0x2000]
    joined = [name for name in listed if ord(name[0]) >= 0x2000]
    return "|".join([*([rf"\b(?:{_any(apart)})\b"] if apart else []), *([_any(joined)] if joined else [])])


# After a day: which part of it.
PART_OF_DAY = (
    r"(?: (?:in the )?(?:morning|afternoon|evening|night|noon|pagi|siang|sore|malam|früh|morgen|vormittag|mittag"
    r"|nachmittag|abend|nacht|por la (?:mañana|tarde|noche)|matin|soir|après-midi)\b|[早中下上晚]上|上午|下午|夜)?"
)
SINCE_WORDS = ("since", "sejak", "seit", "desde", "depuis")
# Before a time: from when to when counted from it.
RELATIONS = {
    "since": "|".join(SINCE_WORDS),
    "before": "before|prior to|earlier than|sebelum|vor|antes del?|avant",
    "until": "until|till|up to|sampai|hingga|bis(?: zum)?|hasta|jusqu'(?:en|à|au)",
    "after": "after|later than|setelah|sesudah|nach|después del?|despues del?|après|apres",
}
# Before a month, a year or a longer period: which part of it, thirds or weeks.
PARTS = {
    "early": "early|beginning of|start of|awal|anfang|beginn|(?:a )?(?:principios|comienzos) del?|début(?: d[eu])?",
    "middle": "mid|middle of|pertengahan|tengah|mitte|(?:a )?mediados del?|mi|milieu d[eu]",
    "late": "late|end of|akhir|ende|(?:a )?fin(?:al)?es del?|fin(?: d[eu])?",
    "1": "(?:first|1st) week (?:of|in)|(?:minggu|pekan) pertama(?: di)?|erste[nr]? woche (?:im|des)"
    "|primera semana del?|première semaine de",
    "2": "(?:second|2nd) week (?:of|in)|(?:minggu|pekan) kedua(?: di)?|zweite[nr]? woche (?:im|des)"
    "|segunda semana del?|deuxième semaine de",
    "3": "(?:third|3rd) week (?:of|in)|(?:minggu|pekan) ketiga(?: di)?|dritte[nr]? woche (?:im|des)"
    "|tercera semana del?|troisième semaine de",
    "4": "(?:fourth|4th) week (?:of|in)|(?:minggu|pekan) keempat(?: di)?|vierte[nr]? woche (?:im|des)"
    "|cuarta semana del?|quatrième semaine de",
    "last": "last week (?:of|in)|(?:minggu|pekan) terakhir(?: di)?|letzte[nr]? woche (?:im|des)"
    "|última semana del?|dernière semaine de",
}
# Behind a time in Chinese and Japanese: which part of it, and from when to when ("前端" is no "前").
CJK_PARTS = {"early": "上旬|[年月]?初め?", "middle": "中旬", "late": "下旬|[年月]?[底末]"}
CJK_RELATIONS = {
    "since": r"以[来來降]|から|起(?!\w)",
    "before": r"之前|以前|前(?!\w)",
    "until": "まで|[为為]止",
    "after": r"之[后後]|以[后後]|[后後](?!\w)",
}
CJK_TO = "から|到|至|[-–~～〜]"
BETWEEN = "between|from|antara|dari|zwischen|von|vom|entre|desde|del?|du"
AND = "and|dan|und|y|et"  # between one time and another; by itself it names both
TO = r"to|until|till|through|thru|sampai|hingga|s/d|bis|al?|hasta|au|à|-|–"
# A weekday is a day that was where a word says so, or the question asks about the past.
EVERY = r"\b(?:every|each|setiap|tiap|tiap-tiap|jeden|cada|todos los|chaque|tous les|by|next|until|depan|nächsten)\W+$"
ASKS_PAST = (
    r"\b(?:did|was|were|had|happened|haben|hatten|habe|war|waren|passiert|pasó|paso|hicimos|hablamos|dijimos|avons"
    r"|fait|passé|dit|ngapain|terjadi|bahas|dibahas|kemarin)\b|[了过過た]"
)
SATURDAY = 5
CJK_WEEKDAY = {day: at for at, day in enumerate("一二三四五六日")} | {"天": 6} | {
    day: at for at, day in enumerate("月火水木金土")
}  # fmt: skip

_TOLD = "|".join([*DAYS.values(), *PERIODS.values(), NIGHTS, RECENTLY])
# One of these, a digit or a letter beyond ASCII is in every time that a question may name ("seminggu": one week).
WORDS = {
    part
    for told in (*MONTHS, *WEEKDAYS, *SEASONS, *UNITS, *(f"se{unit}" for unit in UNITS), *_TOLD.split("|"))
    for part in re.findall("[a-z]+", _plain(told))
} - {*(STOPWORDS - {"may", "an"}), "last", "l", "d"}
