"""A word is found however other people, keyboards and languages write it: signs, letters, widths, cases."""

from __future__ import annotations

import unicodedata
from typing import Literal

import pytest

import gagent_db
from gagent_db.recall.results import SearchResult

Form = Literal["NFC", "NFD"]


def say(db: gagent_db.Database, *texts: str) -> int:
    """A session of these messages; the id of the first one."""
    session = db.create_session(channel="cli")
    return db.append(session.id, [{"content": text} for text in texts])[0]


def found(result: SearchResult) -> list[int]:
    return [hit.message_id for session in result.sessions for hit in session.hits]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("foldLeft", "use fold_left here"), ("getUserName", "call get_user_name()"), ("userId", "a user-id is set"),
        ("MaxReplayWindow", "export MAX_REPLAY_WINDOW=3"), ("utf8", "save it as UTF-8"), ("ORA01555", "an ORA-01555"),
        ("Straße", "Strasse 12"), ("Łódź", "she lives in Lodz"), ("Ærø", "a ferry to Aero"),
        ("Koeln", "der Zug nach Köln"), ("Mueller", "Frau Müller rief an"), ("groesse", "Größe 42"),
        ("office", "the oﬃce is closed"), ("flag", "the ﬂag is set"), ("ﬁnancial", "a financial plan"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("indexed", [False, True], ids=["fresh", "indexed"])
def test_a_word_is_found_as_others_write_it(db: gagent_db.Database, typed: str, said: str, indexed: bool) -> None:
    wanted = say(db, said)
    say(db, "nothing of the kind was said")
    if indexed:
        db.index()
    result = db.search(typed)
    assert found(result) == [wanted]
    assert result.mode == "lexical" and result.sessions[0].hits[0].matched == "lexical"
    assert "<mark>" in result.sessions[0].hits[0].snippet


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("елку", "Купили ёлку вчера"), ("ёлку", "купили елку вчера"), ("Где самолет, что мы видели?", "вот самолёт"),
        ("αθηνα", "Η Αθήνα είναι μεγάλη"), ("Αθήνα", "ΣΤΗΝ ΑΘΗΝΑ"), ("ταιζω", "ταΐζω τη γάτα"),
        ("احمد", "قال أحمد"), ("أحمد", "وصل احمد"), ("شكرا", "قال شكرًا للجميع"), ("محمد", "هنا مُحَمَّد"),
        ("مُحَمَّد", "وصل محمد اليوم"), ("المدرسه", "في المدرسة"), ("كتاب", "این کتاب است"),
        ("שלום", "אמר שָׁלוֹם לך"), ("שָׁלוֹם", "אמר שלום לך"),
    ],
)  # fmt: skip
def test_a_word_is_found_with_marks_and_without(db: gagent_db.Database, typed: str, said: str) -> None:
    wanted = say(db, said)
    say(db, "nothing of the kind was said")
    result = db.search(typed)
    assert found(result) == [wanted] and "<mark>" in result.sessions[0].hits[0].snippet


@pytest.mark.parametrize("typed", ["дом -елку", "дом -ёлку", "дом -Елку", "дом NOT елку"])
def test_what_is_left_out_is_so_with_marks_and_without(db: gagent_db.Database, typed: str) -> None:
    wanted = say(db, "дом без неё")
    say(db, "дом и ёлку")
    assert found(db.search(typed)) == [wanted]


@pytest.mark.parametrize(("typed", "said"), [("мои", "это мой дом"), ("йод", "купили иод"), ("שלום", "ש ל ו")])
def test_a_letter_that_is_another_one_is_not_taken_for_it(db: gagent_db.Database, typed: str, said: str) -> None:
    say(db, said)
    assert not found(db.search(typed))


def test_as_it_was_typed_comes_before_what_others_write(db: gagent_db.Database) -> None:
    wanted = say(db, "foldLeft is slow")
    say(db, "fold_left is quick")
    assert found(db.search("foldLeft"))[0] == wanted


@pytest.mark.parametrize("typed", ["ＩＮＶ－０３２１", "INV-0321", "0321"])
@pytest.mark.parametrize(
    "said", ["好的，发票编号改成INV-０３２１，客户是海鸥", "番号はＩＮＶ－０３２１。以上です", "（ＩＮＶ－０３２１）"]
)
def test_full_width_letters_and_digits_are_words_beside_full_width_signs(
    db: gagent_db.Database, typed: str, said: str
) -> None:
    wanted = say(db, said)
    say(db, "INV-2025 and 0320 are others")
    assert found(db.search(typed))[0] == wanted


