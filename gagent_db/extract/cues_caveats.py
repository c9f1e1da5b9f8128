"""What an agent reports as open: what it could not do, does not know, leaves to others or finds wanting."""

from __future__ import annotations

from .rules import rule

RULES = [
    rule(
        "unresolved",
        "can't couldn't cannot not",
        r"\b(?!i\b|you\b)\w+\ (?:can't|cannot|couldn't|could\ not|can\ not)\ (?:say|tell)\ (?:me\ |us\ )?(?:when|"
        r"whether|if|who|how|what|where|yet)\b",
        firm=True,
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
        "skipped ignored disabled missing broken failing flaky",
        r"\b(?:half|some|most|two|three|four|\d+)\ (?:of\ )?the\ [\w-]+\ (?:is|are)\ (?:skipped|ignored|disabled|"
        r"missing|broken|failing|flaky)\b",
        "assistant",
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
        "i_have i_had",
        r"\bi\ (?:have|had)\ no\ (?:idea|clue|access|permissions?|rights?|credentials?|way\ to|means|data|numbers?|"
        r"password|token|login|key)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "saya",
        r"\bsaya\ (?:tidak|belum|gak|ga|nggak)\ (?:punya|memiliki|tahu|bisa\ (?!menyarankan)|dapat|yakin|berhasil|"
        r"sempat|paham)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "halfway half-way mid-sentence off middle",
        r"\b(?:stops|ends|breaks\ off|is\ cut\ off|are\ cut\ off|ended)\ (?:halfway|half-way|in\ the\ middle|mid-\w+|"
        r"after\ (?:page|chapter|row|line)|at\ (?:page|chapter|row|line))\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "need",
        r"\b(?:we|i|you|it|this|that)(?:\ would|'d|\ still)?\ need\ (?:somebody|someone|root|admin|sudo|the\ (?:new|"
        r"old|admin|root|second|missing|right)|an?\ \w+\ with)\b(?!.*\bif\b)",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "mention say explain list cover state describe specify mentions says",
        r"\b(?:docs?|documentation|readme|manual|notes?|page|contract|spec|letter|form|text|changelog|handbook|"
        r"instructions?)\ (?:still\ )?(?:doesn't|don't|does\ not|do\ not|"
        r"never)\ (?:mentions?|says?|explain|list|cover|state|describe|specify)\b",
        "assistant",
        firm=True,
    ),
    rule("unresolved", "may_or", r"\bmay\ or\ may\ not\b", "assistant", firm=True),
    rule(
        "unresolved",
        "guess guesses guesswork estimate estimates assumption assumed perkiraan estimasi wacana",
        r"\b(?:is|are)\ (?:only\ |just\ |still\ |my\ |a\ rough\ )*(?:(?:an?\ )?(?:rough\ )?(?:guess|estimate|"
        r"assumption)|guesses|guesswork|estimates|assumed)\b|"
        r"\b(?:baru|masih)\ (?:perkiraan|estimasi|wacana|draf|konsep|usulan|rencana)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "should_be",
        r"(?<!if\ it\ )\bshould\ (?:really\ |still\ |also\ )?be\ (?:measured|checked|verified|confirmed|"
        r"double-checked|reviewed|rotated|renewed|cleaned\ up|tested|documented|clarified|decided|asked|told)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "perlu butuh memerlukan membutuhkan",
        r"(?<!tidak\ )\b(?:perlu|butuh|memerlukan|membutuhkan)\ (?:kepastian|konfirmasi|persetujuan|tanda\ tangan|"
        r"jawaban|keputusan|izin|akses|otp|kata\ sandi|password|token|nomor)\b(?!.*\b(?:kalau|jika|biasanya)\b)",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "i_need",
        r"\bi\ need\ (?:an?|the|another|one\ more|your|two|three|more)\ (?!moment|second|minute|bit|following|"
        r"little)\w+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "different conflicting versions copies answers spellings addresses dates",
        r"\bthere\ are\ (?:two|three|several|\d)\ (?:different\ |conflicting\ )?(?:(?:versions|copies|answers|"
        r"spellings|addresses|dates)\b|\w+\ with\ (?:different|conflicting))|\banyone's\ guess\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "pass look read check",
        r"\b(?:wants|deserves|could\ use|needs?)\ (?:a|another)\ (?:second|closer|proper|good|final|critical)\ "
        r"(?:pass|look|read|check)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "baru ulang",
        r"\bbaru\ (?:diproses|dikirim|dikerjakan|dijawab)\s*$|\b(?:perlu|harus)\ (?:dikirim|diunggah|difoto|discan|"
        r"dibuat|ditulis|diisi|dicek|dicetak)\ ulang\b",
        "assistant",
        firm=True,
    ),
    rule("unresolved", "has_the has_an has_a", r"\bhas\ (?:the|an?)\ (?:old|wrong|outdated)\ \w+", "assistant"),
    rule(
        "unresolved",
        "n't_have don't_have only_have has_no have_no",
        r"\bi\ (?:don't|do\ not)\ have\ (?:the|your|a|an|access|any)\ \w+|\bi\ only\ have\b|^(?!.*\b(?:if|would|"
        r"plans?|option)\b)[\w'`\"./ -]{2,40}\ (?:has|have)\ no\ (?:cover|build|tests?|alerts?|labels?|docs?|owner|"
        r"date|file|answer|backup|license|licence|description|index|version|driver|date|venue|price|name)\b",
        "assistant",
    ),
]
