"""Other spellings for letters that many people type without their marks, in scripts where the index keeps the marks:
``ёлка`` as ``елка``, ``Αθήνα`` as ``ΑΘΗΝΑ``, ``أحمد`` as ``احمد``, Hebrew and Arabic without vowel points.

The index itself folds the marks on Latin letters and combining marks. A mark that nobody leaves out makes another
letter: й is not и.
"""

from __future__ import annotations

import itertools
import re

# Plain letter -> the marked letters it may stand for, each of which is tried. A Russian or Greek word has at most one.
_ONE_MARK = {"е": "ё", "г": "ґ", "α": "ά", "ε": "έ", "η": "ή", "ι": "ίϊΐ", "ο": "ό", "υ": "ύϋΰ", "ω": "ώ"}
_ALEF = "اأإآ"  # at the beginning of a word, behind the article if it has one
_ENDS = {"ه": "هة", "ة": "هة", "ي": "يى", "ى": "يى"}
_PERSIAN, _ARABIC = "یک", "يك"  # the same letters on two keyboards
_PLAIN = str.maketrans(
    {marked: plain for plain, others in _ONE_MARK.items() for marked in others} | {"ٱ": "ا"} | dict.fromkeys(_ALEF, "ا")
)
_TO_ARABIC, _TO_PERSIAN = str.maketrans(_PERSIAN, _ARABIC), str.maketrans(_ARABIC, _PERSIAN)
# Vowel points of Hebrew and Arabic, and the stroke that stretches an Arabic word: the index cuts a word at each.
_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]")
_POINTED_SCRIPT = re.compile("[\u05d0-\u05ea\u0620-\u064a\u0671-\u06d3]+")
_LONGEST = 24
_CUTS = 40


def without_points(text: str) -> str:
    """Return the text without vowel points, as Hebrew and Arabic are usually written."""
    return text if text.isascii() else _POINTS.sub("", text)


def other_marks(word: str) -> list[str]:
    """Return other spellings of a lower-case word, with fewer marks or more; a space stands for any sign."""
    if word.isascii() or len(word) > _LONGEST:
        return []
    plain = word.translate(_PLAIN)
    found = {plain: None}
    for at, letter in enumerate(plain):
        found |= {plain[:at] + marked + plain[at + 1 :]: None for marked in _ONE_MARK.get(letter, "")}
    if _POINTED_SCRIPT.fullmatch(word):
        found |= dict.fromkeys([*_in_arabic(plain, word[-1]), *_cut_at_points(word)])
    found.pop(word, None)
    return list(found)


def _in_arabic(plain: str, last: str) -> list[str]:
    """Return the ways to write an Arabic or Persian word: other first and last letters, other keyboards."""
    article = "ال" if plain.startswith("ال") and len(plain) > 3 else ""
    rest = plain[len(article) : -1]
    begins = [alef + rest[1:] for alef in _ALEF] if rest.startswith("ا") else [rest]
    whole = [article + begin + end for begin, end in itertools.product(begins, _ENDS.get(last, last))]
    return [form.translate(table) for form in whole for table in ({}, _TO_ARABIC, _TO_PERSIAN)]


def _cut_at_points(word: str) -> list[str]:
    """Return the word with spaces where vowel points may be, as the index cuts it.

    Cuts at one place come first, as the most usual, then at more (up to _CUTS in all), then everywhere.
    """
    places = range(1, len(word))
    cuts = itertools.chain.from_iterable(itertools.combinations(places, count) for count in places)
    pieces = [[0, *cut, len(word)] for cut in itertools.islice(cuts, _CUTS)]
    return [" ".join(word[a:b] for a, b in itertools.pairwise(at)) for at in pieces] + [" ".join(word)]
