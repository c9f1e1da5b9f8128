"""Whether one statement closes, answers or replies to another: words against words."""

from __future__ import annotations

import pytest

from gagent_db.extract import extract
from gagent_db.extract.marks import normalize_statement
from gagent_db.extract.matching import answers, closes, content_words, is_same


def test_open_items_are_closed_by_their_own_words_only() -> None:
    assert closes("todo retry loop gives up too early", "the retry loop is fixed")
    assert not closes("todo retry loop gives up too early", "the login page is fixed")
    assert closes("[tls] who renews", "[tls] certbot")
    assert not closes("[tls] who renews", "[dns] certbot")
    assert answers("should we keep jsonl?", "let s keep jsonl until v2")
    assert answers("[db] postgres or sqlite", "[db] sqlite")
    assert not answers("[db] postgres or sqlite", "[cache] sqlite")


@pytest.mark.parametrize("said", ["sertifikat sudah diperbarui", "saya sudah memperbarui sertifikat"])
def test_forms_of_one_indonesian_root_are_one_word(said: str) -> None:
    assert closes("todo perbarui sertifikat", said)


def test_a_word_closes_only_what_was_opened_shortly_before() -> None:
    opened = "tagihan internet bulan ini belum dicek"
    assert closes(opened, "sudah saya bayar invoice beres", near=True)
    assert not closes(opened, "sudah saya bayar invoice beres")
    assert not closes("write tests for the importer", "the tests are fixed", near=True)
    assert not closes("which invoice format should we use", "invoice beres", near=True)


@pytest.mark.parametrize(
    ("opened", "said"),
    [
        ("The kiln is still broken", "kiln works again"),
        ("kontrak galeri belum ditandatangani", "kontraknya udah ttd tadi pagi"),
        ("no reply from Ruth about the stall", "Ruth has replied about the stall"),
        ("TODO: cancel the studio lease", "studio lease cancelled"),
        ("The glaze chart is not updated yet.", "glaze chart is updated now"),
    ],
)
def test_what_was_done_to_a_thing_closes_it(opened: str, said: str) -> None:
    (item,) = (one for one in extract(opened, "user") if one.kind == "unresolved")
    done = [one.normalized for one in extract(said, "user") if one.kind == "resolved"]
    assert any(closes(item.normalized, one, near=True) for one in done), done


@pytest.mark.parametrize(
    ("opened", "said", "is_closed"),
    [
        ("Total Rp 6.250.000, DP 3.125.000 belum diterima.", "DP nya masuk barusan, BCA", True),
        ("DP 3.125.000 blm masuk", "DP 3,125,000 udah diterima", True),
        ("DP 3.125.000 blm masuk", "DP 3.750.000 udah masuk", False),
    ],
)
def test_an_amount_is_one_number_however_it_is_written(opened: str, said: str, is_closed: bool) -> None:
    assert closes(normalize_statement(opened), normalize_statement(said), near=True) == is_closed


def test_numbers_beside_one_another_are_no_amount() -> None:
    assert content_words(normalize_statement("rooms 101, 102")) > {"101", "102"}


def test_what_was_refused_is_not_closed() -> None:
    assert not closes("return the borrowed chart", "return of the borrowed chart refused", near=True)
    assert closes("refused permit for the mooring", "refused permit for the mooring is granted", near=True)


def test_a_decision_answers_the_open_choice_it_names() -> None:
    assert answers("we haven't decided on the venue", "we go with the boathouse as venue")
    assert not answers("we haven't decided on the venue", "we go with red napkins")


@pytest.mark.parametrize(
    ("opened", "said", "closed"),
    [
        ("belum selesai rotasi log", "rotasi log selesai", True),
        ("still waiting for the landlord s signature", "landlord signed", True),
        ("kran wastafel bocor", "krannya udah dibenerin", True),
        ("uang kas kurang 250 ribu", "selisih uang kas ketemu udah pas", True),
        ("the deposit for the hall is due next friday", "hall deposit paid", True),
        ("belum bayar spp kinan", "spp raka udah dibayar", False),
        ("stnk motor belum diperpanjang", "stnk mobil udah diperpanjang", False),
        ("the hotel deposit is not paid", "hall deposit paid", False),
    ],
)
def test_a_thing_with_another_word_beside_it_is_another_thing(opened: str, said: str, closed: bool) -> None:
    assert closes(opened, said, near=True) is closed


