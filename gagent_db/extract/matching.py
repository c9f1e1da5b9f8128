"""Whether a later statement closes an earlier open item. Pure words against words."""

from __future__ import annotations

from gagent_db.extract.items import word_set
from gagent_db.extract.lazy import lazy

_STOP = word_set("""
    a an the to of in on at for from by with and or but is are was were be been being it its this that these those
    there i we you he she they me us him her them my our your his their not no yet still now just also all any some
    has have had do does did done will would can could should must need needs to-do todo fixme xxx whether if about
    into out up as so than then too very only more most who what which when where why how yang di ke dari dan atau
    untuk buat dengan pada ini itu sudah udah belum masih akan bisa juga aja saja nya ya kah deh sih dong lagi tadi
    nanti harus perlu jadi ada oleh dalam sama biar supaya agar kalau kita kami saya aku gue gw kamu dia mereka
    tidak gak ga nggak bukan telah baru fixed fix resolved closed done merged deployed shipped live finished solved
    sorted complete completed works working gone settled answered handled cleared beres selesai kelar lunas rampung
    tuntas aman waiting pending open unresolved missing broken failing fails unclear undecided decided decide agreed
    question menunggu nunggu
    """)
_WORD = lazy(r"[^\W_]+")
_SUFFIX = lazy(r"(?:ing|ed|es|s|nya|kan|in|an|i)\Z")
_PREFIX = lazy(r"\A(?:di|ter|ber|me(?:ng|ny|n|m)?|pe(?:ng|ny|n|m)?)(?=\w{4})")
_CHOICE = lazy(
    r"\?|\b(?:which|who|whether|should|decided?|choose|chosen|what|when|siapa|mana|apakah|diputuskan|ditentukan|"
    r"dipilih|pilih|kapan|berapa|undecided|agree[ds]?|settled?|galau|bingung|ragu)\b"
)
TARGET = lazy(r"\A\[([^\]]+)\] ")


def content_words(text: str) -> frozenset[str]:
    """The words that say what a statement is about, roughly stemmed."""
    return frozenset(_stem(word) for word in _WORD.findall(text.lower()) if word not in _STOP)


def closes(opened: str, said: str) -> bool:
    """Whether `said` ("the retry bug is fixed") closes `opened` ("TODO: retry bug in loop.py")."""
    if opened == said:
        return True
    target, other = TARGET.match(opened), TARGET.match(said)
    if target or other:
        return bool(target and other and target[1] == other[1])
    return _overlap(content_words(opened), content_words(said))


def answers(opened: str, decided: str) -> bool:
    """Whether the decision `decided` answers the open question `opened`."""
    if not _CHOICE.search(opened):
        return False
    left, right = content_words(opened), content_words(decided)
    common = len(left & right)
    return common >= 2 and common * 2 >= min(len(left), len(right))


def asks_for(opened: str, command: str) -> bool:
    """Whether the open item `opened` names the command that ran."""
    words = _WORD.findall(command.lower())
    return len(words) > 1 and f" {' '.join(words)} " in f" {' '.join(_WORD.findall(opened.lower()))} "


def _overlap(left: frozenset[str], right: frozenset[str]) -> bool:
    if not left or not right:
        return False
    common = left & right
    if len(common) == 1:
        # One shared word is enough only where it is nearly all that either side says and is no common word.
        word = next(iter(common))
        return min(len(left), len(right)) == 1 and max(len(left), len(right)) < 4 and len(word) > 3
    return len(common) * 2 >= min(len(left), len(right)) and len(common) * 3 >= max(len(left), len(right))


def _stem(word: str) -> str:
    if len(word) > 5:
        word = _PREFIX.sub("", word)
    return _SUFFIX.sub("", word) if len(word) > 4 else word
