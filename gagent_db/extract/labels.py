"""Read labels before a colon: `Decision: ...`, `Yang belum: ...`, and a user's terse `lifecycle: 90 days`."""

from __future__ import annotations

import re

from .directives import REQUESTS
from .hedges import HEDGE
from .items import Item, Kind, word_set
from .lazy import lazy
from .least_votes import LEAST_BESIDE_RULE, LEAST_OF_VALUE, VotesFor
from .marks import make_item
from .state_words import DECIDED, DONE, OPEN, UNSETTLED

_LONGEST_LABEL, _LONGEST_LEAD = 5, 18  # words
_LABEL = lazy(r"\W*(?P<label>[^:?\n]{1,120}?)(?:\s*\([^)]{1,60}\))?(?P<sign>:|\s[—–-])(?:\s+|$)(?P<rest>\S.*)$", re.S)
_SIGNS = (": ", ":\t", " - ", " – ", " — ")  # every label has one of these behind it
_WORD = lazy(r"[\w'-]+")
# These announce a decision too, where the label holds only them and filler words.
_CALLED = word_set("""
    ruling rule convention final fix recap summary upshot short
    kesimpulan kesimpulannya finalnya fixnya aturannya hasil rapat ketentuannya pembagian pembagiannya
    rangkuman ringkasan ringkasnya singkatnya intinya jadi jadinya berarti
    """)
_NOT = word_set("not nothing nobody never isn't hasn't haven't didn't wasn't belum tidak blm")
_FILLING = word_set("""
    the our my your a an and also but so still now all one two three four both another only just last final more
    question questions note item items point points issue issues end ends task tasks thing things step steps up on
    for to do yet known is are of us you we ok okay oke
    yang masih satu dua tiga empat ada lagi perlu dan juga nya kita gue gw aku saya
    """)
LABEL_WORDS = DECIDED | _CALLED | OPEN | DONE
_NOTHING = lazy(r"(?:none|nothing|nihil|tidak ada|gak ada|no\b)")
_COUNTS = {"two": 2, "both": 2, "dua": 2, "three": 3, "tiga": 3, "four": 4, "empat": 4, "2": 2, "3": 3, "4": 4}
_ASKING = lazy(r",?\s+(?:and|dan)\s+(?=(?:whether|who|what|when|where|how|which|apakah|siapa|kapan|berapa)\b)")
# Beginnings of a piece between commas that belongs to the piece before or behind it: an aside, a place, a reason.
_GOES_ON = lazy(
    r"(?:and |dan )?(?:which|who|whose|that|where|when|while|whenever|because|since|as|if|unless|until|till|although|"
    r"though|even|so|but|or|not|than|in|on|at|for|from|with|without|by|of|to|up|after|before|during|under|within|via|per|"
    r"instead|rather|including|except|given|"
    r"yang|karena|soalnya|sebab|kalau|kalo|jika|sampai|hingga|supaya|biar|agar|walaupun|meski|meskipun|tapi|atau|bukan|"
    r"di|ke|dari|pada|untuk|buat|dengan|tanpa|oleh|lewat|sebelum|setelah|sesudah|selama|sejak|termasuk|kecuali)\b"
)
_PARTINGS = (
    lazy(r";\s+(?:and |dan )?"),
    lazy(r",\s+(?:and |dan |sama )?|\s+(?:and|dan)\s+"),
    lazy(r",?\s+(?:and|dan|sama)\s+"),
)
# Labels of which `label: value` sets nothing.
_NOT_LABELS = word_set(
    "one two three four five first second third fourth error errors question questions note notes fyi update btw "
    "url link links subject re fwd ps edit source example "
    "output result results file files path time from to cc date user name title "
    "pr bug issue problem idea ideas context background reminder request task story summary log logs info quote status "
    "todo warning hint tip step steps traceback exception message pesan masalah "
    "pertanyaan contoh ide catatan tugas kendala judul lagi hint thing things p.s nb cc situation scenario symptom "
    "tomorrow tonight later besok nanti ntar reason alasan soalnya expected actual steps version os env transkrip "
    "transcript"
)
_COMPLAINT = lazy(
    r"\b(?:error|errors|fails?|failed|failing|crash\w*|broken|gagal|rusak|can't|cannot|doesn't|how|why|what|when|"
    r"which|stuck|waiting|blocked|hasn't|haven't|still|belum|masih|finished|done|started|in progress|working on|"
    r"will|\w+'ll|(?:udah|sudah) (?!oke|ok|fix|setuju|acc|final)|selesai|kenapa|gimana|apa|i|i'm|you|thanks|help|"
    r"please|tolong|"
    r"no idea|yet|took|did|made|found|sent|got|gave|came|went|unknown|open|unclear|tbd|dunno|not sure|missing|pending|"
    r"paid|signed|booked|sent|lunas|let me|ask|asking|http\w*|not found|undefined|null|kelar|beres|lanjut|stuck|butuh|"
    r"exception)\b|"
    r"[{}=<>]"
)
_NO_LABEL = lazy(
    r"(?:what|where|who|how|why|when|is|are|do|does|can|could|i|ini|apa|kenapa|tolong|gimana|so|ok|oke|one|satu|two|"
    r"also|the following|please)\b"
)
_MASKED = lazy(r"x{8,}\W*")  # nothing but an address or code
_PLACE = lazy(r"(?:~|\.{0,2}|[a-z]:)[/\\]\w|\w+/\w+/")  # a path
# "On 4: ...", "about the roof: ...": names the topic, not a setting.
_TOPIC = lazy(
    r"(?:on|about|re|regarding|as for|ad|soal|tentang|mengenai|untuk) |"
    r".*\b(?:answered|said|says|asked|asks|wrote|writes|replied|bilang|jawab|nanya)$"
)


