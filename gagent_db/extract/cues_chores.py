"""Open items of one's own: errands, promises, what is short, noisy or not to be found."""

from __future__ import annotations

from .phrases import DAY
from .rules import rule

RULES = [
    rule(
        "unresolved", "tanya tanyain", r"\btanya(?:in)?\ (?:\w+\ ){1,3}dulu\b(?!\ (?:ya|dong)\ ?\?)", "user", firm=True
    ),
    rule(
        "unresolved",
        "have_to need_to must gotta",
        r"^(?:and\ |but\ )?(?:today|tomorrow|tonight|this\ (?:week|weekend|evening|afternoon)|next\ (?:week|month)|"
        r"on\ \w+day|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\ (?:i|we)\ (?:still\ |also\ )?(?:have\ to|need\ to|"
        r"must|gotta)\ \w+",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "need",
        r"^(?:still\ |also\ |and\ |we\ |i\ )*need\ (?:quotes?|offers?|volunteers?|signatures?|tickets?|a\ (?:driver|"
        r"sitter|babysitter|"
        r"plumber|electrician|drummer|roofer|venue|lawyer|visa|permit)|new\ \w+|another|at\ least|two|three|four)\b",
        "user",
    ),
    rule(
        "unresolved",
        "worse leaks leak drips drip squeaks creaks rattles stinks",
        r"\bworse\ than\ (?:before|ever|yesterday|last)\b|^(?:the|my|our)\ [\w'-]+(?:\ [\w'-]+)?\ (?:is\ )?(?:leaks|"
        r"drips|squeaks|creaks|rattles|stinks|leaking|dripping|squeaking|rattling)\b",
        "user",
    ),
    rule(
        "unresolved",
        "short",
        r"\b(?:we're|we\ are|i'm)\ (?:still\ )?short\ (?:of\ )?(?:\d|one|two|three|four|a\b|some)",
        "user",
    ),
    rule(
        "unresolved",
        "i'll",
        rf"^(?:and\ |ok\ |but\ )*i'll\ (?:check|ask|call|write|talk\ to|see|look|try|find\ out|email|"
        rf"ring)\b.*\b(?:{DAY}|later|tonight|next\ \w+|this\ week|once|after)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "somebody someone anybody anyone",
        r"\b(?:somebody|someone|anybody)\ (?:please|pls)\ \w+|\b(?:can|could|would)\ (?:somebody|someone|anybody|"
        r"anyone)\ (?!explain|tell|recommend)\w+",
        "user",
    ),
    rule(
        "unresolved",
        "can't cannot cant",
        r"^(?:and\ |but\ |i\ |we\ |still\ )*(?:can't|cannot|cant)\ find\ (?:the|my|our|his|her)\b",
        "user",
    ),
    rule(
        "unresolved",
        "gotta have_to must",
        r"^(?:and\ |then\ |i\ |we\ |still\ )*(?:gotta|have\ to|must)\ (?:return|renew|buy|call|pay|send|book|fix|"
        r"finish|order|clean|pick|bring|write|submit|hand|ask|check|find|apply|register|cancel|mail|sign|ring|phone|"
        r"email|text|visit|collect|measure|remind|water|feed|paint|charge|refill|replace|repair|change|mow|sort)\b",
        "user",
        firm=True,
    ),
    rule("unresolved", "putus mati", r"\b(?:putus[ -]nyambung|mati[ -]nyala|nyala[ -]mati|byar[ -]pet)\b", "user"),
    rule(
        "unresolved",
        "kudu harus mesti musti",
        r"^(?:besok\ |nanti\ |lusa\ |aku\ |gue\ |gw\ )*(?:kudu|harus|mesti|musti)\ ke\ \w+",
        "user",
    ),
    rule(
        "unresolved",
        "ketemu nemu dapet dapat",
        r"\b(?:ga|gak|nggak|ngga|tidak)\ (?:ketemu|nemu|dibalas|direspon|diangkat|nyambung|ada\ "
        r"kabar)(?:-\w+)?\s*(?:$|,)",
        "user",
    ),
    rule("unresolved", "remember_to", r"^(?:please\ |and\ |also\ |but\ )*remember\ to\ \w+", "user"),
    rule(
        "unresolved",
        "checked fixed repaired serviced replaced cleaned looked",
        r"\b(?:we|i)\ should\ (?:really\ |probably\ |finally\ )*(?:get|have)\ .{2,40}\ (?:checked|fixed|repaired|"
        r"serviced|replaced|cleaned|looked\ at)\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "have_no got_no",
        r"^(?:and\ |but\ )?(?:we|i)\ (?:still\ )?(?:have|got)\ no\ (?!idea|problem|plans?|objection|choice|time\ to|"
        r"doubt|need|regrets?)[\w-]+(?:\ [\w-]+)?\ (?:for|on|in)\ \w+",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "terus mulu melulu",
        r"\b(?:bunyi|bocor|mati|netes|putus|ngadat|macet|kedip|rewel)\ (?:terus|mulu|melulu)\b",
        "user",
    ),
    rule(
        "unresolved",
        "bangunin bangunkan inget2in ingetin2",
        r"^(?:dan\ |terus\ |sama\ )*(?:tolong\ )?(?:bangunin|bangunkan)\ .{0,20}\b(?:jam|pukul|sebelum)\b|\binget2in\b",
        "user",
        firm=True,
    ),
    rule(
        "unresolved",
        "gagal error eror rusak crash bocor macet mati force blank lemot hang dicari lagi tetep tetap masih",
        r"\b(?:masih|tetap|tetep)\ (?:gagal|error|eror|rusak|bocor|macet|mati|crash|force\ close|blank|lemot|hang|"
        r"nge-?\w+|dicari)\b|(?<!ga\ )(?<!gak\ )(?<!nggak\ )(?<!ngga\ )(?<!tidak\ )\b(?:error|eror|crash|down|mati|"
        r"timeout|lemot|bocor|netes|rembes|macet|rusak|putus|ngadat|kedip|bunyi|[45]\d\d)\ lagi\b",
        "user",
    ),
]
