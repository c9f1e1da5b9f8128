"""Open and closed items are known by the form of their sentence, whatever the things in it."""

from __future__ import annotations

import pytest

from gagent_db.extract import extract
from gagent_db.extract.items import Kind


def stated(text: str, role: str) -> set[Kind]:
    return {item.kind for item in extract(text, role) if item.kind in ("unresolved", "resolved")}


OPEN_REPORTED = """
Nobody in the choir knew who holds the key.
Neither of the two potters has called back.
None of the kilns has been serviced.
The glaze never arrived.
The mill went quiet after the second letter.
The talks ended without a result.
The price list is a draft and two names are invented.
The weights are from the old catalogue.
Shelf 3 stays empty, and the ladder is too short.
Four tiles are cracked.
The third drawer sticks out and the pump leaks.
The labels don't match the jars.
The oven door isn't in the quote.
I did not dare to move the loom.
I only read the first ledger.
Half of the looms lack a shuttle.
The council wants a second drawing.
The notary asked for the old deed.
The insurer says an answer comes next week.
The spare parts are with Mr. Abara until May.
The permit expires on Friday.
Only the ground floor is wired.
The ledger has two unpaid invoices.
Your aunt must sign the form by Tuesday.
The chart lists a pigment that the supplier doesn't stock.
Roda gerobak masih oleng di tikungan.
Dua kursi patah dan satu lampu mati total.
Harga di brosur berbeda dengan harga di kasir.
Alamat di faktur salah ketik.
Denah tidak ada di berkas yang saya terima.
Pihak vendor minta bukti transfer.
Cat baru terpakai separuh.
Alarm gudang tidak pernah dites.
Semua pot terkirim kecuali tiga yang retak.
The singers never said whether they bring scores.
Where the spare hinges went, I do not know.
The lease ran out in March.
I had to guess the width of the gate.
The bell goes off without a reason.
The stage plan is ready, the lights are not.
Denah ini tidak punya skala.
The loader silently drops empty rows.
The price tag hangs on the wrong jar.
The index links to a page that does not exist.
The offer excludes the scaffold.
The booklet is double-booked for the fair.
"""
OPEN_SAID = """
the loom rattles on the left side
my kiln isn't heating
the shed is a mess
haven't heard from the mill since monday
we're two jars short
i keep meaning to call the farrier
need the ladder back before sunday
rope's here, the hooks aren't
told ines i'd ask about the barn
tukang kebun ga nongol juga
mesin jahit suka mati sendiri
kabar dari bengkel nggak ada
ukuran topinya kekecilan
tinggal nunggu cap dari desa
gue masih ngutang ke warung
mira owes me for the paint
the form drops the second address
gas dapur abis
the cellar fan stopped working
pintu lemari copot mulu
the barn door keeps swinging open
must ring the surveyor
ada yang kurang di daftar tamunya
"""
NOT_OPEN_REPORTED = """
When a tile is cracked, water gets behind it.
If nobody answers, the bell rings again.
I did not find any errors.
The mill works on Sundays.
There are no conflicts between the two lists.
It is not a problem if two carts overlap.
The pump works now.
Some of the photos are from the harbour.
The talk starts at nine and ends at ten.
The file has no header, so I read it with the names of the first row.
Kalau roda oleng, putar baut kiri.
Tidak perlu membawa cap.
Lampu itu masih aman dipakai.
The lamp needs two batteries.
No trainer is needed for the open hour.
Kata ini tidak baku.
The carpenter returned the plan with no changes.
"""
CLOSED = """
The mill wrote back and confirmed the order.
The new pump is up and running.
The kiln is back to normal.
The rattle turned out to be a loose fuse.
The loom stopped squeaking.
Two frames were missing, which is history: the parcel made it through.
The form is in.
the notary finally called
landlord gave us the go-ahead
got the kiln working
the jars are packed and posted
i repaired the gate
akhirnya izin pasar turun
pompanya udah ga bocor lagi
cap desa udah di tangan
keran udah diganti
lampunya nyala lagi
"""


@pytest.mark.parametrize("text", OPEN_REPORTED.strip().splitlines())
def test_what_an_agent_reports_as_lacking_faulty_or_asked_for_is_open(text: str) -> None:
    assert "unresolved" in stated(text, "assistant")


@pytest.mark.parametrize("text", OPEN_SAID.strip().splitlines())
def test_what_a_person_says_is_wrong_or_owed_is_open(text: str) -> None:
    assert "unresolved" in stated(text, "user")


@pytest.mark.parametrize("text", NOT_OPEN_REPORTED.strip().splitlines())
def test_conditions_rules_and_things_that_are_fine_leave_nothing_open(text: str) -> None:
    assert "unresolved" not in stated(text, "assistant")


@pytest.mark.parametrize("text", CLOSED.strip().splitlines())
def test_what_works_again_is_through_or_was_answered_is_closed(text: str) -> None:
    assert stated(text, "user" if text[0].islower() else "assistant") == {"resolved"}


def test_two_states_joined_by_dan_are_two_items() -> None:
    found = extract("Pompa rak C bocor di sambungan dan talang dapur mampet.")
    assert [item.value for item in found] == ["Pompa rak C bocor di sambungan", "talang dapur mampet."]


def test_a_dictated_message_is_read_although_it_is_quoted() -> None:
    said = '"Halo, ini soal tenda. Tendanya belum disewa. Kursi sudah dipesan semua."'
    assert stated(f"Transkrip pesan suara: {said}", "assistant") == {"unresolved", "resolved"}
    assert stated(f"Draf untuk tetangga: {said}", "assistant") == set()
