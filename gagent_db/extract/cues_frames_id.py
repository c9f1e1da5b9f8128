"""Open items by the form of the sentence in Indonesian: still so, only part of it, not able to, asked for, faulty."""

from __future__ import annotations

from .rules import rule

RULES = [
    rule(
        "unresolved",
        "masih msh",
        r"(?<!selama\ )(?<!kalau\ )(?<!kalo\ )(?<!apa\ )(?<!apakah\ )(?<!mumpung\ )\b(?:masih|"
        r"msh)\ (?!.*\bkan\s*$)(?!di\ jalan|otw|\d+\ menit|ada\ (?:di\b|waktu|stok|sisa\ (?:uang|waktu)|kesempatan|"
        r"tempat|garansi)|bisa\b|muat|cukup|sama\b|oke|ok\b|aman|jalan\b|hidup|nyala|berlaku|valid|inga?e?t|cinta|"
        r"sayang|muda|kecil|bayi|bagus|layak|enak|fresh|segar|hangat|anget|pagi|siang|sore|malam|jam\b|hari\b|"
        r"sekolah|kuliah|kerja|tinggal|buka\b|lanjut|setia|percaya|yakin|ingin|mau\ (?!di\w)|pengen|suka\ (?:sama|"
        r"banget|makan|nonton)|punya|dapat|dapet|tersedia|ready|available|relevan|sempat|jauh|panjang|"
        r"banyak\ (?:waktu|stok)|wajar|normal|murah|terjangkau|gratis|garansi|di\ (?:rumah|sini|sana|bandung|jakarta|"
        r"kantor)|boleh|mungkin|termasuk|lebih|mending|dalam\ (?:batas|jangkauan|masa\ garansi|garansi)|mulus|rapi|"
        r"bersih|kenceng|kencang|kuat|stabil|sehat|lengkap|utuh|awal|dini|seru|rame|ramai|ketawa|terima|menerima|"
        r"pakai\b(?!.*\blama\b)|pake\b(?!.*\blama\b)|memakai\b(?!.*\blama\b)|dipakai|dipake|didukung|disimpan|"
        r"sering\ (?:main|ketemu)|satu\ (?:kelas|tim|kantor)|saudara|keluarga|teman)[\w-]{2,}",
        firm=True,
    ),
    rule(
        "unresolved",
        "tinggal",
        r"(?<!\bmeninggal\ )\btinggal\ (?!.*\b(?:kalau|kalo|jika)\b)(?!di\b|sama|serumah|bareng|dulu|bersama|kelas|"
        r"landas|kenangan|gratis|klik|pilih|pake|pakai|buka|jalan|ketik|jalankan|masuk\b|tekan|scan|copy|paste|ikuti|"
        r"gue\b|gw\b|aku\b|saya\b|kamu|jauh|dekat|deket|nama\b|bilang|tunggu\ aja|langsung|tap|login|download|unduh|"
        r"se(?:rumah|atap))[\w-]{3,}",
        firm=True,
    ),
    rule(
        "unresolved",
        "baru",
        r"\bbaru\ (?:bisa\ (?!dapat\ kabar)\w+|akan|sampai|nyampe|dp\b|se(?:bagian|paruh|tengah)\b|\d+\ (?:dari|yang|"
        r"orang|rumah|unit|halaman|bab|persen|%)|(?:satu|dua|tiga|empat|lima|enam)\ (?:dari|yang|orang|rumah|bab|"
        r"kali)|(?:di)?(?:coba|tes|test|uji|bayar|isi|kerjakan|kerjain|pasang|cek|kirim|setor|terima)\w*\ (?:di\b|"
        r"sampai|sebagian|separuh|setengah|satu|dua|tiga|\d|buat\ satu|lisan|dp))",
        firm=True,
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
        firm=True,
    ),
    rule(
        "unresolved",
        "minta meminta butuh membutuhkan perlu memerlukan",
        r"^(?!.*\b(?:kalau|kalo|jika|tidak|ga|gak|nggak|udah|sudah|maaf|selalu|tiap|setiap|biasanya|tadinya|"
        r"dulu)\b)(?!(?:saya|aku|gue|gw|kita|kami|kamu|anda|dia\ yang)\b)(?:[\w'-]+\ ){1,5}?(?:masih\ |juga\ |"
        r"kemarin\ |tadi\ |kayaknya\ )*(?:(?:me)?minta|(?:mem)?butuh(?:kan)?|memerlukan|perlu)\ (?:di\w{3,}|(?:dp|"
        r"foto|bukti|kepastian|jawaban|ukuran|data|nomor|alamat|tanggal|surat|foto\w*|salinan|konfirmasi|revisi|"
        r"jadwal|daftar|contoh|sampel|kwitansi|kuitansi|nota|invoice|tanda|tambahan|ganti|uang|jaminan|rincian|"
        r"laporan|izin|berkas|dokumen)\b)",
        firm=True,
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
        firm=True,
    ),
    rule(
        "unresolved",
        "sendiri",
        r"^(?!.*\b(?:kalau|kalo|dulu|kemarin|biar|supaya|film|kenapa)\b).*\b(?:suka|sering|kadang|mendadak|"
        r"tiba-tiba)\ (?:mati|restart|close|keluar|bunyi|nyala|logout|kebuka)\ sendiri\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "keliru salah",
        r"^(?!.*\b(?:kalau|kalo|kemarin|dulu|udah|sudah|maaf|ketemu|karena|bukan|tidak)\b)(?:alamat|harga|nama|nomor|"
        r"tanggal|jam|ejaan|judul|jumlah|total)\w*\ .*\b(?:salah|keliru)(?:\ (?:ketik|hitung|tulis|cetak))?\s*$",
        firm=True,
    ),
    rule(
        "unresolved",
        "beda berbeda bentrok bertentangan tumpang selisih",
        r"^(?!.*\b(?:kalau|kalo|memang|sengaja|agar|supaya|biar|tidak|ga|gak|nggak)\b)(?:[\w'-]+\ ){1,7}?(?:beda|"
        r"berbeda|bentrok|bertentangan|tumpang\ tindih|selisih\ \w+)\ (?:dengan|sama|antara|dari|di)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "juga jua kunjung",
        r"\b(?:ga|gak|nggak|ngga|tidak)\ (?:kunjung\ )?(?:dateng|datang|nongol|muncul|sampe|sampai|nyampe|balik|"
        r"dibalikin|dikirim|dibayar|diganti|kelar|beres|selesai|keluar|cair|turun|diambil|dijemput|dibenerin|dibales|"
        r"dibalas)(?:2|-\w+)?\ (?:juga|jua)\b|\btidak\ kunjung\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "tidak belum",
        r"\b(?:tidak|belum)\ (?:saya|kami|aku)\ (?!ubah|sentuh|pakai|anjurkan|sarankan|sertakan)\w+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "separuh sebagian setengah",
        r"\bbaru\ \w+\ (?:separuh|sebagian|setengah)\b|\bbaru\ (?:separuh|sebagian|setengah)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "kosong mati gagal putus blank buram hilang ilang patah pecah goyang copot lepas luntur bengkok berlubang "
        "jamuran",
        r"^(?!.*\b(?:kalau|kalo|jika|karena|soalnya|sudah|udah|dulu|kemarin|tidak|ga|gak|nggak|biar|supaya|jangan|"
        r"tadi|sempat)\b)(?:[\w'-]+\ ){1,8}?(?:kosong|mati|gagal(?:\ (?:untuk|di|pada|saat|ke)\b.*|\ \w+)?|putus|"
        r"blank|buram|hilang|ilang|patah|pecah|goyang|copot|luntur|bengkok|berlubang|jamuran)(?:\s*$|\ (?:sejak|"
        r"dari|semua|sebelah|total|terus|lagi)\b)",
        firm=True,
    ),
    rule(
        "unresolved",
        "kebesaran kegedean kekecilan kelonggaran kependekan kesempitan",
        r"^(?!.*\b(?:ga|gak|sih|kah|apa|limit|setoran|kalau|kalo)\b)(?:[\w'-]+\ ){1,4}ke(?:gede|kecil|pendek|besar|"
        r"sempit|longgar)an\s*(?:$|,)",
        firm=True,
    ),
    rule(
        "unresolved",
        "tidak",
        r"^(?!.*\b(?:jika|kalau|masalah|kendala|perbedaan|perubahan)\b).{3,60}\btidak\ ada\ (?:di|dalam|"
        r"pada)\ (?!antara)\w+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "pernah",
        r"\b(?:tidak|ga|gak|nggak|ngga|belum)\ pernah\ di(?!sentuh|ubah|pakai)\w{3,}",
        firm=True,
    ),
    rule(
        "unresolved",
        "abis habis",
        r"^(?:gas|galon|beras|minyak|stok|tinta|token|kuota|bensin|solar)(?:\ \w+)?\ (?:abis|habis)\s*$",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "punya memiliki",
        r"^(?!.*\b(?:jika|kalau|saya|kami|anda)\b)(?:[\w-]+\ ){1,6}(?:tidak|belum)\ (?:punya|memiliki)\ (?!hak|batas|"
        r"dampak|pengaruh)\w+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "mulu melulu",
        r"\b(?!(?:gitu|gini|main|makan|tidur|kerja|nonton|dia|kamu)\b)\w{4,}\ (?:mulu|melulu)\s*$",
        "user",
        firm=True,
    ),
]
