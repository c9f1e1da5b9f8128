"""What takes a statement back: conditions, hedges, requests, and a repair that follows a complaint."""

from __future__ import annotations

from .lazy import lazy

HEDGE = lazy(
    r"\b(?:announced|rumou?r\w*|apparently|allegedly|if|unless|otherwise|or else|"
    r"kalau (?:tidak|nggak|gak)|whether|"
    r"suppose|supposing|imagine|assuming|assume|in "
    r"case|what if|you can|were we|should we|"
    r"shall we|could|"
    r"might|would|(?:your|her|his|their) call|up to (?:you|her|him|them)|terserah|"
    r"(?<!\d )(?<!in )(?<!of )(?<!since )(?<!until )may(?! \d)|maybe|perhaps|(?:i'd|we'd|you'd|they'd)(?! "
    r"(?:\w+ )?(?:decided|agreed|settled|chosen|picked))|biasanya|usually|normally|typically|"
    r"lean(?:ing)?|recommend\w*|suggest\w*|propos\w*|consider\w*|options(?= )|ideally|hypothetical\w*|probably|"
    r"(?:harus|perlu|bisa) (?:anda|kita|kamu|kami|bapak|ibu)\s*$|asked for|argued (?:for|that)|offered to|"
    r"would have liked|"
    r"(?:am|are|is|was|were|'m|'re|been|still) thinking (?:of|about)|prefer to|once we|when we|"
    r"do we|did we|can we|have we|are we|did you|do you|have you|"
    r"(?:i|gue|gw|gua|aku|saya) (?:sih )?prefer|menurut (?:gue|gw|gua|aku|saya|ku|lo|lu)|"
    r"(?:kalau|kalo|klo)(?! (?:gitu|begitu)\b)|jika|bila|apabila|seandainya|andai\w*|misal\w*|mungkin|sebaiknya|"
    r"mending(?:an)?|menyarankan|"
    r"disarankan|nyaranin|disaranin|saran(?:ku|nya|saya)?|(?<!setuju sama )(?<!setuju dengan )usul\w*|mengusulkan|"
    r"condong|apakah|gimana "
    r"kalau|bagaimana kalau|barangkali|"
    r"rencananya mau|pengennya|maunya(?!.*\bbukan))\b"
)
IF_CLAUSE = lazy(
    r"^(?:and |but |so |or |tapi |dan )?(?:had (?:you|we|i|they|he|she|it|the)\b|if|unless|suppose|imagine|in case|"
    r"assuming|when(?:ever)?|once|"
    r"(?:kalau|kalo|klo)(?! (?:gitu|begitu)\b)|jika|bila|apabila|seandainya|andai\w*|misal\w*|begitu|setiap)\b"
)
UNDECIDED = lazy(
    r"\b(?:nobody|no[- ]one|none of (?:us|them)|never|haven't|hasn't|hadn't|didn't|did not|not yet|belum(?: ada yang)?|"
    r"(?:tidak|tak|gak|ga|nggak|ngga) (?:pernah|ada yang)) (?:\w+ )?(?:decided?|agreed?|settled|sepakat|setuju|"
    r"memutuskan|mutusin|diputus(?:kan|in)|disepakati)\b"
)
NEARLY = lazy(r"\b(?:almost|nearly|half|halfway|partly|partially|hampir|setengah|separuh|separo|sebagian)\b")
# A request to whoever works now, which the next turn does. With a later time (`_LATER`) it stays an open item.
_REQUEST = lazy(
    r"\W*(?:(?:and|so|ok|okay|now|then|also|hi|hey|halo|bang|mas|mbak|pak|bu|dan|terus|oke) ?,? ?)*"
    r"(?:please|pls|kindly|tolong(?:in)?|mohon|coba(?:in)?|minta|(?:can|could|would|will) (?:you|u)|"
    r"bisa (?:tolong|bantu|cek|kamu|lo|lu)|find out(?! if| whether)|look into|figure out|check|cek|periksa)\b"
)
_LATER = lazy(
    r"\b(?:later|tomorrow|tonight|next \w+|before|by|until|when|once|after|with|ask|remind\w*|monday|tuesday|"
    r"wednesday|thursday|friday|saturday|sunday|besok|nanti|ntar|lusa|(?:minggu|bulan) depan|sebelum|setelah|"
    r"ingat\w*|inget\w*|lupa|belum|still|yet|waiting|menunggu|nunggu)\b"
)
_REPAIRS = lazy(
    r"[,;] so (?:i|we) (?!did\b|didn't|could|have\b|haven't|left\b|am\b|can|need|would|will|skipped|stopped|"
    r"still)[a-z]+\b|(?:[,;]|\bso|\band)(?: so| and)? (?:let me|let's|i'll|i will|i need to|we need to) (?:also |"
    r"now |first |try to |try and )*(?:fix|install|add|look|check|try|update|change|investigate|see|correct|remove|"
    r"create|run|adjust|handle|find|read|open|use|make|rerun|inspect)\b"
)
# A sentence after a complaint that repairs it, or says that it is harmless or explains something.
_CURES = lazy(
    r"\W*(?:so |then |just |simply |to fix |and )*(?:change|set|point|replace|fix|update|rename|swap|add|install|"
    r"delete|remove|run|in an? elevated|as administrator|ubah|ganti|hapus|tambahkan|jalankan|"
    r"(?:it's|that's|that is|it is|this is) (?:harmless|fine|normal|expected|the (?:reason|cause)|why)|that explains)\b"
)
_PUT_OFF = lazy(r"\b(?:tomorrow|later|next week|once|after|when|monday|besok|nanti|waiting|blocked|nobody|ask)\b")


def is_request(sentence: str) -> bool:
    """Whether a user's sentence, in lower case, asks for work that the very next turn will do."""
    return bool(_REQUEST.match(sentence)) and not _LATER.search(sentence)


def is_repaired(sentence: str, then: str) -> bool:
    """Whether an agent at once repairs what its `sentence` (in lower case) complains of; `then`: the text after it."""
    low = then.strip().lower()
    if _CURES.match(low):
        return not _PUT_OFF.search(sentence) and not _PUT_OFF.search(low)
    repairs = _REPAIRS.search(sentence) or _REPAIRS.match("; " + low)
    return bool(repairs) and not _PUT_OFF.search(sentence)
