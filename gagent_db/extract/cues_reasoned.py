"""A choice that an agent made, with its reason: "I kept the old column, since two reports read it".

An agent tells what it did in the same words; the reason makes it a choice. What it was asked to do, or left as it was,
is none.
"""

from __future__ import annotations

import re

from .items import word_set
from .lazy import lazy
from .rules import rule


def _any(words: frozenset[str]) -> str:
    return "|".join(sorted(words))


_I, _I_ID = word_set("i i've"), word_set("saya aku")
_ADVERBS, _ADVERBS_ID = word_set("deliberately therefore also only just still"), word_set("sengaja tetap juga")
_DID = word_set("""
    kept left set chose picked used took put made wrote skipped disabled enabled turned switched pinned merged excluded
    dropped replaced stayed stuck
""")
_DID_ID = word_set("pakai pake gunakan taruh simpan matikan kelompokkan pilih jadikan pasang batasi pisahkan")
_CHOICE = (
    rf"(?:(?:^|[,:]\ |\b(?:and|so|but|there|here|instead)\ |^(?:for|in|on|at|with|from)\ [^,]{{2,60}}?\ )"
    rf"(?:{_any(_I)}|i\ have)\ (?:(?:{_any(_ADVERBS)})\ )?"
    rf"(?:{_any(_DID)}|(?:did\ not|didn't)\ (?:use|put|add|touch|take|change|remove|move|include|set|make))"
    rf"|\b(?:{_any(_I_ID)})\ (?:(?:{_any(_ADVERBS_ID)})\ )?"
    rf"(?:{_any(_DID_ID)}|(?:tidak|nggak|gak)\ (?:pakai|pake|gunakan|ubah|sentuh|hapus)))\b"
)
_REASON = (
    r"(?:,?\ (?:because|since|so\ that|instead\ of|rather\ than|in\ place\ of|karena|soalnya|supaya|agar|bukan|"
    r"daripada|ketimbang)|,\ (?:as|so))\b"
)
_ASKED = (
    r"(?:you\ (?:had\ )?(?:asked|want|wanted|said|wish|wished|told|prefer|preferred|fixed)|as\ (?:you|asked|requested|"
    r"agreed|(?:it|they)\ (?:is|are|was|were)|is|are)|alone|anda\ minta|diminta|sesuai)"
)
_GIVES = lazy(r"(?:because|since|so|karena|soalnya)\b")
_CHOSE = lazy(rf"{_CHOICE}\ \S+\ \S", re.VERBOSE)

_ANCHORS = [
    *(f"{who}_{word}" for who in _I for word in (*_DID, *_ADVERBS, "did", "didn't")),
    *(f"{who}_{word}" for who in _I_ID for word in (*_DID_ID, *_ADVERBS_ID, "tidak", "nggak", "gak")),
]
RULES = [rule("decision", " ".join(_ANCHORS), rf"{_CHOICE}(?!.*\b{_ASKED}\b)\ .{{3,250}}?{_REASON}", "assistant")]


def gives_reason(low: str, left: int, cut: int) -> bool:
    """Whether what follows `cut` is the reason of a choice, told since `left`: then it belongs to it."""
    return bool(_GIVES.match(low, cut) and _CHOSE.search(low, left, cut))
