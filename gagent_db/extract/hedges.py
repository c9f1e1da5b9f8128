"""What takes a cue back: questions, conditions, hedges, negation, stories, quoted speech."""

from __future__ import annotations

import re

from .lazy import lazy
from .rules import Rule

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
NOT_DECIDED = lazy(
    r"\b(?:not|n't|never|nobody|no one|nothing(?:'s)?|none|without|yet to|haven't|hasn't|didn't|don't|undecided|belum|"
    r"tanpa|"
    r"blm|"
    r"tidak pernah|gak pernah|nggak pernah|no)\b(?: \w+){0,3}? (?:decided?|agreed?|settled?|chosen?|chose|picked|"
    r"selected|decision|diputuskan|memutuskan|sepakat|ditentukan|dipilih|pilih|keputusan|kesepakatan)\b"
)
STORY = lazy(
    r"\b(?:the (?:authors?|narrator|hero|heroine|protagonist|characters?|movie|novel|(?:speaker|writer)(?! "
    r"(?:only|accepts|takes|uses|is|stays)))|"
    r"according to (?:the|an?|their|its) (?:\w+ )?(?:post|article|blog|docs|documentation|changelog|news|website)|"
    r"in (?:the|her|his|their|that|this) (?:story|novel|book|film|movie|talk|article|post|thread|game|show|series|"
    r"paper|interview|keynote|podcast)|"
    r"(?:novel|film|cerita|artikel|buku|drama|serial|podcast)(?:nya)? (?:itu|ini|tadi|tersebut|yang (?:gue|gw|aku|"
    r"saya) "
    r"(?:baca|tonton|dengar|denger))|(?:di|dalam|dari|nonton|baca|menurut|denger|dengerin) (?:sebuah |satu "
    r")?(?:drakor|anime|sinetron|novel|"
    r"film|"
    r"cerita|artikel|buku|drama|serial|podcast)|(?:film|novel|drama|serial)(?:nya)? (?:tentang|bercerita)|(?:tokoh|"
    r"penulis|pembicara|narator)nya|(?:sang|si) (?:tokoh|penulis|"
    r"narator)|forum|reddit|hacker "
    r"news|stack overflow|the (?:newspaper|paper|article|critic|reviewer|magazine|blog|press) (?:wrote|writes|"
    r"said|"
    r"says|reports?)|(?:wrote|writes|reports?) (?:the|an?) \w+$|the (?:first|last|final) chapter|once upon|"
    r"dalam (?:cerita|film|novel|artikel))\b"
)
BACKSTORY = lazy(
    r"\b(?:back (?:when|in (?:20|19)\d\d)|when i (?:was|worked|lived|studied)|(?<!from )(?<!like )last (?:year|summer|"
    r"winter|spring|autumn)|(?:previous|last|old|"
    r"former) (?:job|"
    r"company|employer|bot|project|team|landlord|landlady|boss|school|teacher|flat)|years ago|"
    r"long gone|last time|regret\w*|used to|katanya|konon|(?:manajer|bos|atasan|dosen|guru) (?:gue |gw |ku |saya "
    r")?(?:yang )?(?:lama|dulu)|originally|in the old days|dulu (?:waktu|pas|di|kami|kita|saya|aku)|"
    r"kantor (?:lama|yang "
    r"dulu)|waktu itu|tahun (?:lalu|kemarin)|bercerita)\b"
)
# What becomes of friends and relatives is told, not decided here.
OTHERS = lazy(
    r"^(?:\w+,? )?(?:my (?:sister|brother|friend|cousin|neighbou?r|colleague|uncle|aunt|nephew|niece|ex|"
    r"roommate)(?:-in-law)?|"
    r"\w+ sebelah|(?:pak|bu|mas|mbak|bang) (?:tukang|sopir|supir|kurir|montir|guru|satpam)|(?:temen|teman|sepupu|"
    r"tetangga|mantan|"
    r"tante)(?:ku|gue|nya)?)\b(?![-'])"
)
# What stands behind a decision under its heading and is none: its reasons, what was passed over, what would be.
ARGUES = lazy(
    r"\A\W*(?:(?:this|that|these|those|it|they|because|since|otherwise|also|why|however|but|see|note|ini|itu|hal ini|"
    r"karena|sebab|alasan\w*|the (?:reason|alternative|main|idea|old|previous)\w*)\b|we (?:considered|looked|tried|"
    r"discussed|thought)\b)|"
    r"\b(?:was|were|had|would|could|might|(?<!in )(?<!until )(?<!of )(?<!by )may(?! \d)|should|if|hopefully|probably|"
    r"reasons?|kalau|jika|mungkin|belum)\b",
    re.I,
)
# What authorities, companies and the like once decided, and what one clicks away: no choice of the speakers.
_HISTORY = lazy(
    r"\b(?:years?|decades?|centuries|months) later\b|\buntil (?:19|200|201)\d+\b|\bthe founders\b|"
    r"\b(?:in|since) (?:19|20)\d\d\b(?!.*\b(?:we|you|i|our|us)\b)|\bagreed to (?:the|its|their|these|your) "
    r"(?:[\w'-]+ )?(?:terms|conditions|cookies)\b"
)
_SETTLED_TOPIC = lazy(
    r"\b(?:question|issue|matter|wind|dispute|argument|bug|ticket|problem|pertanyaan|"
    r"masalah)\b[^,.;]{0,30}\b(?:settled|decided|final|resolved|closed)\b"
)
_FUTURE = lazy(
    r"\b(?:will|to|must|should|can|could|would|may|might|if|when|once|until|till|before|after|unless|need|needs|"
    r"nothing|none|"
    r"gets|not|n't|never|isn't|aren't|wasn't|hasn't|haven't|no|nobody|harus|kalau|kalo|jika|sampai|belum|supaya|"
    r"(?:those|ones|things|[a-z]+s) (?:that|which|who)|biar|agar|target\w*|estimasi|perkiraan|semoga|rencana\w*|"
    r"apakah|nanti|setelah|sebelum|begitu|bukan|tidak|akan|"
    r"sejak|is it|was it|did)(?: \w+){0,3}\s*$|\b(?:yang|yg)\s*$|"
    r"\b(?:until|till|once|when|if|before|after|now that|kalau|kalo|jika|sampai|setelah|apakah|not|n't)\b[^,;]*$"
)
_EXPLAINS = lazy(
    r"\b(?:itu|ini|hal itu|that is|that's|it is|it's|this is) (?:karena|because|gara-gara|soalnya)\b|^(?:karena|"
    r"because|since|sebab|soalnya|(?:pe)?nyebabnya|sebabnya)\b|\b(?:cause|reason|culprit) (?:is|was)\b"
)
# Feelings, cheering on and small talk: nothing there binds anybody.
SENTIMENT = lazy(
    r"\b(?:there for (?:me|you|us|each)|awesome|amazing|inspiring|incredible|wonderful|beautiful|adorable|dreams?|"
    r"passion\w*|positiv\w+|optimis\w+|"
    r"motivat\w+|resilien\w+|mindset|memories|journey|proud|thrilled|excit\w+|grateful|thankful\w*|heartwarming|"
    r"empower\w*|encourag\w+|self-\w+|headed for greatness|each other|one another|make it happen|go for it|"
    r"make a difference|making a difference|(?:and |or )?never give up|(?:my|our|your) best|touch base|in touch|"
    r"(?:keep|keeping) (?:you|ya|u|me|us) (?:\w+ed|in the loop)|keep (?:going|it up|on \w+ing)|in the loop|take care|"
    r"take it easy|hang in there|good luck|fingers crossed|cheer(?:s|ing)?|root(?:ing)? for|have (?:some )?fun|"
    r"much fun|"
    r"so (?:cool|happy|glad|much fun)|believe in|means (?:a lot|so much)|life's|nature|"
    r"semangat|bangga|mimpi|bersyukur|seru banget|keren banget)\b|"
    r"\bwe(?:'ll| will) (?:make it|rock|be ok\w*)\b"
)
_TOLD_WORDS = 3  # fewer before a question are no statement
_EXPLICIT = lazy(r"decid|agree|settled|ruled|putus|sepakat|now on|mulai")
# The next step of the one who is working: what it does with the session's own files and tools.
_STEP = (
    r"run|rerun|re-run|execute|examine|inspect|look|open|view|read|print|search|grep|locate|navigate|list|browse|"
    r"verify|check|confirm|reproduce|replicate|investigate|begin|try|retry|go through|go ahead|go back|"
    r"proceed|take a look|have a look|analy[sz]e|debug|walk|scroll|see|compute|calculate|decode|decrypt|submit"
)
_EDIT = (
    r"create|write|edit|modify|change|update|add|insert|remove|delete|fix|replace|import|implement|define|install|"
    r"build|compile|download|extract|unzip|paste|copy|rename|refactor|correct|adjust|apply|set up|call|make|save|send|"
    r"put|wrap|convert|combine|declare|construct|prepare|generate|include|handle|append|return"
)
_NEXT_STEP = lazy(
    rf"\b(?:we(?:'ll| will|'re going to| are going to)|let's|lets|let us|i'll|i will|i'm going to)"
    rf"(?: (?:also|just|simply|then|quickly|finally))*"
    rf"(?: (?:now|first|next|again|go with an? (?:quick|simple|short)|use the (?:-\S+|\S+ (?:flag|command|tool|"
    rf"option|function))|start by|start with|begin by)\b| (?:{_STEP})\b|"
    rf" (?:{_EDIT}) |"
    rf" use (?:the )?(?:\S+ ){{1,6}}to (?:see|find|check|look|verify|search|locate|open|read|get|list|examine|inspect|"
    rf"run|test|confirm|reproduce|determine|understand|identify|explore|view|debug|create|edit|figure|solve|decode)\b)"
)
_CHOICE = lazy(
    r"\b(?:instead|rather than|not|never|always|only|by default|from now|so that|because|since|until|per|every|"
    r"unless|for now|for good|v\d|both|at most|at least|must|daripada|bukan)\b|\bfor (?:the )?(?:rollback|release|"
    r"mvp)\b"
)
NO_OPEN_ITEM = lazy(
    r"\b(?:nothing (?:is )?(?:left|open|pending|missing)|no (?:open|pending|outstanding|remaining) |not (?:a "
    r"problem|needed|necessary|urgent)|no longer|none of (?:them|these|this) (?:blocks?|matters?)|no need|ga(?:k)? "
    r"perlu|nggak perlu|tidak perlu|tidak ada yang|belum termasuk)\b"
)
_SUPPOSED = lazy(r"\b(?:suppose|what if|imagine|seandainya|andaikan|misalnya)\b")
_DOUBT = lazy(r"\b(?:if|unless|kalau|kalo|jika|would|could|might|should|suppose)\b")
_ASKED = lazy(r"\bopen question|\bremind|\bingatkan|\bingetin")


