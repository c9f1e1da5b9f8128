"""Whether a later statement closes an earlier open item. Pure words against words."""

from __future__ import annotations

from functools import lru_cache

from .items import word_set
from .lazy import lazy

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
    question menunggu nunggu again today yesterday tomorrow tonight tadi pagi siang sore kemarin barusan besok
    haven hasn
    didn doesn isn aren wasn t s ve re ll let lets monday tuesday wednesday thursday friday saturday sunday senin selasa
    rabu kamis jumat sabtu minggu
    """)
_WORD = lazy(r"[^\W_]+")
_SUFFIX = lazy(r"(?:ing|ed|es|s|nya|kan|in|an|i)\Z")
_PREFIX = lazy(r"\A(?:di|ter|ber|me(?:ng|ny|n|m)?|per|pe(?!r)(?:ng|ny|n|m)?)(?=\w{4})")
_CHOICE = lazy(
    r"\?|\b(?:which|who|whether|should|decided?|choose|chosen|what|when|siapa|mana|apakah|diputuskan|ditentukan|"
    r"dipilih|pilih|kapan|berapa|undecided|agree[ds]?|settled?|(?:do|does|should|shall|will|can|are) (?:we|i|they|"
    r"the)|discuss|talk about|bahas|dibahas|galau|bingung|ragu)\b"
)
# One thing, two words (mostly one a language): compared as the first of them.
_SAME = {
    word: words[0]
    for words in (
        group.split()
        for group in (
            "invoice tagihan bill faktur billing",
            "pay bayar paid payment pembayaran lunas lunasi lunasin",
            "meeting rapat",
            "report laporan",
            "backup cadangan cadangkan",
            "password sandi",
            "contract kontrak",
            "ticket tiket",
            "order pesan pesanan",
            "payment pembayaran",
            "schedule jadwal",
            "doc docs documentation dokumentasi",
            "db database basisdata",
            "sign signed signs signature ttd tandatangan tandatangani ditandatangani",
            "kurang selisih minus",
            "photo foto picture pictures photos",
            "answer answered answers jawab jawaban dijawab",
            "confirm confirmed confirmation konfirmasi dikonfirmasi",
        )
    )
    for word in words
}
# What one does to a thing, stemmed: leaves the thing itself to be compared.
_DOING = word_set("""
    pay cek check kirim send sent tutup close simpan save urus dicek notes note catat arriv repli reply cancell
    cancel book
    order sign keluar dapet dapat dapt temu bener perbaik ganti betul servis repair replac mend swap nyampe sampai
    datang turun cair pasang beli buat isi get got buy found find need want owe hilang rusak bocor netes mati macet
    leak jam crash fail drip confirm answer kurang izin pas perpanjang panjang cuci jemput antar ambil balik kembali
    """)
_GENERIC = word_set("test bug error code file page app server issue pr doc problem masalah build version versi part")
_YES_NO = lazy(
    r"(?:yes|yeah|yep|no|nope|sure|both|neither|either|all|none|the (?:first|second|third|latter|former)|option|plan|"
    r"ya|iya|tidak|nggak|gak|ga|enggak|boleh|jangan|yang|opsi|pakai|pake)\b"
)
_POINTS_BACK = lazy(r"\b(?:it|them|that|those|these|this one|itu|yang itu|nya)\b")
_NO_ANSWER = lazy(
    r"\b(?:not sure|don't know|dont know|no idea|unsure|later|nanti|ntar|besok|tomorrow|think about|pikir\w*|"
    r"let me|maybe|mungkin|belum|not yet|gak tau|ga tau|gatau|tidak tahu|entah|ignore|never ?mind|abaikan|first|dulu|"
    r"depends|tergantung|still open|undecided|skip)\b|"
    r"^(?:thanks|thank you|makasih|ok|okay|oke|lanjut|continue|go on|hmm+|wait|stop|sip|noted)\W*$"
)
_BACK = lazy(
    r"\b(?:again|reopen\w*|reappear\w*|came back|is back|are back|s back|returned|regress\w*|relapse\w*|after all|"
    r"still|"
    r"lagi|kambuh|kumat|masih|ternyata belum)\b|\b(?:not|isn t|wasn t|never) (?:really |actually )?(?:fixed|done|"
    r"solved|gone|closed)\b"
)
TARGET = lazy(r"\A\[([^\]]+)\] ")


@lru_cache(maxsize=4096)  # what is open in a conversation is compared with every decision that is made in it
def content_words(text: str) -> frozenset[str]:
    """The words that say what a statement is about, roughly stemmed."""
    words = (word for word in _WORD.findall(text.lower()) if word not in _STOP)
    return frozenset(_SAME.get(word) or _SAME.get(stem := _stem(word)) or stem for word in words)


def closes(opened: str, said: str, near: bool = False) -> bool:
    """Whether `said` ("the retry bug is fixed") closes `opened` ("TODO: retry bug in loop.py").

    Of what was opened shortly before (`near`) the one thing `said` is about is enough: "invoice beres".
    """
    if opened == said:
        return True
    target, other = TARGET.match(opened), TARGET.match(said)
    if target or other:
        return bool(target and other and target[1] == other[1])
    left, right = content_words(opened), content_words(said)
    if _numbers(left).isdisjoint(_numbers(right)) and _numbers(left) and _numbers(right):
        return False  # floor 1 is not floor 2
    common = left & right
    if len(common - _DOING) == 1 and _of_another(next(iter(common - _DOING)), (opened, right), (said, left)):
        return False
    fewer, more = sorted((len(left), len(right)))
    if len(common) == 1 and not _CHOICE.search(opened):
        word = next(iter(common))
        # One shared word is enough only where it is nearly all that either side says and is no common word.
        topical = len(word) > 3 and word not in _GENERIC
        return topical and ((near and right - _DOING == common) or (fewer == 1 and more < 4))
    return len(common) > 1 and len(common) * 2 >= fewer and len(common) * 3 >= more


def _of_another(thing: str, *sides: tuple[str, frozenset[str]]) -> bool:
    """Whether a thing that two statements share is another one in each: "hall deposit" and "hotel deposit".

    Each side is a statement and the words of the other, which tell nothing apart.
    """
    before, after = zip(*(_beside(thing, text, others) for text, others in sides), strict=True)
    return all(before) or all(after)


def _beside(thing: str, text: str, others: frozenset[str]) -> tuple[bool, bool]:
    """Whether a word of its own stands right before `thing`, and right behind it."""
    words = _WORD.findall(text.lower())
    at = next((place for place, word in enumerate(words) if thing in content_words(word)), 0)
    sides = (words[at - 1] if at else "", words[at + 1] if at + 1 < len(words) else "")
    before, after = (bool(content_words(word) - _DOING - others) for word in sides)
    return before, after


def _numbers(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if word[0].isdigit())


def is_back(opened: str) -> bool:
    """Whether an open item (its words in lower case) is said to be open once more: "the test is flaky again"."""
    return bool(_BACK.search(opened))


def answers(opened: str, decided: str) -> bool:
    """Whether the decision `decided` answers the open question `opened`."""
    if not _CHOICE.search(opened):
        return False
    left, right = content_words(_CHOICE.sub(" ", opened)), content_words(decided)
    common = left & right
    if len(common) == 1 == len(left):
        word = next(iter(common))
        return len(word) > 3 and word not in _GENERIC
    return len(common) >= 2 and len(common) * 2 >= min(len(left), len(right))


def replies(question: str, reply: str) -> bool:
    """Whether a person's next message answers the question before it: it says yes or no, names what was asked, or
    points back at it, and does not ask or put off."""
    low = reply.strip().lower()
    if not question.rstrip("\"')*_ ").endswith("?") or "?" in low or _NO_ANSWER.search(low):
        return False
    return bool(_YES_NO.match(low) or content_words(question) & content_words(low) or _POINTS_BACK.search(low[:120]))


def asks_for(opened: str, command: str) -> bool:
    """Whether the open item `opened` names the command that succeeded, or one of those it chained with `&&`."""
    asked = f" {' '.join(_WORD.findall(opened.lower()))} "
    chained = [] if "||" in command else command.split("&&")
    spoken = (_WORD.findall(part.lower()) for part in {command, *chained})
    return any(len(words) > 1 and f" {' '.join(words)} " in asked for words in spoken)


def _stem(word: str) -> str:
    for _ in range(2):  # diperbarui, memperbarui, perbarui
        if len(word) > 5:
            word = _PREFIX.sub("", word)
    return _SUFFIX.sub("", word) if len(word) > 4 else word