@pytest.mark.parametrize(
    ("typed", "said", "other"),
    [
        ("off by one", "an off-by-one in the loop", "one is off and one by one they go off, off"),
        ("read only file system", "mounted as a read-only file system", "read the file, only the file of the system"),
        ("cannot borrow nodes as mutable", "cannot borrow `nodes` as mutable", "nodes cannot borrow what is mutable"),
        ("D:/new data/list.txt", r"saved to D:\new data\list.txt", "list.txt holds new data; D: is full of new data"),
        ("find next page", "call find_next(page)", "the next page is what I find: page after page, next"),
    ],
)  # fmt: skip
def test_the_same_words_in_the_same_order_with_other_signs_come_first(
    db: gagent_db.Database, typed: str, said: str, other: str
) -> None:
    wanted = say(db, said)
    for at in range(6):
        say(db, f"{other} ({at})", other)
    result = db.search(typed)
    assert found(result)[0] == wanted
    assert result.mode == "lexical" and "<mark>" in result.sessions[0].hits[0].snippet


@pytest.mark.parametrize(
    ("typed", "said", "other"),
    [
        ("10:45", "the train leaves at 10:45.", "2026-05-01T11:10:45 INFO ready"),
        (".NET", "we use .NET 8 there", "see https://example.net/docs"),
        ("v1.2", "v1.2: the first of them", "released v1.2.3 today"),
        ("app.py", 'open "app.py" first', "saved src/app.py again"),
    ],
)  # fmt: skip
def test_a_literal_that_stands_by_itself_comes_before_one_inside_a_longer_one(
    db: gagent_db.Database, typed: str, said: str, other: str
) -> None:
    wanted = say(db, said)
    for at in range(70):
        say(db, f"{other} ({at})", f"{other} again ({at})")
    result = db.search(typed)
    assert found(result)[0] == wanted
    assert result.mode == "exact"


@pytest.mark.parametrize("said", ["an off-by-one in the loop", "it was off by one there"])
def test_words_in_their_order_are_found_though_hundreds_of_newer_messages_hold_them(
    db: gagent_db.Database, said: str
) -> None:
    wanted = say(db, said)
    say(db, *(f"one of them is off again, and number {at} goes by" for at in range(500)))
    assert found(db.search("off by one"))[0] == wanted


@pytest.mark.parametrize("typed_form", ["NFC", "NFD"])
@pytest.mark.parametrize("said_form", ["NFC", "NFD"])
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("crème brûlée", "we had crème brûlée"), ("créme", "we had créme caramel"),
        ("/Users/zoë/café/menü.txt", "it is in /Users/zoë/café/menü.txt now"), ("データ", "データは消えた"),
        ("ドキュメント/ガイド.pdf", "見て ドキュメント/ガイド.pdf です"), ("결제", "결제 페이지"),
        ("журнал событий", "журнал событий, мой"),
        ("мой", "это мой файл"), ("Nguyễn", "Nguyễn Thị Hồng"), ("where is `menü.txt`?", "it is menü.txt, in a folder"),
    ],
)  # fmt: skip
def test_letters_and_their_marks_may_be_one_character_or_two(
    db: gagent_db.Database, typed: str, said: str, typed_form: Form, said_form: Form
) -> None:
    """File names of a Mac hold them apart."""
    wanted = say(db, unicodedata.normalize(said_form, said))
    say(db, "cre me bru le e, a menu and others", "ト キ ュ メ ン ト")
    result = db.search(unicodedata.normalize(typed_form, typed))
    assert found(result)[0] == wanted
    assert result.mode in ("exact", "lexical") and "<mark>" in result.sessions[0].hits[0].snippet


