"""How people decide, or leave things open, in chat: first person, clipped, English and Indonesian."""

from __future__ import annotations

from .phrases import DAY, START
from .rules import rule

RULES = [
    rule(
        "decision",
        "landed_on settled_on ended_up",
        rf"\b(?:landed|settled|zeroed\ in)\ on\b(?!\ (?:my|his|her|its|top|the\ (?:ground|floor|roof)))|"
        rf"{START}(?:(?:we|i|they|we've|i've)\ )?(?:finally\ |eventually\ )?ended\ up\ (?:with\ (?:the|a|an|two)\b|"
        rf"(?:choos|buy|book|pick|tak|order|rent|keep|us|go)ing\b)",
        "user",
    ),
    rule(
        "decision",
        "sticking staying dropping ditching scrapping skipping cancelling canceling switching moving_to keeping",
        rf"{START}(?:(?:i'm|i\ am|we're|we\ are)\ )?(?:definitely\ |now\ |just\ |also\ )*(?:sticking\ (?:with|to)|"
        rf"staying\ (?:with|on)\ (?!track|top|top\ of|the\ (?:road|move))|(?:dropping|ditching|scrapping)\ (?!by|off|"
        rf"out|in\b|some|hints)\S+|(?:skipping|cancell?ing)\ the|switching\ (?:back\ )?to|moving\ to\ (?!a\b|"
        rf"the\ next)|keeping\ (?:the|both|it\ (?:at|as|on|in)|\w+\ (?:at|as|on)\ \S+))",
        "user",
    ),
    rule(
        "decision",
        "i'm_keeping i'm_leaving i'm_using am_keeping we're_standardising we're_standardizing we're_keeping "
        "we're_dropping i'm_dropping",
        r"\b(?:i'm|i\ am|we're)\ (?:keeping|leaving|using|dropping|standardi[sz]ing\ on)\b.{4,}(?:,\ (?:since|because|"
        r"as|so)|\ (?:since|because|instead|rather\ than|so\ that|for\ now|as\ (?:is|it\ is))\b|;)",
        "assistant",
    ),
    rule(
        "decision",
        "ceiling cap limit maximum minimum floor deadline target cutoff budget",
        r"^(?!(?:what|which|who|it|this|that)\b)(?:the\ |our\ )?[\w'$€£.,%-]+(?:\ [\w'-]+){0,3}\ (?:is|stays|"
        r"are)\ (?:the|our|my)\ (?:absolute\ |hard\ |upper\ |lower\ )?(?:ceiling|cap|limit|maximum|minimum|floor|"
        r"deadline|target|cut-?off|budget)\s*$",
        "user",
    ),
    rule(
        "decision",
        "max maximum min minimum limit budget deadline price rate cap quota target date fee rent",
        r"^(?:so\ |the\ |our\ |new\ )*(?:[a-z-]+\ )?(?:max(?:imum)?|min(?:imum)?|limit|budget|deadline|price|rate|cap|"
        r"quota|fee|"
        r"rent)\b[\w\ ]"
        r"{0,20}\ (?:is|=)\ (?:now\ )?(?:at\ )?[$€£]?\d",
        "user",
    ),
    rule(
        "decision",
        "presents hosts cooks drives moderates chairs referees babysits",
        r"^(?!(?:it|this|that|he|she|who|what|nobody|everyone|someone)\b)[a-z]+\ (?:presents|hosts|cooks|drives|"
        r"moderates|chairs|referees|babysits)(?:$|,|\ (?!well|like|fast|badly|too)\w+)",
        "user",
    ),
    rule(
        "decision",
        "ok_with okay_with fine_with good_with cool_with",
        rf"{START}(?:i'm|i\ am|we're|we\ are)\ (?:all\ )?(?:ok|okay|fine|good|cool)\ with\ (?!it\b|that\b|this\b|both|"
        rf"either|whatever|them\b|any|everything|all\b|what|how|my\b|being)\w+\ \w+",
        "user",
    ),
    rule(
        "decision",
        "anything everything",
        r"^(?:and\ )?(?:anything|everything)\ (?:above|over|under|below|beyond|older|newer|larger|bigger|smaller|"
        r"longer|less|more|else|with|without|from|on|in|that)\ .{2,50}\ (?:needs?|gets?|goes|requires?|must|has\ to|"
        r"stays?|counts?|waits?|is)\ (?!fine|ok|broken|wrong|gone|lost|great|good|still)\w+",
        "user",
    ),
    rule(
        "decision",
        "ga_kita ga_kami ga_gue ga_gw ga_aku ga_saya gak_kita gak_kami gak_gue gak_gw gak_aku gak_saya nggak_kita "
        "nggak_kami nggak_gue nggak_gw nggak_aku nggak_saya ngga_kita ngga_kami ngga_gue ngga_gw ngga_aku ngga_saya "
        "tidak_kita tidak_kami tidak_gue tidak_gw tidak_aku tidak_saya enggak_kita enggak_kami enggak_gue enggak_gw "
        "enggak_aku enggak_saya",
        r"^(?!.*\b(?:kalau|kalo|belum|udah|sudah|kenapa|apa|error)\b)[\w-]+(?:\ [\w-]+){0,4}\ (?:ga|gak|nggak|ngga|"
        r"tidak|enggak)\ "
        r"(?:kita|kami|gue|gw|aku|saya)\ (?!tau|tahu|bisa|suka|ngerti|paham|temu|lihat|liat|ingat|inget)\w{4,}",
        "user",
    ),
    rule(
        "decision",
        "can_only can_have can_use can_take can_spend can_watch can_play can_order can_eat can_stay can_borrow "
        "may_only may_have may_use may_take may_spend may_watch may_play may_order may_eat may_stay may_borrow",
        r"^(?!.*\b(?:if|how|why|which)\b)(?!(?:you|i|we|it|that|this|they)\b)(?:the\ |"
        r"our\ )?[\w'-]+(?:\ [\w'-]+){0,3}\ (?:can|may)\ (?:only\ )?(?:have|use|take|spend|watch|play|order|eat|"
        r"stay\ up|borrow)\ (?:up\ to\ |at\ most\ |only\ )?(?:\d|one|two|three|half|an?\ (?:hour|day|week))",
        "user",
    ),
    rule(
        "decision",
        "simpan simpen pakai pake taruh taro pasang ambil beli bawa cetak buang geser tunda titip tempel kasih "
        "tulis bagi potong pesen pesan hapus batalin skip lewat lanjut tambah kurangi jadiin",
        r"^(?!(?:tolong|coba|bisa|kenapa|kok|apa|gimana|kalau|kalo|abis|habis|katanya|harusnya|kayaknya|ternyata|"
        r"biasanya|rencananya|maunya|pengennya|misalnya|sebaiknya)\b)(?!.*\b(?:udah|sudah|belum|bisa|gagal|error|"
        r"kenapa|mau|lupa|apa|mungkin|sempat|sempet|jangan\ lupa|ya\ kan)\b)(?:[\w-]+\ ){0,2}\w+nya\ (?:yang\ \w+\ |"
        r"semua\ |sebagian\ )?(?:di)?(?:simpan|simpen|pakai|pake|taruh|taro|pasang|ambil|beli|bawa|cetak|buang|geser|"
        r"tunda|titip|tempel|kasih|tulis|bagi|potong|pesen|pesan|hapus|batalin|skip|lewat|lanjut|tambah|kurangi|"
        r"jadiin)\b\ \w+",
        "user",
    ),
    rule(
        "decision",
        "mind my_call",
        r"\bmade\ up\ (?:my|our)\ minds?\b|\b(?:i|we)\ (?:have|'ve)\ our\ minds?\ set\ on\b|^my\ call\b",
        "user",
    ),
    rule(
        "decision",
        "from_today from_tomorrow from_monday from_tuesday from_wednesday from_thursday from_friday from_saturday "
        "from_sunday from_next",
        rf"{START}from\ (?:{DAY})\b(?!\ (?:to|until|till|through)\b|\ ?[-–]).{{12,}}",
        "user",
    ),
    rule(
        "decision",
        "gonna going_to",
        r"\b(?:i'm|i\ am)\ (?:gonna|going\ to)\ (?:take\ (?:the|it|that|job)|use\ |keep\ (?!\w+ing|on|up|at|you)|"
        r"drop\ |skip\ |"
        r"buy\ (?:the|that)|rent\ the|stick\ |switch\ (?:to|over)|go\ with\ (?:the|option)|order\ the|cancel\ |sell\ )",
        "user",
    ),
    rule(
        "decision",
        "agreed discussed decided asked wanted disepakati",
        r".{12,},\ as\ (?:we\ )?(?:(?:agreed|discussed|decided)(?:\ (?:with|in|on|by)\ .{2,30})?|you\ (?:asked|wanted|"
        r"decided))\s*$|.{12,},\ sesuai\ yang\ disepakati",
    ),
    rule(
        "decision",
        "will_use will_be will_stay will_keep will_return will_store will_support will_run will_live",
        r"\b(?!(?:it|this|that|which|we|i|you)\b)\w+\ will\ (?:use|be|stay|keep|return|store|support|run|live)\b.{3,80}"
        r"(?:\ instead\ of\ |\ rather\ than\ |,\ not\ )\S",
    ),
    rule(
        "decision",
        "don't dont do_not",
        rf"{START}(?:please\ )?(?:don't|dont|do\ not)\ (?:ever\ )?(?:use|add|store|log|send|touch|delete|commit|push|"
        rf"deploy|email|mail|call|contact|reply|answer|ship|show|expose|put|run|allow|merge|write|include|keep|start|"
        rf"restart|change|edit|move|book|order|buy|sign|pay|open|close|remove|publish|release|upload|update|schedule|"
        rf"invite|promise|announce|rename|rebase|install|upgrade|wake|feed|water)\b.*\b(?:anywhere|ever|at\ all|again|"
        rf"any\ ?more|while|during|until|till|before|in\ (?:production|prod|public)|under\ any|on\ \w+days?|directly|"
        rf"without|unless|outside|externally|on\ your\ own)\b",
        "user",
    ),
    rule(
        "decision",
        "works",
        rf"^(?:{DAY})\b[\w :,.]{{0,24}}\ works\b(?!\ (?:if|when|unless|only))",
        "user",
    ),
    rule(
        "decision",
        "ambil",
        r"\b(?:aku|gue|gw|gua|saya|ane)\ (?:jadi\ |jadinya\ |tetap\ |akhirnya\ )?ambil\ (?:yang|opsi|cicilan|kredit|"
        r"tawaran|paket|ukuran|warna|tipe|unit|kelas|shift|jatah|posisi|kamar|rute)\b",
        "user",
    ),
    rule(
        "decision",
        "mau pengen",
        r"^(?:dan\ |tapi\ |pokoknya\ )*(?:gue|gw|gua|aku|saya|kita|kami)\ (?:udah\ )?(?:ga|gak|nggak|ngga|enggak|"
        r"tidak)\ (?:mau|"
        r"pengen)\ (?!tau|tahu|ribut|ganggu|ngerepotin|kalah|telat|bahas|ngomong|pulang|bangun|makan)\w+\ \w+",
        "user",
    ),
    rule(
        "decision",
        "deh",
        r"^(?!(?:tapi\ |ya\ |dan\ |tp\ )*(?:oke?|iya|ya|gitu|nanti|ntar|besok|kayaknya|makasih|bingung|parah|capek|"
        r"mantap|keren|gagal|coba|males|aneh|lupa|sip|pusing|seru|bagus|enak|lucu|gila|mahal|sedih|seneng|kesel|"
        r"untung|syukur|pokoknya|serius|beneran|mending|tolong|aku|gue|gw|saya|kok|emang|terserah|bodo|yah|noted|"
        r"siap)\b)(?!.*\b(?:udah|sudah|belum|bisa|mau|lagi|banget|mungkin|tau|tahu)\b)(?:[\w'-]+\ ){1,3}deh\s*(?:$|,)",
        "user",
    ),
    rule("decision", "titik", r"\S+\ \S+.*[,.;]\ ?titik(?:\ gak\ pakai\ koma)?\s*$", "user"),
    rule(
        "decision",
        "pokoknya",
        r"^(?:dan\ |tapi\ )?pokoknya\ (?!(?:gitu|begitu|seru|keren|enak|mantap|capek|gimana|asik|bagus)\b)\S+\ \S+",
        "user",
    ),
    rule(
        "unresolved", "note_to catatan_buat", r"^(?:note\ to\ self|catatan\ buat\ (?:diri|gue|gw|aku))\b.{6,}", "user"
    ),
    rule(
        "unresolved",
        "have_time get_around got_around sempat sempet",
        r"\b(?:did\ not|didn't|have\ not|haven't|had\ no)\ (?:have\ |had\ )?time\ (?:to|for)\b|\b(?:didn't|did\ not|"
        r"haven't|have\ not|never)\ (?:get|got|gotten)\ around\ to\b|\b(?:gak|ga|nggak|ngga|tidak|belum)\ (?:sempat|"
        r"sempet)\ \w+",
        firm=True,
    ),
]
