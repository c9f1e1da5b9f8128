"""Labels before a colon: `Decision: ...`, `Yang belum: ...`, and a user's terse `lifecycle: 90 days`."""

from __future__ import annotations

import re

from .hedges import ARGUES, HEDGE, NOT_DECIDED, SENTIMENT
from .items import Item, Kind, word_set
from .lazy import lazy
from .marks import make_item
from .sections import REPORTED, STATE_OPEN, TOLD_IN

# The words one of which every label of the first three kinds holds.
LABEL_WORDS = word_set("""
    decision decisions decided agreed verdict didn't couldn't haven't can't conclusion outcome resolution
    settled final ruling call keputusan
    keputusannya diputuskan kesepakatan kesepakatannya kesimpulan kesimpulannya hasil putusan finalnya fixnya fix
    disepakati sepakat open todo todos pending outstanding unresolved unclear undecided remaining left missing
    blocked blocker blockers waiting follow followup next known action tbd parked deferred loose reminder reminders
    caveat caveats kurang kurangnya belum masih perlu tersisa sisa sisanya pertanyaan tertunda menunggu pr prnya
    tindak tunggu note chosen selected pilihan pilihannya done fixed closed resolved finished solved shipped merged
    selesai beres kelar question questions skipped missed verified covered included handled checked migrated deal
    dikonfirmasi dipastikan reminder rapatkan dirapatkan rapatin putuskan putusin sepakati approved rejected
    accepted declined adopted dropped cancelled canceled
    disetujui ditolak dibatalkan postponed tabled
    awaiting so jadi berarti short settle decide clarify discuss forget lupa remember ask asked asking wonder
    wondering answer input needs needed tanya ditanyakan jawaban problem problems defect defects bugs bug gaps
    masalah kendala kekurangan except kecuali sign agree approve certain fixed sure set hal
    remains limitation limitations remaining catch snag later confirm check verify working broken left risk risks hurdle
    ditunggu masalahnya hambatan berikutnya catatan nanti result choice default dipakai hasilnya tinggal work
    answered owe hold ditunda blocking policy rule rules convention stance kebijakan aturan aturannya need
    like
    version gist resolved visit appointment call phone chat thread meeting notes vote voting telepon obrolan rapat
    grup written recorded saved
    dicatat catat pegang dikunci aturannya group telpon review
    stands stood split divide divided ended landed pinned arrangement arrangements plan follows passed terms signed
    chose picked went ruled promised terapkan tetapkan ditetapkan diterapkan begini gini pembagian pembagiannya
    ketentuan
    ketentuannya syarat syaratnya setuju disetujuin dipilih rencana rencananya agreement arrange arranged setup set
    sum summing summarise summarize wrap votes answers verdicts singkatnya ringkasnya rangkumannya
    summary recap notes minutes transcript write ringkas ringkasan ringkasannya rangkum rangkuman rekap notulen notula
    transkrip inti intinya results gather conclude take understand noted simpulkan rangkum tangkap catat pahami
    """)
