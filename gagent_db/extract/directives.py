"""A user's terse directive without a cue word: "max 3 retries, give up after a minute", "grey. order it".

The owner of a project decides in fragments. A short sentence of theirs is a decision when it names a value, a limit or
an exception and is no question, request, report, complaint or story.
"""

from __future__ import annotations

from .items import word_set
from .lazy import lazy

_OPENERS = word_set(
    "ok okay oke okey alright right fine yes yeah yep nope no nah sip sure good so and but tapi then also ya "
    "iya jadi terus btw eh well actually great perfect cool deal"
)
_ANSWERS = word_set("ok okay oke okey alright fine deal sip")
# Sentences that begin so speak about the speaker, ask, or point back.
_NOT_FIRST = word_set("""
    i i'm i've i'd i'll im ive my me you you're your it it's its that that's this there there's here he she they
    he's she's they're his her their them what which who whose where when why how is are was were am do does did
    have has had can could would should will shall may might if unless because since although while after before
    maybe perhaps thanks thank thx please hi hello hey sorry wow haha lol hmm good nice got just let let's lets
    don't dont aku saya gue gw gua kamu lu lo elu dia mereka ini itu apa apakah kenapa mengapa gimana bagaimana
    kapan siapa berapa mana kalau kalo klo jika bila karena soalnya tapi mungkin makasih makasi terima maaf halo hai
    pagi siang sore malam dulu bang mas mbak pak bu kak wah waduh aduh hehe wkwk tolong coba mohon boleh bisa mau ada
    too enough need needs sorry til we're we've they're lagi udah sudah dah belum masih tadi kemarin barusan baru
    see look
    interesting remember finally fyi update note error warning
    they'd we'd he'd she'd you'd
    traceback file from to subject re about according another
    """)
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
_REPORTS = word_set("""
    error errors exception blows raises fails failed failing fail crash crashes crashed broken bug bugs wrong stuck
    question slow timeout seen heard knew tahu tau kenal
    timed issue problem problems weird strange lost missing happened happens got gets getting seems looks saw says
    said told asked went came was were had did been gagal rusak error eror lemot macet masalah hilang aneh kenapa
    katanya bilang kemarin tadi barusan udah sudah dah belum blm masih lagi pernah waktu lupa bingung ternyata
    sakit capek ketemu nemu yesterday follows follow menyusul nyusul ago earlier today's morning i i'm i've aku
    gue gw saya my you your wonder
    guess think thought maybe perhaps mungkin kayaknya sepertinya probably might could would should if kalau kalo
    unless depends tergantung hope wish btw works worked working running ran finished done merged passed passes
    attached pasted noticed spent apa apakah siapa kapan gimana kenapa mana berapa what which who how why whether
    berhasil sukses due match matches runs ends exam exams concert birthday kudu mesti musti
    harusnya seharusnya nyaranin nanggung
    kok sih dong lol haha wkwk hehe degrees score won lost amazing awesome great
    incredible beautiful rewarding important special fun wonderful proud love loves loved loving happy inspiring
    inspired excited exciting feel feels feeling felt enjoy enjoyed dream dreams heart grateful glad beautiful
    gorgeous cute fantastic cpu ram output killed retries already long old tall umur usia brilliant motivated
    motivating passion support
    liked loved hated transferred paid sent submitted delivered arrived replied answered usually normally often
    sometimes typically rarely biasanya seringnya half sells eats drinks
    sleeps calls
    leaves departs arrives comes opens
    closes contains says kosong need needs since sejak keluar minta
    nawar nawarin
    wants costs charges
    asks offers quoted quotes weighs
    supportive strong crucial key matter reaction pushing keeps argued argues
    insists ingetin ingatkan remind reminds took again itself warning warnings changed hurts aches gave gives murah
    mahal dateng untung called shows show showing look ready lumayan ngebantu sedih broke brought lost fell ran hit
    bit stole burnt threw flew drove
    ate drank slept woke rang hurt shouted met spoke discussed insists typo typos cost crazy tinggal laku demam doc
    recipe resep
    matters meant means keren bagus mantap asik seru suka seneng senang bangga cantik indah
    """)
_LIMITS = word_set("""
    only max maximum min minimum never without except exactly nothing none neither harus wajib semua setiap
    tiap maksimal maks minimal cukup tanpa khusus kecuali hanya cuma bukan jangan
    saja aja doang tetap tetep paling sekalian langsung dulu
    """)
