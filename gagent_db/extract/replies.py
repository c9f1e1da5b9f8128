"""Read what a short reply says of the message before it: that it answers it, that it is done, or that it is not."""

from __future__ import annotations

import re
from typing import Literal

from .items import word_set
from .lazy import lazy
from .matching import content_words, things

_YES_NO = lazy(
    r"(?:yes|yeah|yep|no|nope|sure|both|neither|either|all|none|the (?:first|second|third|latter|former)|option|plan|"
    r"ya|iya|tidak|nggak|gak|ga|enggak|boleh|jangan|yang|opsi|pakai|pake)\b"
)
_POINTS_BACK = lazy(r"\b(?:it|them|that|those|these|this one|itu|yang itu|nya)\b")
_NO_ANSWER = lazy(
    r"\b(?:not sure|don't know|dont know|no idea|unsure|later|nanti|ntar|besok|tomorrow|think about|pikir\w*|"
    r"let me|maybe|mungkin|belum|not yet|gak tau|ga tau|gatau|tidak tahu|entah|ignore|never ?mind|abaikan|first|dulu|"
    r"depends|tergantung|still open|undecided|skip)\b|"
    r"^(?:thanks|thank you|makasih|ok|okay|oke|lanjut|continue|go on|hmm+|wait|stop|sip|noted)\W*$"
)
_DONE = (
    r"(?:done|fixed|finished|sorted|solved|settled|handled|taken care of|completed|all set|did (?:it|that|them)|"
    r"(?:i )?(?:just )?(?:did|fixed|finished|sent|paid|mended) (?:it|that|them)|beres\w*|kelar|selesai|rampung|tuntas|"
    r"lunas)"
)
# "Added it on the website": an act that ends something, done to what was named before.
_DID_IT = (
    r"(?:i )?(?:(?:have|just|already) )*(?:did|added|sent|paid|signed|registered|created|uploaded|installed|ordered|"
    r"booked|bought|removed|deleted|renamed|replaced|merged|pushed|published|enabled|submitted|mailed|posted) "
    r"(?:it|them)(?: (?:on|in|at|via|with|from) (?:(?:the|my|our|their|his|her) )?"
    r"(?!(?:todo|to-do|list|calendar|agenda|notes?)\b)[\w.-]+)?"
)
_SOFTENED = (
    r"(?:now|already|just now|too|again|for you|tadi|barusan|kok|ya|dong|nih|semua|semuanya|bro|sis|mas|mbak|kak|pak|"
    r"bu|bang|boss?|yesterday|today|this morning|last night|kemarin|tadi pagi|tadi malam|(?:an hour|a minute) ago)"
)
_YES = r"(?:yes|yep|yeah|ok|okay|oke|ya|iya|sip|siap|alright|udah|sudah|udh)"
_BEFORE = rf"(?:(?:{_YES}|and|so|that's|that is|it's|it is|is|all)\W+)*"
_TICKS = r"[\s.!,✅✔☑✓🎉👍:)]*"
_ACKNOWLEDGED = lazy(rf"{_TICKS}{_BEFORE}(?:{_DONE}|{_DID_IT}|udah|sudah|✅|✔|☑|✓)(?: {_SOFTENED})*{_TICKS}\Z")
_ALL = lazy(
    rf"{_TICKS}(?:{_YES}\W+)?(?:(?:they're |they are |that's )?(?:all|both)(?: of (?:them|it|those))?|"
    r"all (?:two|three|four|five|six|\d)|everything|it's all|(?:ke)?dua-?(?:dua)?nya|semua(?:nya)?)"
    r"(?:'s|'re| is| are| was| were| got| udah| sudah| udh)?(?: now| all)? "
    rf"{_DONE}(?: {_SOFTENED})*{_TICKS}\Z"
)
_AGREED = lazy(rf"{_TICKS}{_YES}(?:[ ,]+(?:i (?:did|have)|it is|they are|{_SOFTENED}))*{_TICKS}\Z")
_ASKS_DONE = lazy(
    r"\b(?:did (?:you|he|she|they|we)|(?:have|has) \w+|(?:is|are|was|were) .{2,60}(?:ed|done|in|up|out|back|ready)|"
    r"sudah|udah|udh)\b"
)
_NOTING = lazy(
    r"\b(?:remind|reminder|note|noted|write down|remember|keep in mind|add (?:it|this|that|to)|put (?:it|this|that) on|"
    r"todo list|list|ingat\w*|catat\w*|dicatat|tulis\w*|masuk\w* (?:ke )?(?:daftar|list)|lupa)\b"
)
_TODO = lazy(r"^\W*to-?do\b", re.I | re.M)
_ADDED = lazy(r"\W*(?:i )?(?:(?:have|just|already) )*added\b", re.I)
_FIRST = lazy(r"[.!\n](?:\s|\Z)")
_STILL = lazy(
    r"\b(?:still|again|back|not (?:really |quite |yet )?(?:fixed|done|solved|gone|working)|"
    r"(?:did(?:n.?t| not)|does(?:n.?t| not)) (?:help|work|change|fix)|no (?:change|difference|luck|effect)|same "
    r"(?:error|problem|thing|here|result)|masih|kambuh|lagi|belum (?:beres|bener|selesai|bisa|jalan)|"
    r"(?:gak|ga|nggak|tidak) (?:ngaruh|ngefek|berhasil|mempan|berubah)|tetap|tetep|sama aja|sama saja)\b"
)
_SAYS_NOTHING = word_set("""
    nope yep nah same error problem unfortunately sadly here there hm hmm sorry help change differenc luck effect
    sayang sayangnya tetap tetep lho loh wah yah aduh kambuh sama
    """)


def replies(question: str, reply: str) -> bool:
    """Whether a person's next message answers `question`: it says yes or no, names what was asked or points back at it,
    and neither asks back nor puts it off."""
    low = reply.strip().lower()
    if not question.rstrip("\"')*_ ").endswith("?") or "?" in low or _NO_ANSWER.search(low):
        return False
    return bool(_YES_NO.match(low) or content_words(question) & content_words(low) or _POINTS_BACK.search(low[:120]))


def acknowledges(reply: str, question: str = "") -> Literal["one", "all"] | None:
    """Return "one" or "all" if the first sentence of a message only says that what was named before is done.

    "Done.", "sudah", "both fixed"; also a mere "yes" if the `question` before it was whether it is done. Else None.
    """
    first = _FIRST.split(reply.strip().lower(), maxsplit=1)[0]
    if len(first) > 60 or reply.rstrip().endswith("?"):
        return None
    if _ALL.match(first):
        return "all"
    agrees = question and _ASKS_DONE.search(question.lower()) and _AGREED.match(first)
    return "one" if agrees or _ACKNOWLEDGED.match(first) else None


def asks_to_note(said: str, reply: str = "") -> bool:
    """Whether `said` asks to note something: "done" in reply to it only means that it was written down, and so does
    "added it" in reply to "TODO: ..."."""
    return bool(_NOTING.search(said.lower()) or (_ADDED.match(reply) and _TODO.search(said)))


def denies(reply: str, closed: str) -> bool:
    """Whether a reply to the message that closed an item says that nothing changed: "nope, still leaks".

    It may name no other thing than what was `closed`.
    """
    first = _FIRST.split(reply.strip().lower(), maxsplit=1)[0]
    if len(first) > 80 or "?" in first or not _STILL.search(first):
        return False
    return things(content_words(_STILL.sub(" ", first)) - _SAYS_NOTHING) <= content_words(closed)
