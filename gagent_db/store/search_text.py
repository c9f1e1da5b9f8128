"""Make extra words for the full-text index that its tokenizer would not find in the text.

The tokenizer takes a run of Chinese or Thai characters, or ``camelCase``, for one word. :func:`search_text` gives such
text cut into words: characters spaced, humps split, full-width forms folded, emoji named, ``ß`` spelled out. It is
called for every message written, so plain ASCII prose returns early.
"""

from __future__ import annotations

import re
import unicodedata

# The capital comes first in the pattern because a search for one set of characters is five times as fast.
_HUMP = re.compile(r"[A-Z](?:(?<=[a-z0-9][A-Z])|(?<=[A-Z]{2})(?=[a-z]))")
# The same for ASCII text, in a third of the time. Every byte becomes the kind of character it is, since a single letter
# is found faster than a set; the T of "2026-05-01T09:30" does not count.
_KINDS = bytes(
    ord("a") if chr(byte).islower() else ord("A") if chr(byte).isupper() else ord("0") if chr(byte).isdigit() else byte
    for byte in range(128)
).ljust(256)
_HUMP_OF_KINDS = re.compile(rb"A(?:(?<=[a0]A)(?<!-00A)|(?<=AA)(?=a))")
_IDENTIFIER = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]{3,63}(?![A-Za-z0-9])")
_SPLIT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# Scripts written without spaces between words (Thai to Myanmar, Khmer, kana, CJK, Hangul, their extensions).
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
    "\uf900-\ufaff\U00020000-\U0003134f"
)
_RUN = re.compile(f"[{_UNSPACED}]+")
_WIDE = re.compile("[\uff01-\uffef\u3000]")
_LETTERS = re.compile(f"[^\\W_{_UNSPACED}]{{1,64}}")
_APART = re.compile(f"[^\\s{_UNSPACED}]+")
_BY_SCRIPT = re.compile(f"[{_UNSPACED}]+|[^\\W_{_UNSPACED}]+")
_EMOJI = re.compile("[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
_MAX_IDENTIFIERS = 1000
# Letters that are not a plain letter with a mark, so that the tokenizer leaves them as they are, with what people type
# instead; and the ligatures of text copied from a PDF.
_SPELLED = str.maketrans({
    "ß": "ss", "ẞ": "ss", "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th",
    "Þ": "th", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ı": "i", "ħ": "h", "Ħ": "h", "ŧ": "t", "Ŧ": "t",
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl",
})  # fmt: skip
_SPELLED_WORD = re.compile(f"\\w{{0,64}}[{''.join(map(chr, _SPELLED))}]\\w{{0,64}}")


def search_text(content: str) -> str | None:
    """Return the extra words of ``content``, or None if its own words are enough."""
    if content.isascii():
        return _humps(content) if _HUMP_OF_KINDS.search(content.encode().translate(_KINDS)) else None
    parts = []
    folded = narrow(content)
    if folded != content:
        parts.append(" ".join(_narrowed(content)))
    if _RUN.search(folded):
        parts.extend(spaced for _, _, spaced in unspaced_runs(folded))
    parts.extend(dict.fromkeys(spelled(word) for word in _SPELLED_WORD.findall(content)))
    parts.extend(emoji_word(char) for char in dict.fromkeys(_EMOJI.findall(content)))
    if _HUMP.search(folded) and (humps := _humps(folded)):
        parts.append(humps)
    return "\n".join(part for part in parts if part) or None


def narrow(text: str) -> str:
    """Return the text with full-width letters and signs and half-width kana in their usual form (``ＰＤＦ`` -> ``PDF``)
    and each letter composed with its marks into one character, unlike in file names of a Mac."""
    if _WIDE.search(text):
        return unicodedata.normalize("NFKC", text)
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def spelled(text: str) -> str:
    """Return the text as it is typed on other keyboards: ``Straße`` -> ``Strasse``, ``Łódź`` -> ``Lódź`` (the tokenizer
    drops the marks)."""
    return text.translate(_SPELLED)


def is_unspaced(text: str) -> bool:
    """Whether the text holds characters of a script without spaces between words."""
    return not text.isascii() and _RUN.search(text) is not None


def unspaced_runs(text: str) -> list[tuple[int, int, str]]:
    """Return the runs of scripts without spaces as (start, end, the run with spaces between its characters).

    Letters and digits that touch a run belong to it, each group as one word, as in ``用Docker部署``.
    """
    found: list[tuple[int, int, list[str]]] = []
    for match in _RUN.finditer(text):
        start, end = match.span()
        if found and found[-1][1] == start:  # only letters stand between this run and the one before
            first, _, pieces = found.pop()
        else:
            first = _letters_start(text, start, found[-1][1] if found else 0)
            pieces = [text[first:start]] if first < start else []
        pieces += match[0]
        if letters := _LETTERS.match(text, end):
            pieces.append(letters[0])
            end = letters.end()
        found.append((first, end, pieces))
    return [(start, end, " ".join(pieces)) for start, end, pieces in found]


def by_script(text: str) -> list[str]:
    """Return the runs of scripts without spaces and the words of other scripts apart: ``用Docker`` -> 用, Docker."""
    return _BY_SCRIPT.findall(text)


def _letters_start(text: str, end: int, least: int) -> int:
    """Return where the letters and digits begin that end at ``end``: at most 64, and not before ``least``."""
    start = end
    while start > max(least, end - 64) and text[start - 1].isalnum():
        start -= 1
    return start


def is_emoji(char: str) -> bool:
    """Whether this character is an emoji that is indexed as a word."""
    return _EMOJI.match(char) is not None


def emoji_word(char: str) -> str:
    """Return the word under which an emoji is indexed: ``emoji1f680``."""
    return f"emoji{ord(char):x}"


def split_humps(word: str) -> list[str]:
    """Return the parts of ``rotateLedgerFoo``; a word without humps is one part."""
    return _SPLIT.split(word)


def _humps(content: str) -> str | None:
    """Return the parts of each distinct identifier with humps, one identifier per line; None without any."""
    lines: dict[str, None] = {}
    for word in _IDENTIFIER.findall(content):
        if _HUMP.search(word):
            parts = _SPLIT.split(word)
            if len(parts) > 1:
                lines[" ".join(parts)] = None
                if len(lines) >= _MAX_IDENTIFIERS:
                    break
    return "\n".join(lines) or None


def _narrowed(content: str) -> list[str]:
    """Return the words (outside scripts without spaces) that ``narrow`` changes, in their changed form."""
    folded = (other for word in _APART.findall(content) if (other := narrow(word)) != word)
    return [word for word in folded if any(map(str.isalnum, word)) and not is_unspaced(word)]
