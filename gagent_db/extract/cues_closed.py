"""What is done, settled, repaired, paid or no longer needed."""

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
        "moot unfounded groundless baseless obsolete unblocked holds blocks stops cross crossed struck "
        "strike tick ticked scratch taken settled",
        r"\b(?:is|are)\ (?:now\ |therefore\ )?(?:moot|unfounded|groundless|baseless|obsolete)\b|\bnothing\ (?:holds|"
        r"blocks|stops)\ (?:you|us|me)\b|\b(?:can|may)\ be\ (?:struck|crossed|ticked|taken)\ off\b|\byou\ can\ (?:tick|"
        r"strike|cross|scratch)\ (?:that|it|this)\b|\b(?:you're|we're|i'm|you\ are|we\ are|is)\ (?:now\ )?unblocked\b|"
        r"\b(?:cross|crossed|strike|struck|tick|ticked|scratch)\ (?:that|it|this|the\ \w+)(?:\ \w+){0,3}\ off\b|"
        r"\b(?:question|issue|matter)\ is\ (?:now\ )?settled\b",
    ),
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
        "again",
        r"(?<!not\ )(?<!never\ )(?<!n't\ )(?<!until\ it\ )(?<!if\ it\ )(?<!when\ it\ )^(?!.*\b(?:if|when|until|once|"
        r"never|not|should|then|every)\b)(?!(?:he|she|i|we|they|same|nobody)\b).{2,50}\ (?:compiles?|runs?|builds?|"
        r"starts?|boots?|prints?|loads?|plays?|syncs?|charges?|responds?|connects?|rings?|flush(?:es)?|heats?|"
        r"drains?|pass(?:es)?|sends?|receives?|renders?|closes|opens|accepts?|turns\ on|lights\ up|locks|spins|"
        r"records|scans|listens|pairs|mounts?)\ again\b(?!\ (?:and\ again|tomorrow|later|next))",
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
]
