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
        r"(?<!rejected,\ )\bstill\ (?!.*\b(?:because|while|so\ that|fine|harmless)\b)(?!(?:be|been|had|exists?|works?|"
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
        r"recommended|active|safe|x{2,}|null|as|so|while|reach\w*|(?!used|needed|based|hard-coded|commented|disabled|"
        r"pinned|named|called|listed|mentioned)\w+ed|\w+(?:able|ible)|found|shown|has|read|written|allows?|lets?|"
        r"responds?|answers?|opens?|boots?)\b)[a-z]+",
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
        r")(?<!has\ )(?<!have\ )(?<!'s\ )(?<!'re\ )(?<!'m\ )(?<=\w\ )\bnot\ (?:yet\ )?(?!needed|required|affected|"
        r"supported|allowed|used|intended|based|related|limited|"
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
        rf"(?!.*\b(?:by\ default|when|if|unless|because|so\ that|in\ order)\b)(?:(?<!that\ )(?<!which\ )\b(?:is|are|"
        rf"was|were)\ not|"
        rf"\b(?:isn't|aren't|wasn't|weren't)|"
        rf"\b(?:hasn't|haven't|has\ not|have\ not)\ been|(?<=\w\ )(?<!and\ )(?<!but\ )not)\ (?:yet\ |fully\ |all\ |"
        rf"even\ )*(?!restored|replaced|returned|registered|entered|converted|configured|notified|installed|counted|"
        rf"indexed){COMPLETED}\b(?!\ (?:to|with|as|in\ the|for)\b)",
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
    rule(
        "unresolved",
        "never",
        r"\b(?:is|are|gets?)\ never\ (?:reset|rotated|closed|cleaned|cleared|released|freed|checked|tested|flushed|"
        r"awaited|validated|renewed|refreshed|"
        r"updated|run|called|read|answered|applied)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "nobody no_one",
        r"\b(?:nobody|no\ one)\ (?:(?:seems|appears)\ to\ \w+|told|tells|informed|explained|mentioned|asked)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "halfway half-way mid-sentence off middle",
        r"\b(?:stops|ends|breaks\ off|is\ cut\ off|are\ cut\ off|ended)\ (?:halfway|half-way|in\ the\ middle|mid-\w+|"
        r"after\ (?:page|chapter|row|line)|at\ (?:page|"
        r"chapter|row|line))\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "leaves raises",
        r"\b(?:leaves|raises)\ (?:open\b|(?:us\ with\ )?(?:the|a|one|two|another)\ (?:\w+\ )?questions?\b)",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "need",
        r"\b(?:we|i|you|it|this|that)(?:\ would|'d|\ still)?\ need\ (?:somebody|someone|root|admin|sudo|the\ (?:new|"
        r"old|admin|root|second|missing|right)|an?\ \w+\ with)\b(?!.*\bif\b)",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "plain_text clear_text world-readable publicly_readable publicly_visible",
        r"\b(?:is|are|sits|lies|stands|stored|committed|written)\ .{0,20}\b(?:in\ (?:plain|clear)\ text|"
        r"world-readable|publicly\ (?:readable|visible))\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "promised",
        r"\b(?:has\ |have\ )?promised\b.{2,60}\b(?:for|by|until|next|this|on|soon|tomorrow|within)\b",
        "people",
        firm=True,
    ),
    rule(
        "unresolved",
        "wants want would_like",
        r"^(?:and\ |but\ |also,?\ )?(?!(?:i|we|you|it|this|that|if|when|who|what|which|they|anyone|everyone|everybody|"
        r"nobody|somebody|someone|one|people|users?)\b)(?:the\ |your\ |our\ )?\w+"
        r"(?:\ \w+)?\ (?:still\ |also\ |first\ )?(?:wants?|would\ like|'d\ like)\ to\ (?:see|check|read|hear|know|"
        r"review|approve|discuss|talk|think|look|ask|meet|"
        r"compare|test|inspect|measure)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "mention say explain list cover state describe specify mentions says",
        r"\b(?:docs?|documentation|readme|manual|notes?|page|contract|spec|letter|form|text|changelog|handbook|"
        r"instructions?)\ (?:still\ )?(?:doesn't|don't|does\ not|do\ not|"
        r"never)\ (?:mentions?|says?|explain|list|cover|state|describe|specify)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "contradicts contradict disagrees disagree conflicts",
        r"\b(?:row|page|line|chapter|section|table|figure)\ \w+\ (?:contradicts|disagrees\ with)\b|\b(?:numbers|"
        r"figures|totals|dates|answers|addresses|names)\ (?:contradict|disagree)\b",
        "assistant",
    ),
    rule("unresolved", "may_or", r"\bmay\ or\ may\ not\b", "assistant", firm=True),
    rule(
        "unresolved",
        "like_to love_to wonder",
        r"\bi(?:'d|\ would)\ (?:still\ )?(?:like|love)\ to\ (?:know|hear|understand|ask)\b|\bi\ (?:still\ )?wonder\ "
        r"(?:whether|why|if|who|how|what)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "guess guesses guesswork estimate estimates assumption assumed perkiraan estimasi wacana",
        r"\b(?:is|are)\ (?:only\ |just\ |still\ |my\ |a\ rough\ )*(?:(?:an?\ )?(?:rough\ )?(?:guess|estimate|"
        r"assumption)|guesses|guesswork|estimates|assumed)\b|"
        r"\b(?:baru|masih)\ (?:perkiraan|estimasi|wacana|draf|konsep|usulan|rencana)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "should_be",
        r"(?<!if\ it\ )\bshould\ (?:really\ |still\ |also\ )?be\ (?:measured|checked|verified|confirmed|"
        r"double-checked|reviewed|rotated|renewed|cleaned\ up|tested|"
        r"documented|clarified|decided|asked|told)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "perlu butuh memerlukan membutuhkan",
        r"(?<!tidak\ )\b(?:perlu|butuh|memerlukan|membutuhkan)\ (?:kepastian|konfirmasi|persetujuan|tanda\ tangan|"
        r"jawaban|keputusan|izin|akses|otp|kata\ sandi|password|token|nomor)\b"
        r"(?!.*\b(?:kalau|jika|biasanya)\b)",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "separuh sebagian lengkap",
        r"\b(?:hilang|kosong|rusak|terpotong)\ (?:separuh|sebagian)\b|\btidak\ lengkap\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "i'll",
        r"\bi'll\ (?:decide|choose|pick|think|see(?!\ (?:you|ya|u)\b)|let\ you\ know)\b.{0,50}\b(?:later|next|"
        r"tomorrow|tonight|on\ \w+day|"
        r"when|after|soon|by)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "but",
        r"\b(?:works?|is\ in|are\ in|done|fine|passes|pass|loads?|is\ up|runs?|complete)\b[^,]{0,30},\ but\ "
        r"(?:[\w'-]+\ ){1,5}(?:times?\ out|fails?|crash(?:es)?|breaks?|hangs?|"
        r"freezes?|doesn't|don't|isn't|aren't|can't|cannot|won't)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "everything all",
        r"^(?:everything|all(?:\ of\ (?:it|them)|\ the\ \w+)?)\ (?:except|but|apart\ from)\ (?!for\ the\ "
        r"best)\w+.*\b(?:is|are|was|were|has|have|works?)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "i_need",
        r"\bi\ need\ (?:an?|the|another|one\ more|your|two|three|more)\ (?!moment|second|minute|bit|following|"
        r"little)\w+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "given told sent shown allowed",
        r"\bi\ (?:was\ not|wasn't|have\ not\ been|haven't\ been|am\ not|'m\ not)\ (?:given|told|sent|shown|allowed)\b",
        "assistant",
        firm=True,
    ),
    rule("unresolved", "want", r"\bi(?:'d|\ would)\ want\ .{3,50}\ before\b", "assistant", firm=True),
    rule(
        "unresolved",
        "versions copies answers spellings addresses dates",
        r"\bthere\ are\ (?:two|three|several|\d)\ (?:different\ |conflicting\ )?(?:versions|copies|answers|spellings|"
        r"addresses|dates)\b|\banyone's\ guess\b",
        "assistant",
    ),
    rule("unresolved", "anyone's", r"\banyone's\ guess\b", firm=True),
    rule(
        "unresolved",
        "said says",
        r"\b(?!i\b|you\b)\w+\ (?:said|says)\ (?:that\ )?(?:they|he|she)(?:'d|\ would|'ll|\ will)\ (?:send|call|write|"
        r"get\ back|let|come\ back|reply|check|bring|answer|confirm|ask|look)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "only",
        r"^(?:so\ far\ )?only\ (?:the|half|part|one|two|three|\d+)\b.{2,60}\ (?:is|are)\ (?:\w+ed|written|done|in|"
        r"ready|there)\s*$",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "look looks seem seems",
        r"\b(?:looks?|seems?)\ (?:wrong|odd|off|suspicious|too\ (?:high|low|good)|incomplete|"
        r"inconsistent)\b(?!.*\b(?:if|when)\b)",
        "assistant",
    ),
    rule("unresolved", "short_of short_by", r"\b(?:is|are|'s|'re|still)\ (?:still\ )?short\ (?:of|by)\b", firm=True),
    rule(
        "unresolved",
        "leave",
        r"\bi\ (?:must|have\ to|had\ to)\ leave\ (?:(?:that|this|it|the\ \w+)\ )?to\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "open",
        r"\bit(?:'s|\ is)\ (?:still\ )?open\ (?:who|whether|if|how|what|when|which|where)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "of_sync half_through",
        r"\b(?:is|are)\ (?:still\ |now\ )?(?:out\ of\ sync|(?:only\ )?half\ through)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "pass look read check",
        r"\b(?:wants|deserves|could\ use|needs?)\ (?:a|another)\ (?:second|closer|proper|good|final|critical)\ "
        r"(?:pass|look|read|check)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "minta meminta",
        r"^(?:pihak|pak|bu|bank|hotel|vendor|panitia|kantor|sekolah|kampus|dokter|klien|notaris|pemilik|"
        r"kurir)(?:nya)?(?:\ \w+)?\ (?:minta|meminta)\ (?!maaf|tolong|izin\ pulang)\w+",
        "assistant",
    ),
    rule(
        "unresolved",
        "baru ulang",
        r"\bbaru\ (?:keluar|diproses|dikirim|dikerjakan|bisa|selesai|dijawab|diumumkan)\ ?(?:hari|besok|lusa|minggu|"
        r"tanggal|setelah|nanti|$)|\b(?:dikirim|diunggah|difoto|discan|"
        r"dibuat|ditulis|diisi|dicek|dicetak)\ ulang\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "harus",
        r"\b(?:jadi|maka|berarti)\ (?:kita\ |masih\ )?harus\ (?:cari|nyari|mencari|ganti|pesan|beli|hubungi|"
        r"menunggu)\b",
        firm=True,
    ),
    rule("unresolved", "kurang", r"^(?:satu|dua|tiga|empat|\d+)\ \w+\ (?:masih\ )?kurang\s*$", firm=True),
    rule(
        "unresolved",
        "habis kedaluwarsa kadaluarsa",
        r"\b(?:sertifikat|paspor|sim|stnk|kontrak|lisensi|domain|masa\ berlaku|izin|visa|garansi)\w*\ (?:\w+\ "
        r")?(?:habis|kedaluwarsa|kadaluarsa)\ (?:bulan|minggu|besok|tanggal|tahun|dalam)\b",
        firm=True,
    ),
    rule("unresolved", "still_being", r"\bstill\ being\ \w+", firm=True),
    rule("unresolved", "we_need", r"^(?:and\ |but\ )?we\ need\ (?:more|another|new|extra)\ \w+", "user", firm=True),
    rule(
        "unresolved",
        "must_be to_be",
        r"\b(?:must|has\ to|have\ to|needs\ to|need\ to)\ be\ (?:corrected|repaired|replaced|renewed|redone|returned|"
        r"cleaned|updated|renamed)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "remember",
        r"^(?:please\ )?remember\ (?:that\ )?(?:i|we)\ (?:have|need|must|still)\b",
        "user",
        firm=True,
    ),
    rule("unresolved", "forgetting", r"\b(?:keep|keeps|kept)\ forgetting\ to\b", "user", firm=True),
    rule(
        "unresolved",
        "some_point someday some_day these_days or_later a_chance",
        r"^(?!(?:and\ |but\ )*(?:i|we|i'd|i'll|we'll|maybe|who|hope|it|that|you|he|she|they)\b).*\b(?:at\ some\ point|"
        r"some\ ?day|one\ of\ these\ days|sooner\ or\ later|when\ (?:i|you|we)\ get\ a\ "
        r"chance)\s*$",
        "user",
    ),
    rule(
        "unresolved",
        "tinggal",
        r"\btinggal\ (?:buat|untuk|cukup)\ (?:satu|dua|tiga|\d+)\ (?:hari|minggu|kali)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "one",
        r"^one\ (?:\w+\ )?(?:record|file|row|entry|line|page|photo|name|account|of\ (?:them|the\ \w+))\b.{0,40}\ "
        r"(?:(?:has|have|contains|carries)\ (?:no|two|three|several|different|a\ (?:wrong|broken|truncated|different|"
        r"phone|name|date)|an?\ \w+\ (?:that|which))|belongs|lacks|"
        r"appears\ (?:twice|two)|(?:is|are)\ (?:missing|truncated|broken|empty|damaged|unreadable|cut|duplicated|"
        r"doubled))\b",
        "assistant",
    ),
    rule("unresolved", "ask", r"^(?:and\ |please\ )*ask\ again\b", "user", firm=True),
    rule(
        "unresolved",
        "masih",
        r"\bmasih\ \w+\ (?:terus|mulu)\b|\bmasih\ (?:muter|loading|mental|ngadat|ngeyel)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "belum",
        r"\bbelum\ ke(?:tahuan|baca|kirim|jawab|pegang|temu|isi|urus|beli|bayar|laksana)\w*",
        firm=True,
    ),
    rule(
        "unresolved",
        "unreliable unstable shaky flaky",
        r"\b(?:is|are)\ (?:still\ |very\ |a\ bit\ )*(?:unreliable|unstable|shaky|flaky)\b",
        "assistant",
    ),
    rule("unresolved", "promised", r"\b(?:was|were|has\ been|have\ been)\ promised\b", firm=True),
    rule(
        "unresolved",
        "has_to",
        r"^(?:and\ |but\ )?(?!(?:the|an?|it|this|that|each|every|everything|which|what|one|there|who|you|i|we|code|"
        r"nothing|everyone|life|all|he|she|else)\b)[a-z]+\ (?:still\ )?"
        r"has\ to\ (?!be\b|do\b|wait\b|have\b|match\b|end\b|start\b)\w+",
        "assistant",
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
