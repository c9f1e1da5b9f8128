"""What a heading or a lead-in line ("Still open:", "Yang sudah pasti") says about the list below it."""

from __future__ import annotations

import re
from functools import lru_cache

from .items import Section
from .lazy import lazy

_OPEN = lazy(
    r"^(?:things |stuff |questions |points |still )?to (?:do|fix|check|ask|clarify|discuss|resolve|confirm|verify|"
    r"finish|investigate|review|buy|test|follow up|sort|figure|look|revisit|decide|settle|iron|clear)\b|"
    r"\b(?:open(?!\s+(?:source|the|a|it|this|your|with))|to-?dos?|to do|next(?: steps?| up| actions?| week| month| "
    r"sprint| session| meeting| "
    r"time)?$|^(?:to be|still to be) \w+(?:ed|en|ne|d|t)$|^tb[dca]$|^(?:on the list|catatan|notes?|reminders?|"
    r"rencana) (?:for|untuk|buat) "
    r"(?:tomorrow|next|later|besok|minggu depan|nanti)|^(?:someone|somebody) (?:has|needs|must|should)|^(?:over to|up "
    r"to) you|"
    r"your turn|homework|what (?:i|we) (?:skipped|left out|missed|postponed)|not (?:checked|verified|translated|"
    r"documented)|"
    r"(?:need|want|wanted|where i need) help|^(?:still )?(?:ongoing|in progress|underway)$|sedang (?:berjalan|"
    r"dikerjakan)|"
    r"^pr (?:minggu|buat|untuk|bulan|hari)|remaining|"
    r"remains|left(?! (?:side|join|panel|column))|leftovers?|pending|outstanding|"
    r"unresolved|unfinished|unanswered|unsettled|unclear|unsure|no (?:agreement|consensus|answer)|incomplete|not "
    r"(?:yet|in place|there|ready|working|tested|handled|"
    r"implemented|fixed|agreed|finished|done|settled|decided|covered|started|closed|sure|clear)|"
    r"yet to|still (?:open|to|need\w*|missing|unclear|broken|waiting)|missing|loose ends|blocked|blockers?|waiting|"
    r"follow[- ]?ups?|questions?|"
    r"unknowns?|undecided|known (?:issues|problems|bugs|limitations|gaps)|backlog|action items?|later|parked|"
    r"parking lot|must (?:change|fix|be)|required changes|before (?:merg\w+|(?:the )?(?:release|launch)|shipping|we "
    r"ship)|shaky|"
    r"in the air|dangling|unaddressed|in limbo|depends|help needed|still$|(?:don't|do not|doesn't|can't|cannot) "
    r"(?:know|have|"
    r"work|tell|explain|understand)|without an? (?:owner|answer|date)|no (?:owner|answer|date)|"
    r"fragile|broken|worr(?:y|ies)|risks?|blocking|"
    r"stands? in the way|deferred|postponed|"
    r"(?:things?|points?|items?|jobs?|tasks?|bits?|one|two|three|four|five|\d) (?:more |left |still )*to (?!note|know|"
    r"consider|mention|watch|keep|avoid|like|love|try|see|visit|remember|read|expect|understand|say|eat|do in|"
    r"choose)\w+|"
    r"could(?: not|n't) (?:settle|finish|verify|test|check|do|resolve|answer)|(?:moved|pushed|left|fell|dropped|taken|"
    r"cut|kept) out|(?:took|take|taken|cut|crossed) (?:\w+ )?(?:off|from) (?:the|our|my) (?:plan|list|scope)|"
    r"(?:pushed|moved|put|held) (?:back|off)|(?:what|that) (?:doesn't|does not|don't|isn't|won't)|"
    r"(?:need|want|have|like|love) to (?:know|hear|ask|understand)|before anything|"
    r"reminders?|caveats|gaps|(?:known|current) limits|limits of|shortcomings|defects|"
    r"(?:did not|didn't|haven't|never) (?:get|got|gotten) (?:round|around) to|like you to|keep(?:s|ing)? (?:us|me|you|"
    r"it) from|"
    r"should be (?:done|fixed|looked at)|\bowes?\b|(?:except|kecuali)(?: for)?(?: these| this| the following| yang "
    r"ini)?(?: two| three| four)?$|"
    r"(?:somebody|someone|one of us|you) (?:has|have|needs?|must|should) (?:to )?\w+|^(?:what|things) (?:i|we) would "
    r"ask|"
    r"(?:could not|couldn't|can't|cannot) \w+|(?:don't|doesn't|do not|does not) (?:cover|handle|support|catch)|"
    r"leaves? (?:behind|out|open)|"
    r"still (?:hurts?|aches?|nags?)|^(?:your (?:part|side|move|homework)|on your (?:side|plate|end)|over to you)$|to "
    r"look at later|in the works|"
    r"butuh (?:bantuan|keputusan|konfirmasi)|needs? (?:attention|doing|work|a decision|your|input|clarification|"
    r"clarifying|fixing|testing|review|checking)|^actions?$|"
    r"(?:i|we) (?:\w+ )?need from|needed from|(?:decisions?|input|answers?|help|action) (?:needed|required|wanted)|"
    r"limitations?|"
    r"^(?:does not|doesn't|do not|don't|did not|didn't) (?:work|make it|get in)|(?:have not|haven't|hasn't) \w+|"
    r"(?:did not|didn't) make it|"
    r"nobody (?:has|answered|knows|owns)|^(?:moved|pushed|postponed|deferred|dropped|cut|removed|shifted) (?:to|from|"
    r"until|for)\b|"
    r"^not (?:yet )?\w+(?: yet)?$|(?:out of scope|not in (?:this|the next) \w+) for now|on (?:my|our|your|"
    r"the) (?:\w+ )?(?:list|plate)|(?:list|plan) for (?:tomorrow|next|monday|later)|"
    r"^for (?:tomorrow|next|later|monday|tuesday|wednesday|thursday|friday|besok)|^before (?:we|the|i|you|it|this)|"
    r"^(?:must|has to|have to|should) |concerns?|untested|unverified|things (?:i|we) noticed|^please (?:check|confirm|"
    r"decide|look|verify|"
    r"answer|review)|kekurangan|^tugas(?:nya)?$|hambatan|pengingat|harus di\w+|"
    r"haven't|hasn't|did(?: not|n't) (?:get to|do|finish|manage|touch)|on hold|awaiting|"
    r"(?:yang |yg )?(?:masih )?(?:kurang|belum\w*|tersisa|ditunda|menggantung|gantung|tertunda|nunggu|menunggu)|yang "
    r"(?:masih|perlu|harus)|masih (?:ada$|kurang|terbuka|perlu|harus)|"
    r"sisa(?:nya)?|pertanyaan|tunggu|pr(?:nya| kita| gue)?$|langkah (?:berikut\w*|selanjutnya)|berikutnya|"
    r"selanjutnya|tindak lanjut|pekerjaan rumah|nanti|kendala|utang|hutang|perlu (?:di\w+|konfirmasi|tindak))\b"
)
# Headings that name the state or the errand alone: "Unpaid", "Calls to make", "Yang rusak".
_OPEN_ALONE = lazy(
    r"^(?:the |my |our |still |also |all |some |yang |masih |perlu )*(?:untouched|unsolved|unpaid|overdue|"
    r"unassigned|unowned|vacant|stuck|hanging|skipped|due|owed|debts?|arrears|doubts?|holes|cracks|damages?|"
    r"faults?|faulty|fails|failing|failed|weak spots?|loose threads?|nits|snags?|punch list|snag list|"
    r"shopping list|errands?|deadlines?|watch out|half[- ](?:done|finished)|on my (?:desk|bench)|on (?:our|"
    r"the) (?:desk|bench)|rest|besok|minggu depan|rusak|hilang|bocor|error|bingung|galau|tunggakan|tanda tanya|"
    r"tinggal(?: ini| itu)?|catatan kerusakan|kerusakan|tomorrow|tidak jalan|(?:nggak|gak|ga) (?:jalan|bisa)|"
    r"bermasalah|(?:butuh|perlu|tunggu) keputusan|(?:requested|required|wanted) changes|review (?:comments|"
    r"findings|remarks)|(?:faults|defects|bugs|problems) (?:found|left|seen)|your call|for (?:you|him|her|them|"
    r"\w+) to (?:decide|answer|check|sign|approve)|without a \w+|dependencies on .{2,20}|bikin pusing|mengganjal|"
    r"ngganjel)(?: (?:on|at|in|for|from|di|dari|untuk|buat) .{2,30})?$|\b(?:disagree|disagrees|argue|differ)\b|"
    r"\bleft (?:alone|in place|as (?:it is|they are|is))\b|\b(?:remarks|comments|notes|points|findings|things|"
    r"questions|nits|changes) (?:\w+ )?before\b|(?:worries|bothers|bugs|annoys|puzzles|blocks|holds) (?:me|us|"
    r"you)\b|keeps (?:me|us) awake|^(?:[\w-]+ )?to (?:pay|book|return|bring|pack|print|write|call|phone|make|place|"
    r"answer|send|order|sign|renew|cancel|replace|repair|mend|clean|collect|pick up|file|submit|hand in|arrange|"
    r"plan|prepare|test|measure|document|translate|migrate|rename|delete|chase|nudge|visit|apply for)$|^(?:ask|"
    r"call|chase|remind|tell|tanya(?:kan)?(?: ke)?|hubungi) (?:the |my |our )?[\w-]+$"
)
_DECISION = lazy(
    r"\b(?:changed|agreed|decided|updated|adapted|amended|settled|diubah|disepakati|"
    r"diatur)(?: .{1,20})? (?:as follows|like this|"
    r"sebagai berikut|begini)$|"
    r"\b(?:decisions?|decided|agreed|agreements?|settled|choices?|chosen|chose|resolutions?|verdict|conclusions?|"
    r"what (?:is|you have|you've|we have|we've|has been|was) (?:already |now )?(?:fixed|set|clear|certain|sure)|"
    r"^what's "
    r"(?:fixed|set|certain)|^(?:already |all )?(?:confirmed|locked)(?: (?:with|for|today|so far)\b.*)?$|"
    r"(?:plan|design|scope|setup|list|budget|route|layout) (?:\w+ )?(?:ended up|stands|stood)|ended up|"
    r"\b(?:arrangements?|like this|as follows|as pinned|pinned by|terms)\b.{0,40}$|\brules? (?:of|for|in|at) .{3,40}$|"
    r"^(?:all |already )?(?:firm|certain|sealed|set in stone)$|we(?:'re| are) going with|resolved by (?:the|all|vote)|"
    r"^ketentuan(?:nya)?$|"
    r"(?:fixed|set) (?:after|in|at|by) (?:the|our|today's|yesterday's) (?:call|meeting|chat|talk|vote)|what stands\b|"
    r"sepakati|putuskan|"
    r"keputusan(?:nya|ku)?|outcomes?|ground rules|house rules|fixed points?|locked in|"
    r"^(?:the |our |new |your |house |ground )*(?:rules|policy|policies|conventions|aturan|kebijakan|ketentuan|"
    r"tata tertib)"
    r"(?: (?:of|for|at|in|untuk|di|buat) (?:the |our )?[\w ]{2,25})?$|"
    r"\b(?:landed on|went with|nailed down|pinned down|signed off on|setujui|mufakat|standing (?:instructions|orders)|"
    r"(?:your|my|our) (?:preferences|wishes|standing \w+|choices)|what you (?:want|wanted|asked for|picked|told me to)|"
    r"(?:deal|contract|lease|loan) terms|terms (?:agreed|of the (?:deal|lease|contract|loan)))\b|"
    r"^(?:in scope|(?:the )?scope (?:of|for) .{2,20}|what (?:stays|goes|changes)(?: .{2,20})?)$|"
    r"^(?:from (?:now|next \w+|\w+day) on|starting (?:next \w+|\w+day)|mulai (?:sekarang|besok|senin|bulan depan|"
    r"minggu depan))$|"
    r"\b(?:(?:sudah|udah|yang) (?:fix|final|pasti|deal|tetap|jelas|bulat|matang|dikunci)|instruksi (?:tetap|bapak|"
    r"ibu)|preferensi (?:bapak|ibu|kamu|"
    r"anda)|"
    r"jadwal (?:fix|tetap|baru)|pilihan akhir)\b|"
    r"keputusan|diputuskan|putusan|disepakati|kesepakatan|sepakat|pasti|pilihan kita|(?<!to )fix|final|"
    r"ditetapkan|dipilih|(?:yang|jadi|akhirnya) dipakai|disetujui|approved|adopted|accepted|aturan main)\b"
)
_NOT_DECISION = lazy(
    r"\b(?:not|no|nothing|nobody|open|pending|options?|tree|rule|to (?:be|decide|settle|agree)|needs?|needed|required|"
    r"still|waiting|"
    r"undecided|unresolved|before|belum|tidak|perlu|harus|masih|opsi|tertunda|menunggu|rejected|earlier|previous|"
    r"superseded|surat|"
    r"why|how|what if|maker|matrix|support|problem|error|bug|fails?|looks? like this|steps?|regex|firewall|grammar|"
    r"physics)\b|\?"
)
_DONE = lazy(
    r"^(?:all |already |now |sudah |udah )*(?:paid|sorted(?: out)?|landed|released|lunas|sudah|off the (?:list|"
    r"table)|out of the way|no longer (?:open|needed|a problem)|dibayar)$|\b(?:could|can|did) close\b|\b(?:done|"
    r"finished|completed|resolved|fixed|closed|shipped|merged|answered|solved|selesai|beres|kelar|rampung|ticked off|"
    r"crossed off|works? now|working now|sudah (?:selesai|beres|kelar|jadi|dikerjakan)|yang sudah)\b"
)
_NEUTRAL = lazy(
    r"\b(?:options?|rejected|ideas?|proposals?|alternatives?|opsi|usul\w*|saran|ditolak|timeline|references?|"
    r"reading|how to|for comparison|pros|cons|files? touched|"
    r"changes|consequences|implications|trade-?offs|konsekuensi|dampak(?:nya)?|questions answered|(?:changed|did|done|"
    r"fixed|moved)\b.*\bleft|dibatalkan|brainstorm\w*|suggestions?|"
    r"recommendations?|rekomendasi|langkah-langkah|cara)\b"
)
# "What I changed and what I left": done and undone in one list.
_BOTH = lazy(r"\b(?:changed|did|done|fixed|moved)\b.*\b(?:and|or)\b.*\bleft$")
_MINUTES = lazy(
    r"\bhasil (?:ngobrol|ketemu\w*|nelpon|telpon|telepon|chat|call|nego\w*|sowan|konsul)\b|^(?:retro|retrospective|"
    r"stand-?up|sync|workshop|weekly|kick-?off|planning|1:1)(?: (?:notes|with|on|of))?(?: "
    r".{1,20})?$|^catatan (?:dari|hasil) (?!saya|aku|kamu)\w+|^(?:[\w-]+ ){0,3}meeting(?: of| on| with| \d|,|$)|"
    r"\b(?:meeting "
    r"notes|minutes|notulen|notula|catatan rapat|hasil "
    r"(?:akhir|rapat|diskusi|meeting|kumpul|pertemuan|musyawarah|bimbingan|evaluasi|konsultasi)\w*|rapat|"
    r"pembahasan|kesepakatan|notes from (?:the|our|today's|yesterday's) (?:\w+ )?(?:meeting|call|chat|talk|session)|"
    r"(?:summary|recap) of (?:the |our |today's |yesterday's )?(?:meeting|call|discussion|sync)|(?:meeting|call|"
    r"sync) (?:recap|summary)|recap of (?:this|today|yesterday|last|the) ?\w*|(?:morning|afternoon|evening)'s recap)\b|"
    r"\b(?:summary|recap|notes|ringkas\w*|rangkum\w*|rekap|catatan|hasil)\b.{0,40}\b(?:call|meeting|discussion|"
    r"sync|"
    r"workshop|consultation|bimbingan|rapat|mediasi|diskusi|musyawarah|pertemuan|konsultasi|evaluasi|obrolan)\b"
)
_NOTES = lazy(
    r"\b(?:meeting notes|minutes|notulen|notula|recap|catatan rapat|hasil (?:akhir|rapat|diskusi|obrolan|"
    r"meeting|stand-?up|sync|call|weekly|retro|sprint|ngobrol)\w*|stand-?up notes|ringkasan(?:nya)?|ringkasnya|"
    r"singkatnya|rangkuman(?:nya)?|"
    r"kesimpulan(?:nya)?|notes from|notes of|"
    r"summary of (?:the |our )?(?:meeting|call|chat|discussion)|(?:what )?you told me|per our (?:call|chat)|yang "
    r"saya catat|catatan(?:nya)?|so far|in short|intinya)\b"
)
# Where people settle things: "from the family chat", "catatan dari telepon Bu RT", "resolved on the phone".
_TALKS = (
    r"(?:calls?|phone|chat|thread|meeting|group|vote|voting|visit|appointment|conversation|negotiations?|telepon|"
    r"telpon|obrolan|rapat|"
    r"grup|"
    r"diskusi|pertemuan|bimbingan|mediasi|musyawarah|nego(?:siasi)?)"
)
TOLD_IN = (
    rf"(?:(?:short |quick |the )*(?:version|gist|outcome|result|summary|recap|upshot) (?:of|"
    rf"from) [^:,?]{{0,40}}\b{_TALKS}|"
    rf"(?:resolved|agreed|settled|confirmed|decided|fixed|arranged) (?:on|in|by|over|via|at|"
    rf"with) [^:,?]{{0,30}}\b(?:{_TALKS}|\w+)|"
    rf"(?:from|per) (?:the|your|our|yesterday's|today's|last \w+) (?:[\w'-]+ ){{0,3}}{_TALKS}|"
    rf"(?:catatan|hasil|dari|kesimpulan|ringkasan|rangkuman|"
    rf"inti) (?:[\w-]+ ){{0,3}}{_TALKS})(?: [^:,?]{{1,40}})?(?:, [^:?]{{1,30}})?"
)
_TOLD_HEADING = lazy(rf"^{TOLD_IN}$")


