"""Open items by who has what in hand, what was left blank, what nobody understands; errands of one's own."""

from __future__ import annotations

from .phrases import DAY
from .rules import rule

RULES = [
    rule(
        "unresolved",
        "unknown unexplained",
        r"\b(?:cause|reason|owner|status|origin|date|author|culprit|trigger)\ (?:is\ )?(?:still\ )?(?:unknown|"
        r"unexplained)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "don't do_not can't cannot",
        r"\b(?:i|we)\ (?:still\ |really\ )*(?:don't|do\ not|can't|cannot)\ (?:see|understand|get|explain|tell)\ "
        r"(?:yet\ )?(?:why(?!\ not)|how|where|who|which|what\ (?:causes|triggers|makes|the\ (?:cause|reason)))\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "have_no has_no found_no is_no there's_no",
        r"\b(?:i|we|he|she|they)\ (?:still\ )?(?:have|has|found)\ no\ (?:fix|explanation|answer|solution|workaround|"
        r"replacement|substitute)\b|\b(?:there\ is|there's)\ (?:still\ )?no\ (?:fix|explanation|solution|workaround|"
        r"replacement|substitute)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "should must has_to have_to needs_to ought_to",
        r"^(?!(?:you|if|when|it|this|that|which|what|why|how|who)\b)[\w`'-]+(?:\ [\w`'./-]+){0,9}\ (?:should|must|"
        r"has\ to|have\ to|needs?\ to|ought\ to)\ (?!be\ able)[a-z]+\b.{0,60}\bbefore\ (?:we|i|anyone|anybody|you|"
        r"they|the|\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|launch|release)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "scanned uploaded labelled labeled insured registered packed printed filed translated published posted "
        "shipped collected invoiced refunded credited counted painted mounted published announced delivered",
        r"\b(?:isn't|aren't|wasn't|weren't|is\ not|are\ not|was\ not|were\ not)\ (?:fully\ |all\ |properly\ )?(?:"
        r"scanned|uploaded|labell?ed|insured|registered|packed|printed|filed|translated|published|posted|shipped|"
        r"collected|invoiced|refunded|credited|counted|painted|mounted|announced|delivered)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "will_dig will_look will_chase will_get will_send will_bring will_forward will_hand will_drop will_find "
        "will_pick will_try will_track he'll she'll they'll",
        r"(?:^|[,:]\ )(?!(?:i|we|you|it|that|this|which|there|what|who|everyone|nobody)\b)(?:[\w'-]+\ )?\w+(?:'ll|"
        r"\ will)\ (?:dig|look|chase|get|send|bring|forward|hand|drop|find|pick|try\ to\ find|track)\ (?:it|that|them|"
        r"this|the\ \w+)\ (?:out|up|over|down|in|by|to|from|on|tomorrow|later|next)\b",
    ),
    rule(
        "unresolved",
        "backlog",
        r"\bmasuk(?:in|kan)?\ (?:ke\ )?backlog\s*$",
        firm=True,
    ),
    rule(
        "unresolved",
        "have_no don't_have not_have lack",
        r"\bi\ (?:still\ )?(?:have\ no|don't\ have|do\ not\ have|lack)\ (?:the\ |any\ |an?\ )?(?!opinion|preference|"
        r"idea|objection|problem|plans?|strong)[\w-]+(?:\ [\w-]+)?\ (?:for|of|from)\ (?!that\b|this\b|it\b)\w+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "with_legal with_it with_hr with_finance with_ops with_procurement with_accounting with_the",
        r"(?<!you\ )(?<!we\ )\b(?:is|are|sits|lies)\ with\ (?:legal|it|hr|finance|ops|procurement|accounting|"
        r"the\ (?:manufacturer|courts?|police|post|carrier|dealer|lawyers?|printers?|bank|landlord|insurance|vendor|"
        r"supplier|council|notary|tax\ \w+|garage|agency))\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "minta meminta",
        r"\b(?:minta|meminta)\ .{3,50}\ (?:paling\ lambat|sebelum|maksimal)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "skip tunda lewati biarin matiin disable comment hardcode diskip ditunda",
        r"\b(?:gue|gw|aku|saya|kita|masih|sementara)\ (?:di)?(?:skip|tunda|lewati|biarin|matiin|disable|comment|"
        r"hardcode)\ dulu\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "you_wanted you_meant you_planned you_were",
        r"\byou\ (?:still\ |also\ )?(?:wanted|meant|planned|were\ going)\ to\ (?:ask|check|call|send|think|decide|"
        r"talk|bring|look|write|measure|find\ out|sleep\ on|pick\ up|return|compare|confirm|get\ back)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "signature approval input confirmation answer payment password permission action consent",
        r"(?<!no\ )\b(?:signature|approval|input|confirmation|answer|payment|password|permission|consent)\ (?:is|"
        r"are)\ (?:still\ )?(?:needed|required|missing)\b(?!\ (?:when|if|for\ (?:every|each)))",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "there's there_is",
        r"\b(?:there's|there\ is)\ (?:still\ )?an?\ (?:hole|leak|crack|stain|gap|mistake|typo|conflict|mismatch|dent|"
        r"draught|memory\ leak|race\ condition)\b",
        "people",
    ),
    rule(
        "unresolved",
        "expire expires runs_out run_out lapses",
        r"\b(?:passports?|licen[cs]es?|visas?|permits?|contracts?|insurance|certificates?|subscriptions?|warrant(?:y|"
        r"ies)|domains?|leases?)\ (?:expires?|runs?\ out|lapses?)\ (?:in|on|at|by|before|next|soon|this|tomorrow)\b",
    ),
    rule(
        "unresolved",
        "skipped left_out omitted",
        r"\b(?:was|were)\ (?:simply\ |just\ )?(?:skipped|left\ out|omitted)\s*$",
        "assistant",
    ),
    rule(
        "unresolved",
        "could_only",
        r"\b(?:i|we)\ could\ only\ \w+\ .{0,30}\b(?:\d+|half|some|part|one|two|three)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "ga gak nggak tidak",
        r"\b(?:ga|gak|nggak|tidak)\ (?:ikut\ )?(?:ke-\w{4,}|ter(?:kirim|simpan|baca|import|unggah|upload|pasang|"
        r"hubung|daftar|muat|proses))\b",
        "assistant",
    ),
    rule("unresolved", "up match", r"\b(?:don't|doesn't|do\ not|does\ not)\ (?:add\ up|match)\b", "people"),
    rule(
        "unresolved",
        "unanswered unpaid unresolved unassigned unmatched uncollected",
        r"\bthere\ (?:is|are)\ (?:still\ )?(?:an?\ |\w+\ )?(?:unanswered|unpaid|unresolved|unassigned|unmatched|"
        r"uncollected)\ \w+",
        "assistant",
    ),
    rule("unresolved", "gagal", r"\b(?:satu|dua|tiga|beberapa|\d+)\ \w+(?:\ \w+)?\ gagal\ di\w+", "assistant"),
    rule("unresolved", "blocked", r"\bblocked\ (?:di|sama|karena|gara-gara|gara2|nunggu)\b", firm=True),
    rule(
        "unresolved",
        "narrowed shortlisted",
        r"\b(?:narrowed\ (?:it|this|that|them|the\ \w+)\ down\ to|shortlisted)\ \w+",
    ),
    rule(
        "unresolved",
        "running progress started pending blocked waiting stuck ongoing untested unknown todo",
        r"^(?:\w[\w`'./&-]*+\ ?){1,4}:\ (?:still\ |only\ )?(?:running|in\ progress|not\ (?:yet\ )?started|started|"
        r"pending|blocked|waiting|stuck|ongoing|untested|unknown|to\ ?do)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "needs need",
        r"\bneeds?\ (?:your|his|her|their|the\ \w+'s)\ (?:\w+\ ){0,2}(?:login|password|token|permission|credentials?|"
        r"keys?|code|go-?ahead|go|confirmation|details|number|address|consent|wording|blessing|account|card)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "configured automated scheduled encrypted monitored",
        r"\b(?:isn't|aren't|is\ not|are\ not)\ (?:yet\ )?(?:configured|automated|monitored)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "hard-coded hard hardcoded placeholder stub stubbed temporary provisional mocked",
        r"\b(?:is|are)\ (?:still\ |only\ |just\ )?(?:hard-?\ ?coded|(?:a\ )?(?:placeholder|stub)s?|stubbed|temporary|"
        r"provisional|mocked)\b(?=\s*$|[,;]|\ (?:for\ now|until|because|and\ (?:has|needs|must|should)))",
        "assistant",
    ),
    rule(
        "unresolved",
        "depends something question matter not_said not_mentioned not_written not_stated not_specified not_defined "
        "not_documented not_described not_settled not_covered to_be",
        r"^(?:but\ |and\ |only\ )?(?:whether|who|what|when|how|which)\ (?!i\ (?:did|changed)).{5,80}\ (?:depends\b|"
        r"(?:is|are|remains|has)\ (?:something\ (?:\w+\ ){1,3}(?:wants?|has|needs?|will)|a\ question|"
        r"another\ (?:question|matter)|not\ (?:said|mentioned|written|stated|specified|defined|documented|described|"
        r"settled|covered)|to\ be\ \w+)\b)",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "kosongkan kosongin dikosongkan dikosongin lewati lewatin dilewati dilewatin",
        r"\b(?:saya|aku|gue|gw)\ (?:kosongkan|kosongin|lewati|lewatin)\b(?!\ (?:cache|keranjang|sampah))|\b(?:masih\ |"
        r"sementara\ |sengaja\ )(?:di)?(?:kosongkan|kosongin|lewati|lewatin)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "left_blank left_empty left_out blank",
        r"\b(?:i|we)\ (?:have\ |'ve\ )?left\ (?:[\w'-]+\ ){1,6}(?:blank|empty)\b|\b(?:is|are|was|were)\ (?:still\ |"
        r"left\ )blank\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved", "tanya tanyain", r"\btanya(?:in)?\ (?:\w+\ ){1,3}dulu\b(?!\ (?:ya|dong)\ ?\?)", "user", firm=True
    ),
    rule(
        "unresolved",
        "have_to need_to must gotta",
        r"^(?:and\ |but\ )?(?:today|tomorrow|tonight|this\ (?:week|weekend|evening|afternoon)|next\ (?:week|month)|"
        r"on\ \w+day|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\ (?:i|we)\ (?:still\ |also\ )?(?:have\ to|need\ to|"
        r"must|gotta)\ \w+",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "need",
        r"^(?:still\ |also\ |and\ |we\ |i\ )*need\ (?:quotes?|offers?|volunteers?|signatures?|tickets?|a\ (?:driver|"
        r"sitter|babysitter|"
        r"plumber|electrician|drummer|roofer|venue|lawyer|visa|permit)|new\ \w+|another|at\ least|two|three|four)\b",
        "user",
    ),
    rule(
        "unresolved",
        "short",
        r"\b(?:we're|we\ are|i'm)\ (?:still\ )?short\ (?:of\ )?(?:\d|one|two|three|four|a\b|some)",
        "user",
    ),
    rule(
        "unresolved",
        "i'll",
        rf"^(?:and\ |ok\ |but\ )*i'll\ (?:check|ask|call|write|talk\ to|see|look|try|find\ out|email|"
        rf"ring)\b.*\b(?:{DAY}|later|tonight|next\ \w+|this\ week|once|after)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "somebody someone anybody anyone",
        r"\b(?:somebody|someone|anybody)\ (?:please|pls)\ \w+|\b(?:can|could|would)\ (?:somebody|someone|anybody|"
        r"anyone)\ (?!explain|tell|recommend)\w+",
        "user",
    ),
    rule(
        "unresolved",
        "can't cannot cant",
        r"^(?:and\ |but\ |i\ |we\ |still\ )*(?:can't|cannot|cant)\ find\ (?:the|my|our|his|her)\b",
        "user",
    ),
    rule(
        "unresolved",
        "gotta have_to must need_to",
        r"^(?:and\ |then\ |i\ |we\ |still\ )*(?:gotta|have\ to|must|need\ to)\ (?:return|renew|buy|call|pay|send|book|"
        r"fix|finish|order|clean|pick|bring|write|submit|hand|ask|check|find|apply|register|cancel|mail|sign|ring|"
        r"phone|email|text|visit|collect|measure|remind|water|feed|paint|charge|refill|replace|repair|change|mow|sort)\b",
        "user",
        firm=True,
    ),
    rule("unresolved", "putus mati", r"\b(?:putus[ -]nyambung|mati[ -]nyala|nyala[ -]mati|byar[ -]pet)\b", "user"),
    rule(
        "unresolved",
        "kudu harus mesti musti",
        r"^(?:besok\ |nanti\ |lusa\ |aku\ |gue\ |gw\ )*(?:kudu|harus|mesti|musti)\ ke\ \w+",
        "user",
    ),
    rule(
        "unresolved",
        "ketemu nemu dapet dapat",
        r"\b(?:ga|gak|nggak|ngga|tidak)\ (?:ketemu|nemu|dibalas|direspon|diangkat|nyambung|ada\ "
        r"kabar)(?:-\w+)?\s*(?:$|,)",
        "user",
    ),
    rule("unresolved", "remember_to", r"^(?:please\ |and\ |also\ |but\ )*remember\ to\ \w+", "user"),
    rule(
        "unresolved",
        "checked fixed repaired serviced replaced cleaned looked",
        r"\b(?:we|i)\ should\ (?:really\ |probably\ |finally\ )*(?:get|have)\ .{2,40}\ (?:checked|fixed|repaired|"
        r"serviced|replaced|cleaned|looked\ at)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "have_no got_no",
        r"^(?:and\ |but\ )?(?:we|i)\ (?:still\ )?(?:have|got)\ no\ (?!idea|problem|plans?|objection|choice|time\ to|"
        r"doubt|need|regrets?)[\w-]+(?:\ [\w-]+)?\ (?:for|on|in)\ \w+",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "back",
        r"\b(?:error|bug|loop|leak|problem|issue|crash|noise|flicker|smell|timeout|lag|pain|mould|damp|"
        r"spam)s?(?:\ (?:is|are|came)|'s)\ back\b(?!\ (?:to|at|in)\b)",
        firm=True,
    ),
    rule(
        "unresolved",
        "terus mulu melulu",
        r"\b(?:bunyi|bocor|mati|netes|putus|ngadat|macet|kedip|rewel)\ (?:terus|mulu|melulu)\b",
        "user",
    ),
    rule(
        "unresolved",
        "bangunin bangunkan inget2in ingetin2",
        r"^(?:dan\ |terus\ |sama\ )*(?:tolong\ )?(?:bangunin|bangunkan)\ .{0,20}\b(?:jam|pukul|sebelum)\b|\binget2in\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "gagal error eror rusak crash bocor macet mati force blank lemot hang dicari lagi tetep tetap masih",
        r"\b(?:masih|tetap|tetep)\ (?:gagal|error|eror|rusak|bocor|macet|mati|crash|force\ close|blank|lemot|hang|"
        r"nge-?\w+|dicari)\b|(?<!ga\ )(?<!gak\ )(?<!nggak\ )(?<!ngga\ )(?<!tidak\ )\b(?:error|eror|crash|down|mati|"
        r"timeout|lemot|bocor|netes|rembes|macet|rusak|putus|ngadat|kedip|bunyi|[45]\d\d)\ lagi\b",
        "user",
    ),
]