def labelled(text: str, start: int, end: int, low: str, votes_for: VotesFor, *, by_user: bool) -> list[Item]:
    """Return the items a label announces in the sentence `text[start:end]`; `low` is that sentence in lower case.

    Where the label does not say "decision" ("Summary: ...", "lifecycle: 90 days"), votes must agree that it is one.
    A label with a count ("Two open points: ...") announces that many items if the rest falls into that many parts.
    """
    if not any(map(low.__contains__, _SIGNS)) or not (match := _LABEL.match(low)):
        return []
    label, rest, body = match["label"], match["rest"], start + match.start("rest")
    words = _WORD.findall(label)
    kind = _kind(words, dashed=match["sign"] != ":")
    asked = rest.rstrip().endswith("?")
    if kind == "decision" and not asked and " " in rest.strip():
        parts = _parted(text, make_item(text, kind, body, end), low, start, 1)
        called = not DECIDED.isdisjoint(words)
        backed = called or any(votes_for(kind, part.start, part.end) > LEAST_BESIDE_RULE[kind] for part in parts)
        return parts if backed else []
    if kind in ("unresolved", "resolved") and not (_NOTHING.match(rest) or _MASKED.fullmatch(rest)):
        count = next((_COUNTS[word] for word in words if word in _COUNTS), 1)
        return _parted(text, make_item(text, kind, body, end), low, start, count)
    if kind is None and by_user and not asked and match["sign"] == ":" and _sets_a_value(label, rest):
        item = None if HEDGE.search(low) else make_item(text, "decision", start, end)
        if item and votes_for("decision", item.start, item.end) > LEAST_OF_VALUE:
            return [item._replace(how="votes")]
    return []


def _kind(words: list[str], *, dashed: bool) -> Kind | None:
    """Return what a label of these words announces. `dashed`: whether a dash follows it, which seldom ends a label."""
    said = {*words}
    if said & DECIDED and {"to", "be"} < said <= DECIDED | _FILLING | {"be"}:
        return "unresolved"  # "to be decided: ..."
    if said & DECIDED and not said & (UNSETTLED | OPEN) and len(words) <= (2 if dashed else _LONGEST_LEAD):
        return "decision"
    if len(words) > _LONGEST_LABEL:
        return None
    if said & DECIDED and said & _NOT:
        return "unresolved"
    if said & DONE and said & (_NOT | OPEN) and said <= DONE | _NOT | OPEN | _FILLING:
        return "unresolved"  # "not done yet: ..."
    if said & _CALLED and said <= _CALLED | _FILLING and not dashed:
        return "decision"
    if said & OPEN and said <= OPEN | _FILLING | _COUNTS.keys():
        return "unresolved"
    return "resolved" if said & DONE and said <= DONE | _FILLING else None


def _parted(text: str, item: Item | None, low: str, start: int, count: int) -> list[Item]:
    """Return the item, or the `count` items it falls into. `low`: its sentence in lower case, which begins at `start`.

    Without a count (1), semicolons part it, in open items also "and who", and in decisions several commas if what they
    part are decisions.
    """
    if item is None:
        return []
    left, right = item.start - start, item.end - start
    pieces = low[left:right].split(", ")
    if item.kind == "decision" and count == 1 and len(pieces) > 2 and _are_decisions(pieces):
        count = len(pieces)
    for parting in _PARTINGS if item.kind == "decision" else (_ASKING, *_PARTINGS):
        marks = [(match.start(), match.end()) for match in parting.finditer(low, left, right)]
        if marks and (len(marks) == count - 1 or (count == 1 and parting in (_ASKING, _PARTINGS[0]))):
            begins = [left, *(after for _, after in marks)]
            ends = [*(before for before, _ in marks), right]
            spans = zip(begins, ends, strict=True)
            parts = [make_item(text, item.kind, start + begin, start + until) for begin, until in spans]
            return [part for part in parts if part]
    return [item]


def _are_decisions(pieces: list[str]) -> bool:
    """Whether each piece of a decision says something of its own: two words or more, of which the first does not tie
    it to another piece, unless all begin alike ("for logs 30 days, for traces 7 days, for audits a year")."""
    if any(" " not in piece.strip() or "(" in piece for piece in pieces):
        return False
    return len({piece.split()[0] for piece in pieces}) == 1 or not any(map(_GOES_ON.match, pieces))


def _sets_a_value(label: str, rest: str) -> bool:
    """Whether `label: rest` sets a value, as in `retention: forever`."""
    words = label.split()
    if (
        not 1 <= len(words) <= 3
        or label in _NOT_LABELS
        or words[0] in REQUESTS
        or _NO_LABEL.match(label)
        or _TOPIC.match(label)
    ):
        return False
    if _MASKED.fullmatch(rest) or _PLACE.match(rest):
        return False
    return len(rest) < 70 and not rest.rstrip().endswith(":") and not _COMPLAINT.search(rest)
