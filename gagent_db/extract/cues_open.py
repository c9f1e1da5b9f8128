"""How people say that something is still open, in English and Indonesian."""

from __future__ import annotations

from .phrases import DAY
from .rules import rule

RULES = [
    rule(
        "unresolved",
        "haven't hasn't havent hasnt have_not has_not",
        r"(?<!changes\ )(?<!\byou\ )\b(?:haven't|hasn't|havent|hasnt|have\ not|has\ not)(?:\ (?:yet|been|really|fully|"
        r"actually|properly|even|quite|personally|had|got|gotten|still))*\ (?!(?:an?|changed|modified|found\ (?:any|"
        r"other)|seen|noticed|had\ any|missed|forgotten|lost|moved|been|anything)\b(?!\ (?:tested|decided|reviewed|"
        r"fixed|merged|done|set|assigned|migrated|updated)))(?!.*\banything\b)(?!(?:talked|been|felt|had|heard|seen|"
        r"read|spoken)\b.*\b(?:in|for)\ (?:a\ (?:while|bit|few)|ages|years|\w+\ (?:days|weeks|years)))[a-z]+",
        firm=True,
    ),
    rule(
        "unresolved",
        "didn't didnt couldn't couldnt can't cannot cant unable failed_to did_not could_not can_not able_to",
        r"(?!.*\bfind\ any\b)(?!(?:it|they|which|that)\ (?:cannot|can't)\ tell)(?!(?:cannot|"
        r"can't)\ tell\ you)(?!(?:cannot|can't|unable\ to|failed\ to)\ (?:find|locate|resolve|determine|update|reach|"
        r"write|include)\b)\b(?:(?:i|we|nobody|they|he|she|it|us)\ )?(?:didn't|didnt|did\ not|couldn't|couldnt|"
        r"could\ not|can't|cannot|cant|am\ unable\ to|was\ unable\ to|were\ unable\ to|unable\ to|failed\ to|"
        r"wasn't\ able\ to|was\ not\ able\ to)\ (?:yet\ |fully\ |actually\ |quite\ |properly\ |get\ to\ )?(?:verify|"
        r"test|check|confirm|reproduce|update|finish|settle|find|figure|run\ the|measure|decide|complete|reach|cover|"
        r"tell\b|determine|work\ out|explain|identify|pin\ down|look\ (?:at|into)|get\ (?:to|a|an|the|hold)|migrate|"
        r"document|touch|include|make\ up|fix|solve|trace|log\ in|validate|benchmark|review|write|locate|resolve|"
        r"agree(?!\ more)|answer)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "nobody no_one noone none neither never_got never_received never_had somebody someone anybody have_not has_not",
        r"\b(?:nobody|no\ one|noone|none\ of\ (?:us|them|the\ \w+)|neither\ of\ (?:us|them))\ (?:has|have|had\ time|"
        r"knows|is\ (?:sure|assigned|on|responsible|looking)|can\ (?:tell|say|explain)|could\ (?:tell|say|explain)|"
        r"owns|replied|answered|took|wants\ to|volunteered)\b|\bnever\ (?:got|received)\ (?:the|his|her|their)\ \w+|"
        r"\bnever\ (?:got|received|had)\ (?:an?|any|my|our)\ (?:\w+\ )?(?:reply|answer|response|confirmation|invoice|"
        r"refund|receipt|quote)\b|(?<!until\ )(?<!till\ )(?<!unless\ )(?<!if\ )(?<!once\ )\b(?:somebody|someone|"
        r"anybody)\ (?:still\ )?(?:has|needs|should|must|will\ have|ought)\ (?:to\ )?\w+|\b(?:the\ )?(?:other|last|"
        r"second|third|remaining)\ \w*\ ?(?:has|have)\ not\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "discussed included considered addressed tested finished decided started implemented imported covered "
        "merged deployed resolved settled fixed documented answered clear verified measured assigned handled wired "
        "ready reviewed approved confirmed signed paid booked updated migrated complete known scheduled ordered "
        "written chosen agreed rotated arrived done certain validated reproduced translated tracked finalized "
        "finalised set_up backed_up not_yet n't_yet rolled_out hooked_up in_stone sure working_yet",
        r"(?!never\ fixed\ any)\b(?:not|isn't|aren't|isnt|wasn't|weren't|never)(?:\ (?:been|fully|really|quite|"
        r"properly|completely|entirely|yet|even|actually|it's|currently))*\ (?:yet\b|tested|finished|decided|started|"
        r"implemented|imported|covered|merged|deployed|resolved|settled|fixed|documented|answered|clear\b|verified|"
        r"measured|assigned|handled|wired|working\ yet|ready|reviewed|approved|confirmed|signed|paid|booked|updated|"
        r"migrated|complete\b|known|scheduled|ordered|written(?!\ (?:with|as|in|by|using|to)\b)|chosen|agreed|set\ up|"
        r"rotated|backed\ up|arrived|done\b|certain|sure\ (?:whether|if|why|how|what|which|about|who|yet|when|where)|"
        r"set\ in\ stone|finali[sz]ed|rolled\ out|discussed|included|considered|addressed|agreed\ on|tracked|"
        r"validated|reproduced|hooked\ up|translated)",
        firm=True,
    ),
    rule(
        "unresolved",
        "yet",
        r"\b(?:not?|n't|nothing|nowhere|never|nobody|none|without|no\ one)\b.{0,60}\byet\b|\b(?:have|has|is|are|"
        r"had)\ yet\ to\b|\byet\ to\ be\b|\byet\ to\ (?:hear|decide|see|do|test|confirm)|^(?:no|nothing)\b.*\byet\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "the_air waiting awaiting awaits waits blocked blocker on_hold parked limbo stuck overdue outstanding "
        "hanging unsettled postponed deferred stalled",
        r"(?<!suggest\ )(?<!recommend\ )(?<!worth\ )(?<!it\ now\ )\b(?:waiting|waits)\ (?:for|on|to\ hear|"
        r"until)\b(?!\ (?:the\ |a\ )?(?:port|connection|lock|server|container|process|thread|event|signal|page|"
        r"element|input|output|stdin|response\ from))|\bawait(?:s|ing)\ \w+|\bblocked\ (?:by|on|until|because|since|"
        r"for)\b|\b(?:is|are|'s|'re|am|still)\ (?:currently\ )?(?:blocked|stuck|stalled|overdue|outstanding|in\ limbo|"
        r"parked|on\ hold|unsettled)\b|(?<!it\ )\bon\ hold\b|\b(?:parked|deferred|postponed)\ (?:until|till|for|"
        r"pending|to)\b|\bup\ in\ the\ air\b|\b(?<!a\ )(?<!no\ )(?<!not\ )blocker\b|"
        r"(?<!\bi\ )(?<!\bwe\ )\bstuck\ (?:on|at|in|with(?!\ (?:me|us|him|her)))\b|\bhanging\ (?:in|over)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "pending",
        r"\b(?:is|are|still|remains?|currently|'s)\ pending\b|\bpending\ (?:review|approval|confirmation|answer|"
        r"decision|reply|from|on|until|sign|a|the|legal|your|feedback)\b|^pending\b(?=\s*[:,-])|\bpending\s*$",
    ),
    rule(
        "unresolved",
        "needs needed we_need i_need they_need still_need also_need need_to need_someone need_somebody need_a "
        "need_an need_another need_one need_some need_it need_your need_his need_her need_their need_legal "
        "need_review need_approval",
        r"(?<!\byou\ )(?<!'ll\ )(?<!n't\ )(?<!don't\ )(?<!would\ )(?<!no\ )(?<!not\ )(?<!will\ )(?<!might\ )(?<!may\ )"
        r"(?<!what\ )(?<!as\ )\b(?:need|needs)\ (?:to\ (?:confirm|check|ask|decide|find|figure|fix|verify|test|review|"
        r"follow|talk|get|call|email|update|revisit|investigate|sort|finish|order|buy|book|pay|renew|schedule|rotate|"
        r"document|discuss|agree|chase|clarify|think|measure|be\ (?!careful|able|aware|patient|sure|the|a|in|"
        r"on\ the)\w+)|(?:a|an|another|one\ more|some)\ (?:decision|review|answer|owner|test|fix|follow|vote|meeting|"
        r"call|replacement|spare|quote|permit|separate\ \w+|second\ (?:look|opinion)|look|proper|sign|rewrite|"
        r"volunteer|\w+\ workspace|reply|confirmation|final|approval|date|budget|driver)|someone\b|somebody\b|(?:it|"
        r"the\ \w+|[a-z]+)\ to\ (?:grant|approve|sign|confirm|review|answer|invite|send|decide|check|reply|look|give|"
        r"fix|unlock|open|add|provide|install|enable|renew|pay)|(?:\w+'s|your|his|her|their|our|legal|"
        r"the\ \w+'s)\ (?:approval|sign-?off|input|ok\b|review|answer|confirmation|blessing|signature|decision)|"
        r"review\b|reviewing|fixing|testing|updating|sorting|cleaning|rewriting|work\b|attention|investigation|"
        r"confirmation|approval|clarification)|(?<!no\ )\b(?:decision|follow-up|action|review|"
        r"approval)\ (?:is\ )?needed\b",
    ),
    rule(
        "unresolved",
        "have_to has_to needs_to need_to must_be should_be ought_to i_should we_should i_must we_must i_ought we_ought",
        r"\b(?:i|we|someone|somebody|yusuf|he|she|they|one\ of\ us)\ (?:still\ |also\ )(?:have|has)\ to\b|"
        r"\bstill\ (?:have|has)\ to\b|\b(?:someone|somebody|one\ of\ us)\ (?:has|have)\ to\b|\b(?:must|should|has\ to|"
        r"have\ to|ought\ to)\ be\ \w+(?:ed|en|ne|t)\ (?:before|by|until|first|prior)\b|^(?:still\ )?ha(?:s|ve)\ to\b|"
        r"\b(?:has|have|needs?)\ to\ (?:come\ from|be\ (?:provided|supplied|delivered|sent)\ by)\b|"
        r"(?<!maybe\ )(?<!perhaps\ )\b(?:i|we)\ (?:should|must|ought\ to)\ (?:still\ |also\ |really\ )?(?:ask|check|"
        r"confirm|follow|revisit|look\ into|find\ out|call|double|decide|talk\ to|chase)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "remind reminder forget",
        r"(?:^|[,.;:]\ |\b(?:please|and|but|tolong|also|then|can\ you|you)\ )remind\ (?:me|us|him|her|them)\b(?!\ "
        r"(?:how|that|why|we|of\ (?:how|that|the\ time)))|\bset\ (?:a|me\ a)\ reminder\b|\b(?:don't|dont|do\ not|"
        r"must\ not|"
        r"can't|let's\ not)\ (?:let\ me\ )?forget\b(?!,|\ (?:your|they|that\ (?:you|we)))|\breminder:",
    ),
    rule(
        "unresolved",
        "ask_me back_to chase revisit leave",
        r"^(?!.*\b(?:if|don't|no|not|never|won't|who|which|people)\b)(?:.*\b(?:(?:so\ |just\ )?ask\ me\ (?:again|"
        r"later|in|on|tomorrow)|(?:come|get|circle)\ back\ to\ (?:this|that|it|the|me\b)|(?:still|let's)\ (?:chase|"
        r"revisit)\b)|(?:.*,\ )?leave\ (?:it|that|this|the\ \w+)\ (?:for|until|till)\ (?:later|next|another|after|"
        r"tomorrow)\b)",
    ),
    rule(
        "unresolved",
        "follow_up follow_ups following_up followup followups",
        r"(?<!this\ )\bfollow(?:ing)?[- ]?ups?\b(?!\s+(?:email|question)\s+(?:was|has))|\bfollowups?\b",
    ),
    rule(
        "unresolved",
        "find_out finding_out figure_out figuring_out figure_it figure_that figure_this work_out sort_out sort_it "
        "look_into looking_into sleep_on think_about mull think_it think_this think_that to_think",
        r"(?:^|[,;:]\ |\b(?:need|have|has|must|should|still|please|to\ be|and|then|someone|will|i'll|let's|want|wants|"
        r"yet)\ (?:to\ )?)(?:find|finding)\ out\ (?:if|whether|who|how|what|when|where|why|which)\b|(?:^|[,;:]\ |"
        r"\b(?:need|have|has|must|should|still|please|and|then|someone|trying|yet|can't|"
        r"couldn't)\ (?:to\ )?)(?:figure|figuring|work|sort)\ (?:it\ |this\ |that\ )?out\ (?:if|whether|who|how|what|"
        r"when|where|why|which|later|next)\b|\bfigure\ (?:that|this|it)\ out\b|(?<!i'm\ )\blook(?:ing)?\ into\ (?:it|"
        r"this|that|the|why|how|whether)|\bsleep\ (?:on|over)\ (?:it|this|that|the\ (?!other|floor|couch|sofa|beach|"
        r"train|bus|left|right|ground|roof))\b|\b(?:think|mull)\ (?:it\ over|about\ it|it\ through|this\ over|"
        r"that\ over)|\bwant\ to\ think\b",
    ),
    rule(
        "unresolved",
        "tbd tbc tba decided determined confirmed discussed clarified defined announced agreed",
        r"\btb[dca]\b|\bto\ be\ (?:decided|determined|confirmed|discussed|clarified|defined|agreed|announced|fixed|"
        r"done|sorted|finali[sz]ed|negotiated|scheduled|written|tested|reviewed)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "question debate discussion questions open_point open_points open_issue open_issues open_item open_items",
        r"\bopen\ (?!.*\b(?:is|are)\ (?:now\ )?(?:answered|settled|closed|resolved)\b)(?:question|issue|point|"
        r"item)s?\b|\bup\ for\ (?:debate|discussion|grabs)\b|\bquestion\ (?:is\ |"
        r"was\ )?(?:still\ )?(?:open|unanswered|remains|of\ whether|whether)|\bunder\ discussion\b|\b(?:one|a|"
        r"another|two|my|last)\ (?:more\ |last\ )?questions?\ (?:for\ (?:you|\w+)|left|remains?|is\ open|that)",
        firm=True,
    ),
    rule(
        "unresolved",
        "unclear undecided unresolved unanswered unassigned unconfirmed unverified untested undocumented unfinished "
        "unpaid unknown unsure unmerged incomplete unsolved unsigned unscheduled unread unreviewed",
        r"\b(?:is|are|was|were|remains?|still|'s|be|it's|stays?|left|seems|am|i'm|we're|currently|and|one|but)\ "
        r"(?:still\ |all\ |a\ bit\ |currently\ |quite\ |also\ )*(?:unclear|undecided|unresolved|unanswered|"
        r"unassigned|unconfirmed|unverified|untested|undocumented|unfinished|unpaid|unknown|unsure|unmerged|"
        r"incomplete|unsolved|unsigned|unscheduled|unreviewed)\b|^(?:unclear|undecided|unresolved|unanswered|"
        r"untested|unsure|unknown)\b\s*[:,-]?\ |\b(?:unclear|unsure|undecided|unknown)\ (?:whether|if|who|how|what|"
        r"when|why|which|about|between)\b|\b(?:unclear|undecided|untested|unfinished|unresolved|unanswered)\s*$",
        firm=True,
    ),
    rule(
        "unresolved",
        "half partially partly",
        r"\b(?:is|are|about|only|still)\ half[- ](?:done|written|built|complete|\w+ed)\b|\b(?:only\ )?part(?:ly|"
        r"ially)\ (?:done|finished|implemented|migrated)\b",
    ),
    rule(
        "unresolved",
        "missing lacks lacking",
        r"\b(?:is|are|still|'s|we're|am)\ (?:still\ |also\ |just\ |currently\ )*missing\b(?!\ (?:from\ the\ (?:path|"
        r"index)|module))|^(?:still\ )?missing\b(?!\ (?:semicolon|required|module))[: ]|\bthe\ only\ thing\ "
        r"missing\b|(?<!was\ )(?<!were\ )\bmissing\s*$",
    ),
    rule(
        "unresolved",
        "know_why know_if know_how know_what know_which know_who know_whether know_when know_where know_yet no_idea "
        "no_clue knows",
        r"\b(?:don't|dont|do\ not|doesn't|didn't)\ (?:really\ |yet\ |even\ |actually\ |still\ )*know\ (?:yet|why|"
        r"whether|if|how|who|which|what|when|where)\b|\bno\ (?:idea|clue)\ (?!what\ you|how\ you)(?:yet|why|how|"
        r"whether|what|who|where|if)\b|\b(?:nobody|no\ one)\ knows\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "torn fence decide between deciding",
        r"\btorn\b|\bon\ the\ fence\b|\b(?:can't|cannot|haven't|couldn't|need\ to|have\ to|has\ to|still\ to|yet\ "
        r"to|must)\ (?:still\ )?decided?\b|\b(?:undecided|wavering|hesitating)\ between\b|\bstill\ deciding\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "no_answer no_reply no_response no_word no_feedback replied answered responded heard without_an "
        "without_answer without_reply n't_confirmed not_confirmed",
        r"\bno\ (?:answer|reply|response|word|feedback)\b(?!\ (?:files?|documents?|limit|count|needed|required|"
        r"necessary))|\b(?:hasn't|haven't|has\ not|have\ not|didn't|never|nobody|not)\ (?:\w+\ )?(?:replied|answered|"
        r"responded|heard|confirmed)\b|\bwithout\ (?:an\ )?(?:answer|reply)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "known flaky silently bug regression leak race",
        r"^(?:\W*|.{0,40}\bas\ a\ )known\ (?:issue|bug|limitation|defect|gap)s?\b|\bsilently\ (?:cut|truncat\w+|"
        r"drop\w*|fails|discard\w*|overwrit\w+|lost|loses|swallow\w*|skips)\b|^(?:and\ |but\ )*(?:there's|there\ is|"
        r"i\ see)\ (?:still\ )?(?:a|an|one|another)\ (?:bug|regression|leak|race)\b|\b(?:is|are|'s)\ (?:still\ |"
        r"a\ bit\ )?flaky\b(?!\ no\ more)",
    ),
    rule(
        "unresolved",
        "left remaining remains leftover the_only the_one the_last only_thing one_thing",
        r"\b(?:what's|what\ is|all\ that's|still|one\ thing|only\ \w+|the\ rest\ is|nothing\ else)\ left\b(?:\ "
        r"(?:is|to)\b|:)|\bleft\ to\ (?:do|fix|write|test|decide|migrate|check|sort)\b|\bremains?\ (?:to\ be|open|"
        r"unresolved|unclear|unanswered|unknown|to\ do|a\ question|an\ open|undone)\b|\bremaining\b\s*:|\bthe\ "
        r"(?:only|one|last)\ (?:thing|piece|item|part|bit|task|point|open\ \w+)\ (?:left|missing|open|remaining|"
        r"nobody|still|that\ is\ (?:still|not))",
        firm=True,
    ),
    rule(
        "unresolved",
        "forgot lost",
        r"\b(?:i|we|he|she|they)\ (?:totally\ |completely\ |also\ )?forgot\ (?:to|the|what|how|who|where|about|my|"
        r"which)\b",
    ),
    rule(
        "unresolved",
        "confirm confirmation",
        r"\b(?:has|have|yet|still|needs?|need|left|waiting)\ to\ (?:be\ )?confirm\w*\b|\b(?:ci|legal|finance|hr|the\ "
        r"\w+|[a-z]+)\ still\ has\ to\b|\bawaiting\ confirmation\b|\bto\ confirm\s*:|\bconfirm\ (?:with|whether|if|"
        r"that)\b.*\b(?:before|by|later|tomorrow|first)\b",
    ),
    rule(
        "unresolved",
        "agree disagree",
        r"\b(?:do\ not|don't|can't)\ (?:yet\ )?agree\ (?:on|yet)\b|\bdisagree\ (?:on|about)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "today yet currently",
        r"\b(?:does|do|is|are|has|have|can)(?:\ not|n't)\ (?:today|yet|currently|right\ now)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "owe owes",
        r"\b(?:still\ )?owes?\ (?:\w+\ ){1,4}(?:the|a|an|some|docs|money|answer|\$?\d)",
        firm=True,
    ),
    rule(
        "unresolved",
        "get_back come_back ring_back call_back write_back",
        r"\b(?!(?:i|we|you|it|that|this|which|there|what)\b)\w+(?:'ll|\ will)\ (?:still\ )?(?:get|come|ring|call|"
        r"write)\ back\b",
    ),
    rule("unresolved", "cari", r"\bcari\ (?:tau|tahu)\b"),
    rule(
        "unresolved",
        "belum blm belom blom belon",
        r"(?<!kalau\ )(?<!kalo\ )(?<!jika\ )(?<!atau\ )(?<!bila\ )(?<!\bapa\ )(?<!selama\ )(?<!dulu\ )\b(?:belum|"
        r"blm|belom|blom|belon)\b(?!\ (?:makan|tidur|mandi|ngantuk|nikah|menikah|lapar|laper|haus|lama|tentu|"
        r"apa-apa|pernah|termasuk\ ppn|genap|\?|\s*$))|\b(?:belum|blm|belom)\s*$",
        firm=True,
    ),
    rule(
        "unresolved",
        "menunggu nunggu nungguin ditunggu menanti tunggu",
        r"(?<!tanpa\ )(?<!sambil\ )(?<!sedang\ )(?<!usah\ )(?<!perlu\ )(?<!baik\ )(?<!sebaiknya\ )\b(?:menunggu|"
        r"nunggu|nungguin|menanti)\ (?!sampai\ \d|beberapa\ (?:detik|menit)|\d+\ (?:detik|menit|s\b))\w+|"
        r"\bsedang\ (?:menunggu|dicek|diproses|ditanyakan|dibahas|diperbaiki)|\btunggu\ (?:jawaban|kabar|konfirmasi|"
        r"balasan|approval|acc|persetujuan|hasil|keputusan|tanda\ tangan)",
        firm=True,
    ),
    rule(
        "unresolved",
        "besok depan entar lain lusa nanti ntar nti",
        r"^(?!.*\b(?:kabar\w*|kalau|kalo)\b).*\b(?:nanti|ntar|nti|entar|lain\ kali|minggu\ depan|bulan\ depan|besok|"
        r"lusa)\ (?:\w+\ ){0,2}(?:(?:di)?(?:cek|cari|urus|tanya|pikir|bahas|omong|obrol|rapat|kerja|beres|putus)(?:in|"
        r"kan|i)?)\b|\b(?:nanti|ntar|entar)\ (?:aja|saja)\ (?:abis|habis|setelah)\b",
    ),
    rule(
        "unresolved",
        "perlu harus kudu mesti musti wajib butuh",
        r"(?<!tidak\ )(?<!gak\ )(?<!ga\ )(?<!nggak\ )(?<!kamu\ )(?<!anda\ )(?<!akan\ )\b(?:perlu|harus|kudu|mesti|"
        r"musti|butuh)\ (?:segera\ |lagi\ |juga\ |cepat\ )?(?:di-?(?:tanya|cek|konfirm|tulis|perbaiki|perbarui|update|"
        r"hapus|bahas|tes|test|uji|periksa|pasti|putus|lengkapi|revisi|urus|bayar|siap|jadwal|pikir|cari|atur|selesai|"
        r"perjelas|diskusi|tinjau|review|follow|lapor|ulang|bereskan|beresin|benerin|pindah|rotasi|ganti|rapikan|"
        r"rapiin|lengkap|ukur|tanda|kirim|telusur|selidik|dokumentasi|tindak)\w*|tanya|nanya|cek\ (?:lagi|ulang|ke)|"
        r"konfirmasi|nunggu|menunggu|persetujuan|approval|tanda\ tangan|keputusan|jawaban|izin|ijin|revisi|solusi|"
        r"perbaikan|perhatian|dana|tambahan|file|dokumen|surat|orang|bantuan|rapat|diskusi|review)\w*",
        firm=True,
    ),
    rule(
        "unresolved",
        "diingatkan ingat ingatin ingatkan inget ingetin lupa",
        r"\b(?:(?:tolong|nanti|mohon|eh|besok)\ )?(?:ingetin|ingatkan|ingatin|diingatkan)\ (?!ya\b|dong\b)\w+|"
        r"\b(?:jangan|jgn)\ (?:sampai\ )?lupa\ (?!nonton|makan|oleh)\w+|\b(?:gue|gw|aku|saya)\ (?:lupa|(?:ga|gak|"
        r"nggak|tidak)\ (?:inget|ingat))\ (?!kalau)\w+",
    ),
    rule(
        "unresolved",
        "galau bingung ragu dilema bimbang gatau tau tahu entah",
        r"\b(?:galau|dilema|bimbang)\b|(?<!jangan\ )(?<!biar\ )(?<!gak\ )(?<!tidak\ )\bbingung\b|\b(?:masih|lagi|"
        r"jadi|aku|gue|gw|saya|kita)\ (?:agak\ |juga\ |masih\ )?(?:bingung|ragu)\b|\b(?:gatau|(?:ga|gak|nggak|ngga|"
        r"enggak|tidak|belum|blm)\ (?:ada\ yang\ )?(?:tau|tahu))\ (?:kenapa|mengapa|apakah|apa|siapa|kapan|gimana|"
        r"bagaimana|harus|mau|yang\ mana|pastinya|sih)|\bentah\ (?:kenapa|siapa|kapan|apa)",
        firm=True,
    ),
    rule(
        "unresolved",
        "ditunda tertunda menggantung nggantung gantung mangkrak mandek terhambat terkendala kehambat mentok stuck "
        "keblok tersendat",
        r"\b(?:tertunda|menggantung|nggantung|mangkrak|mandek|terhambat|terkendala|kehambat|mentok|keblok|"
        r"tersendat)\b|\bditunda\b|\b(?:masih|lagi)\ (?:stuck|gantung)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "tinggal sisa sisanya kurang kurangnya pr tersisa",
        r"\btinggal\ (?:nunggu|menunggu|tunggu|bayar|kirim|tanda\ tangan|ttd|konfirmasi|di\w{3,}|satu\b|dua\b|tiga\b|"
        r"\d+\b(?!\ ?(?:[kmgt]b|persen|%|hari|menit|jam|km|rb|ribu|juta))|bagian|urus\w*|nyari|cari|beli|revisi|cek|"
        r"nanya|tanya|approve|approval|pelunasan)|\bsisa(?:nya)?\ (?:satu|dua|tiga|empat|\d+|tinggal|masih|belum|"
        r"yang)|^sisa(?:nya)?\b\s*[:,]|\b(?:masih\ |tinggal\ )kurang\b|^(?:yang\ )?kurang(?:nya)?\b\s*:|"
        r"\bkurang\ (?:satu|dua|tiga|\d)\b|\b(?:masih|jadi|tinggal)\ (?:jadi\ )?pr\b|\b(?:yang|masih)\ tersisa\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "tanya cek bahas mikir pikir pikirin dipikirin dipikirkan mikir tanyain ditanyakan ditanya tanyakan dicek "
        "konfirmasi dibahas",
        r"\b(?:di)?pikir(?:in|kan|-pikir)?\ (?:lagi|dulu)\b|\bmikir\ (?:dulu|lagi)\b|\b(?:perlu|harus|mau|akan|"
        r"sedang|masih|lagi|belum|nanti)\ (?:di)?(?:tanya(?:kan|in)?|konfirmasi|cek|bahas)\b|(?<!bisa\ )(?<!dapat\ "
        r")(?<!boleh\ )(?<!aku\ )(?<!gue\ )(?<!saya\ )(?<!udah\ )(?<!sudah\ )\b(?:cek|dicek|tanya|"
        r"ditanyakan|konfirmasi|bahas|dibahas)\ (?:lagi\ )?(?:nanti|besok|dulu|minggu\ depan|ke\ \w+)|\btanyain\ "
        r"(?:ke\ )?\w+",
    ),
    rule(
        "unresolved",
        "tolong mohon",
        rf"\b(?:tolong|mohon)\ .{{3,60}}\ (?:sebelum|paling\ lambat|maksimal)\ (?:{DAY}|tanggal|tgl|jam|akhir|\d)",
    ),
    rule(
        "unresolved",
        "siapa apakah kapan",
        r"\b(?:belum\ jelas|belum\ pasti|tidak\ jelas|gak\ jelas|masih\ tanda\ tanya|ditanyakan|"
        r"pertanyaannya)\b.*\b(?:siapa|apakah|kapan|berapa|gimana|bagaimana)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "we_wait now_wait wait_for i_wait",
        r"^(?:and\ |so\ )?(?:now\ )?(?:we|i)\ (?:just\ |still\ |have\ to\ )?wait\ (?:for|until)\b",
    ),
]
