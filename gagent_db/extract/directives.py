"""Recognise a user's terse directive without a cue word: "max 3 retries, give up after a minute", "grey. order it".

The owner of a project decides in fragments. A short sentence of theirs is a decision when it names a number, a day, a
limit or an exception, or begins with assent, and is not a question, request, report or story.
"""

from __future__ import annotations

from .items import word_set
from .lazy import lazy

_LONGEST, _MOST_WORDS, _FEW_WORDS = 130, 18, 8  # characters and words of a sentence at most; words of a short one
_OPENERS = word_set(
    "ok okay oke okey alright right fine yes yeah yep nope no nah sip sure good so and but tapi then also ya "
    "iya jadi terus btw eh well actually great perfect cool deal"
)
_ANSWERS = word_set("ok okay oke okey alright fine deal sip")
# Sentences that begin with one of these tell of somebody, ask, or point back.
_NOT_FIRST = word_set("""
    it it's that that's this there here he she they he's she's they're his her their them when where is are was do does
    did have has had can could would should will shall may unless because since although while after before thanks
    please hi hello sorry good nice let let's lets just don't dont remember fyi update note error warning file from to
    subject re about another the
    dia mereka ini itu karena tapi makasih terima maaf tolong coba mohon boleh bisa mau ada lagi sudah udah
    """)
# Verbs of a request: what the agent is to do now.
REQUESTS = word_set("""
    run show explain write find check send add fix create make update open list tell give compare summarise
    summarize draft translate remind search look help convert rename remove delete commit push deploy install test
    try read print book order call email mail reply ask schedule plan prepare generate build compute calculate count
    sort merge rebase revert restart stop start pull fetch download upload export import edit change modify refactor
    implement document review verify confirm describe suggest recommend propose think tell log save store copy paste
    move replace extract clean format lint monitor watch wait go get bring buy pay turn close finish continue repeat
    retry rerun redo undo figure estimate debug investigate analyse analyze plot draw design sketch rewrite shorten
    expand proofread correct cite quote link attach forward post publish tweet announce invite cancel reschedule
    measure benchmark profile daftarin daftarkan urus urusin bookingin mark put note ping wake text message notify
    buat buatkan buatin bikin bikinin kirim kirimin kirimkan cari cariin carikan cek
    jelaskan jelasin tampilkan jalankan jalanin hapus ganti tambah tambahin tambahkan ubah perbaiki benerin kasih
    lihat liat baca bacakan ringkas rangkum terjemahkan hitung bandingkan ingatkan ingetin tanyain tanyakan bantu
    bantuin siapkan siapin susun tulis tuliskan unduh download upload install pasang update urutkan catat simpan
    simpankan print cetakkan pesan pesankan pesenin hubungi telepon balas jawab lanjut lanjutkan lanjutin ulangi
    ulang tes test coba rapikan rapiin periksa carilah
    """)
# Words that report, ask, suppose or tell of the speaker.
_REPORTS = word_set("""
    error errors exception fails failed failing crash crashed broken bug bugs wrong stuck timeout said told asked went
    was were had did got yesterday ago i i'm i've my you your if unless what which who how why whether maybe perhaps
    might could would should probably hope wish guess think
    gagal rusak eror macet masalah hilang katanya bilang udah sudah belum masih kemarin tadi aku gue gw saya kalau kalo
    apa siapa kapan gimana kenapa mana berapa mungkin
    """)
_LIMITS = word_set("""
    only max maximum min minimum never without except exactly nothing none neither harus wajib semua setiap
    tiap maksimal maks minimal cukup tanpa khusus kecuali hanya cuma bukan jangan
    saja aja doang tetap tetep paling sekalian langsung dulu
    """)
_DAYS = word_set("""
    monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun mondays tuesdays wednesdays
    thursdays fridays saturdays sundays weekdays weekends weekend january february april june july august september
    october november december noon midnight evening tomorrow tonight daily weekly monthly yearly senin selasa rabu
    kamis jumat sabtu minggu ahad januari februari maret april mei juni juli agustus september oktober november
    desember subuh besok lusa malam sore siang harian mingguan bulanan
    """)
# Words that give a reason for the decision before them, or chat.
_EVALUATES = word_set("""
    too very so more less better best cheaper cheapest faster easier nicer enough worth overkill kurang lebih terlalu
    kejauhan kemahalan kekecilan kegedean alasannya hopefully semoga reason love bro guys weekend night bye cheers
    soon again anyway
    """)
# A fragment that continues a decision says where, for what or with whom: "white for the ceiling".
_GOES_ON = lazy(
    r"\b(?!.*\b(?:it|them)\b)(?:for|in|on|at|with|as|to|from|by|per|buat|untuk|di|ke|sama|dan|and|then|instead|"
    r"jadi)\b|^\w+nya\b|\d"
)
# `scan` only looks for directives where one of these, or a digit, stands.
DIRECTIVE_WORDS = _ANSWERS | _LIMITS | _DAYS
_NEVER_FIRST = _NOT_FIRST | REQUESTS
_WORD = lazy(r"[\w'.-]+")
_NUMBER = lazy(r"(?<![\w./:#-])(?!\d+(?:\.\d+){2,})\d[\d.,:]*(?:%|[a-z]{1,2})?(?![\w/:#-])")


def is_directive(low: str, follows: bool) -> bool:
    """Whether a user's sentence (`low`, in lower case), or its part before the first comma, decides without a cue word.

    `follows`: whether it comes right after a decision, where a short fragment may continue it: "white for the ceiling".
    """
    first, comma, _ = low.partition(", ")
    return _settles(low, follows) or (bool(comma) and len(first.split()) > 3 and _settles(first, False))


def _settles(low: str, follows: bool) -> bool:
    """Whether a whole sentence is a directive: short, no question, request or report, and with a sign of deciding."""
    if len(low) > _LONGEST or "?" in low or " or " in low or " atau " in low:
        return False
    words = [word.strip(".'-") for word in _WORD.findall(low)]
    assents = False
    while words and words[0] in _OPENERS:
        assents = assents or words[0] in _ANSWERS
        words = words[1:]
    if not 2 <= len(words) <= _MOST_WORDS or words[0] in _NEVER_FIRST or not _REPORTS.isdisjoint(words):
        return False
    if _NUMBER.search(low) or not (_LIMITS | _DAYS).isdisjoint(words):
        return True
    if len(words) > _FEW_WORDS:
        return False
    return assents or (follows and "," not in low and bool(_GOES_ON.search(low)) and _EVALUATES.isdisjoint(words))