_LABEL = lazy(
    r"^\W*(?:(?:(?:for|untuk|buat) [\w' -]{3,40}|for the record|just to recap|to recap|as a reminder|alright|okay|ok|"
    r"oke|fine|right|well|yes|so|great|"
    r"sip), )*(?P<label>[\w][\w' "
    r"-]{1,70}?)(?:\s*\([^)]{1,40}\))?(?::\s|\s[—–-]\s|:$)\s*(?P<rest>\S.*)$",
    re.S,
)
_COLON = lazy(r":\s")
_DECISION_LABEL = lazy(
    r"^(?:(?:final|our|the|my|your|team|design|and|so|jadi|ok|okay|alright|fine|right|well|great|oke|sip|berarti|"
    r"noted),? "
    r")*(?:decisions?(?: recorded| made|"
    r" taken| today)?|"
    r"(?:chosen|final|agreed|selected) (?:approach|design|plan|option|solution|scope|name|date|stack|version|price|"
    r"setup)|"
    r"my call|pilihan(?:nya)? akhir|choice|chosen|final choice|result of the vote|yang (?:jadi |akhirnya )?(?:dipakai|"
    r"dipilih|diambil)|decided|agreed|verdict|"
    r"conclusion|outcome|resolution|settled|final(?: call| answer)?|ruling|the call|"
    r"keputusan(?:nya| akhir| rapat| kita)?|diputuskan|kesepakatan(?:nya)?|kesimpulan(?:nya| rapat| akhir| diskusi)?|"
    r"hasil rapat|hasil "
    r"akhir(?:nya)?|putusan|final(?:nya)?|hasil (?:voting|pemungutan suara|vote|undian)|fixnya|fix ya|disepakati|"
    r"sepakat|finalnya|so|jadi|berarti|in short)$|"
    r"^(?:from|out of|per|judging by|dari|berdasarkan|sesuai) .{3,50} (?:i|we|saya|aku|kami|kita) (?:gather|conclude|"
    r"take|understand|noted|simpulkan|rangkum|tangkap|catat|pahami)(?: (?:this|as follows|that|begini|berikut ini))?$|"
    r"^(?:the |our |my |so |and )*(?:decisions? (?:taken|made|reached)|decisions?|decided|settled|agreed|verdict|"
    r"ruling|deal|keputusan(?:nya)?|"
    r"kesepakatan|"
    r"disepakati|diputuskan|sepakat|sudah dikonfirmasi|dipastikan|policy|rules?|house rules?|convention|stance|"
    r"kebijakan|"
    r"aturan(?:nya)?) (?:(?:yesterday|today|tonight|just now|this \w+|last \w+|earlier) )?(?:with|from|by|of|for|on|"
    r"at|about|in|after|"
    r"dengan|dari|sama|soal|untuk|buat|tadi|kemarin|is|hasn't|stays) .{2,40}$|"
    r"^(?:(?:the|our|my|new|so|jadi|berarti|oke|ok),? )*(?:policy|rules?|house rules?|convention|stance|kebijakan|"
    r"aturan(?:nya)?)$|"
    r"^(?:.{0,40} )?(?:i|we) (?:can |could )?(?:sign off|agree|approve)(?: on| to)?$|"
    r"^(?:.{0,30} )?the (?:outcome|decision|conclusion|verdict|ruling|agreement) (?:there )?(?:was|is)$|"
    r"^(?:the|your|our) (?:\w+ )?(?:rule|decision|policy|agreement|ruling)(?: (?:from|of|on) .{2,20})? (?:still "
    r")?(?:stands|"
    r"holds|applies|is|was|remains)$|"
    r"^(?:sudah|udah) (?:kami|kita|di) ?(?:rapatkan|rapatin|putuskan|putusin|sepakati).{0,20}$|"
    r"^(?:recap|summary|list) of what (?:is|was|we) (?:fixed|decided|agreed|settled).{0,20}$|"
    r"^(?:[\w-]+ ){0,3}final (?:version|plan|list|schedule|order|agenda|programme|program|menu|budget|scope|lineup|"
    r"jadwal)$|^(?:(?:to )?(?:sum(?:ming)?(?: it| this| things)? up|recap|summari[sz]e|wrap up)|in (?:sum|summary)|"
    r"singkatnya|ringkasnya|"
    r"ringkasannya|intinya|rangkumannya)(?: .{2,45})?$|^(?:both |the |all |your |his |her |their |two |"
    r"three )*(?:answers?|"
    r"decisions?|votes?|verdicts?|choices?) (?:is|are|came) (?:in|back|here)$|^(?!not |nothing |never |belum |"
    r"tidak )(?:[\w-]+ ){1,5}(?:yang )?(?:disetujui|disepakati|diputuskan|"
    r"ditetapkan|"
    r"agreed|approved|decided|settled)(?: (?:by |oleh )?[\w-]+){0,2}$|^(?:approved|rejected|accepted|declined|adopted|"
    r"dropped|cancell?ed|"
    r"disetujui|ditolak|dibatalkan)$"
)
# A clause that says that, or how, something was settled, and a colon: "nobody objected, so the proposal stands: ...".
_DECISIVE = (
    r"(?:(?:proposal|plan|deal|rule|decision|offer|vote|arrangement|agreement|date) (?:still )?stands|(?:split|"
    r"divided?) (?:it|them|"
    r"things|the \w+|up)(?: like this)?|landed on(?: \w+){0,2}|settled(?: on| it| that)?(?: \w+){0,2}|"
    r"agreed(?: on)?(?: \w+){0,2}|"
    r"decided(?: on)?(?: \w+){0,2}|(?:we|you|they|i)(?: \w+)? (?:chose|picked|went with|ended up with|arranged|"
    r"approved|pinned)(?: \w+){0,3}|"
    r"(?:do|doing|did|split|set|arranged?|run|handle|handled) (?:it|this|that|them|things) (?:like this|as follows|"
    r"this way)|"
    r"(?:arrangement|agreement|deal|verdict|upshot|bottom line|rota)(?: is| was)?|"
    r"sepakat(?: \w+)?|disepakati(?: \w+){0,2}|(?:sudah|udah|kami|kita|ibu|bapak) (?:\w+ )?(?:setuju\w*|disetujui|"
    r"putuskan|tetapkan|"
    r"terapkan)(?: \w+)?|diputuskan(?: \w+){0,2}|ditetapkan(?: \w+){0,2}|diterapkan(?: \w+){0,2}|"
    r"kesepakatan\w*(?: \w+){0,4}|"
    r"pembagian\w*(?: \w+){0,2}|ketentuan\w*(?: \w+){0,2}|(?:jadi|kita|kami|aturan\w*|rencana\w*)(?: \w+)? (?:gini|"
    r"begini))"
)
# "Resolved on the phone with Marek: he delivers, we unload", "written down: plants get water on Wednesdays".
_TOLD_LEAD = lazy(
    rf"^\W*(?:{TOLD_IN}|(?:ok(?:ay|e)?|noted|fine|right|baik|siap|done)?,? ?(?:i(?:'ve| have)? |it's |all |saya |"
    rf"sudah |udah )*"
    r"(?:written down|wrote down|noted(?: down)?|recorded|put on record|dicatat|catat|tercatat|"
    r"(?:\w+nya )?saya (?:pegang|catat|simpan)))"
    r"(?: \([^)]{1,60}\))?:\s+(?P<rest>\S.*)$",
    re.S,
)
_LISTED = lazy(r"[,;] (?:and |dan |serta )?")
_DECISIVE_LEAD = lazy(
    rf"^[^:?\n]{{0,110}}\b{_DECISIVE}(?: \([^)]{{1,40}}\))?:\s+(?P<rest>\S.*)$",
    re.S,
)
_UNSETTLED_LEAD = lazy(
    r"\b(?:not?|never|nobody (?:has|knows)|n't|\w+n't|if|whether|unless|options?|propos(?!al stands)\w*|suggest\w*|"
    r"recommend\w*|need\w*|could|should|would|"
    r"question\w*|problem\w*|errors?|bug\w*|tests?|output|open|undecided|before|until|still|belum|tidak|kalau|mungkin|"
    r"perlu|"
    r"harus|usul\w*|masalah\w*|example|contoh|said|says|asked|bilang|tanya|story|film|novel|he|she|they)\b"
)
_OPEN_LABEL = lazy(
    r"^(?:still |one |two |three |the |also |and |masih |only |another |last |just |dan |tinggal |cuma )*(?:open(?: "
    r"questions?| items?| points?| issues?| ends?| loops?| tasks?| topics?| threads?)?|to-?dos?|to do|pending|"
    r"outstanding|unresolved|unclear|undecided|"
    r"remaining|left(?: over| to do)?|missing|"
    r"blocked|blocking|must fix|to fix|blockers?|(?:a)?waiting(?: for| on)?|follow[- ]?ups?|next(?: steps?| up)?|known "
    r"(?:issues?|bugs?|problems?)|"
    r"action items?|note (?:to self|for later|to me)|for later|tbd|parked|deferred|postponed|tabled|on hold|ditunda|"
    r"loose ends?|reminders?|caveats?|limitations?|catch|snags?|hurdles?|risks?|drawback|needed from you|please "
    r"(?:check|confirm|decide)|"
    r"to (?:check|verify|clarify|discuss|decide|confirm|sort out|buy|ask)|skipped|left out|broken|"
    r"not (?:working|ready|done|tested|covered|decided|"
    r"finished)(?: yet)?|"
    r"yang (?:kurang|belum|masih \w+|perlu \w+|tersisa)(?: \w+)?|belum(?: \w+)?|sisa(?:nya)?(?: satu| dua)?|"
    r"kurang(?:nya)?|pertanyaan|tertunda|menunggu|pr(?:nya| gue| gw| aku| kita| saya)?|tindak lanjut|langkah "
    r"(?:berikutnya|selanjutnya)|kendala(?:nya)?|hambatan(?:nya)?|masalahnya|yang ditunggu|tinggal|(?:coba|"
    r"tolong|mohon) (?:di)?(?:pastikan|tanyakan|cek|konfirmasi)(?: lagi)? ke \w+|perlu "
    r"\w+(?: ke \w+)?|tunggu)$|"
    r"^(?:still |also |and |btw |quick |small |little |a |one |another |friendly )*(?:(?:still )?open|to-?dos?|"
    r"pending|left(?: over)?|missing|reminders?|(?:still )?waiting|blocked|unclear|undecided|not clear|"
    r"follow[- ]?ups?|next steps?|unclear|undecided|not clear) (?:for|from|to|with|on|in|by) .{2,40}$|"
    r"^(?:and |but )?what (?:i|we) (?:skipped|left out|missed|left open|(?:did not|didn't|could not|couldn't|haven't|"
    r"have "
    r"not|can't|still) .{2,30})$|^(?:and |but )?what(?:'s| is)? (?:left|missing|remains|still \w+|(?:does not|doesn't|"
    r"isn't|is not|won't) \w+(?: yet)?)$|"
    r"^(?:still |and |also |there (?:are|is) |there's |i have |only )*(?:one|two|three|four|a few|some|several|\d) "
    r"(?:more |"
    r"small |open )*"
    r"(?:things?|points?|items?|questions?|bits?|tasks?|pieces?|issues?)(?: that)?(?: is| are)?(?: still)? (?:left|"
    r"open|missing|"
    r"pending|to do|to settle|to decide|unclear|outstanding|remaining|unresolved|undecided|unfinished)(?: (?:for|"
    r"before|until|on|"
    r"from|in) .{2,30})?$|"
    r"^(?:i |we |and |also |please )*(?:(?:must|should|do) not|mustn't|don't|dont|jangan|jgn) (?:sampai )?(?:forget|"
    r"lupa)$|^(?:to "
    r"remember|remember)$|"
    r"^(?:masih |tinggal |cuma )?(?:ada )?(?:satu|dua|tiga|empat|beberapa|\d) (?:\w+ )?(?:lagi )?yang "
    r"(?:masih |perlu "
    r"|harus )?(?:belum|kurang|perlu|menunggu|nunggu|menggantung|tersisa|terbuka|di\w+)(?: \w+)?$|"
    r"^.{0,30}\b(?:is|are) left(?: (?:for|to) .{2,20})?$|^not (?:covered|included|handled|checked|verified|migrated)$|"
    r"^(?:yang )?(?:masih|belum) .{2,30}$|"
    r"^(?:one|two|three|another|a|the last|\d) (?:more )?(?:things?|points?|questions?|details?) (?:left )?to "
    r"(?:settle|decide|clarify|"
    r"check|sort|discuss|fix|solve|agree)(?: .{2,20})?$|"
    r"^what (?:i|we)(?:'d| would)? (?:still |also )*(?:like|need|miss|lack)(?: from .{2,20}| by .{2,20})?$|"
    r"^(?:i|we) (?:still |also )?need from .{2,20}$"
)
# "insurance: paid": a person reports what became of a thing.
_DONE_VALUE = lazy(
    r"(?:all |now |already |udah |sudah )?(?:paid|signed|booked|sent|done|fixed|renewed|lunas|beres|kelar)\W*$"
)
_DONE_LABEL = lazy(r"^(?:all )?(?:done|fixed|closed|resolved|finished|solved|shipped|merged|selesai|beres|kelar)$")
_NOT_LABELS = word_set(
    "one two three four five first second third fourth error errors question questions note notes fyi update btw "
    "url link links subject re fwd ps edit source example "
    "output result results file files path time from to cc date user name title "
    "bug issue problem idea ideas context background reminder request task story summary log logs info quote status "
    "todo warning hint tip step steps traceback exception message pesan masalah "
    "pertanyaan contoh ide catatan tugas kendala judul lagi hint thing things p.s nb cc situation scenario symptom "
    "tomorrow tonight later besok nanti ntar reason alasan soalnya expected actual steps version os env transkrip "
    "transcript"
)
_COMPLAINT = lazy(
    r"\b(?:error|errors|fails?|failed|failing|crash\w*|broken|gagal|rusak|can't|cannot|doesn't|how|why|what|when|"
    r"which|stuck|waiting|blocked|hasn't|haven't|still|belum|masih|finished|done|started|in progress|working on|"
    r"will|\w+'ll|(?:udah|sudah) (?!oke|ok|fix|setuju|acc|final)|selesai|kenapa|gimana|apa|i|i'm|you|thanks|help|"
    r"please|tolong|"
    r"no idea|yet|took|did|made|found|sent|got|gave|came|went|unknown|open|unclear|tbd|dunno|not sure|missing|pending|"
    r"paid|signed|booked|sent|lunas|let me|ask|asking|http\w*|not found|undefined|null|kelar|beres|lanjut|stuck|butuh|"
    r"exception)\b|"
    r"[{}=<>]"
)
_NO_LABEL = lazy(
    r"(?:what|where|who|how|why|when|is|are|do|does|can|could|i|ini|apa|kenapa|tolong|gimana|so|ok|oke|one|satu|two|"
    r"also|the following|please)\b"
)
_NOTHING = lazy(r"(?:none|nothing|nihil|tidak ada|gak ada|no\b)")
_ADDRESS = lazy(r"https?://\S+\s*")
_MASKED = lazy(r"x{8,}\W*")  # nothing but an address or code
_PLACE = lazy(r"(?:~|\.{0,2}|[a-z]:)[/\\]\w|\w+/\w+/")  # where a thing is
_QUESTION_LABEL = lazy(r"\b(?:question|pertanyaan)\b[^:?]{0,70}$")
_ASKED_LABEL = lazy(
    r"\b(?:questions?|ask|asked|asking|wonder(?:ing)?|open|unclear|undecided|need(?:s|ed)?|decision|answer|input|"
    r"clarify|answered|waiting|owe|pertanyaan|tanya|ditanyakan|keputusan|jawaban)\b[^:?]{0,70}$"
)
# "On 4: ...", "about the roof: ...": what is spoken about, no value's name.
_TOPIC = lazy(
    r"(?:on|about|re|regarding|as for|ad|soal|tentang|mengenai|untuk) |"
    r".*\b(?:answered|said|says|asked|asks|wrote|writes|replied|bilang|jawab|nanya)$"
)


