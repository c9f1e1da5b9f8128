"""Indonesian decisions by the form of the clause alone: no copula, the object first, passives with a date or an amount,
a choice with its reason."""

from __future__ import annotations

from .cues_forms import NOT_TOLD
from .phrases import DAY
from .rules import rule

# What an event or a thing of a plan is called; with -nya or "the" it is the one that is spoken of.
_EVENTS = (
    r"arisan|lebaran|akad|resepsi|rapat|nikahan|nikah|lamaran|syukuran|makan(?:\ malam|\ siang)?|kumpul|reuni|acara|"
    r"pengajian|halal\ ?bihalal|ultah|latihan|ujian|les|kemah|makrab|bukber|senam|ronda|kerja\ bakti|mudik|"
    r"pemotretan|wisuda|sidang|turnamen|lomba|bazar|pentas|posyandu|imunisasi"
)
_ROLES = (
    r"ketua|wakil|bendahara|sekretaris|pic|mc|wali|saksi|koordinator|moderator|pembicara|supir|sopir|kapten|admin|"
    r"lokasi|tempat|tanggal|tema|warna|judul|nama|gedung|katering|vendor|dresscode|format|model|ukuran|jam|hari|"
    r"kuota|batas|tenor|backup|framework|bahasa|domain|hosting|server|database|seragam|menu|hadiah|cat|lantai|"
    r"keramik|atap|pagar|maskapai|hotel|penginapan|rute|kurir|tukang|fotografer|mahar|bahan|merek|plugin|font|logo|"
    r"password|bayar|deadline|desain|konsep|imam|spek|spesifikasi|gaya|paket|iuran|sewa|jadwal|kode|status"
)
_EVALUATES = (
    r"mahal|murah|jauh|dekat|deket|bagus|jelek|penuh|salah|benar|bener|enak|lucu|keren|aneh|hilang|habis|abis|mati|"
    r"nyala|oke|ok|cantik|ganteng|baik|jahat|galak|ramah|sepi|rame|ramai|kecil|besar|gede|sakit|telat|lambat|lemot|"
    r"cepat|error|sama|itu|ini|beda|kosong|turun|naik|lama|baru|terlalu|agak|kurang|cukup|lumayan|ada|gak|ga|nggak|"
    r"ngga|tidak|bukan|kayak|seperti|sih|deh|dong|kan|ya|aja|doang|bikin|biar|yang|yg|dan|di|ke|dari|buat|untuk|"
    r"macet|bocor|pecah|kebesaran|kekecilan|kemahalan|lewat|pas|ganti|tutup|buka"
)
# An object, who does what to it, and a value, a time or a reason: "the lease I extend for a year".
_OBJECT_FIRST = (
    r"^(?!.*\b(?:tadi|kemarin|barusan|udah|sudah|belum|waktu|pas|sempat|pernah|kenapa|kok|kalau|kalo|bisa|mau|"
    r"error|gagal|lupa|menurut|buat|punya|temen|teman)\b)(?!(?:yang|kayak|kata|biar|rumah|hp|laptop|"
    r"motor)\b)[\w'-]+(?:\ [\w'-]+){0,3}\ (?:%s)\ (?!\w*(?:tau|tahu|lihat|"
    r"liat)\b)[a-z]{3,}\ (?=.*(?:(?<![\w./-])\d[\d.,]*(?![\w./])|\bse(?:tahun|bulan|minggu|hari)|\b(?:aja|"
    r"saja|dulu|jadi|di\ luar|per|tiap|supaya|biar|karena|soalnya|agar|terpisah|sendiri)\b)).+"
)

