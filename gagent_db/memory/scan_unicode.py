"""Find invisible characters, and words that mix alphabets.

Joiners and directional marks are part of ordinary writing in many scripts, and of emoji; they are allowed where a
font would use them and are findings everywhere else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from .confusables import CONFUSABLES

_JOINERS = "\u200c\u200d"
_ISOLATES = "\u2066\u2067\u2068\u2069"
_MARKS = "\u200e\u200f\u061c"
_ZERO_SPACE = "\u200b"
_ALLOWED_CONTROLS = "\t\n\r\x85\xad\ufeff"
_FILLERS = "\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5"
_SUSPICIOUS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff\ud800-\udfff]"
)
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{4,6}\U000e007f")
# Scripts that need joiners to spell words: Arabic, Syriac, N'Ko, Brahmic scripts to Khmer and beyond.
_JOINING = re.compile(
    "[\u0600-\u08ff\u0900-\u1aff\u1b00-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff]"
)
_SPACELESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\u0f00-\u0fff]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_PICTURE = re.compile("[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff]")
_EMOJI_PART = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff\U000e007f]")
_WORD = re.compile(r"[^\W\d_]{4,}")


def find_invisible(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield (rule, start, end) of each hidden character that has no reason to be where it is."""
    if text.isascii() and not _SUSPICIOUS.search(text):
        return
    flags = {position for flag in _FLAG.finditer(text) for position in range(*flag.span())}
    right_to_left = bool(_RIGHT_TO_LEFT.search(text))
    for match in _SUSPICIOUS.finditer(text):
        position = match.start()
        if position not in flags and (rule := _judge(text, position, right_to_left)):
            yield rule, position, position + 1


def _judge(text: str, position: int, right_to_left: bool) -> str | None:
    """Return the rule that a hidden character breaks; None if it is allowed in its place."""
    character = text[position]
    before = text[position - 1] if position else ""
    after = text[position + 1 : position + 2]
    if character in _ALLOWED_CONTROLS:
        return "zero_width" if character == "\ufeff" and position else None
    if character in _JOINERS:
        return None if _joins(character, before, after) else "zero_width"
    if character == _ZERO_SPACE:
        return None if _SPACELESS.match(before) or _SPACELESS.match(after) else "zero_width"
    if character in _MARKS:
        return None if right_to_left else "direction_mark"
    if character in _ISOLATES:
        return None if right_to_left and _balanced(text) else "direction_isolate"
    if "\u202a" <= character <= "\u202e":
        return "direction_override"
    if "\ufe00" <= character <= "\ufe0f":
        return None if _selects(before) else "variation_selector"
    if "\U000e0100" <= character <= "\U000e01ef":
        return None if _SPACELESS.match(before) else "variation_selector"
    if "\U000e0000" <= character <= "\U000e0fff":
        return "tag_character"
    if character in _FILLERS:
        return None if before and unicodedata.category(before) == "Lo" and character != "\u3164" else "blank_letter"
    if "\u180b" <= character <= "\u180f":
        return None if "\u1800" <= before <= "\u18af" else "zero_width"
    if character in "\u2028\u2029":
        return None
    return "control_character"


def _joins(character: str, before: str, after: str) -> bool:
    if _JOINING.match(before):
        return True
    picture = bool(_PICTURE.match(before) or _EMOJI_PART.match(before))
    return character == "\u200d" and picture and bool(_PICTURE.match(after))


def _selects(before: str) -> bool:
    """Whether a variation selector may follow: a symbol, a digit of a keycap, or a letter of a script with variants."""
    return bool(before) and (
        bool(_PICTURE.match(before))
        or before in "#*0123456789"
        or unicodedata.category(before)[0] == "S"
        or bool(_SPACELESS.match(before))
        or "\u1800" <= before <= "\u18af"
    )


def _balanced(text: str) -> bool:
    """Whether every directional isolate in the text is closed."""
    depth = 0
    for character in text:
        if character in "\u2066\u2067\u2068":
            depth += 1
        elif character == "\u2069":
            depth -= 1
        if depth < 0:
            return False
    return depth == 0


def find_mixed_alphabets(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield (rule, start, end) of words that would be Latin but for look-alike letters of another alphabet."""
    if text.isascii():
        return
    for word in _WORD.finditer(text):
        letters = word.group()
        foreign = [letter for letter in letters if not letter.isascii()]
        latin = len(letters) - len(foreign)
        if foreign and latin >= 2 and all(_imitates(letter) for letter in foreign):
            yield "mixed_alphabets", word.start(), word.end()


def _imitates(letter: str) -> bool:
    return letter in CONFUSABLES and unicodedata.name(letter, "").split()[0] in (
        "CYRILLIC",
        "GREEK",
        "ARMENIAN",
        "CHEROKEE",
    )
