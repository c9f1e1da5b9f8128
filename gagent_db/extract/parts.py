"""Split an open item into the things it names: "sails, ropes and paint are missing"."""

from __future__ import annotations

import re
from functools import lru_cache

from .lazy import lazy
from .matching import TARGET, content_words, tells_to, things, without_label

_AND = r"(?:and|dan|serta|sama|plus|&|\+)"
_LISTED = lazy(rf"[,;]\s+(?:{_AND}\s+)?")
_JOINED = lazy(rf"(?<!\s)\s+{_AND}\s+")
_MOST = 12  # parts; an item with more is not a list of things to do
# Beginnings of a piece that belongs to the part before it: a reason, a place, when and where it will be done, a
# condition, one of two choices.
_GOES_ON = lazy(
    r"\W*(?:which|who|whose|where|when|because|since|but|so|though|although|also|even|especially|including|eg|e\.g|ie|"
    r"i\.e|in|on|at|for|from|with|without|by|to|if|unless|until|as|than|like|not|only|maybe|probably|then|while|or|not|"
    r"karena|soalnya|yang|tapi|padahal|kalau|kalo|kayak|termasuk|biar|supaya|jadi|makanya|atau|bukan|cuma|di|ke|dari|"
    r"pas|waktu|apalagi|mungkin|perhaps|\d+|(?:besok|lusa|nanti|ntar|tomorrow|later|tonight) "
    r"(?:ke|di|dari|sama|at|in|from|with))\b|\W*\w+(?: \w+)? (?:or|atau)\b",
)
_ASKS = lazy(r"\W*(?:who|whose|where|when|which|what|how|why|siapa|kapan|mana|gimana|berapa)\b")


# Words that say that a part is open by itself; "flights go up every day" has none.
_OPEN = lazy(
    r"n.t\b|\b(?:not?|never|nobody|none|missing|lack(?:s|ing)?|without|still|yet|needs?|needed|todo|must|ha(?:s|ve) to|"
    r"should|waiting|waits?|pending|open|unclear|unknown|undecided|broken|fails?|failing|flaky|wrong|out of|short|who|"
    r"where|when|which|how|belum|blm|masih|tidak|gak|ga|nggak|kurang|tanpa|perlu|harus|nunggu|menunggu|tunggu|rusak|"
    r"bocor|habis|hilang|mati|siapa|kapan|mana|berapa)\b"
)
# A label that says that things are open. "pension letter: unopened, still on the fridge" has none: it names the thing.
_LABELLED = lazy(
    r"\A[^:?\n]{0,60}\b(?:open|missing|left|todo|to do|to-do|pending|remain\w*|outstanding|needs?|needed|next|waiting|"
    r"points?|tasks?|things|issues?|problems?|questions?|findings?|kurang|belum|sisa\w*|tinggal|tugas|daftar|ditunggu|"
    r"menggantung|masalah|pertanyaan|terbuka)\b[^:?\n]{0,60}: ",
    re.I,
)


@lru_cache(maxsize=2048)
def parts_of(opened: str) -> tuple[str, ...]:
    """Return the parts of an open item, each of which names a thing of its own; the whole item if it is not a list.

    Two parts are a list if each says that it is open or begins with a verb, if both are single words, behind a label,
    or where a semicolon parts them; three or more always are.
    """
    if not (_LISTED.search(opened) or _JOINED.search(opened)):
        return (opened,)
    subject = without_label(opened)
    if TARGET.match(opened) or subject.count("?") > 1:
        return (opened,)
    pieces: list[str] = []
    for piece in _LISTED.split(subject):
        if pieces and (_goes_on(piece) or not things(content_words(piece))):
            pieces[-1] = f"{pieces[-1]}, {piece}"
        elif piece.strip():
            pieces.append(piece)
    for at in range(len(pieces))[::-1]:
        joined = _JOINED.split(pieces[at])
        ends_list = len(pieces) > 1 and at == len(pieces) - 1
        if len(joined) > 1 and _are_parts(joined, ends_list) and not any(map(_goes_on, joined[1:])):
            pieces[at : at + 1] = joined
    if len(pieces) > _MOST:
        return (opened,)
    listed = len(pieces) > 2 or (len(pieces) == 2 and (bool(_LABELLED.match(opened)) or _are_open(pieces, subject)))
    return tuple(pieces) if listed and _are_parts(pieces, len(pieces) > 2) else (opened,)


def _goes_on(piece: str) -> bool:
    """Whether a piece belongs to the one before it and is not a question of its own."""
    return bool(_GOES_ON.match(piece.lower())) and not (piece.rstrip().endswith("?") and _ASKS.match(piece.lower()))


def _are_open(pieces: list[str], subject: str) -> bool:
    """Whether each of two pieces is open by itself."""
    if ";" in subject or max(len(content_words(piece)) for piece in pieces) == 1:
        return True
    return all(_OPEN.search(piece.lower()) for piece in pieces) or all(map(tells_to, pieces))


def _are_parts(pieces: list[str], short: bool) -> bool:
    """Whether each piece names a thing. All must be single words or none may be, unless `short` allows a mixture."""
    if not all(things(content_words(piece)) for piece in pieces):
        return False
    sizes = [len(content_words(piece)) for piece in pieces]
    said = [size + bool(_OPEN.search(piece.lower())) for size, piece in zip(sizes, pieces, strict=True)]
    return short or max(sizes) == 1 or min(said) > 1
