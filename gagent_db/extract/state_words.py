"""Words of headings and labels that say whether what follows is decided, open or done, English and Indonesian."""

from __future__ import annotations

from .items import word_set

DECIDED = word_set("""
    accepted adopted agreed agreement agreements approved arrangement arrangements cancelled choice
    choices chose chosen conclusion conclusions conventions deal decided decision decisions declined
    locked outcome outcomes picked policies policy rejected resolution resolutions ruled rules settled verdict
    aturan dibatalkan dipakai dipilih diputuskan disepakati disetujui ditetapkan ditolak kebijakan keputusan
    keputusannya kesepakatan kesepakatannya ketentuan memutuskan mufakat putusan putuskan sepakat sepakati setuju
    setujui
    """)
# With one of these in it, a heading or label does not say that something is decided.
UNSETTLED = word_set("""
    against aren't asked before bug bugs could didn't doesn't don't earlier error errors example fails film
    hasn't haven't he how if isn't left need needed needs never no nobody none not nothing novel open option
    options output pending previous problem problems proposal proposed question questions recommend recommended
    rejected required said says she should still story suggested suggestion superseded test tests they tree
    undecided unless unresolved until waiting wasn't whether why without would yet
    belum bilang contoh ga gak harus kalau masalah masih menunggu mungkin nggak opsi perlu surat tanpa tanya
    tertunda tidak usul usulan
    """)
OPEN = word_set("""
    action actions alone awaiting backlog blocked blocker blockers blocking broken can't cannot catch caveat
    caveats concerns couldn't damage damages dangling defects deferred didn't disagree doesn't don't doubts due
    ends errands failed failing faults faulty follow-up follow-ups followup followups gaps hanging hasn't
    haven't help homework incomplete known later left leftovers limbo limitation limitations limits loose
    missing must need needed needs next nits nobody open outstanding overdue owed owes parked parking pending
    postponed progress questions remaining remains remarks reminder reminders risk risks shortcomings should
    skipped snag snags somebody someone still stuck tabled tba tbd to-do to-dos todo todos tomorrow unanswered
    unassigned unclear undecided undone unfinished unknowns unowned unpaid unresolved unsettled unsolved unsure
    untested untouched unverified vacant waiting worries yet
    belum berikutnya bermasalah besok bocor butuh ditunda ditunggu ganjalan gantung hambatan harus hilang hutang
    kekurangan kendala kerusakan kurang kurangnya masih mengganjal menggantung menunggu nanti nunggu pengingat
    perlu pertanyaan prnya rumah rusak selanjutnya sisa sisanya tersisa tertunda tinggal tugas tunggakan tunggu
    utang
    """)
DONE = word_set("""
    answered closed completed crossed done finished fixed landed merged paid released resolved shipped solved
    sorted ticked
    beres dibayar kelar lunas rampung selesai
    """)
