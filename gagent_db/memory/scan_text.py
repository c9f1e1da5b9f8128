"""Readings of a text for the scanner: plain, and with look-alikes, leetspeak, spacing and encodings undone.

Each `Reading` keeps, for every character, its position in the original text, so that a match can be reported as a
span of that.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote

from .confusables import CONFUSABLES

_MARKS = re.compile("[\u0300-\u036f\u064b-\u0655\u0670]")
_LEET = {
    "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g", "@": "a", "$": "s",
    "|": "i", "l": "i", "€": "e",
}  # fmt: skip
_LEET_WORD = re.compile(r"[a-z][013457@$!|€]+[a-z]|[01345@$|€]+[a-z]{2}|[a-z]{2}[013457@$|€]")
_SPACED = re.compile(r"(?<!\w)(?:[^\W_][ \t._*/|·\-]{1,3}){4,}[^\W_](?!\w)")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{16,}={0,2}(?![A-Za-z0-9+/_=-])")
_BASE32 = re.compile(r"\b[A-Z2-7]{24,}={0,6}(?![A-Za-z0-9])")
_BINARY = re.compile(r"(?:\b[01]{8}\b[ ,]?){8,}")
_HEX = re.compile(r"(?:(?:\\x|0x)?[0-9a-fA-F]{2}[ ,:]?){10,}")
_PERCENT = re.compile(r"(?:[\w+.~-]*%[0-9a-fA-F]{2}){2,}[\w+.~-]*")
_ENTITIES = re.compile(r"(?:[\w ]*&#x?[0-9a-fA-F]{2,6};){2,}[\w ]*")
_ESCAPES = re.compile(r"(?:[\w ]*\\u[0-9a-fA-F]{4}){2,}[\w ]*")
_RUN_TOGETHER = re.compile(
    r"(?:ignore|disregard|forget|override|abaikan|lupakan)(?:all|your|any|the|my|every|of|semua)*"
    r"(?:previous|prior|above|earlier|system)?(?:instructions|instruksi|prompts|rules|perintah)"
)
_ROT13 = re.compile(r"vtaber|qvfertneq|sbetrg|bireevqr|flfgrz", re.IGNORECASE)
_BACKWARDS = re.compile(r"erongi|drageresid|tegrof|edirrevo|metsys", re.IGNORECASE)
_RUN = re.compile(r"(.)\1{8,}", re.DOTALL)
_TOKEN = re.compile(r"[^\W\d_]+")
_TO_CYRILLIC = str.maketrans("aceopxykmhtbi", "асеорхукмнтві")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the text. ``disguise`` names what had to be undone, None for the plain reading."""

    text: str
    offsets: Sequence[int]
    disguise: str | None = None
    covers: tuple[int, int] | None = None  # span of the encoded passage, where single letters have no position

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the start and end in the original text of ``self.text[start:end]``."""
        if self.covers:
            return self.covers
        return self.offsets[start], self.offsets[max(start, end - 1)] + 1


def fold(text: str) -> str:
    """Return the text as patterns are written: lower case, NFKC, without accents and invisible characters."""
    return plain(text).text


def plain(text: str) -> Reading:
    """Return the plain reading: the text folded character by character."""
    if text.isascii():
        return Reading(text.lower(), range(len(text)))
    return _mapped(text, _fold_character)


def readings(text: str) -> Iterator[Reading]:
    """Yield the plain reading, then each other reading that the text gives reason to try."""
    first = _shortened(plain(text))
    yield first
    latin = first
    if not text.isascii() and any(_lookalike(character) for character in text):
        latin = replace(_shortened(_mapped(text, _latin_character)), disguise="homoglyph")
        yield latin
        yield from _cyrillic(first)
    if _LEET_WORD.search(latin.text):
        yield Reading(_leet(latin.text), latin.offsets, "leetspeak")
    if _SPACED.search(latin.text):
        yield _joined(latin)
    letters = re.sub(r"[\W_]+", "", latin.text)
    if _RUN_TOGETHER.search(letters):
        yield Reading(letters, (), "spaced", (0, len(text)))
    yield from _decoded(text)


_LEET_TABLE = str.maketrans(_LEET)


def _leet(text: str) -> str:
    """Return digits and signs as the letters they stand for. 'l' becomes 'i', like '1' and '|'; so it does in rules."""
    return re.sub("!(?=[a-z])", "i", text).translate(_LEET_TABLE)


def _shortened(reading: Reading) -> Reading:
    """Return the reading with runs of one character cut to eight, so that padding costs no time."""
    if not _RUN.search(reading.text):
        return reading
    keep: list[int] = []
    last = 0
    for run in _RUN.finditer(reading.text):
        keep.extend(range(last, run.start() + 8))
        last = run.end()
    return _kept(reading, [*keep, *range(last, len(reading.text))], reading.disguise)


def _kept(reading: Reading, positions: list[int], disguise: str | None) -> Reading:
    return Reading(
        "".join(reading.text[position] for position in positions),
        [reading.offsets[position] for position in positions],
        disguise,
    )


def _mapped(text: str, convert: Callable[[str], str]) -> Reading:
    """Return the reading with each character replaced by what ``convert`` makes of it, maybe nothing or several."""
    characters: list[str] = []
    offsets: list[int] = []
    for position, character in enumerate(text):
        for piece in convert(character):
            characters.append(piece)
            offsets.append(position)
    return Reading("".join(characters), offsets)


def _fold_character(character: str) -> str:
    if character.isascii():
        return character.lower()
    folded = unicodedata.normalize("NFKC", character).casefold()
    if unicodedata.category(character) in ("Cf", "Mn") and not _is_indic(character):
        return ""
    decomposed = unicodedata.normalize("NFD", folded)
    return _MARKS.sub("", decomposed) if _MARKS.search(decomposed) else folded


def _latin_character(character: str) -> str:
    return _lookalike(character) or _fold_character(character)


def _lookalike(character: str) -> str | None:
    """Return the ASCII letter that this character imitates; None if it does not."""
    if character.isascii():
        return None
    if letter := CONFUSABLES.get(character):
        return letter
    code = ord(character)
    if 0x1F150 <= code <= 0x1F169:  # white on black circles
        return chr(code - 0x1F150 + 97)
    if 0x1F170 <= code <= 0x1F189:  # white on black squares
        return chr(code - 0x1F170 + 97)
    return None


def _is_indic(character: str) -> bool:
    """Whether this is from a script where vowel signs are part of the spelling (Devanagari to Khmer)."""
    return 0x0900 <= ord(character) <= 0x17FF


def _cyrillic(reading: Reading) -> Iterator[Reading]:
    """Yield the reading with Latin letters inside Cyrillic words turned into Cyrillic ones, if there are any."""
    text = list(reading.text)
    changed = False
    for token in _TOKEN.finditer(reading.text):
        word = token.group()
        if re.search("[а-яіїєґ]", word) and re.search("[a-z]", word):
            text[token.start() : token.end()] = word.translate(_TO_CYRILLIC)
            changed = True
    if changed:
        yield Reading("".join(text), reading.offsets, "homoglyph")


def _joined(reading: Reading) -> Reading:
    """Return the reading with spaced letters joined: 'i g n o r e' -> 'ignore'. Two or more separators end a word."""
    keep: list[int] = []
    last = 0
    for run in _SPACED.finditer(reading.text):
        keep.extend(range(last, run.start()))
        previous = run.start() - 1
        for position in range(run.start(), run.end()):
            if reading.text[position].isalnum():
                if position - previous > 2 and previous >= run.start():
                    keep.append(position - 1)
                keep.append(position)
                previous = position
        last = run.end()
    return _kept(reading, [*keep, *range(last, len(reading.text))], "spaced")


def _decoded(text: str) -> Iterator[Reading]:
    """Yield what is hidden in base64, base32, binary, hex, URL, HTML and \\u escapes, ROT13 and reversed text."""
    for pattern, decode in _DECODERS:
        for match in pattern.finditer(text):
            if hidden := decode(match.group()):
                yield _hidden(hidden, match.start(), match.end())
    if _ROT13.search(text):
        yield _hidden(codecs.encode(text, "rot13"), 0, len(text))
    if _BACKWARDS.search(text):
        yield _hidden(text[::-1], 0, len(text))


def _hidden(text: str, start: int, end: int) -> Reading:
    return Reading(fold(text), (), "encoded", (start, end))


def _from_base64(token: str) -> str | None:
    body = token.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return _readable(base64.b64decode(body + "=" * (-len(body) % 4), validate=True))
    except (binascii.Error, ValueError):
        return None


def _from_base32(token: str) -> str | None:
    body = token.rstrip("=")
    try:
        return _readable(base64.b32decode(body + "=" * (-len(body) % 8)))
    except (binascii.Error, ValueError):
        return None


def _from_binary(token: str) -> str | None:
    return _readable(bytes(int(octet, 2) for octet in re.findall("[01]{8}", token)))


def _from_hex(token: str) -> str | None:
    digits = re.sub(r"\\x|0x|[ ,:]", "", token)
    return _readable(bytes.fromhex(digits)) if len(digits) % 2 == 0 else None


def _readable(data: bytes) -> str | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    printable = sum(character.isprintable() or character.isspace() for character in text)
    return text if printable >= 0.9 * len(text) else None


def _from_escapes(token: str) -> str:
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), token)


_DECODERS = (
    (_BASE64, _from_base64),
    (_BASE32, _from_base32),
    (_BINARY, _from_binary),
    (_HEX, _from_hex),
    (_PERCENT, unquote),
    (_ENTITIES, html.unescape),
    (_ESCAPES, _from_escapes),
)
