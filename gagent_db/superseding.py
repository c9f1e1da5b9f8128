"""Compare two decisions: does the later one take the place of the earlier? Text only; who asks has chosen the two."""

from __future__ import annotations

import re
from functools import lru_cache

from .extract.items import word_set
from .extract.matching import TARGET, content_words, things

_FOR = re.compile(r"\b(?:for (?:the|our|my|all)|untuk) ([^,.;]+)")
_REVERSALS = (
    "changed my mind", "on second thought", "scratch that", "instead", "no longer", "not anymore", "reverse",
    "actually", "after all", "berubah pikiran", "nggak jadi", "gak jadi", "ga jadi", "tidak jadi", "batal", "ganti",
    "ternyata",
)  # fmt: skip
# Not behind a comma: "oak, not pine" denies nothing that was decided about oak.
_DENIES = re.compile(r"(?<!, )\b(?:not|no|never|don't|won't|jangan|tidak|nggak|gak|ga|tak)\b")
_DAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:senin|selasa|rabu|kamis|jumat|sabtu|minggu|ahad)\b"
)
# "Let's drop the borg idea": what is dropped, where an earlier decision begins with it, is no longer decided.
_DROPS = re.compile(
    r"\b(?:drop(?:ping)?|ditch(?:ing)?|scrap(?:ping)?|abandon(?:ing)?|give up on|instead of|rather than|away from|"
    r"(?:ga|gak|nggak|tidak) jadi(?: pakai| pake)?|batalin|batalkan) (?:the |our |that |this )?([\w.-]+)"
)
_KEPT = re.compile(rf"{_DENIES.pattern}(?: \w+){{0,3}} \Z")  # before it: "we will not drop borg"
_CHOSEN = 2  # content words with which a decision names what it is for
_ALSO = re.compile(r"\b(?:also|too|as well|juga)\b")
_LIGHT = word_set(
    "use uses using used get gets go goes run runs take takes have has stay stays keep pakai pake sepakat"
)

_NUMBER = re.compile(r"\d")
_TOKEN = re.compile(r"[=:<>≤≥@]|\d+(?:[.,]\d+)*(?:%|\w*)|[^\W\d_]+")
_WITH_UNIT = re.compile(r"[\d.,]+(?:%|jt|juta|rb|ribu|k|h|hrs?|s|ms|d|m|min|mb|gb|tb|kb|kg|g|km|cm|mm|px|eur|usd|x)\Z")
_TIME_OF_DAY = re.compile(r"\b\d{1,2}:\d\d\b|\b(?:19|20)\d\d\b")  # and years
# A number right behind a noun is the name of one among many ("printer 2"), unless it has a unit or is of a measure.
_MEASURES = word_set("""
    size sizes limit limits timeout timeouts port ports count counts number threshold max maximum min minimum ttl level
    rate rates price prices cost costs fee fees rent budget salary deposit width height length depth weight distance
    speed temperature capacity quota retention interval ratio score age dose total average
    ukuran batas maksimal minimal jumlah harga tarif biaya ongkos sewa anggaran gaji lebar tinggi panjang berat jarak
    suhu kapasitas rata rp eur usd idr
    """)
_MEASURE_WORDS = frozenset().union(*map(content_words, _MEASURES))
_LEAST_THINGS = 2  # with which a decision says what its value is for, beside the measure and what is counted
_MONTHS = {
    name: row.split()[0]
    for row in (
        "january jan januari", "february feb februari", "march mar maret", "april apr", "may mei", "june jun juni",
        "july jul juli", "august aug agustus agu", "september sept sep", "october oct oktober okt", "november nov",
        "december dec desember des",
    )
    for name in row.split()
}  # fmt: skip
_MONTH = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\b")
_SPAN = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th)?(?: ?[-–] ?| (?:to|till?|until|sampai|sampe) )(\d{1,2})(?:st|nd|rd|th)?\b"
)
_AROUND_DATES = word_set("tgl tanggal bulan mid early late end awal akhir tengah pertengahan yaudah yauda udah fine")