def test_the_other_forms_of_a_word_that_was_meant_are_marked_and_counted(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"content": text} for text in ("it was checked", "he checks it", "a check by day")])
    db.index()
    (only,) = db.search("checker", window=0).sessions
    assert only.hit_count == 3
    assert all("<mark>check" in hit.snippet for hit in only.hits)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("wifi", "the Wi-Fi is slow"), ("wi-fi", "the wifi is slow"), ("wi fi password", "the password of the wifi"),
        ("subagent", "a sub-agent died"), ("sub-agent", "the subagent died"), ("setup", "set it up: set up the box"),
        ("set up", "the setup failed"), ("on-call", "the oncall rota"), ("log in", "the login fails"),
        ("letsencrypt", "by Let's Encrypt"), ("Homeassistant", "our home assistant"), ("cicd", "CI/CD is red"),
        ("did the sub-agent crash?", "the subagent crashed"),
    ],
)  # fmt: skip
def test_one_word_or_two_find_each_other(db: gagent_db.Database, typed: str, said: str) -> None:
    wanted = say(db, said)
    for other in ("set the fi, agent", "the sub of the wi", "home, call, log", "encrypt the city", "on, up and in"):
        say(db, other)
    db.index()
    first = db.search(typed, limit=1, window=0)
    assert found(first) == [wanted] and first.mode == "lexical"
    assert "<mark>" in first.sessions[0].hits[0].snippet


@pytest.mark.parametrize("typed", ["wi-fi", "wi fi", "sub-agent", "set up", "on-call", "time zone", "docker-compose"])
def test_what_was_typed_as_two_words_hides_none_who_write_one(db: gagent_db.Database, typed: str) -> None:
    two, one = say(db, f"here: {typed}"), say(db, f"there: {typed.replace(' ', '').replace('-', '')}")
    assert found(db.search(typed, window=0)) == [two, one]


def test_the_only_word_of_a_question_may_be_two(db: gagent_db.Database) -> None:
    wanted = say(db, "a sub-agent is a process of its own")
    assert found(db.search("what is a subagent?")) == [wanted]


@pytest.mark.parametrize("typed", ["beat", "soon", "today", "asking"])
def test_a_word_is_not_cut_into_words_without_meaning(db: gagent_db.Database, typed: str) -> None:
    say(db, "be at the gate, so on to day one, as king of the hill")
    db.index()
    assert db.search(typed, mode="lexical").sessions == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("lease", "put it back, please"), ("election", "electron fails to start"), ("kasur", "bubuk kasar saja"),
        ("tikus", "tulus dan jujur"), ("batal", "ini bahan baru"), ("segfault", "the default is 25"),
    ],
)  # fmt: skip
def test_a_word_is_not_taken_for_another_one(db: gagent_db.Database, typed: str, said: str) -> None:
    say(db, said)
    db.index()
    assert not any(hit.matched == "lexical" for session in db.search(typed).sessions for hit in session.hits)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("lamo", "the lamp is broken"), ("lampp", "the lamp is broken"),
        ("ktichen", "the kitchen is cold"), ("kitcen", "the kitchen is cold"),
        ("refrigeratro", "the refrigerator hums"),
        ("pontu", "ponti itu"), ("tokin", "the token is gone"), ("quary", "a slow query"),
        ("deley", "a delay of hours"),
        ("konfiguration", "the configuration is new"),
    ],
)  # fmt: skip
def test_a_slip_of_the_fingers_is_mended_and_told(db: gagent_db.Database, typed: str, said: str) -> None:
    wanted = say(db, said)
    db.index()
    result = db.search(typed)
    assert found(result)[:1] == [wanted] and result.mode == "relaxed"


@pytest.mark.parametrize(
    ("typed", "said"), [("weddings", "a wedding"), ("ores", "iron ore"), ("mining", "mined bitcoin")]
)
def test_a_word_is_found_in_its_other_forms(db: gagent_db.Database, typed: str, said: str) -> None:
    wanted = say(db, said)
    db.index()
    assert found(db.search(typed, mode="lexical")) == [wanted]


@pytest.mark.parametrize("typed", ["who ate the cake", "ate"])
def test_a_word_that_the_stemmer_takes_for_another_is_found_as_itself_and_in_its_forms(
    db: gagent_db.Database, typed: str
) -> None:
    wanted = {say(db, "we ate all of it"), say(db, "it was eaten at noon")}
    for number in range(5):
        say(db, f"at {number} at home, and at last at sea")
    hits = [hit for session in db.search(typed, mode="lexical", limit=9).sessions for hit in session.hits]
    assert {hit.message_id for hit in hits if hit.matched == "lexical"} == wanted
