"""How a clause that decides may begin, in both languages; the patterns are written for `re.VERBOSE`."""

from __future__ import annotations

_INTERJECTIONS = (
    r"and|but|so|ok|okay|oke|yes|yeah|yep|no|nope|nah|then|also|fine|right|alright|sure|actually|hmm?|well|"
    r"agreed|good|great|perfect|thanks|cool|final|deal|please|for\ now|in\ that\ case|on\ second\ thought|"
    r"scratch\ that|scrap\ that|changed\ my\ mind|anyway|ya|iya|yaudah|ya\ udah|yowis|udah|sip|jadi|terus|eh|btw|hm|"
    r"gini|kalo\ gitu|kalau\ gitu"
)
# A clause may begin with an interjection ("ok, so", "nah"), or with what it is about ("after sleeping on it: ...").
START = (
    r"^(?:\#?\d{1,2}[:.)]\ )?(?:(?!(?:\S+\ ){0,5}(?:error|errors|warning|question|note|output|example|e\.g|todo|"
    r"source|log|traceback|title|"
    r"subject|contoh|pertanyaan|pesan|catatan|judul):)[\w'\#][\w'\ /\#.-]{2,40}:\ )?"
    rf"(?:(?:{_INTERJECTIONS})[\s,.:;!-]+)*"
)