# "When I click it, it still crashes": the condition says when, not whether.
_NEVERTHELESS = lazy(
    r"(?<!if it )(?<!if it's )(?<!if the )(?<!kalau )(?<!kalo )\b(?:still (?!need)\w+s\b|masih (?:gagal|error|eror|"
    r"crash|force))"
)
# "The log has no owner yet: who takes it?": what stands before the question is told.
_QUESTION_BEHIND = lazy(
    r"[,:;]\s+(?:(?:and|so|or|but|dan|terus|jadi)\s+)?(?=(?:should|shall|do|does|did|can|could|is|are|will|would|any|"
    r"what|which|who|"
    r"how|when|where|why|whether|apa|apakah|gimana|siapa|kapan|mana|bisa|mau|perlu|boleh)\b[^,:;]*\?\W*$)"
)
_ASKING = lazy(
    r"^\W*(?:(?:and|but|so|or|eh|oh|btw|ok|okay|also|terus|tapi|jadi|dan)[ ,]+)*(?:who|what|why|how|where|which|when|"
    r"if|did|do|does|is|"
    r"are|was|were|can|could|should|shall|would|will|has|have|any|siapa|kenapa|mengapa|gimana|bagaimana|kapan|apakah|"
    r"apa|"
    r"berapa|kalau|kalo)\b"
)
# A person asks without a question mark.
_ASKED_BARE = lazy(
    r"^\W*(?:(?:and|but|so|eh|oh|btw|ok|also|terus|tapi)[ ,]+)*(?:(?:who|why|how(?!ever)|where(?!ver)|(?:what|where|"
    r"who|how|when)'s|what (?:is|are|"
    r"was|were|do|does|did|"
    r"if|about|would|should|can|kind)|siapa|kenapa|gimana|apakah)\b|(?:(?:did|does) (?:we|you|i|they|he|she|it|the)|"
    r"do (?:we|you|they|i))\b)"
    r"|\b(?:mana|apa|siapa|kapan|gimana|berapa|kenapa|enaknya) ya\b|\b\w{3,} apa (?:di\w+|nggak|ga|gak|tidak|enggak|"
    r"belum|yang)\b"
)
# Said with a laugh nothing is settled.
_LAUGHING = lazy(r"\b(?:wk(?:wk)+w?|haha\w*|lol|lmao)\b")
# Said to the one who works now, or by them: the next turn does it. With a later time it stays on the list.
_REQUEST = lazy(
    r"^(?:(?:and|so|ok|okay|now|then|also|hi|hey|halo|bang|mas|mbak|pak|bu|dan|terus|oke) ?,? ?)*"
    r"(?:please|pls|kindly|tolong(?:in)?|mohon|coba(?:in)?|minta|"
    r"(?:can|could|would|will) (?:you|u)|bisa (?:tolong|bantu|cek|kamu|lo|lu)|"
    r"find out(?! if| whether)|look into|figure out|work out|sort out|check|investigate|cek|periksa|selidiki|"
    r"cari (?:tahu|tau))\b"
)
_WORKING = lazy(
    r"^(?:(?:and|but|tapi|first|so|ok|okay|now|then|also|oke|baik|siap|dan) ?,? ?)*"
    r"(?:let me|let's|lets|let us|we need to|i need to|i'll|i will|i'm going to|i am going to|we'll|we will|"
    r"we should|i should|"
    r"(?:saya|aku|gue|gw|kita|kami)(?: akan| mau| coba)?) (?:also |just |first |now |then |quickly |coba |langsung )*"
    r"(?:see|check|look|find|verify|test|try|run|figure|work|sort|investigate|debug|inspect|fix|search|dig|cek|lihat|"
    r"liat|periksa|cari|coba|telusuri|selidiki|baca|bahas)\b"
)
_LATER = lazy(
    r"\b(?:later|tomorrow|tonight|next \w+|before|by|until|when|once|after|with|ask|remind\w*|again on|monday|"
    r"tuesday|wednesday|thursday|friday|saturday|sunday|besok|nanti|ntar|lusa|minggu depan|bulan depan|sebelum|"
    r"setelah|paling lambat|kapan-kapan|lagi nanti|ingat\w*|inget\w*|lupa|ke (?:pak|bu|mas|mbak)|belum|still|yet|"
    r"waiting|menunggu|nunggu)\b"
)
_REPAIRS = lazy(
    r"[,;] so (?:i|we) (?!did\b|didn't|could|have\b|haven't|left\b|am\b|can|need|would|will|skipped|stopped|"
    r"still)[a-z]+\b|(?:[,;]|\bso|\band)(?: so| and)? (?:let me|let's|i'll|i will|i need to|we need to) (?:also |"
    r"now |first |try to |try and )*(?:fix|install|add|look|check|try|update|change|investigate|see|correct|remove|"
    r"create|run|adjust|handle|find|read|open|use|make|rerun|inspect)\b"
)
# What follows a complaint cures it or says that it explains something.
_CURES = lazy(
    r"\W*(?:so |then |just |simply |to fix |and )*(?:change|set|point|replace|fix|update|rename|swap|add|install|"
    r"delete|remove|run|in an? elevated|as administrator|ubah|ganti|hapus|tambahkan|jalankan|"
    r"(?:it's|that's|that is|it is|this is) (?:harmless|fine|normal|expected|the (?:reason|cause)|why)|that explains)\b"
)
_PUT_OFF = lazy(r"\b(?:tomorrow|later|next week|once|after|when|monday|besok|nanti|waiting|blocked|nobody|ask)\b")
_BYGONE = lazy(
    r"\bremember (?:last|when|how)\b|\blast (?:year|summer|winter|spring|autumn)\b(?!'s)|\byears ago\b|\bback then\b"
)
_ON_PURPOSE = lazy(r"\b(?:deliberately|intentionally|consciously|on purpose|sengaja|memang)\s*(?:\w+\s*)?$")
# It was found so, not chosen: "it uses the old key for some reason", "kok masih nyala".
_PUZZLED = lazy(
    r"\b(?:for some reason|somehow|all of a sudden|suddenly|strangely|since (?:this|last|yesterday|the (?:update|"
    r"upgrade))|"
    r"(?:so|too|really|very|super|painfully) (?:slow|buggy|laggy|annoying|loud)|every time i|tiba-tiba|entah kenapa|"
    r"mendadak)\b|^(?:\w+ )?kok\b"
)
_EXPECTED = lazy(r"\b(?:harusnya|seharusnya)\b|\bshould (?:be (?:enough|fine|ok|okay|easy|there|able)|work|do)\b")
_AUTHORITY = lazy(
    r"\b(?:hakim|pengadilan|pemerintah|menteri|presiden|mahkamah|dpr|polisi|wasit|judge|parliament|government|minister|"
    r"president|referee|supreme court|the court|tim (?:sebelah|lain|lawan)|(?:the )?other team)(?:nya)?\b"
)
_MISTAKE = lazy(
    r"\bbecause i (?:don't|didn't|can't|couldn't)\b|"
    r"\b(?:by (?:accident|mistake)|accidentally|the wrong|salah pilih|gak sengaja|nggak sengaja)\b"
)
_WHEN = lazy(r"\b(?:whenever|in case|(?<!since )(?<!from )(?<!by )(?<!until )when)\b(?! i\b| we\b)")
_NEITHER = lazy(r"neither\b(?! of\b).*\bnor\b|neither\b.*\b(?:needs?|matters?)\b")
_INDIRECT = lazy(
    r"\b(?:see|sees|shows?|tells?|explains?|say|says|check|find out|look at|lihat|tunjukkan|menunjukkan) "
    r"(?:me |us |exactly )?(?:where|why|how|what|whether|which|when|di mana|kenapa)\b"
)


