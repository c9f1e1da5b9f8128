"""Open items by what is worn, lost, wrong or used up, and what does not do what it should."""

from __future__ import annotations

from .phrases import COMPLETED
from .rules import rule

RULES = [
    rule(
        "unresolved",
        "nearly almost running full",
        r"\b(?:is|are|'s|we're)\ (?:nearly|almost|\d\d\ ?(?:%|percent))\ (?:gone|out|empty|full|used\ up|"
        r"finished\ off)\b|\brunning\ (?:low|out)\b(?!\ of\ (?:time|ideas|patience))",
    ),
    rule(
        "unresolved",
        "doesn't won't don't",
        r"\b(?:doesn't|won't|don't)\ (?!feel|sleep|look|get|know|think|understand|remember)[a-z]+\ (?:properly|right|"
        r"correctly|any\ ?more|reliably)\b",
        "user",
    ),
    rule(
        "unresolved",
        "wrong",
        r"\b(?:shows?|displays?|prints?|says|lists?|carries|opens)\ the\ wrong\ \w+|\b(?:the|"
        r"a)\ wrong\ \w+\ is\ (?:shown|listed|printed|linked)\b",
    ),
    rule(
        "unresolved",
        "ask_me ask_us",
        r"\bask\ (?:me|us)\ about\ .{2,40}\ (?:again|later|tomorrow|after|on|next)\b",
        "user",
    ),
    rule(
        "unresolved",
        "again",
        r"\b(?:flickers?|leaks?|drips?|crashes|fails|freezes|hangs|squeaks?|stutters?|disconnects?|overheats?|jams?)\ "
        r"again\b",
        "user",
    ),
    rule(
        "unresolved",
        "tidak gak ga nggak",
        r"\b(?:tidak|gak|ga|nggak)\ (?:terbaca|kebaca|kebuka|bisa\ dibuka)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "only",
        r"^only\ the\ .{2,40}\ remains?\b(?!.*,)",
    ),
    rule("unresolved", "behind", r"\b(?:is|are)\ .{0,20}\bbehind\ (?:schedule|production|plan|upstream)\b", firm=True),
    rule(
        "unresolved",
        "expires expire",
        r"\b(?:quote|offer|token|voucher|trial|passport|permit|visa)\b(?:\ \w+){0,3}\ expires?\ (?:in|on|at|by|next|"
        r"soon|this|tomorrow)\b",
    ),
    rule(
        "unresolved",
        "doesn't does_not won't",
        r"^(?!.*\b(?:if|why)\b)(?:the|my|our)\ [\w'-]+(?:\ [\w'-]+){0,2}\ (?:doesn't|does\ not|won't)\ (?:work|start|"
        r"load|boot|open|connect|print|sync|charge|turn\ on|close|flush|heat)\b",
        "user",
    ),
    rule(
        "unresolved",
        "tanya tanyain tanyakan",
        r"^(?:(?:eh|oh\ iya|oh|dan|terus|sama|tolong|coba|minta)[ ,]+)*tanya(?:in|kan)?\ (?:dong|deh|ya|dulu|"
        r"lagi)?\ ?(?:ke|sama|\w+nya\ ke)\ \w+",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "not",
        r"(?<!is\ )(?<!are\ )(?<!was\ )(?<!were\ )(?<!does\ )(?<!did\ )(?<!do\ )(?<!be\ )(?<!if\ )(?<!or\ )(?<!been\ )"
        r"(?<!has\ )(?<!have\ )(?<!'s\ )(?<!'re\ )(?<!'m\ )(?<=\w\ )\bnot\ (?:yet\ )?(?!needed|required|affected|"
        r"supported|allowed|used|intended|based|related|limited|included\ in|recommended|expected|invited|counted|"
        r"charged|refunded|shared|indeed|need|speed|red)\w{3,}(?:ed|own|ent|ilt|aid|ought)\s*$",
        firm=True,
    ),
    rule(
        "unresolved",
        "terus mulu melulu",
        r"\b(?:error|eror|gagal|crash|hang|timeout|mental|nge\w+)\ (?:terus|mulu|melulu)\ (?:dari|sejak|tiap|setiap)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "not isn't aren't wasn't weren't hasn't haven't",
        rf"(?<!that\ )(?<!which\ )\b(?:is\ not|are\ not|was\ not|were\ not|isn't|aren't|wasn't|weren't|hasn't\ been|"
        rf"haven't\ been|not\ been)\ (?!.*\b(?:by\ default|when|if|unless|because|so\ that|in\ order)\b)(?:yet\ |"
        rf"fully\ |all\ |even\ )?(?!restored|replaced|returned|registered|entered|converted|configured|notified|"
        rf"installed|counted|indexed){COMPLETED}\b(?!\ (?:to|with|as|in\ the|for)\b)",
        firm=True,
    ),
    rule(
        "unresolved",
        "nobody no_one",
        r"\b(?:nobody|no\ one)\ (?:(?:seems|appears)\ to\ \w+|told|tells|informed|explained|mentioned|asked)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "promised",
        r"\b(?:has\ |have\ )?promised\b.{2,60}\b(?:for|by|until|next|this|on|soon|tomorrow|within)\b",
        "people",
        firm=True,
    ),
    rule(
        "unresolved",
        "wants want would_like",
        r"^(?:and\ |but\ |also,?\ )?(?!(?:i|we|you|it|this|that|if|when|who|what|which|they|anyone|everyone|everybody|"
        r"nobody|somebody|someone|one|people|users?)\b)(?:the\ |your\ |our\ )?\w+(?:\ \w+)?\ (?:still\ |also\ |"
        r"first\ )?(?:wants?|would\ like|'d\ like)\ to\ (?:see|check|read|hear|know|review|approve|discuss|talk|think|"
        r"look|ask|meet|compare|test|inspect|measure)\b",
        firm=True,
    ),
    rule("unresolved", "anyone's anybody's", r"\bany(?:one|body)'s\ guess\b", firm=True),
    rule(
        "unresolved",
        "said says",
        r"\b(?!i\b|you\b)\w+\ (?:said|says)\ (?:that\ )?(?:they|he|she)(?:'d|\ would|'ll|\ will)\ (?:send|call|write|"
        r"get\ back|let|come\ back|reply|check|bring|answer|confirm|ask|look)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "short",
        r"\b(?:is|are|'s|'re|still)\ (?:still\ )?(?:short\ (?:of|by)\b|(?:\d+|one|two|three|four|a|"
        r"a\ few)\ (?:\w+\ ){0,2}short(?=\s*$|\ (?:for|on)\b))",
        firm=True,
    ),
    rule(
        "unresolved",
        "open",
        r"\bit(?:'s|\ is)\ (?:still\ )?open\ (?:who|whether|if|how|what|when|which|where)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "of_sync half_through",
        r"\b(?:is|are)\ (?:still\ |now\ )?(?:out\ of\ sync|(?:only\ )?half\ through)\b",
        firm=True,
    ),
    rule("unresolved", "kurang", r"^(?:satu|dua|tiga|empat|\d+)\ \w+\ (?:masih\ )?kurang\s*$", firm=True),
    rule(
        "unresolved",
        "habis kedaluwarsa kadaluarsa",
        r"\b(?:sertifikat|paspor|sim|stnk|kontrak|lisensi|domain|masa\ berlaku|izin|visa|"
        r"garansi)\w*\ (?:\w+\ ){0,4}(?:habis|kedaluwarsa|kadaluarsa)\ (?:bulan|minggu|besok|tanggal|tahun|dalam|"
        r"akhir|awal)\b",
        firm=True,
    ),
    rule("unresolved", "we_need", r"^(?:and\ |but\ )?we\ need\ (?:more|another|new|extra)\ \w+", "user", firm=True),
    rule(
        "unresolved",
        "must_be to_be",
        r"\b(?:must|has\ to|have\ to|needs\ to|need\ to)\ be\ (?:corrected|repaired|replaced|renewed|redone|returned|"
        r"cleaned|updated|renamed)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "forgetting meaning putting",
        r"\b(?:keep|keeps|kept)\ (?:forgetting|meaning|putting)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "some_point someday some_day these_days or_later a_chance",
        r"^(?!(?:and\ |but\ )*(?:i|we|i'd|i'll|we'll|maybe|who|hope|it|that|you|he|she|they)\b).*\b(?:at\ some\ point|"
        r"some\ ?day|one\ of\ these\ days|sooner\ or\ later|when\ (?:i|you|we)\ get\ a\ chance)\s*$",
        "user",
    ),
    rule("unresolved", "promised", r"\b(?:was|were|has\ been|have\ been)\ promised\b", firm=True),
    rule(
        "unresolved",
        "silent down offline dead stuck failing unreachable quiet red empty missing broken",
        r"\b(?:has|have)\ been\ (?:silent|down|offline|dead|stuck|failing|unreachable|quiet|red|empty|missing|broken)\ "
        r"(?:since|for)\b",
        firm=True,
    ),
    rule("unresolved", "wrong", r"\b(?:is|are|was|were|came\ in)\ the\ wrong\ (?!way)\w+", "user"),
    rule(
        "unresolved",
        "hole leak crack tear dent flat typo",
        r"\bhas\ (?:an?|two|three)\ (?:hole|leak|crack|tear|dent|flat\ \w+|typo)s?\b",
        "user",
    ),
    rule(
        "unresolved",
        "macet rusak bocor mati mampet ngadat patah pecah",
        r"^(?!.*\b(?:udah|sudah|ga|gak|nggak|tidak|jalan|jalanan|tol|kalau|kalo|jangan|biar|"
        r"takut)\b)[\w-]+(?:\ [\w-]+){0,3}\ (?:macet|rusak|bocor|mati|mampet|ngadat|patah|pecah)\s*$",
        "user",
    ),
    rule(
        "unresolved",
        "list backlog",
        r"\b(?:goes|go|put|add|added)\ (?:it\ |this\ |that\ )?(?:on|to|onto)\ (?:the|my|our)\ (?:[\w-]+\ "
        r"){0,3}(?:list|backlog)\b",
    ),
    rule(
        "unresolved",
        "akan",
        r"\bakan\ (?:bertanya|mencari|menyiapkan|mengurus|mengirim|menyusun|mengumpulkan)\b",
    ),
]
