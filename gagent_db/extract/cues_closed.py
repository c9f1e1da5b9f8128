"""How people say that something formerly open is closed, in English and Indonesian."""

from __future__ import annotations

from .rules import rule

RULES = [
    rule(
        "resolved",
        "fixed done corrected merged deployed shipped is_live are_live now_live went_live closed solved sorted "
        "answered finished completed complete gone resolved released paid booked signed delivered cleared rotated "
        "patched working settled landed migrated restored taken_care wrapped_up back_up back_online back_in is_back "
        "are_back off_the off_my off_our no_longer",
        r"\b(?:is|are|was|were|been|got|'s|'re|now|all|it's|that's|finally|already|everything|everything's)\ (?:now\ |"
        r"all\ |already\ |finally\ |also\ |just\ |been\ |fully\ |officially\ )*(?:fixed|corrected|done(?!\ (?:in|by|"
        r"on|at|via|with(?!\ (?:the|my|our|all|both)))\b)|merged|deployed|shipped|live|closed(?!\ (?:until|till|on|"
        r"for(?!\ (?:me|us|good))|from|at|every|in|because|during|due|today|tomorrow|between))|solved|"
        r"sorted(?!\ (?:by|in\b|alpha|asc|desc))(?:\ out)?|answered|finished|completed?|gone|resolved|released|"
        r"paid(?!\ (?:in\ advance|monthly|weekly|by|per|every))|booked(?!\ (?:out|up)\b|.*\bevery\b)|signed(?!\ up)|"
        r"delivered|cleared|rotated|patched|working(?=\s*$|\ (?:again|now|fine|as\ expected))|taken\ care\ of|"
        r"wrapped\ up|landed|migrated|restored|back(?:\ (?:up|online))?|off\ (?:the|my|our)\ (?:table|list)|"
        r"in\ production|no\ longer\ (?:needed|relevant|an\ issue|a\ problem))(?=$|[\s,.;:!)])",
    ),
    rule(
        "resolved",
        "works no_longer all_good all_set all_green all_clear the_trick nevermind never_mind consider_it "
        "consider_this consider_that consider_the be_closed off_the solved closed gone fixed a_problem an_issue "
        "anymore any_more",
        r"\bworks\ (?:now|again|fine\ now|like\ a\ charm)\b|\b(?:now|finally)\ works\b|\bno\ longer\ (?!works\ here|"
        r"with\ us|than|lives?|plays?|needs?\ to)(?:\w+)|\ball\ (?:good|set|green|clear)\ (?:now|again)?\s*$|\b(?:did|"
        r"does)\ the\ trick\b|\bconsider\ (?:it|this|that|them|the\ \w+)\ (?:closed|done|settled|solved)\b|"
        r"\bcan\ be\ closed\b|\b(?:is|are|'s)\ off\ (?:the|my|our|your)\ (?:table|list)\b|"
        r"\bnever\ ?mind\b.{0,40}\b(?:found|fixed|works|solved|got\ it)\b|\b(?:problem|case|mystery|"
        r"issue)\ (?:is\ )?(?:solved|closed|gone|fixed)\b|\b(?:is\ not|isn't|not)\ (?:a\ problem|an\ issue|needed|"
        r"necessary|relevant)\ any\ ?more\b|\bis\ not\ a\ problem\s*$|\bno\ longer\ needed\b|\b(?:that|"
        r"this)\ (?:fixed|solved)\ it\b",
    ),
    rule(
        "resolved",
        "done",
        r"^(?!.*\b(?:before|until|till|when|if|once|not|legs|nothing|get|be)\b|.*n't)[\w`'\"./ -]{2,40}(?:,|:|\ is|\ "
        r"are)?\ (?:all\ )?done\s*$|\bis\ done\ (?:as\ far|now)\b",
    ),
    rule(
        "resolved",
        "passes pass_now pass_again green_again",
        r"\b(?:now\ pass(?:es)?|pass(?:es)?\ (?:now|again)|green\ again)\b",
    ),
    rule(
        "resolved",
        "moot unfounded groundless baseless obsolete unblocked holds blocks stops cross cross-off crossed struck "
        "strike tick ticked scratch taken settled",
        r"\b(?:is|are)\ (?:now\ |therefore\ )?(?:moot|unfounded|groundless|baseless|obsolete)\b|\bnothing\ (?:holds|"
        r"blocks|stops)\ (?:you|us|me)\b|\b(?:can|may)\ be\ (?:struck|crossed|ticked|taken)\ off\b|\byou\ can\ (?:tick|"
        r"strike|cross|scratch)\ (?:that|it|this)\b|\b(?:you're|we're|i'm|you\ are|we\ are|is)\ (?:now\ )?unblocked\b|"
        r"\b(?:cross|crossed|strike|struck|tick|ticked|scratch)\ (?:that|it|this|the\ \w+)(?:\ \w+){0,3}\ off\b|"
        r"\b(?:question|issue|matter)\ is\ (?:now\ )?settled\b",
    ),
    rule(
        "resolved",
        "found",
        r"^(?:ok\ |and\ |finally\ )*(?:(?:i|we|he|she|they)\ )?(?:finally\ |just\ )?found\ (?:the|an?\ (?:sitter|"
        r"plumber|tenant|buyer|replacement|venue|flat|room|driver|caterer|supplier|doctor|nanny|slot|date|fix|"
        r"solution|workaround)|it|them|my|our|him|her)\b(?!\ (?:\w+\ )?(?:bug|error|problem|issue|mistake|typo|way|"
        r"link|video|recipe|crash|leak)\b)(?!\ (?:following|idea|article|book|\w+\ (?:hard|boring|interesting|"
        r"difficult|confusing))\b)(?!.*\b(?:hard|boring|interesting|difficult|confusing|useful)\b)",
        "user",
    ),
    rule(
        "resolved",
        "never_mind nevermind forget_about",
        r"^(?:ok\ |oh\ |and\ |so\ )*never\ ?mind\ (?:about\ )?(?:the|that|my)\ \w+",
        "user",
    ),
    rule(
        "resolved",
        "finished done complete completed merged shipped live renewed paid booked signed fixed approved received "
        "closed solved",
        r"^(?:\w[\w`'./&-]*+\ ?){1,4}:\ (?:finished|done|completed?|merged|shipped|live|renewed|paid|booked|signed|"
        r"fixed|approved|received|closed|solved)\b(?!\ (?:by|when|if|until))",
        "assistant",
    ),
    rule(
        "resolved",
        "handled covered sorted settled dealt",
        r"^(?:ok\ |and\ |so\ )*(?:that's|that\ is|it's|this\ is|that\ one\ is|that\ one's)\ (?:now\ |all\ |"
        r"already\ )*(?:handled|covered|sorted|settled|dealt\ with)\s*$",
        "user",
    ),
    rule(
        "resolved",
        "merged done",
        r"^(?:reviewed|approved|tested|squashed)\ and\ merged\b|^(?!.*\b(?:not|never|until|when|well|nicely|job|"
        r"great)\b)(?:[\w'-]+:\ )?(?:[\w'-]+\ ){1,3}done(?:,\ \w+|\ (?:on|this|last|yesterday|today)\b)",
        "user",
    ),
    rule(
        "resolved",
        "approved granted issued through",
        r"\b(?:visas?|application|loan|leave|permit|request|claim|refund|mortgage|licen[cs]e|passport|scholarship|"
        r"expenses?)"
        r"(?:'s|\ is|\ was|\ got|\ has\ been|\ came)?\ (?:now\ |finally\ )?(?:approved|granted|issued|through)\b",
        "user",
    ),
    rule(
        "resolved",
        "passed",
        r"\bpassed\ (?:the\ |its\ |my\ |his\ |her\ )?(?:\w+\ )?(?:inspection|exam|tests?|audit|review|checks?|mot|"
        r"interview)\b",
        "user",
    ),
    rule(
        "resolved",
        "sold rented let",
        r"^(?:the|our|my)\ [\w'-]+(?:\ [\w'-]+)?\ (?:is|are|got|has\ been)\ (?:finally\ |now\ )?sold\b(?!\ (?:by|in|"
        r"at|as|on|only))",
        "user",
    ),
    rule(
        "resolved",
        "ketemu",
        r"^(?:(?:nah|eh|akhirnya|udah|sudah|yes|oke)\ )*ketemu(?:\ juga|\ lagi)?(?:$|,|\ [\w-]+nya\b)",
    ),
    rule(
        "resolved",
        "now",
        r"\b(?:is|are)\ (?:all\ )?(?!needed|used|called|expected|supposed|required|allowed|kept|"
        r"written)[a-z]{3,}(?:ed|en|ead|ilt|ent|ut)\ now\s*$",
        "assistant",
    ),
    rule(
        "resolved",
        "renewed repaired refunded reimbursed restored granted reinstated replaced corrected countersigned",
        r"^(?:the|your|both|all)\ [\w'`.-]+(?:\ [\w'`.-]+){0,3}\ (?:was|were|has\ been|have\ been)\ (?:finally\ "
        r")?(?:renewed|"
        r"repaired|refunded|reimbursed|restored|granted|reinstated|replaced|corrected|countersigned)\b",
        "assistant",
    ),
    rule(
        "resolved",
        "over",
        r"\b(?:dispute|argument|case|issue|problem|trouble|outage|strike|drama|saga|fight|crisis|"
        r"mess)\b.{0,30}(?:\ is|'s)\ (?:now\ |finally\ )?over\b",
    ),
    rule("resolved", "done_with", r"^(?:all\ |finally\ |i'm\ |we're\ )*done\ with\ (?:the|my|our|all|both)\b", "user"),
    rule(
        "resolved",
        "all_good all_fine all_clear all_sorted",
        r"\S+\ \S+.*,\ all\ (?:good|fine|clear|sorted)\s*$",
        "user",
    ),
    rule(
        "resolved",
        "now",
        r"^(?!.*\b(?:not|only|until|if|when|still)\b)(?:the|my|our)\ [\w'-]+(?:\ [\w'-]+)?(?:'s|\ is|\ are)\ (?:on|in|"
        r"back|at)\ .{2,30}(?<!right)\ now\s*$|^(?:the\ |my\ |our\ )?\w+(?:\ \w+)?\ (?:adds?\ up|match(?:es)?|fits?|"
        r"pass(?:es)?|loads?|starts?|opens?)\ now\s*$",
        "user",
    ),
    rule("resolved", "solved sorted fixed", r"\S+\ \S+.*,\ (?:solved|sorted|fixed)\s*$", "user"),
    rule(
        "resolved",
        "has_been have_been",
        r"^(?!.*\b(?:not|never|until|once|if|when|but|since|for\ (?:days|weeks|months|years)|should|would)\b|"
        r".*n't)(?:the|your|all|both|our)\ [\w'`.\ -]{2,50}\ (?:has|have)\ (?:now\ |already\ |"
        r"finally\ )?been\ (?!asked|requested|used|called|known|planned|postponed|delayed|moved|rejected|declined|"
        r"discussed|considered|suggested|proposed|reported|affected|broken|skipped|changed\ (?:to|from)|designed|"
        r"stopped|named|chosen|decided|agreed|extended|raised|lowered|reduced|increased|pushed|opened|tested|seen|"
        r"told|given|taken)(?:\w{3,}ed|found|sent|paid|built|sold|hung|written|drawn|shown)\b",
        "assistant",
    ),
    rule("resolved", "again", r"^(?:the|your|our)\ [\w'`\ -]{2,40}\ has\ (?:an?|its|their)\ [\w-]+\ again\s*$"),
    rule(
        "resolved",
        "now",
        r"^(?!.*\b(?:not|only|until|if|when|still|should)\b)(?:the|your|all|both)\ [\w'`\ -]{2,40}\ (?:opens?|loads?|"
        r"pass(?:es)?|builds?|starts?|runs?|match(?:es)?|fits?|compiles?|connects?)\ now\s*$",
        "assistant",
    ),
    rule(
        "resolved",
        "passes validates compiles builds boots",
        r"^(?:ok\ |and\ |the\ )*[\w'-]+(?:\ [\w'-]+)?\ (?:passes|validates|compiles|builds|boots)\s*$",
        "user",
    ),
    rule("resolved", "shots vaccine", r"\bgot\ (?:his|her|its|their)\ (?:shots?|vaccine)\b", "user"),
    rule("resolved", "came arrived", r"^(?:both|all|the)\ [\w'-]+(?:\ [\w'-]+)?\ (?:came|arrived)\s*(?:$|,)", "user"),
    rule("resolved", "turned_up", r"^(?:the|your|our|my)\ [\w'\ -]{2,40}\ (?:has\ )?turned\ up\b(?!\ (?:late|empty))"),
    rule("resolved", "saya", r"\b(?:sudah|telah)\ saya\ (?:terima|bayar|lunasi|perbaiki|selesaikan|kembalikan)\b"),
    rule(
        "resolved",
        "got_the got_my got_our",
        r"^(?:i\ |we\ )?(?:just\ |finally\ )?got\ (?:the|my|our)\ (?:permit|visa|keys?|refund|money|passport|papers|"
        r"confirmation|approval|results?|licen[cs]e|deposit|contract|tickets?)\b(?!\ (?:wrong|mixed))",
        "user",
    ),
    rule(
        "resolved",
        "flashed installed wired mounted painted packed repaired unpacked plugged",
        r"^(?!.*\b(?:not|never|if|when|until|must|should|will)\b)(?:[\w'-]+\ ){1,4}(?:is|are)\ (?:now\ |all\ |"
        r"already\ )?(?:flashed|installed|wired|mounted|painted|packed|repaired|unpacked|plugged)\b",
        "user",
    ),
    rule(
        "resolved",
        "is_in are_in came_in",
        r"^(?:the\ |both\ |all\ )?(?:[\w'-]+\ ){0,2}(?:quotes?|offers?|deliver\w+|packages?|parcels?|invoices?|proofs?|"
        r"samples?|tickets?|payments?|money|deposit|reports?|contracts?|orders?|slides|forms?|papers|photos|votes|"
        r"numbers|results?|answers?|repl\w+|drafts?|"
        r"estimates?|bids?|feedback)\ (?:is|are|'s|came)\ (?:now\ |finally\ )?in\b",
        "user",
    ),
    rule(
        "resolved",
        "approved",
        r"^(?!.*\b(?:not|never|until|if|once|needs?)\b)(?:[\w'.-]+\ ){1,3}(?:just\ |has\ |have\ |finally\ |"
        r"also\ )*approved\ (?!by\b|of\b|at\b|with\b|for\b)\S+",
        "user",
    ),
    rule("resolved", "aman", r"\b(?:jadi\ )?soal\ [\w\ ]{2,30}\ aman\b|\b(?:udah|sudah)\ aman\b"),
    rule(
        "resolved",
        "udah sudah dah udh sdh telah",
        r"(?!^(?:udah|sudah)\ fix\b)\b(?:udah|sudah|dah|udh|sdh|telah)\ (?:pada\ |juga\ |langsung\ |semua\ |"
        r"lama\ )*(?:(?:gue|gw|aku|kami|kita)\ (?!cek|lihat|baca|buka|coba|catat|tulis|simpan|bilang|tanya|nanya|"
        r"ngobrol|diskusi|mikir|rapat|mantap|mantep|yakin|sepakat|putus|nentu|kirim\ pesan)\w+|beres|kelar|selesai|"
        r"lunas|rampung|tuntas|fix\b|jalan\b|bisa\b|balik|kembali|pindah|masuk|keluar|kirim|terkirim|bayar|berhasil|"
        r"teratasi|transfer|tf\b|setor|isi\b|daftar|ambil|jemput|beli|pesan|pesen|balas|jawab|nelpon|telpon|telepon|"
        r"hubungi|ganti|pasang|hapus|cetak|antar|anter|serahin|submit|ngirim|benerin|beresin|perbaiki|lapor|upload|"
        r"merge|deploy|push|tayang|rilis|live|normal|aktif|berfungsi|(?:ga|gak|nggak|tidak)\ (?:netes|bocor|bunyi|"
        r"rusak|macet|lemot|crash|mati|putus)|aman|hilang|sampe|nyampe|ketemu(?!\ (?:pak|bu|mas|mbak|sama|dengan|dia|"
        r"orang))|sampai|datang|ku-?\w+|turun|cair|hijau|lolos|acc\b|approve\w*|jadi\b|nyala|hidup|lengkap|"
        r"di-?(?!skusi|putus|rapat|sepakat|tetap|pilih|pasti|jelaskan|pakai\b|gunakan\b|miliki|tempati|kenal|ketahui|"
        r"sebut|cek|bahas|lihat|coba|simpan|catat|matikan\ sejak)\w{3,}|ter(?!lalu|akhir|masuk|sedia|gantung|lihat|"
        r"nyata)\w{3,}|ngga?k?\ error|ga\ error|gak\ error|benar|bener)\b",
    ),
    rule(
        "resolved",
        "beres kelar lunas rampung tuntas clear tangan",
        r"\b(?:beres|kelar|lunas|rampung|tuntas)\b(?!in|kan)|nya\ (?:udah\ |sudah\ )?clear\b|\b(?:udah|sudah)\ di\ "
        r"tangan\b",
    ),
    rule(
        "resolved",
        "lagi",
        r"\b(?:ga|gak|nggak|ngga|tidak|enggak|udah\ ga|sudah\ tidak)\ (?!ada\ lagi\ \w|usah\ |perlu\ |berlaku\ |"
        r"dipakai\ |boleh\ )(?:\w+-?\w*\ ){1,3}lagi\b(?<!dibahas\ lagi)(?<!dipakai\ lagi)(?!\ (?:pusing|mau|mood))|"
        r"\b(?:normal|jalan|nyala|hidup|bisa)\ lagi\b",
    ),
    rule(
        "resolved",
        "selesai fixed",
        r"^(?:[\w-]+\ ){0,4}(?:sudah\ |udah\ |telah\ )?selesai(?:\ (?:dikerjakan|diperbaiki|semua|direview|ya))?\s*$",
    ),
    rule(
        "resolved",
        "made bought filed ordered paid sent sorted solved found changed updated corrected confirmed rotated cleared "
        "booked signed cancelled canceled submitted delivered renewed fixed merged deployed uploaded replaced "
        "installed",
        r"^(?!\d|(?:i|we|you|he|she|they|it|not|never|who|what|when|keep|get|stay|let|to)\b)(?!.*\bnot\b)(?![\w'-]+\ "
        r"cancell?ed)"
        r"(?!the\ \w+\ cancell?ed)[\w'-]+(?:\ [\w'-]+){0,3}\ "
        r"(?:ordered|paid|sent|sorted|solved|found|changed|updated|corrected|confirmed|rotated|cleared|"
        r"(?<=appointment\ )made|(?<=reservation\ )made|(?<=payment\ )made|(?<=booking\ )made|bought|"
        r"booked|signed|submitted|filed|delivered|renewed|cancell?ed|fixed|merged|deployed|uploaded|replaced|"
        r"installed)(?:\ "
        r"[✔✅✓☑])?(?:$|,)",
        "user",
    ),
    rule(
        "resolved",
        "submitted sent paid booked signed ordered renewed filed uploaded returned delivered cancelled canceled "
        "registered enrolled",
        r"^(?:and\ |ok,?\ |just\ |already\ )*(?:submitted|sent|paid|booked|signed|ordered|renewed|filed|uploaded|"
        r"returned|registered|enrolled|"
        r"delivered|cancell?ed)\ (?:(?:off|over|in|back|out)\ )?(?:the|it|them|him|her|both|everything|all|my|our)\b",
        "user",
    ),
    rule(
        "resolved",
        "ttd acc dapet dapat nyampe nyampai disetujui",
        r"\b(?:udah|sudah|udh|dah)\ (?:di)?(?:ttd|acc|dapet|dapat|nyampe|nyampai|setujui)\b|^(?:pak|bu|bos|mas|mbak)\ "
        r"\w+\ acc\b",
    ),
    rule("resolved", "✔ ✅ ✓ ☑", r"\w\ .*\w.*[✔✅✓☑]\s*$"),
    rule(
        "resolved",
        "again",
        r"^(?!.*\b(?:not|never|try|until|when|if|once|same|see|asks?|need|check|fails?|crash\w*|error|broken|"
        r"down)\b)(?:[\w'-]+\ ){1,6}(?:works?|boots?|runs|starts|prints|connects|builds|current|online|up|green|"
        r"stable|normal|tight|dry|clean|quiet|complete|reachable|warm|open|available|loads|closes|opens|locks|charges|"
        r"rings|heats|flushes|drains|syncs|plays|responds)(?:\ and\ running)?\ again\b",
    ),
    rule(
        "resolved",
        "arrived sent granted delivered went_away came_in came_through came_back",
        r"^(?!(?:i|you|it|that|this|what|if|when)\b)(?:[\w'-]+\ ){1,4}(?:has\ |have\ |just\ |finally\ )*(?:arrived|"
        r"came\ (?:in|through|back)|went\ away|sent\ (?:the|it|them|over)|granted)(?!\ (?:late|at\ the|home)\b)",
        "user",
    ),
    rule(
        "resolved",
        "replied answered responded confirmed called_back got_back mailed_back wrote_back texted_back came_back "
        "reported_back",
        r"^(?!(?:nobody|no|never|not|who|i|you|has|have)\b)(?:[\w'-]+\ ){1,5}(?:just\ |finally\ |has\ |have\ "
        r")*(?:replied|answered|responded|"
        r"confirmed|(?:called|got|mailed|wrote|texted|came|reported)\ back)\b(?!.*\b(?:not|n't)\b)",
        "user",
    ),
]