# A plan laid out: a trip as it stands, who does what at an event. Its items are settled as those of minutes are.
_EVENT = (
    r"(?:trip|journey|wedding|party|itinerary|week|weekend|holidays?|move|line-?up|rota|arrangements?|stay|tour|event|"
    r"day|evening|reunion|festival|concert|camp|outing|funeral|christening|dinner|birthday|fair|tournament|retreat|"
    r"ceremony|visit)"
)
_ACARA = (
    r"(?:acara|perjalanan|liburan|mudik|nikahan|resepsi|pernikahan|lamaran|syukuran|arisan|hajatan|pengajian|reuni|"
    r"makrab|lomba|kemah|outing|ulang tahun|ultah|pindahan|kunjungan|rombongan|bazar|konser|turnamen|trip|touring|"
    r"kegiatan|proker|program kerja)"
)
_PLAN = lazy(
    rf"^(?:so |here(?:'s| is) )?(?:the|our|your|final|current|\w+'s) (?:[\w'-]+ ){{0,3}}{_EVENT}(?: in [\w ]{{2,20}}|"
    rf" to "
    rf"[\w ]{{2,20}}| on [\w ]{{2,20}})?(?:,? (?:so far|as .{{3,24}}|at a glance))?$|"
    r"^how (?:we|the .{3,40}|our .{3,40}) (?:do|does|works?|runs?)\b.{0,20} (?:now|from now on)$|"
    r"\b(?:as (?:it|they|things) (?:now |currently )?stands?|where (?:things|we|it) (?:now )?stands?\b)|"
    r"^(?:(?:final|current|agreed|our|the|your) )*(?:itinerary|rota|line-?up|arrangements|who does what|house "
    r"arrangements)(?: for .{3,30})?$|"
    rf"^(?:untuk|buat|rencana|susunan|rundown|jadwal) {_ACARA}\b(?: [\w-]+){{0,4}}$|^rundown\b|^pembagian (?:tugas|"
    rf"peran|kelompok)|^(?:{_ACARA} )?yang (?:jalan|jadi|lanjut|tetap)\b(?: [\w-]+){{0,3}}$|^susunan (?:panitia|"
    r"pengurus|acara)\b"
)