# These limit too, but also tell stories: not beside a verb that describes.
_WEAK_LIMITS = word_set("every each always not both most least")
_DESCRIBES = word_set("""
    is are was were am be been it's that's isn't aren't has have had does doesn't don't won't can can't carries makes
    make me us our you're you we're we i'm they they're helps shows always definitely really recently much
    """)
_NUMBER_WORDS = word_set(
    "two three four five six seven eight ten twelve dua tiga empat lima enam tujuh sepuluh seratus seribu"
)
_NUMBER = lazy(
    r"(?<![\w./:#-])(?!\d+(?:\.\d+){2,})(?:\d[\d.,:]*(?:%|k|x|gb|mb|kb|px|ms|s|am|pm|rb|jt|kg|g|cm|km|mm|th|st|nd|rd)?|"
    + "|".join(sorted(_NUMBER_WORDS))
    + r")(?![\w/:#-])"
)
_DAYS = word_set("""
    monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun mondays tuesdays wednesdays
    thursdays fridays saturdays sundays weekdays weekends weekend january february april june july august september
    october november december noon midnight evening tomorrow tonight daily weekly monthly yearly senin selasa rabu
    kamis jumat sabtu minggu ahad januari februari maret april mei juni juli agustus september oktober november
    desember subuh besok lusa malam sore siang harian mingguan bulanan
    """)
_CODE = lazy(r"[{}<>=;|\\$]|\w\(|::|https?:|x{6,}")
# A request for every week is a standing order.
_RECURS = lazy(
    r"\b(?:once|twice|(?:two|three|four|\d) times) (?:a|per|every) (?:day|night|week|fortnight|month|quarter|year)\b|"
    r"\bevery (?:\w+ )?(?:day|night|morning|evening|week|weekend|month|quarter|year|sprint|release|monday|tuesday|"
    r"wednesday|"
    r"thursday|friday|saturday|sunday)\b|\b(?:tiap|setiap) (?:hari|malam|pagi|minggu|bulan|tahun|senin|selasa|rabu|"
    r"kamis|"
    r"jumat|sabtu)\b|\beverywhere$"
)
_REMINDERS = word_set("remind ingatkan ingetin ingatin tell show list explain read open find search")
# Gives the reason for the decision before it.
_EVALUATES = word_set("""
    too very so more less better best cheaper cheapest faster easier nicer enough worth overkill kurang lebih terlalu
    kejauhan kemahalan kekecilan kegedean alasannya hopefully semoga reason love bro guys weekend night bye cheers
    soon again anyway
    """)
_TOLD_OF = word_set("""
    thing things question questions more of problem problems option options issue issue point points other last way
    ways reason reasons idea ideas bug bugs test tests error errors file files second sec minute moment
    """)
# What somebody looks for, with a day but no choice: "weather tomorrow in jakarta".
_SOUGHT = word_set("""
    weather forecast cuaca prakiraan flights trains buses timetable times schedule jadwal menu recipe recipes resep
    notes catatan minutes notulen summary ringkasan rangkuman recap rekap photos pictures foto prices harga news
    berita results hasil scores lyrics lirik tickets hotels ideas report laporan directions reviews
    """)
