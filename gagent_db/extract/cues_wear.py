"""Open items by what is worn, lost, wrong or used up, and what does not do what it should."""

from __future__ import annotations

from gagent_db.extract.phrases import COMPLETED, COMPLETED_WORDS
from gagent_db.extract.rules import rule

RULES = [
    rule(
        "unresolved",
        "nearly almost running",
        r"\b(?:is|are|'s|we're)\ (?:nearly|almost)\ (?:gone|out|empty|used\ up|finished\ off)\b|\brunning\ (?:low|"
        r"out)\b(?!\ of\ (?:time|"
        r"ideas|patience))",
        "user",
    ),
    rule(
        "unresolved",
        "doesn't won't don't",
        r"\b(?:doesn't|won't|don't)\ (?!feel|sleep|look|get|know|think|understand|remember)[a-z]+\ (?:properly|right|"
        r"correctly|any\ ?more|"
        r"reliably)\b",
        "user",
    ),
    rule(
        "unresolved",
        "wrong",
        r"\b(?:shows?|displays?|prints?|says|lists?|carries|opens)\ the\ wrong\ \w+|\b(?:the|a)\ wrong\ \w+\ is\ "
        r"(?:shown|listed|printed|"
        r"linked)\b",
    ),
    rule(
        "unresolved",
        "ask_me ask_us",
        r"\bask\ (?:me|us)\ about\ .{2,40}\ (?:again|later|tomorrow|after|on|next)\b",
        "user",
    ),
    rule(
        "unresolved",
        "again",
        r"\b(?:flickers?|leaks?|drips?|crashes|fails|freezes|hangs|squeaks?|stutters?|disconnects?|overheats?|jams?)\ "
        r"again\b",
        "user",
    ),
    rule(
        "unresolved",
        "ilang hilang patah pecah sobek robek kosong kepotong ketutup dobel kebalik berantakan ngaco kehapus",
        r"^(?!.*\b(?:udah|sudah|ketemu|ga|gak|nggak|tidak)\b)[\w-]*nya\ (?:ilang|hilang|patah|pecah|sobek|robek|"
        r"kosong|kepotong|ketutup|dobel|kebalik|berantakan|ngaco|kehapus)\b",
        "user",
    ),
    rule(
        "unresolved",
        "unusable unreadable illegible corrupt corrupted damaged",
        r"^(?!.*\b(?:if|when|not)\b)(?:the|your|our|both|all|two|three|\d+|page|half)\b.{2,50}\ (?:is|are)\ "
        r"(?:unusable|unreadable|illegible|"
        r"corrupt(?:ed)?|damaged)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "information",
        r"\bi\ (?:have\ no|don't\ have\ any|lack)\ (?:information|details|data|figures|numbers)\ (?:about|on|for|"
        r"from)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "cover handle",
        r"^(?:and\ |but\ )?(?:the|our|your)\ [\w'`.-]+(?:\ [\w'`.-]+){0,3}\ (?:don't|doesn't|do\ not|does\ not)\ "
        r"(?:cover|handle)\ \w+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "tidak gak ga nggak",
        r"\b(?:tidak|gak|ga|nggak)\ (?:terbaca|kebaca|kebuka|bisa\ dibuka)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "only",
        r"\bonly\ .{2,40}\ (?:(?:is|are)\ (?:still\ )?(?:open|missing|left|outstanding|pending)|remains?)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "masih",
        r"\bmasih\ (?:pake|pakai|memakai|nunjuk|menunjuk|mengarah|merujuk|nyebut|menyebut|tertulis)\b.*\blama\b",
        firm=True,
    ),
    rule("unresolved", "blank", r"\bis\ (?:still\ )?blank\s*$", "assistant"),
    rule("unresolved", "behind", r"\b(?:is|are)\ .{0,20}\bbehind\ (?:schedule|production|plan|upstream)\b", firm=True),
    rule(
        "unresolved",
        "breaks crashes fails overflows freezes hangs",
        r"^(?!.*\b(?:if|would|could|because|so\ that|fixed|on\ purpose)\b)(?:the|your|our)\ [^,;:]{2,40}\ (?:breaks|"
        r"crashes|fails|overflows|"
        r"freezes|hangs)\ (?:below|above|on|in|under)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "has_no have_no",
        r"^(?:room|page|section|table|chapter|figure|step|item|row|unit|module|seat|flat|house|building)\ \w+\ has\ "
        r"no\ \w+",
        "assistant",
    ),
    rule(
        "unresolved",
        "expires expire",
        r"\b(?:quote|offer|token|voucher|trial|passport|permit|visa)\b(?:\ \w+){0,3}\ expires?\ (?:in|on|at|by|next|"
        r"soon|this|tomorrow)\b",
    ),
    rule(
        "unresolved",
        "skipped ignored disabled missing broken failing flaky",
        r"\b(?:half|some|most|two|three|four|\d+)\ (?:of\ )?the\ [\w-]+\ (?:is|are)\ (?:skipped|ignored|disabled|"
        r"missing|broken|failing|"
        r"flaky)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "conflicting contradictory duplicate broken missing inconsistent overlapping",
        r"\bthere\ (?:is|are)\ (?:still\ )?(?:two|three|an?|several|some|\d+)\ (?:conflicting|contradictory|duplicate|"
        r"broken|missing|"
        r"inconsistent|overlapping)\ \w+",
        "assistant",
    ),
    rule(
        "unresolved",
        "paused disabled unanswered unpaid",
        r"\b(?:has|have)\ been\ (?:paused|disabled|unanswered|unpaid)\ (?:since|for)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "menemukan",
        r"\b(?:saya|kami)\ (?:tidak|gagal)\ menemukan\ (?!masalah|kesalahan|error|kendala|apa)\w+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "salah keliru",
        r"^(?!.*\b(?:kalau|jika|bukan|tidak|apakah)\b).{8,}\ (?:salah|keliru)\s*$",
        "assistant",
    ),
    rule(
        "unresolved",
        "doesn't does_not won't",
        r"^(?!.*\b(?:if|why)\b)(?:the|my|our)\ [\w'-]+(?:\ [\w'-]+){0,2}\ (?:doesn't|does\ not|won't)\ (?:work|start|"
        r"load|boot|open|connect|"
        r"print|sync|charge|turn\ on|close|flush|heat)\b",
        "user",
    ),
    rule(
        "unresolved",
        "i_have i_had",
        r"\bi\ (?:have|had)\ no\ (?:idea|clue|access|permissions?|rights?|credentials?|way\ to|means|data|numbers?|"
        r"password|token|"
        r"login|key)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "bring raise",
        r"\b(?:bring|raise)\ (?:it|this|that|them)\ up\ (?:again|tomorrow|later|on|next|in)\b",
        "user",
    ),
    rule(
        "unresolved",
        "like_to want_to love_to prefer_to",
        r"\b(?:i|we)(?:'d|\ would)?\ (?:rather\ |still\ |really\ )*(?:like|want|love|prefer)\ to\ (?:hear|ask|see|"
        r"talk\ to|consult|"
        r"check\ with|wait\ for)\b.{2,60}\b(?:first|before)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "masih",
        r"\b(?:lama|usang|sisa\w*|duplikat|bekas)\b.{0,30}\bmasih\ ada\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "tanya tanyain tanyakan",
        r"^(?:(?:eh|oh\ iya|oh|dan|terus|sama|tolong|coba|minta)[ ,]+)*tanya(?:in|kan)?\ (?:dong|deh|ya|dulu|"
        r"lagi)?\ ?(?:ke|sama|\w+nya\ ke)"
        r"\ \w+",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "still",
        r"(?!.*\b(?:because|while|so\ that|fine|harmless)\b)(?<!rejected,\ )\bstill\ (?!(?:be|been|exists?|works?|"
        r"fits?|holds?|appl(?:y|ies)|stands?|valid|"
        r"supports?|accepted|accessible|available|possible|true|ok|okay|fine|good|great|fresh|alive|early|young|young|"
        r"serves?|"
        r"matters?|on|passe?s?|wins?|counts?|enjoys?|remembers?|helps?|means?|seems?|feels?|thinks?|recommend|prefer|"
        r"believe|like|love|"
        r"lives?|keeps?|compiles?|runs?|builds?|the\ (?:same|best|cheapest|fastest|plan|default|most|more)|cheaper|"
        r"faster|better|more|"
        r"much|under|within|below|green|legible|readable|a\ (?:good|great|lot|bit|chance|valid|few|week|month|day)|\d|"
        r"time|room|"
        r"enough|plenty|if|when|and|or|to\ come|only|both|looks?|reads?|sounds?|get|gives?|costs?|takes?|see|go|do|"
        r"use\ it|"
        r"recommended|active|safe|reach\w*|allows?|lets?|responds?|answers?|opens?|boots?)\b)[a-z]+",
        "assistant",
    ),
    rule(
        "unresolved",
        "still",
        r"^(?:and\ |but\ |oh\ |btw\ )*(?:the|our|my|your)\ [\w'-]+(?:\ [\w'-]+){0,3}\ still\ (?:goes|sends|points|"
        r"shows|says|uses|has|asks|returns|"
        r"writes|loads|lists|calls|mentions|contains|links|runs|belongs|expects|costs)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "not",
        r"(?<!is\ )(?<!are\ )(?<!was\ )(?<!were\ )(?<!does\ )(?<!did\ )(?<!do\ )(?<!be\ )(?<!if\ )(?<!or\ )(?<!been\ "
        r")(?<!has\ )(?<!have\ )"
        r"(?<=\w\ )\bnot\ (?:yet\ )?(?!needed|required|affected|supported|allowed|used|intended|based|related|limited|"
        r"included\ in|"
        r"recommended|expected|invited|counted|charged|refunded|shared|indeed|need|speed|red)\w{3,}(?:ed|own|ent|ilt|"
        r"aid|ought)\s*$",
        firm=True,
    ),
    rule(
        "unresolved",
        "saya",
        r"\bsaya\ (?:tidak|belum|gak|ga|nggak)\ (?:punya|memiliki|tahu|bisa\ (?!menyarankan)|dapat|yakin|berhasil|"
        r"sempat|paham)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "loose_end open_point open_thing thing_left thing_missing thing_open blocker_is gap_is end_is open_question",
        r"\b(?:only|one|last|remaining|single)\ (?:\w+\ )?(?:loose\ end|open\ (?:point|thing|question|item)|thing\ "
        r"(?:left|missing|open)|"
        r"blocker|gap|snag)\ (?:is|are|remains|now)\b",
    ),
    rule(
        "unresolved",
        "have_to has_to need_to needs_to must gotta",
        r"^(?:and\ |but\ |oh\ |so\ )*(?:i|we|my\ \w+)\ (?:still\ |also\ |really\ )*(?:have\ to|has\ to|need\ "
        r"to|needs\ to|must|gotta|got\ to)\ (?!say|"
        r"admit|go\b|leave|run\b|sleep|agree|understand|know|convert|write\ a|make\ a|create)\w+\b.{0,60}\b(?:first|"
        r"before|by\ \w+day|tomorrow|"
        r"tonight|next\ (?:week|month)|this\ week|(?:mon|tues|wednes|thurs|fri|satur|sun)day|eventually|some\ day|"
        r"soon)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "ask",
        r"^(?:(?:please|and|also|then|oh|can\ you|could\ you|pls)[ ,]+)*ask\ (?!me\b|yourself|chatgpt|for\ a\b|"
        r"away)[\w'-]+(?:\ [\w'-]+)?\ (?:if|whether|"
        r"about|for|to|when|what|who|how|which)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "terus mulu melulu",
        r"\b(?:error|eror|gagal|crash|hang|timeout|mental|nge\w+)\ (?:terus|mulu|melulu)\ (?:dari|sejak|tiap|setiap)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        COMPLETED_WORDS,
        rf"(?!.*\b(?:by\ default|when|if|unless|because|so\ that|in\ order)\b)(?:\b(?:is|are|was|were)\ not|"
        rf"\b(?:isn't|aren't|wasn't|weren't)|"
        rf"\b(?:hasn't|haven't|has\ not|have\ not)\ been|(?<=\w\ )(?<!and\ )(?<!but\ )not)\ (?:yet\ |fully\ |all\ |"
        rf"even\ )*{COMPLETED}\b(?!\ (?:to|with|as|in\ the|for)\b)",
        firm=True,
    ),
    rule(
        "unresolved",
        "nothing",
        r"\bbut\ nothing\ \w+s\ (?:them|it|that|the)\b|^(?:and\ |but\ )?nothing\ (?:sends|calls|reads|checks|tests|"
        r"cleans|deletes|rotates|triggers|handles)\ "
        r"(?:them|it|that|the)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "rests waits sleeps",
        r"\b(?:question|topic|matter|point|issue|decision|that)\ (?:rests|waits|sleeps)\ until\b",
    ),
    rule(
        "unresolved",
        "catat catet",
        r"\b(?:gue|gw|saya|aku)\ (?:catat|catet)\ (?:dulu|buat\ (?:minggu|bulan|sprint|besok|nanti|rilis)|untuk\ "
        r"(?:minggu|bulan|sprint|besok|nanti|rilis))\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "kurang belum tersisa",
        r"^(?:yang|yg)\ (?:masih\ )?(?:kurang|belum|tersisa)\ (?:hanya|cuma|tinggal|adalah)\ \w+",
        firm=True,
    ),
    rule(
        "unresolved",
        "masih",
        r"\bmasih\ ke(?:potong|tutup|balik|skip|lock|block|blok|hapus|cache|kirim|tahan|tinggalan|gedean|kecilan|"
        r"reset|timpa)\b|\b(?:penyebab|alasan|sumber)\w*"
        r"(?:\ \w+)?\ masih\ \w+",
        firm=True,
    ),
    rule("unresolved", "tolong", r"^(?:terus\ |dan\ |sama\ |lalu\ )*tolong\ (?!menolong)\w{4,}", firm=True),
    rule(
        "unresolved",
        "perlu butuh",
        r"^(?:dan\ |terus\ |masih\ )*(?:perlu|butuh)\ (?!waktu|bantuan\?|apa)\w+(?:\ \w+){0,4}(?:\ kayaknya|\ sih|\ "
        r"dulu|\ lagi)\s*$",
        "user",
    ),
    rule(
        "unresolved",
        "sisa sisanya",
        r"^sisa(?:nya)?\ (?!uang|makanan|duit|kue|nasi|kain|hari|waktu)\w+(?:\ \w+){0,4}(?:\ aja|\ saja|\ doang)\s*$",
        "user",
    ),
    rule(
        "unresolved",
        "let_me",
        r"\b(?:doesn't|does\ not|won't|didn't|did\ not|wouldn't)\ let\ me\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "saya aku",
        r"\b(?:yang|yg)\ (?:tidak|belum|gak|ga|nggak)\ (?:saya|aku)\ (?:punya\w*|miliki|tahu|ketahui|pegang|terima|"
        r"dapat\w*)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "didn't did_not",
        r"(?<!you\ )\bdid(?:n't|\ not)\ (?:go\ through|come\ through|finish|complete|succeed|arrive|make\ it|start|"
        r"load|"
        r"build|sync|save|upload|import|migrate)\b(?!.*\b(?:because\ you|on\ purpose)\b)",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "silent down offline dead stuck failing unreachable quiet red empty missing broken",
        r"\b(?:has|have)\ been\ (?:silent|down|offline|dead|stuck|failing|unreachable|quiet|red|empty|missing|broken)\ "
        r"(?:since|for)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "mistake error contradiction typo duplicate leak problem defect gap mismatch conflict",
        r"\b(?:mistake|error|contradiction|typo|duplicate|leak|problem|defect|gap|mismatch|conflict)s?\ (?:is|are)\ "
        r"(?:still\ )?(?:there|in|present)\b",
        "assistant",
    ),
    rule("unresolved", "wrong", r"\b(?:is|are|was|were|came\ in)\ the\ wrong\ (?!way)\w+", "user"),
    rule(
        "unresolved",
        "let_me",
        r"^(?:ok\ |but\ |and\ )*let\ me\ (?:check|ask|talk|clear\ it|discuss\ it|discuss\ this)\ with\ \w+",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "does_not do_not has_not is_not doesn't don't hasn't isn't",
        r"^which\ (?:it|he|she|they|we|i|you|the\ \w+)\ (?:does\ not|doesn't|do\ not|don't|has\ not|hasn't|is\ not|"
        r"isn't)\ .{0,30}\b(?:today|now|"
        r"yet|so\ far|at\ the\ moment)\b",
        "assistant",
        firm=True,
    ),
    rule("unresolved", "due", r"\b(?:is|are)\ due\ (?:back\ )?(?:today|tomorrow|on|by|next|this|in)\b", firm=True),
    rule(
        "unresolved",
        "hole leak crack tear dent flat typo",
        r"\bhas\ (?:an?|two|three)\ (?:hole|leak|crack|tear|dent|flat\ \w+|typo)s?\b",
        "user",
    ),
    rule(
        "unresolved",
        "needs need",
        r"\bneeds?\ (?:his|her|its|their|a)\ (?:shots?|vaccin\w+|check-?up|service|haircut|oil\ change|new\ \w+)\b",
        "user",
    ),
    rule(
        "unresolved",
        "macet rusak bocor mati mampet ngadat patah pecah",
        r"^(?!.*\b(?:udah|sudah|ga|gak|nggak|tidak|jalan|jalanan|tol|kalau|kalo|jangan|biar|takut)\b)[\w-]+(?:\ "
        r"[\w-]+){0,3}\ (?:macet|rusak|"
        r"bocor|mati|mampet|ngadat|patah|pecah)\s*$",
        "user",
    ),
    rule(
        "unresolved",
        "list backlog",
        r"\b(?:goes|go|put|add|added)\ (?:it\ |this\ |that\ )?(?:on|to|onto)\ (?:the|my|our)\ (?:[\w-]+\ "
        r"){0,3}(?:list|backlog)\b",
    ),
    rule("unresolved", "has_the has_an has_a", r"\bhas\ (?:the|an?)\ (?:old|wrong|outdated)\ \w+", "assistant"),
    rule(
        "unresolved",
        "tenant owner",
        r"\b(?:is|are)\ with\ (?:the|his|her|our|your)\ (?:\w+\ )?(?:tenant|owner)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "akan",
        r"\bakan\ (?:bertanya|mencari|menyiapkan|mengurus|mengirim|menyusun|mengumpulkan)\b",
    ),
    rule(
        "unresolved",
        "n't_have don't_have only_have has_no have_no",
        r"\bi\ (?:don't|do\ not)\ have\ (?:the|your|a|an|access|any)\ \w+|\bi\ only\ have\b|^(?!.*\b(?:if|would|"
        r"plans?|option)\b)[\w'`\"./ -]{2,40}\ (?:has|have)\ no\ (?:cover|build|tests?|alerts?|labels?|docs?|owner|"
        r"date|file|answer|backup|license|licence|description|index|version|driver|date|venue|price|name)\b",
        "assistant",
    ),
]
