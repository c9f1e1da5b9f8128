"""What a heading or a lead-in line ("Still open:", "Yang sudah pasti") says about the list below it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from gagent_db.extract.lazy import lazy

Section = Literal["open", "decision", "done", "neutral", "notes", "minutes", ""]

_OPEN = lazy(
    r"^(?:things |stuff |questions |points |still )?to (?:do|fix|check|ask|clarify|discuss|resolve|confirm|verify|"
    r"finish|investigate|review|buy|test|follow up|sort|figure|look|revisit|decide|settle|iron|clear)\b|"
    r"\b(?:open(?!\s+(?:source|the|a|it|this|your|with))|to-?dos?|to do|next(?: steps?| up| actions?| week| month| "
    r"sprint| session| meeting| "
    r"time)?$|^(?:to be|still to be) \w+(?:ed|en|ne|d|t)$|^tb[dca]$|^(?:on the list|catatan|notes?|reminders?|"
    r"rencana) (?:for|untuk|buat) "
    r"(?:tomorrow|next|later|besok|minggu depan|nanti)|^(?:someone|somebody) (?:has|needs|must|should)|^(?:over to|up "
    r"to) you|"
    r"your turn|homework|what (?:i|we) (?:skipped|left out|missed|postponed)|not (?:checked|verified|translated|"
    r"documented)|"
    r"(?:need|want|wanted|where i need) help|^(?:still )?(?:ongoing|in progress|underway)$|sedang (?:berjalan|"
    r"dikerjakan)|"
    r"^pr (?:minggu|buat|untuk|bulan|hari)|remaining|"
    r"remains|left(?! (?:side|join|panel|column))|leftovers?|pending|outstanding|"
    r"unresolved|unfinished|unanswered|unsettled|unclear|unsure|no (?:agreement|consensus|answer)|incomplete|not "
    r"(?:yet|in place|there|ready|working|tested|handled|"
    r"implemented|fixed|agreed|finished|done|settled|decided|covered|started|closed|sure|clear)|"
    r"yet to|still (?:open|to|need\w*|missing|unclear|broken|waiting)|missing|loose ends|blocked|blockers?|waiting|"
    r"follow[- ]?ups?|questions?|"
    r"unknowns?|undecided|known (?:issues|problems|bugs|limitations|gaps)|backlog|action items?|later|parked|"
    r"parking lot|must (?:change|fix|be)|required changes|before (?:merg\w+|(?:the )?(?:release|launch)|shipping|we "
    r"ship)|shaky|"
    r"in the air|dangling|unaddressed|in limbo|depends|help needed|still$|(?:don't|do not|doesn't|can't|cannot) "
    r"(?:know|have|"
    r"work|tell|explain|understand)|without an? (?:owner|answer|date)|no (?:owner|answer|date)|"
    r"fragile|broken|worr(?:y|ies)|risks?|blocking|"
    r"stands? in the way|deferred|postponed|"
    r"(?:things?|points?|items?|jobs?|tasks?|bits?|one|two|three|four|five|\d) (?:more |left |still )*to (?!note|know|"
    r"consider|mention|watch|keep|avoid|like|love|try|see|visit|remember|read|expect|understand|say|eat|do in|"
    r"choose)\w+|"
    r"could(?: not|n't) (?:settle|finish|verify|test|check|do|resolve|answer)|(?:moved|pushed|left|fell|dropped|taken|"
    r"cut|kept) out|"
    r"(?:pushed|moved|put|held) (?:back|off)|(?:what|that) (?:doesn't|does not|don't|isn't|won't)|"
    r"(?:need|want|have|like|love) to (?:know|hear|ask|understand)|before anything|"
    r"reminders?|caveats|gaps|(?:known|current) limits|limits of|shortcomings|defects|"
    r"needs? (?:attention|doing|work|a decision|your)|"
    r"haven't|hasn't|did(?: not|n't) (?:get to|do|finish|manage|touch)|on hold|awaiting|"
    r"(?:yang |yg )?(?:masih )?(?:kurang|belum\w*|tersisa|ditunda|menggantung|gantung|tertunda|nunggu|menunggu)|yang "
    r"(?:masih|perlu|harus)|masih (?:ada$|kurang|terbuka|perlu|harus)|"
    r"sisa(?:nya)?|pertanyaan|tunggu|pr(?:nya| kita| gue)?$|langkah (?:berikut\w*|selanjutnya)|berikutnya|"
    r"selanjutnya|tindak lanjut|pekerjaan rumah|nanti|kendala|utang|hutang|perlu (?:di\w+|konfirmasi|tindak))\b"
)
_DECISION = lazy(
    r"\b(?:decisions?|decided|agreed|agreements?|settled|choices?|chosen|chose|resolutions?|verdict|conclusions?|"
    r"what (?:is|you have|you've|we have|we've|has been|was) (?:already |now )?(?:fixed|set|clear|certain|sure)|"
    r"^what's "
    r"(?:fixed|set|certain)|^(?:already |all )?(?:confirmed|locked)$|"
    r"we(?:'re| are) going with|resolved by (?:the|all|vote)|^ketentuan(?:nya)?$|"
    r"outcomes?|ground rules|house rules|fixed points?|locked in|"
    r"^(?:the |our |house |ground )?(?:rules|policy|policies|conventions|aturan|kebijakan)$|"
    r"keputusan|diputuskan|putusan|disepakati|kesepakatan|sepakat|pasti|pilihan kita|(?<!to )fix|final|"
    r"ditetapkan|dipilih|disetujui|approved|adopted|accepted|aturan main)\b"
)
_NOT_DECISION = lazy(
    r"\b(?:not|no|nothing|nobody|open|pending|options?|tree|rule|to (?:decide|settle|agree)|needs?|waiting|"
    r"undecided|unresolved|before|belum|tidak|opsi|tertunda|menunggu|rejected|earlier|previous|superseded|surat|"
    r"why|how|what if|maker|matrix|support)\b|\?"
)
_DONE = lazy(
    r"\b(?:done|finished|completed|resolved|fixed|closed|shipped|merged|answered|solved|selesai|beres|kelar|rampung|"
    r"ticked off|crossed off|works? now|working now|"
    r"sudah (?:selesai|beres|kelar|jadi|dikerjakan)|yang sudah)\b"
)
_NEUTRAL = lazy(
    r"\b(?:options?|rejected|ideas?|proposals?|alternatives?|opsi|usul\w*|saran|ditolak|timeline|references?|"
    r"reading|how to|for comparison|pros|cons|files? touched|what (?:i )?(?:changed|did)|"
    r"changes|questions answered|(?:changed|did|done|fixed|moved)\b.*\bleft|dibatalkan|brainstorm\w*|suggestions?|"
    r"recommendations?|rekomendasi|langkah-langkah|cara)\b"
)
# "What I changed and what I left": done and undone in one list.
_BOTH = lazy(r"\b(?:changed|did|done|fixed|moved)\b.*\b(?:and|or)\b.*\bleft$")
_MINUTES = lazy(
    r"^catatan (?:dari|hasil) (?!saya|aku|kamu)\w+|^(?:[\w-]+ ){0,3}meeting(?: of| on| with| \d|,|$)|\b(?:meeting "
    r"notes|minutes|notulen|notula|catatan rapat|hasil "
    r"(?:akhir|rapat|diskusi|meeting|kumpul)\w*|rapat|"
    r"pembahasan|kesepakatan|notes from (?:the|our|today's|yesterday's) (?:\w+ )?(?:meeting|call|chat|talk|session)|"
    r"(?:summary|recap) of (?:the |our |today's |yesterday's )?(?:meeting|call|discussion|sync)|(?:meeting|call|"
    r"sync) (?:recap|summary)|recap of (?:this|today|yesterday|last|the) ?\w*|(?:morning|afternoon|evening)'s recap)\b"
)
_NOTES = lazy(
    r"\b(?:meeting notes|minutes|notulen|notula|recap|catatan rapat|hasil (?:akhir|rapat|diskusi|obrolan|"
    r"meeting|stand-?up|sync|call|weekly|retro|sprint|ngobrol)\w*|stand-?up notes|ringkasan(?:nya)?|rangkuman(?:nya)?|"
    r"kesimpulan(?:nya)?|notes from|notes of|"
    r"summary of (?:the |our )?(?:meeting|call|chat|discussion)|(?:what )?you told me|per our (?:call|chat)|yang "
    r"saya catat|catatan(?:nya)?|so far|in short|intinya)\b"
)


@lru_cache(maxsize=1024)  # headings come again
def classify_heading(heading: str) -> Section:
    """The kind of items that stand below `heading`; "" when it says nothing about them."""
    low = heading.lower().replace("’", "'").strip(" *_:#.")
    if len(low) > 160:
        return ""
    if _DECISION.search(low) and not _NOT_DECISION.search(low):
        return "decision"
    if _NEUTRAL.search(low) and not re.search(r"\b(?:open|still|left|not|missing|unanswered|unresolved)\b", low):
        return "neutral"
    if _BOTH.search(low):
        return "neutral"
    if re.search(r"\b(?:done|finished|completed|resolved|fixed|closed|merged|selesai|beres)\b", low) and not re.search(
        r"\b(?:not|n't|un\w+|yet|left|belum|to be|open|still|half-?\w*)\b", low
    ):
        return "done"
    if _OPEN.search(low) and not re.search(
        r"\bno (?:open|blockers?|follow|pending|outstanding)|\bnothing (?:left|open)|\bquestions? answered|\bopen "
        r"(?:source|api|questions? answered)",
        low,
    ):
        return "open"
    if _DONE.search(low) and not _NOT_DECISION.search(low):
        return "done"
    if _MINUTES.search(low):
        return "minutes"
    return "notes" if _NOTES.search(low) else ""