_HEAD = 1000  # characters of a message that may say what all of it is
# The first line of a message that tells what others said: "Short summary of the call with the school: ...".
_RETELLING = lazy(
    r"(?=\W{0,6}(?:[^\n:]{0,60}[ (])?(?:summary|recap|"
    r"notes|minutes|transcript|outcome|results?|write-?up|"
    r"ringkas\w*|rangkum\w*|rekap\w*|hasil|catatan|notulen|notula|transkrip|kesimpulan|inti(?:nya)?)\b[^\n:]{0,80}"
    r"\b(?:calls?|phone|meetings?|reviews?|discussions?|conversation|voice (?:message|note)s?|sync|retro|visit|"
    r"appointment|mediation|workshop|weekly|stand-?up|committee|board|negotiations?|consultation|assembly|pesan suara|"
    r"suaranya|vn|voice ?note|rapat|bimbingan|mediasi|obrolan|diskusi|musyawarah|telepon\w*|pertemuan|konsultasi|"
    r"kumpul\w*|"
    r"evaluasi|sidang|chat grup|grup|rembuk\w*|negosiasi)\b[^\n:]{0,60}(?::|\n\s*(?:\d|[-*•])))"
    r"(?![^\n]*\b(?:pr|pull request|code|merge request|diff|tests?)\b)|"
    r"\A#{1,3} [^\n]{0,40}\b(?:notes|minutes|summary|recap|notulen|notula|catatan|hasil|ringkasan|rangkuman|"
    r"rekap)\b[^\n]{0,40}\b"
    r"(?:calls?|meetings?|workshop|sync|retro|discussion|rapat|pertemuan|musyawarah|diskusi|bimbingan|"
    r"evaluasi)\b[^\n]{0,80}\n|"
    r"\W{0,6}weekly notes\b[^\n]{0,40}\n",
)
# The same in running text: "The committee met on Tuesday ...".
_MET = lazy(
    r"\A[^\n.:]{0,40}\b(?:committee|board|team|club|council|group|families|neighbou?rs|parents|partners|you (?:two|"
    r"both|and "
    r"\w+))\b (?:\w+ )?(?:met|sat down|convened|had an? (?:call|meeting|chat))\b|"
    r"\A(?:rapat|pertemuan|musyawarah|mediasi|bimbingan)\b[^\n.:]{3,80}\b(?:menghasilkan|membahas|berlangsung|dihadiri|"
    r"selesai|berjalan)\b|"
    r"\A(?:meeting|workshop|call|assembly|rapat|pertemuan|musyawarah)\b[^\n.:]{3,80}\b(?:present|attended|people|"
    r"hadir|dihadiri|"
    r"peserta|minutes)\b[^\n.:]{0,30}[.:]",
)


