"""Decide whether a later statement closes an earlier open item, by comparing their words alone."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache
from itertools import takewhile

from .items import word_set
from .lazy import lazy

_STOP = word_set("""
    a an the to of in on at for from by with and or but is are was were be been being it its this that these those
    there i we you he she they me us him her them my our your his their not no yet still now just also all any some
    has have had do does did done will would can could should must need needs to-do todo fixme xxx whether if about
    into out up as so than then too very only more most who what which when where why how yang di ke dari dan atau
    untuk buat dengan pada ini itu sudah udah belum sempat masih tinggal akan bisa juga aja saja nya ya kah deh sih dong
    lagi tadi mine yours ours theirs somebody someone anybody anyone
    nanti harus perlu jadi ada oleh dalam sama biar supaya agar kalau kita kami saya aku gue gw kamu dia mereka
    tidak gak ga nggak bukan telah baru fixed fix resolved closed done merged deployed shipped live finished solved
    sorted complete completed works working gone settled answered handled cleared beres selesai kelar lunas rampung
    tuntas aman waiting pending open unresolved missing broken failing fails unclear undecided decided decide agreed
    question menunggu nunggu again today yesterday tomorrow tonight tadi pagi siang sore kemarin barusan besok
    haven hasn rp idr usd eur
    didn doesn isn aren wasn t s ve re ll let lets monday tuesday wednesday thursday friday saturday sunday senin selasa
    rabu kamis jumat sabtu minggu
    """)
# 3.125.000, or normalised "3 125 000"; but "rooms 101 102" are two.
_AMOUNT = r"\b[1-9]\d{0,2}(?:(?:[.,]\d{3})+|(?: \d{3})* 000)(?!\w)"
_WORD = lazy(rf"{_AMOUNT}|[^\W_]+")
_WORD_OR_MARK = lazy(rf"{_AMOUNT}|[^\W_]+|[,.;:!?()\"]")
_SUFFIX = lazy(r"(?:ing|ed|es|s|nya|kan|in|an|i)\Z")
_PREFIX = lazy(r"\A(?:di|ter|ber|me(?:ng|ny|n|m)?|per|pe(?!r)(?:ng|ny|n|m)?)(?=\w{4})")
_CHOICE = lazy(
    r"\?|\b(?:which|who|whether|should|decided?|choose|chosen|what|when|siapa|mana|apakah|diputuskan|ditentukan|"
    r"dipilih|pilih|kapan|berapa|undecided|agree[ds]?|settled?|(?:do|does|should|shall|will|can|are) (?:we|i|they|"
    r"the)|discuss|talk about|bahas|dibahas|galau|bingung|ragu)\b"
)
_UNKNOWN = lazy(
    r"\?\W*\Z|\b(?:whether|undecided|unclear|unknown|find out|figure out|open question|no (?:answer|decision)|"
    r"ask (?:if|who|which|what|when|about)|(?:n't|not|never|nobody(?: has)?|no one(?: has)?|yet to|need(?:s|ed)? to|"
    r"to be|must|still|open)(?: \w+){0,2}? (?:know|known|decided?|cho(?:sen?|se|ose)|pick(?:ed)?|agreed?)|"
    r"(?:belum|blm|gak|ga|tidak|nggak)(?: \w+)? (?:tau|tahu|jelas|pasti|decide|sepakat|diputus\w*|ditentu\w*|"
    r"dipilih|milih|ada keputusan)|"
    r"tanya\w*|ditanya\w*|cari tau|entah|bingung|galau)\b",
    re.I,
)
# Words for one thing, mostly one in each language: each is compared as the first of its group.
_GROUPS = [
    group.split()
    for group in (
        "invoice tagihan bill faktur billing",
        "pay bayar paid lunas lunasi lunasin",
        "payment pembayaran",
        "meeting rapat",
        "report laporan",
        "index indeks",
        "chair kursi",
        "backup cadangan cadangkan",
        "password sandi",
        "contract kontrak",
        "ticket tiket",
        "order pesan pesanan pesen mesen pesenan",
        "schedule jadwal",
        "documentation doc docs dokumentasi",
        "database db basisdata",
        "sign signed signs signature ttd tandatangan tandatangani ditandatangani",
        "kurang selisih minus",
        "photo foto picture pictures photos",
        "answer answered answers jawab jawaban dijawab",
        "confirm confirmed confirmation konfirmasi dikonfirmasi",
        "buy bought beli membeli dibeli",
        "arrive arrived arrives receive received receives masuk diterima terima nerima datang nyampe sampai",
        "send sent kirim mengirim ngirim dikirim terkirim",
    )
]
_SAME = {word: words[0] for words in _GROUPS for word in words}
_FORMS = {words[0]: words for words in _GROUPS}
# What one does to a thing, stemmed. Left out where only the things themselves are to be compared.
_DOING = word_set("""
    pay cek check kirim send sent tutup close simpan save urus dicek notes note catat arrive arriv repli reply cancell
    cancel book
    order sign keluar dapet dapat dapt temu bener perbaik ganti betul servis repair replac mend swap nyampe sampai
    datang masuk turun cair pasang beli buat isi get got buy found find need want owe hilang rusak bocor netes mati
    macet leak jam crash fail drip confirm answer kurang izin pas perpanjang panjang cuci jemput antar ambil balik
    kembali update updat upgrade upgrad deploy install remove remov delete delet rename renam release releas publish
    review rewrite rewrit renew clean merge merg move mov hapus pindah rilis perbarui
    """)
_GENERIC = word_set("""
    test bug error code file page app server issue pr doc problem masalah build version versi part list thing item point
    one two last first second
    """)
_LINKS = word_set("of for to in on at from by with untuk buat di ke dari pada")
_LINKS_AND_ARTICLES = _LINKS | word_set("a an the my our your his her their this that these those")
_PAST = lazy(r"\w[^e]ed\Z")
# Words that may stand beside a thing but do not tell it from others of its kind.
_ACTS = word_set("""
    add write wrote make made run ran set put take took talk spoke speak read built build chose choose draw drew give
    gave gives keep kept left sold sell told tell taught went go goes pass passes passing green ok okay oke ready
    new final whole full entire baru semua online early late soon correctly properly finally successfully please
    happen see
    old lama say says said bilang kata katanya remember don forgot ingat tolong jangan lupa mau minta kasih bikin
    pakai pake lewat via fresh sekarang baru soal about once twice sebuah para pihak kepada
    two three four five six seven eight nine ten fifty hundred dua tiga empat lima enam tujuh delapan sembilan sepuluh
    puluh ribu
    """)
_ACTIVE = lazy(r"me(?:ng|ny|n|m)\w{3}")
_ROOT = 5  # letters two words must share to count as one word with different endings
_BACK = lazy(
    r"\b(?:again|reopen\w*|reappear\w*|came back|is back|are back|s back|returned|regress\w*|relapse\w*|after all|"
    r"still|"
    r"lagi|kambuh|kumat|masih|ternyata belum)\b|\b(?:not|isn t|wasn t|never) (?:really |actually )?(?:fixed|done|"
    r"solved|gone|closed)\b"
)
_IN_VAIN = lazy(
    r"\b(?:failed|rejected|refused|denied|declined|no (?:luck|difference|effect|answer|reply|word)|in vain|"
    r"(?:is|was|were|came up|half) empty|did(?:n.?t| not) (?:help|work)|too (?:late|short|small|big|long)|"
    r"gagal|ditolak|menolak|nolak|(?:tidak|gak|ga|nggak) berhasil|percuma|kosong)\b"
)
_LABEL = lazy(r"\A[^:?\n]{2,60}: (?=\S+ \S)")
_COUNTED = lazy(r"(?<!\d )(?<!\d, )\b\d+(?:,? \d+)*+,? (?:and|dan|&) \d+\b")
TARGET = lazy(r"\A\[([^\]]+)\] ")


@lru_cache(maxsize=4096)  # each open item of a conversation is compared with every decision made in it
def content_words(text: str) -> frozenset[str]:
    """Return the words that say what a statement is about, roughly stemmed."""
    return frozenset(map(_content, _words(text))) - {""}


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case; an amount is one number, however its thousands are parted."""
    return [
        re.sub(r"\D", "", word) if word[0].isdigit() and not word.isalnum() else word
        for word in _WORD.findall(text.lower())
    ]