_COUNTS = {"two": 2, "both": 2, "dua": 2, "three": 3, "tiga": 3, "four": 4, "empat": 4, "2": 2, "3": 3, "4": 4}
_ASKING = lazy(r",?\s+(?:and|dan)\s+(?=(?:whether|who|what|when|where|how|which|apakah|siapa|kapan|berapa)\b)")
_PARTINGS = (
    lazy(r";\s+(?:and |dan )?"),
    lazy(r",\s+(?:and |dan |sama )?|\s+(?:and|dan)\s+"),
    lazy(r",?\s+(?:and|dan|sama)\s+"),
)
# "everything is in except two files", "ada tiga masalah": an agent counts what is wrong before it names it.
_DEFECT_LABEL = lazy(
    r"^[^:]{0,80}?\b(?P<label>(?:except(?: for)?|kecuali) (?:one|two|three|four|satu|dua|tiga|\d) \w+|"
    r"(?:one|two|three|four|several|some|satu|dua|tiga|beberapa|\d) (?:[\w-]+ )?(?:problems?|issues|bugs?|defects?|"
    r"gaps?|masalah|kendala|kekurangan)|"
    r"(?:found|noticed|spotted|temukan|menemukan|ketemu) (?:one|two|three|satu|dua|tiga|beberapa|\d) (?:things?|hal)"
    r"(?: (?:in|di|on|pada) [\w .'-]{2,30})?):\s+(?P<rest>\S.*)$",
    re.S,
)