# Headings of talk about things, not of things: an interview's questions, kinds of software, waiting times.
_TALK = lazy(
    r"\b(?:licen[cs]e agreement|interview|frequently asked|faq|questions? and answers|questions to ask (?!the|your|"
    r"you)|(?:todo|"
    r"to-do) (?:list )?apps?|"
    r"decision (?:makers?|theory|trees?|support|matrix|rules?)|imputation|waiting times?|remaining (?:budget|balance|"
    r"time|days|credit)|"
    r"fixed costs?|final exams?|(?:open|closed)[- ]source|done by|later versions|who decides|open (?:on|at|from|until|"
    r"24)|masih buka|bahan|resep|"
    r"ingredients|(?:questions|fields) (?:on|in) the (?:form|survey|exam|quiz))\b"
)


_SUMMING_UP = lazy(
    r"^(?:(?:ok|okay|oke|baik|siap|sip|nah|so|alright)[, ]+)*(?:so|jadi|berarti|jadinya|hasilnya|intinya)$"
)


# "Bea to write to the tenant": in minutes, what somebody is to do.
REPORTED = lazy(
    r"\b(?:reports|reported|mentions|mentioned|says|said|asks|asked|wonders|complains|complained|explains|explained|"
    r"presents|"
    r"presented|melaporkan|menyampaikan|bertanya|menjelaskan|cerita)\b"
)
STATE_OPEN = lazy(
    r"\b(?:two|three|several|some|\d|dua|tiga|beberapa) (?:candidates?|options?|offers|quotes|places|calon|pilihan|"
    r"opsi|kandidat|penawaran)\b|\b(?:hasn't|haven't|isn't|aren't|hasnt|no (?:answer|reply|date|word)|neither|"
    r"either)\b|"
    r"\bminta \w|\bnobody (?:has|had|yet|vol\w+|took|knows|answered|wants|is|said)\b|\b(?:masih|still) \w|\w (?:or|"
    r"atau) \w|\b(?:kurang|ambigu|rusak)\b|\bbaru (?:di\w+|"
    r"sebagian|separuh|setengah|\d)|"
    r"\b(?:tunggu|nunggu|"
    r"menunggu)\b|"
    r": (?:still )?(?:open|pending|tbd|tba|unclear|undecided|unknown|masih terbuka|belum)\b|^\W*[^?.]{3,40}\?(?:\s|$)|"
    r"\b(?:dibahas|dilanjutkan) (?:minggu|bulan|tahun) depan\b|\b(?:dibahas|dilanjutkan|diputuskan) (?:di |"
    r"pada )?(?:rapat |pertemuan )?(?:berikut\w*|depan|selanjutnya|nanti|"
    r"lagi)\b|"
    r"^\W*(?:whether|who|apakah|siapa)\b|: (?:(?:pak|bu|mas|mbak|kak|mama|papa|om|tante) )?(?:[a-z]+ )(?:cek|tanya|"
    r"hubungi|cari|beli|siapin|urus|asks|checks|calls|sends|writes|talks|finds|looks|gets|"
    r"brings)\b|"
    r"\b(?:pak|bu|mas|mbak|kak|bang|ibu|bapak) \w+ (?:akan|mau) (?!tetap|jadi)\w+|\bakan di\w+ (?:setelah|bila|kalau|"
    r"nanti)\b|, (?:pak|bu|mas|mbak) \w+ (?:mencari|menanyakan|mengurus|menyiapkan)\b|"
    r"^\W*(?:pak|bu|mas|mbak|kak|bang|ibu|bapak) \w+ (?:akan |mau )?(?:me(?!nyetujui|mutuskan|milih|netapkan|nolak|"
    r"mimpin|"
    r"megang|nangani|ngurus|njadi|wakili)\w{4,}|cek|tanya|hubungi|siapin|cari)\b"
)


