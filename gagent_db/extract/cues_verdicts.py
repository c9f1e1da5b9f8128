"""Decisions by what seals them: a vote, a contrast, a suffix, a reported rule, who does what."""

from __future__ import annotations

from .phrases import DAY, START
from .rules import rule

RULES = [
    rule(
        "decision",
        "signed decided final agreed settled official",
        r"\S+\ \S+.*,\ (?:and\ )?(?:it's|that's|it\ is|that\ is)\ (?:been\ |now\ |all\ )*(?:signed|decided|final|firm|"
        r"agreed|settled|official)\s*$",
        "user",
    ),
    rule(
        "decision",
        "so_that's",
        r"\bso\ that's\ (?:who|what|where|how|when|the\ (?:one|date|place|name))\ (?:we|i)(?:'ll|'re|"
        r"\ will)?\ (?!said|did|had|was|want|need|got|mean)\w+",
        "user",
    ),
    rule(
        "decision",
        "vote votes poll ballot",
        r"\b(?:vote|poll|ballot|show\ of\ hands)\ (?:was|went|came\ out|ended|closed|passed)\ .{0,20}\b(?:for|"
        r"in\ favou?r|against)\b|\bvote\ (?:was|went|ended)\ \d|\bvoted\ \d+\s?(?::|to|-|x)",
    ),
    rule(
        "decision",
        "every each all",
        r"^(?:and\ )?(?:every|each)\ (?!time|day|one\b|year|morning|night)[\w-]+(?:\ [\w-]+){0,3}\ (?:needs?|"
        r"requires?|has\ to\ have|comes\ with)\ (?:an?|the|one|two|at\ least|\d)\b",
        "user",
    ),
    rule(
        "decision",
        "all",
        r"^(?:and\ )?all\ (?!(?:day|night|week|the|of|my|in|good|over|around|this|that|set|done|clear|right|these|"
        r"those|kinds)\b)(?:new\ |future\ |our\ |other\ )?[\w-]+(?:\ [\w-]+)?\ (?:in|on|via|by|through|from|"
        r"into)\ \w+(?:\ \w+){0,3}\s*$",
        "user",
    ),
    rule(
        "decision",
        "will_be",
        r"^(?:and\ |so\ |the\ |our\ )*(?:soloist|speaker|host|chair|captain|treasurer|driver|witness|best\ man|"
        r"maid\ of\ honou?r|referee|president|lead|contact|editor|moderator|successor|godfather|godmother)\ (?:is|"
        r"will\ be)\ (?!a\b|the\b|still|not|here|late|ill|sick|very|too|so|great|nice|ready|available|unknown|missing|"
        r"\w+ing\b)[a-z]+",
        "user",
    ),
    rule(
        "decision",
        "don't_need doesn't_need",
        r"^(?!(?:i|we|you|it|that|this|they)\b)[\w'-]+(?:\ [\w'-]+){0,5}\ (?:doesn't|don't|does\ not|"
        r"do\ not)\ (?:need|require)\ (?:[\w-]+\ ){1,3}(?:approval|permission|review|sign-?off|confirmation|permit|"
        r"password|login|ticket|meeting|receipt)\b",
        "user",
    ),
    rule(
        "decision",
        "let",
        rf"{START}let\ (?!me\b|us\b|it\b|you\b|go\b|alone)[\w'-]+(?:\ [\w-]+){{0,2}}\ (?:(?:lapse|die|expire|rot)\s*$|"
        rf"(?:have|take|do|handle|keep|choose|drive|cook|speak|lead|run|pay)\ (?!a\ look|it\ know)\w+)",
        "user",
    ),
    rule(
        "decision",
        "done_with",
        r"\b(?:we're|i'm|we\ are|i\ am)\ done\ with\ (?!(?:the|my|our|it|that|this|all|both)\b)\w+",
        "user",
    ),
    rule(
        "decision",
        "diganti diubah dirubah dijadiin dijadikan dicat ditaruh",
        r"^(?!.*\b(?:belum|bisa|kenapa|apa|kalau|kalo|error|gagal|tadi|udah|sudah|barusan|kemarin|perlu|harus|"
        r"mau)\b)[\w-]+(?:\ [\w-]+){0,4}\ (?:diganti|diubah|dirubah|dijadiin|dijadikan|dicat|ditaruh)\ (?:jadi|"
        r"menjadi|ke|dengan)?\ ?\w+",
        "user",
    ),
    rule(
        "decision",
        "yang yg",
        r"^(?!.*\b(?:apa|siapa|mana|belum|udah|sudah|bisa|mau|tadi|kemarin)\b)[\w-]+(?:\ \w+)?\ (?:yang|"
        r"yg)\ \w+(?:\ \w+){0,3},\ [\w-]+(?:\ \w+)?\ (?:yang|yg)\ \w+",
        "user",
    ),
    rule(
        "decision",
        "nama judul tema warna",
        r"^(?:dan\ |untuk\ )?(?:nama|judul|tema|warna)\ (?:\w+\ )?\w+nya\ (?:jadi\ |tetap\ |adalah\ )?(?!apa|siapa|"
        r"belum|masih|sama|kok|udah|sudah|bagus|lucu|keren|jelek|lupa|itu)\w+",
        "user",
    ),
    rule(
        "decision",
        "until till",
        r"^(?!(?:i|it|this|that|they|he|she|you|there|what|who|nobody|nothing|everything)\b)[\w']+(?:\ [\w']+){0,2}\ "
        r"(?:shares?|stays?|lives?|"
        r"sleeps?|works?|uses?|keeps?)\ .{2,40}\ (?:until|till)\ (?!now\b|late\b|i\b)\w+",
        "user",
    ),
    rule(
        "decision",
        "told",
        r"\bi\ (?:already\ |just\ )?told\ (?:the|my|our)?\ ?\w+(?:\ \w+)?\ (?:that\ )?(?:we|i)(?:'ll|'re|\ will|\ are|"
        r"\ want|\ accept|\ take|\ won't|\ don't\ want|\ keep|\ stay|\ decline)\b",
        "user",
    ),
    rule(
        "decision",
        "option plan variant offer",
        r"^(?:ok,?\ |then\ |so\ |and\ )*(?:option|plan|variant|offer)\ (?:\d|[a-z])(?:\ then|\ please)?\s*$",
        "user",
    ),
    rule("decision", "way", rf"{START}do\ (?:it|this|that)\ the\ \w+\ way\b", "user"),
    rule(
        "decision",
        "always matter exception exceptions may happens time",
        r"^(?!(?:i|i'm|i'll|they|we|we'll|you|he|she|it|friends|family|people|always)\b)\S+\ \S+.*(?:,|"
        r"\ )\ ?(?:no\ matter\ what|come\ what\ may|whatever\ happens)\s*$|\S+\ \S+.*,\ (?:always|every\ time|"
        r"without\ exception|no\ exceptions?)\s*$",
        "user",
    ),
    rule(
        "decision",
        "tolak batalin batalkan setujui lepas terima",
        r"^(?:jadi\ |akhirnya\ |ya\ )*(?:aku|gue|gw|saya)\ (?:tolak|batalin|batalkan|setujui|lepas|terima\ tawaran)\ "
        r"\w+",
        "user",
    ),
    rule(
        "decision",
        "kita kami",
        r"^(?:untuk|buat|soal|khusus)\ [\w\ -]{1,24}\ (?:kita|kami)\ (?!belum|masih|perlu|harus|bisa|mau|lagi|udah|"
        r"sudah|kurang|bingung)\w+",
        "user",
    ),
    rule(
        "decision",
        "dihapus ditutup dibubarkan dihentikan distop diliburkan digabung dipisah dijual dipotong dinaikkan diturunkan "
        "diperpanjang dipersingkat ditunda",
        r"^(?!.*\b(?:udah|sudah|belum|tadi|kemarin|kok|kenapa|apa|bisa|perlu|harus|kalau|kalo|jangan|mau|sama|oleh|"
        r"boleh|nanti)\b)[\w-]+(?:\ [\w-]+){0,3}\ (?:dihapus|ditutup|dibubarkan|dihentikan|distop|diliburkan|digabung|"
        r"dipisah|dijual|dipotong|dinaikkan|diturunkan|diperpanjang|dipersingkat)\s*(?:$|,|\ (?:aja|saja|mulai|per|"
        r"sampai|jadi)\b)",
        "user",
    ),
    rule(
        "decision",
        "per",
        r"^(?:only\ |max\ )?(?:one|two|three|\d+)\ [\w-]+(?:\ [\w-]+)?\ per\ \w+\s*$",
        "user",
    ),
    rule(
        "decision",
        "else",
        r"^(?!.*\b(?:there|is|was|are)\b)\S+\ \S+.*,\ (?:nobody|no\ one|nothing)\ else\s*$",
        "user",
    ),
    rule(
        "decision",
        "boleh",
        r"^(?!.*\b(?:kenapa|apa|katanya|kata|kok)\b)(?!(?:aku|gue|gw|saya|ini|itu|"
        r"dia)\b)[\w-]+(?:\ [\w-]+){0,3}\ (?:ga|gak|nggak|ngga|tidak|enggak)\ boleh\ \w+",
        "user",
    ),
    rule(
        "decision",
        "diadain diadakan digelar dilaksanakan dilangsungkan",
        r"^(?!.*\b(?:udah|sudah|belum|kemarin|tadi|kapan|apa|kalau|bisa)\b)[\w-]+(?:\ [\w-]+){0,3}\ (?:diadain|"
        r"diadakan|digelar|dilaksanakan|dilangsungkan)\ (?:di|tanggal|tgl|hari|jam|pas)\ \w+",
        "user",
    ),
    rule(
        "decision",
        "nemenin jemput bayar bawa urus ngurus pegang jaga masak nyetir anter nganter ngajar",
        r"^(?!.*\b(?:apa|siapa|mana|udah|sudah|belum|tadi|kemarin)\b)(?:si\ |pak\ |bu\ |mas\ |mbak\ |kak\ )?(?!orang|"
        r"yang)\w+\ (?:yang|yg)\ "
        r"(?:nemenin|jemput|bayar|bawa|urus|ngurus|pegang|jaga|masak|nyetir|anter|nganter|ngajar)\b",
        "user",
    ),
    rule(
        "decision",
        "chosen selected agreed",
        r"\bthe\ (?:chosen|selected|agreed)\ [\w-]+(?:\ [\w-]+)?\ (?:is|are|was)\ (?!not|still|too)\w+",
        "assistant",
    ),
    rule(
        "decision",
        "pasti final fix",
        r"^(?:jadi|berarti|oke|baik),?\ (?:sudah|udah)\ (?:pasti|final|fix)\b",
        "assistant",
    ),
    rule(
        "decision",
        "diskusi rapat musyawarah voting pembahasan kesepakatan",
        r"^(?:dari|berdasarkan|sesuai)\ (?:hasil\ )?(?:diskusi|rapat|musyawarah|voting|pembahasan|"
        r"kesepakatan)\b[^,]{0,20},\ (?!belum|masih|ada|saya|perlu)\w+",
        "assistant",
    ),
    rule(
        "decision",
        "pisahkan gabungkan pakai gunakan taruh simpan biarkan batasi namai",
        r"\bsaya\ (?:pisahkan|gabungkan|pakai|gunakan|taruh|simpan|biarkan|batasi|namai)\ .{3,80}(?:\ karena\ |,\ "
        r"because$)",
        "assistant",
    ),
    rule(
        "decision",
        "prefers wants",
        r"\byour\ (?:group|team|family|wife|husband|client|board|parents)\ (?:prefers?|wants?)\ (?!to\ know)\w+",
        "assistant",
    ),
    rule(
        "decision",
        "i_took",
        r"^(?!.*\blast\ (?:year|week|month)\b).*\bi\ took\ the\ (?:slot|offer|job|flat|deal|(?:first|second|last|"
        r"cheaper|bigger|smaller)\ (?:one|offer|slot|flat))\b",
        "user",
    ),
    rule(
        "decision",
        "board committee council jury client management parents",
        r"^(?:board|committee|council|jury|client|management|parents)\ (?:has\ |have\ |finally\ )?(?:went\ with|chose|"
        r"picked|voted|decided|agreed|approved|rejected|said\ (?:yes|no))\b",
        "user",
    ),
    rule(
        "decision",
        "agreed",
        rf"^(?!.*\b(?:not|if|once|when|until)\b)[\w'-]+(?:\ [\w'-]+){{0,4}}\ agreed\ (?:for|on|at)\ (?:{DAY}|\d|next)",
    ),
]
