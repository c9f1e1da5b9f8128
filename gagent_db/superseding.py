"""Compare two decisions: does the later one take the place of the earlier? Text only; who asks has chosen the two."""

from __future__ import annotations

import re

from .extract.items import word_set
from .extract.matching import TARGET, content_words

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