def is_retelling(text: str) -> bool:
    """Whether the first line of a message says that it tells what others said."""
    head = text[:_HEAD].lower()
    headed = (":" in head or "\n" in head) and _RETELLING.match(head)
    return bool(headed or _MET.match(head))


@lru_cache(maxsize=1024)  # headings come again
def classify_heading(heading: str) -> Section:
    """The kind of items that stand below `heading`; "" when it says nothing about them."""
    low = heading.lower().replace("’", "'").strip(" *_:#.")
    if len(low) > 160:
        return ""
    if _TALK.search(low):
        return "neutral"
    if _SUMMING_UP.match(low):
        return "notes"
    if _OPEN_ALONE.search(low):
        return "open"
    if _DECISION.search(low) and not _NOT_DECISION.search(low) and not low.endswith("later"):
        return "decision"
    if _NEUTRAL.search(low) and not re.search(r"\b(?:open|still|left|not|missing|unanswered|unresolved)\b", low):
        return "neutral"
    if _BOTH.search(low):
        return "neutral"
    if re.search(r"\b(?:done|finished|completed|resolved|fixed|closed|merged|selesai|beres)\b", low) and not re.search(
        r"\b(?:not|n't|un\w+|yet|left|belum|to be|open|still|must|should|before|needs?|half[- ]?\w*|no longer)\b", low
    ):
        return "done"
    if _OPEN.search(low) and not re.search(
        r"\bmissing values|\brisk assessment|\bno longer (?:open|needed)|\bno (?:open|blockers?|follow|pending|"
        r"outstanding)|\bnothing (?:left|open)|\bquestions? answered|\bopen (?:source|api|questions? answered)",
        low,
    ):
        return "open"
    if _DONE.search(low) and not _NOT_DECISION.search(low):
        return "done"
    if _MINUTES.search(low) or _PLAN.search(low) or _TOLD_HEADING.search(low):
        return "minutes"
    return "notes" if _NOTES.search(low) else ""