def labelled(text: str, start: int, end: int, low: str, by_user: bool) -> list[Item]:
    """The items a label announces in the sentence `text[start:end]`; `low` is that sentence in lower case.

    A label that counts them ("Two open points: ...") announces as many where the rest falls apart into so many.
    """
    if ":" not in low and " - " not in low and " – " not in low and " — " not in low:
        return []
    match, item = _LABEL.match(low), None
    if match:
        item = _announced(text, start, end, low, match, by_user)
    if item is None and not _COLON.search(low):
        return []
    if item is None and (told := _TOLD_LEAD.match(low)) and not told["rest"].rstrip().endswith("?"):
        return _as_minuted(text, start, end, low, told.start("rest"))
    if item is None and (decisive := _DECISIVE_LEAD.match(low)) and _settles_what_follows(low, decisive):
        match, item = decisive, make_item(text, "decision", start + decisive.start("rest"), end)
        return _parted(text, item, low, start, 1) if item else []
    if item is None and not by_user and (match := _DEFECT_LABEL.match(low)) and not HEDGE.search(low):
        item = make_item(text, "unresolved", start + match.start("rest"), end)
    if item is None or match is None:
        return []
    count = next((_COUNTS[word] for word in match["label"].split() if word in _COUNTS), 1)
    return [item] if item.start < start + match.start("rest") else _parted(text, item, low, start, count)


