"""Decisions by their form: on purpose, for a reason, who gets what, this not that, so many and not so many."""

from __future__ import annotations

from .rules import rule

_NUMBER = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty|fifty|"
    r"satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh)"
)

RULES = [
    rule(
        "decision",
        "deliberately intentionally purposely on_purpose",
        r"\b(?:is|are|was|were|been|stays?|i|we|i've|we've|you|i'm|we're)\ (?!n[o']t\b|never\ )(?:\w+\ ){0,2}"
        r"(?:deliberately|intentionally|purposely)\ (?!or\b|vague|broken|wrong|slow|misleading)\w+|"
        r"\b(?:i|we|you)\ (?!did|do|n[o']t\b)\w+\ .{2,50}\ on\ purpose\s*$",
        "assistant",
    ),
    rule(
        "decision",
        "sengaja",
        r"(?<!tidak\ )(?<!gak\ )(?<!ga\ )(?<!nggak\ )(?<!enggak\ )(?<!bukan\ )\bsengaja\ (?:saya\ |kita\ |kami\ |aku\ |"
        r"gue\ )?(?:tidak\ |tak\ |nggak\ |gak\ |ga\ |belum\ )?di\w{3,}|\b(?:kita|kami|saya|aku|gue|gw)\ "
        r"(?:memang\ |emang\ )?sengaja\ \w+",
    ),
    rule(
        "decision",
        "not bukan",
        rf"^{_NUMBER}\ [\w'-]+(?:\ [\w'-]+)?,?\ (?:not|bukan)\ {_NUMBER}(?:\ [\w'-]+)?(?:$|,?\ (?:because|since|as|so|"
        rf"karena|soalnya|biar|supaya)\b)",
    ),
    rule(
        "decision",
        "tetap",
        r"^(?!.*\b(?:error|gagal|bisa|mau|masih|kenapa|kok|kalau|kalo)\b)(?:jadi\ |oke\ |ok\ )?(?:kita|kami|saya|aku|"
        r"gue|gw)\ tetap\ (?:tanpa|dengan|sama)\ \w+",
    ),
    rule(
        "decision",
        "dimatikan dinonaktifkan dimatiin ditutup dihapus dilepas dicabut dikosongkan ditiadakan dilewati",
        r"\b(?:dimatikan|dinonaktifkan|dimatiin|ditutup|dihapus|dilepas|dicabut|dikosongkan|ditiadakan|dilewati)\ "
        r"(?:dulu\ )?(?:karena|soalnya|biar|supaya|agar|atas\ permintaan\w*)\b",
        "assistant",
    ),
    rule(
        "decision",
        "says say reads",
        r"\b(?:notes?|minutes|log|entry|summary|rule|agreement)(?:\ (?:of|from)\ [\w\ ]{2,30})?\ (?:says?|reads?):\ "
        r"\S+\ \S+",
        "assistant",
    ),
    rule(
        "decision",
        "so",
        r"^so\ (?:each|every|the|it|both|all|your|our)\b.{0,40}\ (?:keeps?|stays?|remains?)\ (?!failing|crashing|"
        r"cheap|fast|small|low|simple|readable|short|safe|fresh|warm|the\ same|unclear|open|unanswered)\S+",
        "assistant",
    ),
    rule(
        "decision",
        "jadi",
        r"^(?!.*\b(?:udah|sudah|kok|kenapa|tadi|kemarin|naik|turun|kalau|kalo|hasilnya|"
        r"error)\b)(?:[\w-]+\ ){1,4}jadi\ (?:jam\ |tanggal\ |tgl\ |rp\ ?)?\d",
        "user",
    ),
    rule(
        "decision",
        "you_wrote you_said you_told you_insisted you_specified",
        r"\byou\ (?:wrote|said|told\ me|insisted|specified)\ (?:that\ )?(?!this|that|it|you\b|i\b|there|yes|"
        r"no\b)[\w`'-]+(?:\ [\w`'-]+){0,5}\ (?:is|are|stays?|gets?|must|may|never|always|goes|go|runs?|"
        r"keeps?)\ (?!broken|wrong|slow|unclear|missing|failing|not\ working|down|full)\w+",
        "assistant",
    ),
    rule(
        "decision",
        "kita kami",
        r"^(?!.*\b(?:udah|sudah|belum|perlu|harus|kalau|kalo|mungkin|mau|bisa|apa|gimana|kemarin|"
        r"tadi)\b)(?:[\w-]+\ ){1,4}(?:kita|kami)\ (?:\w{3,}(?:in|kan)|pakai|pake|ambil|beli|sewa|taruh|batalkan)\b",
        "user",
    ),
    rule(
        "decision",
        "make",
        r"^(?:ok\ |and\ |so\ )*make\ \S.{1,40}\ (?:the|our)\ (?:default|standard|rule|norm)\b",
        "user",
    ),
    rule(
        "decision",
        "split",
        r"^(?:ok\ |and\ |so\ |just\ )*split\ (?:it|them|the\ \w+)\ (?:\d|evenly|equally|by|three|two|four|half)",
        "user",
    ),
    rule(
        "decision",
        "for",
        r"^(?!(?:is|are|what|thanks|good|great|how|why|hard|fun|not|best|easy|nice|it|this|that|i|we|do|does|can|"
        r"could)\b)(?:[\w'-]+\ ){1,5}for\ (?:everyone|everybody|all\ of\ us|both\ of\ us|all\ guests)\s*$",
        "user",
    ),
    rule(
        "decision",
        "gantian bergiliran",
        r"^(?!.*\b(?:siapa|kapan|kenapa|kalau|kalo|belum|gimana)\b).{3,50}\b(?:gantian|bergiliran)\b",
        "user",
    ),
    rule(
        "decision",
        "does",
        r"^(?!(?:it|this|that|what|who|which|he|she|everyone|nobody|how|so|why|where|when)\b)\w+\ does\ (?:the|all\ "
        r"the|our)\ (?!same|job|trick|work\s*$|opposite|exact)\w+",
        "user",
    ),
    rule("decision", "half", r"^half\ .{2,25},\ half\ .{2,30}$", "user"),
    rule(
        "decision",
        "format ukuran warna bahasa jumlah batas",
        r"^(?:format|ukuran|warna|bahasa|jumlah|batas)\ [\w-]+nya\ (?!apa|berapa|gimana|salah|kok|error|masih|belum|"
        r"kenapa)\S+",
        "user",
    ),
    rule(
        "decision",
        "nothing",
        r"^(?:and\ |but\ )?nothing\ (?:gets|is|goes|leaves)\ (?!wrong|working|new|left|to\ do|wasted|better|like|"
        r"missing|broken|found|shown|open|more|done|lost)\w+",
        "user",
    ),
    rule(
        "decision",
        "never always",
        r"^(?!(?:it|this|that|he|she|they|there|i|we|you|who|what|why|traffic|weather)\b)(?:the\ |"
        r"our\ )?[\w'-]+(?:\ [\w'-]+){0,3}\ (?:is|are|get|gets)\ (?:never|always)\ (?!an?\b|so\b|great|nice|special|"
        r"wrong|late|broken|slow|been|happy|there|sick|busy|empty|full|the\ same|fun|good|bad|found)\w+",
        "user",
    ),
    rule(
        "decision",
        "nginepnya makannya kumpulnya acaranya tempatnya rapatnya bayarnya kirimnya ambilnya berangkatnya pulangnya "
        "resepsinya akadnya fotonya",
        r"^(?:tapi\ |terus\ |dan\ )*(?:nginep|makan|kumpul|acara|tempat|rapat|bayar|kirim|ambil|berangkat|pulang|"
        r"resepsi|akad|foto)nya\ (?:di|pakai|pake|naik|lewat|sama|ke)\ (?!mana|siapa|apa)\w+",
        "user",
    ),
    rule("decision", "won't", r"\bwe\ won't\ be\ (?!able|back|there|surprised|late|home)\w+ing\b", "user"),
    rule(
        "decision",
        "goes go",
        r"^(?:the\ |our\ )?[\w'-]+(?:\ [\w'-]+){0,3}\ (?:goes|go)\ (?:top|bottom|left|right|first|last|inside|outside|"
        r"above|below|next\ to|between)\b",
        "user",
    ),
    rule(
        "decision",
        "nobody no_one",
        r"^(?:nobody|no\ one)\ (?:gets|sees|edits|touches|enters|pays|uses|writes|leaves)\ (?!it|that|this|sick|hurt|"
        r"away)\w+",
        "user",
    ),
]
