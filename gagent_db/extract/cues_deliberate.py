"""Decisions that show in how a state came about: on purpose, for a reason, so many and not so many."""

from __future__ import annotations

from .rules import rule

_NUMBER = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty|fifty|"
    r"satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh)"
)

RULES = [
    rule(
        "decision",
        "deliberately intentionally purposely on_purpose",
        r"\b(?:is|are|was|were|been|stays?|i|we|i've|we've|you|i'm|we're)\ (?!n[o']t\b|never\ )(?:\w+\ ){0,2}"
        r"(?:deliberately|intentionally|purposely)\ (?!or\b|vague|broken|wrong|slow|misleading)\w+|"
        r"\b(?:i|we|you)\ (?!did|do|n[o']t\b)\w+\ .{2,50}\ on\ purpose\s*$",
        "assistant",
    ),
    rule(
        "decision",
        "sengaja",
        r"(?<!tidak\ )(?<!gak\ )(?<!ga\ )(?<!nggak\ )(?<!enggak\ )(?<!bukan\ )\bsengaja\ (?:saya\ |kita\ |kami\ |aku\ |"
        r"gue\ )?(?:tidak\ |tak\ |nggak\ |gak\ |ga\ |belum\ )?di\w{3,}|\b(?:kita|kami|saya|aku|gue|gw)\ "
        r"(?:memang\ |emang\ )?sengaja\ \w+",
    ),
    rule(
        "decision",
        "not bukan",
        rf"^{_NUMBER}\ [\w'-]+(?:\ [\w'-]+)?,?\ (?:not|bukan)\ {_NUMBER}(?:\ [\w'-]+)?(?:$|,?\ (?:because|since|as|so|"
        rf"karena|soalnya|biar|supaya)\b)",
    ),
    rule(
        "decision",
        "tetap",
        r"^(?!.*\b(?:error|gagal|bisa|mau|masih|kenapa|kok|kalau|kalo)\b)(?:jadi\ |oke\ |ok\ )?(?:kita|kami|saya|aku|"
        r"gue|gw)\ tetap\ (?:tanpa|dengan|sama)\ \w+",
    ),
    rule(
        "decision",
        "dimatikan dinonaktifkan dimatiin ditutup dihapus dilepas dicabut dikosongkan ditiadakan dilewati",
        r"\b(?:dimatikan|dinonaktifkan|dimatiin|ditutup|dihapus|dilepas|dicabut|dikosongkan|ditiadakan|dilewati)\ "
        r"(?:dulu\ )?(?:karena|soalnya|biar|supaya|agar|atas\ permintaan\w*)\b",
        "assistant",
    ),
]