@lru_cache(maxsize=1 << 15)
def _content(word: str) -> str:
    """Return a word in the form in which it is compared; "" if it does not say what a statement is about."""
    if word in _STOP:
        return ""
    stem = _stem(word)
    if word[:2] == "ku" and (_SAME.get(word[2:]) or word[2:] in _DOING):  # kupesan: I ordered
        stem = word[2:]
    return _SAME.get(word) or _SAME.get(stem) or stem


def closes(opened: str, said: str, near: bool = False) -> bool:
    """Whether `said` ("the retry bug is fixed") closes `opened` ("TODO: retry bug in loop.py").

    If it was opened shortly before (`near`), sharing the one thing `said` is about is enough: "invoice beres".
    """
    if opened == said:
        return True
    target, other = TARGET.match(opened), TARGET.match(said)
    if target or other:
        return bool(target and other and target[1] == other[1])
    left, right = content_words(opened), content_words(said)
    if _numbers(left).isdisjoint(_numbers(right)) and _numbers(left) and _numbers(right):
        return False  # floor 1 is not floor 2
    if went_wrong(said, opened) or names_fewer(opened, said) or not _enough(opened, left, right, near):
        return False
    return not is_another(opened, said, left & right)


def is_same(one: str, other: str) -> bool:
    """Whether two normalised open items are mentions of one thing: both name it in nearly the same words."""
    if one == other or one[:1] == "[" or other[:1] == "[":
        return one == other
    left, right = content_words(one) - _ACTS, content_words(other) - _ACTS
    common = shared_words(left, right)
    return (
        len(things(common)) > 1
        and len(common) * 4 >= max(len(left), len(right)) * 3
        and _numbers(left) == _numbers(right)
        and not is_another(one, other, common)
    )


