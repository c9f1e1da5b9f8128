"""Estimate how many tokens a text costs, always the same, without a tokenizer file or a download.

Byte-pair tokenizers split text into words, digit groups of up to three, punctuation and, outside the Latin
script, short pieces. `estimate_tokens` counts such pieces: one token for each five letters of an ASCII word, or
part thereof (four, in a long word), three for every four accented, Greek or Cyrillic letters, one for each other
letter, digit group, punctuation mark, line break, Han, kana or Hangul character, three for an emoji. The
weights are a little high, so that a text that keeps to a budget by this estimate mostly does so with real
tokenizers, too; docs/memory.md has the measured error against two of them.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PIECES = re.compile(
    r"(?P<word>[A-Za-z]+)|(?P<digits>[0-9]{1,3})|(?P<newline>\n+)|(?P<space>[^\S\n]+)"
    r"|(?P<han>[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff])"
    r"|(?P<letters>[^\W\d_]+)|(?P<rule>(?P<mark>[─-╿=_*-])(?P=mark){3,})|(?P<other>.)",
    re.DOTALL,
)
_LONG_RUN = 2
_LONG_WORD = 8
_BEYOND_CYRILLIC = "\u0530"


@lru_cache(maxsize=8192)
def estimate_tokens(text: str) -> int:
    """Return the estimated number of tokens of ``text``; 0 only for the empty text."""
    return sum(_cost(piece) for piece in _PIECES.finditer(text))


def _cost(piece: re.Match[str]) -> int:
    kind, text = piece.lastgroup, piece.group()
    if kind == "word":
        return -(-len(text) // (4 if len(text) > _LONG_WORD else 5))
    if kind == "letters":
        return -(-3 * len(text) // 4) if text < _BEYOND_CYRILLIC else len(text)
    if kind == "space":
        return 0 if text == " " else 1
    if kind == "rule":
        return -(-len(text) // _LONG_RUN)
    if kind == "other" and ord(text) > 0xFFFF:
        return 3
    return 1
