"""What works again, is signed, answered or gone: things told as over by what became of them."""

from __future__ import annotations

from .phrases import COMPLETED, COMPLETED_WORDS
from .rules import rule

RULES = [
    rule(
        "resolved",
        "again",
        r"^(?!.*\b(?:not|if|when|until|once|never|should)\b).*\b(?:is|are|'s)\ (?:now\ )?(?:reporting|responding|"
        r"running|sending|syncing|answering|building|charging|printing|passing|green|reachable|alive|healthy|complete|"
        r"clean|dry|quiet)\ again\b",
    ),
    rule(
        "resolved",
        COMPLETED_WORDS,
        rf"^(?!.*\b(?:keep|keeping|not|never|if|when|until|once|must|should|will|to|get|gets|be|is|are|was|were|half|"
        rf"no|nothing|who|what|as|only|just|already\ \w+ing|needs?|want|have|has|"
        rf"error)\b)(?:[\w'\#-]+\ ){{1,4}}{COMPLETED}\s*(?:$|,)",
        "user",
    ),
    rule(
        "resolved",
        "renewed paid booked signed sent ordered delivered approved arranged reserved",
        r"^(?!.*\b(?:not|never|if|when|until|must|should|will|to|none|no|half)\b)(?!an?\b|each|every)(?:[\w'-]+\ "
        r"){1,4}(?:renewed|paid|booked|signed|sent|ordered|delivered|"
        r"approved|arranged|reserved)\s*(?:$|,)",
        "assistant",
    ),
    rule(
        "resolved",
        "answered replied confirmed got_back wrote_back called_back",
        r"^(?!(?:i|we|you|nobody|who|it|this|that|not|if|once|when)\b)(?!.*\bnever\b)(?:the\ |my\ |"
        r"our\ )?[\w'-]+(?:\ [\w'-]+)?\ (?:has\ |have\ )?(?:finally\ |just\ |already\ )*(?:answered|replied|confirmed|"
        r"got\ back|wrote\ back|called\ back)\b(?!\ (?:that\ (?:they|he|she)\ can't|no\b))",
        "user",
    ),
    rule("resolved", "udah sudah", r"^(?!.*\bpadahal\b).*\b(?:udah|sudah)\ ada\s*(?:$|,)", "user"),
    rule(
        "resolved",
        "fixed solved sorted repaired",
        r"^(?!.*\b(?:not|isn't|needs?|get|gets|be|was|were|until|if|when|how|almost|"
        r"partly)\b)(?!nothing)(?:[\w'\#.-]+\ ){1,4}(?:fixed|solved|sorted|repaired)\s*(?:[:;,]|$)",
    ),
    rule(
        "resolved",
        "plugged sealed mended repaired patched closed",
        r"^(?:so\ |and\ )*(?:that|this|the|both|your|our)\ [\w'-]+(?:\ [\w'-]+){0,2}\ (?:is|"
        r"are)\ (?:now\ )?(?:plugged|sealed|mended|repaired|patched)\b",
    ),
    rule(
        "resolved",
        "gone",
        r"^(?!.*\b(?:not|i'm|we're|that's|it's|long|are|is|all\ my|time)\b)(?:[\w'-]+\ ){1,3}gone\s*$",
        "user",
    ),
]
