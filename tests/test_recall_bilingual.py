"""Indonesian text is found by its meaning: from Indonesian in other words, from English, and the other way round."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import gagent_db
from gagent_db.recall.bilingual import Bilingual
from gagent_db.recall.wordpiece import DATA, WordPiece

SAID = {
    "well": "Pompa sumur mati total sejak subuh, tukang bilang dinamonya terbakar.",
    "cat": "Kucing kami muntah terus, dokter hewan kasih obat cair dua kali sehari.",
    "school": "Pendaftaran murid baru ditutup Jumat, akta kelahiran harus dilegalisir.",
    "parcel": "The courier lost our parcel with the curtains, the shop will send new ones.",
    "cellar": "There is mold on the cellar wall again; the landlord promised a dehumidifier.",
    "loan": "The bank rejected the loan because one salary slip was missing.",
    "deploy": "The deploy of the gateway failed since the certificate of the proxy had expired.",
}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    with gagent_db.open(tmp_path_factory.mktemp("bilingual") / "gagent.db") as db:
        for name, text in SAID.items():
            session = db.create_session(channel="cli", title=name)
            db.append(session.id, [{"role": "user", "content": text}])
        db.index()
        yield db


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("what was wrong with the water pump at the well", "well"),
        ("which medicine did the vet give", "cat"),
        ("until when can we register for school", "school"),
        ("paket gorden yang hilang di ekspedisi", "parcel"),
        ("dinding ruang bawah tanah berjamur", "cellar"),
        ("kenapa pinjamannya ditolak", "loan"),
        ("hewan peliharaan sakit perut", "cat"),
    ],
)
def test_a_question_finds_what_was_said_in_the_other_language_or_other_words(
    db: gagent_db.Database, question: str, found: str
) -> None:
    assert db.search(question).sessions[0].title == found


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("school", "bingung sekolah Dio. SD Taruna Bakti apa SD Alam"),
        ("taxes", "pajak: aku masih bisa PPh final 0,5%"),
        ("do I owe tax this year yet", "pajak: aku masih bisa PPh final 0,5%"),
        ("illustration prices", "aku mau naikin harga per ilustrasi"),
        ("payment", "dia sudah bayar atau pembayarannya belum"),
        ("kebocoran", "a leak under the sink"),
    ],
)
def test_a_word_that_stands_nowhere_is_found_in_the_other_language(
    open_new: Callable[[], gagent_db.Database], typed: str, said: str
) -> None:
    with open_new() as db:
        for text in (said, "the printer is dead", "The publisher is not registered on PyPI yet."):
            db.append(db.create_session(channel="chat").id, [{"role": "user", "content": text}])
        (best, *_) = db.search(typed, mode="lexical").sessions
        assert [message.content for message in db.history(best.session_id)] == [said]


@pytest.mark.parametrize("typed", ["schoolx", "taxxxes", "qwrtzl", "ss", "ies"])
def test_what_is_no_word_has_no_translation(typed: str) -> None:
    assert Bilingual.load().translations(typed) == ()


def test_a_word_that_stands_somewhere_is_not_translated(open_new: Callable[[], gagent_db.Database]) -> None:
    with open_new() as db:
        for text in ("the school is closed", "sekolah libur"):
            db.append(db.create_session(channel="chat").id, [{"role": "user", "content": text}])
        assert len(db.search("school", mode="lexical").sessions) == 1


def pieces(text: str) -> list[int]:
    return Bilingual.load().pieces(text)


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("bocor", "leak"),
        ("kebocoran", "leak"),
        ("mengarsipkan", "archive"),
        ("pompanya", "pump"),
        ("pembayaran", "payment"),
    ],
)
def test_a_word_has_the_pieces_of_its_meaning_whatever_its_affixes(word: str, meaning: str) -> None:
    assert pieces(word) == WordPiece.load().pieces(meaning)


def test_english_words_keep_their_own() -> None:
    text = "The API of main was down for an hour: air and jam, menu, data, hotel. A toko is a shop"
    assert pieces(text.removesuffix(" A toko is a shop")) == WordPiece.load().pieces(
        text.removesuffix(" A toko is a shop")
    )


def test_the_list_is_sorted_and_names_each_word_once() -> None:
    lines = (DATA / "indonesian.txt").read_text(encoding="utf-8").splitlines()
    words = [line.split(" ", 1)[0] for line in lines]
    assert words == sorted(set(words))
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
    assert all(meaning == meaning.strip().lower() for meaning in (line.split(" ", 1)[1] for line in lines))