_DO_WHAT = word_set("the a an it that both all only")
_CHOICES = word_set(
    "take pick choose scrap ditch drop shelve axe lose retire freeze ambil pilih coret batalkan batalin"
)
_IDIOMS = word_set("care a it your time me my look turns part heart off out control place apart")
# A directive holds one of these, or a digit: where none stands, nobody looks.
DIRECTIVE_WORDS = (
    _ANSWERS
    | _LIMITS
    | _WEAK_LIMITS
    | _NUMBER_WORDS
    | _DAYS
    | _CHOICES
    | word_set("once twice times everywhere every tiap setiap if when whenever kalau kalo jika bila")
)
_DEED = lazy(r"(?!agreed|fixed|capped|limited|shared|need|speed|red\b)\w{3,}ed$")
_DESCRIPTION = lazy(
    r"(?:[\w-]+ ){1,3}\w+ed (?:its|their|his|her)\b|\d\d?[:.]\d\d (?!at\b|in\b|with\b|for\b|from\b|on\b|di\b|sama\b|"
    r"ke\b)[a-z]|"
    r"(?:hari ini|today)\b.* \d|(?:bus|kereta|pesawat|kapal|train|flight|ferry)(?: \w+)? (?:berangkat|leaves|"
    r"departs)\b|"
    r".*\d ?% of\b|.*\b(?:is|are) on (?:holiday|leave|vacation|a break|cuti)\b|"
    r"(?:the|a|an|its|their) (?:[\w-]+ ){1,3}?\w{3,}(?<!s)s (?:its|their|the|a|an|about|after|within|at)\b"
)
_STATE = lazy(
    r"\b(?:is|are) (?:already |now |only |still )?at \d+(?! ?(?:am|pm|o'clock))\b(?!.*\b(?:from|max|limit)\b)|"
    r"\b(?:is|are|was|were) (?:\w+ )?(?:in$|in\b(?! (?:the|a|an|our)\b)|from (?:19|20)\d\d|\S+ now)\b|^nothing "
    r"(?:more|else|new)\b|^never ?mind\b"
)
# "The cable is 22 metres" tells, "the limit is 22" sets.
_FACT = lazy(
    r"^(?:(?!if\b|for\b)[\w'-]+ ){1,5}(?:is|are|has|takes?|lives?|live|ada)\b|\b(?:has|have) an?\b|^\w+ku\b|^not bad\b"
)
_SETTABLE = lazy(
    r"\b(?:limit|max\w*|min\w*|price|fee|fare|budget|deadline|retention|timeout|size|default|quota|cap|threshold|"
    r"interval|rate|date|time|"
    r"start|duration|length|deposit|discount|minimum|maximum|number|order|launch|release|meeting|standup|departure|"
    r"dinner|lunch|rent|ratio|"
    r"bedtime|curfew|focus|goal|target|rule|plan|batas|harga|tenggat|anggaran|jumlah|ukuran)\b(?!.*\bhas\b)|"
    r"\b(?:stays?|gets?|goes|can)\b|\b(?:at|on|from|by|until) (?:the )?\d|\d(?:st|nd|rd|th)\b"
)
_TOO_MUCH = lazy(r"\b(?:is|are|was|were)n?'?t? (?:a lot|too|way too|nothing|crazy|ridiculous|a bit)\b")
# "If two overlap we keep the longer one": a rule for a case.
_FOR_A_CASE = lazy(
    r"^(?:and |but |so )?(?:if|when|whenever|kalau|kalo|jika|bila) (?!you|i |we )[^,?]{3,60}?(?:,? (?:then |maka )?we "
    r"(?!will|would|could|can|"
    r"might|should|need|have|want|get|see|know|may|are|were)\w+|(?:, |,? then | maka )(?:just |always |then "
    r")?(?:keep(?! \w+ing)|drop|skip|use|ignore|"
    r"reject|take|stop|pakai|pake|jangan|langsung|tetap|pindah|batal|the (?:\w+ ){1,3}(?:wins|stays|goes|pays|"
    r"counts)))\b|"
    r"^(?:if|when) (?:two|both|a|an|the|someone|somebody|more|several|\d+) [^?]{3,70} (?:is|are) (?:kept|dropped|used|"
    r"taken|ignored|merged|rejected|skipped|deleted|counted)\b|"
    r"^(?:if|when) (?:two|both|a|an|the|someone|somebody|no|more|several|\d+) [^,?]{3,60}, (?:the |our "
    r")?[\w-]+ (?!crashes|fails|breaks|says|shows|gets|hangs|freezes|"
    r"stops|does|has|is\b|was\b|needs)\w{3,}s(?: |$)|"
    r"^(?:if|when|whoever|kalau|kalo|yang|siapa(?: yang)?) (?:someone|somebody|anyone|anybody|two|both|a|an|the|"
    r"no one|more|"
    r"\w+s|ada)?\b[^,?]{3,60},? (?:they|he|she|it|you) (?:pays?|gets?|loses?|keeps?|waits?|stays?|goes|is (?:out|"
    r"in))\b|"
    r"^(?:kalau|kalo) \w+ (?:pakai|pake|pindah|batal|langsung|tetap|tetep|jangan) \w+"
)
_NO_HEAD = lazy(
    r"\b(?:error|fyi|note|question|bug|issue|update|source|subject|example|todo|warning|output|log|task|context|"
    r"info|masalah|pertanyaan|contoh|catatan)\b"
)
_PUT_OFF = lazy(r"\b(?:skip|tunda|lewatin|lewati|pending) dulu\b|\b(?:nunggu|tunggu|menunggu)\b")
# What goes on with a decision says where, for what or with whom: "white for the ceiling".
_GOES_ON = lazy(
    r"\b(?!.*\b(?:it|them)\b)(?:for|in|on|at|with|as|to|from|by|per|buat|untuk|di|ke|sama|dan|and|then|instead|"
    r"jadi)\b|^\w+nya\b|\d"
)
_WORD = lazy(r"[\w'.-]+")


