"""Extra words for the full-text index that are not in the text as it stands.

The tokenizer sees a run of Chinese or Thai characters, or ``camelCase``, as one word. For such text
:func:`search_text` gives the same thing cut into words: characters spaced, humps split, full-width
forms folded, emoji named. It is called for every message written, so plain ASCII prose leaves early.
"""

from __future__ import annotations

import re
import unicodedata

# The capital comes first in the pattern because a search for one set of characters is five times as fast.
_HUMP = re.compile(r"[A-Z](?:(?<=[a-z0-9][A-Z])|(?<=[A-Z]{2})(?=[a-z]))")
# The same asked of ASCII text in a third of the time: every byte becomes the kind of character it is, a single
# letter is quicker to look for than a set, and the T of "2026-05-01T09:30" is passed over.
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
_EMOJI = re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]")
_MAX_IDENTIFIERS = 1000


def search_text(content: str) -> str | None:
    """The extra words of ``content``, or None when its own words are enough."""
    if content.isascii():
        return _humps(content) if _HUMP_OF_KINDS.search(content.encode().translate(_KINDS)) else None
    parts = []
    folded = content
    if _WIDE.search(content):
        folded = unicodedata.normalize("NFKC", content)
        parts.append(" ".join(_wide_words(content)))
    parts.extend(" ".join(run) for run in _RUN.findall(folded))
    parts.extend(emoji_word(char) for char in dict.fromkeys(_EMOJI.findall(content)))
    if _HUMP.search(folded) and (humps := _humps(folded)):
        parts.append(humps)
    return "\n".join(part for part in parts if part) or None


def is_unspaced(text: str) -> bool:
    """Does the text hold characters of a script without spaces between words?"""
    return not text.isascii() and _RUN.search(text) is not None


def emoji_word(char: str) -> str:
    """The word an emoji is indexed under: ``emoji1f680``."""
    return f"emoji{ord(char):x}"


def split_humps(word: str) -> list[str]:
    """``rotateLedgerFoo`` -> its parts; a word without humps is one part."""
    return _SPLIT.split(word)


def _humps(content: str) -> str | None:
    lines: dict[str, None] = {}
    for word in _IDENTIFIER.findall(content):
        if _HUMP.search(word):
            parts = _SPLIT.split(word)
            if len(parts) > 1:
                lines[" ".join(parts)] = None
                if len(lines) >= _MAX_IDENTIFIERS:
                    break
    return "\n".join(lines) or None


def _wide_words(content: str) -> list[str]:
    return [
        unicodedata.normalize("NFKC", word) for word in content.split() if _WIDE.search(word) and not is_unspaced(word)
    ]