def _as_minuted(text: str, start: int, end: int, low: str, left: int) -> list[Item]:
    """What a call, a chat or notes settled, told in one sentence from `left` on: a part each, the open ones open."""
    marks = [*_LISTED.finditer(low, left)]
    if len(marks) < 2 and not any(mark[0] != ", " for mark in marks):
        marks = []  # one comma goes on with the same thing
    begins, ends = [left, *(mark.end() for mark in marks)], [*(mark.start() for mark in marks), len(low)]
    found: list[Item | None] = []
    for begin, until in zip(begins, ends, strict=True):
        part = low[begin:until]
        if not ARGUES.search(part) and not HEDGE.search(part) and not REPORTED.search(part) and " " in part.strip():
            kind: Kind = "unresolved" if STATE_OPEN.search(part) or NOT_DECIDED.search(part) else "decision"
            found.append(make_item(text, kind, start + begin, min(start + until, end)))
    return [item for item in found if item]


def _settles_what_follows(low: str, match: re.Match[str]) -> bool:
    """Whether a decisive clause and the rest behind its colon state something settled."""
    rest = match["rest"].rstrip()
    return not (
        rest.endswith("?")
        or _UNSETTLED_LEAD.search(low, 0, match.start("rest"))
        or NOT_DECIDED.search(low)
        or _ADDRESS.fullmatch(rest)
        or " " not in rest
    )