def names_fewer(opened: str, said: str) -> bool:
    """Whether `said` names only some of the numbers that `opened` lists ("floors 2, 3 and 6")."""
    counted = {number for match in _COUNTED.finditer(opened) for number in _WORD.findall(match[0])} - {"and", "dan"}
    named = counted & set(_WORD.findall(said))
    return bool(named) and named != counted


def went_wrong(said: str, opened: str = "") -> bool:
    """Whether `said` reports a bad end (refused, failed) in words that `opened` does not use itself."""
    return any(match[0] not in opened for match in _IN_VAIN.finditer(said))


def shared_words(left: frozenset[str], right: frozenset[str]) -> frozenset[str]:
    """Return the words of `left` that are also in `right`; the endings of long ones may differ: delet(ed), deletion."""
    both = _beginnings(left) & _beginnings(right)
    if not both:
        return both
    alike = [word for word in right if word[:_ROOT] in both]
    return frozenset(word for word in left if any(_is_one_word(word, other) for other in alike))


def beginnings(words: frozenset[str]) -> frozenset[str]:
    """Return beginnings of words, one of which stands in every text (in lower case) that names one of the things among
    these content words: a cheap filter before texts are compared."""
    return frozenset(form[:_ROOT] for word in things(words) for form in _FORMS.get(word, (word,)))


def _is_one_word(word: str, other: str) -> bool:
    return word[:_ROOT] == other[:_ROOT] and (word.startswith(other) or other.startswith(word))


@lru_cache(maxsize=4096)
def _beginnings(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word[:_ROOT] for word in words)


def things(words: Set[str]) -> frozenset[str]:
    """Return those of some content words that name a particular thing."""
    return frozenset(word for word in words - _DOING - _ACTS - _GENERIC if not word.isdigit())


def tells_to(opened: str) -> bool:
    """Whether an open item begins with a verb for what is to be done: "order the ropes"."""
    first = _WORD.search(opened.lower())
    return first is not None and not content_words(first[0]).isdisjoint(_DOING | _ACTS)


def without_asking(opened: str) -> str:
    """Return an open item without the words that say that something is not known, not answered or not chosen."""
    return _UNKNOWN.sub(" ", opened)


def without_label(opened: str) -> str:
    """Return an open item without a label such as "TODO: " or "Still missing: " before it."""
    return _LABEL.sub("", opened, count=1)


def is_another(opened: str, said: str, common: Set[str]) -> bool:
    """Whether `said` is about another thing than `opened`, though they share the words in `common`."""
    return any(_is_another(thing, opened, said) for thing in common - _DOING - _ACTS if not thing.isdigit())


def _enough(opened: str, left: frozenset[str], right: frozenset[str], near: bool) -> bool:
    """Whether the content words of an open item (`left`) and of a statement (`right`) agree well enough."""
    common = left & right
    fewer, more = sorted((len(left), len(right)))
    if len(common) == 1 and not _CHOICE.search(opened):
        word = next(iter(common))
        if word.isdigit():  # "issue #42 is still open", "#42 is closed"; shortly after "1203 is unpaid", "1203 came in"
            alone = near and len(word) > 2 and (left | right) - _GENERIC - _DOING == common
            return alone or (len(word) > 1 and left - _GENERIC == right - _GENERIC)
        # One shared word is enough only where it is nearly all that either side says and is no common word.
        topical = len(word) > 3 and word not in _GENERIC
        return topical and ((near and right - _DOING == common) or (fewer == 1 and more < 4))
    return len(common) > 1 and len(common) * 2 >= fewer and len(common) * 3 >= more


