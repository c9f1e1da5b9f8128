"""How people say in Indonesian that something is decided."""

from __future__ import annotations

from .phrases import DAY, START
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
        "agreed deal sold settled sepakat setuju final",
        r"^(?:ok(?:ay|e)?\ |yes\ |fine\ |so\ |nah\ |jadi\ |semua\ )?(?:agreed|deal|sold|settled|sepakat|setuju|"
        r"final)(?:\ (?:ya|then|deh))?[,:;.!-]+\ ?(?!(?:thanks|thank|but|and|makasih|terima|lanjut|go\ on|good|"
        r"great|what|how)\b|\w+\ (?:it|them|that|this)\s*$)\S+\ \S+",
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
        "akhirnya",
        r"^(?!.*\b(?:keluar|turun|terbit|cair|juga)\b)(?:dan\ |jadi\ |oke\ )?akhirnya\ (?!(?:selesai|bisa|ketemu|"
        r"beres|jalan|sampai|sampe|sadar|datang|muncul|"
        r"hujan|kelar|lunas|rilis|dapat|dapet|balik|tahu|tau|masuk|hilang|error|gagal|mati)\b)\w+\ \w+",
        "user",
    ),
    rule(
        "decision",
        "pakai pake memakai pakenya",
        rf"{START}(?!(?:dia|mereka|orang|tolong|coba|kenapa|kok|gimana|apa|apakah|bisa|boleh|udah|sudah|lagi|tadi|"
        rf"dulu|kemarin|mending|kalau|kalo|gue\ udah|aku\ udah|masih|baru)\b)(?!.*\b(?:bisa|boleh|masih|lagi|tadi|"
        rf"kemarin|udah|sudah|belum|error|gagal|lupa|mending|kenapa|gimana|apa|mungkin|sebaiknya|coba|mau|bingung|"
        rf"suka|biasa|jangan|jgn)\b).{{0,50}}\b(?:pakai|pake|pakenya|pakainya)\ \S+",
        "user",
    ),
    rule("decision", "jangan jgn", r"^(?:dan\ |tapi\ )?[\w-]+nya\ (?:jangan|jgn)\ \w+|,\ (?:jangan|jgn)\ \w+", "user"),
    rule(
        "decision",
        "tiap setiap",
        r"^(?!.*\b(?:error|gagal|kenapa|selalu|kok|ingetin|ingatkan)\b)[\w-]+(?:\ [\w-]+){0,3}\ (?:tiap|setiap)\ "
        r"(?:hari|malam|pagi|siang|sore|minggu|bulan|jam|senin|selasa|rabu|kamis|jumat|sabtu|tanggal|awal|akhir|\d)",
        "user",
    ),
    rule(
        "decision",
        "pindah dipindah dipindahkan naik turun",
        r"^(?!.*\b(?:kalau|mau|bisa|belum|error|gagal|setelah|sejak|udah|sudah|abis|habis)\b.*\bpindah)[\w-]+(?:\ "
        r"[\w-]+){0,4}\ (?:pindah|dipindah|dipindahkan|di-pin|dipin)\ (?:ke|jadi|dari)\ \S+",
        "user",
    ),
    rule(
        "decision",
        "ambil pilih pesan pesen beli sewa pake pakai",
        r"^(?!(?:bisa|boleh|mau|tolong|coba|udah|sudah|kalau|kalo|mending|apa|kenapa|dia|mereka|temen|teman|"
        r"orang)\b)(?!.*\b(?:apa|mana|belum|bisa|mending|udah|sudah|error|gagal|kemarin|"
        r"tadi)\b)(?:[\w-]+\ ){1,3}(?:ambil|pilih|pesan|pesen|beli|sewa|pake|pakai)\ (?:yang|yg|punya)\ \w+",
        "user",
    ),
    rule(
        "decision",
        "pertama utama didukung dipakai dipilih disepakati digunakan diambil",
        r"^(?!(?:penyebab|alasan|langkah|masalah|kendala|tujuan|fungsi|poin|hal|error|perintah|cara|opsi|contoh|soal|"
        r"kalimat|baris|kolom|hari|bagian)\b)(?:\w+\ ){1,3}(?:pertama|utama|yang\ (?:didukung|dipakai|dipilih|"
        r"disepakati|digunakan|diambil))(?:\ yang\ \w+)?:\ \S+",
    ),
    rule(
        "decision",
        "sepakat disepakati menyepakati sepakati kesepakatan kesepakatannya bersepakat menyetujui",
        r"(?<!belum\ )(?<!blm\ )(?<!tidak\ )(?<!gak\ )(?<!perlu\ )(?<!bukan\ )(?<!ada\ )(?<!mencapai\ )\b(?:sepakat|"
        r"disepakati|menyepakati|sepakati|bersepakat|kesepakatan(?:nya)?(?=[\s:]+\S))\b",
        "any",
    ),
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
        "jadinya jadi batal gajadi",
        r"\bjadinya\b\ (?!gimana|apa|kapan|berapa|error|gagal|lambat|lemot|begini|seperti|kosong|aneh)\S+|\bjadi(?:\ "
        r"kita|\ aku|\ gue|\ gw|\ kami|\ saya|\ fix|\ ya)*\ (?:pakai|pake|ambil|beli|sewa|berangkat|naik|naek|tetap|"
        r"tetep|pilih|milih|fix|nginep|pindah|pesan|pesen|dipakai|dibeli|diambil)\b|\b(?:ga|gak|nggak|ngga|tidak|"
        r"enggak)\ jadi\ [a-z]+|\bbatal\ (?!otomatis)[a-z]+|\b(?:di)?batalkan\ saja",
    ),
    rule(
        "decision",
        "fix fiks fixed final deal pasti dipastikan",
        r"(?<!belum\ )(?<!blm\ )(?<!gak\ )(?<!di-)(?<!your\ )(?<!the\ )(?<!my\ )(?<!bug\ )\b(?:fix|fiks|final|"
        r"deal)\b\ ?(?:ya\b|pakai|pake|kita|ambil|jadi|di\ |ke\ |tanggal|tgl|jam|yang|banget|:|,\ )|\b(?:udah|sudah|"
        r"udh|sdh|dah)\ (?:fix|fiks|final|deal|pasti|dipastikan|ditetapkan|bulat)\b|"
        r"(?<!your\ )(?<!the\ )(?<!my\ )(?<!a\ )(?<!bug\ )\b(?<!should\ )(?<!must\ )(?<!to\ )(?<!can\ )fix\s*$",
        "user",
    ),
    rule(
        "decision",
        "aja saja",
        rf"{START}(?!(?:\w+(?:in|kan)|ping|merge|push|deploy|share|post|gas|lanjut)\ (?:aja|"
        rf"saja)\s*$)(?!(?:.*\b(?:oke2?|ok|ok2|terserah|gapapa|santai|bebas)\ (?:aja|saja)\b)|(?:tolong|coba|cek|"
        rf"kirim|bisa|kasih|buatin|bikinin|kenapa|kok|gimana|apa|apakah|baru|cuma|tadi|masih|mungkin|mau|maunya|boleh|"
        rf"minta|tinggal|sisa|sisanya|kalau|kalo|jalankan|jalanin|langsung|lanjut|nanti|ntar|mending|iseng|hapus|buka|"
        rf"ganti|ya\ udah\ gitu)\b)(?!.*\b(?:cuma|hanya|nunggu|tunggu|menunggu|mending|mendingan|bisa|belum|kenapa|"
        rf"sebaiknya|boleh|mungkin|kapan|gimana|ntar|nanti|apa|lupa|error|gagal)\b)[^?]{{2,70}}?\b(?:aja|"
        rf"saja)(?:\ (?:deh|ya|lah|dong|kalo\ gitu|bang|mas|mbak|kak|fix|oke|ok|pak|bu|bro|yg|yang|ke|di|naik|lewat|"
        rf"pakai|pake|sama|\d+)\b.*)?\s*$",
        "user",
    ),
    rule(
        "decision",
        "tetap tetep ttp",
        r"(?<!masih\ )(?<!harus\ )(?<!bisa\ )\b(?:tetap|tetep|ttp)\ (?:pakai|pake|memakai|menggunakan|di\ |ke\ |"
        r"jadi|sama|dengan|pada|ikut|satu|dua|tiga|empat|\d|tanggal|jam|seperti|sesuai|mono|lanjut|dipakai|"
        r"dipertahankan|disimpan)",
    ),
    rule(
        "decision",
        "mulai depannya kedepannya seterusnya selanjutnya depan",
        r"(?!^(?:cari|urus|beli|bayar|siap\w*|kerja\w*|tulis)\b)\bmulai\ (?:sekarang|besok|lusa|hari\ ini|minggu|"
        r"bulan|tahun|senin|selasa|rabu|kamis|jumat|sabtu|tanggal|"
        r"tgl|rilis|sprint|\d)|\b(?:ke\ ?depan(?:nya)?|seterusnya)\b[, ]|\bselanjutnya\ (?:pakai|pake|semua|kita)",
    ),
    rule(
        "decision",
        "usah gausah jangan jgn tanpa selalu",
        rf"{START}(?:jadi\ |kita\ )*(?:gausah|(?:ga|gak|nggak|ngga|enggak|tidak|tdk)\ usah|tanpa)\ (?!(?:khawatir|"
        rf"bingung|takut|panik|buru|repot|sungkan|malu|dijawab|dibalas|dipikirin|dibahas|ditanya|diulang|diperpanjang|"
        rf"diambil\ hati)\b)\S+|{START}selalu\ (?:pakai|pake|gunakan|simpan|kirim|tulis)|{START}jangan\ (?:pernah|"
        rf"pakai|pake|gunakan|simpan|taruh|ada)\b|\bjangan\ (?:pernah|lagi)\b|^(?:btw\ |guys\ |tapi\ |"
        rf"dan\ )*(?:jangan|jgn|ga\ usah|gak\ usah)\ .{{3,40}}\ lagi\b",
        "user",
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
        "saya aku gue gw",
        r"(?<!sudah\ )(?<!udah\ )\b(?:saya|aku|gue|gw)\ (?:sengaja\ |akhirnya\ |memang\ |tetap\ |jadinya\ )*(?:pilih|"
        r"memilih|milih|putuskan|memutuskan|pakai\b.{2,60}\b(?:bukan|alih-alih|daripada|ketimbang)|tetap\ pakai|"
        r"pertahankan|biarkan\b.{2,60}\b(?:seperti|apa\ adanya))\b",
        "any",
    ),
    rule("decision", "ikutin ikuti setujui tolak terima", r"\bkita\ (?:ikutin|ikuti|setujui|tolak|terima)\b", "user"),
    rule(
        "decision",
        "ya yaa",
        r"^(?!.*\b(?:kok|ga|gak|nggak|apa|kapan|siapa|berapa|brp|mana|gimana|kenapa|bisa|boleh|masih|kalau|kalo|dong|"
        r"tolong|lagu\w*|besok|ajarin|bawa|rekam|bagus|lagi|udah\ ya)\b)(?:yang\ jadi\ [\w'-]+(?:\ [\w'-]+){1,6}|"
        r"(?:[\w'-]+\ ){1,8}?(?:jam|jm|tgl|tanggal|tiap|maks\w*|minimal|total\w*|khusus)\ [\w.:%-]+(?:\ [\w-]+){0,3}|"
        r"(?:[\w'-]+\ ){1,4}\d[\w.]*|(?:oke?\ )?(?:fix|final|bulat|deal))\ ya+\s*(?:$|,)",
        "user",
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
    rule(
        "decision",
        "nentuin nentukan menentukan netapin menetapkan tetapin tetapkan",
        r"(?<!belum\ )(?<!bisa\ )(?<!harus\ )(?<!mau\ )(?<!untuk\ )(?<!buat\ )\b(?:udah|sudah|akhirnya|jadi|kita|kami|"
        r"panitia|rapat|tim|pengurus|aku|gue)\ (?:nentuin|nentukan|menentukan|netapin|menetapkan|tetapkan)\b",
        "any",
    ),
    rule(
        "decision",
        "tetap tetep ttp",
        r"^(?:\w+\ ){0,3}\w+nya\ (?:tetap|tetep|ttp)\ (?!aja|saja|harus|bisa|ga\b|gak|nggak|ngga\b|enggak|tidak|error|"
        r"nyala|gagal|sama\ saja|jalan|lemot|rusak|bocor|mahal|muncul|mati|macet|kosong|belum|lambat)\w+",
    ),
    rule("decision", "biar", r"\bbiar\ [\w\ ]{2,24}\ (?:yang|yg)\ \w+", "user"),
    rule(
        "decision",
        "panitia pengurus rapat warga ketua dewan direksi manajemen tim pimpinan",
        r"\b(?:panitia|pengurus|rapat|warga|ketua|dewan|direksi|manajemen|tim|pimpinan)\ (?:akhirnya\ |sudah\ |"
        r"telah\ |jadi\ )*(?:memilih|memutuskan|menetapkan|menyetujui|menolak|membatalkan|menunjuk|menunda|sepakat)\b",
    ),
    rule(
        "decision",
        "dipindah pindah diundur dimajukan digeser dimundurin dimajuin diundurin mundur maju",
        rf"(?<!belum\ )(?<!bisa\ )(?<!mau\ )\b(?:dipindah|pindah|diundur|dimajukan|digeser|dimundurin|dimajuin|"
        rf"diundurin|mundur|maju)\ (?:ke\ |jadi\ )?(?:hari\ )?(?:{DAY}|\d|jam|tanggal|tgl)",
        "user",
    ),
    rule(
        "decision",
        "mulai",
        rf"^(?!.*\b(?:kapan|kalau|kalo|belum|error|sejak|udah|sudah|film\w*|konser\w*|kereta\w*|pesawat\w*|"
        rf"bus\w*)\b).{{3,50}}\bmulai\ (?:\w+\ )?(?:hari\ )?(?:{DAY}|tanggal|tgl|jam\ \d|minggu\ depan|bulan\ depan)\b",
        "user",
    ),
    rule(
        "decision",
        "pindah balik beralih ganti",
        rf"{START}(?:pindah|balik|beralih|ganti)\ ke\ (?!sini|situ|mana|rumah|kantor)\w+",
        "user",
    ),
    rule(
        "decision",
        "kesimpulannya intinya jadinya",
        r"^(?:jadi\ |oke\ |dan\ )?kesimpulannya,?\ (?!belum|tidak|masih|apa)\S+\ \S+",
    ),
    rule(
        "decision",
        "wajib",
        r"(?<!apakah\ )(?<!tidak\ )\bwajib\ (?!udah|sudah|belum)(?:di)?[a-z]{4,}\b(?!.*\b(?:kalau|kalo|jika|"
        r"sebelum\ (?!jam|pukul|tanggal|tgl|hari))\b)",
    ),
    rule(
        "decision",
        "lewat via melalui",
        r"^(?!.*\b(?:belum|sudah|udah|tadi|kemarin|lagi|masih|error|gagal|kenapa|apa|bisa|"
        r"tolong)\b)[\w-]+(?:\ [\w-]+){0,3}\ di[a-z]{3,}\ (?:lewat|via|melalui)\ \w+",
        "user",
    ),
]