@lru_cache(maxsize=8192)  # each decision of a page is compared with all later ones
def place_and_values(decision: str) -> tuple[frozenset[str], tuple[str, ...]] | None:
    """Return the words of a decision (normalised) without the numbers it sets, and these numbers.

    None if it sets none, has a date or a time of day, as such things recur, or does not say of what it sets them.
    """
    if not _NUMBER.search(decision):
        return None
    if TARGET.match(decision) or _TIME_OF_DAY.search(decision) or _MONTH.search(decision) or _DAY.search(decision):
        return None
    words: set[str] = set()
    numbers: list[str] = []
    counted: set[str] = set()
    before = ""
    for token in _TOKEN.findall(decision):
        if not token[0].isdigit():
            words |= content_words(token)
            counted |= content_words(token) if before[:1].isdigit() else set()
        elif before in _MEASURES or _WITH_UNIT.match(token) or not content_words(before) - _LIGHT:
            numbers.append(token)
        else:
            words.add(token)
        before = token
    distinct = things(words) - _LIGHT - _MEASURE_WORDS - counted
    return (frozenset(words - _LIGHT), tuple(numbers)) if numbers and len(distinct) >= _LEAST_THINGS else None


def sets_anew(old: str, new: str) -> bool:
    """Whether a later decision says an earlier one again with another number in the same place, wherever that was."""
    place, other = place_and_values(old), place_and_values(new)
    return (
        place is not None
        and other is not None
        and place[0] == other[0]
        and len(place[1]) == len(other[1])
        and place[1] != other[1]
        and bool(_DENIES.search(old)) == bool(_DENIES.search(new))
        and not _ALSO.search(new)
    )


def moves_dates(old: str, new: str) -> bool:
    """Whether a later decision of the same talk is only a span of dates ("then October, 12-18") and the earlier one set
    another span. A single day may be the answer to another question."""
    span, other = _span(old), _span(new)
    rest = things(content_words(_SPAN.sub(" ", _MONTH.sub(" ", new)))) - _AROUND_DATES
    return span is not None and other is not None and span != other and not rest and not _ALSO.search(new)


def _span(decision: str) -> tuple[str, str, str] | None:
    """Return month, first and last day of the only span of dates in a decision."""
    months = {_MONTHS[name] for name in _MONTH.findall(decision)}
    spans = set(_SPAN.findall(decision))
    return (months.pop(), *spans.pop()) if len(months) == len(spans) == 1 else None


def _matter(decision: str) -> frozenset[str]:
    """Return the words of what a choice is for: "Postgres for the queue" does not replace "MySQL for the users"."""
    match = _FOR.search(decision)
    return content_words(match[1]) if match else frozenset()


def takes_over(old: str, mine: frozenset[str], new: str, theirs: frozenset[str], content: str) -> bool:
    """Whether a later decision supersedes an earlier one about the same place. Both are normalised.

    ``mine`` and ``theirs`` are the content words of ``old`` and ``new``; ``content`` is the message with ``new`` in it,
    in lower case.
    """
    target, other = TARGET.match(old), TARGET.match(new)
    if target or other:
        return bool(target and other and target[1] == other[1])
    mine, theirs = mine - _LIGHT, theirs - _LIGHT
    days, other_days = set(_DAY.findall(old)), set(_DAY.findall(new))
    moved = bool(days and other_days) and days.isdisjoint(other_days) and not _ALSO.search(new)
    if theirs <= mine and not moved and bool(_DENIES.search(old)) == bool(_DENIES.search(new)):
        return False  # the same said again
    about, other_matter = _matter(old), _matter(new)
    if about and other_matter and about.isdisjoint(other_matter):
        return False
    if moved and mine == theirs:
        return True
    drops = [match for match in _DROPS.finditer(new) if not _KEPT.search(match.string, 0, match.start())]
    dropped = {word for match in drops for word in content_words(match[1])}
    chosen = [word for text in re.findall(r"\w+", old) for word in content_words(text) if word in mine][:_CHOSEN]
    if not dropped.isdisjoint(chosen):
        return True
    common = len(mine & theirs)
    reversed_ = any(word in content for word in _REVERSALS)
    smaller = min(len(mine), len(theirs))
    return common > 0 and (common * 4 >= smaller if reversed_ else common >= 2 and common * 10 >= smaller * 6)
