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
]