def told_before(sentence: str) -> int:
    """How much of a question, in lower case, is told before it is asked; 0 where all of it asks."""
    match = _QUESTION_BEHIND.search(sentence)
    if not match or _ASKING.match(sentence) or len(sentence[: match.start()].split()) < _TOLD_WORDS:
        return 0
    return match.start()


def asks_plainly(sentence: str) -> bool:
    """Whether a person's sentence, in lower case, asks without a question mark."""
    return bool(_ASKED_BARE.search(sentence))


def is_work_now(clause: str, sentence: str, by_user: bool) -> bool:
    """Whether a clause asks for, or announces, work of this very turn: no open item."""
    return bool((_REQUEST if by_user else _WORKING).search(clause)) and not _LATER.search(sentence)


def is_repaired(sentence: str, then: str) -> bool:
    """Whether an agent goes on to repair at once what a sentence complains of."""
    low = then.strip().lower()
    if _CURES.match(low):
        return not _PUT_OFF.search(sentence) and not _PUT_OFF.search(low)
    repairs = _REPAIRS.search(sentence) or _REPAIRS.match("; " + low)
    return bool(repairs) and not _PUT_OFF.search(sentence)


def holds(rule: Rule, clause: str, match: re.Match[str], said_before: str, question: bool, conditional: bool) -> bool:
    """Whether a cue that matched in `clause` is meant: `said_before` is the sentence up to the clause."""
    before = clause[: match.start()]
    if rule.kind == "decision":
        return not question and not conditional and _is_decided(clause, match, before, said_before)
    if rule.kind == "resolved":
        future = _FUTURE.search((said_before + before)[-60:])
        return not question and not conditional and not future and " " in clause
    if question and not _ASKED.search(clause):
        return False
    if (
        (conditional and not _NEVERTHELESS.search(clause))
        or NO_OPEN_ITEM.search(clause)
        or _EXPLAINS.search(before)
        or _WHEN.search(before)
        or _NEITHER.match(clause)
    ):
        return False
    if _INDIRECT.search(before) or _ON_PURPOSE.search(before) or _elsewhere(said_before + clause):
        return False
    return rule.firm or not (_DOUBT.search(said_before + before) or SENTIMENT.search(said_before + clause))


