"""What a heading or a lead-in line ("Still open:", "Yang sudah pasti") says about the list below it, by its words."""

from __future__ import annotations

from functools import lru_cache

from .items import Section, word_set
from .lazy import lazy
from .state_words import DECIDED, DONE, OPEN, UNSETTLED

_LONGEST, _SHORT = 12, 6  # words of a heading; of one in which any word may say what it is
_HEAD = 160  # characters of a first line that says what all of a message is
_WORD = lazy(r"[\w']+(?:-[\w']+)*")

# What is decided below a heading, but not behind a clause with one of these words.
_SETTLED = word_set("""
    confirmed went landed ended pinned standing scope terms preferences firm certain final
    bulat tetap pasti preferensi fix
    """)
_OPEN_IF_SHORT = word_set("pr before not")
_ALREADY = word_set("sudah udah")
_CHANGED = word_set("changed did done fixed moved")  # "what I changed and what I left": both in one list
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
    """Whether the first line of a message says that it tells what others said: "Notes of the call with the school:"."""
    head = text[:_HEAD].lstrip()
    line = head.partition("\n")[0]
    if ":" not in line and "\n" not in head:
        return False
    words = _words(line.partition(":")[0])
    return bool(words & _RETOLD and words & _TALKS) and not words & _CODE


@lru_cache(maxsize=1024)  # headings come again
def classify_heading(heading: str) -> Section:
    """The kind of items that stand below `heading`; "" when it says nothing about them."""
    said = _WORD.findall(heading.lower().replace("’", "'").strip(" *_:#."))
    if not said or len(said) > _LONGEST:
        return ""
    words, short = _words(heading), len(said) <= _SHORT
    if words & (DECIDED | _SETTLED) and not words & UNSETTLED and "?" not in heading:
        return "decision"
    if (words & _NEUTRAL and not words & OPEN) or ("left" in words and words & _CHANGED):
        return "neutral"
    done = words & DONE or (len(said) < 4 and words & _ALREADY)
    if short and done and not words & (UNSETTLED | OPEN):
        return "done"
    errand = len(said) < 5 and (said[0] == "to" or (len(said) > 2 and said[-2] == "to"))  # "to buy", "calls to make"
    if words & OPEN or errand or (short and words & _OPEN_IF_SHORT):
        return "open"
    if words & _MINUTES:
        return "minutes"
    return "notes" if short and words & _NOTES else ""


def _words(text: str) -> set[str]:
    """The words of a text in lower case, and the parts of those with hyphens."""
    words = _WORD.findall(text.lower().replace("’", "'"))
    return {*words, *(part for word in words if "-" in word for part in word.split("-"))}
