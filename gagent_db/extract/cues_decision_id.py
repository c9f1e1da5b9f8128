"""Indonesian decisions: what is said to be chosen, fixed, forbidden or for somebody to do."""

from __future__ import annotations

from .phrases import START
from .rules import rule

RULES = [
    rule(
        "decision",
        "stay stick keep use leave skip drop hold default pin cap limit ditch prefer avoid forget kill",
        rf"{START}(?!.*\b(?:words|sentences|paragraphs?|bullets?|tone)\s*$)(?!\w+\ [\w'-]+\ (?:is|are|was|were|"
        rf"has)\b)(?:just\ |only\ |definitely\ |instead\ )*(?:stay\ (?:on|with|in|at|put|where|as)|stick\ (?:with|to)|"
        rf"keep\ (?!\w+in[g']|each\b|on\b|you\b|ya\b|those\b|that\ \w+\ (?:going|up)|at\b|doing\b|me\b|us\b|going\b|"
        rf"trying\b|in\ mind|an\ eye|posted|looking|working|it\ up|up\b|digging|getting|seeing|an?\ note|a\ copy)\S+|"
        rf"use\ (?!case|cases\b|of\b|this\ (?:to|code)|the\ (?:attached|file|image|picture|link)|my\ |that\ (?:to|"
        rf"as))\S+|leave\ (?!it\s*$|.*\b(?:for|until|till)\ (?:next|later|tomorrow|another)\b|me\b|a\ (?:comment|note|"
        rf"message)|for\b|home\b|it\ with\ me)\S+|skip\ (?!dulu\b)\S+|drop\ (?!me\b|by\b|it\ (?:here|in|into)|"
        rf"the\ file|off\b)\S+|hold\ off\ on|default\ to|pin\ \S+|cap\ \S+|limit\ \S+|ditch\ \S+|avoid\ \S+|"
        rf"forget\ (?!to\b|how\b|what\b|that\ i|it\b)(?:about\ )?\S+|(?:kill|scrap|retire|nuke)\ (?:the|that|it|"
        rf"all)\b(?!\ (?:process|server|job|terminal|tab)))",
        "user",
    ),
    rule(
        "decision",
        "yaudah yowis yasudah udah okelah oke deh",
        r"^(?:yaudah|yauda|ya\ udah|yowis|ya\ wis|ya\ sudah|yasudah|okelah|oke\ deh|ok\ deh)(?:\ lah|"
        r"\ deh)?[, ]+(?!(?:gpp|gapapa|nggak\ apa|ga\ apa|tolong|nanti|ntar|tunggu|makasih|kalau|kalo|coba|lanjut|sip|"
        r"satu|besok)\b|(?:gue|gw|aku|saya|kita)\ (?!ambil|pilih|pakai|pake|ikut|jadi|batal\w*|pes[ae]n|setuju|tolak|"
        r"stop|sewa|tetap|tetep|terima|beli|resign|pindah)\w)\S+",
        "user",
    ),
    rule(
        "decision",
        "diputuskan putuskan putusin memutuskan disepakati sepakati sepakat keputusannya kesepakatannya",
        r"\b(?:sudah|udah|telah|kita|kami|akhirnya|tim|panitia|rapat)\ (?:sudah\ |udah\ |telah\ |akhirnya\ |semua\ )*"
        r"(?:diputuskan|putuskan|putusin|memutuskan|disepakati|sepakati)\b(?!\ (?:siapa|apa|apakah|kapan|mana|"
        r"bagaimana|gimana|nanti))|\b(?:kita|kami)\ (?:sudah\ |udah\ |telah\ |akhirnya\ |semua\ |berdua\ )*sepakat\ "
        r"(?:pakai|pake|untuk|buat|tidak|nggak|ga|gak|tetap|tetep|bahwa|di\w+)\b|"
        r"\b(?:keputusannya|kesepakatannya)\ (?!belum|masih|nanti|menunggu|nunggu|"
        r"tergantung|ada\b|apa\b|kapan|besok|siapa)\w+",
    ),
    rule("decision", "jangan jgn", r"^(?:dan\ |tapi\ )?[\w-]+nya\ (?:jangan|jgn)\ \w+|,\ (?:jangan|jgn)\ \w+", "user"),
    rule(
        "decision",
        "dipilih pilih milih memilih pilihnya pilihan terpilih",
        r"(?:\byang\ (?:akhirnya\ )?(?:di)?pilih\b|(?<!sudah\ )(?<!udah\ )\b(?:kita|kami|aku|saya|gue|gw|tim|panitia|"
        r"pengurus|akhirnya|udah|sudah|jadi)\ (?:akhirnya\ |jadi\ |udah\ |sudah\ |tetap\ |tetep\ |sengaja\ )*(?:pilih|"
        r"milih|memilih)\b|\bpilihan(?:nya)?\ (?:jatuh|akhir)|\bakhirnya\ (?:di)?pilih|\bterpilih\b|"
        r"^pilih\ .{2,40}\ (?:aja|saja)\b|(?<!belum\ )(?<!bisa\ )\bdipilih\b)",
        "any",
    ),
    rule(
        "decision",
        "ditetapkan dipastikan dikunci disetujui dicoret dibatalkan diundur dimundurkan dimajukan digeser "
        "dijadwalkan ditolak dipertahankan diganti ditiadakan dihilangkan diresmikan dibekukan",
        r"(?<!belum\ )(?<!bisa\ )(?<!perlu\ )(?<!harus\ )(?<!akan\ )(?<!tidak\ )(?<!mau\ )\b(?:ditetapkan|dikunci|"
        r"dicoret|dibatalkan|ditiadakan|dibekukan|(?:diundur|dimundurkan|dimajukan|digeser|dijadwalkan)(?:\ (?:ke|"
        r"jadi|menjadi|sampai|hingga|tanggal|tgl))|dipertahankan)\b",
        "any",
    ),
    rule(
        "decision",
        "kita kami",
        rf"{START}(?:kita|kami)(?:\ (?:jadi|jadinya|tetap|tetep|semua|cuma|hanya|akan|langsung|gak|ga|nggak|tidak|"
        rf"gak\ akan))*\ (?!(?:bisa|perlu|harus|punya|lihat|liat|cek|tunggu|nunggu|coba|udah|sudah|belum|lagi|masih|"
        rf"pernah|bahas|diskusi|ngobrol|tahu|tau|butuh|kan|juga|sering|suka|kayak|gimana|apa|ada|baru|sedang|dapat|"
        rf"dapet|kena|kalah|menang|lupa|bingung|sama|yang|di|ke|dari|berdua|bertiga|orang|kurang|ingin|pengen|mungkin|"
        rf"kira|rasa|paham|ngerti|tadi|kemarin|dulu|sempat|nanti|mau\ (?!bayar|terima))\b)(?!.*\b(?:kalau|kalo|gimana|"
        rf"dulu\ ya|apa|mungkin|belum|error)\b)[a-z]{{3,}}\b",
        "user",
    ),
]
