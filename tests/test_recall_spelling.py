"""A word is found however other people, keyboards and languages write it: signs, letters, widths, cases."""

from __future__ import annotations

import pytest

import gagent_db
from gagent_db.recall.results import SearchResult


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