RULES = [
    rule(
        "decision",
        "yang yg",
        rf"^{NOT_TOLD}(?!(?:ada|itu|ini|yang|cari|semua|banyak|cuma|hanya|mirip|buat|untuk|orang|hal|tinggal|kirim\w*|"
        rf"kasih|lihat|buka|hapus|cek|error|satu|apalagi|jangan)\b)[\w-]+(?:\ [\w-]+){{0,3}}\ (?:yang|yg)\ (?!sama|"
        rf"itu|ini|lain|pertama|terakhir|lalu|ada|bagus|keren|lucu|enak|aneh|hilang|benar|salah|gede\ banget|penting|"
        rf"tadi|biasa|baik)(?:\w+|\w+\ \w+)$",
        "user",
    ),
    rule(
        "decision",
        "nya " + " ".join(f"{role}nya" for role in _ROLES.split("|")),
        rf"^{NOT_TOLD}(?:dan\ |terus\ |untuk\ |nah\ )*(?:{_ROLES})(?:\ \w+)?-?nya\ (?:tetap\ |tetep\ |jadi\ |adalah\ )?"
        rf"(?!(?:{_EVALUATES})\b)[\w.-]+(?:\ [\w.-]+){{0,3}}\s*(?:$|,)",
        "user",
    ),
    rule(
        "decision",
        "di ke",
        rf"^{NOT_TOLD}(?:{_EVENTS})(?:nya)?(?:\ (?:besok|lusa|hari\ \w+|minggu\ depan|bulan\ depan|tahun\ ini|tahun\ "
        rf"depan|tanggal\ \w+|nanti))?\ (?:tetap\ |tetep\ |jadi\ )?di\ (?!mana)\w+",
        "user",
    ),
    rule(
        "decision",
        "naik lewat jam tanggal tgl tiap bareng pakai pake via",
        rf"^{NOT_TOLD}(?!(?:harusnya|akhirnya|soalnya|masalahnya|sebenarnya|rasanya|untungnya|intinya|tadinya|awalnya|"
        rf"rencananya|maunya|pengennya|misalnya|sebaiknya|suhunya|harganya|tensinya|panasnya)\b)(?:dan\ |"
        rf"terus\ )?\w+nya\ (?:naik|lewat|jam|tanggal|tgl|tiap|bareng|via)\ (?!turun)[\w-]+",
        "user",
    ),
    rule(
        "decision",
        "kita kami",
        rf"^{NOT_TOLD}(?!(?:yang|yg|kayak|seperti|waktu|pas|biar|supaya|punya|rumah|tim|anak|temen|teman|buat|untuk|"
        rf"sama|dari|menurut|antara|hari|minggu|tempat|kota)\b)[\w-]+(?:\ [\w-]+){{0,4}}\ (?:kita|kami)\ (?:tetap\ |"
        rf"tetep\ |cuma\ |nggak\ |gak\ |ga\ )?(?!tau|tahu|suka|lihat|liat|cari|temu\w*|butuh|punya|ketemu|sendiri|"
        rf"semua|berdua|bertiga|yang|di\b|ke\b|dan|sama|kan\b|juga|aja|doang|pernah|dapat|dapet|sedang|rasa|kira|"
        rf"gagal|baru)[a-z]{{4,}}\b",
        "user",
    ),
    rule("decision", "gue gw aku", _OBJECT_FIRST % "gue|gw|aku", "any"),
    rule(
        "decision",
        "gue gw aku saya kami kita",
        rf"^(?!.*\b(?:lalu|kemarin|tadi|mau|pengen|kalau|kalo|mungkin|lagi)\b)(?:jadi\ |fix\ |oke\ )*(?:gue|gw|aku|"
        rf"saya|kami|kita)\ (?:resign|pindah|berhenti|keluar|mundur|cuti|nikah|pulang\ kampung|jual|stop|tutup|"
        rf"pensiun|kuliah|kos|ngekos)\ (?=.*\b(?:akhir|depan|mulai|besok|lusa|tanggal|tgl|per|{DAY})\b).+",
        "user",
    ),
    rule(
        "decision",
        "saya kami",
        r"^(?!.*\b(?:belum|tadi|kalau|jika|mungkin|bisa|akan|berhasil|gagal)\b)[\w-]+(?:\ [\w-]+){0,4}\ (?:saya|"
        r"kami)\ (?:\w+kan|simpan|taruh|pakai|set|buat|batasi|pisah\w*|gabung\w*|biar\w*|beri|bagi|ganti|hapus|"
        r"matikan|tetap\w*)\ .{2,90}(?:\bkarena\b|\bsupaya\b|\bagar\b|\bbiar\b|\bsoalnya\b|because$)",
        "assistant",
    ),
    rule(
        "decision",
        "dibuka ditutup dimulai diadakan digelar dilaksanakan diselenggarakan diberlakukan dihentikan diliburkan "
        "dinaikkan diturunkan dibatasi dikenakan dibebaskan digratiskan dipindahkan dialihkan digabung dipisah",
        rf"^(?!.*\b(?:belum|sudah|udah|kemarin|tadi|kalau|jika|apakah|kapan|bisa|akan|perlu|harus|18\d\d|"
        rf"19\d\d)\b)[\w-]+(?:\ [\w-]+){{0,6}}\ (?:dibuka|ditutup|dimulai|diadakan|digelar|dilaksanakan|"
        rf"diselenggarakan|diberlakukan|dihentikan|diliburkan|dinaikkan|diturunkan|dibatasi|dikenakan|dibebaskan|"
        rf"digratiskan|dipindahkan|dialihkan|digabung)\b(?:\s*$|\ (?:pada|mulai|sejak|tiap|setiap|hingga|sampai|"
        rf"menjadi|ke|dengan|maksimal|permanen|hari|tanggal|tgl|pukul|jam|{DAY}|\d))",
    ),
    rule(
        "decision",
        "rapat musyawarah kesepakatan keputusan voting permintaan arahan instruksi pesan keinginan",
        r"^(?!.*\b(?:belum|tidak)\b).{6,}\ (?:sesuai|menurut|berdasarkan|hasil)\ (?:hasil\ )?(?:rapat|musyawarah|"
        r"kesepakatan|keputusan|voting|rembug|rembuk|perjanjian|kontrak|permintaan|arahan|instruksi|pesan|"
        r"keinginan)\b(?:\ .{0,30})?\s*$|\b(?:musyawarah|forum|sidang|mayoritas|peserta)\ (?:akhirnya\ |sudah\ |"
        r"telah\ )*(?:memilih|memutuskan|menetapkan|menyetujui|menolak|menunjuk|sepakat)\b",
    ),
    rule(
        "decision",
        "akhirnya",
        r"^(?:jadi\ |dan\ )?akhirnya\ (?!saya|aku|gue|tes|error|bug|program|skrip|proses|server|bisa|selesai|"
        r"ketemu)[\w-]+(?:\ [\w-]+){0,5}\ (?:dipakai|dijadikan|boleh|bebas|tetap|jadi|ditutup|dibuka|disewa|dibeli|"
        r"digabung|dipisah|bergantian|dibagi|dijual|pindah)\b",
        "assistant",
    ),
    rule(
        "decision",
        "bukan",
        r"^(?!.*\b(?:itu|ini|error|masalah\w*|penyebab\w*|karena\ itu|belum|kenapa|nama|istilah|sesuatu|"
        r"artinya)\b)[\w-]+(?:\ [\w-]+){0,4}\ (?:di|ke|lewat|pakai|memakai|menggunakan|dengan|sama|dari|pada|per|jam|"
        r"tanggal|tiap|\d+)\ .{2,40},?\ bukan\ (?!karena|berarti|main)\w+",
        "people",
    ),
    rule(
        "decision",
        "tahun musim semester bulan",
        rf"^{NOT_TOLD}(?!(?:harga|cuaca|hujan|omzet|panen|penjualan|lulus|umur|usia|"
        rf"pajak)\b)[\w-]+(?:\ [\w-]+)?\ (?:tahun|musim|semester|bulan|periode)\ (?:ini|depan)\ (?!gagal|bagus|naik|"
        rf"turun|ramai|sepi|ada|sudah|belum|mahal)[\w-]+(?:\ [\w-]+){{0,4}}$",
        "user",
    ),
    rule(
        "decision",
        "cabut keluar mundur berhenti pamit",
        r"^(?!.*\b(?:kemarin|tadi|dulu|waktu|mau|kalau|kalo|lagi|pernah|pengen|hampir)\b)(?:jadi\ |oke\ |fix\ |udah\ "
        r")*(?:gue|gw|gua|aku|saya|"
        r"kita|kami)\ (?:cabut|keluar|mundur|berhenti|pamit)\ dari\ (?!rumah|kamar|kantor\ jam|mobil)\w+",
        "user",
    ),
]
