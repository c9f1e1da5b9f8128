"""Indonesian open items: what is not yet there (belum), still (masih), awaited or left to do (tinggal)."""

from __future__ import annotations

from .rules import rule

RULES = [
    rule(
        "unresolved",
        "belum blm belom blom belon",
        r"(?=b)"
        r"(?<!kalau\ )(?<!kalo\ )(?<!jika\ )(?<!atau\ )(?<!bila\ )(?<!\bapa\ )(?<!selama\ )(?<!dulu\ )\b(?:belum|"
        r"blm|belom|blom|belon)\b(?!\ (?:makan|tidur|mandi|ngantuk|nikah|menikah|lapar|laper|haus|lama|tentu|"
        r"apa-apa|pernah|termasuk\ ppn|genap|\?|\s*$))|\b(?:belum|blm|belom)\s*$",
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
        "diingatkan ingat ingatin ingatkan inget ingetin lupa",
        r"\b(?:(?:tolong|nanti|mohon|eh|besok)\ )?(?:ingetin|ingatkan|ingatin|diingatkan)\ (?!ya\b|dong\b)\w+|"
        r"\b(?:jangan|jgn)\ (?:sampai\ )?lupa\ (?!nonton|makan|oleh)\w+|\S\ \S.*,?\ (?:jangan|jgn)\ (?:sampai\ )?lupa"
        r"(?:\ (?:ya|yaa|dong|loh|lho))?\s*$|\b(?:gue|gw|aku|saya)\ (?:lupa|(?:ga|gak|"
        r"nggak|tidak)\ (?:inget|ingat))\ (?!kalau)\w+",
    ),
    rule(
        "unresolved",
        "tinggal sisa sisanya kurang kurangnya pr tersisa",
        r"\btinggal\ (?:nunggu|menunggu|tunggu|bayar|kirim|tanda\ tangan|ttd|konfirmasi|di\w{3,}|satu\b|dua\b|tiga\b|"
        r"\d+\b(?!\ ?(?:[kmgt]b|persen|%|hari|menit|jam|km|rb|ribu|juta))|bagian|urus\w*|nyari|cari|beli|revisi|cek|"
        r"nanya|tanya|approve|approval|pelunasan)|\bsisa(?:nya)?\ (?:satu|dua|tiga|empat|\d+|tinggal|masih|belum|"
        r"yang)|^sisa(?:nya)?\b\s*[:,]|\b(?:masih\ |tinggal\ )kurang\b|^(?:yang\ )?kurang(?:nya)?\b\s*:|"
        r"\bkurang\ (?:satu|dua|tiga|\d)\b|\b(?:masih|jadi|tinggal)\ (?:jadi\ )?pr\b|\b(?:yang|masih)\ tersisa\b",
    ),
    rule(
        "unresolved",
        "kabar jawaban respon respons balasan tanggapan konfirmasi diem diam dibales dibalas digubris direspon "
        "ngabarin ngilang menghilang centang digantung mandek mangkrak nyangkut tertahan ketahan tersendat "
        "terbengkalai macet mogok",
        r"\bkabar\w*(?:\ \w+){0,3}\ (?:ga|gak|nggak|ngga|tidak|belum)\ ada\b|\b(?:ga|gak|nggak|ngga|tidak|tanpa|nihil|"
        r"belum)\ (?:ada\ |dapat\ |dapet\ |dikasih\ )?(?:kabar\w*|jawaban\w*|respons?\w*|balasan\w*|tanggapan\w*|"
        r"konfirmasi\w*|dibales|dibalas|digubris|direspon\w*|ngabarin)\b|\b(?:diem|diam)\ (?:aja|saja|doang|terus)\b|"
        r"\b(?:ngilang|menghilang)\b|\bcentang\ (?:satu|dua|1|2|abu\w*)\b|\b(?:digantung|mandek|mangkrak|nyangkut|"
        r"tertahan|ketahan|tersendat|terbengkalai)\b(?!\ (?:tapi|tadi))(?!.*\b(?:udah|sudah|juga\ sudah|akhirnya)\b)",
    ),
    rule(
        "unresolved",
        "baru",
        r"\bbaru\ (?:bisa\ (?!dapat\ kabar)\w+|akan|sampai|nyampe|dp\b|se(?:bagian|paruh|tengah)\b|\d+\ (?:dari|yang|"
        r"orang|rumah|unit|halaman|bab|persen|%)|(?:satu|dua|tiga|empat|lima|enam)\ (?:dari|yang|orang|rumah|bab|"
        r"kali)|(?:di)?(?:coba|tes|test|uji|bayar|isi|kerjakan|kerjain|pasang|cek|kirim|setor|terima)\w*\ (?:di\b|"
        r"sampai|sebagian|separuh|setengah|satu|dua|tiga|\d|buat\ satu|lisan|dp))",
    ),
    rule(
        "unresolved",
        "ga gak nggak ngga tidak tak ndak kagak enggak",
        r"^(?!.*\b(?:kalau|kalo|jika|supaya|biar|agar|apakah|udah|sudah|lagi\ pula|karena|soalnya|memang|sengaja|"
        r"dulu|waktu|semoga|jangan)\b)(?:[\w'-]+\ ){0,7}?(?:ga|gak|nggak|ngga|tidak|tak|ndak|kagak|"
        r"enggak)\ (?:mau\ (?:nyala|hidup|jalan|start|konek|masuk|buka|kebuka|nyambung)|bisa\ (?!diganggu|ditawar|"
        r"hadir|ikut|makan|tidur|lebih)\w+|jalan\b|muncul|nyala|konek|nyambung|kebuka|cocok|sesuai|sinkron|balance|"
        r"klop|diketahui|ketauan|jelas|kebaca|terbaca|dingin|panas|terang|lancar|stabil|rata|aktif|bener|berfungsi|"
        r"keluar|masuk\b|kuat|cukup|lengkap|ada\ (?:yang\ (?:tau|tahu|mau|bales|balas|jawab|ngurus|megang|pegang)|"
        r"jawaban|keterangan|bukti|tanggal\w*|nomor\w*|nama\w*|pemilik\w*|pic|kejelasan|cadangan)|ter(?!lalu|masuk|"
        r"gantung|kait|kecuali|jadi\ apa)\w{3,}|ke-?(?!mana|sana|sini|burukan)[a-z]{4,}|dapat\ (?:di\w+)|ngaruh|"
        r"ngangkat|diangkat|diangkat-angkat)\b(?!-)",
    ),
    rule(
        "unresolved",
        "ambigu berkarat bocor bolong buram karatan korslet kurang lemot longgar macet mampet mati rembes "
        "retak selisih sobek",
        r"^(?!.*\b(?:kalau|kalo|jika|jangan|biar|supaya|agar|takut|udah|sudah|dulu|pernah|selalu|biasanya|cepat|jadi|"
        r"bisa|terlalu|waktu|karena|soalnya|film|cerita|lagu|tidak|ga|gak|nggak|bukan|"
        r"lebih)\b)(?:[\w'-]+\ ){1,5}?(?:(?:sepertinya\ |kayaknya\ |masih\ |ternyata\ |agak\ |malah\ |"
        r"mulai\ )*(?:bocor|rembes|retak|sobek|longgar|bolong|mampet|karatan|berkarat|korslet|mati\ (?:sebelah|"
        r"separuh|total|semua|satu))|masih\ (?:kurang|selisih|ambigu|macet|lemot|buram)|kurang\ (?:\d+|se\w+|dua|tiga|"
        r"empat|lima))\b",
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