def is_directive(low: str, follows: bool = False) -> bool:
    """Whether a sentence of the user, in lower case, settles something without saying so, at least up to its comma.

    `follows`: whether it stands right behind a decision. A short fragment goes on with it there: "white for the "
    "ceiling".
    """
    first, comma, _ = low.partition(", ")
    if _settles(low, follows) or _FOR_A_CASE.match(low):
        return True
    return bool(comma) and len(first.split()) > 3 and "?" not in low and _settles(first, False)


def is_request(low: str) -> bool:
    """Whether a sentence of the user, in lower case, begins with what the agent is to do now."""
    words = _WORD.findall(low[:40])
    return bool(words) and words[0] in REQUESTS


def _settles(low: str, follows: bool) -> bool:
    """Whether a sentence names a value, a limit or an exception and is no question, request, report or story."""
    if len(low) > 130 or "?" in low or " or " in low or " atau " in low or _CODE.search(low):
        return False
    head, colon, rest = low.partition(": ")
    if low.startswith(("we have ", "we need ", "we got ", "we lost ")):
        return False
    if head.startswith(("what ", "why ", "how ", "who ", "when ", "where ")):
        return False
    if colon and len(head.split()) < 7 and not _NO_HEAD.search(head):
        low = rest
    words = [word.strip(".'-") for word in _WORD.findall(low)]
    opened = False
    while words and words[0] in _OPENERS:
        opened = opened or words[0] in _ANSWERS
        words = words[1:]
    if words[:1] == ["do"] and words[1:2] and words[1] in _DO_WHAT:
        words = words[1:]
    if not 2 <= len(words) <= 18 or words[0] in _NOT_FIRST:
        return False
    if words[0] in REQUESTS and not (words[0] == "start" and words[1][:1].isdigit()):
        return bool(_RECURS.search(low)) and words[0] not in _REMINDERS
    if words[0] in ("or", "atau") or (words[0] in ("jangan", "jgn") and len(words) == 2):
        return False
    if (words[0] == "not" and len(words) == 2) or _PUT_OFF.search(low):
        return False
    if words[:2] in (["none", "of"], ["only", "as"]) or (low.endswith((" please", " pls")) and follows):
        return False
    if words[0] in ("one", "two", "three") and words[1] in _TOLD_OF:
        return False
    if words[0] in ("jangan", "jgn") and "dulu" in words:  # not yet
        return False
    if len(words) == 2 and words[1] in ("aja", "saja") and words[0].endswith(("in", "kan")):  # "beresin aja": do it
        return False
    if (
        not _REPORTS.isdisjoint(words if "then fail" not in low else words[: words.index("then")])
        or _DEED.match(words[0])
        or _DESCRIPTION.match(low)
    ):
        return False
    if _TOO_MUCH.search(low):
        return False
    plain = not (colon or opened or follows or _NUMBER.search(low) or _RECURS.search(low))
    if plain and _LIMITS.isdisjoint(words) and not _SOUGHT.isdisjoint(words):
        return False
    if words[0] in _CHOICES and len(words) < 9:
        return words[1] not in _IDIOMS
    describes = not _DESCRIBES.isdisjoint(words)
    if _STATE.search(low) or (low.endswith(" now") and not low.endswith("for now")):
        return False
    if len(words) == 2 and not opened and _LIMITS.isdisjoint(words) and _NUMBER.search(low):
        return False
    if (
        _FACT.search(low)
        and _LIMITS.isdisjoint(words)
        and _DAYS.isdisjoint(words)
        and not opened
        and not _SETTABLE.search(low)
    ):
        return False
    numbered = bool(_NUMBER.search(low) or _RECURS.search(low)) or not _DAYS.isdisjoint(words)
    limited = not _LIMITS.isdisjoint(words) or (not describes and not _WEAK_LIMITS.isdisjoint(words))
    if follows and "," not in low and not describes and len(words) < 9 and _EVALUATES.isdisjoint(words):
        return bool(_GOES_ON.search(low)) or numbered or limited
    return numbered or limited or (opened and not describes and len(words) < 9)
