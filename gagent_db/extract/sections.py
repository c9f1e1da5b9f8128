"""What a heading or a lead-in line ("Still open:", "Yang sudah pasti") says about the list below it, by its words."""

from __future__ import annotations

from functools import lru_cache

from .items import Section, word_set
from .lazy import lazy

_LONGEST, _SHORT = 12, 6  # words of a heading; of one in which any word may say what it is
_HEAD = 160  # characters of a first line that says what all of a message is
_WORD = lazy(r"[\w']+(?:-[\w']+)*")

_DECIDED = word_set("""
    decision decisions decided agreed agreement agreements settled choice choices chosen chose resolution resolutions
    verdict conclusion conclusions outcome outcomes rules policy policies conventions confirmed approved adopted
    accepted locked certain arrangements firm went landed pinned ended final scope terms standing preferences
    keputusan keputusannya diputuskan putuskan putusan disepakati sepakati sepakat kesepakatan pasti fix ditetapkan
    dipilih disetujui setujui aturan kebijakan ketentuan dipakai deal mufakat preferensi bulat tetap
    """)
_NOT_DECIDED = word_set("""
    not no nothing nobody open pending option options tree need needs needed required still waiting undecided
    unresolved before don't doesn't didn't haven't hasn't yet left earlier previous superseded why how problem error
    bug fails belum tidak perlu harus masih opsi tertunda menunggu rejected surat
    """)
_OPEN = word_set("""
    open todo todos to-do to-dos undone unsolved unpaid overdue unassigned unowned vacant stuck hanging skipped owed
    owes pending outstanding unresolved unfinished unanswered unsettled unclear unsure incomplete remaining remains left
    leftovers missing blocked blockers blocker blocking waiting awaiting follow-up follow-ups followups questions
    unknowns undecided known backlog action actions later parked deferred postponed untested unverified dangling limbo
    loose ends broken faulty failing failed risk risks worries concerns caveats gaps limitations limits shortcomings
    defects faults damages damage reminders reminder homework next still yet untouched don't doesn't didn't haven't
    hasn't couldn't can't cannot nobody need needs needed must should tomorrow due errands doubts nits snags help
    tbd tba progress someone somebody alone disagree remarks parking
    kurang kekurangan belum tersisa ditunda menggantung gantung tertunda nunggu menunggu tunggu tinggal sisa sisanya
    pertanyaan prnya berikutnya selanjutnya nanti kendala hambatan utang hutang perlu harus butuh masih besok rusak
    kerusakan hilang bocor bermasalah mengganjal ganjalan tugas tunggakan pengingat rumah
    """)
_OPEN_IF_SHORT = word_set("pr before not")
_DONE = word_set("""
    done fixed finished completed resolved closed merged shipped answered solved paid sorted landed released ticked
    crossed selesai beres kelar rampung lunas dibayar
    """)
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
    if words & _DECIDED and not words & _NOT_DECIDED and "?" not in heading:
        return "decision"
    if (words & _NEUTRAL and not words & _OPEN) or ("left" in words and words & _CHANGED):
        return "neutral"
    done = words & _DONE or (len(said) < 4 and words & _ALREADY)
    if short and done and not words & (_NOT_DECIDED | _OPEN):
        return "done"
    errand = said[0] == "to" or (2 < len(said) < 5 and said[-2] == "to")  # "calls to make"
    if words & _OPEN or errand or (short and words & _OPEN_IF_SHORT):
        return "open"
    if words & _MINUTES:
        return "minutes"
    return "notes" if short and words & _NOTES else ""


def _words(text: str) -> set[str]:
    """The words of a text in lower case, and the parts of those with hyphens."""
    words = _WORD.findall(text.lower().replace("’", "'"))
    return {*words, *(part for word in words if "-" in word for part in word.split("-"))}
