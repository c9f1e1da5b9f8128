"""Pieces that the patterns of several rule files share. All are written for `re.VERBOSE`."""

from __future__ import annotations

INTERJECTIONS = (
    r"and|but|so|ok|okay|oke|yes|yeah|yep|no|nope|nah|then|also|fine|right|alright|sure|actually|hmm?|well|"
    r"agreed|good|great|perfect|thanks|cool|final|deal|please|for\ now|in\ that\ case|on\ second\ thought|"
    r"scratch\ that|scrap\ that|changed\ my\ mind|anyway|ya|iya|yaudah|ya\ udah|yowis|udah|sip|jadi|terus|eh|btw|hm|"
    r"gini|kalo\ gitu|kalau\ gitu"
)
# A clause may begin with an interjection ("ok, so", "nah"), or with what it is about ("after sleeping on it: ...").
# `needs` knows it by its form: a rule that begins with it is called where a clause begins or behind interjections.
START = (
    r"^(?:\#?\d{1,2}[:.)]\ )?(?:(?!(?:\S+\ ){0,5}(?:error|errors|warning|question|note|output|example|e\.g|todo|"
    r"source|log|traceback|title|"
    r"subject|contoh|pertanyaan|pesan|catatan|judul):)[\w'\#][\w'\ /\#.-]{2,40}:\ )?"
    rf"(?:(?:{INTERJECTIONS})[\s,.:;!-]+)*"
)
# What is told as brought to its end: "order placed", "not yet placed".
COMPLETED = (
    r"(?:placed|booked|paid|sent|ordered|signed|filed|posted|mailed|submitted|delivered|installed|repaired|cleaned|"
    r"renewed|replaced|"
    r"restored|migrated|merged|deployed|shipped|uploaded|updated|fixed|corrected|cancell?ed|returned|refunded|"
    r"collected|reserved|"
    r"confirmed|registered|published|printed|translated|tested|verified|approved|granted|arranged|scheduled|bought|"
    r"cleared|"
    r"configured|converted|documented|drafted|emailed|entered|imported|finali[sz]ed|fired|flashed|implemented|informed|"
    r"labell?ed|measured|mounted|notified|packed|painted|patched|picked\ up|planted|proofread|rebuilt|released|"
    r"reviewed|rotated|"
    r"scanned|set\ up|synced|tagged|transferred|unlocked|validated|washed|wired|answered|assigned|counted|invoiced|"
    r"glazed|sealed)"
)
COMPLETED_WORDS = (
    "placed booked paid sent ordered signed filed posted mailed submitted delivered installed repaired cleaned "
    "renewed replaced "
    "restored migrated merged deployed shipped uploaded updated fixed corrected cancelled canceled returned refunded "
    "collected "
    "reserved confirmed registered published printed translated tested verified approved granted arranged scheduled "
    "bought cleared "
    "configured converted documented drafted emailed entered imported finalised finalized fired flashed implemented "
    "informed labelled labeled measured mounted notified packed painted patched picked_up planted proofread rebuilt "
    "released "
    "reviewed rotated scanned set_up synced tagged transferred unlocked validated washed wired answered assigned "
    "counted invoiced "
    "glazed sealed"
)
DAY = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun|january|february|march|april|may|june|"
    r"july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|senin|selasa|rabu|"
    r"kamis|jumat|jum'at|sabtu|minggu|ahad|januari|februari|maret|mei|juni|juli|agustus|oktober|desember|tomorrow|"
    r"today|besok|lusa|noon|midnight"
)