def _parted(text: str, item: Item, low: str, start: int, count: int) -> list[Item]:
    """The item, or the `count` items it falls apart into. Semicolons, and an "and who" of open items, part without a
    count."""
    left, right = item.start - start, item.end - start
    if item.kind == "decision" and count == 1 and low.count(", ", left, right) > 1 and low.find("(", left, right) < 0:
        count = low.count(", ", left, right) + 1
        count = count if min(map(len, map(str.split, low[left:right].split(", ")))) > 1 else 1
    for parting in _PARTINGS if item.kind == "decision" else (_ASKING, *_PARTINGS):
        marks = [(match.start(), match.end()) for match in parting.finditer(low, left, right)]
        if marks and (len(marks) == count - 1 or (count == 1 and parting in (_ASKING, _PARTINGS[0]))):
            begins = [left, *(after for _, after in marks)]
            ends = [*(before for before, _ in marks), right]
            spans = zip(begins, ends, strict=True)
            parts = [make_item(text, item.kind, start + begin, start + until) for begin, until in spans]
            return [part for part in parts if part]
    return [item]


def _announced(text: str, start: int, end: int, low: str, match: re.Match[str], by_user: bool) -> Item | None:
    """The item behind a label that `match`ed in the sentence `low`."""
    label, rest = match["label"].strip(), match["rest"]
    asked = rest.rstrip().endswith("?")
    body = start + match.start("rest")
    if _DECISION_LABEL.match(label) and not NOT_DECIDED.search(label):
        undecided = asked or NOT_DECIDED.search(rest) or "belum" in rest
        return None if undecided else make_item(text, "decision", body, end)
    if _OPEN_LABEL.match(label):
        if _NOTHING.match(rest) or _ADDRESS.fullmatch(text[body:end].strip(" .")):
            return None
        return make_item(text, "unresolved", start if label.startswith(("yang", "belum", "perlu")) else body, end)
    if asked and (_QUESTION_LABEL if by_user else _ASKED_LABEL).search(label):
        return make_item(text, "unresolved", body, end)
    if _DONE_LABEL.match(label):
        return None if _ADDRESS.fullmatch(text[body:end].strip(" .")) else make_item(text, "resolved", body, end)
    if by_user and _DONE_VALUE.match(rest):
        return make_item(text, "resolved", start, end)
    dashed = low[match.end("label") : body - start].strip() != ":"
    if by_user and not asked and not dashed and _sets_a_value(label, rest) and not HEDGE.search(low):
        return make_item(text, "decision", start, end)
    return None


def _sets_a_value(label: str, rest: str) -> bool:
    """Whether `label: rest` fixes something, as in `retention: forever`."""
    if label in _NOT_LABELS or len(label.split()) > 3 or _NO_LABEL.match(label) or _TOPIC.match(label):
        return False
    if SENTIMENT.search(rest) or _MASKED.fullmatch(rest) or _PLACE.match(rest):
        return False
    return len(rest) < 70 and not rest.rstrip().endswith(":") and not _COMPLAINT.search(rest)
