"""Recognize messages that say work is finished, in English and Indonesian; not "not yet" or "when it is"."""

from __future__ import annotations

import re

from ..recall.words import word_set

_DONE = re.compile(
    r"""\b(?:
        merged | deployed | shipped | released | landed | published | launched | completed | finished | resolved | fixed
      | (?:it|that|this|everything|all)(?:'s|\s+is|\s+now|\s+finally){0,2}\s+work(?:s|ing)(?:\s+now)?
      | works\s+(?:now|fine|perfectly|great|like\s+a\s+charm) | (?:is|are)\s+working\s+(?:now|again|fine)
      | (?:all|we(?:'re|\s+are)|it(?:'s|\s+is)|that(?:'s|\s+is)|i(?:'m|\s+am))\s+(?:all\s+)?done
      | all\s+(?:tests\s+)?(?:green|pass(?:ed|ing)?) | wrapped\s+up | lgtm | ship\s+it
      | live\s+(?:in|on)\s+prod(?:uction)? | in\s+production\s+now | rolled\s+out
      | (?:it's|is|are)\s+(?:now\s+|finally\s+)?(?:live|complete)(?=\s+now\b|\s*(?:[.!,]|$))
      | closed\s+(?:it|this|the\s+(?:issue|ticket|pr)) | closing\s+(?:it|this)
      | (?:issue|ticket|pr|task|bug)\s+(?:is\s+)?closed
      | selesai | beres | kelar | rampung | tuntas | berhasil | sukses
      | (?:sudah|udah|telah|dah)\s+(?:jalan|bisa|oke?|live|naik|aman|jadi|tayang|rilis)
      | (?:sudah|udah|telah|dah)?\s*di-?\s?(?:deploy|merge|rilis|release|tutup|selesaikan|perbaiki)(?:kan)?
    )\b
    | ^\s*done\b[\s.!]*$ | \bdone[.!]*\s*$ | ^\s*(?:mantap|sip|oke?),?\s+jalan\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NOT_YET = word_set(
    """not isn't wasn't aren't weren't hasn't haven't didn't never no nothing nor without until unless if when once
    after before should will won't would must be being get needs need want wants going cannot can't could might may
    almost nearly half partly is-it belum bukan tidak tak gak nggak ga kalau jika bila setelah sesudah sebelum
    don't dont jangan jgn sampai akan harus perlu mau bisa hampir agar supaya kapan"""
)
_PURPOSE = re.compile(r"\b(?:so\s+that|in\s+order|make\s+sure|ensure|pastikan)\b", re.IGNORECASE)
_BEFORE_NOUN = re.compile(r"(?:^|\s)(?:the|an?|our|my|your|its)$", re.IGNORECASE)
_NOUN = re.compile(
    r"\s+(?!(?:now|today|already|finally|successfully|by|in|on|to|into|at|with|and|as|last|this|is|was)\b)[a-z]",
    re.IGNORECASE,
)
_WINDOW = 6  # words before a signal among which one can reverse it
_CLAUSE = re.compile(r"(.*?)([.!?;,\n]+(?=\s|$)|\b(?:but|tapi|namun|however)\b|$)", re.IGNORECASE)
_BEEN = re.compile(r"\b(?:has|have|had|it's|is|are|was|were|telah|sudah)\s+(?:now\s+|finally\s+)?been$", re.IGNORECASE)


def closing_clauses(message: str) -> list[str]:
    """Return the clauses of a message that say something is finished, in order."""
    found = []
    for clause in _CLAUSE.finditer(message.replace("’", "'")):
        text, end = clause.group(1), clause.group(2)
        if any(_stands(text, signal) for signal in _DONE.finditer(text)) and "?" not in end:
            found.append(text)
    return found


def _stands(clause: str, signal: re.Match[str]) -> bool:
    """Whether a signal means that something is finished: nothing before it reverses it, and it modifies no noun."""
    before = clause[: signal.start()].strip()
    if _BEFORE_NOUN.search(before) and _NOUN.match(clause, signal.end()):
        return False  # "the merged cells" says which cells, not that something was merged
    words = re.findall(r"[\w'-]+", before.lower())[-_WINDOW:]
    return bool(_BEEN.search(before)) or not (_NOT_YET.intersection(words) or _PURPOSE.search(before))