def _elsewhere(sentence: str) -> bool:
    """Whether a sentence tells a story or of days gone by."""
    return bool(STORY.search(sentence) or _BYGONE.search(sentence))


def is_next_step(sentence: str) -> bool:
    """Whether an agent says what it does next, not what is chosen: "We'll create a file and run it"."""
    return bool(_NEXT_STEP.search(sentence)) and not _CHOICE.search(sentence)


def _is_decided(clause: str, match: re.Match[str], before: str, said_before: str) -> bool:
    if " " not in clause or clause.startswith(("or ", "atau ")) or _SUPPOSED.search(said_before):
        return False
    sentence = said_before + clause
    if (
        _HISTORY.search(sentence)
        or _MISTAKE.search(sentence)
        or STORY.search(sentence)
        or BACKSTORY.search(sentence)
        or OTHERS.match(sentence)
    ):
        return False
    if _LAUGHING.search(sentence) and not re.search(r"\b(?:fix|final|deal|sepakat|agreed)\b", clause):
        return False
    if _PUZZLED.search(sentence) or _EXPECTED.search(clause) or _AUTHORITY.search(sentence):
        return False
    if SENTIMENT.search(sentence) and not _EXPLICIT.search(match[0]):
        return False
    if NOT_DECIDED.search(clause) or _SETTLED_TOPIC.search(clause):
        return False
    return not HEDGE.search(before) and not HEDGE.search(match[0])