@pytest.mark.parametrize(
    ("opened", "said"),
    [
        ("renew the car insurance", "renewed the house insurance"),
        ("call the dentist for Dina", "called the dentist for Budi"),
        ("reset Ana's password", "reset Budi's password"),
        ("book the ferry to Lombok", "booked the hotel in Lombok"),
        ("repaint the front door", "repainted the back door"),
        ("add a test for parse_date", "added a test for parse_time"),
        ("sign the lease for the studio", "signed the lease for the garage"),
        ("order kitchen filters", "ordered car filters"),
        ("upgrade node on server a", "upgraded node on server b"),
        ("pesan tiket kereta ke Jogja", "tiket pesawat ke Jogja sudah dipesan"),
        ("ganti oli mobil di bengkel", "oli motor di bengkel sudah diganti"),
        ("bayar tagihan listrik bulan Mei", "tagihan air bulan Mei sudah dibayar"),
    ],
)
@pytest.mark.parametrize("near", [True, False])
def test_a_statement_about_another_thing_closes_nothing(opened: str, said: str, near: bool) -> None:
    assert not closes(normalize_statement(opened), normalize_statement(said), near)
    assert not closes(normalize_statement(said), normalize_statement(opened), near)


@pytest.mark.parametrize(
    ("opened", "said"),
    [
        ("renew the car insurance", "the insurance is renewed"),
        ("renew the car insurance", "renewed the insurance of the car online"),
        ("renew the car insurance", "car insurance extended, renewed until March"),
        ("call the dentist for Dina", "called the dentist"),
        ("call the dentist for Dina", "Dina's dentist has been called"),
        ("reset Ana's password", "the password of Ana was reset"),
        ("book the ferry to Lombok", "the Lombok ferry is booked"),
        ("refine importer tests for empty files", "polished importer tests for empty files"),
        ("the retry loop gives up too early", "the retry loop passes now"),
        ("move the archive to Postgres", "migrated the archive to Postgres"),
        ("pay the deposit for the boathouse", "boathouse deposit paid in cash"),
        ("order kitchen filters", "ordered new filters for the kitchen"),
        ("upgrade node on server a", "node on server a upgraded"),
        ("upgrade node on server a", "a server has its node upgraded"),
        ("folder backup toko perlu ditanya ke Dimas", "Dimas bilang backup toko boleh dihapus"),
        ("import historical sessions of the bot", "imported the old sessions of the bot"),
        ("handle timeouts in the http client", "the http client handles timeouts now"),
        ("bayar tagihan internet bulan Mei", "invoice internet bulan Mei lunas"),
        ("perbarui sertifikat domain toko", "sertifikat domain sudah diperbarui"),
        ("pesan tiket kereta ke Jogja", "tiket ke Jogja sudah dipesan"),
        ("ganti oli mobil di bengkel", "oli mobil sudah diganti"),
    ],
)
def test_a_thing_is_closed_in_fewer_or_in_other_words(opened: str, said: str) -> None:
    assert closes(normalize_statement(opened), normalize_statement(said), near=True)


def test_a_statement_that_names_some_of_several_numbers_closes_nothing() -> None:
    opened = "cabins 2 3 and 6 have no key"
    assert closes(opened, "cabins 2 3 and 6 have keys", near=True)
    assert not closes(opened, "cabins 2 and 3 have keys", near=True)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("todo renew the harbour permit", "don t forget the harbour permit renewal", True),
        ("todo renew the harbour permit", "todo renew the fishing permit", False),
        ("order kitchen filters", "replace kitchen filters", False),
        ("cabin 2 has no key", "cabin 3 has no key", False),
        ("pay the bill", "send the bill", False),
        ("[db] postgres or sqlite", "[db] postgres or sqlite", True),
        ("[db] postgres or sqlite", "[cache] postgres or sqlite", False),
    ],
)
def test_two_mentions_are_of_one_thing_where_both_name_it_in_nearly_the_same_words(
    one: str, other: str, same: bool
) -> None:
    assert is_same(one, other) is same