def _is_another(thing: str, opened: str, said: str) -> bool:
    """Whether a thing that two statements share is a different one in each: "hall deposit" and "hotel deposit".

    It is, if both say in the same place beside it which one they mean, and neither qualifier occurs anywhere in the
    other statement.
    """
    numbers, others = _numbers_beside(thing, opened), _numbers_beside(thing, said)
    if numbers and others and numbers.isdisjoint(others):
        return True  # printer 1, printer 2
    left, right = _qualifiers(thing, opened), _qualifiers(thing, said)
    return any(
        _differ(left[place], right[place], content_words(opened), content_words(said))
        for place in left.keys() & right.keys()
    )


def _numbers_beside(thing: str, text: str) -> set[str]:
    """Return the numbers right before and behind a thing: bab 3, 2 printers."""
    words = _words(text)
    at = [place for place, word in enumerate(words) if thing in content_words(word)]
    return {word for place in at for word in words[max(place - 1, 0) : place + 2] if word.isdigit()}


def _differ(left: set[str], right: set[str], opened: frozenset[str], said: frozenset[str]) -> bool:
    """Whether the qualifiers of a thing show that two are meant.

    `left` are those in the open item, whose content words are `opened`; `right` those in the statement (`said`).
    """
    if "a" in left | right and max(map(len, left | right)) > 1:
        return False  # an article, no label as in "server a" and "server b"
    return not (_share(left, right | said) or _share(right, opened))


def _share(words: set[str], others: Set[str]) -> bool:
    """Whether the two have a word in common; the longer of two forms may go on: handl(e), handl(es)."""
    return any(
        word == other or (min(len(word), len(other)) > 3 and (word.startswith(other) or other.startswith(word)))
        for word in words
        for other in others
    )


def _qualifiers(thing: str, text: str) -> dict[str, set[str]]:
    """Return the stemmed words that tell a thing from others of its kind, by where they stand.

    Of "insurance" and "Lombok": "<" is car insurance, "< of" is ferry to Lombok. Of "tagihan" and "dentist": "> " is
    tagihan air, "> for" is dentist for Dina.
    """
    words = [word for word in _WORD_OR_MARK.findall(text.lower()) if word != "s"]
    found: dict[str, set[str]] = {}
    for at, word in enumerate(words):
        if thing not in content_words(word):
            continue
        behind = words[at + 1 :]
        (link, before), (other_link, after) = _next(words[:at][::-1]), _next(behind)
        if before:  # whatever the preposition: ferry to Lombok, hotel in Lombok
            found.setdefault("< of" if link else "<", set()).add(before)
        if after:
            found.setdefault(f"> {other_link}", set()).add(after)
        if behind[:1] == ["a"]:
            found.setdefault("> ", set()).add("a")
    return found


def _next(words: list[str]) -> tuple[str, str]:
    """Return (preposition or "", stemmed qualifier or "") from the `words` beside a thing, nearest first.

    Nothing is returned if only an article stands between: then a verb or another thing follows.
    """
    skipped = list(takewhile(_LINKS_AND_ARTICLES.__contains__, words))
    link = next((word for word in skipped if word in _LINKS), "")
    if (skipped and not link) or len(skipped) == len(words):
        return "", ""
    word = words[len(skipped)]
    if not word[0].isalpha() or word in _ACTS or _PAST.search(word) or _ACTIVE.match(word):
        return "", ""
    return link, next(iter(content_words(word) - _DOING), "")


def _numbers(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if word[0].isdigit())


def is_back(opened: str) -> bool:
    """Whether an open item (its words in lower case) is said to be open once more: "the test is flaky again"."""
    return bool(_BACK.search(opened))


def answers(opened: str, decided: str) -> bool:
    """Whether the decision `decided` answers the open question `opened`."""
    target, other = TARGET.match(opened), TARGET.match(decided)
    if target or other:
        return bool(target and other and target[1] == other[1])
    if not _CHOICE.search(opened):
        return False
    left, right = content_words(_CHOICE.sub(" ", opened)), content_words(decided)
    common = left & right
    if len(common) == 1 == len(left):
        word = next(iter(common))
        return len(word) > 3 and word not in _GENERIC
    return len(common) >= 2 and len(common) * 2 >= min(len(left), len(right))


def _stem(word: str) -> str:
    """Return a word without the prefixes and the suffix of its form, roughly: "deployed" and "deploying" are one."""
    for _ in range(2):  # diperbarui, memperbarui, perbarui
        if len(word) > 5:
            word = _PREFIX.sub("", word)
    return _SUFFIX.sub("", word) if len(word) > 4 else word
