"""Closed items by the form of the sentence: repaired, signed, answered, through, works again, stopped, gone, "udah" and
"akhirnya"."""

from __future__ import annotations

from .phrases import COMPLETED, COMPLETED_WORDS
from .rules import rule

RULES = [
    rule(
        "resolved",
        "again",
        r"^(?!.*\b(?:not|if|when|until|once|never|should)\b).*\b(?:is|are|'s)\ (?:now\ )?(?:reporting|responding|"
        r"running|sending|syncing|answering|building|charging|printing|passing|green|reachable|alive|healthy|complete|"
        r"clean|dry|quiet)\ again\b",
    ),
    rule(
        "resolved",
        COMPLETED_WORDS,
        rf"^(?!.*\b(?:keep|keeping|not|never|if|when|until|once|must|should|will|to|get|gets|be|is|are|was|were|half|"
        rf"no|nothing|who|what|as|only|just|already\ \w+ing|needs?|want|have|has|"
        rf"error)\b)(?:[\w'\#-]+\ ){{1,4}}{COMPLETED}\s*(?:$|,)",
        "user",
    ),
    rule(
        "resolved",
        "renewed paid booked signed sent ordered delivered approved arranged reserved",
        r"^(?!.*\b(?:not|never|if|when|until|must|should|will|to|none|no|half)\b)(?!an?\b|each|every)(?:[\w'-]+\ "
        r"){1,4}(?:renewed|paid|booked|signed|sent|ordered|delivered|"
        r"approved|arranged|reserved)\s*(?:$|,)",
        "assistant",
    ),
    rule(
        "resolved",
        "answered replied confirmed got_back wrote_back called_back",
        r"^(?!(?:i|we|you|nobody|who|it|this|that|not|if|once|when)\b)(?!.*\bnever\b)(?:the\ |my\ |"
        r"our\ )?[\w'-]+(?:\ [\w'-]+)?\ (?:has\ |have\ )?(?:finally\ |just\ |already\ )*(?:answered|replied|confirmed|"
        r"got\ back|wrote\ back|called\ back)\b(?!\ (?:that\ (?:they|he|she)\ can't|no\b))",
        "user",
    ),
    rule("resolved", "udah sudah", r"^(?!.*\bpadahal\b).*\b(?:udah|sudah)\ ada\s*(?:$|,)", "user"),
    rule(
        "resolved",
        "fixed solved sorted repaired",
        r"^(?!.*\b(?:not|isn't|needs?|get|gets|be|was|were|until|if|when|how|almost|"
        r"partly)\b)(?!nothing)(?:[\w'\#.-]+\ ){1,4}(?:fixed|solved|sorted|repaired)\s*(?:[:;,]|$)",
    ),
    rule(
        "resolved",
        "plugged sealed mended repaired patched closed",
        r"^(?:so\ |and\ )*(?:that|this|the|both|your|our)\ [\w'-]+(?:\ [\w'-]+){0,2}\ (?:is|"
        r"are)\ (?:now\ )?(?:plugged|sealed|mended|repaired|patched)\b",
    ),
    rule(
        "resolved",
        "gone",
        r"^(?!.*\b(?:not|i'm|we're|that's|it's|long|are|is|all\ my|time)\b)(?:[\w'-]+\ ){1,3}gone\s*$",
        "user",
    ),
    rule(
        "resolved",
        "went_through no_longer",
        r"^(?!.*\b(?:if|when|until|once|after|before|never)\b).*\b(?:changes?|updates?|payments?|transfers?|orders?|"
        r"refunds?|deploy\w*|migration|release|merge|requests?|applications?|renewals?|invoices?|switch|upgrades?|ota|"
        r"builds?|bookings?|registration|transaction|claims?)\ (?:has\ |have\ )?(?:finally\ |just\ |now\ )?(?:went|"
        r"gone)\ through\b|^(?:and\ |so\ |ok\ )?(?:we|i|you)\ (?:now\ )?no\ longer\ need\b",
    ),
    rule(
        "resolved",
        "dicek diperiksa ditanyakan ditanyain dikonfirmasi dikabari dijawab dibalas diambil dipesan dijadwalkan",
        r"^(?!.*\b(?:kalau|kalo|jika|belum|apakah|apa)\b).*\b(?:sudah|udah|dah|telah)\ (?:saya\ |aku\ |gue\ |gw\ |"
        r"kami\ |kita\ )?(?:dicek|diperiksa|ditanyakan|ditanyain|dikonfirmasi|dikabari|dijawab|dibalas|diambil|"
        r"dipesan|dijadwalkan)\b(?!\ (?:belum|tapi))",
    ),
    rule(
        "resolved",
        "patched restored replaced renewed refunded rotated merged deployed fixed sorted submitted unblocked repaired",
        r"^(?:all\ |just\ |now\ |ok\ |yes\ )*(?:patched|restored|replaced|renewed|refunded|rotated|merged|deployed|"
        r"fixed|sorted|submitted|unblocked|repaired)(?:$|,\ (?!but|except|not|or|if)|\ and\ (?:tested|deployed|merged|"
        r"working|running|back))",
    ),
    rule(
        "resolved",
        "fixed repaired mended patched unblocked rewired repainted",
        r"^(?:i|we|i've|we've)\ (?:also\ |just\ |finally\ |already\ )*(?:fixed|repaired|mended|patched|unblocked|"
        r"rewired|repainted)\ (?:the\ (?!rent|price)|my\ |our\ |it\b)",
        "user",
    ),
    rule(
        "resolved",
        "corrected repaired renewed resolved settled completed submitted refunded installed migrated revoked unblocked "
        "patched handed_in mended sealed",
        r"^(?:corrected|repaired|renewed|resolved|settled|completed|submitted|refunded|installed|migrated|revoked|"
        r"unblocked|patched|handed\ in|mended|sealed)\ (?:the|my|our|your|a|an|both|all|it|them|that|x{3,}|two|"
        r"three)\b",
    ),
    rule(
        "resolved",
        "fixed repaired replaced renewed resolved solved sorted settled cleared merged deployed paid refunded signed "
        "approved returned confirmed reinstated unlocked unblocked",
        r"^(?:(?:turns\ out(?:\ that)?|looks\ like|it\ seems|good\ news|update|ok|okay|and|also|so|then|finally|"
        r"yesterday|today|this\ morning|btw)[\ ,:]+)*(?!(?:nobody|who|if|when|once|it|this|that|which|not|no|never|"
        r"what|everyone|you|i|we)\b)(?:the\ |my\ |our\ |your\ )?[\w'-]+(?:\ (?!will|would|should|must|can|has\b|to\b|"
        r"not\b|is\b|are\b|be\b|was\b|were\b|been\b|get|never\b)[\w'-]+)?\ (?:also\ |just\ |finally\ |already\ |"
        r"has\ |have\ )*(?:fixed|repaired|replaced|renewed|resolved|solved|sorted|settled|cleared|merged|deployed|"
        r"paid|refunded|signed(?!\ up)|approved|returned|confirmed|reinstated|unlocked|unblocked)\ (?:the|my|our|"
        r"your|his|her|their|it|them|me|us|that|this|off|everything)\b(?!\ (?:attention|visit|respects|day|best))",
        "user",
    ),
    rule(
        "resolved",
        "is are was got it's that's everything's normal",
        r"(?<!\bi\ )(?<!\bhe\ )(?<!\bshe\ )(?<!to\ )\b(?:is|are|was|got|it's|that's|everything's)\ (?:now\ |finally\ |"
        r"all\ |already\ |just\ )?(?:through(?=\s*$|[,;:]|\ (?:and|as)\b)|up\ and\ running|back\ (?:to|at)\ normal|"
        r"good\ to\ go|all\ set|behind\ (?:me|us)\b|in\ the\ bag|a\ thing\ of\ the\ past|out\ of\ the\ way|"
        r"over\ and\ done|out\ (?:in|on)\ (?:all|every|prod\w*|both|the\ (?:store|app))\b|history(?=\s*$|"
        r",))(?!.*\b(?:if|when|until|once|not)\b)|^(?:ok\ |all\ |everything\ |\d\d[:.]\d\d\ )*back\ to\ normal\b",
    ),
    rule(
        "resolved",
        "alarm turned closes settles answers clears closing averted cured went_away",
        r"\bfalse\ alarm\b|\bcrisis\ averted\b|\b(?:which|that|this)\ (?:also\ |now\ )?(?:closes|settles|"
        r"clears)\ (?:the|that|this|your|our|my|it|one|both|[a-z]+-?\d+|\#\d+)\b|\bclosing\ (?:this|the\ (?:ticket|"
        r"issue|thread|case)|it)\b|\bturned\ out\ (?:to\ be\ |it\ was\ )(?:(?:just|only)\ \w+|nothing|harmless|fine|"
        r"(?:an?|the)\ (?:\w+\ )?(?:cable|setting|config\w*|typo|cache|bug\ in|missing|fuse|battery|plug|switch|"
        r"proxy|firewall|permission|driver|version|date|clock|timezone|dns|certificate|variable|path|flag|port|"
        r"filter|valve|mix-?up|misunderstanding|duplicate))\b",
    ),
    rule(
        "resolved",
        "again",
        r"(?<!not\ )(?<!never\ )(?<!n't\ )(?<!until\ it\ )(?<!if\ it\ )(?<!when\ it\ )^(?!.*\b(?:if|when|until|once|"
        r"never|not|should|then|every)\b)(?!(?:he|she|i|we|they|same|nobody)\b).{2,50}\ (?:compiles?|runs?|builds?|"
        r"starts?|boots?|prints?|loads?|plays?|syncs?|charges?|responds?|connects?|rings?|flush(?:es)?|heats?|"
        r"drains?|pass(?:es)?|sends?|receives?|renders?|closes|opens|accepts?|turns\ on|lights\ up|locks|spins|"
        r"records|scans|listens|pairs|mounts?)\ again\b(?!\ (?:and\ again|tomorrow|later|next))",
    ),
    rule(
        "resolved",
        "stopped anymore any_more quit",
        r"\b(?:has\ |have\ |finally\ )*stopped\ (?:leaking|crashing|failing|dripping|rattling|squeaking|flickering|"
        r"beeping|smoking|complaining|hurting|creaking|itching|bleeding|freezing|hanging|overheating|disconnecting|"
        r"timing\ out|rubbing|smelling|spamming|restarting|blinking|snoring|limping|coughing)\b|"
        r"(?<!if\ it\ )\b(?:doesn't|don't|does\ not|do\ not|isn't|aren't)\ (?:leak|crash|fail|drip|rattle|squeak|"
        r"flicker|beep|smoke|hurt|creak|itch|freeze|hang|overheat|disconnect|time\ out|smell|restart|blink|limp|jam|"
        r"stick|lag|stutter|leaking|crashing|failing|broken|stuck|late|missing|needed)\b.{0,20}\ any\ ?more\b",
    ),
    rule(
        "resolved",
        "thing issue ticket case claim matter bug problem saga dispute topic chapter",
        r"^(?!.*\b(?:not|if|when|until|once|never|no|by|should|could|to\ be)\b)(?:[\w'-]+\ ){0,3}(?:thing|issue|"
        r"ticket|case|claim|matter|bug|problem|saga|dispute|topic|chapter)\ (?:(?:is|was|got)\ )?(?:now\ |finally\ |"
        r"all\ )*(?:closed|over|done|sorted|settled|solved|finished)\b",
        "user",
    ),
    rule(
        "resolved",
        "green_light go_ahead blessing the_ok the_okay the_nod thumbs_up",
        r"\b(?:gave|got|given|have|has)\ (?:us\ |me\ |you\ |it\ )?(?:the|their|his|her|a)\ (?:green\ light|go-ahead|"
        r"go\ ahead|blessing|ok|okay|nod|thumbs\ up)\b(?!.*\b(?:if|once|until|not)\b)",
    ),
    rule(
        "resolved",
        "udah sudah dah udh sdh telah wis uwis",
        r"^(?!.*\b(?:kalau|kalo|jika|padahal|belum|apakah|harusnya|seharusnya|dulu|tapi\ (?:ga|gak|nggak|masih)|"
        r"semoga)\b).*\b(?:udah|sudah|dah|udh|sdh|telah|u?wis)\ (?:pada\ |juga\ |langsung\ |semua\ |lama\ |aku\ |"
        r"gue\ |gw\ |tak\ |saya\ )*(?:ke-?(?!lewat|cap[ae]|malam|siang|mahal|banyak|buru|habis|telat|luar\b|lamaan|"
        r"cil|dua|tiga|temu|bih|hilang|pepet|siang|sana|sini|ring)[a-z]{4,}|(?<=tak\ )\w{4,}|di\ tangan|clear\b|"
        r"oke\b|ok\b|rebes|nyala|konfirmasi|ngabarin|bales|setuju|ttd|tanda\ tangan|pas\b|vaksin|servis|lapor|"
        r"mulus|kering|bersih|sembuh|lancar|online|tukar|tuker|ready|terbit|sah\b|resmi|ditransfer|diterima|"
        r"ketauan\ (?:penyebab|sebab)\w*|ngasih|ngirim|nyetor|nyerahin|mengirim\w*|mengganti\w*|membayar\w*|"
        r"menyerahkan|menyetujui|memperbaiki|mengurus\w*|menyelesaikan)\b",
    ),
    rule(
        "resolved",
        "semua lengkap tuntas",
        r"^(?!.*\b(?:belum|kalau|kalo|harus|perlu|tidak|gak|ga|nggak|akan|nanti|kecuali|biar|"
        r"supaya)\b).*\b(?:ter(?!lalu|masuk)\w{4,}|ke-?(?:pasang|kirim|bayar|upload|isi)\w*)\ (?:semua\w*|lengkap|"
        r"tuntas)\b",
    ),
    rule(
        "resolved",
        "akhirnya",
        r"\b(?:keluar|dapet|dapat|turun|cair|terbit|datang|dateng|nyampe|sampai|selesai|beres|"
        r"kelar)\ (?:juga\ )?akhirnya\b|\bakhirnya\b(?!.*\b(?:tidak|gak|ga|nggak|belum|batal|gagal|kita|kami|pilih|"
        r"pakai|pake|sepakat|diputuskan|memutuskan)\b).{0,60}\b(?:keluar|dapet|dapat|selesai|ketemu|sampai|nyampe|"
        r"datang|dateng|turun|cair|lulus|terbit|acc|nyala|beres|kelar|sembuh|laku|lolos|diterima|disetujui|dibayar|"
        r"dibalas|dibales|terpasang|masuk|lunas|normal|jalan\ lagi|bisa)\b",
    ),
    rule(
        "resolved",
        "lagi",
        r"\b(?:udah|sudah|dah)\ (?:ga|gak|nggak|tidak|ngga)\ \w{3,}(?:\ \w+)?\ lagi\b|^(?!.*\b(?:kalau|kalo|biar|"
        r"supaya|agar|harus|semoga|bisa\ (?!lagi))\b).*\b(?:ga|gak|nggak|tidak|ngga)\ (?:bocor|netes|rembes|error|"
        r"crash|macet|mampet|bunyi|lemot|panas|bau|putus|ngadat|mati|kedip|demam|batuk|sakit|rewel|bermasalah|"
        r"telat|nge\w+|kambuh)\ lagi\b|\b(?:nyala|hidup|jalan|normal|lancar|konek|nyambung|berfungsi|online|"
        r"terang)\ (?:lagi|kembali)\s*(?:$|,)",
    ),
    rule(
        "resolved",
        "finally",
        r"\bfinally\ (?:showed\ up|came(?!\ to)|arrived|replied|answered|called|wrote\ back|sent|paid|works|"
        r"worked\ out|got\ (?:the|my|our|an?|it|back)|signed|agreed\ to|fixed|turned\ up|went\ through|"
        r"heard\ back)\b(?!.*\b(?:if|until)\b)",
    ),
    rule(
        "resolved",
        "tadi barusan kemarin",
        r"^(?!.*\b(?:belum|ga|gak|nggak|tidak|telat|rusak|janji\w*|harusnya|rencana\w*|"
        r"mau)\b)(?:[\w-]+\ ){0,2}[\w-]+(?:nya)?\ (?:udah\ |sudah\ )?(?:nyampe|sampe|sampai|dateng|datang|turun|"
        r"cair|keluar|terbit|lunas|dianter|diantar|diambil|dijemput)\ (?:tadi|barusan|kemarin)\b",
        "user",
    ),
    rule(
        "resolved",
        "dapet dapat ketemu acc nyampe sampe",
        r"^(?!.*\b(?:belum|ga|gak|nggak|tidak|kalau|kalo|mau|bisa|harus|cuma|baru|masih|nanti|"
        r"besok)\b)(?:[\w-]+\ ){1,3}(?:dapet|acc|nyampe|sampe)\s*$",
        "user",
    ),
    rule(
        "resolved",
        "back",
        r"^(?!.*\b(?:not|if|when|until|once|never)\b)(?:the\ |my\ |our\ )?[\w'-]+(?:\ [\w'-]+)?(?:'s|\ is|"
        r"\ are)\ (?:finally\ |now\ )?back\ (?:from|home|in|at|on|where)\b",
        "user",
    ),
    rule(
        "resolved",
        "is are",
        r"(?<!\bthey\ )(?<!\bit\ )(?<!emails\ )(?<!messages\ )\b(?:is|are)\ (?:all\ |now\ |finally\ |"
        r"both\ )?(?:posted|packed|printed|bought|ordered|written|filed|submitted|renewed|replaced|repaired|refunded|"
        r"sent)(?:\s*$|[,;]|\ and\ (?:posted|sent|paid|packed|printed|signed|in|ready))",
    ),
]
