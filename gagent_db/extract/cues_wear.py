"""Open items by what is worn, lost, wrong or used up, and what does not do what it should."""

from __future__ import annotations

from gagent_db.extract.rules import rule

RULES = [
    rule(
        "unresolved",
        "nearly almost running",
        r"\b(?:is|are|'s|we're)\ (?:nearly|almost)\ (?:gone|out|empty|used\ up|finished\ off)\b|\brunning\ (?:low|"
        r"out)\b(?!\ of\ (?:time|"
        r"ideas|patience))",
        "user",
    ),
    rule(
        "unresolved",
        "doesn't won't don't",
        r"\b(?:doesn't|won't|don't)\ (?!feel|sleep|look|get|know|think|understand|remember)[a-z]+\ (?:properly|right|"
        r"correctly|any\ ?more|"
        r"reliably)\b",
        "user",
    ),
    rule(
        "unresolved",
        "wrong",
        r"\b(?:shows?|displays?|prints?|says|lists?|carries|opens)\ the\ wrong\ \w+|\b(?:the|a)\ wrong\ \w+\ is\ "
        r"(?:shown|listed|printed|"
        r"linked)\b",
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
        "ilang hilang patah pecah sobek robek",
        r"^(?!.*\b(?:udah|sudah|ketemu|ga|gak|nggak|tidak)\b)[\w-]*nya\ (?:ilang|hilang|patah|pecah|sobek|robek)\b",
        "user",
    ),
    rule(
        "unresolved",
        "unusable unreadable illegible corrupt corrupted damaged",
        r"^(?!.*\b(?:if|when|not)\b)(?:the|your|our|both|all|two|three|\d+|page|half)\b.{2,50}\ (?:is|are)\ "
        r"(?:unusable|unreadable|illegible|"
        r"corrupt(?:ed)?|damaged)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "information",
        r"\bi\ (?:have\ no|don't\ have\ any|lack)\ (?:information|details|data|figures|numbers)\ (?:about|on|for|"
        r"from)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "cover handle",
        r"^(?:and\ |but\ )?(?:the|our|your)\ [\w'`.-]+(?:\ [\w'`.-]+){0,3}\ (?:don't|doesn't|do\ not|does\ not)\ "
        r"(?:cover|handle)\ \w+",
        "assistant",
        firm=True,
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
        r"\bonly\ .{2,40}\ (?:(?:is|are)\ (?:still\ )?(?:open|missing|left|outstanding|pending)|remains?)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "masih",
        r"\bmasih\ (?:pake|pakai|memakai|nunjuk|menunjuk|mengarah|merujuk|nyebut|menyebut|tertulis)\b.*\blama\b",
        firm=True,
    ),
    rule("unresolved", "blank", r"\bis\ (?:still\ )?blank\s*$", "assistant"),
    rule("unresolved", "behind", r"\b(?:is|are)\ .{0,20}\bbehind\ (?:schedule|production|plan|upstream)\b", firm=True),
    rule(
        "unresolved",
        "breaks crashes fails overflows freezes hangs",
        r"^(?!.*\b(?:if|would|could|because|so\ that|fixed|on\ purpose)\b)(?:the|your|our)\ [^,;:]{2,40}\ (?:breaks|"
        r"crashes|fails|overflows|"
        r"freezes|hangs)\ (?:below|above|on|in|under)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "has_no have_no",
        r"^(?:room|page|section|table|chapter|figure|step|item|row|unit|module|seat|flat|house|building)\ \w+\ has\ "
        r"no\ \w+",
        "assistant",
    ),
    rule(
        "unresolved",
        "expires expire",
        r"\b(?:quote|offer|token|voucher|trial|passport|permit|visa)\b(?:\ \w+){0,3}\ expires?\ (?:in|on|at|by|next|"
        r"soon|this|tomorrow)\b",
    ),
    rule(
        "unresolved",
        "skipped ignored disabled missing broken failing flaky",
        r"\b(?:half|some|most|two|three|four|\d+)\ (?:of\ )?the\ [\w-]+\ (?:is|are)\ (?:skipped|ignored|disabled|"
        r"missing|broken|failing|"
        r"flaky)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "conflicting contradictory duplicate broken missing inconsistent overlapping",
        r"\bthere\ (?:is|are)\ (?:still\ )?(?:two|three|an?|several|some|\d+)\ (?:conflicting|contradictory|duplicate|"
        r"broken|missing|"
        r"inconsistent|overlapping)\ \w+",
        "assistant",
    ),
    rule(
        "unresolved",
        "paused disabled unanswered unpaid",
        r"\b(?:has|have)\ been\ (?:paused|disabled|unanswered|unpaid)\ (?:since|for)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "menemukan",
        r"\b(?:saya|kami)\ (?:tidak|gagal)\ menemukan\ (?!masalah|kesalahan|error|kendala|apa)\w+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "salah keliru",
        r"^(?!.*\b(?:kalau|jika|bukan|tidak|apakah)\b).{8,}\ (?:salah|keliru)\s*$",
        "assistant",
    ),
    rule(
        "unresolved",
        "doesn't does_not won't",
        r"^(?!.*\b(?:if|why)\b)(?:the|my|our)\ [\w'-]+(?:\ [\w'-]+){0,2}\ (?:doesn't|does\ not|won't)\ (?:work|start|"
        r"load|boot|open|connect|"
        r"print|sync|charge|turn\ on|close|flush|heat)\b",
        "user",
    ),
    rule("unresolved", "wrong", r"\b(?:is|are|was|were|came\ in)\ the\ wrong\ (?!way)\w+", "user"),
    rule(
        "unresolved",
        "let_me",
        r"^(?:ok\ |but\ |and\ )*let\ me\ (?:check|ask|talk|clear\ it|discuss\ it|discuss\ this)\ with\ \w+",
        "user",
        firm=True,
    ),
    rule("unresolved", "due", r"\b(?:is|are)\ due\ (?:today|tomorrow|on|by|next|this|in)\b", firm=True),
    rule(
        "unresolved",
        "hole leak crack tear dent flat typo",
        r"\bhas\ (?:an?|two|three)\ (?:hole|leak|crack|tear|dent|flat\ \w+|typo)s?\b",
        "user",
    ),
    rule(
        "unresolved",
        "needs need",
        r"\bneeds?\ (?:his|her|its|their|a)\ (?:shots?|vaccin\w+|check-?up|service|haircut|oil\ change|new\ \w+)\b",
        "user",
    ),
    rule(
        "unresolved",
        "macet rusak bocor mati mampet ngadat patah pecah",
        r"^(?!.*\b(?:udah|sudah|ga|gak|nggak|tidak|jalan|jalanan|tol|kalau|kalo|jangan|biar|takut)\b)[\w-]+(?:\ "
        r"[\w-]+){0,3}\ (?:macet|rusak|"
        r"bocor|mati|mampet|ngadat|patah|pecah)\s*$",
        "user",
    ),
    rule(
        "unresolved",
        "list backlog",
        r"\b(?:goes|go|put|add|added)\ (?:it\ |this\ |that\ )?(?:on|to|onto)\ (?:the|my|our)\ (?:[\w-]+\ "
        r"){0,3}(?:list|backlog)\b",
    ),
    rule("unresolved", "has_the has_an has_a", r"\bhas\ (?:the|an?)\ (?:old|wrong|outdated)\ \w+", "assistant"),
    rule(
        "unresolved",
        "tenant owner",
        r"\b(?:is|are)\ with\ (?:the|his|her|our|your)\ (?:\w+\ )?(?:tenant|owner)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "akan",
        r"\bakan\ (?:bertanya|mencari|menyiapkan|mengurus|mengirim|menyusun|mengumpulkan)\b",
    ),
]
