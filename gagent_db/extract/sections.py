"""Decide by its words what a heading or lead-in line ("Still open:", "Yang sudah pasti") says of the list below it."""

from __future__ import annotations

from functools import lru_cache

from .items import Section, word_set
from .lazy import lazy
from .state_words import DECIDED, DONE, OPEN, UNSETTLED

_LONGEST, _SHORT = 12, 6  # words of a heading; of a short one, where weaker words count too
_HEAD = 160  # characters of the first line that may say what the whole message is
_WORD = lazy(r"[\w']+(?:-[\w']+)*")

# These say "decided" in a heading, but not in a label.
_SETTLED = word_set("""
    confirmed went landed ended pinned standing scope terms preferences firm certain final
    bulat tetap pasti preferensi fix
    """)
_OPEN_IF_SHORT = word_set("pr before not")
_ALREADY = word_set("sudah udah")
_CHANGED = word_set("changed did done fixed moved")  # "what I changed and what I left": one list holds both
_NEUTRAL = word_set("""
    how ways changed option options rejected idea ideas proposal proposals alternative alternatives timeline reference
    references reading comparison pros cons changes consequences implications trade-offs brainstorm suggestions
    recommendations faq interview apps ingredients opsi usul usulan saran ditolak konsekuensi dampak dibatalkan
    rekomendasi cara bahan resep
    """)
_MINUTES = word_set("""
    minutes meeting retro retrospective standup stand-up sync workshop weekly kick-off planning stands stand itinerary
    rota arrangements rundown notulen notula rapat pembahasan diskusi pertemuan musyawarah bimbingan evaluasi konsultasi
    susunan acara pembagian
    """)
_NOTES = word_set("""
    recap notes summary ringkasan ringkasannya ringkasnya singkatnya rangkuman kesimpulan catatan intinya jadinya
    hasilnya
    """)
_RETOLD = _NOTES | word_set("minutes transcript outcome result results write-up hasil rekap notulen notula transkrip")
_TALKS = word_set("""
    call calls phone meeting meetings discussion discussions conversation sync retro visit appointment mediation
    workshop weekly stand-up committee board negotiation negotiations consultation assembly voice
    rapat bimbingan mediasi obrolan diskusi musyawarah telepon pertemuan konsultasi evaluasi sidang grup negosiasi vn
    """)
_CODE = word_set("pr code diff test tests merge")


def is_retelling(text: str) -> bool:
    """Whether the first line of a message says that it retells a talk: "Notes of the call with the school:"."""
    head = text[:_HEAD].lstrip()
    line = head.partition("\n")[0]
    if ":" not in line and "\n" not in head:
        return False
    words = _words(line.partition(":")[0])
    return bool(words & _RETOLD and words & _TALKS) and not words & _CODE


@lru_cache(maxsize=1024)  # the same headings come again
def classify_heading(heading: str) -> Section:
    """Return the section that `heading` opens; "" if it says nothing about what stands below it."""
    in_order = _WORD.findall(heading.lower().replace("’", "'").strip(" *_:#."))
    if not in_order or len(in_order) > _LONGEST:
        return ""
    words, short = _words(heading), len(in_order) <= _SHORT
    if words & (DECIDED | _SETTLED) and not words & UNSETTLED and "?" not in heading:
        return "decision"
    if (words & _NEUTRAL and not words & OPEN) or ("left" in words and words & _CHANGED):
        return "neutral"
    done = words & DONE or (len(in_order) < 4 and words & _ALREADY)
    if short and done and not words & (UNSETTLED | OPEN):
        return "done"
    size = len(in_order)
    errand = size < 5 and (in_order[0] == "to" or (size > 2 and in_order[-2] == "to"))  # "to buy", "calls to make"
    if words & OPEN or errand or (short and words & _OPEN_IF_SHORT):
        return "open"
    if words & _MINUTES:
        return "minutes"
    return "notes" if short and words & _NOTES else ""


def _words(text: str) -> set[str]:
    """Return the words of a text in lower case, and also the parts of hyphenated ones."""
    words = _WORD.findall(text.lower().replace("’", "'"))
    return {*words, *(part for word in words if "-" in word for part in word.split("-"))}
